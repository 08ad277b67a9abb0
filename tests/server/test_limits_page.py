"""Every figure of the limits in docs/security.md is the one in the code."""

import re
from pathlib import Path

import pytest

from ventnor.server import command as commands
from ventnor.server import connection, frames, http, protocol, replay_pool, security, websocket
from ventnor.server.handlers import LARGEST_REPLAY, Handlers
from ventnor.server.insight.handlers import ADVICE_COST, COSTS, InsightHandlers
from ventnor.server.rate_limit import Buckets, CommandLimits
from ventnor.server.registry import Registry
from ventnor.server.room import PATIENCE, RECENT, Room
from ventnor.server.settings import ServerSettings
from ventnor.server.store import make_store, sqlite

PAGE = (Path(__file__).parents[2] / "docs" / "security.md").read_text(encoding="utf-8")
SETTINGS = ServerSettings()
HANDLERS = Handlers(Registry(make_store("memory:"), SETTINGS), SETTINGS)
INSIGHT = InsightHandlers(HANDLERS)
COMMANDS = CommandLimits(SETTINGS.command_rate)
WORDS = {"one": 1, "two": 2, "four": 4}


def rate(buckets: Buckets) -> float:
    return buckets._rate  # pyright: ignore[reportPrivateUsage]


def most(buckets: Buckets) -> float:
    return buckets._most  # pyright: ignore[reportPrivateUsage]


def both(buckets: Buckets) -> list[float]:
    """Return the rate and what may come at once."""
    return [rate(buckets), most(buckets)]


TALK = Room(HANDLERS.registry, "t")._talk  # pyright: ignore[reportPrivateUsage]
FIGURES: dict[str, list[float]] = {
    "many requests": both(HANDLERS.requests),
    "floods of requests and connections, also for files": [SETTINGS.http_rate, 10 * SETTINGS.http_rate],
    "many tables": [1, 1 / rate(HANDLERS.makers), most(HANDLERS.makers)],
    "guessing codes": [1, 1 / rate(HANDLERS.finders), most(HANDLERS.finders)],
    "many commands": [
        rate(COMMANDS._seats),  # pyright: ignore[reportPrivateUsage]
        rate(COMMANDS._addresses),  # pyright: ignore[reportPrivateUsage]
        commands.UNDO_COST,
        commands.ACTIONS_A_PERMIT,
        2,
        websocket.MOST_FAULTS,
    ],
    "many chat messages": both(TALK),
    "long replays": [LARGEST_REPLAY / 1000, *both(HANDLERS.replays), replay_pool.LONGEST, 1, replay_pool.MOST_WAITING],
    "reading whole records": [*both(HANDLERS.registry.record_limits), RECENT],
    "reviews": [
        most(INSIGHT.review_costs) / COSTS["review"],
        1,
        COSTS["review"] / rate(INSIGHT.review_costs),
        INSIGHT.reviews.most_of_address,
        INSIGHT.reviews.most_waiting,
        SETTINGS.longest_review,
        1,
    ],
    "questions about running games": [
        most(INSIGHT.quick_costs) / ADVICE_COST,
        1,
        INSIGHT.quick.most_of_address,
        INSIGHT.quick.longest,
        1,
        INSIGHT.quick.most_waiting,
    ],
    "slow headers, slow bodies": [http.SECONDS["headers"], security.BODY_SECONDS, http.SECONDS["body"]],
    "many connections": [
        SETTINGS.most_of_address,
        SETTINGS.most_of_address,
        SETTINGS.most_connections,
        SETTINGS.most_of_seat,
    ],
    "pings, pongs, fragments, binary messages": [frames.OTHER_RATE, 10 * frames.OTHER_RATE],
    "many messages at once": [websocket.MOST_WAITING, 1],
    "clients that do not read": [
        connection.MOST_BYTES / 1000,
        connection.MOST_WAITING,
        1,
        SETTINGS.ping_time,
        frames.STALL_SECONDS,
    ],
    "players who do not reveal a nonce": [SETTINGS.reveal_time],
    "idle sockets": [SETTINGS.hello_time, SETTINGS.ping_time],
    "open files": [],
    "a full disk": [sqlite.LEAST_FREE / 1000, 503],
    "large messages": [protocol.LARGEST_MESSAGE // 1000],
    "unreadable messages": [websocket.MOST_FAULTS],
    "games of bots without people": [SETTINGS.most_bot_plies],
}


def rows() -> dict[str, str]:
    """Return the limits as the page has them."""
    part = PAGE.partition("## Limits")[2].partition("\n## ")[0]
    found = [[cell.strip() for cell in line.strip("|").split("|")] for line in part.splitlines() if line[:1] == "|"]
    return {against: limit for against, limit, _ in found[2:]}


def figures_of(text: str) -> list[float]:
    """Return the numbers of a text, also those in words."""
    text = re.sub(r"`[^`]*`", "", text)
    found = re.findall(r"\d[\d,]*(?:\.\d+)?|\b(?:one|two|four)\b", text)
    return [WORDS[each] if each in WORDS else float(each.replace(",", "")) for each in found]


def test_the_page_has_these_limits() -> None:
    assert rows().keys() == FIGURES.keys()


@pytest.mark.parametrize("against", FIGURES)
def test_figures_of_a_limit_are_those_of_the_code(against: str) -> None:
    assert figures_of(rows()[against]) == pytest.approx(FIGURES[against]), rows()[against]


def test_settings_that_the_page_names_exist() -> None:
    part = PAGE.partition("## Limits")[2].partition("\n## ")[0]
    names = {
        name for line in part.splitlines() if line[:1] == "|" for name in re.findall(r"`(\w+)`", line.split("|")[-2])
    }
    assert names
    assert all(hasattr(SETTINGS, name) for name in names)


def test_stalls_end_alike_on_sockets_and_in_answers() -> None:
    assert http.STALL_SECONDS == frames.STALL_SECONDS


def test_absent_players_are_waited_for_as_long_as_the_page_says() -> None:
    assert "no connection for two minutes" in re.sub(r"\s+", " ", PAGE)
    assert PATIENCE == 120
