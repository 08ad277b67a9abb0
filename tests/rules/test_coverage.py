"""Every clause in every edition that it can be enforced in has a scenario, and a marked test leaves no edition out."""

import importlib
import inspect
from pathlib import Path

import pytest

from tests.kit.clause_mark import IncompleteTest, cells_of, clause, covered
from ventnor.rulebook.clause import UnknownClause, cells, clauses, families

FOLDER = Path(__file__).parent
FILES = sorted(path.stem for path in FOLDER.glob("test_*.py") if path != Path(__file__))


def functions_of(name: str):
    """Return the test functions of a file."""
    found = inspect.getmembers(importlib.import_module(f"tests.rules.{name}"), inspect.isfunction)
    return [test for name, test in found if name.startswith("test_")]


def test_every_enforceable_cell_has_a_scenario():
    found = covered(test for name in FILES for test in functions_of(name))
    wanted = {(cell.clause.id, cell.edition) for cell in cells() if cell.clause.enforced}
    assert wanted - found.keys() == set()


def test_the_scenarios_of_a_clause_are_in_the_file_of_its_family():
    for family in families():
        path = FOLDER / f"test_{family.name.replace('-', '_')}.py"
        if any(each.family == family.name and each.enforced for each in clauses()):
            found = covered(functions_of(path.stem))
            assert {identifier.partition(".")[0] for identifier, _ in found} == {family.name}


def test_every_other_file_says_what_it_is_for():
    """One file for each family that can be enforced. The others say in their first line why they are none of these."""
    named = {f"test_{each.family.replace('-', '_')}" for each in clauses() if each.enforced}
    assert named <= set(FILES)
    assert set(FILES) - named == {"test_interruptions", "test_named_cases"}
    for name in set(FILES) - named:
        assert "Not the file of a family" in str(importlib.import_module(f"tests.rules.{name}").__doc__)


def test_an_unknown_clause_is_an_error():
    with pytest.raises(UnknownClause, match=r"rent\.mortgaged"):
        clause("rent.mortgage")


def test_an_edition_that_has_no_cell_is_an_error():
    with pytest.raises(IncompleteTest, match="no cell"):
        clause("modern:short1935.deal")


def test_an_edition_left_out_of_a_parametrisation_is_an_error():
    marks = [clause("rent.due").mark, pytest.mark.parametrize("edition", ["1935", "classic"]).mark]
    with pytest.raises(IncompleteTest, match="anniversary, official, modern"):
        cells_of(marks, takes_edition=True, where="here")


def test_a_test_of_several_editions_must_take_the_edition():
    with pytest.raises(IncompleteTest, match="takes none"):
        cells_of([clause("rent.due").mark], takes_edition=False, where="here")


def test_the_editions_named_are_the_cells_covered():
    named = cells_of([clause("1935:rent.due", "modern:rent.due").mark], takes_edition=True, where="here")
    assert named == [("rent.due", "1935"), ("rent.due", "modern")]
    rows = [("1935", 1), ("classic", 1), ("anniversary", 1), ("official", 2), ("modern", 3)]
    marks = [clause("rent.due").mark, pytest.mark.parametrize(("edition", "times"), rows).mark]
    assert [edition for _, edition in cells_of(marks, takes_edition=True, where="here")] == [row[0] for row in rows]
