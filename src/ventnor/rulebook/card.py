"""The cards: three pairs of decks, each card an effect, its figures and its words.

Clauses: §cards.decks, §cards.pay-or-chance. It knows which cards there are, not where they lie in a game.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal, TypeAlias, get_args

from ventnor.rulebook.board_file import board_data
from ventnor.rulebook.edition import Era
from ventnor.rulebook.source import load

CardKind: TypeAlias = Literal[
    "advance",
    "back-to",
    "back",
    "nearest-railroad",
    "nearest-utility",
    "jail",
    "jail-free",
    "collect",
    "pay",
    "collect-each",
    "pay-each",
    "repairs",
    "pay-or-chance",
]
DeckName: TypeAlias = Literal["chance", "chest"]

ERAS: Final[tuple[Era, ...]] = get_args(Era)
DECKS: Final[tuple[DeckName, ...]] = ("chance", "chest")


@dataclass(frozen=True)
class Card:
    """One card. Fields that do not apply to its kind are 0 or empty."""

    id: int
    """Its place in its deck, from 0."""
    deck: DeckName
    kind: CardKind
    title: str
    text: str
    to: str = ""
    """The slug of the space that the token goes to."""
    spaces: int = 0
    amount: int = 0
    house: int = 0
    hotel: int = 0


@dataclass(frozen=True)
class Decks:
    """The two decks of one era."""

    era: Era
    chance: tuple[Card, ...]
    chest: tuple[Card, ...]

    def deck(self, name: DeckName) -> tuple[Card, ...]:
        """Return the deck of this name."""
        return self.chance if name == "chance" else self.chest

    def jail_card(self, name: DeckName) -> Card:
        """Return the card of a deck that frees from Jail."""
        return next(card for card in self.deck(name) if card.kind == "jail-free")


@lru_cache(maxsize=256)
def decks(era: Era, own: str = "") -> Decks:
    """Return the decks of an era: "1935", "classic" or "2008"; on a board with cards of its own (`own`), those.

    On another board, cards that send to a space name it as that board does.
    """
    data = load("cards")
    if era not in data:
        raise ValueError(f"there are no decks {era!r}; there are those of {', '.join(ERAS)}")
    pair, spaces = {**data[era], **board_data(own)}, board_data(own).get("space", {})
    standard = {each["slug"]: each["name"] for each in load("board")["space"]}
    chance, chest = (
        tuple(Card(id=number, deck=name, **renamed(entry, standard, spaces)) for number, entry in enumerate(pair[name]))
        for name in DECKS
    )
    return Decks(era, chance, chest)


def renamed(entry: Mapping[str, Any], standard: Mapping[str, str], spaces: Mapping[str, Any]) -> dict[str, Any]:
    """Return a card with its space's name on another board."""
    to = entry.get("to", "")
    name = spaces.get(to, {}).get("name")
    if not name:
        return dict(entry)
    return {**entry, **{part: entry[part].replace(standard[to], name) for part in ("title", "text")}}
