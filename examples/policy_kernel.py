"""The same bot as `policy_choose.py`, as a kernel policy: a function over the kernel's records.

Interpreted it runs under any debugger; in `simulate` it is compiled in a moment and plays at full speed. Whole numbers
only: no floats, strings, exceptions or containers, and global names must be numbers or kernel functions.
"""

import ventnor as vt
from ventnor.kernel.auction import reserved
from ventnor.kernel.codes import A_BUY, A_DECLINE, A_DONE, A_PASS, A_ROLL, W_BID, W_BUY, W_THROW
from ventnor.kernel.layout import Action, Chance, Memory, State, Tables
from ventnor.kernel.menu import blank_action
from ventnor.kernel.policies import answer_simply


def collector(s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action) -> None:  # noqa: ARG001
    """Buy; never build, bid or borrow unless there is no other way."""
    if s.awaited != seat:
        blank_action(a, A_DONE, seat)
    elif s.awaits == W_THROW:
        blank_action(a, A_ROLL, seat)
    elif s.awaits == W_BUY:
        blank_action(a, A_DECLINE, seat)
        if s.cash[seat] - reserved(s, seat) >= t.price[s.frames[s.depth - 1].space]:
            a.kind = A_BUY
    elif s.awaits == W_BID:
        blank_action(a, A_PASS, seat)
    else:
        answer_simply(s, t, seat, a)


def main(games: int = 20, compiled: bool | None = False) -> None:
    """Some games, every action put to the law: a policy is trusted otherwise."""
    batch = vt.simulate(games, [collector, "cautious", "builder"], seed=7, cap=400, checked=True, compiled=compiled)
    print(f"{len(batch)} games, wins by seat: {batch.wins()}")


if __name__ == "__main__":
    main(games=10_000, compiled=None)
