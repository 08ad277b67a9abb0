"""The words there are, with the kernel's numbers for them, and the types of fields that hold them.

Spaces and groups are those of the board, read when first needed.
"""

from collections.abc import Callable, Iterable
from ctypes import Structure
from typing import Annotated, Literal, TypeAlias

from ventnor.kernel.codes import (
    B_CARD,
    B_DEED,
    B_HOTEL,
    B_HOUSE,
    BANK,
    CARDS,
    CHANCE,
    CHEST,
    CLAUSE_IDS,
    EACH,
    POT,
    SEATS,
    TAX_FLAT,
    TAX_PERCENT,
)
from ventnor.rulebook.board import board
from ventnor.words.kind import LARGEST_SUM, Flag, Json, Number, Several, Words


class PartyKind(Words):
    """A seat, the Bank, the pot, or each other player."""

    def check(self, value: object) -> int | str:  # pyright: ignore[reportIncompatibleMethodOverride]  # seats too
        return super().check(value) if isinstance(value, str) else SEAT.check(value)

    def schema(self) -> dict[str, Json]:
        return {"anyOf": [SEAT.reference(), super().schema()]}

    def number(self, value: object) -> int:
        return super().number(value) if isinstance(value, str) else SEAT.number(value)

    def value(self, number: int) -> int | str:  # pyright: ignore[reportIncompatibleMethodOverride]  # seats too
        return number if number in range(SEATS) else super().value(number)


class ItemKind(Words):
    """The item of an auction. A record has it in three fields: what, which deed, which deck."""

    def store(self, record: Structure, place: str, value: object) -> None:
        what, which = divmod(self.number(value), 100)
        numbers = (what, which if what == B_DEED else 0, which if what == B_CARD else 0)
        for name, number in zip(place.split(), numbers, strict=True):
            setattr(record, name, number)

    def fetch(self, record: Structure, place: str) -> str:
        what, space, deck = (int(getattr(record, name)) for name in place.split())
        return self.value(what * 100 + {B_DEED: space, B_CARD: deck}.get(what, 0))


def pairs(**words: int) -> Callable[[], Iterable[tuple[str, int]]]:
    """Return a short list of words with the kernel's numbers."""
    return lambda: words.items()


def list_spaces() -> list[tuple[str, int]]:
    """Return every space of the board, from GO."""
    return [(space.slug, space.index) for space in board().spaces]


def list_deeds() -> list[tuple[str, int]]:
    """Return the spaces that have a Title Deed."""
    return [(space.slug, space.index) for space in board().properties]


def list_groups() -> list[tuple[str, int]]:
    """Return every group."""
    return [(group.slug, group.index) for group in board().groups]


def list_items() -> list[tuple[str, int]]:
    """Return everything that an auction may sell."""
    others = [("house", B_HOUSE * 100), ("hotel", B_HOTEL * 100)]
    cards = [("chance-card", B_CARD * 100 + CHANCE), ("chest-card", B_CARD * 100 + CHEST)]
    return [(slug, B_DEED * 100 + index) for slug, index in list_deeds()] + others + cards


SEAT = Number("a seat", 0, SEATS - 1)
SUM = Number("a sum in whole dollars", 0, LARGEST_SUM)
OFFER_NUMBER = Number("the number of an offer", 1, LARGEST_SUM)
COUNT = Number("a number", 0, 99)
ORDINAL = Number("a number", 0, LARGEST_SUM)
DIE = Number("a die", 1, 6)
CARD = Number("a card", 0, CARDS - 1)
SPACE = Words("a space", list_spaces, "space")
DEED = Words("a deed", list_deeds, "deed")
GROUP = Words("a group", list_groups, "group")
DECK = Words("a deck", pairs(chance=CHANCE, chest=CHEST))
CHOICE = Words("a choice of tax", pairs(flat=TAX_FLAT, percent=TAX_PERCENT))
BUILDING = Words("a building", pairs(house=B_HOUSE, hotel=B_HOTEL))
CLAUSE = Words("a clause", lambda: ((clause, number) for number, clause in enumerate(CLAUSE_IDS)), "clause")
PARTY = PartyKind("a seat or bank, pot or each", pairs(bank=BANK, pot=POT, each=EACH), "party")
ITEM = ItemKind("a deed, a building or a jail card", list_items, "item")
FLAG = Flag()
DEEDS = Several("deeds", DEED, 40)
DECKS = Several("decks", DECK, 2)
SEAT_SET = Several("seats", SEAT, SEATS)

NAMED = (SPACE, DEED, GROUP, CLAUSE, PARTY, ITEM)  # the kinds with a schema of their own

Deck: TypeAlias = Literal["chance", "chest"]
OneSeat: TypeAlias = Annotated[int, SEAT]
OneSum: TypeAlias = Annotated[int, SUM]
OneNumber: TypeAlias = Annotated[int, OFFER_NUMBER]
OneCount: TypeAlias = Annotated[int, COUNT]
OneOrdinal: TypeAlias = Annotated[int, ORDINAL]
OneDie: TypeAlias = Annotated[int, DIE]
OneCard: TypeAlias = Annotated[int, CARD]
OneSpace: TypeAlias = Annotated[str, SPACE]
OneDeed: TypeAlias = Annotated[str, DEED]
OneGroup: TypeAlias = Annotated[str, GROUP]
OneDeck: TypeAlias = Annotated[Deck, DECK]
OneChoice: TypeAlias = Annotated[Literal["flat", "percent"], CHOICE]
OneBuilding: TypeAlias = Annotated[Literal["house", "hotel"], BUILDING]
OneClause: TypeAlias = Annotated[str, CLAUSE]
OneParty: TypeAlias = Annotated[int | Literal["bank", "pot", "each"], PARTY]
OneItem: TypeAlias = Annotated[str, ITEM]
OneFlag: TypeAlias = Annotated[bool, FLAG]
SomeDeeds: TypeAlias = Annotated[tuple[str, ...], DEEDS]
SomeDecks: TypeAlias = Annotated[tuple[Deck, ...], DECKS]
SomeSeats: TypeAlias = Annotated[tuple[int, ...], SEAT_SET]
