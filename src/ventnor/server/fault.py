"""Places where a test can make the server die: named moments between which nothing may be lost.

`VENTNOR_FAULT=after-commit:17` kills the process, as `kill -9` does, when it reaches that moment the 17th time. Without
the variable nothing happens.
"""

import os
import signal
from typing import Final

BEFORE_COMMIT: Final = "before-commit"
IN_GROUP: Final = "in-group"
AFTER_COMMIT: Final = "after-commit"
"""Before anybody is told."""
IN_HANDOVER: Final = "in-handover"
"""A lease was taken and nothing done with it yet."""
POINTS: Final = (BEFORE_COMMIT, IN_GROUP, AFTER_COMMIT, IN_HANDOVER)

_point, _, _number = os.environ.get("VENTNOR_FAULT", "").partition(":")
_left = int(_number) if _number.isdecimal() else 0


def reach(point: str) -> None:
    """Die here, if that was asked for."""
    global _left
    if point == _point:
        _left -= 1
        if _left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
