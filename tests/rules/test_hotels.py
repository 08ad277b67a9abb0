"""Hotels: in exchange for the houses of a lot, once the whole group has them."""

import pytest

from tests.kit.clause_mark import clause
from tests.kit.scenario import HOTEL, Table, scenario
from ventnor.event import HotelBuilt, RentPaid


def street(edition: str, *houses: int) -> Table:
    """Return a table where seat 0 owns the light-blue group with these buildings; it is seat 1's turn."""
    table = scenario(edition).group("light-blue", owner=0).to_act(1)
    for lot, count in zip(("oriental", "vermont", "connecticut"), houses, strict=True):
        table.houses(lot, count)
    return table


@clause("hotels.exchange")
def test_a_hotel_costs_the_price_on_the_deed_and_the_four_houses_of_its_lot(edition):
    table = street(edition, 4, 4, 4)
    assert (table.houses_left, table.hotels_left) == (32 - 12, 12)
    table.do("build vermont", by=0)
    table.expect(HotelBuilt(seat=0, deed="vermont", amount=50, clause="hotels.exchange"))
    assert table.houses_of("light-blue") == [4, HOTEL, 4]
    assert (table.houses_left, table.hotels_left) == (32 - 12 + 4, 12 - 1)
    assert table.cash_of(0) == 1500 - 50


@clause("hotels.exchange")
@pytest.mark.parametrize("lot", ["oriental", "vermont", "connecticut"])
def test_it_goes_onto_any_lot_of_the_group(edition, lot):
    street(edition, 4, 4, 4).allows(f"build {lot}", by=0)


@clause("hotels.exchange")
def test_every_lot_of_the_group_must_have_its_four_houses_first(edition):
    table = street(edition, 4, 4, 3).refuses("build oriental", by=0, clause="hotels.exchange")
    table.do("build connecticut", by=0).allows("build oriental", by=0)


@clause("hotels.exchange")
def test_a_lot_that_has_its_hotel_counts_as_having_its_four_houses(edition):
    table = street(edition, HOTEL, 4, 4).do("build vermont", by=0).do("build connecticut", by=0)
    assert table.houses_of("light-blue") == [HOTEL] * 3
    assert (table.houses_left, table.hotels_left) == (32, 12 - 3)


@clause("hotels.exchange")
def test_one_hotel_a_lot_and_nothing_beyond_it(edition):
    street(edition, HOTEL, 4, 4).refuses("build oriental", by=0, clause="hotels.exchange")
    street(edition, HOTEL, HOTEL, HOTEL).refuses("build oriental", by=0, clause="hotels.exchange")


@clause("hotels.exchange")
def test_its_rent_is_the_hotels(edition):
    table = street(edition, 4, 4, 4).do("build vermont", by=0).token(1, on="go").do("roll 3 5")
    table.do("ask-rent vermont from 1", by=0).expect(RentPaid(payer=1, owner=0, deed="vermont", amount=550))


@clause("hotels.exchange")
def test_the_four_houses_must_have_stood_though_the_bank_has_none_left(edition):
    table = street(edition, 3, 3, 3).stock(houses=0).refuses("build oriental", by=0, clause="shortage.wait")
    table.stock(houses=2).do("build oriental", by=0).do("build vermont", by=0)
    # Two lots are ready and hotels are there, but the third lot waits for its fourth house.
    table.refuses("build oriental", by=0, clause="hotels.exchange")
    table.refuses("build connecticut", by=0, clause="shortage.wait")
