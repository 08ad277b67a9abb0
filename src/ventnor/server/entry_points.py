"""The kernel's entry points as the server uses them: a seat's lawful actions, and the effect of an action.

The server uses the compiled ones once they are loaded and the interpreted ones until then. Both give the same bytes.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Sequence
from ctypes import addressof, c_int64, memmove, memset, sizeof
from typing import Any, Final, NamedTuple, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from ventnor import warm
from ventnor.engine import Engine
from ventnor.kernel import codes, layout
from ventnor.kernel.entry import enter_menus, enter_plies, enter_step, enter_summary
from ventnor.kernel.identity import MOST_NUMBERS
from ventnor.kernel.legal import refuse
from ventnor.kernel.plies import (
    MOST_PLIES,
    NOTE_ENDS,
    NOTE_FULL,
    NOTE_GIVEN,
    NOTE_NEXT,
    NOTE_TOUCHED,
    NOTE_USED,
    NOTES,
)
from ventnor.kernel.summary import NUMBERS, RENT, SPACE_SIZE, SPACES_AT, TIMES
from ventnor.view import TableManner

LOG: Final = logging.getLogger("ventnor.server.entry_points")
MOST_EVENTS: Final = 8
"""Events kept of an action that is tried. A menu's sentence needs only the first ones."""
STATE_TYPE: Final = layout.as_array(layout.array_of(layout.State, 1)).dtype
CURSOR_TYPE: Final = layout.as_array(layout.array_of(layout.Cursor, 1)).dtype
STATE_SIZE: Final = sizeof(layout.State)
RECORD_SIZE: Final = sizeof(layout.Action)
EVENT_SIZE: Final = sizeof(layout.Event)
CLAIM_SIZE: Final = sizeof(layout.Claim)
CLAIM_COUNT: Final = int(cast(Any, layout.State.claim_count).offset)
CLAIMS_START: Final = int(cast(Any, layout.State.claims).offset)
MENU_START: Final = int(cast(Any, layout.Menu.actions).offset)
SINK_COUNT: Final = int(cast(Any, layout.Sink.count).offset)
WORDS: Final = 8
"""Words of chance given to one call. Most commands need one or two."""
LONGEST_CHAIN: Final = 400
"""Limit of plies that may follow from one command without a decision. More would be a bug."""
GOES_ON: Final = frozenset({codes.N_NATURE, codes.N_AUTOMATIC})
EVENTS_START: Final = int(cast(Any, layout.Sink.events).offset)


class SeatMenu(NamedTuple):
    """What a seat may do, as records in a row, likeliest first, and the rents it may see, as records."""

    actions: bytes
    claims: bytes

    def split(self) -> list[bytes]:
        """Return the actions one by one."""
        actions = self.actions
        return [actions[at : at + RECORD_SIZE] for at in range(0, len(actions), RECORD_SIZE)]


class DonePly(NamedTuple):
    """A ply: its action and its events as records, and what identifies the state after it (`kernel/identity.py`)."""

    action: bytes
    events: bytes
    identity: bytes


class Draws(Protocol):
    """A stream of chance from which words are used in order."""

    def ahead(self, count: int) -> Sequence[int]:
        """Return the next words without using them."""
        ...

    def skip(self, count: int) -> None:
        """Use so many words."""
        ...


class RecordOverflow(Exception):
    """An action left more open than a record has room for. The state is as it was."""


class Compiled:
    """The compiled entry points, once they are loaded."""

    def __init__(self) -> None:
        self.menus: Callable[..., None] | None = None
        self.step: Callable[..., None] | None = None
        self.summary: Callable[..., None] | None = None
        self.plies: Callable[..., int] | None = None
        self.refuse: Callable[..., int] | None = None

    def load(self) -> None:
        """Load the compiled kernel from the cache. Until then the server plays interpreted."""
        try:
            twin = warm.twin(wait=True, gently=True)
        except (warm.CompileFailed, OSError) as error:  # without it everything is slower, but correct
            LOG.warning("there is no compiled kernel", extra={"data": {"error": str(error)[:200]}})
            return
        assert twin is not None
        found: Any = twin
        self.menus, self.step, self.summary = found.enter_menus, found.enter_step, found.enter_summary
        self.plies, self.refuse = found.enter_plies, found.enter_refuse
        LOG.info("the compiled kernel is loaded")

    def load_meanwhile(self) -> None:
        """Load the compiled kernel in a thread."""
        threading.Thread(target=self.load, name="kernel-loader", daemon=True).start()


compiled: Final = Compiled()


class EntryPoints:
    """Entry points with their own working records, for one thread."""

    def __init__(self) -> None:
        self._states = layout.array_of(layout.State, codes.SEATS)
        self._menus = layout.array_of(layout.Menu, codes.SEATS)
        self._sinks = layout.array_of(layout.Sink, MOST_PLIES)
        self._actions = layout.array_of(layout.Action, MOST_PLIES + 1)
        self._numbers = (c_int64 * NUMBERS)()
        self._words = (c_int64 * WORDS)()
        self._notes = (c_int64 * NOTES)()
        self._identities = (c_int64 * (MOST_PLIES * MOST_NUMBERS))()
        for sink in self._sinks:
            sink.capacity = codes.EVENTS
        self._states_row = layout.as_array(self._states)
        self._menus_row = layout.as_array(self._menus)
        self._sinks_row = layout.as_array(self._sinks)
        self._actions_row = layout.as_array(self._actions)
        self._numbers_row = np.frombuffer(memoryview(self._numbers), np.int64)
        self._words_row = np.frombuffer(memoryview(self._words), np.int64)
        self._notes_row = np.frombuffer(memoryview(self._notes), np.int64)
        self._identities_row = np.frombuffer(memoryview(self._identities), np.int64)
        self._menu_bytes = [memoryview(each).cast("B") for each in self._menus]
        self._state_bytes = [memoryview(each).cast("B") for each in self._states]
        self._sink_bytes = [memoryview(each).cast("B") for each in self._sinks]
        self._action_bytes = [memoryview(each).cast("B") for each in self._actions]
        self._identity_bytes = memoryview(self._identities).cast("B")
        self._rows: dict[int, tuple[Any, Any]] = {}

    def _rows_of(self, t: layout.Tables) -> tuple[Any, Any]:
        """Return the tables as an array of length one, for either twin."""
        found = self._rows.get(addressof(t))
        if found is None:
            row = (layout.Tables * 1).from_buffer(t)
            found = self._rows[addressof(t)] = (row, layout.as_array(row))
        return found

    def menus(
        self, s: layout.State, t: layout.Tables, manner: TableManner, seats: Iterable[int | None]
    ) -> dict[int | None, SeatMenu]:
        """Return what each seat may do and which rents it may see. §rent.ask: without rents that it must not see."""
        sharp = manner == "sharp"
        found: dict[int | None, SeatMenu] = {}
        bits = 0
        has_claims = bool(s.claim_count)
        for seat in seats:
            if seat is None:
                found[None] = SeatMenu(b"", b"" if sharp or not has_claims else claims_in(memoryview(s).cast("B")))
            else:
                bits |= 1 << seat
        if not bits:
            return found
        tables, tables_row = self._rows_of(t)
        if compiled.menus is None:
            enter_menus([s], tables, self._states, self._menus, bits, int(sharp))
        else:
            compiled.menus(row_of(s), tables_row, self._states_row, self._menus_row, bits, int(sharp))
        for seat in range(codes.SEATS):
            if bits >> seat & 1:
                memory = self._menu_bytes[seat]
                end = MENU_START + RECORD_SIZE * (memory[0] + 256 * memory[1])
                claims = claims_in(self._state_bytes[seat]) if has_claims else b""
                menu = SeatMenu(bytes(memory[MENU_START:end]), claims)
                if sharp:
                    kept = b"".join(each for each in menu.split() if each[0] != codes.A_ASK_RENT)
                    menu = SeatMenu(kept, menu.claims)
                found[seat] = menu
        return found

    def events(self, s: layout.State, t: layout.Tables, record: bytes) -> bytes:
        """Return the first events of a lawful action, as records."""
        sink = self._sinks[0]
        memmove(self._states, addressof(s), STATE_SIZE)
        memmove(self._actions, record, RECORD_SIZE)
        sink.count, sink.capacity = 0, MOST_EVENTS
        tables, tables_row = self._rows_of(t)
        if compiled.step is None:
            enter_step(self._states, tables, self._sinks, self._actions)
        else:
            compiled.step(self._states_row, tables_row, self._sinks_row, self._actions_row)
        return bytes(self._sink_bytes[0][EVENTS_START : EVENTS_START + min(sink.count, MOST_EVENTS) * EVENT_SIZE])

    def refuse(self, s: layout.State, t: layout.Tables, record: layout.Action) -> int:
        """Return why the law refuses an action, as the kernel's code; `LAWFUL` if it does not."""
        if compiled.refuse is None:
            return refuse(s, t, record)
        memmove(self._actions, addressof(record), RECORD_SIZE)
        return compiled.refuse(row_of(s), self._rows_of(t)[1], self._actions_row)

    def plies(
        self, engine: Engine, cursor: layout.Cursor, words: Draws | None, record: layout.Action | None
    ) -> list[DonePly]:
        """Do a lawful action, if one is given, and what follows from it without a decision. Raises `RecordOverflow`.

        Without words nature's answers are given as actions, like those of a seat.
        """
        s = engine.state
        before = bytes(s)
        tables, tables_row = self._rows_of(engine.tables)
        notes, done = self._notes, list[DonePly]()
        self._sinks[0].capacity = codes.EVENTS
        memset(self._actions, 0, RECORD_SIZE)
        if record is not None:
            memmove(self._actions, addressof(record), RECORD_SIZE)
        notes[NOTE_TOUCHED] = engine.sink.touched
        begun = int(record is not None)
        while len(done) < LONGEST_CHAIN:
            if words is not None:
                self._words[:] = words.ahead(WORDS)
            notes[NOTE_GIVEN] = WORDS if words is not None else 0
            if compiled.plies is None:
                rows = (self._sinks, [cursor], self._actions, self._words, self._identities, notes)
                count = enter_plies([s], tables, *rows, begun)
            else:
                rows = (self._actions_row, self._words_row, self._identities_row, self._notes_row)
                count = compiled.plies(row_of(s), tables_row, self._sinks_row, row_of(cursor), *rows, begun)
            if words is not None:
                words.skip(notes[NOTE_USED])
            if notes[NOTE_FULL]:
                memmove(addressof(s), before, STATE_SIZE)
                raise RecordOverflow
            start = 0
            for number in range(count):
                end = 8 * notes[NOTE_ENDS + number]
                sink = self._sink_bytes[number]
                size = EVENT_SIZE * int.from_bytes(sink[SINK_COUNT : SINK_COUNT + 2], "little")
                events = bytes(sink[EVENTS_START : EVENTS_START + size])
                done.append(DonePly(bytes(self._action_bytes[number]), events, bytes(self._identity_bytes[start:end])))
                start = end
            if notes[NOTE_NEXT] not in GOES_ON or (notes[NOTE_NEXT] == codes.N_NATURE and words is None):
                break
            begun = 0
            memset(self._actions, 0, RECORD_SIZE)
        engine.sink.touched = notes[NOTE_TOUCHED]
        engine.ply += len(done)
        return done

    def summary(self, s: layout.State, t: layout.Tables, known: NDArray[np.int64] | None) -> NDArray[np.int64]:
        """Return the state in numbers. Where rents cannot have changed, they are taken from the numbers known."""
        tables, tables_row = self._rows_of(t)
        self._sinks[0].capacity = 1
        rents = int(known is None)
        if compiled.summary is None:
            enter_summary([s], tables, self._states, self._sinks, self._numbers, rents)
        else:
            compiled.summary(row_of(s), tables_row, self._states_row, self._sinks_row, self._numbers_row, rents)
        numbers = self._numbers_row.copy()
        if known is not None:
            for field in (RENT, TIMES):
                numbers[SPACES_AT + field :: SPACE_SIZE] = known[SPACES_AT + field :: SPACE_SIZE]
        return numbers


def row_of(record: layout.State | layout.Cursor) -> NDArray[np.void]:
    """Return a record as an array of length one, for the compiled twin."""
    return np.frombuffer(memoryview(record), CURSOR_TYPE if isinstance(record, layout.Cursor) else STATE_TYPE)


LOCAL: Final = threading.local()


def of_this_thread() -> EntryPoints:
    """Return the entry points of the thread."""
    found: EntryPoints | None = getattr(LOCAL, "found", None)
    if found is None:
        found = LOCAL.found = EntryPoints()
    return found


def claims_in(state: memoryview) -> bytes:
    """Return the claims in the bytes of a state."""
    return bytes(state[CLAIMS_START : CLAIMS_START + CLAIM_SIZE * state[CLAIM_COUNT]])
