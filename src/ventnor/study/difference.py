"""Paired differences, with 99 % intervals, between two games that the same bots played with the same seeds.

Game n of one is paired with game n of the other. They have the same random numbers, and are alike until the rules or
the bots make a difference. A figure is a ratio of two sums over games, such as wins of decided games; the interval is
the normal approximation of its linear part.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ventnor.batch import Batch
from ventnor.study.estimate import UNKNOWN, Estimate

SURE: Final = 0.99
"""The confidence of a difference. It is higher than that of a figure, because several are looked at together."""
Z_SURE: Final = 2.5758293035489004

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Ratio:
    """A figure of many games: the sum of `part` over the games by the sum of `whole`."""

    part: Floats
    whole: Floats

    @property
    def value(self) -> float:
        """Return the figure; nan if there was nothing to count."""
        total = float(self.whole.sum())
        return float(self.part.sum()) / total if total else float("nan")

    @property
    def influence(self) -> Floats:
        """Return how far each game moves the figure, to first order."""
        return (self.part - self.value * self.whole) / float(self.whole.mean())


FIGURES: Final[Mapping[str, tuple[str, str, str, int]]] = {
    "throws": ("take {} more throws", "take {} fewer throws", "how long games take", 1),
    "decided": ("are decided {} points more often", "are decided {} points less often", "how often games end", 100),
    "bankruptcies": (
        "have {} more bankruptcies",
        "have {} fewer bankruptcies",
        "the number of bankruptcies",
        1,
    ),
    "auctions": ("have {} more auctions", "have {} fewer auctions", "the number of auctions", 1),
    "deals": ("have {} more deals", "have {} fewer deals", "the number of deals", 1),
    "group_at": (
        "have the first whole group {} throws later",
        "have the first whole group {} throws sooner",
        "when the first group is whole",
        1,
    ),
    "skill": (
        "let the stronger bot win {} points more often",
        "let the stronger bot win {} points less often",
        "how often the stronger bot wins",
        100,
    ),
    "first_group": (
        "let the first whole group win {} points more often",
        "let the first whole group win {} points less often",
        "what the first whole group is worth",
        100,
    ),
    "advantage": (
        "let whoever plays first win {} points more often",
        "let whoever plays first win {} points less often",
        "what it is worth to play first",
        100,
    ),
}
"""Each figure: the words for more of it, for less of it, its name, and its scale."""


@dataclass(frozen=True)
class PairedDifference:
    """A figure of a game less that of the first game, with its interval."""

    figure: str
    first: float
    value: float
    by: Estimate

    @property
    def sure(self) -> bool:
        """Return whether the interval leaves out 0."""
        return self.by.known and (self.by.low > 0 or self.by.high < 0)

    @property
    def scale(self) -> int:
        """Return what the figure is multiplied by to be shown: 100 for per cent."""
        return FIGURES[self.figure][3]

    def cells(self) -> tuple[str, ...]:
        """Return the difference as a row of a table: figure, both values, the difference and its interval."""
        _, _, what, scale = FIGURES[self.figure]
        unit = "%" if scale == 100 else ""
        values = (f"{scale * each:,.1f}{unit}" for each in (self.first, self.value))
        by, low, high = (f"{scale * each:+,.1f}" for each in (self.by.value, self.by.low, self.by.high))
        return what, *values, f"{by}{'*' if self.sure else ' '}", f"({low} to {high})"

    def __str__(self) -> str:
        more, less, _, scale = FIGURES[self.figure]
        near, far = sorted(abs(scale * each) for each in (self.by.low, self.by.high))
        amount = f"{number(scale * abs(self.by.value))} ({number(near)} to {number(far)})"
        return (more if self.by.value > 0 else less).format(amount)


def ratios_of(batch: Batch, contest: Sequence[Batch], strong: Sequence[int]) -> dict[str, Ratio]:
    """Return the figures of the games of equals and of those of a stronger bot, which sat at the seats `strong`."""
    each = np.ones(len(batch))
    decided, sole = wide(batch.decided), batch.winner >= 0
    whole = batch.group >= 0
    owner_won = batch.winners >> np.where(whole, batch.group_seat, 0) & 1
    won = [winner_share(games, seat) for games, seat in zip(contest, strong, strict=True)]
    return {
        "throws": Ratio(wide(batch.throws), each),
        "decided": Ratio(decided, each),
        "bankruptcies": Ratio(wide(batch.bankruptcies), each),
        "auctions": Ratio(wide(batch.auctions), each),
        "deals": Ratio(wide(batch.deals), each),
        "group_at": Ratio(wide(np.where(whole, batch.group_at, 0)), wide(whole)),
        "skill": Ratio(np.concatenate(won), np.concatenate([wide(games.decided) for games in contest])),
        "first_group": Ratio(wide(owner_won * (whole & batch.decided)), wide(whole & batch.decided)),
        "advantage": Ratio(wide(batch.winner == batch.starter), wide(sole)),
    }


def winner_share(games: Batch, seat: int) -> Floats:
    """Return the part of each game that a seat won: 1, or less where several share the win."""
    winners = games.winners.astype(np.int64)
    sharing = sum((winners >> each & 1) for each in range(games.players))
    return wide(winners >> seat & 1) / np.maximum(sharing, 1)


def wide(values: npt.NDArray[Any]) -> Floats:
    """Return an array as floating-point numbers."""
    return values.astype(np.float64)


def differences(first: Mapping[str, Ratio], other: Mapping[str, Ratio]) -> tuple[PairedDifference, ...]:
    """Return how each figure of the other game differs from that of the first."""
    return tuple(
        PairedDifference(name, first[name].value, other[name].value, paired(first[name], other[name]))
        for name in FIGURES
    )


def paired(first: Ratio, other: Ratio) -> Estimate:
    """Return the difference of two figures of paired games."""
    count = len(first.part)
    if count < 2 or np.isnan(first.value) or np.isnan(other.value):
        return UNKNOWN
    by = other.value - first.value
    half = Z_SURE * float(np.std(other.influence - first.influence, ddof=1)) / float(np.sqrt(count))
    return Estimate(by, by - half, by + half)


def sentence(game: str, first: str, found: Sequence[PairedDifference]) -> str:
    """Return what the difference of two games is, in a sentence."""
    sure = [str(each) for each in found if each.sure]
    alike = [FIGURES[each.figure][2] for each in found if not each.sure and each.by.known]
    if not sure:
        return f"Games of {game} do not differ from those of {first} by more than chance in any figure."
    rest = f"; no difference shows in {series(alike, 'or')}" if alike else ""
    return f"Games of {game} {series(sure, 'and')} than those of {first}{rest}."


def series(parts: Sequence[str], word: str) -> str:
    """Return things in a row: "a, b and c"."""
    return f" {word} ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def number(value: float) -> str:
    """Return a number with as many places as it needs."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 1 else f"{value:.2f}"
