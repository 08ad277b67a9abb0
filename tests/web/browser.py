"""The system's Chromium, as the browser tests, the screenshots and the measurements use it."""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, ConsoleMessage, Page, Response, WebSocket, expect, sync_playwright

IN_THE_HOUSE = "192.0.2.7"
"""An address that is not this machine's own: browsers trust its pages as little as those of a server at home."""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {IN_THE_HOUSE} 127.0.0.1",
]
SIZES = {"laptop": (1280, 720), "desk": (1920, 1080), "phone": (390, 844)}
PATIENCE = 20_000
"""The timeout of pages in milliseconds, long enough for a busy machine."""
expect.set_options(timeout=PATIENCE)
USUAL_LETTERS = 16
NO_WORKER = "Service Worker registration blocked by Playwright"
FILES = re.compile(r"/assets/|\.(svg|png|woff2?)$")
"""Addresses of the app's own scripts, fonts and drawings, which are the same for everybody."""


def chromium() -> str | None:
    """Return where the browser is; None if there is none."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@contextmanager
def browsing() -> Iterator[Browser]:
    """Run a browser without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS, headless=True)
        try:
            yield browser
        finally:
            browser.close()


def open_page(
    browser: Browser,
    size: str,
    theme: str = "light",
    motion: str = "reduce",
    zoom: int = 1,
    letters: int = 1,
    touch: bool = False,
    worker: bool = False,
) -> Page:
    """Return a page in a context of its own. Zoom and larger letters leave less room in the same window.

    Only with `worker` does the app get its service worker, whose requests `page.route` does not see.
    """
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width // zoom, "height": height // zoom},
        device_scale_factor=zoom,
        has_touch=touch or size == "phone",
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce" if motion == "reduce" else "no-preference",
        service_workers="allow" if worker else "block",
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    if letters > 1:
        # As in the browser's own settings, where people choose the size of text.
        sizes = {"standard": USUAL_LETTERS * letters, "fixed": USUAL_LETTERS * letters}
        context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": sizes})
    return page


def listen(page: Page) -> list[str]:
    """Collect the page's errors and warnings, and every page that it opens."""
    said: list[str] = []
    context = page.context

    def note(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and message.text != NO_WORKER:
            said.append(message.text)

    context.on("console", note)
    context.on("weberror", lambda error: said.append(str(error.error)))
    return said


class Traffic:
    """All traffic between a page and its server, without the app's own files."""

    def __init__(self, page: Page) -> None:
        self.frames: list[str] = []
        self.answers: list[Response] = []
        page.on("websocket", self._attend)
        page.on("response", self._note)

    def _attend(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))
        socket.on("framesent", lambda frame: self.frames.append(str(frame)))

    def _note(self, answer: Response) -> None:
        if not FILES.search(answer.url):
            self.answers.append(answer)

    @property
    def text(self) -> str:
        """Return all of it."""
        # Read bodies here and not on arrival, where test and browser would wait for each other.
        return "\n".join([*self.frames, *(f"{answer.url}\n{answer.text()}" for answer in self.answers)])
