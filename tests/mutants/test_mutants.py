"""Mutants of the rules: a few in every run, all of them in a long one. None may survive."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutants.report import all_mutants, cells_by_clause, enforceable_cells

ROOT = Path(__file__).parents[2]
SAMPLE = 60


def run_mutants(*arguments: str) -> None:
    """Run the script, which exits with 1 if anything survived."""
    command = [sys.executable, "dev/mutants.py", *arguments]
    done = subprocess.run(command, cwd=ROOT, text=True, capture_output=True)
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_cell_that_can_be_enforced_has_a_mutant() -> None:
    found = {(mutant.clause, edition) for mutant in all_mutants() for edition in mutant.editions}
    assert cells_by_clause(enforceable_cells() - found) == {}


@pytest.mark.slow
def test_a_sample_of_mutants_is_killed() -> None:
    run_mutants("--sample", str(SAMPLE))


@pytest.mark.long
def test_every_mutant_is_killed() -> None:
    run_mutants()
