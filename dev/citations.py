"""Checks every citation of a clause in src and tests against the list of clauses.

A citation is a section sign and a clause's id, with an edition before it where one edition is meant. A comment that
begins with citations goes on with a colon and the rule in words, so that a reader need not look the number up.
"""

import io
import re
import sys
import tokenize
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CLAUSES = Path("src/ventnor/rulebook/data/clauses.toml")
FOLDERS = (Path("src"), Path("tests"))
SUFFIXES = frozenset({".md", ".py", ".toml", ".txt"})

CITATION = re.compile(r"§(?P<text>\w[\w.:-]*)")
LEADING = re.compile(r"#\s*§")
WORDED = re.compile(r"#\s*§[\w.:-]*\w(, §[\w.:-]*\w)*: \W*\w")


@dataclass(frozen=True)
class ClauseList:
    """The clauses and editions that may be cited."""

    ids: frozenset[str]
    editions: frozenset[str]

    @classmethod
    def load(cls, path: Path) -> "ClauseList":
        """Read the clauses; the editions are those that any of them names."""
        clauses: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))["clause"]
        named = [clause["in"] for clause in clauses if clause.get("in", "all") != "all"]
        differing = [clause.get("differs", {}) for clause in clauses]
        return cls(
            ids=frozenset(clause["id"] for clause in clauses),
            editions=frozenset(edition for group in (*named, *differing) for edition in group),
        )


@dataclass(frozen=True, order=True)
class Fault:
    """A citation that is wrong, and where it stands."""

    path: Path
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


def faults_in(path: Path, text: str, clauses: ClauseList) -> Iterator[Fault]:
    """Return the wrong citations of one file."""
    for number, line in enumerate(text.splitlines(), 1):
        for citation in CITATION.finditer(line):
            cited = citation["text"].rstrip(".:-")
            edition, _, clause = cited.rpartition(":")
            if edition and edition not in clauses.editions:
                yield Fault(path, number, f"§{cited}: there is no edition {edition}")
            if clause not in clauses.ids:
                yield Fault(path, number, f"§{cited}: there is no clause {clause}")
    if path.suffix == ".py":
        for number, comment in comments_in(text):
            if LEADING.match(comment) and not WORDED.match(comment):
                yield Fault(path, number, f"{comment}: a citation needs a colon and the rule in words after it")


def comments_in(text: str) -> Iterator[tuple[int, str]]:
    """Yield line and text of each comment of a Python file."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def find_faults(root: Path) -> list[Fault]:
    """Return the wrong citations of a project, in order."""
    clauses = ClauseList.load(root / CLAUSES)
    files = [path for folder in FOLDERS for path in (root / folder).rglob("*") if path.suffix in SUFFIXES]
    return sorted(
        fault
        for path in files
        for fault in faults_in(path.relative_to(root), path.read_text(encoding="utf-8"), clauses)
    )


def main(arguments: Sequence[str]) -> int:
    """Print the faults of the project in the given folder (default: here); return 0 if there are none."""
    faults = find_faults(Path(arguments[0]) if arguments else Path())
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
