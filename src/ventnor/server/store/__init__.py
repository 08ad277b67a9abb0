"""Where tables are kept: in memory, in an SQLite file or in PostgreSQL, behind one small contract.

What is kept is a log: a table is its settings and its entries, numbered without a gap. That a number can be taken only
once is all the concurrency control there is. Nothing here knows what an entry means.
"""

from pathlib import Path
from typing import Final

from ventnor.server.store.contract import BadDatabase, Store

MEMORY: Final = "memory:"
SQLITE: Final = "sqlite:///"
POSTGRES: Final = ("postgresql://", "postgres://")


def is_shared(url: str) -> bool:
    """Whether several processes may use the store at once."""
    return url.startswith(POSTGRES)


def make_store(url: str) -> Store:
    """The store of an address; it is not open yet. Raises `BadDatabase`."""
    if url == MEMORY:
        from ventnor.server.store.memory import MemoryStore

        return MemoryStore()
    if url.startswith(SQLITE) and len(url) > len(SQLITE):
        from ventnor.server.store.sqlite import SqliteStore

        return SqliteStore(Path(url[len(SQLITE) :]))
    if is_shared(url):
        from ventnor.server.store.postgres import PostgresStore

        return PostgresStore(url)
    raise BadDatabase("a database is memory:, sqlite:///FILE or postgresql://USER@HOST/NAME")
