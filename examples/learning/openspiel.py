"""An adapter for OpenSpiel: importing it registers the game `python_ventnor`.

    pip install 'ventnor[envs,openspiel]'
    python examples/learning/openspiel.py

Dice and cards are drawn inside the game (OpenSpiel's sampled stochastic mode), from a seed that each new game draws.
Actions and observations are those of the environments.
"""

# OpenSpiel ships no types.
# pyright: reportMissingTypeStubs=false, reportMissingModuleSource=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUntypedBaseClass=false, reportUnknownArgumentType=false

import copy
from ctypes import memmove, sizeof
from typing import Any

import numpy as np
import pyspiel

import ventnor as vt
from ventnor.envs import ACTIONS, Episodes
from ventnor.envs.episodes import LENGTH
from ventnor.envs.layout import Observation
from ventnor.envs.observe import observe

MOST_DECISIONS = 60  # of one seat between two throws; bounds the length of a game
DEFAULTS: dict[str, Any] = {"players": 2, "edition": "official", "cap": 1000, "seed": 1}
TYPE = pyspiel.GameType(
    short_name="python_ventnor",
    long_name="Ventnor",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=8,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification=DEFAULTS,
)


class VentnorGame(pyspiel.Game):
    """The rules of a game: players, edition, and the throws after which it is undecided."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.rules = {**DEFAULTS, **(params or {})}
        players = self.rules["players"]
        length = self.rules["cap"] * MOST_DECISIONS * players
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=0,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=length,
        )
        super().__init__(TYPE, info, params or {})
        self.seeds = np.random.default_rng(self.rules["seed"])

    def new_initial_state(self) -> "VentnorState":
        """Return a new game with dice of its own."""
        return VentnorState(self, int(self.seeds.integers(1, 2**62)))

    def make_py_observer(self, *_: Any) -> "Observer":
        """Return what reads observations."""
        return Observer()


class SingleGame(Episodes):
    """The records of one game. OpenSpiel clones a state by copying its parts, and a copy plays on by itself."""

    def __init__(self, rules: dict[str, Any]) -> None:
        super().__init__(1, [None] * rules["players"], edition=rules["edition"], cap=rules["cap"])
        self.rules = rules

    def __deepcopy__(self, known: Any) -> "SingleGame":
        other = SingleGame(self.rules)
        for mine, its in zip(records(self), records(other), strict=True):
            memmove(its, mine, sizeof(mine))
        return other


class VentnorState(pyspiel.State):
    """A game under way."""

    def __init__(self, game: VentnorGame, seed: int) -> None:
        super().__init__(game)
        self.seed = seed
        self.games = SingleGame(game.rules)
        self.games.reset([seed])
        self.earned = np.zeros(game.num_players())

    def __deepcopy__(self, known: Any) -> "VentnorState":
        other = VentnorState(self.get_game(), self.seed)
        other.games, other.earned = copy.deepcopy(self.games), self.earned.copy()
        return other

    def current_player(self) -> int:
        """Return the seat that decides."""
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else int(self.games.episodes[0].seat)

    def _legal_actions(self, player: int) -> list[int]:
        return np.flatnonzero(self.games.mask[0]).tolist() if player == self.current_player() else []

    def _apply_action(self, action: int) -> None:
        self.games.step(np.array([action]))
        self.earned += [*self.games.outcomes[0].reward][: len(self.earned)]

    def _action_to_string(self, _player: int, action: int) -> str:
        return vt.format_action(self.games.action_of(action))

    def is_terminal(self) -> bool:
        """Return whether the game is over, or undecided at the cap."""
        return bool(self.games.episodes[0].done)

    def returns(self) -> list[float]:
        """Return 1 for winners and -1 for losers, 0 while undecided."""
        return self.earned.tolist()

    def __str__(self) -> str:
        return f"seed {self.seed}, throws {self.games.outcomes[0].throws}"


class Observer:
    """Reads what a seat observes, as numbers from the environments' encoding."""

    def __init__(self) -> None:
        self.tensor = np.zeros(LENGTH, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: VentnorState, player: int) -> None:
        """Fill in the tensor for a player."""
        seen, games = Observation(), state.games
        observe(games.states[0], games.tables[0], games.cursors[0], player, seen)
        self.tensor[:] = np.frombuffer(bytes(seen), np.int32)

    def string_from(self, state: VentnorState, player: int) -> str:
        """Return the same as text."""
        self.set_from(state, player)
        return " ".join(f"{each:g}" for each in self.tensor)


def records(games: Episodes) -> tuple[Any, ...]:
    """Return everything that changes in a game."""
    parts = (games.states, games.cursors, games.episodes, games.observations, games.masks, games.outcomes)
    return (*parts, games.chances)


pyspiel.register_game(TYPE, VentnorGame)


def main() -> None:
    """Play a game at random, by OpenSpiel's own means."""
    state = pyspiel.load_game("python_ventnor(players=3,cap=100)").new_initial_state()
    rng = np.random.default_rng(1)
    while not state.is_terminal():
        state.apply_action(int(rng.choice(state.legal_actions())))
    print(state, state.returns())


if __name__ == "__main__":
    main()
