"""Draws shares of landings as a heat map in the shape of the board.

It needs matplotlib (the extra `plots`) and is imported only when a picture is asked for. It knows no rules: a number a
space, a number for being in Jail, and the words around them.
"""

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Final

from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, Normalize, to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from ventnor.odds.chain import IN_JAIL
from ventnor.odds.landing import place_name
from ventnor.rulebook.board import Board, Space

PAPER: Final = "#F6F1E7"
CARD: Final = "#FBF8F1"
LIGHT: Final = "#FFFDF8"
INK: Final = "#1F2A30"
QUIET: Final = "#5E6A6C"
SEA: Final = "#2F6F73"
ROPE: Final = "#C9BBA3"
HEAT: Final = LinearSegmentedColormap.from_list(
    "lamplight", ["#FBF3DF", "#F3DDA6", "#E8BE63", "#DA9436", "#BF6526", "#93401F"]
)
GROUPS: Final[Mapping[str, str]] = {
    "purple": "#7B5B8C",
    "light-blue": "#7FB2C9",
    "pink": "#C06C98",
    "orange": "#D98A45",
    "red": "#C0504A",
    "yellow": "#D9B93F",
    "green": "#4F8A5B",
    "dark-blue": "#3E5A92",
    "railroads": "#4A4F54",
    "utilities": "#9A9488",
}
"""The groups' hue families, at one lightness or near it."""

DEEP: Final = 1.62
"""Depth of a space, from the edge inwards. Along the edge a space is 1 long, a corner as long as deep."""
EDGE: Final = 9 + 2 * DEEP
BAND: Final = 0.17


@dataclass(frozen=True)
class Heatmap:
    """The contents of a heat map."""

    board: Board
    shares: Sequence[float]
    in_jail: float
    title: str
    subtitle: str
    notes: Sequence[str]
    routes: Sequence[tuple[str, float]] = ()
    """The shares of the ways to Jail by name; empty: not shown."""
    origin: int | None = None
    """The space with the token, if there is one."""


@dataclass(frozen=True)
class Area:
    """Where a space lies, and on which side of it the band of its group."""

    left: float
    bottom: float
    width: float
    height: float
    side: str


def draw(picture: Heatmap, file: Path) -> None:
    """Write the picture. The file's suffix chooses the format."""
    figure = Figure(figsize=(13, 13), facecolor=PAPER)
    axes = figure.add_axes((0.025, 0.025, 0.95, 0.95))  # pyright: ignore[reportUnknownMemberType]
    axes.set_xlim(-0.06, EDGE + 0.06)
    axes.set_ylim(-0.06, EDGE + 0.06)
    axes.set_aspect("equal")
    axes.axis("off")
    scale = scale_of(picture)
    for space in picture.board.spaces:
        draw_space(axes, picture, space, scale)
    if picture.origin is not None:
        start = cell_of(picture.origin)
        corner, size = (start.left + 0.05, start.bottom + 0.05), (start.width - 0.1, start.height - 0.1)
        axes.add_patch(Rectangle(corner, *size, fill=False, edgecolor=SEA, linewidth=5, zorder=4))
    axes.add_patch(Rectangle((0, 0), EDGE, EDGE, fill=False, edgecolor=INK, linewidth=1.6, zorder=5))
    inner = EDGE - 2 * DEEP
    axes.add_patch(Rectangle((DEEP, DEEP), inner, inner, fill=False, edgecolor=INK, linewidth=1.2, zorder=5))
    draw_middle(axes, picture, scale)
    figure.savefig(file, dpi=150, facecolor=PAPER)  # pyright: ignore[reportUnknownMemberType]


def scale_of(picture: Heatmap) -> Normalize:
    """Return the colour scale, from the least to the greatest share of a property, clipped at both ends."""
    found = [share for space, share in zip(picture.board.spaces, picture.shares, strict=True) if space.is_property]
    return Normalize(min(found), max(found), clip=True)


def cell_of(index: int) -> Area:
    """Return the place of a space: from GO at the lower right, in the direction of the arrow."""
    side, step = divmod(index, 10)
    along = 0.0 if step == 0 else DEEP + step - 1
    length = DEEP if step == 0 else 1.0
    if side == 0:
        return Area(EDGE - along - length, 0, length, DEEP, "top")
    if side == 1:
        return Area(0, along, DEEP, length, "right")
    if side == 2:
        return Area(along, EDGE - DEEP, length, DEEP, "bottom")
    return Area(EDGE - DEEP, EDGE - along - length, DEEP, length, "left")


def draw_space(axes: Axes, picture: Heatmap, space: Space, scale: Normalize) -> None:
    """Draw one space with its name, its share and the band of its group."""
    cell = cell_of(space.index)
    share = picture.shares[space.index]
    if space.kind == "jail":
        half = cell.height / 2
        upper = Area(cell.left, cell.bottom + half, cell.width, half, "")
        lower = Area(cell.left, cell.bottom, cell.width, half, "")
        draw_cell(axes, upper, place_name(picture.board, IN_JAIL), picture.in_jail, scale)
        draw_cell(axes, lower, place_name(picture.board, space.index), share, scale)
        return
    draw_cell(axes, cell, space.name, share, scale, GROUPS.get(space.group, ""))


def draw_cell(axes: Axes, cell: Area, name: str, share: float, scale: Normalize, band: str = "") -> None:
    """Draw a coloured box with words in it."""
    colour = to_rgb(HEAT(float(scale(share)))) if share > 0 else to_rgb(CARD)
    ink = readable_on(colour) if share > 0 else QUIET
    box = Rectangle((cell.left, cell.bottom), cell.width, cell.height, facecolor=colour, edgecolor=INK, linewidth=0.7)
    axes.add_patch(box)
    middle, level = cell.left + cell.width / 2, cell.bottom + cell.height / 2
    if band:
        place = {
            "top": (cell.left, cell.bottom + cell.height - BAND, cell.width, BAND),
            "bottom": (cell.left, cell.bottom, cell.width, BAND),
            "right": (cell.left + cell.width - BAND, cell.bottom, BAND, cell.height),
            "left": (cell.left, cell.bottom, BAND, cell.height),
        }[cell.side]
        axes.add_patch(Rectangle(place[:2], place[2], place[3], facecolor=band, edgecolor=INK, linewidth=0.7))
        shift = {"top": (0, -1), "bottom": (0, 1), "right": (-1, 0), "left": (1, 0)}[cell.side]
        middle, level = middle + shift[0] * BAND / 2, level + shift[1] * BAND / 2
    words = "\n".join(textwrap.wrap(name, 13 if cell.width < DEEP else 17, break_long_words=False))
    write(axes, middle, level + 0.17, words, 8.4, ha="center", color=ink)
    figure = f"{share:.2%}" if share > 0 else "–"
    write(axes, middle, level - 0.23, figure, 11.5, ha="center", weight="bold" if share > 0 else "normal", color=ink)


def write(axes: Axes, x: float, y: float, words: str, size: float, **look: str) -> None:
    """Write words on the picture, centred vertically unless `va` says otherwise."""
    style = {"va": "center", "color": INK, "fontsize": size, "linespacing": 1.15, **look}
    axes.text(x, y, words, style)  # pyright: ignore[reportUnknownMemberType]


def readable_on(colour: tuple[float, float, float]) -> str:
    """Return dark or light ink, whichever stands out more."""
    light = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour]
    luminance = 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]
    return INK if luminance > 0.2 else LIGHT


def draw_middle(axes: Axes, picture: Heatmap, scale: Normalize) -> None:
    """Draw title, scale, the most visited spaces and the ways to Jail."""
    centre = EDGE / 2
    left, right = DEEP + 1.0, EDGE - DEEP - 1.0
    size = min(30.0, 960 / len(picture.title))
    write(axes, centre, EDGE - DEEP - 1.25, picture.title, size, ha="center", family="serif")
    write(axes, centre, EDGE - DEEP - 1.72, picture.subtitle, 12.5, ha="center", color=QUIET)
    draw_scale(axes, scale, left, right, EDGE - DEEP - 2.75)
    draw_ranking(axes, picture, left, right, EDGE - DEEP - 4.1)
    if picture.routes:
        draw_routes(axes, picture.routes, left, right, DEEP + 1.6)
    for number, note in enumerate(reversed(picture.notes)):
        write(axes, centre, DEEP + 0.45 + 0.27 * number, note, 9.5, ha="center", color=QUIET)


def draw_scale(axes: Axes, scale: Normalize, left: float, right: float, level: float) -> None:
    """Draw the legend of the colours."""
    steps = 120
    low, high = float(scale.vmin or 0), float(scale.vmax or 1)
    for step in range(steps):
        start = left + (right - left) * step / steps
        box = Rectangle((start, level), (right - left) / steps + 0.01, 0.24, facecolor=HEAT(step / (steps - 1)), lw=0)
        axes.add_patch(box)
    axes.add_patch(Rectangle((left, level), right - left, 0.24, fill=False, edgecolor=INK, linewidth=0.7))
    words = [f"{low:.1%} or less" if low else "0%", f"{(low + high) / 2:.1%}", f"{high:.1%} or more"]
    for at, where, text in zip((left, (left + right) / 2, right), ("left", "center", "right"), words, strict=True):
        write(axes, at, level - 0.12, text, 9.5, ha=where, va="top")


def draw_ranking(axes: Axes, picture: Heatmap, left: float, right: float, level: float) -> None:
    """Draw the spaces where most throws end, as bars."""
    rows = [
        (place_name(picture.board, space.index), picture.shares[space.index], space.group)
        for space in picture.board.spaces
    ]
    rows.append((place_name(picture.board, IN_JAIL), picture.in_jail, ""))
    rows.sort(key=lambda row: -row[1])
    longest = rows[0][1]
    start = left + 2.05
    write(axes, left, level + 0.42, "Most often", 10.5, color=QUIET)
    for number, (name, share, group) in enumerate(rows[: 6 if picture.routes else 10]):
        y = level - 0.36 * number
        write(axes, left, y, name, 10.5)
        length = (right - start - 0.75) * share / longest
        axes.add_patch(Rectangle((start, y - 0.11), length, 0.22, facecolor=GROUPS.get(group, ROPE), lw=0))
        write(axes, start + length + 0.1, y, f"{share:.2%}", 10.5)


def draw_routes(axes: Axes, routes: Sequence[tuple[str, float]], left: float, right: float, level: float) -> None:
    """Draw the ways to Jail, as one bar."""
    write(axes, left, level + 0.46, "How tokens get to Jail", 10.5, color=QUIET)
    colours = (SEA, "#6E9DA0", ROPE)
    starts = accumulate((part for _, part in routes), initial=0.0)
    for number, ((name, part), start, colour) in enumerate(zip(routes, starts, colours, strict=False), 1):
        x = left + (right - left) * start
        axes.add_patch(Rectangle((x, level), (right - left) * part, 0.26, facecolor=colour, edgecolor=PAPER, lw=1))
        last = number == len(routes)
        at, where = (right, "right") if last else (x, "left")
        write(axes, at, level - 0.12, f"{name} {part:.0%}", 9.5, ha=where, va="top")
