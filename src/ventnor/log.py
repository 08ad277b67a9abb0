"""The log of a game: one line for each action, including nature's and the clock's, with its cause.

A line keeps records and computes text only when it is read. It also keeps the state after it, for its digest.
"""

from ctypes import Structure, sizeof
from dataclasses import replace
from functools import cached_property
from typing import Final, Literal, TypeAlias

from ventnor.action import Action, Counter, Offer, from_record
from ventnor.event import Countered, Event, Offered
from ventnor.event import from_record as event_from_record
from ventnor.kernel import codes, layout
from ventnor.notation import format_action
from ventnor.notation.position import Heading, digest, position_of

Actor: TypeAlias = int | Literal["nature", "clock"]
"""Who acted: a seat by its number, nature, or the clock."""

OWN: Final = "seat"
AUTO: Final = "auto"
NATURE: Final = "nature"
CLOCK: Final = "clock"


def offset_of(record: type[Structure], field: str) -> int:
    """Return the offset of a field of a record."""
    return int(getattr(record, field).offset)


STATE_SIZE: Final = sizeof(layout.State)
WITHOUT_OFFERS: Final = offset_of(layout.State, "offers")
EVENT_SIZE: Final = sizeof(layout.Event)
EVENTS_START: Final = offset_of(layout.Sink, "events")


def pack(s: layout.State) -> bytes:
    """Return a state as bytes. The offers come last; if they are blank, they are left out."""
    return bytes(s) if s.offer_count else bytes(memoryview(s).cast("B")[:WITHOUT_OFFERS])


def unpack(packed: bytes) -> layout.State:
    """Return the state from its bytes."""
    return layout.State.from_buffer_copy(packed.ljust(STATE_SIZE, b"\0"))


def actor_of(seat: int) -> Actor:
    """Return who acted, by the kernel's number."""
    if seat == codes.NATURE:
        return "nature"
    return "clock" if seat == codes.CLOCK else seat


class Ply:
    """One line of the log."""

    def __init__(
        self, number: int, cause: str, record: layout.Action, sink: layout.Sink, after: bytes, heading: Heading
    ) -> None:
        self.number = number
        """Counted from 1."""
        self.cause = cause
        """What caused it: "seat" for the player, a bot's name, "auto", "nature" or "clock"."""
        self.after = after
        """The state after it, packed."""
        self._heading = heading
        self._record = record
        self._count = sink.count
        end = EVENTS_START + sink.count * EVENT_SIZE
        self._events = bytes(memoryview(sink).cast("B")[EVENTS_START:end])

    @property
    def actor(self) -> Actor:
        """Return who acted."""
        return actor_of(self._record.seat)

    @cached_property
    def action(self) -> Action:
        """Return what was done."""
        return from_record(self._record)

    @property
    def text(self) -> str:
        """Return what was done, in notation."""
        return format_action(self.action)

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """Return what happened."""
        records = (layout.Event * self._count).from_buffer_copy(self._events) if self._count else ()
        return tuple(self._with_terms(event_from_record(record)) for record in records)

    def _with_terms(self, event: Event) -> Event:
        if isinstance(event, Offered | Countered) and isinstance(self.action, Offer | Counter):
            return replace(event, give=self.action.give, get=self.action.get)
        return event

    @cached_property
    def digest(self) -> str:
        """Return the digest of the position after it."""
        return digest(position_of(unpack(self.after), self._heading))

    def __repr__(self) -> str:
        cause = "" if self.cause in {OWN, NATURE, CLOCK} else f" ({self.cause})"
        return f"<ply {self.number}: {self.actor} {self.text}{cause}>"
