"""The compiled twin: the same kernel functions, built by Numba beside the interpreted ones, in the same process.

Types come from the annotations, so every function is compiled once, for one signature. Where compiled code is kept, and
when it may be trusted, is the business of `ventnor.warm`. This is the only module that imports Numba.
"""

import dis
import importlib
import threading
import warnings
from collections.abc import Callable, Generator
from contextlib import contextmanager
from ctypes import Structure
from pathlib import Path
from types import FunctionType
from typing import Any, get_args, get_origin, get_type_hints

import numba
import numpy as np
from numba import types
from numba.core import config
from numba.core.errors import NumbaExperimentalFeatureWarning

from ventnor.kernel.codes import SEATS
from ventnor.kernel.layout import Row

# Policies reach the batch loop as function pointers, which Numba calls experimental whenever it sees some.
warnings.filterwarnings("ignore", "First-class function type", NumbaExperimentalFeatureWarning)

PACKAGE = "ventnor.kernel"
BOTS = "ventnor.bots"  # policies and their helpers, kept beside the kernel in a folder of their own
VALUE = "ventnor.value"  # the evaluation network, kept in a third folder
ENVS = "ventnor.envs"  # observations, masks and steps of the environments, kept in a fourth folder
ENTRIES = (
    ("entry", "enter_set_up"),
    ("entry", "enter_settle"),
    ("entry", "enter_refuse"),
    ("entry", "enter_step"),
    ("entry", "enter_menu"),
    ("batch", "play_games"),
)
BUILDING = threading.RLock()  # Numba's settings belong to the whole process: one thread at a time builds
SHORT = 220  # instructions: shorter functions are written out in their callers; measured, see docs/speed.md


class Twin:
    """The compiled doors of the kernel by name, and policies compiled to fit the batch loop."""

    def __init__(
        self,
        cache: Path | None = None,
        kept: bool = False,
        replace: dict[str, Callable[..., Any]] | None = None,
        bots: Path | None = None,
        bots_kept: bool = False,
        value: Path | None = None,
        value_kept: bool = False,
    ) -> None:
        """Build the doors, keeping them in a folder if one is given.

        `kept`: the folder holds them all, so that nothing behind them needs to be built. `replace` puts other functions
        in place of kernel functions of the same name. `bots` and `bots_kept`: the same for the policies of the bots,
        so that a change to a bot leaves the compiled kernel as it is. `value` and `value_kept`: the same for the
        entry points of the evaluation network.
        """
        self._cache = cache
        self._kept = kept
        self._bots = bots
        self._bots_kept = bots_kept
        self._value = value
        self._value_kept = value_kept
        self._replace = replace or {}
        self._built: dict[Callable[..., Any], Any] = {}
        self._policies: dict[Callable[..., None], Any] = {}
        self._doors: dict[Callable[..., Any], Any] = {}
        self.functions_built = 0
        for module, name in ENTRIES:
            function = getattr(importlib.import_module(f"{PACKAGE}.{module}"), name)
            setattr(self, name, self._build_door(function, self._cache, self._kept))

    def policy(self, function: Callable[..., None]) -> Any:
        """Return a policy as a compiled callback of the batch loop. One from outside the kernel compiles at once."""
        with BUILDING:
            if function not in self._policies:
                where, kept = None, False
                if is_of(function, PACKAGE):
                    where, kept = self._cache, self._kept
                elif is_of(function, BOTS):
                    where, kept = self._bots, self._bots_kept
                copy = self._with_compiled_neighbours(function, kept)
                with self._folder(where):
                    self._policies[function] = numba.cfunc(policy_signature(), cache=where is not None)(copy)
            return self._policies[function]

    def door(self, function: Callable[..., Any], where: Path | None = None, kept: bool = False) -> Any:
        """Return an entry point outside the kernel, compiled when it is first asked for.

        Without `where` it is one of the evaluation network and lies in its folder. `kept`: the folder has it.
        """
        with BUILDING:
            if function not in self._doors:
                if where is None:
                    where, kept = self._value, self._value_kept
                self._doors[function] = self._build_door(function, where, kept)
            return self._doors[function]

    def build(self, function: Callable[..., Any]) -> Any:
        """Compile a function from outside against the kernel's own; it is not cached."""
        with BUILDING:
            copy = self._with_compiled_neighbours(function, False)
            return numba.njit(signature_of(function), nogil=True)(copy)

    def _build_door(self, function: Callable[..., Any], where: Path | None, kept: bool) -> Any:
        """Return a compiled function that callers reach from outside, from its folder if it is kept there."""
        copy = self._with_compiled_neighbours(function, kept)
        with self._folder(where):
            return numba.njit(signature_of(function), nogil=True, cache=where is not None)(copy)

    def _build(self, function: Callable[..., Any]) -> Any:
        """Return the compiled twin of a kernel function; its neighbours are compiled first."""
        function = self._replace.get(function.__name__, function)
        if function not in self._built:
            copy = self._with_compiled_neighbours(function, False)
            with self._folder(self._cache):
                self._built[function] = numba.njit(signature_of(function), nogil=True, forceinline=is_short(function))(
                    copy
                )
            self.functions_built += 1
        return self._built[function]

    def _with_compiled_neighbours(self, function: Callable[..., Any], kept: bool) -> FunctionType:
        """Return a copy of the function that calls compiled functions instead of kernel functions."""
        assert isinstance(function, FunctionType)
        namespace = dict(function.__globals__)
        if not kept:
            for name in global_names(function):
                value = namespace.get(name)
                if isinstance(value, FunctionType) and is_kernel(value):
                    namespace[name] = self._build(value)
        copy = FunctionType(function.__code__, namespace, function.__name__)
        copy.__qualname__ = function.__qualname__
        copy.__module__ = function.__module__
        return copy

    @contextmanager
    def _folder(self, where: Path | None) -> Generator[None]:
        """Set Numba's cache folder while something is built."""
        with BUILDING:
            before: str = getattr(config, "CACHE_DIR")  # noqa: B009  (Numba sets its settings at run time)
            if where is not None:
                setattr(config, "CACHE_DIR", str(where))  # noqa: B010
            try:
                yield
            finally:
                setattr(config, "CACHE_DIR", before)  # noqa: B010


def global_names(function: FunctionType) -> set[str]:
    """Return the global names that a function reads, without attribute names of the same spelling."""
    return {str(each.argval) for each in dis.get_instructions(function) if each.opname == "LOAD_GLOBAL"}


def is_short(function: Callable[..., Any]) -> bool:
    """Return whether to inline the function wherever it is called; LLVM alone inlines only a few lines."""
    return sum(1 for _ in dis.get_instructions(function)) < SHORT


def is_of(function: Callable[..., Any], package: str) -> bool:
    """Return whether the function is defined in this package."""
    return function.__module__.startswith(f"{package}.")


def is_kernel(function: Callable[..., Any]) -> bool:
    """Return whether the function is of the kernel, or of the bots or the network and written the same way."""
    return is_of(function, PACKAGE) or is_of(function, BOTS) or is_of(function, VALUE) or is_of(function, ENVS)


def signature_of(function: Callable[..., Any]) -> Any:
    """Return the compiled signature that the annotations spell out."""
    hints = get_type_hints(function)
    result = compiled_type(hints.pop("return"))
    return result(*(compiled_type(hint) for hint in hints.values()))


def compiled_type(hint: Any) -> Any:
    """Return the type for int, float, bool, None, a record, a row, a tuple of numbers, or a table's eight policies."""
    if hint is float:
        return types.float32
    if hint is int:
        return types.int64
    if hint is bool:
        return types.boolean
    if hint is type(None):
        return types.void
    if isinstance(hint, type) and issubclass(hint, Structure):
        return numba.from_dtype(np.dtype(hint))
    if get_origin(hint) is Row:
        return types.Array(compiled_type(get_args(hint)[0]), 1, "C")
    if get_origin(hint) is tuple and set(get_args(hint)) == {int}:
        return types.UniTuple(types.int64, len(get_args(hint)))
    if get_origin(hint) is tuple:
        return types.UniTuple(types.FunctionType(policy_signature()), SEATS)
    raise TypeError(f"no compiled type for {hint!r}")


def policy_signature() -> Any:
    """Return the compiled signature of every policy."""
    from ventnor.kernel.policies import cautious

    return signature_of(cautious)
