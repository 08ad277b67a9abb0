"""The models of a position: its fields, their values, and their defaults.

`soundness` checks whether such a position can arise. `position` turns it into a state and back.
"""

from collections.abc import Mapping
from typing import Annotated, TypeAlias, cast

from ventnor.action import Get, Give
from ventnor.awaiting import WAIT
from ventnor.event import ENDING, OneCause
from ventnor.kernel import codes
from ventnor.kernel.layout import Tables
from ventnor.notation.interrupt import TOTAL, Amount, BySeat, Interrupt, InterruptKind, Small
from ventnor.rulebook.edition import EDITIONS
from ventnor.rulebook.option import BadOption, Options
from ventnor.words.compound import ListKind, MapKind, Text
from ventnor.words.kind import Json, Kind, Malformed, Number, Words, expect, show
from ventnor.words.model import Model, Nested, model
from ventnor.words.vocabulary import (
    CARD,
    DECK,
    DEED,
    DIE,
    SEAT,
    OneDeed,
    OneFlag,
    OneNumber,
    OneParty,
    OneSeat,
    OneSpace,
    SomeDecks,
    SomeSeats,
    pairs,
)

Many: TypeAlias = Annotated[int, Number("a number", 0, 10**9)]


class OptionsKind(Kind):
    """House rules, by name."""

    what = "house rules by name"

    def check(self, value: object) -> Options:
        if not isinstance(value, Options):
            raise expect(self.what, value)
        return value

    def schema(self) -> dict[str, Json]:
        return {"type": "object"}

    def to_json(self, value: object) -> Json:
        return cast("dict[str, Json]", cast(Options, value).to_mapping())

    def from_json(self, value: object) -> Options:
        if not isinstance(value, Mapping):
            raise expect(self.what, value)
        given = cast("Mapping[str, object]", value)
        for name, each in given.items():
            if each is not None and not isinstance(each, bool | int | str):
                raise Malformed(show(name), f"expected a house rule, not {show(each)}")
        try:
            return Options.from_mapping(given)
        except BadOption as error:
            raise Malformed(error.field, error.why) from None


@model()
class SeatSheet(Model):
    """A player. Cash left out is what everybody starts with.

    `left`: if the player gave up, the sum from which rents that may still be asked for are paid.
    """

    name: Annotated[str, Text()] = ""
    cash: Amount | None = None
    space: OneSpace = "go"
    jail_turn: Annotated[int, Number("a turn in Jail", 0, 9)] = 0
    jail_cards: SomeDecks = ()
    bankrupt: OneFlag = False
    lapped: OneFlag = False
    left: Amount = 0
    heir: OneSeat | None = None


@model()
class DeedSheet(Model):
    """A deed: the Bank's unless it has an owner. `fresh`: its interest was paid this turn."""

    owner: OneSeat | None = None
    houses: Annotated[int, Number("houses (5 for a hotel)", 0, codes.HOTEL)] = 0
    mortgaged: OneFlag = False
    fresh: OneFlag = False


@model()
class DeckSheet(Model):
    """A deck: the cards seen since the shuffle, the one longest under first, and those held by players."""

    seen: Annotated[tuple[int, ...], ListKind("cards", CARD, codes.CARDS)] = ()
    held: Annotated[tuple[int, ...], ListKind("cards", CARD, 1)] | None = None


@model(deed="space")
class ClaimSheet(Model):
    """A rent that may still be asked for. `turn`: the number of the turn in which it fell due."""

    owner: OneSeat
    payer: OneSeat
    deed: OneDeed
    amount: Amount = 0
    factor: Small = 0
    turn: Many | None = None


@model()
class DebtSheet(Model):
    """A sum owed. `due`: it was found that the debtor lacks the cash.

    Owed to each: `share` is what every creditor is due, `settled` how much of it each has had in kind, by seat.
    """

    debtor: OneSeat
    creditor: OneParty
    amount: Amount
    cause: OneCause
    share: Amount = 0
    settled: Annotated[tuple[int, ...], BySeat(TOTAL)] = ()
    space: OneSpace = "go"
    due: OneFlag = False


@model(proposer="", recipient="")
class OfferSheet(Model):
    """An open offer."""

    number: OneNumber
    proposer: OneSeat
    recipient: OneSeat
    give: Give
    get: Get


@model()
class OpeningSheet(Model):
    """The throws for who plays first: the seats of this round, the best total so far and its seats."""

    contenders: SomeSeats | None = None
    best: Annotated[int, Number("a total", 0, 12)] = 0
    leaders: SomeSeats = ()


PHASE = Words(
    "a phase",
    lambda: [
        ("deal", codes.P_DEAL),
        ("opening", codes.P_OPENING),
        ("throw", codes.P_THROW),
        ("move", codes.P_MOVE),
        ("end", codes.P_END),
        ("over", codes.P_OVER),
    ],
)


class Awaited(Words):
    """Whom a game waits for: a seat, or nature."""

    def check(self, value: object) -> int | str:  # pyright: ignore[reportIncompatibleMethodOverride]  # seats too
        return super().check(value) if isinstance(value, str) else SEAT.check(value)

    def schema(self) -> dict[str, Json]:
        return {"anyOf": [SEAT.schema(), super().schema()]}


AWAITED = Awaited("a seat or nature", pairs(nature=codes.NATURE))


@model()
class AwaitingSheet(Model):
    """What the game waits for. `what` and `who` follow from the rest; given, they must agree with it."""

    what: Annotated[str, WAIT] | None = None
    who: Annotated[int | str, AWAITED] | None = None
    phase: Annotated[str, PHASE] = "throw"
    interrupts: Annotated[tuple[Interrupt, ...], ListKind("interruptions", InterruptKind(), codes.FRAMES)] = ()


def nest(what: str, made: type[Model], most: int, least: int = 0) -> ListKind:
    """Return a list of sheets."""
    return ListKind(what, Nested(what, made), most, least)


@model()
class PositionSheet(Model):
    """A position. What is left out has its value at the start of a game."""

    seats: Annotated[tuple[SeatSheet, ...], nest("seats", SeatSheet, codes.SEATS, 1)]
    edition: Annotated[str, Words("an edition", lambda: [(name, i) for i, name in enumerate(EDITIONS)])] = "official"
    variant: Annotated[str, Text()] = ""
    options: Annotated[Options, OptionsKind()] = Options()
    turn: OneSeat = 0
    turn_number: Many | None = None
    starter: OneSeat | None = None
    rounds: Annotated[int, Number("rounds", 0, 30_000)] = 0
    throws: Many = 0
    doubles: Annotated[int, Number("doubles", 0, 9)] = 0
    dice: Annotated[tuple[int, ...], ListKind("dice", DIE, 2, 2)] = ()
    opening: Annotated[OpeningSheet, Nested("the opening throws", OpeningSheet)] = OpeningSheet()
    dealt: Small | None = None
    deeds: Annotated[Mapping[str, DeedSheet], MapKind("deeds by name", DEED, Nested("a deed", DeedSheet))] | None = None
    pot: Amount | None = None
    decks: Annotated[Mapping[str, DeckSheet], MapKind("decks by name", DECK, Nested("a deck", DeckSheet))] | None = None
    claims: Annotated[tuple[ClaimSheet, ...], nest("claims", ClaimSheet, codes.CLAIMS)] = ()
    debts: Annotated[tuple[DebtSheet, ...], nest("debts", DebtSheet, codes.DEBTS)] = ()
    offers: Annotated[tuple[OfferSheet, ...], nest("offers", OfferSheet, codes.SEATS * codes.SEATS)] = ()
    offer_number: Many | None = None
    hour: OneFlag = False
    sharp: OneFlag = False
    passed: SomeSeats = ()
    ended: Annotated[str, ENDING] | None = None
    winners: SomeSeats = ()
    awaiting: Annotated[AwaitingSheet, Nested("what is awaited", AwaitingSheet)] = AwaitingSheet()


# --- what a field left out stands for, where that depends on the rest -----------------------------------------------
def first_turn(phase: int) -> int:
    """Return the number of the turn at the start: none before somebody plays first."""
    return 0 if phase in {codes.P_DEAL, codes.P_OPENING} else 1


def all_contend(phase: int, players: int) -> int:
    """Return who throws for the start, at first: everybody, while there are such throws (bits by seat)."""
    return (1 << players) - 1 if phase == codes.P_OPENING else 0


def all_dealt(phase: int, players: int, t: Tables) -> int:
    """Return how many deeds have been dealt: none, and all of them once play has begun."""
    return 0 if phase == codes.P_DEAL else players * t.deeds_dealt
