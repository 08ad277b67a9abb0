"""What a store promises, whichever it is; `tests/server/test_store.py` holds each to it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

Status: TypeAlias = Literal["lobby", "playing", "paused", "over", "closed"]
Notice: TypeAlias = Callable[[str, str, int], None]
"""Told of a table that was appended to ("", table, number of the last entry), or of what was published (text, "", 0).
Nothing at all: something may have been missed."""


class BadDatabase(ValueError):
    """A database that cannot be used, in a sentence."""


class StoreBusy(Exception):
    """The store did not answer. Whether something was kept is known only after reading again."""


@dataclass(frozen=True, slots=True)
class Row:
    """An entry as it is kept: its number, the command that it answers, and its text."""

    seq: int
    body: bytes
    command: str | None = None
    """On the first entry that a command made; a table takes each only once."""


@dataclass(frozen=True, slots=True)
class Head:
    """What is kept of a table beside its entries: how it was set up, and where it stands."""

    id: str
    created: float
    setting: bytes
    seed: bytes
    open: bool
    status: Status = "lobby"
    seq: int = 0
    updated: float = 0
    position: bytes = b""
    """The game as it stands after the last entry; empty before the start."""
    brief: bytes = b""
    """What a list of tables shows of it."""


@dataclass(frozen=True, slots=True)
class TokenRow:
    """A secret: its hash, and what it opens."""

    hash: str
    table: str
    seat: int
    scopes: str


class Store(Protocol):
    """A place to keep tables. Every method may raise `StoreBusy`; then a later one may well succeed."""

    name: str

    async def open(self) -> None:
        """Make ready: bring the schema up to date. Raises `BadDatabase`."""
        ...

    async def close(self) -> None:
        """Finish what was begun and let go."""
        ...

    async def create(self, head: Head, rows: Sequence[Row], tokens: Sequence[TokenRow]) -> bool:
        """Keep a new table. False: the id is taken."""
        ...

    async def append(self, head: Head, rows: Sequence[Row], tokens: Sequence[TokenRow] = ()) -> bool:
        """Keep entries that follow the last one, and where the table stands then, all or nothing, for good.

        `head.seq` is the number of the last of `rows`. False: the numbers are taken, or the command; nothing was kept.
        """
        ...

    async def head(self, table: str) -> Head | None:
        """A table without its entries."""
        ...

    async def rows(self, table: str, after: int = 0) -> list[Row]:
        """The entries after a number, in order."""
        ...

    async def find(self, table: str, command: str) -> int | None:
        """The number of the first entry that a command made."""
        ...

    async def token(self, table: str, hashed: str) -> TokenRow | None:
        """What a secret opens at a table."""
        ...

    async def tokens(self, table: str) -> list[TokenRow]:
        """All secrets of a table."""
        ...

    async def add_token(self, token: TokenRow) -> None:
        """Keep a further secret."""
        ...

    async def heads(self, statuses: Sequence[Status], *, open_only: bool = False, limit: int = 100) -> list[Head]:
        """Tables in these states, newest first."""
        ...

    async def ids(self, statuses: Sequence[Status]) -> list[str]:
        """The ids of all tables in these states."""
        ...

    async def named(self, beginning: str, statuses: Sequence[Status]) -> list[str]:
        """The ids of the tables in these states that begin like this."""
        ...

    async def delete(self, table: str) -> bool:
        """Forget a table and everything about it. False: there is none."""
        ...

    async def stale(self, before: float, statuses: Sequence[Status]) -> list[str]:
        """The tables in these states that nothing happened at since a time."""
        ...

    async def take_lease(self, table: str, holder: str, seconds: float) -> float | None:
        """Become the one who runs a table's bots and clocks, or go on being it. None: another one is.

        Otherwise for how many seconds nobody was (0 if that was oneself).
        """
        ...

    async def vacant(self, holder: str) -> list[str]:
        """The tables being played that nobody but this holder runs."""
        ...

    async def renew_leases(self, holder: str, seconds: float) -> set[str]:
        """Go on with all of one's leases; the tables they are for."""
        ...

    async def drop_leases(self, holder: str) -> None:
        """Let go of all of one's leases."""
        ...

    async def publish(self, text: str) -> None:
        """Tell the other processes something that is not kept."""
        ...

    def listen(self, notice: Notice) -> None:
        """Be told what other processes did."""
        ...


def time_lost(now: float, holder: str, seconds: float, before: str, until: float) -> float:
    """For how long nobody ran a table whose lease was another's until then; without a holder it was given back."""
    if before == holder:
        return 0.0
    return max(0.0, now - (until - seconds if before else until))
