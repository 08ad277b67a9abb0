"""The compiled kernel, built once for all tests that need it."""

import pytest

from ventnor import warm
from ventnor.kernel.twin import Twin


@pytest.fixture(scope="session")
def twin() -> Twin:
    """Return the compiled kernel of this source tree."""
    built = warm.twin(wait=True)
    assert built is not None
    return built
