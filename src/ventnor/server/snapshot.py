"""A table as it is kept: all that its next entry depends on, so that no server ever has to read the whole record."""

from msgspec import Struct, json

from ventnor.server.protocol import (
    Absence,
    AnyEntry,
    Clock,
    EditionName,
    Manner,
    Outcome,
    Piece,
    SeatKind,
    Status,
    VariantName,
)
from ventnor.server.store.contract import Row


class Place(Struct):
    """A seat."""

    name: str = ""
    kind: SeatKind = "open"
    piece: Piece | None = None
    """Nothing while it is free, and in games that began before there was a choice."""
    bot: str = ""
    away: bool = False
    muted: bool = False
    always_ask: bool = False
    nonce: str = ""
    key: str = ""
    """Tells whoever sits here from whoever sat here before: the secrets of the one are not the other's."""

    @property
    def is_played_by_bot(self) -> bool:
        """Whether a bot decides for it now."""
        return self.kind == "bot" or self.away


class Setting(Struct, frozen=True):
    """What was agreed when the table was made."""

    seats: int
    edition: EditionName
    variant: VariantName
    options: dict[str, bool | int | str | None]
    manner: Manner
    title: str
    open: bool
    spectators: bool
    clock: Clock
    absence: Absence
    pace: float
    grace: float
    host: int
    """The host's seat; -1 for one who only watches."""


class Snapshot(Struct):
    """Where a table stands after its last entry."""

    places: list[Place]
    status: Status = "lobby"
    ply: int = 0
    began: float | None = None
    position: str = ""
    """The game, as text in JSON."""
    digest: str = ""
    drawn: int = 0
    """Words taken from the stream of the dice."""
    retired: list[int] = []
    banks: list[float] = []
    charged: float = 0
    """Up to when the clocks are settled."""
    hammer: float | None = None
    lot: str = ""
    """What the hammer is about to fall on."""
    hour: float | None = None
    paused: float | None = None
    """Since when."""
    outcome: Outcome | None = None
    rematch: str | None = None
    rules: int = 0
    version: str = ""


def row_of(entry: AnyEntry, command: str | None = None) -> Row:
    """An entry as it is kept."""
    return Row(entry.seq, json.encode(entry), command)


def encode(snapshot: Snapshot) -> bytes:
    """As it is kept."""
    return json.encode(snapshot)


def decode(kept: bytes) -> Snapshot:
    """From what was kept."""
    return json.decode(kept, type=Snapshot)
