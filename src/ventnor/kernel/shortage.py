"""The building call, which shares out the Bank's last houses and hotels.

Implements: §shortage.wait, §shortage.auction, §short1935.hour.
"""

from ventnor.kernel.auction import reserved
from ventnor.kernel.codes import (
    B_HOUSE,
    BANK,
    C_AUCTION_COURSE,
    C_SHORTAGE_AUCTION,
    CALL_PLACING,
    CALL_WISHES,
    CALL_WON,
    E_AUCTION_OPENED,
    E_CALL_CLOSED,
    E_WISHED,
    S_LOT,
    SPACES,
    W_BID,
    W_PLACE,
    W_WANT,
)
from ventnor.kernel.debt import is_debtor
from ventnor.kernel.houses import next_building, refuse_site, room_for, stock
from ventnor.kernel.layout import Action, Sink, State, Tables
from ventnor.kernel.ledger import emit, pop_frame, push_frame
from ventnor.kernel.reasons import (
    LAWFUL,
    R_ANOTHERS_WISH,
    R_NO_CALL,
    R_NO_ROOM,
    R_PLACE_FIRST,
    R_WISH_SAID,
    R_WISH_TOO_LARGE,
)


def is_scarce(s: State, t: Tables, what: int) -> bool:
    """Return whether several seats have room for more than the Bank has (§shortage.auction)."""
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
    """Return the index of the open building call, or -1."""
    for i in range(s.depth):
        if s.frames[i].kind == W_WANT:
            return i
    return -1


def has_won(s: State, seat: int) -> bool:
    """Return whether the seat has won a building at an auction and must place it."""
    call = open_call(s)
    if call < 0:
        return False
    return s.frames[call].stage == CALL_WON and s.frames[call].other == seat


def refuse_want(s: State, t: Tables, a: Action) -> int:
    """Return why a seat may not say how many it wants (`want`)."""
    if s.awaits != W_WANT:
        return R_NO_CALL
    frame = s.frames[s.depth - 1]
    room = room_for(s, t, a.seat, frame.what)
    if s.awaited != a.seat:
        # §shortage.auction: each who has room is asked once, from the asker's left.
        if frame.passed & (1 << a.seat):
            return R_WISH_SAID
        if not room:
            return R_NO_ROOM
        return R_ANOTHERS_WISH
    # §shortage.auction: each says how many he wants, no more than he has room for.
    if a.amount < 0 or a.amount > room:
        return R_WISH_TOO_LARGE
    return LAWFUL


def want(s: State, e: Sink, seat: int, amount: int) -> None:
    """Record a seat's wish in the call."""
    frame = s.frames[s.depth - 1]
    frame.want[seat] = amount
    frame.passed |= 1 << seat
    emit(e, E_WISHED, C_SHORTAGE_AUCTION, seat, BANK, 0, amount, frame.what, 0)


def refuse_pass_place(s: State, a: Action) -> int:
    """Return why a seat may not `pass` while buildings are placed: it may leave only those bought at the price."""
    frame = s.frames[s.depth - 1]
    if s.awaited != a.seat or frame.stage != CALL_PLACING:
        return R_PLACE_FIRST
    return LAWFUL


def pass_place(s: State, e: Sink, seat: int) -> None:
    """Note that the seat takes no more buildings at the price in this call."""
    frame = s.frames[s.depth - 1]
    frame.want[seat] = 0
    emit(e, E_WISHED, C_SHORTAGE_AUCTION, seat, BANK, 0, 0, frame.what, 0)


def close_call(s: State, e: Sink) -> None:
    """Close the call."""
    what = s.frames[s.depth - 1].what
    pop_frame(s)
    emit(e, E_CALL_CLOSED, C_SHORTAGE_AUCTION, BANK, BANK, 0, 0, what, 0)


def can_place(s: State, t: Tables, seat: int, what: int) -> bool:
    """Return whether the seat can pay for one more of this kind and has a place for it."""
    if stock(s, t, what) < 1 or room_for(s, t, seat, what) < 1:
        return False
    free = s.cash[seat] - reserved(s, seat)
    for space in range(SPACES):
        if (
            t.kind[space] == S_LOT
            and s.owner[space] == seat
            and t.house_price[space] <= free
            and refuse_site(s, t, seat, space) == LAWFUL
            and next_building(s, t, space) == what
        ):
            return True
    return False


def trim_wishes(s: State, t: Tables) -> None:
    """Cut each wish to the seat's room, also after lots were mortgaged or dealt away (§shortage.auction)."""
    frame = s.frames[s.depth - 2]
    for seat in range(s.players):
        frame.want[seat] = min(frame.want[seat], room_for(s, t, seat, frame.what))


def continue_call(s: State, t: Tables, e: Sink) -> None:
    """Ask the next seat in the call on top, or take the call's next step."""
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
    players = 0
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
        if frame.want[seat]:
            players += 1
    if wishes == 0:
        close_call(s, e)
    elif players == 1 or wishes <= stock(s, t, what):
        # §shortage.auction: all buy at the listed price if the wishes are within the stock or only one player has any.
        frame.stage = CALL_PLACING
        for i in range(s.players):
            frame.want[i] = min(frame.want[i], stock(s, t, what))
    else:
        # §shortage.auction: otherwise one is auctioned at a time among those in the call.
        asker = frame.seat
        push_frame(s, e, W_BID, asker)
        auction = s.frames[s.depth - 1]
        auction.stage = what
        emit(e, E_AUCTION_OPENED, C_AUCTION_COURSE, BANK, BANK, 0, 0, what, 0)


def take_from_call(s: State, e: Sink, winner: int, amount: int) -> None:
    """End a building auction: its winner places at once; without a bid the call ends."""
    if winner == BANK:
        close_call(s, e)
        return
    frame = s.frames[s.depth - 1]
    frame.stage = CALL_WON
    frame.other = winner
    frame.amount = amount


def promised_houses(s: State) -> int:
    """Return the houses of the stock that a call has already given away."""
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
