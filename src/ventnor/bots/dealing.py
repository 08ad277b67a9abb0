"""Deals: what an offer does to both sides and to the rest of the table, and at which price a seat agrees.

A seat's share is the square of its strength divided by the sum of everybody's squares: a rough chance to win. A deal is
good for a seat if its share grows, so the other side's gain counts against it. A seat also asks for its part of what
both gain. Nothing here decides a rule.
"""

from ventnor.bots.strength import Holding, Sites, purse, strength, strength_on
from ventnor.kernel.layout import State, Tables
from ventnor.kernel.ledger import any_building
from ventnor.kernel.supply import apart

SCALE = 1_000_000  # of a share
MARGIN = 15  # a share must grow by this many thousandths of itself
FAIR = 120  # per cent of the proposer's gain that the other side asks for
DEAR = 200  # the same in a counter
PLAIN = 106  # a seller that looks only at itself agrees for this per cent of its own strength
NEAR = 12  # dollars to which a price is worked out
NOTHING = 1 << 30  # no price


def square(strong: int) -> int:
    """Return the square of a strength, scaled down."""
    return strong * strong // 64


def all_but(s: State, t: Tables, seat: int, other: int, throws: int) -> int:
    """Return the sum of the squares of all seats in the game but these two."""
    total = 0
    for each in range(s.players):
        if each != seat and each != other and not s.out[each]:
            total += square(strength(s, t, each, throws))
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
    before = share(mine, theirs, rest)
    their_before = share(theirs, mine, rest)
    own = square(mine_then)
    other = square(theirs_then)
    total = own + other + rest + 1
    return consents(before, own * SCALE // total - before, other * SCALE // total - their_before, rest, asks)


def consents(before: int, gain: int, their_gain: int, rest: int, asks: int) -> bool:
    """Return whether a seat agrees to a deal by which its share and the other's grow by so much."""
    if rest == 0:
        return gain >= 0
    return gain * 1000 >= before * MARGIN and gain * 100 >= asks * their_gain


def least_kept(mine: int, theirs: int, rest: int) -> int:
    """Return the share at which a seat agrees to a deal that gives it all that both gain."""
    before = share(mine, theirs, rest)
    if rest == 0:
        return before
    return before + (before * MARGIN + 999) // 1000


@apart
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
    kept: int,
) -> int:
    """Return the least cash, to a few dollars, for which the seller agrees to a deal.

    `bought` is what the buyer holds after it, `sold` what the seller holds; `mine` and `theirs` are the strengths of
    buyer and seller before. Negative where the seller would pay; NOTHING if it is more than the buyer has. It may also
    be NOTHING if the price leaves the buyer a share of less than `kept`.
    """
    low = -s.cash[seller]
    high = s.cash[buyer]
    if high < low:
        return NOTHING
    has = purse(s, seller)
    had = purse(s, buyer)
    before = share(theirs, mine, rest)
    their_before = share(mine, theirs, rest)
    middle = high
    while True:
        own = square(strength_on(t, sites, sold, has + middle, throws))
        other = square(strength_on(t, sites, bought, had - middle, throws))
        total = own + other + rest + 1
        left = other * SCALE // total
        if consents(before, own * SCALE // total - before, left - their_before, rest, asks):
            high = middle
        else:
            # The price is higher, and the buyer's share even smaller.
            if middle == high or left < kept:
                return NOTHING
            low = middle
        if high - low <= NEAR:
            return high
        middle = (low + high) // 2


def plain_price(
    s: State, t: Tables, sites: Sites, buyer: int, seller: int, sold: Holding, theirs: int, throws: int
) -> int:
    """Return the cash for which a seller that looks only at itself agrees; NOTHING if the buyer has less.

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
    space = 0
    left = deeds
    while left > 0:
        if left & 1:
            total += t.price[space]
            if s.mortgaged[space]:
                total -= t.mortgage[space]
        left >>= 1
        space += 1
    return total


def is_free(s: State, t: Tables, group: int) -> bool:
    """Return whether deeds of a colour group may change hands: it has no buildings."""
    return not any_building(s, t, group)
