"""Bots from outside the library: found by `module:function` or `file.py:function`, and made ready for the kernel.

A bot is a function of a view, an object with `choose(view)`, or a policy: a function of the kernel's records with six
arguments, which is compiled. The helper functions of a policy's own file are compiled with it.
"""

import linecache
import re
import sys
from collections.abc import Callable
from hashlib import sha256
from importlib import import_module, util
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final, TypeAlias, TypeGuard, cast
from weakref import WeakKeyDictionary

from ventnor.action import Action
from ventnor.bots import POLICIES, UnknownBot, policy_named
from ventnor.kernel.batch import Policy
from ventnor.view import Bot, View
from ventnor.words.kind import show

Choose: TypeAlias = Callable[[View], Action]
Player: TypeAlias = str | Bot | Choose | Policy
"""A bot: a name of the library's, `module:function`, `file.py:function`, a `choose(view)` bot or a policy."""

ARGUMENTS: Final = 6
"""The number of arguments of a policy."""
LINE: Final = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)')
COLOURS: Final = re.compile(r"\x1b\[[0-9;]*m")
OWN_PACKAGES: Final = ("ventnor.", "numba.", "numpy.")


class BadBot(ValueError):
    """A bot from outside that cannot be loaded or compiled."""


def is_reference(text: str) -> bool:
    """Return whether a text is `module:function` or `file.py:function`."""
    return ":" in text


def load_bot(text: str) -> Any:
    """Return the bot of `module:function` or `file.py:function`. Raises `BadBot`.

    A module is looked for in the current folder, too. A class is called without arguments.
    """
    place, _, name = text.rpartition(":")
    if not place or not name.isidentifier():
        raise BadBot(f"{show(text)} is not a bot: write module:function or file.py:function")
    module = load_file(place) if place.endswith(".py") else load_module(place)
    found = getattr(module, name, None)
    if found is None:
        raise BadBot(f"{place} has no {name}")
    made = found() if isinstance(found, type) else found
    if not callable(getattr(made, "choose", made)):
        raise BadBot(f"{text} is neither a function nor an object with choose(view)")
    return made


def load_file(place: str) -> ModuleType:
    """Return the module of a file, read once. Raises `BadBot`."""
    path = Path(place).resolve()
    if not path.is_file():
        raise BadBot(f"there is no file {place}")
    name = f"ventnor_bot_{sha256(str(path).encode()).hexdigest()[:12]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise BadBot(f"{place} cannot be imported: {type(error).__name__}: {error}") from error
    return module


def load_module(place: str) -> ModuleType:
    """Return a module by its name. Raises `BadBot`."""
    here = str(Path.cwd())
    sys.path.insert(0, here)
    try:
        return import_module(place)
    except Exception as error:
        raise BadBot(f"{place} cannot be imported: {type(error).__name__}: {error}") from error
    finally:
        sys.path.remove(here)


def resolve(bot: Player) -> Any:
    """Return a bot as a policy of the kernel or as something with `choose(view)`. Raises `UnknownBot` or `BadBot`."""
    if isinstance(bot, str):
        return load_bot(bot) if bot not in POLICIES and is_reference(bot) else policy_named(bot)
    if not callable(getattr(bot, "choose", bot)):
        raise UnknownBot(bot)
    return bot


def is_policy(bot: object) -> TypeGuard[Policy]:
    """Return whether a bot is a function of the kernel's records, which a batch can compile."""
    return isinstance(bot, FunctionType) and bot.__code__.co_argcount == ARGUMENTS


def full_name(bot: Player) -> str:
    """Return the name of a bot in results: as it was given, or the name of its function or class."""
    if isinstance(bot, str):
        return bot
    return str(getattr(bot, "name", None) or getattr(bot, "__name__", None) or type(bot).__name__)


# ── compiling ───────────────────────────────────────────────────────────────────────────────────────────────────────

_ready: "WeakKeyDictionary[Any, dict[FunctionType, FunctionType]]" = WeakKeyDictionary()


def compiled(built: Any, policy: Policy) -> Any:
    """Return a policy as the compiled loop calls it, its helpers compiled with it. Raises `BadBot`."""
    function = cast(FunctionType, policy)
    if function.__module__.startswith(OWN_PACKAGES):
        return built.policy(function)
    ready = _ready.setdefault(built, {})
    try:
        if function not in ready:
            ready[function] = with_helpers(built, function, ())
        return built.policy(ready[function])
    except BadBot:
        raise
    except Exception as error:  # Numba also raises KeyError and others, for example for an unknown field
        raise uncompiled(function, reason_of(error)) from error


def with_helpers(built: Any, function: FunctionType, callers: tuple[str, ...]) -> FunctionType:
    """Return a copy of a function that calls compiled copies of the helper functions of its file."""
    from ventnor.kernel.twin import global_names

    namespace = dict(function.__globals__)
    for name in sorted(global_names(function)):
        helper = namespace.get(name)
        if isinstance(helper, FunctionType) and not helper.__module__.startswith(OWN_PACKAGES):
            if name in (*callers, function.__name__):
                raise uncompiled(function, f"{name} calls itself; compiled helpers cannot")
            missing = [each for each in arguments_of(helper) if each not in helper.__annotations__]
            if missing:
                raise uncompiled(helper, f"helper {name} needs annotations: {', '.join(missing)}")
            copy = with_helpers(built, helper, (*callers, function.__name__))
            try:
                namespace[name] = built.part(copy)
            except Exception as error:
                raise uncompiled(helper, reason_of(error)) from error
    copy = FunctionType(function.__code__, namespace, function.__name__)
    copy.__annotations__ = function.__annotations__
    copy.__qualname__, copy.__module__ = function.__qualname__, function.__module__
    return copy


def arguments_of(function: FunctionType) -> tuple[str, ...]:
    """Return the names that a helper has to annotate: its arguments and its result."""
    code = function.__code__
    return (*code.co_varnames[: code.co_argcount], "return")


def reason_of(error: Exception) -> str:
    """Return the text of a compiler's error; where that is only a name, with the kind of error."""
    return f"unknown name {error}" if isinstance(error, KeyError) else str(error)


def uncompiled(function: FunctionType, text: str) -> BadBot:
    """Return the error of a function that does not compile: its source line, and the reason."""
    plain = COLOURS.sub("", text)
    file, line = function.__code__.co_filename, function.__code__.co_firstlineno
    for found in LINE.finditer(plain):
        if Path(found["file"]).name == Path(file).name:
            line = int(found["line"])
    reasons = [each.strip() for each in plain.splitlines() if each.strip()]
    skip = ("Failed in", "During:", "File ", "-", "def ", "^", "<source")
    reason = next((each for each in reasons if not each.startswith(skip)), "it cannot be compiled")
    source = linecache.getline(file, line).strip()
    return BadBot(f"{Path(file).name}, line {line}: {source}\n{function.__name__} does not compile: {reason}")
