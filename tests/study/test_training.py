"""Training: the gradient, the same network as the one that plays, and positions taken off the shelf."""

from typing import Any

import numpy as np
import pytest

from tests.value.test_network import rotated
from ventnor.kernel.codes import SEATS
from ventnor.kernel.layout import State, Tables, array_of, as_array
from ventnor.notation.position import read_position
from ventnor.study.examples import Examples, Shelf, joined
from ventnor.study.training import Network
from ventnor.value.forward import chances_of
from ventnor.value.layout import PAIR, Inputs
from ventnor.value.network import enter_inputs
from ventnor.value.weights import weights

ONE_OUT: dict[str, object] = {"seats": [{"cash": 300}, {"cash": 0, "bankrupt": True}, {"cash": 900}]}


def example(position: dict[str, object]) -> Examples:
    """Return the inputs of a position, interpreted. The first seat has won."""
    heading, state = read_position(position)
    inputs, tables = array_of(Inputs, 1), array_of(Tables, 1)
    tables[0] = heading.tables
    enter_inputs((State * 1)(state), tables, inputs, 0)
    row: Any = as_array(inputs)[0]
    alive = [seat for seat in range(state.players) if not state.out[seat]]
    pairs = row["pairs"].reshape(SEATS, SEATS, PAIR)
    towards = [pairs[one, other] for one in alive for other in alive if one != other]
    won = np.eye(1, len(alive), dtype=np.float32)[0]
    return Examples(row["seats"][alive], row["table"][None], np.array(towards), np.array([len(alive)]), won)


def test_it_is_the_network_that_plays() -> None:
    taught = Network(np.random.default_rng(1))
    taught.flat[:] = weights()
    for position in (rotated(0), ONE_OUT, rotated(1)):
        heading, state = read_position(position)
        chance = chances_of(state, heading.tables, 0, weights())[0]
        assert taught.learn(example(position)) == pytest.approx(-np.log(chance), abs=1e-4)


def test_the_gradient_is_the_slope_of_the_loss() -> None:
    taught = Network(np.random.default_rng(1))
    examples = joined([example(rotated(0)), example(ONE_OUT), example(rotated(2))])
    taught.learn(examples)
    slope = taught.slope.copy()
    for at in np.argsort(-np.abs(slope))[[0, 5, 50, 500, 2000]]:
        step, losses = 3e-3, list[float]()
        for sign in (1, -1):
            taught.flat[at] += sign * step
            losses.append(taught.learn(examples))
            taught.flat[at] -= sign * step
        assert (losses[0] - losses[1]) / (2 * step) == pytest.approx(float(slope[at]), rel=0.03, abs=1e-3)


def test_a_shelf_gives_whole_positions() -> None:
    examples = joined([example(rotated(0)), example(ONE_OUT), example(rotated(1))])
    some = Shelf(examples).take(np.array([2, 1]))
    assert some.counts.tolist() == [4, 2]
    assert some.seats.tolist() == [*examples.seats[6:].tolist(), *examples.seats[4:6].tolist()]
    assert some.pairs.tolist() == [*examples.pairs[14:].tolist(), *examples.pairs[12:14].tolist()]
    assert some.won.tolist() == [1, 0, 0, 0, 1, 0]
