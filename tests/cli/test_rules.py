"""The command `ventnor rules`: its pages, its answers to unknown words, and its exit codes."""

import argparse
import io
import json

import pytest
from rich.console import Console

from ventnor.cli import rules
from ventnor.cli.rules import coverage
from ventnor.rulebook.clause import cells, clauses
from ventnor.rulebook.edition import EDITIONS, rows
from ventnor.rulebook.option import options
from ventnor.rulebook.ruling import rulings


def ventnor_rules(*words: str) -> tuple[int, str]:
    """Run the command on a console of 80 columns, as in a pipe; return its exit code and output."""
    parser = argparse.ArgumentParser(prog="ventnor")
    rules.add_parser(parser.add_subparsers())
    console = Console(file=io.StringIO(), width=80, color_system=None, highlight=False)
    status = rules.run(parser.parse_args(["rules", *words]), console)
    return status, console.file.getvalue()


EVERY_PAGE = [
    (),
    ("rent.ask",),
    ("sell.hotels",),
    ("etiquette.silence",),
    ("short.worth",),
    ("jail",),
    ("hotel",),
    ("rent.ask", "--edition", "modern"),
    ("jail", "--edition", "1935"),
    *(("--edition", name) for name in EDITIONS),
    ("--edition", "anniversary", "--variant", "short"),
    ("--variant", "timed"),
    ("--rulings",),
    ("--rulings", "debt", "--edition", "1935"),
    ("--house-rules",),
    ("--house-rules", "free parking"),
    ("--diff", "1935", "modern"),
    ("--diff", "1935", "1935/short"),
    ("--diff", "classic", "official"),
    ("--diff", "modern", "modern"),
    ("--diff", "classic", "anniversary"),
    ("short", "--edition", "anniversary"),
    *(("--sheet", f"{name}/{variant}" if variant else name) for name, variant in rows()),
]


@pytest.mark.parametrize("words", EVERY_PAGE, ids=" ".join)
def test_pages_fit_80_columns_and_leave_no_trailing_spaces(words):
    status, text = ventnor_rules(*words)
    assert status == 0
    assert text.strip()
    for line in text.splitlines():
        assert len(line) <= 80, line
        assert line == line.rstrip()


@pytest.mark.parametrize("words", EVERY_PAGE, ids=" ".join)
def test_every_page_is_json_too(words):
    status, text = ventnor_rules(*words, "--json")
    assert status == 0
    assert json.loads(text)


def test_the_contents_name_every_clause_and_edition():
    _, text = ventnor_rules()
    listed = text.replace("\n", " ")
    assert all(each.id in listed for each in clauses())
    assert all(f"\n  {name}" in text for name in EDITIONS)
    assert f"{len(cells())} with each edition counted" in text


def test_a_clause_tells_who_says_it_what_differs_and_what_we_ruled():
    _, text = ventnor_rules("§modern:rent.ask")
    text = " ".join(text.split())
    assert "before the player to the left of the payer throws" in text
    assert "rent_turns = 2" in text
    assert "(In modern 1.)" in text
    assert "With the first throw of the next turn but one" in text
    assert "House rules that change it" in text


def test_an_edition_shows_its_own_value():
    _, text = ventnor_rules("rent.ask", "--edition", "modern")
    assert text.startswith("modern:rent.ask")
    assert "rent_turns = 1" in text


def test_a_rulebook_marks_what_is_ours():
    _, text = ventnor_rules("--edition", "1935")
    assert "[bank.never-broke*]" in text
    assert "[start.left]" in text
    assert "short1935" not in text
    assert "short1935.deal" in ventnor_rules("--edition", "1935", "--variant", "short")[1]


def test_a_rulebook_marks_what_its_text_says_in_part():
    _, text = ventnor_rules("--edition", "1935")
    assert "[rent.mortgaged+]" in text
    assert "a plus sign the" in " ".join(text.split())
    _, text = ventnor_rules("rent.mortgaged", "--edition", "1935")
    assert "(Its rulebook says in part: no rent on a mortgaged property." in " ".join(text.split())
    _, text = ventnor_rules("rent.mortgaged")
    assert "says a part 1935, modern" in text


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (("--edition", "anniversary"), "ventnor rules --edition anniversary --variant timed"),
        (("--edition", "1935"), "ventnor rules --edition 1935 --variant short"),
        (("--diff", "classic", "anniversary"), "Short games of the anniversary rulebook"),
        (("--diff", "1935", "anniversary"), "Short games of the rulebook of 1935"),
        (("short", "--edition", "anniversary"), "short.second-bankruptcy"),
        (("short", "--edition", "1935"), "short1935.hour"),
        (("timed", "--edition", "anniversary"), "anniversary:timed.hour"),
        (("short.deal", "--edition", "anniversary"), "The anniversary Short Game"),
        (("--sheet", "anniversary"), "ventnor rules --sheet anniversary/short"),
        (("--sheet", "anniversary", "--variant", "short"), "The anniversary Short Game"),
    ],
)
def test_short_games_are_mentioned_and_found(words, answer):
    status, text = ventnor_rules(*words)
    assert status == 0
    assert answer in text


def test_a_comparison_shows_no_ruling_of_ours_as_a_rulebooks_text():
    _, text = ventnor_rules("--diff", "official", "modern")
    assert "table options" not in text
    assert "What the official rulebook says in full, and the modern one only in part" in " ".join(text.split())


def test_a_house_rule_that_a_rulebook_speaks_of_says_so():
    _, text = ventnor_rules("--house-rules")
    assert "Rulebooks know none" not in text
    assert "The modern rulebook names it" in text
    assert "The rulebook of 1935 is played so." in text


def test_a_sheet_is_a_page_to_print():
    status, text = ventnor_rules("--sheet", "1935/short", "--html")
    assert status == 0
    assert text.startswith("<!doctype html>")
    assert "<title>The New Short Game of 1935</title>" in text
    assert "size: A4" in text
    assert text.count("<section>") == text.count("</section>") == text.count("<h2>")


def test_all_rulings_and_all_house_rules_are_listed():
    _, text = ventnor_rules("--rulings")
    assert f"{len(rulings())} rulings" in text
    _, text = ventnor_rules("--house-rules")
    assert all(each.name in text for each in options())


def test_a_comparison_is_told_in_sentences():
    _, text = ventnor_rules("--diff", "modern", "classic")
    assert text.startswith("From the classic rulebook to the modern rulebook\n")
    assert "Luxury Tax has risen from $75 to $100." in text
    assert "What only the modern rulebook says" in text


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (("rent.mortgage",), "rent.mortgaged"),
        (("jale",), "jail"),
        (("--edition", "1936"), "1935, classic, anniversary, official, modern"),
        (("--edition", "modern", "--variant", "short"), "only the regular game"),
        (("--variant", "short"), "1935 or anniversary"),
        (("--diff", "classic", "anniversary/quick"), "short, timed"),
        (("short.deal", "--edition", "modern"), "is not a rule of the modern rulebook"),
        (("--house-rules", "free_parking"), "free_parking_pot"),
        (("--edition", ""), "there is no edition ''"),
        (("jail", "--diff", "1935", "modern"), "leave out jail"),
        (("--diff", "1935", "modern", "--edition", "1935"), "leave out the --edition"),
        (("--house-rules", "--edition", "1935"), "leave out the --edition"),
        (("--sheet", "modern/short"), "only the regular game"),
        (("--sheet", "1936"), "1935, classic, anniversary, official, modern"),
        (("jail", "--sheet", "modern"), "leave out jail"),
        (("--sheet", "modern", "--edition", "modern"), "leave out the --edition"),
        (("--html",), "--html is for --sheet"),
    ],
)
def test_what_does_not_exist_is_answered_with_what_does(words, answer, capsys):
    status, text = ventnor_rules(*words)
    assert status == 2
    assert text == ""
    assert answer in capsys.readouterr().err


@pytest.mark.parametrize("words", [("--diff", "1935", "modern", "--rulings"), ("--coverage", "--house-rules")])
def test_two_pages_at_once_are_refused(words, capsys):
    with pytest.raises(SystemExit):
        ventnor_rules(*words)
    assert "not allowed with argument" in capsys.readouterr().err


def test_nothing_but_spaces_is_no_query():
    assert ventnor_rules("   ") == ventnor_rules()


def test_coverage_of_one_edition_lists_its_cells_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(coverage, "find_checkout", lambda _: tmp_path)
    _, text = ventnor_rules("--coverage", "--edition", "modern", "--json")
    assert {each["edition"] for each in json.loads(text)} == {"modern"}
    _, text = ventnor_rules("--coverage", "--edition", "anniversary", "--variant", "timed", "--json")
    assert {each["variant"] for each in json.loads(text)} == {None, "timed"}


def test_coverage_leaves_with_1_while_a_cell_is_empty_and_with_0_when_none_is(tmp_path, monkeypatch):
    for folder in ("src/ventnor", "tests"):
        (tmp_path / folder).mkdir(parents=True)
    monkeypatch.setattr(coverage, "find_checkout", lambda _: tmp_path)
    status, text = ventnor_rules("--coverage", "win.last")
    assert status == 1
    assert "code   MISSING" in text
    assert (
        f"{len(EDITIONS)} cells: 0 with code and tests, 0 that no program can enforce, {len(EDITIONS)} empty." in text
    )
    (tmp_path / "src/ventnor/finish.py").write_text("# §win.last: the last player left wins.\n", encoding="utf-8")
    (tmp_path / "tests/test_win.py").write_text('@clause("win.last")\ndef test_it(): ...\n', encoding="utf-8")
    status, text = ventnor_rules("--coverage", "win.last")
    assert status == 0
    assert "src/ventnor/finish.py:1" in text
    assert "tests/test_win.py:2 test_it" in text
    status, text = ventnor_rules("--coverage", "--json")
    assert status == 1
    assert len(json.loads(text)) == len(cells())


def test_coverage_outside_a_checkout_says_so(monkeypatch, capsys):
    monkeypatch.setattr(coverage, "find_checkout", lambda _: None)
    assert ventnor_rules("--coverage") == (2, "")
    assert "not a source checkout" in capsys.readouterr().err
