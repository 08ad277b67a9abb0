"""The worth of property: rents by the exact landing odds, and a seat's strength with and without a deal.

Income is in thousandths of a dollar for each throw of an opponent, as `Tables.income` has it. A rate is income for each
dollar it costs or raises, times a hundred. Nothing here decides a rule.
"""

from ventnor.kernel.codes import COLOURS, GROUPS, HOTEL, RAILROADS
from ventnor.kernel.layout import State, Tables
from ventnor.kernel.ledger import house_prices, live_seats
from ventnor.kernel.mortgage import interest

THROWS = 20  # throws of each opponent for which income counts
BESIDE = 30  # per cent of its price that a deed is worth more if the seat has another of its colour
PROSPECT = 200  # dollars still to come that will be built with

# Deeds without the cash beside them: their worth in dollars, what they add to the money for building, the income of
# railroads and utilities, complete colour groups as bits. Groups add up, so a deal changes only those it is about.
Holding = tuple[int, int, int, int]


def next_level(t: Tables, houses: int) -> int:
    """Return `houses` after one more building."""
    if houses >= t.houses_per_hotel:
        return HOTEL
    return houses + 1


def deed_income(s: State, t: Tables, space: int) -> int:
    """Return the income of a deed as it stands, as if it were not mortgaged."""
    group = t.group[space]
    held = s.holds[s.owner[space]][group]
    if group >= COLOURS:
        return t.income[space][held - 1]
    if s.houses[space] == 0 and held == t.group_size[group]:
        return 2 * t.income[space][0]
    return t.income[space][s.houses[space]]


def group_rate(s: State, t: Tables, group: int) -> int:
    """Return the best rate of return of building on a complete group from here, by any number of steps."""
    houses = s.houses[t.lots[group][0]]
    for i in range(1, t.group_size[group]):
        here = s.houses[t.lots[group][i]]
        if here < houses:
            houses = here
    return t.set_rate[group][houses]


def developed(t: Tables, group: int, money: int) -> int:
    """Return the income of a complete group when `money`, including the price of its buildings, is built on it."""
    step = t.group_size[group] * t.house_price[t.lots[group][0]]
    level = 0
    left = money
    while level != HOTEL and left >= step:
        left -= step
        level = next_level(t, level)
    income = t.set_income[group][level]
    if level != HOTEL:
        income += (t.set_income[group][next_level(t, level)] - income) * max(0, left) // step
    return income


def group_part(s: State, t: Tables, seat: int, group: int, out: int, into: int) -> Holding:
    """Return a seat's part of one group, without the deeds `out` and with the deeds `into`."""
    count = 0
    price = 0
    loans = 0
    owing = 0
    size = t.group_size[group]
    for i in range(size):
        space = t.lots[group][i]
        bit = 1 << space
        if into & bit or (s.owner[space] == seat and not out & bit):
            count += 1
            price += t.price[space]
            if s.mortgaged[space]:
                owing += t.mortgage[space] + interest(t, space)
            else:
                loans += t.mortgage[space]
    worth = price - owing
    income = 0
    if count == size and group < COLOURS:
        return worth, -owing, 0, 1 << group
    if group >= RAILROADS:
        for i in range(size):
            space = t.lots[group][i]
            bit = 1 << space
            if into & bit or (s.owner[space] == seat and not out & bit):
                income += t.income[space][count - 1]
    elif count > 1:
        worth += price * BESIDE // 100
    return worth, loans // 2, income, 0


def holding(s: State, t: Tables, seat: int, out: int, into: int) -> Holding:
    """Return a seat's holding of all groups, without the deeds `out` and with the deeds `into`."""
    worth = 0
    spare = 0
    income = 0
    sets = 0
    for group in range(GROUPS):
        if s.holds[seat][group] or into & t.deeds[group]:
            part = group_part(s, t, seat, group, out, into)
            worth += part[0]
            spare += part[1]
            income += part[2]
            sets |= part[3]
    return worth, spare, income, sets


def with_group(s: State, t: Tables, seat: int, held: Holding, group: int, out: int, into: int) -> Holding:
    """Return the seat's holding after the deeds `out` of this group leave and the deeds `into` come."""
    now = group_part(s, t, seat, group, 0, 0)
    then = group_part(s, t, seat, group, out, into)
    return (
        held[0] - now[0] + then[0],
        held[1] - now[1] + then[1],
        held[2] - now[2] + then[2],
        held[3] & ~(1 << group) | then[3],
    )


def strength_of(s: State, t: Tables, held: Holding, cash: int) -> int:
    """Return the strength of a holding and this much cash, in dollars. Complete groups count with what can be built."""
    total = cash + held[0]
    budget = cash + held[1] + PROSPECT
    income = held[2]
    sets = held[3]
    if sets:
        for group in range(COLOURS):
            if sets & (1 << group):
                built = 0
                for i in range(t.group_size[group]):
                    space = t.lots[group][i]
                    built += house_prices(s, t, space) * t.house_price[space]
                most = t.group_size[group] * (t.houses_per_hotel + 1) * t.house_price[t.lots[group][0]]
                income += developed(t, group, built + max(0, budget))
                budget -= most - built
                total += built // 2
    total += income * THROWS * (live_seats(s) - 1) // 1000
    return max(1, total)


def strength(s: State, t: Tables, seat: int) -> int:
    """Return the strength of a seat, in dollars.

    Cash; deeds at their price, more for those that stand beside others of their colour; railroads and utilities by what
    they bring; complete groups by what they bring once the money at hand is built on them.
    """
    return strength_of(s, t, holding(s, t, seat, 0, 0), s.cash[seat])
