"""`simulate`: blocks of games on threads, put together in order."""

import os
import re
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.metadata import version
from operator import index
from secrets import randbits
from types import FrameType, FunctionType
from typing import Any, Final, SupportsIndex, TypeAlias

import numpy as np

from ventnor import warm
from ventnor.batch.bar import Progress, reporting
from ventnor.batch.column import Records, chosen, copy_into, kind_of
from ventnor.batch.games import Batch
from ventnor.batch.recipe import Recipe, Run
from ventnor.batch.rows import Rows
from ventnor.batch.sums import Sums
from ventnor.bots import policy_named
from ventnor.dice import LARGEST_SEED
from ventnor.kernel.batch import play_games
from ventnor.kernel.codes import CLAUSE_IDS, SEATS
from ventnor.kernel.layout import Action, Chance, Cursor, Result, Sink, State, Tables, as_array
from ventnor.rulebook.option import Options, house_rules
from ventnor.tables import tables

Policy: TypeAlias = Callable[..., None]

BLOCK: Final = 256
"""Games played in one piece by the compiled twin."""
SMALL_BLOCK: Final = 4
"""The same while it is interpreted."""
AHEAD: Final = 32
"""Blocks that may be finished before one that was begun earlier, for each thread."""
CAP: Final = 5000
"""Throws after which a game counts as undecided."""
ARGUMENTS: Final = 6
"""Of a policy."""
MOST_THROWS: Final = 2**31 - 1
USUAL_HOUR: Final = 600
"""Throws after which the clock strikes in a game that is played to an hour."""
HOUR: Final = re.compile(r"(\d{1,9}) ?(?:throws?|t)?")

play_interpreted: Callable[..., int] = play_games


class BadSimulation(ValueError):
    """Games that cannot be played as they were asked for."""


class PolicyRefused(RuntimeError):
    """A policy answered with an action that the law refuses."""

    def __init__(self, game: int, clause: str) -> None:
        super().__init__(f"in game {game} a policy answered with an action that §{clause} refuses")
        self.game = game
        self.clause = clause


def simulate(
    count: int,
    bots: Sequence[str | Policy],
    *,
    edition: str = "official",
    variant: str = "",
    options: Options | None = None,
    seed: int | None = None,
    first: int = 0,
    hour: int | str | None = None,
    cap: int = CAP,
    keep: Sequence[str] | None = None,
    threads: int | None = None,
    checked: bool = False,
    compiled: bool | None = None,
    progress: Progress | bool | None = None,
) -> Batch:
    """Play `count` games between these bots, one a seat, and return what came of them.

    `hour`: the clock of a game that is played to one strikes after so many throws: "600 throws" unless told, 0 for
    never. `cap`: a game that has not ended after so many is undecided. `first`: the number of the first game among
    those of the seed; so a batch can be played in parts. `keep`: the columns to keep, all unless told.

    `checked` puts every action to the law first. `compiled`: True waits for the compiled kernel, False never uses it,
    None uses it as soon as it is there. `progress`: a function that is told how far the work is; False for silence;
    else there is a bar on a terminal. Ctrl-C returns the games finished so far.
    """
    throws = 0 if hour is None else throws_of(hour)
    count, first, cap = whole("count", count), whole("first", first), whole("cap", cap, 1, MOST_THROWS)
    chosen_seed = randbits(62) if seed is None else whole("seed", seed)
    crew = os.cpu_count() or 1 if threads is None else whole("threads", threads, 1)
    agreed = house_rules(options)
    table = tables(edition, variant, agreed)
    if not table.players_min <= len(bots) <= table.players_max:
        raise BadSimulation(
            f"§setup.players: {edition} is for {table.players_min} to {table.players_max} players, not {len(bots)}"
        )
    if hour is None and table.hour:
        throws = USUAL_HOUR
    if throws and not table.hour:
        raise BadSimulation(f"{' '.join((edition, variant)).strip()} is not played to an hour: leave out the hour")
    policies = [policy_of(bot) for bot in bots]
    recipe = Recipe(
        bots=tuple(policy.__name__ for policy in policies),
        edition=edition,
        variant=variant,
        options=agreed,
        hour=throws,
        cap=cap,
        version=version("ventnor"),
    )
    columns = chosen(keep)
    work = Work(policies, table, Run(chosen_seed, first, count), cap, throws, checked, compiled)
    work.rows = Rows(kind_of(columns, len(bots)))
    work.run(crew, progress)
    runs = [Run(chosen_seed, first, work.sums.games)]
    return Batch(recipe, runs, columns, work.rows, work.sums, count)


def whole(name: str, value: object, least: int = 0, most: int = LARGEST_SEED) -> int:
    """A whole number within its bounds. Raises `BadSimulation`."""
    if not isinstance(value, SupportsIndex) or not least <= index(value) <= most:
        raise BadSimulation(f"{name} is a whole number from {least} to {most}, not {value!r}")
    return index(value)


def policy_of(bot: str | Policy) -> Policy:
    """The policy of a bot by name, or the policy itself. Raises `BadSimulation` over what is none."""
    if isinstance(bot, str):
        return policy_named(bot)
    if not isinstance(bot, FunctionType) or bot.__code__.co_argcount != ARGUMENTS:
        raise BadSimulation(
            "a batch is played by bots by name and by policies of the kernel, functions of "
            "(s, t, seat, memory, chance, a); a function of a view plays in vt.play"
        )
    return bot


def throws_of(hour: int | str) -> int:
    """An hour as a number of throws: 600, or "600 throws". Raises `BadSimulation`."""
    found = HOUR.fullmatch(str(hour).strip().lower())
    if not found:
        raise BadSimulation(f'the hour is a number of throws that is not negative, such as "600 throws"; not {hour!r}')
    return int(found[1])


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

    @property
    def sink(self) -> np.void:
        """The sums of the games played since they were cleared."""
        return self.arrays[3][0]

    def clear(self) -> None:
        """Begin new sums."""
        for name in ("tally", "landings", "rent", "stock"):
            self.sink[name] = 0


@dataclass
class Work:
    """One call of `simulate`, as the threads see it."""

    policies: list[Policy]
    table: Tables
    asked: Run
    cap: int
    hour: int
    checked: bool
    compiled: bool | None
    rows: Rows = field(init=False)
    sums: Sums = field(default_factory=Sums.nothing)
    stopped: bool = False

    def run(self, threads: int, progress: Progress | bool | None) -> None:
        """Play all games, or those that are begun when somebody says stop."""
        local = threading.local()
        if self.compiled:
            warm.twin(wait=True)
        blocks = self.blocks()
        begun: deque[Future[tuple[Records, Sums]]] = deque()
        with (
            self.stopped_by_interrupt(),
            reporting(progress, "Playing") as report,
            ThreadPoolExecutor(threads) as pool,
        ):
            while True:
                while not self.stopped and sum(not each.done() for each in begun) < 2 * threads:
                    block = next(blocks, None) if len(begun) < AHEAD * threads else None
                    if block is None:
                        break
                    begun.append(pool.submit(self.play, local, *block))
                if self.stopped:
                    # The pool begins blocks in their order, so those that can still be called off are the last ones.
                    while begun and begun[-1].cancel():
                        begun.pop()
                if not begun:
                    return
                wait([begun[0]] if len(begun) >= AHEAD * threads else begun, return_when=FIRST_COMPLETED)
                while begun and begun[0].done():
                    rows, sums = begun.popleft().result()
                    self.rows.append(copy_into(self.rows.kind, rows))
                    self.sums += sums
                report(self.sums.games, self.asked.count)

    @contextmanager
    def stopped_by_interrupt(self) -> Generator[None]:
        """Ctrl-C lets the games under way end and calls off the others; a second one is as rude as ever."""
        usual = signal.getsignal(signal.SIGINT)
        if threading.current_thread() is not threading.main_thread() or usual is not signal.default_int_handler:
            yield
            return

        def stop(_number: int, _frame: FrameType | None) -> None:
            if self.stopped:
                raise KeyboardInterrupt
            self.stopped = True

        signal.signal(signal.SIGINT, stop)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, usual)

    def blocks(self) -> Iterator[tuple[int, int, Any]]:
        """First game, number of games and twin of each piece of work."""
        first = self.asked.first
        while first < self.asked.end:
            built = None if self.compiled is False else warm.twin(wait=False)
            size = min(BLOCK if built else SMALL_BLOCK, self.asked.end - first)
            yield first, size, built
            first += size

    def play(self, local: threading.local, first: int, size: int, built: Any) -> tuple[Records, Sums]:
        """Play a block of games on this thread's records."""
        if not hasattr(local, "bench"):
            local.bench = Bench(self.table)
        bench: Bench = local.bench
        bench.clear()
        results = (Result * size)()
        players = len(self.policies)
        filled = [*self.policies, *[self.policies[0]] * (SEATS - players)]
        callbacks: tuple[Any, ...] = tuple(built.policy(policy) for policy in filled) if built else tuple(filled)
        numbers = (players, self.asked.seed, first, size, self.cap, self.hour, int(self.checked))
        if built:
            answer = built.play_games(*bench.arrays, callbacks, as_array(results), *numbers)
        else:
            answer = play_interpreted(*bench.records, callbacks, results, *numbers)
        if answer < 0:
            # The games before it have their results, and every game has plies.
            stopped = int(np.argmax(as_array(results)["plies"] == 0))
            raise PolicyRefused(first + stopped, CLAUSE_IDS[-answer])
        return as_array(results), Sums.of(as_array(results), players, bench.sink)
