"""The cache of compiled code: its folders, their validity, and who compiles it.

Each entry point of the kernel, each policy and each entry point of the network has a folder of its own in the user's
cache, so that a run compiles only what it needs. The folder's name is made from every source of the package and of
those below it, because Numba does not notice an edit in another file. One process at a time compiles an entry point,
under a lock; the others wait or play interpreted meanwhile. A damaged folder is deleted and made again. If the folder
cannot be written to, a warning says so, and the code is compiled for this process alone.
"""

import contextlib
import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable, Generator, Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from ventnor.kernel.twin import Twin

COMPLETE: Final = "complete.json"  # lists every kept file with its digest, once all are there
LOCK: Final = "lock"
BELOW: Final = {"value": "kernel", "bots": "value", "envs": "kernel"}
"""For each package that is compiled: the one that its code calls."""
AWAITED: Final = "--awaited"
"""Tells a compiling process that its parent waits for it: it ends with its parent, which holds its input open."""

Progress = Callable[[str], None]
Entry = Callable[..., Any]
"""An entry point or a policy: something that is compiled and kept by itself."""


class CompileFailed(RuntimeError):
    """The compiling process ended without a compiled kernel."""


class CacheUnwritable(RuntimeWarning):
    """Nothing can be kept in the cache folder."""


@cache
def fingerprint(package: str = "kernel") -> str:
    """Return a digest of a package's sources, those below it, the compiler's versions and the kind of machine.

    It is computed once, because sources edited later are not what the process has loaded.
    """
    digest = hashlib.sha256()
    if package in BELOW:
        digest.update(fingerprint(BELOW[package]).encode())
    place = Path(__file__).parent / package
    for path in sorted(place.rglob("*.py")):
        digest.update(path.relative_to(place).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    for part in (sys.version, platform.machine(), version("numba"), version("numpy"), processor()):
        digest.update(part.encode() + b"\0")
    return digest.hexdigest()[:16]


def processor() -> str:
    """Return the name of the processor."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line
    return platform.processor()


def cache_root() -> Path:
    """Return the user's cache folder for compiled kernels. The variable VENTNOR_CACHE names another one."""
    chosen = os.environ.get("VENTNOR_CACHE")
    if chosen:
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "ventnor"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", str(Path.home()))) / "ventnor" / "cache"
    return Path(os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))) / "ventnor"


def package_of(entry: Entry) -> str:
    """Return the package in which an entry point is defined, such as "bots"; "" if its code is not kept."""
    library, _, rest = entry.__module__.partition(".")
    package = rest.partition(".")[0]
    return package if library == "ventnor" and (package == "kernel" or package in BELOW) else ""


def folder(entry: Entry | None = None) -> Path:
    """Return the folder of an entry point's compiled code; without one, the folder of the kernel's."""
    if entry is None:
        return cache_root() / f"kernel-{fingerprint()}"
    package = package_of(entry)
    return cache_root() / f"{package}-{fingerprint(package)}" / entry.__name__


def everything() -> list[Entry]:
    """Return all entry points that `ventnor warm` compiles. Those that most runs need come first."""
    from ventnor import bots, value
    from ventnor.kernel import entry, policies

    return [*entry.ENTRY_POINTS, *policies.POLICIES, *value.ENTRY_POINTS, *bots.KEPT]


def is_warm(wanted: Sequence[Entry] | None = None) -> bool:
    """Return whether these entry points, or all, are in the cache, undamaged."""
    return all(is_complete(folder(each)) for each in (everything() if wanted is None else wanted))


def is_complete(where: Path) -> bool:
    """Return whether a folder has all its files, unchanged since they were compiled."""
    try:
        listed = json.loads((where / COMPLETE).read_text(encoding="utf-8"))
        return listed == kept_files(where)
    except (OSError, ValueError):
        return False


def kept_files(where: Path) -> dict[str, str]:
    """Return the digest of every cached file of compiled code."""
    return {
        str(path.relative_to(where)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(where.rglob("*.nb[ic]"))
    }


@contextlib.contextmanager
def lock(where: Path) -> Generator[None]:
    """Hold the folder's lock; it is released when the process ends, however it ends."""
    where.mkdir(parents=True, exist_ok=True)
    with (where / LOCK).open("a+b") as file:
        if sys.platform == "win32":
            import msvcrt

            while True:
                with contextlib.suppress(OSError):
                    msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
                    break
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


@contextlib.contextmanager
def keeping(entry: Entry) -> Generator[tuple[Path | None, bool]]:
    """Yield an entry point's folder while it is compiled or loaded, and whether its code is there.

    Code from outside the library has no folder. If loading fails, the folder counts as damaged.
    """
    if not package_of(entry):
        yield None, False
        return
    where = folder(entry)
    with contextlib.ExitStack() as stack:
        kept = is_complete(where)
        if not kept:
            stack.enter_context(lock(where))
            kept = is_complete(where)  # another process may have compiled it meanwhile
        if not kept:
            forget_broken(where)
        try:
            yield where, kept
        except Exception:
            with contextlib.suppress(OSError):
                (where / COMPLETE).unlink()
            raise
        if not kept:
            note_complete(where)


def compile_kernel(wanted: Sequence[Entry] | None = None) -> None:
    """Compile these entry points, or all, into the cache, unless another process has done so."""
    built: Twin | None = None
    for each in everything() if wanted is None else wanted:
        if not is_complete(folder(each)):
            built = built or load()
            built.keep(each)


def note_complete(where: Path) -> None:
    """Write the list of the folder's files, which marks it as complete."""
    draft = where / f"{COMPLETE}.{os.getpid()}"
    draft.write_text(json.dumps(kept_files(where)), encoding="utf-8")
    draft.replace(where / COMPLETE)


def forget_broken(where: Path) -> None:
    """Delete the remains of an interrupted or damaged compilation, except the lock."""
    for path in where.iterdir():
        if path.name == LOCK:
            continue
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()


def start_compiling(wanted: Sequence[Entry] | None = None, gently: bool = False) -> "subprocess.Popen[bytes]":
    """Start compiling in a process of its own, which ends with this one. `gently`: at low priority."""
    names = [] if wanted is None else [f"{each.__module__}:{each.__name__}" for each in wanted]
    return subprocess.Popen(
        [sys.executable, "-m", "ventnor.warm", AWAITED, *(["--gently"] if gently else []), *names],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
    )


def end_with_parent() -> None:
    """End this process as soon as its input is closed, as it is when the parent ends, however it ends."""

    def watch() -> None:
        with contextlib.suppress(OSError, ValueError):
            while os.read(sys.stdin.fileno(), 64):
                pass
        os._exit(1)  # an unfinished folder counts as damaged

    threading.Thread(target=watch, name="parent", daemon=True).start()


def is_writable() -> bool:
    """Return whether compiled code can be kept."""
    try:
        folder().mkdir(parents=True, exist_ok=True)
        probe = folder() / f"probe.{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError:
        return False
    return True


def keep_quiet(message: str) -> None:
    """Report nothing."""


def warm(progress: Progress | None = None, wanted: Sequence[Entry] | None = None, gently: bool = False) -> float:
    """Compile these entry points, or all, and wait; return the seconds. Reports progress every five seconds."""
    began = time.monotonic()
    say = progress or keep_quiet
    if is_warm(wanted):
        say("The compiled kernel is ready.")
        return 0.0
    if not is_writable():
        raise PermissionError(f"compiled code cannot be kept in {folder()}")
    say(f"Compiling the kernel; this happens once and takes {about(wanted)}.")
    with start_compiling(wanted, gently) as process:
        while True:
            try:
                process.wait(timeout=5)
                break
            except subprocess.TimeoutExpired:
                say(f"Compiling the kernel: {time.monotonic() - began:.0f} s so far.")
        errors = process.stderr.read() if process.stderr else b""
    if process.returncode or not is_warm(wanted):
        raise CompileFailed(errors.decode(errors="replace").strip().rsplit("\n", 1)[-1] or "compiling stopped")
    say(f"The compiled kernel is ready after {time.monotonic() - began:.0f} s.")
    return time.monotonic() - began


def about(wanted: Sequence[Entry] | None) -> str:
    """Return in words how long it takes to compile these entry points, or all."""
    return "a minute or two" if wanted is None else "about half a minute"


_guard = threading.Lock()
_loaded: "Twin | None" = None
_ready: set[Entry] = set()  # entry points that this process has found in the cache
_compiling: "subprocess.Popen[bytes] | None" = None


def twin(
    wait: bool = True,
    progress: Progress | None = None,
    wanted: Sequence[Entry] | None = None,
    gently: bool = False,
) -> "Twin | None":
    """Return the compiled twin once these entry points and policies, or everything, are compiled.

    Without `wait`, start to compile them in the background and return None meanwhile. `gently`: compile at low
    priority, for programs with something better to do.
    """
    global _loaded, _compiling
    needs = everything() if wanted is None else wanted
    with _guard:
        if _compiling is not None and _compiling.poll() is not None:
            with _compiling:  # closes its pipes
                _compiling = None
        if _loaded is None or not _ready.issuperset(needs):
            if not is_warm(needs):
                if not is_writable():
                    warnings.warn(f"compiled code cannot be kept in {folder()}", CacheUnwritable, stacklevel=2)
                    if not wait:
                        return None
                    _loaded = _loaded or build_for_this_process()
                elif wait:
                    warm(progress, wanted, gently)
                else:
                    if _compiling is None:
                        _compiling = start_compiling(wanted, gently)
                    return None
            _loaded = _loaded or load()
            _ready.update(needs)
        return _loaded


def load() -> "Twin":
    """Return a twin that loads what is in the cache, and compiles the rest into it when it is asked for."""
    from ventnor.kernel.twin import Twin

    lend_weights()
    return Twin(keeping)


def lend_weights() -> None:
    """Let compiled bots read the weights of the network by name."""
    from ventnor.kernel.twin import lend
    from ventnor.value.weights import weights

    lend("weights", weights())


def build_for_this_process() -> "Twin":
    """Compile without a cache."""
    from ventnor.kernel.twin import Twin

    lend_weights()

    return Twin()


def main(arguments: Sequence[str]) -> None:
    """Compile the entry points that are given as `module:function`, or all."""
    if AWAITED in arguments:
        end_with_parent()
    if "--gently" in arguments and hasattr(os, "nice"):
        os.nice(10)
    names = [each.partition(":") for each in arguments if not each.startswith("--")]
    compile_kernel([getattr(import_module(module), name) for module, _, name in names] or None)


if __name__ == "__main__":
    main(sys.argv[1:])
