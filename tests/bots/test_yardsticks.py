"""A frozen bot plays tomorrow as it plays today, and is no opponent for people."""

import pytest

from ventnor.batch import simulate
from ventnor.bots import LEVELS, POLICIES, YARDSTICKS
from ventnor.server.bot import check_bot
from ventnor.server.errors import Denied

PLAYED = {"official": (911, 14042), "1935": (1234, 15489)}  # plies, and the sum of the worths, of two games of four


@pytest.mark.parametrize("edition", PLAYED)
def test_the_frozen_tycoon_plays_the_same_games_for_ever(edition: str) -> None:
    batch = simulate(2, ["tycoon-2026"] * 4, edition=edition, seed=5, cap=150, compiled=False)
    assert (int(batch.plies.sum()), int(batch.worth.sum())) == PLAYED[edition]


@pytest.mark.parametrize("name", YARDSTICKS)
def test_a_yardstick_is_no_opponent_for_people(name: str) -> None:
    assert name not in POLICIES
    assert name not in LEVELS.values()
    with pytest.raises(Denied):
        check_bot(name)
