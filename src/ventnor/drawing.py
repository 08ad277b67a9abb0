"""A game drawn as a board of plain text, at most 80 columns wide: `print(game)`."""

from typing import TYPE_CHECKING, Final

from ventnor.words.vocabulary import DEED, SPACE

if TYPE_CHECKING:
    from ventnor.game import Game

SIDE: Final = 10
"""Spaces from corner to corner."""
CELL: Final = 6
LINES: Final = 3
HOTEL: Final = 5


def draw(game: "Game") -> str:
    """Return the board: each space with its owner, its buildings and the seats on it; the players in the middle."""
    rows = [[" " * CELL] * (SIDE + 1) for _ in range(LINES * (SIDE + 1))]
    for slug, number in SPACE.numbers.items():
        row, column = place_of(number)
        for line, text in enumerate((slug[:CELL], owner_on(game, slug), tokens_on(game, slug))):
            rows[LINES * row + line][column] = text.ljust(CELL)
    lines = [" ".join(row) for row in rows]
    left, width = CELL + 3, (CELL + 1) * (SIDE - 1) - 5
    for number, text in enumerate(middle_of(game), LINES + 2):
        lines[number] = lines[number][:left] + text[:width].ljust(width) + lines[number][left + width :]
    return "\n".join(line.rstrip() for line in lines)


def place_of(number: int) -> tuple[int, int]:
    """Return row and column of a space: GO at the bottom right, then clockwise."""
    side, along = divmod(number, SIDE)
    return ((SIDE, SIDE - along), (SIDE - along, 0), (0, along), (along, SIDE))[side]


def owner_on(game: "Game", slug: str) -> str:
    """Return the owner's seat, m for a mortgage, and houses or H for a hotel: 2+3."""
    owner = game.owner(slug) if slug in DEED.numbers else None
    if owner is None:
        return ""
    houses = game.houses(slug)
    built = f"+{'H' if houses == HOTEL else houses}" if houses else ""
    return f"[{owner}{'m' if game.mortgaged(slug) else built}]"


def tokens_on(game: "Game", slug: str) -> str:
    """Return the seats whose tokens stand on a space."""
    seats = [str(seat) for seat, space in enumerate(game.space) if space == slug and not game.retired[seat]]
    return "@" + "".join(seats) if 0 < len(seats) < CELL else "@" + f"{len(seats)}pl" if seats else ""


def middle_of(game: "Game") -> list[str]:
    """Return the lines in the middle of the board."""
    lines = [f"{game.edition} {game.variant}".strip() + f", ply {game.ply}", ""]
    for seat, cash in enumerate(game.cash):
        name = f" {game.names[seat]}" if game.names else ""
        state = "out" if game.retired[seat] else f"${cash:,} on {game.space[seat]}"
        lines.append(f"{seat}{name}: {state}{', to play' if game.to_act == seat and not game.over else ''}")
    return [*lines, "", "game over" if game.over else "[0] owner, +houses, m mortgaged; @0 token"]
