"""A plan to raise a debt: the steps that the kernel's own bots would take, tried on a copy of the state."""

from typing import Final

from ventnor.action import Action
from ventnor.kernel import codes
from ventnor.kernel.debt import first_debt
from ventnor.kernel.layout import Action as ActionRecord
from ventnor.kernel.layout import Sink, State, Tables
from ventnor.kernel.legal import refuse
from ventnor.kernel.policies import raise_cash
from ventnor.kernel.reasons import LAWFUL
from ventnor.kernel.step import step
from ventnor.view import action_of

MOST_STEPS: Final = 200


def owed(s: State, seat: int) -> tuple[int, int] | None:
    """Return creditor and amount of the debt that the game waits for this seat to pay; None if there is none."""
    if s.awaits != codes.W_DEBT or s.awaited != seat:
        return None
    debt = s.debts[first_debt(s, seat)]
    return debt.creditor, debt.amount


def plan_payment(s: State, t: Tables, seat: int) -> tuple[Action, ...]:
    """Return actions that raise the debt's amount, `pay` last; empty if the seat cannot raise it."""
    trial, sink = State.from_buffer_copy(s), Sink(capacity=0)
    debt = owed(trial, seat)
    actions: list[Action] = []
    while debt is not None and owed(trial, seat) == debt and len(actions) < MOST_STEPS:
        a = ActionRecord()
        raise_cash(trial, t, seat, a)
        if a.kind == codes.A_BANKRUPT or refuse(trial, t, a) != LAWFUL:
            break
        actions.append(action_of(bytes(a)))
        if a.kind == codes.A_PAY:
            return tuple(actions)
        step(trial, t, sink, a)
    return ()
