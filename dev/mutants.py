"""Makes mutants of the rules and runs the scenarios on them. A rule whose mutants survive is not tested.

python dev/mutants.py                   all of them
python dev/mutants.py --sample 60       the same few every time
python dev/mutants.py rent.ask jail     those of these clauses or families

Prints the figures and every survivor; exits with 1 if there is one, or if all were tried and a cell has none of its own
killed.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.mutants.report import all_mutants, cells_by_clause, enforceable_cells, run_trial, sample_of


def main(arguments: Sequence[str]) -> int:
    """Try what the arguments ask for; return 0 if nothing survived."""
    words = list(arguments)
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
    print("\n".join(report.lines()))
    uncovered = set[tuple[str, str]]() if size or words else enforceable_cells() - report.covered
    for clause, editions in cells_by_clause(uncovered).items():
        print(f"not covered: {clause} in {', '.join(editions)}")
    return 1 if report.survivors or uncovered else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
