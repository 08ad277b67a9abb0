"""The driver of PostgreSQL as far as it is used here, with types: it has none of its own."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Final, Protocol, TypeAlias, cast

import asyncpg  # pyright: ignore[reportMissingTypeStubs]

Record: TypeAlias = Mapping[str, Any]
Heard: TypeAlias = Callable[[object, int, str, object], None]
_driver: Final = cast(Any, asyncpg)

UniqueViolation: Final = cast("type[Exception]", _driver.UniqueViolationError)
ForeignKeyViolation: Final = cast("type[Exception]", _driver.ForeignKeyViolationError)
FAILURES: Final = (
    OSError,
    TimeoutError,
    cast("type[Exception]", _driver.PostgresError),
    cast("type[Exception]", _driver.InterfaceError),
    cast("type[Exception]", _driver.InternalClientError),
)
"""What the driver raises when the database refuses, does not answer or is gone."""


class Connection(Protocol):
    """A connection."""

    async def fetch(self, query: str, *args: object) -> list[Record]:
        """All rows."""
        ...

    async def fetchrow(self, query: str, *args: object) -> Record | None:
        """The first row."""
        ...

    async def fetchval(self, query: str, *args: object) -> object:
        """The first value of the first row."""
        ...

    async def execute(self, query: str, *args: object) -> str:
        """No rows."""
        ...

    async def executemany(self, command: str, args: Sequence[Sequence[object]]) -> None:
        """A statement for each row of arguments."""
        ...

    def transaction(self) -> AbstractAsyncContextManager[None]:
        """All or nothing."""
        ...

    async def add_listener(self, channel: str, callback: Heard) -> None:
        """Be told."""
        ...

    def terminate(self) -> None:
        """Hang up without a word."""
        ...


class Pool(Protocol):
    """Connections that are used again."""

    def acquire(self, *, timeout: float) -> AbstractAsyncContextManager[Connection]:
        """One of them, for a while."""
        ...

    async def close(self) -> None:
        """Wait until all are given back, and hang up."""
        ...

    def terminate(self) -> None:
        """Hang up at once."""
        ...


async def connect(url: str, *, patience: float, longest: float | None = None) -> Connection:
    """A connection of one's own, on which a question takes no longer than this."""
    return cast(Connection, await _driver.connect(url, timeout=patience, command_timeout=longest or patience))


async def make_pool(url: str, *, size: int, patience: float) -> Pool:
    """A pool."""
    made = await _driver.create_pool(url, min_size=1, max_size=size, timeout=patience, command_timeout=patience)
    return cast(Pool, made)
