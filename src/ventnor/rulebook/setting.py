"""Every figure and switch of the rules, for a game of one edition, one variant and its house rules.

Each value carries the clause it comes from. The names are those of the fields of the kernel's table record. The kernel
decides what a value does.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from ventnor.rulebook.contradiction import ContradictoryOptions, contradictions
from ventnor.rulebook.edition import REGULAR, Edition, Era, edition
from ventnor.rulebook.option import Options
from ventnor.rulebook.source import load


@dataclass(frozen=True)
class Difference:
    """The value of a setting in one edition, or in one of its short games."""

    edition: str
    variant: str
    value: int
    clause: str


@dataclass(frozen=True)
class Setting:
    """A figure or a switch (1: on)."""

    name: str
    clause: str
    text: str
    value: int
    differs: tuple[Difference, ...]

    def of(self, edition: str, variant: str = REGULAR) -> tuple[int, str]:
        """Return its value in a game without house rules, and its clause. A short game's own value wins."""
        value, clause = self.value, self.clause
        for difference in sorted(self.differs, key=lambda each: each.variant):
            if difference.edition == edition and difference.variant in {REGULAR, variant}:
                value, clause = difference.value, difference.clause
        return value, clause


@dataclass(frozen=True)
class Origin:
    """Where a value comes from: a clause, or the house rule that overrides it."""

    clause: str
    option: str = ""


class Settings(Mapping[str, int]):
    """The settings of a game by name, each with its origin."""

    def __init__(self, edition: Edition, variant: str, options: Options) -> None:
        self.edition = edition
        self.variant = variant
        self.options = options
        self.decks: Era = options.decks or edition.decks
        self._values: dict[str, int] = {}
        self._origins: dict[str, Origin] = {}
        for each in all_settings():
            value, clause = each.of(edition.name, variant)
            self._values[each.name] = value
            self._origins[each.name] = Origin(clause)
        for option, sets in options.settings().items():
            for name, value in sets.items():
                self._values[name] = value
                self._origins[name] = Origin(self._origins[name].clause, option)

    def __getitem__(self, name: str) -> int:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"settings({self.edition.name!r}, {self.variant!r}, {self.options!r})"

    def clause(self, name: str) -> str:
        """Return the clause that a setting comes from, whether or not a house rule overrides it."""
        return self._origins[name].clause

    def origin(self, name: str) -> Origin:
        """Return the clause that a setting comes from, and the house rule that overrides it, if one does."""
        return self._origins[name]


@cache
def all_settings() -> tuple[Setting, ...]:
    """Return the settings there are, in the order of the file."""
    return tuple(
        Setting(
            name=entry["name"],
            clause=entry["clause"],
            text=entry["text"],
            value=entry["value"],
            differs=tuple(
                Difference(
                    edition=difference["edition"],
                    variant=difference.get("variant", REGULAR),
                    value=difference["value"],
                    clause=difference.get("clause", entry["clause"]),
                )
                for difference in entry.get("differs", ())
            ),
        )
        for entry in load("settings")["setting"]
    )


@cache
def setting(name: str) -> Setting:
    """Return the setting of this name."""
    for each in all_settings():
        if each.name == name:
            return each
    raise KeyError(name)


@lru_cache(maxsize=256)
def settings(edition_name: str, variant: str = REGULAR, options: Options | None = None) -> Settings:
    """Return the settings of a game. Raises `UnknownEdition`, `UnknownVariant` or `ContradictoryOptions`."""
    book = edition(edition_name)
    book.check_variant(variant)
    chosen = options or Options()
    found = Settings(book, variant, chosen)
    problems = contradictions(book, chosen, found)
    if problems:
        raise ContradictoryOptions(problems)
    return found
