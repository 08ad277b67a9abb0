"""Advice: the menu and constructed offers, ranked, in words that can be typed; refused without a decision."""

from typing import Any

import numpy as np
import pytest

import ventnor as vt
from ventnor import warm
from ventnor.kernel.layout import State, Tables, array_of
from ventnor.notation.position import read_position
from ventnor.search.alternatives import alternatives_of
from ventnor.search.deals import Exchange, deals_of, exchanged
from ventnor.search.lookahead import Lookahead
from ventnor.study.advice import Weighing, advice_of
from ventnor.study.chances import BadRequest
from ventnor.value.forward import chances_of
from ventnor.value.layout import Inputs
from ventnor.value.network import WORKING, enter_evaluate
from ventnor.value.weights import weights
from ventnor.words.vocabulary import SPACE

Position = dict[str, Any]

SEATS = [
    {"name": "Ann", "cash": 900, "space": "states"},
    {"name": "Bob", "cash": 700, "space": "reading"},
    {"name": "Cat", "cash": 800, "space": "go"},
]
OWNED = {
    "oriental": 0, "vermont": 0, "connecticut": 1, "st-james": 1, "tennessee": 1, "new-york": 0,
    "reading": 2, "boardwalk": 2,
}  # fmt: skip


EMPTY: Position = {"seats": [{}, {}]}


def table(by: int = 0, **more: Any) -> Position:
    """Return a table with deals to be made; every player moved on by some seats."""
    return {
        "seats": [SEATS[(seat - by) % 3] for seat in range(3)],
        "turn": by % 3,
        "throws": 60,
        "deeds": {name: {"owner": (owner + by) % 3} for name, owner in OWNED.items()},
        **more,
    }


def for_sale(deed: str, **more: Any) -> Position:
    """Return a position in which Ann may buy a deed."""
    return table(awaiting={"phase": "end", "interrupts": [{"kind": "buy", "seat": 0, "deed": deed}]}, **more)


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that nothing is compiled yet."""

    def nothing(**_: object) -> None:
        return None

    monkeypatch.setattr(warm, "twin", nothing)


pytestmark = pytest.mark.usefixtures("interpreted")


def test_every_candidate_can_be_typed_back_and_done() -> None:
    game = vt.Game.from_position(table(), nature="manual")
    advice = vt.advise(game)
    assert advice.seat == 0
    assert "roll" in [each.text for each in advice.candidates]
    for each in advice.candidates:
        assert vt.parse_action(each.text) == each.action
        assert game.is_legal(each.action, 0)
        assert each.sentence.endswith(".")
        assert each.reason
    assert [each.chance for each in advice.candidates] == sorted(
        (each.chance for each in advice.candidates), reverse=True
    )
    assert advice.best.behind == 0
    assert sum(advice.chances) == pytest.approx(1, abs=1e-6)


def test_the_deed_that_completes_a_set_is_bought() -> None:
    deeds = {"oriental": {"owner": 0}, "vermont": {"owner": 0}, "reading": {"owner": 2}, "boardwalk": {"owner": 1}}
    advice = vt.advise(for_sale("connecticut", deeds=deeds))
    assert advice.best.text == "buy"
    assert "Ann would hold the whole light blue group." in advice.best.reason
    assert "Ann has $780 left" in advice.best.reason
    decline = next(each for each in advice.candidates if each.text == "decline")
    assert decline.behind > 0.02


def test_offers_are_lawful_acceptable_and_good_for_both() -> None:
    game = vt.Game.from_position(table(), nature="manual")
    advice = vt.advise(game)
    offers = [each for each in advice.candidates if each.partner is not None]
    assert offers
    for each in offers:
        partner = each.partner
        assert partner is not None
        assert each.chances[0] > advice.chances[0]
        assert each.chances[partner] > advice.chances[partner]
        after = game.copy(nature="manual")
        after.apply(each.action, 0)
        after.apply(vt.Accept(after.view(partner).offers[0].number), partner)


def test_a_better_deal_is_never_worth_less() -> None:
    heading, state = read_position(table())
    look = Lookahead(heading.tables, 0)
    swap = Exchange(1, (SPACE.number("new-york"),), (SPACE.number("connecticut"),))
    values = look.values([exchanged(look, state, 0, swap, cash) for cash in range(-600, 601, 150)], deals=False)
    assert (np.diff(values[:, 0]) <= 0).all()
    assert (np.diff(values[:, 1]) >= 0).all()
    given = look.value(exchanged(look, state, 0, Exchange(1, (), (SPACE.number("connecticut"),)), 0), deals=False)
    assert given[0] > look.value(state, deals=False)[0]
    # With deals expected, the swap is worth little: both sides are taken to make it anyway.
    gain = look.value(exchanged(look, state, 0, swap, 0), deals=False) - look.value(state, deals=False)
    expected = look.value(exchanged(look, state, 0, swap, 0)) - look.value(state)
    assert gain[:2].sum() > expected[:2].sum()
    assert gain[:2].sum() > 0.05


def test_throwing_is_worth_what_the_position_is_worth_without_a_deal() -> None:
    advice = vt.advise(table())
    roll = next(each for each in advice.candidates if each.text == "roll")
    assert roll.chances == pytest.approx(advice.chances, abs=1e-6)
    assert all(each.chance > roll.chance for each in advice.candidates if each.partner is not None)


def test_advice_in_rotated_seats_is_rotated() -> None:
    before, after = vt.advise(table()), vt.advise(table(1))
    assert after.seat == 1
    rolls = [next(each for each in found.candidates if each.text == "roll") for found in (before, after)]
    assert rolls[1].chance == pytest.approx(rolls[0].chance, abs=1e-6)
    assert [each.sentence for each in before.candidates] == [each.sentence for each in after.candidates]


def test_bidding_pays_up_to_a_sum_within_the_cash() -> None:
    deeds = {"oriental": {"owner": 0}, "vermont": {"owner": 0}, "reading": {"owner": 2}, "boardwalk": {"owner": 1}}
    auction = {"kind": "auction", "seat": 1, "lot": "connecticut", "bidder": 1, "bid": 40}
    advice = vt.advise(table(deeds=deeds, awaiting={"phase": "end", "interrupts": [auction]}), 0)
    texts = [each.text for each in advice.candidates]
    assert "pass" in texts
    limits = {each.limit for each in advice.candidates if each.text.startswith(("bid", "pass"))}
    assert len(limits) == 1
    limit = limits.pop()
    assert limit is not None
    assert 120 <= limit <= 900
    assert f"bid {limit}" in texts
    assert f"Bidding for Connecticut Avenue pays up to ${limit}." in advice.best.reason


def test_buildings_are_planned_by_the_level() -> None:
    deeds = {name: {"owner": 0} for name in ("oriental", "vermont", "connecticut")}
    advice = vt.advise(table(deeds={**deeds, "reading": {"owner": 2}}))
    plans = [each for each in advice.candidates if each.text.startswith("build")]
    assert {1, 3, 6, 9} <= {len(each.plan) for each in plans}
    nine = next(each for each in plans if len(each.plan) == 9)
    assert nine.sentence == ("Build 9 buildings on Oriental Avenue, Vermont Avenue and Connecticut Avenue for $450.")
    assert "Ann's rents rise by" in nine.reason


def test_in_jail_the_ways_out_are_compared() -> None:
    seats = [{**SEATS[0], "space": "jail", "jail_turn": 1, "jail_cards": ["chance"]}, *SEATS[1:]]
    advice = vt.advise(table(seats=seats))
    assert {"roll", "pay-fine", "use-card chance"} <= {each.text for each in advice.candidates}


def test_a_debtor_is_told_how_to_raise_it() -> None:
    seats = [{**SEATS[0], "cash": 20, "space": "short-line"}, *SEATS[1:]]
    game = vt.Game.from_position(table(seats=seats), nature="manual")
    game.apply(vt.Throw(1, 2))
    advice = vt.advise(game)
    assert "mortgage new-york" in {each.text for each in advice.candidates}
    short = next(each for each in advice.candidates if each.text == "mortgage oriental")
    assert "Ann still has to raise $5." in short.reason
    assert "bankrupt" not in {each.text for each in advice.candidates}


def test_an_offer_is_answered_or_countered() -> None:
    gift = {"number": 1, "proposer": 1, "recipient": 0, "give": {"deeds": ["connecticut"]}, "get": {"cash": 10}}
    advice = vt.advise(table(offers=[gift]), 0)
    assert advice.best.text == "accept 1"
    assert advice.best.sentence == "Accept the offer of Bob: Connecticut Avenue for $10."
    assert "reject 1" in {each.text for each in advice.candidates}


def test_another_seat_is_advised_while_somebody_is_to_throw() -> None:
    advice = vt.advise(table(), 1)
    assert advice.seat == 1
    assert "done" in {each.text for each in advice.candidates}


def test_positions_without_a_decision_are_refused() -> None:
    over = {
        "seats": [{}, {"bankrupt": True, "cash": 0}],
        "ended": "last",
        "winners": [0],
        "awaiting": {"phase": "over"},
    }
    with pytest.raises(vt.NothingToDecide, match="over"):
        vt.advise(over)
    with pytest.raises(vt.NothingToDecide, match="no choice"):
        vt.advise(EMPTY, 1)
    with pytest.raises(vt.NothingToDecide, match="retired"):
        vt.advise({"seats": [{}, {}, {"bankrupt": True, "cash": 0}]}, 2)
    rolled = vt.Game.from_position(table(), nature="manual")
    rolled.apply(vt.Roll())
    with pytest.raises(vt.NothingToDecide, match="dice"):
        vt.advise(rolled)
    with pytest.raises(BadRequest, match="seats 0 to 2"):
        vt.advise(table(), 3)
    with pytest.raises(BadRequest, match="not both"):
        vt.advise(table(), seconds=1, rollouts=36)
    with pytest.raises(vt.BadPosition):
        vt.advise({"seats": []})


def test_nobody_is_advised_about_the_income_tax() -> None:
    tax = {"kind": "tax", "seat": 0, "space": "income-tax"}
    choosing = {
        "edition": "classic",
        "seats": [{"space": "income-tax"}, {}],
        "awaiting": {"phase": "end", "interrupts": [tax]},
    }
    with pytest.raises(vt.BlindChoice):
        vt.advise(choosing)
    with pytest.raises(vt.BlindChoice):
        vt.advise(choosing, 1)


def test_the_network_in_numpy_says_what_the_interpreted_one_says() -> None:
    heading, state = read_position(table())
    states, tables, inputs = array_of(State, 1), array_of(Tables, 1), array_of(Inputs, 1)
    states[0], tables[0] = state, heading.tables
    values = [0.0] * 8
    plain: Any = enter_evaluate
    plain(states, tables, inputs, weights().tolist(), [0.0] * WORKING, values, 0, 0)
    assert chances_of(state, heading.tables, 0, weights(), False).tolist() == pytest.approx(values, abs=1e-5)
    plain(states, tables, inputs, weights().tolist(), [0.0] * WORKING, values, 0, 1)
    assert chances_of(state, heading.tables, 0, weights()).tolist() == pytest.approx(values, abs=1e-5)
    won = {"seats": [{}, {"bankrupt": True, "cash": 0}], "ended": "last", "winners": [0], "awaiting": {"phase": "over"}}
    heading, state = read_position(won)
    assert chances_of(state, heading.tables, 0, weights()).tolist() == [1, 0, 0, 0, 0, 0, 0, 0]


def test_advice_is_plain_json() -> None:
    found = vt.advise(for_sale("states")).to_json()
    assert found["seat"] == 0
    assert {"action", "sentence", "reason", "chance", "error", "behind"} <= set(found["candidates"][0])


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize(("gains", "advised"), [((0.1, 0.1), True), ((0.1, -0.1), False), ((-0.1, 0.1), False)])
def test_an_offer_that_rollouts_show_to_be_bad_for_a_side_is_not_advised(
    gains: tuple[float, float], advised: bool
) -> None:
    heading, state = read_position(table())
    look = Lookahead(heading.tables, 0, "tycoon", 0)
    now = look.value(state, deals=False)
    weighing = Weighing(look, state, 0, [*alternatives_of(look, state, 0), *deals_of(look, state, 0, now)])
    offer = next(index for index, each in enumerate(weighing.options) if each.partner is not None)
    idle = next(index for index, each in enumerate(weighing.options) if each.is_nothing)
    partner = weighing.options[offer].partner
    assert partner is not None
    level = np.full((2, 8), 0.3)
    weighing.rows = {
        idle: [level],
        offer: [level + gains[0] * (np.arange(8) == 0) + gains[1] * (np.arange(8) == partner)],
    }
    offers = [each for each in advice_of(heading, weighing, now).candidates if each.partner is not None]
    assert len(offers) == advised
