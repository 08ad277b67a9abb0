"""Previews: what would happen is what then happens, and looking changes nothing."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ventnor as vt
from tests.game.playing import random_game, state_bytes
from ventnor.game import EditionName
from ventnor.preview import picture_of
from ventnor.rulebook.edition import EDITIONS

DEAL = {
    "seats": [{"cash": 500}, {"cash": 300}],
    "deeds": {
        "oriental": {"owner": 0},
        "vermont": {"owner": 0},
        "connecticut": {"owner": 1, "mortgaged": True},
    },
}


@settings(max_examples=60)
@given(seed=st.integers(0, 1000), plies=st.integers(0, 200), edition=st.sampled_from(EDITIONS))
def test_a_preview_is_what_then_happens(seed: int, plies: int, edition: EditionName) -> None:
    game = random_game(seed, plies, edition)
    if game.over:
        return
    rng = Random(seed)
    seat = rng.choice(game.actors)
    menu = [action for action in game.legal_actions_of(seat) if action != vt.Tax("percent")]
    if not menu:
        return
    action = rng.choice(menu)
    before = state_bytes(game)
    expected = game.preview([action], by=seat)
    assert state_bytes(game) == before
    played = game.copy(nature="manual")
    assert expected.before == picture_of(played.engine.state, played.engine.tables)
    assert played.apply(action, by=seat) == expected.events
    assert expected.after == picture_of(played.engine.state, played.engine.tables)
    assert expected.awaiting == played.awaiting
    happened = game.apply(action, by=seat)
    assert happened[: len(expected.events)] == expected.events
    if not expected.awaiting.is_nature:
        assert happened == expected.events


def test_rents_of_utilities_are_told_apart() -> None:
    deeds = {"electric": {"owner": 0}, "reading": {"owner": 0}, "b-and-o": {"owner": 0}, "water-works": {"owner": 1}}
    game = vt.Game.from_position({"seats": [{"cash": 500}, {"cash": 500}], "deeds": deeds})
    preview = game.preview([vt.Mortgage("electric"), vt.Mortgage("reading")])
    before, after = preview.before, preview.after
    assert (before.rents, before.times) == ({"reading": 50, "b-and-o": 50}, {"electric": 4, "water-works": 4})
    assert (after.rents, after.times) == ({"b-and-o": 50}, {"water-works": 4})
    assert (before.rent_sums, before.most_times) == ((100, 0), (4, 4))
    assert (after.rent_sums, after.most_times) == ((50, 0), (0, 4))


def test_chance_is_never_touched() -> None:
    game, other = random_game(11, 60), random_game(11, 60)
    preview = game.preview([vt.Roll()]) if vt.Roll() in game.legal_actions else game.preview([game.legal_actions[0]])
    assert not any(isinstance(event, vt.Threw) for event in preview.events)
    game.apply(game.legal_actions[0])
    other.apply(other.legal_actions[0])
    assert state_bytes(game) == state_bytes(other)


def test_several_actions_one_after_another() -> None:
    deeds = {"baltic": {"owner": 0}, "mediterranean": {"owner": 0}}
    game = vt.Game.from_position({"seats": [{"cash": 500}, {}], "deeds": deeds})
    preview = game.preview([vt.Build("baltic"), vt.Build("mediterranean"), vt.Build("baltic")])
    assert preview.before.cash[0] - preview.after.cash[0] == 3 * 50
    assert (preview.before.rents["baltic"], preview.after.rents["baltic"]) == (2 * 4, 60)
    assert [type(event) for event in preview.events] == [vt.HouseBuilt] * 3
    with pytest.raises(vt.IllegalAction, match=r"houses\.even"):
        game.preview([vt.Build("baltic"), vt.Build("baltic")])
    assert game.ply == 0


def test_actions_are_brought_into_a_lawful_order() -> None:
    deeds = {"baltic": {"owner": 0}, "mediterranean": {"owner": 0}, "reading": {"owner": 0}}
    game = vt.Game.from_position({"seats": [{"cash": 210}, {}], "deeds": deeds})
    wanted = [vt.Build("baltic"), vt.Build("baltic"), vt.Build("mediterranean"), vt.Build("mediterranean")]
    assert game.lawful_order(wanted) == (0, 2, 1, 3)
    # A fifth house needs the cash of the mortgage, which therefore comes before it.
    wanted += [vt.Build("baltic"), vt.Mortgage("reading")]
    assert game.lawful_order(wanted) == (0, 2, 1, 3, 5, 4)
    with pytest.raises(vt.IllegalAction) as refused:
        game.lawful_order([vt.Mortgage("reading"), vt.Build("baltic"), vt.Build("baltic")])
    assert refused.value.clause == "houses.even"


def test_an_offer_shows_what_acceptance_would_bring() -> None:
    game = vt.Game.from_position(DEAL)
    offer = vt.Offer(1, vt.Terms(cash=100), vt.Terms(deeds=("connecticut",)))
    preview = game.preview([offer], by=0)
    assert preview.before.cash == preview.after.cash
    accepted = preview.accepted
    assert accepted is not None
    assert accepted.after.cash == (400, 400)
    assert accepted.before.sets == ((), ())
    assert accepted.after.sets == (("light-blue",), ())
    assert accepted.after.interest == (6, 0)
    assert accepted.awaiting == vt.AwaitingReceive(0, deeds=("connecticut",))
    game.apply(offer)
    assert game.apply(vt.Accept(1), by=1) == accepted.events


def test_an_offer_that_could_not_be_accepted_shows_nothing() -> None:
    game = vt.Game.from_position(DEAL)
    assert game.preview([vt.Mortgage("oriental")]).accepted is None
    with pytest.raises(vt.IllegalAction, match=r"trade\.property"):
        game.preview([vt.Offer(1, vt.Terms(), vt.Terms(deeds=("baltic",)))], by=0)
