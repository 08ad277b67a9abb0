"""One call of the kernel's batch loop, compiled or interpreted, on records that a thread owns."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from ventnor.batch.column import Records
from ventnor.batch.entrant import compiled
from ventnor.driver import BadDecision, no_answer, text_of
from ventnor.kernel.batch import play_games
from ventnor.kernel.codes import CLAUSE_IDS, SEATS, STUCK
from ventnor.kernel.layout import Action, Chance, Cursor, Result, Sink, State, Tables, array_of
from ventnor.kernel.reasons import clause_of

play_interpreted: Callable[..., int] = play_games


@cache
def type_of(item: type) -> "np.dtype[np.void]":
    """Return the NumPy type of a record. NumPy takes a millisecond to work it out, so it is asked once."""
    found: Any = np.dtype(item)
    return found


def as_rows(records: Any) -> Records:
    """Return the same records as an array of NumPy, as `as_array` does, in microseconds."""
    return np.ndarray((len(records),), dtype=type_of(records._type_), buffer=memoryview(records).cast("B"))


@dataclass(frozen=True)
class Block:
    """The results of some games, and the positions and actions that were asked for."""

    results: Records
    finals: Records
    """The position in which each game stopped."""
    samples: Records
    """Sampled positions: a row for each game; unused places are blank, with 0 players."""
    moves: Records
    """Actions: a row a game; unused places are blank, with kind 0."""


class Workspace:
    """Memory in which one thread plays games: records that each block uses again."""

    def __init__(self, table: Tables) -> None:
        self.records: list[Any] = [
            (Tables * 1)(table),
            (Sink * 1)(),
            (Cursor * 1)(),
            (Chance * 2)(),
            (Action * 1)(),
        ]
        self.state: Any = (State * 1)()

    @property
    def sink(self) -> np.void:
        """Return the sums of the games played since the last clearing."""
        return as_rows(self.records[1])[0]

    def clear(self) -> None:
        """Begin new sums."""
        for name in ("tally", "landings", "rent", "stock"):
            self.sink[name] = 0

    def play(
        self,
        built: Any,
        policies: Sequence[Any],
        starts: Any,
        players: int,
        seed: int,
        first: int,
        count: int,
        *,
        cap: int,
        hour: int = 0,
        checked: bool = False,
        finals: bool = False,
        samples: int = 0,
        every: int = 1,
        moves: int = 0,
        strata: bool = False,
        quiet: bool = False,
    ) -> Block:
        """Play games number `first` and following, by the twin `built`, or interpreted without one.

        `starts` is a row of `State` records: a blank one for new games of `players`, or positions with 0 `players`.
        `samples` and `moves`: how many positions and actions to keep of each game. `quiet`: games stopped by `cap` stop
        once the dice are taken, after the business of all seats. Raises `BadDecision`.
        """
        filled = [*policies, *[policies[0]] * (SEATS - len(policies))]
        callbacks: tuple[Any, ...] = tuple(compiled(built, policy) for policy in filled) if built else tuple(filled)
        made: list[Any] = [
            array_of(Result, count),
            array_of(State, count if finals else 0),
            array_of(State, count * samples),
            array_of(Action, count * moves),
        ]
        numbers = (players, seed, first, count, cap, hour, int(checked), every, int(strata), int(quiet))
        if built:
            given = [as_rows(each) for each in (self.state, starts, *self.records)]
            answer = built.play_games(*given, callbacks, *map(as_rows, made), *numbers)
        else:
            answer = play_interpreted(self.state, starts, *self.records, callbacks, *made, *numbers)
        results = as_rows(made[0])
        if answer < 0:
            # The games before it have their results, and every game has plies.
            raise self.bad_decision(policies, first + int(np.argmax(results["plies"] == 0)), -answer)
        return Block(
            results,
            as_rows(made[1]),
            as_rows(made[2]).reshape(count, samples),
            as_rows(made[3]).reshape(count, moves),
        )

    def bad_decision(self, policies: Sequence[Any], game: int, code: int) -> BadDecision:
        """Return the error of a game that the answer of a policy stopped."""
        tables, _, cursors, _, actions = self.records
        seat, action = cursors[0].decider, text_of(actions[0])
        bot = policies[seat].__name__ if seat < len(policies) else "the scheduler"
        if code == STUCK:
            return BadDecision(bot, seat, action, no_answer(self.state[0]), game=game)
        clause = CLAUSE_IDS[clause_of(tables[0], code)]
        return BadDecision(bot, seat, action, f"§{clause} refuses it", clause=clause, game=game)
