"""A batch summarised in a page of figures."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ventnor.batch import Batch
from ventnor.batch.extra import need
from ventnor.event import CAUSE, ENDING
from ventnor.kernel.codes import COLOURS, STOCK
from ventnor.rulebook.board import board
from ventnor.study.estimate import UNKNOWN, Estimate, mean, quantile, share

ENDINGS = {0: "cap", **ENDING.words}
CAUSES = {0: "resigned", **CAUSE.words}


@dataclass(frozen=True)
class Lengths:
    """How many throws games take: of the decided ones the quantiles, of all the mean."""

    mean: Estimate
    median: Estimate
    tenth: Estimate
    ninetieth: Estimate


@dataclass(frozen=True)
class Colour:
    """The figures of a colour group, or of the railroads or utilities."""

    group: str
    name: str
    first: Estimate
    """Share of games in which it was the first colour group to be complete."""
    wins: Estimate
    """Share of those, as far as they were decided, that its owner won."""
    rent: float
    """Rent paid for its deeds, in dollars a game."""


@dataclass(frozen=True)
class Summary:
    """The figures of a batch."""

    games: int
    decided: Estimate
    wins: tuple[Estimate, ...]
    """Share of decided games that each seat won."""
    places: tuple[Estimate, ...]
    """The same by the order of play: who plays first, second, and so on."""
    throws: Lengths
    turns: float
    auctions: float
    deals: float
    bankruptcies: float
    endings: dict[str, float]
    """Shares of games by how they ended."""
    causes: dict[str, float]
    """Shares of bankruptcies by what the debt was for."""
    first_group: Estimate
    """Share of decided games that the first owner of a complete colour group won."""
    complete: Estimate
    """Share of games in which some colour group was complete at some time."""
    colours: tuple[Colour, ...]
    houses_left: float
    """Houses that the Bank had left, on average over all throws."""
    no_house: float
    """Share of throws after which it had none."""

    def to_json(self) -> dict[str, Any]:
        """Return the summary as plain mappings."""
        return plain(self)

    def table(self) -> list[dict[str, Any]]:
        """Return a row for each figure with an interval: figure, of what, value, low and high."""
        figures: list[tuple[str, str, Estimate]] = [("decided", "", self.decided)]
        figures += [("wins of decided games", f"seat {seat}", each) for seat, each in enumerate(self.wins)]
        figures += [("wins of decided games", f"place {place}", each) for place, each in enumerate(self.places, 1)]
        lengths = self.throws
        for name in ("mean", "median", "tenth", "ninetieth"):
            figures.append(("throws", name, getattr(lengths, name)))
        figures += [("complete first", each.group, each.first) for each in self.colours if each.first.known]
        figures += [("wins of its first owner", each.group, each.wins) for each in self.colours if each.wins.known]
        return [
            {"figure": name, "of": what, "value": each.value, "low": each.low, "high": each.high}
            for name, what, each in figures
        ]

    def to_pandas(self) -> Any:
        """Return `table()` as a `pandas.DataFrame`. Raises `MissingPackage`."""
        return need("pandas", "a frame of pandas", "data").DataFrame(self.table())

    def to_polars(self) -> Any:
        """Return `table()` as a `polars.DataFrame`. Raises `MissingPackage`."""
        return need("polars", "a frame of polars", "data").DataFrame(self.table())

    def __str__(self) -> str:
        lines = [f"{self.games:,} games; intervals are 95% confidence intervals"]
        for row in self.table():
            scale, unit = (1, " ") if row["figure"] == "throws" else (100, "%")
            value, low, high = (f"{scale * row[each]:.1f}" for each in ("value", "low", "high"))
            known = not np.isnan(row["value"])
            shown = f"{value:>7}{unit} ({low}–{high})" if known else f"{'–':>7}"
            lines.append(f"{row['figure']:<24} {row['of']:<12} {shown}")
        return "\n".join(lines)


def plain(value: Any) -> Any:
    """Return dataclasses, estimates and tuples as mappings and lists."""
    if isinstance(value, Estimate):
        return value.to_json()
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items()}  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, tuple | list):
        return [plain(each) for each in value]  # pyright: ignore[reportUnknownVariableType]
    if hasattr(value, "__dataclass_fields__"):
        return {name: plain(getattr(value, name)) for name in value.__dataclass_fields__}
    return None if isinstance(value, float) and np.isnan(value) else value


def summarise(batch: Batch) -> Summary:
    """Return the figures of a batch that has kept winner, starter, throws and group."""
    sums, games = batch.sums, len(batch)
    some = max(games, 1)
    throws, winner, starter = batch.throws, batch.winner, batch.starter
    decided = batch.decided
    sole = winner >= 0
    order = (winner - starter) % max(batch.players, 1)
    places = np.bincount(order[sole], minlength=batch.players)
    retired = max(int(sums.causes.sum()), 1)
    made = max(int(sums.stock.sum()), 1)
    return Summary(
        games=games,
        decided=share(sums.decided, games),
        wins=tuple(share(float(won), sums.decided) for won in batch.wins()),
        places=tuple(share(int(won), int(sole.sum())) for won in places),
        throws=Lengths(
            mean(sums.throws, sums.squared_throws, games),
            *(quantile(throws[decided], part) for part in (0.5, 0.1, 0.9)),
        ),
        turns=sums.turns / some,
        auctions=sums.events["auction-opened"] / some,
        deals=sums.events["deal-made"] / some,
        bankruptcies=sums.bankruptcies / some,
        endings={ENDINGS[code]: int(count) / some for code, count in enumerate(sums.endings) if count},
        causes={CAUSES[code]: int(count) / retired for code, count in enumerate(sums.causes) if count},
        first_group=first_group_wins(batch),
        complete=share(int(sums.groups.sum()), games),
        colours=colours_of(batch),
        houses_left=float(sums.stock @ np.arange(STOCK + 1)) / made,
        no_house=int(sums.stock[0]) / made,
    )


def first_group_wins(batch: Batch) -> Estimate:
    """Return how often the first owner of a complete colour group wins, of the decided games that had one."""
    there = (batch.group >= 0) & batch.decided
    won = batch.winners[there] >> batch.group_seat[there] & 1
    return share(int(won.sum()), int(there.sum()))


def colours_of(batch: Batch) -> tuple[Colour, ...]:
    """Return all groups in the order of the board."""
    layout = board(batch.recipe.edition, batch.recipe.options.board)
    group, decided = batch.group, batch.decided
    owned = batch.winners >> np.where(group >= 0, batch.group_seat, 0) & 1
    found: list[Colour] = []
    for each in layout.groups:
        first = group == each.index
        settled = first & decided
        is_colour = each.index < COLOURS
        found.append(
            Colour(
                group=each.slug,
                name=each.name,
                first=share(int(first.sum()), len(batch)) if is_colour else UNKNOWN,
                wins=share(int(owned[settled].sum()), int(settled.sum())) if is_colour else UNKNOWN,
                rent=float(sum(batch.sums.rent[space] for space in each.spaces)) / max(len(batch), 1),
            )
        )
    return tuple(found)
