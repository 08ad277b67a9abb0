"""Finished games with made-up reviews, in place of the answers of the server's workers."""

import json
from typing import Any

from msgspec import convert
from playwright.sync_api import Page, Route

from tests.web.house import House
from ventnor.server.protocol import NewTable, Start

NAMES = ("Robin", "Agnes", "Bruno")
CHANCES = (
    (0.4, 0.3, 0.3),
    (0.42, 0.3, 0.28),
    (0.25, 0.45, 0.3),
    (0.25, 0.43, 0.32),
    (0.6, 0.2, 0.2),
    (0.62, 0.2, 0.18),
)
"""By ply: the third and the fifth are key moments."""


def review_of(plies: int) -> dict[str, Any]:
    """Return a review of so many plies, in which Robin makes a mistake in the second and Agnes has luck."""
    found: list[dict[str, Any]] = []
    for ply in range(1, plies + 1):
        mistake = {
            "seat": 0,
            "text": "decline",
            "loss": 0.064,
            "error": 0.01,
            "mark": "mistake",
            "better": "buy",
            "sentence": "Buy Oriental Avenue for $100.",
            "reason": "Robin would have $1,400 left.",
        }
        found.append(
            {
                "ply": ply,
                "turn": (ply + 1) // 2,
                "actor": 0,
                "text": "roll",
                "sentences": f"Something happens in move {ply}.",
                "chances": CHANCES[min(ply, len(CHANCES)) - 1],
                "luck": None,
                "decision": mistake if ply == 2 else None,
            }
        )
    sums = {"decisions": 5, "inaccuracies": 0, "mistakes": 0, "blunders": 0, "accuracy": 98.2}
    seats = [
        {**sums, "seat": seat, "name": name, "luck": luck, "skill": skill}
        for seat, (name, luck, skill) in enumerate(zip(NAMES, (-0.2, 0.25, -0.05), (-0.064, -0.01, -0.02), strict=True))
    ]
    return {
        "seats": [{**seats[0], "mistakes": 1}, *seats[1:]],
        "plies": found,
        "luckiest": 3,
        "deal": None,
        "turn": 5,
        "swings": [3, 5],
        "rollouts": 288,
        "title": "official",
    }


def answer_reviews(page: Page, plies: int) -> list[str]:
    """Answer the page's questions for reviews and chances. Return a list that grows by what it asks for."""
    asked: list[str] = []
    lines = [
        {"type": "working", "done": 1, "plies": plies, "ahead": 0},
        {"type": "finished", "review": review_of(plies)},
    ]

    def answer(route: Route) -> None:
        asked.append(route.request.url.rsplit("/", 1)[-1])
        body = "".join(json.dumps(each) + "\n" for each in lines)
        route.fulfill(status=200, content_type="application/x-ndjson", body=body)

    page.route("**/api/**/review", answer)
    page.route("**/api/**/chances", answer)
    return asked


def over_table(house: House) -> tuple[str, str, int]:
    """Return a table whose short game of Robin and two bots is over, Robin's secret and the number of its plies."""
    seats = [{"kind": "mine", "name": NAMES[0]}, *({"kind": "bot", "name": each, "bot": "easy"} for each in NAMES[1:])]
    wanted = {"seats": seats, "options": {"rounds": 1}, "grace": 0, "pace": 0}
    made = house.do(house.make(convert(wanted, NewTable)))
    table, token = made.table.id, made.seats[0].token

    async def play() -> int:
        room = house.registry.room(table)
        grants = await house.registry.grants_of(table, [token])
        await room.submit(grants, Start(id="start"))
        while True:
            async with room.lock:
                session = await room.session()
                game = session.game
                assert game is not None
                if game.over:
                    return session.state.ply
                seat = game.to_act
                if seat is not None:
                    session.apply(game.menu(seat)[0], seat, 1.8e9)
                    await room.keep()

    return table, token, house.do(play())
