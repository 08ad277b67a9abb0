"""The cards: three pairs of decks, each card an effect, its figures and its words.

Clauses: §cards.decks, §cards.pay-or-chance. It knows which cards there are, not where they lie in a game.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, TypeAlias

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

ERAS: Final[tuple[Era, ...]] = ("1935", "classic", "2008")
DECKS: Final[tuple[DeckName, ...]] = ("chance", "chest")


@dataclass(frozen=True)
class Card:
    """One card. What a kind of card has not is 0 or empty."""

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


@cache
def decks(era: Era) -> Decks:
    """Return the decks of an era: "1935", "classic" or "2008"."""
    data = load("cards")
    if era not in data:
        raise ValueError(f"there are no decks {era!r}; there are those of {', '.join(ERAS)}")
    chance, chest = (
        tuple(Card(id=number, deck=name, **entry) for number, entry in enumerate(data[era][name])) for name in DECKS
    )
    return Decks(era, chance, chest)
