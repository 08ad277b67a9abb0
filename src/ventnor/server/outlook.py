"""What is told of a game after every change, as JSON: from parts that are written anew only when they change.

Most of a position stays as it was: the deeds change hands seldom, the decks seldomer, and what a seat may do while it
waits is what it might do before. Each part is kept with the bytes of the kernel's record that it follows from. That
what comes out is what `sight.py` shows without any of this is tested.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, cast

from msgspec import Raw
from msgspec.json import Encoder

from ventnor.action import AskRent, Build, Lift, Mortgage, Sell, SellGroup
from ventnor.event import from_record as event_from_record
from ventnor.game import Game
from ventnor.kernel import layout
from ventnor.notation import format_action
from ventnor.notation.menu import TOLD, menu_fields
from ventnor.server.doors import EVENT_SIZE, Doors
from ventnor.server.protocol import Choice, Fields, Hand
from ventnor.server.sight import mappings, write_view
from ventnor.view import DeedView, action_of, holdings_of
from ventnor.view import View as Seen

encode: Final[Callable[[object], bytes]] = Encoder().encode
LASTING: Final = frozenset({Build, Sell, SellGroup, Mortgage, Lift, AskRent})
"""What these bring follows from who owns what, from the Bank's stock and from the rents that wait."""


def offset_of(field: str) -> int:
    """Where a field of the state begins."""
    return int(getattr(layout.State, field).offset)


SEATS_START: Final = offset_of("jail_turn")
DECKS_START: Final = offset_of("unseen")
DECKS_END: Final = offset_of("depth")


class Outlook:
    """One game as it is told, as long as this server has the table open."""

    def __init__(self, doors: Doors) -> None:
        self._doors = doors
        self._parts: dict[str | int, tuple[object, Raw]] = {}
        self._view: tuple[object, Raw] = ((), Raw(b"null"))
        self._hands: dict[int | None, tuple[object, Raw]] = {}

    def view(self, game: Game, ply: int, seq: int) -> Raw:
        """The game as everybody sees it."""
        if self._view[0] != (id(game), seq):
            self._view = ((id(game), seq), self._write_view(game, ply))
        return self._view[1]

    def _write_view(self, game: Game, ply: int) -> Raw:
        s, _, _ = game.records
        seen = game.view()
        memory = memoryview(s).cast("B")
        estate = bytes(memory[SEATS_START:DECKS_START])
        decks = bytes(memory[DECKS_START:DECKS_END])
        held = holdings_of(s)

        def seat(number: int) -> Raw:
            cards = (s.jail_card[0] == number, s.jail_card[1] == number)
            key = (s.cash[number], s.space[number], s.jail_turn[number], s.out[number], cards, held[number])
            return self._part(number, key, lambda: seen.seat_view(number).to_json())

        return Raw(
            encode(
                write_view(
                    seen,
                    ply,
                    seats=tuple(seat(number) for number in range(s.players)),
                    deeds=self._part("deeds", estate, lambda: deeds_of(seen)),
                    decks=self._part("decks", decks, lambda: decks_of(seen)),
                )
            )
        )

    def _part(self, name: str | int, key: object, write: Callable[[], object]) -> Raw:
        kept = self._parts.get(name)
        if kept is None or kept[0] != key:
            kept = self._parts[name] = (key, Raw(encode(write())))
        return kept[1]

    def hand(self, game: Game, seat: int | None) -> Raw:
        """What is a seat's own."""
        s, t, _ = game.records
        if seat is None:
            return Raw(encode(Hand(None, (), claims_of(game, None)))) if s.claim_count else NO_HAND
        menu = self._doors.menu(s, t, seat, game.table)
        memory = memoryview(s).cast("B")
        claimed = self._doors.claims()
        key = (menu, bytes(memory[SEATS_START:DECKS_START]), claimed)
        kept = self._hands.get(seat)
        if kept is not None and kept[0] == key:
            return kept[1]
        choices = [choice_of(record, self._doors.events(s, t, record) if is_told(record) else b"") for record in menu]
        made = Raw(encode(Hand(seat, cast(Any, choices), claims_of(game, seat) if claimed else ())))
        if all(map(is_lasting, menu)):
            self._hands[seat] = (key, made)
        return made


NO_HAND: Final = Raw(encode(Hand(None, (), ())))


def deeds_of(seen: Seen) -> list[Raw]:
    """The deeds."""
    return [write_deed(each) for each in seen.deeds.values()]


@lru_cache(maxsize=8192)
def write_deed(deed: DeedView) -> Raw:
    """A deed. There are not many ways for one to be."""
    return Raw(encode(deed.to_json()))


def decks_of(seen: Seen) -> list[object]:
    """The decks."""
    return [each.to_json() for each in seen.decks.values()]


def claims_of(game: Game, seat: int | None) -> tuple[Fields, ...]:
    """The rents that a seat is told of."""
    return mappings(each.to_json() for each in game.view(seat).claims)


@lru_cache(maxsize=8192)
def is_told(record: bytes) -> bool:
    """Whether a menu says something about an action that only its events tell."""
    return type(action_of(record)) in TOLD


@lru_cache(maxsize=8192)
def is_lasting(record: bytes) -> bool:
    """Whether what is said of an action stays the same as long as nobody's property or claims change."""
    made = type(action_of(record))
    return made not in TOLD or made in LASTING


@lru_cache(maxsize=16_384)
def choice_of(record: bytes, events: bytes) -> Raw:
    """A lawful action, with what a menu says about it, given the events that it would bring."""
    action = action_of(record)
    told = (
        event_from_record(layout.Event.from_buffer_copy(events[at : at + EVENT_SIZE]))
        for at in range(0, len(events), EVENT_SIZE)
    )
    fields = cast(Fields, menu_fields(action, told))
    return Raw(encode(Choice(cast(Fields, action.to_json()), format_action(action), fields)))
