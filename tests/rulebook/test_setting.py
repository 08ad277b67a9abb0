"""Settings: every value with a clause that exists, and the values that each edition and short game should have."""

import re

import pytest

from ventnor.rulebook.clause import clause
from ventnor.rulebook.edition import EDITIONS, UnknownEdition, UnknownVariant, edition, editions, rows
from ventnor.rulebook.option import Options
from ventnor.rulebook.setting import all_settings, settings

# What each game changes, written down from the rulebooks: everything else is as in the classic edition.
CHANGES = {
    ("classic", ""): {},
    ("official", ""): {},
    ("anniversary", ""): {"lift_after_keeping": 1},
    ("anniversary", "short"): {
        "lift_after_keeping": 1,
        "houses_per_hotel": 3,
        "deeds_dealt": 2,
        "ends_at_bankruptcy": 2,
    },
    ("anniversary", "timed"): {"lift_after_keeping": 1, "deeds_dealt": 2, "hour": 1},
    ("1935", ""): {
        "players_min": 3,
        "players_max": 7,
        "jail_doubles_again": 1,
        "build_beside_mortgage": 1,
        "even_selling": 0,
        "hotel_sold_whole": 1,
        "sell_group": 0,
        "mortgage_bares_group": 0,
        "estate_sells_cards": 1,
    },
    ("modern", ""): {
        "players_max": 6,
        "rent_turns": 1,
        "mortgage_ends_doubling": 1,
        "utility_rethrow": 1,
        "tax_percent": 0,
        "fine_turns": 3,
        "jail_costs_salary": 1,
        "bankrupt_mortgages": 1,
    },
}
CHANGES["1935", "short"] = CHANGES["1935", ""] | {"deeds_dealt": 2, "hour": 1}


def test_the_editions_stand_in_order_of_age():
    assert tuple(each.name for each in editions()) == EDITIONS
    years = [re.findall(r"\d{4}", each.years)[0] for each in editions()]
    assert years == sorted(years)


def test_each_game_says_here_what_it_changes():
    assert set(rows()) == set(CHANGES)


@pytest.mark.parametrize(("name", "variant"), rows())
def test_each_game_changes_what_its_rulebook_changes_and_nothing_else(name, variant):
    classic = settings("classic")
    game = settings(name, variant)
    assert {key: game[key] for key in game if game[key] != classic[key]} == CHANGES[name, variant]


@pytest.mark.parametrize(("name", "variant"), rows())
def test_every_setting_comes_from_a_clause_of_its_game(name, variant):
    game = settings(name, variant)
    assert list(game) == [each.name for each in all_settings()]
    for key in game:
        assert clause(game.clause(key)).belongs_to(name, variant)
        assert game.origin(key).option == ""


def test_differences_name_games_that_exist_and_change_something():
    for each in all_settings():
        for difference in each.differs:
            assert (difference.edition, difference.variant) in rows()
            assert difference.value != each.value


def test_figures_that_no_edition_changes():
    game = settings("modern")
    assert (game["cash"], game["houses"], game["hotels"]) == (1500, 32, 12)
    assert (game["salary"], game["salary_on_go"], game["jail_fine"]) == (200, 200, 50)
    assert (game["nearest_railroad"], game["nearest_utility"], game["interest_percent"]) == (2, 10, 10)
    assert (game["jail_turns"], game["doubles_to_jail"], game["houses_per_hotel"]) == (3, 3, 4)


def test_a_short_game_takes_its_values_from_its_own_clauses():
    game = settings("anniversary", "short")
    assert game.clause("houses_per_hotel") == "short.three-houses"
    assert settings("anniversary").clause("houses_per_hotel") == "hotels.exchange"


def test_a_house_rule_shows_where_its_value_comes_from():
    game = settings("official", options=Options(free_parking_pot="seeded"))
    assert (game["pot"], game["pot_seed"]) == (1, 500)
    assert game.origin("pot_seed").option == "free_parking_pot"
    assert game.clause("pot_seed") == "tax.to-bank"


def test_decks_are_the_editions_own_unless_chosen_otherwise():
    assert [edition(name).decks for name in EDITIONS] == ["1935", "classic", "classic", "classic", "2008"]
    assert settings("1935", options=Options(decks="classic")).decks == "classic"
    assert settings("1935").decks == "1935"


def test_unknown_names_are_answered_with_what_there_is():
    with pytest.raises(UnknownEdition, match="1935, classic, anniversary, official, modern"):
        settings("1936")
    with pytest.raises(UnknownVariant, match="only the regular game"):
        settings("modern", "short")
    with pytest.raises(UnknownVariant, match="short, timed"):
        settings("anniversary", "quick")
