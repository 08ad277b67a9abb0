"""The board drawn with lines: forty spaces in a ring, and the ledger in the middle.

At 80 by 24 a space has one line at the sides and two above and below; with more room names grow longer and a side
space has a second line with its rent. It reads without colour: groups have letters, seats have numbers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rich.text import Text

from ventnor.cli.terminal.colours import group_mark, seat_mark
from ventnor.cli.terminal.ledger import ledger_lines
from ventnor.rulebook.board import Space, board
from ventnor.view import DeedView, View
from ventnor.words.sentence import money

CELLS: Final = 11
LEAST_CELL: Final = 6
WIDEST_CELL: Final = 11
LEAST_WIDTH: Final = CELLS * (LEAST_CELL + 1) + 1
TALL: Final = 38
"""From this height a side space has two lines."""
HOTEL: Final = 5

NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "go": ("GO",),
    "mediterranean": ("Medit.", "Mediterr.", "Mediterranean"),
    "baltic": ("Baltic",),
    "income-tax": ("IncTax", "Inc. tax", "Income Tax"),
    "reading": ("Readg.", "Reading", "Reading RR"),
    "oriental": ("Orient", "Oriental"),
    "vermont": ("Vermnt", "Vermont"),
    "connecticut": ("Connec", "Connect.", "Connecticut"),
    "jail": ("Jail",),
    "st-charles": ("StChar", "StCharles", "St. Charles"),
    "electric": ("Elect.", "Electric", "Electric Co."),
    "states": ("States",),
    "virginia": ("Virgin", "Virginia"),
    "pennsylvania-rr": ("PennRR", "Penn. RR", "Pennsylvania RR"),
    "st-james": ("StJame", "St. James"),
    "tennessee": ("Tenn.", "Tennessee"),
    "new-york": ("NYork", "New York"),
    "free-parking": ("FreePk", "Free park", "Free Parking"),
    "kentucky": ("Kentky", "Kentucky"),
    "indiana": ("Indian", "Indiana"),
    "illinois": ("Illin.", "Illinois"),
    "b-and-o": ("B.& O.",),
    "atlantic": ("Atlant", "Atlantic"),
    "ventnor": ("Ventnr", "Ventnor"),
    "water-works": ("Water", "Water Wks", "Water Works"),
    "marvin-gardens": ("Marvin", "Marvin G.", "Marvin Gardens"),
    "go-to-jail": ("To jai", "To jail", "Go to Jail"),
    "pacific": ("Pacif.", "Pacific"),
    "north-carolina": ("N.Car.", "N.Carol.", "North Carolina"),
    "pennsylvania": ("Penn.", "Penn. Av.", "Pennsylvania"),
    "short-line": ("ShortL", "ShortLine", "Short Line"),
    "park-place": ("ParkPl", "Park Pl.", "Park Place"),
    "luxury-tax": ("LuxTax", "Lux. tax", "Luxury Tax"),
    "boardwalk": ("Boardw", "Boardwalk"),
}
"""Names by length, for the room there is."""
DECK_NAMES: Final[Mapping[str, tuple[str, ...]]] = {"chance": ("Chance",), "chest": ("Chest", "Community Chest")}


def short_name(space: Space, room: int) -> str:
    """Return the longest name of a space that fits."""
    names = NAMES.get(space.slug) or DECK_NAMES.get(space.kind, (space.name,))
    fitting = [name for name in names if len(name) <= room]
    return fitting[-1] if fitting else names[0][:room]


@dataclass(frozen=True)
class Ring:
    """The measures of a drawing."""

    cell: int
    """Columns of a space above and below."""
    lines: int
    """Lines of a space at the sides."""

    @classmethod
    def fitting(cls, width: int, height: int) -> "Ring":
        """Return the drawing for a screen of this size."""
        cell = max(LEAST_CELL, min(WIDEST_CELL, (width - 1) // CELLS - 1))
        return cls(cell, 2 if height >= TALL else 1)

    @property
    def side(self) -> int:
        """Return the columns of a space at the sides."""
        return 3 * self.cell + 2

    @property
    def middle(self) -> int:
        """Return the columns of the middle."""
        return 5 * self.cell + 4

    @property
    def rows(self) -> int:
        """Return the lines of the middle."""
        return 9 * self.lines


class Drawing:
    """A position as lines of text."""

    def __init__(self, view: View, ring: Ring, stage: Sequence[Text] = ()) -> None:
        self.view = view
        self.ring = ring
        self.stage = stage
        self.board = board(view.edition, view.options.board)
        self.spaces = self.board.spaces

    def lines(self) -> list[Text]:
        """Return the whole board."""
        ring = self.ring
        top, bottom = range(20, 31), range(10, -1, -1)
        return [
            joined([Text("─" * ring.cell)] * CELLS, "┌┬┐"),
            *self.row(top),
            self.inner(top, "├", "┬", "┤"),
            *self.sides(),
            self.inner(bottom, "├", "┴", "┤"),
            *self.row(bottom),
            joined([Text("─" * ring.cell)] * CELLS, "└┴┘"),
        ]

    def row(self, spaces: Sequence[int]) -> list[Text]:
        """Return the two lines of the spaces above or below."""
        cells = [self.spaces[number] for number in spaces]
        states = [self.state(space) for space in cells]
        names = [Text(short_name(space, self.ring.cell)) for space in cells]
        return [joined([fitted(text, self.ring.cell) for text in line], "│││") for line in (states, names)]

    def inner(self, spaces: Sequence[int], left: str, cross: str, right: str) -> Text:
        """Return the line between the spaces above or below and the rest, with the tokens that stand there."""
        parts = [centred(self.tokens(number, self.ring.cell), self.ring.cell) for number in spaces]
        line = Text(left)
        for place, part in enumerate(parts):
            line.append_text(part)
            line.append(right if place == CELLS - 1 else cross if place in {2, CELLS - 4} else "─")
        return line

    def sides(self) -> list[Text]:
        """Return the spaces at the sides, and the middle between them."""
        ring = self.ring
        middle = self.middle()
        lines: list[Text] = []
        for row in range(9):
            left, right = (self.side_cell(number) for number in (19 - row, 31 + row))
            for part in range(ring.lines):
                inside = middle[row * ring.lines + part]
                lines.append(joined([left[part], fitted(inside, ring.middle), right[part]], "│││"))
        return lines

    def side_cell(self, number: int) -> list[Text]:
        """Return a space at the side: its state, its name and who stands there."""
        space = self.spaces[number]
        room = self.ring.side
        state = fitted(self.state(space), LEAST_CELL)
        tokens = self.tokens(number, 3)
        if self.ring.lines == 1:
            name = short_name(space, room - LEAST_CELL - 5)
            first = fitted(Text.assemble(state, " ", name), room - 3)
            return [fitted(Text.assemble(first, tokens), room)]
        first = Text.assemble(state, " ", short_name(space, room - LEAST_CELL - 1))
        second = Text.assemble(fitted(self.tokens(number, LEAST_CELL), LEAST_CELL), " ", self.rent(space))
        return [fitted(first, room), fitted(second, room)]

    def state(self, space: Space) -> Text:
        """Return group, owner and buildings of a property, or the sum that another space shows."""
        if not space.is_property:
            inside = [seat.seat for seat in self.view.seats if seat.jail_turn and not seat.retired]
            if space.slug == "jail" and inside:
                return Text.assemble("in ", *(seat_mark(seat) for seat in inside))
            if space.slug == "free-parking" and self.view.pot:
                return Text(money(self.view.pot))
            return Text(money(space.tax) if space.tax else "", style="dim")
        deed = self.view.deeds[space.slug]
        if deed.owner is None:
            return Text.assemble(self.mark(deed), Text(f" {money(deed.price)}", style="dim"))
        return Text.assemble(self.mark(deed), seat_mark(deed.owner), buildings(deed))

    def mark(self, deed: DeedView) -> Text:
        """Return the letter of a deed's group."""
        return group_mark(deed.group, self.board.group(deed.group).name)

    def rent(self, space: Space) -> Text:
        """Return what stopping there costs now."""
        deed = self.view.deeds.get(space.slug)
        if deed is None or deed.owner is None:
            return Text("")
        if deed.mortgaged:
            return Text("mortgaged", style="dim")
        return Text(f"rent {money(deed.rent)}" if deed.rent else f"rent {deed.times}× throw", style="dim")

    def tokens(self, number: int, room: int) -> Text:
        """Return who stands on a space; where there is no room for all, a plus sign says so."""
        slug = self.spaces[number].slug
        here = [
            seat.seat
            for seat in self.view.seats
            if seat.space == slug and not seat.retired and not (slug == "jail" and seat.jail_turn)
        ]
        shown = here if len(here) < room else here[: room - 2]
        marks = [seat_mark(seat) for seat in shown]
        return Text.assemble("@" if here else "", *marks, "+" if len(shown) < len(here) else "")

    def middle(self) -> list[Text]:
        """Return the ledger of sets and, where there is room, the stage."""
        ring = self.ring
        lines = ledger_lines(self.view, ring.middle)
        if self.view.houses_left is not None and len(lines) < ring.rows:
            bank = f" Bank: {self.view.houses_left} houses, {self.view.hotels_left} hotels"
            lines.append(Text(bank, style="dim"))
        if len(lines) + len(self.stage) + 1 < ring.rows:
            lines.append(Text(" ! one short  * whole  + jail card", style="dim"))
        room = ring.rows - len(lines)
        stage = list(self.stage[-room:]) if room else []
        return [*lines[: ring.rows], *[Text("")] * (room - len(stage)), *stage]


def buildings(deed: DeedView) -> Text:
    """Return the buildings of a lot, or that it is mortgaged."""
    if deed.mortgaged:
        return Text(" mtg", style="dim")
    if deed.houses == HOTEL:
        return Text("HOTL", style="bold red")
    return Text("⌂" * deed.houses, style="bold green")


def fitted(text: Text, room: int) -> Text:
    """Return the text in exactly so many columns."""
    text = text.copy()
    text.truncate(room, pad=True)
    return text


def centred(text: Text, room: int) -> Text:
    """Return a text in the middle of a line that is drawn through."""
    left = (room - len(text)) // 2
    return Text.assemble("─" * left, text, "─" * (room - len(text) - left))


def joined(parts: Sequence[Text], bars: str) -> Text:
    """Join parts with a bar before, between and after them."""
    line = Text(bars[0])
    for place, part in enumerate(parts):
        line.append_text(part)
        line.append(bars[2] if place == len(parts) - 1 else bars[1])
    return line
