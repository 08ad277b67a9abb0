"""Steps a second of the environments, with observations and masks, beside CartPole and Connect Four in the same run.

    python bench/envs.py [--steps 400000] [--games 256]

All on one core. `vector` is the time of the compiled steps alone; `vector with choice` adds a random choice by NumPy.
"""

import argparse
import time
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np

from ventnor.envs import VentnorAEC, VentnorEnv, VentnorVectorEnv
from ventnor.kernel.layout import Chance, State, array_of, as_array


def floor_speed(count: int) -> float:
    """Return the throws a second of bare dice and moves: the yardstick of this machine at this moment."""
    from floor import throw_and_move

    from ventnor import warm

    built: Any = warm.twin(wait=True)
    run = built.build(throw_and_move)
    records = as_array(array_of(State, 1)), as_array(array_of(Chance, 1))
    began = time.perf_counter()
    run(*records, count)
    return count / (time.perf_counter() - began)


def vector(steps: int, games: int, bots: list[Any]) -> tuple[float, float]:
    """Return steps a second of the vector environment, without and with the choice of the actions."""
    env = VentnorVectorEnv(games, bots, compiled=True)
    seen, _ = env.reset(seed=1)
    rng = np.random.default_rng(1)
    inside, began = 0.0, time.perf_counter()
    rounds = max(1, steps // games)
    for _ in range(rounds):
        chances = rng.random(seen["action_mask"].shape, dtype=np.float32)
        actions = np.argmax(seen["action_mask"] * chances, axis=1)
        before = time.perf_counter()
        seen, *_ = env.step(actions)
        inside += time.perf_counter() - before
    return rounds * games / inside, rounds * games / (time.perf_counter() - began)


def aec(env: Any, steps: int) -> float:
    """Return steps a second of a PettingZoo environment, with a random lawful choice."""
    rng = np.random.default_rng(1)
    env.reset(seed=1)
    began = time.perf_counter()
    for _ in range(steps):
        if not env.agents:
            env.reset()
        seen, _, terminated, truncated, _ = env.last()
        lawful = np.flatnonzero(seen["action_mask"])
        env.step(None if terminated or truncated else int(lawful[int(rng.random() * len(lawful))]))
    return steps / (time.perf_counter() - began)


def single(env: Any, steps: int, choose: Callable[[Any], int]) -> float:
    """Return steps a second of a Gymnasium environment."""
    seen, _ = env.reset(seed=1)
    began = time.perf_counter()
    for _ in range(steps):
        seen, _, terminated, truncated, _ = env.step(choose(seen))
        if terminated or truncated:
            seen, _ = env.reset()
    return steps / (time.perf_counter() - began)


def main() -> None:
    """Measure and print."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--steps", type=int, default=400_000)
    reader.add_argument("--games", type=int, default=256)
    asked = reader.parse_args()
    few = max(1, asked.steps // 20)
    rng = np.random.default_rng(1)

    def lawful(seen: Any) -> int:
        found = np.flatnonzero(seen["action_mask"])
        return int(found[int(rng.random() * len(found))])

    def report(name: str, speed: float) -> None:
        print(f"{name:36}{speed:14,.0f}")

    report("yardstick: bare throws", floor_speed(20_000_000))
    for name, bots in (("four seats", [None] * 4), ("one seat against bots", [None, "cautious", "cautious"])):
        inside, whole = vector(asked.steps, asked.games, bots)
        report(f"vector, {name}", inside)
        report(f"vector with choice, {name}", whole)
    report("AEC, four seats", aec(VentnorAEC(4, compiled=True), few))
    report("Gymnasium, against two cautious", single(VentnorEnv(["cautious"] * 2, compiled=True), few, lawful))
    report("CartPole-v1", single(gymnasium.make("CartPole-v1"), few, lambda _: int(rng.random() * 2)))
    try:
        from pettingzoo.classic import connect_four_v3
    except ImportError as error:
        print(f"Connect Four not measured: {error}")
    else:
        report("Connect Four", aec(connect_four_v3.env(), few))


if __name__ == "__main__":
    main()
