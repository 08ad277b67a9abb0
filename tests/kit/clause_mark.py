"""`@clause("rent.mortgaged")`: which clause a test covers, and in which editions.

A test so marked runs in every edition that the clause has a cell in, unless it says by `parametrize` what each
edition expects; then an edition left out is an error at collection. `@clause("1935:sell.even")` names one edition, as
a citation does, and stands for that edition only. The clauses of a short game have one cell, and their tests name the
game themselves.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from ventnor.rulebook import clause as rules


class IncompleteTest(Exception):
    """A test that leaves out an edition of its clause, or takes in one that the clause does not have."""


def clause(*names: str) -> pytest.MarkDecorator:
    """Mark a test with the clauses it covers. An id that does not exist is an error at once."""
    for name in names:
        edition, _, identifier = name.rpartition(":")
        found = rules.clause(identifier)
        if edition and edition not in editions_of(found):
            raise IncompleteTest(f"{identifier} has no cell in {edition}")
    return pytest.mark.clause(*names)


def editions_of(each: rules.Clause) -> tuple[str, ...]:
    """Return the editions in which a clause has a cell."""
    return tuple(cell.edition for cell in rules.cells() if cell.clause is each)


def names_of(marks: Iterable[pytest.Mark]) -> list[str]:
    """Return the names given to `@clause`, in the order of the text."""
    return [name for mark in marks if mark.name == "clause" for name in mark.args]


def editions_named(names: Iterable[str]) -> tuple[str, ...]:
    """Return the editions in which a test with these names runs by itself."""
    wanted: dict[str, None] = {}
    for name in names:
        edition, _, identifier = name.rpartition(":")
        wanted.update(dict.fromkeys([edition] if edition else editions_of(rules.clause(identifier))))
    return tuple(wanted)


def editions_listed(marks: Iterable[pytest.Mark]) -> tuple[str, ...] | None:
    """Return the editions that a test's own `parametrize` lists; None if it lists none."""
    for mark in marks:
        if mark.name != "parametrize":
            continue
        arguments, rows = mark.args[:2]
        columns = [word.strip() for word in arguments.split(",")] if isinstance(arguments, str) else list(arguments)
        if "edition" in columns:
            place = columns.index("edition")
            values = [getattr(row, "values", row) for row in rows]
            found = [row if isinstance(row, str) else row[place] for row in values]
            return tuple(dict.fromkeys(found))
    return None


def cells_of(marks: Iterable[pytest.Mark], takes_edition: bool, where: str) -> list[tuple[str, str]]:
    """Return the (clause, edition) pairs that a test covers. Raises `IncompleteTest`."""
    every = list(marks)
    names = names_of(every)
    listed = editions_listed(every)
    runs = editions_named(names) if listed is None else listed
    found: list[tuple[str, str]] = []
    for name in names:
        edition, _, identifier = name.rpartition(":")
        needed = (edition,) if edition else editions_of(rules.clause(identifier))
        missing = [each for each in needed if each not in runs]
        if missing:
            raise IncompleteTest(f"{where}: {identifier} is also played in {', '.join(missing)}")
        if len(needed) > 1 and not takes_edition:
            raise IncompleteTest(f"{where}: {identifier} is played in several editions, and the test takes none")
        found += [(identifier, each) for each in needed]
    return found


def covered(tests: Iterable[Callable[..., Any]]) -> dict[tuple[str, str], list[str]]:
    """Return the names of the tests of each cell."""
    found: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for test in tests:
        marks = list(getattr(test, "pytestmark", ()))
        takes = "edition" in test.__code__.co_varnames[: test.__code__.co_argcount]
        for cell in cells_of(marks, takes, test.__name__):
            found[cell].append(test.__name__)
    return dict(found)
