"""The game as a table's clients have last been shown it: the base of the next changes.

A view is written in full when a client connects. From then on every client gets only what has changed, as changes by
path, which are computed and encoded once for all. `visible.py` says what may be seen; a test compares both.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, cast

import numpy as np
from numpy.typing import NDArray

from ventnor.awaiting import Awaiting
from ventnor.game import Game
from ventnor.kernel import layout
from ventnor.kernel import summary as numbered
from ventnor.kernel.codes import W_ESTATE
from ventnor.kernel.shortage import open_call
from ventnor.server.entry_points import EntryPoints, SeatMenu
from ventnor.server.hand_text import ShownHand
from ventnor.server.view_text import (
    PLACES,
    TURN_FIELDS,
    Part,
    encode,
    join,
    write_deck,
    write_deed,
    write_seat,
    write_space,
    write_turn,
    write_turn_field,
)
from ventnor.server.visible import drawable


def offset_of(field: str) -> int:
    """Return the offset of a field of the state."""
    return int(getattr(layout.State, field).offset)


JAIL_START: Final = offset_of("jail_turn")
OUT_START: Final = offset_of("out")
OUT_END: Final = offset_of("lapped")
ESTATE_START: Final = offset_of("owner")
ESTATE_END: Final = offset_of("unseen")


class ShownGame:
    """The game of one table as its clients have last been shown it, as long as this server has the table open."""

    def __init__(self, entry_points: EntryPoints, game: Game) -> None:
        self.seq = 0
        """The last entry that clients have been sent."""
        self._entry_points = entry_points
        deeds = game.engine.tables.deeds
        self._groups = tuple(deeds[group] for group in range(len(deeds)))
        self._names = tuple(encode(name) for name in game.names or ("",) * game.players)
        self._numbers: NDArray[np.int64] = np.zeros(numbered.NUMBERS, np.int64)
        self._rest: dict[str, bytes] = {}
        self._estate: bytes = b""
        """The bytes of the record with property, the Bank's stock and who is still in the game."""
        self._jail: bytes = b""
        """The bytes of the record with who sits in Jail."""
        self._hands: dict[int | None, ShownHand] = {}

    def update(
        self, game: Game, waiting: Awaiting, ply: int, seq: int, seats: Iterable[int | None]
    ) -> tuple[bytes, dict[int | None, list[bytes]]]:
        """Take over the game as it stands, for clients of these seats.

        Return the changes of the view since the last time, separated by commas, and those of each seat's hand. The
        paths of a hand lack their beginning, because its place among the hands differs from client to client. A view
        or a hand that nobody was shown before has no changes.
        """
        s = game.engine.state
        memory = memoryview(s).cast("B")
        estate = bytes(memory[OUT_START:OUT_END]) + bytes(memory[ESTATE_START:ESTATE_END])
        jail = bytes(memory[JAIL_START:OUT_START])
        is_same_estate = estate == self._estate
        rents = not is_same_estate or jail != self._jail
        self._estate, self._jail, self.seq = estate, jail, seq
        view = self._update_view(game, waiting, ply, rents=rents)
        hands = self._update_hands(game, seats, is_same_estate=is_same_estate)
        return view, hands

    # --- the view -----------------------------------------------------------------------------------------------------
    def _update_view(self, game: Game, waiting: Awaiting, ply: int, *, rents: bool) -> bytes:
        """Take over the view. Return its changes."""
        s, t = game.engine.state, game.engine.tables
        before = self._numbers
        self._numbers = self._entry_points.summary(s, t, None if rents else before)
        rest = {"ply": b"%d" % ply, **write_rest(game, waiting)}
        was, self._rest = self._rest, rest
        if not was:
            return b""
        changes = changes_of(b'"view",', was, rest)
        places: list[int] = (before != self._numbers).nonzero()[0].tolist()
        if places:
            self._add_changes(game, changes, places, before)
        return b",".join(changes)

    def _add_changes(self, game: Game, changes: list[bytes], places: Sequence[int], before: NDArray[np.int64]) -> None:
        """Add the changes of the parts that these numbers belong to."""
        s, t = game.engine.state, game.engine.tables
        old, new = numbers_of(before), numbers_of(self._numbers)
        fields, seats, decks, spaces = dict[str, None](), dict[int, bool](), set[int](), set[int]()
        for place in places:
            if place < numbered.SEATS_AT:
                fields[TURN_FIELDS[place]] = None
            elif place < numbered.DECKS_AT:
                seat, field = divmod(place - numbered.SEATS_AT, numbered.SEAT_SIZE)
                seats[seat] = seats.get(seat, True) and field in {numbered.CASH, numbered.SPACE}
            elif place < numbered.SPACES_AT:
                decks.add((place - numbered.DECKS_AT) // numbered.DECK_SIZE)
            else:
                spaces.add((place - numbered.SPACES_AT) // numbered.SPACE_SIZE)
        unlimited = bool(t.unlimited_buildings)
        for name in fields:
            was, now = (write_turn_field(name, numbers, unlimited=unlimited) for numbers in (old, new))
            if was != now:
                changes.append(b'[["view","%s"],%s]' % (name.encode(), now))
        for seat, is_short in sorted(seats.items()):
            at = numbered.SEATS_AT + seat * numbered.SEAT_SIZE
            if seat >= s.players:
                continue
            if is_short:  # the most frequent changes, without the other fields
                if old[at + numbered.CASH] != new[at + numbered.CASH]:
                    changes.append(b'[["view","seats",%d,"cash"],%d]' % (seat, new[at + numbered.CASH]))
                if old[at + numbered.SPACE] != new[at + numbered.SPACE]:
                    space = write_space(new[at + numbered.SPACE])
                    changes.append(b'[["view","seats",%d,"space"],%s]' % (seat, space))
            else:
                name = self._names[seat]
                was, now = write_seat(seat, name, self._groups, old), write_seat(seat, name, self._groups, new)
                if was.keys() <= now.keys():
                    changes += changes_of(b'"view","seats",%d,' % seat, was, now)
                else:  # a field is at its default again and left out
                    changes.append(b'[["view","seats",%d],%s]' % (seat, join(now)))
        changes += [b'[["view","deeds",%d],%s]' % (PLACES[each], write_deed(each, t, new)) for each in sorted(spaces)]
        changes += [b'[["view","decks",%d],%s]' % (each, write_deck(each, new)) for each in sorted(decks)]

    def view(self, game: Game) -> bytes:
        """Return the whole public view as it was last taken over."""
        s, t = game.engine.state, game.engine.tables
        numbers = numbers_of(self._numbers)
        seats = (join(write_seat(seat, self._names[seat], self._groups, numbers)) for seat in range(s.players))
        parts = {
            "ply": self._rest["ply"],
            **write_turn(numbers, unlimited=bool(t.unlimited_buildings)),
            "seats": b"[%s]" % b",".join(seats),
            "deeds": b"[%s]" % b",".join(write_deed(space, t, numbers) for space in PLACES),
            "decks": b"[%s]" % b",".join(write_deck(deck, numbers) for deck in range(2)),
        }
        return join(parts | self._rest)

    # --- hands --------------------------------------------------------------------------------------------------------
    def _update_hands(
        self, game: Game, seats: Iterable[int | None], *, is_same_estate: bool
    ) -> dict[int | None, list[bytes]]:
        """Take over the hands of these seats. Return their changes. Hands of other seats are forgotten."""
        before, self._hands = self._hands, {}
        changed: dict[int | None, list[bytes]] = {}
        for seat, seen in self._menus(game, seats).items():
            old = before.get(seat)
            hand = self._hands[seat] = old or ShownHand(seat)
            changes = hand.update(self._entry_points, game, seen, is_same_estate=is_same_estate and old is not None)
            changed[seat] = changes if old else []
        return changed

    def _menus(self, game: Game, seats: Iterable[int | None]) -> dict[int | None, SeatMenu]:
        return self._entry_points.menus(game.engine.state, game.engine.tables, game.table, seats)

    def hand(self, game: Game, seat: int | None) -> bytes:
        """Return a seat's hand as it was last taken over; if it never was, take it over now."""
        found = self._hands.get(seat)
        if found is None:
            found = self._hands[seat] = ShownHand(seat)
            found.update(self._entry_points, game, self._menus(game, (seat,))[seat], is_same_estate=False)
        return found.text()


def changes_of(path: bytes, before: Part, after: Part) -> list[bytes]:
    """Return the changes of a part at a path, which ends with a comma."""
    return [b'[[%s"%s"],%s]' % (path, name.encode(), text) for name, text in after.items() if text != before.get(name)]


def numbers_of(row: NDArray[np.int64]) -> Sequence[int]:
    """Return the numbers so that reading single ones is fast."""
    return cast("Sequence[int]", row.data)


@lru_cache(maxsize=8192)
def write_waiting(waiting: Awaiting) -> bytes:
    """Return what a game waits for."""
    return encode(waiting.to_json())


def write_rest(game: Game, waiting: Awaiting) -> dict[str, bytes]:
    """Return the parts of a view without fixed places: offers, debts, interruptions, what the game waits for."""
    s = game.engine.state
    rest = {"offers": b"[]", "debts": b"[]", "call": b"null", "estate": b"null"}
    has_estate = s.depth and any(s.frames[index].kind == W_ESTATE for index in range(s.depth))
    if s.offer_count or s.debt_count or has_estate or open_call(s) >= 0:
        seen = game.view()
        rest["offers"] = encode([each.to_json() for each in seen.offers])
        rest["debts"] = encode([each.to_json() for each in seen.debts])
        rest["call"] = encode(seen.call.to_json() if seen.call else None)
        rest["estate"] = encode(seen.estate.to_json() if seen.estate else None)
    rest["awaiting"] = write_waiting(waiting)
    rest["drawable"] = encode(drawable(game)) if waiting.is_nature else b"[]"
    return rest
