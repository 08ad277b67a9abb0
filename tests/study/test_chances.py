"""Win probabilities: of any position, refused where a worth must stay unknown, never waiting for the compiler."""

import itertools
import json
import tomllib
from pathlib import Path

import pytest

import ventnor as vt
from ventnor import warm
from ventnor.batch.block import Bench
from ventnor.cli import main
from ventnor.kernel.layout import State
from ventnor.kernel.policies import cautious
from ventnor.study import chances
from ventnor.tables import tables

ENDGAME = """
throws = 200
turn = 0
seats = [{ cash = 5, space = "go" }, { cash = 2000, space = "go" }]
[deeds]
mediterranean = { owner = 1, houses = 5 }
baltic = { owner = 1, houses = 5 }
oriental = { owner = 1, houses = 5 }
vermont = { owner = 1, houses = 5 }
connecticut = { owner = 1, houses = 5 }
"""
TAX = """
edition = "classic"
seats = [{ space = "income-tax" }, {}]
awaiting = { phase = "end", interrupts = [{ kind = "tax", seat = 0, space = "income-tax" }] }
"""


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that nothing is compiled yet."""
    monkeypatch.setattr(warm, "twin", lambda **_: None)


@pytest.mark.usefixtures("interpreted")
def test_the_network_answers_while_nothing_is_compiled() -> None:
    answers = list(vt.win_probabilities(tomllib.loads(ENDGAME)))
    assert [each.method for each in answers] == ["network"]
    assert sum(answers[0].chances) == pytest.approx(1, abs=1e-6)
    assert answers[0].chances[1] > 0.9


@pytest.mark.usefixtures("interpreted")
def test_rollouts_agree_with_the_position_and_with_themselves() -> None:
    position = tomllib.loads(ENDGAME)
    one = vt.win_probability(position, rollouts=72, method="rollouts", seed=3, rounds=20)
    assert one == vt.win_probability(position, rollouts=72, method="rollouts", seed=3, rounds=20)
    assert one.rollouts == 72
    assert one.chances[1] > 0.9
    assert one.places is not None
    assert sum(one.places) == pytest.approx(3)
    assert one.bankrupt is not None
    assert one.bankrupt[0] > one.bankrupt[1]


@pytest.mark.usefixtures("interpreted")
def test_answers_stream_until_the_caller_stops() -> None:
    stream = vt.win_probabilities(tomllib.loads(ENDGAME), method="truncated", depth=2)
    counts = [each.rollouts for each in itertools.islice(stream, 3)]
    assert counts == [36, 72, 108]


def test_nobody_is_told_while_a_seat_chooses_its_income_tax() -> None:
    with pytest.raises(vt.BlindChoice) as caught:
        vt.win_probability(tomllib.loads(TAX))
    assert caught.value.seat == 0
    with pytest.raises(vt.BlindChoice):
        vt.throw_probabilities(tomllib.loads(TAX))


def test_bad_requests_are_refused() -> None:
    with pytest.raises(vt.BadPosition, match="seats"):
        vt.win_probability({})
    with pytest.raises(chances.BadRequest, match="method"):
        vt.win_probability({"seats": [{}, {}]}, rollouts=10)
    with pytest.raises(vt.UnknownBot):
        vt.win_probability({"seats": [{}, {}]}, bot="tycon")
    waiting = {"seats": [{}, {}], "awaiting": {"phase": "end"}}
    with pytest.raises(chances.BadRequest, match="nobody is to throw"):
        vt.throw_probabilities(waiting)


@pytest.mark.usefixtures("interpreted")
def test_each_throw_has_its_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, ...]] = []

    def network(game: vt.Game, *_: object) -> vt.WinProbability:
        asked.append(game.space)
        return vt.WinProbability((0.5, 0.5), (0.0, 0.0), "network", 0)

    monkeypatch.setattr(chances, "chance_after", network)
    found = vt.throw_probabilities({"seats": [{}, {}]})
    assert list(found) == [(first, second) for first in range(1, 7) for second in range(1, 7)]
    assert {each[1] for each in asked} == {"go"}
    assert "baltic" in {each[0] for each in asked}


@pytest.mark.usefixtures("interpreted")
def test_a_throw_onto_the_income_tax_has_chances_after_the_flat_sum() -> None:
    game = vt.Game.from_position({"edition": "classic", "seats": [{}, {}]}, nature="manual")
    game.apply(vt.Throw(1, 3))
    assert chances.chance_after(game, 0, "tycoon", 0, None).method == "network"
    assert game.cash[0] == 1300


def test_the_first_throws_of_rollouts_are_spread_evenly() -> None:
    block = Bench(tables("official")).play(
        None, [cautious] * 2, (State * 1)(record()), 0, 7, 0, 36, cap=1, moves=3, strata=True
    )
    throws = {(int(each["x"]), int(each["y"])) for row in block.moves for each in row if each["kind"] == 40}
    assert len(throws) == 36


def record() -> State:
    """Return two players at the start, of whom the first throws."""
    return chances.record_of({"seats": [{}, {}]})[1]


@pytest.mark.usefixtures("interpreted")
def test_the_command_evaluates_files_and_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "table.toml"
    path.write_text(ENDGAME, encoding="utf-8")
    assert main(["eval", str(path), "--method", "network", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["method"] == "network"
    assert len(found["chances"]) == 2
    assert main(["eval", '{"seats": [{"name": "Ann"}, {"name": "Bob"}]}', "--method", "network"]) == 0
    assert "Ann" in capsys.readouterr().out
    assert main(["eval", '{"seats": []}', "--method", "network"]) == 2
    assert main(["eval", "{", "--method", "network"]) == 2
    assert main(["eval", str(tmp_path / "none.toml")]) == 2
