"""Bots at a table: which of them decides now, when it acts, and what it does.

The driver says who decides. Here are only the kernel's own bots, by name.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from ventnor.action import from_record
from ventnor.batch.quick import quick
from ventnor.bots import POLICIES, SLOW
from ventnor.dice import FastChance
from ventnor.driver import Asks, BadDecision, Driver
from ventnor.game import random_seed
from ventnor.kernel import codes, layout
from ventnor.kernel.reasons import LAWFUL
from ventnor.server.errors import Denied
from ventnor.server.protocol import Code, TurnedDownEntry
from ventnor.server.turned_down import why_turned_down
from ventnor.words.reason import because

if TYPE_CHECKING:
    from ventnor.server.session import Session

LOG: Final = logging.getLogger("ventnor.server.bot")
NOTICE: Final = 2.0
"""Seconds that a bot waits before it throws at a sharp table, whether or not somebody could ask for rent."""


def check_bot(name: str) -> str:
    """Return the name of a bot. Raises `Denied` if there is no such bot."""
    if name not in POLICIES:
        raise Denied(Code.BAD_TABLE, because("no-bot", bots=", ".join(sorted(POLICIES))))
    return name


class Bots:
    """The bots of one table, as long as this server runs it."""

    def __init__(self) -> None:
        self._draws = FastChance(random_seed()).record
        self._cursor: layout.Cursor | None = None

    def driver(self, session: Session) -> Driver:
        """Return the driver of a session, with what the bots remember from an earlier session of this table."""
        driver = session.driver
        if self._cursor is None:
            self._cursor = driver.cursor
        elif driver.cursor is not self._cursor:
            driver.resume(self._cursor)
            driver = session.driver
        return driver

    def who_acts(self, session: Session) -> int | None:
        """Return the bot that decides now, if one does."""
        if session.game is None or not session.is_going_on:
            return None
        asked = self.driver(session).next()
        if not isinstance(asked, Asks) or not session.state.places[asked.seat].is_played_by_bot:
            return None
        return asked.seat

    def due(self, session: Session, seat: int, since: float) -> float:
        """Return when a bot acts: at its pace, but it throws only after people had time to ask for their rent."""
        setting, pace = session.setting, session.pace
        game = session.game
        assert game is not None
        s = game.engine.state
        if session.state.hurry:
            pace = 0.0
        people = [place for place in session.state.places if place.kind == "person" and not place.away]
        if s.awaited != seat or s.awaits not in {codes.W_THROW, codes.W_END} or not people:
            return since + pace
        if setting.manner == "sharp":
            return since + max(pace, min(setting.grace, NOTICE))
        owners = {s.claims[index].owner for index in range(s.claim_count)}
        waits = any(not session.state.places[owner].is_played_by_bot for owner in owners)
        return since + (max(pace, setting.grace) if waits else pace)

    async def act(self, session: Session, seat: int, now: float) -> bool:
        """Have a bot decide; one that thinks long does so on a thread, and other tables go on."""
        policy, thought = POLICIES[session.state.places[seat].bot], None
        if policy in SLOW:
            thought = await asyncio.to_thread(self.driver(session).ask, quick(policy), seat, self._draws)
        return self.decide(session, seat, now, thought)

    def decide(self, session: Session, seat: int, now: float, thought: layout.Action | None = None) -> bool:
        """Do what a bot has thought of, or have it decide now. Return whether it did anything."""
        game, driver = session.playing(), self.driver(session)
        bot = session.state.places[seat].bot
        try:
            move = driver.take(seat, thought or driver.ask(POLICIES[bot], seat, self._draws), bot)
            if move is None:
                return False
            if game.engine.refuse(move.record) == LAWFUL:
                because = why_turned_down(game, bot, move.record)
                session.apply_record(move.record, now, cause=bot)
                if because is not None:
                    session.add(TurnedDownEntry(seq=0, at=now, seat=seat, number=move.record.number, because=because))
                return True
            why = f"{game.why_not(from_record(move.record), seat)}"
        except BadDecision as error:
            why = str(error)
        LOG.error("a bot answered wrongly", extra={"data": {"table": session.id[-6:], "bot": bot, "why": why}})
        if game.to_act != seat:
            driver.leave(Asks(seat, driver.why(seat)))
            return False
        session.apply(game.menu(seat)[0], seat, now, cause=bot)
        return True
