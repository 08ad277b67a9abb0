"""Types for the parts of asyncpg that we use: it has none of its own."""

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
"""The exceptions that asyncpg raises when the database refuses, does not answer or is gone."""


class Connection(Protocol):
    """A connection."""

    async def fetch(self, query: str, *args: object) -> list[Record]:
        """Return all rows."""
        ...

    async def fetchrow(self, query: str, *args: object) -> Record | None:
        """Return the first row."""
        ...

    async def fetchval(self, query: str, *args: object) -> object:
        """Return the first value of the first row."""
        ...

    async def execute(self, query: str, *args: object) -> str:
        """Execute a statement without a result."""
        ...

    async def executemany(self, command: str, args: Sequence[Sequence[object]]) -> None:
        """Execute a statement for each row of arguments."""
        ...

    def transaction(self) -> AbstractAsyncContextManager[None]:
        """Begin a transaction."""
        ...

    async def add_listener(self, channel: str, callback: Heard) -> None:
        """Call a function on notifications."""
        ...

    def terminate(self) -> None:
        """Close the connection at once."""
        ...


class Pool(Protocol):
    """A pool of connections."""

    def acquire(self, *, timeout: float) -> AbstractAsyncContextManager[Connection]:
        """Borrow a connection."""
        ...

    async def close(self) -> None:
        """Wait until all connections are returned, and close them."""
        ...

    def terminate(self) -> None:
        """Close all connections at once."""
        ...


async def connect(url: str, *, patience: float, longest: float | None = None) -> Connection:
    """Open a connection with a timeout for commands."""
    return cast(Connection, await _driver.connect(url, timeout=patience, command_timeout=longest or patience))


async def make_pool(url: str, *, size: int, patience: float) -> Pool:
    """Create a pool."""
    made = await _driver.create_pool(url, min_size=1, max_size=size, timeout=patience, command_timeout=patience)
    return cast(Pool, made)
