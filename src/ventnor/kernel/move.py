"""Moving: what a throw does, salaries, and what the space reached does.

Implements: §move.total, §move.doubles, §move.three-doubles, §go.salary, §go.twice, §go.once, §jail.visiting,
§jail.doubles, §jail.doubles-no-second, §jail.third, §tax.to-bank. Knows nothing of where throws come from.
"""

from ventnor.kernel.buy import land_on_unowned
from ventnor.kernel.codes import (
    BANK,
    BY_DICE,
    C_CARDS_DRAW,
    C_GO_SALARY,
    C_HOUSE_RULES_OPTIONAL,
    C_JAIL_DOUBLES,
    C_JAIL_THIRD,
    C_MOVE_TOTAL,
    CHANCE,
    CHEST,
    D_FINE,
    E_JAIL_STAYED,
    E_MOVED,
    E_POT_COLLECTED,
    E_SALARY,
    E_THREW,
    GO,
    J_DOUBLES,
    J_FINE,
    J_SPACE,
    P_END,
    P_MOVE,
    P_THROW,
    POT,
    S_CHANCE,
    S_CHEST,
    S_FREE_PARKING,
    S_GO_TO_JAIL,
    S_LOT,
    S_RAILROAD,
    S_TAX,
    S_UTILITY,
    SPACES,
    W_CARD,
)
from ventnor.kernel.debt import owe
from ventnor.kernel.jail import go_to_jail, leave_jail
from ventnor.kernel.layout import Sink, State, Tables
from ventnor.kernel.ledger import emit, move_cash, push_frame
from ventnor.kernel.rent import fall_due, let_claims_lapse
from ventnor.kernel.tax import land_on_tax


def throw_to_move(s: State, t: Tables, e: Sink, die1: int, die2: int) -> None:
    """Carry out the throw of the seat whose turn it is."""
    seat = s.turn
    s.die1 = die1
    s.die2 = die2
    s.throws += 1
    emit(e, E_THREW, C_MOVE_TOTAL, seat, BANK, 0, 0, die1, die2)
    if s.claim_count:
        let_claims_lapse(s, t, e)
    if s.jail_turn[seat]:
        throw_in_jail(s, t, e, seat)
        return
    # §move.doubles: after doubles the same player throws again, once the space reached has taken effect.
    s.phase = P_END
    if die1 == die2:
        s.doubles += 1
        # §move.three-doubles: the token does not move by the third throw.
        if s.doubles == t.doubles_to_jail:
            go_to_jail(s, t, e, seat, J_DOUBLES)
            return
        s.phase = P_THROW
    go_forward(s, t, e, seat, die1 + die2)


def throw_in_jail(s: State, t: Tables, e: Sink, seat: int) -> None:
    """Carry out the throw of a player in Jail."""
    if s.die1 == s.die2:
        # §jail.doubles: doubles free the player, who moves at once by that throw. On the third turn: no fine.
        leave_jail(s, e, seat, C_JAIL_DOUBLES, J_DOUBLES)
        s.phase = P_END
        # §jail.doubles-no-second: they give no second throw (§1935:jail.doubles-no-second: they do, and are the first
        # of three).
        if t.jail_doubles_again:
            s.doubles = 1
            s.phase = P_THROW
        go_forward(s, t, e, seat, s.die1 + s.die2)
    elif s.jail_turn[seat] >= t.jail_turns:
        # §jail.third: no doubles by the third turn: the fine after the throw, then out, moving by that throw.
        s.phase = P_MOVE
        owe(s, e, seat, BANK, t.jail_fine, D_FINE, 0)
    else:
        s.jail_turn[seat] += 1
        s.phase = P_END
        emit(e, E_JAIL_STAYED, C_JAIL_DOUBLES, seat, BANK, 0, 0, s.jail_turn[seat] - 1, 0)


def move_after_fine(s: State, t: Tables, e: Sink) -> None:
    """Leave Jail by the throw already made, now that the fine is paid (§jail.third)."""
    seat = s.turn
    leave_jail(s, e, seat, C_JAIL_THIRD, J_FINE)
    s.phase = P_END
    go_forward(s, t, e, seat, s.die1 + s.die2)


def go_forward(s: State, t: Tables, e: Sink, seat: int, steps: int) -> None:
    """Move the token forward by the total of the dice (§move.total)."""
    space = s.space[seat] + steps
    if space >= SPACES:
        space -= SPACES
    go_to_space(s, t, e, seat, space, BY_DICE)


def go_to_space(s: State, t: Tables, e: Sink, seat: int, space: int, how: int) -> None:
    """Move the token forward to a space, past GO if that is on the way, and apply the space."""
    origin = s.space[seat]
    s.space[seat] = space
    e.landings[space] += 1
    # §cards.draw: a token that the dice do not move is moved by a card.
    clause = C_MOVE_TOTAL if how == BY_DICE else C_CARDS_DRAW
    emit(e, E_MOVED, clause, seat, BANK, space, 0, origin, 0)
    waiting = 0
    if space <= origin:
        # §go.salary: each time the token lands on or passes GO, paid before the space it stops on takes effect.
        salary = t.salary
        clause = C_GO_SALARY
        if space == GO and t.salary_on_go != salary:
            # §house-rules.optional: more for stopping there.
            salary = t.salary_on_go
            clause = C_HOUSE_RULES_OPTIONAL
        s.lapped |= 1 << seat
        if t.jail_costs_salary and (t.kind[space] == S_CHANCE or t.kind[space] == S_CHEST):
            # §modern:jail.direct: a card that sends to Jail costs the salary of that move, so it waits for the card.
            waiting = salary
        else:
            pay_salary(s, e, seat, salary, clause)
    # The only call of `land` here: the compiled twin writes it out wherever it is called.
    land(s, t, e, seat, space, how)
    if waiting:
        s.frames[s.depth - 1].amount = waiting


def pay_salary(s: State, e: Sink, seat: int, salary: int, clause: int) -> None:
    """Pay the salary for landing on or passing GO."""
    move_cash(s, e, BANK, seat, salary)
    emit(e, E_SALARY, clause, seat, BANK, s.space[seat], salary, 0, 0)


def go_back_to_space(s: State, t: Tables, e: Sink, seat: int, space: int, how: int) -> None:
    """Move the token back to a space, as only cards do (§cards.draw), without salary (§go.salary)."""
    origin = s.space[seat]
    s.space[seat] = space
    e.landings[space] += 1
    emit(e, E_MOVED, C_CARDS_DRAW, seat, BANK, space, 0, origin, 1)
    land(s, t, e, seat, space, how)


def land(s: State, t: Tables, e: Sink, seat: int, space: int, how: int) -> None:
    """Apply the space that the token reached."""
    kind = t.kind[space]
    if kind == S_LOT or kind == S_RAILROAD or kind == S_UTILITY:
        if s.owner[space] == BANK:
            land_on_unowned(s, t, e, seat, space)
        elif s.owner[space] != seat:
            # §rent.due: on another player's property the owner collects; on one's own nothing happens.
            fall_due(s, t, e, seat, space, how)
    elif kind == S_CHANCE or kind == S_CHEST:
        # §cards.draw: take the top card.
        push_frame(s, e, W_CARD, seat)
        s.frames[s.depth - 1].what = CHANCE
        if kind == S_CHEST:
            s.frames[s.depth - 1].what = CHEST
    elif kind == S_TAX:
        land_on_tax(s, t, e, seat, space)
    elif kind == S_GO_TO_JAIL:
        # §jail.sent: by landing on 'Go to Jail'.
        go_to_jail(s, t, e, seat, J_SPACE)
    elif kind == S_FREE_PARKING and t.pot and s.cash[POT] > 0:
        # §tax.to-bank: Free Parking gives nothing, but by the house rule that lays taxes and fines there.
        pot = s.cash[POT]
        move_cash(s, e, POT, seat, pot)
        emit(e, E_POT_COLLECTED, C_HOUSE_RULES_OPTIONAL, seat, BANK, space, pot, 0, 0)
        if t.pot_seed:
            move_cash(s, e, BANK, POT, t.pot_seed)
    # §jail.visiting: reaching the Jail space in the ordinary course of play has no penalty. GO has done its work
    # already.
