"""Replays: they restore the game, and tampering is detected."""

import dataclasses
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ventnor as vt
from tests.game.playing import random_game, state_bytes
from ventnor.game import EditionName
from ventnor.notation.position import identity_digest, identity_of
from ventnor.replay import checksum_of, shorten
from ventnor.rulebook.edition import EDITIONS


@pytest.fixture(scope="module")
def recorded() -> vt.Replay:
    return random_game(7, 120).replay


@settings(max_examples=20)
@given(seed=st.integers(0, 300), plies=st.integers(0, 120), edition=st.sampled_from(EDITIONS))
def test_a_replay_gives_the_game_back(seed: int, plies: int, edition: EditionName) -> None:
    game = random_game(seed, plies, edition)
    text = game.replay.dumps()
    replay = vt.Replay.loads(text)
    assert replay == game.replay
    assert replay.dumps() == text
    replay.verify()
    again = replay.game_at()
    assert state_bytes(again) == state_bytes(game)
    assert [(ply.actor, ply.cause, ply.action, ply.events) for ply in again.log] == [
        (ply.actor, ply.cause, ply.action, ply.events) for ply in game.log
    ]


def test_the_file_can_be_read_by_people(tmp_path: Path) -> None:
    game = vt.Game("anniversary", 2, 7, "short", vt.Options(double_salary=True), names=["Ann", 'B "the\nBank"'])
    game.apply(vt.Roll())
    game.apply(vt.Roll(), cause="tycoon")
    game.replay.save(tmp_path / "night.replay")
    text = (tmp_path / "night.replay").read_text(encoding="utf-8")
    lines = [line.split(" #")[0] for line in text.splitlines()]
    dealt = [f"{ply.number} nature {ply.text}" for ply in game.log[:4]]
    thrown = [ply.text for ply in game.log if ply.actor == "nature"][4:]
    assert lines == [
        "ventnor replay 1",
        f"ventnor {vt.__version__}",
        "rules 4",
        "edition anniversary",
        "variant short",
        'options {"double_salary":true}',
        "table attentive",
        'seat 0 "Ann" seat',
        'seat 1 "B \\"the\\nBank\\"" tycoon',
        "seed 7",
        "",
        *dealt,
        "5 0 roll",
        f"6 nature {thrown[0]}",
        "7 1 roll",
        f"8 nature {thrown[1]}",
        lines[-1],
    ]
    assert lines[-1].startswith("end 8 ")
    assert vt.Replay.load(tmp_path / "night.replay") == game.replay


def test_causes_are_written_where_they_are_not_the_usual_one() -> None:
    position: dict[str, object] = {"seats": [{}, {}], "deeds": {"baltic": {"owner": 1}}}
    game = vt.Game.from_position(position, nature="manual")
    game.apply(vt.Throw(1, 2), cause="café (old) #1")
    text = game.replay.dumps()
    assert "\n3 1 ask-rent baltic from 0 (auto) #" in text
    replay = vt.Replay.loads(text)
    assert [line.cause for line in replay] == [ply.cause for ply in game.log]
    assert "café (old) #1" in replay.bots
    replay.verify()


def test_a_game_from_a_position_takes_its_position_along() -> None:
    game = random_game(3, 60)
    later = vt.Game.from_position(game.position, seed=5)
    for _ in range(20):
        later.apply(later.legal_actions[0])
    replay = vt.Replay.loads(later.replay.dumps())
    replay.verify()
    assert replay.game_at(0).digest == game.digest
    assert replay.game_at().digest == later.digest


def test_any_ply_can_be_looked_at(recorded: vt.Replay) -> None:
    game = random_game(7, 120)
    assert len(recorded) == game.ply
    assert [line.number for line in recorded] == list(range(1, game.ply + 1))
    for ply in (1, 17, game.ply):
        assert recorded.game_at(ply).digest == game.log[ply - 1].digest
    assert recorded.game_at(0).ply == 0
    with pytest.raises(IndexError):
        recorded.game_at(game.ply + 1)


def test_a_saved_game_goes_on(recorded: vt.Replay) -> None:
    game = recorded.game_at(50).copy(seed=3, ask_rent="auto")
    for _ in range(10):
        game.apply(game.legal_actions[0])
    assert game.ply > 60
    game.replay.verify()
    assert (recorded.seed, game.replay.seed) == (7, None)  # the new dice are not those of the first plies


# --- tampering ------------------------------------------------------------------------------------------------------
def test_another_throw_is_found_at_its_ply(recorded: vt.Replay) -> None:
    text = recorded.dumps()
    line = next(row for row in text.splitlines() if row.startswith("20 ") or " nature roll " in row)
    number, who, verb, die1, die2, digest = line.split()
    changed = f"{number} {who} {verb} {int(die1) % 6 + 1} {die2} {digest}"
    with pytest.raises(vt.ReplayDiffers) as caught:
        vt.Replay.loads(text.replace(line, changed)).verify()
    assert caught.value.ply == int(number)


def test_an_action_against_the_law_is_found_with_its_clause(recorded: vt.Replay) -> None:
    lines = recorded.dumps().splitlines(keepends=True)
    at = next(number for number, row in enumerate(lines) if " buy" in row)
    ply, seat, _ = lines[at].split()[:3]
    lines[at] = f"{ply} {seat} build boardwalk\n"
    with pytest.raises(vt.ReplayDiffers, match=r"\(§") as caught:
        vt.Replay.loads("".join(lines)).verify()
    assert (caught.value.ply, caught.value.clause) == (int(ply), "houses.group")


def test_a_file_cut_short_is_found(recorded: vt.Replay) -> None:
    lines = recorded.dumps().splitlines(keepends=True)
    for kept in (len(lines) - 1, len(lines) // 2):
        replay = vt.Replay.loads("".join(lines[:kept]))
        with pytest.raises(vt.ReplayDiffers, match="cut short"):
            replay.verify()
    without_some = [*lines[:30], lines[-1]]
    with pytest.raises(vt.BadReplay, match="last line"):
        vt.Replay.loads("".join(without_some))


@pytest.mark.parametrize(
    ("old", "new"), [('seat 1 "" seat', 'seat 1 "Eve" seat'), ("seed 7", "seed 8"), ("attentive", "sharp")]
)
def test_a_changed_head_is_found(recorded: vt.Replay, old: str, new: str) -> None:
    assert old in recorded.dumps()
    with pytest.raises(vt.ReplayDiffers, match="changed after"):
        vt.Replay.loads(recorded.dumps().replace(old, new)).verify()


def test_every_single_digest_counts(recorded: vt.Replay) -> None:
    for index in (0, 41, len(recorded) - 1):
        line = recorded.lines[index]
        wrong = dataclasses.replace(line, digest=("0" if line.digest[0] != "0" else "1") + line.digest[1:])
        lines = (*recorded.lines[:index], wrong, *recorded.lines[index + 1 :])
        with pytest.raises(vt.ReplayDiffers, match="not what was recorded") as caught:
            dataclasses.replace(recorded, lines=lines).verify()
        assert caught.value.ply == index + 1


def with_numbered_digests(recorded: vt.Replay, first: int) -> vt.Replay:
    """Return the replay with digests by numbers from a line on, as a server writes them."""
    lines = list(recorded.lines)
    for line, game in recorded.games():
        if line.number >= first:
            state, t = game.engine.state, game.engine.tables
            digest = shorten(identity_digest(identity_of(state, t)))
            lines[line.number - 1] = dataclasses.replace(line, digest=digest)
    made = dataclasses.replace(recorded, lines=tuple(lines))
    checksum = checksum_of(made.body())
    return dataclasses.replace(made, seal=checksum, checksum=checksum)


@pytest.mark.parametrize("first", [1, 20])
def test_digests_by_numbers_are_verified_too(recorded: vt.Replay, first: int) -> None:
    numbered = vt.Replay.loads(with_numbered_digests(recorded, first).dumps())
    assert numbered.dumps().startswith("ventnor replay 2\n")
    numbered.verify()
    assert [line.digest[0] == "n" for line in numbered] == [line.number >= first for line in numbered]
    lines = list(numbered.lines)
    lines[24] = dataclasses.replace(lines[24], digest="n00000000")
    with pytest.raises(vt.ReplayDiffers) as caught:
        dataclasses.replace(numbered, lines=tuple(lines)).verify()
    assert caught.value.ply == 25


def test_other_rules_are_named(recorded: vt.Replay) -> None:
    older = dataclasses.replace(recorded, rules=0)
    older.verify()  # the same actions bring the same under these rules
    lines = (dataclasses.replace(recorded.lines[0], digest="00000000"), *recorded.lines[1:])
    with pytest.raises(vt.ReplayDiffers, match="recorded under rules 0; these are rules 4"):
        dataclasses.replace(older, lines=lines).verify()


def test_a_game_of_the_first_rules_still_loads_and_tells_where_it_differs() -> None:
    # Recorded under rules 1: who alone wanted more than there was bought it for $1, and sold it back for $25.
    older = vt.Replay.load(Path(__file__).with_name("lone_builder.replay"))
    assert (older.rules, len(older)) == (1, 7)
    assert older.game_at(3).awaiting.kind == "want"
    with pytest.raises(vt.ReplayDiffers, match="recorded under rules 1; these are rules 4") as caught:
        older.verify()
    assert (caught.value.ply, caught.value.clause) == (4, "shortage.auction")


@pytest.mark.parametrize(
    ("line", "change", "why"),
    [
        (1, "ventnor replay 3\n", "format '3'"),
        (1, "a letter\n", "begins with"),
        (3, "rules one\n", "rules is a number"),
        (4, "edition 1936\n", "no edition '1936'"),
        (5, "colour red\n", "not a line of a head: 'colour'"),
        (6, 'seat 0 "" seat extra"\n', "JSON"),
        (7, "seat 3 x\n", "expected seat 1"),
        (12, "1 9 roll\n", "expected a number, who acts"),
        (12, "1 0 rol\n", "did you mean"),
        (12, "2 0 roll\n", "expected ply 1"),
        (12, "1 nature roll\n", "nature cannot roll"),
        (12, "1 0 hour\n", "0 cannot hour"),
        (12, "1 7 roll\n", "no seat 7"),
    ],
)
def test_what_is_no_replay_is_refused_with_its_line(recorded: vt.Replay, line: int, change: str, why: str) -> None:
    lines = recorded.dumps().splitlines(keepends=True)
    lines[line - 1] = change
    with pytest.raises(vt.BadReplay) as caught:
        vt.Replay.loads("".join(lines))
    assert why in caught.value.why
    assert caught.value.line in {line, 11}  # the head is judged when it is over


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    (tmp_path / "night.replay").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(vt.BadReplay, match="UTF-8"):
        vt.Replay.load(tmp_path / "night.replay")
    with pytest.raises(FileNotFoundError):
        vt.Replay.load(tmp_path / "day.replay")
