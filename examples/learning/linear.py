"""A linear learner in NumPy: an actor and a critic that learn, move by move, to play against one of the library's bots.

    pip install 'ventnor[envs]'
    python examples/learning/linear.py --opponent random --steps 10000

Each action has a row of weights, and the higher its product with the features, the likelier the action. After each move
the critic says how much better or worse the game stands than expected, and what was done becomes likelier or less so.
"""

import argparse
from typing import Any

import numpy as np

import ventnor as vt
from ventnor.envs import ACTIONS, VentnorVectorEnv, fields_of
from ventnor.envs.layout import DEEDS

BOARD = vt.Game("official", players=2, seed=1).view(0).board
PRICE = np.array([BOARD.spaces[deed].price for deed in DEEDS])
HOUSE_PRICE = np.array([BOARD.spaces[deed].house_price for deed in DEEDS])


def look(seen: Any) -> tuple[Any, Any]:
    """Return the features of each game, and how far the learner is ahead in worth, from -1 to 1."""
    field = fields_of(seen)
    side = (field["owner"] == 0) * 1.0 - (field["owner"] == 1)
    deeds = side * (PRICE * (2 - field["mortgaged"]) / 2 + HOUSE_PRICE * field["houses"])
    cash = field["cash"][:, :2] / 1000
    deal = np.column_stack([field["deal"], field["deal_cash"] / 500, field["bid"] / 500, field["debt"][:, 0] / 500])
    rows = [np.ones(len(cash)), cash, cash < 0.2, side, side * field["houses"] / 5, field["mortgaged"], deal]
    return np.column_stack(rows) / 4, np.tanh((cash[:, 0] - cash[:, 1]) / 3 + deeds.sum(1) / 3000)


def learn(opponent: str, steps: int, games: int = 64, seed: int = 1, rate: float = 0.5, compiled: bool = True) -> Any:
    """Play so many steps in so many games at once. Return the share of games won in each tenth of them."""
    rng = np.random.default_rng(seed)
    env = VentnorVectorEnv(games, [None, opponent], cap=400, compiled=compiled)
    seen, _ = env.reset(seed=seed)
    now, ahead = look(seen["observation"])
    actor, critic = np.zeros((now.shape[1], ACTIONS)), np.zeros(now.shape[1])
    fresh, results = np.ones(games), [(0, 0)]
    for step in range(steps):
        likely = np.where(seen["action_mask"], np.exp(np.clip(now @ actor, -30, 30)), 0)
        likely /= likely.sum(1, keepdims=True)
        action = (likely.cumsum(1) > rng.random((games, 1)) * 0.999999).argmax(1)
        seen, reward, terminated, truncated, info = env.step(action)
        over = terminated | truncated
        after, lead = look(seen["observation"])
        # The reward is 1 or -1 at the end. What the lead gained meanwhile tells the learner sooner.
        gain = reward + np.where(over, 0, lead + 0.999 * (after @ critic)) - ahead - now @ critic
        gain *= fresh  # a step that only began a game teaches nothing
        likely[np.arange(games), action] -= 1
        actor -= rate * now.T @ (likely * gain[:, None])
        critic += 0.1 * rate * now.T @ gain
        now, ahead, fresh = after, lead, 1.0 - over
        won, ended = results[-1]
        results[-1] = won + int((over * (info["winners"] & 1)).sum()), ended + int(over.sum())
        if (step + 1) % (steps // 10) == 0:
            results.append((0, 0))
    return [won / max(ended, 1) for won, ended in results[:10]]


if __name__ == "__main__":
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--opponent", default="random")
    reader.add_argument("--steps", type=int, default=10_000)
    asked = reader.parse_args()
    print(" ".join(f"{share:.0%}" for share in learn(asked.opponent, asked.steps)))
