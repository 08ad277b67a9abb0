"""Mortgages: taking one, lifting it, and receiving a property that has one."""

import pytest

from tests.kit.clause_mark import clause
from tests.kit.scenario import HOTEL, Table, scenario
from ventnor.event import DealMade, Kept, Lifted, Mortgaged, RentPaid

ODD = [("park-place", 175, 18), ("electric", 75, 8), ("water-works", 75, 8)]


def holder(edition: str, *deeds: str, seats: int = 3) -> Table:
    """Return a table where seat 0 holds these deeds; it is seat 1's turn."""
    return scenario(edition, seats=seats).deeds(*deeds, owner=0).token(1, on="jail").to_act(1)


def pass_on(table: Table) -> None:
    """End the turn of seat 1 without anything happening."""
    table.do("roll 4 6").do("end-turn")


@clause("mortgage.take")
@pytest.mark.parametrize(
    ("deed", "price"), [("baltic", 60), ("connecticut", 120), ("reading", 200), ("electric", 150), ("park-place", 350)]
)
def test_an_unimproved_property_is_mortgaged_for_half_its_price_and_kept(edition, deed, price):
    table = holder(edition, deed).do(f"mortgage {deed}", by=0)
    table.expect(Mortgaged(seat=0, deed=deed, amount=price // 2))
    assert table.cash_of(0) == 1500 + price // 2
    assert table.is_mortgaged(deed)
    assert table.owner_of(deed) == 0


@clause("mortgage.take")
def test_it_is_mortgaged_at_any_time(edition):
    table = holder(edition, "baltic", "reading", "short-line", "b-and-o").do("mortgage baltic", by=0)
    table.do("roll 1 3").awaits("buy", 1).do("mortgage reading", by=0)
    table.do("decline").awaits("bid").do("mortgage short-line", by=0)
    table.do("pass").do("pass").do("pass").awaits("end", 1).do("mortgage b-and-o", by=0)
    assert table.cash_of(0) == 1500 + 30 + 3 * 100


@clause("mortgage.take")
def test_only_the_owner_mortgages_and_only_once(edition):
    table = holder(edition, "baltic").refuses("mortgage baltic", by=1, clause="mortgage.take")
    table.refuses("mortgage oriental", by=0, clause="mortgage.take")
    table.do("mortgage baltic", by=0).refuses("mortgage baltic", by=0, clause="mortgage.take")


@clause("mortgage.buildings-first")
@pytest.mark.parametrize(
    ("edition", "whole_group"),
    [("1935", False), ("classic", True), ("anniversary", True), ("official", True), ("modern", True)],
)
@pytest.mark.parametrize("buildings", [1, HOTEL])
def test_the_buildings_of_the_group_are_sold_first_but_in_1935_only_those_of_the_lot(edition, whole_group, buildings):
    table = holder(edition, "oriental", "vermont", "connecticut").houses("oriental", buildings)
    if buildings == HOTEL:
        table.houses("vermont", 4)  # the third lot is bare, as only selling in any order can leave it
    table.refuses("mortgage oriental", by=0, clause="mortgage.buildings-first")
    if whole_group:
        table.refuses("mortgage connecticut", by=0, clause="mortgage.buildings-first")
    else:
        table.do("mortgage connecticut", by=0)
        assert table.is_mortgaged("connecticut")


@clause("mortgage.buildings-first")
def test_with_its_buildings_sold_the_lot_may_be_mortgaged(edition):
    table = holder(edition, "oriental", "vermont", "connecticut").houses("oriental", 1)
    table.do("sell oriental", by=0).do("mortgage oriental", by=0)
    assert table.cash_of(0) == 1500 + 25 + 50


@clause("mortgage.buildings-first")
def test_buildings_of_another_group_stand_in_no_ones_way(edition):
    table = holder(edition, "oriental", "vermont", "connecticut", "baltic", "mediterranean").houses("baltic", 1)
    table.allows("mortgage oriental", by=0)


@clause("mortgage.lift")
@pytest.mark.parametrize(("deed", "cost"), [("baltic", 30 + 3), ("oriental", 50 + 5), ("boardwalk", 200 + 20)])
def test_lifting_costs_the_mortgage_value_and_ten_per_cent(edition, deed, cost):
    table = holder(edition, deed).mortgage(deed).do(f"lift {deed}", by=0)
    table.expect(Lifted(seat=0, deed=deed, amount=cost, clause="mortgage.lift"))
    assert table.cash_of(0) == 1500 - cost
    assert not table.is_mortgaged(deed)


@clause("mortgage.lift")
def test_the_cost_of_lifting_must_be_there_to_the_dollar(edition):
    holder(edition, "oriental").mortgage("oriental").cash(0, 54).refuses("lift oriental", by=0, clause="mortgage.lift")
    table = holder(edition, "oriental").mortgage("oriental").cash(0, 55).do("lift oriental", by=0)
    assert table.cash_of(0) == 0


@clause("mortgage.lift")
def test_nobody_but_the_owner_lifts_a_mortgage(edition):
    table = holder(edition, "oriental").mortgage("oriental")
    for other in (1, 2):
        table.refuses("lift oriental", by=other, clause="mortgage.lift")
    holder(edition, "oriental").refuses("lift oriental", by=0, clause="mortgage.lift")


@clause("mortgage.lift")
def test_it_is_lifted_at_any_time(edition):
    table = holder(edition, "baltic", "reading").mortgage("baltic", "reading").do("lift baltic", by=0)
    table.do("roll 1 3").awaits("buy", 1).do("lift reading", by=0)
    assert table.cash_of(0) == 1500 - 33 - 110


@clause("mortgage.lift")
def test_a_mortgage_taken_and_lifted_in_one_turn_costs_its_interest(edition):
    table = holder(edition, "oriental").do("mortgage oriental", by=0).do("lift oriental", by=0)
    assert table.cash_of(0) == 1500 + 50 - 55


# --- receiving --------------------------------------------------------------------------------------------------------


def sold(edition: str, cash: int = 1500) -> Table:
    """Seat 2 has just bought the mortgaged Boardwalk from seat 0 for a dollar, in the turn of seat 1."""
    table = holder(edition, "boardwalk").mortgage("boardwalk").cash(2, cash)
    table.do("offer 2 give boardwalk get 1", by=0).do("accept 1", by=2)
    return table.expect(DealMade(number=1, proposer=0, recipient=2)).awaits("receive", 2)


@clause("mortgage.transfer")
def test_who_receives_a_mortgaged_property_pays_ten_per_cent_at_once(edition):
    table = sold(edition).refuses("roll", by=1, clause="mortgage.transfer").do("keep boardwalk", by=2)
    table.expect(Kept(seat=2, deed="boardwalk", amount=20)).awaits("throw", 1)
    assert table.is_mortgaged("boardwalk")
    assert table.cash_of_all == [1500 + 1, 1500, 1500 - 1 - 20]


@clause("mortgage.transfer")
def test_or_lifts_it_at_once_for_the_value_and_ten_per_cent(edition):
    table = sold(edition).do("lift boardwalk", by=2).expect(Lifted(seat=2, deed="boardwalk", amount=200 + 20))
    table.awaits("throw", 1)
    assert not table.is_mortgaged("boardwalk")
    assert table.cash_of(2) == 1500 - 1 - 220


@clause("mortgage.transfer")
def test_lifting_it_later_costs_the_ten_per_cent_again(edition):
    table = sold(edition).do("keep boardwalk", by=2)
    pass_on(table)
    table.do("lift boardwalk", by=2).expect(Lifted(seat=2, deed="boardwalk", amount=200 + 20))
    assert table.cash_of(2) == 1500 - 1 - 20 - 220


@clause("mortgage.transfer")
@pytest.mark.parametrize(
    ("edition", "cost", "by"),
    [
        ("1935", 220, "mortgage.lift"),
        ("classic", 220, "mortgage.lift"),
        ("anniversary", 200, "mortgage.transfer"),
        ("official", 220, "mortgage.lift"),
        ("modern", 220, "mortgage.lift"),
    ],
)
def test_only_anniversary_gives_who_kept_it_the_turn_to_lift_for_the_value_alone(edition, cost, by):
    table = sold(edition).do("keep boardwalk", by=2).do("roll 4 6").awaits("end", 1)
    table.do("lift boardwalk", by=2).expect(Lifted(seat=2, deed="boardwalk", amount=cost, clause=by))
    assert table.cash_of(2) == 1500 - 1 - 20 - cost


@clause("mortgage.transfer")
def test_keeping_and_lifting_in_the_same_breath_costs_the_second_ten_per_cent_but_in_anniversary(edition):
    table = sold(edition, cash=1 + 20 + 200).do("keep boardwalk", by=2)
    if edition == "anniversary":
        table.do("lift boardwalk", by=2)
        assert table.cash_of(2) == 0
    else:
        table.refuses("lift boardwalk", by=2, clause="mortgage.lift")


@clause("mortgage.transfer")
def test_a_debt_that_comes_up_meanwhile_waits_for_the_answer(edition):
    table = holder(edition, "boardwalk", "virginia").mortgage("boardwalk").do("roll 1 3").deeds("reading", owner=2)
    table.do("offer 2 give boardwalk get 1", by=0).do("accept 1", by=2).do("ask-rent virginia from 1", by=0)
    table.expect_none(RentPaid).awaits("receive", 2).do("keep boardwalk")
    table.expect(Kept(seat=2, deed="boardwalk", amount=20), RentPaid(payer=1, owner=0, deed="virginia", amount=12))


@clause("mortgage.transfer")
def test_the_old_owner_has_nothing_to_do_with_it_any_more(edition):
    table = sold(edition).refuses("keep boardwalk", by=0, clause="mortgage.transfer")
    table.refuses("lift boardwalk", by=0, clause="mortgage.lift")


@clause("mortgage.transfer")
def test_a_deal_is_refused_that_leaves_the_receiver_without_the_ten_per_cent(edition):
    table = holder(edition, "boardwalk").mortgage("boardwalk").cash(2, 20)
    table.refuses("offer 2 give boardwalk get 1", by=0, clause="mortgage.transfer")
    table.do("offer 2 give boardwalk get nothing", by=0).do("accept 1", by=2).do("keep boardwalk", by=2)
    assert table.cash_of(2) == 20 - 20
    # It is judged again when the offer is accepted.
    table = holder(edition, "boardwalk").mortgage("boardwalk").deeds("reading", owner=2).mortgage("reading")
    table.cash(2, 110 + 19).do("offer 2 give boardwalk get nothing", by=0).do("lift reading", by=2)
    table.refuses("accept 1", by=2, clause="mortgage.transfer")


@clause("mortgage.transfer")
def test_the_price_received_may_pay_the_ten_per_cent(edition):
    table = holder(edition, "boardwalk").mortgage("boardwalk").cash(2, 0)
    table.deeds("baltic", owner=2).do("offer 2 give boardwalk 20 get baltic", by=0).do("accept 1", by=2)
    table.do("keep boardwalk", by=2)
    assert table.cash_of(2) == 20 - 20


@clause("mortgage.transfer")
def test_each_of_several_deeds_received_is_kept_or_lifted(edition):
    table = holder(edition, "boardwalk", "baltic").mortgage("boardwalk", "baltic").deeds("reading", owner=2)
    table.mortgage("reading").do("offer 2 give boardwalk baltic get reading", by=0).do("accept 1", by=2)
    table.do("keep boardwalk", by=2).do("lift baltic", by=2).awaits("receive", 0).do("keep reading", by=0)
    table.awaits("throw", 1)
    assert table.cash_of_all == [1500 - 10, 1500, 1500 - 20 - 33]


@clause("mortgage.transfer")
def test_lifting_one_must_leave_the_ten_per_cent_on_the_others(edition):
    table = holder(edition, "boardwalk", "baltic").mortgage("boardwalk", "baltic").cash(2, 33 + 19)
    table.do("offer 2 give boardwalk baltic get nothing", by=0).do("accept 1", by=2)
    table.refuses("lift baltic", by=2, clause="mortgage.transfer").do("keep boardwalk", by=2)
    table.refuses("lift baltic", by=2, clause="mortgage.lift").do("keep baltic", by=2)
    assert table.cash_of(2) == 33 + 19 - 20 - 3


@clause("mortgage.transfer")
def test_who_receives_it_next_pays_again(edition):
    table = sold(edition).do("keep boardwalk", by=2).do("offer 1 give boardwalk get nothing", by=2).do("accept 2", by=1)
    table.do("keep boardwalk", by=1).expect(Kept(seat=1, deed="boardwalk", amount=20))
    assert table.cash_of(1) == 1500 - 20


@clause("mortgage.transfer")
def test_an_unmortgaged_property_costs_its_receiver_nothing(edition):
    table = (
        holder(edition, "boardwalk").do("offer 2 give boardwalk get 1", by=0).do("accept 1", by=2).awaits("throw", 1)
    )
    table.refuses("keep boardwalk", by=2, clause="mortgage.transfer")
    assert table.cash_of(2) == 1500 - 1


@clause("mortgage.rounding")
@pytest.mark.parametrize(("deed", "value", "interest"), ODD)
def test_ten_per_cent_of_an_odd_amount_is_rounded_up_to_the_dollar(edition, deed, value, interest):
    assert interest * 10 == value + 5
    table = holder(edition, deed).mortgage(deed).do(f"lift {deed}", by=0)
    assert table.cash_of(0) == 1500 - (value + interest)
    table = holder(edition, deed).mortgage(deed).do(f"offer 2 give {deed} get nothing", by=0).do("accept 1", by=2)
    table.do(f"keep {deed}", by=2).expect(Kept(seat=2, deed=deed, amount=interest))


@clause("mortgage.rounding")
def test_it_is_rounded_deed_by_deed(edition):
    table = holder(edition, "electric", "water-works").mortgage("electric", "water-works").cash(2, 8 + 8)
    table.do("offer 2 give electric water-works get nothing", by=0).do("accept 1", by=2)
    table.do("keep electric", by=2).do("keep water-works", by=2)
    assert table.cash_of(2) == 0
    holder(edition, "electric", "water-works").mortgage("electric", "water-works").cash(2, 15).refuses(
        "offer 2 give electric water-works get nothing", by=0, clause="mortgage.transfer"
    )


@clause("mortgage.rounding")
def test_an_even_ten_per_cent_stays_as_it_is(edition):
    table = holder(edition, "states").mortgage("states").do("lift states", by=0)
    assert table.cash_of(0) == 1500 - 70 - 7


@clause("mortgage.rounding")
@pytest.mark.parametrize(
    ("edition", "tax"), [("1935", 151), ("classic", 151), ("anniversary", 151), ("official", 151), ("modern", 200)]
)
def test_ten_per_cent_of_ones_worth_is_rounded_up_too(edition, tax):
    table = scenario(edition).cash(1, 1501).to_act(1).do("roll 1 3")
    if edition != "modern":
        table.do("tax percent")
    assert table.cash_of(1) == 1501 - tax


def receipt(edition: str) -> Table:
    """Seat 0 has bought Reading Railroad, which is mortgaged, while its rent for Oriental Avenue was open."""
    table = scenario(edition).deeds("oriental", owner=1).deeds("reading", "electric", owner=2).mortgage("reading")
    table.token(0, on="go").to_act(0).do("roll 2 4").do("offer 0 give reading get 5", by=2).do("accept 1", by=0)
    return table.awaits("receive", 0)


@clause("mortgage.transfer")
def test_a_debt_waits_until_a_deed_just_received_is_kept_or_lifted(edition):
    table = receipt(edition).do("ask-rent oriental from 0", by=1).expect_none(RentPaid).awaits("receive", 0)
    table.refuses("end-turn", by=0, clause="mortgage.transfer")
    table.do("keep reading", by=0).expect(RentPaid(payer=0, owner=1, deed="oriental", amount=6)).awaits("end", 0)


@clause("mortgage.lift")
def test_lifting_a_deed_just_received_is_an_answer(edition):
    table = receipt(edition).do("lift reading", by=0).expect(Lifted(seat=0, deed="reading", amount=110))
    table.awaits("end", 0)


@clause("mortgage.lift", "mortgage.transfer")
def test_what_was_inherited_in_this_turn_is_lifted_for_its_value_as_what_was_received(edition):
    table = scenario(edition, seats=4, decks="classic").deeds("boardwalk", owner=2).mortgage("boardwalk").cash(2, 0)
    table.token(1, on="jail").to_act(1).do("roll 3 4").draw("chest", "collect-each").do("bankrupt", by=2)
    table.do("lift boardwalk", by=1)
    table.expect(Lifted(seat=1, deed="boardwalk", amount=200, clause="mortgage.transfer"))
