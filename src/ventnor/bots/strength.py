"""The worth of property: rents by the exact landing odds, and a seat's strength with and without a deal.

Income is in thousandths of a dollar for each throw of an opponent, as `Tables.income` has it. A rate is income for each
dollar it costs or raises, times a hundred. Nothing here decides a rule.
"""

from ventnor.kernel.codes import COLOURS, GROUPS, HOTEL, RAILROADS
from ventnor.kernel.debt import owed_to
from ventnor.kernel.layout import Memory, State, Tables
from ventnor.kernel.ledger import house_prices, live_seats
from ventnor.kernel.mortgage import interest
from ventnor.kernel.supply import apart

THROWS = 20  # throws of each opponent for which income counts
BESIDE = 30  # per cent of its price that a deed is worth more if the seat has another of its colour
PROSPECT = 200  # dollars still to come that will be built with
COLOURED = (1 << COLOURS) - 1  # the colour groups, as bits

# Deeds without the cash beside them: their worth in dollars, what they add to the money for building, the income of
# railroads and utilities, complete colour groups as bits. Groups add up, so a deal changes only those it is about.
Holding = tuple[int, int, int, int]

# Of each colour group, in eight bits: what stands on it in prices of houses, times 8, plus the level to which the stock
# lets it be built. It is the same before and after a deal, so it is worked out once.
Sites = int


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


def developed(t: Tables, group: int, money: int, most: int) -> int:
    """Return the income of a complete group when `money` is built on it, up to the level `most`.

    `money` includes the price of the buildings that stand.
    """
    step = t.group_size[group] * t.house_price[t.lots[group][0]]
    level = money // step
    if level >= (t.houses_per_hotel + 1 if most == HOTEL else most):
        return t.set_income[group][most]
    income = t.set_income[group][level]
    return income + (t.set_income[group][next_level(t, level)] - income) * (money - level * step) // step


def site_of(s: State, t: Tables, group: int) -> int:
    """Return the eight bits of one group in `Sites`."""
    size = t.group_size[group]
    lowest = HOTEL
    steps = 0
    for i in range(size):
        space = t.lots[group][i]
        lowest = min(lowest, s.houses[space])
        steps += house_prices(s, t, space)
    level = HOTEL
    if lowest != HOTEL and not t.unlimited_buildings and s.houses_left < size * t.houses_per_hotel:
        level = min(lowest + s.houses_left // size, t.houses_per_hotel)
    return steps * 8 + level


@apart
def sites_of(s: State, t: Tables, groups: int) -> Sites:
    """Return what stands and may be built on the colour groups among these (bits)."""
    sites = 0
    group = 0
    left = groups & COLOURED
    while left:
        if left & 1:
            sites |= site_of(s, t, group) << 8 * group
        left >>= 1
        group += 1
    return sites


@apart
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


@apart
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


@apart
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


@apart
def exchanged(s: State, t: Tables, seat: int, held: Holding, out: int, into: int) -> Holding:
    """Return a seat's holding after the deeds `out` leave and the deeds `into` come."""
    then = held
    group = 0
    left = out | into
    while left and group < GROUPS:
        if left & t.deeds[group]:
            left &= ~t.deeds[group]
            then = with_group(s, t, seat, then, group, out, into)
        group += 1
    return then


def throws_ahead(s: State, t: Tables, memory: Memory) -> int:
    """Return how many throws of all opponents together count: fewer shortly before the end of a timed game."""
    others = live_seats(s) - 1
    throws = THROWS * others
    if memory.throws_left and t.hour and not s.hour:
        throws = min(throws, memory.throws_left * others // (others + 1))
    if t.rounds:
        throws = min(throws, max(0, t.rounds - s.rounds) * others)
    return throws


def purse(s: State, seat: int) -> int:
    """Return the cash of a seat less what it owes, and with what it is owed."""
    cash = s.cash[seat]
    for i in range(s.debt_count):
        if s.debts[i].debtor == seat:
            cash -= s.debts[i].amount
        else:
            cash += owed_to(s, i, seat)
    return cash


@apart
def strength_on(t: Tables, sites: Sites, held: Holding, cash: int, throws: int) -> int:
    """Return the strength of a holding and this much cash, in dollars. Complete groups count with what can be built.

    `sites` includes the complete groups. `throws`: how many throws of opponents count.
    """
    total = cash + held[0]
    income = held[2]
    budget = cash + held[1] + PROSPECT
    group = 0
    sets = held[3]
    while sets:
        if sets & 1:
            site = sites >> 8 * group & 255
            price = t.house_price[t.lots[group][0]]
            built = (site >> 3) * price
            income += developed(t, group, built + max(0, budget), site & 7)
            budget -= t.group_size[group] * (t.houses_per_hotel + 1) * price - built
            total += built // 2
        sets >>= 1
        group += 1
    total += income * throws // 1000
    return max(1, total)


def strength_of(s: State, t: Tables, held: Holding, cash: int, throws: int) -> int:
    """Return the strength of a holding and this much cash, where it is asked for once."""
    return strength_on(t, sites_of(s, t, held[3]), held, cash, throws)


def strength(s: State, t: Tables, seat: int, throws: int) -> int:
    """Return the strength of a seat, in dollars.

    Cash without debts; deeds at their price, more for those that stand beside others of their colour; railroads and
    utilities by what they bring; complete groups by what they bring once the money at hand is built on them.
    """
    return strength_of(s, t, holding(s, t, seat, 0, 0), purse(s, seat), throws)
