"""Batches that start from a position: auctions, open offers, debts and Jail included; bad positions are refused."""

import tomllib

import numpy as np
import pytest

import ventnor as vt
from tests.properties.wandering import start, wander
from ventnor.kernel import codes
from ventnor.notation.position import Heading, position_of
from ventnor.rulebook.edition import rows

AUCTION = """
edition = "modern"
seats = [{ cash = 500 }, { cash = 300 }, { cash = 90 }]
[awaiting]
phase = "end"
interrupts = [{ kind = "auction", seat = 1, item = "short-line", bidder = 1, bid = 40, passed = [2] }]
"""
OFFER = """
seats = [{ cash = 900 }, { cash = 300 }]
offers = [{ number = 1, proposer = 0, recipient = 1, give = { cash = 600 }, get = { deeds = ["oriental"] } }]
deeds = { oriental = { owner = 1 } }
"""
DEBT = """
seats = [{ cash = 20, space = "boardwalk" }, { cash = 300 }]
deeds = { boardwalk = { owner = 1 }, park-place = { owner = 1 }, reading = { owner = 0 } }
debts = [{ debtor = 0, creditor = 1, amount = 80, cause = "rent", space = "boardwalk", due = true }]
awaiting = { phase = "end" }
"""
JAIL = """
seats = [{ cash = 400, space = "jail", jail_turn = 3, jail_cards = ["chest"] }, {}]
"""


def played(text: str, bots: list[str], **how: object) -> vt.Batch:
    position = tomllib.loads(text)
    return vt.simulate(8, bots, position=position, seed=3, compiled=False, **how)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("text", [AUCTION, OFFER, DEBT, JAIL])
def test_games_go_on_from_whatever_a_position_waits_for(text: str) -> None:
    seats = len(tomllib.loads(text)["seats"])
    batch = played(text, ["tycoon"] * seats, cap=200, checked=True)
    assert len(batch) == 8
    assert batch.plies.min() > 0
    assert batch.rows.tobytes() == played(text, ["tycoon"] * seats, cap=200).rows.tobytes()


def test_an_open_offer_is_answered_and_a_debt_is_paid() -> None:
    assert played(OFFER, ["tycoon", "tycoon"], cap=1).deals.tolist() == [1] * 8
    batch = played(DEBT, ["tycoon", "tycoon"], cap=1)
    assert batch.sums.events["rent-paid"] + batch.sums.events["went-bankrupt"] >= 8


@pytest.mark.parametrize(("edition", "variant"), rows())
def test_any_position_of_any_game_is_a_start(edition: str, variant: str) -> None:
    heading = Heading(edition, variant)
    waits: set[int] = set()
    for ply, (s, _) in enumerate(wander(start(heading.tables, 4), heading.tables, 11, 400)):
        if s.awaits in waits or s.phase == codes.P_OVER:
            continue
        waits.add(s.awaits)
        batch = vt.simulate(
            1, ["cautious"] * 4, position=position_of(s, heading), seed=ply, cap=s.throws + 20, compiled=False
        )
        assert batch.recipe.edition == edition
        assert batch.throws[0] >= s.throws
    assert len(waits) > 5


def test_a_game_is_a_position_too() -> None:
    game = vt.Game("classic", players=3, seed=5)
    batch = vt.simulate(2, ["cautious"] * 3, position=game, seed=1, cap=30, compiled=False)
    again = vt.simulate(2, ["cautious"] * 3, position=game.position, seed=1, cap=30, compiled=False)
    assert batch.rows.tobytes() == again.rows.tobytes()
    assert batch.recipe == again.recipe


def test_bad_positions_are_refused() -> None:
    with pytest.raises(vt.BadPosition, match="seats"):
        vt.simulate(1, ["tycoon"] * 2, position={})
    with pytest.raises(vt.BadPosition, match="orientl"):
        vt.simulate(1, ["tycoon"] * 2, position={"seats": [{}, {}], "deeds": {"orientl": {"owner": 0}}})
    with pytest.raises(vt.BadSimulation, match="2 seats, and there are 3 bots"):
        vt.simulate(1, ["tycoon"] * 3, position={"seats": [{}, {}]})
    with pytest.raises(vt.BadSimulation, match="leave out edition"):
        vt.simulate(1, ["tycoon"] * 2, position={"seats": [{}, {}]}, edition="modern")
    over = {
        "seats": [{}, {"bankrupt": True, "cash": 0}],
        "ended": "last",
        "winners": [0],
        "awaiting": {"phase": "over"},
    }
    with pytest.raises(vt.BadSimulation, match="the game is over"):
        vt.simulate(1, ["tycoon"] * 2, position=over)


def test_batches_of_other_positions_do_not_merge() -> None:
    one, other = (
        vt.simulate(1, ["cautious"] * 2, position={"seats": [{}, {"cash": cash}]}, seed=cash, cap=9, compiled=False)
        for cash in (100, 200)
    )
    with pytest.raises(vt.RecipesDiffer, match="position"):
        one.merge(other)


def test_samples_are_positions_of_the_same_games_as_a_batch() -> None:
    how = {"seed": 9, "cap": 80, "compiled": False, "edition": "anniversary", "variant": "timed", "hour": 60}
    batch = vt.simulate(6, ["cautious", "random", "cautious"], **how)  # pyright: ignore[reportArgumentType]
    taken = list(vt.sample(6, ["cautious", "random", "cautious"], every=40, room=3, moves=2000, **how))  # pyright: ignore[reportArgumentType]
    results = np.concatenate([each.results for each in taken])
    assert results["plies"].tolist() == batch.plies.tolist()
    assert results["winners"].tolist() == batch.winners.tolist()
    for each in taken:
        assert len(each.states) == len(each.row) > 0
        game = vt.Game.from_position(each.position(0), seed=1)
        assert game.edition == "anniversary"
        assert not game.over
        for row in range(len(each.results)):
            assert len(each.actions(row)) == len(each.actors(row)) == each.results["plies"][row]


def test_the_actions_of_a_game_lead_to_its_positions() -> None:
    (taken,) = vt.sample(1, ["cautious"] * 2, every=50, room=4, moves=3000, seed=4, cap=60, compiled=False)
    wanted = [bytes(each.tobytes()) for each in taken.states]
    game = vt.Game(players=2, nature="manual", ask_rent="manual", seed=1)
    met: list[bytes] = [bytes(game.engine.state)]
    for action, actor in zip(taken.actions(0), taken.actors(0), strict=True):
        game.apply(action, by=actor if actor < 8 else None)
        met.append(bytes(game.engine.state))
    assert wanted
    assert all(each in met for each in wanted)


@pytest.mark.parametrize("text", [AUCTION, OFFER, DEBT, JAIL])
def test_a_game_played_from_a_position_is_the_first_of_a_batch(text: str) -> None:
    position = tomllib.loads(text)
    bots = ["tycoon", "cautious", "builder"][: len(position["seats"])]
    batch = vt.simulate(1, bots, position=position, seed=3, cap=60, compiled=False)
    game = vt.play(bots, position=position, seed=3, cap=60)
    assert game.game.ply == batch.plies[0]
    assert game.game.engine.state.throws == batch.throws[0]
    game.replay.verify()


def test_play_refuses_what_does_not_fit_a_position() -> None:
    with pytest.raises(vt.BadPosition):
        vt.play(["tycoon"] * 2, position={})
    with pytest.raises(vt.BadSimulation, match="2 seats"):
        vt.play(["tycoon"] * 3, position={"seats": [{}, {}]})
    with pytest.raises(vt.BadSimulation, match="leave out edition"):
        vt.play(["tycoon"] * 2, "modern", position={"seats": [{}, {}]})


def test_a_game_of_a_batch_comes_back() -> None:
    how = {"edition": "anniversary", "variant": "timed", "hour": 40, "cap": 60, "compiled": False}
    bots = ["cautious", "random", "cautious"]
    batch = vt.simulate(3, bots, seed=9, first=5, **how).merge(vt.simulate(2, bots, seed=4, **how))  # pyright: ignore[reportArgumentType]
    for row, plies in enumerate(batch.plies.tolist()):
        replay = batch.replay(row)
        assert len(replay) == plies
        replay.verify()
    with pytest.raises(IndexError, match="games 0 to 4"):
        batch.replay(5)
    from_position = vt.simulate(2, ["tycoon"] * 2, position=tomllib.loads(DEBT), seed=1, cap=30, compiled=False)
    assert len(from_position.replay(1)) == from_position.plies[1]
