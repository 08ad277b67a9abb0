"""Which comes first when a building call, an auction, a choice, a debt and the hour meet.

Not the file of a family: each scenario is about the order of several rules, and covers no clause by itself.
"""

import pytest

from tests.kit.scenario import HOTEL, Table, scenario
from ventnor.event import DeedDealt, HourStruck, WorthCounted


def shortage(edition: str = "official", variant: str = "") -> Table:
    """Give seats 0 and 1 a bare group each and seat 2 all houses but four; seat 0 is on turn."""
    table = scenario(edition, variant).group("light-blue", owner=0).group("pink", owner=1)
    table.group("purple", "dark-blue", "orange", owner=2).houses("purple", 4).houses("dark-blue", 4).houses("orange", 4)
    table.deeds("pacific", "water-works", owner=0).deeds("reading", "electric", owner=1).deeds("atlantic", owner=2)
    return table.to_act(0)


def house_auction(table: Table) -> Table:
    """Return a table where seats 0 and 1 want more houses than there are: one is on the block."""
    return table.do("build oriental", by=0).do("want 12", by=1).do("want 12", by=0).awaits("bid", 1)


def hotel_auction() -> Table:
    """Return a table where seats 0 and 1 are ready for hotels, the Bank has one, and it is on the block."""
    table = scenario("official", seats=4).group("light-blue", owner=0).group("pink", owner=1)
    table.houses("light-blue", 4).houses("pink", 4)
    for group in ("orange", "red", "yellow"):
        table.group(group, owner=2).houses(group, HOTEL)
    table.group("green", owner=3).houses("green", HOTEL).houses("pennsylvania", 4).to_act(0)
    table.do("build oriental", by=0).do("want 3", by=1).do("want 0", by=3).do("want 3", by=0)
    return table.awaits("bid", 1)


# --- a choice comes before everything else of its player ------------------------------------------------------------


def test_a_tax_is_chosen_before_the_chooser_answers_a_call():
    table = shortage().do("roll 1 3").awaits("tax", 0)
    table.do("build states", by=1).awaits("tax", 0).refuses("want 1", by=0, clause="tax.income")
    table.do("tax flat", by=0).awaits("want", 0)


def test_a_tax_is_chosen_before_the_chooser_bids_for_an_estate():
    table = scenario("official", seats=4).deeds("oriental", owner=1).deeds("baltic", owner=3).mortgage("baltic")
    table.cash(3, 0).to_act(3).do("roll 2 4", "end-turn").do("roll 1 3").awaits("tax", 0)
    table.do("ask-rent oriental from 3", by=1).do("mortgage oriental", by=1).cash(1, 0).do("bankrupt", by=3)
    table.awaits("debt", 1).do("bankrupt", by=1).awaits("tax", 0).refuses("bid 1", by=0, clause="tax.income")
    table.do("tax flat", by=0).awaits("bid").do("bid 1", by=0)


def test_a_received_deed_is_answered_before_its_receiver_answers_a_call():
    table = shortage().mortgage("reading").do("offer 0 give reading get 5", by=1).do("accept 1", by=0)
    table.awaits("receive", 0).do("build states", by=1).awaits("receive", 0)
    table.do("keep reading", by=0).awaits("want", 0)


def test_who_has_received_a_mortgaged_deed_lifts_no_other_one_first():
    table = shortage().mortgage("reading", "pacific").cash(0, 180).do("offer 0 give reading get 5", by=1)
    table.do("accept 1", by=0).refuses("lift pacific", by=0, clause="mortgage.transfer")
    table.do("keep reading", by=0).do("lift pacific", by=0)


# --- a building won is placed ---------------------------------------------------------------------------------------


def test_a_building_won_is_placed_before_debts_fall_due():
    table = shortage().cash(0, 100).token(0, on="st-charles").houses("orange", HOTEL).do("roll 2 3")
    table = house_auction(table).do("ask-rent st-james from 0", by=2)
    table.do("bid 90", by=0).do("pass", by=1).awaits("place", 0)
    table.refuses("mortgage vermont", by=0, clause="shortage.auction")
    table.refuses("pass", by=0, clause="shortage.auction").do("build oriental", by=0).awaits("debt", 0)


def test_who_has_lost_the_room_for_a_building_does_not_bid_for_it():
    table = house_auction(shortage()).do("mortgage oriental", by=0)
    table.refuses("bid 5", by=0, clause="shortage.auction").refuses("pass", by=0, clause="shortage.auction")
    table.do("bid 50", by=1).awaits("place", 1)


def test_the_highest_bidder_for_a_hotel_keeps_the_place_for_it():
    table = hotel_auction().do("bid 25", by=0).refuses("sell oriental", by=0, clause="shortage.auction")
    table.allows("sell states", by=1).do("pass", by=1).do("build oriental", by=0)
    assert table.houses_on("oriental") == HOTEL


def test_who_buys_in_a_call_at_the_listed_price_may_raise_the_money_first():
    table = shortage().do("build oriental", by=0).do("want 1", by=1).do("want 1", by=0).awaits("place", 1)
    table.do("mortgage reading", by=1).do("pass", by=1).do("build oriental", by=0)


def test_the_highest_bidder_may_raise_the_bid():
    table = house_auction(shortage()).do("bid 25", by=0).refuses("bid 25", by=0, clause="auction.course")
    table.do("bid 1500", by=0).refuses("bid 1501", by=0, clause="auction.settle")
    assert not [text for text in table.menu(0) if text.startswith("bid")]


def test_a_building_won_before_the_hour_is_placed_after_it():
    table = house_auction(shortage("1935", "short")).do("bid 25", by=0).do("pass", by=1).do("hour").awaits("place", 0)
    table.do("build oriental", by=0)
    assert table.over
    assert table.houses_on("oriental") == 1


# --- debts of several ----------------------------------------------------------------------------------------------


def test_who_retires_leaves_a_debt_to_each_one_share_smaller():
    table = scenario("official", seats=5).deeds("reading", owner=2).group("green", owner=2).cash(2, 0).cash(1, 0)
    table.token(2, on="free-parking").to_act(1).do("roll 2 3", "end-turn").do("roll 1 1")
    table.draw("chance", "pay-each").awaits("debt", 2).do("ask-rent reading from 1", by=2)
    assert table.s.debts[0].amount == 200
    table.do("bankrupt", by=1)
    assert table.s.debts[0].amount == 150


# --- every short game by its own clauses ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "variant", "deal", "hour", "worth"),
    [
        ("1935", "short", "short1935.deal", "short1935.hour", "short1935.worth"),
        ("anniversary", "timed", "timed.hour", "timed.hour", "timed.hour"),
    ],
)
def test_a_short_game_is_dealt_ended_and_valued_by_its_own_clauses(edition, variant, deal, hour, worth):
    table = scenario(edition, variant).do("deal 0 oriental").refuses("deal 1 oriental", clause=deal)
    table.expect(DeedDealt(seat=0, deed="oriental", amount=100, clause=deal))
    table = shortage(edition, variant).do("roll 1 3").do("hour").expect(HourStruck(clause=hour))
    table.refuses("build states", by=1, clause=hour).refuses("hour", clause=hour).do("tax flat", by=0)
    table.expect(WorthCounted(seat=1, amount=1500 + 440 + 200 + 150, clause=worth))
    table.refuses("roll", by=0, clause=hour)


def test_the_short_game_of_the_anniversary_is_dealt_by_its_own_clause():
    scenario("anniversary", "short").do("deal 0 oriental").refuses("deal 1 oriental", clause="short.deal")


def test_a_game_without_an_hour_has_none():
    shortage().refuses("hour", clause="win.last").refuses("deal 0 baltic", clause="setup.equipment")
    shortage("1935", "short").refuses("hour", by=0, clause="act.when")
