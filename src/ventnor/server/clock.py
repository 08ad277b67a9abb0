"""The clocks of a table: a bank for each player, the hammer of an auction, the agreed hour.

All follow from times that the record has, so that they survive whatever happens to the server. What is done when one
runs out is for the table to say.
"""

from __future__ import annotations

import json
import weakref
from typing import TYPE_CHECKING, cast

from ventnor.kernel import codes
from ventnor.server.protocol import Clocks, Timer

if TYPE_CHECKING:
    from ventnor.server.sitting import Sitting


class Clockwork:
    """The clocks of one table."""

    def __init__(self, sitting: Sitting) -> None:
        # A table that is put away is freed at once, and not when somebody looks for what only holds itself.
        self._sitting = cast("Sitting", weakref.proxy(sitting))

    def begin(self, now: float) -> None:
        """Wind them up."""
        sitting = self._sitting
        state, clock = sitting.state, sitting.setting.clock
        state.banks = [clock.bank] * len(state.places)
        state.charged = now
        game = sitting.game
        assert game is not None
        if clock.hour and game.records[1].hour:
            state.hour = now + clock.hour

    @property
    def runs_for(self) -> int | None:
        """The seat whose bank runs: a person that the game waits for, but not while an auction has a timer."""
        sitting = self._sitting
        seat = sitting.awaited
        if seat is None or not sitting.is_going_on or not sitting.setting.clock.bank:
            return None
        if sitting.state.places[seat].is_played_by_bot or sitting.state.hammer is not None:
            return None
        return seat

    def settle(self, now: float) -> None:
        """Take from the bank what was used up to now."""
        state = self._sitting.state
        seat = self.runs_for
        if seat is not None:
            state.banks[seat] -= max(0.0, now - state.charged)
        state.charged = now

    def reward(self, seat: int) -> None:
        """A decision was made: the increment."""
        sitting = self._sitting
        if sitting.setting.clock.bank:
            sitting.state.banks[seat] = max(0.0, sitting.state.banks[seat]) + sitting.setting.clock.increment

    def add_time(self, seat: int, seconds: float, now: float) -> None:
        """The host's gift."""
        self.settle(now)
        banks = self._sitting.state.banks
        banks[seat] = max(0.0, banks[seat]) + seconds

    def shift(self, now: float, seconds: float) -> None:
        """A time that is nobody's has passed, until now."""
        state = self._sitting.state
        state.charged = now
        if state.hammer is not None:
            state.hammer += seconds

    def mend(self, now: float) -> None:
        """The clock on the wall was set back while no server ran: what lies further ahead than it can comes nearer."""
        state, clock = self._sitting.state, self._sitting.setting.clock
        state.charged = min(state.charged, now)
        if state.hammer is not None:
            state.hammer = min(state.hammer, now + clock.auction)
        if state.hour is not None:
            state.hour = min(state.hour, now + clock.hour)

    def lot_at_hand(self) -> str:
        """What is on the block, and the bid that stands; empty where there is no auction."""
        sitting = self._sitting
        game = sitting.game
        if game is None or game.over or game.records[0].awaits != codes.W_BID:
            return ""
        waiting = game.awaiting.to_json()
        return json.dumps([game.records[0].throws, waiting.get("lot"), waiting.get("bid"), waiting.get("bidder")])

    def set_hammer(self, now: float) -> None:
        """A new lot or a new bid starts the timer again."""
        sitting = self._sitting
        state = sitting.state
        lot = self.lot_at_hand() if sitting.setting.clock.auction else ""
        if not lot:
            state.hammer = None
        elif lot != state.lot:
            state.hammer = now + sitting.setting.clock.auction
        state.lot = lot

    def flag_at(self) -> float | None:
        """When the running bank will be empty."""
        seat = self.runs_for
        if seat is None:
            return None
        return self._sitting.state.charged + self._sitting.state.banks[seat]

    def show(self, now: float) -> Clocks:
        """All of them, at a moment."""
        sitting = self._sitting
        state = sitting.state
        runs = self.runs_for
        timers = tuple(
            Timer(seat, round(bank - (max(0.0, now - state.charged) if seat == runs else 0), 3), seat == runs)
            for seat, bank in enumerate(state.banks)
            if sitting.setting.clock.bank
        )
        return Clocks(now, timers, state.hammer if sitting.is_going_on else None, state.hour)
