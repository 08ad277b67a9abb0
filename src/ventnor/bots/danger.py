"""Rents ahead of a token: those of others on the spaces that a throw can reach, and on the whole board.

Nothing here decides a rule: the kernel gives the rents.
"""

from ventnor.kernel.codes import RAILROADS, S_LOT, SEATS, SPACES, UTILITIES
from ventnor.kernel.layout import State, Tables
from ventnor.kernel.rent import rent_of_lot

KEPT = 40  # dollars for cards and taxes
TIMES = 1  # times the expected rent
WORST = 25  # per cent of the worst rent


def rent_at(s: State, t: Tables, space: int) -> int:
    """Return the rent of stopping on this owned, unmortgaged property; utilities for a throw of seven."""
    if t.kind[space] == S_LOT:
        return rent_of_lot(s, t, space)
    held = s.holds[s.owner[space]][t.group[space]]
    if t.group[space] == RAILROADS:
        return t.rent[space][held - 1]
    return 7 * t.rent[space][held - 1]


def cash_to_keep(s: State, t: Tables, seat: int) -> int:
    """Return the cash to hold against the rents of others on the next twelve spaces."""
    expected = 0
    worst = 0
    here = s.space[seat]
    for throw in range(2, 13):
        space = here + throw
        if space >= SPACES:
            space -= SPACES
        owner = s.owner[space]
        if owner == seat or owner >= SEATS or s.mortgaged[space]:
            continue
        rent = rent_at(s, t, space)
        ways = throw - 1
        if ways > 6:
            ways = 13 - throw
        expected += ways * rent
        if rent > worst:
            worst = rent
    return KEPT + expected * TIMES // 36 + worst * WORST // 100


def rents_of_others(s: State, t: Tables, seat: int) -> int:
    """Return the mean cost of a throw in rents over the whole board, in thousandths of a dollar."""
    total = 0
    for group in range(UTILITIES + 1):
        if s.holds[seat][group] == t.group_size[group]:
            continue
        for i in range(t.group_size[group]):
            space = t.lots[group][i]
            owner = s.owner[space]
            if owner < SEATS and owner != seat and not s.mortgaged[space]:
                total += t.landing[space] * rent_at(s, t, space) // 1000
    return total
