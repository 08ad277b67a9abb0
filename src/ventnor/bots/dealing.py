"""Deals: what an offer does to both sides and to the rest of the table, and at which price a seat agrees.

A seat's share is the square of its strength divided by the sum of everybody's squares: a rough chance to win. A deal is
good for a seat if its share grows, so the other side's gain counts against it. A seat also asks for its part of what
both gain. Nothing here decides a rule.
"""

from ventnor.bots.strength import Holding, Sites, purse, strength, strength_on
from ventnor.kernel.codes import SPACES
from ventnor.kernel.layout import State, Tables
from ventnor.kernel.ledger import any_building

SCALE = 1_000_000  # of a share
MARGIN = 15  # a share must grow by this many thousandths of itself
FAIR = 120  # per cent of the proposer's gain that the other side asks for
DEAR = 200  # the same in a counter
PLAIN = 106  # per cent of its own strength for which a seller agrees who looks only at itself
NEAR = 12  # dollars to which a price is worked out
NOTHING = 1 << 30  # no price


def square(strong: int) -> int:
    """Return the square of a strength, scaled down."""
    return strong * strong // 64


def everybody(s: State, t: Tables, throws: int) -> int:
    """Return the sum of the squares of all seats in the game."""
    total = 0
    for seat in range(s.players):
        if not s.out[seat]:
            total += square(strength(s, t, seat, throws))
    return total


def share(mine: int, theirs: int, rest: int) -> int:
    """Return the share of the first of two strengths."""
    own = square(mine)
    return own * SCALE // (own + square(theirs) + rest + 1)


def deeds_of(s: State, t: Tables, seat: int, group: int) -> int:
    """Return the seat's deeds of a group, as bits."""
    found = 0
    for i in range(t.group_size[group]):
        if s.owner[t.lots[group][i]] == seat:
            found |= 1 << t.lots[group][i]
    return found


def agrees(mine: int, theirs: int, rest: int, mine_then: int, theirs_then: int, asks: int) -> bool:
    """Return whether a seat agrees to a deal: its share grows, and by `asks` per cent of the growth of the other's.

    The strengths before the deal and after it. Between two seats alone no share grows without loss to the other: there
    a seat agrees if its share does not fall.
    """
    return agrees_from(share(mine, theirs, rest), share(theirs, mine, rest), rest, mine_then, theirs_then, asks)


def agrees_from(before: int, their_before: int, rest: int, mine_then: int, theirs_then: int, asks: int) -> bool:
    """Return the same from the shares before the deal."""
    own = square(mine_then)
    other = square(theirs_then)
    total = own + other + rest + 1
    gain = own * SCALE // total - before
    if rest == 0:
        return gain >= 0
    if gain * 1000 < before * MARGIN:
        return False
    return gain * 100 >= asks * (other * SCALE // total - their_before)


def least_price(
    s: State,
    t: Tables,
    sites: Sites,
    buyer: int,
    seller: int,
    bought: Holding,
    sold: Holding,
    mine: int,
    theirs: int,
    rest: int,
    throws: int,
    asks: int,
) -> int:
    """Return the least cash, to a few dollars, for which the seller agrees to a deal.

    `bought` is what the buyer holds after it, `sold` what the seller holds; `mine` and `theirs` are the strengths of
    buyer and seller before. Negative where the seller would pay; NOTHING if it is more than the buyer has.
    """
    low = -s.cash[seller]
    high = s.cash[buyer]
    if high < low:
        return NOTHING
    has = purse(s, seller)
    had = purse(s, buyer)
    before = share(theirs, mine, rest)
    their_before = share(mine, theirs, rest)
    richer = strength_on(t, sites, sold, has + high, throws)
    poorer = strength_on(t, sites, bought, had - high, throws)
    if not agrees_from(before, their_before, rest, richer, poorer, asks):
        return NOTHING
    while high - low > NEAR:
        middle = (low + high) // 2
        richer = strength_on(t, sites, sold, has + middle, throws)
        poorer = strength_on(t, sites, bought, had - middle, throws)
        if agrees_from(before, their_before, rest, richer, poorer, asks):
            high = middle
        else:
            low = middle
    return high


def plain_price(
    s: State, t: Tables, sites: Sites, buyer: int, seller: int, sold: Holding, theirs: int, throws: int
) -> int:
    """Return the cash for which a seller agrees who looks only at itself; NOTHING if the buyer has less.

    `sold` is what the seller holds after the deal, `theirs` its strength before.
    """
    price = theirs * PLAIN // 100 + 10 - strength_on(t, sites, sold, s.cash[seller], throws)
    # A strength grows by a dollar at least with every dollar of cash, and falls by one at least.
    price = max(price, -s.cash[seller])
    if price > s.cash[buyer]:
        return NOTHING
    if price < 0 and strength_on(t, sites, sold, s.cash[seller] + price, throws) < theirs * PLAIN // 100:
        return 0
    return price


def bank_value(s: State, t: Tables, deeds: int) -> int:
    """Return the price of deeds at the Bank, less what their mortgages take from it."""
    total = 0
    for space in range(SPACES):
        if deeds & (1 << space):
            total += t.price[space]
            if s.mortgaged[space]:
                total -= t.mortgage[space]
    return total


def is_free(s: State, t: Tables, group: int) -> bool:
    """Return whether deeds of a colour group may change hands: it has no buildings."""
    return not any_building(s, t, group)
