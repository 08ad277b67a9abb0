"""The rules on one page: short enough, true to the settings, and different wherever two games are."""

from itertools import combinations

import pytest

from ventnor.rulebook.clause import clause, clauses
from ventnor.rulebook.comparison import ComparedGame, compare
from ventnor.rulebook.edition import EDITIONS, UnknownVariant, edition, rows
from ventnor.rulebook.rule_sheet import RuleSheet, rule_sheet
from ventnor.rulebook.source import load

FIVE_MINUTES = 5 * 180
"""Words that a person reads in five minutes, slowly."""

LEFT_OUT = {
    "mortgage.rounding", "debt.order", "bankrupt.each-player", "bankrupt.turn", "bankrupt.resign", "trade.shape",
    "trade.offers", "house-rules.optional", "etiquette.turns", "etiquette.silence", "deeds.figures", "deeds.public",
}  # fmt: skip
"""Clauses needed only when a question comes up, or printed on the board."""


def lines(sheet: RuleSheet) -> dict[str, str]:
    """Return the line of each clause that the sheet sums up."""
    return {name: line.text for section in sheet.sections for line in section.lines for name in line.clauses}


@pytest.mark.parametrize(("name", "variant"), rows())
def test_a_sheet_is_read_in_five_minutes_and_has_every_figure_filled_in(name, variant):
    sheet = rule_sheet(name, variant)
    assert 600 <= sheet.words <= FIVE_MINUTES
    for text in lines(sheet).values():
        assert text.endswith(".")
        assert not set("{}") & set(text)


@pytest.mark.parametrize(("name", "variant"), rows())
def test_a_sheet_sums_up_every_clause_of_its_game_but_those_named_here(name, variant):
    game = {each.id for each in clauses() if each.belongs_to(name, variant)}
    missing = game - set(lines(rule_sheet(name, variant))) - LEFT_OUT
    # A card of 1935 alone, and the cards that 1935 does not have; a tie only where somebody is valued.
    assert missing <= ({"worth.tie"} if not variant else set()) | ({"rent.nearest"} if name == "1935" else set())


def test_lines_name_clauses_and_games_that_exist():
    games = {f"{name}/{variant}" if variant else name for name, variant in rows()}
    for section in load("sheet")["section"]:
        for line in section["line"]:
            assert all(clause(each) for each in line["clauses"])
            assert set(line) <= {"clauses", "others", *games}


@pytest.mark.parametrize(("one", "other"), list(combinations(EDITIONS, 2)))
def test_what_two_editions_play_differently_their_sheets_say_differently(one, other):
    first, second = lines(rule_sheet(one)), lines(rule_sheet(other))
    for change in compare(ComparedGame(one), ComparedGame(other)).changed:
        assert first.get(change.clause.id) != second.get(change.clause.id), change.clause.id


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (("1935", ""), "3 to 7 play"),
        (("1935", ""), "Doubles that free you give another throw"),
        (("1935", "short"), "a hotel as 5 houses"),
        (("anniversary", "short"), "the 3 houses of its lot"),
        (("anniversary", "short"), "a hotel as 4 houses"),
        (("anniversary", "short"), "At the second bankruptcy play ends"),
        (("anniversary", "timed"), "Agree on an hour"),
        (("modern", ""), "Luxury Tax $100"),
        (("modern", ""), "4 x $100"),
        (("official", ""), "10% of all you have (cash, printed prices, cost of buildings)"),
    ],
)
def test_sheets_say_what_their_games_play(game, words):
    assert any(words in text for text in lines(rule_sheet(*game)).values())


def test_regular_games_have_no_end_of_a_short_one():
    for name in EDITIONS:
        assert "short" not in " ".join(section.title for section in rule_sheet(name).sections)
    with pytest.raises(UnknownVariant):
        rule_sheet("modern", "short")
    assert rule_sheet("1935").title == edition("1935").title
