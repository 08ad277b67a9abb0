"""Keeping the compiled kernel: where it lies, when it is good, who compiles it.

Compiled code is kept in the user's cache folder under a name made from every kernel source, because Numba does not
notice an edit in another file. It is compiled by one low-priority process at a time, under a lock; whoever else wants
it waits or plays interpreted meanwhile. A folder that is broken is thrown away and made again; one that cannot be
written to is reported, and the kernel is compiled for this process alone.
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
from collections.abc import Callable, Generator
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ventnor.kernel.twin import Twin

COMPLETE: Final = "complete.json"  # lists every kept file with its digest, once all are there
LOCK: Final = "lock"

Progress = Callable[[str], None]


class CompileFailed(RuntimeError):
    """The process that was to compile the kernel ended without having done so."""


class CacheUnwritable(RuntimeWarning):
    """Nothing can be kept in the cache folder."""


@cache
def fingerprint() -> str:
    """Return a name for exactly this kernel in this place, compiled by exactly these tools for this kind of machine.

    Asked once: sources that are edited while a process runs are not what it has loaded.
    """
    digest = hashlib.sha256()
    for path in sorted((Path(__file__).parent / "kernel").glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    # Numba looks for what it keeps by the path of the source, so another checkout needs a folder of its own.
    place = str(Path(__file__).resolve().parent)
    for part in (place, sys.version, platform.machine(), version("numba"), version("numpy"), processor()):
        digest.update(part.encode() + b"\0")
    return digest.hexdigest()[:16]


@cache
def bots_fingerprint() -> str:
    """Return a name for exactly these bots on exactly this kernel."""
    digest = hashlib.sha256(fingerprint().encode())
    for path in sorted((Path(__file__).parent / "bots").glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


@cache
def value_fingerprint() -> str:
    """Return a name for this code of the evaluation network on this kernel; its weights do not count."""
    digest = hashlib.sha256(fingerprint().encode())
    for path in sorted((Path(__file__).parent / "value").glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def processor() -> str:
    """Return which processor the code is compiled for."""
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


def folder() -> Path:
    """Return where this kernel's compiled code lies."""
    return cache_root() / f"kernel-{fingerprint()}"


def bots_folder() -> Path:
    """Return where the compiled policies of the bots lie."""
    return cache_root() / f"bots-{bots_fingerprint()}"


def value_folder() -> Path:
    """Return where the compiled evaluation network lies."""
    return cache_root() / f"value-{value_fingerprint()}"


def is_warm() -> bool:
    """Return whether everything has been compiled and what is kept is what was compiled."""
    return is_complete(folder()) and is_complete(bots_folder()) and is_complete(value_folder())


def is_complete(where: Path) -> bool:
    """Return whether everything that belongs into a folder is there as it was compiled."""
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


def compile_kernel() -> None:
    """Compile everything into the cache folders, unless another process has done it meanwhile. Takes a minute or so."""
    from ventnor.bots import KEPT
    from ventnor.kernel.policies import POLICIES
    from ventnor.kernel.twin import Twin
    from ventnor.value import DOORS

    with lock(folder()):
        if not is_complete(folder()):
            forget_broken(folder())
            built = Twin(folder())
            for policy in POLICIES:
                built.policy(policy)
            note_complete(folder())
    with lock(bots_folder()):
        if not is_complete(bots_folder()):
            forget_broken(bots_folder())
            built = Twin(folder(), kept=True, bots=bots_folder())
            for policy in KEPT:
                built.policy(policy)
            note_complete(bots_folder())
    with lock(value_folder()):
        if not is_complete(value_folder()):
            forget_broken(value_folder())
            built = Twin(folder(), kept=True, value=value_folder())
            for door in DOORS:
                built.door(door)
            note_complete(value_folder())


def note_complete(where: Path) -> None:
    """List what is kept, now that all of it is there."""
    draft = where / f"{COMPLETE}.{os.getpid()}"
    draft.write_text(json.dumps(kept_files(where)), encoding="utf-8")
    draft.replace(where / COMPLETE)


def forget_broken(where: Path) -> None:
    """Throw away what an interrupted or damaged compilation left in the folder, but for the lock that is held."""
    for path in where.iterdir():
        if path.name == LOCK:
            continue
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()


def start_compiling() -> "subprocess.Popen[bytes]":
    """Begin to compile in a process of its own, at low priority; nothing waits for it."""
    return subprocess.Popen(
        [sys.executable, "-m", "ventnor.warm"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
    )


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


def warm(progress: Progress | None = None) -> float:
    """Compile or load the kernel and wait for it; return the seconds. Prints progress now and then."""
    began = time.monotonic()
    say = progress or keep_quiet
    if is_warm():
        say("The compiled kernel is ready.")
        return 0.0
    if not is_writable():
        raise PermissionError(f"compiled code cannot be kept in {folder()}")
    say("Compiling the kernel; this happens once and takes a minute or two.")
    process = start_compiling()
    while True:
        try:
            _, errors = process.communicate(timeout=5)
            break
        except subprocess.TimeoutExpired:
            say(f"Compiling the kernel: {time.monotonic() - began:.0f} s so far.")
    if process.returncode or not is_warm():
        raise CompileFailed(errors.decode(errors="replace").strip().rsplit("\n", 1)[-1] or "compiling stopped")
    say(f"The compiled kernel is ready after {time.monotonic() - began:.0f} s.")
    return time.monotonic() - began


_guard = threading.Lock()
_loaded: "Twin | None" = None
_compiling: "subprocess.Popen[bytes] | None" = None


def twin(wait: bool = True, progress: Progress | None = None) -> "Twin | None":
    """Return the compiled kernel. Without `wait`, start compiling it in the background and return None meanwhile."""
    global _loaded, _compiling
    with _guard:
        if _loaded is None:
            if is_warm():
                _loaded = load()
            elif not is_writable():
                warnings.warn(f"compiled code cannot be kept in {folder()}", CacheUnwritable, stacklevel=2)
                if wait:
                    _loaded = build_for_this_process()
            elif wait:
                warm(progress)
                _loaded = load()
            elif _compiling is None or _compiling.poll() is not None:
                _compiling = start_compiling()
        return _loaded


def load() -> "Twin":
    """Return what is kept, or, if it turns out to be broken after all, a new compilation."""
    from ventnor.kernel.twin import Twin

    try:
        return Twin(folder(), kept=True, bots=bots_folder(), bots_kept=True, value=value_folder(), value_kept=True)
    except Exception:  # whatever a damaged file makes the loader do
        with contextlib.suppress(OSError):
            (folder() / COMPLETE).unlink()
        return build_for_this_process()


def build_for_this_process() -> "Twin":
    """Compile without keeping anything."""
    from ventnor.kernel.twin import Twin

    return Twin()


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)
    compile_kernel()
