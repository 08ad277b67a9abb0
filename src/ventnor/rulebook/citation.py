"""Where the clauses are kept: the lines of code that cite them and the tests that cover them, cell by cell.

It reads a source checkout as text and judges nothing. A citation may name an edition, as
in "1935:jail.third" after a section sign; without one it stands for all editions. So does a test, unless it names
editions itself: in its decorators, or as the edition of the games in its body.
"""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ventnor.rulebook.clause import Cell, cells, clauses
from ventnor.rulebook.edition import EDITIONS

CITATION: Final = re.compile(r"§(?:(?P<edition>\w+):)?(?P<clause>[a-z0-9-]+\.[a-z0-9-]+)")
GAMES: Final = frozenset({"Game", "scenario", "play", "simulate"})
"""Calls whose first argument, or `edition`, is an edition."""


@dataclass(frozen=True, order=True)
class SourceLine:
    """A line of a file, and the name of the test that begins there."""

    path: str
    line: int
    name: str = ""

    def __str__(self) -> str:
        return f"{self.path}:{self.line}" + (f" {self.name}" if self.name else "")


@dataclass(frozen=True)
class Coverage:
    """What was found for one cell."""

    cell: Cell
    code: tuple[SourceLine, ...]
    tests: tuple[SourceLine, ...]

    @property
    def missing(self) -> tuple[str, ...]:
        """Return which of "code" and "tests" a cell lacks. A clause that cannot be enforced needs neither."""
        if not self.cell.clause.enforced:
            return ()
        return tuple(what for what, places in (("code", self.code), ("tests", self.tests)) if not places)


Found = Mapping[tuple[str, str], Sequence[SourceLine]]
"""Places by (clause, edition)."""


def find_checkout(module: Path) -> Path | None:
    """Return the source checkout that a module of the package lies in, if it lies in one."""
    for folder in module.resolve().parents:
        if (folder / "src" / "ventnor").is_dir() and (folder / "tests").is_dir():
            return folder
    return None


def coverage(root: Path) -> tuple[Coverage, ...]:
    """Return every cell, with the code and the tests of a checkout."""
    code = gather(citations(path, root) for path in sorted((root / "src").rglob("*.py")))
    tests = gather(tested(path, root) for path in sorted((root / "tests").rglob("*.py")))
    return tuple(
        Coverage(
            cell,
            tuple(code.get((cell.clause.id, cell.edition), ())),
            tuple(tests.get((cell.clause.id, cell.edition), ())),
        )
        for cell in cells()
    )


def gather(files: Iterator[Iterator[tuple[str, tuple[str, ...], SourceLine]]]) -> Found:
    """Return the places in many files by clause and edition."""
    found: dict[tuple[str, str], list[SourceLine]] = {}
    for places in files:
        for clause, editions, place in places:
            for edition in editions:
                kept = found.setdefault((clause, edition), [])
                if place not in kept:
                    kept.append(place)
    return found


def citations(path: Path, root: Path) -> Iterator[tuple[str, tuple[str, ...], SourceLine]]:
    """Return each clause cited in a file, with the editions meant."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        for match in CITATION.finditer(line):
            editions = (match["edition"],) if match["edition"] else EDITIONS
            yield match["clause"], editions, SourceLine(path.relative_to(root).as_posix(), number)


def tested(path: Path, root: Path) -> Iterator[tuple[str, tuple[str, ...], SourceLine]]:
    """Return each clause that a test of a file is marked with, with the editions it runs."""
    known = {each.id for each in clauses()}
    text = path.read_text(encoding="utf-8")
    if "@clause(" not in text:
        return
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        marks = [mark for mark in node.decorator_list if isinstance(mark, ast.Call) and name_of(mark) == "clause"]
        words = [word for mark in marks for word in strings(mark)]
        named = [(edition, clause) for edition, _, clause in (word.rpartition(":") for word in words)]
        place = SourceLine(path.relative_to(root).as_posix(), node.lineno, node.name)
        for edition, clause in named:
            if clause in known:
                yield clause, (edition,) if edition else editions_of(node), place


def editions_of(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> tuple[str, ...]:
    """Return the editions that a test names, or all of them if it names none."""
    words = {word for mark in node.decorator_list for word in strings(mark)}
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and name_of(call) in GAMES:
            given = [*call.args[:1], *(keyword.value for keyword in call.keywords if keyword.arg == "edition")]
            words |= {word for argument in given for word in strings(argument)}
    return tuple(edition for edition in EDITIONS if edition in words) or EDITIONS


def name_of(call: ast.Call) -> str:
    """Return the last word of what is called."""
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def strings(node: ast.AST) -> Iterator[str]:
    """Return the string literals within a node."""
    for each in ast.walk(node):
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.value
