"""The parts of a view as JSON, from the numbers of `kernel/summary.py`.

A part that has few possible states, such as a deed, is encoded once and remembered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, cast

from msgspec.json import Encoder

from ventnor.kernel import summary as numbered
from ventnor.kernel.codes import BANK
from ventnor.kernel.layout import Tables
from ventnor.view import DeckView, deed_view
from ventnor.words.vocabulary import DECK, DECKS, DEED, DEEDS, GROUP, SEAT_SET, SPACE, OneDeck

encode = Encoder().encode
PLACES: Final = {space: place for place, space in enumerate(DEED.numbers.values())}
"""The place of each deed in a view, by its space."""
Part = Mapping[str, bytes]
"""The fields of a part of the view, each as JSON. Fields at their defaults are left out."""


def join(part: Part) -> bytes:
    """Return a part as one JSON object."""
    return b"{" + b",".join(b'"' + name.encode() + b'":' + text for name, text in part.items()) + b"}"


TURN_FIELDS: Final = {
    numbered.TURN: "turn",
    numbered.TURN_NUMBER: "turn_number",
    numbered.ROUNDS: "rounds",
    numbered.DOUBLES: "doubles",
    numbered.DIE1: "dice",
    numbered.DIE2: "dice",
    numbered.OVER: "over",
    numbered.WINNERS: "winners",
    numbered.HOUSES_LEFT: "houses_left",
    numbered.HOTELS_LEFT: "hotels_left",
    numbered.THE_POT: "pot",
}
"""The fields of a view that are single values, by the places of their numbers."""
TURN_PLACES: Final = {name: place for place, name in reversed(TURN_FIELDS.items())}


def write_turn(numbers: Sequence[int], *, unlimited: bool) -> dict[str, bytes]:
    """Return the fields of a view that are single values. With `unlimited` the Bank's buildings have no number."""
    return {name: write_turn_field(name, numbers, unlimited=unlimited) for name in TURN_FIELDS.values()}


def write_turn_field(name: str, numbers: Sequence[int], *, unlimited: bool) -> bytes:
    """Return a field of a view that is a single value."""
    number = numbers[TURN_PLACES[name]]
    match name:
        case "dice":
            return b"[%d,%d]" % (number, numbers[numbered.DIE2]) if number else b"null"
        case "over":
            return b"true" if number else b"false"
        case "winners":
            return write_seats(number)
        case "houses_left" | "hotels_left":
            return b"null" if unlimited else b"%d" % number
        case _:
            return b"%d" % number


@lru_cache(maxsize=256)
def write_seats(bits: int) -> bytes:
    """Return a set of seats."""
    return encode(SEAT_SET.value(bits))


def write_seat(seat: int, name: bytes, groups: tuple[int, ...], numbers: Sequence[int]) -> dict[str, bytes]:
    """Return a player. `name` is JSON; `groups` has the deeds of each group as bits."""
    at = numbered.SEATS_AT + seat * numbered.SEAT_SIZE
    cash, space, jail_turn, cards, deeds, retired = numbers[at : at + numbered.SEAT_SIZE]
    part = {"seat": b"%d" % seat, "cash": b"%d" % cash, "space": write_space(space)}
    if name != b'""':
        part["name"] = name
    if jail_turn:
        part["jail_turn"] = b"%d" % jail_turn
    if cards:
        part["jail_cards"] = encode(DECKS.value(cards))
    if deeds:
        part |= write_holdings(deeds, groups)
    if retired:
        part["retired"] = b"true"
    return part


@lru_cache(maxsize=64)
def write_space(space: int) -> bytes:
    """Return the name of a space."""
    return encode(SPACE.value(space))


@lru_cache(maxsize=8192)
def write_holdings(deeds: int, groups: tuple[int, ...]) -> Mapping[str, bytes]:
    """Return a player's deeds, complete groups, and the deeds of which each would complete another."""
    part = {"deeds": encode(DEEDS.value(deeds))}
    missing = {name: groups[group] & ~deeds for name, group in GROUP.numbers.items()}
    sets = [name for name, lacks in missing.items() if not lacks]
    near = sum(lacks for lacks in missing.values() if lacks.bit_count() == 1)
    if sets:
        part["sets"] = encode(sets)
    if near:
        part["near"] = encode(DEEDS.value(near))
    return part


def write_deed(space: int, t: Tables, numbers: Sequence[int]) -> bytes:
    """Return a deed."""
    at = numbered.SPACES_AT + space * numbered.SPACE_SIZE
    return deed_text(space, t.group[space], t.price[space], *numbers[at : at + numbered.SPACE_SIZE])


@lru_cache(maxsize=8192)
def deed_text(
    space: int, group: int, price: int, owner: int, houses: int, mortgaged: int, rent: int, times: int
) -> bytes:
    """Return a deed. There are not many ways for one to be."""
    holder = None if owner == BANK else owner
    seen = deed_view(SPACE.value(space), GROUP.value(group), price, holder, houses, bool(mortgaged), rent, times)
    return encode(seen.to_json())


def write_deck(deck: int, numbers: Sequence[int]) -> bytes:
    """Return a deck."""
    at = numbered.DECKS_AT + deck * numbered.DECK_SIZE
    unseen, holder, count, *seen = numbers[at : at + numbered.DECK_SIZE]
    return deck_text(deck, unseen, holder, tuple(seen[:count]))


@lru_cache(maxsize=8192)
def deck_text(deck: int, unseen: int, holder: int, seen: tuple[int, ...]) -> bytes:
    """Return a deck."""
    view = DeckView(cast(OneDeck, DECK.value(deck)), unseen.bit_count(), seen, None if holder == BANK else holder)
    return encode(view.to_json())
