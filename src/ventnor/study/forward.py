"""The network in NumPy, for when nothing is compiled: the same chances as `value.network`, thirty times sooner."""

from typing import Any

import numpy as np
import numpy.typing as npt

from ventnor.kernel.codes import P_OVER, SEATS
from ventnor.kernel.layout import State, Tables, array_of, as_array
from ventnor.value import network
from ventnor.value.inputs import fill_inputs
from ventnor.value.layout import OWN, TABLE, Inputs
from ventnor.value.weights import Weights


def chances_of(state: State, table: Tables, hour: int, weights: Weights) -> npt.NDArray[np.float64]:
    """Return each seat's chance to win: eight numbers. In a finished game winners share 1."""
    found = np.zeros(SEATS)
    if state.phase == P_OVER and state.winners:
        won = (state.winners >> np.arange(SEATS)) & 1
        return won / won.sum()
    inputs = array_of(Inputs, 1)
    fill_inputs(state, table, inputs[0], hour)
    row: Any = as_array(inputs)[0]
    alive = [seat for seat in range(state.players) if inputs[0].alive >> seat & 1]
    scores = score(row["seats"][alive], row["table"], weights)
    power = np.exp(scores - scores.max())
    found[alive] = power / power.sum()
    return found


def score(seats: npt.NDArray[Any], table: npt.NDArray[Any], weights: Weights) -> npt.NDArray[np.float64]:
    """Return the score of every seat in the game, given its inputs and those of the table."""
    first, second, third = network.FIRST, network.SECOND, network.THIRD

    def part(at: int, *shape: int) -> Weights:
        return weights[at : at + int(np.prod(shape))].reshape(shape)

    common = (table * 0.001) @ part(network.W_TABLE, TABLE, first) + part(network.B_FIRST, first)
    own = np.maximum((seats * 0.001) @ part(network.W_OWN, OWN, first) + common, 0)
    rest = (own.sum(axis=0) - own) / max(len(own) - 1, 1)
    layer = own @ part(network.W_SELF, first, second) + rest @ part(network.W_OTHERS, first, second)
    layer = np.maximum(layer + part(network.B_SECOND, second), 0)
    last = np.maximum(layer @ part(network.W_THIRD, second, third) + part(network.B_THIRD, third), 0)
    return last @ part(network.W_SCORE, third)
