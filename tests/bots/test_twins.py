"""Compiled and interpreted, the bots play the same games."""

import pytest

from ventnor.batch import simulate
from ventnor.bots import POLICIES, YARDSTICKS


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["1935", "official", "modern"])
def test_both_twins_of_the_bots_play_the_same_games(edition: str) -> None:
    bots = ["tycoon", "easy", "medium", "builder", *YARDSTICKS]
    slow, fast = (simulate(6, bots, edition=edition, seed=8, cap=300, compiled=way) for way in (False, True))
    assert (slow.plies == fast.plies).all()
    assert (slow.worth == fast.worth).all()
    assert (slow.wins() == fast.wins()).all()


def test_the_bots_are_known_by_name_weakest_first() -> None:
    assert list(POLICIES) == ["random", "cautious", "builder", "easy", "medium", "tycoon", "magnate"]
    known = {**POLICIES, **YARDSTICKS}
    assert all(name.replace("-", "_") == policy.__name__ for name, policy in known.items())
