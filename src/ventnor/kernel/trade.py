"""Deals between players: offers, counters, acceptance, and payment in kind.

Implements: §trade.property, §trade.buildings-first, §trade.no-loans, §trade.mix, §trade.any-time, §trade.no-promises,
§trade.shape, §trade.offers, §debt.in-kind, §cards.jail-free, §mortgage.transfer.
"""

from ventnor.kernel.auction import holds_building_bid, reserved
from ventnor.kernel.codes import (
    C_CARDS_JAIL_FREE,
    C_DEBT_IN_KIND,
    C_TRADE_ANY_TIME,
    C_TRADE_OFFERS,
    C_TRADE_PROPERTY,
    C_TRADE_SHAPE,
    COLOURS,
    E_CASH_PASSED,
    E_COUNTERED,
    E_DEAL_MADE,
    E_DEED_PASSED,
    E_JAIL_CARD_PASSED,
    E_OFFER_LAPSED,
    E_OFFERED,
    E_PAID_IN_KIND,
    E_REJECTED,
    E_WITHDRAWN,
    EACH,
    FRAMES,
    NO_GROUP,
    SEATS,
    SPACES,
    W_RECEIVE,
)
from ventnor.kernel.debt import claimed, first_debt, liquid, owed, owed_to, settle_share
from ventnor.kernel.layout import Action, Offer, Sink, State, Tables
from ventnor.kernel.ledger import any_building, emit, move_cash, pass_deed, push_frame, touch
from ventnor.kernel.mortgage import interest_due
from ventnor.kernel.reasons import (
    LAWFUL,
    R_CASH_BOTH_WAYS,
    R_CASH_SHORT,
    R_DEAL_LEAVES_TOO_LITTLE,
    R_DEAL_SPENDS_BID,
    R_DEAL_WITH_ONESELF,
    R_DEBT_IS_LESS,
    R_DEBT_OUT_OF_REACH,
    R_DEBT_TO_ANOTHER,
    R_GIFT_OR_LOAN,
    R_GIVE_OWN,
    R_HOUR_ENDS_DEALS,
    R_IN_KIND_FOR_DEED,
    R_IN_KIND_NOT_DUE,
    R_INTEREST_TOO_DEAR,
    R_JAIL_CARD_NOT_HELD,
    R_LEADER_KEEPS_PLACE,
    R_NO_DEBT_IN_KIND,
    R_NO_PROPERTY_IN_DEAL,
    R_NO_SUCH_OFFER,
    R_NO_SUCH_PARTNER,
    R_OFFER_OF_ANOTHER,
    R_OFFER_TO_ANOTHER,
    R_PARTNER_RETIRED,
    R_SELL_BEFORE_DEAL,
    R_TOO_MUCH_OPEN,
)


def refuse_deeds(s: State, t: Tables, giver: int, deeds: int) -> int:
    """Return why the giver may not pass on these deeds."""
    if deeds == 0:
        return LAWFUL
    if deeds < 0 or deeds >= 1 << SPACES:
        return R_GIVE_OWN
    for space in range(SPACES):
        if not deeds & (1 << space):
            continue
        # §trade.property: lots, railroads and utilities of one's own.
        if t.group[space] == NO_GROUP or s.owner[space] != giver:
            return R_GIVE_OWN
        # §trade.buildings-first: not while any lot of the group has a building.
        if any_building(s, t, t.group[space]):
            return R_SELL_BEFORE_DEAL
        # §shortage.auction: the seat that holds the bid for a building keeps the place for it.
        if t.group[space] < COLOURS and holds_building_bid(s, giver):
            return R_LEADER_KEEPS_PLACE
    return LAWFUL


def refuse_jail_cards(s: State, giver: int, cards: int) -> int:
    """Return why the giver may not pass on these jail cards. §cards.jail-free: only its holder may sell a card."""
    if cards < 0 or cards > 3:
        return R_JAIL_CARD_NOT_HELD
    for deck in range(2):
        if cards & (1 << deck) and s.jail_card[deck] != giver:
            return R_JAIL_CARD_NOT_HELD
    return LAWFUL


def loan_value(s: State, t: Tables, deeds: int) -> int:
    """Return the cash that mortgages of these deeds could still raise."""
    total = 0
    space = 0
    left = deeds
    while left > 0:
        if left & 1 and not s.mortgaged[space]:
            total += t.mortgage[space]
        left >>= 1
        space += 1
    return total


def refuse_party(s: State, t: Tables, seat: int, partner: int, out: int, into: int, cash: int, settles: int) -> int:
    """Return why a deal would leave a party with too little: `cash` is what it receives, less what it pays."""
    due = interest_due(s, t, into)
    # §mortgage.transfer: refused if it would leave a receiver without the cash for the 10%.
    if s.cash[seat] + cash < due:
        return R_INTEREST_TOO_DEAR
    # §auction.settle: the highest bidder may not fall below the bid.
    if s.cash[seat] + cash - reserved(s, seat) < due:
        return R_DEAL_SPENDS_BID
    # §debt.raise: what a debtor can raise afterwards must reach the debts, or be no less than before.
    burden = owed(s, seat, partner)
    shared = settles and s.debts[first_debt(s, seat)].creditor == EACH
    # §debt.in-kind: what a sole creditor takes is his own affair; of several, one may not take what the others are due.
    if burden > settles and (shared or not settles):
        burden -= settles
        before = liquid(s, t, seat) - settles
        left = liquid(s, t, seat) + cash + loan_value(s, t, into) - loan_value(s, t, out) - due
        if left < min(burden, before):
            # §rent.ask: nobody is told of a rent that its owner has not asked for.
            if claimed(s, seat, partner):
                return R_DEAL_LEAVES_TOO_LITTLE
            return R_DEBT_OUT_OF_REACH
    return LAWFUL


def refuse_in_kind(s: State, debtor: int, creditor: int, deeds: int, debt: int) -> int:
    """Return why a deal may not settle a debt. §debt.in-kind: the debt at hand to that player, paid in property."""
    index = first_debt(s, debtor)
    if index < 0:
        return R_NO_DEBT_IN_KIND
    if deeds == 0:
        return R_IN_KIND_FOR_DEED
    if not s.debts[index].due:
        return R_IN_KIND_NOT_DUE
    if owed_to(s, index, creditor) == 0:
        return R_DEBT_TO_ANOTHER
    if owed_to(s, index, creditor) < debt:
        return R_DEBT_IS_LESS
    return LAWFUL


def refuse_terms(
    s: State,
    t: Tables,
    seat: int,
    other: int,
    give: int,
    get: int,
    give_cash: int,
    get_cash: int,
    give_cards: int,
    get_cards: int,
    debt: int,
) -> int:
    """Return why a deal's contents are refused; the same when it is offered and when it is accepted."""
    # §short1935.hour: after the hour no deal.
    if s.hour:
        return R_HOUR_ENDS_DEALS
    # §trade.shape: two parties, both in the game.
    if other < 0 or other >= s.players:
        return R_NO_SUCH_PARTNER
    if other == seat:
        return R_DEAL_WITH_ONESELF
    if s.out[other]:
        return R_PARTNER_RETIRED
    # §trade.shape: cash in one direction at most.
    if give_cash < 0 or get_cash < 0 or (give_cash > 0 and get_cash > 0):
        return R_CASH_BOTH_WAYS
    given = give != 0 or give_cards != 0
    gotten = get != 0 or get_cards != 0
    # §trade.no-loans: a deed may go for nothing, cash may not: that would be a gift or a loan. A debtor's pays a debt.
    if (give_cash > 0 and not gotten and debt <= 0) or (get_cash > 0 and not given and debt >= 0):
        return R_GIFT_OR_LOAN
    # §trade.shape: at least one deed or jail card changes hands.
    if not given and not gotten:
        return R_NO_PROPERTY_IN_DEAL
    reason = refuse_deeds(s, t, seat, give)
    if reason == LAWFUL:
        reason = refuse_deeds(s, t, other, get)
    if reason == LAWFUL:
        reason = refuse_jail_cards(s, seat, give_cards)
    if reason == LAWFUL:
        reason = refuse_jail_cards(s, other, get_cards)
    if reason != LAWFUL:
        return reason
    # §trade.offers: a party that cannot pay its cash cannot deal.
    if s.cash[seat] < give_cash or s.cash[other] < get_cash:
        return R_CASH_SHORT
    if debt > 0:
        reason = refuse_in_kind(s, seat, other, give, debt)
    elif debt < 0:
        # §debt.in-kind: the creditor, too, may propose it.
        reason = refuse_in_kind(s, other, seat, get, -debt)
    settles = max(debt, 0)
    if reason == LAWFUL:
        reason = refuse_party(s, t, seat, other, give, get, get_cash - give_cash, settles)
    settles = max(-debt, 0)
    if reason == LAWFUL:
        reason = refuse_party(s, t, other, seat, get, give, give_cash - get_cash, settles)
    return reason


def refuse_offer(s: State, t: Tables, a: Action) -> int:
    """Return why a seat may not `offer`."""
    return refuse_terms(
        s, t, a.seat, a.other, a.give, a.get, a.give_cash, a.get_cash, a.give_cards, a.get_cards, a.debt
    )


def mortgaged_among(s: State, deeds: int) -> int:
    """Return the mortgaged ones among these deeds."""
    found = 0
    for space in range(SPACES):
        if deeds & (1 << space) and s.mortgaged[space]:
            found |= 1 << space
    return found


def clear_offer(s: State, seat: int, other: int) -> None:
    """Remove the offer between these two."""
    slot = s.offers[seat][other]
    slot.number = 0
    slot.give = 0
    slot.get = 0
    slot.give_cash = 0
    slot.get_cash = 0
    slot.give_cards = 0
    slot.get_cards = 0
    slot.debt = 0
    slot.mortgaged = 0
    s.offer_count -= 1


def write_offer(s: State, a: Action, other: int) -> int:
    """Put an offer on the table, in place of an older one between the same two; returns its number."""
    seat = a.seat
    if s.offers[seat][other].number:
        clear_offer(s, seat, other)
    slot = s.offers[seat][other]
    s.offer_number += 1
    s.offer_count += 1
    slot.number = s.offer_number
    slot.give = a.give
    slot.get = a.get
    slot.give_cash = a.give_cash
    slot.get_cash = a.get_cash
    slot.give_cards = a.give_cards
    slot.get_cards = a.get_cards
    slot.debt = a.debt
    slot.mortgaged = mortgaged_among(s, a.give | a.get)
    return s.offer_number


def offer(s: State, e: Sink, a: Action) -> None:
    """Make an offer (§trade.any-time)."""
    number = write_offer(s, a, a.other)
    emit(e, E_OFFERED, C_TRADE_ANY_TIME, a.seat, a.other, 0, number, 0, 0)
    touch(e, a.other)


def find_offer(s: State, number: int) -> int:
    """Return proposer times SEATS plus receiver of the offer with this number, or -1."""
    if number > 0:
        for seat in range(s.players):
            for other in range(s.players):
                if s.offers[seat][other].number == number:
                    return seat * SEATS + other
    return -1


def refuse_answer(found: int, seat: int) -> int:
    """Return why a seat may not answer an offer: it must stand, and be made to that seat. `found`: see `find_offer`."""
    if found < 0:
        return R_NO_SUCH_OFFER
    if found % SEATS != seat:
        return R_OFFER_TO_ANOTHER
    return LAWFUL


def refuse_counter(s: State, t: Tables, a: Action) -> int:
    """Return why a seat may not `counter`."""
    found = find_offer(s, a.number)
    reason = refuse_answer(found, a.seat)
    if reason != LAWFUL:
        return reason
    return refuse_terms(
        s, t, a.seat, found // SEATS, a.give, a.get, a.give_cash, a.get_cash, a.give_cards, a.get_cards, a.debt
    )


def counter(s: State, e: Sink, a: Action) -> None:
    """Replace an offer by a counter the other way round; the first lapses (§trade.offers)."""
    proposer = find_offer(s, a.number) // SEATS
    clear_offer(s, proposer, a.seat)
    number = write_offer(s, a, proposer)
    emit(e, E_COUNTERED, C_TRADE_OFFERS, a.seat, proposer, 0, number, a.number, 0)
    touch(e, proposer)


def refuse_accept(s: State, t: Tables, a: Action) -> int:
    """Return why a seat may not `accept`."""
    found = find_offer(s, a.number)
    reason = refuse_answer(found, a.seat)
    if reason != LAWFUL:
        return reason
    if s.depth + 2 > FRAMES:
        return R_TOO_MUCH_OPEN
    proposer = found // SEATS
    o = s.offers[proposer][a.seat]
    return refuse_terms(
        s,
        t,
        proposer,
        a.seat,
        o.give,
        o.get,
        o.give_cash,
        o.get_cash,
        o.give_cards,
        o.get_cards,
        o.debt,
    )


def pass_deeds(s: State, t: Tables, e: Sink, giver: int, receiver: int, deeds: int) -> None:
    """Pass the deeds of a deal."""
    for space in range(SPACES):
        if deeds & (1 << space):
            pass_deed(s, t, e, space, receiver)
            emit(e, E_DEED_PASSED, C_TRADE_PROPERTY, giver, receiver, space, 0, 0, 0)


def pass_jail_cards(s: State, e: Sink, giver: int, receiver: int, cards: int, clause: int) -> None:
    """Pass jail cards, in a deal or by a bankruptcy."""
    for deck in range(2):
        if cards & (1 << deck):
            s.jail_card[deck] = receiver
            emit(e, E_JAIL_CARD_PASSED, clause, giver, receiver, 0, 0, deck, 0)
            touch(e, receiver)


def pass_money(s: State, e: Sink, giver: int, receiver: int, amount: int) -> None:
    """Pass the cash of a deal."""
    if amount:
        move_cash(s, e, giver, receiver, amount)
        emit(e, E_CASH_PASSED, C_TRADE_PROPERTY, giver, receiver, 0, amount, 0, 0)


def await_receipt(s: State, e: Sink, receiver: int, deeds: int) -> None:
    """Wait until the receiver keeps or lifts the mortgaged deeds (§mortgage.transfer)."""
    mortgaged = mortgaged_among(s, deeds)
    if mortgaged:
        push_frame(s, e, W_RECEIVE, receiver)
        s.frames[s.depth - 1].mask = mortgaged


def accept(s: State, t: Tables, e: Sink, a: Action) -> None:
    """Carry out the deal, whole and at once (§trade.shape)."""
    proposer = find_offer(s, a.number) // SEATS
    seat = a.seat
    o = s.offers[proposer][seat]
    give = o.give
    get = o.get
    give_cash = o.give_cash
    get_cash = o.get_cash
    give_cards = o.give_cards
    get_cards = o.get_cards
    debt = o.debt
    clear_offer(s, proposer, seat)
    emit(e, E_DEAL_MADE, C_TRADE_SHAPE, proposer, seat, 0, a.number, 0, 0)
    pass_deeds(s, t, e, proposer, seat, give)
    pass_deeds(s, t, e, seat, proposer, get)
    pass_money(s, e, proposer, seat, give_cash)
    pass_money(s, e, seat, proposer, get_cash)
    pass_jail_cards(s, e, proposer, seat, give_cards, C_CARDS_JAIL_FREE)
    pass_jail_cards(s, e, seat, proposer, get_cards, C_CARDS_JAIL_FREE)
    # §debt.in-kind: the offer names how much of the debt it settles; the rest stays due.
    if debt > 0:
        settle_share(s, first_debt(s, proposer), seat, debt)
        emit(e, E_PAID_IN_KIND, C_DEBT_IN_KIND, proposer, seat, 0, debt, 0, 0)
    elif debt < 0:
        settle_share(s, first_debt(s, seat), proposer, -debt)
        emit(e, E_PAID_IN_KIND, C_DEBT_IN_KIND, seat, proposer, 0, -debt, 0, 0)
    await_receipt(s, e, proposer, get)
    await_receipt(s, e, seat, give)


def refuse_reject(s: State, a: Action) -> int:
    """Return why a seat may not `reject`."""
    return refuse_answer(find_offer(s, a.number), a.seat)


def reject(s: State, e: Sink, seat: int, number: int) -> None:
    """Reject an offer, which lapses (§trade.offers)."""
    proposer = find_offer(s, number) // SEATS
    clear_offer(s, proposer, seat)
    emit(e, E_REJECTED, C_TRADE_OFFERS, seat, proposer, 0, number, 0, 0)
    touch(e, proposer)


def refuse_withdraw(s: State, a: Action) -> int:
    """Return why a seat may not `withdraw`: only the seat that made it may."""
    found = find_offer(s, a.number)
    if found < 0:
        return R_NO_SUCH_OFFER
    if found // SEATS != a.seat:
        return R_OFFER_OF_ANOTHER
    return LAWFUL


def withdraw(s: State, e: Sink, seat: int, number: int) -> None:
    """Withdraw an offer, which lapses (§trade.offers)."""
    other = find_offer(s, number) % SEATS
    clear_offer(s, seat, other)
    emit(e, E_WITHDRAWN, C_TRADE_OFFERS, seat, other, 0, number, 0, 0)


def is_void(s: State, t: Tables, seat: int, other: int, o: Offer) -> bool:
    """Return whether something named in the offer has changed."""
    # §trade.offers: changed hands, its group built on, mortgaged or lifted; a party that cannot pay, or is bankrupt.
    if s.out[seat] or s.out[other] or s.cash[seat] < o.give_cash or s.cash[other] < o.get_cash:
        return True
    for space in range(SPACES):
        bit = 1 << space
        if (o.give | o.get) & bit:
            owner = other
            if o.give & bit:
                owner = seat
            if s.owner[space] != owner or any_building(s, t, t.group[space]):
                return True
            if (o.mortgaged & bit != 0) != (s.mortgaged[space] != 0):
                return True
    for deck in range(2):
        if o.give_cards & (1 << deck) and s.jail_card[deck] != seat:
            return True
        if o.get_cards & (1 << deck) and s.jail_card[deck] != other:
            return True
    if o.debt > 0:
        return not is_owed_now(s, seat, other, o.debt)
    if o.debt < 0:
        return not is_owed_now(s, other, seat, -o.debt)
    return False


def is_owed_now(s: State, debtor: int, creditor: int, amount: int) -> bool:
    """Return whether the debtor's oldest debt is owed to this creditor and is at least this much."""
    index = first_debt(s, debtor)
    if index < 0:
        return False
    return owed_to(s, index, creditor) >= amount


def let_offers_lapse(s: State, t: Tables, e: Sink) -> None:
    """Remove the offers that can no longer be carried out. Called after every action."""
    for seat in range(s.players):
        for other in range(s.players):
            o = s.offers[seat][other]
            if o.number and is_void(s, t, seat, other, o):
                number = o.number
                clear_offer(s, seat, other)
                emit(e, E_OFFER_LAPSED, C_TRADE_OFFERS, seat, other, 0, number, 0, 0)
                touch(e, seat)


def void_all_offers(s: State, e: Sink) -> None:
    """Void all offers, at the hour and at the end of the game (§short1935.hour, §trade.offers)."""
    for seat in range(s.players):
        for other in range(s.players):
            number = s.offers[seat][other].number
            if number:
                clear_offer(s, seat, other)
                emit(e, E_OFFER_LAPSED, C_TRADE_OFFERS, seat, other, 0, number, 0, 0)
