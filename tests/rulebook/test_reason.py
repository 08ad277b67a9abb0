"""Reasons: every one that the code gives has its sentence, with the fields it needs, and no sentence is left over."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, get_args

import pytest

import ventnor
from ventnor.awaiting import Wait
from ventnor.rulebook.reason import because
from ventnor.rulebook.sentence import Teller, templates

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
    """The reasons of a file: calls of `because` with a name and fields."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "because":
            where = f"{path.name}:{node.lineno}"
            [name] = node.args
            assert isinstance(name, ast.Constant), f"{where}: a reason is named outright"
            fields = {each.arg: each.value for each in node.keywords}
            assert None not in fields, f"{where}: fields are named outright"
            sometimes = {each for each, value in fields.items() if isinstance(value, ast.IfExp)}
            yield Given(where, str(name.value), frozenset(map(str, fields)), frozenset(map(str, sometimes)))


GIVEN = [each for path in sorted(SOURCE.rglob("*.py")) for each in given_in(path)]


def test_reasons_and_sentences_are_the_same_list():
    assert {each.name for each in GIVEN} == set(templates("en", "reason"))


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
            told = teller.reason(because(given.name, **fields), SAMPLES["seat"])
            assert "you" in told.lower()
    if given.sometimes:
        assert not (set(found[-1].has) | {name for name, _ in found[-1].fields}) & given.sometimes


def test_whatever_the_game_waits_for_can_be_told_to_come_first():
    told = {Teller().reason(because("first", wait=wait)) for wait in get_args(Wait)}
    assert len(told) == len(get_args(Wait))


def test_a_field_that_is_none_is_left_out():
    teller = Teller(["Ann"], "modern")
    assert teller.reason(because("not-owner", deed="oriental", seat=0)) == "Oriental Avenue is not Ann's."
    assert teller.reason(because("not-owner", deed=None, seat=0)) == "That is not Ann's."
    assert teller.reason(because("not-owner", deed="oriental", seat=0), 0) == "Oriental Avenue is not yours."
    assert teller.reason(because("not-owner", deed="oriental", seat=0), 1) == "Oriental Avenue is not Ann's."
    assert teller.reason(because("lot-mortgaged", deed="oriental")) == "Oriental Avenue is mortgaged."
