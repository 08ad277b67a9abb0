"""Comparisons of rules and bots: the notation of contenders, paired differences, and their sentences."""

import numpy as np
import pytest

from ventnor.bots import UnknownBot
from ventnor.rulebook.contradiction import ContradictoryOptions
from ventnor.rulebook.option import BadOption, Options
from ventnor.study.comparison import Comparison, compare
from ventnor.study.contender import BadComparison, Contender, read_contenders
from ventnor.study.difference import FIGURES, PairedDifference, Ratio, differences, paired, sentence
from ventnor.study.estimate import UNKNOWN, Estimate


def compare_quickly(*contenders: str) -> Comparison:
    """Compare some short games."""
    return compare(
        contenders, 6, equals="builder", strong="builder", weak="random", cap=60, compiled=False, progress=False
    )


def test_a_contender_has_edition_variant_house_rules_and_bots() -> None:
    found = Contender.read("1935/short+double_salary+starting_cash=2000:tycoon,builder", Options(no_auctions=True))
    assert (found.edition, found.variant, found.bots) == ("1935", "short", ("tycoon", "builder"))
    assert found.options == Options(double_salary=True, starting_cash=2000, no_auctions=True)
    assert Contender.read("official+no_auctions=off", Options(no_auctions=True)).options == Options()


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("official+nonsense=1", BadOption),
        ("official+double_salary=7", BadOption),
        ("official+no_auctions+auction_floor=50", ContradictoryOptions),
        ("official:tycon", UnknownBot),
    ],
)
def test_a_contender_that_cannot_be_read_raises_a_typed_error(text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        Contender.read(text)


@pytest.mark.parametrize(
    ("texts", "players", "answer"),
    [
        (["official", "official"], None, "each named once"),
        (["official", "official+double_salary=off"], None, "each named once"),
        (["official", "official:tycoon,builder"], 4, "names 2 bots, but 4 play"),
        (["official:tycoon,builder,random", "official:tycoon,builder"], None, "names 2 bots, but 3 play"),
    ],
)
def test_contenders_that_do_not_go_together_are_refused(texts: list[str], players: int | None, answer: str) -> None:
    with pytest.raises(BadComparison, match=answer):
        read_contenders(texts, None, players)


def test_the_bots_that_a_contender_names_say_how_many_play() -> None:
    assert read_contenders(["official", "official:tycoon,builder,random"], None, None)[1] == 3
    assert read_contenders(["official", "official:builder"], None, None)[1] == 4


def test_a_paired_difference_is_narrower_than_an_unpaired_one_and_right() -> None:
    chance = np.random.default_rng(1)
    ones, first = np.ones(2000), chance.normal(100, 30, 2000)
    other = first + chance.normal(2, 5, 2000)
    found = paired(Ratio(first, ones), Ratio(other, ones))
    assert found.low < 2 < found.high
    assert found.half < 0.4
    assert paired(Ratio(first, ones), Ratio(np.flip(other), ones)).half > 2


def test_intervals_of_a_ratio_hold_99_times_of_100() -> None:
    """Of 400 intervals 4 should miss; 13 or more do in one run of ten thousand."""
    chance = np.random.default_rng(5)
    missed = 0
    for _ in range(400):
        decided = chance.random((2, 500)) < 0.8
        won = decided & (chance.random((2, 500)) < np.array([[0.4], [0.5]]))
        found = paired(*(Ratio(won[i].astype(float), decided[i].astype(float)) for i in (0, 1)))
        missed += not found.low <= 0.1 <= found.high
    assert missed < 13


def test_a_difference_of_nothing_is_unknown() -> None:
    assert paired(Ratio(np.zeros(3), np.zeros(3)), Ratio(np.ones(3), np.ones(3))) is UNKNOWN


def test_the_sentence_says_what_is_sure_and_what_does_not_show() -> None:
    longer = PairedDifference("throws", 100.0, 120.0, Estimate(20.0, 15.0, 25.0))
    fewer = PairedDifference("deals", 3.0, 2.5, Estimate(-0.5, -0.6, -0.4))
    alike = PairedDifference("decided", 1.0, 0.99, Estimate(-0.01, -0.02, 0.01))
    assert sentence("A", "B", [longer, fewer, alike]) == (
        "Games of A take 20.0 (15.0 to 25.0) more throws and have 0.50 (0.40 to 0.60) fewer deals than those of B; "
        "no difference shows in how often games end."
    )
    assert "do not differ" in sentence("A", "B", [alike])


def test_games_of_the_same_rules_do_not_differ() -> None:
    """In official games nothing is left unasked between these bots, so immediate rent changes no game."""
    found = compare_quickly("official", "official+immediate_rent")
    assert [each.game for each in found.games] == ["official", "official+immediate_rent"]
    assert found.games[1].lengths == found.games[0].lengths
    assert all(by.by.value == 0 for by in found.games[1].differences if by.by.known)
    assert found.games[0].differences == ()


def test_a_rule_or_a_bot_that_matters_is_seen() -> None:
    found = compare_quickly("official", "official+rounds=5", "official:random")
    by = {each.figure: each for each in found.games[1].differences}
    assert by["throws"].sure
    assert by["throws"].by.high < 0
    assert "fewer throws" in found.games[1].sentence
    assert found.games[2].bots == ("random",)
    assert found.games[2].equals != found.games[0].equals
    assert found.to_json()["games"][1]["differences"][0]["by"]["value"] < 0


def test_a_stronger_bot_takes_each_seat_in_turn() -> None:
    line = Contender.read("official:tycoon,builder,random")
    assert line.contest("builder", "random", 3) == ["tycoon", "builder", "random"]
    assert line.lineup("builder", 3) == ["tycoon", "builder", "random"]
    assert Contender.read("official:tycoon").contest("builder", "random", 3) == ["tycoon", "random", "random"]


def test_differences_have_every_figure() -> None:
    ones = Ratio(np.ones(3), np.ones(3))
    same = dict.fromkeys(FIGURES, ones)
    assert [each.figure for each in differences(same, same)] == list(FIGURES)
