"""A store in one file, with nothing to install.

One thread writes. It takes whatever waits, from however many tables, and commits it together; who asked is told after
the commit. WAL with `synchronous=FULL`: what was told survives a power cut too. One process at a time.
"""

import asyncio
import contextlib
import fcntl
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from sqlalchemy import Engine, Executable, create_engine, event
from sqlalchemy.engine import Row as SqlRow
from sqlalchemy.exc import DBAPIError

from ventnor.server import fault
from ventnor.server.store import query
from ventnor.server.store.contract import BadDatabase, Head, Notice, Row, Status, StoreBusy, TokenRow, time_lost
from ventnor.server.store.migration import migrate

Result = TypeVar("Result")
LARGEST_GROUP: Final = 100
PRAGMAS: Final = (
    "pragma journal_mode=wal",
    "pragma synchronous=full",
    "pragma foreign_keys=on",
    "pragma busy_timeout=5000",
)

MOVE: Final = "update heads set status=?, seq=?, updated=?, position=?, brief=? where id=? and seq=?"
PUT: Final = "insert into entries (table_id, seq, body, command) values (?, ?, ?, ?)"
PUT_TOKEN: Final = "insert into tokens (hash, table_id, seat, scopes) values (?, ?, ?, ?)"
PUT_HEAD: Final = (
    "insert into heads (id, created, setting, seed, open, status, seq, updated, position, brief) "
    "values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing"
)
READ: Final = "select seq, body, command from entries where table_id=? and seq>? order by seq"
LEASE: Final = "select holder, until from leases where table_id=?"
PUT_LEASE: Final = "insert or replace into leases (table_id, holder, until) values (?, ?, ?)"


class Job:
    """Something for the writing thread: what to do, and whom to tell."""

    def __init__(self, work: Callable[[sqlite3.Connection], object]) -> None:
        self.work = work
        self.done: Future[object] = Future()


class SqliteStore:
    """Tables in an SQLite file."""

    def __init__(self, path: Path) -> None:
        self.name = "sqlite"
        self.path = path
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._engine: Engine | None = None
        self._lock: contextlib.ExitStack | None = None

    async def open(self) -> None:
        """Make ready."""
        await asyncio.to_thread(self._open)
        self._thread = threading.Thread(target=self._write, name="sqlite-writer", daemon=True)
        self._thread.start()

    def _open(self) -> None:
        with contextlib.ExitStack() as stack:
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                lock = stack.enter_context(Path(f"{self.path}.lock").open("w"))
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise BadDatabase(f"another server has the file {self.path} open") from None
            except OSError as error:
                raise BadDatabase(f"the file {self.path} cannot be used: {error.strerror}") from None
            engine = create_engine(f"sqlite:///{self.path}")
            event.listen(engine, "connect", prepare)
            stack.callback(engine.dispose)
            try:
                with engine.begin() as connection:
                    migrate(connection)
            except DBAPIError as error:
                raise BadDatabase(f"the file {self.path} cannot be used: {error.orig}") from None
            self._engine = engine
            self._lock = stack.pop_all()

    async def close(self) -> None:
        """Finish what was begun."""
        if self._thread is not None:
            self._jobs.put(None)
            await asyncio.to_thread(self._thread.join)
            self._thread = None
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    # --- the writing thread -------------------------------------------------------------------------------------------
    def _write(self) -> None:
        connection = sqlite3.connect(self.path, isolation_level=None)
        prepare(connection)
        going = True
        while going:
            group = [self._jobs.get()]
            with contextlib.suppress(queue.Empty):
                while len(group) < LARGEST_GROUP:
                    group.append(self._jobs.get_nowait())
            going = None not in group
            self._commit(connection, [job for job in group if job is not None])
        connection.close()

    @staticmethod
    def _commit(connection: sqlite3.Connection, jobs: Sequence[Job]) -> None:
        results: list[object] = []
        try:
            connection.execute("begin immediate")
            for job in jobs:
                connection.execute("savepoint job")
                try:
                    results.append(job.work(connection))
                except sqlite3.IntegrityError:
                    connection.execute("rollback to job")
                    results.append(False)
                connection.execute("release job")
                fault.reach(fault.IN_GROUP)
            fault.reach(fault.BEFORE_COMMIT)
            connection.execute("commit")
        except Exception as error:  # whoever waits must hear of it, whatever it is
            with contextlib.suppress(sqlite3.Error):
                connection.execute("rollback")
            for job in jobs:
                job.done.set_exception(StoreBusy(str(error)))
            return
        fault.reach(fault.AFTER_COMMIT)
        for job, result in zip(jobs, results, strict=True):
            job.done.set_result(result)

    async def _do(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        if self._thread is None:
            raise StoreBusy("the store is closed")
        job = Job(work)
        self._jobs.put(job)
        # Not cancelled with whoever waits: what was handed in is carried out.
        return cast(Result, await asyncio.shield(asyncio.wrap_future(job.done)))

    async def _ask(self, statement: Executable) -> list[SqlRow[Any]]:
        def ask() -> list[SqlRow[Any]]:
            assert self._engine is not None
            try:
                with self._engine.connect() as connection:
                    return list(connection.execute(statement).all())
            except DBAPIError as error:
                raise StoreBusy(str(error.orig)) from error

        return await asyncio.to_thread(ask)

    # --- the contract -------------------------------------------------------------------------------------------------
    async def create(self, head: Head, rows: Sequence[Row], tokens: Sequence[TokenRow]) -> bool:
        """Keep a new table."""

        def work(connection: sqlite3.Connection) -> bool:
            values = (head.id, head.created, head.setting, head.seed, head.open, head.status, head.seq, head.updated)
            made = connection.execute(PUT_HEAD, (*values, head.position, head.brief)).rowcount
            if made:
                put(connection, head.id, rows, tokens)
            return bool(made)

        return await self._do(work)

    async def append(self, head: Head, rows: Sequence[Row], tokens: Sequence[TokenRow] = ()) -> bool:
        """Keep entries that follow the last one."""

        def work(connection: sqlite3.Connection) -> bool:
            values = (head.status, head.seq, head.updated, head.position, head.brief, head.id, head.seq - len(rows))
            if not connection.execute(MOVE, values).rowcount:
                return False
            put(connection, head.id, rows, tokens)
            return True

        return await self._do(work)

    async def head(self, table: str) -> Head | None:
        """A table without its entries."""
        found = await self._ask(query.select_head(table))
        return query.read_head(found[0]) if found else None

    async def rows(self, table: str, after: int = 0) -> list[Row]:
        """The entries after a number."""

        def work(connection: sqlite3.Connection) -> list[Row]:
            return [Row(*each) for each in connection.execute(READ, (table, after))]

        return await self._do(work)

    async def find(self, table: str, command: str) -> int | None:
        """The first entry that a command made."""
        found = await self._ask(query.select_entry(table, command))
        return found[0].seq if found else None

    async def token(self, table: str, hashed: str) -> TokenRow | None:
        """What a secret opens at a table."""
        found = await self._ask(query.select_token(table, hashed))
        return query.read_token(found[0]) if found else None

    async def tokens(self, table: str) -> list[TokenRow]:
        """All secrets of a table."""
        return [query.read_token(each) for each in await self._ask(query.select_tokens(table))]

    async def add_token(self, token: TokenRow) -> None:
        """Keep a further secret."""

        def work(connection: sqlite3.Connection) -> None:
            put(connection, token.table, (), (token,))

        await self._do(work)

    async def heads(self, statuses: Sequence[Status], *, open_only: bool = False, limit: int = 100) -> list[Head]:
        """Tables in these states, newest first."""
        found = await self._ask(query.select_heads(statuses, open_only=open_only, limit=limit))
        return [query.read_head(each) for each in found]

    async def delete(self, table: str) -> bool:
        """Forget a table."""

        def work(connection: sqlite3.Connection) -> bool:
            return bool(connection.execute("delete from heads where id=?", (table,)).rowcount)

        return await self._do(work)

    async def stale(self, before: float, statuses: Sequence[Status]) -> list[str]:
        """Tables that nothing happened at since a time."""
        return [each.id for each in await self._ask(query.select_stale(before, statuses))]

    async def take_lease(self, table: str, holder: str, seconds: float) -> float | None:
        """Become the one who runs a table. No other process has the file open: whoever had the lease is gone."""

        def work(connection: sqlite3.Connection) -> float:
            now = time.time()
            found = connection.execute(LEASE, (table,)).fetchone()
            connection.execute(PUT_LEASE, (table, holder, now + seconds))
            return 0.0 if found is None else time_lost(now, holder, seconds, found[0], found[1])

        return await self._do(work)

    async def renew_leases(self, holder: str, seconds: float) -> set[str]:
        """Go on with all of one's leases."""

        def work(connection: sqlite3.Connection) -> set[str]:
            connection.execute("update leases set until=? where holder=?", (time.time() + seconds, holder))
            return {each[0] for each in connection.execute("select table_id from leases where holder=?", (holder,))}

        return await self._do(work)

    async def drop_leases(self, holder: str) -> None:
        """Let go of all of one's leases: they end now."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("update leases set holder='', until=? where holder=?", (time.time(), holder))

        await self._do(work)

    async def publish(self, text: str) -> None:
        """There is nobody else."""

    def listen(self, notice: Notice) -> None:
        """There is nobody else."""


def put(connection: sqlite3.Connection, table: str, rows: Sequence[Row], tokens: Sequence[TokenRow]) -> None:
    """Keep entries and secrets."""
    connection.executemany(PUT, [(table, row.seq, row.body, row.command) for row in rows])
    if tokens:
        connection.executemany(PUT_TOKEN, [(each.hash, each.table, each.seat, each.scopes) for each in tokens])


def prepare(connection: sqlite3.Connection, _: object = None) -> None:
    """What every connection begins with."""
    for pragma in PRAGMAS:
        connection.execute(pragma)
