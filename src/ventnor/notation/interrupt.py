"""The models of what can interrupt a turn: an auction, a purchase, a choice, a building call and so on.

Each is a frame of the kernel's stack in words. The kernel decides what a frame means.
"""

from collections.abc import Callable, Mapping
from ctypes import Structure
from typing import Annotated, ClassVar, TypeAlias, TypeVar, cast, dataclass_transform

from ventnor.kernel import codes
from ventnor.words.compound import ListKind
from ventnor.words.kind import UNREAD, Json, Kind, Number, Problem, Words, expect, joined, show, suggestion
from ventnor.words.model import Model, build, collect_fields, model, model_schema
from ventnor.words.vocabulary import (
    COUNT,
    PARTY,
    OneBuilding,
    OneDeck,
    OneDeed,
    OneItem,
    OneSeat,
    OneSpace,
    SomeDecks,
    SomeDeeds,
    SomeSeats,
    pairs,
)

Class = TypeVar("Class", bound="type[Interrupt]")

TOTAL = Number("a sum", 0, 10**9)  # far more than any game has, and small enough to be added up in the records
Amount: TypeAlias = Annotated[int, TOTAL]
Small: TypeAlias = Annotated[int, COUNT]


class BySeat(ListKind):
    """A number for each seat; nothing at the end of the list is 0."""

    def __init__(self, kind: Number) -> None:
        super().__init__("numbers by seat", kind, codes.SEATS)

    def store(self, record: Structure, place: str, value: object) -> None:
        for seat, count in enumerate(cast("tuple[int, ...]", value)):
            getattr(record, place)[seat] = count

    def fetch(self, record: Structure, place: str) -> tuple[int, ...]:
        counts = [int(count) for count in getattr(record, place)]
        while counts and not counts[-1]:
            counts.pop()
        return tuple(counts)


class Interrupt(Model):
    """What all interruptions have: the kernel's number for a frame of this kind, and its word."""

    __slots__ = ()
    code: ClassVar[int]
    kind: ClassVar[str]

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, **super().to_json()}


BY_KIND: dict[str, type[Interrupt]] = {}
BY_CODE: dict[int, type[Interrupt]] = {}


@dataclass_transform(frozen_default=True)
def interrupt(code: int, kind: str, **places: str) -> Callable[[Class], Class]:
    """Turn a class of annotations into an interruption."""

    def make(made: Class) -> Class:
        finished = model(**places)(made)
        finished.code, finished.kind = code, kind
        BY_KIND[kind] = BY_CODE[code] = finished
        return finished

    return make


Nobody: TypeAlias = Annotated[int | str, PARTY]  # a seat, or "bank" for nobody


@interrupt(codes.W_DICE, "dice", purpose="what", owner="other", deed="space", factor="amount")
class DiceWait(Interrupt):
    """The dice are in the air; for a rent, on which deed, to whom and how many times the throw."""

    seat: OneSeat
    purpose: Annotated[
        str, Words("a purpose", pairs(opening=codes.T_OPENING, move=codes.T_MOVE, rent=codes.T_RENT))
    ] = "move"
    owner: Nobody = "bank"
    deed: OneSpace = "go"
    factor: Small = 0


@interrupt(codes.W_CARD, "card", deck="what", salary="amount")
class CardWait(Interrupt):
    """A card is about to be drawn. `salary`: what is paid unless the card sends to Jail."""

    seat: OneSeat
    deck: OneDeck
    salary: Amount = 0


@interrupt(codes.W_BUY, "buy", deed="space")
class BuyWait(Interrupt):
    """A player may buy the deed on offer."""

    seat: OneSeat
    deed: OneDeed


@interrupt(codes.W_BID, "auction", item="stage space what", payee="other", bid="amount")
class AuctionWait(Interrupt):
    """An auction. `seat`: who acted last; `bidder`: who holds the standing bid."""

    seat: OneSeat
    item: OneItem
    payee: Nobody = "bank"
    bidder: Nobody = "bank"
    bid: Amount = 0
    passed: SomeSeats = ()


@interrupt(codes.W_TAX, "tax")
class TaxWait(Interrupt):
    """A player chooses how to pay Income Tax."""

    seat: OneSeat
    space: OneSpace


@interrupt(codes.W_CHOICE, "choice", deck="what")
class ChoiceWait(Interrupt):
    """A player pays the sum on the card, or draws another."""

    seat: OneSeat
    amount: Amount
    deck: OneDeck = "chest"


@interrupt(codes.W_WANT, "call", building="what", winner="other", bid="amount", said="passed")
class CallWait(Interrupt):
    """A building call. `seat`: who asked; `winner`: who places what an auction brought, for this `bid`."""

    seat: OneSeat
    building: OneBuilding
    stage: Annotated[
        str,
        Words("a stage", pairs(wishes=codes.CALL_WISHES, placing=codes.CALL_PLACING, won=codes.CALL_WON)),
    ] = "wishes"
    winner: Nobody = "bank"
    bid: Amount = 0
    said: SomeSeats = ()
    want: Annotated[tuple[int, ...], BySeat(COUNT)] = ()


@interrupt(codes.W_RECEIVE, "receive", deeds="mask")
class ReceiveWait(Interrupt):
    """A player keeps or lifts mortgaged deeds just received."""

    seat: OneSeat
    deeds: SomeDeeds


@interrupt(codes.W_ESTATE, "estate", payee="other", creditors="passed", deeds="mask", jail_cards="cards")
class EstateWait(Interrupt):
    """An estate: what is still to be auctioned, and who gets the money, the Bank or several creditors."""

    seat: OneSeat
    payee: Nobody = "bank"
    creditors: SomeSeats = ()
    deeds: SomeDeeds = ()
    jail_cards: SomeDecks = ()


class InterruptKind(Kind):
    """Any interruption. Its `kind` says which."""

    what = "an interruption"

    def check(self, value: object) -> Interrupt:
        if not isinstance(value, Interrupt):
            raise expect(self.what, value)
        return value

    def schema(self) -> dict[str, Json]:
        return {"oneOf": [model_schema(made, kind=kind) for kind, made in BY_KIND.items()]}

    def to_json(self, value: object) -> Json:
        return cast(Interrupt, value).to_json()

    def collect(self, value: object, where: str, problems: list[Problem]) -> object:
        given = dict(cast("Mapping[object, object]", value)) if isinstance(value, Mapping) else dict[object, object]()
        kind = given.pop("kind", None)
        if not isinstance(kind, str) or kind not in BY_KIND:
            problems.append(
                (joined(where, "kind"), f"expected {self.what}, not {show(kind)}{suggestion(kind, BY_KIND)}")
            )
            return UNREAD
        if BY_KIND[kind] is AuctionWait and "lot" in given:
            given["item"] = given.pop("lot")  # as written before 0.2
        known = len(problems)
        values = collect_fields(BY_KIND[kind], given, where, problems)
        return UNREAD if len(problems) > known else build(BY_KIND[kind], values)
