"""What the server's tests share."""

from collections.abc import Iterator

import pytest

from tests.server.postgres import Database, running_postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a running PostgreSQL."""
    with running_postgres() as uri:
        yield uri


@pytest.fixture(scope="module")
def own_postgres() -> Iterator[Database]:
    """A PostgreSQL that a test may stop and kill."""
    made = Database()
    yield made
    made.close()
