"""Whole games between bots: `play`.

Bots are your own (`choose(view) -> Action`) or the library's by name, in any mixture. The driver says who decides
next. The law checks every action of your own bots. With the kernel's bots alone and the same seed a game is the
same as the first of a batch.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias, cast

from ventnor.action import Action, BaseAction, from_record, to_record
from ventnor.batch.setup import BadSimulation, Start, start_of
from ventnor.bots import UnknownBot, policy_named
from ventnor.dice import FastChance, Nature
from ventnor.driver import Asks, BadDecision, Driver, Move, text_of
from ventnor.game import LONGEST_CAUSE, Game, random_seed
from ventnor.kernel import codes
from ventnor.kernel.batch import Policy
from ventnor.kernel.reasons import LAWFUL
from ventnor.notation.position import position_of
from ventnor.outcome import Outcome
from ventnor.replay import Replay
from ventnor.rulebook.edition import EditionName, VariantName
from ventnor.rulebook.option import Options
from ventnor.view import Bot, TableManner, View
from ventnor.words.kind import show

Choose: TypeAlias = Callable[[View], Action]
Player: TypeAlias = str | Bot | Choose
"""A bot: the name of one of the library's, an object with `choose(view)`, or a function of a view."""


@dataclass(frozen=True)
class Played:
    """A finished or stopped game."""

    game: Game

    @cached_property
    def outcome(self) -> Outcome:
        """Return how it ended; "cap" if it was stopped before its end."""
        return self.game.standings()

    @cached_property
    def replay(self) -> Replay:
        """Return its replay."""
        return self.game.replay

    def __repr__(self) -> str:
        return (
            f"<Played {self.game.edition}: {self.outcome.how}, winners {self.outcome.winners}, {self.game.ply} plies>"
        )


def play(
    bots: Sequence[Player],
    edition: EditionName = "official",
    seed: int | None = None,
    variant: VariantName = "",
    options: Options = Options(),  # noqa: B008  # frozen
    *,
    position: Start | None = None,
    ask_rent: bool = True,
    table: TableManner = "attentive",
    names: Sequence[str] = (),
    dice: Nature | None = None,
    cap: int = 5000,
    hour_at: int = 0,
) -> Played:
    """Play a game between bots, one for each seat, to its end or until `cap` throws are made.

    `position`: the game starts from it; it says which edition is played and who sits where. Raises `BadPosition`, and
    `BadSimulation` where it does not fit the rest.
    `hour_at`: the clock strikes after so many throws, in a game that is played to an hour; 0 for never. Raises
    `BadDecision` if a bot from outside answers with something that is no lawful action.
    """
    chance = dice or FastChance(random_seed() if seed is None else seed)
    if position is not None:
        if (edition, variant, options, tuple(names)) != ("official", "", Options(), ()):
            raise BadSimulation("a position says which game it is of, and its seats: leave out edition and names")
        heading, state = start_of(position)
        if len(bots) != state.players:
            raise BadSimulation(f"the position has {state.players} seats, and there are {len(bots)} bots")
        start = position_of(state, heading)
        game = Game.from_position(start, nature="manual", ask_rent="manual", table=table, dice=chance)
    else:
        game = Game(
            edition,
            len(bots),
            seed,
            variant,
            options,
            nature="manual",
            ask_rent="manual",
            table=table,
            names=names,
            dice=chance,
        )
    match = Match(game, bots, chance, ask_rent=ask_rent, hour_at=hour_at)
    match.run(cap)
    return Played(game)


class Match:
    """A game under way between bots, from the position that the game is in."""

    def __init__(
        self, game: Game, bots: Sequence[Player], chance: Nature, *, ask_rent: bool = True, hour_at: int = 0
    ) -> None:
        self.game = game
        self.names = [name_of(bot) for bot in bots]
        self.policies = [policy_of(bot) for bot in bots]
        # The kernel's bots draw from the stream of the dice, as in a batch; beside other dice, from one of their own.
        self.draws = chance.record if isinstance(chance, FastChance) else FastChance(random_seed()).record
        self.driver = Driver(game.engine, chance, ask_rent=ask_rent, hour_at=hour_at)

    def run(self, cap: int) -> None:
        """Play to the end, or until `cap` throws are made and nothing is left open."""
        s = self.game.engine.state
        while s.phase != codes.P_OVER and (s.throws < cap or s.awaits != codes.W_THROW):
            self.advance()

    def advance(self) -> None:
        """Take one step: a move, or a decision without a move."""
        step = self.driver.next()
        move = self.decide(step) if isinstance(step, Asks) else step
        if move is not None:
            self.driver.do(move)

    def decide(self, asked: Asks) -> Move | None:
        """Let a bot decide. Raises `BadDecision`."""
        seat = asked.seat
        name, policy = self.names[seat], self.policies[seat]
        if not isinstance(policy, Asked):
            return self.driver.take(seat, self.driver.ask(policy, seat, self.draws), name)
        action = policy.choose(self.game.view(seat, window=self.game.to_act != seat))
        ply = self.game.ply + 1
        if not isinstance(action, BaseAction):  # pyright: ignore[reportUnnecessaryIsInstance]  # bots without a type checker
            raise BadDecision(name, seat, show(action), "expected an action", ply=ply)
        move = self.driver.take(seat, to_record(action, seat), name)
        if move is None:
            return None
        if self.game.engine.refuse(move.record) != LAWFUL:
            refusal = self.game.why_not(from_record(move.record), seat)
            assert refusal is not None
            raise BadDecision(name, seat, text_of(move.record), str(refusal), clause=refusal.clause, ply=ply)
        return move


@dataclass(frozen=True)
class Asked:
    """Ask a bot of the caller."""

    choose: Choose


def policy_of(bot: Player) -> Policy | Asked:
    """Return the function that asks a bot. Raises `UnknownBot`."""
    if isinstance(bot, str):
        return policy_named(bot)
    choose = getattr(bot, "choose", bot)
    if not callable(choose):
        raise UnknownBot(bot)
    return Asked(cast(Choose, choose))


def name_of(bot: Player) -> str:
    """Return the name of a bot in the log."""
    if isinstance(bot, str):
        return bot
    name = getattr(bot, "name", None) or getattr(bot, "__name__", None) or type(bot).__name__
    return str(name)[:LONGEST_CAUSE]
