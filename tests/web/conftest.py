"""Fixtures of the browser tests: a server with the built app, a browser, and pages that may not log errors."""

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.web.browser import browsing, chromium, listen, open_page
from tests.web.house import House, serving
from tests.web.laid import LaidTable
from tests.web.scenes import scene

ROOT = Path(__file__).parent.parent.parent
STATIC = ROOT / "src" / "ventnor" / "server" / "static"


@pytest.fixture(scope="session")
def house() -> Iterator[House]:
    """Run a server with the browser app."""
    if not (STATIC / "index.html").exists():
        pytest.fail("the browser app is not built: python dev/web.py")
    with serving() as found:
        yield found


@pytest.fixture(scope="session")
def url(house: House) -> str:
    """Return the server's address."""
    return house.url


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Run the system's Chromium."""
    if chromium() is None:
        pytest.skip("there is no chromium on this machine")
    with browsing() as found:
        yield found


@pytest.fixture
def new_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Make pages, each in its own context; none may log an unexpected error or warning."""
    made: list[tuple[list[str], Sequence[str]]] = []

    def make(
        size: str = "laptop",
        theme: str = "light",
        motion: str = "reduce",
        expected: Sequence[str] = (),
        letters: int = 1,
        worker: bool = False,
    ) -> Page:
        page = open_page(browser, size, theme, motion, letters=letters, worker=worker)
        made.append((listen(page), expected))
        return page

    yield make
    for context in browser.contexts:
        context.close()
    complaints = [
        line for said, expected in made for line in said if not any(re.search(each, line) for each in expected)
    ]
    assert not complaints


@pytest.fixture
def sit(house: House, new_page: Callable[..., Page]) -> Callable[..., tuple[Page, LaidTable]]:
    """Sit down at a scene."""

    def begin(
        name: str, size: str = "laptop", theme: str = "light", expected: Sequence[str] = (), **more: Any
    ) -> tuple[Page, LaidTable]:
        table = LaidTable(house, *scene(name), **more)
        page = new_page(size, theme, expected=expected)
        table.open(page)
        return page, table

    return begin
