"""A store in PostgreSQL, which several servers share.

Waiting appends of all tables are one statement: for each table it advances the table's number and inserts the entries,
or does nothing if the number or the epoch has changed. The database's clock decides whether a process lives. If the
database does not answer in time, `StoreBusy` is raised, and the next call gets a new connection.
"""

import asyncio
import contextlib
import logging
import zlib
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Sequence
from dataclasses import fields, replace
from typing import Any, Final, cast

from sqlalchemy import Executable
from sqlalchemy.engine import Row as SqlRow
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from ventnor.server import failpoints
from ventnor.server.store import query
from ventnor.server.store.asyncpg_types import (
    FAILURES,
    Connection,
    ForeignKeyViolation,
    Pool,
    Record,
    UniqueViolation,
    connect,
    make_pool,
)
from ventnor.server.store.contract import (
    BadDatabase,
    EntryRow,
    Head,
    Notice,
    Ownership,
    Status,
    StoreBusy,
    TokenRow,
    time_lost,
)
from ventnor.server.store.migration import migrate

LOG: Final = logging.getLogger("ventnor.server.store")
CHANNEL: Final = "ventnor"
PATIENCE: Final = 5.0
POOL: Final = 8

LARGEST_GROUP: Final = 100
APPEND: Final = """
with given as (
    select * from unnest(
        $1::text[], $2::int[], $3::int[], $4::text[], $5::int[], $6::float8[], $7::bytea[], $8::bytea[], $9::bytea[]
    ) as given (id, before, epoch, status, seq, updated, position, progress, brief)
), moved as (
    update heads
    set status=given.status, seq=given.seq, updated=given.updated, progress=given.progress, brief=given.brief,
        position=case when octet_length(given.position) = 0 then heads.position else given.position end
    from given
    where heads.id=given.id and heads.seq=given.before and heads.epoch=given.epoch
    returning heads.id
), put as (
    insert into entries (table_id, seq, body, command)
    select moved.id, each.seq, each.body, each.command
    from moved join unnest($10::text[], $11::int[], $12::bytea[], $13::text[]) as each (id, seq, body, command)
    on each.id = moved.id
)
select id from moved
"""
DELETE: Final = """
with gone as (delete from heads where id=$1 returning id) select id, pg_notify($2, $3) from gone
"""
PUT_HEAD: Final = """
insert into heads (id, created, setting, seed, open, status, seq, updated, position, brief, holder, epoch, progress)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) on conflict do nothing returning id
"""
PUT: Final = "insert into entries (table_id, seq, body, command) values ($1, $2, $3, $4)"
PUT_TOKEN: Final = "insert into tokens (hash, table_id, seat, scopes) values ($1, $2, $3, $4)"
PUT_REVIEW: Final = """
insert into reviews (table_id, kind, made_by, body) values ($1, $2, $3, $4)
on conflict (table_id, kind) do update set made_by=excluded.made_by, body=excluded.body
"""
READ: Final = "select seq, body, command from entries where table_id=$1 and seq>$2 order by seq"
FIND: Final = "select seq from entries where table_id=$1 and command=$2"
TOKEN: Final = "select hash, seat, scopes from tokens where table_id=$1 and hash=$2"
NOW: Final = "extract(epoch from clock_timestamp())::float8"
LIVES: Final = f"""
insert into workers (id, address, until, seconds) values ($1, $2, {NOW} + $3, $3)
on conflict (id) do update set until=excluded.until, seconds=excluded.seconds
"""
LIVING: Final = f"select id, address from workers where until > {NOW}"
BURY: Final = f"update workers set until=least(until, {NOW}), seconds=0 where id=$1"
FORGET: Final = f"delete from workers where until < {NOW} - 60 and id not in (select holder from heads)"
SEE: Final = f"""
select heads.*, workers.until, workers.seconds, {NOW} as now
from heads left join workers on workers.id = heads.holder
where heads.id=$1 for update of heads
"""
TAKE: Final = "update heads set holder=$2, epoch=epoch + 1 where id=$1"
TELL: Final = "select pg_notify($1, $2)"
VACANT: Final = f"""
select heads.id from heads left join workers on workers.id = heads.holder and workers.until > {NOW}
where heads.status in ('starting', 'playing') and heads.holder <> $1 and workers.id is null
"""


class PostgresStore:
    """Tables in a PostgreSQL database."""

    def __init__(self, url: str) -> None:
        self.name = "postgresql"
        self.is_shared = True
        self._url = url
        self._pool: Pool | None = None
        self._engine: AsyncEngine | None = None
        self._listener: asyncio.Task[None] | None = None
        self._jobs: deque[Append] = deque()
        self._writer: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Open the store."""

        def enter() -> Awaitable[Connection]:
            return connect(self._url, patience=PATIENCE, longest=4 * PATIENCE)

        self._engine = create_async_engine("postgresql+asyncpg://", poolclass=NullPool, async_creator=enter)
        try:
            async with self._engine.begin() as connection:
                await connection.run_sync(migrate)
            self._pool = await make_pool(self._url, size=POOL, patience=PATIENCE)
            async with self._pool.acquire(timeout=PATIENCE) as connection:
                await connection.execute(FORGET)
        except (*FAILURES, SQLAlchemyError) as error:
            cause = error.orig if isinstance(error, DBAPIError) else error  # without SQLAlchemy's own prefix
            why = str(cause).removeprefix(f"{type(cause)}: ")
            raise BadDatabase(f"the database refuses the connection: {type(error).__name__}: {why}") from error
        except (TypeError, ValueError) as error:
            raise BadDatabase("the address of the database cannot be read: postgresql://USER@HOST:PORT/NAME") from error

    async def close(self) -> None:
        """Close the store."""
        if self._listener is not None:
            self._listener.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listener
            self._listener = None
        if self._pool is not None:
            try:
                await asyncio.wait_for(self._pool.close(), PATIENCE)
            except TimeoutError:
                self._pool.terminate()
            self._pool = None
        if self._engine is not None:
            await self._engine.dispose()
            self._engine = None

    @contextlib.asynccontextmanager
    async def _connection(self) -> AsyncGenerator[Connection]:
        if self._pool is None:
            raise StoreBusy("the store is closed")
        try:
            async with self._pool.acquire(timeout=PATIENCE) as connection:
                yield connection
        except FAILURES as error:
            raise StoreBusy(f"{type(error).__name__}: {error}") from error

    async def _ask(self, statement: Executable) -> list[SqlRow[Any]]:
        if self._engine is None:
            raise StoreBusy("the store is closed")
        try:
            async with self._engine.begin() as connection:
                found = await connection.execute(statement)
                return list(found.all()) if found.returns_rows else []
        except (*FAILURES, SQLAlchemyError) as error:
            raise StoreBusy(f"{type(error).__name__}") from error

    # --- the contract -------------------------------------------------------------------------------------------------
    async def create(self, head: Head, rows: Sequence[EntryRow], tokens: Sequence[TokenRow]) -> bool:
        """Store a new table."""
        values = (head.id, head.created, head.setting, head.seed, head.open, head.status, head.seq, head.updated)
        async with self._connection() as connection, connection.transaction():
            more = (head.position, head.brief, head.holder, head.epoch, head.progress)
            if await connection.fetchval(PUT_HEAD, *values, *more) is None:
                return False
            await put(connection, head.id, rows, tokens)
            return True

    async def append(self, head: Head, rows: Sequence[EntryRow], tokens: Sequence[TokenRow] = ()) -> bool:
        """Append entries."""
        failpoints.reach(failpoints.BEFORE_COMMIT)
        if tokens:
            kept = await self._append_with(head, rows, tokens)
        else:
            job = Append(head, rows, asyncio.get_running_loop().create_future())
            self._jobs.append(job)
            if self._writer is None:
                self._writer = asyncio.create_task(self._write_groups())
            kept = await job.done  # even if the caller is cancelled, a submitted write is carried out
        failpoints.reach(failpoints.AFTER_COMMIT)
        return kept

    async def _append_with(self, head: Head, rows: Sequence[EntryRow], tokens: Sequence[TokenRow]) -> bool:
        """Append entries together with secrets."""
        try:
            async with self._connection() as connection, connection.transaction():
                if not await move(connection, [(head, rows)]):
                    return False
                await put(connection, head.id, (), tokens)
                return True
        except StoreBusy as error:
            if isinstance(error.__cause__, UniqueViolation):
                return False
            raise

    async def _write_groups(self) -> None:
        """Append what waits, group by group. What arrives meanwhile is the next group."""
        while self._jobs:
            group = [self._jobs.popleft() for _ in range(min(len(self._jobs), LARGEST_GROUP))]
            await self._write_group(group)
        self._writer = None

    async def _write_group(self, group: Sequence["Append"]) -> None:
        """Append a group with one statement, or one by one if one of its commands is known already."""
        try:
            async with self._connection() as connection:
                kept = await move(connection, [(job.head, job.rows) for job in group])
        except StoreBusy as error:
            if not isinstance(error.__cause__, UniqueViolation):
                for job in group:
                    job.fail(str(error))
            elif len(group) == 1:
                group[0].finish(kept=False)
            else:
                for job in group:
                    await self._write_group([job])
            return
        except Exception as error:  # callers must learn of any error
            for job in group:
                job.fail(f"{type(error).__name__}: {error}")
            return
        for job in group:
            job.finish(kept=job.head.id in kept)

    async def head(self, table: str) -> Head | None:
        """Return a table without its entries."""
        async with self._connection() as connection:
            found = await connection.fetchrow("select * from heads where id=$1", table)
        return None if found is None else head_of(found)

    async def rows(self, table: str, after: int = 0) -> list[EntryRow]:
        """Return the entries after a number."""
        async with self._connection() as connection:
            found = await connection.fetch(READ, table, after)
        return [EntryRow(each["seq"], each["body"], each["command"]) for each in found]

    async def find(self, table: str, command: str) -> int | None:
        """Return the number of the first entry of a command."""
        async with self._connection() as connection:
            return cast("int | None", await connection.fetchval(FIND, table, command))

    async def token(self, table: str, hashed: str) -> TokenRow | None:
        """Return the stored row of a secret at a table."""
        async with self._connection() as connection:
            found = await connection.fetchrow(TOKEN, table, hashed)
        return None if found is None else TokenRow(found["hash"], table, found["seat"], found["scopes"])

    async def tokens(self, table: str) -> list[TokenRow]:
        """Return all secrets of a table."""
        return [query.read_token(each) for each in await self._ask(query.select_tokens(table))]

    async def add_token(self, token: TokenRow) -> None:
        """Store another secret."""
        await self._ask(query.insert_token(token))

    async def heads(self, statuses: Sequence[Status], *, open_only: bool = False, limit: int = 100) -> list[Head]:
        """Return the tables in these states, newest first."""
        found = await self._ask(query.select_heads(statuses, open_only=open_only, limit=limit))
        return [query.read_head(each) for each in found]

    async def ids(self, statuses: Sequence[Status]) -> list[str]:
        """Return the ids of all tables in these states."""
        return [each.id for each in await self._ask(query.select_ids(statuses))]

    async def named(self, beginning: str, statuses: Sequence[Status]) -> list[str]:
        """Return the ids with this prefix of tables in these states."""
        return [each.id for each in await self._ask(query.select_named(beginning, statuses))]

    async def delete(self, table: str) -> bool:
        """Delete a table, and notify processes that have it open."""
        async with self._connection() as connection:
            return await connection.fetchval(DELETE, table, CHANNEL, table) is not None

    async def review(self, table: str, kind: str, made_by: str) -> bytes | None:
        """Return a review."""
        found = await self._ask(query.select_review(table, kind, made_by))
        return zlib.decompress(found[0].body) if found else None

    async def keep_review(self, table: str, kind: str, made_by: str, body: bytes) -> None:
        """Keep a review, compressed. A table that is gone meanwhile keeps none."""
        packed = await asyncio.to_thread(zlib.compress, body)
        async with self._connection() as connection:
            with contextlib.suppress(ForeignKeyViolation):
                await connection.execute(PUT_REVIEW, table, kind, made_by, packed)

    async def stale(self, before: float, statuses: Sequence[Status]) -> list[str]:
        """Return the tables that are idle since a time."""
        return [each.id for each in await self._ask(query.select_stale(before, statuses))]

    async def renew(self, worker: str, address: str, seconds: float) -> dict[str, str]:
        """Note that a process lives."""
        async with self._connection() as connection:
            await connection.execute(LIVES, worker, address, seconds)
            return {str(each["id"]): str(each["address"]) for each in await connection.fetch(LIVING)}

    async def bury(self, worker: str) -> None:
        """Note that a process has ended."""
        async with self._connection() as connection:
            await connection.execute(BURY, worker)

    async def claim(self, table: str, worker: str, *, by_force: bool = False) -> Ownership | None:
        """Give a table to a process, and tell the one that had it."""
        async with self._connection() as connection, connection.transaction():
            found = await connection.fetchrow(SEE, table)
            if found is None:
                return None
            until, seconds, now = (cast(float, found[name]) for name in ("until", "seconds", "now"))
            head = head_of(found)
            is_free = found["until"] is None or until <= now
            if head.holder == worker or not (is_free or by_force):
                return Ownership(head)
            await connection.execute(TAKE, table, worker)
            await connection.execute(TELL, CHANNEL, table)
        failpoints.reach(failpoints.IN_HANDOVER)
        away = time_lost(now, until, seconds) if found["until"] is not None and is_free else 0.0
        return Ownership(replace(head, holder=worker, epoch=head.epoch + 1), away)

    async def vacant(self, worker: str) -> list[str]:
        """Return the tables being played whose process has ended."""
        async with self._connection() as connection:
            return [each["id"] for each in await connection.fetch(VACANT, worker)]

    async def check(self) -> None:
        """Commit a transaction that writes to the database's log."""
        async with self._connection() as connection:
            await connection.execute("select txid_current()")

    def listen(self, notice: Notice) -> None:
        """Call a function when another process takes a table over or deletes one."""
        self._listener = asyncio.create_task(self._hear(notice))

    async def _hear(self, notice: Notice) -> None:
        """Listen forever; report a gap after a lost connection."""

        def heard(_: object, __: int, ___: str, payload: object) -> None:
            notice(str(payload))

        while True:
            connection: Connection | None = None
            try:
                connection = await connect(self._url, patience=PATIENCE)
                await connection.add_listener(CHANNEL, heard)
                notice("")
                while True:
                    await asyncio.sleep(1)
                    await connection.fetchval("select 1")
            except FAILURES as error:
                LOG.warning("listening stopped", extra={"data": {"error": type(error).__name__}})
                await asyncio.sleep(0.5)
            finally:
                if connection is not None:
                    connection.terminate()


def head_of(row: Record) -> Head:
    """Return a table from its row. Rows from before there was a `progress` have none."""
    found = dict(row)
    found["progress"] = found["progress"] or b""
    return Head(**{each.name: found[each.name] for each in fields(Head)})


class Append:
    """A pending append, and the future to resolve after the commit."""

    def __init__(self, head: Head, rows: Sequence[EntryRow], done: "asyncio.Future[bool]") -> None:
        self.head = head
        self.rows = rows
        self.done = done

    def finish(self, *, kept: bool) -> None:
        """Tell the caller whether the entries were stored."""
        if not self.done.done():
            self.done.set_result(kept)

    def fail(self, why: str) -> None:
        """Tell the caller that it is not known whether the entries were stored."""
        if not self.done.done():
            self.done.set_exception(StoreBusy(why))


async def move(connection: Connection, group: Sequence[tuple[Head, Sequence[EntryRow]]]) -> set[str]:
    """Append to different tables, to each its entries. Return the tables where nobody else appended before."""
    heads = [
        (
            head.id,
            head.seq - len(rows),
            head.epoch,
            head.status,
            head.seq,
            head.updated,
            head.position,
            head.progress,
            head.brief,
        )
        for head, rows in group
    ]
    entries = [(head.id, row.seq, row.body, row.command) for head, rows in group for row in rows]
    asyncio.get_running_loop().call_soon(failpoints.reach, failpoints.IN_GROUP)  # the statement has been sent
    found = await connection.fetch(APPEND, *map(list, zip(*heads, strict=True)), *map(list, zip(*entries, strict=True)))
    return {str(each["id"]) for each in found}


async def put(connection: Connection, table: str, rows: Sequence[EntryRow], tokens: Sequence[TokenRow]) -> None:
    """Insert entries and secrets."""
    if rows:
        await connection.executemany(PUT, [(table, row.seq, row.body, row.command) for row in rows])
    if tokens:
        await connection.executemany(PUT_TOKEN, [(each.hash, each.table, each.seat, each.scopes) for each in tokens])
