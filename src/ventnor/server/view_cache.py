"""The JSON views of a game, from cached parts that are encoded again only when they change.

Most of a position stays the same from ply to ply. Each part is cached with the bytes of the kernel's record that it
depends on. A test compares the result with `visible.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, cast

from msgspec import Raw
from msgspec.json import Encoder

from ventnor.event import from_record as event_from_record
from ventnor.game import Game
from ventnor.kernel import layout
from ventnor.notation import format_action
from ventnor.notation.menu import MENU_FIELDS, menu_fields
from ventnor.server.entry_points import EVENT_SIZE, EntryPoints
from ventnor.server.protocol import Choice, Fields, Hand
from ventnor.server.visible import mappings, write_view
from ventnor.view import DeedView, action_of, holdings_of
from ventnor.view import View as Seen

encode: Final[Callable[[object], bytes]] = Encoder().encode
LASTING: Final = frozenset({"property", "rent"})
"""The effects of actions with these roles depend only on property, the Bank's stock and open rents."""


def offset_of(field: str) -> int:
    """Return the offset of a field of the state."""
    return int(getattr(layout.State, field).offset)


SEATS_START: Final = offset_of("jail_turn")
DECKS_START: Final = offset_of("unseen")
DECKS_END: Final = offset_of("depth")


class ViewCache:
    """The cached views of one game, as long as this server has the table open."""

    def __init__(self, entry_points: EntryPoints) -> None:
        self._entry_points = entry_points
        self._parts: dict[str | int, tuple[object, Raw]] = {}
        self._view: tuple[object, Raw] = ((), Raw(b"null"))
        self._hands: dict[int | None, tuple[object, Raw]] = {}

    def view(self, game: Game, ply: int, seq: int) -> Raw:
        """Return the public view of the game."""
        if self._view[0] != (id(game), seq):
            self._view = ((id(game), seq), self._write_view(game, ply))
        return self._view[1]

    def _write_view(self, game: Game, ply: int) -> Raw:
        s = game.engine.state
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
        """Return a seat's hand."""
        s, t = game.engine.state, game.engine.tables
        if seat is None:
            return Raw(encode(Hand(None, (), claims_of(game, None)))) if s.claim_count else NO_HAND
        menu = self._entry_points.menu(s, t, seat, game.table)
        memory = memoryview(s).cast("B")
        claimed = self._entry_points.claims()
        key = (menu, bytes(memory[SEATS_START:DECKS_START]), claimed)
        kept = self._hands.get(seat)
        if kept is not None and kept[0] == key:
            return kept[1]
        choices = [
            choice_of(record, self._entry_points.events(s, t, record) if has_fields(record) else b"") for record in menu
        ]
        made = Raw(encode(Hand(seat, cast(Any, choices), claims_of(game, seat) if claimed else ())))
        if all(map(is_lasting, menu)):
            self._hands[seat] = (key, made)
        return made


NO_HAND: Final = Raw(encode(Hand(None, (), ())))


def deeds_of(seen: Seen) -> list[Raw]:
    """Return the deeds."""
    return [write_deed(each) for each in seen.deeds.values()]


@lru_cache(maxsize=8192)
def write_deed(deed: DeedView) -> Raw:
    """Return a deed. A deed has few possible states."""
    return Raw(encode(deed.to_json()))


def decks_of(seen: Seen) -> list[object]:
    """Return the decks."""
    return [each.to_json() for each in seen.decks.values()]


def claims_of(game: Game, seat: int | None) -> tuple[Fields, ...]:
    """Return the rents that a seat may see."""
    return mappings(each.to_json() for each in game.view(seat).claims)


@lru_cache(maxsize=8192)
def has_fields(record: bytes) -> bool:
    """Return whether a menu's sentence about an action needs its events."""
    return type(action_of(record)) in MENU_FIELDS


@lru_cache(maxsize=8192)
def is_lasting(record: bytes) -> bool:
    """Return whether an action's sentence stays the same while property and claims do not change."""
    made = type(action_of(record))
    return made not in MENU_FIELDS or made.role in LASTING


@lru_cache(maxsize=16_384)
def choice_of(record: bytes, events: bytes) -> Raw:
    """Return a lawful action with the fields of its menu sentence, given its events."""
    action = action_of(record)
    brought = (
        event_from_record(layout.Event.from_buffer_copy(events[at : at + EVENT_SIZE]))
        for at in range(0, len(events), EVENT_SIZE)
    )
    fields = cast(Fields, menu_fields(action, brought))
    return Raw(encode(Choice(cast(Fields, action.to_json()), format_action(action), fields)))
