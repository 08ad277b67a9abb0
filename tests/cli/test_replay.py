"""The command `ventnor replay`: a saved game is shown and checked."""

import io
import json
import re

import pytest
from rich.console import Console

from tests.cli.terminal import play, sensible
from ventnor.cli import build_parser, replay
from ventnor.replay import BadReplay, Replay


@pytest.fixture(scope="module")
def night(tmp_path_factory):
    """Save a short game."""
    with pytest.MonkeyPatch.context() as patch:
        file = tmp_path_factory.mktemp("games") / "night.replay"
        words = ("--seats", "Ann,Bob,cautious", "--option", "rounds=3", "--seed", "8", "--save", str(file))
        assert play(patch, sensible, *words).status == 0
        return file


def ventnor_replay(*words: str) -> tuple[int, str]:
    """Run the command on a console of 80 columns, as in a pipe; return its exit code and output."""
    console = Console(file=io.StringIO(), width=80, height=24, color_system=None, highlight=False)
    status = replay.run(build_parser("replay").parse_args(["replay", *map(str, words)]), console)
    return status, console.file.getvalue()


def test_a_game_is_told_again(night):
    status, text = ventnor_replay("show", night)
    assert status == 0
    assert text.startswith("official, rounds=3")
    assert "0 Ann" in text
    assert "2 Ada, a cautious bot" in text
    assert "plays first" in text
    assert "1. " in text
    assert max(map(len, text.splitlines())) <= 80


def test_the_board_after_a_ply(night):
    status, text = ventnor_replay("show", night, "--ply", "20")
    assert status == 0
    assert text.startswith("Ply 20 of ")
    assert "Boardwalk" in text
    assert max(map(len, text.splitlines())) <= 80
    status, text = ventnor_replay("show", night, "--ply", "0", "--plain")
    assert "Boardwalk; for sale at $400" in text


def test_json(night):
    status, text = ventnor_replay("show", night, "--json")
    data = json.loads(text)
    assert status == 0
    assert [seat["bot"] for seat in data["seats"]] == ["seat", "seat", "cautious"]
    assert len(data["lines"]) == len(Replay.load(night))
    assert data["lines"][0]["action"] == {"do": "roll"}
    assert data["outcome"]["how"] == "rounds"
    at = json.loads(ventnor_replay("show", night, "--ply", "5", "--json")[1])
    assert at["ply"] == 5
    assert at["position"] == Replay.load(night).game_at(5).position


def test_a_game_by_the_rules_is_verified(night):
    status, text = ventnor_replay("verify", night)
    assert status == 0
    assert "is correct" in text
    assert json.loads(ventnor_replay("verify", night, "--json")[1])["ok"]


def test_a_game_that_was_changed_is_not(night, tmp_path):
    forged = tmp_path / "forged.replay"
    throw = re.compile(r"^(\d+) nature roll (\d) (\d) ", re.MULTILINE)
    forged.write_text(
        throw.sub(lambda found: f"{found[1]} nature roll {found[3]} {7 - int(found[2])} ", night.read_text())
    )
    status, text = ventnor_replay("verify", forged)
    assert status == 1
    assert "is wrong. ply " in text
    data = json.loads(ventnor_replay("verify", forged, "--json")[1])
    assert not data["ok"]
    assert data["fault"]["ply"] > 0


def test_what_cannot_be_read_is_said(night, tmp_path):
    notes = tmp_path / "notes.txt"
    notes.write_text("milk")
    with pytest.raises(BadReplay):
        ventnor_replay("verify", notes)
    with pytest.raises(BadReplay, match="has plies 0 to"):
        ventnor_replay("show", night, "--ply", "99999")


@pytest.mark.parametrize(
    ("name", "content"),
    [("x.replay", b"\xff\xfe"), ("x.replay", b"a letter\n"), ("x.json", b'{"replay": 5}'), ("x.json", b"[" * 100_000)],
)
def test_the_file_at_fault_is_named(tmp_path, name, content):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(BadReplay, match=re.escape(str(tmp_path / name))):
        ventnor_replay("show", tmp_path / name)


def test_other_line_ends_change_nothing(night, tmp_path):
    (tmp_path / "mailed.replay").write_bytes(night.read_bytes().replace(b"\n", b"\r\n"))
    assert ventnor_replay("verify", tmp_path / "mailed.replay")[0] == 0
