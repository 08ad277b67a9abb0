"""Auctions: open outcry for a deed, a building or, in one edition, a jail card.

Implements: §auction.bidders, §auction.opening, §auction.settle, §auction.course, §buy.decline. A building auction
belongs to a building call (`houses`), an estate's to `finish`.
"""

from ventnor.kernel.codes import (
    B_CARD,
    B_DEED,
    B_HOTEL,
    B_HOUSE,
    BANK,
    C_AUCTION_COURSE,
    C_AUCTION_OPENING,
    C_AUCTION_SETTLE,
    C_BANKRUPT_EACH_PLAYER,
    C_DEBT_RAISE,
    C_NONE,
    C_SHORTAGE_AUCTION,
    E_AUCTION_FAILED,
    E_AUCTION_OPENED,
    E_AUCTION_WON,
    E_BID,
    E_PASSED,
    W_BID,
)
from ventnor.kernel.debt import is_debtor
from ventnor.kernel.layout import Action, Sink, State, Tables
from ventnor.kernel.ledger import emit, move_cash, pass_deed, pop_frame, push_frame, touch_all


def open_deed_auction(s: State, e: Sink, seat: int, space: int, payee: int) -> None:
    """§buy.decline: the deed goes on the block; bidding starts to the left of `seat`."""
    push_frame(s, W_BID, seat)
    frame = s.frames[s.depth - 1]
    frame.stage = B_DEED
    frame.space = space
    frame.other = payee
    emit(e, E_AUCTION_OPENED, C_AUCTION_COURSE, BANK, BANK, space, 0, B_DEED, 0)


def reserved(s: State, seat: int) -> int:
    """§auction.settle: what the seat has bid and may not fall below."""
    total = 0
    for i in range(s.depth):
        frame = s.frames[i]
        if frame.kind == W_BID and frame.bidder == seat:
            total += frame.amount
    return total


def holds_bid_for(s: State, seat: int, what: int) -> bool:
    """Whether the seat has the standing bid for a house (`B_HOUSE`) or a hotel (`B_HOTEL`)."""
    for i in range(s.depth):
        frame = s.frames[i]
        if frame.kind == W_BID and frame.bidder == seat and frame.stage == what:
            return True
    return False


def holds_building_bid(s: State, seat: int) -> bool:
    """Whether the seat has the standing bid for a building: its lots stay as they are until the auction closes."""
    return holds_bid_for(s, seat, B_HOUSE) or holds_bid_for(s, seat, B_HOTEL)


def may_bid(s: State, index: int, seat: int) -> bool:
    """Whether the seat takes part in the auction at this place of the stack."""
    # §auction.bidders: any player in the game, the one who declined included.
    if s.out[seat]:
        return False
    # §debt.raise: a debtor does not bid.
    if is_debtor(s, seat):
        return False
    frame = s.frames[index]
    if frame.stage == B_DEED or frame.stage == B_CARD:
        return True
    # §shortage.auction: a building is auctioned among those in the call who want one.
    return s.frames[index - 1].want[seat] > 0


def next_bidder(s: State) -> int:
    """Who is asked next, to the left of whoever acted last; BANK when all others have passed."""
    frame = s.frames[s.depth - 1]
    seat = frame.seat
    for _ in range(s.players):
        seat += 1
        if seat >= s.players:
            seat = 0
        if seat != frame.bidder and not frame.passed & (1 << seat) and may_bid(s, s.depth - 1, seat):
            return seat
    return BANK


def least_bid(s: State, t: Tables) -> int:
    """The least bid that the auction on top takes now."""
    frame = s.frames[s.depth - 1]
    if frame.bidder != BANK:
        # §auction.course: at least $1 more than the standing bid.
        return frame.amount + 1
    if frame.stage == B_DEED and t.auction_floor:
        return max(1, (t.price[frame.space] * t.auction_floor + 99) // 100)
    # §auction.opening: bidding may start at any price, in whole dollars.
    return 1


def refuse_bid(s: State, t: Tables, a: Action) -> int:
    """Law of `bid`."""
    if s.awaits != W_BID:
        return C_AUCTION_COURSE
    clause = refuse_bidder(s, a.seat)
    if clause != C_NONE:
        return clause
    # §auction.course: any player may bid at least $1 more than the standing bid, be it his own.
    frame = s.frames[s.depth - 1]
    if a.amount < least_bid(s, t):
        if frame.bidder == BANK:
            return C_AUCTION_OPENING
        return C_AUCTION_COURSE
    # §auction.settle: no bid above the cash then held; a new bid takes the place of the bidder's own.
    free = s.cash[a.seat] - reserved(s, a.seat)
    if frame.bidder == a.seat:
        free += frame.amount
    if a.amount > free:
        return C_AUCTION_SETTLE
    return C_NONE


def refuse_bidder(s: State, seat: int) -> int:
    """Whether the seat takes part in the auction on top, and by which clause not."""
    # §debt.raise: a debtor does not bid.
    if is_debtor(s, seat):
        return C_DEBT_RAISE
    # §shortage.auction: a building is auctioned among those in the call who want one.
    if not may_bid(s, s.depth - 1, seat):
        return C_SHORTAGE_AUCTION
    return C_NONE


def bid(s: State, e: Sink, seat: int, amount: int) -> None:
    """§auction.course: a new standing bid; all others may answer it."""
    frame = s.frames[s.depth - 1]
    frame.bidder = seat
    frame.amount = amount
    frame.seat = seat
    frame.passed = 0
    emit(e, E_BID, C_AUCTION_COURSE, seat, BANK, frame.space, amount, 0, 0)


def refuse_pass_bid(s: State, a: Action) -> int:
    """Law of `pass` in an auction."""
    clause = refuse_bidder(s, a.seat)
    if clause != C_NONE:
        return clause
    frame = s.frames[s.depth - 1]
    # §auction.course: the last bid binds, and one pass for each bid is enough.
    if frame.bidder == a.seat or frame.passed & (1 << a.seat):
        return C_AUCTION_COURSE
    return C_NONE


def pass_bid(s: State, e: Sink, seat: int) -> None:
    """§auction.course: a pass does not bar a later, higher bid."""
    frame = s.frames[s.depth - 1]
    frame.passed |= 1 << seat
    frame.seat = seat
    emit(e, E_PASSED, C_AUCTION_COURSE, seat, BANK, frame.space, 0, 0, 0)


def close_auction(s: State, t: Tables, e: Sink) -> int:
    """All others have passed: the highest bidder pays and gets what is on the block. Returns the winner, or BANK."""
    frame = s.frames[s.depth - 1]
    winner = frame.bidder
    stage = frame.stage
    space = frame.space
    deck = frame.what
    amount = frame.amount
    payee = frame.other
    pop_frame(s)
    if winner == BANK:
        # §auction.settle: nobody bids: the deed stays with the Bank, for whoever lands there next.
        emit(e, E_AUCTION_FAILED, C_AUCTION_SETTLE, BANK, BANK, space, 0, stage, deck)
        return BANK
    # §auction.settle: the highest bidder pays in cash and gets the deed; the last bid binds.
    move_cash(s, e, winner, payee, amount)
    clause = C_AUCTION_SETTLE
    if payee != BANK:
        # §bankrupt.each-player: what the estate brings is shared by its creditors.
        clause = C_BANKRUPT_EACH_PLAYER
    emit(e, E_AUCTION_WON, clause, winner, payee, space, amount, stage, deck)
    if stage == B_DEED:
        pass_deed(s, t, e, space, winner)
    elif stage == B_CARD:
        s.jail_card[deck] = winner
    touch_all(s, e)
    return winner
