"""Debts: how they are raised, what a debtor may not do, payment in kind, and in which order they are paid."""

import pytest

from tests.kit.clause_mark import clause
from tests.kit.scenario import HOTEL, Table, scenario
from ventnor.event import (
    AuctionWon,
    CashPassed,
    DebtArose,
    EstateShared,
    Kept,
    Paid,
    PaidInKind,
    RentPaid,
    WentBankrupt,
)
from ventnor.kernel import codes
from ventnor.notation import format_action
from ventnor.plan import plan_payment


def owing(edition: str, cash: int, seats: int = 3, rent: int = 750) -> Table:
    """Seat 1 has landed on the hotel of St. Charles Place, or on one with fewer houses, and is asked for its rent."""
    houses = {50: 1, 150: 2, 450: 3, 625: 4, 750: HOTEL}[rent]
    table = scenario(edition, seats=seats).group("pink", owner=0).houses("pink", houses)
    return table.cash(1, cash).token(1, on="oriental").to_act(1)


def ask(table: Table) -> Table:
    """Let seat 1 land there, and be asked."""
    return table.do("roll 2 3").do("ask-rent st-charles from 1", by=0)


# --- raising ----------------------------------------------------------------------------------------------------------


@clause("debt.raise")
@pytest.mark.parametrize(
    ("edition", "plan"),
    [
        ("1935", ["sell oriental", "pay"]),
        ("classic", ["sell-group light-blue to 2", "pay"]),
        ("anniversary", ["sell-group light-blue to 2", "pay"]),
        ("official", ["sell-group light-blue to 2", "pay"]),
        ("modern", ["sell-group light-blue to 2", "pay"]),
    ],
)
def test_a_plan_brings_hotels_down_to_the_houses_that_the_bank_has(edition, plan):
    table = owing(edition, cash=700, rent=750).group("light-blue", owner=1).houses("light-blue", HOTEL)
    ask(table.stock(houses=2)).awaits("debt", 1)
    assert [format_action(action) for action in plan_payment(table.s, table.t, 1)] == plan
    table.do(*plan, by=1).expect(RentPaid(payer=1, owner=0, deed="st-charles", amount=750))


@clause("debt.raise")
def test_who_has_the_cash_pays_at_once(edition):
    table = ask(owing(edition, cash=750)).expect_none(DebtArose).awaits("end", 1)
    table.expect(RentPaid(payer=1, owner=0, deed="st-charles", amount=750, clause="rent.due"))
    assert table.cash_of_all == [1500 + 750, 0, 1500]


@clause("debt.raise")
def test_who_has_not_the_cash_sells_and_mortgages_until_the_debt_is_paid(edition):
    table = owing(edition, cash=749, rent=750).group("purple", owner=1).houses("purple", 1).deeds("reading", owner=1)
    table = ask(table).expect(DebtArose(debtor=1, creditor=0, amount=750, cause="rent")).awaits("debt", 1)
    table.refuses("pay", clause="debt.raise").refuses("end-turn", clause="debt.raise")
    table.refuses("bankrupt", clause="debt.raise").do("sell baltic").awaits("debt", 1)
    table.do("mortgage reading").do("pay").expect(RentPaid(payer=1, owner=0, deed="st-charles", amount=750))
    assert table.cash_of(1) == 749 + 25 + 100 - 750
    table.awaits("end", 1)


@clause("debt.raise")
@pytest.mark.parametrize(("short_of", "lawful"), [(0, False), (1, True)])
def test_only_who_cannot_pay_even_so_is_bankrupt(edition, short_of, lawful):
    # Half price of two hotels, the mortgage values of three deeds, nothing for a fourth that is mortgaged, and cash.
    raised = 2 * 5 * 50 // 2 + 30 + 30 + 100
    table = owing(edition, cash=750 - raised - short_of).group("purple", owner=1).houses("purple", HOTEL)
    table = ask(table.deeds("reading", "electric", owner=1).mortgage("electric"))
    if lawful:
        table.do("bankrupt").expect(WentBankrupt(seat=1, creditor=0, amount=750))
    else:
        table.refuses("bankrupt", clause="debt.raise")


@clause("debt.raise")
def test_a_jail_card_and_a_rent_not_asked_for_raise_nothing(edition):
    table = owing(edition, cash=749).jail_card("chance", 1)
    ask(table).do("bankrupt").expect(WentBankrupt(seat=1, creditor=0, amount=750))


@clause("debt.raise")
def test_nobody_without_a_debt_is_bankrupt_or_pays(edition):
    table = (
        owing(edition, cash=10).refuses("bankrupt", by=1, clause="debt.raise").refuses("pay", by=1, clause="debt.raise")
    )
    ask(table).refuses("bankrupt", by=2, clause="debt.raise").refuses("pay", by=2, clause="debt.raise")


@clause("debt.raise")
@pytest.mark.parametrize("act", ["build baltic", "lift electric"])
def test_a_debtor_neither_builds_nor_lifts(edition, act):
    table = owing(edition, cash=700).group("purple", owner=1).deeds("electric", "reading", owner=1).mortgage("electric")
    table.allows(act, by=1)
    ask(table).refuses(act, by=1, clause="debt.raise")


@clause("debt.raise")
def test_a_debtor_does_not_buy_before_the_debt_is_paid(edition):
    table = owing(edition, cash=700).deeds("reading", owner=1).token(1, on="chance-1")
    table.do("roll 2 2").do("roll 2 3").awaits("buy", 1).do("ask-rent st-charles from 1", by=0).awaits("debt", 1)
    table.refuses("buy", by=1, clause="debt.raise").refuses("decline", by=1, clause="debt.raise")
    table.do("mortgage reading").do("pay").awaits("buy", 1)


@clause("debt.raise")
def test_a_debtor_bids_for_an_estate_with_what_he_holds_beyond_what_he_owes(edition):
    # Seat 2 gives up while seat 1 is in debt; with Reading mortgaged seat 1 has 800, and owes 750.
    table = owing(edition, cash=700).deeds("reading", owner=1).deeds("baltic", owner=2)
    table = ask(table).do("resign", by=2).awaits("bid").refuses("bid 1", by=1, clause="debt.raise")
    assert [text for text in table.menu(1) if text.startswith(("bid", "pass"))] == ["pass"]
    table.do("bid 1", by=0).do("mortgage reading", by=1).refuses("bid 51", by=1, clause="debt.raise")
    table.refuses("bid 801", by=1, clause="auction.settle").do("bid 50", by=1).do("pass", by=0)
    table.expect(AuctionWon(seat=1, item="baltic", amount=50)).awaits("debt", 1).do("pay", by=1).awaits("end", 1)
    assert (table.cash_of(1), table.owner_of("baltic")) == (0, 1)


@clause("debt.raise")
def test_a_debtor_may_sell_property_to_a_third_player_to_pay(edition):
    table = ask(owing(edition, cash=700).deeds("reading", owner=1))
    table.do("offer 2 give reading get 180", by=1).do("accept 1", by=2).do("pay", by=1)
    assert table.cash_of_all == [1500 + 750, 700 + 180 - 750, 1500 - 180]


@clause("debt.raise")
@pytest.mark.parametrize(("price", "lawful"), [(50, True), (49, False)])
def test_a_debtor_deals_with_a_third_player_only_if_the_debt_can_still_be_raised(edition, price, lawful):
    # With Reading mortgaged the debt of 750 could be raised; sold for less than the 50 missing it could not.
    table = ask(owing(edition, cash=700).deeds("reading", owner=1))
    if lawful:
        table.allows(f"offer 2 give reading get {price}", by=1)
    else:
        table.refuses(f"offer 2 give reading get {price}", by=1, clause="debt.raise")
        table.refuses(f"offer 1 give {price} get reading", by=2, clause="debt.raise")


@clause("debt.raise")
def test_two_sales_may_save_a_debtor_whom_neither_would_save_alone(edition):
    table = ask(owing(edition, cash=400).deeds("reading", "pennsylvania-rr", owner=1))
    table.do("offer 2 give reading get 150", by=1).do("accept 1", by=2).refuses("pay", by=1, clause="debt.raise")
    table.do("offer 2 give pennsylvania-rr get 250", by=1).do("accept 2", by=2).do("pay", by=1)
    assert table.cash_of_all == [1500 + 750, 400 + 150 + 250 - 750, 1500 - 150 - 250]


@clause("debt.raise")
@pytest.mark.parametrize(("price", "lawful"), [(100, True), (99, False)])
def test_who_cannot_raise_the_debt_gives_nothing_away_all_the_same(edition, price, lawful):
    # 400 and the mortgage value of two railroads do not reach 750: Reading goes for no less than its 100.
    table = ask(owing(edition, cash=400).deeds("reading", "pennsylvania-rr", owner=1))
    if lawful:
        table.allows(f"offer 2 give reading get {price}", by=1).allows(f"offer 1 give {price} get reading", by=2)
    else:
        table.refuses(f"offer 2 give reading get {price}", by=1, clause="debt.raise")
        table.refuses(f"offer 1 give {price} get reading", by=2, clause="debt.raise")


@clause("debt.raise")
@pytest.mark.parametrize("thing", ["chance-card", "electric"])
def test_what_raises_nothing_may_go_for_nothing(edition, thing):
    # After it he can raise as much as before. A deed that raises something may not.
    table = owing(edition, cash=400).jail_card("chance", 1).deeds("electric", "reading", owner=1).mortgage("electric")
    table = ask(table).allows(f"offer 2 give {thing} get nothing", by=1)
    table.allows(f"offer 1 give nothing get {thing}", by=2)
    table.refuses("offer 2 give reading get nothing", by=1, clause="debt.raise")


@clause("debt.raise")
def test_a_gift_to_who_owes_or_may_be_asked_for_rent_is_lawful(edition):
    table = owing(edition, cash=0).deeds("reading", owner=2).do("roll 2 3")
    table.allows("offer 1 give reading get nothing", by=2).do("ask-rent st-charles from 1", by=0)
    table.do("offer 1 give reading get nothing", by=2).do("accept 1", by=1)
    assert table.owner_of("reading") == 1


@clause("debt.raise")
def test_the_owner_of_an_unasked_rent_is_not_told_of_it_by_a_refusal(edition):
    table = owing(edition, cash=0).deeds("reading", owner=1).do("roll 2 3")
    table.allows("offer 1 give 1 get reading", by=0).allows("offer 0 give reading get 1", by=1)
    # A third player may not take it for so little, and once the rent is asked for the owner may not either.
    table.refuses("offer 1 give 1 get reading", by=2, clause="debt.raise").do("ask-rent st-charles from 1", by=0)
    table.refuses("offer 1 give 1 get reading", by=0, clause="debt.raise")


@clause("debt.raise")
@pytest.mark.parametrize(("mortgaged", "lawful"), [(False, True), (True, False)])
def test_what_a_debtor_receives_counts_for_what_it_raises(edition, mortgaged, lawful):
    # Reading alone raises the fifty missing. In exchange Illinois raises more; mortgaged it raises nothing.
    table = owing(edition, cash=700).deeds("reading", owner=1).deeds("illinois", owner=2)
    table = ask(table.mortgage("illinois") if mortgaged else table)
    if lawful:
        table.allows("offer 2 give reading get illinois", by=1)
    else:
        table.refuses("offer 2 give reading get illinois", by=1, clause="debt.raise")


@clause("debt.raise")
@pytest.mark.parametrize(("price", "lawful"), [(38, False), (37, True)])
def test_the_ten_per_cent_on_what_a_debtor_receives_is_counted_off(edition, price, lawful):
    # 699 and 100 on Reading, less the price, less 12 on the mortgaged Illinois: 750 must be left.
    assert 699 + 100 - 37 - 12 == 750
    table = owing(edition, cash=699).deeds("reading", owner=1).deeds("illinois", owner=2).mortgage("illinois")
    table = ask(table)
    if lawful:
        table.allows(f"offer 2 give {price} get illinois", by=1)
    else:
        table.refuses(f"offer 2 give {price} get illinois", by=1, clause="debt.raise")


@clause("debt.raise")
def test_a_rent_that_may_still_be_asked_for_counts_as_a_debt_in_a_deal(edition):
    table = owing(edition, cash=700).deeds("reading", owner=1).do("roll 2 3").awaits("end", 1)
    table.refuses("offer 2 give reading get nothing", by=1, clause="debt.raise")
    table.allows("offer 2 give reading get 50", by=1)


@clause("debt.raise")
def test_a_rent_that_needs_a_throw_counts_as_the_highest_throw(edition):
    # To the nearest utility by card: ten times a throw that nobody has made yet, so up to 120 dollars.
    table = scenario(edition, decks="classic").deeds("electric", owner=0).deeds("baltic", "reading", owner=1)
    table.cash(1, 119).to_act(1).do("roll 3 4").draw("chance", "nearest-utility")
    table.refuses("offer 2 give baltic reading get nothing", by=1, clause="debt.raise")
    table.allows("offer 2 give baltic reading get 1", by=1)


@clause("debt.raise")
def test_who_owes_nothing_gives_away_what_he_likes(edition):
    owing(edition, cash=0).deeds("reading", owner=1).allows("offer 2 give reading get nothing", by=1)


@clause("debt.raise")
@pytest.mark.parametrize("cause", ["tax", "card", "fine"])
def test_a_debt_to_the_bank_is_raised_alike(edition, cause):
    table = scenario(edition).deeds("boardwalk", owner=1).cash(1, 0).to_act(1)
    if cause == "tax":
        table.token(1, on="pacific").do("roll 3 4")
        amount = 100 if edition == "modern" else 75
    elif cause == "card":
        table.token(1, on="jail").do("roll 3 4").draw("chest", "pay", amount=100)
        amount = 100
    else:
        table.jail(1, turn=3).do("roll 4 6")
        amount = 50
    table.expect(DebtArose(debtor=1, creditor="bank", amount=amount, cause=cause)).awaits("debt", 1)
    table.do("mortgage boardwalk").do("pay").expect(Paid(seat=1, to="bank", amount=amount, cause=cause)).awaits(
        "end", 1
    )
    assert table.cash_of(1) == 200 - amount


# --- in kind ----------------------------------------------------------------------------------------------------------


@clause("debt.in-kind")
def test_a_debt_to_a_player_is_paid_wholly_in_property_if_the_creditor_accepts(edition):
    table = ask(owing(edition, cash=0).deeds("reading", "baltic", owner=1))
    table.do("offer 0 give reading baltic get debt 750", by=1).awaits("debt", 1).do("accept 1", by=0)
    table.expect(PaidInKind(debtor=1, creditor=0, amount=750)).expect_none(CashPassed).awaits("end", 1)
    assert table.deeds_of(1) == []
    assert table.cash_of_all == [1500, 0, 1500]


@clause("debt.in-kind")
def test_the_rest_of_a_debt_paid_partly_in_kind_stays_due(edition):
    table = ask(owing(edition, cash=0).deeds("reading", "boardwalk", owner=1))
    table.do("offer 0 give reading get debt 600", by=1).do("accept 1", by=0).awaits("debt", 1)
    table.do("mortgage boardwalk").do("pay").expect(RentPaid(payer=1, owner=0, deed="st-charles", amount=750 - 600))
    assert table.cash_of_all == [1500 + 150, 200 - 150, 1500]


@clause("debt.in-kind")
def test_part_in_cash_and_part_in_property(edition):
    table = ask(owing(edition, cash=100).deeds("reading", owner=1))
    table.do("offer 0 give reading 100 get debt 750", by=1).do("accept 1", by=0).awaits("end", 1)
    assert table.cash_of_all == [1500 + 100, 0, 1500]


@clause("debt.in-kind")
def test_the_creditor_need_not_accept(edition):
    table = ask(owing(edition, cash=0).deeds("reading", owner=1)).do("offer 0 give reading get debt 750", by=1)
    table.do("reject 1", by=0).awaits("debt", 1).allows("bankrupt", by=1)
    assert table.owner_of("reading") == 1


@clause("debt.in-kind")
def test_a_mortgaged_property_may_pay_it_and_the_creditor_pays_the_ten_per_cent(edition):
    table = ask(owing(edition, cash=0).deeds("reading", owner=1).mortgage("reading"))
    table.do("offer 0 give reading get debt 750", by=1).do("accept 1", by=0).awaits("receive", 0).do("keep reading")
    table.expect(Kept(seat=0, deed="reading", amount=10)).awaits("end", 1)
    assert table.cash_of(0) == 1500 - 10


@clause("debt.in-kind")
def test_no_more_is_settled_than_is_owed_and_only_with_property(edition):
    table = ask(owing(edition, cash=10).deeds("reading", owner=1).jail_card("chance", 1))
    table.refuses("offer 0 give reading get debt 751", by=1, clause="debt.in-kind")
    table.refuses("offer 0 give chance-card get debt 10", by=1, clause="debt.in-kind")
    table.refuses("offer 0 give 10 get debt 10", by=1, clause="trade.shape")
    table.refuses("offer 2 give reading get debt 100", by=1, clause="debt.in-kind")  # not the creditor


@clause("debt.in-kind")
def test_nothing_is_settled_where_nothing_is_owed_yet(edition):
    table = owing(edition, cash=0).deeds("reading", owner=1)
    table.refuses("offer 0 give reading get debt 1", by=1, clause="debt.in-kind")
    # A rent asked for during an auction is no debt before it is over.
    table.token(1, on="chance-1").do("roll 2 2").do("roll 2 3").do("decline").do("ask-rent st-charles from 1", by=0)
    table.awaits("bid").refuses("offer 0 give reading get debt 750", by=1, clause="debt.in-kind")


@clause("debt.in-kind")
def test_a_debt_to_the_bank_is_not_paid_in_kind(edition):
    table = scenario(edition).deeds("boardwalk", owner=1).cash(1, 0).token(1, on="pacific").to_act(1).do("roll 3 4")
    table.awaits("debt", 1).refuses("offer 0 give boardwalk get debt 75", by=1, clause="debt.in-kind")


@clause("debt.in-kind")
def test_any_debt_to_a_player_may_be_paid_so(edition):
    # Not rent alone: here what a card makes everybody pay. The decks of 1935 know no such card, but by option.
    table = scenario(edition, decks="classic").deeds("baltic", owner=2).cash(2, 0).token(1, on="jail").to_act(1)
    table.do("roll 3 4").draw("chest", "collect-each").awaits("debt", 2)
    table.do("offer 1 give baltic get debt 50", by=2).do("accept 1", by=1).awaits("end", 1)
    assert table.cash_of_all == [1500 - 50, 1500 + 50, 0]
    assert table.owner_of("baltic") == 1


def owing_each(edition: str, cash: int, *deeds: str) -> Table:
    """Return a table where seat 1 has drawn the card that pays each of the three others $50."""
    table = scenario(edition, seats=4, decks="classic").deeds(*deeds, owner=1).cash(1, cash).to_act(1)
    return table.do("roll 3 4").draw("chance", "pay-each").awaits("debt", 1)


@clause("debt.in-kind")
def test_of_what_is_owed_to_several_any_one_may_be_paid_in_kind(edition):
    table = owing_each(edition, 60, "baltic", "reading")
    table.refuses("offer 2 give baltic get debt 51", by=1, clause="debt.in-kind")
    table.do("offer 2 give baltic get debt 30", by=1).do("accept 1", by=2)
    table.expect(PaidInKind(debtor=1, creditor=2, amount=30)).refuses("pay", by=1, clause="debt.raise")
    table.refuses("offer 2 give reading get debt 21", by=1, clause="debt.in-kind").do("mortgage reading", by=1)
    table.do("pay", by=1).awaits("end", 1)
    assert table.cash_of_all == [1550, 160 - 50 - 20 - 50, 1520, 1550]


@clause("debt.in-kind")
def test_with_all_but_one_paid_in_kind_it_is_a_debt_to_that_player(edition):
    table = owing_each(edition, 0, "baltic", "mediterranean")
    table.do("offer 2 give baltic get debt 50", by=1).do("accept 1", by=2)
    table.do("offer 0 give mediterranean get debt 50", by=1).do("accept 2", by=0).awaits("debt", 1)
    table.do("bankrupt", by=1).expect(WentBankrupt(seat=1, creditor=3, amount=50))


@clause("debt.in-kind")
def test_who_was_paid_in_kind_has_no_share_in_the_bankrupts_cash(edition):
    table = owing_each(edition, 60, "baltic")
    table.do("offer 2 give baltic get debt 50", by=1).do("accept 1", by=2).do("bankrupt", by=1)
    table.expect(EstateShared(seat=1, creditor=3, amount=30), EstateShared(seat=1, creditor=0, amount=30))
    assert table.cash_of_all == [1530, 0, 1500, 1530]


@clause("debt.in-kind")
@pytest.mark.parametrize(("deed", "lawful"), [("baltic", True), ("reading", False)])
def test_one_of_several_creditors_does_not_take_what_the_others_are_due(edition, deed, lawful):
    # 100 on Reading and 30 on Baltic do not reach 150. Reading for 50 would leave the others with less than a third.
    table = owing_each(edition, 0, "baltic", "reading")
    if lawful:
        table.allows(f"offer 2 give {deed} get debt 50", by=1)
    else:
        table.refuses(f"offer 2 give {deed} get debt 50", by=1, clause="debt.raise")


@clause("debt.in-kind")
def test_what_is_left_of_a_share_is_what_a_creditor_who_retires_is_not_paid(edition):
    table = owing_each(edition, 0, "baltic", "reading")
    table.do("offer 2 give baltic get debt 30", by=1).do("accept 1", by=2).do("resign", by=2)
    while table.waiting().startswith("waits for bid"):
        table.do("pass")
    table.do("mortgage reading", by=1).do("pay", by=1)
    assert table.cash_of_all == [1550, 0, 0, 1550]
    table.awaits("debt", 1)
    assert (table.s.debts[0].creditor, table.s.debts[0].amount) == (codes.BANK, 50 - 30)


@clause("debt.in-kind")
def test_a_creditor_too_may_propose_payment_in_kind(edition):
    table = ask(owing(edition, cash=600).deeds("reading", owner=1)).awaits("debt", 1)
    table.refuses("offer 1 give debt 751 get reading", by=0, clause="debt.in-kind")
    table.refuses("offer 1 give debt 10 get reading", by=2, clause="debt.in-kind")  # not the creditor
    table.do("offer 1 give debt 150 get reading", by=0).do("accept 1", by=1)
    table.expect(PaidInKind(debtor=1, creditor=0, amount=150)).do("pay", by=1)
    assert table.cash_of_all == [1500 + 600, 0, 1500]
    assert table.owner_of("reading") == 0


@clause("debt.in-kind")
def test_a_creditor_may_ask_for_part_in_cash_and_part_in_property(edition):
    table = ask(owing(edition, cash=600).deeds("reading", owner=1)).awaits("debt", 1)
    table.do("offer 1 give debt 750 get reading 500", by=0).do("accept 1", by=1).awaits("end", 1)
    assert table.cash_of_all == [1500 + 500, 100, 1500]


@clause("debt.in-kind")
def test_a_creditors_proposal_lapses_when_the_debt_is_paid(edition):
    table = ask(owing(edition, cash=700).deeds("reading", "short-line", owner=1)).awaits("debt", 1)
    table.do("offer 1 give debt 150 get reading", by=0).do("mortgage short-line", by=1).do("pay", by=1)
    table.refuses("accept 1", by=1, clause="trade.offers")


# --- order ------------------------------------------------------------------------------------------------------------


def owing_twice(edition: str, cash: int) -> Table:
    """Seat 1 has landed by doubles on a lot of seat 0 (rent 50) and then on one of seat 2 (rent 70)."""
    table = scenario(edition, seats=4).group("pink", owner=0).houses("pink", 1).group("orange", owner=2)
    table.houses("orange", 1).cash(1, cash).deeds("park-place", owner=1).token(1, on="chance-1").to_act(1)
    return table.do("roll 2 2").do("roll 2 3")


@clause("debt.order")
@pytest.mark.parametrize(("first", "second"), [(0, 2), (2, 0)])
def test_several_debts_of_a_player_are_paid_one_at_a_time_the_oldest_first(edition, first, second):
    rents = {0: ("st-charles", 50), 2: ("st-james", 70)}
    table = owing_twice(edition, cash=45)
    table.do(f"ask-rent {rents[first][0]} from 1", by=first).awaits("debt", 1)
    table.do(f"ask-rent {rents[second][0]} from 1", by=second).awaits("debt", 1)
    table.do("mortgage park-place").do("pay")
    table.expect(
        RentPaid(payer=1, owner=first, deed=rents[first][0], amount=rents[first][1]),
        RentPaid(payer=1, owner=second, deed=rents[second][0], amount=rents[second][1]),
    )
    assert table.cash_of(1) == 45 + 175 - 50 - 70


@clause("debt.order")
def test_a_smaller_debt_waits_for_an_older_one(edition):
    table = owing_twice(edition, cash=60).do("ask-rent st-james from 1", by=2).awaits("debt", 1)
    table.do("ask-rent st-charles from 1", by=0).expect_none(RentPaid).refuses("pay", by=1, clause="debt.raise")


@clause("debt.order")
def test_on_bankruptcy_everything_goes_to_the_creditor_of_the_debt_at_hand_and_other_claims_lapse(edition):
    table = owing_twice(edition, cash=10).mortgage("park-place").do("ask-rent st-james from 1", by=2)
    table.do("ask-rent st-charles from 1", by=0).do("bankrupt", by=1)
    table.expect(WentBankrupt(seat=1, creditor=2, amount=70)).expect_none(RentPaid)
    assert table.cash_of(0) == 1500
    assert table.cash_of(2) == 1500 + 10 - 18  # all the cash, less the interest on Park Place
    assert table.owner_of("park-place") == 2


@clause("debt.order")
def test_a_card_that_collects_from_each_is_paid_from_the_drawers_left_without_being_asked(edition):
    table = scenario(edition, seats=4, decks="classic").token(1, on="jail").to_act(1)
    table.do("roll 3 4").draw("chest", "collect-each").expect(
        Paid(seat=2, to=1, amount=50, cause="card"),
        Paid(seat=3, to=1, amount=50, cause="card"),
        Paid(seat=0, to=1, amount=50, cause="card"),
    )
    assert table.cash_of_all == [1500 - 50, 1500 + 3 * 50, 1500 - 50, 1500 - 50]


@clause("debt.order")
def test_all_who_have_the_cash_pay_the_card_at_once_and_the_others_follow_from_the_drawers_left(edition):
    table = scenario(edition, seats=5, decks="classic").cash(2, 20).cash(4, 30).deeds("baltic", owner=2)
    table.deeds("oriental", owner=4).token(1, on="jail").to_act(1).do("roll 3 4").draw("chest", "collect-each")
    table.expect(
        DebtArose(debtor=2, creditor=1, amount=50, cause="card"),
        Paid(seat=3, to=1, amount=50, cause="card"),
        DebtArose(debtor=4, creditor=1, amount=50, cause="card"),
        Paid(seat=0, to=1, amount=50, cause="card"),
    )
    assert table.cash_of_all == [1500 - 50, 1500 + 2 * 50, 20, 1500 - 50, 30]
    table.awaits("debt", 2).do("mortgage baltic").do("pay").awaits("debt", 4).do("mortgage oriental").do("pay")
    assert table.cash_of_all == [1450, 1500 + 4 * 50, 0, 1450, 30]


@clause("debt.order")
def test_each_who_cannot_pay_the_card_may_be_bankrupt_to_the_drawer(edition):
    table = scenario(edition, seats=4, decks="classic").cash(2, 30).cash(0, 20).deeds("baltic", owner=0)
    table.token(1, on="jail").to_act(1).do("roll 3 4").draw("chest", "collect-each").awaits("debt", 2)
    table.do("bankrupt", by=2).expect(WentBankrupt(seat=2, creditor=1, amount=50)).awaits("debt", 0)
    table.do("mortgage baltic").do("pay").awaits("end", 1)
    assert table.cash_of_all == [20 + 30 - 50, 1500 + 50 + 30 + 50, 0, 1500 - 50]


@clause("1935:debt.order", "classic:debt.order", "anniversary:debt.order", "official:debt.order")
def test_the_game_waits_for_the_debtor_to_whom_no_other_debtor_owes(edition):
    # Where a rent may be asked for until the next turn but one, seat 1 can owe seat 0 while seat 2 comes to owe seat 1.
    table = owing(edition, cash=695, seats=4).deeds("oriental", owner=1).deeds("baltic", owner=2).cash(2, 5)
    table.do("roll 2 3").do("end-turn").do("roll 2 4").do("ask-rent st-charles from 1", by=0).awaits("debt", 1)
    table.allows("bankrupt", by=1).do("ask-rent oriental from 2", by=1).awaits("debt", 2)
    table.refuses("bankrupt", by=1, clause="debt.order").do("mortgage baltic", by=2).do("pay", by=2)
    # What came in saves seat 1 by a dollar.
    table.awaits("debt", 1).do("mortgage oriental").do("pay")
    assert table.cash_of(1) == 695 + 6 + 50 - 750


@clause("debt.order")
def test_nobody_is_bankrupt_while_another_debtor_owes_them(edition):
    table = scenario(edition, decks="classic").group("pink", owner=0).houses("pink", HOTEL).cash(2, 0)
    table.deeds("baltic", owner=1).cash(1, 25).token(2, on="chance-1").to_act(2).do("roll 2 2").do("roll 2 4")
    table.draw("chest", "collect-each").awaits("debt", 1).do("ask-rent st-charles from 2", by=0)
    table.expect(DebtArose(debtor=2, creditor=0, amount=750, cause="rent")).awaits("debt", 1)
    table.refuses("bankrupt", by=2, clause="debt.order").do("mortgage baltic", by=1).do("pay", by=1)
    table.awaits("debt", 2).do("bankrupt", by=2).expect(WentBankrupt(seat=2, creditor=0, amount=750))
    assert table.cash_of_all == [1500 - 50 + 2 * 50, 25 + 30 - 50, 0]


@clause("debt.order")
def test_a_debtor_collects_rent_while_in_debt(edition):
    table = scenario(edition, decks="classic").deeds("st-charles", owner=1).cash(1, 5).cash(2, 0)
    table.deeds("baltic", owner=2).token(2, on="chance-1").to_act(2).do("roll 2 2").do("roll 2 4")
    table.draw("chest", "collect-each").awaits("debt", 1).do("ask-rent st-charles from 2", by=1)
    # Seat 0 has paid its fifty dollars, so seat 2 pays the rent of ten at once.
    assert table.cash_of_all == [1500 - 50, 5 + 10, 50 - 10]
    table.awaits("debt", 1)


@clause("debt.order")
def test_of_two_debtors_who_owe_each_other_the_one_with_the_older_debt_comes_first(edition):
    table = scenario(edition, decks="classic").group("pink", owner=1).houses("pink", HOTEL).cash(1, 5).cash(2, 0)
    table.deeds("baltic", owner=2).token(2, on="chance-1").to_act(2).do("roll 2 2").do("roll 2 4")
    table.draw("chest", "collect-each").awaits("debt", 1).do("ask-rent st-charles from 2", by=1)
    table.expect(DebtArose(debtor=2, creditor=1, amount=750, cause="rent")).awaits("debt", 1)
    table.do("mortgage baltic", by=2).awaits("debt", 1).do(
        "sell states" if edition != "1935" else "sell virginia", by=1
    )
    table.do("pay", by=1).awaits("debt", 2).do("bankrupt", by=2)
    table.expect(WentBankrupt(seat=2, creditor=1, amount=750))


def card_before_a_bankruptcy(edition: str, heir: int) -> Table:
    """Seat 1 owes each 50 and has 100 and a railroad; seat 0 gives up, in debt to the heir for the rent of a hotel."""
    table = scenario(edition, seats=4, decks="classic").cash(1, 100).deeds("reading", owner=1)
    table.group("dark-blue", owner=heir).houses("dark-blue", HOTEL).cash(0, 0).token(0, on="pennsylvania").to_act(0).do(
        "roll 2 3", "end-turn"
    )
    table.do("roll 3 4").draw("chance", "pay-each").awaits("debt", 1).do("ask-rent boardwalk from 0", by=heir)
    return table.do("resign", by=0).expect(WentBankrupt(seat=0, creditor=heir, amount=2000))


@clause("1935:debt.order", "classic:debt.order", "anniversary:debt.order", "official:debt.order")
def test_the_share_of_a_creditor_who_is_bankrupt_is_owed_to_his_heir(edition):
    table = card_before_a_bankruptcy(edition, heir=2).do("pay", by=1)
    table.expect(DebtArose(debtor=1, creditor=2, amount=50, cause="card")).awaits("debt", 1)
    table.do("mortgage reading").do("pay")
    assert table.cash_of_all == [0, 100 + 100 - 150, 1500 + 100, 1500 + 50]


@clause("1935:debt.order", "classic:debt.order", "anniversary:debt.order", "official:debt.order")
def test_the_share_of_a_creditor_whose_heir_is_the_debtor_is_gone(edition):
    table = card_before_a_bankruptcy(edition, heir=1).do("pay", by=1).awaits("end", 1)
    assert table.cash_of_all == [0, 0, 1500 + 50, 1500 + 50]


@clause("debt.order")
def test_what_is_owed_to_a_player_who_gives_up_is_owed_to_the_bank(edition):
    table = ask(owing(edition, cash=700, seats=4).deeds("reading", owner=1)).awaits("debt", 1).do("resign", by=0)
    while table.waiting().startswith("waits for bid"):
        table.do("pass")
    table.awaits("debt", 1).do("mortgage reading", by=1).do("pay", by=1)
    table.expect(Paid(seat=1, to="bank", amount=750, cause="rent")).awaits("end", 1)
    assert table.cash_of_all == [0, 50, 1500, 1500]


@clause("1935:debt.order", "classic:debt.order", "anniversary:debt.order", "official:debt.order")
def test_what_is_owed_to_a_player_who_retires_is_owed_to_his_creditor(edition):
    # Seat 2 owes seat 1 for Oriental Avenue, seat 1 owes seat 0 for St. Charles Place, and seat 1 gives up.
    table = scenario(edition, seats=4).group("pink", owner=0).houses("pink", HOTEL).group("light-blue", owner=1)
    table.houses("light-blue", 3).cash(1, 0).cash(2, 100).deeds("boardwalk", owner=2)
    table.token(1, on="oriental").token(2, on="go").to_act(1).do("roll 2 3").do("end-turn").do("roll 2 4")
    table.do("ask-rent oriental from 2", by=1).awaits("debt", 2)
    table.do("ask-rent st-charles from 1", by=0).do("resign", by=1)
    table.expect(WentBankrupt(seat=1, creditor=0, amount=750)).awaits("debt", 2)
    table.do("mortgage boardwalk", by=2).do("pay", by=2)
    table.expect(RentPaid(payer=2, owner=0, deed="oriental", amount=270)).awaits("end", 2)


@clause("debt.order")
def test_what_an_heir_owed_to_the_bankrupt_is_gone(edition):
    table = scenario(edition, decks="classic").group("pink", owner=1).houses("pink", HOTEL).cash(1, 5).cash(2, 0)
    table.token(2, on="chance-1").to_act(2).do("roll 2 2").do("roll 2 4").draw("chest", "collect-each")
    table.awaits("debt", 1).do("ask-rent st-charles from 2", by=1).do("resign", by=2)
    table.expect(WentBankrupt(seat=2, creditor=1, amount=750)).awaits("throw", 0)
    assert table.cash_of(1) == 5 + 50


@clause("debt.order")
def test_a_younger_debtor_to_whom_nobody_owes_waits_for_the_older_debt(edition):
    table = scenario(edition, seats=4, decks="classic").cash(2, 0).cash(3, 0).token(1, on="ventnor").to_act(1)
    table.do("roll 2 4").draw("chest", "collect-each").awaits("debt", 2)
    table.refuses("bankrupt", by=3, clause="debt.order")


@clause("debt.in-kind")
def test_a_deal_that_names_no_debt_settles_none(edition):
    table = scenario(edition).deeds("electric", owner=1).to_act(1).do("offer 2 give electric get 10", by=1)
    table.do("accept 1", by=2).expect_none(PaidInKind)


@clause("debt.in-kind")
def test_a_sole_creditor_takes_for_part_of_the_debt_what_he_likes(edition):
    table = ask(owing(edition, cash=0).deeds("electric", owner=1)).awaits("debt", 1)
    table.allows("offer 0 give electric get debt 10", by=1)


@clause("debt.in-kind")
@pytest.mark.parametrize(("cash", "lawful"), [(70, True), (69, False)])
def test_one_of_several_creditors_may_take_more_than_his_share_while_the_others_can_still_be_paid(
    edition, cash, lawful
):
    # Reading for the 50 owed to seat 2 leaves the cash and 30 on Baltic for the 100 owed to the two others.
    table = owing_each(edition, cash, "baltic", "reading")
    if lawful:
        table.allows("offer 2 give reading get debt 50", by=1)
    else:
        table.refuses("offer 2 give reading get debt 50", by=1, clause="debt.raise")


@clause("debt.raise")
def test_a_debtor_takes_no_part_in_a_call_for_buildings_during_an_estate(edition):
    # Seat 4 gives up while seat 1 is in debt. During the auction of Baltic the last houses are called out.
    table = scenario(edition, seats=5).group("pink", owner=0).houses("pink", HOTEL).cash(1, 100)
    table.group("light-blue", owner=1).group("orange", owner=2).group("red", owner=3).deeds("baltic", owner=4)
    table.token(1, on="oriental").to_act(1).do("roll 2 3").stock(houses=1)
    table.do("ask-rent st-charles from 1", by=0).awaits("debt", 1).do("resign", by=4).awaits("bid")
    table.do("build st-james", by=2).awaits("want", 3).do("want 1", by=3).awaits("want", 2).do("want 1", by=2)
    table.awaits("bid", 3).refuses("bid 100", by=1, clause="debt.raise").refuses("pass", by=1, clause="debt.raise")
