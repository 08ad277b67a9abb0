"""One decision of a policy outside a batch: by the compiled twin where there is one, otherwise interpreted."""

from ctypes import Structure
from typing import Any, cast

import numpy as np

from ventnor import warm
from ventnor.batch.block import type_of
from ventnor.batch.column import Records
from ventnor.bots import SLOW
from ventnor.kernel.batch import Policy, enter_decide
from ventnor.kernel.codes import SEATS
from ventnor.kernel.layout import Action, Chance, Memory, State, Tables


def as_row(record: Structure) -> Records:
    """Return a record as a row of NumPy on the same memory."""
    return np.ndarray((1,), dtype=type_of(type(record)), buffer=memoryview(cast(Any, record)).cast("B"))


class Quick:
    """A policy that decides compiled as soon as the compiled kernel is ready. Called as a policy is."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def __call__(self, s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action, /) -> None:
        """Fill in the action."""
        built: Any = warm.twin(wait=False, wanted=(enter_decide, self.policy), gently=True)
        if built is None:
            self.policy(s, t, seat, memory, chance, a)
            return
        callbacks = (built.policy(self.policy),) * SEATS
        built.enter_decide(*(as_row(each) for each in (s, t, memory, chance, a)), callbacks, seat)


def quick(policy: Policy) -> Policy:
    """Return a policy as a single game asks it: compiled if interpreted code is too slow for it."""
    return Quick(policy) if policy in SLOW else policy
