"""Coverage: which cells a checkout's citations and tests reach, and which are left empty."""

from pathlib import Path

import pytest

from ventnor.rulebook import citation
from ventnor.rulebook.citation import coverage, find_checkout
from ventnor.rulebook.edition import EDITIONS

CODE = '''
"""Implements: §rent.due."""
# §rent.mortgaged: no rent while the deed is mortgaged.
# §1935:jail.third: the fine after the throw.
'''
TESTS = """
@clause("rent.due")
def test_all(): ...

@clause("rent.mortgaged")
@pytest.mark.parametrize("edition", ["1935", "modern"])
def test_two(edition): ...

@clause("1935:jail.third", "win.last")
def test_named(): ...

@clause("jail.third")
def test_games():
    scenario("classic", seats=2)
    vt.Game(edition="official")
    other("modern")

@clause("no.clause")
def test_wrong(): ...

def test_unmarked():
    clause("rent.ask")
"""


@pytest.fixture
def found(tmp_path: Path):
    for folder, text in (("src/ventnor", CODE), ("tests/rules", TESTS)):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "test_it.py").write_text(text, encoding="utf-8")
    return {str(each.cell): each for each in coverage(tmp_path)}


def reached(found, clause, what):
    return {name for name in EDITIONS if getattr(found[f"{name}:{clause}"], what)}


def test_code_is_cited_for_all_editions_or_for_one(found):
    assert reached(found, "rent.due", "code") == set(EDITIONS)
    assert reached(found, "rent.mortgaged", "code") == set(EDITIONS)
    assert reached(found, "jail.third", "code") == {"1935"}
    assert [str(place) for place in found["1935:jail.third"].code] == ["src/ventnor/test_it.py:4"]


def test_tests_cover_all_editions_unless_they_name_some(found):
    assert reached(found, "rent.due", "tests") == set(EDITIONS)
    assert reached(found, "rent.mortgaged", "tests") == {"1935", "modern"}
    assert reached(found, "jail.third", "tests") == {"1935", "classic", "official"}
    assert reached(found, "win.last", "tests") == set(EDITIONS)
    assert reached(found, "rent.ask", "tests") == set()
    assert [place.name for place in found["1935:jail.third"].tests] == ["test_named"]


def test_what_is_missing(found):
    assert found["classic:rent.due"].missing == ()
    assert found["classic:rent.mortgaged"].missing == ("tests",)
    assert found["classic:win.last"].missing == ("code",)
    assert found["classic:rent.ask"].missing == ("code", "tests")
    assert found["classic:etiquette.turns"].missing == ()


def test_a_checkout_is_found_by_its_folders(tmp_path):
    root = find_checkout(Path(citation.__file__))
    assert root is not None
    assert (root / "pyproject.toml").exists()
    assert find_checkout(tmp_path / "site-packages" / "ventnor" / "cli" / "rules.py") is None
