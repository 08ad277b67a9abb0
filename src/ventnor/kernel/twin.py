"""The compiled twin: the same kernel functions, built by Numba beside the interpreted ones, in the same process.

Types come from the annotations, so every function is compiled once, for one signature. Compiled code is kept in a folder
named by a hash of every kernel source (Numba itself does not notice an edit in another file); a folder that is broken is
thrown away and made again, and one that cannot be written to is reported and done without. This is the only module that
imports Numba.
"""

import hashlib
import importlib
import os
import platform
import shutil
import sys
import tempfile
import time
import types as python_types
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ctypes import Structure
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import numpy as np

from ventnor.kernel.codes import SEATS
from ventnor.kernel.layout import Row

PACKAGE = "ventnor.kernel"
ENTRIES = (
    ("entry", "enter_set_up"),
    ("entry", "enter_settle"),
    ("entry", "enter_refuse"),
    ("entry", "enter_step"),
    ("entry", "enter_menu"),
    ("batch", "play_games"),
)
COMPLETE = "complete"  # written into the cache folder when everything in it has been compiled


class Twin:
    """The compiled functions by name, and policies compiled to fit the batch loop."""

    def __init__(self, functions: dict[str, Any], policy: Callable[[Callable[..., None]], Any]) -> None:
        self._functions = functions
        self._policy = policy
        self._policies: dict[Callable[..., None], Any] = {}

    def __getattr__(self, name: str) -> Any:
        try:
            return self._functions[name]
        except KeyError:
            raise AttributeError(name) from None

    def policy(self, function: Callable[..., None]) -> Any:
        """A policy as a compiled callback of the batch loop."""
        if function not in self._policies:
            self._policies[function] = self._policy(function)
        return self._policies[function]


def sources() -> list[Path]:
    """Every file the compiled code depends on."""
    return sorted(Path(__file__).parent.glob("*.py"))


def fingerprint() -> str:
    """A name for exactly this kernel on exactly this kind of machine."""
    from importlib.metadata import version

    digest = hashlib.sha256()
    for path in sources():
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    for part in (sys.version, platform.machine(), version("numba"), version("numpy"), cpu_name()):
        digest.update(part.encode())
    return digest.hexdigest()[:16]


def cpu_name() -> str:
    """Which processor the code is compiled for."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            return next((line for line in lines if line.startswith("model name")), platform.processor())
    except OSError:
        return platform.processor()


def cache_root() -> Path:
    """The user's cache folder for compiled kernels. VENTNOR_CACHE names another one."""
    chosen = os.environ.get("VENTNOR_CACHE")
    if chosen:
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "ventnor"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", str(Path.home()))) / "ventnor" / "cache"
    return Path(os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))) / "ventnor"


def cache_folder() -> Path:
    """Where this kernel's compiled code lies."""
    return cache_root() / f"kernel-{fingerprint()}"


def is_warm() -> bool:
    """Whether everything has been compiled and kept."""
    return (cache_folder() / COMPLETE).exists()
