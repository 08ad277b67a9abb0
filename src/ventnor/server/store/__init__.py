"""Where tables are stored: in memory, in an SQLite file or in PostgreSQL, behind one small contract.

A table is its settings and a log of entries, numbered without gaps. Each number can be taken only once; there is no
other concurrency control. A store does not know what an entry means.
"""

from pathlib import Path
from typing import Final

from ventnor.server.store.contract import BadDatabase, Store

MEMORY: Final = "memory:"
SQLITE: Final = "sqlite:///"
POSTGRES: Final = ("postgresql://", "postgres://")


def is_shared(url: str) -> bool:
    """Return whether several processes may use the store at once."""
    return url.startswith(POSTGRES)


def make_store(url: str) -> Store:
    """Return the store for a database URL. It is not open yet. Raises `BadDatabase`."""
    if url == MEMORY:
        from ventnor.server.store.memory import MemoryStore

        return MemoryStore()
    if url.startswith(SQLITE) and len(url) > len(SQLITE):
        from ventnor.server.store.sqlite import SqliteStore

        return SqliteStore(Path(url[len(SQLITE) :]))
    if is_shared(url):
        from ventnor.server.store.postgres import PostgresStore

        return PostgresStore(url)
    raise BadDatabase("write the database as memory:, sqlite:///FILE or postgresql://USER@HOST/NAME")
