"""The stored state of a table: all that its next entry depends on, so a server need not read the whole record."""

from msgspec import Struct, json

from ventnor.rulebook.edition import EditionName, VariantName
from ventnor.server.protocol import (
    Absence,
    AnyEntry,
    Clock,
    Manner,
    NatureOf,
    Outcome,
    Piece,
    SeatKind,
    Status,
    Viewers,
)
from ventnor.server.store.contract import EntryRow


class SeatState(Struct):
    """A seat."""

    name: str = ""
    kind: SeatKind = "open"
    piece: Piece | None = None
    """Empty while the seat is free, and in games from before pieces could be chosen."""
    bot: str = ""
    away: bool = False
    muted: bool = False
    always_ask: bool = False
    commitment: str = ""
    """The hash of the player's nonce."""
    nonce: str = ""
    """The player's nonce, once revealed. It is published when the game begins."""
    key: str = ""
    """Identifies this player's stay in the seat. Secrets of an earlier player do not work."""

    @property
    def is_played_by_bot(self) -> bool:
        """Return whether a bot plays the seat now."""
        return self.kind == "bot" or self.away


class TableSettings(Struct, frozen=True):
    """The settings of a table, fixed when it was created."""

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
    """The host's seat; -1 for a host without a seat."""
    chances: Viewers = "nobody"
    coach: bool = False
    nature: NatureOf = "auto"


class PlyState(Struct):
    """What plies change of a table's state, besides the position. It is stored more often than the rest."""

    ply: int
    digest: str
    drawn: int
    retired: list[int]
    banks: list[float]
    charged: float
    hammer: float | None
    auction: str
    hour: float | None
    hurry: bool


class Snapshot(Struct):
    """The state of a table after its last entry."""

    places: list[SeatState]
    status: Status = "lobby"
    reveal_by: float | None = None
    """Until when the server waits for nonces, while the table is starting."""
    spent: list[str] = []
    """Commitments of the games that this one is a rematch of. None of them may come again."""
    ply: int = 0
    began: float | None = None
    position: str = ""
    """The position as JSON."""
    digest: str = ""
    drawn: int = 0
    """Words used of the stream of the dice."""
    retired: list[int] = []
    banks: list[float] = []
    charged: float = 0
    """The time up to which the clocks have been deducted."""
    hammer: float | None = None
    auction: str = ""
    """The item and the bid that the auction timer runs for."""
    hour: float | None = None
    paused: float | None = None
    """When the game was paused; None if it is not."""
    outcome: Outcome | None = None
    rematch: str | None = None
    rules: int = 0
    version: str = ""
    pace: float | None = None
    """The pace of the bots that the host set during the game; None while it is the one in the settings."""
    hurry: bool = False
    """Whether the bots hurry until a person decides."""
    seq: int = 0
    """The entry after which the position was written."""
    host: int | None = None
    """The seat that took over hosting; None while the host is the one in the settings."""


def row_of(entry: AnyEntry, command: str | None = None) -> EntryRow:
    """Return the row to store for an entry."""
    return EntryRow(entry.seq, json.encode(entry), command)


def encode(snapshot: Snapshot) -> bytes:
    """Return the state as it is stored."""
    return json.encode(snapshot)


def encode_progress(snapshot: Snapshot) -> bytes:
    """Return what plies change of the state as it is stored."""
    each = snapshot
    return json.encode(
        PlyState(
            each.ply,
            each.digest,
            each.drawn,
            each.retired,
            each.banks,
            each.charged,
            each.hammer,
            each.auction,
            each.hour,
            each.hurry,
        )
    )


def decode(position: bytes, progress: bytes = b"") -> Snapshot:
    """Return the state from its stored form."""
    found = json.decode(position, type=Snapshot)
    if progress:
        moved = json.decode(progress, type=PlyState)
        for name in PlyState.__struct_fields__:
            setattr(found, name, getattr(moved, name))
    return found
