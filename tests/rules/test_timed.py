"""The anniversary Time Limit Game: two deeds dealt, an agreed hour, and the regular rules otherwise."""

import pytest

from tests.kit.clause_mark import clause
from tests.kit.scenario import HOTEL, Table, scenario
from ventnor.event import Bought, DeedDealt, GameEnded, HourStruck, OfferLapsed, RentLapsed, RentPaid, WorthCounted


def game(seats: int = 3) -> Table:
    """Return the timed game after the deal, on seat 1's turn."""
    return scenario("anniversary", "timed", seats=seats).token(1, on="go").to_act(1)


@clause("timed.hour")
def test_two_deeds_are_dealt_to_each_and_paid_for():
    table = scenario("anniversary", "timed", seats=2).awaits("deal")
    for turn, (deed, price) in enumerate([("oriental", 100), ("boardwalk", 400), ("reading", 200), ("baltic", 60)]):
        table.refuses(f"deal {1 - turn % 2} {deed}", clause="timed.hour").do(f"deal {turn % 2} {deed}")
        table.expect(DeedDealt(seat=turn % 2, deed=deed, amount=price, clause="timed.hour"))
    table.awaits("throw", 0)
    assert table.cash_of_all == [1500 - 300, 1500 - 460]


@clause("timed.hour")
def test_at_the_hour_the_richest_wins():
    table = (
        game().cash(0, 1000).deeds("boardwalk", owner=0).mortgage("boardwalk").deeds("park-place", owner=2).do("hour")
    )
    table.expect(
        HourStruck(clause="timed.hour"),
        WorthCounted(seat=0, amount=1000 + 400 // 2),
        WorthCounted(seat=1, amount=1500),
        WorthCounted(seat=2, amount=1500 + 350),
        GameEnded(winners=(2,), how="hour", clause="timed.hour"),
    )
    table.refuses("roll", by=1, clause="timed.hour")


@clause("timed.hour")
def test_the_move_under_way_is_completed_and_doubles_give_no_further_throw():
    table = (
        game().do("roll 3 3").awaits("buy", 1).do("hour").do("buy").expect(Bought(seat=1, deed="oriental", amount=100))
    )
    assert table.how == "hour"
    table = game().deeds("oriental", owner=0).do("roll 3 3").do("hour").awaits("last-rent", 0)
    table.do("ask-rent oriental from 1").expect(RentPaid(payer=1, owner=0, deed="oriental", amount=6))
    assert table.how == "hour"


@clause("timed.hour")
def test_an_owner_of_two_last_rents_is_asked_for_each():
    table = game().deeds("oriental", "vermont", owner=2).do("roll 3 3").do("roll 1 1").do("hour")
    table.awaits("last-rent", 2).do("pass").awaits("last-rent", 2).do("ask-rent vermont from 1")
    table.expect(WorthCounted(seat=1, amount=1500 - 6))


@clause("timed.hour")
@pytest.mark.parametrize("due", [True, False])
def test_at_a_sharp_table_everybody_else_is_asked_whether_or_not_a_rent_is_due(due):
    table = game(seats=4).sharp().deeds("oriental", owner=0)
    table = table.do("roll 2 4" if due else "roll 4 6").do("hour")
    # From the left of seat 1, who has moved.
    table.awaits("last-rent", 2).refuses("roll", by=2, clause="timed.hour").refuses(
        "pass", by=0, clause="auction.course"
    )
    table.do("pass").awaits("last-rent", 3).do("pass").awaits("last-rent", 0)
    if due:
        table.do("ask-rent oriental from 1").expect(RentPaid(payer=1, owner=0, deed="oriental", amount=6))
        table.awaits("last-rent", 0)  # as somebody who has asked for one rent may have another
    else:
        table.refuses("ask-rent oriental from 1", clause="rent.ask")
    table.do("pass").expect(GameEnded(winners=(0,), how="hour"))


@clause("timed.hour")
def test_at_a_sharp_table_a_pass_lets_all_rents_go():
    table = game().sharp().deeds("oriental", "vermont", owner=2).do("roll 3 3").do("roll 1 1").do("hour")
    table.awaits("last-rent", 2).do("pass").expect(
        RentLapsed(owner=2, payer=1, deed="oriental"), RentLapsed(owner=2, payer=1, deed="vermont")
    )
    table.awaits("last-rent", 0).refuses("ask-rent oriental from 1", by=2, clause="rent.ask").do("pass")
    assert table.over


@clause("timed.hour")
def test_at_a_sharp_table_a_rent_may_be_asked_for_before_ones_turn_to_be_asked():
    table = game().sharp().deeds("oriental", owner=0).do("roll 3 3").do("hour").awaits("last-rent", 2)
    table.do("ask-rent oriental from 1", by=0).expect(RentPaid(payer=1, owner=0, deed="oriental", amount=6))
    table.awaits("last-rent", 2).do("pass").awaits("last-rent", 0).do("pass")
    assert table.over


@clause("timed.hour")
def test_at_a_sharp_table_nobody_is_asked_if_the_hour_strikes_before_a_throw():
    table = game().sharp().deeds("oriental", owner=0).do("hour")
    assert table.over
    table = game(seats=4).sharp().retire(3).do("roll 4 6").do("hour")  # nor is who has retired
    table.awaits("last-rent", 2).do("pass").awaits("last-rent", 0).do("pass")
    assert table.over


@clause("timed.hour")
@pytest.mark.parametrize("act", ["build baltic", "mortgage reading", "lift electric", "offer 0 give reading get 1"])
def test_no_more_trading_or_building_after_the_hour(act):
    table = game().group("purple", owner=2).deeds("reading", "electric", owner=2).mortgage("electric")
    table.do("offer 0 give reading get 5", by=2).do("roll 2 4").allows(act, by=2).do("hour")
    table.expect(OfferLapsed(number=1, proposer=2, recipient=0)).refuses(act, by=2, clause="timed.hour")


@clause("timed.hour")
def test_otherwise_the_regular_rules_hold_four_houses_before_a_hotel():
    table = game().group("purple", owner=0).houses("purple", 3).do("build baltic", by=0)
    assert table.houses_on("baltic") == 4
    table = game().group("purple", owner=0).houses("baltic", HOTEL).houses("mediterranean", 4).do("hour")
    table.expect(WorthCounted(seat=0, amount=1500 + 60 + 60 + 5 * 50 + 4 * 50))


@clause("timed.hour")
def test_a_second_bankruptcy_does_not_end_it_but_the_last_player_left_wins():
    table = game(seats=4).do("resign", by=2).do("resign", by=3).expect_none(GameEnded)
    table.do("resign", by=0).expect(GameEnded(winners=(1,), how="last"))


@clause("timed.hour")
def test_the_regular_game_and_the_short_game_have_no_hour():
    scenario("anniversary").to_act(1).refuses("hour", clause="win.last")
    scenario("anniversary", "short").to_act(1).refuses("hour", clause="win.last")


@clause("timed.hour")
def test_nobody_gives_up_after_the_hour():
    # Seat 1, the richest, could hand the win to the creditor, and seat 2 could have an estate auctioned.
    table = game().group("light-blue", owner=0).houses("light-blue", HOTEL).cash(1, 500).group("green", owner=1)
    table.deeds("reading", owner=2).do("roll 2 4").do("hour").awaits("last-rent", 0)
    table.refuses("resign", by=2, clause="timed.hour").do("ask-rent oriental from 1", by=0).awaits("debt", 1)
    table.refuses("resign", by=1, clause="timed.hour").refuses("resign", by=2, clause="timed.hour")
    table.do("mortgage pacific", by=1).do("pay", by=1)
    assert table.over
