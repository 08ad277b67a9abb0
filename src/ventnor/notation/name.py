"""Printed names read back: every name of a deed, group, deck, jail card or card in any edition, as the notation's word.

A name is compared without letter case, full stops and hyphens, and "&" reads as "and". So `B. & O. Railroad`,
`b-and-o` and `b & o` are one deed. A name may take several words; the longest that fits wins.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from ventnor.action import MalformedAction
from ventnor.rulebook.board import board
from ventnor.rulebook.card import ERAS, decks
from ventnor.rulebook.edition import EDITIONS, Era
from ventnor.words.kind import show

Named: TypeAlias = Literal["deed", "group", "deck", "thing"]
Plain: TypeAlias = tuple[str, ...]
"""A name as it is compared: its words in lower case, without signs."""

LONGEST: Final = 6
"""The most words that a name of a deed, group, deck or jail card has."""
MOST_CANDIDATES: Final = 6
DECK_NAMES: Final[Mapping[str, tuple[str, ...]]] = {"chance": ("chance",), "chest": ("chest", "community chest")}


class AmbiguousName(MalformedAction):
    """A name that fits several things. `candidates` are their words in the notation."""

    def __init__(self, field: str, name: str, candidates: Sequence[str]) -> None:
        self.name = name
        self.candidates = tuple(candidates)
        shown = [*self.candidates[:MOST_CANDIDATES], *(["…"] if len(self.candidates) > MOST_CANDIDATES else [])]
        super().__init__(field, f"{show(name)} may be {', '.join(shown[:-1])} or {shown[-1]}")


def plain(text: str) -> Plain:
    """Return the words of a name as names are compared."""
    return tuple(re.sub(r"[-.]", " ", text.lower().replace("&", " and ")).split())


@lru_cache(maxsize=64)
def names_of(kind: Named, own: str = "") -> Mapping[Plain, str]:
    """Return every name of this kind in any edition, and on another board (`own`), with its word in the notation."""
    named = {plain(name): word for word, name in sorted(list_names(kind))}
    return named | ({plain(name): word for word, name in sorted(list_names(kind, own))} if own else {})


def list_names(kind: Named, own: str = "") -> Iterable[tuple[str, str]]:
    """List each word of the notation with each name that stands for it."""
    if kind in {"deed", "thing"}:
        for each in (space for name in EDITIONS for space in board(name, own).properties):
            yield from ((each.slug, name) for name in (each.slug, each.name))
    if kind == "thing":
        for deck, called in DECK_NAMES.items():
            printed = [
                f"{the}{name} {card}" for the in ("", "the ") for name in called for card in ("card", "jail card")
            ]
            yield from ((f"{deck}-card", name) for name in printed)
    if kind == "deck":
        yield from ((deck, name) for deck, called in DECK_NAMES.items() for name in called)
    if kind == "group":
        for group in (group for name in EDITIONS for group in board(name, own).groups):
            yield from ((group.slug, name) for name in (group.slug, group.name))


def read_name(kind: Named, words: Sequence[str], own: str = "") -> tuple[str, int]:
    """Return the notation's word for the name that the words begin with, and how many of them it takes; or "", 0."""
    known = names_of(kind, own)
    for count in range(min(LONGEST, len(words)), 0, -1):
        found = known.get(plain(" ".join(words[:count])))
        if found:
            return found, count
    return "", 0


def match_name(kind: Named, words: Sequence[str], own: str = "") -> tuple[tuple[str, ...], int]:
    """Return what a shortened name may mean, and how many words it takes: each word may stop early."""
    known = names_of(kind, own)
    for count in range(min(LONGEST, len(words)), 0, -1):
        typed = plain(" ".join(words[:count]))
        for anywhere in (False, True):
            found = [word for name, word in known.items() if typed and begins(name, typed, anywhere=anywhere)]
            if found:
                return tuple(dict.fromkeys(found)), count
    return (), 0


def begins(name: Plain, typed: Plain, *, anywhere: bool) -> bool:
    """Return whether each typed word begins a word of the name, in a row, from its first word or from any."""
    starts = range(len(name) - len(typed) + 1 if anywhere else min(1, len(name) - len(typed) + 1))
    return any(all(name[start + place].startswith(word) for place, word in enumerate(typed)) for start in starts)


def read_card(deck: str, words: Sequence[str], era: Era | None, own: str = "") -> int | None:
    """Return the number of the card with this title, or None. Raises `AmbiguousName` where several have it.

    Without an era the title must mean the same card in all decks of this name.
    """
    title = plain(" ".join(words))
    found = [
        (each.id, name)
        for name in ERAS
        for each in (decks(name, own).chance if deck == "chance" else decks(name, own).chest)
        if plain(each.title) == title and era in {None, name}
    ]
    numbers = sorted({number for number, _ in found})
    if len(numbers) > 1:
        eras = {number: [name for each, name in found if each == number] for number in numbers}
        shown = [f"{number} ({', '.join(eras[number])})" if era is None else str(number) for number in numbers]
        raise AmbiguousName("card", " ".join(words), shown)
    return numbers[0] if numbers else None
