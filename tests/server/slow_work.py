"""Functions that worker processes run in tests of the pool."""

import time
from collections.abc import Callable
from pathlib import Path

Report = Callable[[int, int], None]


def wait_for(report: Report, path: str) -> bytes:
    """Report progress until a file is there."""
    done = 0
    while not Path(path).exists():
        done += 1
        report(done, 1_000_000)
        time.sleep(0.005)
    return b"1"


def double(report: Report, number: int) -> bytes:
    """Return twice the number."""
    report(1, 1)
    return str(2 * number).encode()


def fail(_: Report) -> bytes:
    """Raise an error."""
    raise ValueError("it cannot be read")


def spin(_: Report) -> bytes:
    """Use CPU time without end."""
    while True:
        pass
