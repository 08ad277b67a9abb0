"""Batches: the same games, compiled or interpreted, on any number of threads."""

from types import FunctionType

import pytest

import ventnor as vt
from tests.game.positions import DECISIONS as POSITIONS
from ventnor.batch import simulate
from ventnor.bots import UnknownBot
from ventnor.driver import BadDecision
from ventnor.kernel.codes import (
    A_BUY,
    A_DONE,
    A_PAY_TEN,
    W_BID,
    W_BUY,
    W_CHOICE,
    W_DEBT,
    W_PLACE,
    W_RECEIVE,
    W_TAX,
    W_THROW,
    W_WANT,
)
from ventnor.kernel.layout import Action, Chance, Memory, State, Tables
from ventnor.kernel.menu import blank_action
from ventnor.kernel.policies import cautious
from ventnor.kernel.twin import Twin


@pytest.mark.slow
def test_results_depend_neither_on_threads_nor_on_the_twin(twin: Twin) -> None:
    def rows(count: int, **how: object) -> bytes:
        return simulate(count, ["cautious", "random", "cautious"], seed=11, cap=200, **how).rows.tobytes()  # pyright: ignore[reportArgumentType]

    one = rows(600, threads=1, compiled=True)
    assert one == rows(600, threads=2, compiled=True)
    assert one == rows(600, threads=5, compiled=True)
    interpreted = rows(24, threads=2, compiled=False)
    assert one.startswith(interpreted)


def eager(s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action) -> None:
    """Play like the cautious bot, but buy everything. A policy from outside the kernel."""
    cautious(s, t, seat, memory, chance, a)


def lawless(s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action) -> None:
    """Ask to buy when there is nothing to buy."""
    if s.awaited == seat and s.awaits != W_BUY:
        blank_action(a, A_BUY, seat)
    else:
        blank_action(a, A_DONE, seat)


def test_a_policy_from_outside_plays_like_any_other() -> None:
    ours = simulate(3, ["cautious"] * 3, seed=5, cap=100, compiled=False)
    theirs = simulate(3, [eager] * 3, seed=5, cap=100, compiled=False)
    assert ours.rows.tobytes() == theirs.rows.tobytes()


def test_a_checked_batch_names_the_clause_that_a_policy_breaks() -> None:
    with pytest.raises(BadDecision) as caught:
        simulate(1, [lawless, "cautious"], seed=5, checked=True, compiled=False)
    assert caught.value.clause == "buy.option"


def sometimes_lawless(s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action) -> None:
    """Break the law in games that seat 1 has begun."""
    cautious(s, t, seat, memory, chance, a)
    if s.starter == 1 and s.throws > 3 and s.awaited == seat:
        blank_action(a, A_PAY_TEN, seat)


def test_a_checked_batch_names_the_game_in_which_a_policy_breaks_the_law() -> None:
    starters = simulate(12, ["cautious"] * 2, seed=5, cap=20, compiled=False).starter.tolist()
    with pytest.raises(BadDecision) as caught:
        simulate(12, [sometimes_lawless] * 2, seed=5, cap=20, checked=True, compiled=False, threads=1)
    assert caught.value.game == starters.index(1) > 0


KIND = W_BUY


def silent(s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action) -> None:
    """Answer `done` where something of one kind is awaited of it."""
    cautious(s, t, seat, memory, chance, a)
    if s.awaits == KIND and s.awaited == seat:
        blank_action(a, A_DONE, seat)


def silent_at(kind: int) -> FunctionType:
    """Return the policy that is silent at one kind of decision."""
    made = FunctionType(silent.__code__, {**silent.__globals__, "KIND": kind}, "silent")
    made.__annotations__ = silent.__annotations__
    return made


DECISIONS = {
    "throw": (W_THROW, "opening"),
    "buy": (W_BUY, "buy"),
    "bid": (W_BID, "bid"),
    "tax": (W_TAX, "tax"),
    "choice": (W_CHOICE, "choice"),
    "want": (W_WANT, "want"),
    "place": (W_PLACE, "place"),
    "receive": (W_RECEIVE, "receive"),
    "debt": (W_DEBT, "debt"),
}


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", DECISIONS)
def test_done_where_the_game_waits_names_game_seat_and_action(kind: str, compiled: bool) -> None:
    code, name = DECISIONS[kind]
    position = POSITIONS[name]
    for checked in (False, True):
        with pytest.raises(BadDecision, match=rf"silent in seat \d answered done in game 5: .*\({kind}\)") as caught:
            simulate(
                1,
                [silent_at(code)] * 3,
                position=position,
                seed=1,
                first=5,
                checked=checked,
                compiled=compiled,
                threads=1,
            )
        assert (caught.value.game, caught.value.action) == (5, "done")
        assert caught.value.seat == vt.Game.from_position(position).to_act


def test_bad_calls_are_refused_in_words() -> None:
    with pytest.raises(UnknownBot, match="unknown bot 'clever'"):
        simulate(1, ["clever"] * 2)
    with pytest.raises(ValueError, match="3 to 7 players"):
        simulate(1, ["random"] * 2, edition="1935")
    with pytest.raises(ValueError, match="count is a whole number from 0"):
        simulate(-1, ["random"] * 2)


def test_an_empty_batch_is_a_batch() -> None:
    batch = simulate(0, ["random"] * 2, seed=1, compiled=False)
    assert len(batch) == 0
    assert batch.win_rate().tolist() == [0, 0]


@pytest.mark.slow
def test_both_twins_add_up_the_same(twin: Twin) -> None:
    def played(**how: object) -> object:
        mixed = ["tycoon", "builder", "random", "cautious"]
        return simulate(16, mixed, edition="modern", seed=3, cap=300, **how).sums.to_json()  # pyright: ignore[reportArgumentType]

    assert played(compiled=True) == played(compiled=False, threads=1)
