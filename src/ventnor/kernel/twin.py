"""The compiled twin: the same kernel functions, built by Numba beside the interpreted ones, in the same process.

Types come from the annotations, so every function is compiled once, for one signature. Where compiled code is kept, and
when it may be trusted, is the business of `ventnor.warm`. Only this module and `linking` import Numba.
"""

import dis
import threading
import warnings
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager
from ctypes import Structure
from pathlib import Path
from types import FunctionType
from typing import Any, cast, get_args, get_origin, get_type_hints

import llvmlite.binding  # pyright: ignore[reportMissingTypeStubs]
import numba
import numpy as np
from llvmlite import ir  # pyright: ignore[reportMissingTypeStubs]
from numba import carray, types  # pyright: ignore[reportPrivateImportUsage]
from numba.core import cgutils, config
from numba.core.caching import UserProvidedCacheLocator
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.extending import intrinsic

from ventnor.kernel import entry
from ventnor.kernel.codes import SEATS
from ventnor.kernel.layout import Row
from ventnor.kernel.linking import Callee, WholeCompiler, build_part
from ventnor.kernel.supply import AtAddresses, Blank, Shared, Stead

# Policies reach the batch loop as function pointers, which Numba calls experimental whenever it sees some.
warnings.filterwarnings("ignore", "First-class function type", NumbaExperimentalFeatureWarning)

PACKAGE = "ventnor.kernel"
BOTS = "ventnor.bots"  # policies and their helpers, kept beside the kernel in a folder of their own
VALUE = "ventnor.value"  # the evaluation network, kept in a third folder
ENVS = "ventnor.envs"  # observations, masks and steps of the environments, kept in a fourth folder
BUILDING = threading.RLock()  # Numba's settings belong to the whole process: one thread at a time builds
SHORT = 220  # instructions: shorter functions are written out in their callers; measured, see docs/speed.md


class CacheLocator(UserProvidedCacheLocator):
    """Finds compiled code by package name instead of by source path, so that every checkout finds it."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        """Return the folder inside the cache folder."""
        return Path(py_file).parent.name


class BrokenCode(Exception):
    """The cached code of an entry point cannot be loaded."""


@contextmanager
def keep_nothing(_function: Callable[..., Any]) -> Generator[tuple[Path | None, bool]]:
    """Say that an entry point has no folder in which its compiled code is kept."""
    yield None, False


class Twin:
    """The compiled entry points of the kernel, and policies that fit the batch loop. Each is built when asked for."""

    def __init__(
        self,
        keeping: Callable[[Callable[..., Any]], AbstractContextManager[tuple[Path | None, bool]]] | None = None,
        replace: dict[str, Callable[..., Any]] | None = None,
    ) -> None:
        """Build nothing yet.

        `keeping` gives the folder in which an entry point's compiled code is kept, and says whether it is there; then
        nothing behind it needs to be built. `replace` puts other functions in place of kernel functions of the same
        name.
        """
        self._keeping = keeping or keep_nothing
        self._replace = replace or {}
        self._parts: dict[Callable[..., Any], Callee] = {}
        self._entries: dict[Callable[..., Any], Any] = {}
        self._names = {each.__name__: each for each in entry.ENTRY_POINTS}

    def __getattr__(self, name: str) -> Any:
        """Return an entry point of the kernel by its name."""
        if name.startswith("_") or name not in self._names:
            raise AttributeError(name)
        return self.entry_point(self._names[name])

    def policy(self, function: Callable[..., None]) -> Any:
        """Return a policy as a compiled callback of the batch loop. One from outside the library is not kept."""
        return self._load(function, compile_policy)

    def entry_point(self, function: Callable[..., Any]) -> Any:
        """Return an entry point, compiled."""
        return self._load(function, compile_entry_point)

    def keep(self, function: Callable[..., Any]) -> None:
        """Compile a policy or an entry point, so that it is kept."""
        if signature_of(function) == policy_signature():
            self.policy(function)
        else:
            self.entry_point(function)

    def build(self, function: Callable[..., Any]) -> Any:
        """Compile a function from outside against the kernel's own; it is not kept."""
        with BUILDING:
            return compile_entry_point(self._with_compiled_neighbours(function), False)

    def part(self, function: Callable[..., Any]) -> Callee:
        """Return the object that compiled code calls in place of a function. Its callees are compiled first."""
        function = self._replace.get(function.__name__, function)
        supply = getattr(function, "supply", None)
        if isinstance(supply, Stead):
            function = supply.function
        with BUILDING:
            if function not in self._parts:
                made = isinstance(supply, Blank | Shared | AtAddresses)
                copy = supplier(supply) if made else self._with_compiled_neighbours(function)
                apart = hasattr(function, "apart")
                self._parts[function] = build_part(copy, signature_of(function), is_short(copy) and not apart, apart)
            return self._parts[function]

    def _load(self, function: Callable[..., Any], make: Callable[[FunctionType, bool], Any]) -> Any:
        """Return a function as `make` builds it. If its cached code turns out to be broken, build it again."""
        with BUILDING:
            if function not in self._entries:
                try:
                    self._entries[function] = self._made(function, make)
                except BrokenCode:
                    self._entries[function] = self._made(function, make)
            return self._entries[function]

    def _made(self, function: Callable[..., Any], make: Callable[[FunctionType, bool], Any]) -> Any:
        """Build an entry point, or load it if it is kept. Raises `BrokenCode`."""
        with self._keeping(function) as (where, kept):
            if where is None:
                return make(self._with_compiled_neighbours(function), False)
            with numba_cache(where):
                if not kept:
                    return make(self._with_compiled_neighbours(function), True)
                try:
                    return make(copy_with(function, {}), True)
                except Exception as error:  # a damaged file can make the loader raise anything
                    raise BrokenCode from error

    def _with_compiled_neighbours(self, function: Callable[..., Any]) -> FunctionType:
        """Return a copy of the function that calls compiled functions instead of kernel functions."""
        found = {name: getattr(function, "__globals__", {}).get(name) for name in global_names(function)}
        return copy_with(
            function,
            {
                name: self.part(each)
                for name, each in found.items()
                if isinstance(each, FunctionType) and is_kernel(each)
            },
        )


@contextmanager
def numba_cache(where: Path) -> Generator[None]:
    """Set Numba's cache folder while something is built."""
    names = ("CACHE_DIR", "CACHE_LOCATOR_CLASSES")  # Numba sets its settings at run time
    before = {name: getattr(config, name) for name in names}
    setattr(config, "CACHE_DIR", str(where))  # noqa: B010
    setattr(config, "CACHE_LOCATOR_CLASSES", f"{__name__}.{CacheLocator.__name__}")  # noqa: B010
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(config, name, value)


def compile_policy(function: FunctionType, kept: bool) -> Any:
    """Return a policy as a callback."""
    return numba.cfunc(policy_signature(), cache=kept, pipeline_class=WholeCompiler)(function)


def compile_entry_point(function: FunctionType, kept: bool) -> Any:
    """Return a function for callers from outside."""
    njit: Any = numba.njit
    settings = {"nogil": True, "no_cfunc_wrapper": True, "pipeline_class": WholeCompiler}
    return njit(signature_of(function), cache=kept, **settings)(function)


def copy_with(function: Callable[..., Any], names: dict[str, Any]) -> FunctionType:
    """Return a copy of a function for which these global names mean something else."""
    assert isinstance(function, FunctionType)
    copy = FunctionType(function.__code__, {**function.__globals__, **names}, function.__name__)
    copy.__annotations__ = function.__annotations__
    copy.__qualname__ = function.__qualname__
    copy.__module__ = function.__module__
    return copy


LENT: dict[str, Any] = {}  # rows that compiled code reads by name; they stay in memory as long as the process


def lend(name: str, numbers: Any) -> None:
    """Let compiled code read a row of floats by its name. Call this before code that reads it is loaded."""
    LENT[name] = np.ascontiguousarray(numbers, np.float32)
    binding: Any = llvmlite.binding
    binding.add_symbol(f"ventnor_{name}", LENT[name].ctypes.data)


def supplier(supply: Blank | Shared | AtAddresses) -> FunctionType:
    """Return a function that makes or finds a row or policies, to be compiled."""
    if isinstance(supply, AtAddresses):
        at = policy_at()

        def policies(a: Any) -> Any:
            return at(a[0]), at(a[1]), at(a[2]), at(a[3]), at(a[4]), at(a[5]), at(a[6]), at(a[7])

        return policies
    count = supply.size
    if isinstance(supply, Blank):
        item = np.float32 if supply.item is None else np.dtype(supply.item)

        def supplied() -> Any:
            return np.zeros(count, item)

        return supplied
    address = address_of(supply.name)

    def shared() -> Any:
        return carray(address(), (count,), np.float32)

    return shared


def address_of(name: str) -> Any:
    """Return a function that finds a lent row. Code in the cache holds the row's name, not its address."""

    @intrinsic
    def address(_context: Any) -> Any:
        def generate(_target: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
            symbol = f"ventnor_{name}"
            if symbol in builder.module.globals:
                found = builder.module.globals[symbol]
            else:
                found = ir.GlobalVariable(builder.module, ir.IntType(8), symbol)
            return builder.bitcast(found, ir.IntType(8).as_pointer())

        return types.voidptr(), generate

    return address


def policy_at() -> Any:
    """Return a function that turns an address into a policy, in compiled code."""
    kind: Any = types.FunctionType(policy_signature())
    new_struct = cast(Any, cgutils).create_struct_proxy

    @intrinsic
    def at(_context: Any, _address: Any) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            made: Any = new_struct(kind)(context, builder)
            pointer = context.get_value_type(types.voidptr)
            made.c_addr = builder.inttoptr(arguments[0], pointer)
            made.py_addr = made.jit_addr = ir.Constant(pointer, None)
            return made._getvalue()

        return kind(types.int64), generate

    return at


def global_names(function: Callable[..., Any]) -> set[str]:
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
