"""Comparisons of two games: complete, the older game first, and in sentences."""

from itertools import combinations

import pytest

from ventnor.rulebook.clause import clauses
from ventnor.rulebook.comparison import ComparedGame, compare
from ventnor.rulebook.edition import EDITIONS, rows
from ventnor.rulebook.setting import all_settings, settings

PAIRS = list(combinations([ComparedGame(*row) for row in rows()], 2))


def ids(changes):
    return {each.clause.id for each in changes}


@pytest.mark.parametrize(("one", "other"), PAIRS, ids=str)
def test_the_older_game_comes_first_whatever_the_order(one, other):
    assert compare(one, other) == compare(other, one)
    assert EDITIONS.index(compare(other, one).old.edition) <= EDITIONS.index(compare(other, one).new.edition)


@pytest.mark.parametrize(("one", "other"), PAIRS, ids=str)
def test_every_change_in_play_has_a_story_of_its_own_and_says_what_it_matters(one, other):
    found = compare(one, other)
    for change in found.changed:
        ways = f"{change.clause.way(found.old.edition)} > {change.clause.way(found.new.edition)}"
        assert ways in change.clause.change, change.clause.id
        assert change.clause.matters.endswith(".")
        story = found.story(change)
        assert story.endswith(".")
        assert "{" not in story


@pytest.mark.parametrize(("one", "other"), list(combinations(EDITIONS, 2)))
def test_a_setting_that_differs_is_told_as_a_change_of_its_clause(one, other):
    changed = ids(compare(ComparedGame(one), ComparedGame(other)).changed)
    old, new = settings(one), settings(other)
    assert {new.clause(name) for name in new if old[name] != new[name]} <= changed


def test_stories_are_told_for_ways_that_exist():
    for each in clauses():
        for ways in each.change:
            assert set(ways.split(" > ")) <= {*each.says, "others"}, each.id
            assert not each.plays_alike(*ways.split(" > "))


def test_1935_and_modern():
    found = compare(ComparedGame("modern"), ComparedGame("1935"))
    assert ids(found.changed) == {
        "setup.players", "setup.cash", "rent.monopoly-mortgaged", "rent.utilities", "rent.ask", "rent.nearest",
        "cards.decks", "cards.pay-or-chance", "tax.income", "tax.luxury", "jail.direct",
        "jail.doubles-no-second", "jail.fine",
        "houses.mortgaged", "sell.even", "sell.hotels", "mortgage.buildings-first", "bankrupt.to-player",
        "bankrupt.to-bank",
    }  # fmt: skip
    assert "trade.no-loans" in ids(found.reworded)
    assert "bank.never-broke" in {each.id for each in found.stated_only_by(found.new)}
    assert "auction.bidders" in {each.id for each in found.stated_in_part_by(found.new)}


def test_classic_and_official_are_played_alike():
    found = compare(ComparedGame("classic"), ComparedGame("official"))
    assert found.changed == found.reworded == ()


def test_a_difference_in_words_only_is_no_change_in_play():
    found = compare(ComparedGame("classic"), ComparedGame("modern"))
    assert {"sell.hotels", "bankrupt.to-bank"} <= ids(found.reworded)
    assert not {"sell.hotels", "bankrupt.to-bank"} & ids(found.changed)


def test_a_short_game_has_rules_of_its_own():
    found = compare(ComparedGame("anniversary", "short"), ComparedGame("anniversary"))
    assert {each.id for each in found.only_in(found.new)} == {
        "short.deal", "short.three-houses", "short.second-bankruptcy", "short.worth",
    }  # fmt: skip
    assert found.only_in(found.old) == ()


def test_the_settings_of_short_games_come_from_their_own_rules():
    for each in all_settings():
        for difference in each.differs:
            assert bool(difference.variant) == (difference.clause != each.clause)


def test_official_and_modern_each_say_alone_only_what_the_other_does_not_say_at_all():
    found = compare(ComparedGame("official"), ComparedGame("modern"))
    assert {each.id for each in found.stated_only_by(found.old)} == {"go.twice", "go.once", "jail.doubles-no-second"}
    assert {each.id for each in found.stated_in_part_by(found.new)} == {
        "move.total", "auction.bidders", "rent.mortgaged", "cards.jail-free", "mortgage.lift",
    }  # fmt: skip
    assert {each.id for each in found.stated_only_by(found.new)} == {
        "rent.railroads", "trade.any-time", "trade.no-promises", "house-rules.optional",
    }  # fmt: skip
    assert {each.id for each in found.stated_in_part_by(found.old)} == {"trade.mix"}


def test_two_rulebooks_are_told_apart_by_their_short_games_too():
    found = compare(ComparedGame("classic"), ComparedGame("anniversary"))
    assert [each.name for each in found.variants_of(found.new)] == ["short", "timed"]
    assert found.variants_of(found.old) == ()
    same = compare(ComparedGame("anniversary"), ComparedGame("anniversary", "short"))
    assert same.variants_of(same.old) == ()
