"""Tests marked with a clause run in the editions of that clause, and in no fewer."""

import pytest

from tests.kit.clause_mark import IncompleteTest, cells_of, editions_listed, editions_named, names_of


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark."""
    config.addinivalue_line("markers", "clause(*names): the clauses of the rules that a test covers")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a marked test in every edition of its clauses that it does not parametrise itself."""
    marks = list(metafunc.definition.iter_markers())
    names = names_of(marks)
    if not names:
        return
    takes = "edition" in metafunc.fixturenames
    try:
        cells_of(marks, takes, metafunc.definition.nodeid)
    except IncompleteTest as error:
        pytest.fail(str(error), pytrace=False)
    if takes and editions_listed(marks) is None:
        metafunc.parametrize("edition", editions_named(names))
