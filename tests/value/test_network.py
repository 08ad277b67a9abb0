"""The evaluation network: symmetric in the seats, sure where the game is settled, the same by both twins."""

from ctypes import sizeof
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ventnor as vt
from tests.properties.wandering import start, wander
from ventnor import value, warm
from ventnor.kernel import codes
from ventnor.kernel.layout import State, Tables, array_of, as_array
from ventnor.notation.position import Heading, read_position
from ventnor.rulebook.edition import rows
from ventnor.search.values import network_values
from ventnor.value.layout import COMPLETES, LIMIT, PAIR, Inputs
from ventnor.value.network import enter_inputs
from ventnor.value.weights import BadWeights, load_weights, save_weights, weights

SEATS: list[dict[str, Any]] = [
    {"cash": 300, "space": "oriental"},
    {"cash": 520, "space": "jail", "jail_turn": 2},
    {"cash": 45, "space": "ventnor", "jail_cards": ["chest"]},
    {"cash": 1210, "space": "go"},
]
DEEDS = {
    "oriental": (0, 2), "vermont": (0, 2), "connecticut": (0, 3), "boardwalk": (1, 0), "park-place": (2, 0),
    "reading": (3, 0), "st-james": (3, 0), "tennessee": (3, 0), "new-york": (1, 0),
}  # fmt: skip


def rotated(by: int) -> dict[str, object]:
    """Return the same table with every player moved on by some seats."""
    count = len(SEATS)
    return {
        "seats": [SEATS[(seat - by) % count] for seat in range(count)],
        "turn": by % count,
        "deeds": {name: {"owner": (owner + by) % count, "houses": built} for name, (owner, built) in DEEDS.items()},
    }


def chances(position: dict[str, object]) -> list[float]:
    """Return the network's chances in a position, interpreted."""
    heading, state = read_position(position)
    return network_values(None, as_array((State * 1)(state)), heading.tables, 0)[0].tolist()


def test_rotated_seats_have_rotated_chances() -> None:
    before = chances(rotated(0))[:4]
    for by in (1, 3):
        after = chances(rotated(by))[:4]
        assert after == pytest.approx([before[(seat - by) % 4] for seat in range(4)], abs=1e-6)


def test_chances_add_up_to_one_and_who_has_retired_has_none() -> None:
    position = rotated(0)
    position["seats"] = [*SEATS[:2], {"cash": 0, "bankrupt": True}, SEATS[3]]
    deeds = {name: {"owner": 3 if owner == 2 else owner, "houses": built} for name, (owner, built) in DEEDS.items()}
    found = chances({**position, "deeds": deeds})
    assert sum(found) == pytest.approx(1, abs=1e-6)
    assert [seat for seat, chance in enumerate(found) if chance == 0] == [2, 4, 5, 6, 7]


def test_who_is_about_to_win_is_near_certainty() -> None:
    owned = ("oriental", "vermont", "connecticut", "st-james", "tennessee", "new-york", "boardwalk", "park-place")
    deeds = {name: {"owner": 1, "houses": 3} for name in owned}
    found = chances({"seats": [{"cash": 5, "space": "go"}, {"cash": 4000}], "throws": 120, "deeds": deeds})
    assert found[1] > 0.95


def test_a_finished_game_gives_the_winner_everything() -> None:
    over = {
        "seats": [{}, {"bankrupt": True, "cash": 0}],
        "ended": "last",
        "winners": [0],
        "awaiting": {"phase": "over"},
    }
    assert chances(over)[:2] == [1, 0]


def states_of(heading: Heading, players: int, count: int) -> list[State]:
    """Return positions of every sort."""
    found = wander(start(heading.tables, players), heading.tables, 5, count)
    return [State.from_buffer_copy(s) for s, _ in found if s.phase != codes.P_OVER]


@pytest.mark.parametrize(("edition", "variant"), rows())
def test_inputs_fit_their_fields_in_every_game(edition: str, variant: str) -> None:
    heading = Heading(edition, variant)
    states = states_of(heading, 5, 120)[::4]
    inputs, table = array_of(Inputs, len(states)), array_of(Tables, 1)
    table[0] = heading.tables
    enter_inputs((State * len(states))(*states), table, inputs, 300)
    found: Any = as_array(inputs)
    assert np.abs(found["seats"]).max() <= LIMIT
    alive = found["alive"][:, None] >> np.arange(8) & 1
    assert (found["seats"].any(axis=2) == alive).all()
    assert (found["alive"] == 31).any()


def inputs_of(state: State, table: Tables) -> bytes:
    """Return the inputs of one position."""
    states, inputs, tables = array_of(State, 1), array_of(Inputs, 1), array_of(Tables, 1)
    states[0], tables[0] = state, table
    enter_inputs(states, tables, inputs, 0)
    return bytes(inputs)


def test_a_position_before_a_throw_looks_like_the_one_with_the_dice_taken() -> None:
    game = vt.Game.from_position(rotated(0), nature="manual")
    before = State.from_buffer_copy(game.engine.state)
    game.apply(vt.Roll())
    assert game.engine.state.awaits == codes.W_DICE != before.awaits
    assert inputs_of(game.engine.state, game.engine.tables) == inputs_of(before, game.engine.tables)


def test_two_seats_see_the_groups_that_they_hold_between_them() -> None:
    position = {**rotated(0), "deeds": {"oriental": {"owner": 0}, "vermont": {"owner": 0}, "connecticut": {"owner": 3}}}
    heading, state = read_position(position)
    inputs, tables = array_of(Inputs, 1), array_of(Tables, 1)
    tables[0] = heading.tables
    enter_inputs((State * 1)(state), tables, inputs, 0)
    found = [[inputs[0].pairs[seat][PAIR * other + COMPLETES] for other in range(4)] for seat in range(4)]
    assert found == [[0, 0, 0, 500], [0] * 4, [0] * 4, [500, 0, 0, 0]]
    earns = [inputs[0].pairs[seat][PAIR * other + COMPLETES + 1] for seat, other in ((0, 3), (3, 0))]
    assert 0 < earns[0] < earns[1]


def test_the_record_has_no_padding() -> None:
    kind: Any = np.dtype(Inputs)
    assert kind.itemsize == sizeof(Inputs) == sum(kind[name].itemsize for name in kind.names)


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "variant"), rows())
def test_both_twins_see_and_say_the_same(edition: str, variant: str) -> None:
    built: Any = warm.twin(wait=True)
    heading = Heading(edition, variant)
    states = states_of(heading, 4, 400)
    rows_of = (State * len(states))(*states)
    plain, compiled, table = array_of(Inputs, len(states)), array_of(Inputs, len(states)), array_of(Tables, 1)
    table[0] = heading.tables
    enter_inputs(rows_of, table, plain, 300)
    built.entry_point(enter_inputs)(as_array(rows_of), as_array(table), as_array(compiled), 300)
    assert bytes(plain) == bytes(compiled)
    some = as_array((State * 3)(*states[-3:]))
    slow = network_values(None, some, heading.tables, 300)
    assert network_values(built, some, heading.tables, 300) == pytest.approx(slow, abs=1e-4)


def test_weights_of_another_layout_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "weights.npz"
    save_weights(path, weights(), {"seed": 1})
    assert load_weights(path).tolist() == weights().tolist()
    with np.load(path) as file:
        parts = dict(file)
    np.savez(path, **{**parts, "shape": parts["shape"] + 1})
    with pytest.raises(BadWeights, match="layout"):
        load_weights(path)
    np.savez(path, **{**parts, "weights": parts["weights"][:-1]})
    with pytest.raises(BadWeights, match="weights, not"):
        load_weights(path)


def test_the_weights_of_the_package_are_small() -> None:
    assert (Path(value.__file__).parent / "weights.npz").stat().st_size <= 1_000_000
