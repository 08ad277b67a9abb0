"""The server's time: wall time at start plus monotonic time since.

Players' clocks use it, so setting the system clock does not change anybody's time.
"""

import time
from typing import Final

BEGAN: Final = time.time() - time.monotonic()


def now() -> float:
    """Return seconds since 1970."""
    return BEGAN + time.monotonic()
