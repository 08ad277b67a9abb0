"""Steps a second of the environments, with observations and masks, beside CartPole and Connect Four in the same run.

    python bench/envs.py [--steps 400000] [--games 64 256 1024 4096]

In processor time, on one core; the yardstick (bare throws) is measured again beside every figure, because a busy
machine is slower. `vector` is the time of `step` alone; `vector with choice` adds a random choice by NumPy. Connect
Four needs `pip install 'pettingzoo[classic]'`.
"""

import argparse
import time
from collections.abc import Callable
from ctypes import sizeof
from typing import Any

import gymnasium
import numpy as np

from ventnor.envs import VentnorAEC, VentnorEnv, VentnorVectorEnv
from ventnor.envs.layout import Episode, Mask, Observation, StepResult
from ventnor.kernel.layout import Action, Chance, Cursor, State, array_of, as_array

RECORDS = (State, Cursor, Chance, Action, Episode, Observation, Mask, StepResult)
"""What a vector environment holds for each game."""


class Yardstick:
    """The throws a second of bare dice and moves, on this machine at this moment."""

    def __init__(self) -> None:
        from floor import throw_and_move

        from ventnor import warm

        built: Any = warm.twin(wait=True, wanted=[])
        self.run: Any = built.build(throw_and_move)
        self.records = as_array(array_of(State, 1)), as_array(array_of(Chance, 1))
        self.speed(1000)

    def speed(self, count: int = 5_000_000) -> float:
        """Measure."""
        began = time.process_time()
        self.run(*self.records, count)
        return count / (time.process_time() - began)


def vector(steps: int, games: int, bots: list[Any]) -> tuple[float, float]:
    """Return steps a second of the vector environment, without and with the choice of the actions."""
    env = VentnorVectorEnv(games, bots, compiled=True)
    seen, _ = env.reset(seed=1)
    rng = np.random.default_rng(1)
    inside, began = 0.0, time.process_time()
    rounds = max(1, steps // games)
    for _ in range(rounds):
        chances = rng.random(seen["action_mask"].shape, dtype=np.float32)
        actions = np.argmax(seen["action_mask"] * chances, axis=1)
        before = time.process_time()
        seen, *_ = env.step(actions)
        inside += time.process_time() - before
    return rounds * games / inside, rounds * games / (time.process_time() - began)


def aec(env: Any, steps: int) -> float:
    """Return steps a second of a PettingZoo environment, with a random lawful choice."""
    rng = np.random.default_rng(1)
    env.reset(seed=1)
    began = time.process_time()
    for _ in range(steps):
        if not env.agents:
            env.reset()
        seen, _, terminated, truncated, _ = env.last()
        lawful = np.flatnonzero(seen["action_mask"])
        env.step(None if terminated or truncated else int(lawful[int(rng.random() * len(lawful))]))
    return steps / (time.process_time() - began)


def single(env: Any, steps: int, choose: Callable[[Any], int]) -> float:
    """Return steps a second of a Gymnasium environment."""
    seen, _ = env.reset(seed=1)
    began = time.process_time()
    for _ in range(steps):
        seen, _, terminated, truncated, _ = env.step(choose(seen))
        if terminated or truncated:
            seen, _ = env.reset()
    return steps / (time.process_time() - began)


def main() -> None:
    """Measure and print."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--steps", type=int, default=400_000)
    reader.add_argument("--games", type=int, nargs="+", default=[64, 256, 1024, 4096])
    asked = reader.parse_args()
    few = max(1, asked.steps // 20)
    rng = np.random.default_rng(1)
    yardstick = Yardstick()

    def lawful(seen: Any) -> int:
        found = np.flatnonzero(seen["action_mask"])
        return int(found[int(rng.random() * len(found))])

    def report(name: str, *speeds: float) -> None:
        print(f"{name:44}" + "".join(f"{speed:14,.0f}" for speed in (*speeds, yardstick.speed())), flush=True)

    print(f"memory of a game: {sum(sizeof(each) for each in RECORDS):,} bytes")
    print(f"{'':44}{'steps/s':>14}{'yardstick':>14}")
    for name, bots in (("four seats", [None] * 4), ("one seat against two cautious", [None, "cautious", "cautious"])):
        for games in asked.games:
            inside, whole = vector(asked.steps, games, bots)
            report(f"vector of {games}, {name}", inside)
            report(f"vector of {games} with choice", whole)
    report("AEC, four seats", aec(VentnorAEC(4, compiled=True), few))
    report("Gymnasium, against two cautious", single(VentnorEnv(["cautious"] * 2, compiled=True), few, lawful))
    report("CartPole-v1", single(gymnasium.make("CartPole-v1"), few, lambda _: int(rng.random() * 2)))
    many = gymnasium.make_vec("CartPole-v1", num_envs=256, vectorization_mode="vector_entry_point")
    many.reset(seed=1)
    began = time.process_time()
    for _ in range(few // 20):
        many.step(rng.integers(0, 2, 256))
    report("CartPole-v1, vector of 256", few // 20 * 256 / (time.process_time() - began))
    try:
        from pettingzoo.classic import connect_four_v3
    except ImportError as error:
        print(f"Connect Four not measured: {error}")
    else:
        report("Connect Four", aec(connect_four_v3.env(), few))


if __name__ == "__main__":
    main()
