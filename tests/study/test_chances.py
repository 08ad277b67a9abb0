"""Win probabilities: of any position, refused where a worth must stay unknown, never waiting for the compiler."""

import itertools
import json
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import ventnor as vt
from ventnor import warm
from ventnor.batch.block import Workspace
from ventnor.bots import policy_named
from ventnor.cli import main
from ventnor.kernel import codes
from ventnor.kernel.layout import State
from ventnor.kernel.policies import cautious
from ventnor.search.values import settled
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
MIDDLE = """
throws = 60
seats = [{ cash = 300 }, { cash = 520, space = "oriental" }, { cash = 800, space = "ventnor" }, { cash = 150 }]
[deeds]
oriental = { owner = 0, houses = 2 }
vermont = { owner = 0, houses = 2 }
connecticut = { owner = 0, houses = 2 }
st-james = { owner = 1 }
tennessee = { owner = 1 }
new-york = { owner = 2 }
boardwalk = { owner = 3 }
park-place = { owner = 2 }
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


def test_a_streamed_answer_gives_way_only_to_a_better_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def answers(*_: object) -> Iterator[vt.WinProbability]:
        for error in (0.04, 0.06, 0.03, 0.035, 0.01):
            yield vt.WinProbability((0.5, 0.5), (error, error), "truncated", 36)

    monkeypatch.setattr(chances, "answers", answers)
    position = tomllib.loads(ENDGAME)
    assert [each.errors[0] for each in vt.win_probabilities(position)] == [0.04, 0.04, 0.03, 0.03, 0.01]
    asked = vt.win_probabilities(position, method="truncated")
    assert [each.errors[0] for each in asked] == [0.04, 0.06, 0.03, 0.035, 0.01]


@pytest.mark.usefixtures("interpreted")
def test_truncated_rollouts_own_up_to_the_error_of_the_network() -> None:
    short = vt.win_probability(tomllib.loads(MIDDLE), rollouts=36, method="truncated", depth=2)
    assert max(short.errors) > 0.02
    assert chances.leaf_part(0) == 1
    assert chances.leaf_part(12) > chances.leaf_part(40) > chances.leaf_part(200) > 0


def test_two_answers_are_pooled_by_their_errors() -> None:
    full = vt.WinProbability((0.5, 0.5), (0.01, 0.01), "rollouts", 900, (1.5, 1.5), (0.2, 0.1))
    truncated = vt.WinProbability((0.6, 0.4), (0.02, 0.02), "truncated", 144)
    found = chances.pooled(full, truncated)
    assert found.chances == pytest.approx((0.52, 0.48))
    assert found.errors == pytest.approx([1 / (1 / 0.01**2 + 1 / 0.02**2) ** 0.5] * 2)
    assert (found.method, found.rollouts, found.places, found.bankrupt) == ("rollouts", 900, (1.5, 1.5), (0.2, 0.1))
    certain = vt.WinProbability((1.0, 0.0), (0.0, 0.0), "rollouts", 900)
    assert chances.pooled(certain, certain).chances == (1, 0)


@pytest.mark.usefixtures("interpreted")
def test_a_seat_that_has_not_won_yet_may_still_win() -> None:
    found = vt.win_probability(tomllib.loads(ENDGAME), rollouts=36, method="rollouts", seed=3)
    assert min(found.errors) >= 1 / 36


@pytest.mark.slow
def test_every_method_comes_in_turn() -> None:
    warm.twin(wait=True)
    methods: list[str] = []
    worst = 1.0
    for answer in itertools.islice(vt.win_probabilities(tomllib.loads(MIDDLE)), 400):
        assert max(answer.errors) <= worst
        worst = max(answer.errors)
        if answer.method not in methods:
            methods.append(answer.method)
        if answer.method == "rollouts":
            break
    assert methods == ["network", "truncated", "rollouts"]


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
    with pytest.raises(chances.BadRequest, match="no throw comes next"):
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
    block = Workspace(tables("official")).play(
        None, [cautious] * 2, (State * 1)(record()), 0, 7, 0, 36, cap=1, moves=3, strata=True
    )
    throws = {(int(each["x"]), int(each["y"])) for row in block.moves for each in row if each["kind"] == 40}
    assert len(throws) == 36


OPEN_OFFER = {
    "seats": [{"cash": 900}, {"cash": 700}, {"cash": 800}],
    "throws": 60,
    "deeds": {
        "oriental": {"owner": 0}, "vermont": {"owner": 0}, "connecticut": {"owner": 1},
        "st-james": {"owner": 1}, "tennessee": {"owner": 1}, "new-york": {"owner": 0},
    },
    "offers": [{"number": 1, "proposer": 1, "recipient": 0, "give": {"deeds": ["connecticut"]}, "get": {"cash": 10}}],
}  # fmt: skip
AUCTION = {
    "seats": [{"cash": 900}, {"cash": 700}],
    "awaiting": {"phase": "end", "interrupts": [{"kind": "auction", "seat": 1, "lot": "connecticut"}]},
}


@pytest.mark.parametrize("position", [tomllib.loads(MIDDLE), OPEN_OFFER, AUCTION])
def test_bots_play_a_position_on_until_it_is_quiet(position: dict[str, object]) -> None:
    heading, state = chances.record_of(position)
    workspace, starts = Workspace(heading.tables), (State * 1)(state)
    policies = [policy_named("tycoon")] * state.players
    quiet = settled(workspace, None, policies, starts, 0, 3)
    assert quiet["awaits"].tolist() == [codes.W_DICE] * 3
    assert quiet["throws"].tolist() == [state.throws] * 3
    assert not quiet["offer_count"].any()
    assert settled(workspace, None, policies, (State * 1).from_buffer_copy(quiet[:1].tobytes()), 0) == quiet[:1]
    if state.awaits == codes.W_THROW:
        assert settled(workspace, None, policies, starts, 0, business=False)["cash"].tolist() == [list(state.cash)]


@pytest.mark.usefixtures("interpreted")
def test_an_open_offer_counts_before_it_is_answered() -> None:
    open_offer = vt.win_probability(OPEN_OFFER, method="network").chances
    without = vt.win_probability({**OPEN_OFFER, "offers": []}, method="network").chances
    assert open_offer[0] > without[0]
    assert sum(open_offer) == pytest.approx(1, abs=1e-6)


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
