"""What property is good for: rents by the exact landing odds, and what a seat amounts to with and without a deal.

Income is in thousandths of a dollar for each throw of an opponent, as `Tables.income` has it. A rate is income for each
dollar it costs or raises, times a hundred. Decides no rule.
"""

from ventnor.kernel.codes import COLOURS, GROUPS, HOTEL, RAILROADS
from ventnor.kernel.layout import State, Tables
from ventnor.kernel.ledger import house_prices, live_seats
from ventnor.kernel.mortgage import interest

THROWS = 20  # throws of each opponent for which income counts
BESIDE = 30  # per cent of their price that deeds are worth more where another of their colour is held
PROSPECT = 200  # dollars still to come that will be built with


def next_level(t: Tables, houses: int) -> int:
    """What `houses` becomes with one building more."""
    if houses >= t.houses_per_hotel:
        return HOTEL
    return houses + 1


def deed_income(s: State, t: Tables, space: int) -> int:
    """What a deed brings its owner as it stands, were it not mortgaged."""
    group = t.group[space]
    held = s.holds[s.owner[space]][group]
    if group >= COLOURS:
        return t.income[space][held - 1]
    if s.houses[space] == 0 and held == t.group_size[group]:
        return 2 * t.income[space][0]
    return t.income[space][s.houses[space]]


def group_rate(s: State, t: Tables, group: int) -> int:
    """The best that building on a complete group can return from where it stands, by however many steps."""
    houses = s.houses[t.lots[group][0]]
    for i in range(1, t.group_size[group]):
        here = s.houses[t.lots[group][i]]
        if here < houses:
            houses = here
    return t.set_rate[group][houses]


def developed(t: Tables, group: int, money: int) -> int:
    """The income of a complete group when `money`, the price of what stands on it included, is built on it."""
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


def strength(s: State, t: Tables, seat: int, extra: int, out: int, into: int) -> int:
    """What a seat amounts to, in dollars, with `extra` cash, without the deeds `out` and with the deeds `into`.

    Cash; deeds at their price, more for those that stand beside others of their colour; railroads and utilities by what
    they bring; complete groups by what they bring once the money at hand is built on them.
    """
    total = s.cash[seat] + extra
    budget = total + PROSPECT
    income = 0
    sets = 0
    for group in range(GROUPS):
        held = s.holds[seat][group]
        if held == 0 and not into & t.deeds[group]:
            continue
        size = t.group_size[group]
        count = 0
        price = 0
        loans = 0
        owing = 0
        rent = 0
        for i in range(size):
            space = t.lots[group][i]
            bit = 1 << space
            if into & bit or (s.owner[space] == seat and not out & bit):
                count += 1
                price += t.price[space]
                rent += t.income[space][max(0, held - 1)]
                if s.mortgaged[space]:
                    owing += t.mortgage[space] + interest(t, space)
                else:
                    loans += t.mortgage[space]
        if count == 0:
            continue
        total += price - owing
        if group >= RAILROADS:
            budget += loans // 2
            if count != held:
                rent = 0
                for i in range(size):
                    space = t.lots[group][i]
                    if into & (1 << space) or (s.owner[space] == seat and not out & (1 << space)):
                        rent += t.income[space][count - 1]
            income += rent
        elif count == size:
            budget -= owing
            sets |= 1 << group
        else:
            budget += loans // 2
            if count > 1:
                total += price * BESIDE // 100
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
