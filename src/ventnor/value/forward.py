"""The network in NumPy, for when nothing is compiled: the same chances as `value.network`, thirty times as fast."""

from typing import Any

import numpy as np
import numpy.typing as npt

from ventnor.kernel.codes import P_OVER, SEATS
from ventnor.kernel.layout import State, Tables, array_of, as_array
from ventnor.value import network
from ventnor.value.inputs import fill_inputs, hide_deals
from ventnor.value.layout import OWN, PAIR, TABLE, Inputs
from ventnor.value.weights import Weights


def chances_of(state: State, table: Tables, hour: int, weights: Weights, deals: bool = True) -> npt.NDArray[np.float64]:
    """Return each seat's chance to win: eight numbers. In a finished game winners share 1.

    Without `deals` nobody is expected to make one.
    """
    found = np.zeros(SEATS)
    if state.phase == P_OVER and state.winners:
        won = (state.winners >> np.arange(SEATS)) & 1
        return won / won.sum()
    inputs = array_of(Inputs, 1)
    fill_inputs(state, table, inputs[0], hour)
    if not deals:
        hide_deals(inputs[0])
    row: Any = as_array(inputs)[0]
    alive = [seat for seat in range(state.players) if inputs[0].alive >> seat & 1]
    scores = score(
        row["seats"][alive], row["table"], row["pairs"].reshape(SEATS, SEATS, PAIR)[alive][:, alive], weights
    )
    power = np.exp(scores - scores.max())
    found[alive] = power / power.sum()
    return found


def score(
    seats: npt.NDArray[Any], table: npt.NDArray[Any], pairs: npt.NDArray[Any], weights: Weights
) -> npt.NDArray[np.float64]:
    """Return the score of every seat in the game, given its inputs, those of the table and those of every two seats."""
    first, second, third, between = network.FIRST, network.SECOND, network.THIRD, network.BETWEEN

    def part(at: int, *shape: int) -> Weights:
        return weights[at : at + int(np.prod(shape))].reshape(shape)

    common = (table * 0.001) @ part(network.W_TABLE, TABLE, first) + part(network.B_FIRST, first)
    hidden = np.maximum((seats * 0.001) @ part(network.W_OWN, OWN, first) + common, 0)
    mix = hidden @ part(network.W_MIX, first, network.MIXED)
    own, rest = mix[:, :second], mix[:, second : 2 * second]
    one, other = mix[:, 2 * second : -between], mix[:, -between:]
    two = (pairs * 0.001) @ part(network.W_PAIR, PAIR, between) + part(network.B_PAIR, between)
    two = np.maximum(two + one[:, None] + other[None], 0)
    two[np.diag_indices(len(seats))] = 0
    layer = own + (rest.sum(axis=0) - rest) / max(len(seats) - 1, 1) + part(network.B_SECOND, second)
    layer = layer + two.sum(axis=1) * network.PAIRS_ADDED @ part(network.W_BOTH, between, second)
    layer = np.maximum(layer, 0)
    last = np.maximum(layer @ part(network.W_THIRD, second, third) + part(network.B_THIRD, third), 0)
    return last @ part(network.W_SCORE, third)
