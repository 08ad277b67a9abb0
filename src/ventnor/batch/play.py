"""`simulate`: blocks of games, played by an executor and put together in order."""

import signal
import threading
import warnings
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from secrets import randbits
from types import FrameType
from typing import Any

from ventnor.batch.asked import play_asked
from ventnor.batch.bar import Progress, reporting
from ventnor.batch.block import Workspace
from ventnor.batch.column import Records, chosen, copy_into, kind_of
from ventnor.batch.entrant import Player
from ventnor.batch.executor import in_order, open_executor
from ventnor.batch.games import Batch
from ventnor.batch.recipe import Run
from ventnor.batch.rows import Rows
from ventnor.batch.setup import CAP, Setup, Start, set_up_batch, whole
from ventnor.batch.sums import Sums
from ventnor.rulebook.option import Options, with_board


class PlaysInterpreted(UserWarning):
    """A bot with `choose(view)` plays in a batch, so the batch is slow."""


def simulate(
    count: int,
    bots: Sequence[Player],
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
    on: str | None = None,
    checked: bool = False,
    compiled: bool | None = None,
    progress: Progress | bool | None = None,
    board: str = "",
) -> Batch:
    """Play `count` games between these bots, one for each seat, and return their results.

    `bots`: names, `module:function`, `file.py:function`, policies, or bots with `choose(view)`. With one of the last
    kind the games are played interpreted, with the law as judge; the warning `PlaysInterpreted` says so.

    `board`: another board: "london", or the path of a board file.

    `position`: all games start from it. It sets edition, variant and house rules. Its throws so far count for
    `hour` and `cap`. Raises `BadPosition`.

    `hour`: the clock of a game with a time limit strikes after so many throws: by default "600 throws"; 0 for
    never. `cap`: a game that has not ended after so many is undecided. `first`: the number of the first game among
    those of the seed; so a batch can be played in parts. `keep`: the columns to keep; by default all.

    `on`: "ray" plays on a Ray cluster, the running one or a new one on this machine; an address names another one. The
    results are the same as without it.

    `checked` lets the law judge every action first. Raises `BadDecision` if it refuses one, or if a policy answers
    `done` where the game waits for its seat. `compiled`: True waits for the compiled kernel, False never uses it,
    None uses it as soon as it is there. `progress`: a function called with the games finished and asked for;
    False shows nothing; by default there is a bar on a terminal. Ctrl-C returns the games finished so far.
    """
    count, first = whole("count", count), whole("first", first)
    chosen_seed = randbits(62) if seed is None else whole("seed", seed)
    options = with_board(options, board) if board else options
    setup = set_up_batch(bots, edition, variant, options, position, hour, cap)
    columns = chosen(keep)
    if setup.interpreted:
        warnings.warn("a choose(view) bot plays: these games are not compiled", PlaysInterpreted, stacklevel=2)
        compiled = False
    rows, sums, stop = Rows(kind_of(columns, len(bots))), Sums.nothing(), Stop()
    with (
        stop.on_interrupt(),
        reporting(progress, "Playing") as report,
        open_executor(setup, threads, compiled, on) as executor,
    ):
        numbers = (chosen_seed, int(checked))
        for results, of_block in in_order(executor, play_block, numbers, first, first + count, stop):
            rows.append(copy_into(rows.kind, results))
            sums += of_block
            report(sums.games, count)
    return Batch(setup.recipe, [Run(chosen_seed, first, sums.games)], columns, rows, sums, count)


@dataclass
class Stop:
    """Whether somebody has asked to stop. Call it to know."""

    asked: bool = False

    def __call__(self) -> bool:
        """Return whether to stop."""
        return self.asked

    @contextmanager
    def on_interrupt(self) -> Generator[None]:
        """Finish the games under way on Ctrl-C and cancel the others. A second Ctrl-C raises `KeyboardInterrupt`."""
        usual = signal.getsignal(signal.SIGINT)
        if threading.current_thread() is not threading.main_thread() or usual is not signal.default_int_handler:
            yield
            return

        def stop(_number: int, _frame: FrameType | None) -> None:
            if self.asked:
                raise KeyboardInterrupt
            self.asked = True

        signal.signal(signal.SIGINT, stop)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, usual)


def play_block(
    workspace: Workspace, setup: Setup, built: Any, seed: int, checked: int, first: int, size: int
) -> tuple[Records, Sums]:
    """Play a block of games on these records, and return their results and sums."""
    if setup.interpreted:
        return play_asked(setup, seed, first, size)
    workspace.clear()
    block = workspace.play(
        built,
        setup.bots,
        setup.starts,
        setup.players,
        seed,
        first,
        size,
        cap=setup.cap,
        hour=setup.hour,
        checked=bool(checked),
    )
    return block.results, Sums.of(block.results, len(setup.bots), workspace.sink)
