"""Python's garbage collector, kept out of the way of commands.

A full collection looks at every object of the process and stops everything meanwhile. A server has many objects that
stay: they are frozen, which excludes them, and the rest is collected in full only while the server is idle.
"""

import asyncio
import gc
import time
from collections.abc import Callable
from typing import Final

IDLE: Final = 0.25
"""Seconds without a command that count as idle."""
LEAST: Final = 10.0
MOST: Final = 60.0
"""Seconds between two full collections: the least, on an idle server, and the most, on any."""
NEVER: Final = 1_000_000


def tune() -> None:
    """Freeze all objects loaded so far, and leave full collections to `collect_when_idle`."""
    gc.set_threshold(10_000, 10, NEVER)
    gc.collect()
    gc.freeze()


def is_tuned() -> bool:
    """Return whether `tune` was called in this process."""
    return gc.get_threshold()[2] == NEVER


async def collect_when_idle(commands: Callable[[], int]) -> None:
    """Run full collections from time to time, forever. `commands` counts the commands so far."""
    last = time.monotonic()
    while True:
        before = commands()
        await asyncio.sleep(IDLE)
        if is_due(time.monotonic() - last, idle=commands() == before):
            gc.collect()
            last = time.monotonic()


def is_due(seconds: float, *, idle: bool) -> bool:
    """Return whether to collect, so many seconds after the last time."""
    return seconds >= (LEAST if idle else MOST)
