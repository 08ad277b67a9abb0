"""Deals: what an offer does to both sides and to the rest of the table, and which offer to make.

A seat's share is the square of its strength divided by the sum of everybody's squares: a rough chance to win. A deal is
good for a seat if its share grows, so the other side's gain counts against it. Shares depend on the position alone: a
deal and its reverse cancel, so they cannot both be good. Nothing here decides a rule.
"""

from ventnor.bots.tycoon_2026.strength import Holding, strength, strength_of
from ventnor.kernel.layout import State, Tables
from ventnor.kernel.ledger import any_building

SCALE = 1_000_000  # of a share
MARGIN = 1015  # a share must grow by this much of a thousand
PLAIN = 106  # per cent of its own strength for which a seller agrees who looks only at itself
NEAR = 12  # dollars to which a price is worked out
NOTHING = 1 << 30  # no price


def square(strong: int) -> int:
    """Return the square of a strength, scaled down."""
    return strong * strong // 64


def everybody(s: State, t: Tables) -> int:
    """Return the sum of the squares of all seats in the game."""
    total = 0
    for seat in range(s.players):
        if not s.out[seat]:
            total += square(strength(s, t, seat))
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


def grows(before: int, after: int) -> bool:
    """Return whether a share has grown by enough for a deal."""
    return after * 1000 >= before * MARGIN


def least_price(
    s: State, t: Tables, buyer: int, seller: int, bought: Holding, sold: Holding, rest: int, wanted: int
) -> int:
    """Return the least cash, to a few dollars, for which the seller's own valuation agrees to a deal.

    `bought` is what the buyer holds after it, `sold` what the seller holds, `wanted` the seller's share before it.
    Negative where the seller would pay; NOTHING if it is more than the buyer has.
    """
    low = -s.cash[seller]
    high = s.cash[buyer]
    if high < low or not seller_agrees(s, t, buyer, seller, bought, sold, rest, wanted, high):
        return NOTHING
    while high - low > NEAR:
        middle = (low + high) // 2
        if seller_agrees(s, t, buyer, seller, bought, sold, rest, wanted, middle):
            high = middle
        else:
            low = middle
    return high


def seller_agrees(
    s: State, t: Tables, buyer: int, seller: int, bought: Holding, sold: Holding, rest: int, wanted: int, cash: int
) -> bool:
    """Return whether the seller's share grows when it gets this much cash with the deal."""
    theirs = strength_of(s, t, sold, s.cash[seller] + cash)
    mine = strength_of(s, t, bought, s.cash[buyer] - cash)
    return grows(wanted, share(theirs, mine, rest))


def plain_price(s: State, t: Tables, buyer: int, seller: int, sold: Holding, theirs: int) -> int:
    """Return the cash for which a seller agrees who looks only at itself; NOTHING if the buyer has less.

    `sold` is what the seller holds after the deal, `theirs` its strength before.
    """
    price = theirs * PLAIN // 100 + 10 - strength_of(s, t, sold, s.cash[seller])
    # A strength grows by a dollar at least with every dollar of cash, and falls by one at least.
    price = max(price, -s.cash[seller])
    if price > s.cash[buyer]:
        return NOTHING
    if price < 0 and strength_of(s, t, sold, s.cash[seller] + price) < theirs * PLAIN // 100:
        return 0
    return price


def is_free(s: State, t: Tables, group: int) -> bool:
    """Return whether deeds of a colour group may change hands: it has no buildings."""
    return not any_building(s, t, group)
