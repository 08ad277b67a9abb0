"""The setup of a batch: bots, rules, start position and limits. Bad requests raise errors here."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from operator import index
from typing import Any, Final, SupportsIndex, TypeAlias

from ventnor.batch.entrant import Player, full_name, is_policy, resolve
from ventnor.batch.recipe import Recipe
from ventnor.dice import LARGEST_SEED
from ventnor.game import Game
from ventnor.kernel.codes import P_OVER
from ventnor.kernel.layout import State, Tables, array_of
from ventnor.notation.position import Heading, position_of, read_position
from ventnor.rulebook.option import Options, house_rules

Start: TypeAlias = Mapping[str, object] | Game
"""Where games start: a position as a mapping, or a game."""

CAP: Final = 5000
"""Throws after which a game counts as undecided."""
MOST_THROWS: Final = 2**31 - 1
USUAL_HOUR: Final = 600
"""Throws after which the hour strikes in a game with a time limit."""
HOUR: Final = re.compile(r"(\d{1,9}) ?(?:throws?|t)?")


class BadSimulation(ValueError):
    """A request for games that cannot be played."""


@dataclass(frozen=True)
class Setup:
    """A checked request."""

    bots: tuple[Any, ...]
    """Policies of the kernel, and bots with `choose(view)`."""
    table: Tables
    starts: Any
    """A row of one blank record for new games, or of the positions to start from."""
    players: int
    """Seats of a new game; 0 where games start from positions."""
    hour: int
    cap: int
    recipe: Recipe
    given: tuple[Player, ...]
    """The bots as they were asked for."""

    @property
    def interpreted(self) -> bool:
        """Return whether a bot with `choose(view)` plays: then the games cannot be compiled."""
        return not all(map(is_policy, self.bots))


def set_up_batch(
    bots: Sequence[Player],
    edition: str,
    variant: str,
    options: Options | None,
    position: Start | None,
    hour: int | str | None,
    cap: int,
) -> Setup:
    """Check a request. Raises `BadSimulation`, `BadPosition`, `UnknownBot` and the errors of the rulebook."""
    heading, state = Heading(edition, variant, house_rules(options)), None
    if position is not None:
        if (edition, variant, options) != ("official", "", None):
            raise BadSimulation("a position says which game it is of: leave out edition, variant and options")
        heading, state = start_of(position)
    table = heading.tables
    if state is None and not table.players_min <= len(bots) <= table.players_max:
        raise BadSimulation(
            f"§setup.players: {edition} is for {table.players_min} to {table.players_max} players, not {len(bots)}"
        )
    if state is not None and len(bots) != state.players:
        raise BadSimulation(f"the position has {state.players} seats, and there are {len(bots)} bots")
    found = tuple(resolve(bot) for bot in bots)
    throws = hour_of(hour, heading)
    starts = array_of(State, 1)
    if state is not None:
        starts[0] = state
    cap = whole("cap", cap, 1, MOST_THROWS)
    recipe = Recipe(
        bots=tuple(map(full_name, bots)),
        edition=heading.edition,
        variant=heading.variant,
        options=heading.options,
        hour=throws,
        cap=cap,
        version=version("ventnor"),
        position=text_of(state, heading) if state is not None else "",
    )
    return Setup(found, table, starts, len(bots) if state is None else 0, throws, cap, recipe, tuple(bots))


def start_of(position: Start) -> tuple[Heading, State]:
    """Return the rules and the record of a start position. Raises `BadPosition` or `BadSimulation`."""
    if isinstance(position, Game):
        heading, state = position.heading, State.from_buffer_copy(position.engine.state)
    else:
        heading, state = read_position(position)
    if state.phase == P_OVER:
        raise BadSimulation("in this position the game is over")
    return heading, state


def text_of(state: State, heading: Heading) -> str:
    """Return a position as one line of JSON, for the recipe."""
    return json.dumps(position_of(state, heading), sort_keys=True, separators=(",", ":"))


def hour_of(hour: int | str | None, heading: Heading) -> int:
    """Return the throws after which the clock strikes, 0 for never. Raises `BadSimulation`."""
    throws = 0 if hour is None else throws_of(hour)
    if hour is None and heading.tables.hour:
        return USUAL_HOUR
    if throws and not heading.tables.hour:
        name = " ".join((heading.edition, heading.variant)).strip()
        raise BadSimulation(f"{name} has no time limit: leave out the hour")
    return throws


def whole(name: str, value: object, least: int = 0, most: int = LARGEST_SEED) -> int:
    """Return a whole number within its bounds. Raises `BadSimulation`."""
    if not isinstance(value, SupportsIndex) or not least <= index(value) <= most:
        raise BadSimulation(f"{name} is a whole number from {least} to {most}, not {value!r}")
    return index(value)


def throws_of(hour: int | str) -> int:
    """Return an hour as a number of throws: 600, or "600 throws". Raises `BadSimulation`."""
    found = HOUR.fullmatch(str(hour).strip().lower())
    if not found:
        raise BadSimulation(
            f'the hour must be a number of throws that is not negative, such as "600 throws"; not {hour!r}'
        )
    return int(found[1])
