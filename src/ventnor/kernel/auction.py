"""Auctions: open outcry for a deed, a building or, in one edition, a jail card.

Implements: §auction.bidders, §auction.opening, §auction.settle, §auction.course, §buy.decline. A building auction
belongs to a building call (`shortage`), an estate's to `bankrupt`.
"""

from ventnor.kernel.codes import (
    B_CARD,
    B_DEED,
    B_HOTEL,
    B_HOUSE,
    BANK,
    C_AUCTION_COURSE,
    C_AUCTION_SETTLE,
    C_BANKRUPT_EACH_PLAYER,
    E_AUCTION_FAILED,
    E_AUCTION_OPENED,
    E_AUCTION_WON,
    E_BID,
    E_PASSED,
    W_BID,
)
from ventnor.kernel.debt import bound_by_debts, is_debtor
from ventnor.kernel.houses import least_refund
from ventnor.kernel.layout import Action, Sink, State, Tables
from ventnor.kernel.ledger import emit, move_cash, pass_deed, pop_frame, push_frame, touch_all
from ventnor.kernel.reasons import (
    LAWFUL,
    R_BID_BELOW_REFUND,
    R_BID_TOO_HIGH,
    R_BID_TOO_LOW,
    R_DEBT_BEFORE_BID,
    R_NO_AUCTION,
    R_NOT_IN_AUCTION,
    R_OPENING_BID_TOO_LOW,
    R_OWN_BID,
    R_OWN_DEBT_FIRST,
    R_PASSED_ALREADY,
)


def open_deed_auction(s: State, e: Sink, seat: int, space: int, payee: int) -> None:
    """Put the deed up for auction; bidding starts to the left of `seat` (§buy.decline)."""
    push_frame(s, e, W_BID, seat)
    frame = s.frames[s.depth - 1]
    frame.stage = B_DEED
    frame.space = space
    frame.other = payee
    emit(e, E_AUCTION_OPENED, C_AUCTION_COURSE, BANK, BANK, space, 0, B_DEED, 0)


def reserved(s: State, seat: int) -> int:
    """Return what the seat has bid: its cash may not fall below that (§auction.settle)."""
    total = 0
    for i in range(s.depth):
        frame = s.frames[i]
        if frame.kind == W_BID and frame.bidder == seat:
            total += frame.amount
    return total


def holds_bid_for(s: State, seat: int, what: int) -> bool:
    """Return whether the seat has the standing bid for a house (`B_HOUSE`) or a hotel (`B_HOTEL`)."""
    for i in range(s.depth):
        frame = s.frames[i]
        if frame.kind == W_BID and frame.bidder == seat and frame.stage == what:
            return True
    return False


def holds_building_bid(s: State, seat: int) -> bool:
    """Return whether the seat has the standing bid for a building; then it may not change its lots."""
    return holds_bid_for(s, seat, B_HOUSE) or holds_bid_for(s, seat, B_HOTEL)


def may_bid(s: State, index: int, seat: int) -> bool:
    """Return whether the seat takes part in the auction at this index of the stack."""
    # §auction.bidders: any player in the game, the one who declined included.
    if s.out[seat]:
        return False
    frame = s.frames[index]
    if frame.stage == B_DEED or frame.stage == B_CARD:
        return True
    # §debt.raise: a debtor does not build. §shortage.auction: a building is auctioned among those in the call who want
    # one.
    return not is_debtor(s, seat) and s.frames[index - 1].want[seat] > 0


def next_bidder(s: State) -> int:
    """Return the seat to ask next, left of the one that acted last, or BANK if all others have passed."""
    frame = s.frames[s.depth - 1]
    seat = frame.seat
    for _ in range(s.players):
        seat += 1
        if seat >= s.players:
            seat = 0
        if seat != frame.bidder and not frame.passed & (1 << seat) and may_bid(s, s.depth - 1, seat):
            return seat
    return BANK


def next_bid(s: State, t: Tables) -> int:
    """Return the least bid that the auction on top takes from anybody."""
    frame = s.frames[s.depth - 1]
    if frame.bidder != BANK:
        # §auction.course: at least $1 more than the standing bid.
        return frame.amount + 1
    if frame.stage == B_DEED and t.auction_floor:
        return max(1, (t.price[frame.space] * t.auction_floor + 99) // 100)
    # §auction.opening: bidding may start at any price, in whole dollars.
    return 1


def least_bid(s: State, t: Tables, seat: int) -> int:
    """Return the least bid that the auction on top takes from this seat."""
    stage = s.frames[s.depth - 1].stage
    least = next_bid(s, t)
    if stage == B_HOUSE or stage == B_HOTEL:
        # §shortage.auction: a bid is at least what the Bank would pay back for the building.
        least = max(least, least_refund(s, t, seat, stage))
    return least


def refuse_bid(s: State, t: Tables, a: Action) -> int:
    """Return why a seat may not `bid`."""
    if s.awaits != W_BID:
        return R_NO_AUCTION
    reason = refuse_bidder(s, a.seat)
    if reason != LAWFUL:
        return reason
    # §auction.course: any player may bid at least $1 more than the standing bid, be it his own.
    frame = s.frames[s.depth - 1]
    if a.amount < next_bid(s, t):
        if frame.bidder == BANK:
            return R_OPENING_BID_TOO_LOW
        return R_BID_TOO_LOW
    # §shortage.auction: a bid for a building is at least what the Bank would pay back for it.
    if a.amount < least_bid(s, t, a.seat):
        return R_BID_BELOW_REFUND
    # §auction.settle: no bid above the cash then held; a new bid takes the place of the bidder's own.
    free = free_to_bid(s, a.seat)
    if a.amount > free + bound_by_debts(s, a.seat):
        return R_BID_TOO_HIGH
    # §debt.raise: a debtor bids no more than what he holds beyond what he owes.
    if a.amount > free:
        return R_DEBT_BEFORE_BID
    return LAWFUL


def free_to_bid(s: State, seat: int) -> int:
    """Return the cash that a seat can bid in the auction on top: a new bid replaces its own."""
    free = s.cash[seat] - reserved(s, seat) - bound_by_debts(s, seat)
    if s.frames[s.depth - 1].bidder == seat:
        free += s.frames[s.depth - 1].amount
    return free


def refuse_bidder(s: State, seat: int) -> int:
    """Return why the seat takes no part in the auction on top."""
    stage = s.frames[s.depth - 1].stage
    # §debt.raise: a debtor does not build.
    if is_debtor(s, seat) and stage != B_DEED and stage != B_CARD:
        return R_OWN_DEBT_FIRST
    # §shortage.auction: a building is auctioned among those in the call who want one.
    if not may_bid(s, s.depth - 1, seat):
        return R_NOT_IN_AUCTION
    return LAWFUL


def bid(s: State, e: Sink, seat: int, amount: int) -> None:
    """Make this the standing bid; all others may answer it (§auction.course)."""
    frame = s.frames[s.depth - 1]
    frame.bidder = seat
    frame.amount = amount
    frame.seat = seat
    frame.passed = 0
    emit(e, E_BID, C_AUCTION_COURSE, seat, BANK, frame.space, amount, 0, 0)


def refuse_pass_bid(s: State, a: Action) -> int:
    """Return why a seat may not `pass` in an auction."""
    reason = refuse_bidder(s, a.seat)
    if reason != LAWFUL:
        return reason
    frame = s.frames[s.depth - 1]
    # §auction.course: the last bid binds, and one pass for each bid is enough.
    if frame.bidder == a.seat:
        return R_OWN_BID
    if frame.passed & (1 << a.seat):
        return R_PASSED_ALREADY
    return LAWFUL


def pass_bid(s: State, e: Sink, seat: int) -> None:
    """Pass. A later, higher bid is still allowed (§auction.course)."""
    frame = s.frames[s.depth - 1]
    frame.passed |= 1 << seat
    frame.seat = seat
    emit(e, E_PASSED, C_AUCTION_COURSE, seat, BANK, frame.space, 0, 0, 0)


def close_auction(s: State, t: Tables, e: Sink) -> int:
    """Sell the item to the highest bidder. Return the winner, or BANK if nobody bid."""
    frame = s.frames[s.depth - 1]
    winner = frame.bidder
    stage = frame.stage
    space = frame.space
    deck = frame.what
    amount = frame.amount
    payee = frame.other
    pop_frame(s)
    if winner == BANK:
        # §auction.settle: without a bid the deed stays with the Bank, for the next player who lands there.
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
