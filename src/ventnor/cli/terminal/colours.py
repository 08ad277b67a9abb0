"""Colours and letters of the terminal: groups and seats read without colour, too."""

from collections.abc import Mapping, Sequence
from typing import Final

from rich.text import Text

GROUP_COLOURS: Final[Mapping[str, str]] = {
    "purple": "#9b6fc0",
    "light-blue": "#7cc3dc",
    "pink": "#dd7fb0",
    "orange": "#e39a4a",
    "red": "#e0645c",
    "yellow": "#d9c64a",
    "green": "#5fb072",
    "dark-blue": "#6d8fe0",
    "railroads": "#a8a8a8",
    "utilities": "#c2b48a",
}
GROUP_LETTERS: Final[Mapping[str, str]] = {
    "purple": "P",
    "light-blue": "L",
    "pink": "K",
    "orange": "O",
    "red": "R",
    "yellow": "Y",
    "green": "G",
    "dark-blue": "D",
    "railroads": "T",
    "utilities": "U",
}
"""One letter a group: K for pink, as P is taken; T for trains, as R is."""

SEAT_COLOURS: Final = (
    "#e69f00",
    "#56b4e9",
    "#2fbf8f",
    "#f0e442",
    "#7f9cff",
    "#ef7d4b",
    "#dd8fbf",
    "#c8c8c8",
)
"""Eight that stay apart for most eyes; each seat also has its number."""


def seat_mark(seat: int) -> Text:
    """Return a seat's number in its colour, as a token or the sign of an owner."""
    return Text(str(seat), style=f"bold black on {SEAT_COLOURS[seat]}")


def group_letter(group: str, called: str) -> str:
    """Return a group's letter; the purple group of some editions is the brown one of others."""
    return "B" if called == "brown" else GROUP_LETTERS[group]


def group_mark(group: str, called: str = "") -> Text:
    """Return a group's letter on its colour."""
    return Text(group_letter(group, called), style=f"bold black on {GROUP_COLOURS[group]}")


def with_names(words: str, names: Sequence[str]) -> Text:
    """Return a sentence with the players' names in their colours."""
    text = Text(words)
    for seat, name in enumerate(names):
        text.highlight_words([name], style=f"bold {SEAT_COLOURS[seat]}")
    return text
