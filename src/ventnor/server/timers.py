"""The clocks of a table: a bank for each player, an auction timer, the agreed hour.

All are computed from stored times, so they survive a restart. The session decides what happens when one runs out.
"""

from __future__ import annotations

import json
import weakref
from typing import TYPE_CHECKING, cast

from ventnor.awaiting import AwaitingBid
from ventnor.server.protocol import Clocks, Timer

if TYPE_CHECKING:
    from ventnor.server.session import Session


class Timers:
    """The clocks of one table."""

    def __init__(self, session: Session) -> None:
        # A weak reference: no cycle, so an unloaded table is freed at once.
        self._session = cast("Session", weakref.proxy(session))

    def begin(self, now: float) -> None:
        """Start the clocks."""
        session = self._session
        state, clock = session.state, session.setting.clock
        state.banks = [clock.bank] * len(state.places)
        state.charged = now
        game = session.game
        assert game is not None
        if clock.hour and game.engine.tables.hour:
            state.hour = now + clock.hour

    @property
    def runs_for(self) -> int | None:
        """Return the seat whose bank runs: a person that the game waits for, unless an auction timer runs."""
        session = self._session
        seat = session.awaited
        if seat is None or not session.is_going_on or not session.setting.clock.bank:
            return None
        if session.state.places[seat].is_played_by_bot or session.state.hammer is not None:
            return None
        return seat

    def settle(self, now: float) -> None:
        """Deduct the time used up to now from the bank."""
        state = self._session.state
        seat = self.runs_for
        if seat is not None:
            state.banks[seat] -= max(0.0, now - state.charged)
        state.charged = now

    def reward(self, seat: int) -> None:
        """Add the increment after a decision."""
        session = self._session
        if session.setting.clock.bank:
            session.state.banks[seat] = max(0.0, session.state.banks[seat]) + session.setting.clock.increment

    def add_time(self, seat: int, seconds: float, now: float) -> None:
        """Add time to a seat's bank."""
        self.settle(now)
        banks = self._session.state.banks
        banks[seat] = max(0.0, banks[seat]) + seconds

    def shift(self, now: float, seconds: float) -> None:
        """Shift the clocks by a time that counts for nobody."""
        state = self._session.state
        state.charged = now
        if state.hammer is not None:
            state.hammer += seconds

    def mend(self, now: float) -> None:
        """Correct times in the future if the system clock was set back while no server ran."""
        state, clock = self._session.state, self._session.setting.clock
        state.charged = min(state.charged, now)
        if state.hammer is not None:
            state.hammer = min(state.hammer, now + clock.auction)
        if state.hour is not None:
            state.hour = min(state.hour, now + clock.hour)

    def auction_state(self) -> str:
        """Return the item and the highest bid as text; empty without an auction."""
        session = self._session
        game = session.game
        waiting = None if game is None else game.awaiting
        if game is None or not isinstance(waiting, AwaitingBid):
            return ""
        return json.dumps([game.engine.state.throws, waiting.item, waiting.bid, waiting.bidder])

    def set_hammer(self, now: float) -> None:
        """Restart the timer for a new item or a new bid."""
        session = self._session
        state = session.state
        auction = self.auction_state() if session.setting.clock.auction else ""
        if not auction:
            state.hammer = None
        elif auction != state.auction:
            state.hammer = now + session.setting.clock.auction
        state.auction = auction

    def flag_at(self) -> float | None:
        """Return when the running bank will be empty."""
        seat = self.runs_for
        if seat is None:
            return None
        return self._session.state.charged + self._session.state.banks[seat]

    def show(self, now: float) -> Clocks:
        """Return all clocks at a time."""
        session = self._session
        state = session.state
        runs = self.runs_for
        timers = tuple(
            Timer(seat, round(bank - (max(0.0, now - state.charged) if seat == runs else 0), 3), seat == runs)
            for seat, bank in enumerate(state.banks)
            if session.setting.clock.bank
        )
        return Clocks(now, timers, state.hammer if session.is_going_on else None, state.hour)
