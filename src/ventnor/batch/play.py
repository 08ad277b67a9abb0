"""`simulate`: blocks of games on threads, put together in order."""

import os
import signal
import threading
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from secrets import randbits
from types import FrameType
from typing import Any, Final

from ventnor import warm
from ventnor.batch.bar import Progress, reporting
from ventnor.batch.block import Bench
from ventnor.batch.column import Records, chosen, copy_into, kind_of
from ventnor.batch.games import Batch
from ventnor.batch.recipe import Run
from ventnor.batch.rows import Rows
from ventnor.batch.setup import CAP, Policy, Setup, Start, set_up_batch, whole
from ventnor.batch.sums import Sums
from ventnor.rulebook.option import Options

BLOCK: Final = 256
"""Games played in one piece by the compiled twin."""
SMALL_BLOCK: Final = 4
"""The same while it is interpreted."""
AHEAD: Final = 32
"""Blocks that may be finished before one that was begun earlier, for each thread."""


def simulate(
    count: int,
    bots: Sequence[str | Policy],
    *,
    edition: str = "official",
    variant: str = "",
    options: Options | None = None,
    position: Start | None = None,
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
    """Play `count` games between these bots, one for each seat, and return their results.

    `position`: all games start from it. It sets edition, variant and house rules. Its throws so far count for
    `hour` and `cap`. Raises `BadPosition`.

    `hour`: the clock of a game that is played to one strikes after so many throws: "600 throws" unless told, 0 for
    never. `cap`: a game that has not ended after so many is undecided. `first`: the number of the first game among
    those of the seed; so a batch can be played in parts. `keep`: the columns to keep, all unless told.

    `checked` lets the law judge every action first. Raises `BadDecision` if it refuses one, or if a policy answers
    `done` where the game waits for its seat. `compiled`: True waits for the compiled kernel, False never uses it,
    None uses it as soon as it is there. `progress`: a function that is told how far the work is; False for silence;
    else there is a bar on a terminal. Ctrl-C returns the games finished so far.
    """
    count, first = whole("count", count), whole("first", first)
    chosen_seed = randbits(62) if seed is None else whole("seed", seed)
    crew = os.cpu_count() or 1 if threads is None else whole("threads", threads, 1)
    setup = set_up_batch(bots, edition, variant, options, position, hour, cap)
    columns = chosen(keep)
    work = Work(setup, Run(chosen_seed, first, count), checked, compiled)
    work.rows = Rows(kind_of(columns, len(bots)))
    work.run(crew, progress)
    runs = [Run(chosen_seed, first, work.sums.games)]
    return Batch(setup.recipe, runs, columns, work.rows, work.sums, count)


@dataclass
class Work:
    """One call of `simulate`, as the threads see it."""

    setup: Setup
    asked: Run
    checked: bool
    compiled: bool | None
    rows: Rows = field(init=False)
    sums: Sums = field(default_factory=Sums.nothing)
    stopped: bool = False

    def run(self, threads: int, progress: Progress | bool | None) -> None:
        """Play all games, or after an interrupt those that have begun."""
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
                    # The pool starts blocks in order, so those that can still be cancelled are the last ones.
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
        """Finish the games under way on Ctrl-C and cancel the others. A second Ctrl-C raises `KeyboardInterrupt`."""
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
        """Yield the first game, the number of games and the twin of each piece of work."""
        first = self.asked.first
        while first < self.asked.end:
            built = None if self.compiled is False else warm.twin(wait=False)
            size = min(BLOCK if built else SMALL_BLOCK, self.asked.end - first)
            yield first, size, built
            first += size

    def play(self, local: threading.local, first: int, size: int, built: Any) -> tuple[Records, Sums]:
        """Play a block of games on this thread's records."""
        setup = self.setup
        if not hasattr(local, "bench"):
            local.bench = Bench(setup.table)
        bench: Bench = local.bench
        bench.clear()
        block = bench.play(
            built,
            setup.policies,
            setup.starts,
            setup.players,
            self.asked.seed,
            first,
            size,
            cap=setup.cap,
            hour=setup.hour,
            checked=self.checked,
        )
        return block.results, Sums.of(block.results, len(setup.policies), bench.sink)
