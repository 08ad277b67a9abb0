"""Building shortages: builders wait, and what several want is called out and auctioned."""

import pytest

from tests.kit.clause_mark import clause
from tests.kit.scenario import HOTEL, Table, scenario
from ventnor.event import (
    AuctionFailed,
    AuctionOpened,
    AuctionWon,
    CallClosed,
    CallOpened,
    HotelBuilt,
    HouseBuilt,
    Wished,
)


def alone(edition: str) -> Table:
    """Return a table where seat 0 alone has a group to build on."""
    return scenario(edition).group("light-blue", owner=0).to_act(1)


def rivals(edition: str, houses: int, seats: int = 4) -> Table:
    """Return a table where seats 0 and 2 have groups to build on, bare as yet, and the Bank has so many houses."""
    table = scenario(edition, seats=seats).group("light-blue", owner=0).group("purple", owner=2)
    return table.stock(houses=houses).to_act(1)


# --- waiting ----------------------------------------------------------------------------------------------------------


@clause("shortage.wait")
def test_without_houses_in_the_bank_builders_wait_until_some_come_back(edition):
    table = alone(edition).group("dark-blue", owner=2).houses("dark-blue", 4).stock(houses=0)
    table.refuses("build oriental", by=0, clause="shortage.wait").do("build boardwalk", by=2)
    assert table.houses_left == 4  # the houses that the hotel took the place of
    table.do("build oriental", by=0)
    assert table.houses_on("oriental") == 1


@clause("shortage.wait")
def test_the_last_house_may_be_bought(edition):
    table = alone(edition).stock(houses=1).do("build oriental", by=0)
    assert table.houses_left == 0
    table.refuses("build vermont", by=0, clause="shortage.wait").stock(houses=1).do("build vermont", by=0)


@clause("shortage.wait")
def test_builders_wait_for_hotels_too(edition):
    table = (
        alone(edition).houses("light-blue", 4).stock(hotels=0).refuses("build oriental", by=0, clause="shortage.wait")
    )
    table.stock(hotels=1).do("build oriental", by=0).refuses("build vermont", by=0, clause="shortage.wait")


@clause("shortage.wait")
def test_hotels_are_no_houses_and_houses_no_hotels(edition):
    alone(edition).stock(houses=0, hotels=12).refuses("build oriental", by=0, clause="shortage.wait")
    table = alone(edition).houses("light-blue", 4).stock(houses=0, hotels=1).do("build oriental", by=0)
    assert (table.houses_left, table.hotels_left) == (0 + 4, 0)


# --- when there is a call ---------------------------------------------------------------------------------------------


@clause("shortage.auction")
@pytest.mark.parametrize(("houses", "scarce"), [(3 * 4 + 2 * 4, False), (3 * 4 + 2 * 4 - 1, True), (1, True)])
def test_a_kind_is_scarce_when_the_bank_has_fewer_than_two_players_have_room_for(edition, houses, scarce):
    table = rivals(edition, houses).do("build oriental", by=0)
    if scarce:
        table.expect(CallOpened(seat=0, building="house")).expect_none(HouseBuilt).awaits("want", 2)
    else:
        table.expect(HouseBuilt(seat=0, deed="oriental", amount=50)).expect_none(CallOpened)


@clause("shortage.auction")
def test_nothing_is_scarce_while_one_player_alone_has_room(edition):
    table = alone(edition).stock(houses=1).deeds("baltic", owner=2).do("build oriental", by=0)
    table.expect(HouseBuilt(seat=0, deed="oriental", amount=50)).expect_none(CallOpened)


@clause("shortage.auction")
def test_room_is_what_the_lots_can_take_whatever_the_cash(edition):
    table = rivals(edition, houses=1).cash(2, 0).do("build oriental", by=0)
    table.expect(CallOpened(seat=0, building="house")).awaits("want", 2)


@clause("shortage.auction")
@pytest.mark.parametrize(
    ("edition", "room"), [("1935", 1), ("classic", 0), ("anniversary", 0), ("official", 0), ("modern", 0)]
)
def test_a_mortgaged_group_has_no_room_but_in_1935_one_house_a_lot_beside_the_mortgage(edition, room):
    table = rivals(edition, houses=1).mortgage("mediterranean").do("build oriental", by=0)
    if room:
        table.awaits("want", 2).refuses("want 2", by=2, clause="shortage.auction").allows("want 1", by=2)
    else:
        table.expect(HouseBuilt(seat=0, deed="oriental", amount=50))


@clause("shortage.auction")
def test_a_group_full_of_houses_or_hotels_has_no_room_for_houses(edition):
    table = rivals(edition, houses=1).houses("purple", 4).stock(houses=1).do("build oriental", by=0)
    table.expect(HouseBuilt(seat=0, deed="oriental", amount=50))
    table = rivals(edition, houses=1).houses("purple", HOTEL).stock(houses=1).do("build oriental", by=0)
    table.expect(HouseBuilt(seat=0, deed="oriental", amount=50))


@clause("shortage.auction")
def test_asking_for_a_scarce_one_needs_its_price_and_a_place_for_it(edition):
    rivals(edition, houses=1).cash(0, 49).refuses("build oriental", by=0, clause="houses.any-time")
    rivals(edition, houses=0).refuses("build oriental", by=0, clause="shortage.wait")
    rivals(edition, houses=1).houses("oriental", 1).stock(houses=1).refuses(
        "build oriental", by=0, clause="houses.even"
    )


# --- how it goes ------------------------------------------------------------------------------------------------------


@clause("shortage.auction")
def test_each_who_has_room_is_asked_from_the_askers_left(edition):
    table = rivals(edition, houses=1, seats=5).group("pink", owner=4).do("build baltic", by=2)
    asked = []
    for _ in range(3):
        asked.append(table.s.awaited)
        table.awaits("want").do("want 1")
    assert asked == [4, 0, 2]


@clause("shortage.auction")
def test_nobody_wants_more_than_he_has_room_for(edition):
    table = rivals(edition, houses=3).do("build oriental", by=0).awaits("want", 2)
    table.refuses("want 9", by=2, clause="shortage.auction").allows("want 8", by=2).allows("want 0", by=2)
    table.refuses("want 1", by=0, clause="shortage.auction").refuses("want 1", by=1, clause="shortage.auction")


@clause("shortage.auction")
def test_menu_of_a_call_has_what_can_be_had_and_last_to_have_none(edition):
    table = rivals(edition, houses=3).do("build oriental", by=0).awaits("want", 2)
    assert [text for text in table.menu(2) if text.startswith("want")] == ["want 1", "want 2", "want 3", "want 0"]
    table.do("want 1", by=2).do("want 1", by=0).awaits("place", 2)
    assert table.menu(2)[:2] == ["build mediterranean", "build baltic"]
    assert table.menu(2)[2] == "pass"
    assert len(table.menu(2)) == len(set(table.menu(2)))


@clause("shortage.auction")
def test_wishes_within_the_stock_are_served_at_the_listed_price(edition):
    table = rivals(edition, houses=3).do("build oriental", by=0).do("want 1", by=2)
    table.expect(Wished(seat=2, count=1)).do("want 2", by=0).expect(Wished(seat=0, count=2))
    table.expect_none(AuctionOpened).awaits("place", 2).refuses("build oriental", by=0, clause="shortage.auction")
    table.refuses("pass", by=0, clause="shortage.auction").do("build baltic")
    table.expect(HouseBuilt(seat=2, deed="baltic", amount=50, clause="houses.group"))
    table.awaits("place", 0).do("build oriental")
    table.awaits("place", 0).do("build vermont").expect(CallClosed(building="house")).awaits("throw", 1)
    assert table.cash_of_all == [1500 - 2 * 50, 1500, 1500 - 50, 1500]
    assert table.houses_left == 0


@clause("shortage.auction")
@pytest.mark.parametrize(("cash", "built"), [(49, 0), (50, 1), (99, 1), (100, 2)])
def test_who_cannot_pay_the_listed_price_is_passed_over(edition, cash, built):
    table = rivals(edition, houses=3).cash(2, cash).do("build oriental", by=0).do("want 2", by=2).do("want 1", by=0)
    for lot in ("baltic", "mediterranean")[:built]:
        table.awaits("place", 2).do(f"build {lot}")
    table.awaits("place", 0).do("build oriental").awaits("throw", 1)
    assert table.cash_of(2) == cash - built * 50
    assert table.houses_left == 3 - built - 1


@clause("shortage.auction")
@pytest.mark.parametrize(
    ("edition", "contested"),
    [("1935", True), ("classic", False), ("anniversary", False), ("official", False), ("modern", False)],
)
def test_a_wish_that_has_lost_its_room_is_forgotten(edition, contested):
    # In 1935 the lot beside the mortgaged one still has room for a house.
    table = rivals(edition, houses=1).do("build oriental", by=0).do("want 1", by=2).do("mortgage baltic", by=2)
    table.do("want 1", by=0).awaits("bid" if contested else "place", 2 if contested else 0)


@clause("shortage.auction")
def test_what_is_bought_at_the_price_may_be_left(edition):
    table = rivals(edition, houses=3).do("build oriental", by=0).do("want 1", by=2).do("want 2", by=0)
    table.do("pass", by=2).expect(Wished(seat=2, count=0)).awaits("place", 0).do("pass")
    table.expect(CallClosed(building="house"))
    assert table.houses_left == 3


@clause("shortage.auction")
def test_the_last_house_goes_to_the_highest_bidder_who_pays_the_bid_and_places_it_at_once(edition):
    table = rivals(edition, houses=1).do("build oriental", by=0).do("want 1", by=2).do("want 1", by=0)
    table.expect(AuctionOpened(item="house")).awaits("bid")
    table.refuses("bid 0", by=2, clause="auction.opening").do("bid 25", by=2).do("bid 37", by=0).do("pass", by=2)
    table.expect(AuctionWon(seat=0, item="house", amount=37)).awaits("place", 0)
    table.refuses("pass", by=0, clause="shortage.auction")  # what was won is placed
    table.refuses("end-turn", by=1, clause="shortage.auction")
    table.do("build vermont", by=0).expect(
        HouseBuilt(seat=0, deed="vermont", amount=0, clause="shortage.auction"), CallClosed(building="house")
    )
    assert table.cash_of_all == [1500 - 37, 1500, 1500, 1500]
    assert table.houses_left == 0
    table.awaits("throw", 1)


@clause("shortage.auction")
def test_the_winner_places_by_the_ordinary_rules(edition):
    table = rivals(edition, houses=9).houses("vermont", 1).stock(houses=1).group("pink", owner=2)
    table.do("build oriental", by=0).do("want 1", by=2).do("want 1", by=0).do("bid 25", by=0).do("pass", by=2)
    table.refuses("build vermont", by=0, clause="houses.even").refuses("build baltic", by=0, clause="houses.group")
    table.do("build connecticut", by=0)


@clause("shortage.auction")
def test_only_those_in_the_call_bid(edition):
    table = rivals(edition, houses=1, seats=5).group("pink", owner=4).do("build oriental", by=0)
    table.do("want 1", by=2).do("want 0", by=4).do("want 1", by=0).awaits("bid")
    for outsider in (1, 3, 4):
        table.refuses("bid 25", by=outsider, clause="shortage.auction")
        table.refuses("pass", by=outsider, clause="shortage.auction")
    table.do("bid 25", by=2).do("pass", by=0).expect(AuctionWon(seat=2, item="house", amount=25))


@clause("shortage.auction")
def test_one_is_auctioned_at_a_time_and_after_each_the_wishes_are_asked_again(edition):
    table = rivals(edition, houses=2).do("build oriental", by=0).do("want 2", by=2).do("want 1", by=0)
    table.do("bid 80", by=2).do("pass", by=0).do("build baltic", by=2)
    # One is left and both are asked again; seat 2 has had enough, so it goes to seat 0 at the listed price.
    table.awaits("want", 2).do("want 0", by=2).do("want 1", by=0).expect_none(AuctionOpened).awaits("place", 0)
    table.do("build oriental", by=0).expect(
        HouseBuilt(seat=0, deed="oriental", amount=50), CallClosed(building="house")
    )
    assert table.cash_of_all == [1500 - 50, 1500, 1500 - 80, 1500]


@clause("shortage.auction")
def test_what_is_still_contested_is_auctioned_again(edition):
    table = rivals(edition, houses=2).do("build oriental", by=0).do("want 2", by=2).do("want 2", by=0)
    table.do("bid 80", by=2).do("pass", by=0).do("build baltic", by=2).do("want 1", by=2).do("want 1", by=0)
    table.expect(AuctionOpened(item="house")).do("bid 26", by=0).do("pass", by=2).do("build oriental", by=0)
    assert table.cash_of_all == [1500 - 26, 1500, 1500 - 80, 1500]


@clause("shortage.auction")
def test_no_bid_ends_the_call(edition):
    table = rivals(edition, houses=1).do("build oriental", by=0).do("want 1", by=2).do("want 1", by=0)
    table.do("pass", by=2).do("pass", by=0).expect(AuctionFailed(item="house"), CallClosed(building="house"))
    table.awaits("throw", 1)
    assert table.houses_left == 1
    assert table.houses_of("light-blue") == [0, 0, 0]


@clause("shortage.auction")
def test_no_wish_ends_the_call(edition):
    table = rivals(edition, houses=1).do("build oriental", by=0).do("want 0", by=2).do("want 0", by=0)
    table.expect(CallClosed(building="house")).awaits("throw", 1)


@clause("shortage.auction")
def test_nobody_builds_outside_the_call_while_it_is_open(edition):
    table = rivals(edition, houses=1, seats=5).do("build oriental", by=0)
    table.refuses("build baltic", by=2, clause="shortage.auction")
    table.refuses("build vermont", by=0, clause="shortage.auction")


@clause("shortage.auction")
def test_a_call_for_houses_sells_no_hotels(edition):
    table = rivals(edition, houses=32).houses("purple", 4).group("pink", owner=2).stock(houses=3)
    table.do("build oriental", by=0).do("want 1", by=2).do("want 1", by=0).awaits("place", 2)
    table.refuses("build baltic", by=2, clause="shortage.auction").do("build states", by=2)


@clause("shortage.auction")
def test_hotels_have_a_call_of_their_own(edition):
    table = rivals(edition, houses=32).houses("light-blue", 4).houses("purple", 4).stock(houses=0, hotels=1)
    table.do("build oriental", by=0).expect(CallOpened(seat=0, building="hotel"))
    table.refuses("want 3", by=2, clause="shortage.auction")  # room for hotels: the lots that are ready, two
    table.do("want 1", by=2).do("want 1", by=0).expect(AuctionOpened(item="hotel"))
    table.do("bid 60", by=2).do("pass", by=0).expect(AuctionWon(seat=2, item="hotel", amount=60))
    table.do("build baltic", by=2).expect(HotelBuilt(seat=2, deed="baltic", amount=0), CallClosed(building="hotel"))
    assert (table.houses_left, table.hotels_left) == (4, 0)
    assert table.cash_of(2) == 1500 - 60


@clause("shortage.auction")
def test_hotels_are_not_scarce_while_one_player_alone_is_ready_for_one(edition):
    table = rivals(edition, houses=32).houses("light-blue", 4).houses("purple", 3).stock(hotels=1)
    table.do("build oriental", by=0).expect(HotelBuilt(seat=0, deed="oriental", amount=50)).expect_none(CallOpened)


@clause("shortage.auction")
def test_the_highest_bidder_keeps_the_place_for_the_building(edition):
    table = rivals(edition, houses=1).deeds("reading", owner=0).do("build oriental", by=0).do("want 1", by=2)
    table.do("want 1", by=0).do("bid 25", by=0).refuses("mortgage oriental", by=0, clause="shortage.auction")
    table.refuses("offer 1 give oriental get 10", by=0, clause="shortage.auction").allows("mortgage reading", by=0)
    table.allows("offer 1 give reading get 10", by=0)


@clause("shortage.auction")
def test_who_has_the_choice_of_a_tax_is_asked_after_it(edition):
    # A call that a bystander opens does not come between a player and the choice that comes before any other act.
    table = scenario(edition, decks="1935").group("light-blue", owner=0).group("purple", owner=1)
    table.stock(houses=1).token(1, on="states").to_act(1).do("roll 1 3").draw("chest", "pay-or-chance")
    table.do("build oriental", by=0).awaits("choice", 1).do("pay-ten", by=1).awaits("want", 1)
    table.do("want 0", by=1).do("want 1", by=0).awaits("place", 0)


# --- nobody gains by the Bank -----------------------------------------------------------------------------------------


@clause("shortage.auction")
@pytest.mark.parametrize("wish", [2, 3, 12])
def test_who_alone_wants_more_than_there_is_gets_what_there_is_at_the_listed_price(edition, wish):
    table = rivals(edition, houses=2).do("build oriental", by=0).do("want 0", by=2).do(f"want {wish}", by=0)
    table.expect_none(AuctionOpened).awaits("place", 0).do("build oriental").awaits("place", 0).do("build vermont")
    table.expect(HouseBuilt(seat=0, deed="vermont", amount=50), CallClosed(building="house")).awaits("throw", 1)
    assert table.cash_of_all == [1500 - 2 * 50, 1500, 1500, 1500]
    assert table.houses_left == 0


@clause("shortage.auction")
def test_a_lone_wish_for_hotels_is_served_at_the_listed_price_too(edition):
    table = rivals(edition, houses=32).houses("light-blue", 4).houses("purple", 4).stock(hotels=1)
    table.do("build oriental", by=0).do("want 0", by=2).do("want 3", by=0).expect_none(AuctionOpened)
    table.do("build oriental", by=0).expect(HotelBuilt(seat=0, deed="oriental", amount=50))
    table.expect(CallClosed(building="hotel"))


@clause("shortage.auction")
def test_after_an_auction_too_who_alone_wants_more_gets_the_rest_at_the_listed_price(edition):
    table = rivals(edition, houses=3).do("build oriental", by=0).do("want 2", by=2).do("want 2", by=0)
    table.do("bid 60", by=2).do("pass", by=0).do("build baltic", by=2).do("want 0", by=2).do("want 11", by=0)
    table.expect_none(AuctionOpened).awaits("place", 0)


@clause("shortage.auction")
@pytest.mark.parametrize("building", ["house", "hotel"])
def test_a_building_is_not_won_for_less_than_the_bank_pays_for_it(edition, building):
    table = rivals(edition, houses=32)
    if building == "hotel":
        table.houses("light-blue", 4).houses("purple", 4).stock(hotels=1)
    else:
        table.stock(houses=1)
    table.do("build oriental", by=0).do("want 1", by=2).do("want 1", by=0).awaits("bid")
    table.refuses("bid 0", by=2, clause="auction.opening").refuses("bid 24", by=2, clause="shortage.auction")
    table.do("bid 25", by=2).do("pass", by=0).do("build baltic", by=2).do("sell baltic", by=2)
    # In 1935 the four houses beneath a hotel are sold with it.
    houses = 4 if (edition, building) == ("1935", "hotel") else 0
    assert table.cash_of(2) == 1500 + houses * 25


@clause("shortage.auction")
def test_a_building_won_goes_only_onto_a_lot_for_which_the_bank_would_pay_back_no_more_than_the_bid(edition):
    table = rivals(edition, houses=1).group("green", owner=0).do("build oriental", by=0).do("want 1", by=2)
    table.do("want 1", by=0).refuses("bid 24", by=0, clause="shortage.auction").do("bid 99", by=0).do("pass", by=2)
    table.refuses("build pacific", by=0, clause="shortage.auction").do("build oriental", by=0)
    table = rivals(edition, houses=1).group("green", owner=0).do("build oriental", by=0).do("want 1", by=2)
    table.do("want 1", by=0).do("bid 100", by=0).do("pass", by=2).allows("build oriental", by=0)
    table.do("build pacific", by=0).do("sell pacific", by=0)
    assert table.cash_of(0) == 1500


ODD = '{"title":"Odd","space":{"mediterranean":{"house_price":55},"baltic":{"house_price":55}}}'


@clause("shortage.auction")
def test_half_of_an_odd_price_is_rounded_up_so_that_two_buildings_sold_together_bring_no_profit(edition):
    table = scenario(edition, seats=4, board=ODD).group("light-blue", owner=0).group("purple", owner=2)
    table.stock(houses=1).to_act(1).do("build oriental", by=0).do("want 1", by=2).do("want 1", by=0)
    table.refuses("bid 27", by=2, clause="shortage.auction").do("bid 28", by=2).do("pass", by=0).do(
        "build baltic", by=2
    )


@clause("shortage.auction")
def test_each_bidder_has_his_own_least_bid(edition):
    table = scenario(edition, seats=4).group("green", owner=0).group("purple", owner=2).stock(houses=1).to_act(1)
    table.do("build pacific", by=0).do("want 1", by=2).do("want 1", by=0).do("bid 30", by=2)
    table.refuses("bid 30", by=0, clause="auction.course").refuses("bid 99", by=0, clause="shortage.auction")
    assert next(text for text in table.menu(0) if text.startswith("bid")) == "bid 100"
    table.do("bid 100", by=0).do("pass", by=2).do("build pacific", by=0)
    assert table.cash_of_all == [1400, 1500, 1500, 1500]


@clause("shortage.auction")
def test_a_full_group_lowers_nobodys_least_bid(edition):
    table = rivals(edition, houses=32).group("green", owner=0).houses("light-blue", 4).stock(houses=1)
    table.do("build pacific", by=0).do("want 1", by=2).do("want 1", by=0)
    table.refuses("bid 99", by=0, clause="shortage.auction").allows("bid 100", by=0)


@clause("shortage.auction")
def test_houses_at_the_price_are_placed_in_turn_and_are_no_hotels(edition):
    table = rivals(edition, houses=2).group("orange", owner=2).houses("orange", 4).stock(houses=2)
    table.do("build oriental", by=0).do("want 1", by=2).do("want 1", by=0).awaits("place", 2)
    table.refuses("build oriental", by=0, clause="shortage.auction")
    table.refuses("build st-james", by=2, clause="shortage.auction").do("build baltic", by=2).awaits("place", 0)


@clause("shortage.auction")
def test_a_wish_shrinks_with_the_room_for_it(edition):
    table = rivals(edition, houses=3).do("build oriental", by=0).do("want 8", by=2).do("mortgage baltic", by=2)
    table.do("want 2", by=0).awaits("place")


@clause("shortage.auction")
def test_who_cannot_pay_is_not_asked_to_place(edition):
    table = rivals(edition, houses=2).cash(2, 10).do("build oriental", by=0).do("want 1", by=2).do("want 1", by=0)
    table.awaits("place", 0).do("build oriental", by=0).awaits("throw", 1)


@clause(
    "classic:shortage.auction", "anniversary:shortage.auction", "official:shortage.auction", "modern:shortage.auction"
)
def test_who_holds_the_bid_for_a_hotel_sells_no_group(edition):
    table = scenario(edition, seats=4).group("light-blue", "orange", owner=0).group("pink", owner=1)
    table.houses("light-blue", 4).houses("pink", 4).houses("orange", HOTEL).stock(hotels=1).to_act(2)
    table.do("build oriental", by=0).do("want 3", by=1).do("want 3", by=0).awaits("bid").do("bid 25", by=0)
    table.refuses("sell-group orange", by=0, clause="shortage.auction")


@clause("shortage.auction")
def test_nobody_says_his_wish_twice_or_before_he_is_asked(edition):
    # The referee, too, tells who has spoken from who has not and from who has no room.
    table = scenario(edition).group("light-blue", owner=0).group("pink", owner=1).group("purple", owner=2)
    table.group("dark-blue", "orange", owner=2).houses("purple", 4).houses("dark-blue", 4).houses("orange", 4)
    table.to_act(0).do("build oriental", by=0).awaits("want", 1)
    for seat in (0, 2):
        table.refuses("want 1", by=seat, clause="shortage.auction")
    table.do("want 1", by=1).awaits("want", 0).refuses("want 2", by=1, clause="shortage.auction")


@clause("shortage.auction")
def test_who_is_in_debt_is_not_asked_for_a_wish(edition):
    # Seat 4 gives up while seat 1 is in debt, and during the auction of Baltic the last house is called out.
    table = scenario(edition, seats=5).group("pink", owner=0).houses("pink", HOTEL).cash(1, 100)
    table.group("light-blue", owner=1).group("orange", owner=2).group("red", owner=3).deeds("baltic", owner=4)
    table.token(1, on="oriental").to_act(1).do("roll 2 3").stock(houses=1)
    table.do("ask-rent st-charles from 1", by=0).awaits("debt", 1).do("resign", by=4).awaits("bid")
    table.do("build st-james", by=2).awaits("want", 3).do("want 1", by=3).awaits("want", 2)
