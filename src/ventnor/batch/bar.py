"""A progress bar with games a second and the time left, on terminals only."""

import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Final, TypeAlias

Progress: TypeAlias = Callable[[int, int], None]
"""Called with the number of games finished and the number of games asked for."""

PATIENCE: Final = 0.5
"""Seconds after which a bar is worth showing."""


def keep_quiet(finished: int, count: int) -> None:
    """Report nothing."""


@contextmanager
def reporting(progress: Progress | bool | None, words: str) -> Generator[Progress]:
    """Return the progress function: the caller's, a bar on a terminal, or one that does nothing."""
    if callable(progress):
        yield progress
    elif progress is False or not sys.stderr.isatty():
        yield keep_quiet
    else:
        with bar(words) as shown:
            yield shown


@contextmanager
def bar(words: str) -> Generator[Progress]:
    """Yield a progress bar that appears after a short delay and disappears when the work is done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[speed]} games/s"),
        TimeRemainingColumn(compact=True, elapsed_when_finished=True),
    )
    drawn = Progress(*columns, console=Console(stderr=True), transient=True, refresh_per_second=5)
    began = time.monotonic()
    task: TaskID | None = None

    def report(finished: int, count: int) -> None:
        nonlocal task
        lasted = time.monotonic() - began
        if lasted < PATIENCE:
            return
        if task is None:
            task = drawn.add_task(words, total=count, speed="")
            drawn.start()
        drawn.update(task, completed=finished, speed=f"{finished / lasted:,.0f}")

    try:
        yield report
    finally:
        if task is not None:
            drawn.stop()
