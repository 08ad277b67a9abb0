"""Measure the browser app: bytes by page, time to interactive, frame times, memory.

    python bench/web.py [--turns 500] [--seconds 10]

The server is on the same machine and the browser draws without a graphics card, so frames take longer than on a desk.
Prints figures, asserts nothing.
"""

import argparse
import gzip
import statistics
import sys
import time
from pathlib import Path

from playwright.sync_api import Browser, Page, Response
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from tests.web.browser import browsing, open_page  # noqa: E402
from tests.web.house import House, serving  # noqa: E402
from tests.web.laid import LaidTable  # noqa: E402
from tests.web.play import board, choices, new_table, sit_down  # noqa: E402
from tests.web.scenes import scene  # noqa: E402
from tests.web.screens import Visit, finished  # noqa: E402
from ventnor.server.protocol import HandOver  # noqa: E402

KINDS = {"script": "script", "stylesheet": "style", "font": "font", "document": "page"}
LOADS = 5
READY = """selector => {
    const look = () => {
        if (document.querySelector(selector)) window.ready ??= performance.now();
        else requestAnimationFrame(look);
    };
    look();
}"""
FRAMES = """() => {
    window.frames = [];
    let last = performance.now();
    const tick = now => { window.frames.push(now - last); last = now; window.ticking = requestAnimationFrame(tick); };
    window.ticking = requestAnimationFrame(tick);
}"""


def places(house: House, browser: Browser) -> dict[str, tuple[str, str]]:
    """Return the pages of the app: their addresses, and what one waits for on each."""
    table = LaidTable(house, *scene("throw"))
    page = open_page(browser, "laptop")
    game, _ = finished(Visit(house, page))
    page.context.close()
    return {
        "home": ("", "main button"),
        "table": (f"#/t/{table.id}/{table.tokens[0]}", '[aria-label="Your actions"] button'),
        "new table": ("#/new", "form button"),
        "replay": (f"#/replay/{game}/5", "input[type=range]"),
        "rules": ("#/rules", "input[type=search]"),
    }


def weigh(house: House, browser: Browser, address: str, awaited: str) -> dict[str, int]:
    """Return the gzipped bytes that a page loads, by kind."""
    page = open_page(browser, "laptop")
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto(house.url + address)
    page.wait_for_selector(awaited)
    page.wait_for_load_state("networkidle") if "#/t/" not in address else page.wait_for_timeout(500)
    found = dict.fromkeys(KINDS.values(), 0)
    for answer in answers:
        kind = KINDS.get(answer.request.resource_type)
        if kind and answer.ok:
            body = answer.body()
            found[kind] += len(body) if kind == "font" else len(gzip.compress(body))
    page.context.close()
    return found


def time_to_interactive(house: House, browser: Browser, address: str, awaited: str) -> list[float]:
    """Return milliseconds from the first request to a page whose buttons work, with nothing cached."""
    found: list[float] = []
    for _ in range(LOADS):
        page = open_page(browser, "laptop")
        page.add_init_script(f"({READY})({awaited!r})")
        page.goto(house.url + address)
        page.wait_for_function("() => window.ready")
        found.append(page.evaluate("window.ready"))
        page.context.close()
    return found


def frame_times(house: House, browser: Browser, seconds: float) -> list[float]:
    """Return milliseconds between frames while eight tokens walk in turn."""
    table = LaidTable(house, *scene("eight"))
    page = open_page(browser, "laptop", motion="full")
    table.open(page)
    page.evaluate(FRAMES)
    end = time.monotonic() + seconds
    seat = 0
    while time.monotonic() < end:
        awaiting = table.game.awaiting
        seat = awaiting.seat or 0
        match awaiting.kind:
            case "throw":
                table.do("roll 3 4", seat)
                page.wait_for_timeout(1100)  # the dice tumble and the token walks
            case "buy":
                table.do("buy" if table.game.cash[seat] >= awaiting.price else "decline", seat)
            case "bid":
                table.do("pass", seat)
            case "end":
                table.do("end-turn", seat)
            case _:
                table.lay(*scene("eight"))
    page.evaluate("cancelAnimationFrame(window.ticking)")
    found: list[float] = page.evaluate("window.frames.slice(5)")
    page.context.close()
    return found


def memory(page: Page) -> tuple[float, int]:
    """Return what the page keeps after a clean-up: megabytes of script memory, and nodes."""
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    session.send("Performance.enable")
    found = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    session.detach()
    return found["JSHeapUsedSize"] / 1e6, int(found["Nodes"])


def long_game(house: House, browser: Browser, turns: int) -> tuple[int, tuple[float, int], tuple[float, int]]:
    """Return a page that watches a game of so many turns: turns played, and its memory before and after."""
    table, tokens = new_table(house, bots=3, bot="random", options={"double_salary": True})
    page = open_page(browser, "laptop")
    sit_down(page, house, table, tokens[0])
    choices(page).first.wait_for()
    before = memory(page)
    grants = house.do(house.registry.grants_of(table, tokens[:1]))
    room = house.registry.room(table)
    house.do(room.submit(grants, HandOver(id="away", seat=0)))
    played = 0
    while played < turns:
        session = house.do(room.session())
        assert session.game is not None
        played = session.game.turn_number
        if session.game.over:
            break
        page.wait_for_timeout(200)
    board(page).wait_for()
    after = memory(page)
    page.context.close()
    return played, before, after


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="How light and quick the browser app is.")
    parser.add_argument("--turns", type=int, default=500, help="of the long game (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=10, help="of motion that is measured (default: %(default)s)")
    chosen = parser.parse_args()
    console = Console()
    with serving() as house, browsing() as browser:
        table = Table(title="Pages: gzipped bytes, and milliseconds to interactive on localhost")
        for name in ("page", "script", "style", "fonts", "all", "median ms", "worst ms"):
            table.add_column(name, justify="left" if name == "page" else "right")
        for name, (address, awaited) in places(house, browser).items():
            size = weigh(house, browser, address, awaited)
            times = time_to_interactive(house, browser, address, awaited)
            figures = [size["script"], size["style"], size["font"], sum(size.values())]
            table.add_row(
                name,
                *(f"{each:,}" for each in figures),
                f"{statistics.median(times):.0f}",
                f"{max(times):.0f}",
            )
        console.print(table)
        frames = sorted(frame_times(house, browser, chosen.seconds))
        slow = sum(each > 34 for each in frames) / len(frames)
        console.print(
            f"Frames with eight players, over {chosen.seconds:g} s of motion: {len(frames)}, "
            f"median {statistics.median(frames):.1f} ms, 95% within {frames[int(len(frames) * 0.95)]:.1f} ms, "
            f"worst {frames[-1]:.1f} ms, {slow:.1%} longer than 34 ms"
        )
        played, before, after = long_game(house, browser, chosen.turns)
        console.print(
            f"Memory after a game of {played} turns: {after[0]:.1f} MB and {after[1]} nodes; "
            f"at its beginning {before[0]:.1f} MB and {before[1]} nodes"
        )


if __name__ == "__main__":
    main()
