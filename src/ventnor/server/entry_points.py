"""The kernel's entry points as a server uses them: what a seat may do, and what an action would do.

The server uses the compiled ones once they are loaded and the interpreted ones until then. Both give the same bytes.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from ctypes import addressof, memmove, sizeof
from typing import Any, Final, cast

from ventnor import warm
from ventnor.kernel import codes, layout
from ventnor.kernel.entry import enter_menu, enter_step
from ventnor.view import TableManner, hide_claims

LOG: Final = logging.getLogger("ventnor.server.entry_points")
MOST_EVENTS: Final = 8
"""Events kept of an action that is tried. A menu's sentence needs only the first ones."""
STATE_SIZE: Final = sizeof(layout.State)
RECORD_SIZE: Final = sizeof(layout.Action)
EVENT_SIZE: Final = sizeof(layout.Event)
CLAIM_SIZE: Final = sizeof(layout.Claim)
CLAIMS_START: Final = int(cast(Any, layout.State.claims).offset)
MENU_START: Final = int(cast(Any, layout.Menu.actions).offset)
EVENTS_START: Final = int(cast(Any, layout.Sink.events).offset)


class Compiled:
    """The compiled entry points, once they are loaded."""

    def __init__(self) -> None:
        self.menu: Callable[..., None] | None = None
        self.step: Callable[..., None] | None = None

    def load(self) -> None:
        """Load the compiled kernel from the cache. Until then the server plays interpreted."""
        try:
            twin = warm.twin(wait=True)
        except (warm.CompileFailed, OSError) as error:  # without it everything is slower, but correct
            LOG.warning("there is no compiled kernel", extra={"data": {"error": str(error)[:200]}})
            return
        assert twin is not None
        self.menu, self.step = getattr(twin, "enter_menu"), getattr(twin, "enter_step")  # noqa: B009  # set by name
        LOG.info("the compiled kernel is loaded")

    def load_meanwhile(self) -> None:
        """Load the compiled kernel in a thread."""
        threading.Thread(target=self.load, name="kernel-loader", daemon=True).start()


compiled: Final = Compiled()


class EntryPoints:
    """Entry points with their own working records, for one thread."""

    def __init__(self) -> None:
        self._trials = layout.array_of(layout.State, 1)
        self._menus = layout.array_of(layout.Menu, 1)
        self._sinks = layout.array_of(layout.Sink, 1)
        self._actions = layout.array_of(layout.Action, 1)
        self._trials_row = layout.as_array(self._trials)
        self._menus_row = layout.as_array(self._menus)
        self._sinks_row = layout.as_array(self._sinks)
        self._actions_row = layout.as_array(self._actions)
        self._tables: dict[int, tuple[Any, Any]] = {}

    def _rows_of(self, t: layout.Tables) -> tuple[Any, Any]:
        """Return the tables as an array of length one, for either twin."""
        found = self._tables.get(addressof(t))
        if found is None:
            row = (layout.Tables * 1).from_buffer(t)
            found = self._tables[addressof(t)] = (row, layout.as_array(row))
        return found

    def menu(self, s: layout.State, t: layout.Tables, seat: int, manner: TableManner) -> list[bytes]:
        """Return what a seat may do as records, likeliest first. §rent.ask: without rents that it must not see."""
        trial, menu = self._trials[0], self._menus[0]
        memmove(addressof(trial), addressof(s), STATE_SIZE)
        if trial.claim_count:
            hide_claims(trial, seat, manner)
        menu.count = 0
        tables, tables_row = self._rows_of(t)
        if compiled.menu is None:
            enter_menu(self._trials, tables, self._menus, seat)
        else:
            compiled.menu(self._trials_row, tables_row, self._menus_row, seat)
        end = MENU_START + menu.count * RECORD_SIZE
        packed = bytes(memoryview(menu).cast("B")[MENU_START:end])
        found = [packed[at : at + RECORD_SIZE] for at in range(0, len(packed), RECORD_SIZE)]
        if manner == "sharp":
            return [each for each in found if layout.Action.from_buffer_copy(each).kind != codes.A_ASK_RENT]
        return found

    def claims(self) -> bytes:
        """Return the rents that the seat of the last menu may see, as records."""
        trial = self._trials[0]
        if not trial.claim_count:
            return b""
        return bytes(memoryview(trial).cast("B")[CLAIMS_START : CLAIMS_START + trial.claim_count * CLAIM_SIZE])

    def events(self, s: layout.State, t: layout.Tables, record: bytes) -> bytes:
        """Return the first events of a lawful action, as records."""
        trial, sink = self._trials[0], self._sinks[0]
        memmove(addressof(trial), addressof(s), STATE_SIZE)
        memmove(addressof(self._actions), record, RECORD_SIZE)
        sink.count, sink.capacity = 0, MOST_EVENTS
        tables, tables_row = self._rows_of(t)
        if compiled.step is None:
            enter_step(self._trials, tables, self._sinks, self._actions)
        else:
            compiled.step(self._trials_row, tables_row, self._sinks_row, self._actions_row)
        end = EVENTS_START + min(sink.count, MOST_EVENTS) * EVENT_SIZE
        return bytes(memoryview(sink).cast("B")[EVENTS_START:end])
