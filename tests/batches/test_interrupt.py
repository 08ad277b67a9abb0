"""Ctrl-C returns the finished games: a real signal to a real process, in the library and in the command."""

import json
import os
import pty
import signal
import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow


def heed_interrupts() -> None:
    """Make a new process heed Ctrl-C; one started by a script in the background would ignore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


LIBRARY = """
import sys
from ventnor.batch import simulate

def report(done, asked):
    print("playing", flush=True)

batch = simulate(100_000_000, ["builder"] * 4, seed=3, cap=200, compiled=True, keep=["throws"], progress=report)
assert 0 < len(batch) < batch.asked, len(batch)
assert len(batch.throws) == len(batch) == batch.sums.games
again = simulate(256, ["builder"] * 4, seed=3, cap=200, compiled=True, keep=["throws"])
assert batch.throws[:256].tolist() == again.throws.tolist()
batch.save(sys.argv[1])
print("finished", len(batch), flush=True)
"""


def test_the_library_returns_the_games_finished_by_then(tmp_path) -> None:
    path = tmp_path / "games.npz"
    process = subprocess.Popen(
        [sys.executable, "-c", LIBRARY, str(path)], stdout=subprocess.PIPE, text=True, preexec_fn=heed_interrupts
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "playing\n"
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    assert said.splitlines()[-1].startswith("finished ")
    assert path.exists()


def test_the_command_shows_the_games_finished_by_then_and_leaves_with_130(tmp_path) -> None:
    """On a terminal with a progress bar; the test interrupts once the bar appears."""
    watcher, terminal = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "ventnor", "simulate", "builder", "--games", "100,000,000", "--cap", "200", "--json"],
        stdout=subprocess.PIPE,
        stderr=terminal,
        text=True,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100"},
        preexec_fn=heed_interrupts,
    )
    os.close(terminal)
    seen = b""
    while b"games/s" not in seen:
        seen += os.read(watcher, 4096)
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=120)
    while True:
        try:
            more = os.read(watcher, 4096)
        except OSError:
            break
        if not more:
            break
        seen += more
    os.close(watcher)
    printed = json.loads(said)
    assert process.returncode == 130
    assert 0 < printed["summary"]["games"] < printed["asked"] == 100_000_000
    assert f"stopped after {printed['summary']['games']:,} of 100,000,000 games" in seen.decode()


def test_no_bar_where_nobody_watches() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ventnor", "simulate", "builder", "--games", "5000", "--cap", "100", "--csv"],
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 5001
