"""Cases that players argue about, each played to its end.

Not the file of a family: each case needs rules of several families.
"""

import pytest

from tests.kit.clause_mark import clause
from tests.kit.scenario import GROUPS, HOTEL, scenario
from ventnor.event import (
    AuctionOpened,
    AuctionWon,
    DebtArose,
    GameEnded,
    GroupSold,
    HotelSold,
    HouseBuilt,
    Kept,
    Lifted,
    Paid,
    RentFellDue,
    RentPaid,
    WentBankrupt,
    WorthCounted,
)
from ventnor.rulebook.notes import starting_notes, total, words

TWO_PLAYERS = ["classic", "anniversary", "official", "modern"]  # 1935 asks for three


@pytest.mark.parametrize("edition", TWO_PLAYERS)
def test_the_shortest_possible_game_is_over_after_nine_throws(edition):
    table = scenario(edition, seats=2).to_act(0)
    # The first player lets Electric Company go, buys Illinois and has a windfall from the Chest.
    table.do("roll 6 6").do("decline").do("pass").do("pass")
    table.do("roll 6 6").do("buy")
    table.do("roll 4 5").draw("chest", "collect", amount=200).do("end-turn")
    assert table.cash_of(0) == 1500 - 240 + 200
    # The second pays Income Tax and lets Pennsylvania Railroad go.
    table.do("roll 2 2")
    if edition != "modern":
        table.do("tax flat")
    table.do("roll 5 6").do("decline").do("pass").do("pass").do("end-turn")
    assert table.cash_of(1) == 1500 - 200
    # The first buys Park Place and Boardwalk, passes GO, lets Baltic go, mortgages Illinois and builds five houses.
    table.do("roll 2 2").do("buy").do("roll 1 1").do("buy").do("roll 3 1").do("decline").do("pass").do("pass")
    table.do("mortgage illinois")
    for lot in ("boardwalk", "park-place", "boardwalk", "park-place", "boardwalk"):
        table.do(f"build {lot}")
    assert table.cash_of(0) == 1500 - 240 + 200 - 350 - 400 + 200 + 120 - 5 * 200
    table.do("end-turn")
    # The second draws the way to Boardwalk: 1400 of rent, 1300 in hand, and nothing to sell.
    table.do("roll 3 4").draw("chance", "advance", to="boardwalk")
    table.expect(RentFellDue(owner=0, payer=1, deed="boardwalk", amount=1400))
    table.do("ask-rent boardwalk from 1", by=0).awaits("debt", 1).do("bankrupt")
    table.expect(
        WentBankrupt(seat=1, creditor=0, amount=1400),
        GameEnded(winners=(0,), how="last"),
    )
    assert table.s.throws == 9
    assert table.s.turns == 4


@clause("rent.railroads")
def test_three_railroads_and_a_mortgaged_fourth_pay_as_four(edition):
    table = scenario(edition).group("railroads", owner=0).mortgage("short-line").token(1, on="go").to_act(1)
    table.do("roll 2 3").do("ask-rent reading from 1", by=0)
    table.expect(RentPaid(payer=1, owner=0, deed="reading", amount=200))
    table = scenario(edition).group("railroads", owner=0).mortgage("short-line").token(1, on="go-to-jail").to_act(1)
    table.do("roll 2 3").expect_none(RentFellDue)


@clause("mortgage.rounding")
def test_the_interest_on_park_place_is_eighteen_dollars(edition):
    assert 175 * 10 / 100 == 17.5
    table = scenario(edition).deeds("park-place", owner=0).mortgage("park-place").to_act(1).do("lift park-place", by=0)
    table.expect(Lifted(seat=0, deed="park-place", amount=175 + 18))
    table = scenario(edition).deeds("park-place", owner=0).mortgage("park-place").to_act(1)
    table.do("offer 2 give park-place get 1", by=0).do("accept 1", by=2).do("keep park-place")
    table.expect(Kept(seat=2, deed="park-place", amount=18))


@clause("shortage.auction")
def test_the_last_house_wanted_by_two_goes_under_the_hammer(edition):
    table = scenario(edition).group("light-blue", owner=0).group("dark-blue", owner=2).stock(houses=1).to_act(1)
    table.do("build boardwalk", by=2).do("want 1", by=0).do("want 1", by=2).expect(AuctionOpened(item="house"))
    # Worth fifty by the deed of Oriental and two hundred by Boardwalk's; the bid takes the place of either.
    table.do("bid 60", by=0).refuses("bid 99", by=2, clause="shortage.auction")
    table.do("bid 100", by=2).do("bid 230", by=0).do("pass", by=2)
    table.expect(AuctionWon(seat=0, item="house", amount=230)).do("build oriental", by=0)
    table.expect(HouseBuilt(seat=0, deed="oriental", amount=0)).awaits("throw", 1)
    assert (table.houses_left, table.cash_of(0), table.cash_of(2)) == (0, 1500 - 230, 1500)


@clause("sell.hotels")
@pytest.mark.parametrize(
    ("edition", "at_once"),
    [("1935", False), ("classic", True), ("anniversary", True), ("official", True), ("modern", True)],
)
def test_hotels_are_sold_with_an_empty_bank(edition, at_once):
    # A debtor with hotels on Boardwalk and Park Place, and not a house in the Bank to step down to.
    table = scenario(edition).group("dark-blue", owner=1).houses("dark-blue", HOTEL).stock(houses=0).cash(1, 0)
    table.token(1, on="jail").to_act(1).do("roll 3 4").draw("chest", "pay", amount=100).awaits("debt", 1)
    if at_once:
        table.refuses("sell boardwalk", clause="sell.hotels").do("sell-group dark-blue")
        table.expect(GroupSold(seat=1, group="dark-blue", amount=2 * 5 * 200 // 2))
        raised = 2 * 5 * 200 // 2
    else:
        table.do("sell boardwalk").expect(HotelSold(seat=1, deed="boardwalk", amount=5 * 200 // 2, houses=0))
        raised = 5 * 200 // 2
    assert table.houses_left == 0
    table.do("pay").awaits("end", 1)
    assert table.cash_of(1) == raised - 100


@clause("bankrupt.to-bank")
def test_a_tax_bankruptcy_leaves_twelve_deeds_to_auction(edition):
    deeds = [*GROUPS["purple"], "reading", "oriental", "st-charles", "electric", "st-james", "kentucky", "b-and-o"]
    deeds += ["atlantic", "water-works", "pacific"]
    table = scenario(edition).deeds(*deeds, owner=1).mortgage(*deeds).cash(1, 74).token(1, on="pacific")
    table.to_act(1).do("roll 3 4").awaits("debt", 1).do("bankrupt")
    for number, deed in enumerate(deeds):
        table.expect(AuctionOpened(item=deed)).awaits("bid")
        winner = 2 * (number % 2)
        table.do(f"bid {10 + number}", by=winner).do("pass", by=2 - winner)
        table.expect(AuctionWon(seat=winner, item=deed, amount=10 + number))
    table.awaits("throw", 2)
    assert table.deeds_of(0) == deeds[0::2]
    assert table.deeds_of(2) == deeds[1::2]
    assert not any(table.is_mortgaged(deed) for deed in deeds)
    assert table.cash_of_all == [1500 - sum(range(10, 22, 2)), 0, 1500 - sum(range(11, 22, 2))]


@clause("bankrupt.interest")
def test_the_heir_who_cannot_pay_is_bankrupt_in_turn(edition):
    inherited = ("pacific", "north-carolina", "pennsylvania", "park-place", "boardwalk")
    table = scenario(edition, seats=4).deeds("baltic", owner=0).cash(0, 1).deeds(*inherited, owner=1)
    table.mortgage(*inherited).cash(1, 3).to_act(1).do("roll 1 2").do("ask-rent baltic from 1", by=0).do("bankrupt")
    interest = 15 + 15 + 16 + 18 + 20
    table.expect(WentBankrupt(seat=1, creditor=0, amount=4))
    table.expect(DebtArose(debtor=0, creditor="bank", amount=interest, cause="interest")).awaits("debt", 0)
    assert table.cash_of(0) == 1 + 3
    table.do("bankrupt", by=0).expect(WentBankrupt(seat=0, creditor="bank", amount=interest))
    for deed in ("baltic", *inherited):
        table.awaits("bid").do("bid 7", by=3).do("pass", by=2).expect(AuctionWon(seat=3, item=deed, amount=7))
    table.awaits("throw", 2)
    assert table.cash_of_all == [0, 0, 1500, 1500 - 6 * 7]


@clause("debt.order")
def test_one_card_makes_a_chain_of_three_bankruptcies(edition):
    # Everybody owes the drawer fifty dollars. Two cannot pay; what they leave is mortgaged, and its interest is more
    # than the drawer has.
    table = scenario(edition, seats=5, decks="classic").group("railroads", "yellow", owner=2)
    table.mortgage("reading", "pennsylvania-rr", "b-and-o", "short-line", "atlantic", "ventnor", "marvin-gardens")
    table.group("green", "dark-blue", owner=3)
    table.mortgage("pacific", "north-carolina", "pennsylvania", "park-place", "boardwalk")
    table.cash(1, 10).cash(2, 5).cash(3, 0).token(1, on="jail").to_act(1)
    table.do("roll 3 4").draw("chest", "collect-each")
    table.expect(Paid(seat=4, to=1, amount=50, cause="card"), Paid(seat=0, to=1, amount=50, cause="card"))
    table.awaits("debt", 2).do("bankrupt").expect(WentBankrupt(seat=2, creditor=1, amount=50)).awaits("debt", 3)
    table.do("bankrupt").expect(WentBankrupt(seat=3, creditor=1, amount=50))
    first, second = 4 * 10 + 13 + 13 + 14, 15 + 15 + 16 + 18 + 20
    # The first interest was paid at once, the second is beyond what is left.
    table.awaits("debt", 1)
    assert table.cash_of(1) == 10 + 2 * 50 + 5 - first
    table.do("bankrupt").expect(WentBankrupt(seat=1, creditor="bank", amount=second)).awaits("bid")
    for _ in range(12):
        table.do("pass").do("pass")
    table.awaits("throw", 4)
    assert table.cash_of_all == [1450, 0, 0, 0, 1450]


@clause("1935:setup.cash")
def test_seven_play_in_1935_and_the_seventh_is_paid_in_what_notes_are_left():
    table = scenario("1935", seats=7)
    assert table.cash_of_all == [1500] * 7
    *six, seventh = starting_notes("1935", 7)
    assert {total(notes) for notes in six} == {1500}
    assert total(seventh) == 1500
    assert words(seventh) == "3 x $500"
    for seat, throw in enumerate(("roll 1 1", "roll 1 2", "roll 1 3", "roll 1 4", "roll 1 5", "roll 1 6", "roll 6 6")):
        table.awaits("throw", seat).do(throw)
    table.awaits("throw", 6)


@clause("short1935.hour", "timed.hour")
@pytest.mark.parametrize(("edition", "variant"), [("1935", "short"), ("anniversary", "timed")])
def test_the_hour_strikes_in_the_middle_of_doubles(edition, variant):
    table = scenario(edition, variant).deeds("oriental", owner=0).deeds("vermont", owner=2).to_act(1)
    table.do("roll 3 3").do("roll 1 1").awaits("throw", 1).do("hour")
    # No third throw; the rents of this turn are asked for, then all is valued.
    table.awaits("last-rent", 0).refuses("roll", by=1, clause=f"{'timed' if variant == 'timed' else 'short1935'}.hour")
    table.do("ask-rent oriental from 1").awaits("last-rent", 2).do("ask-rent vermont from 1")
    table.expect(
        WorthCounted(seat=0, amount=1500 + 6 + 100),
        WorthCounted(seat=1, amount=1500 - 6 - 6),
        WorthCounted(seat=2, amount=1500 + 6 + 100),
        GameEnded(winners=(0, 2), how="hour"),
    )


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
