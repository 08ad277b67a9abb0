"""Scratch memory of a policy: a copy of the position, the inputs of the network, and working numbers.

A policy makes it for each decision that needs it, and passes it to its helpers. Compiled and interpreted, it is the
same. Only the network is computed in two ways.
"""

import numpy as np

from ventnor.kernel.codes import SEATS
from ventnor.kernel.layout import Row, State, Tables, array_of
from ventnor.kernel.supply import Blank, Shared, Stead, supplies
from ventnor.value.layout import Inputs
from ventnor.value.network import WEIGHTS, WORKING, evaluate
from ventnor.value.weights import weights

CHANCES = WORKING  # the place of the position's chances among the working numbers
NOTES = CHANCES + SEATS  # from here on the numbers are the policy's own
ROOM = 512
SCRATCH = NOTES + ROOM


@supplies(Blank(1, State))
def blank_states() -> Row[State]:
    """Return a new row of one position."""
    return array_of(State, 1)


@supplies(Blank(1, Inputs))
def blank_inputs() -> Row[Inputs]:
    """Return a new row of one record of inputs."""
    return array_of(Inputs, 1)


@supplies(Blank(SCRATCH))
def blank_numbers() -> Row[float]:
    """Return new working numbers."""
    found: Row[float] = np.zeros(SCRATCH, np.float32)
    return found


@supplies(Shared("weights", WEIGHTS))
def lent_weights() -> Row[float]:
    """Return the weights of the package."""
    found: Row[float] = weights()
    return found


def weigh_compiled(s: State, t: Tables, x: Inputs, m: Row[float], hour_at: int) -> None:
    """Write each seat's chance to win at CHANCES, as if nobody will deal."""
    evaluate(s, t, x, lent_weights(), m, m, CHANCES, hour_at, 0)


@supplies(Stead(weigh_compiled))
def weigh(s: State, t: Tables, x: Inputs, m: Row[float], hour_at: int) -> None:
    """Write each seat's chance to win at CHANCES, as if nobody will deal. Interpreted, by NumPy.

    So a deal can be compared with the position before it.
    """
    interpret(s, t, m, hour_at, False)


def weigh_with_deals_compiled(s: State, t: Tables, x: Inputs, m: Row[float], hour_at: int) -> None:
    """Write each seat's chance to win at CHANCES, with deals expected."""
    evaluate(s, t, x, lent_weights(), m, m, CHANCES, hour_at, 1)


@supplies(Stead(weigh_with_deals_compiled))
def weigh_with_deals(s: State, t: Tables, x: Inputs, m: Row[float], hour_at: int) -> None:
    """Write each seat's chance to win at CHANCES, with deals expected. Interpreted, by NumPy."""
    interpret(s, t, m, hour_at, True)


def interpret(s: State, t: Tables, m: Row[float], hour_at: int, deals: bool) -> None:
    """Write each seat's chance to win at CHANCES, by NumPy."""
    from ventnor.value.forward import chances_of

    for seat, chance in enumerate(chances_of(s, t, hour_at, weights(), deals)):
        m[CHANCES + seat] = chance
