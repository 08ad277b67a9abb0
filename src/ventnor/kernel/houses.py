"""Houses and hotels: where the next one may stand, and how it is put up.

Implements: §houses.group, §houses.even, §houses.mortgaged, §hotels.exchange, §short.three-houses.
"""

from ventnor.kernel.codes import (
    B_HOTEL,
    B_HOUSE,
    BANK,
    C_HOUSES_GROUP,
    COLOURS,
    E_HOTEL_BUILT,
    E_HOUSE_BUILT,
    HOTEL,
    S_LOT,
    SPACES,
)
from ventnor.kernel.layout import Sink, State, Tables
from ventnor.kernel.ledger import any_mortgaged, emit, house_prices, move_cash, owns_group, touch_all
from ventnor.kernel.reasons import (
    LAWFUL,
    R_BUILD_EVENLY,
    R_BUILD_ON_OWN,
    R_GROUP_INCOMPLETE,
    R_GROUP_MORTGAGED,
    R_HOTEL_ALREADY,
    R_HOUSES_BEFORE_HOTEL,
    R_LIFT_BEFORE_HOTEL,
    R_LIFT_TO_BUILD,
    R_LOT_MORTGAGED,
    R_ONLY_LOTS,
)


def lowest(s: State, t: Tables, group: int) -> int:
    """Return the fewest house prices on any lot of the group."""
    least = t.houses_per_hotel + 1
    for i in range(t.group_size[group]):
        least = min(least, house_prices(s, t, t.lots[group][i]))
    return least


def next_building(s: State, t: Tables, space: int) -> int:
    """Return which building the lot would take next."""
    if s.houses[space] >= t.houses_per_hotel:
        return B_HOTEL
    return B_HOUSE


def refuse_site(s: State, t: Tables, seat: int, space: int) -> int:
    """Return why the lot may not take its next building, whatever the Bank has and whatever it costs."""
    # §houses.group: only onto lots of a complete colour group that the player owns.
    if space < 0 or space >= SPACES or t.kind[space] != S_LOT:
        return R_ONLY_LOTS
    if s.owner[space] != seat:
        return R_BUILD_ON_OWN
    group = t.group[space]
    if not owns_group(s, t, seat, group):
        return R_GROUP_INCOMPLETE
    # §houses.mortgaged: not while any lot of the group is mortgaged (1935: not on the mortgaged lot itself).
    if s.mortgaged[space]:
        return R_LOT_MORTGAGED
    if not t.build_beside_mortgage and any_mortgaged(s, t, group):
        return R_GROUP_MORTGAGED
    # §hotels.exchange, §short.three-houses: one hotel a lot, nothing beyond it.
    if s.houses[space] == HOTEL:
        return R_HOTEL_ALREADY
    if t.even_building and house_prices(s, t, space) > lowest(s, t, group):
        return refuse_uneven(s, t, space)
    return LAWFUL


def refuse_uneven(s: State, t: Tables, space: int) -> int:
    """Return why a lot must wait: another lot of its group has fewer buildings."""
    group = t.group[space]
    # §houses.even: a mortgaged lot counts as none (1935), and takes no building before its mortgage is lifted.
    lift = any_mortgaged(s, t, group) and not any_bare_and_free(s, t, group)
    # §hotels.exchange: four houses on every lot of the group first (§short.three-houses: three).
    if next_building(s, t, space) == B_HOTEL:
        return R_LIFT_BEFORE_HOTEL if lift else R_HOUSES_BEFORE_HOTEL
    # §houses.even: a lot with the fewest.
    return R_LIFT_TO_BUILD if lift else R_BUILD_EVENLY


def any_bare_and_free(s: State, t: Tables, group: int) -> bool:
    """Return whether a lot of the group has no building and no mortgage."""
    for i in range(t.group_size[group]):
        space = t.lots[group][i]
        if not s.houses[space] and not s.mortgaged[space]:
            return True
    return False


def stock(s: State, t: Tables, what: int) -> int:
    """Return how many of a kind of building the Bank has to sell."""
    if t.unlimited_buildings:
        return 1000
    if what == B_HOTEL:
        return s.hotels_left
    return s.houses_left


def room_for(s: State, t: Tables, seat: int, what: int) -> int:
    """Return how many of a kind of building the seat has room for, whatever its cash (§shortage.auction)."""
    room = 0
    for group in range(COLOURS):
        if not owns_group(s, t, seat, group):
            continue
        mortgaged = any_mortgaged(s, t, group)
        if mortgaged and not t.build_beside_mortgage:
            continue
        limit = t.houses_per_hotel
        if mortgaged and t.even_building:
            # §houses.even: a mortgaged lot counts as none, so the others take one house each.
            limit = 1
        for i in range(t.group_size[group]):
            space = t.lots[group][i]
            if s.mortgaged[space] or s.houses[space] == HOTEL:
                continue
            if what == B_HOUSE:
                room += max(0, limit - s.houses[space])
            elif refuse_site(s, t, seat, space) == LAWFUL and next_building(s, t, space) == B_HOTEL:
                room += 1
    return room


def least_refund(s: State, t: Tables, seat: int, what: int) -> int:
    """Return half the listed price, rounded up, of the cheapest lot on which the seat can put such a building."""
    least = 0
    for space in range(SPACES):
        if s.owner[space] != seat or t.kind[space] != S_LOT:
            continue
        if refuse_site(s, t, seat, space) == LAWFUL and next_building(s, t, space) == what:
            refund = (t.house_price[space] + 1) // 2
            if least == 0 or refund < least:
                least = refund
    return least


def buy_building(s: State, t: Tables, e: Sink, seat: int, space: int) -> None:
    """Buy a building at the deed's price. Implements: §houses.group, §hotels.exchange, §short.three-houses."""
    clause = C_HOUSES_GROUP
    if next_building(s, t, space) == B_HOTEL:
        clause = t.hotel_clause
    move_cash(s, e, seat, BANK, t.house_price[space])
    put_building(s, t, e, seat, space, t.house_price[space], clause)


def put_building(s: State, t: Tables, e: Sink, seat: int, space: int, price: int, clause: int) -> None:
    """Put up a house, or a hotel in exchange for the lot's houses."""
    if next_building(s, t, space) == B_HOTEL:
        # §hotels.exchange: the lot's houses return to the Bank.
        s.houses[space] = HOTEL
        if not t.unlimited_buildings:
            s.hotels_left -= 1
            s.houses_left += t.houses_per_hotel
        emit(e, E_HOTEL_BUILT, clause, seat, BANK, space, price, 0, 0)
    else:
        s.houses[space] += 1
        if not t.unlimited_buildings:
            s.houses_left -= 1
        emit(e, E_HOUSE_BUILT, clause, seat, BANK, space, price, 0, 0)
    touch_all(s, e)
