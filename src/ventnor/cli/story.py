"""What happened, told in the shared sentences: a paragraph a turn.

It chooses what is worth telling and how sentences are grouped; the words are the rulebook's templates.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ventnor.event import Event, RentAsked, RentFellDue, TurnBegan, TurnEnded
from ventnor.game import Game
from ventnor.log import AUTO, Ply
from ventnor.rulebook.sentence import Teller


@dataclass
class Paragraph:
    """The sentences of a turn, or of what came before the first."""

    seat: int | None
    turn: int = 0
    sentences: list[str] = field(default_factory=list[str])

    @property
    def text(self) -> str:
        """All of it."""
        return " ".join(self.sentences)


class Story:
    """Tells a game from its log, going on where it stopped."""

    def __init__(self, game: Game, told: int = 0) -> None:
        self.game = game
        self.told = told
        self.teller = teller_of(game)
        self.seat: int | None = None

    def go_on(self) -> list[Paragraph]:
        """What happened since it was last asked."""
        new = self.game.log[self.told :]
        self.told = len(self.game.log)
        return self.tell(new)

    def tell(self, plies: Sequence[Ply]) -> list[Paragraph]:
        """Plies in paragraphs."""
        found = [Paragraph(self.seat)]
        for index, ply in enumerate(plies):
            # Rent that the table asks for at once is told by its payment.
            automatic = index + 1 < len(plies) and plies[index + 1].cause == AUTO
            for event in ply.events:
                if isinstance(event, TurnBegan):
                    self.seat = event.seat
                    found.append(Paragraph(event.seat, event.turn))
                elif not is_quiet(event, asked=ply.cause == AUTO, will_be_asked=automatic):
                    found[-1].sentences.append(self.teller.event(event.to_json()))
        return [each for each in found if each.sentences]

    def sentences(self, events: Iterable[Event]) -> list[str]:
        """A sentence for each event."""
        return [self.teller.event(event.to_json()) for event in events]


def is_quiet(event: Event, *, asked: bool, will_be_asked: bool) -> bool:
    """Whether an event goes without saying."""
    if isinstance(event, TurnEnded):
        return True
    if isinstance(event, RentFellDue):
        return will_be_asked
    return isinstance(event, RentAsked) and asked and event.amount > 0


def teller_of(game: Game) -> Teller:
    """Who tells a game: its players' names, its board, its decks."""
    return Teller(game.names, game.edition, game.options.decks)
