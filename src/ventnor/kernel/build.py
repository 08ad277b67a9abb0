"""The action `build`: buy a building, open a call for a scarce one, or place one that a call brought.

Implements: §houses.any-time, §shortage.wait, §shortage.auction, §debt.raise, §short1935.hour.
"""

from ventnor.kernel.auction import reserved
from ventnor.kernel.codes import (
    BANK,
    C_SHORTAGE_AUCTION,
    CALL_WISHES,
    CALL_WON,
    E_CALL_OPENED,
    FRAMES,
    W_PLACE,
    W_WANT,
)
from ventnor.kernel.debt import is_debtor
from ventnor.kernel.houses import buy_building, next_building, put_building, refuse_site, stock
from ventnor.kernel.layout import Action, Sink, State, Tables
from ventnor.kernel.ledger import emit, slip_frame
from ventnor.kernel.reasons import (
    LAWFUL,
    R_BANK_HAS_NONE,
    R_BOUND_BY_BID,
    R_BUILDING_TOO_DEAR,
    R_CALL_FOR_OTHERS,
    R_CALL_OPEN,
    R_HOUR_ENDS_BUILDING,
    R_LOT_ABOVE_BID,
    R_OWN_DEBT_FIRST,
    R_TOO_MUCH_OPEN,
)
from ventnor.kernel.shortage import has_won, is_scarce, open_call


def refuse_build(s: State, t: Tables, a: Action) -> int:
    """Return why a seat may not `build`, whether it buys, opens a call or places what a call brought."""
    seat = a.seat
    space = a.space
    # §short1935.hour: after the hour no building, but what was won before it is placed.
    if s.hour and not has_won(s, seat):
        return R_HOUR_ENDS_BUILDING
    # §debt.raise: a debtor does not build.
    if is_debtor(s, seat):
        return R_OWN_DEBT_FIRST
    reason = refuse_site(s, t, seat, space)
    if reason != LAWFUL:
        return reason
    what = next_building(s, t, space)
    price = t.house_price[space]
    call = open_call(s)
    if call >= 0:
        # §shortage.auction: while a call is open nobody builds outside it.
        if s.awaits != W_PLACE or s.awaited != seat:
            return R_CALL_OPEN
        if s.frames[call].what != what:
            return R_CALL_FOR_OTHERS
        if s.frames[call].stage == CALL_WON:
            # §shortage.auction: only where the Bank would pay back no more than the bid.
            if price > 2 * s.frames[call].amount:
                return R_LOT_ABOVE_BID
            return LAWFUL
    # §shortage.wait: none left in the Bank: builders wait.
    if stock(s, t, what) < 1:
        return R_BANK_HAS_NONE
    # §houses.any-time: as many as the owner can pay for.
    if s.cash[seat] < price:
        return R_BUILDING_TOO_DEAR
    if s.cash[seat] - reserved(s, seat) < price:
        return R_BOUND_BY_BID
    if s.depth + 3 > FRAMES:
        return R_TOO_MUCH_OPEN
    return LAWFUL


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
            frame.amount = 0
            frame.passed = 0
            for i in range(s.players):
                frame.want[i] = 0
            put_building(s, t, e, seat, space, 0, C_SHORTAGE_AUCTION)
        else:
            buy_building(s, t, e, seat, space)
    elif is_scarce(s, t, what):
        # §shortage.auction: asking for a scarce one opens a call.
        s.frames[slip_frame(s, e, W_WANT, seat)].what = what
        emit(e, E_CALL_OPENED, C_SHORTAGE_AUCTION, seat, BANK, space, 0, what, 0)
    else:
        buy_building(s, t, e, seat, space)
