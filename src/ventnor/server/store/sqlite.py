"""A store in one SQLite file.

Waiting writes of all tables are committed together. The commit is the only slow step and runs in its own thread;
callers return after it. With WAL and `synchronous=FULL`, committed entries survive a power cut. Only one process may
use the file.
"""

import asyncio
import contextlib
import fcntl
import shutil
import sqlite3
import zlib
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from sqlalchemy import Engine, Executable, create_engine, event
from sqlalchemy.engine import Row as SqlRow
from sqlalchemy.exc import DBAPIError

from ventnor.server import clock, failpoints
from ventnor.server.store import query
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
from ventnor.server.store.private import open_private

Result = TypeVar("Result")
LARGEST_GROUP: Final = 100
PRAGMAS: Final = (
    "pragma journal_mode=wal",
    "pragma synchronous=full",
    "pragma foreign_keys=on",
    "pragma busy_timeout=5000",
)

MOVE: Final = (
    "update heads set status=?, seq=?, updated=?, position=coalesce(nullif(?, x''), position), progress=?, brief=? "
    "where id=? and seq=? and epoch=?"
)
PUT: Final = "insert into entries (table_id, seq, body, command) values (?, ?, ?, ?)"
PUT_TOKEN: Final = "insert into tokens (hash, table_id, seat, scopes) values (?, ?, ?, ?)"
PUT_HEAD: Final = (
    "insert into heads (id, created, setting, seed, open, status, seq, updated, position, brief, holder, epoch, "
    "progress) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing"
)
LEAST_FREE: Final = 100_000
"""Bytes. A write of one page may still succeed on a disk that is too full for a command."""
PUT_REVIEW: Final = "insert or replace into reviews (table_id, kind, made_by, body) values (?, ?, ?, ?)"
LIVES: Final = "insert or replace into workers (id, address, until, seconds) values (?, ?, ?, ?)"
BURY: Final = "update workers set until=min(until, ?), seconds=0 where id=?"
FORGET: Final = "delete from workers where id not in (select holder from heads)"
SEE: Final = "select until, seconds from heads left join workers on workers.id=holder where heads.id=?"
TAKE: Final = "update heads set holder=?, epoch=epoch + 1 where id=?"


class Job:
    """A pending write, and the future to resolve after the commit."""

    def __init__(self, work: Callable[[sqlite3.Connection], object], done: "asyncio.Future[object]") -> None:
        self.work = work
        self.done = done
        self.result: object = None


class SqliteStore:
    """Tables in an SQLite file."""

    def __init__(self, path: Path) -> None:
        self.name = "sqlite"
        self.is_shared = False
        # Two names of one file, say a link and its target, share one lock.
        self.path = path.resolve()
        self._jobs: deque[Job] = deque()
        self._is_writing = False
        self._connection: sqlite3.Connection | None = None
        self._committer: ThreadPoolExecutor | None = None
        self._engine: Engine | None = None
        self._lock: contextlib.ExitStack | None = None
        self._idle = asyncio.Event()

    async def open(self) -> None:
        """Open the store."""
        await asyncio.to_thread(self._open)
        self._connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        prepare(self._connection)
        self._connection.execute(FORGET)
        self._committer = ThreadPoolExecutor(1, "sqlite-committer")

    def _open(self) -> None:
        with contextlib.ExitStack() as stack:
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                lock = stack.enter_context(open_private(Path(f"{self.path}.lock"), "w"))
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                # The file has the seeds of games under way. SQLite gives its own files, -wal and -shm, the same mode.
                open_private(self.path, "ab").close()
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
        """Finish pending writes and close."""
        while self._jobs or self._is_writing:
            self._idle.clear()
            await self._idle.wait()
        if self._committer is not None and self._connection is not None:
            connection, self._connection = self._connection, None
            await asyncio.get_running_loop().run_in_executor(self._committer, connection.close)
            self._committer.shutdown()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    # --- groups -------------------------------------------------------------------------------------------------------
    def _begin_group(self) -> None:
        """Write and commit the waiting group. What arrives meanwhile is the next group."""
        if self._is_writing or not self._jobs or self._connection is None or self._committer is None:
            return
        self._is_writing = True
        group = [self._jobs.popleft() for _ in range(min(len(self._jobs), LARGEST_GROUP))]
        try:
            write_group(self._connection, group)
        except Exception as error:  # callers must learn of any error
            self._end_group(group, error)
            return
        loop = asyncio.get_running_loop()
        committing = loop.run_in_executor(self._committer, commit, self._connection)
        committing.add_done_callback(lambda done: self._end_group(group, done.exception()))

    def _end_group(self, group: Sequence[Job], error: BaseException | None) -> None:
        """Resolve the futures of a group."""
        if error is not None and self._connection is not None:
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("rollback")
        for job in group:
            if job.done.done():
                continue
            if error is None:
                job.done.set_result(job.result)
            else:
                job.done.set_exception(StoreBusy(str(error)))
        self._is_writing = False
        if self._jobs:
            asyncio.get_running_loop().call_soon(self._begin_group)
        else:
            self._idle.set()

    async def _do(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        if self._connection is None:
            raise StoreBusy("the store is closed")
        loop = asyncio.get_running_loop()
        job = Job(work, loop.create_future())
        self._jobs.append(job)
        if not self._is_writing and len(self._jobs) == 1:
            loop.call_soon(self._begin_group)  # let other callers of this moment join the group
        return cast(Result, await job.done)  # even if the caller is cancelled, a submitted write is carried out

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
    async def create(self, head: Head, rows: Sequence[EntryRow], tokens: Sequence[TokenRow]) -> bool:
        """Store a new table."""

        def work(connection: sqlite3.Connection) -> bool:
            values = (head.id, head.created, head.setting, head.seed, head.open, head.status, head.seq, head.updated)
            more = (head.position, head.brief, head.holder, head.epoch, head.progress)
            made = connection.execute(PUT_HEAD, (*values, *more)).rowcount
            if made:
                put(connection, head.id, rows, tokens)
            return bool(made)

        return await self._do(work)

    async def append(self, head: Head, rows: Sequence[EntryRow], tokens: Sequence[TokenRow] = ()) -> bool:
        """Append entries."""

        def work(connection: sqlite3.Connection) -> bool:
            progress, brief = filled_up(head.progress), filled_up(head.brief)
            values = (head.status, head.seq, head.updated, head.position, progress, brief, head.id)
            if not connection.execute(MOVE, (*values, head.seq - len(rows), head.epoch)).rowcount:
                return False
            put(connection, head.id, rows, tokens)
            return True

        return await self._do(work)

    async def head(self, table: str) -> Head | None:
        """Return a table without its entries."""
        found = await self._ask(query.select_head(table))
        return query.read_head(found[0]) if found else None

    async def rows(self, table: str, after: int = 0) -> list[EntryRow]:
        """Return the entries after a number."""
        return [EntryRow(*each) for each in await self._ask(query.select_rows(table, after))]

    async def find(self, table: str, command: str) -> int | None:
        """Return the number of the first entry of a command."""
        found = await self._ask(query.select_entry(table, command))
        return found[0].seq if found else None

    async def token(self, table: str, hashed: str) -> TokenRow | None:
        """Return the stored row of a secret at a table."""
        found = await self._ask(query.select_token(table, hashed))
        return query.read_token(found[0]) if found else None

    async def tokens(self, table: str) -> list[TokenRow]:
        """Return all secrets of a table."""
        return [query.read_token(each) for each in await self._ask(query.select_tokens(table))]

    async def add_token(self, token: TokenRow) -> None:
        """Store another secret."""

        def work(connection: sqlite3.Connection) -> None:
            put(connection, token.table, (), (token,))

        await self._do(work)

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
        """Delete a table."""

        def work(connection: sqlite3.Connection) -> bool:
            return bool(connection.execute("delete from heads where id=?", (table,)).rowcount)

        return await self._do(work)

    async def review(self, table: str, kind: str, made_by: str) -> bytes | None:
        """Return a review."""
        found = await self._ask(query.select_review(table, kind, made_by))
        return zlib.decompress(found[0].body) if found else None

    async def keep_review(self, table: str, kind: str, made_by: str, body: bytes) -> None:
        """Keep a review, compressed. A table that is gone meanwhile keeps none."""
        packed = await asyncio.to_thread(zlib.compress, body)

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(PUT_REVIEW, (table, kind, made_by, packed))

        await self._do(work)

    async def stale(self, before: float, statuses: Sequence[Status]) -> list[str]:
        """Return the tables that are idle since a time."""
        return [each.id for each in await self._ask(query.select_stale(before, statuses))]

    async def renew(self, worker: str, address: str, seconds: float) -> dict[str, str]:
        """Note that a process lives. It is the only one, since no other has the file open."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(LIVES, (worker, address, clock.now() + seconds, seconds))

        await self._do(work)
        return {worker: address}

    async def bury(self, worker: str) -> None:
        """Note that a process has ended."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(BURY, (clock.now(), worker))

        await self._do(work)

    async def claim(self, table: str, worker: str, *, by_force: bool = False) -> Ownership | None:  # noqa: ARG002
        """Give a table to a process. No other process has the file open, so an old holder has ended."""

        def work(connection: sqlite3.Connection) -> float | None:
            until, seconds = connection.execute(SEE, (table,)).fetchone() or (None, 0.0)
            connection.execute(TAKE, (worker, table))
            return 0.0 if until is None else time_lost(clock.now(), until, seconds)

        head = await self.head(table)
        if head is None or head.holder == worker:
            return None if head is None else Ownership(head)
        away = await self._do(work)
        failpoints.reach(failpoints.IN_HANDOVER)
        return Ownership(replace(head, holder=worker, epoch=head.epoch + 1), away)

    async def vacant(self, worker: str) -> list[str]:
        """Return the tables being played that another process had."""
        return [each.id for each in await self._ask(query.select_vacant(worker))]

    async def check(self) -> None:
        """Write something and commit it. Raises `StoreBusy` also where the disk has no room for a few commands."""
        if shutil.disk_usage(self.path.parent).free < LEAST_FREE:
            raise StoreBusy(f"less than {LEAST_FREE} bytes are free on the disk of {self.path}")

        def work(connection: sqlite3.Connection) -> None:
            number = connection.execute("pragma user_version").fetchone()[0]
            connection.execute(f"pragma user_version={(number + 1) % 1_000_000}")

        await self._do(work)

    def listen(self, notice: Notice) -> None:
        """Do nothing: there are no other processes."""


def write_group(connection: sqlite3.Connection, group: Sequence[Job]) -> None:
    """Execute the writes of a group, each atomically, without committing yet."""
    connection.execute("begin immediate")
    try:
        for job in group:
            job.result = job.work(connection)
            failpoints.reach(failpoints.IN_GROUP)
    except sqlite3.IntegrityError:
        connection.execute("rollback")
        write_one_by_one(connection, group)


def write_one_by_one(connection: sqlite3.Connection, group: Sequence[Job]) -> None:
    """Execute the writes of a group in which one takes a number or command that is taken. That one is left out."""
    connection.execute("begin immediate")
    for job in group:
        connection.execute("savepoint job")
        try:
            job.result = job.work(connection)
        except sqlite3.IntegrityError:
            connection.execute("rollback to job")
            job.result = False
        connection.execute("release job")
        failpoints.reach(failpoints.IN_GROUP)


def filled_up(text: bytes) -> bytes:
    """Return JSON with spaces at its end, so that most updates leave the row's size as it was.

    SQLite then writes only those pages of the row that have changed, and not the position.
    """
    return text + b" " * (-len(text) % 64)


def commit(connection: sqlite3.Connection) -> None:
    """Commit."""
    failpoints.reach(failpoints.BEFORE_COMMIT)
    connection.execute("commit")
    failpoints.reach(failpoints.AFTER_COMMIT)


def put(connection: sqlite3.Connection, table: str, rows: Sequence[EntryRow], tokens: Sequence[TokenRow]) -> None:
    """Insert entries and secrets."""
    connection.executemany(PUT, [(table, row.seq, row.body, row.command) for row in rows])
    if tokens:
        connection.executemany(PUT_TOKEN, [(each.hash, each.table, each.seat, each.scopes) for each in tokens])


def prepare(connection: sqlite3.Connection, _: object = None) -> None:
    """Configure a new connection."""
    for pragma in PRAGMAS:
        connection.execute(pragma)
