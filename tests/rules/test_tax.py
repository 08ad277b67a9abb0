"""Taxes: the choice that is made before adding up, the plain ones, and that they go to the Bank."""

import pytest

from tests.kit.clause_mark import clause
from tests.kit.scenario import HOTEL, Table, scenario
from ventnor.event import DebtArose, Paid, RentPaid, SalaryPaid, TaxChosen, WorthCounted

CHOICE = [("1935", True), ("classic", True), ("anniversary", True), ("official", True), ("modern", False)]


def taxpayer(edition: str, on: str = "go", **options: object) -> Table:
    """Return a table where seat 1 stands four spaces before Income Tax, or elsewhere, and throws."""
    return scenario(edition, **options).token(1, on=on).to_act(1)


def assess(table: Table) -> Table:
    """Let seat 1 land on Income Tax and pay ten per cent, if it has the choice."""
    table.do("roll 1 3")
    return table.do("tax percent") if table.t.tax_percent else table


@clause("tax.income")
@pytest.mark.parametrize(("edition", "choice"), CHOICE)
def test_the_player_chooses_two_hundred_dollars_but_in_modern_pays_them_without_a_choice(edition, choice):
    table = taxpayer(edition).do("roll 1 3")
    if choice:
        table.expect_none(Paid).awaits("tax", 1).do("tax flat")
        table.expect(TaxChosen(seat=1, space="income-tax", choice="flat"))
    table.expect(Paid(seat=1, to="bank", amount=200, cause="tax", clause="tax.income")).awaits("end", 1)
    assert table.cash_of_all == [1500, 1500 - 200, 1500]


@clause("tax.income")
@pytest.mark.parametrize(("edition", "choice"), CHOICE)
def test_or_ten_per_cent_of_cash_property_and_buildings(edition, choice):
    table = taxpayer(edition).cash(1, 1000).deeds("reading", "boardwalk", owner=1).mortgage("boardwalk")
    table.group("light-blue", owner=1).houses("oriental", 2).houses("vermont", 1).houses("connecticut", 1)
    worth = 1000 + 200 + 400 + (100 + 100 + 120) + 4 * 50  # the printed price, mortgaged or not
    table = assess(table)
    tax = worth // 10 if choice else 200
    assert tax in {212, 200}
    table.expect(Paid(seat=1, to="bank", amount=tax, cause="tax"))
    assert table.cash_of(1) == 1000 - tax


@clause("tax.income")
@pytest.mark.parametrize(("edition", "choice"), CHOICE)
def test_a_hotel_counts_five_house_prices(edition, choice):
    table = assess(taxpayer(edition).cash(1, 1000).group("purple", owner=1).houses("purple", HOTEL))
    tax = (1000 + 60 + 60 + 2 * 5 * 50) // 10 if choice else 200
    assert table.cash_of(1) == 1000 - tax


@clause("anniversary:tax.income")
def test_in_the_anniversary_short_game_a_hotel_counts_four_house_prices():
    table = scenario("anniversary", "short").cash(1, 1000).group("purple", owner=1).houses("purple", HOTEL).to_act(1)
    assess(table)
    assert table.cash_of(1) == 1000 - (1000 + 60 + 60 + 2 * 4 * 50) // 10


@clause("tax.income")
@pytest.mark.parametrize(("edition", "choice"), CHOICE)
def test_the_salary_of_that_move_counts_and_jail_cards_and_unasked_rents_do_not(edition, choice):
    table = taxpayer(edition, on="boardwalk").cash(1, 1000).jail_card("chance", 1).deeds("oriental", owner=1)
    table.do("roll 2 3").expect(SalaryPaid(seat=1, amount=200))
    if choice:
        table.do("tax percent")
    tax = (1000 + 200 + 100) // 10 if choice else 200
    assert table.cash_of(1) == 1000 + 200 - tax


@clause("tax.income")
@pytest.mark.parametrize(("edition", "choice"), CHOICE)
def test_a_rent_asked_for_meanwhile_waits_for_the_choice_and_does_not_lessen_the_worth(edition, choice):
    table = taxpayer(edition, on="short-line").group("dark-blue", owner=0)
    table.cash(1, 1000).do("roll 1 1").do("roll 3 4")
    if choice:
        table.awaits("tax", 1).do("ask-rent park-place from 1", by=0).expect_none(RentPaid).awaits("tax", 1)
        table.do("tax percent").expect(
            RentPaid(payer=1, owner=0, deed="park-place", amount=2 * 35),
            Paid(seat=1, to="bank", amount=(1000 + 200) // 10, cause="tax"),
        )
        assert table.cash_of(1) == 1000 + 200 - 70 - 120
    else:
        assert table.cash_of(1) == 1000 + 200 - 200


@clause("tax.income")
@pytest.mark.parametrize(("edition", "choice"), CHOICE)
def test_the_choice_comes_before_any_other_act_of_that_player(edition, choice):
    table = taxpayer(edition).deeds("reading", owner=1).deeds("baltic", owner=0).do("roll 1 3")
    acts = ("mortgage reading", "offer 0 give reading get 10", "end-turn", "roll", "resign", "pass")
    if choice:
        for act in acts:
            table.refuses(act, by=1, clause="tax.income")
        table.do("offer 1 give baltic get 10", by=0).refuses("accept 1", by=1, clause="tax.income")
        table.refuses("reject 1", by=1, clause="tax.income").do("tax flat").allows("accept 1", by=1)
    table.allows("mortgage reading", by=1)


@clause("tax.income")
@pytest.mark.parametrize(("edition", "choice"), CHOICE)
def test_nothing_is_added_up_before_the_choice(edition, choice):
    table = taxpayer(edition).do("roll 1 3").expect_none(WorthCounted)
    if choice:
        assert table.menu(1) == ["tax flat", "tax percent"]  # in the same order, whichever is cheaper
        poor = taxpayer(edition).cash(1, 10).do("roll 1 3")
        assert poor.menu(1) == ["tax flat", "tax percent"]
    else:
        assert "tax flat" not in table.menu(1)
    table.refuses("tax flat", by=2, clause="tax.income").refuses("tax percent", by=0, clause="tax.income")


@clause("tax.income")
@pytest.mark.parametrize(("edition", "choice"), CHOICE)
def test_either_choice_may_be_more_than_the_player_has(edition, choice):
    table = taxpayer(edition).cash(1, 20).deeds("boardwalk", owner=1).do("roll 1 3")
    if choice:
        table.do("tax flat")
    table.expect(DebtArose(debtor=1, creditor="bank", amount=200, cause="tax")).awaits("debt", 1)


@clause("tax.luxury")
@pytest.mark.parametrize(
    ("edition", "tax"), [("1935", 75), ("classic", 75), ("anniversary", 75), ("official", 75), ("modern", 100)]
)
def test_luxury_tax_is_the_amount_on_the_space(edition, tax):
    table = taxpayer(edition, on="pacific").do("roll 3 4")
    table.expect(Paid(seat=1, to="bank", amount=tax, cause="tax", clause="tax.luxury")).awaits("end", 1)
    assert table.cash_of_all == [1500, 1500 - tax, 1500]


@clause("tax.luxury")
def test_nobody_chooses_at_luxury_tax(edition):
    taxpayer(edition, on="pacific").do("roll 3 4").refuses("tax percent", by=1, clause="tax.income")


@clause("tax.to-bank")
@pytest.mark.parametrize("cause", ["tax", "card", "repairs", "fine", "third"])
def test_taxes_fines_and_penalties_go_to_the_bank(edition, cause):
    table = taxpayer(edition, on="pacific").group("purple", owner=1).houses("purple", 1)
    before = table.bank
    if cause == "tax":
        table.do("roll 3 4")
    elif cause == "card":
        table.token(1, on="jail").do("roll 3 4").draw("chest", "pay", amount=100)
    elif cause == "repairs":
        table.token(1, on="go").do("roll 3 4").draw("chance", "repairs", house=25)
    elif cause == "fine":
        table.jail(1).do("pay-fine")
    else:
        table.jail(1, turn=3).do("roll 4 6")
    amount = {"tax": 100 if edition == "modern" else 75, "card": 100, "repairs": 2 * 25, "fine": 50, "third": 50}[cause]
    assert table.cash_of_all == [1500, 1500 - amount, 1500]
    assert (table.bank, table.pot) == (before + amount, 0)


@clause("tax.to-bank")
def test_free_parking_gives_nothing(edition):
    table = taxpayer(edition, on="pacific").do("roll 3 4").do("end-turn").token(2, on="jail").do("roll 4 6")
    assert table.space_of(2) == "free-parking"
    assert table.cash_of(2) == 1500
    table.awaits("end", 2)


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
