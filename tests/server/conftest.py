"""What the server's tests share."""

from collections.abc import Iterator

import pytest

from tests.server.kit import House, running
from tests.server.postgres import Database, running_postgres


@pytest.fixture
def house() -> Iterator[House]:
    """A server of one's own, for one test."""
    with running() as found:
        yield found


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
