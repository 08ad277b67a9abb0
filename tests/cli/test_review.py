"""The commands `ventnor advise` and `ventnor review`, and `hint` at the table."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import ventnor as vt
from tests.cli.terminal import play
from ventnor import warm
from ventnor.cli import main
from ventnor.study import review as reviews

POSITION: dict[str, Any] = {
    "seats": [{"name": "Ann", "cash": 900, "space": "connecticut"}, {"name": "<Bob>", "cash": 300}],
    "throws": 60,
    "deeds": {"oriental": {"owner": 0}, "vermont": {"owner": 0}, "boardwalk": {"owner": 1}},
    "awaiting": {"phase": "end", "interrupts": [{"kind": "buy", "seat": 0, "deed": "connecticut"}]},
}


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Pretend that nothing is compiled yet."""

    def nothing(**_: object) -> None:
        return None

    monkeypatch.setattr(warm, "twin", nothing)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """Save a short game with a planted blunder: the last orange deed goes for a dollar."""
    game = vt.Game.from_position(
        {
            "seats": [{"name": "Ann", "cash": 900}, {"name": "<Bob>", "cash": 700}],
            "throws": 60,
            "deeds": {"st-james": {"owner": 0}, "tennessee": {"owner": 1}, "new-york": {"owner": 1}},
            "offers": [
                {"number": 1, "proposer": 1, "recipient": 0, "give": {"cash": 1}, "get": {"deeds": ["st-james"]}}
            ],
        },
        nature="manual",
    )
    game.apply(vt.Accept(1), by=0)
    game.apply_text("roll 1 2")
    path = tmp_path / "night.replay"
    game.replay.save(path)
    return path


def test_advise_says_what_to_type(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["advise", json.dumps(POSITION)]) == 0
    text = capsys.readouterr().out
    assert text.startswith("Ann can do this, best first:\n1. ")
    assert "Buy Connecticut Avenue for $120." in text
    assert "Type: decline" in text
    assert main(["advise", json.dumps(POSITION), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {"buy", "decline"} <= {each["action"] for each in found["candidates"]}


def test_advise_refuses_in_a_sentence(capsys: pytest.CaptureFixture[str], saved: Path) -> None:
    assert main(["advise", json.dumps(POSITION), "--seat", "7"]) == 2
    assert "there are seats 0 to 1" in capsys.readouterr().err
    assert main(["advise", json.dumps(POSITION), "--seconds", "-1"]) == 2
    assert main(["advise", json.dumps(POSITION), "--seconds", "1", "--rollouts", "36"]) == 2
    assert main(["advise", str(saved), "--ply", "99"]) == 2
    assert main(["advise", "nowhere.toml"]) == 2


def test_review_tells_the_blunder_and_is_kept(
    capsys: pytest.CaptureFixture[str], saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["review", str(saved)]) == 0
    first = capsys.readouterr().out
    assert re.search(r"Ann: accept 1, blunder, -\d+\.\d points\.\n   Better: Turn down the offer", first)
    assert saved.with_name("night.replay.review.json").is_file()
    monkeypatch.setattr(reviews, "review", None)
    assert main(["review", str(saved)]) == 0
    assert capsys.readouterr().out == first


def test_a_spoilt_cache_is_made_anew(capsys: pytest.CaptureFixture[str], saved: Path) -> None:
    kept = saved.with_name("night.replay.review.json")
    kept.write_text("{", encoding="utf-8")
    assert main(["review", str(saved), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["plies"]) == 3
    assert json.loads(kept.read_text(encoding="utf-8"))["review"] == found
    kept.unlink()
    assert main(["review", str(saved), "--no-cache"]) == 0
    assert not kept.exists()


def test_the_page_is_whole_and_needs_nothing_from_outside(saved: Path, tmp_path: Path) -> None:
    out = tmp_path / "night.html"
    assert main(["review", str(saved), "--html", str(out)]) == 0
    page = out.read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert '<html lang="en">' in page
    assert not re.search(r"https?://|src=|href=|<script|@import|url\(", page)
    assert "<Bob>" not in page
    assert "&lt;Bob&gt;" in page
    assert page.count("<svg") == page.count("</svg>") >= 2
    assert page.count('role="img"') == 2
    assert page.count("<polyline") == 2
    assert "<code>accept 1</code>" in page


def test_bad_files_are_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bad = tmp_path / "bad.replay"
    bad.write_text("nothing", encoding="utf-8")
    assert main(["review", str(bad)]) == 2
    assert main(["review", str(tmp_path / "none.replay")]) == 2
    assert "none.replay" in capsys.readouterr().err


def test_a_player_is_given_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = play(monkeypatch, "hint\nquit\n\n", "--seats", "Ann,Bob", "--seed", "3", "--plain")
    assert "Ann can do this, best first:" in evening.text or "Bob can do this, best first:" in evening.text
    assert "Type: roll" in evening.text
