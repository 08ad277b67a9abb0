"""Levels of opponents: first games against `easy` end, and every level is a bot that deals."""

from collections.abc import Callable

import pytest

from tests.bots.newcomer import newcomer
from ventnor.batch import simulate
from ventnor.bots import LEVELS, POLICIES, SLOW
from ventnor.kernel.batch import Policy

SOON = 300  # throws


def ended_soon(games: int, *, compiled: bool) -> float:
    """Return the share of a newcomer's games against three `easy` that end soon, his seat changing."""
    ended = 0
    for seat in range(4):
        bots: list[str | Policy] = ["easy", "easy", "easy"]
        bots.insert(seat, newcomer)
        ended += int(simulate(games // 4, bots, seed=seat + 1, cap=SOON, checked=True, compiled=compiled).decided.sum())
    return ended / games


def test_every_level_is_a_bot() -> None:
    assert list(LEVELS) == ["easy", "medium", "hard", "magnate"]
    ranks = [list(POLICIES).index(bot) for bot in LEVELS.values()]
    assert ranks == sorted(ranks)


@pytest.mark.slow
def test_a_first_game_against_easy_ends() -> None:
    assert ended_soon(8, compiled=False) >= 0.75


@pytest.mark.long
def test_two_hundred_first_games_against_easy_end(record_property: Callable[[str, object], None]) -> None:
    share = ended_soon(200, compiled=True)
    record_property("first games that end within 300 throws", f"{share:.1%}")
    assert share >= 0.95


@pytest.mark.slow
@pytest.mark.parametrize("bot", [bot for bot in LEVELS.values() if POLICIES[bot] not in SLOW])
def test_every_level_deals(bot: str) -> None:
    assert simulate(4, [bot] * 4, seed=2, cap=SOON, compiled=False).deals.sum() >= 4
