"""Salary: each time the token lands on or passes GO in the direction of the arrow, and once each time around."""

import pytest

from tests.kit.clause_mark import clause
from tests.kit.scenario import Table, scenario
from ventnor.event import Moved, Paid, RentFellDue, SalaryPaid


def play(edition: str, on: str, **options: object) -> Table:
    """Return a table where seat 1 stands on a space and throws."""
    return scenario(edition, **options).token(1, on=on).to_act(1)


@clause("go.salary")
@pytest.mark.parametrize(("throw", "end"), [("roll 1 3", "baltic"), ("roll 5 6", "jail")])
def test_passing_go_by_the_dice_pays_the_salary(edition, throw, end):
    table = play(edition, on="boardwalk").do(throw)
    table.expect(SalaryPaid(seat=1, amount=200, clause="go.salary"))
    assert table.cash_of_all == [1500, 1500 + 200, 1500]
    assert table.space_of(1) == end


@clause("go.salary")
def test_landing_on_go_by_the_dice_pays_the_salary(edition):
    table = play(edition, on="short-line").do("roll 2 3").expect(SalaryPaid(seat=1, amount=200)).awaits("end", 1)
    assert table.cash_of(1) == 1500 + 200


@clause("go.salary")
def test_reaching_go_by_a_card_pays_the_salary(edition):
    table = play(edition, on="go").do("roll 3 4").draw("chance", "advance", to="go")
    table.expect(Moved(seat=1, origin="chance-1", space="go", clause="cards.draw"), SalaryPaid(seat=1, amount=200))
    assert table.cash_of(1) == 1500 + 200


@clause("go.salary")
@pytest.mark.parametrize("to", ["reading", "st-charles", "illinois"])
def test_passing_go_by_a_card_pays_the_salary(edition, to):
    table = play(edition, on="marvin-gardens").do("roll 3 4").draw("chance", "advance", to=to)
    table.expect(SalaryPaid(seat=1, amount=200)).awaits("buy", 1)
    assert table.cash_of(1) == 1500 + 200


@clause("go.salary")
@pytest.mark.parametrize(("on", "to"), [("go", "st-charles"), ("pennsylvania-rr", "illinois"), ("go", "boardwalk")])
def test_a_card_that_does_not_lead_past_go_pays_nothing(edition, on, to):
    table = play(edition, on=on).do("roll 3 4").draw("chance", "advance", to=to).expect_none(SalaryPaid)
    assert table.cash_of(1) == 1500


@clause("go.salary")
def test_a_throw_that_stops_short_of_go_pays_nothing(edition):
    play(edition, on="pennsylvania").deeds("boardwalk", owner=1).do("roll 2 3").expect_none(SalaryPaid)


@clause("go.salary")
@pytest.mark.parametrize(
    ("kind", "end"), [("back-to", "baltic"), ("pay-or-chance", "boardwalk")], ids=["to-baltic", "three-back"]
)
def test_a_move_backward_over_go_pays_nothing(edition, kind, end):
    # The cards of 1935 that lead backward over GO, from the first Chest space; other editions have them by option.
    table = play(edition, on="boardwalk", decks="1935", salary_before_jail="kept").do("roll 1 2")
    table.expect(SalaryPaid(seat=1, amount=200)).draw("chest", kind)
    if kind == "pay-or-chance":
        table.do("take-chance").draw("chance", "back", spaces=3)
    table.expect(Moved(seat=1, origin="chest-1", space=end, backward=True)).expect_none(SalaryPaid).awaits("buy", 1)
    assert table.cash_of(1) == 1500 + 200


@clause("go.salary")
def test_the_salary_is_paid_before_the_space_takes_effect(edition):
    table = play(edition, on="boardwalk").deeds("baltic", owner=0).cash(1, 0).do("roll 1 3")
    table.expect(SalaryPaid(seat=1, amount=200), RentFellDue(owner=0, payer=1, deed="baltic", amount=4))
    # So it can pay what the space asks for at once: here the Income Tax of two hundred dollars.
    table = play(edition, on="boardwalk").cash(1, 0).do("roll 3 2")
    if edition != "modern":
        table.do("tax flat")
    table.expect(Paid(seat=1, to="bank", amount=200, cause="tax")).awaits("end", 1)
    assert table.cash_of(1) == 0


@clause("go.twice")
@pytest.mark.parametrize(
    ("throw", "deck", "space"), [("roll 1 2", "chest", "chest-1"), ("roll 2 6", "chance", "chance-1")]
)
def test_passing_go_and_then_being_sent_to_it_by_a_card_pays_twice(edition, throw, deck, space):
    table = play(edition, on="boardwalk").do(throw)
    assert table.space_of(1) == space
    table.draw(deck, "advance", to="go").expect(SalaryPaid(seat=1, amount=200)).awaits("end", 1)
    assert table.cash_of(1) == 1500 + 2 * 200
    assert table.space_of(1) == "go"


def let_others_pass(table: Table) -> None:
    """Let seats 2 and 0 take a turn in which nothing happens."""
    table.do("end-turn")
    for seat in (2, 0):
        table.token(seat, on="jail").do("roll 4 6").do("end-turn")


@clause("go.once")
def test_who_has_landed_on_go_earns_nothing_more_for_leaving_it(edition):
    table = play(edition, on="short-line").do("roll 2 3").expect(SalaryPaid(seat=1, amount=200))
    let_others_pass(table)
    table.do("roll 4 6").expect_none(SalaryPaid)
    assert table.cash_of(1) == 1500 + 200


@clause("go.once")
def test_the_first_step_from_go_at_the_start_of_the_game_earns_nothing(edition):
    table = play(edition, on="go").do("roll 4 6").expect_none(SalaryPaid)
    assert table.cash_of(1) == 1500


@clause("go.once")
def test_a_whole_lap_earns_one_salary(edition):
    table = play(edition, on="jail").deeds("pacific", "oriental", owner=1).do("roll 4 6")
    for throw in ("roll 5 6", "roll 6 5", "roll 5 3"):  # Free Parking, Pacific, past GO to the first Chest, Jail
        let_others_pass(table)
        table.do(throw)
        if table.space_of(1) == "chest-1":
            table.draw("chest", "collect", amount=100)
    assert table.space_of(1) == "jail"
    assert table.cash_of(1) == 1500 + 200 + 100


@clause("go.salary")
def test_a_card_that_moves_backward_does_move(edition):
    table = scenario(edition).token(1, on="go").to_act(1).do("roll 3 4").draw("chance", "back", spaces=3)
    table.expect_none(SalaryPaid)
    assert table.space_of(1) == "income-tax"
