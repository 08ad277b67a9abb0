"""Luck averages zero over many games: reviews with the compiled kernel."""

from collections.abc import Callable

import numpy as np
import pytest

import ventnor as vt


@pytest.mark.slow
def test_luck_averages_zero_over_many_games(record_property: Callable[[str, object], None]) -> None:
    games = 60
    luck = np.array(
        [
            [each.luck for each in vt.review(vt.play(["easy"] * 2, seed=seed, cap=30).replay, decisions=False).seats]
            for seed in range(games)
        ]
    )
    mean, error = luck[:, 0].mean(), luck[:, 0].std(ddof=1) / np.sqrt(games)
    record_property("mean luck of seat 0", f"{100 * mean:.2f} ± {100 * error:.2f} points")
    # With weights that look at nothing every luck would be 0: it must differ from game to game.
    assert luck.std() > 0.02
    assert abs(mean) < 4 * error
    assert luck.sum(axis=1) == pytest.approx(0, abs=1e-6)
