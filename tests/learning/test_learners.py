"""The examples of learners: the linear one learns to beat `random`, and PPO's pieces do what they should."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from examples.learning import linear, ppo
from ventnor.envs import ACTIONS


@pytest.mark.slow
def test_the_linear_learner_learns_to_beat_random() -> None:
    """Lawful moves drawn evenly lose every game against `random`."""
    shares = linear.learn("random", 4000)
    assert shares[0] < 0.2
    assert shares[-1] > 0.5


def rollout(steps: int, games: int, good: int, bad: int) -> dict[str, Any]:
    """Return steps of which every other takes a good action, worth 1, and the others a bad one, worth -1."""
    rng = np.random.default_rng(1)
    taken = rng.choice([good, bad], (steps, games))
    mask = np.zeros((steps, games, ACTIONS), np.int8)
    mask[:, :, [good, bad]] = 1
    data: dict[str, Any] = {
        "seen": np.zeros((steps, games, ppo.LENGTH), np.int32),
        "mask": mask,
        "action": taken,
        "log": np.full((steps, games), np.log(0.5), np.float32),
        "value": np.zeros((steps, games), np.float32),
        "reward": np.where(taken == good, 1, -1).astype(np.float32),
        "end": np.ones((steps, games), np.float32),
        "counts": np.ones((steps, games), np.float32),
    }
    return {name: jnp.asarray(each) for name, each in data.items()}


def test_ppo_makes_likelier_what_paid_and_never_leaves_the_mask() -> None:
    params, key = ppo.make_params(1), jax.random.key(1)
    data = rollout(8, 12, good=3, bad=7)
    last, rate = jnp.zeros(12), jnp.float32(0.003)
    adam = ppo.new_adam(params)
    before = np.exp(ppo.evaluate(params, data["seen"][0], data["mask"][0])[0])
    for _ in range(5):
        params, adam = ppo.improve(params, adam, data, last, key, rate)
    after = np.exp(ppo.evaluate(params, data["seen"][0], data["mask"][0])[0])
    assert np.allclose(after.sum(1), 1, atol=1e-5)
    assert (after[:, 3] > before[:, 3] + 0.1).all()
    assert after[:, [i for i in range(ACTIONS) if i not in (3, 7)]].max() == 0


def test_a_step_that_only_begins_a_game_teaches_nothing() -> None:
    data = rollout(8, 12, good=3, bad=7)
    counts = data["counts"].at[::2].set(0)
    key, last, rate = jax.random.key(1), jnp.zeros(12), jnp.float32(0.003)
    found: list[Any] = []
    for reward in (data["reward"], jnp.where(counts > 0, data["reward"], 99.0)):
        params = ppo.make_params(1)
        found.append(
            ppo.improve(params, ppo.new_adam(params), {**data, "counts": counts, "reward": reward}, last, key, rate)[0]
        )
    for name, each in found[0].items():
        assert np.array_equal(each, found[1][name]), name


@pytest.mark.slow
def test_ppo_plays_and_learns_in_the_environment() -> None:
    points: list[Any] = []
    params, curve = ppo.learn(0, 1, lambda point, _: points.append(point), games=2, compiled=False)
    assert curve == points
    assert curve[0]["steps"] == 2 * len(ppo.OPPONENTS) * ppo.LENGTH_OF_ROLLOUT
    assert any(not np.array_equal(each, params[name]) for name, each in ppo.make_params(1).items())
