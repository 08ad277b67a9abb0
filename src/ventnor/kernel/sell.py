"""Selling buildings back to the Bank, one at a time or a whole group at once.

Implements: §sell.buildings, §sell.even, §sell.hotels, §short1935.hour.
"""

from ventnor.kernel.auction import holds_bid_for
from ventnor.kernel.codes import (
    B_HOTEL,
    BANK,
    C_SELL_BUILDINGS,
    C_SELL_HOTELS,
    COLOURS,
    E_GROUP_SOLD,
    E_HOTEL_SOLD,
    E_HOUSE_SOLD,
    HOTEL,
    S_LOT,
    SPACES,
)
from ventnor.kernel.debt import bound_by_debts
from ventnor.kernel.layout import Action, Sink, State, Tables
from ventnor.kernel.ledger import emit, house_prices, move_cash, owns_group, touch_all
from ventnor.kernel.reasons import (
    LAWFUL,
    R_HOTEL_NEEDS_HOUSES,
    R_HOUR_ENDS_RAISING,
    R_LEADER_KEEPS_PLACE,
    R_NO_BUILDING,
    R_NO_HOTEL_IN_GROUP,
    R_NOT_OWN_GROUP,
    R_SELL_EVENLY,
    R_SELL_OWN,
    R_SOLD_ONE_BY_ONE,
    R_TOO_MANY_STAY,
)
from ventnor.kernel.shortage import promised_houses


def highest(s: State, t: Tables, group: int) -> int:
    """Return the most house prices on any lot of the group."""
    most = 0
    for i in range(t.group_size[group]):
        most = max(most, house_prices(s, t, t.lots[group][i]))
    return most


def bank_lacks_houses(s: State, t: Tables) -> bool:
    """Return whether the Bank has too few houses for a hotel to step down."""
    return not t.unlimited_buildings and s.houses_left - promised_houses(s) < t.houses_per_hotel


def refuse_sell(s: State, t: Tables, a: Action) -> int:
    """Return why a seat may not `sell` one building of a lot."""
    seat = a.seat
    space = a.space
    # §short1935.hour: after the hour nothing is sold but for a debt that the cash does not cover.
    if s.hour and s.cash[seat] >= bound_by_debts(s, seat):
        return R_HOUR_ENDS_RAISING
    # §sell.buildings: the owner's own buildings, to the Bank.
    if space < 0 or space >= SPACES or t.kind[space] != S_LOT or s.owner[space] != seat:
        return R_SELL_OWN
    if not s.houses[space]:
        return R_NO_BUILDING
    # §sell.even: evenly, in reverse of how they were built (1935: in any order).
    if t.even_selling and house_prices(s, t, space) < highest(s, t, t.group[space]):
        return R_SELL_EVENLY
    # §sell.hotels: stepping down needs the houses that take the hotel's place.
    if s.houses[space] == HOTEL and not t.hotel_sold_whole and bank_lacks_houses(s, t):
        return R_HOTEL_NEEDS_HOUSES
    # §shortage.auction: the seat that holds the bid for a hotel keeps the place for it.
    if holds_bid_for(s, seat, B_HOTEL):
        return R_LEADER_KEEPS_PLACE
    return LAWFUL


def sell(s: State, t: Tables, e: Sink, seat: int, space: int) -> None:
    """Sell a building to the Bank at half price (§sell.buildings)."""
    half = t.house_price[space] // 2
    if s.houses[space] < HOTEL:
        s.houses[space] -= 1
        if not t.unlimited_buildings:
            s.houses_left += 1
        move_cash(s, e, BANK, seat, half)
        emit(e, E_HOUSE_SOLD, C_SELL_BUILDINGS, seat, BANK, space, half, 0, 0)
    else:
        houses = t.houses_per_hotel
        amount = half
        if t.hotel_sold_whole:
            # §1935:sell.hotels: half the price of five houses for a hotel; its lot is bare.
            amount = (t.houses_per_hotel + 1) * t.house_price[space] // 2
            houses = 0
        # §sell.hotels: one step down: the hotel goes back, its houses come, half of one house price is paid.
        s.houses[space] = houses
        if not t.unlimited_buildings:
            s.hotels_left += 1
            s.houses_left -= houses
        move_cash(s, e, BANK, seat, amount)
        emit(e, E_HOTEL_SOLD, C_SELL_HOTELS, seat, BANK, space, amount, houses, 0)
    touch_all(s, e)


def refuse_sell_group(s: State, t: Tables, a: Action) -> int:
    """Return why a seat may not `sell-group`: all hotels of a group at once, down to so many houses."""
    # §short1935.hour: after the hour nothing is sold but for a debt that the cash does not cover.
    if s.hour and s.cash[a.seat] >= bound_by_debts(s, a.seat):
        return R_HOUR_ENDS_RAISING
    # §sell.buildings: the owner's own buildings, to the Bank.
    if a.x < 0 or a.x >= COLOURS or not owns_group(s, t, a.seat, a.x):
        return R_NOT_OWN_GROUP
    # §sell.hotels: all hotels of a group may be sold at once (1935: each is sold whole by itself).
    if not t.sell_group:
        return R_SOLD_ONE_BY_ONE
    hotels = 0
    for i in range(t.group_size[a.x]):
        if s.houses[t.lots[a.x][i]] == HOTEL:
            hotels += 1
    if hotels == 0:
        return R_NO_HOTEL_IN_GROUP
    # §sell.hotels: down to no more houses than the Bank can supply.
    if a.amount < 0 or a.amount > most_to_stay(s, t, a.x):
        return R_TOO_MANY_STAY
    # §shortage.auction: the seat that holds the bid for a hotel keeps the place for it.
    if holds_bid_for(s, a.seat, B_HOTEL):
        return R_LEADER_KEEPS_PLACE
    return LAWFUL


def most_to_stay(s: State, t: Tables, group: int) -> int:
    """Return how many houses can stay on a group when its hotels are sold at once."""
    standing = 0
    places = 0
    for i in range(t.group_size[group]):
        houses = s.houses[t.lots[group][i]]
        if houses == HOTEL:
            places += t.houses_per_hotel
        else:
            places += houses
            standing += houses
    if t.unlimited_buildings:
        return places
    # §sell.hotels: those that stand there, and those of the Bank that a call has not given away.
    return min(places, standing + s.houses_left - promised_houses(s))


def sell_group(s: State, t: Tables, e: Sink, seat: int, group: int, stay: int) -> None:
    """Sell all hotels of the group at once, then houses evenly down to `stay` (§sell.hotels)."""
    first = t.lots[group][0]
    standing = 0
    sold = 0
    for i in range(t.group_size[group]):
        space = t.lots[group][i]
        if s.houses[space] == HOTEL:
            s.houses[space] = t.houses_per_hotel
            sold += 1
            if not t.unlimited_buildings:
                s.hotels_left += 1
                s.houses_left -= t.houses_per_hotel
        standing += s.houses[space]
    while standing > stay:
        # §sell.even: from a lot with the most houses; among equals the first, so that the dearest lot keeps most.
        most = first
        for i in range(t.group_size[group]):
            if s.houses[t.lots[group][i]] > s.houses[most]:
                most = t.lots[group][i]
        s.houses[most] -= 1
        if not t.unlimited_buildings:
            s.houses_left += 1
        standing -= 1
        sold += 1
    amount = sold * t.house_price[first] // 2
    move_cash(s, e, BANK, seat, amount)
    emit(e, E_GROUP_SOLD, C_SELL_HOTELS, seat, BANK, first, amount, group, stay)
    touch_all(s, e)


def clear_group(s: State, t: Tables, group: int) -> int:
    """Take every building of a group back into the stock; return half of their cost."""
    total = 0
    for i in range(t.group_size[group]):
        space = t.lots[group][i]
        total += house_prices(s, t, space) * t.house_price[space] // 2
        if not t.unlimited_buildings:
            if s.houses[space] == HOTEL:
                s.hotels_left += 1
            else:
                s.houses_left += s.houses[space]
        s.houses[space] = 0
    return total
