"""Administration of a server's tables: list, inspect, export, delete, prune, back up, restore.

It works on the store directly. A server may run, except with SQLite.
"""

import time
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import msgspec

from ventnor.server import protocol, snapshot
from ventnor.server.export import replay_of
from ventnor.server.protocol import AnyEntry, Table
from ventnor.server.session import Session
from ventnor.server.snapshot import TableSettings
from ventnor.server.store import SQLITE, make_store
from ventnor.server.store.contract import EntryRow, Head, Status, Store, TokenRow
from ventnor.server.store.private import open_private
from ventnor.server.visible import visible_table

ALL: Final[tuple[Status, ...]] = ("lobby", "starting", "playing", "paused", "over", "closed")
MOST: Final = 1_000_000
FIRST_LINE: Final = b'{"ventnor": "backup", "format": 1}\n'


class BadBackup(ValueError):
    """A file is not a backup; the message says why."""


class NoTable(LookupError):
    """There is no such table."""

    def __init__(self, table: str) -> None:
        super().__init__(f"there is no table {table}")


def is_missing(database: str) -> bool:
    """Return whether a database is a file that does not exist. Opening it would create one."""
    return database.startswith(SQLITE) and not Path(database[len(SQLITE) :]).exists()


@asynccontextmanager
async def opened(database: str) -> AsyncGenerator[Store]:
    """Return the store for a database URL. Raises `BadDatabase`."""
    store = make_store(database)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def session_of(head: Head) -> Session:
    """Return a table from its stored head."""
    setting = msgspec.json.decode(head.setting, type=TableSettings)
    state = snapshot.decode(head.position, head.progress)
    state.position = ""  # nobody plays on, so the game itself is not needed
    return Session(head.id, head.created, setting, head.seed, state, head.seq)


async def find(store: Store, table: str) -> Head:
    """Return a table. Raises `NoTable`."""
    head = await store.head(table)
    if head is None:
        raise NoTable(table)
    return head


async def briefs(store: Store, statuses: Sequence[Status] = ALL) -> list[protocol.Brief]:
    """Return all tables, newest first."""
    return [msgspec.json.decode(each.brief, type=protocol.Brief) for each in await store.heads(statuses, limit=MOST)]


async def inspect(store: Store, table: str) -> Table:
    """Return what is public about a table."""
    return visible_table(session_of(await find(store, table)))


async def export(store: Store, table: str) -> str:
    """Return a table's game so far as a replay file. It has the seed only if the game is over."""
    head = await find(store, table)
    rows = await store.rows(table)
    entries = [msgspec.json.decode(row.body, type=AnyEntry) for row in rows]
    return replay_of(session_of(head), entries).dumps()


async def prune(store: Store, days: float, statuses: Sequence[Status]) -> list[str]:
    """Delete tables that are idle for so many days, and return their ids."""
    found = await store.stale(time.time() - days * 86_400, statuses)
    for table in found:
        await store.delete(table)
    return found


class BackupLine(msgspec.Struct, frozen=True):
    """A line of a backup: a table with everything about it."""

    head: Head
    rows: list[EntryRow]
    tokens: list[TokenRow]


async def back_up(store: Store, path: Path) -> int:
    """Write all tables, entries and hashes of secrets to a file, seeds included. Return the number of tables."""
    heads = await store.heads(ALL, limit=MOST)
    draft = path.with_name(f"{path.name}.part")
    try:
        draft.unlink(missing_ok=True)  # an old temporary file may have another mode
        with open_private(draft, "wb") as file:
            file.write(FIRST_LINE)
            for head in reversed(heads):
                rows = [row for row in await store.rows(head.id) if row.seq <= head.seq]
                file.write(msgspec.json.encode(BackupLine(head, rows, await store.tokens(head.id))) + b"\n")
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    return len(heads)


async def restore(store: Store, path: Path) -> tuple[int, int]:
    """Read a backup. Return how many tables were new and how many existed. Raises `BadBackup` before any change."""
    for _ in tables_in(path):
        pass  # read the whole file once before storing anything
    made = known = 0
    for kept in tables_in(path):
        if await store.create(kept.head, kept.rows, kept.tokens):
            made += 1
        else:
            known += 1
    return made, known


def tables_in(path: Path) -> Iterator[BackupLine]:
    """Yield the tables of a backup. Raises `BadBackup`."""
    with path.open("rb") as file:
        if file.readline() != FIRST_LINE:
            raise BadBackup("this is not a backup of a known version")
        for number, line in enumerate(file, 2):
            try:
                kept = msgspec.json.decode(line, type=BackupLine)
            except msgspec.DecodeError as error:
                raise BadBackup(f"line {number} is not a table: {error}") from None
            if [row.seq for row in kept.rows] != list(range(1, kept.head.seq + 1)):
                raise BadBackup(
                    f"line {number}: the entries of table {kept.head.id} are not all there, or not in order"
                )
            yield kept
