"""The driver: it says what comes next in a game. Everything that drives a game uses it.

Next comes nature's answer, an automatic move, or the decision of a seat. `Game`, `play`, the terminal and the server
differ only in four points: who answers for nature, whose rents are asked for automatically, whose turns end by
themselves, and which seats are asked. All of that is in the cursor, so a game can be driven from any position. The
compiled batch loop uses the same functions of `kernel/scheduler.py`. The driver decides no rule.
"""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from ventnor.action import MalformedAction, from_record
from ventnor.awaiting import WAITS
from ventnor.dice import Nature
from ventnor.engine import Engine
from ventnor.kernel import codes, layout
from ventnor.kernel.batch import Policy
from ventnor.kernel.scheduler import (
    forget_seat,
    next_move,
    note_decision,
    note_throw,
    start_cursor,
    unanswered_offer,
)
from ventnor.log import AUTO, NATURE, Ply
from ventnor.notation import format_action

Why: TypeAlias = Literal["turn", "offer", "window"]
"""Why a seat is asked: the game waits for it, it has an open offer, or something has changed for it."""


@dataclass(frozen=True, slots=True)
class Move:
    """An action to be carried out, and what caused it."""

    record: layout.Action
    cause: str


@dataclass(frozen=True, slots=True)
class Asks:
    """A seat decides."""

    seat: int
    why: Why


class BadDecision(RuntimeError):
    """A bot's answer with which the game cannot continue.

    It is no action, the law refuses it, or it is `done` while the game waits for this very seat. `clause` names the
    clause where the law refused; `game` the game of a batch, by its number; `ply` the ply that it would have been.
    """

    def __init__(
        self, bot: str, seat: int, action: str, why: str, *, clause: str = "", game: int | None = None, ply: int = 0
    ) -> None:
        where = f"at ply {ply}" if game is None else f"in game {game}"
        super().__init__(f"{bot} in seat {seat} answered {action} {where}: {why}")
        self.bot = bot
        self.seat = seat
        self.action = action
        self.clause = clause
        self.game = game
        self.ply = ply

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how to make the error again in another process."""
        return restored, (self.args, self.__dict__)


def restored(words: tuple[str, ...], fields: dict[str, Any]) -> BadDecision:
    """Return a `BadDecision` that came from another process."""
    error = BadDecision.__new__(BadDecision, *words)
    error.__dict__.update(fields)
    return error


class Driver:
    """Drives one game. By default it asks every seat, asks for every rent, and ends finished turns."""

    def __init__(
        self,
        engine: Engine,
        nature: Nature | None,
        *,
        ask_rent: bool = True,
        hour_at: int = 0,
    ) -> None:
        """Drive a game from its present position. Without `nature` the caller answers for it.

        `hour_at`: the clock strikes after so many throws.
        """
        self.engine = engine
        self.nature = nature
        self.cursor = layout.Cursor()
        start_cursor(self.cursor, engine.state.players, int(ask_rent), hour_at)
        self._answer: tuple[int, Move] | None = None

    def next(self) -> Move | Asks | None:
        """Return the next move or who decides; None if the game is over or waits for nature without a generator.

        Asked again before anything was done, it gives the same answer.
        """
        engine, a = self.engine, layout.Action()
        who = next_move(engine.state, engine.tables, engine.sink, self.cursor, a)
        if who == codes.N_NOBODY:
            return None
        if who == codes.N_AUTOMATIC:
            return Move(a, AUTO)
        if who == codes.N_NATURE:
            return self.answer()
        return Asks(who, self.why(who))

    def answer(self) -> Move | None:
        """Return nature's answer, drawn once; None without a generator."""
        engine = self.engine
        if self.nature is None:
            return None
        if self._answer is None or self._answer[0] != engine.ply:
            self._answer = engine.ply, Move(self.nature.answer(engine.state, engine.tables), NATURE)
        return self._answer[1]

    def why(self, seat: int) -> Why:
        """Return why a seat is asked."""
        s = self.engine.state
        if s.offer_count and self.cursor.asked >> seat & 1 and unanswered_offer(s, self.cursor, seat):
            return "offer"
        return "turn" if s.awaited == seat else "window"

    def do(self, move: Move) -> Ply:
        """Carry out a lawful move."""
        ply = self.engine.do(move.record, move.cause)
        if move.record.kind == codes.A_THROW:
            note_throw(self.engine.state, self.cursor)
        return ply

    # --- bots ---------------------------------------------------------------------------------------------------------
    def ask(self, policy: Policy, seat: int, chance: layout.Chance) -> layout.Action:
        """Return what one of the kernel's bots decides for a seat."""
        engine, a = self.engine, layout.Action()
        policy(engine.state, engine.tables, seat, self.cursor.memory[seat], chance, a)
        return a

    def take(self, seat: int, record: layout.Action, bot: str) -> Move | None:
        """Take the decision of a bot within the scheduler's limits; None if it closes its window.

        Raises `BadDecision` if the game waits for this seat and cannot go on with this answer.
        """
        s = self.engine.state
        taken = note_decision(s, self.cursor, seat, record)
        if taken == codes.DECISION_STUCK:
            raise BadDecision(bot, seat, text_of(record), no_answer(s), ply=self.engine.ply + 1)
        return Move(record, bot) if taken == codes.DECISION_CARRY_OUT else None

    # --- people, and bots among them ----------------------------------------------------------------------------------
    def leave(self, asked: Asks) -> None:
        """Note that a person was asked and did nothing: the offer stays open, the window closes."""
        if asked.why == "offer":
            self.cursor.answered[asked.seat] = unanswered_offer(self.engine.state, self.cursor, asked.seat)
        elif asked.why == "window":
            self.cursor.window = codes.BANK

    def ask_only(self, seats: int, rents: int) -> None:
        """Ask only the seats of these bits, and ask only for the rents of those owners. No turn ends by itself.

        A seat that was not asked before starts with a blank memory, since a bot's old one may be out of date.
        """
        c = self.cursor
        new = seats & ~c.asked
        for seat in range(codes.SEATS if new else 0):
            if new & (1 << seat):
                forget_seat(c, seat)
                c.woken |= 1 << seat
        c.asked = seats
        c.woken &= seats
        c.auto_ask = rents
        c.auto_end = 0

    def resume(self, cursor: layout.Cursor) -> None:
        """Go on with the cursor of an earlier driver of the same game, which may have gone on meanwhile.

        Bots keep their memory. They are asked about everything again, open offers included.
        """
        self.cursor = cursor
        cursor.window = codes.BANK
        cursor.woken = cursor.asked
        for seat in range(codes.SEATS):
            cursor.answered[seat] = 0


def no_answer(s: layout.State) -> str:
    """Return why an answer is not a decision, for an error."""
    return f"the game waits for this seat to decide ({WAITS[s.awaits]})"


def text_of(record: layout.Action) -> str:
    """Return an action in notation, even one that a policy has filled in wrongly."""
    try:
        return format_action(from_record(record))
    except (MalformedAction, LookupError):
        return f"an action of kind {record.kind}"
