"""Pictures of every screen of the browser app, and a check that no text on them is cut off, covered or outside.

    python dev/screens.py [FOLDER] [--only NAME ...]     every screen at every size, light and dark, in English and in a
                                                         language 40% longer; and the check at 200% too, zoomed and
                                                         in larger letters
    python dev/screens.py --check [--only NAME ...]      the check alone
    python dev/screens.py --docs                         only the few that the documentation shows

It fails if the check finds something, and prints what.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser, TimeoutError  # noqa: A004  # the browser's own
from rich.progress import Progress

ROOT: Final = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from tests.web.browser import SIZES, browsing, listen, open_page  # noqa: E402
from tests.web.clipping import faults  # noqa: E402
from tests.web.house import House, serving  # noqa: E402
from tests.web.screens import SCREENS, show  # noqa: E402

SHOWN: Final = (
    ("home", "laptop", "light"),
    ("doubles", "desk", "dark"),
    ("auction", "laptop", "light"),
    ("deal", "laptop", "light"),
    ("buy", "phone", "light"),
    ("end", "laptop", "light"),
)
"""The pictures in the documentation."""


class Way(NamedTuple):
    """How a screen is shown: window, language, zoom, size of letters."""

    size: str
    language: str = "en"
    zoom: int = 1
    letters: int = 1

    def __str__(self) -> str:
        larger = [f"{what} {100 * by}%" for what, by in (("zoom", self.zoom), ("letters", self.letters)) if by > 1]
        return " ".join((self.size, self.language, *larger))


WAYS: Final = tuple(Way(size, language) for size in SIZES for language in ("en", "pseudo"))
LARGE: Final = tuple(way for size in SIZES for way in (Way(size, zoom=2), Way(size, letters=2)))
"""At 200% a window has room for half as much, whether it is zoomed or its text is set larger."""
WITHOUT_A_LINE: Final = {"lost", "home-offline"}
"""Screens on which the browser logs that something cannot be reached."""


def look(house: House, browser: Browser, name: str, way: Way, folder: Path | None = None) -> list[str]:
    """Visit a screen, take light and dark pictures if there is a folder for them, and return its faults."""
    page = open_page(browser, way.size, zoom=way.zoom, letters=way.letters)
    said = listen(page)
    found: list[str] = []
    try:
        show(house, page, name, way.language)
        found += faults(page)
        if name not in WITHOUT_A_LINE:
            found += [f"the page logs: {each}" for each in said]
        if folder is not None and way.zoom == way.letters == 1:
            for theme in ("light", "dark"):
                page.emulate_media(color_scheme=theme)
                page.wait_for_function("theme => document.documentElement.dataset.theme === theme", arg=theme)
                mark = "" if way.language == "en" else f"-{way.language}"
                page.screenshot(path=folder / f"{name}-{way.size}-{theme}{mark}.png", animations="disabled")
    except TimeoutError as error:
        found.append(f"there is no way to it: {error.message.splitlines()[-1].strip()}")
    finally:
        page.context.close()
    return [f"{name} {way}: {each}" for each in found]


def main(arguments: Sequence[str]) -> int:
    """Do what the arguments ask for; return 1 if a screen has faults."""
    parser = argparse.ArgumentParser(description="Pictures of the browser app, and a check of the text on them.")
    parser.add_argument("folder", nargs="?", type=Path, default=Path("screens"))
    parser.add_argument("--only", nargs="+", choices=sorted(SCREENS), default=list(SCREENS), metavar="NAME")
    parser.add_argument("--check", action="store_true", help="no pictures")
    parser.add_argument("--docs", action="store_true", help="only the pictures that the documentation shows")
    chosen = parser.parse_args(arguments)
    found: list[str] = []
    with serving() as house, browsing() as browser:
        if chosen.docs:
            for name, size, theme in SHOWN:
                page = open_page(browser, size, theme)
                show(house, page, name)
                page.screenshot(
                    path=ROOT / "docs" / "screenshots" / f"{name}-{size}-{theme}.png", animations="disabled"
                )
                page.context.close()
            return 0
        if not chosen.check:
            chosen.folder.mkdir(parents=True, exist_ok=True)
        visits = [(name, way) for name in chosen.only for way in (*WAYS, *LARGE)]
        with Progress() as progress:
            task = progress.add_task("screens", total=len(visits))
            for name, way in visits:
                for fault in look(house, browser, name, way, None if chosen.check else chosen.folder):
                    found.append(fault)
                    progress.console.print(fault, markup=False, highlight=False, soft_wrap=True)
                progress.advance(task)
    print(f"{len(visits)} visits, {len(found)} faults.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
