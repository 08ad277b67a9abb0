"""Executors, which play the blocks of a batch: on the threads of this process, or on the workers of a Ray cluster.

A block is a run of games that are played in one piece. Each game has its own stream of chance, so the results do not
depend on who plays which block, nor on where the blocks are cut.
"""

import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager
from typing import Any, Final, Protocol, TypeVar

from ventnor import warm
from ventnor.batch.block import Workspace
from ventnor.batch.entrant import is_policy
from ventnor.batch.setup import BadSimulation, Setup, whole
from ventnor.kernel.batch import play_games

T = TypeVar("T")
Task = Callable[..., T]
"""A function of a workspace, the setup, the twin, further numbers, the first game and the number of games."""

BLOCK: Final = 256
"""Games played in one piece by the compiled twin."""
SMALL_BLOCK: Final = 4
"""The same while it is interpreted."""
AHEAD: Final = 32
"""Blocks that may be finished before one that was begun earlier, for each place."""
RAY: Final = "ray"
LOW_PRIORITY: Final = 5
"""The niceness of a thread that gives way to others."""


class Executor(AbstractContextManager[Any], Protocol):
    """Plays blocks, several at a time."""

    places: int
    """How many blocks are played at a time."""

    def block_size(self) -> int:
        """Return how many games the next block should have."""
        ...

    def submit(self, task: Task[T], *numbers: int) -> "Future[T]":
        """Begin a block."""
        ...


def give_way() -> None:
    """Run this thread at low priority. Elsewhere than on Linux the whole process would get it, so nothing changes."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOW_PRIORITY)


class ThreadExecutor:
    """Plays blocks on the threads of this process."""

    def __init__(self, setup: Setup, places: int, compiled: bool | None) -> None:
        self.setup = setup
        self.places = places
        self.compiled = compiled
        self.local = threading.local()
        self.pool = ThreadPoolExecutor(places)
        self.meanwhile = ThreadPoolExecutor(1, initializer=give_way)
        """Plays interpreted games while another process compiles the loop, which is what the run waits for."""
        self.wanted = entries_of(setup.bots)
        if compiled:
            warm.twin(wait=True, wanted=self.wanted)

    def __enter__(self) -> "ThreadExecutor":
        return self

    def __exit__(self, *_: object) -> None:
        self.pool.shutdown()
        self.meanwhile.shutdown()

    def built(self) -> Any:
        """Return the compiled twin; None while, or if, games are played interpreted."""
        return None if self.compiled is False else warm.twin(wait=False, wanted=self.wanted)

    def block_size(self) -> int:
        """Return how many games the next block should have."""
        return BLOCK if self.built() else SMALL_BLOCK

    def submit(self, task: Task[T], *numbers: int) -> "Future[T]":
        """Begin a block."""
        built = self.built()
        pool = self.meanwhile if built is None and self.compiled is None else self.pool
        return pool.submit(self.play, task, built, *numbers)

    def play(self, task: Task[T], built: Any, *numbers: int) -> T:
        """Play a block on this thread's records."""
        if not hasattr(self.local, "workspace"):
            self.local.workspace = Workspace(self.setup.table)
        return task(self.local.workspace, self.setup, built, *numbers)


def entries_of(bots: Iterable[Any]) -> list[warm.Entry]:
    """Return what has to be compiled for a batch: its loop, and those of its bots that are the library's."""
    return [play_games, *dict.fromkeys(each for each in bots if is_policy(each) and warm.package_of(each))]


def open_executor(setup: Setup, threads: int | None, compiled: bool | None, on: str | None) -> Executor:
    """Return the executor of a request: threads, or with `on="ray"` or a cluster's address the workers of Ray.

    Raises `BadSimulation`, `MissingPackage` or `ClusterFailed`.
    """
    if on is None:
        return ThreadExecutor(setup, os.cpu_count() or 1 if threads is None else whole("threads", threads, 1), compiled)
    if threads is not None:
        raise BadSimulation("leave out threads: a cluster plays one block on each of its processors")
    from ventnor.batch.cluster import RayExecutor

    return RayExecutor(setup, compiled, "" if on == RAY else on)


def in_order(
    executor: Executor, task: Task[T], numbers: tuple[int, ...], first: int, end: int, stopped: Callable[[], bool]
) -> Iterator[T]:
    """Play games `first` to `end`, and yield what each block returns, in order.

    Once `stopped()` is true no block is begun, and those that no worker has taken yet are cancelled.
    """
    begun: deque[Future[T]] = deque()
    while True:
        while not stopped() and first < end and sum(not each.done() for each in begun) < 2 * executor.places:
            if len(begun) >= AHEAD * executor.places:
                break
            size = min(executor.block_size(), end - first)
            begun.append(executor.submit(task, *numbers, first, size))
            first += size
        if stopped():
            # Blocks start in order, so those that can still be cancelled are the last ones.
            while begun and begun[-1].cancel():
                begun.pop()
        if not begun:
            return
        wait([begun[0]] if len(begun) >= AHEAD * executor.places else begun, return_when=FIRST_COMPLETED)
        while begun and begun[0].done():
            yield begun.popleft().result()
