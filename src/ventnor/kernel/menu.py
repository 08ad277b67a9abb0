"""The menu: a finite list of what a seat may lawfully do now, in a fixed order, likeliest first.

Every entry is put to the law before it is listed. Offers and counters are lawful in numbers beyond listing, so they are
never on the menu; bids are listed at a few round sums, wishes in a building call up to what the Bank has.
"""

from ventnor.kernel.auction import free_to_bid, least_bid
from ventnor.kernel.codes import (
    A_ACCEPT,
    A_ASK_RENT,
    A_BANKRUPT,
    A_BID,
    A_BUILD,
    A_BUY,
    A_COUNTER,
    A_DECLINE,
    A_END_TURN,
    A_KEEP,
    A_LIFT,
    A_MORTGAGE,
    A_OFFER,
    A_PASS,
    A_PAY,
    A_PAY_FINE,
    A_PAY_TEN,
    A_REJECT,
    A_RESIGN,
    A_ROLL,
    A_SELL,
    A_SELL_GROUP,
    A_TAKE_CHANCE,
    A_TAX,
    A_USE_CARD,
    A_WANT,
    A_WITHDRAW,
    COLOURS,
    MENU,
    SPACES,
    TAX_FLAT,
    TAX_PERCENT,
    W_BID,
    W_BUY,
    W_CHOICE,
    W_LAST_RENT,
    W_PLACE,
    W_RECEIVE,
    W_TAX,
    W_THROW,
    W_WANT,
)
from ventnor.kernel.debt import is_debtor
from ventnor.kernel.houses import room_for, stock
from ventnor.kernel.layout import Action, Menu, State, Tables
from ventnor.kernel.ledger import owns_group
from ventnor.kernel.legal import awaits_nature, refuse
from ventnor.kernel.reasons import LAWFUL
from ventnor.kernel.sell import bank_lacks_houses, most_to_stay


def blank_action(a: Action, kind: int, seat: int) -> None:
    """Clear the fields that actions of this kind use, and set its kind and seat."""
    a.kind = kind
    a.seat = seat
    a.space = 0
    a.other = 0
    a.x = 0
    a.y = 0
    a.amount = 0
    a.number = 0
    if kind == A_OFFER or kind == A_COUNTER:
        a.give = 0
        a.get = 0
        a.give_cash = 0
        a.get_cash = 0
        a.give_cards = 0
        a.get_cards = 0
        a.debt = 0


def list_if_lawful(
    s: State, t: Tables, m: Menu, kind: int, seat: int, space: int, other: int, x: int, amount: int, number: int
) -> None:
    """Add an action to the menu if the law allows it."""
    if m.count >= MENU:
        return
    a = m.actions[m.count]
    blank_action(a, kind, seat)
    a.space = space
    a.other = other
    a.x = x
    a.amount = amount
    a.number = number
    if refuse(s, t, a) == LAWFUL:
        m.count += 1


def list_bids(s: State, t: Tables, m: Menu, seat: int) -> None:
    """List the least bid, and round steps above it."""
    least = least_bid(s, t, seat)
    free = free_to_bid(s, seat)
    last = 0
    for step in (0, 4, 9, 24, 49, 99):
        amount = least + step
        if last < amount <= free:
            list_if_lawful(s, t, m, A_BID, seat, 0, 0, 0, amount, 0)
            last = amount


def list_awaited(s: State, t: Tables, m: Menu, seat: int) -> None:
    """List what the game waits for this seat to do."""
    awaits = s.awaits
    if awaits == W_THROW:
        list_if_lawful(s, t, m, A_ROLL, seat, 0, 0, 0, 0, 0)
        list_if_lawful(s, t, m, A_USE_CARD, seat, 0, 0, 0, 0, 0)
        list_if_lawful(s, t, m, A_USE_CARD, seat, 0, 0, 1, 0, 0)
        list_if_lawful(s, t, m, A_PAY_FINE, seat, 0, 0, 0, 0, 0)
    elif awaits == W_BUY:
        list_if_lawful(s, t, m, A_BUY, seat, 0, 0, 0, 0, 0)
        list_if_lawful(s, t, m, A_DECLINE, seat, 0, 0, 0, 0, 0)
    elif awaits == W_TAX:
        list_if_lawful(s, t, m, A_TAX, seat, 0, 0, TAX_FLAT, 0, 0)
        list_if_lawful(s, t, m, A_TAX, seat, 0, 0, TAX_PERCENT, 0, 0)
    elif awaits == W_CHOICE:
        list_if_lawful(s, t, m, A_PAY_TEN, seat, 0, 0, 0, 0, 0)
        list_if_lawful(s, t, m, A_TAKE_CHANCE, seat, 0, 0, 0, 0, 0)
    elif awaits == W_WANT:
        # A seat that is asked likely wants some, and it never gets more than the Bank has.
        what = s.frames[s.depth - 1].what
        most = min(room_for(s, t, seat, what), stock(s, t, what))
        for count in range(most):
            list_if_lawful(s, t, m, A_WANT, seat, 0, 0, 0, count + 1, 0)
        list_if_lawful(s, t, m, A_WANT, seat, 0, 0, 0, 0, 0)
    elif awaits == W_PLACE:
        # A seat that asked for a building likely wants to place it.
        list_deeds(s, t, m, seat, A_BUILD)
        list_if_lawful(s, t, m, A_PASS, seat, 0, 0, 0, 0, 0)
    elif awaits == W_RECEIVE:
        for space in range(SPACES):
            if s.frames[s.depth - 1].mask & (1 << space):
                list_if_lawful(s, t, m, A_KEEP, seat, space, 0, 0, 0, 0)
                list_if_lawful(s, t, m, A_LIFT, seat, space, 0, 0, 0, 0)
    else:
        list_if_lawful(s, t, m, A_END_TURN, seat, 0, 0, 0, 0, 0)


def list_deeds(s: State, t: Tables, m: Menu, seat: int, kind: int) -> None:
    """List one kind of action for each deed of the seat. The law is not asked where it cannot be lawful."""
    owner = s.owner
    for space in range(SPACES):
        if owner[space] == seat and may_concern(s, t, seat, kind, space):
            list_if_lawful(s, t, m, kind, seat, space, 0, 0, 0, 0)


def may_concern(s: State, t: Tables, seat: int, kind: int, space: int) -> bool:
    """Return whether a deed of the seat could be built on, sold from, mortgaged or lifted, by a first look."""
    if kind == A_BUILD:
        # §houses.group: only onto lots of a complete group.
        return owns_group(s, t, seat, t.group[space])
    if kind == A_SELL:
        # §sell.buildings: a building is sold.
        return s.houses[space] != 0
    # §mortgage.take, §mortgage.lift: either it is mortgaged or it is not.
    return (s.mortgaged[space] != 0) == (kind == A_LIFT)


def list_menu(s: State, t: Tables, m: Menu, seat: int) -> None:
    """List all that the seat may do now, except offers and counters."""
    m.count = 0
    if awaits_nature(s) or seat < 0 or seat >= s.players:
        return
    if s.out[seat]:
        return
    if s.awaits == W_BID:
        if s.frames[s.depth - 1].bidder != seat:
            list_bids(s, t, m, seat)
        list_if_lawful(s, t, m, A_PASS, seat, 0, 0, 0, 0, 0)
    elif s.awaited == seat:
        list_awaited(s, t, m, seat)
    list_if_lawful(s, t, m, A_PAY, seat, 0, 0, 0, 0, 0)
    for i in range(s.claim_count):
        claim = s.claims[i]
        if claim.owner == seat:
            list_if_lawful(s, t, m, A_ASK_RENT, seat, claim.space, claim.payer, 0, 0, 0)
    if s.awaits == W_LAST_RENT:
        list_if_lawful(s, t, m, A_PASS, seat, 0, 0, 0, 0, 0)
    if s.offer_count:
        for other in range(s.players):
            number = s.offers[other][seat].number
            if number:
                list_if_lawful(s, t, m, A_ACCEPT, seat, 0, 0, 0, 0, number)
                list_if_lawful(s, t, m, A_REJECT, seat, 0, 0, 0, 0, number)
    if s.awaits != W_PLACE:
        list_deeds(s, t, m, seat, A_BUILD)
    if is_debtor(s, seat):
        list_raising(s, t, m, seat)
        list_deeds(s, t, m, seat, A_LIFT)
    else:
        if s.awaits != W_RECEIVE:
            list_deeds(s, t, m, seat, A_LIFT)
        list_raising(s, t, m, seat)
    if s.offer_count:
        for other in range(s.players):
            number = s.offers[seat][other].number
            if number:
                list_if_lawful(s, t, m, A_WITHDRAW, seat, 0, 0, 0, 0, number)
    list_if_lawful(s, t, m, A_BANKRUPT, seat, 0, 0, 0, 0, 0)
    list_if_lawful(s, t, m, A_RESIGN, seat, 0, 0, 0, 0, 0)


def list_raising(s: State, t: Tables, m: Menu, seat: int) -> None:
    """List the actions that turn property into cash."""
    list_deeds(s, t, m, seat, A_MORTGAGE)
    list_deeds(s, t, m, seat, A_SELL)
    for group in range(COLOURS):
        if owns_group(s, t, seat, group):
            # §sell.hotels: where no hotel can step down by itself, all come down to the houses that there are.
            stay = most_to_stay(s, t, group)
            if stay and bank_lacks_houses(s, t):
                list_if_lawful(s, t, m, A_SELL_GROUP, seat, 0, 0, group, stay, 0)
            list_if_lawful(s, t, m, A_SELL_GROUP, seat, 0, 0, group, 0, 0)
