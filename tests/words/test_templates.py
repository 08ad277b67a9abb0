"""Templates: every key in the data is one that the code reads, and every field one that the code gives."""

import ast
import re
from pathlib import Path

import pytest

from ventnor import action, awaiting, event
from ventnor.cli.terminal import choices
from ventnor.notation.menu import IMPLIED, MENU_FIELDS
from ventnor.rulebook.source import load
from ventnor.words import sentence
from ventnor.words.sentence import PACKAGE, Template, read_templates, templates

WEB = Path(__file__).resolve().parent.parent.parent / "web" / "src"
KINDS = ("words", "event", "action", "menu", "question", "effect", "gathered", "reason", "advice")
OFFERED = {"proposer", "give", "get"}
"""The fields that `choices.offer_fields` adds to answers to an offer."""
MOMENT = {
    "tax": {"amount", "percent"},
    "accept": OFFERED,
    "reject": OFFERED,
    "withdraw": OFFERED,
}
"""Fields of menu sentences beside those of the action and its events."""
GATHERED = {"deeds"}
EFFECT = {"set-made": {"seat", "group"}, "set-lost": {"seat", "group"}, "interest": {"seat", "amount"}}
CITED = {"clause"}


def asked(found: tuple[Template, ...]) -> set[str]:
    """Return the fields that the templates of a name show or look at."""
    names = {name for each in found for name in (*each.when, *each.has, *each.same, each.you) if name}
    return names | {name for each in found for name, _ in each.fields}


def fields_of(made: type[action.BaseAction | event.Happening | awaiting.BaseAwaiting]) -> set[str]:
    """Return the names of a model's fields."""
    return {part.name for part in made.parts}


def test_sections_of_the_file_are_the_kinds_that_are_read():
    assert set(load("sentences", PACKAGE)) == {"formats", "en"}
    assert set(load("sentences", PACKAGE)["en"]) <= set(KINDS)


def test_a_misspelt_condition_fails():
    with pytest.raises(TypeError, match="whn"):
        read_templates([{"whn": {"seat": 1}, "text": "{seat} throws."}])


def test_events_and_actions_have_a_template_each_and_no_other():
    assert set(templates("en", "event")) == set(event.BY_NAME)
    assert set(templates("en", "action")) == set(action.BY_NAME)
    assert set(templates("en", "menu")) <= {name for name, made in action.BY_NAME.items() if made.actor == "seat"}


@pytest.mark.parametrize("name", templates("en", "event"))
def test_an_event_has_the_fields_of_its_template(name: str):
    assert asked(templates("en", "event")[name]) - fields_of(event.BY_NAME[name]) - CITED == set()


@pytest.mark.parametrize("name", templates("en", "action"))
def test_an_action_has_the_fields_of_its_template(name: str):
    assert asked(templates("en", "action")[name]) - fields_of(action.BY_NAME[name]) == set()


@pytest.mark.parametrize("name", templates("en", "menu"))
def test_a_menu_gives_the_fields_of_its_template(name: str):
    made = action.BY_NAME[name]
    brought = MENU_FIELDS.get(made, {})
    given = fields_of(made) | MOMENT.get(name, set())
    given |= {field for fields in brought.values() for field in fields}
    given |= {field for each in brought for field in IMPLIED.get(each, {})}
    assert asked(templates("en", "menu")[name]) - given == set()


def test_every_wait_for_a_seat_has_a_question_with_its_fields():
    found = templates("en", "question")
    assert set(awaiting.BY_KIND) - set(found) == {"card", "deal", "dice"}  # nature answers these
    assert set(found) <= set(awaiting.BY_KIND)
    for kind, made in found.items():
        added = {"opening", "jail"} if kind == "throw" else set[str]()
        assert asked(made) - fields_of(awaiting.BY_KIND[kind]) - added == set(), kind


def test_effects_are_those_that_the_terminal_names():
    text = Path(str(choices.__file__)).read_text(encoding="utf-8")
    named = {
        str(node.args[1].value)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call)
        and len(node.args) == 3
        and isinstance(node.args[0], ast.Constant)
        and node.args[0].value == "effect"
        and isinstance(node.args[1], ast.Constant)
    }
    found = templates("en", "effect")
    assert named == set(found)
    for name, made in found.items():
        assert asked(made) == EFFECT.get(name, set()), name


def test_gathered_sentences_are_of_events():
    for name, made in templates("en", "gathered").items():
        assert asked(made) <= fields_of(event.BY_NAME[name]) | GATHERED


def test_every_format_is_of_a_field_that_a_template_or_the_browser_shows():
    shown = {name for kind in KINDS[1:] for made in templates("en", kind).values() for name in asked(made)}
    shown |= set(re.findall(r"\{(\w+)[:}]", (WEB / "lang" / "en.ts").read_text(encoding="utf-8")))
    assert set(load("sentences", PACKAGE)["formats"]) - shown == set()


def test_advice_is_what_the_study_tells():
    source = (Path(__file__).resolve().parent.parent.parent / "src/ventnor/study/facts.py").read_text(encoding="utf-8")
    written = {each.value for each in ast.walk(ast.parse(source)) if isinstance(each, ast.Constant)}
    assert set(load("sentences", PACKAGE)["en"]["advice"]) <= written


def test_two_files_with_the_same_reason_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    reasons = {"en": {"reason": {"tax-first": "Wait."}}}
    monkeypatch.setattr(
        sentence, "load", lambda name, _="": reasons if name in {"law", "server"} else {"contradiction": {}}
    )
    with pytest.raises(ValueError, match="'tax-first'"):
        sentence.entries("en", "reason")
