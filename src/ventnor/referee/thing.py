"""The parts of a position as the referee reads them. What is left out has its value at the start of a game.

Fields that the law does not ask for are not read.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import TypeAlias, TypeVar, cast

Thing = TypeVar("Thing")
Party: TypeAlias = int | str
"""A seat; or "bank", also for nobody, or "each"."""


@dataclass(slots=True)
class Player:
    """A player. Cash left out is what everybody starts with."""

    cash: int | None = None
    jail_turn: int = 0
    jail_cards: Sequence[str] = ()
    bankrupt: bool = False


@dataclass(slots=True)
class Deed:
    """A deed: the Bank's unless it has an owner. Five houses are a hotel. `fresh`: its 10% were paid this turn."""

    owner: int | None = None
    houses: int = 0
    mortgaged: bool = False
    fresh: bool = False


@dataclass(slots=True)
class Claim:
    """A rent that may still be asked for: an amount, or a factor times a throw."""

    owner: int
    payer: int
    deed: str
    amount: int = 0
    factor: int = 0


@dataclass(slots=True)
class Debt:
    """A sum owed. `due`: its debtor could not pay it at once. `settled`: what each of several has had in kind."""

    debtor: int
    creditor: Party
    amount: int
    share: int = 0
    settled: Sequence[int] = ()
    due: bool = False


@dataclass(slots=True)
class Side:
    """A party to a deal: what it gives, and how much of its debt is thereby settled."""

    seat: int
    deeds: Sequence[str] = ()
    cash: int = 0
    jail_cards: Sequence[str] = ()
    settles: int = 0

    @property
    def gives_things(self) -> bool:
        """Return whether it gives anything but cash."""
        return bool(self.deeds or self.jail_cards)


@dataclass(slots=True)
class Offer:
    """An offer that stands."""

    number: int
    proposer: Side
    other: Side


@dataclass(slots=True)
class Interrupt:
    """What interrupts the turn. Which fields count depends on its kind."""

    kind: str
    seat: int
    deed: str = ""
    """What may be bought."""
    deck: str = ""
    """The deck that a card is drawn from."""
    item: str = ""
    """What is on the block: a deed, a "house", a "hotel" or a jail card."""
    bidder: Party = "bank"
    bid: int = 0
    passed: Sequence[int] = ()
    building: str = ""
    """What a call is for: "house" or "hotel"."""
    stage: str = "wishes"
    """The stage of a call: "wishes", "placing" or "won"."""
    winner: Party = "bank"
    """Who has won a building in a call, for the `bid`."""
    said: Sequence[int] = ()
    """Who has said a wish in the call."""
    want: Sequence[int] = ()
    deeds: Sequence[str] = ()
    """What was received and is mortgaged."""

    def wish_of(self, seat: int) -> int:
        """Return how many buildings a player still wants in the call."""
        return self.want[seat] if seat < len(self.want) else 0


@cache
def names_of(made: type[Thing]) -> tuple[str, ...]:
    """Return the fields of a kind of thing."""
    return tuple(field.name for field in fields(cast("type[Player]", made)))


def read(made: type[Thing], entry: object, **known: object) -> Thing:
    """Return a thing from its entry in a position."""
    given = cast("Mapping[str, object]", entry)
    found = {name: given[name] for name in names_of(made) if name in given}
    return cast("Callable[..., Thing]", made)(**found, **known)


def read_all(made: type[Thing], entries: object) -> list[Thing]:
    """Return the things of a list, which may be left out."""
    return [read(made, entry) for entry in cast("Sequence[object]", entries or ())]


def read_offer(entry: object) -> Offer:
    """Return an offer: a debtor who proposes it gets a debt settled, a creditor who does gives it."""
    given = cast("Mapping[str, Mapping[str, int]]", entry)
    seats = cast("Mapping[str, int]", entry)
    debt = given["get"].get("debt", 0)
    return Offer(
        seats["number"],
        read(Side, given["give"], seat=seats["proposer"], settles=debt),
        read(Side, given["get"], seat=seats["recipient"], settles=given["give"].get("debt", 0)),
    )
