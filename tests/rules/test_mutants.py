"""Scenarios that mutants asked for: where a rule could have gone wrong and no other scenario would have noticed."""

import pytest

from tests.kit.clause_mark import clause
from tests.kit.scenario import HOTEL, Table, scenario
from ventnor.event import (
    AuctionWon,
    DebtArose,
    EstateOpened,
    HouseSold,
    Lifted,
    OfferLapsed,
    Paid,
    RentPaid,
    SalaryPaid,
    WentBankrupt,
)


@clause("setup.banker")
def test_a_tie_is_thrown_again_in_the_order_of_the_seats(edition):
    table = scenario(edition).do("roll 1 2").do("roll 5 6").do("roll 6 5").awaits("throw", 1)
    table.do("roll 1 1").awaits("throw", 2).do("roll 2 1").awaits("throw", 2)


@clause("act.when")
def test_an_empty_chair_does_nothing_and_no_player_strikes_the_hour(edition):
    table = scenario(edition).to_act(1)
    table.refuses("roll", by=3, clause="act.when").refuses("roll", by=7, clause="act.when")
    table.refuses("hour", by=1, clause="act.when")


@clause("win.last")
def test_no_hour_and_no_number_of_rounds_ends_the_game(edition):
    table = scenario(edition).to_act(0).refuses("hour", clause="win.last")
    for seat in (0, 1, 2):
        table.token(seat, on="jail").do("roll 4 6").do("end-turn")
    table.awaits("throw", 0)


@clause("go.salary")
def test_a_card_that_moves_backward_does_move(edition):
    table = scenario(edition).token(1, on="go").to_act(1).do("roll 3 4").draw("chance", "back", spaces=3)
    table.expect_none(SalaryPaid)
    assert table.space_of(1) == "income-tax"


@clause("buy.decline")
def test_what_is_declined_goes_to_the_highest_bidder_and_is_not_offered_again(edition):
    table = scenario(edition).token(1, on="go").to_act(1).do("roll 2 4").do("decline")
    table.do("bid 30", by=2).do("pass", by=0).do("pass", by=1)
    table.expect(AuctionWon(seat=2, item="oriental", amount=30)).awaits("end", 1)
    assert (table.owner_of("oriental"), table.cash_of_all) == (2, [1500, 1500, 1470])


@clause("auction.opening")
def test_a_dollar_is_enough_for_the_dearest_deed(edition):
    table = scenario(edition).token(1, on="pacific").to_act(1).do("roll 3 5").do("decline").do("bid 1", by=0)
    table.do("pass", by=2).do("pass", by=1).expect(AuctionWon(seat=0, item="boardwalk", amount=1))


@clause("auction.course")
def test_the_last_bid_binds_its_bidder_who_cannot_pass(edition):
    table = scenario(edition).token(1, on="go").to_act(1).do("roll 2 4").do("decline").do("bid 30", by=2)
    table.refuses("pass", by=2, clause="auction.course")


@clause("auction.settle")
def test_a_rent_asked_for_in_an_estate_is_paid_when_the_whole_of_it_is_sold(edition):
    table = scenario(edition, seats=4).deeds("reading", "baltic", owner=1).deeds("oriental", owner=2)
    table.token(3, on="go").to_act(3).do("roll 2 4").do("resign", by=1)
    table.expect(EstateOpened(seat=1, deeds=("baltic", "reading"))).awaits("bid")
    table.do("ask-rent oriental from 3", by=2).do("pass", by=2).do("pass", by=3).do("pass", by=0)
    table.expect_none(RentPaid).awaits("bid")
    table.do("pass", by=2).do("pass", by=3).do("pass", by=0)
    table.expect(RentPaid(payer=3, owner=2, deed="oriental", amount=6))


@clause("cards.decks")
def test_a_card_seen_does_not_come_again_before_the_others(edition):
    table = scenario(edition).seen("chance", 3, 5).token(1, on="go").to_act(1).do("roll 3 4")
    table.refuses("draw chance 3", clause="cards.draw").refuses("draw chance 5", clause="cards.draw")
    table.allows("draw chance 4")


@clause("cards.decks")
def test_once_all_are_seen_the_order_is_known(edition):
    order = [11, *(card for card in range(16) if card != 11)]
    table = scenario(edition).seen("chance", *order).token(1, on="go").to_act(1).do("roll 3 4")
    table.refuses("draw chance 0", clause="cards.draw").allows("draw chance 11")


@clause("cards.decks")
def test_repairs_are_paid_for_ones_own_buildings_only(edition):
    table = scenario(edition).group("purple", owner=0).houses("purple", 2).group("dark-blue", owner=1)
    table.houses("dark-blue", 1).token(1, on="go").to_act(1).do("roll 3 4").draw("chance", "repairs", house=25)
    table.expect(Paid(seat=1, to="bank", amount=2 * 25, cause="card"))


@clause("1935:tax.income", "classic:tax.income", "anniversary:tax.income", "official:tax.income")
@pytest.mark.parametrize(("cash", "tax"), [(1490, 149), (1491, 150), (1500, 150), (1501, 151)])
def test_ten_per_cent_is_reckoned_to_the_last_dollar(edition, cash, tax):
    table = scenario(edition).cash(1, cash).token(1, on="go").to_act(1).do("roll 1 3").do("tax percent")
    table.expect(Paid(seat=1, to="bank", amount=tax, cause="tax"))


@clause("1935:tax.income", "classic:tax.income", "anniversary:tax.income", "official:tax.income")
def test_the_debts_of_others_do_not_wait_for_the_choice(edition):
    table = scenario(edition).deeds("oriental", owner=0).token(2, on="go").to_act(2).do("roll 2 4").do("end-turn")
    table.token(0, on="go").do("roll 1 3").awaits("tax", 0)
    table.refuses("ask-rent oriental from 2", by=0, clause="tax.income")
    table = scenario(edition).deeds("oriental", owner=1).token(2, on="go").to_act(2).do("roll 2 4").do("end-turn")
    table.token(0, on="go").do("roll 1 3").awaits("tax", 0).do("ask-rent oriental from 2", by=1)
    table.expect(RentPaid(payer=2, owner=1, deed="oriental", amount=6)).awaits("tax", 0)


@clause("cards.pay-or-chance")
def test_a_debt_waits_for_the_choice_of_its_debtor_and_for_nobody_elses(edition):
    table = scenario(edition, decks="1935").deeds("oriental", owner=0).cash(1, 0)
    table.token(1, on="go").to_act(1).do("roll 1 1").draw("chest", "pay-or-chance").awaits("choice", 1)
    table.refuses("mortgage oriental", by=1, clause="cards.pay-or-chance").do("take-chance").awaits("card")
    table = scenario(edition, decks="1935").deeds("oriental", owner=0).token(2, on="go").to_act(2)
    table.do("roll 2 4").do("end-turn").token(0, on="boardwalk").do("roll 1 2")
    table.draw("chest", "pay-or-chance").awaits("choice", 0)


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


@clause("rent.ask")
def test_a_claim_of_others_outlives_a_bankruptcy(edition):
    table = scenario(edition, seats=4).deeds("oriental", owner=0).token(1, on="go").to_act(1).do("roll 2 4")
    table.do("resign", by=3).do("ask-rent oriental from 1", by=0)
    table.expect(RentPaid(payer=1, owner=0, deed="oriental", amount=6))


@clause("bankrupt.each-player")
def test_with_one_creditor_left_the_debt_is_to_that_player(edition):
    table = scenario(edition, seats=4, decks="classic").deeds("baltic", owner=1).cash(1, 10).token(1, on="go")
    table.to_act(1).do("roll 3 4").draw("chance", "pay-each").expect(DebtArose(1, "each", 150, "card"))
    table.do("resign", by=2).do("resign", by=3).do("bankrupt", by=1)
    table.expect(WentBankrupt(seat=1, creditor=0, amount=50, clause="bankrupt.to-player"))


@clause("bankrupt.to-bank")
def test_a_jail_card_of_another_stays_where_it_is(edition):
    table = scenario(edition, seats=4).jail_card("chance", 2).deeds("baltic", owner=1).to_act(0).do("resign", by=1)
    assert table.holder_of("chance") == 2


@clause("bankrupt.to-bank")
def test_when_the_last_rival_retires_nothing_is_auctioned_and_the_card_goes_back(edition):
    table = scenario(edition).retire(2).jail_card("chance", 1).deeds("baltic", owner=1).to_act(0).do("resign", by=1)
    table.expect_none(EstateOpened)
    assert table.over
    assert table.holder_of("chance") is None


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


@clause("start.throw")
def test_nobody_throws_for_the_start_out_of_turn(edition):
    scenario(edition).refuses("roll", by=1, clause="start.throw").do("roll 1 2").refuses(
        "roll", by=0, clause="start.throw"
    )


@clause("move.total")
def test_no_dice_fall_that_nobody_has_taken(edition):
    table = scenario(edition).token(1, on="go").to_act(1).refuses("roll 1 2", clause="move.total").do("roll 2 4")
    table.awaits("buy", 1).refuses("roll 1 2", clause="move.total")


@clause(
    "classic:jail.doubles-no-second",
    "anniversary:jail.doubles-no-second",
    "official:jail.doubles-no-second",
    "modern:jail.doubles-no-second",
)
def test_the_refusal_of_a_second_throw_names_the_doubles_that_freed(edition):
    table = scenario(edition).jail(1).to_act(1).do("roll 5 5").awaits("end", 1)
    table.refuses("roll", by=1, clause="jail.doubles-no-second")
    table = scenario(edition).token(1, on="jail").to_act(1).do("roll 4 6").awaits("end", 1)
    table.refuses("roll", by=1, clause="move.doubles")


@clause("cards.pay-or-chance", "debt.order", "cards.draw")
@pytest.mark.parametrize("choice", ["pay-ten", "take-chance"])
def test_a_rent_asked_for_during_the_choice_is_paid_after_it_and_after_the_card(edition, choice):
    table = scenario(edition, decks="1935").deeds("oriental", owner=0).token(1, on="go").to_act(1).do("roll 3 3")
    table.do("roll 5 6").draw("chest", "pay-or-chance").do("ask-rent oriental from 1", by=0)
    table.expect_none(RentPaid).awaits("choice", 1)
    table.do(choice)
    if choice == "take-chance":
        table.expect_none(RentPaid).awaits("card").draw("chance", "collect", amount=50)
    table.expect(RentPaid(payer=1, owner=0, deed="oriental", amount=6))


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


def rivals(edition: str, variant: str = "", houses: int = 2) -> Table:
    """Seats 0 and 2 have groups to build on, and the Bank has a few houses."""
    table = scenario(edition, variant, seats=4).group("light-blue", owner=0).group("purple", owner=2)
    return table.stock(houses=houses).to_act(1)


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


@clause("shortage.auction")
def test_houses_at_the_price_are_placed_in_turn_and_are_no_hotels(edition):
    table = rivals(edition).group("orange", owner=2).houses("orange", 4).stock(houses=2)
    table.do("build oriental", by=0).do("want 1", by=2).do("want 1", by=0).awaits("place", 2)
    table.refuses("build oriental", by=0, clause="shortage.auction")
    table.refuses("build st-james", by=2, clause="shortage.auction").do("build baltic", by=2).awaits("place", 0)


@clause("shortage.auction")
def test_a_wish_shrinks_with_the_room_for_it(edition):
    table = rivals(edition, houses=3).do("build oriental", by=0).do("want 8", by=2).do("mortgage baltic", by=2)
    table.do("want 2", by=0).awaits("place")


@clause("shortage.auction")
def test_who_cannot_pay_is_not_asked_to_place(edition):
    table = rivals(edition).cash(2, 10).do("build oriental", by=0).do("want 1", by=2).do("want 1", by=0)
    table.awaits("place", 0).do("build oriental", by=0).awaits("throw", 1)


@clause(
    "classic:shortage.auction", "anniversary:shortage.auction", "official:shortage.auction", "modern:shortage.auction"
)
def test_who_holds_the_bid_for_a_hotel_sells_no_group(edition):
    table = scenario(edition, seats=4).group("light-blue", "orange", owner=0).group("pink", owner=1)
    table.houses("light-blue", 4).houses("pink", 4).houses("orange", HOTEL).stock(hotels=1).to_act(2)
    table.do("build oriental", by=0).do("want 3", by=1).do("want 3", by=0).awaits("bid").do("bid 25", by=0)
    table.refuses("sell-group orange", by=0, clause="shortage.auction")
