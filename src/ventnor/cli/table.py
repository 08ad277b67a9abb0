"""A table in the terminal: the game, who sits at it, and whose decision comes next.

The kernel's scheduler says who is asked. Bots answer at once; people are asked through `decide`, and may then act for
any seat at the keyboard. Dice come from the seed alone and a bot's choices from the seed and the ply, so that a saved
game goes on as it would have. It decides no rule: people's actions are put to the law before they come here.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from ventnor.action import Accept, Action, Counter, Reject, to_record
from ventnor.cli.seating import Seat, policy_in
from ventnor.dice import FastChance
from ventnor.game import Game, random_seed
from ventnor.kernel import codes, layout
from ventnor.kernel.chance import seed_chance
from ventnor.kernel.legal import awaits_nature
from ventnor.kernel.scheduler import (
    act_by_itself,
    newest_offer_to,
    next_actor,
    note_decision,
    note_throw,
    start_cursor,
    unanswered_offer,
)
from ventnor.log import AUTO, CLOCK, OWN
from ventnor.refusal import IllegalAction
from ventnor.replay import Line, ReplayDiffers

Why: TypeAlias = Literal["turn", "offer", "window", "pause"]
"""Why a person is asked: the game waits, an offer stands, something changed for the seat, or the table stops."""

Move: TypeAlias = tuple[layout.Action, str]
"""An action as the kernel has it, and what caused it."""


@dataclass(frozen=True)
class Decision:
    """What a person wants to do, and for which seat."""

    seat: int
    action: Action


Decide: TypeAlias = Callable[[int, Why], Decision | None]
"""Asks a person. Nothing: the offer is left open, the window is closed, the pause is over."""


class AskAgain(Exception):
    """Something came between the question and its answer: the game goes on, and whoever is to decide is asked anew."""


class Diverged(Exception):
    """What comes next at this table is not what a record says."""


class Table:
    """A game under way between people at one keyboard and bots."""

    def __init__(
        self, game: Game, seats: Sequence[Seat], seed: int, *, ask_rent: bool = True, hour_at: int = 0
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
        self._chance = FastChance(seed)
        self._cursor = layout.Cursor()
        start_cursor(self._cursor, int(self.asks_rent), self.hour_at)
        self.game.records[2].touched = (1 << self.game.players) - 1  # everything is new to everybody

    @property
    def people(self) -> tuple[int, ...]:
        """The seats at the keyboard that are still in the game."""
        retired = self.game.retired
        return tuple(number for number, seat in enumerate(self.seats) if seat.is_person and not retired[number])

    def advance(self, decide: Decide) -> None:
        """One decision, whoever's it is."""
        try:
            move = self.clock_strikes() or self.next_move(decide)
        except AskAgain:
            return
        if move:
            self.game.do(*move)

    def clock_strikes(self) -> Move | None:
        """The stroke of the hour, when it has come."""
        s, t, _ = self.game.records
        if self.deadline is None or time.monotonic() < self.deadline or not t.hour or s.hour:
            return None
        return self.stroke

    @property
    def stroke(self) -> Move | None:
        """The stroke of the hour, if it may come now."""
        a = layout.Action(kind=codes.A_HOUR, seat=codes.CLOCK)
        try:
            self.game.check(a)
        except IllegalAction:
            return None
        return a, CLOCK

    def next_move(self, decide: Decide, *, following: bool = False) -> Move | None:
        """What is done next; nothing where somebody was asked and left things as they are."""
        s, t, e = self.game.records
        a = layout.Action()
        if awaits_nature(s):
            a = self._chance.answer(s, t)
            if a.kind == codes.A_THROW:
                note_throw(s, self._cursor)
            return a, OWN
        if act_by_itself(s, t, self._cursor, a) and not (a.kind == codes.A_END_TURN and self.seats[a.seat].is_person):
            return a, AUTO if a.seat < codes.SEATS else CLOCK
        seat = next_actor(s, e, self._cursor)
        if self.seats[seat].is_person:
            return self._ask(seat, decide, following=following)
        if s.awaits == codes.W_THROW and s.awaited == seat and self.people and (self.pauses or following):
            decision = decide(self.people[0], "pause")
            if decision:
                return self._take(decision)
        return self._ask_bot(seat, a)

    def _ask_bot(self, seat: int, a: layout.Action) -> Move | None:
        s, t, _ = self.game.records
        policy = self._policies[seat]
        if policy is None:
            raise LookupError(seat)
        seed_chance(self._draws, self.seed, 1 + self.game.ply)
        policy(s, t, seat, self._cursor.memory[seat], self._draws, a)
        return (a, self.seats[seat].bot) if note_decision(s, t, self._cursor, seat, a) else None

    def _ask(self, seat: int, decide: Decide, *, following: bool) -> Move | None:
        s, _, _ = self.game.records
        why: Why = "turn" if s.awaited == seat else "window"
        if s.offer_count and unanswered_offer(s, self._cursor) == seat:
            why = "offer"
        if why == "window" and not (self.pauses or following or self._may_ask_rent(seat)):
            self._leave(seat, why)
            return None
        decision = decide(seat, why)
        if decision:
            return self._take(decision)
        self._leave(seat, why)
        return None

    def _may_ask_rent(self, seat: int) -> bool:
        s, _, _ = self.game.records
        return not self.asks_rent and any(s.claims[index].owner == seat for index in range(s.claim_count))

    def _take(self, decision: Decision) -> Move:
        action = decision.action
        if isinstance(action, Accept | Reject | Counter):
            self._cursor.answered = max(self._cursor.answered, action.number)
        return to_record(action, decision.seat), OWN

    def _leave(self, seat: int, why: Why) -> None:
        if why == "offer":
            self._cursor.answered = newest_offer_to(self.game.records[0], self._cursor, seat)
        elif why == "window":
            self._cursor.window = codes.BANK

    # --- a saved game -------------------------------------------------------------------------------------------------
    def follow(self, lines: Sequence[Line], *, ask_rent: bool) -> bool:
        """Do again what was recorded; whether all of it came about as it did then, dice included.

        Raises `ReplayDiffers` where the rules do not allow a line. Where bots or dice would do something else today,
        the record is followed all the same, and the game goes on with dice of its own.
        """
        keeps_rent, self.asks_rent = self.asks_rent, ask_rent
        self._cursor.auto_ask = int(ask_rent)
        faithful = True
        for line in lines:
            record = to_record(line.action, line.by)
            try:
                self.game.check(record)
            except IllegalAction as error:
                raise ReplayDiffers(line.number, error.clause, str(error)) from None
            if faithful and line.actor != CLOCK:
                faithful = self._foresees(line, record)
            self.game.do(record, line.cause)
        if lines and lines[-1].digest and not self.game.digest.startswith(lines[-1].digest):
            raise ReplayDiffers(lines[-1].number, "", "what follows is not what was recorded")
        self.asks_rent = keeps_rent
        self._cursor.auto_ask = int(keeps_rent)
        if not faithful:
            self.is_faithful = False
            self._begin(random_seed())
        return faithful

    def _foresees(self, line: Line, record: layout.Action) -> bool:
        """Whether this table would do now what a line says. Where people may have left things alone, they did."""

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
                    return bytes(move[0]) == bytes(record)
        except Diverged:
            pass
        return False


MOST_TRIES: Final = 1000
"""So many windows may close before something is done."""
