"""The compiled step of the environments: built when it is first asked for, and kept in the cache folder."""

from collections.abc import Sequence
from typing import Any

from ventnor import warm
from ventnor.envs.loop import begin_episodes, step_episodes
from ventnor.kernel.batch import Policy


def is_ready(policies: Sequence[Policy]) -> bool:
    """Return whether the step and these policies are compiled, so that they load in a moment."""
    return warm.is_warm([begin_episodes, step_episodes, *(each for each in policies if warm.package_of(each))])


def load_twin() -> Any:
    """Return the twin with both entry points, compiled first if need be. That takes half a minute, once."""
    built: Any = warm.twin(wait=True, wanted=[begin_episodes, step_episodes])
    return built
