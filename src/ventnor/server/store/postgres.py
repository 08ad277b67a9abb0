"""A store in PostgreSQL, which several servers share.

An append is one statement: it advances the table's number, inserts the entries and notifies the others, or does
nothing. Leases use the database's clock. If the database does not answer in time, `StoreBusy` is raised, and the next
call gets a new connection.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, Awaitable, Sequence
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
    UniqueViolation,
    connect,
    make_pool,
)
from ventnor.server.store.contract import BadDatabase, EntryRow, Head, Notice, Status, StoreBusy, TokenRow, time_lost
from ventnor.server.store.migration import migrate

LOG: Final = logging.getLogger("ventnor.server.store")
CHANNEL: Final = "ventnor"
PATIENCE: Final = 5.0
POOL: Final = 8

APPEND: Final = """
with moved as (
    update heads set status=$1, seq=$2, updated=$3, position=$4, brief=$5 where id=$6 and seq=$7 returning id
), put as (
    insert into entries (table_id, seq, body, command)
    select moved.id, each.seq, each.body, each.command
    from moved, unnest($8::int[], $9::bytea[], $10::text[]) as each (seq, body, command)
    on conflict (table_id, seq) do nothing
    returning seq
)
select count(*), pg_notify($11, $12 || max(seq)::text) from put having count(*) > 0
"""
DELETE: Final = """
with gone as (delete from heads where id=$1 returning id) select id, pg_notify($2, $3) from gone
"""
PUT_HEAD: Final = """
insert into heads (id, created, setting, seed, open, status, seq, updated, position, brief)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing returning id
"""
PUT: Final = "insert into entries (table_id, seq, body, command) values ($1, $2, $3, $4)"
PUT_TOKEN: Final = "insert into tokens (hash, table_id, seat, scopes) values ($1, $2, $3, $4)"
READ: Final = "select seq, body, command from entries where table_id=$1 and seq>$2 order by seq"
FIND: Final = "select seq from entries where table_id=$1 and command=$2"
TOKEN: Final = "select hash, seat, scopes from tokens where table_id=$1 and hash=$2"
NOW: Final = "extract(epoch from clock_timestamp())::float8"
TAKE: Final = f"""
insert into leases (table_id, holder, until) values ($1, $2, {NOW} + $3)
on conflict (table_id) do update set holder=excluded.holder, until=excluded.until
where leases.holder in ('', excluded.holder) or leases.until < {NOW}
returning until
"""
SEE: Final = f"select holder, until, {NOW} as now from leases where table_id=$1 for update"
VACANT: Final = f"""
select id from heads left join leases on leases.table_id = heads.id
where heads.status in ('starting', 'playing')
and (leases.holder is null or leases.holder in ('', $1) or leases.until < {NOW})
"""
RENEW: Final = f"update leases set until={NOW} + $2 where holder=$1 returning table_id"
DROP: Final = f"update leases set holder='', until={NOW} where holder=$1"


class PostgresStore:
    """Tables in a PostgreSQL database."""

    def __init__(self, url: str) -> None:
        self.name = "postgresql"
        self.is_shared = True
        self._url = url
        self._pool: Pool | None = None
        self._engine: AsyncEngine | None = None
        self._listener: asyncio.Task[None] | None = None
        self._notice: Notice | None = None

    async def open(self) -> None:
        """Open the store."""

        def enter() -> Awaitable[Connection]:
            return connect(self._url, patience=PATIENCE, longest=4 * PATIENCE)

        self._engine = create_async_engine("postgresql+asyncpg://", poolclass=NullPool, async_creator=enter)
        try:
            async with self._engine.begin() as connection:
                await connection.run_sync(migrate)
            self._pool = await make_pool(self._url, size=POOL, patience=PATIENCE)
        except (*FAILURES, SQLAlchemyError) as error:
            cause = error.orig if isinstance(error, DBAPIError) else error  # without SQLAlchemy's own prefix
            why = str(cause).removeprefix(f"{type(cause)}: ")
            raise BadDatabase(f"the database does not let us in: {type(error).__name__}: {why}") from error
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
            if await connection.fetchval(PUT_HEAD, *values, head.position, head.brief) is None:
                return False
            await put(connection, head.id, rows, tokens)
            return True

    async def append(self, head: Head, rows: Sequence[EntryRow], tokens: Sequence[TokenRow] = ()) -> bool:
        """Append entries and notify the other processes."""
        failpoints.reach(failpoints.BEFORE_COMMIT)
        try:
            async with self._connection() as connection:
                if tokens:
                    async with connection.transaction():
                        kept = await move(connection, head, rows)
                        if kept:
                            await put(connection, head.id, (), tokens)
                else:
                    kept = await move(connection, head, rows)
        except StoreBusy as error:
            if isinstance(error.__cause__, UniqueViolation):
                return False
            raise
        failpoints.reach(failpoints.AFTER_COMMIT)
        return kept

    async def head(self, table: str) -> Head | None:
        """Return a table without its entries."""
        async with self._connection() as connection:
            found = await connection.fetchrow("select * from heads where id=$1", table)
        return None if found is None else Head(**dict(found))

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
            return await connection.fetchval(DELETE, table, CHANNEL, f"{table}:0") is not None

    async def stale(self, before: float, statuses: Sequence[Status]) -> list[str]:
        """Return the tables that are idle since a time."""
        return [each.id for each in await self._ask(query.select_stale(before, statuses))]

    async def take_lease(self, table: str, holder: str, seconds: float) -> float | None:
        """Take or renew the lease of a table."""
        async with self._connection() as connection, connection.transaction():
            before = await connection.fetchrow(SEE, table)
            try:
                taken = await connection.fetchval(TAKE, table, holder, seconds)
            except ForeignKeyViolation:
                return None
        if taken is None:
            return None
        failpoints.reach(failpoints.IN_HANDOVER)
        return 0.0 if before is None else time_lost(before["now"], holder, seconds, before["holder"], before["until"])

    async def vacant(self, holder: str) -> list[str]:
        """Return the tables being played that no other process runs."""
        async with self._connection() as connection:
            return [each["id"] for each in await connection.fetch(VACANT, holder)]

    async def renew_leases(self, holder: str, seconds: float) -> set[str]:
        """Renew all leases of a holder."""
        async with self._connection() as connection:
            return {each["table_id"] for each in await connection.fetch(RENEW, holder, seconds)}

    async def drop_leases(self, holder: str) -> None:
        """Give up all leases of a holder."""
        async with self._connection() as connection:
            await connection.execute(DROP, holder)

    async def check(self) -> None:
        """Commit a transaction that writes to the database's log."""
        async with self._connection() as connection:
            await connection.execute("select txid_current()")

    async def publish(self, text: str) -> None:
        """Notify the other processes."""
        async with self._connection() as connection:
            await connection.execute("select pg_notify($1, $2)", CHANNEL, f"!{text}")

    def listen(self, notice: Notice) -> None:
        """Call a function when other processes append or publish."""
        self._notice = notice
        self._listener = asyncio.create_task(self._hear(notice))

    async def _hear(self, notice: Notice) -> None:
        """Listen forever; report a gap after a lost connection."""

        def heard(_: object, __: int, ___: str, payload: object) -> None:
            text = str(payload)
            if text.startswith("!"):
                notice(text[1:], "", 0)
            else:
                table, _, seq = text.partition(":")
                notice("", table, int(seq))

        while True:
            connection: Connection | None = None
            try:
                connection = await connect(self._url, patience=PATIENCE)
                await connection.add_listener(CHANNEL, heard)
                notice("", "", 0)
                while True:
                    await asyncio.sleep(1)
                    await connection.fetchval("select 1")
            except FAILURES as error:
                LOG.warning("listening stopped", extra={"data": {"error": type(error).__name__}})
                await asyncio.sleep(0.5)
            finally:
                if connection is not None:
                    connection.terminate()


async def move(connection: Connection, head: Head, rows: Sequence[EntryRow]) -> bool:
    """Append entries and return whether nobody else appended before."""
    values = (head.status, head.seq, head.updated, head.position, head.brief, head.id, head.seq - len(rows))
    columns = ([row.seq for row in rows], [row.body for row in rows], [row.command for row in rows])
    asyncio.get_running_loop().call_soon(failpoints.reach, failpoints.IN_GROUP)  # the statement has been sent
    return await connection.fetchval(APPEND, *values, *columns, CHANNEL, f"{head.id}:") is not None


async def put(connection: Connection, table: str, rows: Sequence[EntryRow], tokens: Sequence[TokenRow]) -> None:
    """Insert entries and secrets."""
    if rows:
        await connection.executemany(PUT, [(table, row.seq, row.body, row.command) for row in rows])
    if tokens:
        await connection.executemany(PUT_TOKEN, [(each.hash, each.table, each.seat, each.scopes) for each in tokens])
