"""The forty spaces and ten groups of the board, with their figures.

Clauses: §deeds.figures, and the sums on the tax spaces (§tax.income, §tax.luxury). It knows no owners and no tokens.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from ventnor.rulebook.board_file import board_data, title_of
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
    """One space. Fields that do not apply to its kind are 0 or empty."""

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
    """The clause about stopping there, for a space without a deed."""

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
    title: str = ""

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


@lru_cache(maxsize=256)
def board(edition_name: str = "official", own: str = "") -> Board:
    """Return the board of an edition: the same figures in all of them, but for one tax and the name of one colour.

    `own`: another board, by its name or text, as in `Options(board=...)`. Raises `BadBoard`.
    """
    name = edition(edition_name).name
    data = load("board")
    changes = board_data(own)
    of_space, of_group = changes.get("space", {}), changes.get("group", {})
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
            tax=of_space.get(entry["slug"], {}).get("tax", entry.get("differs", {}).get(name, entry.get("tax", 0))),
            clause=entry.get("clause", ""),
        )
        for index, entry in enumerate(changed(each, of_space) for each in data["space"])
    )
    groups = tuple(
        Group(
            index=index,
            slug=entry["slug"],
            name=of_group.get(entry["slug"], {}).get("name", entry.get("differs", {}).get(name, entry["name"])),
            spaces=tuple(space.index for space in spaces if space.group == entry["slug"]),
        )
        for index, entry in enumerate(data["group"])
    )
    return Board(spaces, groups, title_of(own))


def changed(entry: Mapping[str, Any], changes: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return a space with the changes of another board. A mortgage not given is half the price."""
    own = changes.get(entry["slug"], {})
    half = {"mortgage": max(1, own["price"] // 2)} if "price" in own else {}
    return {**entry, **half, **own}


def space(slug: str) -> Space:
    """Return the space of this name, with the figures that all editions share.

    `board(edition)` has an edition's taxes.
    """
    return board().space(slug)
