"""Tables to play at: the eight rows (five editions, three short games) and house rules drawn at random."""

from dataclasses import dataclass, fields
from random import Random
from typing import Any

from ventnor.rulebook.contradiction import ContradictoryOptions
from ventnor.rulebook.edition import REGULAR, editions
from ventnor.rulebook.option import Options
from ventnor.tables import tables

ROWS = [(edition.name, variant) for edition in editions() for variant in (REGULAR, *edition.variant_names)]


@dataclass(frozen=True)
class Mix:
    """A game to be played."""

    edition: str
    variant: str
    options: Options
    players: int
    hour: int


def drawn(random: Random) -> dict[str, Any]:
    """Return house rules at random, most of them off."""
    choices: dict[str, list[Any]] = {
        "free_parking_pot": ["pot", "seeded"],
        "double_salary": [True],
        "no_auctions": [True],
        "auction_floor": [10, 50, 100],
        "no_rent_in_jail": [True],
        "unlimited_buildings": [True],
        "uneven_building": [True],
        "immediate_rent": [True],
        "starting_cash": [600, 1000, 3000],
        "deeds_dealt": [1, 2, 3],
        "rounds": [20, 60],
        "first_lap": [True],
        "decks": ["1935", "classic", "2008"],
        "jail_doubles_again": [True],
        "salary_before_jail": ["kept", "lost"],
        "board": ["london", "lagoon", "orbit"],
    }
    assert choices.keys() == {field.name for field in fields(Options)}, "a house rule is missing here"
    return {name: random.choice(values) for name, values in choices.items() if random.random() < 0.3}


def mixes(row: tuple[str, str], count: int, seed: int) -> list[Mix]:
    """Return this many lawful mixes for a row; the first one has no house rules."""
    random = Random(f"{row} {seed}")
    found: list[Mix] = []
    while len(found) < count:
        try:
            options = Options(**(drawn(random) if found else {}))
            table = tables(*row, options)
        except (ContradictoryOptions, ValueError):
            continue
        players = random.randint(max(2, table.players_min), table.players_max)
        hour = random.choice([0, 150, 400]) if table.hour else 0
        found.append(Mix(*row, options, players, hour))
    return found
