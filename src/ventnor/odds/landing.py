"""Where tokens stop: long-run shares, and shares of one throw from a given space.

Clauses: those of the chain. A throw ends on the space where the token is when all of it has taken effect; a turn ends
where its last throw does. Being in Jail and visiting it are two places.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, TypeAlias, get_args

import numpy as np

from ventnor.odds.chain import IN_JAIL, SPACES, Array, JailPlan, UnknownPlan, chain, long_run
from ventnor.odds.journey import ROUTES, Route
from ventnor.rulebook.board import Board, board
from ventnor.rulebook.edition import REGULAR
from ventnor.rulebook.option import Options, house_rules

Per: TypeAlias = Literal["roll", "turn"]
"""What is counted: every throw, or every turn with all its throws."""

IN_JAIL_SLUG: Final = "in-jail"


class UnknownCount(ValueError):
    """A number of doubles that cannot come before a throw."""


@dataclass(frozen=True)
class Routes:
    """How often a token is sent to Jail, by what sends it; for each throw or for each turn."""

    space: float
    card: float
    doubles: float

    @property
    def total(self) -> float:
        """Return the share by any route."""
        return self.space + self.card + self.doubles

    @property
    def shares(self) -> Mapping[Route, float]:
        """Return the part that each has in the total."""
        return {"space": self.space / self.total, "card": self.card / self.total, "doubles": self.doubles / self.total}


@dataclass(frozen=True)
class LandingRow:
    """One place in a table of landings."""

    slug: str
    name: str
    share: float
    """The share of throws, or turns, that end here."""
    landings: float
    """How often a throw ends here, for each throw or turn. In Jail: how often a token is sent there."""
    visits: float
    """The same, including landings from which a card or 'Go to Jail' moves the token on."""


@dataclass(frozen=True, eq=False)
class Landing:
    """Where throws or turns end in the long run. Arrays are by the index of the space, and cannot be written to."""

    edition: str
    variant: str
    board: Board
    jail: JailPlan
    per: Per
    throws_per_turn: float
    shares: Array
    """The share of throws, or turns, that end on each space. With `in_jail` they make 1."""
    in_jail: float
    """The share that ends in Jail, one that keeps a player there included."""
    by_dice: Array
    """Landings on each space for each throw, or turn, brought about by the dice alone."""
    by_card: Array
    """The same, by a card that names the space."""
    by_nearest: Array
    """The same, by a card to the nearest railroad or utility."""
    mean_throw: Array
    """The mean total of the dice that bring a token to each space; 0 where they never do."""
    visits: Array
    """Landings, including those from which a card or 'Go to Jail' moves the token on."""
    routes: Routes

    @cached_property
    def landings(self) -> Array:
        """Return the landings on each space for which rent is due, for each throw or turn."""
        return self.by_dice + self.by_card + self.by_nearest

    def space(self, slug: str) -> float:
        """Return the share of a space; of "in-jail" too. Raises `UnknownSpace`."""
        return self.in_jail if slug == IN_JAIL_SLUG else float(self.shares[self.board.space(slug).index])

    def table(self) -> tuple[LandingRow, ...]:
        """Return all places in the order of the board, in Jail after Jail."""
        rows: list[LandingRow] = []
        for space in self.board.spaces:
            i = space.index
            rows.append(
                LandingRow(
                    space.slug,
                    place_name(self.board, i),
                    float(self.shares[i]),
                    float(self.landings[i]),
                    float(self.visits[i]),
                )
            )
            if space.kind == "jail":
                sent = self.routes.total
                rows.append(LandingRow(IN_JAIL_SLUG, place_name(self.board, IN_JAIL), self.in_jail, sent, sent))
        return tuple(rows)


@dataclass(frozen=True)
class NextRow:
    """One place in a table of the next throw."""

    slug: str
    name: str
    steps: int
    """Spaces ahead, counted in the direction of the arrow; 0 for being in Jail."""
    share: float
    """The probability that the throw ends here."""
    landings: float
    """How often the throws of the whole turn end here, on average."""


@dataclass(frozen=True, eq=False)
class NextThrow:
    """Where one throw from a given place ends, and what the rest of its turn adds."""

    board: Board
    origin: str
    """The slug of the place, or "in-jail"."""
    shares: Array
    """The probability that this throw ends on each space."""
    in_jail: float
    """The probability that it ends in Jail."""
    turn: Array
    """How often the throws of the whole turn, this one being the first of them, end on each space, on average."""
    turn_in_jail: float
    """The probability that the turn ends in Jail."""

    def space(self, slug: str) -> float:
        """Return the probability that this throw ends on a space; on "in-jail" too. Raises `UnknownSpace`."""
        return self.in_jail if slug == IN_JAIL_SLUG else float(self.shares[self.board.space(slug).index])

    @property
    def name(self) -> str:
        """Return the name of the place that the throw starts from."""
        return place_name(self.board, IN_JAIL if self.origin == IN_JAIL_SLUG else self.board.space(self.origin).index)

    def table(self) -> tuple[NextRow, ...]:
        """Return all places in the order in which they lie ahead, in Jail last."""
        start = self.board.space("jail" if self.origin == IN_JAIL_SLUG else self.origin).index
        rows: list[NextRow] = []
        for steps in range(1, SPACES + 1):
            i = (start + steps) % SPACES
            slug, name = self.board.spaces[i].slug, place_name(self.board, i)
            rows.append(NextRow(slug, name, steps, float(self.shares[i]), float(self.turn[i])))
        name = place_name(self.board, IN_JAIL)
        return (*rows, NextRow(IN_JAIL_SLUG, name, 0, self.in_jail, self.turn_in_jail))


def landing(
    edition: str = "official",
    variant: str = REGULAR,
    options: Options | None = None,
    jail: JailPlan = "leave",
    per: Per = "roll",
    *,
    take_chance: bool = False,
) -> Landing:
    """Return where throws, or turns, end in the long run, by the rules and decks of a game.

    In Jail the player leaves at once, by fine or card, or stays as long as possible. With `take_chance` a player who
    may pay $10 or draw a Chance card (a card of the 1935 decks) draws. Raises `UnknownEdition`, `UnknownVariant`,
    `ContradictoryOptions` or `UnknownPlan`.
    """
    if per not in get_args(Per):
        raise UnknownPlan("per", per, get_args(Per))
    found = chain(edition, variant, house_rules(options), jail, take_chance)
    states = long_run(found)
    throws = float(1 / states[found.over].sum())
    times = throws if per == "turn" else 1.0
    ends = np.where(found.over, states * throws, 0) if per == "turn" else states
    shares = ends @ found.places
    dice = states @ found.by_dice
    routes = states @ found.routes * times
    return Landing(
        edition=edition,
        variant=variant,
        board=board(edition, house_rules(options).board),
        jail=jail,
        per=per,
        throws_per_turn=throws,
        shares=fixed(shares[:SPACES]),
        in_jail=float(shares[IN_JAIL]),
        by_dice=fixed(dice * times),
        by_card=fixed(states @ found.by_card * times),
        by_nearest=fixed(states @ found.by_nearest * times),
        mean_throw=fixed(np.divide(states @ found.totals, dice, out=np.zeros(SPACES), where=dice > 0)),
        visits=fixed(states @ found.visits * times),
        routes=Routes(**{name: float(routes[i]) for i, name in enumerate(ROUTES)}),
    )


def next_throw(
    space: str,
    edition: str = "official",
    variant: str = REGULAR,
    options: Options | None = None,
    jail: JailPlan = "leave",
    *,
    doubles: int = 0,
    take_chance: bool = False,
) -> NextThrow:
    """Return where the next throw of a token on this space ends; "in-jail": of one on its first turn in Jail.

    `doubles` is how many have been thrown before in this turn. Raises what `landing` raises, and `UnknownSpace` or
    `UnknownCount`.
    """
    found = chain(edition, variant, house_rules(options), jail, take_chance)
    layout = board(edition, house_rules(options).board)
    place = IN_JAIL if space == IN_JAIL_SLUG else layout.space(space).index
    most = 0 if place == IN_JAIL else found.rules.doubles_to_jail - 1
    if not 0 <= doubles <= most:
        raise UnknownCount(f"doubles must be from 0 to {most} before a throw from {space}, not {doubles}")
    states = np.eye(len(found.transition))[found.state(place, doubles)]
    shares = states @ found.transition @ found.places
    rests = found.by_dice + found.by_card + found.by_nearest
    turn, jailed = np.zeros(SPACES), 0.0
    for _ in range(found.rules.doubles_to_jail):
        turn += states @ rests
        states = states @ found.transition
        jailed += float(states @ found.places[:, IN_JAIL])
        states = np.where(found.over, 0, states)
    return NextThrow(layout, space, fixed(shares[:SPACES]), float(shares[IN_JAIL]), fixed(turn), jailed)


def place_name(layout: Board, place: int) -> str:
    """Return a name for a place that no other place has."""
    if place == IN_JAIL:
        return "In Jail"
    space = layout.spaces[place]
    if space.kind == "jail":
        return "Just visiting"
    number = space.slug.rpartition("-")[2]
    return f"{space.name} {number}" if number.isdigit() else space.name


def fixed(array: Array) -> Array:
    """Return the array, for reading only."""
    array.setflags(write=False)
    return array
