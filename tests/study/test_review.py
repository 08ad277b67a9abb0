"""Reviews: planted blunders are found, luck has mean zero, and every line has its chances."""

import json
from typing import Any

import numpy as np
import pytest

import ventnor as vt
from ventnor import warm
from ventnor.notation.position import read_position
from ventnor.search.lookahead import Lookahead
from ventnor.study import judging
from ventnor.study import review as reviews

SEATS = [{"name": "Ann", "cash": 900, "space": "connecticut"}, {"name": "Bob", "cash": 300, "space": "reading"}]
DEEDS = {name: {"owner": 0} for name in ("oriental", "vermont")} | {"boardwalk": {"owner": 1}}
FOR_SALE: dict[str, Any] = {
    "seats": SEATS,
    "throws": 60,
    "deeds": DEEDS,
    "awaiting": {"phase": "end", "interrupts": [{"kind": "buy", "seat": 0, "deed": "connecticut"}]},
}


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that nothing is compiled yet."""

    def nothing(**_: object) -> None:
        return None

    monkeypatch.setattr(warm, "twin", nothing)


GIFT: dict[str, Any] = {
    "seats": [{"name": "Ann", "cash": 900}, {"name": "Bob", "cash": 700}],
    "throws": 60,
    "deeds": {"st-james": {"owner": 0}, "tennessee": {"owner": 1}, "new-york": {"owner": 1}, "boardwalk": {"owner": 1}},
    "offers": [{"number": 1, "proposer": 1, "recipient": 0, "give": {"cash": 1}, "get": {"deeds": ["st-james"]}}],
}
"""Bob wants the last orange deed for a dollar."""


def played(*texts: str) -> vt.Replay:
    """Return a game from the sale of Connecticut on, by hand."""
    game = vt.Game.from_position(FOR_SALE, nature="manual")
    for text in texts:
        game.apply_text(text)
    return game.replay


@pytest.fixture(scope="module")
def blunder() -> vt.Replay:
    game = vt.Game.from_position(GIFT, nature="manual")
    game.apply(vt.Accept(1), by=0)
    game.apply_text("roll 1 2")
    return game.replay


def test_a_planted_blunder_is_found(blunder: vt.Replay) -> None:
    done: list[tuple[int, int]] = []
    found = vt.review(blunder, progress=lambda ply, plies: done.append((ply, plies)))
    first = found.plies[0].decision
    assert first is not None
    assert first.text == "accept 1"
    assert first.mark == "blunder"
    assert first.loss >= judging.MARKS[0][0]
    assert (first.better, first.sentence) == ("reject 1", "Turn down the offer of Bob: $1 for St. James Place.")
    assert done[-1] == (len(blunder), len(blunder))
    ann = found.seats[0]
    assert ann.mistakes + ann.blunders >= 1
    assert ann.skill <= -first.loss
    assert ann.accuracy < 100


def test_a_good_move_has_no_mark() -> None:
    found = vt.review(played("buy"))
    assert [each.decision.mark for each in found.plies if each.decision] == [""]
    assert found.seats[0].accuracy == 100
    assert found.deal is None


def test_every_line_has_chances_and_luck_adds_up(blunder: vt.Replay) -> None:
    found = vt.review(blunder)
    assert len(found.plies) == len(blunder)
    for each in found.plies:
        assert sum(each.chances) == pytest.approx(1, abs=1e-6)
        assert (each.luck is None) == (each.actor != "nature")
        if each.luck is not None:
            assert sum(each.luck) == pytest.approx(0, abs=1e-6)
    assert found.luckiest == next(each.ply for each in found.plies if each.luck is not None)
    assert sum(each.luck for each in found.seats) == pytest.approx(0, abs=1e-6)


def test_luck_averages_zero_over_many_throws() -> None:
    heading, state = read_position({**FOR_SALE, "awaiting": {"phase": "throw"}})
    look = Lookahead(heading.tables, 0)
    rolled = look.after(state, vt.Roll(), state.awaited)
    assert rolled is not None
    luck = reviews.chances_after_answers(look, rolled)[:, 0]
    luck -= luck.mean()
    assert luck.std() > 0
    chosen = luck[np.random.default_rng(1).integers(0, 36, 4000)]
    assert abs(chosen.mean()) < 4 * luck.std() / np.sqrt(4000)


def test_an_offer_that_gives_a_set_away_is_a_blunder() -> None:
    deeds = {name: {"owner": 1} for name in ("st-james", "tennessee")} | {"new-york": {"owner": 0}}
    position = {"seats": [{"name": "Ann", "cash": 900}, {"name": "Bob", "cash": 1200}], "throws": 60, "deeds": deeds}
    game = vt.Game.from_position(position, nature="manual")
    game.apply_text("offer 1 give new-york get 1", 0)
    game.apply_text("accept 1", 1)
    found = vt.review(game.replay)
    made = found.plies[0].decision
    assert made is not None
    assert made.mark
    assert made.sentence in {"Make no such offer.", "Throw the dice."}
    assert found.deal == 2


def test_a_review_goes_to_json_and_back(blunder: vt.Replay) -> None:
    found = vt.review(blunder).to_json()
    assert vt.Review.from_json(json.loads(json.dumps(found))).to_json() == found


def test_marks_need_a_sure_loss() -> None:
    assert judging.mark_of(0.12, 0.01) == "blunder"
    assert judging.mark_of(0.07, 0.01) == "mistake"
    assert judging.mark_of(0.03, 0.01) == "inaccuracy"
    assert judging.mark_of(0.01, 0.001) == ""
    assert judging.mark_of(0.12, 0.07) == ""
    assert reviews.accuracy_of([]) == 100
    assert reviews.accuracy_of([0.0, 0.1]) == pytest.approx(100 * (1 + np.exp(-1)) / 2)


def test_a_replay_that_breaks_the_rules_is_refused(blunder: vt.Replay) -> None:
    words = blunder.dumps().replace("accept 1", "accept 2", 1)
    with pytest.raises(vt.ReplayDiffers):
        vt.review(vt.Replay.loads(words))


def test_key_moments_and_the_turn_that_decided() -> None:
    def ply(number: int, turn: int, *chances: float) -> reviews.PlyReview:
        return reviews.PlyReview(number, turn, 0, "roll", "", chances)

    plies = (ply(1, 1, 0.5, 0.5), ply(2, 1, 0.3, 0.7), ply(3, 2, 0.39, 0.61), ply(4, 3, 0.8, 0.2), ply(5, 4, 1.0, 0.0))
    assert reviews.swings(plies) == (2, 4, 5)
    assert reviews.deciding_turn(plies) == 4
    assert reviews.deciding_turn(plies[:1]) == 1
    assert reviews.deciding_turn(()) is None


def test_one_ply_is_judged_as_the_whole_review_does(blunder: vt.Replay) -> None:
    whole = vt.review(blunder)
    assert reviews.judge_ply(blunder, 1) == whole.plies[0].decision
    assert reviews.judge_ply(blunder, 3) is None  # the dice's


def test_chances_alone_are_those_of_the_whole_review(blunder: vt.Replay) -> None:
    whole, alone = vt.review(blunder), vt.review(blunder, decisions=False)
    assert [each.chances for each in alone.plies] == [each.chances for each in whole.plies]
    assert not any(each.decision for each in alone.plies)
    assert alone.rollouts == 0
    assert alone.swings == whole.swings


def test_chances_of_a_position_are_refused_before_an_income_tax_choice() -> None:
    assert sum(reviews.position_chances(FOR_SALE)) == pytest.approx(1)
    choosing = {
        "edition": "classic",
        "seats": [{"space": "income-tax"}, {}],
        "awaiting": {"phase": "end", "interrupts": [{"kind": "tax", "seat": 0, "space": "income-tax"}]},
    }
    with pytest.raises(vt.BlindChoice):
        reviews.position_chances(choosing)


def test_an_auction_is_judged_by_the_last_answer_of_each_seat() -> None:
    replay = played("decline", "bid 10", "bid 20", "bid 30", "bid 40", "pass")
    bidders = {line.number: line.actor for line in replay.lines if line.action.name in {"bid", "pass"}}
    assert list(bidders) == [2, 3, 4, 5, 6]
    assert judging.last_answers(replay) == {5, 6}
    assert bidders[5] != bidders[6]
    found = vt.review(replay)
    assert [each.ply for each in found.plies if each.decision] == [1, 5, 6]


@pytest.mark.parametrize(
    ("played", "other", "compared"),
    [
        (vt.Bid(10), vt.Bid(20), False),
        (vt.Bid(10), vt.Pass(), True),
        (vt.Pass(), vt.Bid(20), True),
        (vt.Pass(), vt.Build("oriental"), False),
        (vt.Buy(), vt.Decline(), True),
        (vt.Decline(), vt.Build("oriental"), False),
        (vt.Accept(1), vt.Reject(1), True),
        (vt.Reject(1), vt.Roll(), False),
        (vt.Roll(), vt.Build("oriental"), True),
    ],
)
def test_an_answer_is_compared_with_other_answers_only(played: vt.Action, other: vt.Action, compared: bool) -> None:
    assert judging.is_rival(played, other) == compared
