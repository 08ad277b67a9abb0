"""Equivalent mutants, which no test can detect, each with the reason (`equivalents.toml`)."""

import tomllib
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from tests.mutants.mutant import Mutant

FILE = Path(__file__).with_name("equivalents.toml")


@dataclass(frozen=True)
class Equivalence:
    """Mutants by their names (a star stands for anything), in some editions or in all."""

    names: tuple[str, ...]
    clauses: tuple[str, ...]
    editions: tuple[str, ...]
    reason: str

    def covers(self, mutant: Mutant, edition: str) -> bool:
        """Return whether it speaks of this mutant in this edition."""
        return (
            (not self.clauses or mutant.clause in self.clauses)
            and (not self.editions or edition in self.editions)
            and any(fnmatchcase(mutant.name, name) for name in self.names)
        )


@cache
def equivalences() -> tuple[Equivalence, ...]:
    """Return all that are listed."""
    return tuple(
        Equivalence(
            # A bracket in a name is a bracket.
            tuple(name.replace("[", "[[]") for name in entry["mutants"]),
            tuple(entry.get("clauses", ())),
            tuple(entry.get("editions", ())),
            entry["reason"],
        )
        for entry in tomllib.loads(FILE.read_text(encoding="utf-8"))["equivalent"]
    )


def is_equivalent(mutant: Mutant, edition: str) -> bool:
    """Return whether no test can detect this mutant in this edition."""
    return any(each.covers(mutant, edition) for each in equivalences())


def without_equivalents(mutant: Mutant) -> Mutant | None:
    """Return the mutant in the editions in which it makes a difference; None if in none."""
    editions = tuple(edition for edition in mutant.editions if not is_equivalent(mutant, edition))
    return replace(mutant, editions=editions) if editions else None
