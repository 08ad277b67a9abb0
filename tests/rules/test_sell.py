"""Selling buildings: to the Bank, at half price, evenly, and what becomes of a hotel."""

import pytest

from tests.kit.clause_mark import clause
from tests.kit.scenario import HOTEL, Table, scenario
from ventnor.event import GroupSold, HotelSold, HouseBuilt, HouseSold

LOTS = ("oriental", "vermont", "connecticut")
NOT_IN_1935 = [("1935", False), ("classic", True), ("anniversary", True), ("official", True), ("modern", True)]

AT_ONCE = ("classic:sell.hotels", "anniversary:sell.hotels", "official:sell.hotels", "modern:sell.hotels")


def street(edition: str, *houses: int) -> Table:
    """Return a table where seat 0 owns the light-blue group with these buildings; it is seat 1's turn."""
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
@pytest.mark.parametrize(("edition", "at_once"), NOT_IN_1935)
@pytest.mark.parametrize(
    ("before", "bank", "stay", "after"),
    [
        ((HOTEL, HOTEL, HOTEL), 0, 0, [0, 0, 0]),
        ((HOTEL, HOTEL, HOTEL), 1, 1, [0, 0, 1]),
        ((HOTEL, HOTEL, HOTEL), 2, 2, [0, 1, 1]),
        ((HOTEL, HOTEL, HOTEL), 3, 2, [0, 1, 1]),  # fewer than the Bank could supply
        ((HOTEL, HOTEL, HOTEL), 3, 3, [1, 1, 1]),
        ((HOTEL, HOTEL, HOTEL), 11, 11, [3, 4, 4]),
        ((HOTEL, HOTEL, HOTEL), 32, 12, [4, 4, 4]),
        ((HOTEL, 4, 4), 2, 10, [3, 3, 4]),  # the houses beside the hotel count
        ((4, 4, HOTEL), 0, 8, [2, 3, 3]),
        ((4, HOTEL, HOTEL), 3, 7, [2, 2, 3]),
    ],
)
def test_hotels_come_down_to_the_houses_that_the_bank_can_supply(edition, at_once, before, bank, stay, after):
    table = street(edition, *before).stock(houses=bank)
    hotels = table.hotels_left
    if not at_once:
        table.refuses(f"sell-group light-blue to {stay}", by=0, clause="sell.hotels")
        return
    table.do(f"sell-group light-blue to {stay}", by=0)
    steps = sum(before) - sum(after)
    table.expect(GroupSold(seat=0, group="light-blue", amount=steps * 50 // 2, houses=stay))
    assert table.houses_of("light-blue") == after
    assert table.cash_of(0) == 1500 + steps * 50 // 2
    assert table.hotels_left == hotels + before.count(HOTEL)
    standing = sum(houses for houses in before if houses != HOTEL)
    assert table.houses_left == bank + standing - stay


@clause(*AT_ONCE)
@pytest.mark.parametrize(
    ("before", "bank", "most"),
    [((HOTEL, HOTEL, HOTEL), 3, 3), ((HOTEL, HOTEL, HOTEL), 20, 12), ((HOTEL, 4, 4), 2, 10), ((HOTEL, 4, 4), 9, 12)],
)
def test_no_more_houses_stay_than_the_bank_can_supply_and_the_lots_can_hold(edition, before, bank, most):
    table = street(edition, *before).stock(houses=bank)
    table.refuses(f"sell-group light-blue to {most + 1}", by=0, clause="sell.hotels")
    table.allows(f"sell-group light-blue to {most}", by=0)


@clause(*AT_ONCE)
def test_the_referee_counts_the_houses_that_can_stay_too(edition):
    table = street(edition, HOTEL, HOTEL, HOTEL).group("green", "red", "orange", owner=1)
    for group in ("green", "red"):
        table.houses(group, 4)
    table.houses("orange", 2)
    assert table.houses_left == 32 - 24 - 6
    table.refuses("sell oriental", by=0, clause="sell.hotels")
    table.refuses("sell-group light-blue to 3", by=0, clause="sell.hotels")
    table.do("sell-group light-blue to 2", by=0)
    assert table.houses_of("light-blue") == [0, 1, 1]
    assert table.houses_left == 0


@clause(*AT_ONCE)
def test_houses_on_the_block_do_not_stay(edition):
    table = street(edition, HOTEL, HOTEL, HOTEL).group("purple", owner=2).group("orange", owner=1).stock(houses=3)
    table.do("build baltic", by=2).do("want 2", by=1).do("want 2", by=2)  # three houses, one on the block
    table.refuses("sell-group light-blue to 3", by=0, clause="sell.hotels")
    table.do("sell-group light-blue to 2", by=0)
    assert table.houses_left == 1


@clause(*AT_ONCE)
@pytest.mark.parametrize("bank", [0, 3, 4])
def test_the_menu_offers_it_where_no_hotel_can_step_down_by_itself(edition, bank):
    table = street(edition, HOTEL, HOTEL, HOTEL).stock(houses=bank)
    sales = [text for text in table.menu(0) if text.startswith("sell")]
    steps = [f"sell {lot}" for lot in LOTS]
    assert (
        sales
        == {
            0: ["sell-group light-blue"],
            3: ["sell-group light-blue to 3", "sell-group light-blue"],
            4: [*steps, "sell-group light-blue"],
        }[bank]
    )


@clause(*AT_ONCE)
def test_with_uneven_building_no_lot_ends_with_more_houses_than_it_had(edition):
    table = scenario(edition, uneven_building=True).group("light-blue", owner=0).to_act(1)
    table.houses("oriental", HOTEL).houses("connecticut", 2).stock(houses=3)
    table.refuses("sell-group light-blue to 6", by=0, clause="sell.hotels")
    table.do("sell-group light-blue to 5", by=0)
    assert table.houses_of("light-blue") == [3, 0, 2]
    assert table.cash_of(0) == 1500 + 2 * 50 // 2


@clause(*AT_ONCE)
def test_with_unlimited_buildings_every_lot_keeps_its_houses(edition):
    table = scenario(edition, unlimited_buildings=True).group("light-blue", owner=0).to_act(1)
    table.houses("light-blue", HOTEL).refuses("sell-group light-blue to 13", by=0, clause="sell.hotels")
    left = table.houses_left, table.hotels_left
    table.do("sell-group light-blue to 12", by=0)
    assert table.houses_of("light-blue") == [4, 4, 4]
    assert (table.houses_left, table.hotels_left) == left


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
