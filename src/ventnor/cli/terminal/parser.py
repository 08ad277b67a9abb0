"""Read a typed line as an action: in notation, or in the words that people use instead.

Players may be called by name, and sums may have a dollar sign and commas. Deeds and groups may be called by their
printed names or shortened; a short form that fits several raises `AmbiguousName`. The notation reads the rest.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from ventnor.action import BY_NAME, Action
from ventnor.notation import AmbiguousName, parse_action
from ventnor.notation.name import Named, match_name, names_of, read_name

SAYINGS: Final[Mapping[str, str]] = {
    "throw": "roll",
    "dice": "roll",
    "end": "end-turn",
    "fine": "pay-fine",
    "unmortgage": "lift",
    "redeem": "lift",
    "trade": "offer",
    "ask": "ask-rent",
    "rent": "ask-rent",
}
"""Words that people use for an action."""

THOUSANDS: Final = re.compile(r"(?<=\d),(?=\d{3}\b)")
"""Commas within a sum."""

FILLERS: Final = frozenset({"and", "for", "of", "the", "on", "group"})
CONNECTING: Final = frozenset(
    {"give", "get", "from", "to", "debt", "nothing", "chance-card", "chest-card", "chance", "chest"}
)
TAKES_DEEDS: Final = frozenset(
    {"offer", "counter", "build", "sell", "mortgage", "lift", "keep", "ask-rent", "sell-group"}
)


def find_seat(word: str, names: Sequence[str]) -> int | None:
    """Return the seat of this number or name, or of the only name that begins so."""
    plain = word.strip().casefold()
    if plain.isdecimal() and int(plain) < len(names):
        return int(plain)
    exact = [number for number, name in enumerate(names) if name.casefold().replace(" ", "") == plain.replace(" ", "")]
    near = [number for number, name in enumerate(names) if plain and name.casefold().startswith(plain)]
    found = exact or near
    return found[0] if len(found) == 1 else None


def notation_of(text: str, names: Sequence[str], own: str = "") -> str:
    """Return the text in notation: names, short forms and signs replaced. Raises `AmbiguousName`."""
    words = THOUSANDS.sub("", text.lower().replace("$", "")).split()
    if not words:
        return ""
    verb = SAYINGS.get(words[0], words[0])
    rest = [word.rstrip(",;") for word in words[1:]]
    if verb == "ask-rent" and rest[:1] == ["rent"]:
        rest = rest[1:]
    if verb not in TAKES_DEEDS:
        return " ".join([verb, *(word.rstrip(".") for word in rest)])
    kind: Named = "group" if verb == "sell-group" else "thing" if verb in {"offer", "counter"} else "deed"
    said: list[str] = []
    place = 0
    while place < len(rest):
        word = rest[place]
        seat = find_seat(word, names)
        taken = 1
        if seat is not None and ((verb == "offer" and place == 0) or rest[place - 1 : place] == ["from"]):
            said.append(str(seat))
        elif (word.rstrip(".") in CONNECTING and not read_name(kind, rest[place:], own)[1]) or word.isdecimal():
            said.append(word.rstrip("."))
        elif word == "for" and verb in {"offer", "counter"}:
            said.append("get")
        else:
            found, taken = find_name(kind, rest[place:], own)
            said += [found] if found else []
        place += taken
    return " ".join([verb, *said])


def find_name(kind: Named, words: Sequence[str], own: str = "") -> tuple[str, int]:
    """Return the deed or group that the words begin with, and how many they are; a filler gives ""."""
    found, count = read_name(kind, words, own)
    if found:
        return found, count
    if words[0] in FILLERS:
        return "", 1
    several, count = match_name(kind, words, own)
    if len(several) > 1:
        raise AmbiguousName(kind, " ".join(words[:count]), several)
    return (several[0], count) if several else (words[0].rstrip("."), 1)


def read_typed_action(text: str, names: Sequence[str], own: str = "") -> Action:
    """Return the action that is meant. Raises `MalformedAction`."""
    return parse_action(notation_of(text, names, own), board=own)


def looks_like_action(word: str) -> bool:
    """Return whether a line that begins with this word is meant as an action."""
    word = word.lower()
    return word in BY_NAME or word in SAYINGS


def find_deed(text: str, own: str = "") -> str | None:
    """Return the deed of this name or short form, or None. Raises `AmbiguousName`."""
    words = text.split()
    found, count = find_name("deed", words, own) if words else ("", 0)
    return found if count == len(words) and found in names_of("deed", own).values() else None
