"""The clauses: each rule in our words, which editions state it, which differ, and what we rule where one is silent.

A cell is a clause in one edition (or in the one short game that it belongs to): the unit in which the rules are
written, tested and counted.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import Literal, TypeAlias

from ventnor.rulebook.edition import EDITIONS, REGULAR, edition
from ventnor.rulebook.source import load

CellKind: TypeAlias = Literal["stated", "part", "differs", "silent"]


class UnknownClause(ValueError):
    """No clause has this id."""

    def __init__(self, name: str, suggestions: tuple[str, ...]) -> None:
        hint = f"; did you mean {' or '.join(suggestions)}?" if suggestions else ""
        super().__init__(f"there is no clause {name!r}{hint}")
        self.name = name
        self.suggestions = suggestions


class MissingCell(ValueError):
    """The clause belongs to a short game, and not to this one."""

    def __init__(self, clause: str, edition_name: str, variant: str) -> None:
        game = f"{edition_name} {variant}".strip()
        super().__init__(f"the clause {clause} does not belong to the game {game}")


@dataclass(frozen=True)
class Family:
    """Clauses that belong together: those whose ids begin with the same word."""

    name: str
    title: str
    edition: str = ""
    variant: str = ""
    """The short game that the family belongs to; empty where it belongs to every game."""


@dataclass(frozen=True)
class Clause:
    """One rule. See the head of `data/clauses.toml` for what each field means."""

    id: str
    title: str
    text: str
    editions: tuple[str, ...]
    """The editions whose rulebook states it."""
    part: Mapping[str, str]
    """The editions whose rulebook states a part of it, and which part."""
    differs: Mapping[str, str]
    silent: str
    says: Mapping[str, str]
    change: Mapping[str, str]
    matters: str = ""
    alike: tuple[str, ...] = ()
    """The editions that differ from the others in words only."""
    unenforced: str = ""
    partly: str = ""

    @property
    def family(self) -> str:
        """Return the word before the dot."""
        return self.id.partition(".")[0]

    @property
    def enforced(self) -> bool:
        """Return whether the program can hold players to it."""
        return not self.unenforced

    @property
    def is_heading(self) -> bool:
        """Return whether no rulebook mentions it. Then `text` is the question and `silent` the rule."""
        return not self.editions and not self.part and not self.differs

    def belongs_to(self, edition_name: str, variant: str = REGULAR) -> bool:
        """Return whether it is a rule of this game: clauses of a short game are a rule of that game only."""
        home = family(self.family)
        return not home.variant or (home.edition, home.variant) == (edition_name, variant)

    def kind(self, edition_name: str) -> CellKind:
        """Return whether the edition's rulebook states it, states a part, says something different, or is silent."""
        if edition_name in self.differs:
            return "differs"
        if edition_name in self.part:
            return "part"
        return "stated" if edition_name in self.editions else "silent"

    def wording(self, edition_name: str) -> str:
        """Return the rule by which the edition is played, in a sentence or more."""
        said = self.says.get(edition_name, self.says.get("others", ""))
        if said:
            return sentence(said)
        return sentence(f"{self.text.rstrip('.')}: {self.silent}") if self.is_heading else self.text

    def way(self, edition_name: str) -> str:
        """Return the key of an edition's rule in `says`: the edition's name, or "others"."""
        return edition_name if edition_name in self.says else "others"

    def plays_alike(self, one: str, other: str) -> bool:
        """Return whether two editions play by the same rule, in whatever words."""
        return self.way(one) == self.way(other) or {self.way(one), self.way(other)} <= {*self.alike, "others"}

    def cell(self, edition_name: str, variant: str = REGULAR) -> "Cell":
        """Return the clause in one game. Raises `MissingCell` for a clause of another short game."""
        edition(edition_name).check_variant(variant)
        if not self.belongs_to(edition_name, variant):
            raise MissingCell(self.id, edition_name, variant)
        return Cell(self, edition_name, family(self.family).variant)


@dataclass(frozen=True)
class Cell:
    """A clause in one edition, or in the one short game that it belongs to."""

    clause: Clause
    edition: str
    variant: str = REGULAR

    def __str__(self) -> str:
        return f"{self.edition}:{self.clause.id}"

    @property
    def kind(self) -> CellKind:
        """Return whether the edition's rulebook states it, states a part, says something different, or is silent."""
        return self.clause.kind(self.edition)

    @property
    def wording(self) -> str:
        """Return the rule by which it is played, in a sentence or more."""
        return self.clause.wording(self.edition)


def sentence(words: str) -> str:
    """Return the words with a capital letter and a full stop."""
    return words[:1].upper() + words[1:] + ("" if words.endswith((".", "?", "!")) else ".")


@cache
def families() -> tuple[Family, ...]:
    """Return the families, in the order in which a reader meets them."""
    data = load("clauses")
    homes = data["variant"]
    return tuple(
        Family(name, title, homes[name]["edition"], homes[name]["name"]) if name in homes else Family(name, title)
        for name, title in data["family"].items()
    )


@cache
def family(name: str) -> Family:
    """Return the family of this name."""
    for each in families():
        if each.name == name:
            return each
    raise KeyError(name)


@cache
def clauses() -> tuple[Clause, ...]:
    """Return all clauses, family by family."""
    order = {each.name: number for number, each in enumerate(families())}
    found = [
        Clause(
            id=entry["id"],
            title=entry["title"],
            text=entry["text"],
            editions=EDITIONS if entry["in"] == "all" else tuple(entry["in"]),
            part=entry.get("part", {}),
            differs=entry.get("differs", {}),
            silent=entry.get("silent", ""),
            says=entry.get("says", {}),
            change=entry.get("change", {}),
            matters=entry.get("matters", ""),
            alike=EDITIONS if entry.get("alike") == "all" else tuple(entry.get("alike", ())),
            unenforced=entry.get("unenforced", ""),
            partly=entry.get("partly", ""),
        )
        for entry in load("clauses")["clause"]
    ]
    return tuple(sorted(found, key=lambda each: order[each.family]))


@cache
def clause(name: str) -> Clause:
    """Return the clause of this id."""
    for each in clauses():
        if each.id == name:
            return each
    known = [each.id for each in clauses()]
    raise UnknownClause(name, tuple(get_close_matches(name, known, n=3, cutoff=0.5)))


@cache
def cells() -> tuple[Cell, ...]:
    """Return every clause in every edition; a clause of a short game in that game alone."""
    found: list[Cell] = []
    for each in clauses():
        home = family(each.family)
        names = (home.edition,) if home.variant else EDITIONS
        found += [Cell(each, name, home.variant) for name in names]
    return tuple(found)
