"""What happens to a token after the dice: the cards drawn on its space, and where it stops.

Clauses: §cards.draw, §cards.decks, §cards.pay-or-chance, §rent.nearest, §jail.sent. Each draw is independent: every
card of the deck is equally likely, whatever has been drawn before. Owners are not considered.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from ventnor.rulebook.board import Board, SpaceKind
from ventnor.rulebook.card import Card, DeckName, Decks

How: TypeAlias = Literal["dice", "card", "nearest"]
"""How a token came to a space: by the dice, by a card, or by a card to the nearest railroad or utility."""
Route: TypeAlias = Literal["space", "card", "doubles"]
"""The ways to Jail."""

ROUTES: Final[tuple[Route, ...]] = ("space", "card", "doubles")


@dataclass(frozen=True)
class Journey:
    """One way in which a move can continue after the dice."""

    probability: float
    visited: tuple[int, ...]
    """The spaces reached, the dice's first. The token rests on the last one, unless it was sent to Jail."""
    how: How
    """How the token came to the last space."""
    jailed: Route | None = None

    def to(self, space: int, how: How, probability: float) -> "Journey":
        """Return the same journey, carried on to another space by a card."""
        return Journey(self.probability * probability, (*self.visited, space), how)

    def to_jail(self, route: Route, probability: float = 1.0) -> "Journey":
        """Return the same journey, ended in Jail."""
        return Journey(self.probability * probability, self.visited, self.how, route)

    def staying(self, probability: float) -> "Journey":
        """Return the same journey, ended where the token stands."""
        return Journey(self.probability * probability, self.visited, self.how)


@dataclass(frozen=True)
class Atlas:
    """A board with its decks."""

    board: Board
    decks: Decks
    take_chance: bool
    """Whether players draw when they may pay or draw a Chance card. §cards.pay-or-chance"""

    def journeys(self, space: int) -> tuple[Journey, ...]:
        """Return all ways in which a move to this space can go on."""
        return tuple(self._land(Journey(1.0, (space,), "dice")))

    def _land(self, journey: Journey) -> Iterator[Journey]:
        """Return where the token stops once the space reached has taken effect."""
        kind = self.board.spaces[journey.visited[-1]].kind
        if kind == "go-to-jail":
            # §jail.sent: by landing on 'Go to Jail'.
            yield journey.to_jail("space")
        elif kind in DECK_OF_SPACE:
            # §cards.draw: take the top card, do what it says at once.
            yield from self._draw(journey, DECK_OF_SPACE[kind])
        else:
            yield journey

    def _draw(self, journey: Journey, name: DeckName) -> Iterator[Journey]:
        """Return each card of a deck once, all equally likely; those that leave the token where it is, together."""
        deck = self.decks.deck(name)
        movers = [card for card in deck if self._moves(card)]
        for card in movers:
            yield from self._obey(journey, card, 1 / len(deck))
        yield journey.staying(1 - len(movers) / len(deck))

    def _moves(self, card: Card) -> bool:
        return card.kind in MOVERS or (card.kind == "pay-or-chance" and self.take_chance)

    def _obey(self, journey: Journey, card: Card, probability: float) -> Iterator[Journey]:
        """Return what a card that moves the token does to it."""
        here = journey.visited[-1]
        match card.kind:
            case "jail":
                # §jail.sent: by a card.
                yield journey.to_jail("card", probability)
            case "pay-or-chance":
                # §cards.pay-or-chance: the Chance card acts from the space where the token stands.
                yield from self._draw(journey.staying(probability), "chance")
            case "nearest-railroad" | "nearest-utility":
                # §rent.nearest: forward to the next one, for a rent of its own.
                there = self._next(here, "railroad" if card.kind == "nearest-railroad" else "utility")
                yield from self._land(journey.to(there, "nearest", probability))
            case "back":
                there = (here - card.spaces) % len(self.board.spaces)
                yield from self._land(journey.to(there, "card", probability))
            case _:
                yield from self._land(journey.to(self.board.space(card.to).index, "card", probability))

    def _next(self, here: int, kind: SpaceKind) -> int:
        """Return the next space of a kind in the direction of the arrow."""
        spaces = self.board.spaces
        ahead = (spaces[(here + step) % len(spaces)] for step in range(1, len(spaces) + 1))
        return next(space.index for space in ahead if space.kind == kind)


DECK_OF_SPACE: Final[dict[SpaceKind, DeckName]] = {"chance": "chance", "chest": "chest"}
MOVERS: Final = frozenset({"advance", "back-to", "back", "nearest-railroad", "nearest-utility", "jail"})
