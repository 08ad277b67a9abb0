"""Exchanges of deeds that a seat may propose: which bundles there are, and what they do to the position.

A bundle is one deed, or all deeds of a group that its owner does not hold whole. It has a number: the space of the
deed, `ALL_OF` plus the group, or NO_BUNDLE. Nothing here decides a rule.
"""

from ventnor.bots.dealing import deeds_of, is_free
from ventnor.bots.strength import Holding, purse, strength_of, with_group
from ventnor.kernel.codes import COLOURS, GROUPS, SPACES
from ventnor.kernel.layout import Row, State, Tables
from ventnor.kernel.mortgage import interest

ALL_OF = SPACES  # plus a group: all deeds of it
NO_BUNDLE = ALL_OF + GROUPS
BUNDLES = 40  # most bundles of a seat that are looked at


def bundle_deeds(s: State, t: Tables, seat: int, bundle: int) -> int:
    """Return the deeds of a seat's bundle, as bits."""
    if bundle >= NO_BUNDLE:
        return 0
    if bundle >= ALL_OF:
        return deeds_of(s, t, seat, bundle - ALL_OF)
    return 1 << bundle


def bundle_group(t: Tables, bundle: int) -> int:
    """Return the group of a bundle, or GROUPS for none."""
    if bundle >= NO_BUNDLE:
        return GROUPS
    if bundle >= ALL_OF:
        return bundle - ALL_OF
    return t.group[bundle]


def list_bundles(s: State, t: Tables, seat: int, found: Row[float], at: int) -> int:
    """Write the seat's bundles from place `at` on; return how many. Complete colour groups stay out."""
    count = 0
    for group in range(GROUPS):
        held = s.holds[seat][group]
        if held == 0 or (group < COLOURS and (held == t.group_size[group] or not is_free(s, t, group))):
            continue
        for i in range(t.group_size[group]):
            space = t.lots[group][i]
            if s.owner[space] == seat and count < BUNDLES:
                found[at + count] = space
                count += 1
        if held > 1 and count < BUNDLES:
            found[at + count] = ALL_OF + group
            count += 1
    return count


def worth_of_bundle(
    s: State,
    t: Tables,
    giver: int,
    taker: int,
    bundle: int,
    had: Holding,
    has: Holding,
    together: int,
    throws: int,
) -> int:
    """Return by how much the strengths of both together grow when a bundle passes, in dollars.

    `had` and `has` are the holdings of giver and taker, `together` is the sum of their strengths.
    """
    group = bundle_group(t, bundle)
    deeds = bundle_deeds(s, t, giver, bundle)
    left = strength_of(s, t, with_group(s, t, giver, had, group, deeds, 0), purse(s, giver), throws)
    then = strength_of(s, t, with_group(s, t, taker, has, group, 0, deeds), purse(s, taker), throws)
    return left + then - together


def pass_over(s: State, t: Tables, giver: int, taker: int, deeds: int) -> None:
    """Pass deeds in a copied position; the taker keeps their mortgages and pays the interest."""
    for space in range(SPACES):
        if deeds & (1 << space):
            s.owner[space] = taker
            s.holds[giver][t.group[space]] -= 1
            s.holds[taker][t.group[space]] += 1
            if s.mortgaged[space]:
                s.cash[taker] -= interest(t, space)


def exchange(s: State, t: Tables, seat: int, other: int, give: int, get: int, cash: int) -> None:
    """Carry out an exchange in a copied position: the seat pays `cash`, or receives it below 0."""
    pass_over(s, t, seat, other, give)
    pass_over(s, t, other, seat, get)
    s.cash[seat] -= cash
    s.cash[other] += cash
