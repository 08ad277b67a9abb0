"""Houses and hotels: building, selling, and the call that shares out the last ones.

Implements: §houses.group, §houses.any-time, §houses.even, §houses.mortgaged, §hotels.exchange, §shortage.wait,
§shortage.auction, §sell.buildings, §sell.even, §sell.hotels, §short.three-houses.
"""

from ventnor.kernel.auction import holds_bid_for, reserved
from ventnor.kernel.codes import (
    B_HOTEL,
    B_HOUSE,
    BANK,
    C_AUCTION_COURSE,
    C_AUCTION_SETTLE,
    C_CAPACITY,
    C_DEBT_RAISE,
    C_HOTELS_EXCHANGE,
    C_HOUSES_ANY_TIME,
    C_HOUSES_EVEN,
    C_HOUSES_GROUP,
    C_HOUSES_MORTGAGED,
    C_NONE,
    C_SELL_BUILDINGS,
    C_SELL_EVEN,
    C_SELL_HOTELS,
    C_SHORTAGE_AUCTION,
    C_SHORTAGE_WAIT,
    CALL_PLACING,
    CALL_WISHES,
    CALL_WON,
    COLOURS,
    E_AUCTION_OPENED,
    E_CALL_CLOSED,
    E_CALL_OPENED,
    E_GROUP_SOLD,
    E_HOTEL_BUILT,
    E_HOTEL_SOLD,
    E_HOUSE_BUILT,
    E_HOUSE_SOLD,
    E_WISHED,
    FRAMES,
    HOTEL,
    S_LOT,
    SPACES,
    W_BID,
    W_PLACE,
    W_WANT,
)
from ventnor.kernel.debt import is_debtor
from ventnor.kernel.layout import Action, Sink, State, Tables
from ventnor.kernel.ledger import (
    any_mortgaged,
    emit,
    house_prices,
    move_cash,
    owns_group,
    pop_frame,
    push_frame,
    slip_frame,
    touch_all,
)


def lowest(s: State, t: Tables, group: int) -> int:
    """The fewest house prices on a lot of the group."""
    least = t.houses_per_hotel + 1
    for i in range(t.group_size[group]):
        least = min(least, house_prices(s, t, t.lots[group][i]))
    return least


def highest(s: State, t: Tables, group: int) -> int:
    """The most house prices on a lot of the group."""
    most = 0
    for i in range(t.group_size[group]):
        most = max(most, house_prices(s, t, t.lots[group][i]))
    return most


def next_building(s: State, t: Tables, space: int) -> int:
    """What the lot would take next."""
    if s.houses[space] >= t.houses_per_hotel:
        return B_HOTEL
    return B_HOUSE


def refuse_site(s: State, t: Tables, seat: int, space: int) -> int:
    """Whether the lot may take its next building, whatever the Bank has and whatever it costs."""
    # §houses.group: only onto lots of a complete colour group that the player owns.
    if space < 0 or space >= SPACES or t.kind[space] != S_LOT or not owns_group(s, t, seat, t.group[space]):
        return C_HOUSES_GROUP
    group = t.group[space]
    # §houses.mortgaged: not while any lot of the group is mortgaged (1935: not on the mortgaged lot itself).
    if s.mortgaged[space] or (not t.build_beside_mortgage and any_mortgaged(s, t, group)):
        return C_HOUSES_MORTGAGED
    # §hotels.exchange: one hotel a lot, nothing beyond it.
    if s.houses[space] == HOTEL:
        return C_HOTELS_EXCHANGE
    if t.even_building and house_prices(s, t, space) > lowest(s, t, group):
        # §hotels.exchange: four houses on every lot of the group first (§short.three-houses: three). §houses.even: a
        # lot with the fewest.
        if next_building(s, t, space) == B_HOTEL:
            return t.hotel_clause
        return C_HOUSES_EVEN
    return C_NONE


def stock(s: State, t: Tables, what: int) -> int:
    """How many of a kind of building the Bank has to sell."""
    if t.unlimited_buildings:
        return 1000
    if what == B_HOTEL:
        return s.hotels_left
    return s.houses_left


def room_for(s: State, t: Tables, seat: int, what: int) -> int:
    """How many of a kind of building the seat has room for, whatever its cash. §shortage.auction."""
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
            elif refuse_site(s, t, seat, space) == C_NONE and next_building(s, t, space) == B_HOTEL:
                room += 1
    return room


def is_scarce(s: State, t: Tables, what: int) -> bool:
    """§shortage.auction: two or more have room for it, and the Bank has fewer than that room together."""
    if t.unlimited_buildings:
        return False
    players = 0
    room = 0
    for seat in range(s.players):
        if not s.out[seat]:
            wanted = room_for(s, t, seat, what)
            room += wanted
            if wanted:
                players += 1
    return players >= 2 and stock(s, t, what) < room


def open_call(s: State) -> int:
    """Index of the building call that is open, or -1."""
    for i in range(s.depth):
        if s.frames[i].kind == W_WANT:
            return i
    return -1


def has_won(s: State, seat: int) -> bool:
    """Whether the seat has won a building at an auction and must place it."""
    call = open_call(s)
    if call < 0:
        return False
    return s.frames[call].stage == CALL_WON and s.frames[call].other == seat


def refuse_build(s: State, t: Tables, a: Action) -> int:
    """Law of `build`: a purchase, the opening of a call, or the placing of what a call brought."""
    seat = a.seat
    space = a.space
    # §short1935.hour: after the hour no building, but what was won before it is placed.
    if s.hour and not has_won(s, seat):
        return t.hour_clause
    # §debt.raise: a debtor does not build.
    if is_debtor(s, seat):
        return C_DEBT_RAISE
    clause = refuse_site(s, t, seat, space)
    if clause != C_NONE:
        return clause
    what = next_building(s, t, space)
    price = t.house_price[space]
    call = open_call(s)
    if call >= 0:
        # §shortage.auction: while a call is open nobody builds outside it.
        if s.awaits != W_PLACE or s.awaited != seat or s.frames[call].what != what:
            return C_SHORTAGE_AUCTION
        if s.frames[call].stage == CALL_WON:
            return C_NONE
    # §shortage.wait: none left in the Bank: builders wait.
    if stock(s, t, what) < 1:
        return C_SHORTAGE_WAIT
    # §houses.any-time: as many as the owner can pay for.
    if s.cash[seat] < price:
        return C_HOUSES_ANY_TIME
    if s.cash[seat] - reserved(s, seat) < price:
        return C_AUCTION_SETTLE
    if s.depth + 3 > FRAMES:
        return C_CAPACITY
    return C_NONE


def build(s: State, t: Tables, e: Sink, seat: int, space: int) -> None:
    """Buy a building, or open a call for it where it is scarce, or place one that a call brought."""
    what = next_building(s, t, space)
    call = open_call(s)
    if call >= 0:
        frame = s.frames[call]
        frame.want[seat] -= 1
        if frame.stage == CALL_WON:
            # §shortage.auction: the winner has paid the bid instead of the price; after each, the wishes are asked
            # again.
            frame.stage = CALL_WISHES
            frame.passed = 0
            for i in range(s.players):
                frame.want[i] = 0
            put_building(s, t, e, seat, space, 0, C_SHORTAGE_AUCTION)
        else:
            buy_building(s, t, e, seat, space)
    elif is_scarce(s, t, what):
        # §shortage.auction: asking for a scarce one opens a call.
        s.frames[slip_frame(s, W_WANT, seat)].what = what
        emit(e, E_CALL_OPENED, C_SHORTAGE_AUCTION, seat, BANK, space, 0, what, 0)
    else:
        buy_building(s, t, e, seat, space)


def buy_building(s: State, t: Tables, e: Sink, seat: int, space: int) -> None:
    """§houses.group: a building at the price on the deed. §hotels.exchange, §short.three-houses: a hotel alike."""
    clause = C_HOUSES_GROUP
    if next_building(s, t, space) == B_HOTEL:
        clause = t.hotel_clause
    move_cash(s, e, seat, BANK, t.house_price[space])
    put_building(s, t, e, seat, space, t.house_price[space], clause)


def put_building(s: State, t: Tables, e: Sink, seat: int, space: int, price: int, clause: int) -> None:
    """A house, or a hotel in exchange for the lot's houses, is put up."""
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


# --- the building call ------------------------------------------------------------------------------------------------


def refuse_want(s: State, t: Tables, a: Action) -> int:
    """Law of `want`."""
    if s.awaits != W_WANT or s.awaited != a.seat:
        return C_SHORTAGE_AUCTION
    # §shortage.auction: each says how many he wants, no more than he has room for.
    if a.amount < 0 or a.amount > room_for(s, t, a.seat, s.frames[s.depth - 1].what):
        return C_SHORTAGE_AUCTION
    return C_NONE


def want(s: State, e: Sink, seat: int, amount: int) -> None:
    """A wish in the call."""
    frame = s.frames[s.depth - 1]
    frame.want[seat] = amount
    frame.passed |= 1 << seat
    emit(e, E_WISHED, C_SHORTAGE_AUCTION, seat, BANK, 0, amount, frame.what, 0)


def refuse_pass_place(s: State, a: Action) -> int:
    """Law of `pass` while placing: what was won is placed, what is bought at the price may be left."""
    frame = s.frames[s.depth - 1]
    if s.awaited != a.seat or frame.stage != CALL_PLACING:
        return C_SHORTAGE_AUCTION
    return C_NONE


def pass_place(s: State, e: Sink, seat: int) -> None:
    """The seat takes no more of what the call offers at the price."""
    frame = s.frames[s.depth - 1]
    frame.want[seat] = 0
    emit(e, E_WISHED, C_SHORTAGE_AUCTION, seat, BANK, 0, 0, frame.what, 0)


def close_call(s: State, e: Sink) -> None:
    """The call is over."""
    what = s.frames[s.depth - 1].what
    pop_frame(s)
    emit(e, E_CALL_CLOSED, C_SHORTAGE_AUCTION, BANK, BANK, 0, 0, what, 0)


def can_place(s: State, t: Tables, seat: int, what: int) -> bool:
    """Whether the seat can pay for and put up one more of this kind somewhere."""
    if stock(s, t, what) < 1 or room_for(s, t, seat, what) < 1:
        return False
    free = s.cash[seat] - reserved(s, seat)
    for space in range(SPACES):
        if (
            t.kind[space] == S_LOT
            and s.owner[space] == seat
            and t.house_price[space] <= free
            and refuse_site(s, t, seat, space) == C_NONE
            and next_building(s, t, space) == what
        ):
            return True
    return False


def trim_wishes(s: State, t: Tables) -> None:
    """§shortage.auction: who bids for a building has room for it, also after lots were mortgaged or dealt away."""
    frame = s.frames[s.depth - 2]
    for seat in range(s.players):
        frame.want[seat] = min(frame.want[seat], room_for(s, t, seat, frame.what))


def continue_call(s: State, t: Tables, e: Sink) -> None:
    """Ask whoever is asked next in the call on top, or take its next step."""
    frame = s.frames[s.depth - 1]
    what = frame.what
    if frame.stage == CALL_WON:
        s.awaits = W_PLACE
        s.awaited = frame.other
        return
    # §short1935.hour: after the hour no building. §shortage.wait: with none left, nobody is asked again.
    if s.hour or stock(s, t, what) < 1:
        close_call(s, e)
        return
    wishes = 0
    seat = frame.seat
    # §shortage.auction: from the asker's left; the asker comes last.
    for _ in range(s.players):
        seat += 1
        if seat >= s.players:
            seat = 0
        room = 0
        if not s.out[seat] and not is_debtor(s, seat):
            room = room_for(s, t, seat, what)
        frame.want[seat] = min(frame.want[seat], room)
        if frame.stage == CALL_WISHES and room and not frame.passed & (1 << seat):
            s.awaits = W_WANT
            s.awaited = seat
            return
        if frame.stage == CALL_PLACING and frame.want[seat]:
            if can_place(s, t, seat, what):
                s.awaits = W_PLACE
                s.awaited = seat
                return
            frame.want[seat] = 0
        wishes += frame.want[seat]
    if wishes == 0:
        close_call(s, e)
    elif wishes <= stock(s, t, what):
        # §shortage.auction: wishes within the stock: all buy at the listed price.
        frame.stage = CALL_PLACING
    else:
        # §shortage.auction: otherwise one is auctioned at a time among those in the call.
        asker = frame.seat
        push_frame(s, W_BID, asker)
        auction = s.frames[s.depth - 1]
        auction.stage = what
        emit(e, E_AUCTION_OPENED, C_AUCTION_COURSE, BANK, BANK, 0, 0, what, 0)


def take_from_call(s: State, e: Sink, winner: int) -> None:
    """A building auction is over: its winner places at once; no bid ends the call."""
    if winner == BANK:
        close_call(s, e)
        return
    frame = s.frames[s.depth - 1]
    frame.stage = CALL_WON
    frame.other = winner


# --- selling --------------------------------------------------------------------------------------------------------


def promised_houses(s: State) -> int:
    """Houses of the stock that a call has already given away."""
    total = 0
    for i in range(s.depth):
        frame = s.frames[i]
        if (frame.kind == W_BID and frame.stage == B_HOUSE) or (
            frame.kind == W_WANT and frame.what == B_HOUSE and frame.stage == CALL_WON
        ):
            total += 1
        elif frame.kind == W_WANT and frame.what == B_HOUSE and frame.stage == CALL_PLACING:
            for seat in range(s.players):
                total += frame.want[seat]
    return total


def refuse_sell(s: State, t: Tables, a: Action) -> int:
    """Law of `sell`: one building of a lot."""
    seat = a.seat
    space = a.space
    # §short1935.hour: after the hour nothing is sold but for a debt.
    if s.hour and not is_debtor(s, seat):
        return t.hour_clause
    # §sell.buildings: the owner's own buildings, to the Bank.
    if space < 0 or space >= SPACES or t.kind[space] != S_LOT or s.owner[space] != seat or not s.houses[space]:
        return C_SELL_BUILDINGS
    # §sell.even: evenly, in reverse of how they were built (1935: in any order).
    if t.even_selling and house_prices(s, t, space) < highest(s, t, t.group[space]):
        return C_SELL_EVEN
    # §sell.hotels: stepping down needs the houses that take the hotel's place.
    steps_down = s.houses[space] == HOTEL and not t.hotel_sold_whole and not t.unlimited_buildings
    if steps_down and s.houses_left - promised_houses(s) < t.houses_per_hotel:
        return C_SELL_HOTELS
    # §shortage.auction: who holds the bid for a hotel keeps the place for it.
    if holds_bid_for(s, seat, B_HOTEL):
        return C_SHORTAGE_AUCTION
    return C_NONE


def sell(s: State, t: Tables, e: Sink, seat: int, space: int) -> None:
    """§sell.buildings: the Bank buys a building back at half price."""
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
    """Law of `sell-group`: every building of a group that has a hotel."""
    # §short1935.hour: after the hour nothing is sold but for a debt.
    if s.hour and not is_debtor(s, a.seat):
        return t.hour_clause
    # §sell.buildings: the owner's own buildings, to the Bank.
    if a.x < 0 or a.x >= COLOURS or not owns_group(s, t, a.seat, a.x):
        return C_SELL_BUILDINGS
    # §sell.hotels: all hotels of a group may be sold at once (1935: each is sold whole by itself).
    if not t.sell_group:
        return C_SELL_HOTELS
    hotels = 0
    for i in range(t.group_size[a.x]):
        if s.houses[t.lots[a.x][i]] == HOTEL:
            hotels += 1
    if hotels == 0:
        return C_SELL_HOTELS
    # §shortage.auction: who holds the bid for a hotel keeps the place for it.
    if holds_bid_for(s, a.seat, B_HOTEL):
        return C_SHORTAGE_AUCTION
    return C_NONE


def sell_group(s: State, t: Tables, e: Sink, seat: int, group: int) -> None:
    """§sell.hotels: at once: every building of the group goes back at half price and the group is bare."""
    total = clear_group(s, t, group)
    move_cash(s, e, BANK, seat, total)
    emit(e, E_GROUP_SOLD, C_SELL_HOTELS, seat, BANK, t.lots[group][0], total, group, 0)
    touch_all(s, e)


def clear_group(s: State, t: Tables, group: int) -> int:
    """Take every building of a group back into the stock; returns half of what they cost."""
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
