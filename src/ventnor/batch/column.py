"""The columns of a batch, their names in tables, and the words for their numbers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from ventnor.event import CAUSE, ENDING
from ventnor.kernel.codes import BANK, EACH, SEATS
from ventnor.kernel.layout import Result
from ventnor.words.kind import show, suggestion
from ventnor.words.vocabulary import GROUP

Records: TypeAlias = npt.NDArray[np.void]
Array: TypeAlias = npt.NDArray[Any]

COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "winner": ("winners",),
    "ended": ("ended",),
    "starter": ("starter",),
    "turns": ("turns",),
    "throws": ("throws",),
    "plies": ("plies",),
    "auctions": ("auctions",),
    "deals": ("deals",),
    "group": ("group", "group_seat", "group_at"),
    "worth": ("worth",),
    "bankruptcies": ("bankruptcies", "cause", "creditor", "out_at"),
}
"""The columns that `keep` chooses from, and the fields of a result that each consists of."""

RESULT: Final[np.dtype[np.void]] = np.dtype(Result)  # pyright: ignore[reportAssignmentType]

UNDECIDED: Final = -1
SHARED: Final = -2


class UnknownColumn(ValueError):
    """No column has this name."""

    def __init__(self, name: object) -> None:
        super().__init__(f"there is no column {show(name)}; there are {', '.join(COLUMNS)}{suggestion(name, COLUMNS)}")


class NotKept(LookupError):
    """A column that this batch does not keep."""

    def __init__(self, name: str) -> None:
        super().__init__(f"this batch has not kept the column {name!r}: name it in keep=")
        self.name = name


def chosen(keep: Sequence[str] | None) -> tuple[str, ...]:
    """Return the columns to keep, each once and in their usual order; None keeps all. Raises `UnknownColumn`."""
    if isinstance(keep, str):
        keep = [keep]
    for name in keep or ():
        if name not in COLUMNS:
            raise UnknownColumn(name)
    return tuple(name for name in COLUMNS if keep is None or name in keep)


def kind_of(columns: Sequence[str], players: int) -> np.dtype[np.void]:
    """Return the packed record type that holds these columns of a game, with a place for each player."""
    parts: list[tuple[Any, ...]] = []
    for field in (field for name in columns for field in COLUMNS[name]):
        kind = RESULT[field]
        base: Any = kind.base
        parts.append((field, base, (players,)) if kind.shape else (field, base))
    return np.dtype(parts)


def copy_into(kind: np.dtype[np.void], results: Records) -> Records:
    """Copy whole results into records that hold only the kept columns."""
    made = np.empty(len(results), dtype=kind)
    for name in kind.names or ():
        shape = kind[name].shape
        made[name] = results[name][:, : shape[0]] if shape else results[name]
    return made


def winner_of(winners: Array) -> npt.NDArray[np.int8]:
    """Return the seat that won; UNDECIDED for none, SHARED for several."""
    found = np.full(len(winners), SHARED, dtype=np.int8)
    found[winners == 0] = UNDECIDED
    for seat in range(SEATS):
        found[winners == 1 << seat] = seat
    return found


@dataclass(frozen=True)
class FlatColumn:
    """One column of a flat table, made from one field of the records."""

    name: str
    field: str
    seat: int | None = None
    words: Mapping[int, str] | None = None
    nothing: int | None = None
    """The number that stands for an empty cell."""

    def numbers(self, rows: Records) -> Array:
        """Return the column's numbers in these rows."""
        found: Array = rows[self.field] if self.seat is None else rows[self.field][:, self.seat]
        if self.name == "winner":
            return np.maximum(winner_of(found), UNDECIDED)
        if self.field in {"cause", "creditor"}:
            # Players who have not retired have no value.
            return np.where(rows["out_at"][:, self.seat] < 0, -1, found).astype(np.int8)
        return found

    def values(self, rows: Records) -> list[Any]:
        """Return the column as plain values: words where it has any, None for an empty cell."""
        found = self.numbers(rows).tolist()
        if self.words is not None:
            words = self.words
            return [None if each == self.nothing else words[each] for each in found]
        return [None if each == self.nothing else each for each in found]


def cells(columns: Sequence[str], players: int) -> Iterator[FlatColumn]:
    """Return the flat columns of a batch that keeps these columns, in order."""
    endings = {0: "cap", **ENDING.words}
    causes = {0: "resigned", **CAUSE.words}
    creditors = {**{seat: str(seat) for seat in range(SEATS)}, BANK: "bank", EACH: "each"}
    for name in columns:
        if name == "winner":
            yield FlatColumn("winner", "winners", nothing=UNDECIDED)
            yield FlatColumn("winners", "winners")
        elif name == "ended":
            yield FlatColumn("ended", "ended", words=endings)
        elif name == "group":
            yield FlatColumn("group", "group", words=GROUP.words, nothing=-1)
            yield FlatColumn("group_seat", "group_seat", nothing=BANK)
            yield FlatColumn("group_at", "group_at", nothing=-1)
        elif name == "worth":
            yield from (FlatColumn(f"worth_{seat}", "worth", seat) for seat in range(players))
        elif name == "bankruptcies":
            yield FlatColumn("bankruptcies", "bankruptcies")
            for seat in range(players):
                yield FlatColumn(f"cause_{seat}", "cause", seat, causes, -1)
                yield FlatColumn(f"creditor_{seat}", "creditor", seat, creditors, -1)
                yield FlatColumn(f"out_at_{seat}", "out_at", seat, nothing=-1)
        else:
            yield FlatColumn(name, name)
