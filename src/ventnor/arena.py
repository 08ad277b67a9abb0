"""Whole games between bots: `play`.

Bots are anybody's (`choose(view) -> Action`) or the kernel's own by name, in any mixture. The kernel's scheduler says
who decides next; every action of a bot from outside is put to the law. With the kernel's bots alone and the same seed
a game is the same as the first of a batch.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias, cast

from ventnor.action import Action, Done, to_record
from ventnor.bots import UnknownBot, policy_named
from ventnor.dice import FastChance, Nature
from ventnor.game import LONGEST_CAUSE, EditionName, Game, VariantName, random_seed
from ventnor.kernel import codes, layout
from ventnor.kernel.batch import Policy
from ventnor.kernel.legal import awaits_nature
from ventnor.kernel.scheduler import act_by_itself, next_actor, note_decision, note_throw, start_cursor
from ventnor.log import AUTO
from ventnor.outcome import Outcome
from ventnor.refusal import IllegalAction
from ventnor.replay import Replay
from ventnor.rulebook.option import Options
from ventnor.view import Bot, TableManner, View

Choose: TypeAlias = Callable[[View], Action]
Player: TypeAlias = str | Bot | Choose
"""A bot: the name of one of the kernel's, an object with `choose(view)`, or a function of a view."""


@dataclass(frozen=True)
class Played:
    """A game that was played."""

    game: Game

    @cached_property
    def outcome(self) -> Outcome:
        """How it ended; "cap" if it was stopped before its end."""
        return self.game.standings()

    @cached_property
    def replay(self) -> Replay:
        """Its record."""
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
    ask_rent: bool = True,
    table: TableManner = "attentive",
    names: Sequence[str] = (),
    dice: Nature | None = None,
    cap: int = 5000,
    hour_at: int = 0,
) -> Played:
    """Play a game between bots, a seat each, to its end or until so many throws are made.

    `hour_at`: the clock strikes after so many throws, in a game that is played to an hour; 0 for never.
    """
    chance = dice or FastChance(random_seed() if seed is None else seed)
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
    """A game under way between bots: the scheduler's cursor keeps what the kernel's bots remember."""

    def __init__(
        self, game: Game, bots: Sequence[Player], chance: Nature, *, ask_rent: bool = True, hour_at: int = 0
    ) -> None:
        self.game = game
        self.names = [name_of(bot) for bot in bots]
        self.policies = [policy_of(bot) for bot in bots]
        self.chance = chance
        # The kernel's bots draw from the stream of the dice, as in a batch; beside other dice, from one of their own.
        self.draws = chance.record if isinstance(chance, FastChance) else FastChance(random_seed()).record
        self.cursor = layout.Cursor()
        start_cursor(self.cursor, int(ask_rent), hour_at)
        game.records[2].touched = (1 << game.players) - 1  # everything is new to everybody

    def run(self, cap: int) -> None:
        """Play to the end, or until `cap` throws are made and nothing is left open."""
        s, _, _ = self.game.records
        while s.phase != codes.P_OVER and (s.throws < cap or s.awaits != codes.W_THROW):
            self.advance()

    def advance(self) -> None:
        """One decision, whoever's it is."""
        s, t, e = self.game.records
        a = layout.Action()
        if awaits_nature(s):
            a = self.chance.answer(s, t)
            if a.kind == codes.A_THROW:
                note_throw(s, self.cursor)
            self.game.do(a)
            return
        if act_by_itself(s, t, self.cursor, a):
            self.game.do(a, AUTO)
            return
        seat = next_actor(s, e, self.cursor)
        policy = self.policies[seat]
        if isinstance(policy, Asked):
            self.ask(policy, seat)
        else:
            policy(s, t, seat, self.cursor.memory[seat], self.draws, a)
            if note_decision(s, t, self.cursor, seat, a):
                self.game.do(a, self.names[seat])

    def ask(self, bot: "Asked", seat: int) -> None:
        """Have a bot from outside decide, and do it if the law allows it."""
        s, t, _ = self.game.records
        window = s.awaited != seat
        action = bot.choose(self.game.view(seat, window=window))
        a = to_record(action, seat)
        try:
            if isinstance(action, Done) and not window:
                self.game.apply(action, seat)
            elif note_decision(s, t, self.cursor, seat, a):
                self.game.check(a)
                self.game.do(a, self.names[seat])
        except IllegalAction as error:
            error.add_note(f"chosen by {self.names[seat]} in seat {seat} at ply {self.game.ply + 1}")
            raise


@dataclass(frozen=True)
class Asked:
    """A bot from outside."""

    choose: Choose


def policy_of(bot: Player) -> Policy | Asked:
    """How a bot is asked. Raises `UnknownBot`."""
    if isinstance(bot, str):
        return policy_named(bot)
    choose = getattr(bot, "choose", bot)
    if not callable(choose):
        raise UnknownBot(bot)
    return Asked(cast(Choose, choose))


def name_of(bot: Player) -> str:
    """What a bot is called in the log."""
    if isinstance(bot, str):
        return bot
    name = getattr(bot, "name", None) or getattr(bot, "__name__", None) or type(bot).__name__
    return str(name)[:LONGEST_CAUSE]
