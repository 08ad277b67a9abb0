"""Draws the diagrams of the documentation, as SVG files in docs/pictures.

    python dev/diagrams.py

They are narrow, so that their letters can be read on a phone. A test compares the files with what this draws.
"""

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent.parent / "docs" / "pictures"
WIDTH: Final = 420
LINE: Final = 19
"""The height of a line of text."""
HEAD: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img" '
    'aria-label="{label}">\n'
    "<style>text{{font:14px system-ui,sans-serif;fill:#1c2b2b;text-anchor:middle}}.name{{font-weight:600}}"
    ".small{{font-size:12.5px;fill:#3c5050}}.box{{fill:#e6f2f0;stroke:#2a7d74}}.other{{fill:#fdf1d8;stroke:#b07c14}}"
    ".way,.line{{fill:none;stroke:#3c5050;stroke-width:1.4}}.way{{marker-end:url(#tip)}}</style>\n"
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
    '<path d="M0 0L8 4L0 8z" fill="#3c5050"/></marker></defs>\n'
    '<rect width="{width}" height="{height}" rx="6" fill="#fff"/>\n'
)


class Drawing:
    """Boxes of text and arrows between them."""

    def __init__(self, label: str) -> None:
        self.label = label
        self.parts: list[str] = []
        self.low = 0

    def box(self, x: int, y: int, width: int, name: str, *lines: str, kind: str = "box") -> int:
        """Draw a box with its left upper corner at x, y. Return where its lower edge is."""
        height = LINE * (1 + len(lines)) + 13
        self.parts.append(f'<rect class="{kind}" x="{x}" y="{y}" width="{width}" height="{height}" rx="5"/>\n')
        self.text(x + width // 2, y + LINE + 2, name, "name")
        for number, line in enumerate(lines, 2):
            self.text(x + width // 2, y + LINE * number + 2, line, "small")
        self.low = max(self.low, y + height)
        return y + height

    def text(self, x: int, y: int, words: str, kind: str = "small") -> None:
        """Write words around x."""
        self.parts.append(f'<text class="{kind}" x="{x}" y="{y}">{escape(words)}</text>\n')

    def way(self, *points: tuple[int, int]) -> None:
        """Draw an arrow along points."""
        self.parts.append(f'<path class="way" d="M{"L".join(f"{x} {y}" for x, y in points)}"/>\n')

    def line(self, *points: tuple[int, int]) -> None:
        """Draw a line that joins an arrow."""
        self.parts.append(f'<path class="line" d="M{"L".join(f"{x} {y}" for x, y in points)}"/>\n')

    def down(self, x: int, top: int, words: str = "", length: int = 26) -> int:
        """Draw an arrow downwards, with words beside it. Return where it ends."""
        self.way((x, top), (x, top + length))
        if words:
            self.parts.append(
                f'<text class="small" style="text-anchor:start" x="{x + 9}" y="{top + length // 2 + 4}">'
                f"{escape(words)}</text>\n"
            )
        return top + length

    def svg(self) -> str:
        """Return the file."""
        head = HEAD.format(width=WIDTH, height=self.low + 14, label=escape(self.label, quote=True))
        return "".join((head, *self.parts, "</svg>\n"))


def engine() -> str:
    """Draw one engine at two speeds."""
    d = Drawing("The rulebooks become tables, and the kernel is interpreted or compiled")
    low = d.box(20, 14, 380, "rulebook", "five editions, house rules, boards: data files")
    low = d.box(20, d.down(210, low, "tables.py"), 380, "tables", "prices, rents, switches: numbers in one record")
    low = d.box(
        20,
        d.down(210, low, "an argument"),
        380,
        "kernel",
        "the rules: plain functions over packed records",
        "verb_noun(s, t, e, …)",
    )
    d.down(110, low, "as Python")
    top = d.down(290, low, "through Numba")
    left = d.box(20, top, 180, "interpreted", "starts at once", "a debugger can step in")
    right = d.box(220, top, 180, "compiled twin", "millions of throws a second", "kept in a cache folder")
    d.box(20, d.down(110, left), 180, "one game", "Game, play, the terminal", kind="other")
    d.box(220, d.down(310, right), 180, "many games", "simulate, envs, the server", kind="other")
    return d.svg()


def turn() -> str:
    """Draw how a game goes on."""
    d = Drawing("The scheduler says whether nature, an automatic move or a seat comes next")
    low = d.box(90, 14, 240, "position", "everything that is on the table")
    low = d.box(10, d.down(210, low), 390, "scheduler", "what comes next?")
    top = low + 26
    for x in (72, 205, 338):
        d.way((x, low), (x, top))
    low = d.box(10, top, 124, "nature", "dice, a card,", "a dealt deed")
    d.box(143, top, 124, "automatic", "rent asked for,", "end of the turn")
    d.box(276, top, 124, "a seat", "a person or a bot", "sees its view")
    law = d.box(236, d.down(338, low), 164, "the law", "may this be done?", kind="other")
    d.box(62, low + 26, 140, "a reason", "clause and way out", kind="other")
    d.way((236, low + 52), (202, low + 52))
    d.text(219, low + 46, "no")
    step = d.box(90, d.down(300, law, "yes"), 240, "step", "the effect, and what follows from it")
    d.way((36, low), (36, step - 26), (90, step - 26))
    d.line((170, low), (170, low + 13), (36, low + 13))
    low = d.box(90, d.down(210, step), 240, "events", "facts: shown, stored, told in words")
    d.way((330, low - 26), (411, low - 26), (411, 40), (330, 40))
    return d.svg()


def table() -> str:
    """Draw the way of an action at a server's table."""
    d = Drawing("An action goes from the browser through law, kernel and store back to every reader")
    low = d.box(60, 14, 300, "browser", "draws what is awaited; holds no rule", kind="other")
    steps: Sequence[tuple[str, str, str]] = (
        ("a command", "room", "takes the table's lock; who may send this?"),
        ("", "law", "refuses with a reason, or lets it through"),
        ("", "kernel", "the action, nature's answers, until somebody decides"),
        ("entries", "store", "commits them in one transaction"),
        ("only then", "updates", "each reader is sent what it may see"),
    )
    for words, name, line in steps:
        low = d.box(30, d.down(210, low, words), 360, name, line)
    d.box(
        60,
        d.down(210, low, "changes in the view"),
        300,
        "every browser",
        "moves the token, says what happened",
        kind="other",
    )
    return d.svg()


DIAGRAMS: Final = {"engine": engine, "turn": turn, "table": table}
"""Each diagram by the name of its file."""


def main() -> None:
    """Write the files."""
    FOLDER.mkdir(exist_ok=True)
    for name, draw in DIAGRAMS.items():
        (FOLDER / f"{name}.svg").write_text(draw(), encoding="utf-8")


if __name__ == "__main__":
    main()
