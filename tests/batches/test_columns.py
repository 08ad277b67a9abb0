"""The columns and sums of a batch, compared with the events of the same games."""

from typing import Any

import numpy as np
import pytest

from ventnor import odds
from ventnor.batch import BadSimulation, NotKept, UnknownColumn, simulate
from ventnor.batch.column import COLUMNS
from ventnor.bots import UnknownBot, policy_named
from ventnor.game import Game
from ventnor.kernel.batch import decide
from ventnor.kernel.chance import seed_chance
from ventnor.kernel.codes import (
    BANK,
    E_BANKRUPT,
    E_DEBT_AROSE,
    E_MOVED,
    E_RENT_PAID,
    EVENTS,
    KINDS_OF_EVENT,
    P_OVER,
    STOCK,
    W_THROW,
)
from ventnor.kernel.layout import Action, Chance, Cursor, Event, Sink, State
from ventnor.kernel.scheduler import start_cursor
from ventnor.kernel.start import set_up
from ventnor.kernel.step import settle, step
from ventnor.rulebook.option import BadOption
from ventnor.study.comparison import compare
from ventnor.tables import tables

BOTS = ["tycoon", "builder", "cautious", "random"]


@pytest.fixture(scope="module")
def batch():
    return simulate(600, BOTS, seed=5, cap=800, compiled=True)


@pytest.mark.slow
def test_the_columns_agree_with_one_another(batch) -> None:
    assert len(batch) == batch.asked == 600
    assert ((batch.winner == -1) == ~batch.decided).all()
    assert ((batch.ended == 0) == ~batch.decided).all()
    retired = batch.out_at >= 0
    assert (retired.sum(axis=1) == batch.bankruptcies).all()
    assert (batch.cause[~retired] == 0).all()
    assert (batch.cause[retired] > 0).all()  # no bot resigns
    assert (batch.creditor[~retired] == BANK).all()
    assert (batch.worth[retired] == 0).all()
    assert (batch.out_at <= batch.throws[:, None]).all()
    # The creditor of a rent that ruins somebody is another player who is still in the game.
    for game, seat in np.argwhere(retired & (batch.cause == 1)):
        heir = batch.creditor[game, seat]
        assert heir in set(range(4)) - {seat}
    there = batch.group >= 0
    assert ((batch.group_seat == BANK) == ~there).all()
    assert ((batch.group_at == -1) == ~there).all()
    assert (batch.group_at[there] <= batch.throws[there]).all()
    assert set(np.unique(batch.starter)) == {0, 1, 2, 3}


@pytest.mark.slow
def test_the_sums_agree_with_the_columns(batch) -> None:
    sums = batch.sums
    assert sums.games == 600
    assert sums.decided == batch.decided.sum()
    assert sums.throws == batch.throws.sum()
    assert sums.squared_throws == (batch.throws.astype(np.int64) ** 2).sum()
    assert sums.turns == batch.turns.sum()
    assert sums.plies == batch.plies.sum()
    assert sums.bankruptcies == batch.bankruptcies.sum() == sums.events["went-bankrupt"] == sums.causes.sum()
    assert sums.events["auction-opened"] == batch.auctions.sum()
    assert sums.events["deal-made"] == batch.deals.sum()
    assert sums.events["moved"] == sums.landings.sum()
    assert sums.stock.sum() == batch.throws.sum()
    assert sums.endings.tolist() == np.bincount(batch.ended, minlength=5).tolist()
    assert sums.groups.tolist() == np.bincount(batch.group[batch.group >= 0], minlength=8).tolist()
    assert batch.wins().sum() == pytest.approx(sums.decided)
    assert sums.stock[STOCK] > 0


def watched(bots: list[str], seed: int, number: int, cap: int) -> tuple[list[Event], State, list[int]]:
    """Play a game as a batch does; return its events, its end, and after how many throws each happened."""
    s, t, e, c, chance, a = State(), tables("official"), Sink(capacity=EVENTS), Cursor(), Chance(), Action()
    policies = tuple(policy_named(bot) for bot in bots)
    seed_chance(chance, seed, number)
    start_cursor(c, len(bots), 1, 0)
    set_up(s, t, e, len(bots))
    settle(s, t, e)
    found: list[Event] = []
    when: list[int] = []
    while s.phase != P_OVER and (s.throws < cap or s.awaits != W_THROW):
        e.count = 0
        if decide(s, t, e, c, chance, a, policies):
            step(s, t, e, a)
        found += [Event.from_buffer_copy(e.events[i]) for i in range(e.count)]
        when += [s.throws] * e.count
    return found, s, when


def test_a_batch_tells_what_the_events_of_its_games_tell() -> None:
    bots, seed, cap = ["builder", "random", "cautious"], 9, 700
    batch = simulate(3, bots, seed=seed, cap=cap, compiled=False)
    landings, rent, count = np.zeros(40, int), np.zeros(40, int), np.zeros(KINDS_OF_EVENT, int)
    retired = 0
    for number in range(3):
        events, s, when = watched(bots, seed, number, cap)
        assert (batch.throws[number], batch.turns[number], batch.winners[number]) == (s.throws, s.turns, s.winners)
        assert batch.starter[number] == s.starter
        debts: dict[int, Event] = {}
        for event, throws in zip(events, when, strict=True):
            count[event.kind] += 1
            if event.kind == E_MOVED:
                landings[event.space] += 1
            elif event.kind == E_RENT_PAID:
                rent[event.space] += event.amount
            elif event.kind == E_DEBT_AROSE:
                debts[event.seat] = event
            elif event.kind == E_BANKRUPT:
                retired += 1
                assert batch.out_at[number, event.seat] == throws
                assert batch.creditor[number, event.seat] == event.other
                assert batch.cause[number, event.seat] == debts[event.seat].x
    assert retired
    assert batch.sums.landings.tolist() == landings.tolist()
    assert batch.sums.rent.tolist() == rent.tolist()
    assert batch.sums.tally[1:].tolist() == count[1:].tolist()


@pytest.mark.slow
def test_what_is_not_kept_is_not_there_and_says_so() -> None:
    whole = simulate(300, BOTS, seed=5, cap=300, compiled=True)
    some = simulate(300, BOTS, seed=5, cap=300, compiled=True, keep=["throws", "winner"])
    assert some.columns == ("winner", "throws")
    assert some.records.kind.itemsize == 6
    assert (some.throws == whole.throws).all()
    assert some.sums == whole.sums
    assert some.win_rate().tolist() == whole.win_rate().tolist()
    with pytest.raises(NotKept, match="has not kept the column 'worth': name it in keep="):
        some.worth  # noqa: B018
    nothing = simulate(300, BOTS, seed=5, cap=300, compiled=True, keep=())
    assert len(nothing) == 300
    assert nothing.sums == whole.sums
    with pytest.raises(NotKept):
        nothing.column("throws")
    for name in COLUMNS:
        assert len(whole.column(name)) == 300
    with pytest.raises(UnknownColumn, match=r"there is no column 'throw'.*did you mean throws"):
        simulate(1, BOTS, keep=["throw"])
    with pytest.raises(UnknownColumn):
        whole.column("throw")


@pytest.mark.slow
def test_a_game_to_an_hour_ends_by_it() -> None:
    batch = simulate(50, ["builder"] * 3, edition="1935", variant="short", hour="60 throws", seed=2, compiled=True)
    assert (batch.ended == 3).mean() > 0.9
    assert batch.throws.max() <= 61
    assert batch.recipe.hour == 60


def test_a_game_to_an_hour_has_one_unless_told() -> None:
    how: dict[str, Any] = {"edition": "1935", "variant": "short", "seed": 2, "compiled": False}
    assert simulate(1, ["random"] * 3, cap=100, **how).recipe.hour == 600
    assert simulate(1, ["random"] * 3, cap=100, hour=0, **how).recipe.hour == 0
    assert simulate(1, ["random"] * 3, cap=100, edition="official", compiled=False).recipe.hour == 0


def test_what_is_no_bot_is_refused() -> None:
    nothing: Any = object()
    with pytest.raises(UnknownBot, match="unknown bot"):
        simulate(1, [nothing] * 3)


@pytest.mark.parametrize("hour", ["soon", "-3", -3, "10 minutes", 1.5])
def test_an_hour_that_is_no_number_of_throws_is_refused(hour) -> None:
    with pytest.raises(BadSimulation, match="the hour must be a number of throws"):
        simulate(1, ["random"] * 3, edition="1935", variant="short", hour=hour)


def test_a_game_without_an_hour_does_not_take_one() -> None:
    with pytest.raises(BadSimulation, match="modern has no time limit"):
        simulate(1, ["random"] * 3, edition="modern", hour=100)


def test_progress_is_told_in_games() -> None:
    seen: list[tuple[int, int]] = []
    simulate(9, ["cautious"] * 2, seed=1, cap=20, compiled=False, progress=lambda *at: seen.append(at))
    assert seen[-1] == (9, 9)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ({"count": 1.5}, "count is a whole number from 0 to .*, not 1.5"),
        ({"count": -1}, "count is a whole number from 0 to .*, not -1"),
        ({"first": -1}, "first is a whole number from 0"),
        ({"cap": 0}, "cap is a whole number from 1"),
        ({"cap": 2**31}, "cap is a whole number from 1 to 2147483647"),
        ({"seed": "a"}, "seed is a whole number from 0 to .*, not 'a'"),
        ({"seed": 2**62}, "seed is a whole number from 0"),
        ({"seed": -1}, "seed is a whole number from 0"),
        ({"threads": -1}, "threads is a whole number from 1"),
        ({"threads": 0}, "threads is a whole number from 1"),
    ],
    ids=str,
)
def test_numbers_out_of_bounds_are_refused(how, why) -> None:
    with pytest.raises(BadSimulation, match=why):
        simulate(how.pop("count", 1), ["random"] * 2, **how)


@pytest.mark.parametrize(
    "ask",
    [
        lambda options: simulate(1, ["random"] * 2, options=options),
        lambda options: Game(options=options),
        lambda options: odds.landing(options=options),
        lambda options: odds.next_throw("go", options=options),
        lambda options: odds.returns(options=options),
        lambda options: compare(["official", "modern"], 1, options=options),
    ],
    ids=["simulate", "game", "landing", "next throw", "returns", "compare"],
)
def test_house_rules_are_no_mapping(ask) -> None:
    with pytest.raises(BadOption, match=r"Options\.from_mapping reads a mapping"):
        ask({"double_salary": True})
