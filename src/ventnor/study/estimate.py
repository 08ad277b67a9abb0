"""Estimates from random games, each with its 95 % confidence interval."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

CONFIDENCE: Final = 0.95
Z: Final = 1.959963984540054
RESAMPLES: Final = 400


@dataclass(frozen=True)
class Estimate:
    """A figure and its interval."""

    value: float
    low: float
    high: float

    @property
    def known(self) -> bool:
        """Return whether there was anything to estimate it from."""
        return not np.isnan(self.value)

    @property
    def half(self) -> float:
        """Return half the width of the interval."""
        return (self.high - self.low) / 2

    def to_json(self) -> dict[str, float | None]:
        """Return the estimate as a plain mapping; an unknown value is null."""
        return {name: None if np.isnan(each) else float(each) for name, each in vars(self).items()}


UNKNOWN: Final = Estimate(float("nan"), float("nan"), float("nan"))
"""The estimate without observations."""


def share(won: float, of: float) -> Estimate:
    """Return a share with Wilson's interval, which holds near 0 and 1 too."""
    if of <= 0:
        return UNKNOWN
    rate = won / of
    middle = (rate + Z * Z / (2 * of)) / (1 + Z * Z / of)
    half = Z / (1 + Z * Z / of) * float(np.sqrt(rate * (1 - rate) / of + Z * Z / (4 * of * of)))
    return Estimate(rate, max(0.0, middle - half) if won > 0 else 0.0, min(1.0, middle + half) if won < of else 1.0)


def mean(total: float, squares: float, count: int) -> Estimate:
    """Return a mean from a sum and a sum of squares, with the interval of the normal approximation."""
    if count < 2:
        return UNKNOWN if not count else Estimate(total, float("nan"), float("nan"))
    found = total / count
    variance = max(0.0, squares / count - found * found) * count / (count - 1)
    half = Z * float(np.sqrt(variance / count))
    return Estimate(found, found - half, found + half)


def mean_of(values: npt.NDArray[Any]) -> Estimate:
    """Return the mean of numbers."""
    wide = values.astype(np.float64)
    return mean(float(wide.sum()), float((wide * wide).sum()), len(wide))


def quantile(values: npt.NDArray[Any], part: float) -> Estimate:
    """Return a quantile with the interval between two order statistics, which assumes no distribution."""
    if not len(values):
        return UNKNOWN
    ordered = np.sort(values)
    half = Z * float(np.sqrt(len(ordered) * part * (1 - part)))
    middle, last = len(ordered) * part, len(ordered) - 1
    low = max(0, int(np.floor(min(middle - half, last * part))))
    high = min(last, int(np.ceil(max(middle + half, last * part))))
    return Estimate(float(np.quantile(ordered, part)), float(ordered[low]), float(ordered[high]))


def bootstrap(count: int, measure: Callable[[npt.NDArray[np.int64]], float], seed: int) -> Estimate:
    """Estimate any figure of `count` games by bootstrap; `measure` gets the indices of the drawn games."""
    if not count:
        return UNKNOWN
    chance = np.random.default_rng(seed)
    drawn = [measure(chance.integers(0, count, count)) for _ in range(RESAMPLES)]
    tail = 100 * (1 - CONFIDENCE) / 2
    low, high = np.percentile(drawn, [tail, 100 - tail])
    return Estimate(measure(np.arange(count)), float(low), float(high))
