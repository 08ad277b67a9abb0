"""Playing in a page: what a test does with its hands."""

import time
from collections.abc import Callable
from typing import Any

import httpx2
from playwright.sync_api import Page

ANY_CHOICE = ".choices .btn:not([disabled]), .bid .own .btn:not([disabled])"


def new_table(url: str, bots: int = 2, people: int = 1, **more: Any) -> tuple[str, list[str]]:
    """A table that has begun, and the secrets of its people."""
    seats = [{"kind": "mine", "name": name} for name in ("Robin", "Kit", "Ash")[:people]]
    seats += [{"kind": "bot", "bot": "random", "name": name} for name in ("Agnes", "Bruno", "Celia")[:bots]]
    made = httpx2.post(f"{url}api/tables", json={"seats": seats, "pace": 0, **more})
    assert made.status_code == 201, made.text
    table, tokens = made.json()["table"]["id"], [seat["token"] for seat in made.json()["seats"]]
    begun = httpx2.post(
        f"{url}api/tables/{table}/commands",
        json={"type": "start", "id": "start"},
        headers={"Authorization": f"Bearer {tokens[0]}"},
    )
    assert begun.json()["type"] == "done", begun.text
    return table, tokens


def play_on(page: Page, until: Callable[[], bool], seconds: float = 60) -> None:
    """Presses the likeliest button whenever there is one, until something is so."""
    end = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < end, "it took too long"
        button = page.locator(ANY_CHOICE).first
        if button.count():
            button.evaluate("button => button.click()")
        page.wait_for_timeout(40)


def is_over(page: Page) -> Callable[[], bool]:
    """Whether the page shows the end of the game."""
    return lambda: page.locator(".end h2").count() > 0
