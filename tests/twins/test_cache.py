"""The cache of compiled code: never stale, never used when damaged, written by one process at a time."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from numba.core import config

import ventnor
from ventnor import bots, value, warm
from ventnor.bots.builder import builder
from ventnor.bots.tycoon import tycoon
from ventnor.kernel import entry, houses, policies
from ventnor.kernel import twin as twin_module
from ventnor.kernel.layout import State, Tables, as_array
from ventnor.kernel.twin import Twin
from ventnor.tables import tables

SMALL = (houses.lowest,)  # it compiles in a second and calls a function of another file

# Runs in a process of its own: compiles the small kernel, or finds it kept, and says which, and what it computes.
SCRIPT = """
from ventnor import bots, value, warm
from ventnor.kernel import entry, houses, policies, twin
from ventnor.kernel.layout import State, Tables, as_array
from ventnor.tables import tables
entry.ENTRY_POINTS = (houses.lowest,)
policies.POLICIES = bots.KEPT = value.ENTRY_POINTS = ()
was_warm = warm.is_warm()
warm.compile_kernel()
built = warm.load()
states, table = (State * 1)(), (Tables * 1)(tables("official"))
print("kept" if was_warm else "compiled", built.lowest(as_array(states)[0], as_array(table)[0], 1))
"""


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return a kernel with one entry point, cached in an empty folder."""
    monkeypatch.setenv("VENTNOR_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(entry, "ENTRY_POINTS", SMALL)
    monkeypatch.setattr(policies, "POLICIES", ())
    monkeypatch.setattr(bots, "KEPT", ())
    monkeypatch.setattr(value, "ENTRY_POINTS", ())
    monkeypatch.setattr(warm, "_loaded", None)
    monkeypatch.setattr(warm, "_ready", set[Any]())
    return tmp_path


def lowest_by(built: Twin) -> int:
    """Return what the entry point says of an empty board."""
    states, table = (State * 1)(), (Tables * 1)(tables("official"))
    return int(built.lowest(as_array(states)[0], as_array(table)[0], 1))


def in_process_of_its_own(source: Path, cache: Path) -> "subprocess.Popen[str]":
    """Run the script on a source tree of its own."""
    env = {**os.environ, "PYTHONPATH": str(source), "VENTNOR_CACHE": str(cache)}
    return subprocess.Popen(
        [sys.executable, "-c", SCRIPT], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def answer(process: "subprocess.Popen[str]") -> list[str]:
    """Return what it printed, in words."""
    output, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors
    return output.split()


def copy_of_the_library(tmp_path: Path) -> Path:
    """Return the library in another place, where it may be edited."""
    source = tmp_path / "source"
    shutil.copytree(Path(ventnor.__file__).parent, source / "ventnor", ignore=shutil.ignore_patterns("__pycache__"))
    return source


@pytest.mark.slow
def test_an_edit_in_one_kernel_file_reaches_compiled_callers_in_another(tmp_path: Path) -> None:
    source, cache = copy_of_the_library(tmp_path), tmp_path / "cache"
    assert answer(in_process_of_its_own(source, cache)) == ["compiled", "0"]
    assert answer(in_process_of_its_own(source, cache)) == ["kept", "0"]
    ledger = source / "ventnor" / "kernel" / "ledger.py"
    text = ledger.read_text(encoding="utf-8")
    assert text.count("    return s.houses[space]\n") == 1
    ledger.write_text(
        text.replace("    return s.houses[space]\n", "    return s.houses[space] + 2\n"), encoding="utf-8"
    )
    assert answer(in_process_of_its_own(source, cache)) == ["compiled", "2"]


@pytest.mark.slow
def test_another_copy_of_the_same_library_finds_the_compiled_code(tmp_path: Path) -> None:
    first, second, cache = copy_of_the_library(tmp_path / "a"), copy_of_the_library(tmp_path / "b"), tmp_path / "cache"
    assert answer(in_process_of_its_own(first, cache)) == ["compiled", "0"]
    assert answer(in_process_of_its_own(second, cache)) == ["kept", "0"]


@pytest.mark.slow
def test_two_processes_started_cold_compile_once(tmp_path: Path) -> None:
    source, cache = copy_of_the_library(tmp_path), tmp_path / "cache"
    both = [in_process_of_its_own(source, cache) for _ in range(2)]
    assert [answer(each)[1] for each in both] == ["0", "0"]
    folders = list(cache.glob("kernel-*/lowest"))
    assert len(folders) == 1
    drafts = [path.name for path in folders[0].iterdir() if path.name.startswith(warm.COMPLETE)]
    assert drafts == [warm.COMPLETE]


@pytest.mark.parametrize("damage", ["truncated", "empty", "missing", "other bytes"])
def test_damaged_code_is_found_and_made_again(small: Path, damage: str) -> None:
    warm.compile_kernel()
    assert warm.is_warm()
    victim = max(warm.folder().rglob("*.nbc"))
    if damage == "truncated":
        victim.write_bytes(victim.read_bytes()[:100])
    elif damage == "empty":
        victim.write_bytes(b"")
    elif damage == "missing":
        victim.unlink()
    else:
        victim.write_bytes(bytes(len(victim.read_bytes())))
    assert not warm.is_warm()
    warm.compile_kernel()
    assert warm.is_warm()
    assert lowest_by(warm.load()) == 0


def test_a_damaged_list_of_what_is_kept_is_not_believed(small: Path) -> None:
    warm.compile_kernel()
    for text in ("", "{", "[]", "{}"):
        (warm.folder(houses.lowest) / warm.COMPLETE).write_text(text, encoding="utf-8")
        assert not warm.is_warm()


def test_code_that_turns_out_to_be_broken_is_compiled_again_and_kept(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    warm.compile_kernel()
    victim = max(warm.folder().rglob("*.nbc"))
    victim.write_bytes(b"not code")
    warm.note_complete(warm.folder(houses.lowest))
    assert warm.is_warm()
    assert lowest_by(warm.load()) == 0
    assert victim.read_bytes() != b"not code"
    assert warm.is_warm()


def test_a_run_compiles_what_it_wants_and_nothing_else(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry, "ENTRY_POINTS", (*SMALL, houses.least_refund))
    built = warm.twin(wait=True, wanted=SMALL)
    assert built is not None
    assert lowest_by(built) == 0
    assert [path.name for path in warm.folder().iterdir()] == ["lowest"]
    assert not warm.is_warm()


@pytest.mark.slow
def test_a_compiling_process_ends_with_the_one_that_waits_for_it(small: Path) -> None:
    with warm.start_compiling() as process:
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait() == 1
    assert not warm.is_warm()


def test_a_folder_that_cannot_be_written_to_is_reported_and_done_without(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (small / "file").touch()
    monkeypatch.setenv("VENTNOR_CACHE", str(small / "file" / "below"))
    with pytest.warns(warm.CacheUnwritable, match="cannot be kept"):
        built = warm.twin(wait=True)
    assert built is not None
    assert lowest_by(built) == 0
    with pytest.raises(PermissionError, match="cannot be kept"):
        warm.warm()


def test_interpreted_and_compiled_agree_on_the_small_door(small: Path) -> None:
    state, table = State(), tables("official")
    assert lowest_by(Twin()) == houses.lowest(state, table, 1) == 0


def test_threads_that_want_policies_at_once_find_each_in_its_own_folder(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(function: Any, kept: bool) -> tuple[str, str]:
        time.sleep(0.02)
        return function.__name__, str(getattr(config, "CACHE_DIR"))  # noqa: B009  (set at run time)

    @contextmanager
    def keeping(entry: Callable[..., Any]) -> Generator[tuple[Path | None, bool]]:
        yield warm.folder(entry), True

    monkeypatch.setattr(twin_module, "compile_policy", slow)
    built = Twin(keeping)
    wanted = [policies.random, tycoon, policies.cautious, builder] * 4
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(built.policy, wanted))
    assert found == [(each.__name__, str(warm.folder(each))) for each in wanted]
    assert len({folder for _, folder in found}) == 4
