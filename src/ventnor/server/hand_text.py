"""A seat's hand as JSON: what it may do, with the fields of each menu sentence, and the rents it may ask for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, cast

from ventnor.event import from_record as event_from_record
from ventnor.game import Game
from ventnor.kernel import layout
from ventnor.notation import format_action
from ventnor.notation.menu import MENU_FIELDS, menu_fields
from ventnor.server.entry_points import EVENT_SIZE, EntryPoints, SeatMenu
from ventnor.server.protocol import Choice, Fields
from ventnor.server.view_text import encode
from ventnor.view import action_of


class ShownHand:
    """A hand as clients have been shown it."""

    __slots__ = ("_bases", "_choices", "_claims", "_seat", "_seen")

    def __init__(self, seat: int | None) -> None:
        self._seat = seat
        self._seen = SeatMenu(b"", b"")
        self._bases: frozenset[str] = frozenset()
        """What the fields of its choices depend on."""
        self._choices: Sequence[bytes] = []
        self._claims = b"[]"

    def update(self, entry_points: EntryPoints, game: Game, seen: SeatMenu, *, is_same_estate: bool) -> list[bytes]:
        """Take over what the seat may do and ask for now. Return the changes by path, without the path's beginning.

        With `is_same_estate` no property has changed, nor the Bank's stock of buildings.
        """
        before, self._seen = self._seen, seen
        changes: list[bytes] = []
        if seen.claims != before.claims:
            claims = write_claims(game, self._seat) if seen.claims else b"[]"
            if claims != self._claims:
                self._claims = claims
                changes.append(b'"claims"],%s]' % claims)
        lasting = LASTING[is_same_estate, seen.claims == before.claims]
        if seen.actions != before.actions or not self._bases <= lasting:
            choices = self._write_choices(entry_points, game, before, lasting)
            if choices != self._choices:
                changes.append(list_change(self._choices, choices))
                self._choices = choices
        return changes

    def _write_choices(
        self, entry_points: EntryPoints, game: Game, before: SeatMenu, lasting: frozenset[str]
    ) -> list[bytes]:
        """Return the actions as they are sent. What has not changed since the menu before is taken from there."""
        choices: list[bytes] = []
        bases: set[str] = set()
        known: dict[bytes, bytes] | None = None
        for record in self._seen.split():
            basis, text = plain_choice(record)
            bases.add(basis)
            if not text:
                if known is None:
                    known = dict(zip(before.split(), self._choices, strict=True))
                found = known.get(record) if basis in lasting else None
                text = found or choice_of(record, entry_points.events(game.engine.state, game.engine.tables, record))
            choices.append(text)
        self._bases = frozenset(bases)
        return choices

    def text(self) -> bytes:
        """Return the whole hand."""
        seat = b"null" if self._seat is None else b"%d" % self._seat
        return b'{"seat":%s,"legal":[%s],"claims":%s}' % (seat, b",".join(self._choices), self._claims)


def list_change(old: Sequence[bytes], new: Sequence[bytes]) -> bytes:
    """Return the change that makes the new menu of the old one."""
    start, room = 0, min(len(old), len(new))
    while start < room and old[start] == new[start]:
        start += 1
    end = 0
    while end < room - start and old[-1 - end] == new[-1 - end]:
        end += 1
    put = b",".join(new[start : len(new) - end])
    drop = len(old) - start - end
    if drop == len(old):
        return b'"legal"],[%s]]' % put
    return b'"legal"],[%s],%d,%d]' % (put, start, drop)


def write_claims(game: Game, seat: int | None) -> bytes:
    """Return the rents that a seat may see."""
    return encode([each.to_json() for each in game.view(seat).claims])


@lru_cache(maxsize=8192)
def plain_choice(record: bytes) -> tuple[str, bytes]:
    """Return what the fields of an action's sentence depend on besides the action; if on nothing, also the choice."""
    action = action_of(record)
    if type(action) not in MENU_FIELDS:
        return "nothing", choice_of(record, b"")
    return (action.role if action.role in {"property", "rent"} else "everything"), b""


LASTING: Final[dict[tuple[bool, bool], frozenset[str]]] = {
    (True, True): frozenset({"nothing", "property", "rent"}),
    (True, False): frozenset({"nothing", "property"}),
    (False, True): frozenset({"nothing"}),
    (False, False): frozenset({"nothing"}),
}
"""The parts of a hand to reuse if property, or the rents that the seat may see, have not changed."""


@lru_cache(maxsize=16_384)
def choice_of(record: bytes, events: bytes) -> bytes:
    """Return a lawful action with the fields of its menu sentence, given its events."""
    action = action_of(record)
    brought = (
        event_from_record(layout.Event.from_buffer_copy(events[at : at + EVENT_SIZE]))
        for at in range(0, len(events), EVENT_SIZE)
    )
    fields = cast(Fields, menu_fields(action, brought))
    return encode(Choice(cast(Fields, action.to_json()), format_action(action), fields))
