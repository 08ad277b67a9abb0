"""The adapter for OpenSpiel: its own simulation test finds nothing wrong, and a clone goes on alike."""

import copy
from collections.abc import Callable

import numpy as np
import pyspiel
import pytest

from examples.learning import openspiel


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["official", "1935"])
def test_openspiel_finds_nothing_wrong(edition: str, capfd: pytest.CaptureFixture[str]) -> None:
    game = pyspiel.load_game("python_ventnor", {"players": 3, "edition": edition, "cap": 8})
    assert isinstance(game, openspiel.VentnorGame)
    pyspiel.random_sim_test(game, 1, False, False)


@pytest.mark.parametrize("clone", [copy.deepcopy, pyspiel.State.clone])
def test_a_clone_goes_on_with_the_same_dice(clone: Callable[[pyspiel.State], pyspiel.State]) -> None:
    rng = np.random.default_rng(2)
    state = pyspiel.load_game("python_ventnor(cap=30)").new_initial_state()
    for _ in range(20):
        state.apply_action(int(rng.choice(state.legal_actions())))
    other = clone(state)
    for _ in range(60):
        if state.is_terminal():
            break
        action = int(rng.choice(state.legal_actions()))
        assert state.action_to_string(action) == other.action_to_string(action)
        state.apply_action(action)
        other.apply_action(action)
        assert other.legal_actions() == state.legal_actions()
        assert other.returns() == state.returns()


def test_two_games_have_different_dice_and_a_seed_gives_the_same_again() -> None:
    one, same, other = (pyspiel.load_game(f"python_ventnor(seed={seed})").new_initial_state() for seed in (5, 5, 6))
    assert str(one) == str(same)
    assert str(one) != str(other)
