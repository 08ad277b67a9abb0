"""What happened, in the shared sentences: one paragraph for each turn.

It chooses which events are worth a sentence and groups the sentences. The templates are those of `ventnor.words`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from ventnor.event import DeedPassed, Event, RentAsked, RentFellDue, Threw, TurnBegan, TurnEnded
from ventnor.game import Game
from ventnor.log import AUTO, Ply
from ventnor.words.kind import Json
from ventnor.words.sentence import Teller


@dataclass
class Paragraph:
    """The sentences of a turn, or of what came before the first."""

    seat: int | None
    turn: int = 0
    sentences: list[str] = field(default_factory=list[str])

    @property
    def text(self) -> str:
        """Return all of it."""
        return " ".join(self.sentences)


class Story:
    """Turns the log of a game into paragraphs, continuing where it stopped."""

    def __init__(self, game: Game, shown: int = 0) -> None:
        self.game = game
        self.shown = shown
        self.teller = teller_of(game)
        self.seat: int | None = None
        self.is_thrown = False

    def go_on(self) -> list[Paragraph]:
        """Return the paragraphs since the last call."""
        new = self.game.log[self.shown :]
        self.shown = len(self.game.log)
        return self.tell(new)

    def tell(self, plies: Sequence[Ply]) -> list[Paragraph]:
        """Return plies in paragraphs."""
        found = [Paragraph(self.seat)]
        for index, ply in enumerate(plies):
            # For rent that the table collects at once, the payment says enough.
            automatic = index + 1 < len(plies) and plies[index + 1].cause == AUTO
            events: list[Event] = []
            for event in ply.events:
                if isinstance(event, TurnBegan):
                    found[-1].sentences += self.sentences(events)
                    events = []
                    self.seat, self.is_thrown = event.seat, False
                    found.append(Paragraph(event.seat, event.turn))
                elif not is_quiet(event, asked=ply.cause == AUTO, will_be_asked=automatic):
                    events.append(event)
                self.is_thrown = self.is_thrown or isinstance(event, Threw)
            # Before the throw others may act: their paragraphs have their own names.
            who = (
                ply.actor if isinstance(ply.actor, int) and not self.is_thrown and self.seat is not None else self.seat
            )
            if events and found[-1].seat != who:
                found.append(Paragraph(who))
            found[-1].sentences += self.sentences(events)
        return [each for each in found if each.sentences]

    def sentences(self, events: Iterable[Event]) -> list[str]:
        """Return a sentence for each event; deeds that change hands together share one."""
        found: list[str] = []
        for _, several in groupby(events, key=parties):
            alike = list(several)
            if len(alike) > 1 and isinstance(alike[0], DeedPassed):
                deeds: list[Json] = [each.deed for each in alike if isinstance(each, DeedPassed)]
                found.append(self.teller.tell("gathered", alike[0].name, {**alike[0].to_json(), "deeds": deeds}))
            else:
                found += [self.teller.event(each.to_json()) for each in alike]
        return found


def parties(event: Event) -> object:
    """Return giver and receiver of a passed deed, to group such events; for any other event, a key of its own."""
    return (event.giver, event.receiver) if isinstance(event, DeedPassed) else id(event)


def is_quiet(event: Event, *, asked: bool, will_be_asked: bool) -> bool:
    """Return whether an event gets no sentence."""
    if isinstance(event, TurnEnded):
        return True
    if isinstance(event, RentFellDue):
        return will_be_asked
    return isinstance(event, RentAsked) and asked and event.amount > 0


def teller_of(game: Game) -> Teller:
    """Return the teller of a game, with its players' names, its board and its decks."""
    return Teller(game.names, game.edition, game.options.decks, own=game.options.board)
