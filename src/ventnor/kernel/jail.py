"""Jail: how a player gets there and how out again.

Implements: §jail.sent, §jail.direct, §jail.turn-ends, §jail.visiting, §jail.doubles, §jail.doubles-no-second,
§jail.fine, §jail.card, §jail.third. The throw itself is in `move`.
"""

from ventnor.kernel.codes import (
    BANK,
    C_CARDS_JAIL_FREE,
    C_HOUSE_RULES_OPTIONAL,
    C_JAIL_CARD,
    C_JAIL_FINE,
    C_JAIL_SENT,
    D_FINE,
    E_CARD_RETURNED,
    E_JAIL_LEFT,
    E_JAILED,
    E_PAID,
    J_CARD,
    J_FINE,
    JAIL,
    P_END,
    P_THROW,
    POT,
    W_THROW,
)
from ventnor.kernel.debt import account_of_bank
from ventnor.kernel.layout import Action, Sink, State, Tables
from ventnor.kernel.ledger import emit, move_cash, put_under, touch
from ventnor.kernel.reasons import (
    LAWFUL,
    R_CARD_NOT_HELD,
    R_CARD_NOT_NOW,
    R_CARD_OUTSIDE_JAIL,
    R_FINE_NOT_NOW,
    R_FINE_OUTSIDE_JAIL,
    R_FINE_TOO_DEAR,
    R_FINE_TOO_LATE,
)
from ventnor.kernel.rent import drop_claims_of


def go_to_jail(s: State, t: Tables, e: Sink, seat: int, how: int) -> None:
    """Send a player straight into Jail."""
    # §jail.direct: no salary on that move, wherever the token was.
    s.space[seat] = JAIL
    s.jail_turn[seat] = 1
    # §jail.turn-ends: being sent to Jail ends the turn, also after doubles.
    s.phase = P_END
    emit(e, E_JAILED, C_JAIL_SENT, seat, BANK, JAIL, 0, how, 0)
    touch(e, seat)
    if not t.jail_rent:
        # §house-rules.optional: in Jail no rent is collected, so what was not asked for by then is lost.
        drop_claims_of(s, e, seat)


def leave_jail(s: State, e: Sink, seat: int, clause: int, how: int) -> None:
    """Move the token out of Jail, to Just Visiting."""
    s.jail_turn[seat] = 0
    emit(e, E_JAIL_LEFT, clause, seat, BANK, JAIL, 0, how, 0)


def is_before_throw_in_jail(s: State, seat: int) -> bool:
    """Return whether the seat is in Jail, on its turn, with its throw still to make."""
    return s.awaits == W_THROW and s.awaited == seat and s.phase == P_THROW and s.jail_turn[seat] > 0


def refuse_pay_fine(s: State, t: Tables, a: Action) -> int:
    """Return why a seat may not `pay-fine`."""
    if not s.jail_turn[a.seat]:
        return R_FINE_OUTSIDE_JAIL
    # §jail.fine: before throwing, on either of the next two turns (modern: on each of the three).
    if not is_before_throw_in_jail(s, a.seat):
        return R_FINE_NOT_NOW
    if s.jail_turn[a.seat] > t.fine_turns:
        return R_FINE_TOO_LATE
    if s.cash[a.seat] < t.jail_fine:
        return R_FINE_TOO_DEAR
    return LAWFUL


def pay_fine(s: State, t: Tables, e: Sink, seat: int) -> None:
    """Pay the fine and leave Jail; the throw and move follow as usual (§jail.fine)."""
    account = account_of_bank(t, D_FINE)
    move_cash(s, e, seat, account, t.jail_fine)
    clause = C_JAIL_FINE
    if account == POT:
        # §house-rules.optional: it is laid on Free Parking.
        clause = C_HOUSE_RULES_OPTIONAL
    emit(e, E_PAID, clause, seat, account, JAIL, t.jail_fine, D_FINE, 0)
    leave_jail(s, e, seat, C_JAIL_FINE, J_FINE)


def refuse_use_card(s: State, a: Action) -> int:
    """Return why a seat may not `use-card`."""
    if not s.jail_turn[a.seat]:
        return R_CARD_OUTSIDE_JAIL
    # §jail.card: on the player's own turn before the throw, the third turn included; never after a throw.
    if not is_before_throw_in_jail(s, a.seat):
        return R_CARD_NOT_NOW
    if a.x < 0 or a.x > 1 or s.jail_card[a.x] != a.seat:
        return R_CARD_NOT_HELD
    return LAWFUL


def use_card(s: State, t: Tables, e: Sink, seat: int, deck: int) -> None:
    """Use a card and leave Jail; the throw and move follow as usual (§jail.card)."""
    return_jail_card(s, t, e, seat, deck, C_CARDS_JAIL_FREE)
    leave_jail(s, e, seat, C_JAIL_CARD, J_CARD)


def return_jail_card(s: State, t: Tables, e: Sink, seat: int, deck: int, clause: int) -> None:
    """Return the card to the bottom of its deck (§cards.jail-free), by the clause that takes it."""
    s.jail_card[deck] = BANK
    put_under(s, deck, t.jail_free[deck])
    emit(e, E_CARD_RETURNED, clause, seat, BANK, 0, 0, deck, 0)
    touch(e, seat)
