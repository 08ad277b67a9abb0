"""Saved batches are equal after loading, and a command shows and merges them; games can be pickled and printed."""

import pickle
from pathlib import Path

import pytest

import ventnor as vt
from ventnor.batch.setup import CAP
from ventnor.cli import main
from ventnor.cli.common import arguments

BOTS = ["cautious", "builder"]


def played(first: int, count: int = 2, cap: int = 60) -> vt.Batch:
    return vt.simulate(count, BOTS, seed=3, first=first, cap=cap, compiled=False, threads=1)


def test_a_batch_equals_itself_after_reload_and_no_other(tmp_path: Path) -> None:
    batch = played(0)
    batch.save(tmp_path / "games.npz")
    assert vt.Batch.load(tmp_path / "games.npz") == batch
    assert batch != played(2)
    assert batch != played(0, 1)
    assert batch != 3


def test_saved_batches_are_merged_and_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # the page breaks lines in long paths
    files = ["one.npz", "two.npz", "all.npz"]
    played(0).save(files[0])
    played(2).save(files[1])
    assert main(["batch", *files[:2], "--save", files[2]]) == 0
    page = capsys.readouterr().out
    assert page.startswith("4 games: cautious, builder\n")
    assert f"The games are in {files[2]}." in page.replace("\n", " ")
    assert vt.Batch.load(files[2]).rows.tobytes() == played(0, 4).rows.tobytes()
    assert main(["batch", files[0], files[2]]) == 2
    assert "is in two of them" in capsys.readouterr().err
    assert main(["batch", files[2], "--csv", "--plot", str(tmp_path / "all.svg")]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1 + 4
    assert (tmp_path / "all.svg").exists()


def test_a_summary_is_a_table() -> None:
    summary = vt.summarise(played(0))
    rows = summary.table()
    assert {name: rows[0][name] for name in ("figure", "of", "value")} == {"figure": "decided", "of": "", "value": 0.0}
    assert len(str(summary).splitlines()) == 1 + len(rows)
    assert max(map(len, str(summary).splitlines())) <= 80
    assert "nan" not in str(summary)
    assert len(summary.to_pandas()) == len(rows)


def test_a_pickled_game_goes_on_as_the_game_does() -> None:
    game = vt.Game(players=3, seed=11)
    for _ in range(60):
        game.apply(game.legal_actions[0])
    twin = pickle.loads(pickle.dumps(game))
    assert twin.digest == game.digest
    assert [ply.text for ply in twin.log] == [ply.text for ply in game.log]
    for _ in range(60):
        action = game.legal_actions[0]
        game.apply(action)
        twin.apply(action)
        assert twin.digest == game.digest


def test_a_game_prints_as_a_board() -> None:
    game = vt.play(["builder", "tycoon"], seed=4, cap=150).game
    lines = str(game).split("\n")
    assert len(lines) == 33
    assert max(map(len, lines)) <= 80
    assert "boardw" in str(game)
    owned = [slug for slug in ("boardwalk", "oriental", "reading") if game.owner(slug) is not None]
    assert str(game).count("[0") + str(game).count("[1") > len(owned)


def test_caps_and_hours_agree() -> None:
    assert arguments.CAP == CAP
    alone = vt.play(BOTS, "anniversary", 5, "timed", cap=30)
    batch = vt.simulate(1, BOTS, edition="anniversary", variant="timed", seed=5, cap=30, compiled=False, threads=1)
    assert (alone.hour, alone.cap) == (batch.recipe.hour, batch.recipe.cap) == (600, 30)
    assert vt.play(BOTS, seed=5, cap=30).hour == 0
