"""The New Short Game of 1935: two deeds dealt, an agreed hour, and the richest wins."""

import pytest

from tests.kit.clause_mark import clause
from tests.kit.scenario import HOTEL, Table, scenario
from ventnor.event import (
    AuctionWon,
    Bought,
    CallClosed,
    DeedDealt,
    GameEnded,
    HourStruck,
    HouseSold,
    JailLeft,
    OfferLapsed,
    Paid,
    RentLapsed,
    RentPaid,
    WorthCounted,
)
from ventnor.view import View


def game(seats: int = 3) -> Table:
    """Return the short game after the deal, on seat 1's turn."""
    return scenario("1935", "short", seats=seats).token(1, on="go").to_act(1)


@clause("short1935.deal")
def test_each_player_is_dealt_two_deeds_and_pays_their_price_at_once():
    table = scenario("1935", "short").awaits("deal")
    deal = [
        ("oriental", 100),
        ("boardwalk", 400),
        ("reading", 200),
        ("baltic", 60),
        ("electric", 150),
        ("ventnor", 260),
    ]
    for turn, (deed, price) in enumerate(deal):
        table.awaits("deal").do(f"deal {turn % 3} {deed}")
        table.expect(DeedDealt(seat=turn % 3, deed=deed, amount=price, clause="short1935.deal"))
        assert table.owner_of(deed) == turn % 3
    assert table.cash_of_all == [1500 - 100 - 60, 1500 - 400 - 150, 1500 - 200 - 260]
    table.awaits("throw", 0)


@clause("short1935.deal")
def test_the_deeds_come_from_the_bank_and_in_turn():
    table = scenario("1935", "short").refuses("deal 1 oriental", clause="short1935.deal").do("deal 0 oriental")
    table.refuses("deal 0 vermont", clause="short1935.deal").refuses("deal 1 oriental", clause="short1935.deal")
    table.refuses("roll", by=0, clause="act.when")


@clause("short1935.deal")
def test_then_the_game_is_played_as_usual():
    table = scenario("1935", "short")
    for turn, deed in enumerate(("oriental", "boardwalk", "reading", "baltic", "electric", "ventnor")):
        table.do(f"deal {turn % 3} {deed}")
    table.do("roll 1 2").do("roll 3 4").do("roll 2 2").awaits("throw", 1).do("roll 2 4")
    table.do("ask-rent oriental from 1", by=0).expect(RentPaid(payer=1, owner=0, deed="oriental", amount=6))


@clause("short1935.hour")
def test_at_the_hour_the_game_ends_at_once_if_nobody_is_moving():
    table = game().cash(2, 1501).do("hour")
    table.expect(
        HourStruck(clause="short1935.hour"),
        WorthCounted(seat=0, amount=1500, clause="short1935.worth"),
        WorthCounted(seat=1, amount=1500),
        WorthCounted(seat=2, amount=1501),
        GameEnded(winners=(2,), how="hour"),
    )
    assert table.over
    table.refuses("roll", by=1, clause="short1935.hour")


@clause("short1935.hour")
def test_after_the_move_is_made_the_hour_needs_no_end_of_the_turn():
    table = game().token(1, on="jail").do("roll 4 6").awaits("end", 1).do("hour")
    assert table.how == "hour"


@clause("short1935.hour")
def test_a_player_in_the_middle_of_a_move_completes_the_purchase():
    table = game().do("roll 2 4").awaits("buy", 1).do("hour").awaits("buy", 1).do("buy")
    table.expect(Bought(seat=1, deed="oriental", amount=100), GameEnded(winners=(0, 1, 2), how="hour"))


@clause("short1935.hour")
def test_or_declines_and_the_auction_is_held():
    table = game().do("roll 2 4").do("hour").do("decline").do("bid 40", by=2).do("pass", by=0).do("pass", by=1)
    table.expect(AuctionWon(seat=2, item="oriental", amount=40), GameEnded(winners=(2,), how="hour"))


@clause("short1935.hour")
def test_the_hour_may_strike_during_the_auction_too():
    table = game().do("roll 2 4").do("decline").do("bid 40", by=2).do("hour").awaits("bid").do("pass", by=0)
    table.do("pass", by=1).expect(AuctionWon(seat=2, item="oriental", amount=40), GameEnded(winners=(2,), how="hour"))


@clause("short1935.hour")
@pytest.mark.parametrize(("choice", "tax"), [("flat", 200), ("percent", 150)])
def test_the_tax_of_the_move_is_still_chosen_and_paid(choice, tax):
    table = game().do("roll 1 3").do("hour").awaits("tax", 1).do(f"tax {choice}")
    table.expect(Paid(seat=1, to="bank", amount=tax, cause="tax"), WorthCounted(seat=1, amount=1500 - tax))


@clause("short1935.hour")
def test_a_choice_of_a_card_is_still_made_and_the_card_drawn_is_done():
    table = game().token(1, on="jail").do("roll 3 4").draw("chest", "pay-or-chance").do("hour").awaits("choice", 1)
    table.do("take-chance").draw("chance", "collect", amount=150)
    table.expect(WorthCounted(seat=1, amount=1500 + 150), GameEnded(winners=(1,), how="hour"))


@clause("short1935.hour")
def test_doubles_give_no_further_throw_after_the_hour():
    table = game().deeds("oriental", owner=1).do("roll 3 3").awaits("throw", 1).do("hour")
    table.expect(GameEnded(winners=(1,), how="hour"))


@clause("short1935.hour")
def test_a_debt_of_the_move_is_raised_and_paid_before_the_valuation():
    table = game().token(1, on="pacific").cash(1, 0).deeds("boardwalk", "reading", owner=1).do("roll 3 4").do("hour")
    table.awaits("debt", 1).do("mortgage boardwalk").do("pay")
    table.expect(WorthCounted(seat=1, amount=200 - 75 + 400 // 2 + 200))


@clause("short1935.hour")
def test_the_fine_of_a_third_turn_in_jail_and_the_move_after_it_belong_to_the_move():
    table = game().jail(1, turn=3).cash(1, 0).deeds("reading", "virginia", owner=1).do("roll 1 3").do("hour")
    table.awaits("debt", 1).do("mortgage reading").do("pay").expect(JailLeft(seat=1, how="fine"))
    assert table.space_of(1) == "virginia"
    assert table.over


@clause("short1935.hour")
def test_who_is_ruined_by_the_last_move_is_not_valued_and_the_game_ends_all_the_same():
    table = game(seats=4).jail(1, turn=3).cash(1, 49).do("roll 1 3").do("hour").awaits("debt", 1).do("bankrupt")
    table.expect(GameEnded(winners=(0, 2, 3), how="hour")).expect_none(WorthCounted, seat=1)


@clause("short1935.hour")
@pytest.mark.parametrize("asked", [True, False])
def test_rent_of_the_move_is_asked_for_before_the_valuation_or_let_go(asked):
    table = game().deeds("oriental", owner=0).do("roll 2 4").do("hour").awaits("last-rent", 0)
    table.refuses("pass", by=2, clause="auction.course")
    if asked:
        table.do("ask-rent oriental from 1", by=0).expect(RentPaid(payer=1, owner=0, deed="oriental", amount=6))
        table.expect(WorthCounted(seat=0, amount=1500 + 6 + 100), WorthCounted(seat=1, amount=1500 - 6))
    else:
        table.do("pass", by=0).expect_none(RentPaid).expect(WorthCounted(seat=1, amount=1500))
    assert table.over


@clause("short1935.hour")
def test_each_owner_with_a_rent_of_the_current_turn_is_asked():
    table = game().deeds("oriental", owner=0).deeds("vermont", owner=2).do("roll 3 3").do("roll 1 1").do("hour")
    table.awaits("last-rent", 0).do("pass").awaits("last-rent", 2).do("ask-rent vermont from 1")
    table.expect(WorthCounted(seat=1, amount=1500 - 6))


@clause("short1935.hour")
def test_an_owner_of_two_last_rents_is_asked_for_each():
    table = game().deeds("oriental", "vermont", owner=2).do("roll 3 3").do("roll 1 1").do("hour")
    table.awaits("last-rent", 2).do("pass").awaits("last-rent", 2).do("ask-rent vermont from 1")
    table.expect(WorthCounted(seat=1, amount=1500 - 6))


@clause("short1935.hour")
def test_everybody_sees_the_last_rent_that_the_game_waits_for_and_no_other():
    table = game(seats=4).deeds("oriental", owner=0).deeds("vermont", owner=2).do("roll 3 3").do("roll 1 1").do("hour")
    table.awaits("last-rent", 0)
    for seat, seen in {0: ["oriental"], 2: ["oriental", "vermont"], 3: ["oriental"]}.items():
        view = View(table.s, table.t, edition="1935", variant="short", seat=seat)
        assert [claim.deed for claim in view.claims] == seen
    table.do("pass").awaits("last-rent", 2)
    view = View(table.s, table.t, edition="1935", variant="short", seat=3)
    assert [claim.deed for claim in view.claims] == ["vermont"]


@clause("short1935.hour")
@pytest.mark.parametrize("due", [True, False])
def test_at_a_sharp_table_everybody_else_is_asked_whether_or_not_a_rent_is_due(due):
    table = game(seats=4).sharp().deeds("oriental", owner=0)
    table = table.do("roll 2 4" if due else "roll 4 6").do("hour")
    # From the left of seat 1, who has moved.
    table.awaits("last-rent", 2).refuses("roll", by=2, clause="short1935.hour").refuses(
        "pass", by=0, clause="auction.course"
    )
    table.do("pass").awaits("last-rent", 3).do("pass").awaits("last-rent", 0)
    if due:
        table.do("ask-rent oriental from 1").expect(RentPaid(payer=1, owner=0, deed="oriental", amount=6))
        table.awaits("last-rent", 0)  # as somebody who has asked for one rent may have another
    else:
        table.refuses("ask-rent oriental from 1", clause="rent.ask")
    table.do("pass").expect(GameEnded(winners=(0,), how="hour"))


@clause("short1935.hour")
def test_at_a_sharp_table_a_pass_lets_all_rents_go():
    table = game().sharp().deeds("oriental", "vermont", owner=2).do("roll 3 3").do("roll 1 1").do("hour")
    table.awaits("last-rent", 2).do("pass").expect(
        RentLapsed(owner=2, payer=1, deed="oriental"), RentLapsed(owner=2, payer=1, deed="vermont")
    )
    table.awaits("last-rent", 0).refuses("ask-rent oriental from 1", by=2, clause="rent.ask").do("pass")
    assert table.over


@clause("short1935.hour")
def test_at_a_sharp_table_a_rent_may_be_asked_for_before_ones_turn_to_be_asked():
    table = game().sharp().deeds("oriental", owner=0).do("roll 3 3").do("hour").awaits("last-rent", 2)
    table.do("ask-rent oriental from 1", by=0).expect(RentPaid(payer=1, owner=0, deed="oriental", amount=6))
    table.awaits("last-rent", 2).do("pass").awaits("last-rent", 0).do("pass")
    assert table.over


@clause("short1935.hour")
def test_at_a_sharp_table_nobody_is_asked_if_the_hour_strikes_before_a_throw():
    table = game().sharp().deeds("oriental", owner=0).do("hour")
    assert table.over
    table = game(seats=4).sharp().retire(3).do("roll 4 6").do("hour")  # nor is who has retired
    table.awaits("last-rent", 2).do("pass").awaits("last-rent", 0).do("pass")
    assert table.over


@clause("short1935.hour")
def test_a_rent_of_an_earlier_turn_dies_with_the_hour():
    table = game().deeds("oriental", owner=0).do("roll 2 4").do("end-turn").allows("ask-rent oriental from 1", by=0)
    table.do("hour").expect_none(RentPaid).expect(WorthCounted(seat=1, amount=1500))
    assert table.over


@clause("short1935.hour")
def test_nobody_gives_up_after_the_hour():
    # Seat 1, the richest, could hand the win to the creditor, and seat 2 could have an estate auctioned.
    table = game().group("light-blue", owner=0).houses("light-blue", HOTEL).cash(1, 500).group("green", owner=1)
    table.deeds("reading", owner=2).do("roll 2 4").do("hour").awaits("last-rent", 0)
    table.refuses("resign", by=2, clause="short1935.hour").do("ask-rent oriental from 1", by=0).awaits("debt", 1)
    table.refuses("resign", by=1, clause="short1935.hour").refuses("resign", by=2, clause="short1935.hour")
    table.do("mortgage pacific", by=1).do("pay", by=1)
    assert table.over


@clause("short1935.hour")
def test_no_deal_building_lift_or_other_mortgage_after_the_hour():
    table = game(seats=4).group("purple", owner=2).houses("baltic", 1).deeds("reading", "electric", owner=2)
    table.mortgage("electric").deeds("b-and-o", owner=0).do("offer 0 give reading get 10", by=2)
    table.do("roll 2 4").allows("accept 1", by=0).do("hour").awaits("buy", 1)
    table.expect(OfferLapsed(number=1, proposer=2, recipient=0))
    for act in (
        "build mediterranean",
        "sell baltic",
        "mortgage reading",
        "lift electric",
        "offer 0 give reading get 1",
    ):
        table.refuses(act, by=2, clause="short1935.hour")
    table.refuses("accept 1", by=0, clause="trade.offers").refuses("mortgage b-and-o", by=0, clause="short1935.hour")


@clause("short1935.hour")
def test_the_buyer_mortgages_nothing_for_the_price_after_the_hour():
    table = game().cash(1, 50).deeds("reading", owner=1).do("roll 2 4").do("hour")
    table.refuses("mortgage reading", by=1, clause="short1935.hour").refuses("buy", clause="buy.option").do("decline")


@clause("short1935.hour")
def test_a_building_call_is_void_but_what_was_won_is_placed():
    table = game(seats=4).group("light-blue", owner=0).group("purple", owner=2).stock(houses=1)
    table.do("build oriental", by=0).awaits("want", 2).do("hour")
    assert table.over
    table = game(seats=4).group("light-blue", owner=0).group("purple", owner=2).stock(houses=1)
    table.do("build oriental", by=0).do("want 1").do("want 1").do("bid 30", by=0).do("pass", by=2).do("hour")
    table.awaits("place", 0).do("build oriental", by=0).expect(CallClosed(building="house"))
    table.expect(WorthCounted(seat=0, amount=1500 - 30 + 100 + 100 + 120 + 50))


@clause("short1935.hour")
@pytest.mark.parametrize("building", ["house", "hotel"])
def test_an_auction_of_buildings_is_void(building):
    table = game(seats=4).group("light-blue", owner=0).group("purple", owner=2)
    if building == "hotel":
        table.houses("light-blue", 4).houses("purple", 4).stock(hotels=1)
    else:
        table.stock(houses=1)
    table.do("build oriental", by=0).do("want 1").do("want 1").do("bid 30", by=0).awaits("bid", 2).do("hour")
    table.expect_none(AuctionWon).expect(WorthCounted(seat=1, amount=1500))
    assert table.cash_of(0) == 1500


@clause("short1935.hour")
def test_the_hour_does_not_strike_during_the_deal():
    scenario("1935", "short").awaits("deal").refuses("hour", clause="act.when")


@clause("short1935.hour")
def test_the_hour_strikes_once_by_the_clock_and_not_between_dice_and_landing():
    table = game().refuses("hour", by=1, clause="act.when").do("roll").refuses("hour", clause="act.when")
    table.do("roll 3 4").refuses("hour", clause="act.when").draw("chance", "collect", amount=50).allows("hour")
    game().do("roll 2 4").do("hour").refuses("hour", clause="short1935.hour")


@clause("short1935.hour")
def test_a_regular_game_has_no_hour():
    scenario("1935").to_act(1).refuses("hour", clause="win.last")


@clause("short1935.hour")
def test_the_last_player_left_before_the_hour_wins_at_once():
    table = game().do("resign", by=0).do("resign", by=2)
    assert (table.winners, table.how) == ([1], "last")


@clause("short1935.worth")
def test_cash_property_mortgages_houses_and_hotels_are_valued():
    table = game().cash(0, 123).deeds("reading", "illinois", "electric", owner=0).mortgage("illinois", "electric")
    table.group("purple", owner=0).houses("baltic", HOTEL).houses("mediterranean", 4)
    table.group("green", owner=2).houses("green", 1).do("hour")
    worth = 123 + 200 + 240 // 2 + 150 // 2 + 60 + 60 + 5 * 50 + 4 * 50
    table.expect(
        WorthCounted(seat=0, amount=worth),
        WorthCounted(seat=1, amount=1500),
        WorthCounted(seat=2, amount=1500 + 300 + 300 + 320 + 3 * 200),
    )
    assert table.winners == [2]


@clause("short1935.worth")
@pytest.mark.parametrize(("cash", "winner"), [(1301, 0), (1299, 1)])
def test_the_highest_total_wins(cash, winner):
    table = game().cash(0, cash).deeds("reading", owner=0).cash(2, 0).do("hour")
    assert table.winners == [winner]


@clause("short1935.worth")
def test_jail_cards_are_worth_nothing():
    table = game().jail_card("chance", 0).do("hour")
    table.expect(WorthCounted(seat=0, amount=1500))


def rivals(edition: str, variant: str = "", houses: int = 2) -> Table:
    """Return a table where seats 0 and 2 have groups to build on, and the Bank has a few houses."""
    table = scenario(edition, variant, seats=4).group("light-blue", owner=0).group("purple", owner=2)
    return table.stock(houses=houses).to_act(1)


@clause("1935:short1935.hour")
def test_after_the_hour_a_debtor_sells_but_nobody_else():
    table = scenario("1935", "short").group("light-blue", owner=1).houses("light-blue", 1).group("orange", owner=0)
    table.houses("orange", 4).cash(1, 0).token(1, on="jail").to_act(1).do("roll 4 2").do("hour")
    table.refuses("sell-group orange", by=0, clause="short1935.hour").refuses(
        "sell oriental", by=1, clause="short1935.hour"
    )
    table.do("ask-rent st-james from 1", by=0).awaits("debt", 1)
    table.do("sell oriental", by=1).expect(HouseSold(seat=1, deed="oriental", amount=25))
    table.refuses("sell-group light-blue", by=1, clause="sell.hotels")


@clause("1935:short1935.hour")
def test_after_the_hour_a_debtor_sells_and_mortgages_no_more_than_the_debt_asks_for():
    # Else the richest could throw his lead away, and with it the game.
    table = scenario("1935", "short").group("light-blue", owner=1).houses("light-blue", 1).deeds("reading", owner=1)
    table.deeds("st-james", owner=0).cash(1, 0).token(1, on="jail").to_act(1).do("roll 4 2").do("hour")
    table.do("ask-rent st-james from 1", by=0).awaits("debt", 1).do("sell oriental", by=1)
    table.refuses("sell vermont", by=1, clause="short1935.hour")
    table.cash(1, 14).refuses("mortgage reading", by=1, clause="short1935.hour")
    table.refuses("sell-group light-blue", by=1, clause="short1935.hour").do("pay", by=1)
    assert table.over


@clause("1935:short1935.hour")
@pytest.mark.parametrize("wishes", [(), ("want 8", "want 9")])
def test_the_hour_ends_a_building_call_and_its_auction(wishes):
    table = rivals("1935", "short").do("build oriental", by=0)
    for seat, wish in zip((2, 0), wishes, strict=False):
        table.do(wish, by=seat)
    table.awaits("bid" if wishes else "want").do("hour")
    assert table.how == "hour"


@clause("1935:short1935.hour")
def test_the_hour_ends_the_auction_of_a_hotel():
    table = rivals("1935", "short", houses=32).houses("light-blue", 4).houses("purple", 4).stock(hotels=1)
    table.do("build oriental", by=0).do("want 2", by=2).do("want 3", by=0).awaits("bid").do("hour")
    assert table.how == "hour"
