"""Selling buildings: to the Bank, at half price, evenly, and what becomes of a hotel."""

import pytest

from tests.kit.clause_mark import clause
from tests.kit.scenario import HOTEL, Table, scenario
from ventnor.event import GroupSold, HotelSold, HouseBuilt, HouseSold

LOTS = ("oriental", "vermont", "connecticut")
NOT_IN_1935 = [("1935", False), ("classic", True), ("anniversary", True), ("official", True), ("modern", True)]


def street(edition: str, *houses: int) -> Table:
    """Seat 0 owns the light-blue group with these buildings; it is seat 1's turn."""
    table = scenario(edition).group("light-blue", owner=0).to_act(1)
    for lot, count in zip(LOTS, houses, strict=True):
        table.houses(lot, count)
    return table


@clause("sell.buildings")
@pytest.mark.parametrize(
    ("group", "lot", "price"),
    [("purple", "baltic", 50), ("orange", "new-york", 100), ("red", "illinois", 150), ("green", "pacific", 200)],
)
def test_the_bank_pays_half_the_price_of_a_house(edition, group, lot, price):
    table = scenario(edition).group(group, owner=0).houses(group, 1).to_act(1)
    left = table.houses_left
    table.do(f"sell {lot}", by=0).expect(HouseSold(seat=0, deed=lot, amount=price // 2))
    assert table.cash_of(0) == 1500 + price // 2
    assert table.houses_on(lot) == 0
    assert table.houses_left == left + 1


@clause("sell.buildings")
def test_building_again_costs_the_full_price(edition):
    table = street(edition, 1, 1, 1).do("sell oriental", by=0).do("build oriental", by=0)
    table.expect(HouseBuilt(seat=0, deed="oriental", amount=50))
    assert table.cash_of(0) == 1500 + 25 - 50


@clause("sell.buildings")
def test_buildings_are_sold_at_any_time(edition):
    table = street(edition, 2, 2, 2).token(1, on="jail").do("sell oriental", by=0)  # before another's throw
    table.do("roll 1 2").awaits("buy", 1).do("sell vermont", by=0)  # while another decides
    table.do("decline").do("sell connecticut", by=0)  # during an auction
    assert table.houses_of("light-blue") == [1, 1, 1]


@clause("sell.buildings")
def test_only_the_owner_sells_and_only_what_stands_there(edition):
    table = street(edition, 1, 1, 1).refuses("sell oriental", by=1, clause="sell.buildings")
    street(edition, 0, 0, 0).refuses("sell oriental", by=0, clause="sell.buildings")
    table.deeds("reading", owner=0).refuses("sell reading", by=0, clause="sell.buildings")


@clause("sell.buildings")
def test_a_house_won_at_an_auction_is_worth_half_the_listed_price_too(edition):
    table = scenario(edition).group("light-blue", owner=0).group("purple", owner=2).stock(houses=1).to_act(1)
    table.do("build oriental", by=0).do("want 1", by=2).do("want 1", by=0)
    table.do("bid 333", by=0).do("pass", by=2).do("build oriental", by=0)
    assert table.cash_of(0) == 1500 - 333
    table.do("sell oriental", by=0).expect(HouseSold(seat=0, deed="oriental", amount=50 // 2))


@clause("sell.even")
@pytest.mark.parametrize(("edition", "evenly"), NOT_IN_1935)
@pytest.mark.parametrize("row", [1, 2, 3, 4])
def test_houses_are_sold_evenly_but_in_1935_in_any_order(edition, evenly, row):
    table = street(edition, row, row, row - 1).allows("sell oriental", by=0)
    if row == 1:
        table.refuses("sell connecticut", by=0, clause="sell.buildings")
    elif evenly:
        table.refuses("sell connecticut", by=0, clause="sell.even")
    else:
        table.do("sell connecticut", by=0)
        assert table.houses_of("light-blue") == [row, row, row - 2]


@clause("sell.even")
@pytest.mark.parametrize(("edition", "evenly"), NOT_IN_1935)
def test_a_lot_is_cleared_alone_in_1935_only(edition, evenly):
    table = street(edition, 3, 3, 3).do("sell oriental", by=0)
    if evenly:
        table.refuses("sell oriental", by=0, clause="sell.even").do("sell vermont", by=0).do("sell connecticut", by=0)
        assert table.houses_of("light-blue") == [2, 2, 2]
    else:
        table.do("sell oriental", by=0).do("sell oriental", by=0)
        assert table.houses_of("light-blue") == [0, 3, 3]


@clause("sell.even")
@pytest.mark.parametrize(("edition", "evenly"), NOT_IN_1935)
def test_a_hotel_counts_as_more_than_four_houses(edition, evenly):
    table = street(edition, HOTEL, 4, 4)
    if evenly:
        table.refuses("sell vermont", by=0, clause="sell.even").do("sell oriental", by=0).allows("sell vermont", by=0)
    else:
        table.allows("sell vermont", by=0).allows("sell oriental", by=0)


@clause("sell.hotels")
@pytest.mark.parametrize(("edition", "steps"), NOT_IN_1935)
def test_a_hotel_steps_down_to_four_houses_but_in_1935_it_is_sold_whole(edition, steps):
    table = street(edition, HOTEL, HOTEL, HOTEL)
    assert (table.houses_left, table.hotels_left) == (32, 12 - 3)
    table.do("sell vermont", by=0)
    if steps:
        table.expect(HotelSold(seat=0, deed="vermont", amount=50 // 2, houses=4))
        assert table.houses_of("light-blue") == [HOTEL, 4, HOTEL]
        assert (table.houses_left, table.hotels_left) == (32 - 4, 12 - 2)
        assert table.cash_of(0) == 1500 + 50 // 2
    else:
        table.expect(HotelSold(seat=0, deed="vermont", amount=5 * 50 // 2, houses=0))
        assert table.houses_of("light-blue") == [HOTEL, 0, HOTEL]
        assert (table.houses_left, table.hotels_left) == (32, 12 - 2)
        assert table.cash_of(0) == 1500 + 5 * 50 // 2


@clause("sell.hotels")
@pytest.mark.parametrize(("edition", "steps"), NOT_IN_1935)
@pytest.mark.parametrize("houses", [0, 3, 4])
def test_a_hotel_steps_down_only_if_the_bank_has_its_four_houses(edition, steps, houses):
    table = street(edition, HOTEL, HOTEL, HOTEL).stock(houses=houses)
    if steps and houses < 4:
        table.refuses("sell oriental", by=0, clause="sell.hotels")
    else:
        table.do("sell oriental", by=0)
        assert table.houses_left == houses - (4 if steps else 0)


@clause("sell.hotels")
@pytest.mark.parametrize(("edition", "at_once"), NOT_IN_1935)
@pytest.mark.parametrize("houses", [(HOTEL, HOTEL, HOTEL), (HOTEL, 4, HOTEL), (4, HOTEL, 4)])
def test_all_hotels_of_a_group_are_sold_at_once_with_the_houses_beside_them(edition, at_once, houses):
    table = street(edition, *houses).stock(houses=0)
    hotels = houses.count(HOTEL)
    if at_once:
        left = table.hotels_left
        table.do("sell-group light-blue", by=0)
        table.expect(GroupSold(seat=0, group="light-blue", amount=sum(houses) * 50 // 2))
        assert table.houses_of("light-blue") == [0, 0, 0]
        assert (table.houses_left, table.hotels_left) == (4 * (3 - hotels), left + hotels)
        assert table.cash_of(0) == 1500 + sum(houses) * 50 // 2
    else:
        table.refuses("sell-group light-blue", by=0, clause="sell.hotels")


@clause("sell.hotels")
def test_a_group_without_a_hotel_is_not_sold_at_once(edition):
    table = street(edition, 4, 4, 4).refuses("sell-group light-blue", by=0, clause="sell.hotels")
    table.refuses("sell-group light-blue", by=1, clause="sell.buildings")


@clause("sell.hotels")
@pytest.mark.parametrize(("edition", "steps"), NOT_IN_1935)
def test_a_hotel_sold_step_by_step_brings_as_much_as_five_houses(edition, steps):
    table = street(edition, HOTEL, HOTEL, HOTEL)
    if steps:
        for _ in range(5):
            for lot in LOTS:
                table.do(f"sell {lot}", by=0)
    else:
        for lot in LOTS:
            table.do(f"sell {lot}", by=0)
    assert table.houses_of("light-blue") == [0, 0, 0]
    assert table.cash_of(0) == 1500 + 3 * 5 * 50 // 2
    assert (table.houses_left, table.hotels_left) == (32, 12)
