"""What the server's tests share."""

from collections.abc import Iterator

import pytest

from tests.server.postgres import running_postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a running PostgreSQL."""
    with running_postgres() as uri:
        yield uri
