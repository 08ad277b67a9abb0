"""Makes mutants of the rules and runs the scenarios on them. A rule whose mutants survive is not tested.

python dev/mutants.py                   all of them
python dev/mutants.py --sample 60       the same few every time
python dev/mutants.py rent.ask jail     those of these clauses or families
python dev/mutants.py --report          all of them, and write docs/reports/mutants.md

Prints the figures and every survivor; exits with 1 if there is one, or if all were tried and a cell has none of its own
killed.
"""

import os
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from dev.checks import commit_now, facts_of_run
from tests.mutants.report import all_mutants, cells_by_clause, enforceable_cells, run_trial, sample_of

REPORT = Path("docs/reports/mutants.md")
TITLE = """\
# Mutants of the rules

A mutant is one small mistake in a line that decides a rule. It is killed in an edition if a scenario of the rules fails
with it. A cell is a clause in one edition; it is covered if a scenario of its own kills one of its mutants. Mutants
that no game can tell from the rules are listed with their reasons in `tests/mutants/equivalents.toml`.
"""


def write_report(lines: Sequence[str], commit: str) -> None:
    """Write the page of a trial of all mutants."""
    spent = os.times()
    seconds = spent.user + spent.system + spent.children_user + spent.children_system
    facts = [f"- Written by `python dev/mutants.py --report`, in {seconds:.0f} s of processor time"]
    facts += facts_of_run(commit, datetime.now(UTC))
    REPORT.write_text("\n".join([TITLE, *facts, "", *(f"- {line}" for line in lines), ""]), encoding="utf-8")
    print(f"report: {REPORT}")


def main(arguments: Sequence[str]) -> int:
    """Try what the arguments ask for; return 0 if nothing survived."""
    words = [word for word in arguments if word != "--report"]
    commit = commit_now()
    size = 0
    if "--sample" in words:
        place = words.index("--sample")
        size = int(words[place + 1])
        del words[place : place + 2]
    mutants = [
        mutant
        for mutant in all_mutants()
        if not words or mutant.clause in words or mutant.clause.partition(".")[0] in words
    ]
    report = run_trial(sample_of(mutants, size) if size else mutants)
    uncovered = set[tuple[str, str]]() if size or words else enforceable_cells() - report.covered
    lines = report.lines()
    lines += [f"not covered: {clause} in {', '.join(found)}" for clause, found in cells_by_clause(uncovered).items()]
    print("\n".join(lines))
    if "--report" in arguments and not (size or words):
        write_report(lines, commit)
    return 1 if report.survivors or uncovered else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
