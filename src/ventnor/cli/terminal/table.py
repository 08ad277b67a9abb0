"""A table in the terminal: the game, who sits at it, and whose decision comes next.

The driver says who is asked. Bots answer at once; people are asked through `decide`, and may then act for any seat at
the keyboard. Dice come from the seed alone, and a bot's choices from the seed and the ply. So a saved game continues as
if it had never been interrupted. The table decides no rule: the law has judged people's actions before they come here.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from ventnor.action import Action, to_record
from ventnor.arena import decide as decide_for_bot
from ventnor.cli.terminal.seating import TableSeat, policy_in
from ventnor.dice import FastChance
from ventnor.driver import Asks, Driver, Move
from ventnor.driver import Why as DriversWhy
from ventnor.game import Game, random_seed
from ventnor.kernel import codes, layout
from ventnor.kernel.chance import seed_chance
from ventnor.kernel.reasons import LAWFUL
from ventnor.log import CLOCK, OWN
from ventnor.notation import format_action
from ventnor.replay import Line, ReplayDiffers

Why: TypeAlias = DriversWhy | Literal["pause"]
"""Why a person is asked: by the driver, or because the table pauses before a bot's throw."""


@dataclass(frozen=True)
class Decision:
    """A person's action and seat."""

    seat: int
    action: Action


Decide: TypeAlias = Callable[[int, Why], Decision | None]
"""Asks a person. None leaves the offer open, closes the window, or ends the pause."""


class AskAgain(Exception):
    """Something happened between question and answer, so the table asks again."""


class Diverged(Exception):
    """The table would now act differently from the record."""


class Table:
    """A game under way between people at one keyboard and bots."""

    def __init__(
        self, game: Game, seats: Sequence[TableSeat], seed: int, *, ask_rent: bool = True, hour_at: int = 0
    ) -> None:
        self.game = game
        self.seats = tuple(seats)
        self.pauses = False
        self.is_faithful = True
        """Whether every throw so far came from the seed."""
        self.deadline: float | None = None
        """When the hour strikes, by the monotonic clock."""
        self.hour_at = hour_at
        self.asks_rent = ask_rent
        self._policies = [None if seat.is_person else policy_in(seat) for seat in seats]
        self._draws = layout.Chance()
        self._begin(seed)

    def _begin(self, seed: int) -> None:
        self.seed = seed
        self._driver = Driver(self.game.engine, FastChance(seed), ask_rent=self.asks_rent, hour_at=self.hour_at)
        bots = sum(1 << number for number, seat in enumerate(self.seats) if not seat.is_person)
        self._driver.cursor.auto_end = bots  # people end their own turns

    @property
    def people(self) -> tuple[int, ...]:
        """Return the seats at the keyboard that are still in the game."""
        retired = self.game.retired
        return tuple(number for number, seat in enumerate(self.seats) if seat.is_person and not retired[number])

    def advance(self, decide: Decide) -> None:
        """Take one step: a move, or a decision without a move."""
        try:
            move = self.clock_strikes() or self.next_move(decide)
        except AskAgain:
            return
        if move:
            self._driver.do(move)

    def clock_strikes(self) -> Move | None:
        """Return the stroke of the hour, if it is due."""
        engine = self.game.engine
        if self.deadline is None or time.monotonic() < self.deadline or not engine.tables.hour or engine.state.hour:
            return None
        return self.stroke

    @property
    def stroke(self) -> Move | None:
        """Return the stroke of the hour, if the law allows it now."""
        record = layout.Action(kind=codes.A_HOUR, seat=codes.CLOCK)
        return Move(record, CLOCK) if self.game.engine.refuse(record) == LAWFUL else None

    def next_move(self, decide: Decide, *, following: bool = False) -> Move | None:
        """Return the next move; None if somebody was asked and does nothing."""
        step = self._driver.next()
        if not isinstance(step, Asks):
            return step
        if self.seats[step.seat].is_person:
            return self._ask(step, decide, following=following)
        state = self.game.engine.state
        throws = state.awaits == codes.W_THROW and state.awaited == step.seat
        if throws and self.people and (self.pauses or following):
            decision = decide(self.people[0], "pause")
            if decision:
                return move_of(decision)
        return self._ask_bot(step.seat)

    def _ask_bot(self, seat: int) -> Move | None:
        policy = self._policies[seat]
        if policy is None:
            raise LookupError(seat)
        seed_chance(self._draws, self.seed, 1 + self.game.ply)
        return decide_for_bot(self.game, self._driver, seat, self.seats[seat].bot, policy, self._draws)

    def _ask(self, asked: Asks, decide: Decide, *, following: bool) -> Move | None:
        if asked.why != "window" or self.pauses or following or self._may_ask_rent(asked.seat):
            decision = decide(asked.seat, asked.why)
            if decision:
                return move_of(decision)
        self._driver.leave(asked)
        return None

    def _may_ask_rent(self, seat: int) -> bool:
        s = self.game.engine.state
        return not self.asks_rent and any(s.claims[index].owner == seat for index in range(s.claim_count))

    # --- a saved game -------------------------------------------------------------------------------------------------
    def follow(self, lines: Sequence[Line], *, ask_rent: bool) -> bool:
        """Play a record again. Return whether bots and dice would do today what they did then.

        Raises `ReplayDiffers` where the rules do not allow a line. If bots or dice would do something else, the table
        still follows the record, and then goes on with new dice.
        """
        keeps_rent = self.asks_rent
        self._ask_rent(ask_rent)
        faithful = True
        for line in lines:
            record = to_record(line.action, line.by)
            refusal = self.game.why_not(line.action, line.actor if isinstance(line.actor, int) else None)
            if refusal:
                raise ReplayDiffers(line.number, refusal.clause, f"{format_action(line.action)}: {refusal}")
            if faithful and line.actor != CLOCK:
                faithful = self._foresees(line, record)
            self._driver.do(Move(record, line.cause))
        if lines and lines[-1].digest and not self.game.digest.startswith(lines[-1].digest):
            raise ReplayDiffers(lines[-1].number, "", "what follows is not what was recorded")
        self._ask_rent(keeps_rent)
        if not faithful:
            self.is_faithful = False
            self._begin(random_seed())
        return faithful

    def _ask_rent(self, automatic: bool) -> None:
        self.asks_rent = automatic
        self._driver.cursor.auto_ask = (1 << self.game.players) - 1 if automatic else 0

    def _foresees(self, line: Line, record: layout.Action) -> bool:
        """Return whether this table would now make the move of a line, if people did nothing."""

        def decide(seat: int, why: Why) -> Decision | None:
            mine = isinstance(line.actor, int) and line.cause == OWN and self.seats[line.actor].is_person
            if mine and isinstance(line.actor, int) and (line.actor == seat or why in {"turn", "pause"}):
                return Decision(line.actor, line.action)
            if why == "turn":
                raise Diverged
            return None

        try:
            for _ in range(MOST_TRIES):
                move = self.next_move(decide, following=True)
                if move:
                    return bytes(move.record) == bytes(record)
        except Diverged:
            pass
        return False


def move_of(decision: Decision) -> Move:
    """Return a person's decision as a move."""
    return Move(to_record(decision.action, decision.seat), OWN)


MOST_TRIES: Final = 1000
"""The most windows that may close before an action."""
