"""Bankruptcy: to a player, to the Bank, to several players at once; whose turn it is then; and giving up."""

import pytest

from tests.kit.clause_mark import clause
from tests.kit.scenario import HOTEL, Table, scenario
from ventnor.event import (
    AuctionFailed,
    AuctionOpened,
    AuctionWon,
    BuildingsReturned,
    CardReturned,
    CashPassed,
    DebtArose,
    DeedPassed,
    EstateOpened,
    EstateShared,
    JailCardPassed,
    Lifted,
    Mortgaged,
    OfferLapsed,
    OptionLapsed,
    Paid,
    RentLapsed,
    RentPaid,
    Resigned,
    TurnBegan,
    TurnEnded,
    WentBankrupt,
)

MODERN_MORTGAGES = [("1935", False), ("classic", False), ("anniversary", False), ("official", False), ("modern", True)]


def ruined(edition: str, cash: int = 40, seats: int = 4, **options: object) -> Table:
    """Seat 1 is about to land on seat 0's hotel on Boardwalk (rent 2000), and has not the means to pay it."""
    table = scenario(edition, seats=seats, **options).group("dark-blue", owner=0).houses("dark-blue", HOTEL)
    return table.cash(1, cash).token(1, on="pennsylvania").to_act(1)


def fail(table: Table, throw: str = "roll 2 3") -> Table:
    """Let seat 1 land, be asked, and go bankrupt."""
    return table.do(throw).do("ask-rent boardwalk from 1", by=0).awaits("debt", 1).do("bankrupt")


def taxed(edition: str, cash: int = 0, seats: int = 4, **options: object) -> Table:
    """Return a table where seat 1 is about to land on Luxury Tax, and has not the means to pay it."""
    return scenario(edition, seats=seats, **options).cash(1, cash).token(1, on="pacific").to_act(1)


# --- to a player ------------------------------------------------------------------------------------------------------


@clause("bankrupt.to-player")
@pytest.mark.parametrize(("edition", "mortgages"), MODERN_MORTGAGES)
def test_everything_goes_to_the_creditor_in_modern_all_of_it_mortgaged_first(edition, mortgages):
    table = ruined(edition).group("purple", owner=1).houses("purple", 1).deeds("oriental", "reading", owner=1)
    table = fail(table.mortgage("reading").jail_card("chance", 1).jail_card("chest", 1))
    raised = 40 + 2 * 25  # cash, and the houses at half price
    interest = 10
    if mortgages:
        raised += 30 + 30 + 50  # the loans on the two purple lots and on Oriental
        interest += 3 + 3 + 5
    table.expect(
        WentBankrupt(seat=1, creditor=0, amount=2000, clause="bankrupt.to-player"),
        BuildingsReturned(seat=1, amount=2 * 25),
        DeedPassed(giver=1, receiver=0, deed="mediterranean"),
        DeedPassed(giver=1, receiver=0, deed="baltic"),
        DeedPassed(giver=1, receiver=0, deed="reading"),
        DeedPassed(giver=1, receiver=0, deed="oriental"),
        CashPassed(giver=1, receiver=0, amount=raised),
        JailCardPassed(giver=1, receiver=0, deck="chance", clause="bankrupt.to-player"),
        JailCardPassed(giver=1, receiver=0, deck="chest", clause="bankrupt.to-player"),
        Paid(seat=0, to="bank", amount=interest, cause="interest"),
    )
    for deed, loan in (("mediterranean", 30), ("baltic", 30), ("oriental", 50)):
        assert table.is_mortgaged(deed) is mortgages
        if mortgages:
            table.expect(Mortgaged(seat=1, deed=deed, amount=loan, clause="bankrupt.to-player"))
    assert table.is_mortgaged("reading")
    assert table.cash_of_all == [1500 + raised - interest, 0, 1500, 1500]
    assert (table.holder_of("chance"), table.holder_of("chest")) == (0, 0)
    assert table.houses_of("purple") == [0, 0]
    assert (table.houses_left, table.hotels_left) == (32, 12 - 2)
    assert table.is_out(1)
    table.awaits("throw", 2)


@clause("bankrupt.to-player")
@pytest.mark.parametrize(("edition", "mortgages"), MODERN_MORTGAGES)
def test_the_hotels_of_a_bankrupt_go_back_for_half_of_five_houses(edition, mortgages):
    table = fail(ruined(edition, cash=0).group("purple", owner=1).houses("baltic", HOTEL).houses("mediterranean", 4))
    table.expect(BuildingsReturned(seat=1, amount=(5 + 4) * 50 // 2))
    assert (table.houses_left, table.hotels_left) == (32, 12 - 2)
    loans, interest = (30 + 30, 3 + 3) if mortgages else (0, 0)
    assert table.cash_of(0) == 1500 + 9 * 25 + loans - interest


@clause("bankrupt.to-player")
def test_who_retired_takes_no_further_part(edition):
    table = fail(ruined(edition)).refuses("roll", by=1, clause="act.when")
    table.token(2, on="jail").do("roll 4 6").do("end-turn")
    for seat in (3, 0):
        table.token(seat, on="jail").do("roll 4 6").do("end-turn")
    table.awaits("throw", 2)


# --- the interest of the heir -----------------------------------------------------------------------------------------


@clause("bankrupt.interest")
@pytest.mark.parametrize(
    ("deeds", "interest"),
    [((), 0), (("reading",), 10), (("water-works", "electric"), 8 + 8), (("illinois", "baltic"), 12 + 3)],
)
def test_the_creditor_pays_ten_per_cent_of_the_mortgage_on_each_mortgaged_property(edition, deeds, interest):
    table = fail(ruined(edition).deeds(*deeds, owner=1).mortgage(*deeds))
    if interest:
        table.expect(Paid(seat=0, to="bank", amount=interest, cause="interest", clause="bankrupt.interest"))
    else:
        table.expect_none(Paid)
    assert table.cash_of(0) == 1500 + 40 - interest


@clause("bankrupt.interest")
def test_in_the_same_turn_lifting_costs_the_value_alone(edition):
    # Another than the roller goes bankrupt, so that the turn goes on.
    table = scenario(edition, seats=4, decks="classic").deeds("boardwalk", owner=2).mortgage("boardwalk").cash(2, 0)
    table.token(1, on="jail").to_act(1).do("roll 3 4").draw("chest", "collect-each").do("bankrupt", by=2)
    table.expect(Paid(seat=1, to="bank", amount=20, cause="interest")).awaits("end", 1)
    table.do("lift boardwalk", by=1)
    table.expect(Lifted(seat=1, deed="boardwalk", amount=200, clause="mortgage.transfer"))
    assert table.cash_of(1) == 1500 + 2 * 50 - 20 - 200


@clause("bankrupt.interest")
def test_on_a_later_turn_lifting_costs_the_ten_per_cent_again(edition):
    table = scenario(edition, seats=4, decks="classic").deeds("boardwalk", owner=2).mortgage("boardwalk").cash(2, 0)
    table.token(1, on="jail").to_act(1).do("roll 3 4").draw("chest", "collect-each").do("bankrupt", by=2)
    table.do("end-turn").do("lift boardwalk", by=1).expect(Lifted(seat=1, deed="boardwalk", amount=200 + 20))
    assert table.cash_of(1) == 1500 + 2 * 50 - 20 - 220


@clause("bankrupt.interest")
def test_a_turn_cut_short_by_its_players_bankruptcy_leaves_the_heir_the_next_one_to_lift_for_the_value(edition):
    table = fail(ruined(edition, cash=0).deeds("reading", owner=1).mortgage("reading")).awaits("throw", 2)
    table.do("lift reading", by=0).expect(Lifted(seat=0, deed="reading", amount=100))
    table = fail(ruined(edition, cash=0).deeds("reading", owner=1).mortgage("reading")).awaits("throw", 2)
    table.token(2, on="jail").do("roll 4 6").do("end-turn")
    table.do("lift reading", by=0).expect(Lifted(seat=0, deed="reading", amount=100 + 10))


@clause("bankrupt.interest")
@pytest.mark.parametrize(("edition", "mortgages"), MODERN_MORTGAGES)
def test_a_creditor_short_of_the_interest_raises_it_from_the_inheritance_too(edition, mortgages):
    table = ruined(edition, cash=0).cash(0, 0).group("railroads", owner=1)
    table = fail(table.mortgage("pennsylvania-rr", "b-and-o", "short-line"))
    if mortgages:
        # Reading came mortgaged, and its loan with it: enough for the interest on all four.
        table.expect(Paid(seat=0, to="bank", amount=4 * 10, cause="interest")).awaits("throw", 2)
        assert table.cash_of(0) == 100 - 4 * 10
    else:
        table.expect(DebtArose(debtor=0, creditor="bank", amount=3 * 10, cause="interest")).awaits("debt", 0)
        table.refuses("lift short-line", by=0, clause="debt.raise").refuses("bankrupt", by=0, clause="debt.raise")
        table.do("mortgage reading", by=0).do("pay", by=0).awaits("throw", 2)
        assert table.cash_of(0) == 100 - 3 * 10


@clause("bankrupt.interest")
def test_an_heir_who_cannot_raise_the_interest_is_bankrupt_to_the_bank(edition):
    table = scenario(edition, seats=4).deeds("oriental", owner=0).cash(0, 0).group("railroads", "yellow", owner=1)
    table.mortgage("reading", "pennsylvania-rr", "b-and-o", "short-line", "atlantic", "ventnor", "marvin-gardens")
    table.cash(1, 5).to_act(1).do("roll 2 4").do("ask-rent oriental from 1", by=0).do("bankrupt", by=1)
    interest = 4 * 10 + 13 + 13 + 14
    table.expect(DebtArose(debtor=0, creditor="bank", amount=interest, cause="interest")).awaits("debt", 0)
    assert table.cash_of(0) == 5
    table.do("bankrupt", by=0)  # Oriental would raise another 50: not enough
    table.expect(WentBankrupt(seat=0, creditor="bank", amount=interest), AuctionOpened(item="reading"))


# --- to the Bank ------------------------------------------------------------------------------------------------------


@clause("bankrupt.to-bank")
def test_the_bank_takes_everything_and_auctions_the_properties_in_the_order_of_the_board(edition):
    table = taxed(edition, cash=3).deeds("boardwalk", "reading", "baltic", owner=1)
    table.mortgage("boardwalk", "reading", "baltic").do("roll 3 4").awaits("debt", 1).do("bankrupt")
    tax = 100 if edition == "modern" else 75
    table.expect(
        WentBankrupt(seat=1, creditor="bank", amount=tax, clause="bankrupt.to-bank"),
        EstateOpened(seat=1, deeds=("baltic", "reading", "boardwalk"), clause="bankrupt.to-bank"),
        AuctionOpened(item="baltic"),
    ).awaits("bid")
    assert table.cash_of(1) == 0
    table.do("bid 10", by=3).do("pass", by=0).do("pass", by=2).expect(
        AuctionWon(seat=3, item="baltic", amount=10, clause="auction.settle"), AuctionOpened(item="reading")
    )
    for seat in (2, 3, 0):
        table.do("pass", by=seat)
    table.expect(AuctionFailed(item="reading"), AuctionOpened(item="boardwalk"))
    table.do("bid 300", by=0).do("pass", by=2).do("pass", by=3).awaits("throw", 2)
    assert [table.owner_of(deed) for deed in ("baltic", "reading", "boardwalk")] == [3, None, 0]
    assert table.cash_of_all == [1500 - 300, 0, 1500, 1500 - 10]


@clause("bankrupt.to-bank")
def test_they_are_sold_free_of_mortgage(edition):
    table = taxed(edition).deeds("boardwalk", owner=1).mortgage("boardwalk").do("roll 3 4").do("bankrupt")
    assert not table.is_mortgaged("boardwalk")
    table.do("bid 5", by=0).do("pass", by=2).do("pass", by=3).expect_none(Paid)
    assert table.cash_of(0) == 1500 - 5
    table.refuses("lift boardwalk", by=0, clause="mortgage.lift")


@clause("bankrupt.to-bank")
def test_buildings_return_to_the_stock_before_the_first_auction(edition):
    table = scenario(edition, seats=4, decks="classic").group("purple", owner=1).houses("purple", 1).cash(1, 0)
    table.token(1, on="jail").to_act(1)
    table.do("roll 3 4").draw("chest", "pay", amount=150).do("bankrupt").awaits("bid")
    table.expect(BuildingsReturned(seat=1, amount=2 * 25), AuctionOpened(item="mediterranean"))
    assert (table.houses_left, table.hotels_left) == (32, 12)
    assert table.houses_of("purple") == [0, 0]
    assert table.cash_of(1) == 0


@clause("bankrupt.to-bank")
@pytest.mark.parametrize(
    ("edition", "sold"),
    [("1935", True), ("classic", False), ("anniversary", False), ("official", False), ("modern", False)],
)
def test_jail_cards_go_back_under_their_decks_but_1935_auctions_them_too(edition, sold):
    table = taxed(edition).deeds("baltic", owner=1).mortgage("baltic").jail_card("chance", 1).jail_card("chest", 1)
    table.do("roll 3 4").do("bankrupt")
    if not sold:
        clause_of_return = "bankrupt.to-bank"
        table.expect(
            CardReturned(seat=1, deck="chance", clause=clause_of_return),
            CardReturned(seat=1, deck="chest", clause=clause_of_return),
        )
    for seat in (2, 3, 0):
        table.do("pass", by=seat)
    if sold:
        # After the deeds the Chance card, then the Chest card; one without a bid goes back.
        table.expect(AuctionFailed(item="baltic"), AuctionOpened(item="chance-card"))
        table.do("bid 7", by=2).do("pass", by=3).do("pass", by=0)
        table.expect(AuctionWon(seat=2, item="chance-card", amount=7), AuctionOpened(item="chest-card"))
        for seat in (2, 3, 0):
            table.do("pass", by=seat)
        table.expect(AuctionFailed(item="chest-card"), CardReturned(seat=1, deck="chest", clause="bankrupt.to-bank"))
        assert table.cash_of(2) == 1500 - 7
        assert table.holder_of("chance") == 2
    else:
        assert table.holder_of("chance") is None
        assert table.bottom_of("chance") == table.card("chance", "jail-free").id
    table.awaits("throw", 2)
    assert table.holder_of("chest") is None
    assert table.bottom_of("chest") == table.card("chest", "jail-free").id


@clause("bankrupt.to-bank")
def test_what_the_bank_takes_over_brings_no_other_player_anything(edition):
    table = taxed(edition, cash=2).deeds("baltic", owner=1).mortgage("baltic").do("roll 3 4").do("bankrupt")
    table.expect_none(Mortgaged).expect_none(CashPassed, receiver=0)
    table.expect(CashPassed(giver=1, receiver="bank", amount=2, clause="bankrupt.to-bank"))
    assert table.cash_of_all == [1500, 0, 1500, 1500]


# --- to several players -----------------------------------------------------------------------------------------------


def chairman(edition: str, cash: int, seats: int = 4) -> Table:
    """Return a table where seat 1 is about to draw the card that pays every other player fifty dollars."""
    return scenario(edition, seats=seats, decks="classic").cash(1, cash).to_act(1)


@clause("bankrupt.each-player")
def test_the_sum_owed_to_all_is_one_debt(edition):
    table = chairman(edition, cash=149).deeds("baltic", owner=1).do("roll 3 4").draw("chance", "pay-each")
    table.expect(DebtArose(debtor=1, creditor="each", amount=3 * 50, cause="card")).awaits("debt", 1)
    table.do("mortgage baltic").do("pay")
    assert table.cash_of_all == [1500 + 50, 149 + 30 - 150, 1500 + 50, 1500 + 50]


@clause("bankrupt.each-player")
def test_who_has_the_cash_pays_each(edition):
    table = chairman(edition, cash=150).do("roll 3 4").draw("chance", "pay-each").awaits("end", 1)
    for other in (0, 2, 3):
        table.expect(Paid(seat=1, to=other, amount=50, cause="card", clause="cards.draw"))
    assert table.cash_of_all == [1550, 0, 1550, 1550]


@clause("bankrupt.each-player")
def test_bankrupt_to_all_alike_the_properties_are_auctioned_and_the_cash_is_shared(edition):
    table = chairman(edition, cash=9).group("purple", owner=1).houses("mediterranean", 1).deeds("reading", owner=1)
    table.mortgage("reading").jail_card("chance", 1)
    table.do("roll 3 4").draw("chance", "pay-each").awaits("debt", 1).do("bankrupt")
    table.expect(
        WentBankrupt(seat=1, creditor="each", amount=150, clause="bankrupt.each-player"),
        BuildingsReturned(seat=1, amount=25),
        CardReturned(seat=1, deck="chance", clause="bankrupt.each-player"),
        EstateOpened(seat=1, deeds=("mediterranean", "baltic", "reading"), clause="bankrupt.each-player"),
        AuctionOpened(item="mediterranean"),
    )
    table.do("bid 12", by=2).do("pass", by=3).do("pass", by=0)
    table.expect(
        AuctionWon(seat=2, item="mediterranean", amount=12, clause="bankrupt.each-player"), AuctionOpened(item="baltic")
    )
    for seat in (2, 3, 0):
        table.do("pass", by=seat)
    table.expect(AuctionFailed(item="baltic"), AuctionOpened(item="reading"))
    assert not table.is_mortgaged("reading")
    table.do("bid 31", by=0).do("pass", by=2).do("pass", by=3)
    # 9 of cash, 25 for the house, 12 and 31 from the auctions: 77 for three, the odd dollars from the debtor's left.
    assert 9 + 25 + 12 + 31 == 26 + 26 + 25
    table.expect(
        EstateShared(seat=1, creditor=2, amount=26),
        EstateShared(seat=1, creditor=3, amount=26),
        EstateShared(seat=1, creditor=0, amount=25),
    ).awaits("throw", 2)
    assert table.cash_of_all == [1500 - 31 + 25, 0, 1500 - 12 + 26, 1500 + 26]
    assert table.owner_of("baltic") is None
    assert table.holder_of("chance") is None


@clause("bankrupt.each-player")
def test_with_one_other_left_the_card_is_paid_once(edition):
    table = chairman(edition, cash=150).retire(2, 3).do("roll 3 4").draw("chance", "pay-each").awaits("end", 1)
    assert table.cash_of_all == [1550, 100, 0, 0]


@clause("bankrupt.each-player")
def test_with_one_creditor_left_it_is_a_bankruptcy_to_that_player(edition):
    table = chairman(edition, cash=49).retire(2, 3).deeds("baltic", owner=1).mortgage("baltic")
    table.do("roll 3 4").draw("chance", "pay-each").expect(DebtArose(debtor=1, creditor=0, amount=50, cause="card")).do(
        "bankrupt"
    ).expect(WentBankrupt(seat=1, creditor=0, amount=50, clause="bankrupt.to-player"))
    assert table.winners == [0]


@clause("bankrupt.each-player")
def test_the_share_of_a_creditor_who_retires_is_owed_to_the_bank(edition):
    table = chairman(edition, cash=100).deeds("baltic", "reading", owner=1).do("roll 3 4").draw("chance", "pay-each")
    table.awaits("debt", 1).do("resign", by=3).awaits("debt", 1).do("pay")
    table.expect(DebtArose(debtor=1, creditor="bank", amount=50, cause="card")).awaits("debt", 1)
    table.do("mortgage reading").do("pay").awaits("end", 1)
    assert table.cash_of_all == [1500 + 50, 100 - 100 + 100 - 50, 1500 + 50, 0]


@clause("bankrupt.each-player")
def test_when_all_creditors_but_one_have_retired_it_is_a_debt_to_that_one(edition):
    table = chairman(edition, cash=0).deeds("baltic", "reading", owner=1).do("roll 3 4").draw("chance", "pay-each")
    table.awaits("debt", 1).do("resign", by=3).do("resign", by=2).awaits("debt", 1)
    table.do("offer 0 give baltic get debt 20", by=1).do("accept 1", by=0)  # so it may be paid in kind
    table.do("mortgage reading").do("pay").awaits("debt", 1)  # what the others were due is the Bank's
    assert table.cash_of_all == [1500 + 50 - 20, 100 - 30 - 50, 0, 0]


# --- whose turn it is -------------------------------------------------------------------------------------------------


@clause("bankrupt.turn")
@pytest.mark.parametrize(("on", "throw"), [("pennsylvania", "roll 2 3"), ("short-line", "roll 2 2")])
def test_a_roller_who_retires_ends_the_turn_doubles_or_not(edition, on, throw):
    table = fail(ruined(edition).token(1, on=on), throw).awaits("throw", 2)
    table.expect(TurnEnded(seat=1, clause="bankrupt.turn"), TurnBegan(seat=2, turn=table.s.turns))


@clause("bankrupt.turn")
def test_when_another_retires_the_rollers_turn_goes_on(edition):
    table = scenario(edition, seats=4).token(1, on="jail").to_act(1).do("resign", by=2).awaits("throw", 1)
    table.do("roll 5 5").do("resign", by=3).awaits("throw", 1).do("roll 4 6")
    table.expect_none(WentBankrupt).expect_none(TurnEnded, seat=2).awaits("throw", 0)
    assert table.turn_in_jail(1) == 1


@clause("bankrupt.turn")
def test_after_a_roller_retires_in_anothers_favour_the_turn_passes_over_the_retired(edition):
    fail(ruined(edition, seats=5).retire(2)).awaits("throw", 3)


@clause("bankrupt.turn")
def test_offers_options_and_claims_of_the_bankrupt_are_gone(edition):
    table = ruined(edition, seats=4).deeds("baltic", owner=1).mortgage("baltic").deeds("reading", owner=2)
    table.token(1, on="short-line").do("offer 2 give baltic get 1", by=1).do("offer 1 give reading get 1", by=2)
    table.deeds("mediterranean", owner=3).do("roll 2 2").do("roll 1 1").awaits("throw", 1)
    assert table.s.claim_count == 2
    table.do("ask-rent boardwalk from 1", by=0).do("bankrupt")
    table.expect(OfferLapsed(number=1, proposer=1, recipient=2), OfferLapsed(number=2, proposer=2, recipient=1))
    assert (table.s.offer_count, table.s.claim_count) == (0, 0)


@clause("bankrupt.turn")
def test_the_option_to_buy_is_gone_with_its_player(edition):
    table = ruined(edition).token(1, on="short-line").do("roll 2 2").do("roll 1 3").awaits("buy", 1)
    table.do("ask-rent boardwalk from 1", by=0).awaits("debt", 1).do("bankrupt")
    table.expect(OptionLapsed(seat=1, deed="baltic")).expect_none(AuctionOpened).awaits("throw", 2)
    assert table.owner_of("baltic") is None


# --- giving up --------------------------------------------------------------------------------------------------------


@clause("bankrupt.resign")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_who_gives_up_without_a_debt_is_bankrupt_to_the_bank(edition, seat):
    table = scenario(edition, seats=4).deeds("baltic", owner=seat).to_act(1).do("resign", by=seat)
    table.expect(
        Resigned(seat=seat, clause="bankrupt.resign"),
        WentBankrupt(seat=seat, creditor="bank", amount=0),
        AuctionOpened(item="baltic"),
    ).awaits("bid")
    assert table.cash_of(seat) == 0
    assert table.is_out(seat)


@clause("bankrupt.resign")
def test_who_gives_up_in_debt_is_bankrupt_to_that_creditor(edition):
    table = ruined(edition, cash=1999).deeds("oriental", owner=1).do("roll 2 3").do("ask-rent boardwalk from 1", by=0)
    table.refuses("bankrupt", clause="debt.raise").do("resign", by=1)
    table.expect(Resigned(seat=1), WentBankrupt(seat=1, creditor=0, amount=2000)).expect_none(AuctionOpened)
    assert table.owner_of("oriental") == 0
    assert table.cash_of(0) == 1500 + 1999 + (50 - 5 if edition == "modern" else 0)


@clause("bankrupt.resign")
def test_nobody_gives_up_while_an_auction_or_a_choice_is_open_or_before_the_start(edition):
    scenario(edition).refuses("resign", by=1, clause="bankrupt.resign")
    table = scenario(edition, seats=4).to_act(1).do("roll 2 4").awaits("buy", 1)
    table.refuses("resign", by=1, clause="bankrupt.resign").refuses("resign", by=2, clause="bankrupt.resign")
    table.do("decline").awaits("bid").refuses("resign", by=2, clause="bankrupt.resign")
    table.do("pass").do("pass").do("pass").do("pass").allows("resign", by=2)


@clause("bankrupt.resign")
def test_nobody_gives_up_while_the_dice_are_out(edition):
    scenario(edition).to_act(1).do("roll").refuses("resign", by=2, clause="act.when")


def given_up(edition: str, cash: int) -> Table:
    """Seat 1 has landed on the hotel of Boardwalk, and gives up before seat 0 asks for its rent of 2000."""
    table = ruined(edition, cash=cash).do("roll 2 3")
    return table.do("resign", by=1).expect(WentBankrupt(seat=1, creditor="bank", amount=0))


@clause("bankrupt.resign")
@pytest.mark.parametrize(("cash", "paid"), [(2500, 2000), (2000, 2000), (1999, 1999), (1, 1)])
def test_what_a_player_leaves_answers_for_a_rent_that_is_asked_for_in_time(edition, cash, paid):
    table = given_up(edition, cash).expect_none(RentPaid).do("ask-rent boardwalk from 1", by=0)
    table.expect(RentPaid(payer=1, owner=0, deed="boardwalk", amount=paid, clause="bankrupt.resign"))
    assert (table.cash_of(0), table.cash_of(1)) == (1500 + paid, 0)
    table.refuses("ask-rent boardwalk from 1", by=0, clause="rent.ask").awaits("throw", 2)


@clause("bankrupt.resign")
def test_what_he_could_have_raised_answers_for_the_rent_and_it_is_paid_after_the_auctions(edition):
    table = ruined(edition, cash=100).group("purple", owner=1).houses("purple", 2).deeds("reading", owner=1)
    table.do("roll 2 3").do("resign", by=1).awaits("bid").do("ask-rent boardwalk from 1", by=0).expect_none(RentPaid)
    while table.waiting().startswith("waits for bid"):
        table.do("pass")
    table.expect(RentPaid(payer=1, owner=0, deed="boardwalk", amount=100 + 4 * 25 + 2 * 30 + 100))


@clause("bankrupt.resign")
def test_a_rent_asked_too_late_of_who_gave_up_is_not_owed(edition):
    table = given_up(edition, 2500).token(2, on="jail").token(3, on="jail").do("roll 4 6")
    if edition != "modern":
        table.allows("ask-rent boardwalk from 1", by=0).do("end-turn").do("roll 4 6")
    table.refuses("ask-rent boardwalk from 1", by=0, clause="rent.ask")


@clause("bankrupt.resign")
def test_who_gives_up_with_nothing_leaves_nothing_to_ask_for(edition):
    given_up(edition, 0).refuses("ask-rent boardwalk from 1", by=0, clause="rent.ask")


@clause("bankrupt.resign")
def test_a_second_rent_lapses_when_the_first_took_all_he_left(edition):
    table = ruined(edition, cash=40).deeds("reading", owner=1).token(1, on="short-line").do("roll 1 1").do("roll 1 1")
    table.do("resign", by=1).awaits("bid")
    table.do("ask-rent park-place from 1", by=0).do("ask-rent boardwalk from 1", by=0)
    while table.waiting().startswith("waits for bid"):
        table.do("pass")
    table.expect(RentPaid(payer=1, owner=0, deed="park-place", amount=40 + 100))
    table.expect(RentLapsed(owner=0, payer=1, deed="boardwalk"))


@clause("modern:bankrupt.resign")
def test_dice_are_thrown_for_the_rent_of_a_utility_asked_of_who_gave_up():
    table = scenario("modern", seats=4).deeds("electric", owner=0).token(1, on="oriental").to_act(1).do("roll 2 4")
    table.do("resign", by=1).do("ask-rent electric from 1", by=0).awaits("dice").do("roll 3 4")
    table.expect(RentPaid(payer=1, owner=0, deed="electric", amount=4 * 7))


# --- the turn that a retirement cuts short ----------------------------------------------------------------------------


@clause("bankrupt.interest")
def test_only_what_the_heir_inherits_may_be_lifted_for_its_value_in_the_turn_after_the_rollers_end(edition):
    # Seat 2 has bought mortgaged Baltic in this turn; seat 0 inherits mortgaged Reading from the roller.
    table = ruined(edition, cash=0).deeds("baltic", owner=3).mortgage("baltic").deeds("reading", owner=1)
    table.mortgage("reading").do("offer 2 give baltic get 10", by=3).do("accept 1", by=2).do("keep baltic", by=2)
    table.do("roll 2 3").do("ask-rent boardwalk from 1", by=0).do("bankrupt", by=1).awaits("throw", 2)
    table.do("lift reading", by=0).expect(Lifted(seat=0, deed="reading", amount=100))
    table.do("lift baltic", by=2).expect(Lifted(seat=2, deed="baltic", amount=33))


@clause("bankrupt.interest")
def test_the_heir_pays_nothing_for_what_others_have_mortgaged(edition):
    table = ruined(edition).deeds("baltic", owner=1).deeds("reading", owner=3).mortgage("baltic", "reading")
    fail(table).expect(Paid(seat=0, to="bank", amount=3, cause="interest"))


@clause("bankrupt.interest")
def test_what_is_bought_while_the_estate_of_the_roller_is_auctioned_is_lifted_at_once_or_costs_the_ten_per_cent_again(
    edition,
):
    # The turn is over, so there is nothing left of it in which to lift for the value alone, not even in anniversary.
    table = scenario(edition, seats=4).deeds("reading", owner=1).deeds("baltic", owner=3).mortgage("baltic").to_act(1)
    table.do("resign", by=1).awaits("bid").do("offer 2 give baltic get 10", by=3).do("accept 1", by=2)
    table.do("keep baltic", by=2)
    while table.waiting().startswith("waits for bid"):
        table.do("pass")
    table.awaits("throw", 2).do("lift baltic", by=2).expect(Lifted(seat=2, deed="baltic", amount=33))


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


@clause("bankrupt.interest")
def test_what_another_inherited_before_costs_the_ten_per_cent_again_when_the_player_on_turn_gives_up(edition):
    # Seat 0 retires in favour of seat 2 before seat 1 has thrown; then seat 1, whose turn it is, gives up.
    table = scenario(edition, seats=4).group("dark-blue", owner=2).houses("dark-blue", HOTEL).cash(0, 0)
    table.deeds("reading", owner=0).mortgage("reading").token(0, on="pennsylvania").to_act(0).do("roll 2 3", "end-turn")
    table.do("ask-rent boardwalk from 0", by=2).do("bankrupt", by=0).awaits("throw", 1).do("resign", by=1)
    table.awaits("throw", 2).do("lift reading", by=2).expect(Lifted(seat=2, deed="reading", amount=110))


@clause("bankrupt.resign")
def test_a_rent_between_two_others_outlives_a_player_who_gives_up(edition):
    table = scenario(edition, seats=4).deeds("oriental", owner=2).cash(1, 0).token(0, on="go").to_act(0)
    table.do("roll 2 4", "end-turn").awaits("throw", 1).do("resign", by=1)
    table.do("ask-rent oriental from 0", by=2).expect(RentPaid(payer=0, owner=2, deed="oriental", amount=6))


@clause("bankrupt.resign")
def test_who_gives_up_and_cannot_pay_his_debt_leaves_nothing_for_rents_not_asked_for(edition):
    table = ruined(edition).deeds("short-line", owner=2).token(1, on="marvin-gardens")
    table.do("roll 3 3", "roll 1 3").do("ask-rent boardwalk from 1", by=0).awaits("debt", 1).do("resign", by=1)
    table.refuses("ask-rent short-line from 1", by=2, clause="rent.ask")


def given_up_in_debt(edition: str, cash: int = 10, seats: int = 5) -> Table:
    """Seat 1 stands on seat 0's hotel (rent 2000), owes seat 2 rent of 25 and gives up with 10 and four railroads."""
    table = scenario(edition, seats=seats).group("dark-blue", owner=0).houses("dark-blue", HOTEL).cash(1, cash)
    table.deeds("water-works", "electric", owner=1).mortgage("electric").group("orange", owner=1)
    table.deeds("short-line", owner=2).token(1, on="marvin-gardens").to_act(1).do("roll 3 3", "roll 1 3")
    return table.do("ask-rent short-line from 1", by=2).awaits("debt", 1).do("resign", by=1)


@clause("bankrupt.resign")
def test_the_heir_of_who_gives_up_in_debt_answers_for_a_rent_asked_for_in_time(edition):
    # Beyond the debt he could have raised 10 + 75 + 90 + 90 + 100 - 25. The heir pays 10% on what is mortgaged.
    due = 8 + 9 + 9 + 10 + 8 if edition == "modern" else 8
    table = given_up_in_debt(edition).expect(WentBankrupt(seat=1, creditor=2, amount=25))
    before = table.cash_of(2)
    table.do("ask-rent boardwalk from 1", by=0)
    left = 10 + 75 + 90 + 90 + 100 - 25 - due
    table.expect(RentPaid(payer=2, owner=0, deed="boardwalk", amount=left))
    assert (table.cash_of(0), table.cash_of(2)) == (1500 + left, before - left)
    table.refuses("ask-rent boardwalk from 1", by=0, clause="rent.ask")


@clause("bankrupt.resign")
def test_the_heir_who_is_short_owes_it(edition):
    table = given_up_in_debt(edition).cash(2, 5).do("ask-rent boardwalk from 1", by=0).awaits("debt", 2)
    assert (table.s.debts[0].debtor, table.s.debts[0].creditor) == (2, 0)


def given_up_with_two_rents(edition: str, other: int = 3) -> Table:
    """Seat 1 gives up in debt to seat 2; another may still ask for 28, and seat 0 for the rent of a hotel."""
    table = scenario(edition, seats=5).group("dark-blue", owner=0).houses("dark-blue", HOTEL).cash(1, 10)
    table.group("orange", owner=1).deeds("north-carolina", owner=2).deeds("pennsylvania", owner=other)
    table.token(1, on="illinois").to_act(1).do("roll 4 4", "roll 1 1", "roll 2 3")
    return table.do("ask-rent north-carolina from 1", by=2).awaits("debt", 1).do("resign", by=1)


@clause("bankrupt.resign")
def test_an_heir_answers_for_one_rent_after_another(edition):
    left = 10 + 90 + 90 + 100 - 26 - (9 + 9 + 10 if edition == "modern" else 0)
    table = given_up_with_two_rents(edition).do("ask-rent pennsylvania from 1", by=3)
    table.expect(RentPaid(payer=2, owner=3, deed="pennsylvania", amount=28)).do("ask-rent boardwalk from 1", by=0)
    table.expect(RentPaid(payer=2, owner=0, deed="boardwalk", amount=left - 28))
    table = given_up_with_two_rents(edition).do("ask-rent boardwalk from 1", by=0)
    table.expect(RentPaid(payer=2, owner=0, deed="boardwalk", amount=left)).do("ask-rent pennsylvania from 1", by=3)
    table.expect(RentLapsed(owner=3, payer=1, deed="pennsylvania")).expect_none(RentPaid)


@clause("bankrupt.resign")
def test_an_heirs_heir_does_not_pay_himself(edition):
    table = given_up_with_two_rents(edition, other=0).cash(2, 0).do("ask-rent pennsylvania from 1", by=0)
    table.awaits("debt", 2).do("resign", by=2).expect(WentBankrupt(seat=2, creditor=0, amount=28))
    table.do("ask-rent boardwalk from 1", by=0).expect_none(RentPaid)
    table.expect(RentLapsed(owner=0, payer=2, deed="boardwalk"))


@clause("bankrupt.resign")
def test_an_heir_does_not_pay_himself(edition):
    table = scenario(edition, seats=4).group("dark-blue", owner=0).houses("dark-blue", HOTEL).cash(1, 10)
    table.group("orange", owner=1).deeds("short-line", owner=0).token(1, on="marvin-gardens").to_act(1)
    table.do("roll 3 3", "roll 1 3").do("ask-rent short-line from 1", by=0).awaits("debt", 1).do("resign", by=1)
    table.refuses("ask-rent boardwalk from 1", by=0, clause="rent.ask")


@clause("bankrupt.resign")
def test_when_the_heir_gives_up_too_what_he_leaves_answers_for_it(edition):
    table = given_up_in_debt(edition).do("resign", by=2).awaits("bid").do("ask-rent boardwalk from 1", by=0)
    while table.waiting().startswith("waits for bid"):
        table.do("pass")
    assert table.cash_of(0) > 1500
    table.expect(RentPaid(payer=2, owner=0, deed="boardwalk", amount=table.cash_of(0) - 1500, clause="bankrupt.resign"))


@clause("bankrupt.resign")
def test_what_is_left_after_a_debt_to_the_bank_answers_for_a_rent(edition):
    table = scenario(edition, seats=4).deeds("short-line", owner=2).group("orange", owner=1).cash(1, 10)
    table.token(1, on="marvin-gardens").to_act(1).do("roll 3 3", "roll 1 2").awaits("debt", 1).do("resign", by=1)
    table.expect(WentBankrupt(seat=1, creditor="bank", amount=100 if edition == "modern" else 75))
    table.do("ask-rent short-line from 1", by=2)
    while table.waiting().startswith("waits for bid"):
        table.do("pass")
    table.expect(RentPaid(payer=1, owner=2, deed="short-line", amount=25, clause="bankrupt.resign"))


@clause("bankrupt.resign")
def test_several_creditors_share_all_the_cash_of_who_gives_up_and_nothing_is_left_for_rents(edition):
    table = chairman(edition, cash=10).deeds("reading", "short-line", owner=1).deeds("tennessee", owner=3)
    table.token(1, on="vermont").to_act(1).do("roll 5 5", "roll 1 3").draw("chance", "pay-each").awaits("debt", 1)
    table.do("resign", by=1).awaits("bid").refuses("ask-rent tennessee from 1", by=3, clause="rent.ask")


@clause("bankrupt.resign")
@pytest.mark.parametrize("asked", ["before", "after"])
def test_a_rent_asked_for_before_its_payer_gives_up_is_paid_like_one_asked_for_after(edition, asked):
    table = scenario(edition, seats=5).group("dark-blue", owner=0).houses("dark-blue", HOTEL).cash(1, 10)
    table.group("orange", owner=1).deeds("short-line", owner=2).token(1, on="marvin-gardens").to_act(1)
    table.do("roll 3 3", "roll 1 3").do("ask-rent short-line from 1", by=2).awaits("debt", 1)
    if asked == "before":
        table.do("ask-rent boardwalk from 1", by=0).do("resign", by=1)
    else:
        table.do("resign", by=1).do("ask-rent boardwalk from 1", by=0)
    left = 10 + 90 + 90 + 100 - 25 - (9 + 9 + 10 if edition == "modern" else 0)
    table.expect(RentPaid(payer=2, owner=0, deed="boardwalk", amount=left))


@clause("bankrupt.resign")
def test_a_rent_behind_a_debt_to_the_bank_is_paid_after_the_auctions(edition):
    table = scenario(edition, seats=4).deeds("short-line", owner=2).group("orange", owner=1).cash(1, 10)
    table.token(1, on="marvin-gardens").to_act(1).do("roll 3 3", "roll 1 2").awaits("debt", 1)
    table.do("ask-rent short-line from 1", by=2).do("resign", by=1).awaits("bid").expect_none(RentPaid)
    while table.waiting().startswith("waits for bid"):
        table.do("pass")
    table.expect(RentPaid(payer=1, owner=2, deed="short-line", amount=25, clause="bankrupt.resign"))


@clause("bankrupt.resign")
def test_a_second_rent_to_the_heir_is_gone(edition):
    table = scenario(edition, seats=4).group("dark-blue", owner=0).cash(1, 10).group("orange", owner=1)
    table.deeds("short-line", owner=0).token(1, on="marvin-gardens").to_act(1).do("roll 3 3", "roll 1 3")
    table.do("ask-rent short-line from 1", by=0).do("ask-rent boardwalk from 1", by=0).do("resign", by=1)
    table.expect_none(RentPaid).expect_none(RentLapsed)
    assert table.s.debt_count == 0
