"""The commands that play many games: their output, their charts and their exit codes."""

import csv
import io
import json
import subprocess
import sys

import pytest

from ventnor import warm
from ventnor.batch import Batch, simulate
from ventnor.cli import main
from ventnor.cli.common import arguments

pytestmark = pytest.mark.slow


def said(capsys, *words: str) -> str:
    """Return the output of a command that succeeds."""
    assert main(list(words)) == 0
    return capsys.readouterr().out


QUICK = ("--games", "120", "--cap", "400")


def test_a_page_of_a_batch(capsys) -> None:
    page = said(capsys, "simulate", "tycoon", "builder", "random", *QUICK, "--edition", "1935")
    assert page.startswith("120 games: tycoon, builder, random\n")
    for words in ("its owner wins", "Orange", "deals", "houses left", "throws a second"):
        assert words in page
    assert max(map(len, page.splitlines())) <= 80
    assert all(line == line.rstrip() for line in page.splitlines())


def test_a_batch_as_json_and_as_csv(capsys) -> None:
    words = ("simulate", "builder", *QUICK, "--seed", "9")
    data = json.loads(said(capsys, *words, "--json"))
    rows = list(csv.DictReader(io.StringIO(said(capsys, *words, "--csv"))))
    batch = simulate(120, ["builder"] * 4, seed=9, cap=400, compiled=True)
    assert [int(row["throws"]) for row in rows] == batch.throws.tolist()
    assert data["recipe"]["bots"] == ["builder"] * 4
    assert data["recipe"]["version"]
    assert data["runs"] == [{"seed": 9, "first": 0, "count": 120}]
    assert sum(data["landings"].values()) == batch.sums.landings.sum()
    assert data["summary"]["games"] == 120


@pytest.mark.parametrize("ending", ["npz", "parquet", "arrow"])
def test_a_batch_is_kept(ending, capsys, tmp_path) -> None:
    path = tmp_path / f"games.{ending}"
    said(capsys, "simulate", "builder", *QUICK, "--save", str(path))
    assert len(Batch.load(path)) == 120


PICTURES = [
    ("simulate", "tycoon", *QUICK),
    ("simulate", "random", "cautious", "--games", "0"),
    ("tournament", "builder", "random", *QUICK),
    ("compare", "official", "1935/short", *QUICK, "--bot", "builder", "--weak", "random"),
]


@pytest.mark.parametrize("words", PICTURES, ids=" ".join)
@pytest.mark.parametrize("ending", ["svg", "png"])
def test_a_picture_is_drawn(words, ending, capsys, tmp_path) -> None:
    path = tmp_path / f"picture.{ending}"
    assert (
        f"The picture is in {path}." in said(capsys, *words, "--plot", str(path)).replace("\n", " ").replace(" .", ".")
        or path.exists()
    )
    head = path.read_bytes()[:200]
    assert head.startswith(b"\x89PNG") if ending == "png" else b"<svg" in path.read_bytes()[:1000]


def test_without_matplotlib_all_but_plots_works() -> None:
    words = ("simulate", "builder", "cautious", "--games", "2", "--cap", "50", "--seed", "1")
    blocked = f"import sys; sys.modules['matplotlib'] = None; from ventnor.cli import main; sys.exit(main({words!r}))"
    done = subprocess.run([sys.executable, "-c", blocked], capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout.splitlines()[0][:8]) == (0, "2 games:"), done.stderr


def test_a_comparison_of_games_that_are_soon_over_is_drawn(capsys, tmp_path) -> None:
    words = ("--games", "3", "--cap", "30", "--bot", "random", "--weak", "random", "--plot", str(tmp_path / "c.png"))
    said(capsys, "compare", "official", "modern", *words)
    assert (tmp_path / "c.png").stat().st_size > 10_000


def test_a_tournament_that_decides_nothing_has_dashes_for_figures(capsys, tmp_path) -> None:
    words = ("tournament", "random", "cautious", "--games", "2", "--cap", "5")
    page = said(capsys, *words, "--plot", str(tmp_path / "t.png"))
    assert "nan" not in page
    assert "nan" not in said(capsys, *words, "--csv")
    assert (tmp_path / "t.png").stat().st_size > 10_000


def test_a_page_of_a_tournament(capsys) -> None:
    page = said(capsys, "tournament", "random", "builder", "tycoon", *QUICK)
    assert max(map(len, page.splitlines())) <= 80
    lines = [line for line in page.splitlines() if line.startswith(("1 ", "3 "))]
    assert "tycoon" in lines[0]
    assert "random" in lines[1]
    rows = list(csv.DictReader(io.StringIO(said(capsys, "tournament", "random", "builder", *QUICK, "--csv"))))
    assert [row["bot"] for row in rows] == ["builder", "random"]
    assert float(rows[0]["rating_low"]) < float(rows[0]["rating"]) < float(rows[0]["rating_high"])
    data = json.loads(said(capsys, "tournament", "random", "builder", *QUICK, "--players", "4", "--json"))
    assert data["players"] == 4
    assert data["standings"][0]["bot"] == "builder"


def test_a_page_of_a_comparison(capsys) -> None:
    words = ("compare", "official", "1935/short", *QUICK, "--bot", "builder", "--weak", "random", "--hour", "100")
    page = said(capsys, *words)
    for heading in ("Length, in throws", "Luck", "Colours"):
        assert f"\n{heading}" in page
    assert "…" not in page
    assert max(map(len, page.splitlines())) <= 80
    rows = list(csv.DictReader(io.StringIO(said(capsys, *words, "--csv"))))
    assert {row["game"] for row in rows} == {"official", "1935/short"}
    data = json.loads(said(capsys, *words, "--json"))
    assert [each["game"] for each in data["games"]] == ["official", "1935/short"]
    short = data["games"][1]["equals"]
    assert short["endings"].get("hour", 0) > 0.5


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["simulate", "tycon"], "unknown bot 'tycon'"),
        (["simulate", "--edition", "1936"], "there is no edition '1936'"),
        (["simulate", "--games", "many"], "expected a whole number, not 'many'"),
        (["simulate", "--games", "-3"], "expected"),
        (["simulate", "--hour", "60"], "official has no time limit"),
        (["simulate", "--option", "nonsense=1"], "nonsense"),
        (["simulate", "--plot", "x.gif"], "the file name must end in .png, .svg or .pdf"),
        (["simulate", "--plot", "/nowhere/x.png"], "there is no folder /nowhere"),
        (["simulate", "--save", "x.xls"], "the name of a batch ends in"),
        (["simulate", "--save", "/nowhere/x.npz"], "there is no folder /nowhere"),
        (["simulate", "--players", "0"], "for 2 to 8 players, not 0"),
        (["simulate", "builder", "random", "--players", "3"], "--players 3 does not match 2 bots"),
        (["simulate", "builder", "--players", "9"], "for 2 to 8 players, not 9"),
        (["simulate", "--json", "--csv"], "not allowed with"),
        (["tournament", "builder"], "at least two bots"),
        (["tournament", "builder", "clever"], "unknown bot 'clever'"),
        (["compare"], "required"),
        (["compare", "official"], "at least two games"),
        (["compare", "official", "1936"], "there is no edition '1936'"),
        (["compare", "official", "modern/short"], "modern"),
        (["compare", "official", "modern", "--players", "8"], "modern is for 2 to 6 players, not 8"),
    ],
    ids=" ".join,
)
def test_a_mistake_is_answered_with_a_sentence(words, answer, capsys) -> None:
    assert main(words) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("ventnor ")
    assert answer in printed.err


@pytest.mark.filterwarnings("default::ventnor.batch.play.PlaysInterpreted")
def test_a_bot_that_answers_wrongly_is_named_in_a_sentence(capsys, tmp_path) -> None:
    (tmp_path / "wrong.py").write_text("def choose(view):\n    return None\n")
    assert main(["simulate", f"{tmp_path}/wrong.py:choose", "cautious", "--games", "2"]) == 2
    said = capsys.readouterr().err.strip()
    assert said.endswith("answered None at ply 1: expected an action in game 0 of seed 1")
    assert "Traceback" not in said


@pytest.mark.filterwarnings("ignore::ventnor.batch.play.PlaysInterpreted")
@pytest.mark.parametrize(
    "verb", [["simulate"], ["tournament"], ["compare", "--weak", "random", "official"]], ids=" ".join
)
def test_a_bot_that_is_not_compiled_plays_fewer_games_unless_more_are_asked_for(
    verb, capsys, monkeypatch, tmp_path
) -> None:
    (tmp_path / "first.py").write_text("def choose(view):\n    return view.legal[0]\n")
    bot = f"{tmp_path}/first.py:choose"
    bots = [f"official:{bot}", "--bot", "random", "--players", "2"] if verb[0] == "compare" else [bot, "random"]
    monkeypatch.setattr(arguments, "SLOW_GAMES", 2)
    assert main([*verb, *bots, "--cap", "5", "--json"]) == 0
    page = capsys.readouterr()
    assert "playing 2 games" in page.err
    found = json.loads(page.out)
    where = {"simulate": lambda: found["summary"]["games"], "tournament": lambda: found["games"]}
    assert where.get(verb[0], lambda: found["each"])() == 2


def test_a_run_without_compiled_code_says_so_in_one_line(capsys, monkeypatch) -> None:
    monkeypatch.setattr(warm, "is_warm", lambda wanted=None: False)
    monkeypatch.setattr(warm, "twin", lambda **_: None)
    assert main(["simulate", "builder", "--games", "2", "--cap", "20"]) == 0
    page = capsys.readouterr()
    assert page.out.startswith("2 games: builder")
    (line,) = page.err.splitlines()
    assert line.startswith("ventnor simulate: compiling")
    assert "about half a minute" in line
