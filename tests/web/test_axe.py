"""Every screen and state of the app: accessibility by axe, and targets large enough for fingers."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import Browser, Page

from dev.screens import WITHOUT_A_LINE
from tests.web.browser import listen, open_page
from tests.web.conftest import ROOT
from tests.web.house import House
from tests.web.screens import SCREENS, show

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
pytestmark = pytest.mark.slow

SMALL = """() => [...document.querySelectorAll('button, a[href], input, select, summary')].filter(e => {
    const root = [...document.querySelectorAll('dialog:modal')].at(-1);
    const reach = e.matches('input') && e.closest('label') ? e.closest('label') : e;
    // A link within a sentence is as high as its line.
    if (e.matches('a') && getComputedStyle(e).display === 'inline') return false;
    const box = reach.getBoundingClientRect();
    const seen = e.checkVisibility() && !e.closest('[inert]') && (!root || root.contains(e)) && box.width > 2;
    return seen && Math.min(box.width, box.height) < 43.9;
}).map(e => `too small for a finger: ${e.ariaLabel || e.innerText || e.id}`)"""
"""Finds targets that are too small. Spaces of the board do not count: large buttons lead to each of them."""


def violations(page: Page, *rules: str) -> list[str]:
    """Return what axe finds wrong, in short; with these rules alone, if some are named."""
    wanted = {"resultTypes": ["violations"]} | ({"runOnly": list(rules)} if rules else {})
    found = page.evaluate("wanted => window.axe.run(document, wanted)", wanted)
    return [f"{each['id']}: {each['nodes'][0]['html'][:160]}" for each in found["violations"]]


def off_the_window(page: Page) -> list[str]:
    """Return the game's buttons, or the board, that are outside the window."""
    width, height = page.viewport_size["width"], page.viewport_size["height"]
    found: list[str] = []
    board = page.get_by_role("group", name="The board", exact=True)
    for each in [*page.get_by_role("group", name="Your actions").get_by_role("button").all(), *board.all()]:
        box = each.bounding_box()
        inside = box and box["x"] > -1 and box["y"] > -1 and box["x"] + box["width"] < width + 1
        if not inside or box["y"] + box["height"] > height + 1:
            found.append(f"off the window: {each.inner_text()[:40]}")
    return found


def faults(house: House, browser: Browser, name: str, size: str) -> list[str]:
    """Return what is wrong with a screen: by day with all of axe's rules, by night with that of contrast."""
    page = open_page(browser, size, touch=True)
    said = listen(page)
    try:
        show(house, page, name)
        # Through the debugger, as the page's own policy lets no foreign script in.
        page.evaluate(f"() => {{ {AXE.read_text(encoding='utf-8')} }}")
        found = [*violations(page), *page.evaluate(SMALL)]
        if not name.startswith("replay"):
            found += off_the_window(page)
        page.emulate_media(color_scheme="dark")
        page.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
        found += [f"dark: {each}" for each in violations(page, "color-contrast")]
    finally:
        page.context.close()
    return [*found, *(said if name not in WITHOUT_A_LINE else ())]


def all_faults(house: House, browser: Browser, size: str, names: Sequence[str]) -> dict[str, list[str]]:
    """Return what is wrong, screen by screen."""
    found = {name: faults(house, browser, name, size) for name in names}
    return {name: each for name, each in found.items() if each}


@pytest.mark.parametrize(("size", "first"), [("laptop", 0), ("phone", 2)])
def test_half_of_the_screens_are_accessible_and_their_buttons_large(house, browser, size, first):
    """Every fourth screen at each size; the long run has all of them at both."""
    assert all_faults(house, browser, size, list(SCREENS)[first::4]) == {}


@pytest.mark.parametrize("name", ["card", "real-throw", "real-card", "real-buy", "real-deal"])
def test_a_card_and_a_real_board_are_accessible_on_a_phone(house, browser, name):
    """Cards and choices may not fit into the middle of the board, which then scrolls."""
    assert faults(house, browser, name, "phone") == []


@pytest.mark.long
@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_every_screen_is_accessible_and_its_buttons_are_large(house, browser, size):
    assert all_faults(house, browser, size, list(SCREENS)) == {}
