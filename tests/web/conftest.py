"""What the browser tests share: a server with the built app, a browser, and pages that may not complain."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.web.browser import SIZES, browsing, chromium, listen
from tests.web.house import serving

ROOT = Path(__file__).parent.parent.parent
STATIC = ROOT / "src" / "ventnor" / "server" / "static"


@pytest.fixture(scope="session")
def url() -> Iterator[str]:
    """The address of a server with the browser app."""
    if not (STATIC / "index.html").exists():
        pytest.fail("the browser app is not built: python dev/web.py")
    with serving() as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium."""
    if chromium() is None:
        pytest.skip("there is no chromium on this machine")
    with browsing() as found:
        yield found


@pytest.fixture
def new_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Makes pages, each in a context of its own; none of them may log an error or a warning."""
    made: list[tuple[Page, list[str]]] = []

    def make(size: str = "laptop", theme: str = "light", motion: str = "reduce", forgiving: bool = False) -> Page:
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=size == "phone",
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="reduce" if motion == "reduce" else "no-preference",
        )
        page = context.new_page()
        page.set_default_timeout(15_000)
        said = listen(page)
        if not forgiving:
            made.append((page, said))
        return page

    yield make
    complaints = [line for _, said in made for line in said]
    for context in browser.contexts:
        context.close()
    assert not complaints
