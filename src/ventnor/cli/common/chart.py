"""Draws what batches of games show: wins, lengths, colours, ratings and comparisons.

It needs matplotlib (the extra `plots`) and is imported only when a picture is asked for. Its colours are those of the
heat map.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from matplotlib.colors import LinearSegmentedColormap, to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from ventnor.batch import Batch
from ventnor.cli.common.heatmap import CARD, GROUPS, INK, PAPER, QUIET, ROPE, SEA, readable_on
from ventnor.kernel.codes import STOCK
from ventnor.study.comparison import Compared, Comparison
from ventnor.study.estimate import Estimate
from ventnor.study.summary import Colour, Summary
from ventnor.study.tournament import MIDDLE, Tournament

LAMP: Final = "#DA9436"
TIDE: Final = LinearSegmentedColormap.from_list("tide", ["#C77B3B", "#F1DFC0", "#FBF8F1", "#BFD8D4", "#2F6F73"])
"""The colour scale, from below an even chance to above it."""


def page(width: float, height: float, title: str, subtitle: str, note: str) -> Figure:
    """Return a sheet of paper with its headings."""
    figure = Figure(figsize=(width, height), facecolor=PAPER)
    words: Any = figure.text  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    top = 0.42 / height
    words(0.6 / width, 1 - top, title, fontsize=23, family="serif", color=INK, va="top")
    words(0.6 / width, 1 - 0.95 / height, subtitle, fontsize=11, color=QUIET, va="top")
    words(1 - 0.6 / width, 0.28 / height, note, fontsize=9, color=QUIET, ha="right")
    return figure


def panel(figure: Figure, place: tuple[float, float, float, float], title: str) -> Any:
    """Return a part of the sheet, in inches from its lower left corner: left, bottom, width, height."""
    width, height = figure.get_size_inches()
    box = (place[0] / width, place[1] / height, place[2] / width, place[3] / height)
    axes: Any = figure.add_axes(box, facecolor=PAPER)  # pyright: ignore[reportUnknownMemberType]
    axes.set_title(title, loc="left", fontsize=13, color=INK, pad=20, family="serif")
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(ROPE)
    axes.tick_params(colors=QUIET, labelsize=9.5, length=0)
    axes.grid(axis="x", color=ROPE, linewidth=0.6, alpha=0.6)
    axes.set_axisbelow(True)
    return axes


def save(figure: Figure, path: Path) -> None:
    """Write the picture. The file's suffix chooses the format."""
    figure.savefig(path, facecolor=PAPER, dpi=120)  # pyright: ignore[reportUnknownMemberType]


def per_cent(axes: Any, *, signed: bool = False) -> None:
    """Label the level axis in per cent."""

    def written(value: float, _: int) -> str:
        return f"{100 * value:+.0f}%" if signed and round(100 * value) else f"{abs(100 * value):.0f}%"

    axes.xaxis.set_major_formatter(written)


def name_rows(axes: Any, names: Sequence[str]) -> None:
    """Write the names of the rows at the left of a chart."""
    axes.set_yticks(range(len(names)), names, color=INK, fontsize=10.5)
    axes.set_ylim(len(names) - 0.4, -0.6)


def mark_even(axes: Any, at: float, words: str) -> None:
    """Draw a line at what luck alone would give."""
    axes.axvline(at, color=QUIET, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
    axes.annotate(
        words, (at, 1), xycoords=("data", "axes fraction"), xytext=(4, 3), textcoords="offset points", fontsize=8.5,
        color=QUIET,
    )  # fmt: skip


def dot(axes: Any, level: float, estimate: Estimate, colour: str, words: str = "") -> None:
    """Draw a figure as a dot with its interval, and write the figure after it."""
    if not estimate.known:
        return
    axes.plot(
        [estimate.low, estimate.high], [level, level], color=colour, linewidth=3, solid_capstyle="round", zorder=2
    )
    axes.plot([estimate.value], [level], "o", color=colour, markersize=9, markeredgecolor=INK, mew=0.7, zorder=3)
    if words:
        axes.annotate(
            words, (estimate.high, level), xytext=(8, 0), textcoords="offset points", va="center", fontsize=9.5,
            color=INK,
        )  # fmt: skip


# ── A batch ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def draw_batch(batch: Batch, summary: Summary, path: Path, title: str, subtitle: str) -> None:
    """Draw who wins, how long it takes, what the colours bring, and how many houses the Bank has left."""
    note = "Lines are 95% intervals."
    figure = page(13, 9.9, title, subtitle, note)
    draw_wins(panel(figure, (1.5, 5.3, 4.7, 2.6), "Who wins, of the decided games"), batch, summary)
    draw_lengths(panel(figure, (7.5, 5.3, 4.9, 2.6), "How many throws a game takes"), batch, summary)
    colours = [each for each in summary.colours if each.first.known]
    draw_owners(
        panel(figure, (1.5, 0.95, 4.7, 3.3), "The first whole group: how often its owner wins"), colours, batch.players
    )
    draw_rents(panel(figure, (7.5, 0.95, 2.2, 3.3), "Rent a game, in dollars"), summary.colours)
    draw_stock(panel(figure, (10.75, 0.95, 1.65, 3.3), "Houses left"), batch, summary)
    save(figure, path)


def draw_wins(axes: Any, batch: Batch, summary: Summary) -> None:
    """Draw a bar for each seat."""
    names = [f"{name}  {seat}" for seat, name in enumerate(batch.recipe.bots)]
    for seat, won in enumerate(summary.wins):
        if won.known:
            axes.barh(seat, won.value, height=0.62, color=SEA, alpha=0.28, zorder=1)
            dot(axes, seat, won, SEA, f"{100 * won.value:.1f}%")
    name_rows(axes, names)
    most = max([each.high for each in summary.wins if each.known] or [1.0])
    axes.set_xlim(0, most * 1.22)
    per_cent(axes)
    mark_even(axes, 1 / batch.players, "even")


def draw_lengths(axes: Any, batch: Batch, summary: Summary) -> None:
    """Draw how many games end after so many throws."""
    throws = batch.throws[batch.decided]
    axes.grid(axis="y", color=ROPE, linewidth=0.6, alpha=0.6)
    axes.grid(visible=False, axis="x")
    axes.set_yticks([])
    if len(throws):
        end = float(np.quantile(throws, 0.995))
        axes.hist(throws[throws <= end], bins=48, color=LAMP, alpha=0.85, edgecolor=PAPER, linewidth=0.6)
        median = summary.throws.median
        axes.axvline(median.value, color=INK, linewidth=1.4)
        axes.annotate(
            f"half within {median.value:.0f}", (median.value, 0.97), xycoords=("data", "axes fraction"), fontsize=10,
            xytext=(6, 0), textcoords="offset points", va="top", color=INK,
        )  # fmt: skip
    words = f"{100 * summary.decided.value:.1f}% of the games are decided"
    axes.annotate(words, (1, 0.82), xycoords="axes fraction", ha="right", va="top", fontsize=9.5, color=QUIET)


def draw_owners(axes: Any, colours: Sequence[Colour], players: int) -> None:
    """Draw a dot for each colour."""
    names = [each.name for each in colours]
    for level, each in enumerate(colours):
        dot(axes, level, each.wins, GROUPS[each.group])
        if each.first.known:
            axes.annotate(
                f"first in {100 * each.first.value:.0f}%", (1.0, level), xycoords=("axes fraction", "data"),
                ha="right", va="center", fontsize=8.5, color=QUIET,
            )  # fmt: skip
    name_rows(axes, names)
    known = [each.wins for each in colours if each.wins.known]
    low = min([each.low for each in known] + [1 / players]) - 0.04
    high = max([each.high for each in known] + [1 / players]) + 0.04
    axes.set_xlim(max(0, low), min(1, high) + 0.25 * (high - low))
    per_cent(axes)
    mark_even(axes, 1 / players, "even")


def draw_rents(axes: Any, colours: Sequence[Colour]) -> None:
    """Draw a bar for each group."""
    most = max([each.rent for each in colours] + [1.0])
    for level, each in enumerate(colours):
        axes.barh(level, each.rent, height=0.66, color=GROUPS[each.group])
        axes.annotate(
            f"{each.rent:,.0f}", (each.rent, level), xytext=(4, 0), textcoords="offset points", va="center",
            fontsize=9, color=INK,
        )  # fmt: skip
    name_rows(axes, [each.name for each in colours])
    axes.set_xlim(0, most * 1.28)
    axes.set_xticks([])


def draw_stock(axes: Any, batch: Batch, summary: Summary) -> None:
    """Draw how often the Bank has so many houses."""
    steps = [(0, 0), (1, 8), (9, 16), (17, 24), (25, STOCK - 1), (STOCK, STOCK)]
    total = max(int(batch.sums.stock.sum()), 1)
    shares = [int(batch.sums.stock[low : high + 1].sum()) / total for low, high in steps]
    for level, share in enumerate(shares):
        axes.barh(level, share, height=0.66, color=LAMP if level == 0 else SEA)
        axes.annotate(
            f"{100 * share:.1f}%", (share, level), xytext=(4, 0), textcoords="offset points", va="center", fontsize=9,
            color=INK,
        )  # fmt: skip
    name_rows(axes, [str(low) if low == high else f"{low}–{high}" for low, high in steps])
    axes.set_xlim(0, max([*shares, 0.01]) * 1.4)
    axes.set_xticks([])
    axes.set_xlabel(f"on average {summary.houses_left:.1f}", fontsize=9.5, color=QUIET)


# ── A tournament ────────────────────────────────────────────────────────────────────────────────────────────────────


def draw_tournament(found: Tournament, path: Path, title: str, subtitle: str) -> None:
    """Draw ratings with their intervals, and who beats whom how often."""
    count = len(found.standings)
    height = 4.2 + 0.55 * count
    figure = page(13, height, title, subtitle, "400 points more are ten times the strength. Lines are 95% intervals.")
    tall = height - 2.9
    axes = panel(figure, (1.4, 0.95, 5.2, tall), "Rating")
    for level, each in enumerate(found.standings):
        if each.rating.known:
            dot(axes, level, each.rating, SEA, f"{each.rating.value:.0f}")
    name_rows(axes, [each.bot for each in found.standings])
    low = min((each.rating.low for each in found.standings if each.rating.known), default=MIDDLE)
    high = max((each.rating.high for each in found.standings if each.rating.known), default=MIDDLE)
    room = max(high - low, 20)
    axes.set_xlim(low - 0.08 * room, high + 0.18 * room)
    draw_meetings(panel(figure, (8.3, 0.95, 4.1, tall), "Who wins when one of two does"), found)
    save(figure, path)


def draw_meetings(axes: Any, found: Tournament) -> None:
    """Draw how often the row beats the column."""
    names = [each.bot for each in found.standings]
    axes.grid(visible=False)
    axes.spines["bottom"].set_visible(False)
    for row, parts in enumerate(found.beaten):
        for column, part in enumerate(parts):
            square(axes, column, row, part, f"{100 * part:.0f}%", 0.5, 0.5)
    axes.set_xlim(-0.5, len(names) - 0.5)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_yticks(range(len(names)), names, color=INK, fontsize=10.5)
    axes.set_xticks(range(len(names)), [f"against\n{name}" for name in names], color=INK, fontsize=9)


def square(axes: Any, x: float, y: float, value: float, words: str, middle: float, reach: float) -> None:
    """Draw a coloured box with a figure; the colour says how far it is from the middle."""
    unknown = value != value
    colour = to_rgb(CARD) if unknown else to_rgb(TIDE(0.5 + 0.5 * max(-1.0, min(1.0, (value - middle) / reach))))
    axes.add_patch(Rectangle((x - 0.48, y - 0.46), 0.96, 0.92, facecolor=colour, edgecolor=PAPER, linewidth=1.5))
    text = "" if unknown else words
    axes.text(x, y, text, ha="center", va="center", fontsize=10.5, color=readable_on(colour), linespacing=1.25)


# ── A comparison ────────────────────────────────────────────────────────────────────────────────────────────────────


def draw_comparison(found: Comparison, path: Path, title: str, subtitle: str) -> None:
    """Draw lengths, luck and colours of all games."""
    count = len(found.games)
    upper = 0.9 + 0.62 * count
    lower = 0.55 * count
    height = upper + lower + 3.9
    figure = page(13, height, title, subtitle, "Lines and ± are 95% intervals.")
    bottom = lower + 1.9
    draw_ridges(panel(figure, (1.7, bottom, 4.6, upper), "How many throws a game takes"), found.games)
    draw_luck(figure, found, bottom, upper)
    draw_colours(panel(figure, (1.7, 0.85, 10.7, lower), "How often the owner of the first whole group wins"), found)
    save(figure, path)


def draw_ridges(axes: Any, games: Sequence[Compared]) -> None:
    """Draw a curve for each game, one above the other, with its median."""
    ends = [last_step(each) for each in games]
    end = max(ends) * max(each.step for each in games)
    for level, each in enumerate(games):
        counts = np.array(each.lengths[:-1], dtype=float)
        smooth = np.convolve(counts, np.array([1, 4, 6, 4, 1]) / 16)[2:-2]
        places = (np.arange(len(counts)) + 0.5) * each.step
        tall = 0.82 * smooth / max(smooth.max(), 1)
        axes.fill_between(places, level, level - tall, color=LAMP, alpha=0.8, linewidth=0, zorder=2 + level)
        axes.plot(places, level - tall, color=INK, linewidth=0.9, zorder=2 + level)
        median = each.equals.throws.median
        if median.known:
            axes.plot([median.value] * 2, [level, level - 0.62], color=INK, linewidth=1.4, zorder=3 + level)
            axes.annotate(
                f"{median.value:.0f}", (median.value, level), xytext=(4, 5), textcoords="offset points",
                fontsize=9.5, color=INK, zorder=20,
            )  # fmt: skip
        axes.annotate(
            f"{100 * each.equals.decided.value:.1f}% decided", (1, level - 0.12), xycoords=("axes fraction", "data"),
            ha="right", fontsize=8.5, color=QUIET,
        )  # fmt: skip
    name_rows(axes, [each.game for each in games])
    axes.set_ylim(len(games) - 0.9, -0.95)
    axes.set_xlim(0, end)


def last_step(each: Compared) -> int:
    """Return the number of throws after which nearly all decided games have ended."""
    counts = np.array(each.lengths)
    total = counts.cumsum()
    return int(np.searchsorted(total, 0.99 * max(int(total[-1]), 1))) + 1


def draw_luck(figure: Figure, found: Comparison, bottom: float, tall: float) -> None:
    """Draw three columns of dots: skill, the first group, playing first."""
    columns = (
        ("Skill wins", [each.skill for each in found.games], 1 / found.players, False),
        ("First group wins", [each.equals.first_group for each in found.games], 1 / found.players, False),
        ("Playing first adds", [each.advantage for each in found.games], 0.0, True),
    )
    for number, (title, estimates, even, signed) in enumerate(columns):
        axes = panel(figure, (7.0 + 1.9 * number, bottom, 1.6, tall), title)
        for level, each in enumerate(estimates):
            dot(axes, level, each, SEA)
            if each.known:
                sign = "+" if signed else ""
                axes.annotate(
                    f"{100 * each.value:{sign}.1f}%", (each.value, level), xytext=(0, 8), textcoords="offset points",
                    ha="center", fontsize=9, color=INK,
                )  # fmt: skip
        axes.set_yticks([])
        axes.set_ylim(len(estimates) - 0.5, -0.7)
        known = [each for each in estimates if each.known]
        low = min([each.low for each in known] + [even])
        high = max([each.high for each in known] + [even])
        room = max(high - low, 0.01)
        axes.set_xlim(low - 0.22 * room, high + 0.22 * room)
        axes.xaxis.set_major_locator(ticks(3))
        per_cent(axes, signed=signed)
        mark_even(axes, even, "")


def ticks(count: int) -> Any:
    """Return a few round places on an axis."""
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(count)


def draw_colours(axes: Any, found: Comparison) -> None:
    """Draw a box for each game and colour."""
    colours = [each for each in found.games[0].equals.colours if each.first.known]
    even = 1 / found.players
    axes.grid(visible=False)
    axes.spines["bottom"].set_visible(False)
    reach = max(
        [abs(c.wins.value - even) for each in found.games for c in each.equals.colours if c.wins.known] + [0.05]
    )
    for level, each in enumerate(found.games):
        for column, colour in enumerate(c for c in each.equals.colours if c.first.known):
            words = f"{100 * colour.wins.value:.0f}% ±{100 * colour.wins.half:.0f}"
            square(axes, column, level, colour.wins.value, words, even, reach)
    for column, colour in enumerate(colours):
        band = Rectangle((column - 0.48, len(found.games) - 0.5), 0.96, 0.12, facecolor=GROUPS[colour.group])
        axes.add_patch(band)
    axes.set_xlim(-0.5, len(colours) - 0.5)
    axes.set_ylim(len(found.games) - 0.36, -0.5)
    axes.set_yticks(range(len(found.games)), [each.game for each in found.games], color=INK, fontsize=10.5)
    axes.set_xticks(range(len(colours)), [each.name for each in colours], color=INK, fontsize=10)
