"""Auctions: open outcry from a dollar on, the last bid binds, and nobody bids what he has not."""

import pytest

from tests.kit.clause_mark import clause
from tests.kit.scenario import Table, scenario
from ventnor.event import AuctionFailed, AuctionWon, BidMade, DebtArose, EstateOpened, Passed, RentAsked, RentPaid


def block(edition: str, seats: int = 3, **options: object) -> Table:
    """Return a table where seat 1 has landed on Oriental Avenue; declining puts it on the block."""
    return scenario(edition, seats=seats, **options).token(1, on="go").to_act(1)


def open_auction(table: Table) -> Table:
    """Return a table where Oriental Avenue is being auctioned."""
    return table.do("roll 2 4").do("decline").awaits("bid")


def close(table: Table, *seats: int) -> Table:
    """Let these seats pass."""
    for seat in seats:
        table.do("pass", by=seat)
    return table


@clause("auction.bidders")
@pytest.mark.parametrize("winner", [0, 1, 2, 3])
def test_any_player_may_bid_the_one_who_declined_included(edition, winner):
    table = open_auction(block(edition, seats=4)).do("bid 10", by=winner)
    close(table, *(seat for seat in range(4) if seat != winner))
    table.expect(AuctionWon(seat=winner, item="oriental", amount=10))
    assert table.owner_of("oriental") == winner


@clause("auction.bidders")
def test_each_player_is_asked_the_one_who_declined_included(edition):
    table = open_auction(block(edition, seats=4))
    asked = []
    while table.s.awaits == 5:  # a bid
        asked.append(table.s.awaited)
        table.do("pass")
    assert sorted(asked) == [0, 1, 2, 3]


@clause("auction.bidders")
def test_who_retired_takes_no_part(edition):
    table = open_auction(block(edition, seats=4).retire(3)).refuses("bid 10", by=3, clause="act.when")
    close(table, 2, 0, 1).expect(AuctionFailed(item="oriental"))


@clause("auction.opening")
def test_bidding_may_start_at_a_dollar(edition):
    table = open_auction(block(edition)).refuses("bid 0", by=0, clause="auction.opening").do("bid 1", by=0)
    close(table, 1, 2).expect(AuctionWon(seat=0, item="oriental", amount=1))
    assert table.cash_of(0) == 1500 - 1


@clause("auction.opening")
def test_the_dearest_property_starts_at_a_dollar_too(edition):
    table = block(edition).token(1, on="short-line").do("roll 1 3").do("decline").do("bid 1", by=0)
    close(table, 1, 2).expect(AuctionWon(seat=0, item="boardwalk", amount=1))


@clause("auction.opening")
@pytest.mark.parametrize("price", [2, 99, 100, 777, 1500])
def test_bidding_may_start_at_any_price(edition, price):
    table = open_auction(block(edition)).do(f"bid {price}", by=2)
    close(table, 0, 1).expect(AuctionWon(seat=2, item="oriental", amount=price))
    assert table.cash_of(2) == 1500 - price


@clause("auction.settle")
def test_the_highest_bidder_pays_the_bank_and_gets_the_deed(edition):
    table = open_auction(block(edition)).do("bid 50", by=0).do("bid 61", by=2).do("bid 70", by=1)
    close(table, 2, 0).expect(AuctionWon(seat=1, item="oriental", amount=70)).awaits("end", 1)
    assert table.owner_of("oriental") == 1
    assert table.cash_of_all == [1500, 1500 - 70, 1500]
    assert table.bank == -3 * 1500 + 70


@clause("auction.settle")
def test_the_last_bid_binds(edition):
    table = open_auction(block(edition)).do("bid 50", by=0).refuses("pass", by=0, clause="auction.course")
    table.refuses("bid 50", by=0, clause="auction.course").refuses("bid 20", by=0, clause="auction.course")
    close(table, 1, 2)
    assert table.owner_of("oriental") == 0


@clause("auction.settle")
def test_without_a_bid_the_deed_stays_with_the_bank_for_whoever_lands_there_next(edition):
    table = close(open_auction(block(edition)), 0, 1, 2).expect(AuctionFailed(item="oriental")).awaits("end", 1)
    assert table.owner_of("oriental") is None
    table.do("end-turn").do("roll 2 4").awaits("buy", 2).do("buy")
    assert table.owner_of("oriental") == 2


@clause("auction.settle")
def test_no_bid_is_above_the_cash_then_held(edition):
    table = open_auction(block(edition).cash(0, 80).deeds("reading", owner=0))
    table.refuses("bid 81", by=0, clause="auction.settle").allows("bid 80", by=0)
    table.do("mortgage reading", by=0).allows("bid 180", by=0).refuses("bid 181", by=0, clause="auction.settle")


@clause("auction.settle")
def test_all_may_do_business_while_the_auction_runs(edition):
    table = block(edition).group("purple", owner=2).houses("baltic", 1).deeds("reading", "b-and-o", owner=2)
    table = open_auction(table.mortgage("b-and-o")).do("bid 20", by=0)
    for act in ("sell baltic", "mortgage reading", "lift b-and-o", "build mediterranean", "offer 0 give reading get 5"):
        table.allows(act, by=2)


@clause("auction.settle")
@pytest.mark.parametrize("act", ["build baltic", "lift reading", "offer 1 give 41 get b-and-o"])
def test_the_highest_bidder_may_not_fall_below_the_bid(edition, act):
    cost = {"build baltic": 50, "lift reading": 100 + 10, "offer 1 give 41 get b-and-o": 41}[act]
    for bid, lawful in ((100, True), (101, False)):
        table = block(edition).group("purple", owner=0).deeds("reading", owner=0).mortgage("reading")
        table = open_auction(table.deeds("b-and-o", owner=1).cash(0, 100 + cost)).do(f"bid {bid}", by=0)
        if lawful:
            table.allows(act, by=0)
        else:
            table.refuses(act, by=0, clause="auction.settle")


@clause("auction.settle")
def test_an_offer_that_the_highest_bidder_accepts_may_not_take_the_bid_away_either(edition):
    table = open_auction(block(edition).deeds("b-and-o", owner=1)).do("offer 0 give b-and-o get 500", by=1)
    table.do("bid 1001", by=0).refuses("accept 1", by=0, clause="auction.settle")


@clause("auction.settle")
def test_a_bid_binds_nobody_but_the_highest_bidder(edition):
    table = block(edition).group("purple", owner=2).deeds("reading", owner=1)
    table = open_auction(table.cash(2, 100)).do("bid 90", by=0).allows("bid 100", by=2).allows("build baltic", by=2)
    table.allows("offer 1 give 100 get reading", by=2).do("bid 95", by=2).allows("bid 1500", by=0)
    table.refuses("build baltic", by=2, clause="auction.settle")


@clause("auction.settle")
def test_the_highest_bidder_for_a_deed_may_raise_cash_on_lots(edition):
    table = open_auction(block(edition).deeds("baltic", owner=0)).do("bid 20", by=0).allows("mortgage baltic", by=0)
    table.allows("offer 2 give baltic get 50", by=0)


@clause("auction.settle")
def test_the_highest_bidder_may_raise_the_own_bid_up_to_the_cash_held(edition):
    table = open_auction(block(edition).cash(0, 100)).do("bid 60", by=0).allows("bid 61", by=0).allows("bid 100", by=0)
    table.refuses("bid 101", by=0, clause="auction.settle")


@clause("auction.settle")
def test_the_deed_on_the_block_is_nobodys_to_deal_with(edition):
    table = open_auction(block(edition)).do("bid 20", by=0)
    table.refuses("offer 2 give oriental get 50", by=0, clause="trade.property")
    table.refuses("mortgage oriental", by=0, clause="mortgage.take")


@clause("auction.settle")
def test_no_debt_falls_due_before_the_auction_is_over(edition):
    table = block(edition).deeds("vermont", owner=0).cash(1, 20).do("roll 4 4")
    table.do("roll 2 3").do("decline").do("ask-rent vermont from 1", by=0)
    table.expect(RentAsked(owner=0, payer=1, deed="vermont", amount=6)).expect_none(RentPaid).awaits("bid")
    # The payer may still bid it all away; the rent is a debt only when the hammer has fallen.
    table.do("bid 20", by=1).do("pass", by=2).do("pass", by=0)
    table.expect(
        AuctionWon(seat=1, item="states", amount=20), DebtArose(debtor=1, creditor=0, amount=6, cause="rent")
    ).awaits("debt", 1)


@clause("auction.course")
def test_any_player_may_bid_at_any_moment_a_dollar_more(edition):
    table = open_auction(block(edition, seats=4)).do("bid 10", by=3).do("bid 11", by=0).do("bid 12", by=2)
    table.refuses("bid 12", by=1, clause="auction.course").refuses("bid 11", by=1, clause="auction.course")
    table.do("bid 13", by=1).expect(BidMade(seat=1, amount=13))


@clause("auction.course")
def test_the_next_to_be_asked_sits_to_the_left_of_who_acted_last(edition):
    table = open_auction(block(edition, seats=4)).awaits("bid", 2).do("bid 10", by=0).awaits("bid", 1)
    table.do("pass", by=2).awaits("bid", 3).do("bid 11", by=3).awaits("bid", 0)


@clause("auction.course")
def test_it_closes_when_all_others_have_passed_since_the_last_bid(edition):
    table = open_auction(block(edition)).do("pass", by=2).do("pass", by=0).expect(Passed(seat=0))
    table.do("bid 5", by=1).awaits("bid")  # both have passed, but not since this bid
    table.do("pass", by=0).awaits("bid", 2).do("pass", by=2).expect(AuctionWon(seat=1, item="oriental", amount=5))


@clause("auction.course")
def test_it_closes_when_all_have_passed_with_no_bid(edition):
    table = open_auction(block(edition)).do("pass", by=2).do("pass", by=0).awaits("bid", 1)
    table.expect_none(AuctionFailed).do("pass", by=1).expect(AuctionFailed(item="oriental"))


@clause("auction.course")
def test_a_pass_does_not_bar_a_later_higher_bid(edition):
    table = open_auction(block(edition)).do("bid 5", by=1).do("pass", by=0).do("bid 6", by=0)
    close(table, 1, 2).expect(AuctionWon(seat=0, item="oriental", amount=6))


@clause("auction.course")
def test_one_pass_for_each_bid_is_enough(edition):
    table = open_auction(block(edition)).do("pass", by=0).refuses("pass", by=0, clause="auction.course")
    table.do("bid 5", by=1).allows("pass", by=0)


@clause("auction.course")
def test_nobody_bids_or_passes_when_nothing_is_on_the_block(edition):
    table = block(edition).refuses("bid 5", by=0, clause="auction.course")
    table.refuses("pass", by=0, clause="auction.course")


@clause("auction.course")
def test_the_turn_waits_for_the_auction(edition):
    table = open_auction(block(edition))
    table.refuses("end-turn", by=1, clause="auction.course").refuses("roll", by=1, clause="auction.course")


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
