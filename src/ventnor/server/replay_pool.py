"""A worker process that replays games: replay files, and finished games at a ply.

Replaying a long game takes seconds. One worker does it at low priority, and a few requests may wait. A request that
takes too long ends the worker, not the server.
"""

import asyncio
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from typing import Final

from msgspec import json

from ventnor.replay import Replay
from ventnor.server.errors import Denied
from ventnor.server.export import record_of_file, view_file
from ventnor.server.protocol import Code
from ventnor.server.visible import visible_game
from ventnor.words.reason import because

LONGEST: Final = 10
"""Seconds of CPU that one request may take."""
MOST_WAITING: Final = 8


class ReplayPool:
    """The worker process. It is started on first use."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._waiting = 0
        self._lock = asyncio.Lock()
        """One request at a time, so that a request that ends the worker fails alone."""

    async def run(self, work: Callable[..., bytes], *args: object) -> bytes:
        """Run a function of this module in the worker. Raises `Denied`, and `ValueError` if the function does."""
        if self._waiting >= MOST_WAITING:
            raise Denied(Code.BUSY, because("busy"))
        self._waiting += 1
        try:
            async with self._lock:
                if self._pool is None:
                    self._pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=prepare_worker)
                # Shielded from cancellation: the next request waits until the worker is free.
                return await asyncio.shield(asyncio.wrap_future(self._pool.submit(guarded, work, args)))
        except BrokenProcessPool:
            self._pool = None
            raise Denied(Code.TOO_LARGE, because("replay-too-long")) from None
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """End the worker."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def prepare_worker() -> None:
    """Lower this process's priority, and end it when the server ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(10)
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """End this process when the server has ended, however it ended."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def guarded(work: Callable[..., bytes], args: tuple[object, ...]) -> bytes:
    """Call a function. A timer ends this process after `LONGEST` seconds of CPU time."""
    signal.setitimer(signal.ITIMER_PROF, LONGEST)
    try:
        return work(*args)
    except ValueError as error:
        raise ValueError(str(error)) from None  # other exceptions may not survive pickling
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def file_record(text: str) -> bytes:
    """Return the game of a replay file with all events, as JSON."""
    return json.encode(record_of_file(text))


def file_view(text: str, ply: int) -> bytes:
    """Return the game of a replay file after a ply, as JSON."""
    return json.encode(view_file(text, ply))


def view_at(text: str, ply: int) -> bytes:
    """Return what everybody sees of a game after a ply, as JSON."""
    return json.encode(visible_game(Replay.loads(text).game_at(ply), ply))
