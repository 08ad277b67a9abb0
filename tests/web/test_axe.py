"""What axe says of every screen, and whether what one needs stands inside the window."""

import pytest
from playwright.sync_api import Page

from tests.web.conftest import ROOT
from tests.web.laid import LaidTable
from tests.web.play import board, space
from tests.web.scenes import SCENES, scene

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
pytestmark = pytest.mark.slow


def violations(page: Page) -> list[str]:
    """What axe finds wrong, in short."""
    # Through the debugger, as the page's own policy lets no foreign script in.
    page.evaluate(f"() => {{ {AXE.read_text(encoding='utf-8')} }}")
    found = page.evaluate("() => window.axe.run(document, {resultTypes: ['violations']})")
    return [f"{each['id']}: {each['nodes'][0]['html'][:160]}" for each in found["violations"]]


def off_the_window(page: Page) -> list[str]:
    """Buttons of the game, or the board, that stand outside the window."""
    width, height = page.viewport_size["width"], page.viewport_size["height"]
    found: list[str] = []
    for each in [*page.get_by_role("group", name="Your actions").get_by_role("button").all(), board(page)]:
        box = each.bounding_box()
        inside = box and box["x"] > -1 and box["y"] > -1 and box["x"] + box["width"] < width + 1
        if not inside or box["y"] + box["height"] > height + 1:
            found.append(f"off the window: {each.inner_text()[:40]}")
    return found


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_scenes_are_accessible_and_fit(house, new_page, size):
    found: dict[str, list[str]] = {}
    page = new_page(size)
    for index, name in enumerate(SCENES):
        if index % 2 == (size == "phone"):
            page.emulate_media(color_scheme="dark" if index % 4 > 1 else "light")
            LaidTable(house, *scene(name)).open(page)
            found[name] = violations(page) + off_the_window(page)
    LaidTable(house, *scene("throw")).open(page)
    page.get_by_role("button", name="Offer a deal").click()
    found["deal"] = violations(page)
    page.get_by_role("button", name="Back to the game").first.click()
    space(page, "Vermont").click()
    found["deed"] = violations(page)
    page.get_by_role("button", name="Menu").click()
    found["menu"] = violations(page)
    assert {name: each for name, each in found.items() if each} == {}


@pytest.mark.parametrize("place", ["", "#/new", "#/rules"])
def test_pages_are_accessible(url, new_page, place):
    page = new_page(theme="dark" if place == "#/new" else "light")
    page.goto(url + place)
    page.get_by_role("heading", level=1).wait_for()
    assert violations(page) == []
