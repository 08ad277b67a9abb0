"""Typed text as an action: the notation, and what people write instead of it.

Players may be called by name, sums may have a dollar sign and commas, deeds may be shortened as long as only one is
meant. What is left over is read, and refused, by the notation itself.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ventnor.action import BY_NAME, Action
from ventnor.notation import parse_action
from ventnor.rulebook.board import board
from ventnor.words.vocabulary import list_deeds, list_groups

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

LAST_WORDS: Final = frozenset({"avenue", "ave", "place", "railroad", "company"})
CONNECTING: Final = frozenset(
    {"give", "get", "from", "debt", "nothing", "chance-card", "chest-card", "chance", "chest"}
)
TAKES_DEEDS: Final = frozenset(
    {"offer", "counter", "build", "sell", "mortgage", "lift", "keep", "ask-rent", "sell-group"}
)


def find_seat(word: str, names: Sequence[str]) -> int | None:
    """The seat of this number or name, or of the only name that begins so."""
    plain = word.strip().casefold()
    if plain.isdecimal() and int(plain) < len(names):
        return int(plain)
    exact = [number for number, name in enumerate(names) if name.casefold().replace(" ", "") == plain.replace(" ", "")]
    near = [number for number, name in enumerate(names) if plain and name.casefold().startswith(plain)]
    found = exact or near
    return found[0] if len(found) == 1 else None


def find_word(word: str, known: Iterable[str]) -> str:
    """The known word that is meant: itself, or the only one that begins so; otherwise the word as it is."""
    known = list(known)
    if word in known:
        return word
    near = [each for each in known if each.startswith(word)]
    return near[0] if len(near) == 1 else word


def notation_of(text: str, names: Sequence[str]) -> str:
    """The text with names, short forms and signs replaced by what the notation has for them."""
    words = THOUSANDS.sub("", text.lower().replace("$", "")).split()
    if not words:
        return ""
    verb = SAYINGS.get(words[0], words[0])
    rest = [word.strip(",;.") for word in words[1:]]
    if verb == "ask-rent" and rest[:1] == ["rent"]:
        rest = rest[1:]
    if verb not in TAKES_DEEDS:
        return " ".join([verb, *rest])
    if verb == "sell-group":
        return " ".join([verb, *(find_word(word, (slug for slug, _ in list_groups())) for word in rest)])
    deeds = [slug for slug, _ in list_deeds()]
    said: list[str] = []
    for place, word in enumerate(rest):
        seat = find_seat(word, names)
        if seat is not None and ((verb == "offer" and place == 0) or rest[place - 1 : place] == ["from"]):
            said.append(str(seat))
        elif word in CONNECTING or word.isdecimal():
            said.append(word)
        elif word not in LAST_WORDS and word not in {"and", "for", "of", "the", "on"}:
            said.append(find_word(word, deeds))
        elif word == "for" and verb in {"offer", "counter"}:
            said.append("get")
    return " ".join([verb, *said])


def read_phrase(text: str, names: Sequence[str]) -> Action:
    """The action that is meant. Raises `MalformedAction`."""
    return parse_action(notation_of(text, names))


def looks_like_action(word: str) -> bool:
    """Whether a line that begins with this word is meant as an action."""
    word = word.lower()
    return word in BY_NAME or word in SAYINGS


def find_deed(text: str) -> str | None:
    """The slug of a deed by its slug, its name or the beginning of either."""
    plain = "".join(letter for letter in text.lower() if letter.isalnum())
    spaces = board().properties
    for exact in (True, False):
        for space in spaces:
            keys = ("".join(letter for letter in key.lower() if letter.isalnum()) for key in (space.slug, space.name))
            if any(key == plain if exact else bool(plain) and key.startswith(plain) for key in keys):
                return space.slug
    return None
