"""The anniversary Short Game: two deeds dealt, hotels after three houses, and the second bankruptcy ends it."""

import pytest

from tests.kit.clause_mark import clause
from tests.kit.scenario import HOTEL, Table, scenario
from ventnor.event import (
    AuctionOpened,
    BuildingsReturned,
    CashPassed,
    DeedDealt,
    DeedPassed,
    EstateShared,
    GameEnded,
    GroupSold,
    HotelBuilt,
    HotelSold,
    Paid,
    RentPaid,
    WentBankrupt,
    WorthCounted,
)


def game(seats: int = 4) -> Table:
    """Return the short game after the deal, on seat 1's turn."""
    return scenario("anniversary", "short", seats=seats).token(1, on="go").to_act(1)


@clause("short.deal")
def test_two_deeds_are_dealt_one_at_a_time_and_their_price_is_paid_at_once():
    table = scenario("anniversary", "short", seats=2).awaits("deal")
    for turn, (deed, price) in enumerate([("oriental", 100), ("boardwalk", 400), ("reading", 200), ("baltic", 60)]):
        table.awaits("deal").refuses(f"deal {1 - turn % 2} {deed}", clause="short.deal").do(f"deal {turn % 2} {deed}")
        table.expect(DeedDealt(seat=turn % 2, deed=deed, amount=price, clause="short.deal"))
    assert table.deeds_of(0) == ["reading", "oriental"]
    assert table.cash_of_all == [1500 - 100 - 200, 1500 - 400 - 60]
    table.awaits("throw", 0).refuses("deal 0 vermont", clause="short.deal")


def street(*houses: int) -> Table:
    """Return a table where seat 0 owns the light-blue group with these buildings."""
    table = game().group("light-blue", owner=0)
    for lot, count in zip(("oriental", "vermont", "connecticut"), houses, strict=True):
        table.houses(lot, count)
    return table


@clause("short.three-houses")
def test_a_hotel_needs_three_houses_on_each_lot():
    street(3, 3, 2).refuses("build oriental", by=0, clause="short.three-houses")
    table = street(3, 3, 3).do("build oriental", by=0)
    table.expect(HotelBuilt(seat=0, deed="oriental", amount=50, clause="short.three-houses"))
    assert table.houses_of("light-blue") == [HOTEL, 3, 3]
    assert (table.houses_left, table.hotels_left) == (32 - 9 + 3, 12 - 1)
    assert table.cash_of(0) == 1500 - 50


@clause("short.three-houses")
def test_two_houses_on_each_lot_are_not_enough():
    table = street(2, 2, 2).do("build oriental", by=0)
    assert table.houses_of("light-blue") == [3, 2, 2]


@clause("short.three-houses")
def test_its_rent_is_that_of_the_regular_game():
    table = street(HOTEL, 3, 3).do("roll 2 4").do("ask-rent oriental from 1", by=0)
    table.expect(RentPaid(payer=1, owner=0, deed="oriental", amount=550))
    table = street(HOTEL, 3, 3).do("roll 3 5").do("ask-rent vermont from 1", by=0)
    table.expect(RentPaid(payer=1, owner=0, deed="vermont", amount=270))


@clause("short.three-houses")
def test_it_steps_down_to_three_houses_for_half_of_one_house_price():
    table = street(HOTEL, HOTEL, HOTEL).do("sell oriental", by=0)
    table.expect(HotelSold(seat=0, deed="oriental", amount=25, houses=3))
    assert (table.houses_left, table.hotels_left) == (32 - 3, 12 - 2)
    street(HOTEL, HOTEL, HOTEL).stock(houses=2).refuses("sell oriental", by=0, clause="sell.hotels")
    street(HOTEL, HOTEL, HOTEL).stock(houses=3).allows("sell oriental", by=0)


@clause("short.three-houses")
def test_its_turn_in_value_is_half_of_four_house_prices():
    table = street(HOTEL, HOTEL, 3).do("sell-group light-blue", by=0)
    table.expect(GroupSold(seat=0, group="light-blue", amount=(4 + 4 + 3) * 50 // 2))
    assert table.cash_of(0) == 1500 + (4 + 4 + 3) * 25
    assert (table.houses_left, table.hotels_left) == (32, 12)


@clause("short.three-houses")
def test_hotels_come_down_to_three_houses_each_at_most():
    table = street(HOTEL, HOTEL, 3).refuses("sell-group light-blue to 10", by=0, clause="sell.hotels")
    table.do("sell-group light-blue to 9", by=0)
    assert table.houses_of("light-blue") == [3, 3, 3]
    assert table.cash_of(0) == 1500 + 2 * 25
    table = street(HOTEL, HOTEL, 3).stock(houses=2).refuses("sell-group light-blue to 6", by=0, clause="sell.hotels")
    table.do("sell-group light-blue to 5", by=0)
    assert table.houses_of("light-blue") == [1, 2, 2]
    assert (table.houses_left, table.cash_of(0)) == (0, 1500 + (4 + 4 + 3 - 5) * 25)


@clause("short.three-houses")
def test_a_debtor_can_raise_half_of_four_house_prices_on_it():
    # Pacific with two houses asks for 390: half of two hotels of four house prices, two mortgages, and cash.
    raised = 2 * 4 * 50 // 2 + 30 + 30
    for short_of, lawful in ((0, False), (1, True)):
        table = game().group("purple", owner=1).houses("purple", HOTEL).group("green", owner=0).houses("green", 2)
        table.cash(1, 390 - raised - short_of).token(1, on="marvin-gardens").do("roll 1 1")
        table.do("ask-rent pacific from 1", by=0).awaits("debt", 1)
        if lawful:
            table.allows("bankrupt", by=1)
        else:
            table.refuses("bankrupt", by=1, clause="debt.raise")


@clause("short.second-bankruptcy")
def test_the_first_bankrupt_retires_as_usual():
    table = game().deeds("baltic", owner=2).mortgage("baltic").do("resign", by=2)
    table.expect(WentBankrupt(seat=2, creditor="bank", amount=0), AuctionOpened(item="baltic")).expect_none(GameEnded)
    assert not table.over


def ruined() -> Table:
    """Retire one player, and put seat 1 before seat 0's hotel on Boardwalk without the means to pay."""
    table = game(seats=5).retire(4).group("dark-blue", owner=0).houses("dark-blue", HOTEL).cash(1, 30)
    table.group("purple", owner=1).houses("purple", 2).deeds("reading", owner=1).mortgage("reading")
    return table.jail_card("chance", 1).token(1, on="pennsylvania")


@clause("short.second-bankruptcy")
def test_at_the_second_bankruptcy_play_ends_and_the_creditor_gets_everything_as_it_stands():
    table = ruined().do("roll 2 3").do("ask-rent boardwalk from 1", by=0).do("bankrupt")
    table.expect(
        WentBankrupt(seat=1, creditor=0, amount=2000),
        CashPassed(giver=1, receiver=0, amount=30),
        DeedPassed(giver=1, receiver=0, deed="baltic"),
        GameEnded(winners=(0,), how="bankruptcies", clause="short.second-bankruptcy"),
    ).expect_none(BuildingsReturned).expect_none(Paid)
    assert table.houses_of("purple") == [2, 2]  # buildings included
    assert table.is_mortgaged("reading")
    assert table.owner_of("reading") == 0
    assert table.holder_of("chance") == 0
    # Cash, the purple lots with their houses, Reading mortgaged, the dark-blue lots with hotels of four house prices.
    worth = 1500 + 30 + 60 + 60 + 4 * 50 + 200 // 2 + 350 + 400 + 2 * 4 * 200
    table.expect(WorthCounted(seat=0, amount=worth), WorthCounted(seat=2, amount=1500))
    table.refuses("roll", by=2, clause="short.second-bankruptcy")


@clause("short.second-bankruptcy")
def test_to_the_bank_everything_goes_without_an_auction():
    table = ruined().houses("purple", 0).mortgage("baltic", "mediterranean").token(1, on="pacific")
    table.do("roll 3 4").awaits("debt", 1).do("bankrupt").expect(
        WentBankrupt(seat=1, creditor="bank", amount=75), GameEnded(winners=(0,), how="bankruptcies")
    ).expect_none(AuctionOpened)
    assert [table.owner_of(deed) for deed in ("baltic", "mediterranean", "reading")] == [None] * 3
    assert table.holder_of("chance") is None
    assert table.cash_of_all == [1500, 0, 1500, 1500, 0]


@clause("short.second-bankruptcy")
def test_buildings_that_go_to_the_bank_bring_nothing_and_return_to_the_stock():
    table = ruined().do("resign", by=1).expect_none(BuildingsReturned).expect_none(AuctionOpened)
    table.expect(DeedPassed(giver=1, receiver="bank", deed="reading"), GameEnded(winners=(0,), how="bankruptcies"))
    assert table.houses_of("purple") == [0, 0]
    assert (table.houses_left, table.hotels_left) == (32, 12 - 2)
    assert not table.is_mortgaged("reading")
    assert table.cash_of_all == [1500, 0, 1500, 1500, 0]


@clause("short.second-bankruptcy")
def test_several_creditors_share_the_worth_of_all_that_the_bankrupt_has():
    table = game(seats=5).retire(4).cash(1, 29).deeds("baltic", owner=1).mortgage("baltic").do("roll 3 4")
    table.draw("chance", "pay-each").do("bankrupt").expect(
        DeedPassed(giver=1, receiver="bank", deed="baltic"),
        CashPassed(giver="bank", receiver=1, amount=60 // 2, clause="short.second-bankruptcy"),
        EstateShared(seat=1, creditor=2, amount=20),
        EstateShared(seat=1, creditor=3, amount=20),
        EstateShared(seat=1, creditor=0, amount=19),
        GameEnded(winners=(2, 3), how="bankruptcies"),
    )
    assert table.owner_of("baltic") is None
    assert table.cash_of_all == [1519, 0, 1520, 1520, 0]


@clause("short.second-bankruptcy")
def test_their_share_counts_buildings_at_their_price_and_property_at_the_printed_one():
    table = game(seats=5).retire(4).cash(1, 7).group("purple", owner=1).houses("baltic", HOTEL)
    table.houses("mediterranean", 3).do("roll 3 4").draw("chance", "pay-each").awaits("debt", 1)
    table.do("resign", by=1)  # bankrupt to the creditors of the debt at hand, though the buildings would pay it
    worth = 7 + 60 + 60 + (3 + 1) * 50 + 3 * 50
    assert worth == 3 * 159
    table.expect(CashPassed(giver="bank", receiver=1, amount=worth - 7)).expect_none(BuildingsReturned)
    assert table.cash_of_all == [1500 + 159, 0, 1500 + 159, 1500 + 159, 0]
    assert (table.houses_left, table.hotels_left) == (32, 12)


@clause("short.second-bankruptcy")
def test_giving_up_counts_as_a_bankruptcy():
    table = game().do("resign", by=2).expect_none(GameEnded).do("resign", by=3)
    table.expect(GameEnded(winners=(0, 1), how="bankruptcies"))


@clause("short.second-bankruptcy")
@pytest.mark.parametrize("seats", [2, 3])
def test_with_two_or_three_players_the_last_one_left_wins(seats):
    table = game(seats=seats)
    for seat in range(2, seats):
        table.do("resign", by=seat)
    table.do("resign", by=0).expect(GameEnded(winners=(1,), how="last"))


@clause("short.worth")
def test_cash_property_mortgages_houses_and_hotels_are_valued():
    table = game().retire(3).cash(0, 500).deeds("reading", "illinois", owner=0).mortgage("illinois")
    table.group("purple", owner=0).houses("baltic", HOTEL).houses("mediterranean", 3).do("resign", by=2)
    worth = 500 + 200 + 240 // 2 + 60 + 60 + (3 + 1) * 50 + 3 * 50  # a hotel with the three houses turned in
    table.expect(WorthCounted(seat=0, amount=worth, clause="short.worth"), WorthCounted(seat=1, amount=1500))
    assert worth < 1500
    assert table.winners == [1]


@clause("short.worth")
def test_the_richest_wins():
    table = game().retire(3).cash(0, 1400).deeds("electric", owner=0).do("resign", by=2)
    assert (table.winners, table.how) == ([0], "bankruptcies")


@clause("short.second-bankruptcy")
@pytest.mark.parametrize("creditors", ["bank", "each"])
def test_what_the_second_bankrupt_owned_is_the_banks_without_a_player_to_take_it(creditors):
    table = scenario("anniversary", "short", seats=5).retire(4).group("purple", owner=1).houses("purple", 1)
    table.deeds("reading", owner=1).mortgage("reading").jail_card("chest", 1).cash(1, 0).token(1, on="go").to_act(1)
    if creditors == "each":
        table.do("roll 3 4").draw("chance", "pay-each")
        table.refuses("resign", by=4, clause="act.when").do("resign", by=1)
    else:
        table.do("resign", by=1)
    assert table.over
    assert [table.owner_of(deed) for deed in ("baltic", "mediterranean", "reading")] == [None, None, None]
    assert not table.is_mortgaged("reading")
    assert (table.houses_left, table.houses_of("purple"), table.holder_of("chest")) == (32, [0, 0], None)
