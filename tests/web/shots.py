"""Pictures of the app: `python -m tests.web.shots [FOLDER]`.

Without a folder it writes the few that the documentation shows; with one, every scene at every size, light and dark.
"""

import sys
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.web.browser import SIZES, browsing
from tests.web.conftest import ROOT
from tests.web.house import serving
from tests.web.prepared import PreparedTable
from tests.web.scenes import SCENES, scene

SHOWN = (("home", "laptop", "light"), ("throw", "desk", "dark"), ("auction", "laptop", "light"))
SHOWN += (("deal", "laptop", "light"), ("buy", "phone", "light"), ("end", "laptop", "light"))
EXTRA = ("home", "new", "rules", "deal", "deed", "end")


def page_of(browser: Browser, size: str, theme: str) -> Page:
    """A page of this size and theme, without motion."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        has_touch=size == "phone",
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
    )
    return context.new_page()


def show(page: Page, url: str, name: str) -> None:
    """Brings a page to a scene."""
    if name in {"home", "new", "rules"}:
        page.goto(url if name == "home" else f"{url}#/{name}")
        page.get_by_role("heading", level=1).wait_for()
        return
    position, doings = scene({"deal": "offer", "deed": "throw", "end": "ruin"}.get(name, name))
    if name == "end":
        position = {**position, "seats": position["seats"][:2], "deeds": without(position["deeds"], {2, 3})}
    table = PreparedTable(position)
    for text, by in doings:
        table.do(text, by)
    table.open(page, url)
    if name == "end":
        table.do("bankrupt", 0)
    if name == "deed":
        page.locator("[data-space=vermont]").click()
    if name == "deal":
        page.get_by_role("button", name="Offer a deal").click()
        form = page.locator("form.deal")
        form.locator("label", has_text="Bruno").click()
        form.get_by_role("button", name="Reading").click()
        form.get_by_role("button", name="Ventnor").click()
        form.get_by_role("button", name="Atlantic").click()
        form.get_by_label("Cash that you give").fill("120")


def without(deeds: dict[str, dict[str, object]], seats: set[int]) -> dict[str, dict[str, object]]:
    """The deeds that do not belong to these seats."""
    return {slug: deed for slug, deed in deeds.items() if deed["owner"] not in seats}


def main(arguments: list[str]) -> None:
    """Takes the pictures."""
    folder = Path(arguments[0]) if arguments else ROOT / "docs" / "screenshots"
    every = [(name, size, theme) for name in (*SCENES, *EXTRA) for size in SIZES for theme in ("light", "dark")]
    folder.mkdir(parents=True, exist_ok=True)
    with serving() as url, browsing() as browser:
        for name, size, theme in every if arguments else SHOWN:
            page = page_of(browser, size, theme)
            show(page, url, name)
            page.wait_for_timeout(600)
            page.screenshot(path=folder / f"{name}-{size}-{theme}.png")
            page.context.close()
            print(f"{name}-{size}-{theme}.png")


if __name__ == "__main__":
    main(sys.argv[1:])
