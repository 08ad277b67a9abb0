"""Mortgages: taking, lifting, and receiving what is mortgaged.

Implements: §mortgage.take, §mortgage.buildings-first, §mortgage.lift, §mortgage.transfer, §mortgage.rounding.
"""

from ventnor.kernel.auction import holds_building_bid, reserved
from ventnor.kernel.codes import (
    BANK,
    C_MORTGAGE_LIFT,
    C_MORTGAGE_TAKE,
    C_MORTGAGE_TRANSFER,
    COLOURS,
    E_KEPT,
    E_LIFTED,
    E_MORTGAGED,
    NO_GROUP,
    SPACES,
    W_RECEIVE,
)
from ventnor.kernel.debt import bound_by_debts, is_debtor
from ventnor.kernel.layout import Action, Sink, State, Tables
from ventnor.kernel.ledger import any_building, emit, move_cash, pop_frame
from ventnor.kernel.reasons import (
    LAWFUL,
    R_BOUND_BY_BID,
    R_HOUR_ENDS_LIFTING,
    R_HOUR_ENDS_RAISING,
    R_LEADER_KEEPS_PLACE,
    R_LIFT_LEAVES_TOO_LITTLE,
    R_LIFT_OWN,
    R_LIFT_TOO_DEAR,
    R_MORTGAGE_OWN,
    R_MORTGAGED_ALREADY,
    R_NOT_MORTGAGED,
    R_NOT_RECEIVED,
    R_OWN_DEBT_FIRST,
    R_SELL_BEFORE_MORTGAGE,
)


def is_property(t: Tables, space: int) -> bool:
    """Return whether the space is on the board and has a deed."""
    return 0 <= space < SPACES and t.group[space] != NO_GROUP


def interest(t: Tables, space: int) -> int:
    """Return 10% of the mortgage value, rounded up to the dollar, deed by deed (§mortgage.rounding)."""
    return (t.mortgage[space] * t.interest_percent + 99) // 100


def refuse_mortgage(s: State, t: Tables, a: Action) -> int:
    """Return why a seat may not `mortgage`."""
    # §short1935.hour: after the hour no mortgage but for a debt that the cash does not cover.
    if s.hour and s.cash[a.seat] >= bound_by_debts(s, a.seat):
        return R_HOUR_ENDS_RAISING
    # §mortgage.take: the owner's own unimproved property, not mortgaged yet.
    if not is_property(t, a.space) or s.owner[a.space] != a.seat:
        return R_MORTGAGE_OWN
    if s.mortgaged[a.space]:
        return R_MORTGAGED_ALREADY
    group = t.group[a.space]
    # §mortgage.buildings-first: all buildings of the whole group must be sold first (1935: those on that lot).
    if s.houses[a.space] or (t.mortgage_bares_group and any_building(s, t, group)):
        return R_SELL_BEFORE_MORTGAGE
    # §shortage.auction: the seat that holds the bid for a building keeps the place for it.
    if group < COLOURS and holds_building_bid(s, a.seat):
        return R_LEADER_KEEPS_PLACE
    return LAWFUL


def mortgage(s: State, t: Tables, e: Sink, seat: int, space: int) -> None:
    """Mortgage the deed: the Bank lends half the price, the owner keeps the deed (§mortgage.take)."""
    s.mortgaged[space] = 1
    s.fresh &= ~(1 << space)
    move_cash(s, e, BANK, seat, t.mortgage[space])
    emit(e, E_MORTGAGED, C_MORTGAGE_TAKE, seat, BANK, space, t.mortgage[space], 0, 0)


def cost_of_lifting(s: State, t: Tables, space: int) -> int:
    """Return what lifting costs now."""
    # §anniversary:mortgage.transfer, §bankrupt.interest: a player who has paid the 10% may lift for the value alone
    # until that turn ends.
    if s.fresh & (1 << space):
        return t.mortgage[space]
    # §mortgage.lift: the mortgage value plus 10%.
    return t.mortgage[space] + interest(t, space)


def is_received(s: State, seat: int, space: int) -> bool:
    """Return whether the seat has just received the deed and must keep or lift it."""
    frame = s.frames[s.depth - 1] if s.depth else s.frames[0]
    return s.awaits == W_RECEIVE and frame.seat == seat and frame.mask & (1 << space) != 0


def refuse_lift(s: State, t: Tables, a: Action) -> int:
    """Return why a seat may not `lift`."""
    # §short1935.hour: after the hour no mortgage is lifted.
    if s.hour:
        return R_HOUR_ENDS_LIFTING
    # §mortgage.lift: only its owner may.
    if not is_property(t, a.space) or s.owner[a.space] != a.seat:
        return R_LIFT_OWN
    if not s.mortgaged[a.space]:
        return R_NOT_MORTGAGED
    # §debt.raise: a debtor does not lift.
    if is_debtor(s, a.seat):
        return R_OWN_DEBT_FIRST
    cost = cost_of_lifting(s, t, a.space)
    if s.cash[a.seat] < cost:
        return R_LIFT_TOO_DEAR
    if is_received(s, a.seat, a.space):
        # §mortgage.transfer: the 10% on the other deeds received must still be there.
        cost += interest_due(s, t, s.frames[s.depth - 1].mask & ~(1 << a.space))
        if s.cash[a.seat] < cost:
            return R_LIFT_LEAVES_TOO_LITTLE
    # §auction.settle: the highest bidder may not fall below the bid.
    if s.cash[a.seat] - reserved(s, a.seat) < cost:
        return R_BOUND_BY_BID
    return LAWFUL


def lift(s: State, t: Tables, e: Sink, seat: int, space: int) -> None:
    """Pay back the mortgage (§mortgage.lift)."""
    cost = cost_of_lifting(s, t, space)
    clause = C_MORTGAGE_LIFT
    if s.fresh & (1 << space):
        # §mortgage.transfer: for the value alone.
        clause = C_MORTGAGE_TRANSFER
    received = is_received(s, seat, space)
    s.mortgaged[space] = 0
    s.fresh &= ~(1 << space)
    move_cash(s, e, seat, BANK, cost)
    emit(e, E_LIFTED, clause, seat, BANK, space, cost, 0, 0)
    if received:
        answer_receipt(s, space)


def interest_due(s: State, t: Tables, deeds: int) -> int:
    """Return the 10% on the mortgaged ones among these deeds."""
    total = 0
    space = 0
    left = deeds
    while left > 0:
        if left & 1 and s.mortgaged[space]:
            total += interest(t, space)
        left >>= 1
        space += 1
    return total


def refuse_keep(s: State, t: Tables, a: Action) -> int:
    """Return why a seat may not `keep`."""
    if not is_property(t, a.space) or not is_received(s, a.seat, a.space):
        return R_NOT_RECEIVED
    return LAWFUL


def keep(s: State, t: Tables, e: Sink, seat: int, space: int) -> None:
    """Keep the received deed mortgaged and pay the 10% at once (§mortgage.transfer)."""
    cost = interest(t, space)
    move_cash(s, e, seat, BANK, cost)
    if t.lift_after_keeping and not s.out[s.turn]:
        # §anniversary:mortgage.transfer: 'at once' lasts until the turn ends. §bankrupt.interest: the turn of a player
        # who has retired is over.
        s.fresh |= 1 << space
    emit(e, E_KEPT, C_MORTGAGE_TRANSFER, seat, BANK, space, cost, 0, 0)
    answer_receipt(s, space)


def answer_receipt(s: State, space: int) -> None:
    """Remove a deed from those that wait for their new owner's answer."""
    frame = s.frames[s.depth - 1]
    frame.mask &= ~(1 << space)
    if frame.mask == 0:
        pop_frame(s)
