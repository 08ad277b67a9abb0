"""House rules: off by default, read and written both ways, refused when ill-typed or contradictory."""

import json
from dataclasses import fields

import pytest

from ventnor.rulebook.clause import clause
from ventnor.rulebook.contradiction import ContradictoryOptions
from ventnor.rulebook.edition import rows
from ventnor.rulebook.option import BadOption, Options, options
from ventnor.rulebook.setting import setting, settings

ALL_ON = {
    "free_parking_pot": "seeded",
    "double_salary": True,
    "no_auctions": True,
    "auction_floor": 50,
    "no_rent_in_jail": True,
    "unlimited_buildings": True,
    "uneven_building": True,
    "immediate_rent": True,
    "starting_cash": 2500,
    "deeds_dealt": 3,
    "rounds": 30,
    "first_lap": True,
    "decks": "2008",
    "jail_doubles_again": True,
    "salary_before_jail": "kept",
    "board": "london",
}
SETS = {
    "free_parking_pot": {"pot": 1, "pot_seed": 500},
    "double_salary": {"salary_on_go": 2 * 200},
    "no_auctions": {"auctions": 0},
    "auction_floor": {"auction_floor": 50},
    "no_rent_in_jail": {"jail_rent": 0},
    "unlimited_buildings": {"unlimited_buildings": 1},
    "uneven_building": {"even_building": 0, "even_selling": 0},
    "immediate_rent": {"immediate_rent": 1},
    "starting_cash": {"cash": 2500},
    "deeds_dealt": {"deeds_dealt": 3},
    "rounds": {"rounds": 30},
    "first_lap": {"first_lap": 1},
    "decks": {},
    "jail_doubles_again": {"jail_doubles_again": 1},
    "salary_before_jail": {"jail_costs_salary": 0},
    "board": {},
}


def test_the_data_and_the_fields_are_the_same_list():
    assert [each.name for each in options()] == [field.name for field in fields(Options)] == list(ALL_ON)
    for each in options():
        assert each.title
        assert each.text.endswith(".")
        assert each.effect.endswith(".")
        assert all(setting(name) for name in each.setting_names)
        assert not each.ruling or clause(each.ruling)


@pytest.mark.parametrize(("name", "variant"), rows())
def test_without_house_rules_the_rulebook_holds(name, variant):
    assert Options().to_mapping() == {}
    assert Options().settings() == {}
    assert dict(settings(name, variant, Options())) == dict(settings(name, variant))


@pytest.mark.parametrize("name", ALL_ON)
def test_each_house_rule_sets_its_settings_and_nothing_else(name):
    chosen = Options.from_mapping({name: ALL_ON[name]})
    before, after = settings("modern"), settings("modern", options=chosen)
    assert {key: after[key] for key in after if after[key] != before[key]} == SETS[name]
    assert all(after.origin(key).option == name for key in SETS[name])


def test_both_ways_through_json():
    chosen = Options.from_mapping(ALL_ON)
    assert Options.from_mapping(json.loads(json.dumps(chosen.to_mapping()))) == chosen
    assert chosen.to_mapping() == ALL_ON


def test_off_and_null_leave_a_house_rule_out():
    assert Options.from_mapping({"free_parking_pot": "off", "rounds": None, "double_salary": False}) == Options()


@pytest.mark.parametrize(
    ("mapping", "field"),
    [
        ({"free_parking": "pot"}, "free_parking"),
        ({"free_parking_pot": "full"}, "free_parking_pot"),
        ({"free_parking_pot": True}, "free_parking_pot"),
        ({"double_salary": 1}, "double_salary"),
        ({"double_salary": "off"}, "double_salary"),
        ({"auction_floor": 101}, "auction_floor"),
        ({"auction_floor": -1}, "auction_floor"),
        ({"auction_floor": True}, "auction_floor"),
        ({"starting_cash": 0}, "starting_cash"),
        ({"starting_cash": 1500.0}, "starting_cash"),
        ({"deeds_dealt": 4}, "deeds_dealt"),
        ({"rounds": "ten"}, "rounds"),
        ({"decks": "1936"}, "decks"),
        ({"decks": ["1935"]}, "decks"),
    ],
)
def test_bad_options_name_their_field(mapping, field):
    with pytest.raises(BadOption) as caught:
        Options.from_mapping(mapping)
    assert caught.value.field == field


def test_the_constructor_checks_too():
    with pytest.raises(BadOption, match="from 0 to 100"):
        Options(auction_floor=200)


@pytest.mark.parametrize(
    ("game", "mapping", "words"),
    [
        (("official", ""), {"no_auctions": True, "auction_floor": 10}, "no_auctions and auction_floor contradict"),
        # The three dearest deeds are Boardwalk, Park Place and Pennsylvania Avenue.
        (("official", ""), {"deeds_dealt": 3, "starting_cash": 400 + 350 + 320 - 1}, r"may cost \$1,070"),
        (("1935", "short"), {"starting_cash": 400 + 350 - 1}, r"may cost \$750"),
        (("1935", "short"), {"rounds": 20}, "agreed hour"),
        (("anniversary", "timed"), {"rounds": 20}, "agreed hour"),
        (("classic", ""), {"jail_doubles_again": True}, "no second throw"),
    ],
)
def test_contradictions_are_refused_with_a_sentence(game, mapping, words):
    with pytest.raises(ContradictoryOptions, match=words) as caught:
        settings(*game, Options.from_mapping(mapping))
    assert len(caught.value.problems) == 1
    assert caught.value.problems[0].endswith(".")


@pytest.mark.parametrize(
    ("game", "mapping"),
    [
        (("official", ""), {"deeds_dealt": 3, "starting_cash": 400 + 350 + 320}),
        (("1935", "short"), {"starting_cash": 400 + 350}),
        (("official", ""), {"starting_cash": 1}),
        (("anniversary", "short"), {"rounds": 20}),
        (("1935", "short"), {"deeds_dealt": 0, "starting_cash": 1}),
        (("modern", ""), {"jail_doubles_again": True}),
        (("1935", ""), {"jail_doubles_again": True}),
    ],
)
def test_what_only_looks_like_a_contradiction_is_allowed(game, mapping):
    assert settings(*game, Options.from_mapping(mapping))


def test_all_contradictions_are_named_at_once():
    with pytest.raises(ContradictoryOptions) as caught:
        settings("anniversary", "timed", Options.from_mapping(ALL_ON | {"starting_cash": 1000}))
    assert len(caught.value.problems) == 4
