"""What happens at a table without a command: bots decide, clocks run out, a game begins without a nonce.

The task runs only while a table needs one. Most tables of people do not.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import weakref
from typing import TYPE_CHECKING, Final, cast

from ventnor.server import clock, protocol
from ventnor.server import command as commands
from ventnor.server.bot import Bots
from ventnor.server.errors import Denied
from ventnor.server.handover import Elsewhere
from ventnor.server.session import Session
from ventnor.server.store.contract import StoreBusy

if TYPE_CHECKING:
    from ventnor.server.room import Room

LOG: Final = logging.getLogger("ventnor.server.runner")
AWAY: Final = 1.0
"""Seconds without a server that deserve an entry."""


class Gone(Exception):
    """The table does not exist, or no longer."""


class Runner:
    """The bots and clocks of one table."""

    def __init__(self, room: Room) -> None:
        self._room = cast("Room", weakref.proxy(room))  # no cycle, so an unloaded table is freed at once
        self._bots = Bots()
        self._poked: asyncio.Event
        """Set when something may be due. It is made when the task starts."""
        self._task: asyncio.Task[None] | None = None
        self._away = 0.0
        """Seconds without a server, for the next entry."""
        self._is_taken_over = False
        """Whether this process has just taken the table over."""
        self._is_needed = True
        """Whether something may happen without a command."""

    @property
    def is_running(self) -> bool:
        """Return whether the task runs."""
        return self._task is not None and not self._task.done()

    def start(self, away: float | None = None) -> None:
        """Run from now on. `away`: this process took the table over, after so many seconds in which nobody ran it."""
        if not self.is_running:
            self._poked = asyncio.Event()
            self._away = away or 0.0
            self._is_taken_over = away is not None
            self._task = self._room.registry.spawn(self._run())

    def stop(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def poke(self, session: Session) -> None:
        """Look whether something is due, because the table or its connections have changed."""
        if self.is_running:
            self._poked.set()
        elif session.needs_running:
            self.start()

    async def _run(self) -> None:
        """Do each thing at its time, as long as something may happen without a command or a connection."""
        room = self._room
        while True:
            self._poked.clear()
            pause: float | None
            try:
                async with room.lock:
                    pause = await self._step()
            except (Elsewhere, Gone):
                return
            except (StoreBusy, Denied) as error:
                LOG.warning("a step failed", extra={"data": {"table": room.id[-6:], "error": str(error)[:200]}})
                room.forget()
                pause = 0.5
            except Exception:
                LOG.exception("a step failed", extra={"data": {"table": room.id[-6:]}})
                room.forget()
                pause = 5.0
            if pause == 0:
                await asyncio.sleep(0)
                continue
            if pause is None and not self._poked.is_set() and not (self._is_needed and room.connections):
                return
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._poked.wait(), pause)

    async def _step(self) -> float | None:
        """Do what is due. Return the seconds until the next step may be due, or None if only an event can cause one."""
        room = self._room
        session = await room.session()
        self._is_needed = session.needs_running
        now = clock.now()
        if self._away > AWAY and session.is_going_on:
            session.timers.shift(now, self._away)
            session.add(protocol.WokeEntry(seq=0, at=now, away=round(self._away, 3)))
            self._away = 0.0
            await room.keep()
            return 0
        self._away = 0.0
        if session.state.status == "starting":
            if self._is_taken_over:  # the players must connect again before they can reveal
                session.state.reveal_by = now + session.reveal_time
                self._is_taken_over = False
            wait = (session.state.reveal_by or now) - now
            if wait > 0:
                return wait
            session.begin(now)
            await room.keep()
            return 0
        if not session.is_going_on:
            return None
        dues: list[float] = []
        state = session.state
        if state.hour is not None:
            if state.hour <= now:
                struck = session.strike_hour(now)
                if struck or session.new:
                    state.hour = None
                    await room.keep()
                    return 0
                dues.append(now + 0.5)
            else:
                dues.append(state.hour)
        if state.hammer is not None:
            if state.hammer <= now:
                session.drop_hammer(now)
                await room.keep()
                return 0
            dues.append(state.hammer)
        if self._is_time_up(session, now, dues):
            await room.keep()
            return 0
        seat = self._bots.who_acts(session)
        if seat is not None and not any(place.kind == "person" and not place.away for place in state.places):
            settings = room.registry.settings
            if not settings.unwatched and not room.connections:
                seat = None  # until a client connects
            elif state.ply >= settings.most_bot_plies:
                commands.pause(session, now)
                await room.keep()
                return None
        if seat is not None:
            due = self._bots.due(session, seat, room.changed)
            if due <= now:
                await self._bots.act(session, seat, now)
                await room.keep()
                return 0
            dues.append(due)
        return max(0.0, min(dues) - now) if dues else None

    def _is_time_up(self, session: Session, now: float, dues: list[float]) -> bool:
        """Apply the absence policy if a player's time is up or a player is away too long. Return whether it applied."""
        room, seat = self._room, session.awaited
        absence = session.setting.absence
        if seat is None or session.state.places[seat].is_played_by_bot or absence.policy in {"ask", "wait"}:
            return False
        reasons: list[tuple[float, protocol.HandReason]] = []
        flag = session.timers.flag_at()
        if flag is not None:
            reasons.append((flag, "time"))
        if seat not in room.online():
            room.absent.setdefault(seat, now)
        if absence.after and seat in room.absent:
            reasons.append((room.absent[seat] + absence.after, "absent"))
        for due, reason in reasons:
            if due <= now:
                if absence.policy == "forfeit":
                    session.forfeit(seat, now)
                else:
                    commands.hand_to_bot(session, seat, absence.bot, reason, now)
                return True
            dues.append(due)
        return False
