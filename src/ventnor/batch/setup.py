"""The setup of a batch: bots, rules, start position and limits. Bad requests raise errors here."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from operator import index
from types import FunctionType
from typing import Any, Final, SupportsIndex, TypeAlias

from ventnor.batch.recipe import Recipe
from ventnor.bots import policy_named
from ventnor.dice import LARGEST_SEED
from ventnor.game import Game
from ventnor.kernel.codes import P_OVER
from ventnor.kernel.layout import State, Tables, array_of
from ventnor.notation.position import Heading, position_of, read_position
from ventnor.rulebook.option import Options, house_rules

Policy: TypeAlias = Callable[..., None]
Start: TypeAlias = Mapping[str, object] | Game
"""Where games start: a position as a mapping, or a game."""

CAP: Final = 5000
"""Throws after which a game counts as undecided."""
ARGUMENTS: Final = 6
"""The number of arguments of a policy."""
MOST_THROWS: Final = 2**31 - 1
USUAL_HOUR: Final = 600
"""Throws after which the hour strikes in a game with a time limit."""
HOUR: Final = re.compile(r"(\d{1,9}) ?(?:throws?|t)?")


class BadSimulation(ValueError):
    """A request for games that cannot be played."""


@dataclass(frozen=True)
class Setup:
    """A checked request."""

    policies: tuple[Policy, ...]
    table: Tables
    starts: Any
    """A row of one blank record for new games, or of the positions to start from."""
    players: int
    """Seats of a new game; 0 where games start from positions."""
    hour: int
    cap: int
    recipe: Recipe


def set_up_batch(
    bots: Sequence[str | Policy],
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
    policies = tuple(policy_of(bot) for bot in bots)
    throws = hour_of(hour, heading)
    starts = array_of(State, 1)
    if state is not None:
        starts[0] = state
    cap = whole("cap", cap, 1, MOST_THROWS)
    recipe = Recipe(
        bots=tuple(policy.__name__ for policy in policies),
        edition=heading.edition,
        variant=heading.variant,
        options=heading.options,
        hour=throws,
        cap=cap,
        version=version("ventnor"),
        position=text_of(state, heading) if state is not None else "",
    )
    return Setup(policies, table, starts, len(bots) if state is None else 0, throws, cap, recipe)


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


def policy_of(bot: str | Policy) -> Policy:
    """Return the policy of a bot's name, or the policy itself. Raises `BadSimulation` for anything else."""
    if isinstance(bot, str):
        return policy_named(bot)
    if not isinstance(bot, FunctionType) or bot.__code__.co_argcount != ARGUMENTS:
        raise BadSimulation(
            "a batch is played by bots by name and by policies of the kernel, functions of "
            "(s, t, seat, memory, chance, a); a function of a view plays in vt.play"
        )
    return bot


def throws_of(hour: int | str) -> int:
    """Return an hour as a number of throws: 600, or "600 throws". Raises `BadSimulation`."""
    found = HOUR.fullmatch(str(hour).strip().lower())
    if not found:
        raise BadSimulation(
            f'the hour must be a number of throws that is not negative, such as "600 throws"; not {hour!r}'
        )
    return int(found[1])
