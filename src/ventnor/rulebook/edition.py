"""The five editions and their short games: names, titles, decks and the notes dealt.

Clauses: §setup.cash (the notes), §cards.decks (which decks). An edition's figures and switches are in `setting`, its
sentences in `clause`.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, TypeAlias, get_args

from ventnor.rulebook.source import load

EditionName: TypeAlias = Literal["1935", "classic", "anniversary", "official", "modern"]
"""The editions, oldest first: the one list of them in code. A test compares it with `data/editions.toml`."""

VariantName: TypeAlias = Literal["", "short", "timed"]
"""The regular game and the short games of any edition."""

Era: TypeAlias = Literal["1935", "classic", "2008"]

REGULAR: Final = ""
"""The variant name of the regular game."""


class UnknownEdition(ValueError):
    """No edition has this name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no edition {name!r}; the editions are {', '.join(EDITIONS)}")
        self.name = name


class UnknownVariant(ValueError):
    """The edition has no variant of this name."""

    def __init__(self, edition: str, name: str, known: tuple[str, ...]) -> None:
        has = f"its variants are: {', '.join(known)}" if known else "it has only the regular game"
        super().__init__(f"the edition {edition} has no variant {name!r}; {has}")
        self.edition = edition
        self.name = name


@dataclass(frozen=True)
class Variant:
    """A short game that a rulebook describes beside its regular game."""

    name: str
    title: str
    text: str


@dataclass(frozen=True)
class Edition:
    """One rulebook."""

    name: str
    title: str
    called: str
    """Its name within a sentence."""
    briefly: str
    """Its short name, for a sentence that has already named another edition."""
    years: str
    text: str
    variants: tuple[Variant, ...]
    decks: Era
    """The pair of decks that lies on its board. §cards.decks"""
    notes: tuple[tuple[int, int], ...]
    """The notes each player is dealt, as (value, count), dearest first. §setup.cash"""
    dealt: int | None
    """The number of players dealt these notes; any other gets what suits the Bank. None: all players."""
    stock: tuple[tuple[int, int], ...]
    """The notes in the box, if known."""

    @property
    def variant_names(self) -> tuple[str, ...]:
        """Return the names of its short games; the regular game has none."""
        return tuple(variant.name for variant in self.variants)

    def variant(self, name: str) -> Variant:
        """Return the short game of this name."""
        for variant in self.variants:
            if variant.name == name:
                return variant
        raise UnknownVariant(self.name, name, self.variant_names)

    def check_variant(self, name: str) -> str:
        """Return the name itself, if it is that of a short game or the regular game's empty one."""
        return name if name == REGULAR else self.variant(name).name


EDITIONS: Final[tuple[EditionName, ...]] = get_args(EditionName)
"""Oldest first."""


@cache
def editions() -> tuple[Edition, ...]:
    """Return the five editions, oldest first."""
    return tuple(
        Edition(
            name=entry["name"],
            title=entry["title"],
            called=entry["called"],
            briefly=entry["briefly"],
            years=entry["years"],
            text=entry["text"],
            variants=tuple(Variant(**variant) for variant in entry.get("variant", ())),
            decks=entry["decks"],
            notes=tuple((int(value), count) for value, count in entry["notes"].items()),
            dealt=entry.get("dealt"),
            stock=tuple((int(value), count) for value, count in entry["stock"].items()),
        )
        for entry in load("editions")["edition"]
    )


def edition(name: str) -> Edition:
    """Return the edition of this name."""
    for each in editions():
        if each.name == name:
            return each
    raise UnknownEdition(name)


@cache
def rows() -> tuple[tuple[str, str], ...]:
    """Return the games that can be played: (edition, variant), each regular game before its short ones."""
    return tuple((each.name, variant) for each in editions() for variant in (REGULAR, *each.variant_names))
