"""Reasons: every one that the code gives has its sentence, with the fields it needs, and no sentence is left over."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import ventnor
from ventnor.kernel.layout import Tables
from ventnor.kernel.reasons import CLAUSES, NAMES
from ventnor.rulebook.source import load
from ventnor.words.reason import because
from ventnor.words.sentence import PACKAGE, Teller, templates

SOURCE = Path(ventnor.__file__).parent
SAMPLES: dict[str, object] = {
    "seat": 1,
    "money": 1500,
    "number": 3,
    "text": "throw",
    "space": "oriental",
    "spaces": ["oriental"],
    "group": "purple",
    "option": "rounds",
    "edition": "modern",
}


class Given(NamedTuple):
    """A reason as the code gives it."""

    where: str
    name: str
    fields: frozenset[str]
    sometimes: frozenset[str]
    """Fields that may be None, and then are left out."""


def given_in(path: Path) -> Iterator[Given]:
    """Return the reasons of a file: calls of `because` (in `contradiction.py`, of `add`) with a name and fields."""
    gives = "add" if path.name == "contradiction.py" else "because"
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == gives:
            where = f"{path.name}:{node.lineno}"
            [name] = node.args
            assert isinstance(name, ast.Constant), f"{where}: a reason is named outright"
            fields = {each.arg: each.value for each in node.keywords}
            assert None not in fields, f"{where}: fields are named outright"
            sometimes = {each for each, value in fields.items() if isinstance(value, ast.IfExp)}
            yield Given(where, str(name.value), frozenset(map(str, fields)), frozenset(map(str, sometimes)))


GIVEN = [each for path in sorted(SOURCE.rglob("*.py")) if path.name != "refusal.py" for each in given_in(path)]
"""All but the law's, which `refusal.py` gives by number."""


def test_reasons_and_sentences_are_the_same_list():
    assert {each.name for each in GIVEN} | set(NAMES.values()) == set(templates("en", "reason"))


def test_every_reason_of_the_law_has_a_sentence_and_a_clause():
    assert sorted(NAMES) == list(range(1, len(NAMES) + 1))
    assert NAMES.keys() == CLAUSES.keys()
    assert set(NAMES.values()) == set(load("law", PACKAGE)["en"]["reason"])
    for found in templates("en", "reason").values():
        assert not found[-1].you, "somebody else may read it"


@pytest.mark.parametrize("field", sorted({each for each in CLAUSES.values() if isinstance(each, str)}))
def test_a_clause_that_depends_on_the_game_is_a_field_of_the_tables(field: str):
    assert hasattr(Tables(), field)


def test_every_reason_is_given_somewhere():
    given = {
        node.id
        for path in SOURCE.rglob("*.py")
        if path.name not in {"reasons.py", "refusal_fields.py"}
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }
    assert {"R_" + name.replace("-", "_").upper() for name in NAMES.values()} <= given


@pytest.mark.parametrize("given", GIVEN, ids=lambda given: f"{given.name} {given.where}")
def test_every_reason_can_be_told(given: Given):
    found = templates("en", "reason")[given.name]
    asked = {name for template in found for name in (*template.when, *template.has, template.you) if name}
    shown = {name: form for template in found for name, form in template.fields}
    used = {name for each in GIVEN if each.name == given.name for name in each.fields}
    assert used == asked | set(shown), "a field is asked for that is not given, or given and never asked for"
    teller = Teller(["Ann", "Bob", "Cay"])
    assert not found[-1].you, "somebody else may read it"
    for template in found:
        if not set(template.has) <= given.fields or {name for name, _ in template.fields} - given.fields:
            assert len(found) > 1
            continue
        fields = {name: SAMPLES[shown.get(name, "text")] for name in given.fields} | dict(template.when)
        assert teller.reason(because(given.name, **fields)).endswith((".", "throw"))
        if template.you:
            sentence = teller.reason(because(given.name, **fields), SAMPLES["seat"])
            assert "you" in sentence.lower()
    if given.sometimes:
        assert not (set(found[-1].has) | {name for name, _ in found[-1].fields}) & given.sometimes


def test_a_reader_is_called_you():
    teller = Teller(["Ann"], "modern")
    reason = because("give-own", deed="oriental", seat=0)
    assert teller.reason(reason) == teller.reason(reason, 1) == "Oriental Avenue is not Ann's."
    assert teller.reason(reason, 0) == "Oriental Avenue is not yours."


def test_a_field_that_is_none_is_left_out():
    assert because("give-own", deed="oriental", seat=None).fields == {"deed": "oriental"}
