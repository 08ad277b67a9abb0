"""The contract of a store. `tests/server/test_store.py` tests every store against it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

Status: TypeAlias = Literal["lobby", "starting", "playing", "paused", "over", "closed"]
Notice: TypeAlias = Callable[[str, str, int], None]
"""Told of a table that was appended to ("", table, number of the last entry), or of what was published (text, "", 0).
Nothing at all: something may have been missed."""


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
    """The game after the last entry; empty before the start."""
    brief: bytes = b""
    """What a list of tables shows about it."""


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
    """Whether several processes may use the database at once; `publish` reaches them."""

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
        """Keep entries that follow the last one, and where the table stands then, all or nothing, for good.

        `head.seq` is the number of the last of `rows`. False: the numbers are taken, or the command; nothing was kept.
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

    async def stale(self, before: float, statuses: Sequence[Status]) -> list[str]:
        """Return the tables in these states that are idle since a time."""
        ...

    async def take_lease(self, table: str, holder: str, seconds: float) -> float | None:
        """Take or renew the lease to run a table's bots and clocks.

        Return None if another holder has it. Otherwise return for how many seconds nobody had it (0 if the holder had
        it already).
        """
        ...

    async def vacant(self, holder: str) -> list[str]:
        """Return the tables being played that no other holder runs."""
        ...

    async def renew_leases(self, holder: str, seconds: float) -> set[str]:
        """Renew all leases of a holder and return their tables."""
        ...

    async def drop_leases(self, holder: str) -> None:
        """Give up all leases of a holder."""
        ...

    async def check(self) -> None:
        """Write and commit something. Raises `StoreBusy` if that fails, for example because the disk is full."""
        ...

    async def publish(self, text: str) -> None:
        """Send the other processes something that is not stored."""
        ...

    def listen(self, notice: Notice) -> None:
        """Call a function when other processes append or publish."""
        ...


def time_lost(now: float, holder: str, seconds: float, before: str, until: float) -> float:
    """Return for how long nobody ran a table whose lease another holder had. Without a holder it was given up."""
    if before == holder:
        return 0.0
    return max(0.0, now - (until - seconds if before else until))
