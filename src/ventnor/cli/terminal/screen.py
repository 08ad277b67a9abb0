"""Printing and reading: lines wrapped to the terminal, with colours or as plain text for a screen reader."""

import sys
import textwrap
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from typing import Final, TextIO, cast

from rich.console import Console
from rich.text import Text

from ventnor.cli.terminal.colours import SEAT_COLOURS, seat_mark, with_names

WIDEST: Final = 100
"""Lines longer than this are hard to read, however wide the terminal."""
GAP: Final = 3
MOST_COLUMNS: Final = 4
LONGEST_LINE: Final = 1000


class Screen:
    """Lines on a console. Plain: no colours, no columns, no drawing."""

    def __init__(self, console: Console, names: Sequence[str] = (), *, plain: bool = False) -> None:
        self.console = console
        self.names = tuple(names)
        self.plain = plain

    @property
    def width(self) -> int:
        """Return the columns for text."""
        return min(self.console.width, WIDEST)

    @property
    def between(self) -> str:
        """Return the separator of short hints."""
        return "; " if self.plain else " · "

    @property
    def arrow(self) -> str:
        """Return the mark before an action that is about to be done."""
        return "Ready:" if self.plain else "→"

    @property
    def height(self) -> int:
        """Return the lines of the terminal."""
        return self.console.height

    def line(self, words: str | Text = "", style: str = "") -> None:
        """Print one line as it is."""
        text = Text(words, style=style) if isinstance(words, str) else words
        if self.plain:
            self.console.print(Text(text.plain.rstrip()), soft_wrap=True)
        else:
            text.rstrip()
            self.console.print(text, soft_wrap=True)

    def say(self, words: str, indent: int = 0, *, hang: int = 0, style: str = "") -> None:
        """Print words wrapped to the width, with the players' names in their colours."""
        if self.plain:
            self.line(words)
            return
        first, later = " " * indent, " " * (indent + hang)
        wrapped = textwrap.wrap(
            words,
            self.width,
            initial_indent=first,
            subsequent_indent=later,
            break_long_words=False,
            break_on_hyphens=False,
        )
        for each in wrapped:
            text = with_names(each, self.names)
            text.style = style
            self.line(text)

    def pair(self, name: str, words: str, column: int) -> None:
        """Print a name at the left and wrapped words beside it, or below it if the name is too long."""
        room = self.width - column - 3
        lines = textwrap.wrap(words, room, break_long_words=False, break_on_hyphens=False)
        if len(name) > column:
            self.line(f"  {name}", style="cyan")
            name = ""
        for number, each in enumerate(lines):
            left = name if number == 0 else ""
            self.line(Text.assemble("  ", Text(left.ljust(column), style="cyan"), " ", each))

    def tell(self, seat: int | None, words: str) -> None:
        """Print a paragraph of the story, marked with the seat whose turn it is."""
        if self.plain or seat is None:
            self.say(words)
            return
        wrapped = textwrap.wrap(words, self.width - 2, break_long_words=False, break_on_hyphens=False)
        for number, each in enumerate(wrapped):
            mark = seat_mark(seat) if number == 0 else Text("│", style=SEAT_COLOURS[seat])
            self.line(Text.assemble(mark, " ", with_names(each, self.names)))

    def columns(self, entries: Sequence[str], lines: int) -> int:
        """Print short entries side by side on a limited number of lines; return how many were shown."""
        widest = max((len(each) for each in entries), default=0)
        across = 1 if self.plain else max(1, (self.console.width - 1 + GAP) // (widest + GAP))
        across = min(across, MOST_COLUMNS)
        shown = entries[: across * lines]
        for start in range(0, len(shown), across):
            row = shown[start : start + across]
            if widest > self.console.width:
                self.say(row[0], hang=2)
                continue
            self.line(with_names((" " * GAP).join(each.ljust(widest) for each in row), self.names))
        return len(shown)


class Keyboard:
    """Lines that somebody types, or that come through a pipe."""

    def __init__(self, screen: Screen, stream: TextIO | None = None) -> None:
        self.screen = screen
        self.stream = stream or sys.stdin
        if hasattr(self.stream, "reconfigure"):
            cast(TextIOWrapper, self.stream).reconfigure(errors="replace")
        self.is_terminal = stream is None and sys.stdin.isatty() and sys.stdout.isatty()
        if self.is_terminal:
            with suppress(ImportError):
                import_module("readline")  # enables line editing and history

    def read(self, prompt: str) -> str:
        """Return the next line, cut off at a generous length. Raises `EOFError` at the end of input."""
        if self.is_terminal:
            return input(prompt).strip()[:LONGEST_LINE]
        line = self.stream.readline()
        if not line:
            raise EOFError
        self.screen.line(f"{prompt}{line.rstrip()[:LONGEST_LINE]}")
        return line.strip()[:LONGEST_LINE]
