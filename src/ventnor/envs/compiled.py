"""The compiled step of the environments: built once, when it is first asked for, and kept in the cache folder."""

import hashlib
import threading
from functools import cache
from pathlib import Path
from typing import Any, Final

from ventnor import warm
from ventnor.envs.loop import begin_episodes, step_episodes

SOURCES: Final = ("layout", "loop", "menu", "observe")
"""The modules that are compiled."""

_guard = threading.Lock()


@cache
def folder() -> Path:
    """Return where the compiled step of exactly these sources lies."""
    digest = hashlib.sha256(warm.fingerprint().encode())
    for name in SOURCES:
        path = Path(__file__).with_name(f"{name}.py")
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return warm.cache_root() / f"envs-{digest.hexdigest()[:16]}"


def is_ready() -> bool:
    """Return whether kernel and step are compiled, so that they load in a moment."""
    return warm.is_warm() and warm.is_complete(folder())


def load_twin() -> Any:
    """Return the twin with both entry points, compiled first if need be. That takes a minute or two, once."""
    with _guard:
        built: Any = warm.twin(wait=True)
        if not warm.is_writable():
            built.door(begin_episodes)
            built.door(step_episodes)
            return built
        with warm.lock(folder()):
            kept = warm.is_complete(folder())
            if not kept:
                warm.forget_broken(folder())
            for function in (begin_episodes, step_episodes):
                built.door(function, folder(), kept)
            if not kept:
                warm.note_complete(folder())
        return built
