"""Places where a test can make the server die: named moments between which nothing may be lost.

`VENTNOR_FAULT=after-commit:17` kills the process, as `kill -9` does, when it reaches that moment the 17th time. Without
the variable nothing happens.
"""

import os
import signal
from typing import Final

BEFORE_COMMIT: Final = "before-commit"
IN_GROUP: Final = "in-group"
"""Some of what is to be committed together has been written, or is on its way to the database."""
AFTER_COMMIT: Final = "after-commit"
"""Before anybody is told."""
IN_HANDOVER: Final = "in-handover"
"""A lease was taken and nothing done with it yet."""
POINTS: Final = (BEFORE_COMMIT, IN_GROUP, AFTER_COMMIT, IN_HANDOVER)


class Fuse:
    """What was asked for: the moment, and how often it may still be reached."""

    def __init__(self, wanted: str) -> None:
        self.point, _, number = wanted.partition(":")
        self.left = int(number) if number.isdecimal() else 0


fuse = Fuse(os.environ.get("VENTNOR_FAULT", ""))


def reach(point: str) -> None:
    """Die here, if that was asked for."""
    if point == fuse.point:
        fuse.left -= 1
        if fuse.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
