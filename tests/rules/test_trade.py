"""Deals between players: what may change hands, when, and when an offer lapses."""

import pytest

from tests.kit.clause_mark import clause
from tests.kit.scenario import HOTEL, Table, scenario
from ventnor.action import MalformedAction
from ventnor.event import (
    CashPassed,
    Countered,
    DealMade,
    DeedPassed,
    JailCardPassed,
    Offered,
    OfferLapsed,
    Rejected,
    RentPaid,
    Withdrawn,
)
from ventnor.notation import parse_action


def market(edition: str, seats: int = 4) -> Table:
    """Return a table where seats 0 and 2 have things to deal with; it is seat 1's turn."""
    table = scenario(edition, seats=seats).deeds("oriental", "reading", "electric", owner=0)
    return table.deeds("vermont", "b-and-o", owner=2).token(1, on="jail").to_act(1)


@clause("trade.property")
@pytest.mark.parametrize("deed", ["oriental", "reading", "electric"])
@pytest.mark.parametrize("price", [1, 1499])
def test_lots_railroads_and_utilities_pass_for_whatever_the_two_agree_on(edition, deed, price):
    table = market(edition).do(f"offer 2 give {deed} get {price}", by=0).do("accept 1", by=2)
    table.expect(
        DealMade(number=1, proposer=0, recipient=2),
        DeedPassed(giver=0, receiver=2, deed=deed),
        CashPassed(giver=2, receiver=0, amount=price),
    ).expect_none(OfferLapsed)  # what was accepted is done with, not void
    assert table.owner_of(deed) == 2
    assert table.cash_of_all == [1500 + price, 1500, 1500 - price, 1500]


@clause("trade.property")
def test_nobody_deals_with_what_is_not_his(edition):
    table = market(edition)
    table.refuses("offer 2 give vermont get 10", by=0, clause="trade.property")  # seat 2's own
    table.refuses("offer 2 give boardwalk get 10", by=0, clause="trade.property")  # the Bank's
    table.refuses("offer 2 give 10 get oriental", by=0, clause="trade.property")
    table.refuses("offer 2 give 10 get boardwalk", by=0, clause="trade.property")


@clause("trade.property")
def test_buildings_never_pass(edition):
    for text in ("offer 2 give house get 10", "offer 2 give hotel get 10", "offer 2 give oriental house get 10"):
        with pytest.raises(MalformedAction):
            parse_action(text)
    table = market(edition).group("light-blue", owner=0).houses("oriental", 1)
    table.refuses("offer 2 give oriental vermont connecticut get 500", by=0, clause="trade.buildings-first")


@clause("trade.property")
def test_a_deal_needs_the_consent_of_whom_it_is_offered_to(edition):
    table = market(edition).do("offer 2 give oriental get 10", by=0)
    assert table.owner_of("oriental") == 0
    for other in (0, 1, 3):
        table.refuses("accept 1", by=other, clause="trade.offers")


@clause("trade.buildings-first")
@pytest.mark.parametrize("buildings", [1, 4, HOTEL])
@pytest.mark.parametrize("lot", ["oriental", "vermont", "connecticut"])
def test_no_lot_passes_while_any_lot_of_its_group_has_a_building(edition, buildings, lot):
    table = market(edition).group("light-blue", owner=0).houses(lot, buildings)
    table.refuses("offer 2 give oriental get 10", by=0, clause="trade.buildings-first")
    table.refuses("offer 0 give 10 get oriental", by=2, clause="trade.buildings-first")


@clause("trade.buildings-first")
def test_with_the_buildings_sold_the_lot_passes(edition):
    table = market(edition).group("light-blue", owner=0).houses("connecticut", 1).do("sell connecticut", by=0)
    table.do("offer 2 give oriental get 10", by=0).do("accept 1", by=2)
    assert table.owner_of("oriental") == 2


@clause("trade.buildings-first")
def test_buildings_of_another_group_stand_in_nobodys_way(edition):
    table = market(edition).group("purple", owner=0).houses("baltic", 1)
    table.allows("offer 2 give oriental get 10", by=0)


@clause("trade.no-loans")
def test_cash_for_nothing_would_be_a_loan_or_a_gift(edition):
    table = market(edition)
    table.refuses("offer 2 give 100 get nothing", by=0, clause="trade.no-loans")
    table.refuses("offer 2 give nothing get 100", by=0, clause="trade.no-loans")
    table.refuses("offer 2 give oriental 100 get nothing", by=0, clause="trade.no-loans")
    table.refuses("offer 2 give nothing get vermont 100", by=0, clause="trade.no-loans")
    table.refuses("offer 2 give 1 get nothing", by=0, clause="trade.no-loans")
    table.refuses("offer 2 give nothing get 1", by=0, clause="trade.no-loans")


@clause("trade.no-loans")
def test_only_the_bank_lends_and_only_on_mortgages(edition):
    # Somebody who is short of a debt gets nothing from a friend, but the Bank takes the deed as security.
    table = scenario(edition).deeds("boardwalk", owner=1).cash(1, 0).token(1, on="pacific").to_act(1).do("roll 3 4")
    table.awaits("debt", 1).refuses("offer 1 give 100 get nothing", by=0, clause="trade.no-loans")
    table.do("mortgage boardwalk", by=1).do("pay", by=1).awaits("end", 1)


@clause("1935:trade.no-loans")
def test_property_that_changes_hands_is_not_lent_but_the_others():
    # 1935 forbids borrowing property too: what has passed is the receiver's, and only another deal brings it back.
    table = market("1935").do("offer 2 give oriental get nothing", by=0).do("accept 1", by=2)
    table.refuses("offer 3 give oriental get 10", by=0, clause="trade.property").allows("mortgage oriental", by=2)


@clause("trade.mix")
def test_a_deal_is_any_mix_of_cash_property_and_jail_cards(edition):
    table = market(edition).jail_card("chance", 0).jail_card("chest", 2)
    table.do("offer 2 give oriental electric chance-card 100 get vermont b-and-o chest-card", by=0).do("accept 1", by=2)
    table.expect(
        JailCardPassed(giver=0, receiver=2, deck="chance"),
        JailCardPassed(giver=2, receiver=0, deck="chest"),
    )
    assert table.deeds_of(0) == ["reading", "vermont", "b-and-o"]
    assert table.deeds_of(2) == ["oriental", "electric"]
    assert (table.holder_of("chance"), table.holder_of("chest")) == (2, 0)
    assert table.cash_of_all == [1500 - 100, 1500, 1500 + 100, 1500]


@clause("trade.mix")
@pytest.mark.parametrize(
    "terms",
    [
        "give oriental get vermont",
        "give oriental reading get b-and-o",
        "give chance-card get vermont",
        "give chance-card get 50",
        "give 50 get chest-card",
        "give chance-card get chest-card",
        "give oriental 5 get vermont",
    ],
)
def test_every_kind_of_thing_goes_for_every_other(edition, terms):
    table = market(edition).jail_card("chance", 0).jail_card("chest", 2)
    table.do(f"offer 2 {terms}", by=0).do("accept 1", by=2).expect(DealMade(number=1, proposer=0, recipient=2))


@clause("trade.any-time")
def test_deals_are_made_when_it_is_neither_partys_turn(edition):
    table = market(edition).do("offer 2 give oriental get 10", by=0).do("accept 1", by=2)  # before seat 1's throw
    table.do("roll 1 3").awaits("buy", 1).do("offer 2 give reading get 10", by=0).do("accept 2", by=2)
    table.do("decline").awaits("bid").do("offer 2 give electric get 10", by=0).do("accept 3", by=2)
    assert table.deeds_of(2) == ["reading", "oriental", "vermont", "electric", "b-and-o"]


@clause("trade.any-time")
def test_who_sits_in_jail_deals_too(edition):
    table = market(edition).jail(0).jail(2).do("offer 2 give oriental get 10", by=0).do("accept 1", by=2)
    assert table.owner_of("oriental") == 2


@clause("trade.no-promises")
def test_no_promise_can_be_written_into_a_deal(edition):
    for words in ("free-rent", "immunity", "no rent", "first offer", "later 100"):
        with pytest.raises(MalformedAction):
            parse_action(f"offer 2 give oriental {words} get 10")


@clause("trade.no-promises")
def test_a_deal_leaves_nothing_open_and_rent_is_due_as_ever(edition):
    table = market(edition).deeds("virginia", owner=0).do("offer 1 give oriental get 10", by=0).do("accept 1", by=1)
    # It is closed by being carried out, not because it cannot be carried out again.
    table.expect(DealMade(number=1, proposer=0, recipient=1)).expect_none(OfferLapsed).do("roll 1 3").do(
        "ask-rent virginia from 1", by=0
    )
    table.expect(RentPaid(payer=1, owner=0, deed="virginia", amount=12))
    assert table.s.offer_count == 0


@clause("trade.shape")
def test_a_deal_has_two_parties_in_the_game(edition):
    table = market(edition).retire(3).refuses("offer 0 give oriental get nothing", by=0, clause="trade.shape")
    table.refuses("offer 3 give oriental get nothing", by=0, clause="trade.shape")
    table.refuses("offer 4 give oriental get nothing", by=0, clause="trade.shape")
    table.refuses("offer 7 give oriental get nothing", by=0, clause="trade.shape")


@clause("trade.shape")
def test_at_least_one_deed_or_jail_card_changes_hands(edition):
    market(edition).refuses("offer 2 give nothing get nothing", by=0, clause="trade.shape")


@clause("trade.shape")
def test_cash_goes_in_one_direction_at_most(edition):
    market(edition).refuses("offer 2 give oriental 10 get vermont 5", by=0, clause="trade.shape")
    market(edition).refuses("offer 2 give oriental 1 get vermont 1", by=0, clause="trade.shape")


@clause("trade.shape")
def test_a_deed_may_go_for_nothing(edition):
    table = market(edition).do("offer 2 give oriental get nothing", by=0).do("accept 1", by=2)
    assert table.owner_of("oriental") == 2
    assert table.cash_of_all == [1500] * 4


@clause("trade.shape")
def test_a_deal_is_carried_out_whole_and_at_once(edition):
    table = market(edition).do("offer 2 give oriental reading get vermont 25", by=0)
    assert table.deeds_of(0) == ["reading", "oriental", "electric"]
    table.do("accept 1", by=2).awaits("throw", 1)
    assert table.deeds_of(0) == ["vermont", "electric"]
    assert table.deeds_of(2) == ["reading", "oriental", "b-and-o"]
    assert table.cash_of_all == [1500 + 25, 1500, 1500 - 25, 1500]


@clause("trade.shape")
def test_after_the_deal_each_receiver_keeps_or_lifts_mortgaged_deeds(edition):
    table = market(edition).mortgage("oriental", "vermont").do("offer 2 give oriental get vermont", by=0)
    table.do("accept 1", by=2).awaits("receive", 2).do("keep oriental").awaits("receive", 0).do("lift vermont")
    table.awaits("throw", 1)
    assert table.cash_of_all == [1500 - 55, 1500, 1500 - 5, 1500]


# --- when an offer lapses ---------------------------------------------------------------------------------------------


def offered(edition: str, terms: str = "give oriental get vermont 10") -> Table:
    """Return a table where seat 0 has made seat 2 an offer."""
    return market(edition).do(f"offer 2 {terms}", by=0).allows("accept 1", by=2)


@clause("trade.offers")
def test_an_offer_lapses_when_withdrawn_by_whoever_made_it(edition):
    table = offered(edition).refuses("withdraw 1", by=2, clause="trade.offers").do("withdraw 1", by=0)
    table.expect(Withdrawn(number=1, seat=0, recipient=2)).refuses("accept 1", by=2, clause="trade.offers")


@clause("trade.offers")
def test_an_offer_lapses_when_rejected_by_whom_it_was_made_to(edition):
    table = offered(edition).refuses("reject 1", by=3, clause="trade.offers").do("reject 1", by=2)
    table.expect(Rejected(number=1, seat=2, proposer=0)).refuses("accept 1", by=2, clause="trade.offers")


@clause("trade.offers")
def test_an_offer_lapses_when_countered_and_the_counter_stands(edition):
    table = offered(edition).refuses("counter 1 give vermont get oriental", by=3, clause="trade.offers")
    table.do("counter 1 give vermont get oriental 20", by=2)
    table.expect(Countered(number=2, answers=1, proposer=2, recipient=0))
    table.refuses("accept 1", by=2, clause="trade.offers").do("accept 2", by=0)
    assert table.owner_of("vermont") == 0
    assert table.cash_of_all == [1500 - 20, 1500, 1500 + 20, 1500]


@clause("trade.offers")
@pytest.mark.parametrize(("giver", "deed"), [(0, "oriental"), (2, "vermont")])
def test_an_offer_lapses_when_a_thing_named_in_it_changes_hands(edition, giver, deed):
    table = offered(edition).do(f"offer 3 give {deed} get 1", by=giver).do("accept 2", by=3)
    table.expect(OfferLapsed(number=1, proposer=0, recipient=2)).refuses("accept 1", by=2, clause="trade.offers")


@clause("trade.offers")
@pytest.mark.parametrize(("owner", "deed"), [(0, "oriental"), (2, "vermont")])
def test_an_offer_lapses_when_a_thing_named_in_it_is_mortgaged(edition, owner, deed):
    offered(edition).do(f"mortgage {deed}", by=owner).expect(OfferLapsed(number=1, proposer=0, recipient=2))


@clause("trade.offers")
def test_an_offer_lapses_when_a_mortgage_of_it_is_lifted(edition):
    table = market(edition).mortgage("oriental").do("offer 2 give oriental get vermont", by=0).do("lift oriental", by=0)
    table.expect(OfferLapsed(number=1, proposer=0, recipient=2))


@clause("trade.offers")
def test_an_offer_lapses_when_the_group_of_a_thing_in_it_is_built_on(edition):
    table = market(edition).group("light-blue", owner=0).do("offer 2 give oriental get b-and-o", by=0)
    table.do("build vermont", by=0).expect(OfferLapsed(number=1, proposer=0, recipient=2))


@clause("trade.offers")
@pytest.mark.parametrize("seller", [0, 1])
def test_an_offer_lapses_when_a_jail_card_of_it_is_used(edition, seller):
    table = market(edition).jail(1).jail_card("chance", 1)
    table.do("offer 0 give chance-card get 10" if seller == 1 else "offer 1 give 10 get chance-card", by=seller)
    table.do("use-card chance", by=1).expect(OfferLapsed(number=1, proposer=seller, recipient=1 - seller))


@clause("trade.offers")
def test_a_new_offer_to_the_same_player_takes_the_place_of_the_old_one(edition):
    table = offered(edition).do("offer 2 give reading get 5", by=0)
    table.expect(Offered(number=2, proposer=0, recipient=2)).refuses("accept 1", by=2, clause="trade.offers")
    table.do("offer 3 give electric get 5", by=0).do("offer 0 give b-and-o get 5", by=2)  # other pairs are not touched
    for number, by in ((2, 2), (3, 3), (4, 0)):
        table.allows(f"accept {number}", by=by)
    assert table.s.offer_count == 3


@clause("trade.offers")
@pytest.mark.parametrize("party", [0, 2])
def test_an_offer_lapses_when_a_party_cannot_pay_its_cash_any_more(edition, party):
    terms = "give 300 get vermont" if party == 0 else "give oriental get 300"
    table = market(edition).deeds("boardwalk", owner=3).do(f"offer 2 {terms}", by=0)
    table.do("offer 3 give 1201 get boardwalk", by=party).do("accept 2", by=3)
    table.expect(OfferLapsed(number=1, proposer=0, recipient=2)).refuses("accept 1", by=2, clause="trade.offers")


@clause("trade.offers")
def test_an_offer_that_a_party_can_just_pay_stands(edition):
    table = market(edition).deeds("boardwalk", owner=3).do("offer 2 give 300 get vermont", by=0)
    table.do("offer 3 give 1200 get boardwalk", by=0).do("accept 2", by=3).do("accept 1", by=2)
    assert table.cash_of(0) == 0


@clause("trade.offers")
def test_nobody_offers_or_asks_for_cash_that_is_not_there(edition):
    table = market(edition).refuses("offer 2 give 1501 get vermont", by=0, clause="trade.offers")
    table.refuses("offer 2 give oriental get 1501", by=0, clause="trade.offers")
    table.allows("offer 2 give 1500 get vermont", by=0)


@clause("trade.offers")
@pytest.mark.parametrize("retiring", [0, 2])
def test_an_offer_lapses_when_a_party_is_bankrupt(edition, retiring):
    table = offered(edition).do("resign", by=retiring).expect(OfferLapsed(number=1, proposer=0, recipient=2))
    assert table.s.offer_count == 0


@clause("trade.offers")
@pytest.mark.parametrize(("terms", "retiring"), [("give oriental get nothing", 2), ("give nothing get vermont", 0)])
def test_even_an_offer_that_asks_nothing_of_the_bankrupt_lapses(edition, terms, retiring):
    table = market(edition).do(f"offer 2 {terms}", by=0).do("resign", by=retiring)
    table.expect(OfferLapsed(number=1, proposer=0, recipient=2))


@clause("trade.offers")
def test_an_offer_to_settle_a_debt_lapses_when_the_debt_is_paid_otherwise(edition):
    table = scenario(edition, seats=4).group("pink", owner=0).houses("pink", 1).group("orange", owner=2)
    table.houses("orange", 1).cash(1, 0).deeds("park-place", "reading", owner=1).token(1, on="chance-1").to_act(1)
    table.do("roll 2 2").do("roll 2 3").do("ask-rent st-charles from 1", by=0).do("ask-rent st-james from 1", by=2)
    table.do("offer 0 give reading get debt 50", by=1).do("mortgage park-place").do("pay")
    # Paid in cash; and though seat 1 owes another yet, or could, the offer is gone.
    table.expect(OfferLapsed(number=1, proposer=1, recipient=0)).refuses("accept 1", by=0, clause="trade.offers")


@clause("trade.offers")
def test_an_offer_to_settle_a_debt_does_not_pass_to_the_next_creditor(edition):
    table = scenario(edition, seats=4).group("pink", owner=0).houses("pink", 1).group("orange", owner=2)
    table.houses("orange", HOTEL).cash(1, 0).deeds("park-place", "reading", owner=1).token(1, on="chance-1").to_act(1)
    table.do("roll 2 2").do("roll 2 3").do("ask-rent st-charles from 1", by=0).do("ask-rent st-james from 1", by=2)
    table.do("offer 0 give reading get debt 50", by=1).do("mortgage park-place").do("pay").awaits("debt", 1)
    table.expect(OfferLapsed(number=1, proposer=1, recipient=0)).refuses("accept 1", by=0, clause="trade.offers")


@clause("trade.offers")
def test_an_offer_lapses_at_the_end_of_the_game(edition):
    table = offered(edition).retire(3).do("resign", by=1).allows("accept 1", by=2).do("resign", by=0)
    table.expect(OfferLapsed(number=1, proposer=0, recipient=2))
    assert table.over


@clause("trade.offers")
def test_an_offer_stands_until_then_over_any_number_of_turns(edition):
    table = offered(edition)
    for seat in (1, 2, 3, 0):
        table.token(seat, on="jail").do("roll 4 6").do("end-turn")
    table.do("accept 1", by=2).expect(DealMade(number=1, proposer=0, recipient=2))


@clause("trade.offers")
def test_an_offer_may_ask_for_the_last_dollar(edition):
    table = scenario(edition).deeds("oriental", owner=0).cash(2, 50).to_act(1)
    table.refuses("offer 2 give oriental get 51", by=0, clause="trade.offers")
    table.do("offer 2 give oriental get 50", by=0).expect_none(OfferLapsed).do("accept 1", by=2)
    assert table.cash_of_all == [1550, 1500, 0]


@clause("trade.offers")
def test_open_offers_are_void_when_the_game_is_over(edition):
    table = scenario(edition).deeds("oriental", owner=0).to_act(1).retire(1).do("offer 2 give oriental get 5", by=0)
    table.do("resign", by=2).expect(OfferLapsed(number=1, proposer=0, recipient=2))
    assert table.over
    assert table.s.offer_count == 0


@clause("trade.shape")
def test_jail_cards_change_hands_with_the_rest_and_the_offer_is_gone(edition):
    table = scenario(edition).deeds("oriental", owner=0).jail_card("chance", 0).jail_card("chest", 2).to_act(1)
    table.do("offer 2 give chance-card 20 get chest-card", by=0).do("accept 1", by=2)
    assert (table.holder_of("chance"), table.holder_of("chest")) == (2, 0)
    assert table.cash_of_all == [1480, 1500, 1520]
    assert table.s.offer_count == 0


@clause("trade.offers")
def test_open_offers_are_void_when_the_last_round_is_over(edition):
    table = scenario(edition, rounds=1).deeds("oriental", owner=0).to_act(0).do("offer 2 give oriental get 5", by=0)
    for seat in (0, 1, 2):
        table.token(seat, on="jail").do("roll 4 6").do("end-turn")
    table.expect(OfferLapsed(number=1, proposer=0, recipient=2))
    assert table.over
    assert table.s.offer_count == 0


@clause("trade.shape")
def test_an_offer_carried_out_does_not_lapse_as_well(edition):
    table = scenario(edition).deeds("oriental", owner=0).to_act(1).do("offer 2 give oriental get 5", by=0)
    table.do("accept 1", by=2).expect_none(OfferLapsed)
