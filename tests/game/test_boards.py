"""Games on other boards: figures, names, positions, replays, batches, odds and advice."""

import pickle
from pathlib import Path

import pytest

import ventnor as vt
from ventnor import odds
from ventnor.cli import main
from ventnor.notation.position import read_position
from ventnor.odds.returns import market
from ventnor.rulebook.board import board
from ventnor.rulebook.board_file import BOARDS, load_board
from ventnor.tables import tables

MINE = """
title = "Mine"
[space.boardwalk]
name = "Top Street"
price = 1000
rents = [100, 300, 900, 1600, 1900, 2300]
"""
BOTS = ["cautious", "builder", "tycoon"]


@pytest.fixture
def mine(tmp_path: Path) -> str:
    file = tmp_path / "mine.toml"
    file.write_text(MINE)
    return str(file)


@pytest.mark.parametrize("name", BOARDS)
def test_the_tables_are_those_of_the_board(name: str) -> None:
    t = tables("official", "", vt.Options(board=name))
    for space in board("official", name).spaces:
        assert (t.price[space.index], t.mortgage[space.index]) == (space.price, space.mortgage)
        assert tuple(t.rent[space.index][houses] for houses in range(len(space.rents))) == space.rents
        assert t.tax[space.index] == space.tax
    assert tables("official").price[39] == 400


def test_a_replay_of_a_board_of_your_own_opens_where_its_file_is_not(mine: str, tmp_path: Path) -> None:
    played = vt.play(BOTS, seed=4, cap=40, board=mine)
    saved = tmp_path / "game.replay"
    played.replay.save(saved)
    Path(mine).unlink()
    again = vt.Replay.load(saved)
    again.verify()
    game = again.game_at()
    assert game.view(0).board.space("boardwalk").name == "Top Street"
    assert game.digest == played.game.digest
    heading, _ = read_position(game.position)
    assert heading.board.space("boardwalk").price == 1000
    assert pickle.loads(pickle.dumps(game)).options == game.options
    assert vt.play(BOTS, seed=4, cap=40).game.digest != game.digest


def test_places_are_called_by_their_names_on_the_board() -> None:
    game = vt.Game(board="london", nature="manual", players=2)
    for text in ("roll 6 1", "roll 1 2", "roll 5 4"):
        game.apply_text(text)
    game.apply_text("buy")
    connecticut = game.view(0).deeds["connecticut"]
    assert connecticut.owner == 0
    assert game.view(0).board.space("connecticut").name == "Pentonville Road"
    game.apply_text("end-turn")
    refusal = game.why_not(vt.Build("connecticut"), by=0)
    assert refusal is not None
    assert "The Angel and Euston Road" in str(refusal)
    assert game.apply_text("mortgage Pentonville Road", by=0)
    assert vt.parse_action("mortgage whitechapel road", board="london") == vt.Mortgage("baltic")
    with pytest.raises(vt.MalformedAction):
        vt.parse_action("mortgage whitechapel road")


def test_a_batch_is_played_on_a_board_and_keeps_it(mine: str, tmp_path: Path) -> None:
    batch = vt.simulate(4, BOTS, seed=1, cap=60, board=mine, compiled=False)
    assert batch.recipe.options.board == load_board(mine)
    batch.save(tmp_path / "games.npz")
    again = vt.Batch.load(tmp_path / "games.npz")
    assert again == batch
    assert again.replay(2).heading.options == batch.recipe.options
    assert batch != vt.simulate(4, BOTS, seed=1, cap=60, compiled=False)


def test_odds_are_those_of_the_board() -> None:
    usual = odds.landing()
    orbit = odds.landing(options=vt.Options(board="orbit"))
    assert orbit.board.space("boardwalk").name == "Edge of the Sun"
    assert orbit.space("jail") == pytest.approx(usual.space("jail"), abs=0.01)
    incomes = [
        market("official", "", vt.Options(board=name), "leave", take_chance=False).income(
            board("official", name).space("boardwalk"), 1, 5
        )
        for name in ("", "orbit")
    ]
    assert incomes[1] > 1.3 * incomes[0]


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (("odds", "--board", "london"), "Mayfair"),
        (("odds", "--option", "board=lagoon"), "The Palace Pier"),
        (("simulate", "builder", "--games", "3", "--cap", "40", "--board", "orbit", "--csv"), ""),
        (
            ("compare", "official", "official+board=orbit", "--games", "3", "--cap", "40", "--bot", "builder"),
            "board=orbit",
        ),
    ],
)
def test_commands_take_a_board(words: tuple[str, ...], shown: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 0
    assert shown in capsys.readouterr().out


def test_a_board_of_your_own_is_called_by_its_title(mine: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "--board", mine]) == 0
    page = capsys.readouterr().out
    assert "board=Mine" in page
    assert "{" not in page


@pytest.mark.parametrize(
    ("board", "answer"),
    [
        ("atlantis", "atlantis"),
        ("bad.toml", "bad.toml: space.boardwalk.price: expected a whole number"),
        ("none.toml", "none.toml: No such file"),
    ],
)
def test_a_wrong_board_is_answered_with_a_sentence(
    board: str, answer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.toml").write_text('title = "Bad"\n[space.boardwalk]\nprice = "dear"\n')
    assert main(["odds", "--board", board]) == 2
    printed = capsys.readouterr().err
    assert answer in printed
    assert printed.count("\n") == 1
