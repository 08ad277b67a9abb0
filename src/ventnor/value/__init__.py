"""The evaluation network: inputs, weights, and each seat's chance to win.

`layout` names the inputs, `inputs` works them out, `network` makes chances of them: all three are written like the
kernel and compiled beside it. `weights` reads the file that a training run has written.
"""

from collections.abc import Callable
from typing import Any, Final

from ventnor.value.network import enter_evaluate, enter_inputs

ENTRY_POINTS: Final[tuple[Callable[..., Any], ...]] = (enter_inputs, enter_evaluate)
"""The entry points that are compiled and kept."""
