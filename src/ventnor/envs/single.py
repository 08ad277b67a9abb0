"""`VentnorEnv`: one seat against chosen bots, in Gymnasium's API."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from ventnor.action import Action, BaseAction
from ventnor.envs.episodes import BadEnvironment, Episodes
from ventnor.envs.layout import ACTIONS, STRUCTURED
from ventnor.envs.vector import observation_space
from ventnor.kernel.batch import Policy


class MenuSpace(spaces.Discrete):
    """The numbers of the menu. A sample without a mask is one that the mask of the moment allows."""

    def __init__(self, games: Episodes) -> None:
        super().__init__(ACTIONS)
        self.games = games

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """Return a random number of the menu, lawful now unless a mask or probabilities are given."""
        if mask is None and probability is None and self.games.mask[0].any():
            mask = self.games.mask[0]
        return super().sample(mask, probability)


class VentnorEnv(gymnasium.Env[Any, Any]):
    """You in one seat, bots in the others.

    The episode ends when the game is over or your seat has retired; it is truncated only by `cap` throws. The reward is
    1 for a win, -1 for a loss, else 0. The mask is in the observation and in `info["action_mask"]`.
    """

    metadata = {"render_modes": []}  # noqa: RUF012  (Gymnasium declares it so)

    def __init__(
        self, bots: Sequence[str | Policy] = ("tycoon", "builder", "cautious"), *, seat: int = 0, **rules: Any
    ) -> None:
        """Make the game. `bots` sit in the other seats, in order. `rules`: as in `Episodes`."""
        if not 0 <= seat <= len(bots):
            raise BadEnvironment(f"seat is a whole number from 0 to {len(bots)}, not {seat!r}")
        self.seat = seat
        self.games = Episodes(1, [*bots[:seat], None, *bots[seat:]], **rules)
        self.observation_space = observation_space()
        self.action_space = MenuSpace(self.games)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a game. Without a seed it is the next one of the seed before."""
        super().reset(seed=seed)
        if seed is None and not self.games.episodes[0].seed:
            seed = int(self.np_random.integers(1, 2**62))
        self.games.reset([seed])
        return self._observed(), self._info()

    def step(self, action: int | Action) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Act: a number that the mask allows, or any lawful action, such as an offer. Raises `BadChoice`."""
        take(self.games, action)
        result = self.games.outcomes[0]
        reward = float(result.reward[self.seat])
        return self._observed(), reward, bool(result.terminated), bool(result.truncated), self._info()

    def _observed(self) -> dict[str, Any]:
        return {"observation": self.games.flat[0].copy(), "action_mask": self.games.mask[0].copy()}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.games.mask[0].copy(), "winners": self.games.outcomes[0].winners}


def take(games: Episodes, action: Any) -> None:
    """Step one game by a number or a structured action."""
    if isinstance(action, BaseAction):
        games.set_structured(action)  # pyright: ignore[reportArgumentType]
        action = STRUCTURED
    games.step(np.array([action], np.int64))
