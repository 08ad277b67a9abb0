"""The sums of a batch over its games, whichever columns it keeps.

All are whole numbers, so that it does not matter in which order they are added.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ventnor.batch.column import Records
from ventnor.event import BY_CODE
from ventnor.kernel.codes import COLOURS, KINDS_OF_EVENT, SEATS, SPACES, STOCK

Counts = npt.NDArray[np.int64]

PARTS: Final = 840
"""The parts that a win counts: any number of seats up to eight can share them evenly."""
ENDINGS: Final = 5
CAUSES: Final = 6


def zeros(count: int) -> Counts:
    """Return this many sums, all zero."""
    return np.zeros(count, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class Sums:
    """Sums over all games of a batch. Arrays are by the number of the space, the seat or the code."""

    games: int
    decided: int
    throws: int
    squared_throws: int
    turns: int
    plies: int
    bankruptcies: int
    win_parts: Counts
    """Parts of wins by seat: 840 for each game, divided among its winners."""
    endings: Counts
    """Games by how they ended, the cap first."""
    causes: Counts
    """Bankruptcies by the cause of the debt; first those without one, who resigned."""
    groups: Counts
    """Games by the colour group that was complete first."""
    tally: Counts
    """Events by their code."""
    landings: Counts
    """How often a token came to each space by a throw or a card, including spaces that moved it on."""
    rent: Counts
    """Rent paid in cash for each deed, in dollars."""
    stock: Counts
    """Throws after which the Bank had 0, 1, … 32 houses left."""

    @classmethod
    def nothing(cls) -> "Sums":
        """Return the sums of no game."""
        sizes = (SEATS, ENDINGS, CAUSES, COLOURS, KINDS_OF_EVENT, SPACES, SPACES, STOCK + 1)
        return cls(0, 0, 0, 0, 0, 0, 0, *map(zeros, sizes))

    @classmethod
    def of(cls, results: Records, players: int, sink: np.void) -> "Sums":
        """Return the sums of some games and of the sink that they were played with."""
        winners = results["winners"].astype(np.int64)
        won = winners[:, None] >> np.arange(SEATS) & 1
        shares = PARTS // np.maximum(won.sum(axis=1), 1)
        throws = results["throws"].astype(np.int64)
        retired = results["out_at"][:, :players] >= 0
        return cls(
            games=len(results),
            decided=int(np.count_nonzero(winners)),
            throws=int(throws.sum()),
            squared_throws=int((throws * throws).sum()),
            turns=int(results["turns"].sum(dtype=np.int64)),
            plies=int(results["plies"].sum(dtype=np.int64)),
            bankruptcies=int(results["bankruptcies"].sum(dtype=np.int64)),
            win_parts=(won * shares[:, None]).sum(axis=0),
            endings=np.bincount(results["ended"], minlength=ENDINGS),
            causes=np.bincount(results["cause"][:, :players][retired], minlength=CAUSES),
            groups=np.bincount(results["group"][results["group"] >= 0], minlength=COLOURS),
            tally=sink["tally"].copy(),
            landings=sink["landings"].copy(),
            rent=sink["rent"].copy(),
            stock=sink["stock"].copy(),
        )

    def __add__(self, other: "Sums") -> "Sums":
        return Sums(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sums) and self.to_json() == other.to_json()

    __hash__ = None  # pyright: ignore[reportAssignmentType]  # arrays can be changed

    @property
    def events(self) -> Mapping[str, int]:
        """Return how often each kind of event happened."""
        return {made.name: int(self.tally[code]) for code, made in sorted(BY_CODE.items())}

    def to_json(self) -> dict[str, Any]:
        """Return the sums as a plain mapping."""
        plain = {each.name: getattr(self, each.name) for each in fields(self)}
        return {name: each if isinstance(each, int) else each.tolist() for name, each in plain.items()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Sums":
        """Read sums that `to_json` wrote."""
        made: dict[str, Any] = {
            name: np.array(each, np.int64) if isinstance(each, list) else int(each) for name, each in data.items()
        }
        return cls(**made)
