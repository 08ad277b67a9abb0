"""Buying from the Bank: the option of whoever lands on an unowned property."""

import pytest

from tests.kit.clause_mark import clause
from tests.kit.scenario import Table, scenario
from ventnor.event import AuctionOpened, AuctionWon, Bought, Declined


def land(edition: str, **options: object) -> Table:
    """Return a table where seat 1 stands on GO and throws; Oriental Avenue is six spaces on."""
    return scenario(edition, **options).token(1, on="go").to_act(1)


@clause("buy.option")
@pytest.mark.parametrize(
    ("on", "throw", "deed", "price"),
    [
        ("go", "roll 2 4", "oriental", 100),
        ("go", "roll 2 3", "reading", 200),
        ("chance-1", "roll 2 3", "electric", 150),
        ("short-line", "roll 1 3", "boardwalk", 400),
    ],
)
def test_whoever_lands_on_an_unowned_property_may_buy_it_at_the_printed_price(edition, on, throw, deed, price):
    table = land(edition).token(1, on=on).do(throw).awaits("buy", 1).do("buy")
    table.expect(Bought(seat=1, deed=deed, amount=price, clause="buy.option")).awaits("end", 1)
    assert table.owner_of(deed) == 1
    assert table.cash_of_all == [1500, 1500 - price, 1500]


@clause("buy.option")
def test_a_card_that_leads_to_an_unowned_property_gives_the_option_too(edition):
    table = land(edition).do("roll 3 4").draw("chance", "advance", to="illinois").awaits("buy", 1).do("buy")
    assert table.owner_of("illinois") == 1
    assert table.cash_of(1) == 1500 - 240


@clause("buy.option")
def test_the_printed_price_must_be_there_to_the_dollar(edition):
    land(edition).cash(1, 99).do("roll 2 4").refuses("buy", clause="buy.option")
    table = land(edition).cash(1, 100).do("roll 2 4").do("buy")
    assert table.cash_of(1) == 0


@clause("buy.option")
@pytest.mark.parametrize("way", ["mortgage", "sell", "deal"])
def test_before_answering_the_player_may_raise_the_price(edition, way):
    table = land(edition).cash(1, 60).group("purple", owner=1).deeds("b-and-o", owner=1).houses("baltic", 1)
    table.houses("mediterranean", 1).do("roll 2 4").refuses("buy", clause="buy.option")
    if way == "mortgage":
        table.do("mortgage b-and-o")
    elif way == "sell":
        table.do("sell baltic").do("sell mediterranean")
    else:
        table.do("offer 0 give b-and-o get 40").do("accept 1", by=0)
    table.awaits("buy", 1).do("buy").expect(Bought(seat=1, deed="oriental", amount=100))
    assert table.cash_of(1) == 60 + {"mortgage": 100, "sell": 2 * 25, "deal": 40}[way] - 100


@clause("buy.option")
def test_the_option_is_nobody_elses(edition):
    table = land(edition).do("roll 2 4")
    for seat in (0, 2):
        table.refuses("buy", by=seat, clause="buy.option").refuses("decline", by=seat, clause="buy.option")


@clause("buy.option")
def test_the_option_must_be_answered_before_the_turn_ends(edition):
    land(edition).do("roll 2 4").refuses("end-turn", clause="buy.option").refuses("roll", clause="buy.option")


@clause("buy.option")
def test_declining_is_final(edition):
    table = land(edition).do("roll 2 4").do("decline").refuses("buy", by=1, clause="buy.option")
    table.do("pass", by=0).do("pass", by=2).do("pass", by=1).refuses("buy", by=1, clause="buy.option").awaits("end", 1)


@clause("buy.option")
def test_there_is_nothing_to_buy_on_owned_property_or_elsewhere(edition):
    table = land(edition).deeds("oriental", owner=0).do("roll 2 4").awaits("end", 1)
    table.refuses("buy", by=1, clause="buy.option")
    land(edition).do("roll 4 6").awaits("end", 1).refuses("buy", by=1, clause="buy.option")


@clause("buy.decline")
def test_a_property_declined_is_put_up_for_auction_at_once(edition):
    table = land(edition).do("roll 2 4").do("decline")
    table.expect(Declined(seat=1, deed="oriental"), AuctionOpened(item="oriental")).awaits("bid")
    assert table.owner_of("oriental") is None
    assert table.cash_of(1) == 1500


@clause("buy.decline")
def test_who_cannot_pay_declines_all_the_same(edition):
    table = (
        land(edition).cash(1, 0).do("roll 2 4").awaits("buy", 1).do("decline").expect(AuctionOpened(item="oriental"))
    )
    table.awaits("bid")


@clause("buy.decline")
def test_what_is_declined_goes_to_the_highest_bidder_and_is_not_offered_again(edition):
    table = scenario(edition).token(1, on="go").to_act(1).do("roll 2 4").do("decline")
    table.do("bid 30", by=2).do("pass", by=0).do("pass", by=1)
    table.expect(AuctionWon(seat=2, item="oriental", amount=30)).awaits("end", 1)
    assert (table.owner_of("oriental"), table.cash_of_all) == (2, [1500, 1500, 1470])


@clause("buy.option")
def test_where_the_first_lap_comes_first_nobody_has_the_option_before_it(edition):
    table = scenario(edition, first_lap=True).token(1, on="go").to_act(1).do("roll 2 4").awaits("end", 1)
    table.refuses("buy", by=1, clause="buy.option")
