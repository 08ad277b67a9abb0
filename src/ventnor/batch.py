"""Many games at once: `simulate`, and what it returns.

The compiled kernel plays blocks of games on as many threads as there are cores; while it is still being compiled, the
interpreted one plays them. Every game has its own stream of chance, so the results depend neither on the number of
threads nor on which twin played.
"""

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from secrets import randbits
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from ventnor import warm
from ventnor.bots import policy_named
from ventnor.kernel.batch import play_games
from ventnor.kernel.codes import CLAUSE_IDS, SEATS
from ventnor.kernel.layout import Action, Chance, Cursor, Result, Sink, State, Tables, as_array
from ventnor.rulebook.option import Options
from ventnor.tables import tables

Integers: TypeAlias = npt.NDArray[np.int64]
Policy: TypeAlias = Callable[..., None]

BLOCK: Final = 256  # games played in one piece by the compiled twin
SMALL_BLOCK: Final = 4  # the same while it is interpreted
CAP: Final = 5000  # throws after which a game counts as undecided


play_interpreted: Callable[..., int] = play_games


class PolicyRefused(RuntimeError):
    """A policy answered with an action that the law refuses."""

    def __init__(self, game: int, clause: str) -> None:
        super().__init__(f"in game {game} a policy answered with an action that §{clause} refuses")
        self.game = game
        self.clause = clause


@dataclass(frozen=True)
class Recipe:
    """All that a batch follows from."""

    bots: tuple[str, ...]
    edition: str
    variant: str
    options: Options
    seed: int
    cap: int
    hour: int


@dataclass(frozen=True)
class Batch:
    """Finished games, one row each, in the order of their numbers."""

    recipe: Recipe
    games: Integers
    rows: npt.NDArray[np.void]

    def __len__(self) -> int:
        return len(self.games)

    @property
    def turns(self) -> Integers:
        """Turns of each game."""
        return self.rows["turns"].astype(np.int64)

    @property
    def throws(self) -> Integers:
        """Throws of each game."""
        return self.rows["throws"].astype(np.int64)

    @property
    def plies(self) -> Integers:
        """Actions of each game, nature's included."""
        return self.rows["plies"].astype(np.int64)

    @property
    def decided(self) -> npt.NDArray[np.bool_]:
        """Which games have a winner."""
        return self.rows["winners"] != 0

    @property
    def worth(self) -> Integers:
        """What each seat was worth at the end: a row a game, a column a seat."""
        return self.rows["worth"][:, : len(self.recipe.bots)].astype(np.int64)

    @property
    def bankruptcies(self) -> Integers:
        """Players who retired in each game."""
        return self.rows["bankruptcies"].astype(np.int64)

    def wins(self) -> npt.NDArray[np.float64]:
        """Games won by each seat; a shared win counts its share."""
        seats = np.arange(len(self.recipe.bots))
        won = (self.rows["winners"][:, None].astype(np.int64) >> seats & 1).astype(np.float64)
        shared = np.maximum(won.sum(axis=1, keepdims=True), 1)
        return (won / shared).sum(axis=0)

    def win_rate(self) -> npt.NDArray[np.float64]:
        """Share of all games won by each seat; what is missing from 1 was undecided at the cap."""
        return self.wins() / max(len(self), 1)


class Bench:
    """The records one thread plays on."""

    def __init__(self, table: Tables) -> None:
        self.records: list[Any] = [
            (State * 1)(),
            (State * 1)(),
            (Tables * 1)(table),
            (Sink * 1)(),
            (Cursor * 1)(),
            (Chance * 1)(),
            (Action * 1)(),
        ]
        self.arrays = [as_array(each) for each in self.records]


def policy_of(bot: str | Policy) -> Policy:
    """The policy of a bot by name, or the policy itself."""
    return policy_named(bot) if isinstance(bot, str) else bot


def simulate(
    count: int,
    bots: Sequence[str | Policy],
    *,
    edition: str = "official",
    variant: str = "",
    options: Options | None = None,
    seed: int | None = None,
    hour: int = 0,
    cap: int = CAP,
    threads: int | None = None,
    checked: bool = False,
    compiled: bool | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Batch:
    """Play `count` games between these bots, one a seat, and return what came of them.

    `hour`: the clock of a timed game strikes after this many throws. `checked` puts every action to the law first.
    `compiled`: True waits for the compiled kernel, False never uses it, None uses it as soon as it is there. Ctrl-C
    returns the games finished so far.
    """
    if count < 0 or cap < 1 or hour < 0:
        raise ValueError("the number of games, the hour and the cap must not be negative")
    table = tables(edition, variant, options)
    if not table.players_min <= len(bots) <= table.players_max:
        raise ValueError(
            f"§setup.players: {edition} is for {table.players_min} to {table.players_max} players, not {len(bots)}"
        )
    policies = [policy_of(bot) for bot in bots]
    names = tuple(policy.__name__ for policy in policies)
    chosen = randbits(62) if seed is None else seed & ((1 << 62) - 1)
    recipe = Recipe(names, edition, variant, options or Options(), chosen, cap, hour)
    rows = as_array((Result * count)())
    done = np.zeros(count, dtype=np.bool_)
    work = Work(policies, table, chosen, cap, hour, checked, rows, done, compiled)
    work.run(threads or os.cpu_count() or 1, progress)
    finished = np.flatnonzero(done)
    return Batch(recipe, finished, rows[finished])


@dataclass
class Work:
    """One call of `simulate`, as the threads see it."""

    policies: list[Policy]
    table: Tables
    seed: int
    cap: int
    hour: int
    checked: bool
    rows: npt.NDArray[np.void]
    done: npt.NDArray[np.bool_]
    compiled: bool | None

    def run(self, threads: int, progress: Callable[[int, int], None] | None) -> None:
        """Play all games, reporting how many are finished."""
        count = len(self.done)
        local = threading.local()
        if self.compiled:
            warm.twin(wait=True)
        blocks = self.blocks()
        with ThreadPoolExecutor(threads) as pool:
            waiting: set[Future[int]] = set()
            finished = 0
            try:
                while True:
                    while len(waiting) < 2 * threads and (block := next(blocks, None)):
                        waiting.add(pool.submit(self.play, local, *block))
                    if not waiting:
                        break
                    ready, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                    for each in ready:
                        finished += each.result()
                    if progress:
                        progress(finished, count)
            except KeyboardInterrupt:
                for each in waiting:
                    each.cancel()

    def blocks(self) -> Iterator[tuple[int, int, Any]]:
        """First game, number of games and twin of each piece of work."""
        first = 0
        while first < len(self.done):
            built = None if self.compiled is False else warm.twin(wait=False)
            size = min(BLOCK if built else SMALL_BLOCK, len(self.done) - first)
            yield first, size, built
            first += size

    def play(self, local: threading.local, first: int, size: int, built: Any) -> int:
        """Play a block of games on this thread's records."""
        if not hasattr(local, "bench"):
            local.bench = Bench(self.table)
        bench: Bench = local.bench
        results = (Result * size)()
        filled = [*self.policies, *[self.policies[0]] * (SEATS - len(self.policies))]
        callbacks: tuple[Any, ...] = tuple(built.policy(policy) for policy in filled) if built else tuple(filled)
        numbers = (len(self.policies), self.seed, first, size, self.cap, self.hour, int(self.checked))
        if built:
            answer = built.play_games(*bench.arrays, callbacks, as_array(results), *numbers)
        else:
            answer = play_interpreted(*bench.records, callbacks, results, *numbers)
        if answer < 0:
            raise PolicyRefused(first, CLAUSE_IDS[-answer])
        self.rows[first : first + size] = as_array(results)
        self.done[first : first + size] = True
        return size
