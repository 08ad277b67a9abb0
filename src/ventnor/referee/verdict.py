"""`why_not`: who may act at all, and the law of everything that is not building or dealing.

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
from ventnor.referee.charge import Charges, first_of
from ventnor.referee.deal import (
    against_accept,
    against_counter,
    against_reject,
    against_terms,
    against_withdraw,
    sides_of,
)
from ventnor.referee.table import Table
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


def why_not(position: Mapping[str, object], seat: Actor, action: Action) -> str | None:
    """The id of the clause that forbids an action in a position, or None if it is lawful.

    `position` is a sound position as a mapping; whether it is sound is asked by whoever reads it.
    """
    return first_of(against(Table(position), seat, action))


def against(table: Table, actor: Actor, action: Action) -> Charges:
    """All that can be said against an action."""
    if table.ended:
        yield True, clause_of_end(table)
    # §act.when: dice, cards and dealt deeds are nature's, the hour is the clock's.
    yield action.actor != (actor if isinstance(actor, str) else "seat"), "act.when"
    if isinstance(actor, int):
        # §act.when: players in the game, whenever the game waits for somebody.
        yield not table.is_in(actor), "act.when"
        yield waits_for(table).what in NATURE, "act.when"
        # §act.when: who has something to answer answers it before any other act.
        duty = duty_of(table, actor)
        yield duty is not None and not answers(table, actor, duty, action), duty or ""
        yield from against_player(table, actor, action)
    else:
        yield from against_nature(table, action)


def clause_of_end(table: Table) -> str:
    """§win.last: nothing follows after the end; the clause by which it came."""
    ends = {"bankruptcies": "short.second-bankruptcy", "rounds": "house-rules.optional"}
    return table.settings.clause("hour") if table.ended == "hour" else ends.get(table.ended or "", "win.last")


def against_nature(table: Table, action: Action) -> Charges:
    """The law of dice, cards, dealt deeds and the clock."""
    what = waits_for(table).what
    if isinstance(action, Throw):
        # §move.total: dice are thrown when somebody has taken them.
        yield what != "dice", "move.total"
    elif isinstance(action, Draw):
        # §cards.draw: the top card of the deck landed on. §cards.decks: shuffled once, never reshuffled.
        yield what != "card" or table.top.deck != action.deck, "cards.draw"
        yield action.card not in table.cards_on_top(action.deck), "cards.draw"
    elif isinstance(action, Deal):
        # §short1935.deal, §short.deal, §timed.hour: one at a time. §setup.equipment: other deeds are the Bank's.
        clause = table.settings.clause("deeds_dealt")
        dealt = sum(deed.owner is not None for deed in table.deeds.values())
        yield what != "deal" or action.seat != dealt % len(table.players), clause
        yield table.deeds[action.space].owner is not None, clause
    else:
        # §short1935.hour, §timed.hour: it strikes once, where an hour was agreed.
        yield not table.settings["hour"] or table.hour, table.settings.clause("hour")
        # §act.when: from a throw or a draw to the end of what it does nobody acts.
        yield what in NATURE, "act.when"


def against_player(table: Table, seat: int, action: Action) -> Charges:
    """The law of each action of a player."""
    match action:
        case Roll():
            yield waits_for(table) != ("throw", seat), comes_first(table, seat)
        case EndTurn():
            yield waits_for(table) != ("end", seat), comes_first(table, seat)
        case Buy() | Decline():
            yield from against_option(table, seat, buys=isinstance(action, Buy))
        case Tax():
            # §tax.income: at once, by whoever has landed there.
            yield waits_for(table) != ("tax", seat), "tax.income"
        case PayTen() | TakeChance():
            # §cards.pay-or-chance: at once, by whoever has drawn the card.
            yield waits_for(table) != ("choice", seat), "cards.pay-or-chance"
        case PayFine():
            # §jail.fine: before throwing, on the turns that the edition names.
            in_time = 0 < table.players[seat].jail_turn <= table.settings["fine_turns"]
            yield waits_for(table) != ("throw", seat) or not in_time, "jail.fine"
            yield table.cash(seat) < table.settings["jail_fine"], "jail.fine"
        case UseCard():
            # §jail.card: on one's own turn before the throw, the third included.
            yield waits_for(table) != ("throw", seat) or not table.players[seat].jail_turn, "jail.card"
            yield action.deck not in table.players[seat].jail_cards, "jail.card"
        case Bid():
            yield from against_bid(table, seat, action.amount)
        case Pass():
            yield from against_pass(table, seat)
        case Want():
            yield from against_want(table, seat, action.count)
        case Build():
            yield from against_build(table, seat, action.space)
        case Sell():
            yield from against_sell(table, seat, action.space)
        case SellGroup():
            yield from against_sell_group(table, seat, action.group)
        case Mortgage():
            yield from against_mortgage(table, seat, action.space)
        case Lift():
            yield from against_lift(table, seat, action.space)
        case Keep():
            # §mortgage.transfer: of the deeds just received.
            yield not is_received(table, seat, action.space), "mortgage.transfer"
        case AskRent():
            # §rent.ask: what has fallen due, in time.
            claims = [(claim.owner, claim.payer, claim.deed) for claim in table.claims]
            due = (seat, action.payer, action.space) in claims
            # §rent.mortgaged: a mortgaged property brings no rent, but what fell due before stays due.
            deed = table.deeds.get(action.space)
            yield not due and deed is not None and deed.owner == seat and deed.mortgaged, "rent.mortgaged"
            yield not due, "rent.ask"
        case Pay() | Bankrupt():
            yield from against_settling(table, seat, retires=isinstance(action, Bankrupt))
        case Resign():
            # §bankrupt.resign: between throws, while nothing else is open.
            yield table.phase in {"deal", "opening"} or bool(table.interrupts), "bankrupt.resign"
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
            yield True, "act.when"
        case _:
            assert_never(action)


def against_option(table: Table, seat: int, *, buys: bool) -> Charges:
    """The law of `buy` and `decline`."""
    options = [each for each in table.all_of("buy") if each.seat == seat]
    # §buy.option: of whoever has landed on an unowned property.
    yield not options, "buy.option"
    yield waits_for(table) != ("buy", seat), comes_first(table, seat)
    # §buy.option: at the printed price.
    yield buys and table.cash(seat) < table.spaces[options[0].deed].price, "buy.option"


def against_settling(table: Table, seat: int, *, retires: bool) -> Charges:
    """The law of `pay` and `bankrupt`: of the oldest debt, once it fell due."""
    debts = table.debts_of(seat)
    yield not debts or not debts[0].due, "debt.raise"
    if retires:
        # §auction.settle, §mortgage.transfer, §shortage.auction: what is on the block, received or won comes first.
        delay = delay_of_debts(table)
        yield delay is not None, delay or ""
        # §debt.raise: only who cannot pay by selling and mortgaging is bankrupt.
        yield table.can_raise(seat) >= debts[0].amount, "debt.raise"
        # §debt.order: not while another debtor still owes this one.
        yield debt_at_hand(table) is not debts[0], "debt.order"
    else:
        yield table.cash(seat) < debts[0].amount, "debt.raise"
