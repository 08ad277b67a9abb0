"""The rules on one page, for each game, with the figures that the game is played by.

`data/sheet.toml` holds the lines; every figure in them comes from the settings and the board. It knows no layout.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from ventnor.rulebook.board import board
from ventnor.rulebook.edition import REGULAR, edition
from ventnor.rulebook.notes import words
from ventnor.rulebook.setting import settings
from ventnor.rulebook.source import load

FIELD: Final = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class SheetLine:
    """A rule in a sentence or more, and the clauses that it sums up."""

    text: str
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class SheetSection:
    """Lines that belong together."""

    title: str
    lines: tuple[SheetLine, ...]


@dataclass(frozen=True)
class RuleSheet:
    """The rules of a game on one page."""

    edition: str
    variant: str
    title: str
    years: str
    sections: tuple[SheetSection, ...]

    @property
    def words(self) -> int:
        """Return how many words it has, headings included."""
        lines = [line.text for section in self.sections for line in section.lines]
        return sum(len(text.split()) for text in (self.title, *(each.title for each in self.sections), *lines))


@cache
def rule_sheet(edition_name: str, variant: str = REGULAR) -> RuleSheet:
    """Return the sheet of a game. Raises `UnknownEdition` or `UnknownVariant`."""
    book = edition(edition_name)
    book.check_variant(variant)
    figures = figures_of(edition_name, variant)
    sections: list[SheetSection] = []
    for section in load("sheet")["section"]:
        lines: list[SheetLine] = []
        for line in section["line"]:
            text: str = next((line[key] for key in keys_of(edition_name, variant) if key in line), "")
            if text:
                lines.append(SheetLine(FIELD.sub(lambda field: figures[field[1]], text), tuple(line["clauses"])))
        if lines:
            sections.append(SheetSection(section["title"], tuple(lines)))
    title = book.variant(variant).title if variant else book.title
    return RuleSheet(book.name, variant, title, book.years, tuple(sections))


def keys_of(edition_name: str, variant: str) -> tuple[str, ...]:
    """Return the keys under which a line may stand for a game, the nearest first."""
    return (*((f"{edition_name}/{variant}",) if variant else ()), edition_name, "others")


def figures_of(edition_name: str, variant: str) -> dict[str, str]:
    """Return every figure that a line may name."""
    game = settings(edition_name, variant)
    figures = {name: f"{value:,}" for name, value in game.items()}
    figures["hotel_houses"] = str(game["houses_per_hotel"] + 1)
    figures["income_tax"] = str(board(edition_name).space("income-tax").tax)
    figures["luxury_tax"] = str(board(edition_name).space("luxury-tax").tax)
    figures["notes"] = words(edition(edition_name).notes)
    return figures
