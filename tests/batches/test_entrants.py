"""Your own bots in games, batches and tournaments: by reference, as functions, and as policies with helpers."""

from pathlib import Path

import pytest

import ventnor as vt
from ventnor.batch.entrant import BadBot, compiled, load_bot
from ventnor.batch.play import PlaysInterpreted, simulate
from ventnor.kernel.batch import Policy

FILE = """
from ventnor.kernel.policies import cautious
from ventnor.kernel.layout import Action, Chance, Memory, State, Tables

def choose(view):
    return view.legal[0]

def own_seat(s: State, seat: int) -> int:
    return s.space[seat]

def careful(s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action) -> None:
    if own_seat(s, seat) >= 0:
        cautious(s, t, seat, memory, chance, a)

def vague(x) -> int:
    return x

def worse(s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action) -> None:
    vague(seat)
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "mine.py"
    path.write_text(FILE, encoding="utf-8")
    return str(path)


class Recorder:
    """A twin that compiles nothing and records the requests."""

    def policy(self, function: Policy) -> Policy:
        return function

    def part(self, function: Policy) -> Policy:
        return function


def test_a_choose_bot_plays_the_same_games_in_a_batch_as_alone(file: str) -> None:
    bots = [f"{file}:choose", "cautious"]
    with pytest.warns(PlaysInterpreted):
        batch = simulate(2, bots, seed=5, cap=40, threads=1)
    played = vt.play(bots, seed=5, cap=40)
    assert batch.recipe.bots == tuple(bots)
    assert batch.plies[0] == played.game.ply
    assert [line.action for line in batch.replay(0).lines] == [line.action for line in played.replay.lines]


def test_games_asked_one_by_one_equal_those_of_the_batch_loop() -> None:
    from ventnor.batch.asked import play_asked
    from ventnor.batch.setup import set_up_batch

    bots = ["cautious", "builder"]
    setup = set_up_batch(bots, "official", "", None, None, None, 60)
    rows, sums = play_asked(setup, 3, 0, 2)
    batch = simulate(2, bots, seed=3, cap=60, compiled=False, threads=1)
    for name in ("winners", "throws", "plies", "auctions", "deals", "worth", "group"):
        assert (rows[name][..., :2] == batch.rows[name][..., :2]).all(), name
    assert sums.landings.tolist() == batch.sums.landings.tolist()
    assert sums.stock.tolist() == batch.sums.stock.tolist()
    assert sums.rent.tolist() == batch.sums.rent.tolist()


def test_a_policy_by_reference_plays_like_the_bot_that_it_calls(file: str) -> None:
    mine = simulate(2, [f"{file}:careful", "cautious"], seed=1, cap=30, compiled=False, threads=1)
    same = simulate(2, ["cautious", "cautious"], seed=1, cap=30, compiled=False, threads=1)
    assert mine.plies.tolist() == same.plies.tolist()
    assert vt.play([f"{file}:careful", "cautious"], seed=1, cap=30).game.ply == same.plies[0]


def test_helpers_of_the_same_file_are_compiled_with_a_policy(file: str) -> None:
    twin = Recorder()
    policy = load_bot(f"{file}:careful")
    made = compiled(twin, policy)
    assert made.__globals__["own_seat"] is not policy.__globals__["own_seat"]
    assert compiled(twin, policy) is made


def test_a_policy_that_does_not_compile_is_two_lines(file: str) -> None:
    with pytest.raises(BadBot) as caught:
        compiled(Recorder(), load_bot(f"{file}:worse"))
    first, second = str(caught.value).splitlines()
    assert first.startswith("mine.py, line ")
    assert "def vague(x) -> int:" in first
    assert "needs annotations: x" in second


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("none.py:choose", "there is no file"),
        ("no_such_module:f", "cannot be imported"),
        (":f", "write module:function"),
    ],
)
def test_a_wrong_reference_says_what_is_wrong(text: str, why: str) -> None:
    with pytest.raises(BadBot, match=why):
        vt.play([text, "random"], cap=5)


def test_a_missing_function_is_named(file: str) -> None:
    with pytest.raises(BadBot, match="has no nobody"):
        load_bot(f"{file}:nobody")
