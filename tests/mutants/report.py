"""The mutants, the choice of those that are tried, and the report of the trial."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tests.mutants.by_hand import hand_mutants
from tests.mutants.equivalence import without_equivalents
from tests.mutants.figures import figure_mutants
from tests.mutants.mutant import Mutant
from tests.mutants.source import source_mutants
from tests.mutants.trial import Verdict, collect_scenarios, try_mutants
from ventnor.rulebook.clause import cells


def all_mutants() -> list[Mutant]:
    """Return every mutant in the editions in which it makes a difference, in a fixed order."""
    made = [*figure_mutants(), *source_mutants(), *hand_mutants()]
    return [mutant for each in made if (mutant := without_equivalents(each)) is not None]


def sample_of(mutants: Sequence[Mutant], size: int) -> list[Mutant]:
    """Return a few from everywhere, always the same."""
    return sorted(mutants, key=lambda mutant: hashlib.sha256(str(mutant).encode()).digest())[:size]


def enforceable_cells() -> set[tuple[str, str]]:
    """Return the cells that players can be held to, by clause and edition."""
    return {(cell.clause.id, cell.edition) for cell in cells() if cell.clause.enforced}


@dataclass(frozen=True)
class Report:
    """The result of a trial."""

    verdicts: Sequence[Verdict]

    @property
    def survivors(self) -> list[Verdict]:
        """Return the mutants that nothing noticed in some edition."""
        return sorted((each for each in self.verdicts if each.survived_in), key=lambda each: str(each.mutant))

    @property
    def tried(self) -> int:
        """Return the number of mutants times editions."""
        return sum(len(each.mutant.editions) for each in self.verdicts)

    @property
    def covered(self) -> set[tuple[str, str]]:
        """Return the cells of which a scenario of their own has killed a mutant."""
        return {(each.mutant.clause, edition) for each in self.verdicts for edition in each.killed_in}

    def lines(self) -> list[str]:
        """Return the figures, and every survivor."""
        own = sum(len(each.killed_in) for each in self.verdicts)
        elsewhere = sum(len(each.killed_elsewhere) for each in self.verdicts)
        survived = self.tried - own - elsewhere
        mutated = {(each.mutant.clause, edition) for each in self.verdicts for edition in each.mutant.editions}
        lines = [
            f"cells that can be enforced: {len(enforceable_cells())}; with a mutant: {len(mutated)}; "
            f"covered: {len(self.covered)}",
            f"mutants: {len(self.verdicts)}, in all their editions: {self.tried}",
            f"killed by a scenario of the clause: {own}; by one of another clause: {elsewhere}; survived: {survived}",
        ]
        for each in self.survivors:
            where = "all its editions" if each.survived_in == each.mutant.editions else ", ".join(each.survived_in)
            lines.append(f"survived: {each.mutant} in {where}")
        return lines


def run_trial(mutants: Sequence[Mutant], processes: int = 2) -> Report:
    """Put mutants to the scenarios."""
    return Report(list(try_mutants(mutants, collect_scenarios(), processes)))


def cells_by_clause(cells_found: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Return cells as a list of editions for each clause."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for clause, edition in sorted(cells_found):
        found[clause].append(edition)
    return dict(found)
