"""A terminal for tests: games of `ventnor play` with somebody typing, in this process or through a real pipe."""

import io
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from rich.console import Console

from ventnor.cli import build_parser
from ventnor.cli.terminal.game_loop import play_in_terminal

CHOICE = re.compile(r"(?:^|   )(\d+) (\S.*?)(?=   +\d+ |\s*$)", re.MULTILINE)

Typist = Callable[[str], str]
"""Gets the output since its last line and returns the next line; an empty text ends the input."""


@dataclass
class PlayedGame:
    """The result of a game."""

    status: int
    text: str


class Hands(io.TextIOBase):
    """Standard input from a typist."""

    def __init__(self, output: io.StringIO, typist: Typist, most: int) -> None:
        self.output = output
        self.typist = typist
        self.seen = 0
        self.left = most

    def readline(self, size: int | None = -1, /) -> str:  # pyright: ignore[reportIncompatibleMethodOverride]
        self.output.seek(self.seen)
        new = self.output.read()
        self.seen = self.output.tell()
        self.left -= 1
        return "" if self.left < 0 else self.typist(new)


def play(
    monkeypatch: pytest.MonkeyPatch,
    typing: Typist | str,
    *words: str,
    width: int = 80,
    height: int = 24,
    colour: bool = False,
    most: int = 200,
) -> PlayedGame:
    """Run `ventnor play` in this process; a typist types so many lines at most."""
    output = io.StringIO()
    console = Console(
        file=output, width=width, height=height, highlight=False,
        color_system="truecolor" if colour else None, force_terminal=colour,
    )  # fmt: skip
    hands = io.StringIO(typing) if isinstance(typing, str) else Hands(output, typing, most)
    monkeypatch.setattr(sys, "stdin", hands)
    args = build_parser("play").parse_args(["play", *words])
    return PlayedGame(play_in_terminal(args, console), output.getvalue())


def ventnor(*words: str, typed: str = "", folder: Path, width: int = 80) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, with a pipe for a keyboard."""
    env = {**os.environ, "XDG_STATE_HOME": str(folder), "COLUMNS": str(width), "LINES": "24", "PYTHONUTF8": "1"}
    return subprocess.run(
        [sys.executable, "-m", "ventnor", *words],
        input=typed, capture_output=True, text=True, encoding="utf-8", env=env, cwd=folder, timeout=300, check=False,
    )  # fmt: skip


WISHES = (
    "Pay ",
    "Ask ",
    "Buy ",
    "Build ",
    "Lift ",
    "Throw",
    "Pass",
    "Turn down",
    "Sell ",
    "Mortgage ",
    "Keep ",
    "I want none",
    "End",
    "Draw",
    "Go bankrupt",
)


def sensible(new: str) -> str:
    """Return a typist who reads the choices: pays, buys, builds, raises cash when in debt, and passes at auctions."""
    if "→ " in new or "Ready: " in new:
        return "\n"
    found = {words: number for number, words in CHOICE.findall(new)}
    for wish in WISHES:
        for words, number in found.items():
            if words.startswith(wish):
                return f"{number}\n"
    return "\n"
