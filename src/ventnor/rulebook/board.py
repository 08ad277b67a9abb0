"""The forty spaces and ten groups of the board, with their figures.

Clauses: §deeds.figures, and the sums on the tax spaces (§tax.income, §tax.luxury). It knows no owners and no tokens.
"""

from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias

from ventnor.rulebook.edition import edition
from ventnor.rulebook.source import load

SpaceKind: TypeAlias = Literal[
    "go", "lot", "railroad", "utility", "chance", "chest", "tax", "jail", "free-parking", "go-to-jail"
]


class UnknownSpace(ValueError):
    """No space, or no group, has this name."""

    def __init__(self, name: str, what: str = "space") -> None:
        super().__init__(f"there is no {what} {name!r} on the board")
        self.name = name


@dataclass(frozen=True)
class Space:
    """One space. What a kind of space has not is 0 or empty."""

    index: int
    """Steps from GO in the direction of the arrow."""
    slug: str
    name: str
    kind: SpaceKind
    group: str = ""
    price: int = 0
    house_price: int = 0
    mortgage: int = 0
    rents: tuple[int, ...] = ()
    """A lot: bare, with one to four houses, with a hotel. A railroad: by how many its owner holds. A utility: times
    the throw, by how many its owner holds."""
    tax: int = 0
    clause: str = ""
    """Where the rules tell what happens to whoever stops there, if there is no deed."""

    @property
    def is_property(self) -> bool:
        """Return whether there is a Title Deed for it."""
        return self.price > 0


@dataclass(frozen=True)
class Group:
    """Properties that belong together, by their indices on the board."""

    index: int
    slug: str
    name: str
    spaces: tuple[int, ...]


@dataclass(frozen=True)
class Board:
    """The board of an edition."""

    spaces: tuple[Space, ...]
    groups: tuple[Group, ...]

    def space(self, slug: str) -> Space:
        """Return the space of this name."""
        for each in self.spaces:
            if each.slug == slug:
                return each
        raise UnknownSpace(slug)

    def group(self, slug: str) -> Group:
        """Return the group of this name."""
        for each in self.groups:
            if each.slug == slug:
                return each
        raise UnknownSpace(slug, "group")

    @property
    def properties(self) -> tuple[Space, ...]:
        """Return the spaces with a Title Deed, in the order of the board."""
        return tuple(each for each in self.spaces if each.is_property)


@cache
def board(edition_name: str = "official") -> Board:
    """Return the board of an edition: the same figures in all of them, but for one tax and the name of one colour."""
    name = edition(edition_name).name
    data = load("board")
    spaces = tuple(
        Space(
            index=index,
            slug=entry["slug"],
            name=entry["name"],
            kind=entry["kind"],
            group=entry.get("group", ""),
            price=entry.get("price", 0),
            house_price=entry.get("house_price", 0),
            mortgage=entry.get("mortgage", 0),
            rents=tuple(entry.get("rents", ())),
            tax=entry.get("differs", {}).get(name, entry.get("tax", 0)),
            clause=entry.get("clause", ""),
        )
        for index, entry in enumerate(data["space"])
    )
    groups = tuple(
        Group(
            index=index,
            slug=entry["slug"],
            name=entry.get("differs", {}).get(name, entry["name"]),
            spaces=tuple(space.index for space in spaces if space.group == entry["slug"]),
        )
        for index, entry in enumerate(data["group"])
    )
    return Board(spaces, groups)


def space(slug: str) -> Space:
    """Return the space of this name, with the figures that all editions share.

    `board(edition)` has an edition's taxes.
    """
    return board().space(slug)
