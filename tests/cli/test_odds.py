"""The command `ventnor odds`: its output, its pictures and its exit codes."""

import argparse
import csv
import io
import json
import sys

import pytest
from rich.console import Console

from ventnor import odds as library
from ventnor.cli import odds
from ventnor.rulebook.edition import EDITIONS


def ventnor_odds(*words: str) -> tuple[int, str]:
    """Run the command on a console of 80 columns, as in a pipe; return its exit code and output."""
    parser = argparse.ArgumentParser(prog="ventnor")
    odds.add_parser(parser.add_subparsers())
    console = Console(file=io.StringIO(), width=80, color_system=None, highlight=False)
    status = odds.run(parser.parse_args(["odds", *words]), console)
    return status, console.file.getvalue()


PAGES = [
    *(("--edition", name) for name in EDITIONS),
    ("--jail", "stay", "--per", "turn"),
    ("--edition", "1935", "--take-chance"),
    ("--edition", "anniversary", "--variant", "short", "--deeds"),
    ("--edition", "modern", "--option", "jail_doubles_again=true", "--option", "decks=1935", "--jail", "stay"),
    ("--from", "virginia"),
    ("--from", "Park Place", "--edition", "1935"),
    ("--from", "in-jail", "--jail", "stay"),
    ("--deeds",),
    ("--deeds", "orange"),
    ("--deeds", "railroads"),
    ("--deeds", "B. & O. Railroad", "--jail", "stay"),
    ("--groups",),
]


@pytest.mark.parametrize("words", PAGES, ids=" ".join)
def test_pages_fit_80_columns_and_cut_nothing_off(words):
    status, text = ventnor_odds(*words)
    assert status == 0
    assert len(text.splitlines()) > 10
    assert "…" not in text
    for line in text.splitlines():
        assert len(line) <= 80, line
        assert line == line.rstrip()


@pytest.mark.parametrize("words", PAGES, ids=" ".join)
def test_every_page_is_there_as_json_and_as_csv(words):
    status, text = ventnor_odds(*words, "--json")
    data = json.loads(text)
    assert status == 0
    assert data["jail"] in {"leave", "stay"}
    rows = data["returns"] if "returns" in data else data["spaces"]
    status, text = ventnor_odds(*words, "--csv")
    assert status == 0
    read = list(csv.DictReader(io.StringIO(text)))
    assert [{name: str(value) for name, value in row.items()} for row in rows] == read


def test_the_figures_are_those_of_the_library():
    _, text = ventnor_odds("--json")
    data = json.loads(text)
    assert {row["slug"]: row["share"] for row in data["spaces"]}["illinois"] == library.landing().space("illinois")
    _, text = ventnor_odds()
    assert " 2  Illinois Avenue        3.1858%" in text
    assert "66.7% of that\nby the space" in text or "66.7% of that by the space" in text


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--edition", "1936"), "there is no edition '1936'"),
        (("--variant", "timed"), "has no variant 'timed'"),
        (("--jail", "sit"), "--jail must be leave or stay, not 'sit'"),
        (("--per", "game"), "--per must be roll or turn, not 'game'"),
        (("--per", "turn", "--deeds"), "leave it out"),
        (("--from", "park plaza"), "Did you mean park-place?"),
        (("--from", ""), "there is no space ''"),
        (("--deeds", "oranges"), "Did you mean orange"),
        (("--deeds", "--plot", "x.png"), "--plot draws landings"),
        (("--option", "decks"), "NAME=VALUE"),
        (("--option", "decks=1936"), "must be one of"),
        (("--option", "dice=3"), "is not a house rule"),
        (("--option", "jail_doubles_again=true"), "says outright"),
        (("--plot", "no/such/folder/x.png"), "could not be written"),
        (("--plot", "x.sheet"), "could not be written"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_cannot_be_answered_is_said_in_a_sentence(words, says, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    status, text = ventnor_odds(*words)
    assert (status, text) == (2, "")
    error = capsys.readouterr().err
    assert error.startswith("ventnor odds: ")
    assert says in error


@pytest.mark.parametrize("words", [(), ("--from", "go"), ("--from", "in-jail"), ("--per", "turn", "--jail", "stay")])
def test_a_heat_map_is_written(words, tmp_path):
    file = tmp_path / "board.svg"
    status, text = ventnor_odds(*words, "--plot", str(file))
    assert status == 0
    assert text == f"The heat map is in {file}.\n"
    assert "<svg" in file.read_text(encoding="utf-8")


def test_without_matplotlib_a_plot_is_refused_and_all_else_works(monkeypatch, capsys):
    monkeypatch.delitem(sys.modules, "ventnor.cli.common.heatmap", raising=False)
    monkeypatch.delattr("ventnor.cli.common.heatmap", raising=False)
    for name in [name for name in sys.modules if name.partition(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert ventnor_odds()[0] == 0
    assert ventnor_odds("--plot", "board.png") == (2, "")
    assert "pip install 'ventnor[plots]'" in capsys.readouterr().err
