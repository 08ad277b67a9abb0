"""Records of whole games, and how a page opens them."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from playwright.sync_api import Page

import ventnor as vt
from tests.web.laid import NAMES

MANY: Final = 3_000


@cache
def evening() -> vt.Replay:
    """Return a game of eight to its end: sets, houses, hotels, mortgages, falls."""
    return vt.play(["tycoon"] * len(NAMES), seed=8, names=NAMES).replay


@cache
def long_evening() -> vt.Replay:
    """Return a game of very many moves that is still going on."""
    game = vt.Game("official", 3, seed=5, names=NAMES[:3])
    while game.ply < MANY:
        game.apply(game.menu()[0])
    return game.replay


def first_whole(record: vt.Replay, deeds: Sequence[str]) -> tuple[int, str]:
    """Return the first ply after which one player holds all of these deeds, and that player's name."""
    for line, game in record.games():
        holders = {game.owner(deed) for deed in deeds}
        if len(holders) == 1 and None not in holders:
            return line.number, NAMES[holders.pop() or 0]
    raise LookupError("nobody ever holds them all")


def open_record(page: Page, record: vt.Replay) -> None:
    """Open a record on the front page, as a file."""
    file = {"name": "evening.replay", "mimeType": "text/plain", "buffer": record.dumps().encode()}
    page.locator("input[type=file]").set_input_files(files=[file])
    page.get_by_role("slider").wait_for()
