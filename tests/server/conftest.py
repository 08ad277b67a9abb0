"""What the server's tests share."""

from collections.abc import Iterator

import pytest

from tests.server.kit import House, running
from tests.server.postgres import Database, running_postgres


@pytest.fixture
def house() -> Iterator[House]:
    """Run a server for one test."""
    with running() as found:
        yield found


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """Return the address of a running PostgreSQL."""
    with running_postgres() as uri:
        yield uri


@pytest.fixture(scope="module")
def own_postgres() -> Iterator[Database]:
    """Run a PostgreSQL that a test may stop and kill."""
    made = Database()
    yield made
    made.close()
