"""PPO with action masks in plain JAX: a network learns to play two-player games against the library's bots.

    pip install 'ventnor[envs,learn]'
    python examples/learning/ppo.py --minutes 30 --weights learned.npz --curve curve.jsonl
    python examples/learning/ppo.py --weights learned.npz --games 1024      # measure what was learned

One vector environment for each opponent steps its games in one call and writes into a part of two shared arrays. The
environment rewards 1 for a win and -1 for a loss. A beginner loses every game, so the learner adds a shaping of its
own, apart from the reward: how its lead in worth changes. `--minutes` counts processor time.
"""

# JAX's own types say little about its functions.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import argparse
import json
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

import ventnor as vt
from ventnor.envs import ACTIONS, VentnorVectorEnv
from ventnor.envs.episodes import LENGTH
from ventnor.envs.layout import DEEDS, Observation

OPPONENTS = ("random", "cautious", "builder", "easy", "medium", "tycoon")
CAP = 400  # throws; a game between two seldom takes as many
GAMES = 48  # against each opponent at once
LENGTH_OF_ROLLOUT = 64
EPOCHS, MINIBATCHES = 3, 6
DISCOUNT, SMOOTHING = 0.999, 0.97
SHAPING = 0.5
CLIP, ENTROPY, VALUE = 0.2, 0.01, 0.5
RATE = 5e-4
WIDTH = 128

Params = dict[str, jax.Array]
FIELDS: Any = np.dtype(Observation).fields
PLACES = {name: slice(at // 4, at // 4 + kind.itemsize // 4) for name, (kind, at, *_) in FIELDS.items()}
BOARD = vt.Game("official", players=2, seed=1).view(0).board
PRICE = np.array([BOARD.spaces[deed].price for deed in DEEDS])
HOUSE_PRICE = np.array([BOARD.spaces[deed].house_price for deed in DEEDS])


# --- the network ----------------------------------------------------------------------------------------------------
def features(seen: jax.Array) -> jax.Array:
    """Return the inputs of the network for rows of observations of a game between two."""
    field = {name: seen[:, place] for name, place in PLACES.items()}

    def one_hot(name: str, size: int) -> jax.Array:
        return jax.nn.one_hot(field[name], size).reshape(len(seen), -1)

    def scaled(name: str, by: float, count: int = 2) -> jax.Array:
        return field[name][:, :count] / by

    owner = jax.nn.one_hot(field["owner"], 2)
    item = jnp.asarray(np.isin(np.arange(40), DEEDS))[None] * jax.nn.one_hot(field["item"][:, 0], 40)
    return jnp.concatenate(
        [
            scaled("cash", 1000),
            jnp.log1p(jnp.maximum(field["cash"][:, :2], 0)) / 8,
            scaled("jail_turn", 1),
            scaled("debt", 500),
            one_hot("space", 40)[:, :80],
            one_hot("awaits", 16),
            one_hot("asked", 3),
            one_hot("turn", 2),
            one_hot("doubles", 3),
            scaled("throws", 200, 1),
            scaled("houses_left", 32, 1),
            scaled("hotels_left", 12, 1),
            scaled("offers_left", 3, 1),
            owner.reshape(len(seen), -1),
            (owner * (field["houses"] / 5)[..., None]).reshape(len(seen), -1),
            field["mortgaged"],
            one_hot("jail_card", 2),
            item * (field["interrupt"] > 0),
            one_hot("bidder", 2),
            scaled("bid", 500, 1),
            scaled("least", 500, 1),
            scaled("deal_cash", 500, 1),
            field["deal"],
        ],
        axis=1,
    ).astype(jnp.float32)


def make_params(seed: int) -> Params:
    """Return a network with random weights: two hidden layers, a number for each action, and a value."""
    rng = np.random.default_rng(seed)
    inputs = features(jnp.zeros((1, LENGTH), jnp.int32)).shape[1]
    shapes = {"in": (inputs, WIDTH), "mid": (WIDTH, WIDTH), "act": (WIDTH, ACTIONS), "value": (WIDTH, 1)}
    gains = {"in": 1.4, "mid": 1.4, "act": 0.01, "value": 1.0}
    params: Params = {}
    for name, shape in shapes.items():
        params[name] = jnp.asarray(rng.normal(0, gains[name] / shape[0] ** 0.5, shape), jnp.float32)
        params[f"{name}_bias"] = jnp.zeros(shape[1], jnp.float32)
    return params


def evaluate(params: Params, seen: jax.Array, mask: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Return the log probabilities of the actions, those outside the mask impossible, and the value."""
    hidden = features(seen)
    for layer in ("in", "mid"):
        hidden = jax.nn.relu(hidden @ params[layer] + params[f"{layer}_bias"])
    logits = jnp.where(mask > 0, hidden @ params["act"] + params["act_bias"], -1e9)
    return jax.nn.log_softmax(logits), (hidden @ params["value"] + params["value_bias"])[:, 0]


@jax.jit
def choose(params: Params, seen: jax.Array, mask: jax.Array, key: jax.Array) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Return an action for each row, drawn by its probability; the log of that, and the value."""
    logs, value = evaluate(params, seen, mask)
    action = jax.random.categorical(key, logs)
    return action, jnp.take_along_axis(logs, action[:, None], 1)[:, 0], value


# --- learning -------------------------------------------------------------------------------------------------------
def loss(params: Params, batch: dict[str, jax.Array]) -> jax.Array:
    """Return PPO's loss: the clipped gain, the error of the value, and a bonus for variety."""
    logs, value = evaluate(params, batch["seen"], batch["mask"])
    taken = jnp.take_along_axis(logs, batch["action"][:, None], 1)[:, 0]
    ratio = jnp.exp(taken - batch["log"])
    gain = batch["gain"]
    clipped = jnp.minimum(ratio * gain, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * gain)
    variety = -(jnp.exp(logs) * jnp.where(batch["mask"] > 0, logs, 0)).sum(1)
    each = -clipped + VALUE * (value - batch["goal"]) ** 2 - ENTROPY * variety
    return (each * batch["counts"]).sum() / jnp.maximum(batch["counts"].sum(), 1)


def new_adam(params: Params) -> Any:
    """Return the memory of Adam: steps taken, and the means of slopes and of their squares."""
    return (
        jnp.zeros((), jnp.int32),
        *[{name: jnp.zeros_like(each) for name, each in params.items()} for _ in range(2)],
    )


def descend(params: Params, adam: Any, batch: dict[str, jax.Array], rate: jax.Array) -> tuple[Params, Any]:
    """Take one step of Adam, with the gradient's length limited."""
    step, first, second = adam
    slope = jax.grad(loss)(params, batch)
    length = jnp.sqrt(sum(jnp.sum(each**2) for each in slope.values()))
    slope = {name: each * jnp.minimum(1, 0.5 / (length + 1e-8)) for name, each in slope.items()}
    step = step + 1
    first = {name: 0.9 * first[name] + 0.1 * each for name, each in slope.items()}
    second = {name: 0.999 * second[name] + 0.001 * each**2 for name, each in slope.items()}
    for name in slope:
        move = first[name] / (1 - 0.9**step) / (jnp.sqrt(second[name] / (1 - 0.999**step)) + 1e-5)
        params = {**params, name: params[name] - rate * move}
    return params, (step, first, second)


@partial(jax.jit, donate_argnums=(0, 1))
def improve(
    params: Params, adam: Any, data: dict[str, jax.Array], last: jax.Array, key: jax.Array, rate: jax.Array
) -> tuple[Any, Any]:
    """Learn from a rollout, whose arrays have the shape (steps, games, …). `last`: the values after its last step."""

    def look_back(carried: Any, at: Any) -> Any:
        # A step that only began a game (counts 0) has no action to credit.
        gain_after, value_after = carried
        error = at["reward"] + DISCOUNT * value_after * (1 - at["end"]) - at["value"]
        gain = (error + DISCOUNT * SMOOTHING * (1 - at["end"]) * gain_after) * at["counts"]
        return (gain, at["value"]), gain

    order = {name: data[name] for name in ("reward", "end", "value", "counts")}
    _, gain = jax.lax.scan(look_back, (jnp.zeros_like(last), last), order, reverse=True)
    rows = {name: each.reshape(-1, *each.shape[2:]) for name, each in data.items()}
    rows["goal"] = (gain + data["value"]).reshape(-1)
    counts = rows["counts"]
    mean = (gain.reshape(-1) * counts).sum() / counts.sum()
    spread = jnp.sqrt((counts * (gain.reshape(-1) - mean) ** 2).sum() / counts.sum())
    rows["gain"] = (gain.reshape(-1) - mean) / (spread + 1e-8)

    def one_minibatch(carried: Any, chosen: jax.Array) -> Any:
        params, adam = carried
        return descend(params, adam, {name: each[chosen] for name, each in rows.items()}, rate), None

    orders = jnp.concatenate([jax.random.permutation(each, len(counts)) for each in jax.random.split(key, EPOCHS)])
    return jax.lax.scan(one_minibatch, (params, adam), orders.reshape(EPOCHS * MINIBATCHES, -1))[0]


def lead(seen: np.ndarray[Any, Any]) -> Any:
    """Return by how much the learner is worth more than its opponent, from -1 to 1."""
    field = {name: seen[:, place] for name, place in PLACES.items()}
    side = (field["owner"] == 0).astype(np.int8) - (field["owner"] == 1)
    deeds = side * (PRICE * (2 - field["mortgaged"]) // 2 + HOUSE_PRICE * field["houses"])
    return np.tanh((field["cash"][:, 0] - field["cash"][:, 1] + deeds.sum(1)) / 3000, dtype=np.float32)


KEPT = ("seen", "mask", "action", "log", "value", "reward", "end", "counts")
"""What is kept of each step of a rollout."""


class Tables:
    """Games against several opponents, side by side in shared arrays."""

    def __init__(self, opponents: Sequence[str], games: int, seed: int, compiled: bool) -> None:
        count = len(opponents) * games
        self.opponents, self.games = opponents, games
        self.seen = np.zeros((count, LENGTH), np.int32)
        self.mask = np.zeros((count, ACTIONS), np.int8)
        self.envs: list[VentnorVectorEnv] = []
        for i, bot in enumerate(opponents):
            rows = slice(i * games, (i + 1) * games)
            buffers: dict[str, Any] = {"observations": self.seen[rows], "masks": self.mask[rows]}
            self.envs.append(VentnorVectorEnv(games, [None, bot], cap=CAP, compiled=compiled, **buffers))
            self.envs[-1].reset(seed=seed + i * games)

    def step(self, actions: np.ndarray[Any, Any]) -> tuple[Any, Any, Any]:
        """Act in every game. Return rewards, ends and winners."""
        told: list[Any] = []
        for i, env in enumerate(self.envs):
            _, reward, terminated, truncated, info = env.step(actions[i * self.games : (i + 1) * self.games])
            told.append((reward, terminated | truncated, info["winners"].copy()))
        return tuple(np.concatenate(each) for each in zip(*told, strict=True))  # pyright: ignore[reportReturnType]


def learn(minutes: float, seed: int, say: Any, games: int = GAMES, compiled: bool = True) -> tuple[Params, Any]:
    """Learn for so many minutes of processor time. Return the weights and the learning curve.

    `say` is told each point of the curve, once a minute, and the weights.
    """
    tables = Tables(OPPONENTS, games, seed, compiled)
    params = make_params(seed)
    adam = new_adam(params)
    key = jax.random.key(seed)
    fresh = np.ones(len(tables.seen), np.float32)  # 0 where a step only begins a game
    curve: list[dict[str, Any]] = []
    won, ended = np.zeros(len(OPPONENTS)), np.zeros(len(OPPONENTS))
    steps, began, told = 0, time.process_time(), 0.0
    while (spent := time.process_time() - began) < 60 * minutes or not curve:
        rollout: dict[str, list[Any]] = {name: [] for name in KEPT}
        for _ in range(LENGTH_OF_ROLLOUT):
            key, now = jax.random.split(key)
            action, log, value = choose(params, tables.seen, tables.mask, now)
            kept = (tables.seen.copy(), tables.mask.copy(), np.asarray(action), log, value)
            before = lead(tables.seen)
            reward, end, winners = tables.step(kept[2])
            reward += SHAPING * (DISCOUNT * lead(tables.seen) * ~end - before)
            for name, each in zip(
                rollout, (*kept, reward.astype(np.float32), end.astype(np.float32), fresh), strict=True
            ):
                rollout[name].append(each)
            # The step after an end begins the next game: it counts for nothing.
            fresh = (~end).astype(np.float32)
            ended += end.reshape(len(OPPONENTS), -1).sum(1)
            won += (end * (winners & 1)).reshape(len(OPPONENTS), -1).sum(1)
        steps += LENGTH_OF_ROLLOUT * len(fresh)
        data = {name: jnp.asarray(np.stack(each)) for name, each in rollout.items()}
        key, now = jax.random.split(key)
        last = choose(params, tables.seen, tables.mask, now)[2]
        rate = RATE * max(0.05, 1 - spent / (60 * minutes)) if minutes else RATE
        params, adam = improve(params, adam, data, last, now, jnp.float32(rate))
        if spent - told >= 60 or spent >= 60 * minutes or not curve:
            told = spent
            shares = {bot: round(float(w / max(n, 1)), 4) for bot, w, n in zip(OPPONENTS, won, ended, strict=True)}
            curve.append({"seconds": round(spent, 1), "steps": steps, "games": int(ended.sum()), "won": shares})
            say(curve[-1], params)
            won[:], ended[:] = 0, 0
    return params, curve


# --- measuring ------------------------------------------------------------------------------------------------------
def measure(params: Params, opponents: Sequence[str], games: int, seed: int, compiled: bool = True) -> dict[str, Any]:
    """Return the share of games won against each opponent, and of games not decided at the cap.

    Each place of the environments plays the same number of games, so that short games do not count more.
    """
    places = min(64, games)
    rounds = games // places
    tables = Tables(opponents, places, seed, compiled)
    key = jax.random.key(seed)
    played = np.zeros(len(tables.seen), np.int64)
    won, open_ = np.zeros(len(opponents)), np.zeros(len(opponents))
    while (played < rounds).any():
        key, now = jax.random.split(key)
        action = np.asarray(choose(params, tables.seen, tables.mask, now)[0])
        _, end, winners = tables.step(action)
        counts = end & (played < rounds)
        won += (counts * (winners & 1)).reshape(len(opponents), -1).sum(1)
        open_ += (counts & (winners == 0)).reshape(len(opponents), -1).sum(1)
        played += end
    total = rounds * places
    return {
        bot: {"games": total, "won": w / total, "undecided": o / total}
        for bot, w, o in zip(opponents, won, open_, strict=True)
    }


def main() -> None:
    """Learn or measure, as asked."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--minutes", type=float, default=0, help="learn so long first (processor time)")
    reader.add_argument("--games", type=int, default=0, help="then measure over so many games for each opponent")
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--weights", type=Path, default=Path("learned.npz"))
    reader.add_argument("--curve", type=Path)
    asked = reader.parse_args()
    if asked.minutes:
        points: list[str] = []

        def say(point: dict[str, Any], params: Params) -> None:
            points.append(json.dumps(point))
            print(points[-1], flush=True)
            kept: dict[str, Any] = {name: np.asarray(each) for name, each in params.items()}
            np.savez_compressed(asked.weights, **kept)
            if asked.curve:
                asked.curve.write_text("\n".join(points) + "\n", encoding="utf-8")

        learn(asked.minutes, asked.seed, say)
    if asked.games:
        with np.load(asked.weights) as kept:
            params = {name: jnp.asarray(kept[name]) for name in kept}
        for bot, told in measure(params, OPPONENTS, asked.games, 10_000 + asked.seed).items():
            print(f"{bot:10} won {told['won']:6.1%} of {told['games']:,}, undecided {told['undecided']:.1%}")


if __name__ == "__main__":
    main()
