"""A page of text on a console, wrapped to its width."""

import json
import textwrap
from typing import Any

from rich.console import Console
from rich.text import Text

WIDEST = 100
"""Lines longer than this are hard to read, however wide the terminal."""


class Page:
    """Lines of text on a console, wrapped to its width and without trailing spaces."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.width = min(console.width, WIDEST)

    def line(self, words: str = "", style: str = "") -> None:
        """Print one line as it is."""
        self.console.print(Text(words, style=style), soft_wrap=True)

    def title(self, words: str, note: str = "") -> None:
        """Print the title of a page, with a note at the right if there is room."""
        room = self.width - len(words) - len(note)
        text = Text(words, style="bold")
        if note:
            text.append(" " * room if room >= 2 else "  ")
            text.append(note, style="dim")
        self.console.print(text, soft_wrap=True)

    def heading(self, words: str) -> None:
        """Print the heading of a section."""
        self.line()
        self.line(words, style="bold")

    def paragraph(self, words: str, indent: int = 0, *, hang: int = 0, style: str = "", mark: str = "") -> None:
        """Print words wrapped to the width; `mark` follows them in a quieter style."""
        whole = f"{words} {mark}" if mark else words
        lines = textwrap.wrap(
            whole,
            self.width,
            initial_indent=" " * indent,
            subsequent_indent=" " * (indent + hang),
            break_long_words=False,
            break_on_hyphens=False,
        )
        for number, text in enumerate(lines, 1):
            shown = Text(text, style=style)
            if mark and number == len(lines) and text.endswith(mark):
                shown.stylize("dim", len(text) - len(mark))
            self.console.print(shown, soft_wrap=True)

    def pair(self, name: str, words: str, column: int, indent: int = 2) -> None:
        """Print a name at the left and wrapped words beside it, or below it if the name is too long."""
        first = " " * indent + name.ljust(column) + " "
        if len(name) > column:
            self.line(" " * indent + name, style="cyan")
            first = " " * (indent + column + 1)
        lines = textwrap.wrap(words, self.width - len(first), break_long_words=False, break_on_hyphens=False) or [""]
        for number, text in enumerate(lines):
            shown = Text(first if number == 0 else " " * len(first), style="cyan")
            shown.append(text, style="default")
            shown.rstrip()
            self.console.print(shown, soft_wrap=True)

    def json(self, value: Any) -> int:
        """Return a value as JSON."""
        print(json.dumps(value, indent=2, ensure_ascii=False), file=self.console.file)
        return 0
