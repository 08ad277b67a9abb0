"""`VentnorAEC`: every seat an agent, in PettingZoo's AEC API."""

# PettingZoo ships no types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportUntypedBaseClass=false, reportIncompatibleMethodOverride=false

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from ventnor.envs.episodes import BadEnvironment, Episodes
from ventnor.envs.layout import ACTIONS, Observation
from ventnor.envs.observe import observe
from ventnor.envs.single import take
from ventnor.envs.vector import observation_space
from ventnor.kernel.codes import BANK


class VentnorAEC(AECEnv[str, Any, Any]):
    """A game in which each seat is an agent: `seat_0`, `seat_1` and so on.

    An agent that retires is terminated at once with -1. At the end winners get 1 and the others -1.
    """

    metadata = {"name": "ventnor_v0", "render_modes": [], "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, players: int = 4, **rules: Any) -> None:
        """Make the game. `rules`: edition, variant, options, position, hour, cap and compiled, as in `Episodes`."""
        super().__init__()
        if players < 1:
            raise BadEnvironment(f"players is a whole number from 2 to 8, not {players!r}")
        self.games = Episodes(1, [None] * players, **rules)
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.render_mode = None
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observed = observation_space()
        self._actions = spaces.Discrete(ACTIONS)
        self.agents: list[str] = []
        self._seeded = False

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self._observed

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self._actions

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. Without a seed it is the next one of the seed before."""
        if seed is None and not self._seeded:
            seed = int(seeding.np_random()[0].integers(1, 2**62))
        self._seeded = True
        self.games.reset([seed])
        self.agents = self.possible_agents.copy()
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._choose_next()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees now. Only the agent that is to act has lawful actions."""
        games, seat = self.games, self._seats[agent]
        if seat == games.episodes[0].seat:
            return {"observation": games.flat[0].copy(), "action_mask": games.mask[0].copy()}
        seen = Observation()
        observe(games.states[0], games.tables[0], games.cursors[0], seat, seen)
        return {"observation": np.frombuffer(bytes(seen), np.int32), "action_mask": np.zeros(ACTIONS, np.int8)}

    def step(self, action: Any) -> None:
        """Act for the agent that is to act: a number, or any lawful action. Raises `BadChoice`."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        take(self.games, action)
        result = self.games.outcomes[0]
        self._cumulative_rewards[agent] = 0.0
        for each in self.agents:
            seat = self._seats[each]
            self.rewards[each] = float(result.reward[seat])
            self.terminations[each] = bool(result.terminated or result.retired >> seat & 1)
            self.truncations[each] = bool(result.truncated) and not self.terminations[each]
        self._choose_next()
        self._accumulate_rewards()
        self._deads_step_first()

    def _choose_next(self) -> None:
        seat = self.games.episodes[0].seat
        self.agent_selection = self.agents[0] if seat == BANK else self.possible_agents[seat]
