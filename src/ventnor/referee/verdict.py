"""`why_not`: who may act at all, and the law of everything except buildings and deals.

Clauses: §act.when, §win.last, §move.total, §cards.draw, §short1935.deal, §short1935.hour, §buy.option, §tax.income,
§cards.pay-or-chance, §jail.fine, §jail.card, §rent.ask, §debt.raise, §debt.order, §bankrupt.resign.
"""

from collections.abc import Mapping
from typing import Literal, TypeAlias, assert_never

from ventnor.action import (
    Accept,
    Action,
    AskRent,
    Bankrupt,
    Bid,
    Build,
    Buy,
    Counter,
    Deal,
    Decline,
    Done,
    Draw,
    EndTurn,
    Hour,
    Keep,
    Lift,
    Mortgage,
    Offer,
    Pass,
    Pay,
    PayFine,
    PayTen,
    Reject,
    Resign,
    Roll,
    Sell,
    SellGroup,
    TakeChance,
    Tax,
    Throw,
    UseCard,
    Want,
    Withdraw,
)
from ventnor.referee.building import (
    against_bid,
    against_build,
    against_lift,
    against_mortgage,
    against_pass,
    against_sell,
    against_sell_group,
    against_want,
)
from ventnor.referee.charge import Charges, Verdict, charge, first_of
from ventnor.referee.deal import (
    against_accept,
    against_counter,
    against_reject,
    against_terms,
    against_withdraw,
    sides_of,
)
from ventnor.referee.position import Position
from ventnor.referee.waiting import (
    NATURE,
    answers,
    comes_first,
    debt_at_hand,
    delay_of_debts,
    duty_of,
    is_received,
    waits_for,
)

Actor: TypeAlias = int | Literal["nature", "clock"]


def why_not(position: Mapping[str, object], seat: Actor, action: Action) -> Verdict | None:
    """Return the clause that forbids an action in a position, and the reason; None if it is lawful.

    `position` is a mapping of a sound position. The caller checks that it is sound.
    """
    return first_of(against(Position(position), seat, action))


def against(table: Position, actor: Actor, action: Action) -> Charges:
    """Return all that can be said against an action."""
    if table.ended:
        yield charge(True, verdict_of_end(table))
    # §act.when: dice, cards and dealt deeds are nature's, the hour is the clock's.
    mine = action.actor == (actor if isinstance(actor, str) else "seat")
    yield not mine and action.actor == "nature", "act.when", "only-nature"
    yield not mine and action.actor == "clock", "act.when", "only-clock"
    yield not mine, "act.when", "no-such-seat"
    if isinstance(actor, int):
        # §act.when: players in the game, whenever the game waits for somebody.
        yield actor >= len(table.players), "act.when", "no-such-seat"
        yield not table.is_in(actor), "act.when", "retired"
        yield waits_for(table).what in NATURE, "act.when", "nature-first"
        # §act.when: who has something to answer answers it before any other act.
        duty = duty_of(table, actor)
        if duty is not None and not answers(table, actor, duty, action):
            yield charge(True, duty)
        yield from against_player(table, actor, action)
    else:
        yield from against_nature(table, action)


def verdict_of_end(table: Position) -> Verdict:
    """Return why the game is over. §win.last: nothing follows after the end."""
    ends = {
        "bankruptcies": Verdict("short.second-bankruptcy", "game-stopped-by-bankruptcy"),
        "hour": Verdict(table.settings.clause("hour"), "game-stopped-by-hour"),
        "rounds": Verdict("house-rules.optional", "game-stopped-by-rounds"),
    }
    return ends.get(table.ended or "", Verdict("win.last", "game-won"))


def against_nature(table: Position, action: Action) -> Charges:
    """Return the law of dice, cards, dealt deeds and the clock."""
    what = waits_for(table).what
    if isinstance(action, Throw):
        # §move.total: dice are thrown when somebody has taken them.
        yield what != "dice", "move.total", "no-throw-due"
    elif isinstance(action, Draw):
        # §cards.draw: the top card of the deck landed on. §cards.decks: shuffled once, never reshuffled.
        yield what != "card" or table.top.deck != action.deck, "cards.draw", "no-card-due"
        on_top = table.cards_on_top(action.deck)
        known = on_top == set(table.seen(action.deck)[:1])
        yield action.card not in on_top, "cards.draw", "card-not-next" if known else "card-seen"
    elif isinstance(action, Deal):
        # §short1935.deal, §short.deal, §timed.hour: one at a time. §setup.equipment: other deeds are the Bank's.
        clause = table.settings.clause("deeds_dealt")
        dealt = sum(deed.owner is not None for deed in table.deeds.values())
        yield what != "deal", clause, "no-deed-dealt-now"
        yield action.seat != dealt % len(table.players), clause, "dealt-to-another"
        yield table.deeds[action.deed].owner is not None, clause, "deed-not-in-bank"
    else:
        # §short1935.hour, §timed.hour: it strikes once, where an hour was agreed.
        yield not table.settings["hour"], table.settings.clause("hour"), "no-hour"
        yield table.hour, table.settings.clause("hour"), "hour-has-struck"
        # §act.when: from a throw or a draw to the end of what it does nobody acts.
        yield what in NATURE, "act.when", "nature-first"


def against_player(table: Position, seat: int, action: Action) -> Charges:
    """Return the law of each action of a player."""
    match action:
        case Roll():
            yield charge(waits_for(table) != ("throw", seat), comes_first(table, seat))
        case EndTurn():
            yield charge(waits_for(table) != ("end", seat), comes_first(table, seat))
        case Buy() | Decline():
            yield from against_option(table, seat, buys=isinstance(action, Buy))
        case Tax():
            # §tax.income: at once, by whoever has landed there.
            chooses = any(each.seat == seat for each in table.all_of("tax"))
            yield waits_for(table) != ("tax", seat), "tax.income", "tax-later" if chooses else "no-tax"
        case PayTen() | TakeChance():
            # §cards.pay-or-chance: at once, by whoever has drawn the card.
            chooses = any(each.seat == seat for each in table.all_of("choice"))
            reason = "choice-later" if chooses else "no-choice"
            yield waits_for(table) != ("choice", seat), "cards.pay-or-chance", reason
        case PayFine():
            # §jail.fine: before throwing, on the turns that the edition names.
            yield not table.players[seat].jail_turn, "jail.fine", "fine-outside-jail"
            yield waits_for(table) != ("throw", seat), "jail.fine", "fine-not-now"
            yield table.players[seat].jail_turn > table.settings["fine_turns"], "jail.fine", "fine-too-late"
            yield table.cash(seat) < table.settings["jail_fine"], "jail.fine", "fine-too-dear"
        case UseCard():
            # §jail.card: on one's own turn before the throw, the third included.
            yield not table.players[seat].jail_turn, "jail.card", "card-outside-jail"
            yield waits_for(table) != ("throw", seat), "jail.card", "card-not-now"
            yield action.deck not in table.players[seat].jail_cards, "jail.card", "card-not-held"
        case Bid():
            yield from against_bid(table, seat, action.amount)
        case Pass():
            yield from against_pass(table, seat)
        case Want():
            yield from against_want(table, seat, action.count)
        case Build():
            yield from against_build(table, seat, action.deed)
        case Sell():
            yield from against_sell(table, seat, action.deed)
        case SellGroup():
            yield from against_sell_group(table, seat, action.group, action.houses)
        case Mortgage():
            yield from against_mortgage(table, seat, action.deed)
        case Lift():
            yield from against_lift(table, seat, action.deed)
        case Keep():
            # §mortgage.transfer: of the deeds just received.
            yield not is_received(table, seat, action.deed), "mortgage.transfer", "not-received"
        case AskRent():
            # §rent.ask: what has fallen due, in time.
            claims = [(claim.owner, claim.payer, claim.deed) for claim in table.claims]
            due = (seat, action.payer, action.deed) in claims
            # §rent.mortgaged: a mortgaged property brings no rent, but what fell due before stays due.
            deed = table.deeds.get(action.deed)
            idle = deed is not None and deed.owner == seat and deed.mortgaged
            yield not due and idle, "rent.mortgaged", "no-rent-while-mortgaged"
            yield action.payer >= len(table.players), "rent.ask", "no-such-payer"
            # §house-rules.optional: a house rule lets nobody in Jail collect rent.
            held = table.players[seat].jail_turn and not table.settings["jail_rent"]
            yield not due and bool(held), "house-rules.optional", "no-rent-in-jail"
            yield not due, "rent.ask", "no-rent"
        case Pay() | Bankrupt():
            yield from against_settling(table, seat, retires=isinstance(action, Bankrupt))
        case Resign():
            # §short1935.hour: after the hour the move in hand is finished, and nothing else is done.
            yield table.hour, table.settings.clause("hour"), "hour-ends-resigning"
            # §bankrupt.resign: between throws, while nothing else is open.
            yield table.phase in {"deal", "opening"}, "bankrupt.resign", "resign-before-start"
            yield bool(table.interrupts), "bankrupt.resign", "resign-between-throws"
        case Offer():
            yield from against_terms(table, *sides_of(seat, action.to, action.give, action.get))
        case Counter():
            yield from against_counter(table, seat, action.number, action.give, action.get)
        case Accept():
            yield from against_accept(table, seat, action.number)
        case Reject():
            yield from against_reject(table, seat, action.number)
        case Withdraw():
            yield from against_withdraw(table, seat, action.number)
        case Done() | Throw() | Draw() | Deal() | Hour():
            yield True, "act.when", "done-is-no-action"
        case _:
            assert_never(action)


def against_option(table: Position, seat: int, *, buys: bool) -> Charges:
    """Return the law of `buy` and `decline`."""
    options = [each for each in table.all_of("buy") if each.seat == seat]
    # §buy.option: of whoever has landed on an unowned property.
    offered = waits_for(table).what == "buy"
    yield not options, "buy.option", "offered-to-another" if offered else "no-deed-on-offer"
    yield charge(waits_for(table) != ("buy", seat), comes_first(table, seat))
    # §buy.option: at the printed price.
    yield buys and table.cash(seat) < table.spaces[options[0].deed].price, "buy.option", "deed-too-dear"


def against_settling(table: Position, seat: int, *, retires: bool) -> Charges:
    """Return the law of `pay` and `bankrupt`: of the oldest debt, once it fell due."""
    debts = table.debts_of(seat)
    yield not debts, "debt.raise", "owes-nothing"
    yield not debts[0].due, "debt.raise", "debt-not-due"
    if retires:
        # §auction.settle, §mortgage.transfer, §shortage.auction: what is on the block, received or won comes first.
        delay = delay_of_debts(table)
        if delay is not None:
            yield charge(True, delay)
        # §debt.raise: only who cannot pay by selling and mortgaging is bankrupt.
        yield table.can_raise(seat) >= debts[0].amount, "debt.raise", "debt-can-be-raised"
        # §debt.order: not while another debtor still owes this one.
        owed = any(debt.creditor == seat and debt.due for debt in table.debts)
        reason = "is-owed-first" if owed else "older-debt-first"
        yield debt_at_hand(table) is not debts[0], "debt.order", reason
    else:
        yield table.cash(seat) < debts[0].amount, "debt.raise", "debt-too-large"
