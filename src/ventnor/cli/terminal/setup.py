"""Set up a game: its edition, variant, house rules and players, from the arguments or from a few questions."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from ventnor.cli.terminal.screen import Keyboard, Screen
from ventnor.cli.terminal.seating import DEFAULT_NAME, USUAL_PLAYERS, BadSeats, TableSeat, usual_seats
from ventnor.rulebook.edition import edition, rows
from ventnor.rulebook.option import Options
from ventnor.rulebook.setting import settings

Item = TypeVar("Item")
USUAL_EDITION = "official"


@dataclass(frozen=True)
class TableSetup:
    """A game to be played."""

    edition: str
    variant: str
    seats: tuple[TableSeat, ...]
    options: Options


def ask_setting(screen: Screen, keyboard: Keyboard) -> TableSetup:
    """Ask for edition, names and bots; an empty line takes what is usual. Raises `EOFError`."""
    games = [(USUAL_EDITION, ""), *(each for each in rows() if each != (USUAL_EDITION, ""))]
    screen.line("Which rulebook?", style="bold")
    for number, (name, variant) in enumerate(games, 1):
        book = edition(name)
        text = book.variant(variant).text if variant else f"{book.years}. {book.text}"
        screen.say(f"{number} {f'{name} {variant}'.strip()}: {text}", 2, hang=2)
    name, variant = ask(screen, keyboard, f"Rulebook [{USUAL_EDITION}]> ", lambda text: read_game(text, games))
    figures = settings(name, variant, Options())
    least, most = figures["players_min"], figures["players_max"]
    people = ask(
        screen, keyboard, f"Who plays at this keyboard? [{DEFAULT_NAME}]> ", lambda text: read_names(text, most)
    )
    fewest = max(0, least - len(people))
    usual = min(max(fewest, USUAL_PLAYERS - len(people)), most - len(people))
    bots = usual
    if most > len(people):
        span = range(fewest, most - len(people) + 1)
        bots = ask(
            screen, keyboard, f"How many bots play along? [{usual}]> ", lambda text: read_bots(text, usual, span)
        )
    return TableSetup(name, variant, tuple(usual_seats(people, bots)), Options())


def ask(screen: Screen, keyboard: Keyboard, question: str, read: Callable[[str], Item]) -> Item:
    """Ask until the answer can be read."""
    while True:
        try:
            return read(keyboard.read(question))
        except BadSeats as error:
            screen.say(f"{error}.")


def read_game(text: str, games: list[tuple[str, str]]) -> tuple[str, str]:
    """Return a game by its number or its name."""
    if not text:
        return games[0]
    if text.isdecimal() and 1 <= int(text) <= len(games):
        return games[int(text) - 1]
    for name, variant in games:
        if text.lower().replace("/", " ").split() == f"{name} {variant}".split():
            return name, variant
    raise BadSeats(f"Type a number from 1 to {len(games)}, or a name such as modern or 1935 short")


def read_names(text: str, most: int) -> list[str]:
    """Read names with commas between them."""
    names = [name.strip() for name in text.split(",") if name.strip()] or [DEFAULT_NAME]
    if len(names) > most:
        raise BadSeats(f"There are at most {most} players")
    usual_seats(names, 0)
    return names


def read_bots(text: str, usual: int, span: range) -> int:
    """Return a number of bots."""
    if not text:
        return usual
    if not text.isdecimal() or int(text) not in span:
        raise BadSeats(f"Type a number from {span[0]} to {span[-1]}")
    return int(text)
