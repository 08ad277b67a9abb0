"""The server's time: the clock of the wall as it was when the process began, and from there on one that nobody sets.

Banks, hammers and hours go by it, so that a clock set forward or back while people play costs nobody a second.
"""

import time
from typing import Final

BEGAN: Final = time.time() - time.monotonic()


def now() -> float:
    """Seconds since 1970."""
    return BEGAN + time.monotonic()
