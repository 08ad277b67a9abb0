"""Houses: on complete groups only, at any time, evenly, and how a mortgage stops them."""

import pytest

from tests.kit.clause_mark import clause
from tests.kit.scenario import HOTEL, Table, scenario
from ventnor.event import HouseBuilt


def estate(edition: str, *groups: str, **options: object) -> Table:
    """Return a table where seat 0 owns some groups; it is seat 1's turn."""
    return scenario(edition, **options).group(*groups, owner=0).to_act(1)


@clause("houses.group")
@pytest.mark.parametrize(
    ("group", "lot", "price"),
    [
        ("purple", "baltic", 50),
        ("light-blue", "oriental", 50),
        ("pink", "states", 100),
        ("orange", "new-york", 100),
        ("red", "illinois", 150),
        ("yellow", "ventnor", 150),
        ("green", "pacific", 200),
        ("dark-blue", "boardwalk", 200),
    ],
)
def test_a_house_costs_what_the_deed_says_and_comes_from_the_bank(edition, group, lot, price):
    table = estate(edition, group).do(f"build {lot}", by=0)
    table.expect(HouseBuilt(seat=0, deed=lot, amount=price))
    assert table.cash_of_all == [1500 - price, 1500, 1500]
    assert table.houses_on(lot) == 1
    assert (table.houses_left, table.hotels_left) == (32 - 1, 12)


@clause("houses.group")
@pytest.mark.parametrize("third", [None, 2])
def test_an_incomplete_group_is_not_built_on(edition, third):
    table = scenario(edition).deeds("oriental", "vermont", owner=0).to_act(1)
    if third is not None:
        table.deeds("connecticut", owner=third)
    table.refuses("build oriental", by=0, clause="houses.group")
    table.refuses("build connecticut", by=0, clause="houses.group")


@clause("houses.group")
def test_nobody_builds_on_the_lots_of_another(edition):
    estate(edition, "light-blue").refuses("build oriental", by=1, clause="houses.group")


@clause("houses.group")
def test_railroads_and_utilities_are_not_built_on(edition):
    table = estate(edition, "railroads", "utilities")
    table.refuses("build reading", by=0, clause="houses.group").refuses("build electric", by=0, clause="houses.group")


@clause("houses.any-time")
def test_houses_are_bought_between_the_turns_of_other_players(edition):
    table = estate(edition, "light-blue").deeds("baltic", owner=2).do("build oriental", by=0)  # before a throw
    table.do("roll 1 2").do("build vermont", by=0)  # after a throw
    table.token(2, on="jail").do("end-turn").do("build connecticut", by=0)  # in the next turn
    table.do("roll 1 3").awaits("buy", 2).do("build oriental", by=0)  # while another decides
    assert table.houses_of("light-blue") == [2, 1, 1]
    assert table.cash_of(0) == 1500 - 4 * 50


@clause("houses.any-time")
def test_as_many_houses_as_the_owner_can_pay_for(edition):
    table = estate(edition, "light-blue").cash(0, 4 * 50 + 49)
    for lot in ("oriental", "vermont", "connecticut", "oriental"):
        table.do(f"build {lot}", by=0)
    assert table.cash_of(0) == 49
    table.refuses("build vermont", by=0, clause="houses.any-time")
    table.cash(0, 50).do("build vermont", by=0)
    assert table.cash_of(0) == 0


@clause("houses.any-time")
def test_a_whole_group_may_be_built_up_in_one_go(edition):
    table = estate(edition, "light-blue")
    for _ in range(4):
        for lot in ("oriental", "vermont", "connecticut"):
            table.do(f"build {lot}", by=0)
    assert table.houses_of("light-blue") == [4, 4, 4]
    assert table.cash_of(0) == 1500 - 12 * 50
    assert table.houses_left == 32 - 12


@clause("houses.even")
@pytest.mark.parametrize("row", [1, 2, 3])
def test_no_further_house_on_a_lot_before_each_lot_has_as_many(edition, row):
    table = estate(edition, "light-blue").houses("light-blue", row - 1).houses("vermont", row)
    table.refuses("build vermont", by=0, clause="houses.even").do("build oriental", by=0)
    table.refuses("build oriental", by=0, clause="houses.even").do("build connecticut", by=0)
    table.allows("build vermont", by=0)
    assert table.houses_of("light-blue") == [row] * 3


@clause("houses.even")
def test_the_first_house_may_go_onto_any_lot(edition):
    for lot in ("oriental", "vermont", "connecticut"):
        estate(edition, "light-blue").allows(f"build {lot}", by=0)


@clause("houses.even")
def test_a_hotel_counts_as_five_houses(edition):
    table = estate(edition, "light-blue").houses("light-blue", 4).houses("vermont", HOTEL)
    table.houses("connecticut", 3).refuses("build oriental", by=0, clause="hotels.exchange")
    table.allows("build connecticut", by=0)


@clause("houses.even")
def test_two_groups_need_not_be_kept_level_with_each_other(edition):
    table = estate(edition, "light-blue", "purple").houses("light-blue", 2).do("build oriental", by=0)
    table.do("build baltic", by=0)
    assert (table.houses_of("light-blue"), table.houses_of("purple")) == ([3, 2, 2], [0, 1])


@clause("1935:houses.even")
def test_1935_a_mortgaged_lot_counts_as_none_and_holds_the_others_back(edition):
    table = estate(edition, "light-blue").mortgage("connecticut").do("build oriental", by=0)
    table.refuses("build oriental", by=0, clause="houses.even").do("build vermont", by=0)
    table.refuses("build vermont", by=0, clause="houses.even").do("lift connecticut", by=0)
    table.refuses("build vermont", by=0, clause="houses.even").allows("build connecticut", by=0)


@clause("houses.even")
def test_four_houses_are_the_most_on_a_lot(edition):
    table = estate(edition, "purple").houses("purple", 3).do("build baltic", by=0).do("build mediterranean", by=0)
    assert table.houses_of("purple") == [4, 4]
    table.do("build baltic", by=0)  # what follows four houses is the hotel
    assert table.houses_on("baltic") == HOTEL


@clause("houses.mortgaged")
@pytest.mark.parametrize(
    ("edition", "beside"),
    [("1935", True), ("classic", False), ("anniversary", False), ("official", False), ("modern", False)],
)
def test_a_mortgage_stops_building_on_the_whole_group_but_in_1935_on_its_own_lot_only(edition, beside):
    table = estate(edition, "light-blue").mortgage("vermont")
    table.refuses("build vermont", by=0, clause="houses.mortgaged")
    if beside:
        # As far as even building allows, the mortgaged lot counting as none: one house each.
        table.do("build oriental", by=0).do("build connecticut", by=0)
        table.refuses("build oriental", by=0, clause="houses.even")
        table.do("lift vermont", by=0).do("build vermont", by=0).do("build oriental", by=0)
        assert table.houses_of("light-blue") == [2, 1, 1]
    else:
        table.refuses("build oriental", by=0, clause="houses.mortgaged")
        table.refuses("build connecticut", by=0, clause="houses.mortgaged")
        table.do("lift vermont", by=0).do("build oriental", by=0)
        assert table.houses_of("light-blue") == [1, 0, 0]


@clause("houses.mortgaged")
def test_a_mortgage_in_another_group_stops_nothing(edition):
    table = estate(edition, "light-blue", "purple").mortgage("baltic").do("build oriental", by=0)
    table.refuses("build baltic", by=0, clause="houses.mortgaged")
