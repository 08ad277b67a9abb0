"""`VentnorVectorEnv`: N games in one compiled call, in Gymnasium's vector API."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ventnor.envs.episodes import LENGTH, Episodes
from ventnor.envs.layout import ACTIONS, STRUCTURED
from ventnor.kernel.batch import Policy

BOUND = np.iinfo(np.int32).max


def observation_space() -> spaces.Dict:
    """Return the space of one observation: the encoding and the mask."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-BOUND, BOUND, (LENGTH,), np.int32),
            "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
        }
    )


class VentnorVectorEnv(VectorEnv[Any, Any, Any]):
    """N games of the same rules, stepped together.

    `bots` has a bot for each seat and None for the seats that the actions decide for. Each step acts for the seat
    `info["seat"]` of each game. Rewards are those of the seat that acted; `info["rewards"]` has those of all seats. An
    ended game begins anew in the next step (`AutoresetMode.NEXT_STEP`), which ignores its action and rewards 0.
    Observations and masks are the same two arrays at every step, written in place: copy what you keep, or pass arrays
    of your own as `observations` and `masks`.
    """

    def __init__(
        self,
        num_envs: int = 1,
        bots: Sequence[str | Policy | None] = (None, None, None, None),
        *,
        observations: NDArray[np.int32] | None = None,
        masks: NDArray[np.int8] | None = None,
        **rules: Any,
    ) -> None:
        """Make the games. `rules`: edition, variant, options, position, hour, cap and compiled, as in `Episodes`."""
        self.games = Episodes(num_envs, bots, **rules)
        if observations is not None or masks is not None:
            own = self.games
            own.use_buffers(
                own.flat if observations is None else observations,
                own.mask if masks is None else masks,
            )
        self.num_envs = num_envs
        self.metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}
        self.render_mode = None
        self.spec = None
        self.single_observation_space = observation_space()
        self.single_action_space = spaces.Discrete(ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        results = self.games.results
        self._info = {name: results[field] for name, field in INFO}
        self._earned: NDArray[np.int8] = results["earned"]
        self._terminated: NDArray[np.bool_] = results["terminated"].view(np.bool_)
        self._truncated: NDArray[np.bool_] = results["truncated"].view(np.bool_)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game in each environment. A number seeds environment i with `seed + i`."""
        seeds = expand_seed(seed, self.num_envs)
        if seed is None and not self.games.episodes[0].seed:
            seeds = [int(each) for each in self.np_random.integers(1, 2**62, self.num_envs)]
        self.games.reset(seeds, (options or {}).get("reset_mask"))
        return self._observed(), self._info.copy()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[dict[str, Any], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Act in each game. `STRUCTURED` stands for the action of `games.set_structured`. Raises `BadChoice`."""
        self.games.step(actions)
        rewards = self._earned.astype(np.float64)
        return self._observed(), rewards, self._terminated.copy(), self._truncated.copy(), self._info.copy()

    def _observed(self) -> dict[str, Any]:
        return {"observation": self.games.flat, "action_mask": self.games.mask}


INFO = (("seat", "seat"), ("actor", "actor"), ("rewards", "reward"), ("winners", "winners"))


def expand_seed(seed: int | Sequence[int | None] | None, count: int) -> list[int | None]:
    """Return a seed for each environment."""
    if seed is None:
        return [None] * count
    if isinstance(seed, int | np.integer):
        return [int(seed) + i for i in range(count)]
    return list(seed)


__all__ = ["ACTIONS", "STRUCTURED", "VentnorVectorEnv", "observation_space"]
