"""What whoever runs a server does with its tables: list, inspect, export, delete, prune, back up, restore.

Works on the store directly, with or without a server; an SQLite file must not be in use by one.
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
from ventnor.server.sight import see_table
from ventnor.server.sitting import Sitting
from ventnor.server.snapshot import Setting
from ventnor.server.store import SQLITE, make_store
from ventnor.server.store.contract import Head, Row, Status, Store, TokenRow

ALL: Final[tuple[Status, ...]] = ("lobby", "playing", "paused", "over", "closed")
MOST: Final = 1_000_000
FIRST_LINE: Final = b'{"ventnor": "backup", "format": 1}\n'


class BadBackup(ValueError):
    """A file that is no backup, in a sentence."""


class NoTable(LookupError):
    """There is no such table."""

    def __init__(self, table: str) -> None:
        super().__init__(f"there is no table {table}")


def is_missing(database: str) -> bool:
    """Whether a database is a file that is not there: opening it would make one."""
    return database.startswith(SQLITE) and not Path(database[len(SQLITE) :]).exists()


@asynccontextmanager
async def opened(database: str) -> AsyncGenerator[Store]:
    """The store of an address. Raises `BadDatabase`."""
    store = make_store(database)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def sitting_of(head: Head) -> Sitting:
    """A table from what is kept of it."""
    setting = msgspec.json.decode(head.setting, type=Setting)
    return Sitting(head.id, head.created, setting, head.seed, snapshot.decode(head.position), head.seq)


async def find(store: Store, table: str) -> Head:
    """A table. Raises `NoTable`."""
    head = await store.head(table)
    if head is None:
        raise NoTable(table)
    return head


async def briefs(store: Store, statuses: Sequence[Status] = ALL) -> list[protocol.Brief]:
    """All tables, newest first."""
    return [msgspec.json.decode(each.brief, type=protocol.Brief) for each in await store.heads(statuses, limit=MOST)]


async def inspect(store: Store, table: str) -> Table:
    """A table as everybody may know it."""
    return see_table(sitting_of(await find(store, table)))


async def export(store: Store, table: str) -> str:
    """A table's game so far as a replay file; with the seed only if the game is over."""
    head = await find(store, table)
    rows = await store.rows(table)
    entries = [msgspec.json.decode(row.body, type=AnyEntry) for row in rows]
    return replay_of(sitting_of(head), entries).dumps()


async def prune(store: Store, days: float, statuses: Sequence[Status]) -> list[str]:
    """Forget the tables that nothing happened at for so many days; which."""
    found = await store.stale(time.time() - days * 86_400, statuses)
    for table in found:
        await store.delete(table)
    return found


class Kept(msgspec.Struct, frozen=True):
    """A line of a backup: a table with everything about it."""

    head: Head
    rows: list[Row]
    tokens: list[TokenRow]


async def back_up(store: Store, path: Path) -> int:
    """Write every table, its entries and the hashes of its secrets into a file; how many tables. It holds seeds."""
    heads = await store.heads(ALL, limit=MOST)
    draft = path.with_name(f"{path.name}.part")
    try:
        with draft.open("wb") as file:
            file.write(FIRST_LINE)
            for head in reversed(heads):
                rows = [row for row in await store.rows(head.id) if row.seq <= head.seq]
                file.write(msgspec.json.encode(Kept(head, rows, await store.tokens(head.id))) + b"\n")
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    return len(heads)


async def restore(store: Store, path: Path) -> tuple[int, int]:
    """Read a backup; how many tables were new and how many were there already. Raises `BadBackup`, and does nothing."""
    for _ in tables_in(path):
        pass  # all of it is read once before any of it is kept
    made = known = 0
    for kept in tables_in(path):
        if await store.create(kept.head, kept.rows, kept.tokens):
            made += 1
        else:
            known += 1
    return made, known


def tables_in(path: Path) -> Iterator[Kept]:
    """The tables of a backup. Raises `BadBackup`."""
    with path.open("rb") as file:
        if file.readline() != FIRST_LINE:
            raise BadBackup("this is no backup of a version that is known here")
        for number, line in enumerate(file, 2):
            try:
                kept = msgspec.json.decode(line, type=Kept)
            except msgspec.DecodeError as error:
                raise BadBackup(f"line {number} is no table: {error}") from None
            if [row.seq for row in kept.rows] != list(range(1, kept.head.seq + 1)):
                raise BadBackup(
                    f"line {number}: the entries of table {kept.head.id} are not all there, or not in order"
                )
            yield kept
