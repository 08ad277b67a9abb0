"""One game under way: the kernel's records, the law over them, and the log.

`Game` is what people use. Programs that drive games (the driver, the server, replays) work on the engine beneath it.
It carries out actions without checking them first. It decides no rule.
"""

import copyreg
from ctypes import Structure
from typing import Any, Final

from ventnor.action import Action, from_record
from ventnor.event import WentBankrupt
from ventnor.kernel import codes, layout
from ventnor.kernel.legal import refuse
from ventnor.kernel.reasons import R_TOO_MUCH_OPEN
from ventnor.kernel.step import step
from ventnor.log import CLOCK, NATURE, OWN, Ply, pack, unpack
from ventnor.notation import format_action
from ventnor.notation.position import Heading
from ventnor.refusal import RecordFull, refusal_of

CAUSES: Final = {codes.NATURE: NATURE, codes.CLOCK: CLOCK}


def record_from(kind: type[Structure], data: bytes) -> Structure:
    """Return a record of the kernel with these bytes."""
    return kind.from_buffer_copy(data)


def reduced(record: Structure) -> tuple[Any, ...]:
    """Return how `pickle` makes a record again: from its bytes."""
    return record_from, (type(record), bytes(record))


for each in vars(layout).values():
    if isinstance(each, type) and issubclass(each, Structure):
        copyreg.pickle(each, reduced)


class Engine:
    """The records of a game, and its log if it keeps one."""

    def __init__(self, heading: Heading, state: layout.State, *, keep_log: bool = True) -> None:
        self.heading = heading
        self.state = state
        self.tables = heading.tables
        self.sink = layout.Sink(capacity=codes.EVENTS)
        self.log: list[Ply] | None = [] if keep_log else None
        """The log, one line for each action; None if no log is kept."""
        self.ply = 0
        """The number of actions so far."""
        self.retired: list[int] = []
        """The seats that went bankrupt since the game began here, in this order."""
        self.start = pack(state)
        """The state that the game began from, packed."""

    def refuse(self, record: layout.Action) -> int:
        """Return why the law refuses an action, as the kernel's code; `LAWFUL` if it does not."""
        return refuse(self.state, self.tables, record)

    def do(self, record: layout.Action, cause: str = OWN) -> Ply:
        """Carry out one lawful action and log it. Raises `RecordFull`, with the state as it was."""
        e = self.sink
        e.count = 0
        bankruptcies = self.state.bankruptcies
        before = bytes(self.state)
        step(self.state, self.tables, e, record)
        if e.full:
            memoryview(self.state).cast("B")[:] = before
            raise self.record_full(from_record(record), record.seat)
        self.ply += 1
        ply = Ply(self.ply, CAUSES.get(record.seat, cause), record, e, pack(self.state), self.heading)
        if self.log is not None:
            self.log.append(ply)
        if self.state.bankruptcies != bankruptcies:
            self.retired += [event.seat for event in ply.events if isinstance(event, WentBankrupt)]
        return ply

    def record_full(self, action: Action, seat: int) -> RecordFull:
        """Return the error for an action for which a record has no room."""
        s, t, edition = self.state, self.tables, self.heading.edition
        return RecordFull(format_action(action), refusal_of(R_TOO_MUCH_OPEN, s, t, action, seat, edition, ()))

    def undo(self, plies: int, before: bytes) -> None:
        """Take back the last plies, given the packed state before them."""
        memoryview(self.state).cast("B")[:] = bytes(unpack(before))
        self.ply -= plies
        if self.log is not None:
            del self.log[self.ply :]
        out = self.state.out
        self.retired = [seat for seat in self.retired if out[seat]]

    def copy(self, *, keep_log: bool | None = None) -> "Engine":
        """Return an independent copy; without the log if `keep_log` is False or there is none."""
        keeps = self.log is not None and keep_log is not False
        made = Engine(self.heading, layout.State.from_buffer_copy(self.state), keep_log=keeps)
        if made.log is not None and self.log is not None:
            made.log = self.log.copy()
        made.ply = self.ply
        made.retired = self.retired.copy()
        made.start = self.start
        return made
