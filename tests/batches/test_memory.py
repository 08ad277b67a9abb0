"""Memory does not grow with the number of games, because many rows are kept in a file."""

import subprocess
import sys

import pytest

SCRIPT = """
import resource, sys
from ventnor.batch import simulate

count, cap = int(sys.argv[1]), int(sys.argv[2])
batch = simulate(count, ["cautious"] * 2, seed=3, cap=cap, compiled=True)
assert len(batch) == count
assert int(batch.throws.sum(dtype="int64")) == batch.sums.throws
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def peak(count: int, cap: int) -> float:
    """Return the peak megabytes of a process that plays this many games, keeps every column and reads one."""
    done = subprocess.run([sys.executable, "-c", SCRIPT, str(count), str(cap)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return float(done.stdout)


@pytest.mark.slow
def test_ten_times_the_games_take_no_more_than_their_share() -> None:
    """200 MB for 9,900,000 games more are 21 bytes a game; a row of two players has 47, a column of throws 4."""
    few, many = peak(100_000, 1), peak(1_000_000, 1)
    assert many - few < 900_000 * 200 / 9_900_000 + 10


@pytest.mark.long
def test_ten_million_games_take_two_hundred_megabytes_more_than_a_hundred_thousand(record_property) -> None:
    few, many = peak(100_000, 20), peak(10_000_000, 20)
    record_property("peak MB of 100,000 games", f"{few:.0f}")
    record_property("peak MB of 10,000,000 games", f"{many:.0f}")
    assert many <= few + 200
