"""The words of a refusal are about what is wrong in the state at hand."""

import pytest

import ventnor as vt
from tests.kit.scenario import Table, scenario
from ventnor.action import to_record
from ventnor.kernel import codes
from ventnor.kernel.legal import refuse
from ventnor.notation import parse_action
from ventnor.refusal import refusal_of


def reason(table: Table, text: str, by: int) -> str:
    """What a refused action is told."""
    table.finish_layout()
    act = parse_action(text)
    code = refuse(table.s, table.t, to_record(act, by))
    assert code != codes.C_NONE, f"{text} is lawful"
    return refusal_of(code, table.s, table.t, act, by, "classic", ()).reason


def market() -> Table:
    """Seats 0 and 2 have things to deal with; it is seat 1's turn."""
    table = scenario("classic", seats=4).deeds("reading", "electric", owner=0).group("light-blue", owner=0)
    return table.deeds("vermont", "b-and-o", owner=2).token(1, on="jail").to_act(1)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("offer 2 give vermont get 10", "Vermont Avenue is not seat 0's."),
        ("offer 2 give 10 get reading", "Reading Railroad is not seat 2's."),
        ("offer 2 give 9000 get vermont", "Seat 0 has $1,500, not $9,000."),
        ("offer 2 give reading get 9000", "Seat 2 has $1,500, not $9,000."),
        ("offer 2 give chance-card get 10", "Seat 0 does not hold that jail card."),
        ("offer 2 give 10 get chest-card", "Seat 2 does not hold that jail card."),
        ("offer 2 give reading get debt 50", "There is no such debt to that player to be paid in property."),
        ("offer 0 give reading get 10", "There is no deal to be made with seat 0."),
    ],
)
def test_a_deal_is_told_whose_part_is_wrong(text: str, told: str) -> None:
    assert reason(market(), text, 0) == told


def test_a_deal_with_buildings_on_the_group_names_the_deed() -> None:
    table = scenario("classic", seats=3).group("light-blue", owner=0).houses("oriental", 1).to_act(1)
    told = reason(table, "offer 2 give vermont get 10", 0)
    assert told == ("There are buildings on Oriental Avenue that must be sold before Vermont Avenue changes hands.")


LOTS = {"oriental": 1, "vermont": 2, "connecticut": 1}
FOUR = {"oriental": 4, "vermont": 4, "connecticut": 3}


@pytest.mark.parametrize(
    ("houses", "text", "told"),
    [
        (
            LOTS,
            "build vermont",
            "Build on Oriental Avenue and Connecticut Avenue first: Vermont Avenue has more buildings.",
        ),
        (LOTS, "sell oriental", "Oriental Avenue has fewer buildings than Vermont Avenue: sell there first."),
        (
            FOUR,
            "build oriental",
            "Every lot of the group needs its houses before one gets a hotel: first Connecticut Avenue.",
        ),
        (
            {"vermont": 1},
            "mortgage oriental",
            "There are buildings on Vermont Avenue that must be sold first.",
        ),
    ],
)
def test_who_builds_or_sells_is_told_which_lot_comes_first(houses: dict[str, int], text: str, told: str) -> None:
    table = scenario("classic", seats=3).group("light-blue", owner=0)
    for lot, count in houses.items():
        table.houses(lot, count)
    assert reason(table.to_act(0), text, 0) == told


def test_who_may_not_build_is_told_what_is_missing_or_mortgaged() -> None:
    table = scenario("classic", seats=3).deeds("oriental", owner=0).deeds("vermont", owner=1).to_act(0)
    missing = "The light blue group is not complete without Vermont Avenue and Connecticut Avenue."
    assert reason(table, "build oriental", 0) == missing
    table = scenario("classic", seats=3).group("light-blue", owner=0).mortgage("vermont").to_act(0)
    assert reason(table, "build oriental", 0) == "A mortgage must be lifted first: Vermont Avenue."
    assert reason(table, "build vermont", 0) == "Vermont Avenue is mortgaged."


def test_a_receiver_without_the_interest_is_named() -> None:
    table = market().mortgage("reading").cash(2, 5)
    assert reason(table, "offer 2 give reading get 3", 0) == (
        "Seat 2 would have $2 left for $10 of interest on mortgaged deeds."
    )


def test_a_debtor_is_told_that_the_debt_would_be_out_of_reach() -> None:
    table = scenario("classic", seats=3).deeds("boardwalk", owner=2).deeds("reading", owner=0).cash(0, 10)
    table.token(0, on="short-line").to_act(0).do("roll", "roll 1 3").do("ask-rent boardwalk from 0", by=2)
    assert reason(table, "offer 1 give reading get 5", 0) == (
        "Seat 0 owes $50, and could not raise it after this deal."
    )
    assert reason(table, "offer 2 give reading get debt 60", 0) == "The debt is $50, not $60."


def test_a_rent_that_nobody_asked_for_is_not_given_away() -> None:
    table = scenario("classic").group("light-blue", owner=1).houses("light-blue", 4).deeds("reading", owner=0)
    table.cash(0, 350).to_act(0).do("roll 2 4")
    told = reason(table, "offer 0 give 1 get reading", by=1)
    assert told == "The deal would leave a party with less than it owes or may have to pay."


def test_debtors_are_told_whose_debt_comes_first() -> None:
    """Three owe seat 0 by a card, each more than it has."""
    table = scenario("anniversary", seats=4).cash(1, 1).cash(2, 1).cash(3, 1)
    table.token(0, on="st-charles").to_act(0).do("roll", "roll 2 4").draw("chest", "collect-each")
    table.awaits("debt")
    assert reason(table, "bankrupt", 2) == "The older debt of seat 1 comes first."


def test_nature_and_the_clock_are_told_what_is_under_way() -> None:
    game = vt.Game("anniversary", 3, variant="timed", nature="manual")
    refusal = game.why_not(vt.Hour())
    assert refusal is not None
    assert refusal.reason == "A deed is being dealt."
    refusal = market_game().why_not(vt.Throw(1, 2), by=0)
    assert refusal is not None
    assert refusal.reason == "No player does `throw`: that comes from nature."


def market_game() -> vt.Game:
    """Any game under way."""
    return vt.Game("classic", 2, nature="manual")


def test_1935_sells_no_group_at_once() -> None:
    table = scenario("1935", seats=3).group("light-blue", owner=0).houses("oriental", 1).to_act(1)
    assert reason(table, "sell-group light-blue", 0) == "Buildings are sold one by one in this edition."


def test_a_game_from_a_position_without_names_speaks_of_seats() -> None:
    game = vt.Game("classic", 2, seed=1)
    again = vt.Game.from_position(game.position)
    assert again.names == game.names == ()
