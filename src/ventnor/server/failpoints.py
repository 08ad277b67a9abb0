"""Places where a test can kill the server. Nothing may be lost at any of them.

`VENTNOR_FAILPOINT=after-commit:17` kills the process, as `kill -9` does, when it reaches that point for the 17th time.
Without the variable nothing happens.
"""

import os
import signal
from typing import Final

BEFORE_COMMIT: Final = "before-commit"
IN_GROUP: Final = "in-group"
"""A part of a transaction has been written or sent to the database."""
AFTER_COMMIT: Final = "after-commit"
"""Before the broadcast."""
IN_HANDOVER: Final = "in-handover"
"""A lease was taken but not used yet."""
POINTS: Final = (BEFORE_COMMIT, IN_GROUP, AFTER_COMMIT, IN_HANDOVER)


class Failpoint:
    """The chosen failpoint, and how often it may still be passed."""

    def __init__(self, wanted: str) -> None:
        self.point, _, number = wanted.partition(":")
        self.left = int(number) if number.isdecimal() else 0


failpoint = Failpoint(os.environ.get("VENTNOR_FAILPOINT", ""))


def reach(point: str) -> None:
    """Kill the process here if this failpoint was chosen."""
    if point == failpoint.point:
        failpoint.left -= 1
        if failpoint.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
