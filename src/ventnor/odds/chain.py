"""The Markov chain of one token: its states, what one throw makes of each, and the shares of the long run.

Clauses: §move.total, §move.doubles, §move.three-doubles, §jail.turn-ends, §jail.doubles, §jail.doubles-no-second,
§jail.fine, §jail.card, §jail.third. A state is a space and the doubles thrown so far in this turn, or a turn in Jail.
It knows no money: every fine is paid.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from ventnor.odds.journey import ROUTES, Atlas, Journey
from ventnor.rulebook.board import board
from ventnor.rulebook.card import decks
from ventnor.rulebook.edition import Era
from ventnor.rulebook.option import Options
from ventnor.rulebook.setting import Settings, settings

Array: TypeAlias = NDArray[np.float64]
JailPlan: TypeAlias = Literal["leave", "stay"]
"""What a player in Jail does: pay or use a card before the first throw, or throw for doubles as long as possible."""

SPACES: Final = 40
IN_JAIL: Final = SPACES
"""The place after the spaces: in Jail, and not just visiting."""
DICE: Final = tuple((one, two) for one in range(1, 7) for two in range(1, 7))


class UnknownPlan(ValueError):
    """An unknown plan for Jail, or an unknown way to count."""

    def __init__(self, what: str, value: object, known: tuple[str, ...]) -> None:
        super().__init__(f"{what} must be {' or '.join(known)}, not {value!r}")


@dataclass(frozen=True)
class Transition:
    """One throw that takes a token from one state to another."""

    probability: float
    state: int
    total: int
    journey: Journey | None
    """None: the token did not move by the throw."""
    by_doubles: bool = False
    """Whether three doubles sent the token to Jail."""


class Rules(NamedTuple):
    """The settings of a game that decide where tokens go. Games that differ only in others share a chain."""

    edition: str
    decks: Era
    own: str
    doubles_to_jail: int
    jail_turns: int
    fine_turns: int
    jail_doubles_again: int

    @classmethod
    def of(cls, edition: str, found: Settings) -> "Rules":
        """Pick them from the settings of a game."""
        return cls(edition, found.decks, found.options.board, *(found[name] for name in cls._fields[3:]))


@dataclass(frozen=True, eq=False)
class Chain:
    """What one throw does from every state: a row a state. Arrays are shared and cannot be written to."""

    rules: Rules
    transition: Array
    """The state after the throw."""
    places: Array
    """A 1 in the column of each state's place: its space, or IN_JAIL."""
    over: NDArray[np.bool_]
    """For each state, whether it ends the turn of the throw that led to it."""
    by_dice: Array
    """Where tokens stop by the dice alone."""
    by_card: Array
    """Where tokens stop by a card."""
    by_nearest: Array
    """Where tokens stop by a card to the nearest railroad or utility."""
    totals: Array
    """As `by_dice`, times the total thrown."""
    visits: Array
    """The spaces reached, including those from which a card or 'Go to Jail' moves the token on."""
    routes: Array
    """The ways to Jail, in the order of ROUTES."""

    def state(self, place: int, doubles: int = 0) -> int:
        """Return the state of a token on a space after so many doubles in this turn, or on its first turn in Jail."""
        return self.rules.doubles_to_jail * SPACES if place == IN_JAIL else doubles * SPACES + place


@dataclass(frozen=True)
class Thrower:
    """The effects of throws by the rules of a game and a plan for Jail."""

    rules: Rules
    jail: JailPlan
    visiting: int
    """The space that players in Jail start from."""
    journeys: tuple[tuple[Journey, ...], ...]
    """How a move to each space can go on."""

    def steps(self, state: int) -> Iterator[Transition]:
        """Return what the thirty-six throws, and the cards drawn after them, make of a state."""
        doubles, place = divmod(state, SPACES)
        for one, two in DICE:
            if doubles < self.rules.doubles_to_jail:
                yield from self._throw(place, doubles, one, two)
            else:
                yield from self._throw_in_jail(place + 1, one, two)

    def _throw(self, space: int, doubles: int, one: int, two: int) -> Iterator[Transition]:
        """Return an ordinary throw."""
        count = doubles + 1 if one == two else 0
        if count == self.rules.doubles_to_jail:
            # §move.three-doubles: the token does not move by the third throw but goes straight to Jail.
            yield Transition(1 / len(DICE), self._jail_state(1), one + two, None, by_doubles=True)
        else:
            yield from self._move(space, one + two, count)

    def _throw_in_jail(self, turn: int, one: int, two: int) -> Iterator[Transition]:
        """Return a throw of a player who began the turn in Jail."""
        if self.jail == "leave" and turn <= self.rules.fine_turns:
            # §jail.fine, §jail.card: frees the player, who then throws and moves as usual.
            yield from self._throw(self.visiting, 0, one, two)
        elif one == two:
            # §jail.doubles: doubles free the player, who moves at once by that throw.
            # §jail.doubles-no-second: they give no second throw; by 1935's rule they are the first of three.
            yield from self._move(self.visiting, one + two, 1 if self.rules.jail_doubles_again else 0)
        elif turn >= self.rules.jail_turns:
            # §jail.third: the fine after the throw, then out, moving by that throw.
            yield from self._move(self.visiting, one + two, 0)
        else:
            yield Transition(1 / len(DICE), self._jail_state(turn + 1), one + two, None)

    def _move(self, space: int, total: int, count: int) -> Iterator[Transition]:
        """Move the token by the total of the dice and apply the space (§move.total)."""
        for journey in self.journeys[(space + total) % SPACES]:
            # §jail.turn-ends: being sent to Jail ends the turn, also after doubles.
            state = self._jail_state(1) if journey.jailed else count * SPACES + journey.visited[-1]
            yield Transition(journey.probability / len(DICE), state, total, journey)

    def _jail_state(self, turn: int) -> int:
        return self.rules.doubles_to_jail * SPACES + turn - 1


def chain(edition: str, variant: str, options: Options, jail: JailPlan, take_chance: bool) -> Chain:
    """Return the chain of a game. Raises what `settings` raises, or `UnknownPlan`."""
    if jail not in get_args(JailPlan):
        raise UnknownPlan("jail", jail, get_args(JailPlan))
    return chain_by(Rules.of(edition, settings(edition, variant, options)), jail, take_chance)


@lru_cache(maxsize=256)
def chain_by(rules: Rules, jail: JailPlan, take_chance: bool) -> Chain:
    """Return the chain by these rules."""
    atlas = Atlas(board(rules.edition, rules.own), decks(rules.decks, rules.own), take_chance)
    journeys = tuple(atlas.journeys(space) for space in range(SPACES))
    thrower = Thrower(rules, jail, atlas.board.space("jail").index, journeys)
    on_board = rules.doubles_to_jail * SPACES
    count = on_board + rules.jail_turns
    states = np.arange(count)
    found = Chain(
        rules=rules,
        transition=np.zeros((count, count)),
        places=np.eye(IN_JAIL + 1)[np.where(states < on_board, states % SPACES, IN_JAIL)],
        # §move.doubles: after doubles the same player throws again.
        over=(states < SPACES) | (states >= on_board),
        by_dice=np.zeros((count, SPACES)),
        by_card=np.zeros((count, SPACES)),
        by_nearest=np.zeros((count, SPACES)),
        totals=np.zeros((count, SPACES)),
        visits=np.zeros((count, SPACES)),
        routes=np.zeros((count, len(ROUTES))),
    )
    for state in range(count):
        for step in thrower.steps(state):
            enter(found, state, step)
    for array in (found.transition, found.places, found.over, found.visits, found.routes, found.totals):
        array.setflags(write=False)
    for array in (found.by_dice, found.by_card, found.by_nearest):
        array.setflags(write=False)
    return found


def enter(found: Chain, state: int, step: Transition) -> None:
    """Add one step to the row of a state."""
    found.transition[state, step.state] += step.probability
    if step.by_doubles:
        found.routes[state, ROUTES.index("doubles")] += step.probability
    if step.journey is None:
        return
    for space in step.journey.visited:
        found.visits[state, space] += step.probability
    if step.journey.jailed:
        found.routes[state, ROUTES.index(step.journey.jailed)] += step.probability
        return
    rests = {"dice": found.by_dice, "card": found.by_card, "nearest": found.by_nearest}[step.journey.how]
    rests[state, step.journey.visited[-1]] += step.probability
    if step.journey.how == "dice":
        found.totals[state, step.journey.visited[-1]] += step.probability * step.total


@cache
def long_run(found: Chain) -> Array:
    """Return the long-run share of each state."""
    count = len(found.transition)
    equations: Array = found.transition.T - np.eye(count)
    equations[-1] = 1
    sums: Array = np.zeros(count)
    sums[-1] = 1
    # For states that no throw leads to, the solution is 0 up to rounding.
    shares = np.maximum(np.linalg.solve(equations, sums), 0)
    shares /= shares.sum()
    shares.setflags(write=False)
    return shares
