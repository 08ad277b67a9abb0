"""Buying from the Bank: the option of a player who lands on an unowned property.

Implements: §buy.option, §buy.decline. Auctions of declined deeds are in `auction`.
"""

from ventnor.kernel.auction import open_deed_auction
from ventnor.kernel.codes import (
    BANK,
    C_BUY_DECLINE,
    C_BUY_OPTION,
    C_HOUSE_RULES_OPTIONAL,
    E_BOUGHT,
    E_DECLINED,
    W_BUY,
)
from ventnor.kernel.layout import Action, Sink, State, Tables
from ventnor.kernel.ledger import emit, move_cash, pass_deed, pop_frame, push_frame
from ventnor.kernel.reasons import LAWFUL, R_DEED_TOO_DEAR


def may_buy(s: State, t: Tables, seat: int) -> bool:
    """Return whether the seat may buy a property that it lands on."""
    # §house-rules.optional: where the first lap comes before buying, not until a salary was earned.
    return not t.first_lap or s.lapped & (1 << seat) != 0


def land_on_unowned(s: State, t: Tables, e: Sink, seat: int, space: int) -> None:
    """Offer the unowned property to the seat that landed on it (§buy.option)."""
    if not may_buy(s, t, seat):
        return
    push_frame(s, e, W_BUY, seat)
    s.frames[s.depth - 1].space = space


def has_option(s: State, seat: int) -> bool:
    """Return whether the seat has the option to buy, now or after the interruptions."""
    for i in range(s.depth):
        if s.frames[i].kind == W_BUY and s.frames[i].seat == seat:
            return True
    return False


def refuse_buy(s: State, t: Tables, a: Action) -> int:
    """Return why the seat to which a deed is offered may not `buy` it."""
    # §buy.option: at the printed price.
    if s.cash[a.seat] < t.price[s.frames[s.depth - 1].space]:
        return R_DEED_TOO_DEAR
    return LAWFUL


def buy(s: State, t: Tables, e: Sink, seat: int) -> None:
    """Buy the deed at the printed price (§buy.option)."""
    space = s.frames[s.depth - 1].space
    pop_frame(s)
    move_cash(s, e, seat, BANK, t.price[space])
    pass_deed(s, t, e, space, seat)
    emit(e, E_BOUGHT, C_BUY_OPTION, seat, BANK, space, t.price[space], 0, 0)


def decline(s: State, t: Tables, e: Sink, seat: int) -> None:
    """Decline the property and put it up for auction at once (§buy.decline)."""
    space = s.frames[s.depth - 1].space
    pop_frame(s)
    if t.auctions:
        emit(e, E_DECLINED, C_BUY_DECLINE, seat, BANK, space, 0, 0, 0)
        open_deed_auction(s, e, seat, space, BANK)
    else:
        # §house-rules.optional: without auctions it stays with the Bank.
        emit(e, E_DECLINED, C_HOUSE_RULES_OPTIONAL, seat, BANK, space, 0, 0, 0)
