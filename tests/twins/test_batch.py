"""Batches: the same games whoever plays them, on however many threads."""

import pytest

from ventnor.batch import PolicyRefused, simulate
from ventnor.bots import UnknownBot
from ventnor.kernel import policies
from ventnor.kernel.codes import A_BUY, A_DONE, A_PAY_TEN, W_BUY
from ventnor.kernel.layout import Action, Chance, Memory, State, Tables
from ventnor.kernel.menu import blank_action
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
    """A policy from outside the kernel: like the cautious bot, but it buys whatever it may, unasked."""
    policies.cautious(s, t, seat, memory, chance, a)


def lawless(s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action) -> None:
    """A policy that wants to buy when there is nothing to buy."""
    if s.awaited == seat and s.awaits != W_BUY:
        blank_action(a, A_BUY, seat)
    else:
        blank_action(a, A_DONE, seat)


def test_a_policy_from_outside_plays_like_any_other() -> None:
    ours = simulate(3, ["cautious"] * 3, seed=5, cap=100, compiled=False)
    theirs = simulate(3, [eager] * 3, seed=5, cap=100, compiled=False)
    assert ours.rows.tobytes() == theirs.rows.tobytes()


def test_a_checked_batch_names_the_clause_that_a_policy_breaks() -> None:
    with pytest.raises(PolicyRefused) as caught:
        simulate(1, [lawless, "cautious"], seed=5, checked=True, compiled=False)
    assert caught.value.clause == "buy.option"


def sometimes_lawless(s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action) -> None:
    """A policy that breaks the law in games that seat 1 has begun."""
    policies.cautious(s, t, seat, memory, chance, a)
    if s.starter == 1 and s.throws > 3 and s.awaited == seat:
        blank_action(a, A_PAY_TEN, seat)


def test_a_checked_batch_names_the_game_in_which_a_policy_breaks_the_law() -> None:
    starters = simulate(12, ["cautious"] * 2, seed=5, cap=20, compiled=False).starter.tolist()
    with pytest.raises(PolicyRefused) as caught:
        simulate(12, [sometimes_lawless] * 2, seed=5, cap=20, checked=True, compiled=False, threads=1)
    assert caught.value.game == starters.index(1) > 0


def test_bad_calls_are_refused_in_words() -> None:
    with pytest.raises(UnknownBot, match="there is no bot 'clever'"):
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
