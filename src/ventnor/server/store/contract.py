"""The contract of a store. `tests/server/test_store.py` tests every store against it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

Status: TypeAlias = Literal["lobby", "starting", "playing", "paused", "over", "closed"]
Notice: TypeAlias = Callable[[str], None]
"""Called with a table that another process has taken over or deleted, or with "" when notices may have been lost."""


class BadDatabase(ValueError):
    """A database cannot be used; the message says why."""


class StoreBusy(Exception):
    """The store did not answer. Only reading again shows whether something was stored."""


@dataclass(frozen=True, slots=True)
class EntryRow:
    """A stored entry: its number, the command that it answers, and its text."""

    seq: int
    body: bytes
    command: str | None = None
    """Set on the first entry of a command. A table accepts each command once."""


@dataclass(frozen=True, slots=True)
class Head:
    """What is stored of a table besides its entries: its settings and its state."""

    id: str
    created: float
    setting: bytes
    seed: bytes
    open: bool
    status: Status = "lobby"
    seq: int = 0
    updated: float = 0
    position: bytes = b""
    """The table's state after one of the last entries. If it is empty, `append` keeps the one that is stored."""
    brief: bytes = b""
    """What a list of tables shows about it."""
    holder: str = ""
    """The process that the table belongs to."""
    epoch: int = 0
    """How often the table has changed hands. Entries are appended only under the present number, so a process that
    lost the table without noticing cannot append to it."""
    progress: bytes = b""
    """What has changed since `position`, besides what the entries after it say."""


@dataclass(frozen=True, slots=True)
class Ownership:
    """The answer to a process that wanted a table: the table, whose `holder` is the process that has it now."""

    head: Head
    away: float | None = None
    """For how many seconds nobody had the table, if it has just changed hands; otherwise None."""


@dataclass(frozen=True, slots=True)
class TokenRow:
    """A secret: its hash, and the seat and scopes it gives."""

    hash: str
    table: str
    seat: int
    scopes: str


class Store(Protocol):
    """A store of tables. Every method may raise `StoreBusy`; a retry may succeed."""

    name: str
    is_shared: bool
    """Whether several processes may use the database at once."""

    async def open(self) -> None:
        """Open the store and upgrade its schema. Raises `BadDatabase`."""
        ...

    async def close(self) -> None:
        """Finish pending work and close."""
        ...

    async def create(self, head: Head, rows: Sequence[EntryRow], tokens: Sequence[TokenRow]) -> bool:
        """Store a new table. Return False if the id is taken."""
        ...

    async def append(self, head: Head, rows: Sequence[EntryRow], tokens: Sequence[TokenRow] = ()) -> bool:
        """Store the next entries and the table's state after them, all or nothing, durably.

        `head.seq` is the number of the last row. Return False, with nothing stored, if a number or command is taken, or
        if the table has changed hands since `head.epoch`.
        """
        ...

    async def head(self, table: str) -> Head | None:
        """Return a table without its entries."""
        ...

    async def rows(self, table: str, after: int = 0) -> list[EntryRow]:
        """Return the entries after a number, in order."""
        ...

    async def find(self, table: str, command: str) -> int | None:
        """Return the number of the first entry of a command."""
        ...

    async def token(self, table: str, hashed: str) -> TokenRow | None:
        """Return the stored row of a secret at a table."""
        ...

    async def tokens(self, table: str) -> list[TokenRow]:
        """Return all secrets of a table."""
        ...

    async def add_token(self, token: TokenRow) -> None:
        """Store another secret."""
        ...

    async def heads(self, statuses: Sequence[Status], *, open_only: bool = False, limit: int = 100) -> list[Head]:
        """Return the tables in these states, newest first."""
        ...

    async def ids(self, statuses: Sequence[Status]) -> list[str]:
        """Return the ids of all tables in these states."""
        ...

    async def named(self, beginning: str, statuses: Sequence[Status]) -> list[str]:
        """Return the ids with this prefix of tables in these states."""
        ...

    async def delete(self, table: str) -> bool:
        """Delete a table and everything about it. Return False if there is none."""
        ...

    async def review(self, table: str, kind: str, made_by: str) -> bytes | None:
        """Return the stored review of a finished game, if it was made by the same version."""
        ...

    async def keep_review(self, table: str, kind: str, made_by: str, body: bytes) -> None:
        """Store a review of a finished game in place of an older one. Deleting the table deletes it."""
        ...

    async def stale(self, before: float, statuses: Sequence[Status]) -> list[str]:
        """Return the tables in these states that are idle since a time."""
        ...

    async def renew(self, worker: str, address: str, seconds: float) -> dict[str, str]:
        """Note that a process lives for so many seconds more. Return the addresses of all living processes."""
        ...

    async def bury(self, worker: str) -> None:
        """Note that a process has ended. Its tables are free at once."""
        ...

    async def claim(self, table: str, worker: str, *, by_force: bool = False) -> Ownership | None:
        """Give a table to a process unless it belongs to another living one. Return None if there is no such table.

        With `by_force` it is taken from a living process too, which then cannot append to it any more.
        """
        ...

    async def vacant(self, worker: str) -> list[str]:
        """Return the tables being played whose process has ended."""
        ...

    async def check(self) -> None:
        """Write and commit something. Raises `StoreBusy` if that fails, for example because the disk is full."""
        ...

    def listen(self, notice: Notice) -> None:
        """Call a function when another process takes a table over or deletes one."""
        ...


def time_lost(now: float, until: float, seconds: float) -> float:
    """Return how long ago a process renewed its lease of so many seconds for the last time."""
    return max(0.0, now - (until - seconds))
