"""Intervals have their stated coverage."""

import numpy as np
import pytest

from ventnor.study.estimate import UNKNOWN, mean_of, quantile, share

TRIALS = 2000


def covered(hits: list[bool]) -> bool:
    """Return whether these fit a coverage of 95 %: within five standard deviations, and a little for rounding."""
    return abs(np.mean(hits) - 0.95) < 5 * np.sqrt(0.95 * 0.05 / TRIALS) + 0.005


def test_shares() -> None:
    chance = np.random.default_rng(1)
    for rate in (0.02, 0.25, 0.9):
        found = [share(chance.binomial(500, rate), 500) for _ in range(TRIALS)]
        assert covered([each.low <= rate <= each.high for each in found])


def test_means_and_quantiles() -> None:
    chance = np.random.default_rng(2)
    samples = chance.exponential(10, (TRIALS, 400))
    assert covered([(e := mean_of(each)).low <= 10 <= e.high for each in samples])
    median = 10 * np.log(2)
    assert covered([(e := quantile(each, 0.5)).low <= median <= e.high for each in samples])


def test_nothing_is_known_of_nothing() -> None:
    assert not share(0, 0).known
    assert not quantile(np.zeros(0), 0.5).known
    assert UNKNOWN.to_json() == {"value": None, "low": None, "high": None}
    assert share(0, 10).low == 0
    assert share(10, 10).high == 1
    assert 0 < share(0, 10).high < 0.35
    assert mean_of(np.array([3.0, 3.0, 3.0])).half == pytest.approx(0)


@pytest.mark.parametrize("part", [0.1, 0.5, 0.9, 0.99])
@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_a_quantile_of_few_lies_within_its_interval(part, count) -> None:
    found = quantile(np.arange(count) ** 2, part)
    assert found.low <= found.value <= found.high
