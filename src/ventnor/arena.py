"""Whole games between bots: `play`.

Bots are your own (`choose(view) -> Action` or a policy) or the library's by name, in any mixture. The driver says
who decides next. The law checks every action of `choose` bots. With policies alone and the same seed a game is the
same as the first of a batch.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from ventnor.action import BaseAction, from_record, to_record
from ventnor.batch.entrant import Choose, Player, full_name, is_policy, resolve
from ventnor.batch.quick import quick
from ventnor.batch.setup import CAP, BadSimulation, Start, hour_of, start_of
from ventnor.dice import FastChance, Nature
from ventnor.driver import Asks, BadDecision, Driver, Move, text_of
from ventnor.game import LONGEST_CAUSE, Game, random_seed
from ventnor.kernel import codes
from ventnor.kernel.batch import Policy
from ventnor.kernel.layout import Chance
from ventnor.kernel.reasons import LAWFUL
from ventnor.notation.position import position_of
from ventnor.outcome import Outcome
from ventnor.replay import Replay
from ventnor.rulebook.edition import EditionName, VariantName
from ventnor.rulebook.option import Options, with_board
from ventnor.view import TableManner
from ventnor.words.kind import show


@dataclass(frozen=True)
class Played:
    """A finished or stopped game."""

    game: Game
    cap: int
    """Throws after which it would have been stopped."""
    hour: int
    """Throws after which the clock strikes; 0 for never."""

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
    cap: int = CAP,
    hour_at: int | None = None,
    board: str = "",
) -> Played:
    """Play a game between bots, one for each seat, to its end or until `cap` throws are made.

    `board`: another board, by name or as the path of a board file.
    `position`: the game starts from it; it says which edition is played and who sits where. Raises `BadPosition`, and
    `BadSimulation` where it does not fit the rest.
    `hour_at`: the clock of a game with a time limit strikes after so many throws: 600 by default, as in `simulate`; 0
    for never. Raises `BadDecision` if a bot from outside answers with anything but a lawful action.
    """
    chance = dice or FastChance(random_seed() if seed is None else seed)
    match = begin(
        bots,
        edition,
        variant,
        with_board(options, board),
        position=position,
        ask_rent=ask_rent,
        table=table,
        names=names,
        dice=chance,
        hour_at=hour_at,
    )
    match.run(cap)
    return Played(match.game, cap, match.hour)


def begin(
    bots: Sequence[Player],
    edition: EditionName = "official",
    variant: VariantName = "",
    options: Options = Options(),  # noqa: B008  # frozen
    *,
    dice: Nature,
    position: Start | None = None,
    ask_rent: bool = True,
    table: TableManner = "attentive",
    names: Sequence[str] = (),
    hour_at: int | None = None,
    keep_log: bool = True,
) -> "Match":
    """Return a match that has not begun. The arguments are those of `play`."""
    if position is not None:
        if (edition, variant, options, tuple(names)) != ("official", "", Options(), ()):
            raise BadSimulation("a position says which game it is of, and its seats: leave out edition and names")
        heading, state = start_of(position)
        if len(bots) != state.players:
            raise BadSimulation(f"the position has {state.players} seats, and there are {len(bots)} bots")
        start = position_of(state, heading)
        game = Game.from_position(start, nature="manual", ask_rent="manual", table=table, dice=dice, keep_log=keep_log)
    else:
        game = Game(
            edition,
            len(bots),
            None,
            variant,
            options,
            nature="manual",
            ask_rent="manual",
            table=table,
            names=names,
            dice=dice,
            keep_log=keep_log,
        )
    return Match(
        game, bots, dice, ask_rent=ask_rent, hour_at=hour_of(None, game.heading) if hour_at is None else hour_at
    )


class Match:
    """A game under way between bots, from the position that the game is in."""

    def __init__(
        self, game: Game, bots: Sequence[Player], chance: Nature, *, ask_rent: bool = True, hour_at: int = 0
    ) -> None:
        self.game = game
        self.hour = hour_at
        self.names = [name_of(bot) for bot in bots]
        self.policies = [policy_of(bot) for bot in bots]
        # As in a batch, the kernel's bots draw from the stream of the dice. With other dice they have their own stream.
        self.draws = chance.record if isinstance(chance, FastChance) else FastChance(random_seed()).record
        self.driver = Driver(game.engine, chance, ask_rent=ask_rent, hour_at=hour_at)

    def run(self, cap: int) -> None:
        """Play to the end, or until `cap` throws are made and nothing is left open."""
        while self.goes_on(cap):
            self.advance()

    def goes_on(self, cap: int) -> bool:
        """Return whether the game goes on: it is not over, fewer than `cap` throws are made, or something is open."""
        s = self.game.engine.state
        return s.phase != codes.P_OVER and (s.throws < cap or s.awaits != codes.W_THROW)

    def advance(self) -> None:
        """Take one step: a move, or a decision without a move."""
        step = self.driver.next()
        move = self.decide(step) if isinstance(step, Asks) else step
        if move is not None:
            self.driver.do(move)

    def decide(self, asked: Asks) -> Move | None:
        """Let a bot decide. Raises `BadDecision`."""
        seat = asked.seat
        return decide(self.game, self.driver, seat, self.names[seat], self.policies[seat], self.draws)


@dataclass(frozen=True)
class Asked:
    """Ask one of the caller's bots."""

    choose: Choose


def decide(game: Game, driver: Driver, seat: int, name: str, policy: "Policy | Asked", draws: Chance) -> Move | None:
    """Return what a bot decides for a seat; None if it closes its window. Raises `BadDecision`."""
    if not isinstance(policy, Asked):
        return driver.take(seat, driver.ask(policy, seat, draws), name)
    action = policy.choose(game.view(seat, window=game.to_act != seat))
    ply = game.ply + 1
    if not isinstance(action, BaseAction):  # pyright: ignore[reportUnnecessaryIsInstance]  # bots without a type checker
        raise BadDecision(name, seat, show(action), "expected an action", ply=ply)
    move = driver.take(seat, to_record(action, seat), name)
    if move is None:
        return None
    if game.engine.refuse(move.record) != LAWFUL:
        refusal = game.why_not(from_record(move.record), seat)
        assert refusal is not None
        raise BadDecision(name, seat, text_of(move.record), str(refusal), clause=refusal.clause, ply=ply)
    return move


def policy_of(bot: Player) -> Policy | Asked:
    """Return the function that asks a bot. Raises `UnknownBot` or `BadBot`."""
    found = resolve(bot)
    return quick(found) if is_policy(found) else Asked(cast(Choose, getattr(found, "choose", found)))


def name_of(bot: Player) -> str:
    """Return the name of a bot in the log."""
    return full_name(bot).rpartition(":")[2][:LONGEST_CAUSE]
