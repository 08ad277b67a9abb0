"""What a game waits for: one class per kind of wait, with everything needed to decide.

The classes are the only list of the kinds. This module reads the state and decides no rule; the law and the menu say
what may be done.
"""

from collections.abc import Callable
from typing import Annotated, ClassVar, Final, Literal, TypeAlias, TypeVar, cast, dataclass_transform

from ventnor.event import CAUSE, OneCause
from ventnor.kernel import codes
from ventnor.kernel.auction import least_bid, may_bid, refuse_bid
from ventnor.kernel.buy import may_buy
from ventnor.kernel.debt import debt_at_hand
from ventnor.kernel.houses import room_for
from ventnor.kernel.layout import Action, State, Tables
from ventnor.kernel.reasons import LAWFUL
from ventnor.words.kind import Json, Words
from ventnor.words.model import Model, model, model_schema
from ventnor.words.vocabulary import (
    BUILDING,
    DECK,
    DEEDS,
    ITEM,
    PARTY,
    SEAT_SET,
    SPACE,
    OneBuilding,
    OneCount,
    OneDeck,
    OneDeed,
    OneFlag,
    OneItem,
    OneParty,
    OneSeat,
    OneSum,
    SomeDeeds,
    SomeSeats,
    pairs,
)

Purpose: TypeAlias = Literal["opening", "move", "rent"]
Otherwise: TypeAlias = Literal["auction", "bank"]
Class = TypeVar("Class", bound="type[BaseAwaiting]")

OTHERWISE = Words("what becomes of a deed", pairs(bank=0, auction=1))
PURPOSE = Words("a purpose", pairs(opening=codes.T_OPENING, move=codes.T_MOVE, rent=codes.T_RENT))
NATURE: Final = frozenset({"deal", "dice", "card"})
MOST: Final = 99


class BaseAwaiting(Model):
    """The base class of waits: the kernel's number and a word for the kind."""

    __slots__ = ()
    code: ClassVar[int]
    kind: ClassVar[str]

    @property
    def is_nature(self) -> bool:
        """Return whether dice, a card or a dealt deed come next."""
        return self.kind in NATURE

    def to_json(self) -> dict[str, Json]:
        """Return the wait as a plain mapping: its kind, then the fields of that kind."""
        return {"kind": self.kind, **super().to_json()}


BY_KIND: dict[str, type[BaseAwaiting]] = {}
WAITS: dict[int, str] = {}
"""The kinds by the kernel's number."""


@dataclass_transform(frozen_default=True)
def awaiting(code: int, kind: str) -> Callable[[Class], Class]:
    """Make a class of annotations a kind of wait."""

    def make(made: Class) -> Class:
        finished = model()(made)
        finished.code, finished.kind = code, kind
        BY_KIND[kind] = finished
        WAITS[code] = kind
        return finished

    return make


@awaiting(codes.W_NOTHING, "nothing")
class AwaitingNothing(BaseAwaiting):
    """The game is over."""


@awaiting(codes.W_DEAL, "deal")
class AwaitingDeal(BaseAwaiting):
    """Nature deals a deed to a seat."""

    seat: OneSeat


@awaiting(codes.W_DICE, "dice")
class AwaitingDice(BaseAwaiting):
    """Nature throws the dice for a seat; for a rent, on which deed."""

    seat: OneSeat
    purpose: Annotated[Purpose, PURPOSE]
    deed: OneDeed | None = None


@awaiting(codes.W_CARD, "card")
class AwaitingCard(BaseAwaiting):
    """Nature draws a card for a seat."""

    seat: OneSeat
    deck: OneDeck


@awaiting(codes.W_BUY, "buy")
class AwaitingBuy(BaseAwaiting):
    """A seat buys the deed at its price or not. `otherwise`: then it is auctioned, or stays with the Bank."""

    seat: OneSeat
    deed: OneDeed
    price: OneSum
    otherwise: Annotated[Otherwise, OTHERWISE]


@awaiting(codes.W_BID, "bid")
class AwaitingBid(BaseAwaiting):
    """A seat bids or passes. `silent`: bidders who have yet to answer the standing bid; `unable`: too poor to bid."""

    seat: OneSeat
    item: OneItem
    bid: OneSum
    least: OneSum
    passed: SomeSeats
    bidders: SomeSeats
    silent: SomeSeats
    unable: SomeSeats
    bidder: OneSeat | None = None


@awaiting(codes.W_TAX, "tax")
class AwaitingTax(BaseAwaiting):
    """A seat pays the flat amount or a percentage."""

    seat: OneSeat
    amount: OneSum
    percent: OneCount


@awaiting(codes.W_CHOICE, "choice")
class AwaitingChoice(BaseAwaiting):
    """A seat pays the amount or draws another card."""

    seat: OneSeat
    amount: OneSum
    deck: OneDeck


@awaiting(codes.W_WANT, "want")
class AwaitingWant(BaseAwaiting):
    """In a building call a seat says how many it wants, `most` at most."""

    seat: OneSeat
    building: OneBuilding
    most: OneCount


@awaiting(codes.W_PLACE, "place")
class AwaitingPlace(BaseAwaiting):
    """In a building call a seat places the buildings it got, `most` at most."""

    seat: OneSeat
    building: OneBuilding
    most: OneCount


@awaiting(codes.W_RECEIVE, "receive")
class AwaitingReceive(BaseAwaiting):
    """A seat keeps or lifts mortgaged deeds just received."""

    seat: OneSeat
    deeds: SomeDeeds


@awaiting(codes.W_THROW, "throw")
class AwaitingThrow(BaseAwaiting):
    """A seat throws; in Jail it may pay or use a card first.

    `doubles_jail`: doubles would lead to Jail. `cannot_buy`: not before the first lap. `rent_at_once`: rent is paid
    without being asked for.
    """

    seat: OneSeat
    purpose: Annotated[Purpose, PURPOSE]
    doubles_jail: OneFlag = False
    cannot_buy: OneFlag = False
    rent_at_once: OneFlag = False


@awaiting(codes.W_DEBT, "debt")
class AwaitingDebt(BaseAwaiting):
    """A seat raises a sum of which `missing` is still missing."""

    seat: OneSeat
    amount: OneSum
    missing: OneSum
    creditor: OneParty
    cause: OneCause


@awaiting(codes.W_END, "end")
class AwaitingEnd(BaseAwaiting):
    """A seat has played its turn and ends it."""

    seat: OneSeat


@awaiting(codes.W_LAST_RENT, "last-rent")
class AwaitingLastRent(BaseAwaiting):
    """After the hour, a seat asks for a last rent or lets it go. At a sharp table it does not see any."""

    seat: OneSeat
    deed: OneDeed | None = None
    amount: OneSum = 0
    payer: OneSeat | None = None


Awaiting: TypeAlias = (
    AwaitingNothing
    | AwaitingDeal
    | AwaitingDice
    | AwaitingCard
    | AwaitingBuy
    | AwaitingBid
    | AwaitingTax
    | AwaitingChoice
    | AwaitingWant
    | AwaitingPlace
    | AwaitingReceive
    | AwaitingThrow
    | AwaitingDebt
    | AwaitingEnd
    | AwaitingLastRent
)
WAIT = Words("what a game waits for", lambda: ((kind, code) for code, kind in WAITS.items()))


def schemas() -> dict[str, Json]:
    """Return every kind of wait as JSON Schema, by its word."""
    return {kind: model_schema(made, kind=kind) for kind, made in BY_KIND.items()}


# --- reading the state ----------------------------------------------------------------------------------------------
def awaiting_of(s: State, t: Tables) -> Awaiting:
    """Return what the game waits for."""
    return READERS[s.awaits](s, t)


def read_deal(s: State, _: Tables) -> AwaitingDeal:
    """Return for whom a deed is dealt."""
    return AwaitingDeal(s.dealt % s.players)


def read_dice(s: State, _: Tables) -> AwaitingDice:
    """Return what the dice are thrown for."""
    frame = s.frames[s.depth - 1]
    purpose = cast(Purpose, PURPOSE.value(frame.what))
    return AwaitingDice(frame.seat, purpose, SPACE.value(frame.space) if purpose == "rent" else None)


def read_card(s: State, _: Tables) -> AwaitingCard:
    """Return from which deck a card is drawn."""
    frame = s.frames[s.depth - 1]
    return AwaitingCard(frame.seat, cast(OneDeck, DECK.value(frame.what)))


def read_buy(s: State, t: Tables) -> AwaitingBuy:
    """Return which deed may be bought."""
    frame = s.frames[s.depth - 1]
    # §buy.decline: what is not bought is auctioned, unless a house rule leaves it with the Bank.
    otherwise = cast(Otherwise, OTHERWISE.value(t.auctions))
    return AwaitingBuy(frame.seat, SPACE.value(frame.space), t.price[frame.space], otherwise)


def read_bid(s: State, t: Tables) -> AwaitingBid:
    """Return how the auction stands. The kernel says who takes part and who can still bid."""
    frame = s.frames[s.depth - 1]
    bidders = tuple(seat for seat in range(s.players) if may_bid(s, s.depth - 1, seat))
    passed = cast("tuple[int, ...]", SEAT_SET.value(frame.passed))
    return AwaitingBid(
        s.awaited,
        item=ITEM.fetch(frame, "stage space what"),
        bid=frame.amount,
        bidder=None if frame.bidder == codes.BANK else frame.bidder,
        least=least_bid(s, t, s.awaited),
        passed=passed,
        bidders=bidders,
        silent=tuple(seat for seat in bidders if seat != frame.bidder and seat not in passed),
        unable=tuple(seat for seat in bidders if refuses(s, t, seat)),
    )


def refuses(s: State, t: Tables, seat: int) -> bool:
    """Return whether the law refuses a seat even its least bid."""
    return refuse_bid(s, t, Action(kind=codes.A_BID, seat=seat, amount=least_bid(s, t, seat))) != LAWFUL


def read_tax(s: State, t: Tables) -> AwaitingTax:
    """Return the two ways to pay the tax."""
    frame = s.frames[s.depth - 1]
    # §tax.income: what is printed on the space; nothing that adds up what the player has.
    return AwaitingTax(frame.seat, t.tax[frame.space], t.tax_percent)


def read_choice(s: State, _: Tables) -> AwaitingChoice:
    """Return what is paid unless another card is drawn."""
    frame = s.frames[s.depth - 1]
    return AwaitingChoice(frame.seat, frame.amount, cast(OneDeck, DECK.value(frame.what)))


def read_want(s: State, t: Tables) -> AwaitingWant:
    """Return how many buildings the seat has room for."""
    frame = s.frames[s.depth - 1]
    most = min(room_for(s, t, s.awaited, frame.what), MOST)
    return AwaitingWant(s.awaited, cast(OneBuilding, BUILDING.value(frame.what)), most)


def read_place(s: State, _: Tables) -> AwaitingPlace:
    """Return how many buildings the seat still places."""
    frame = s.frames[s.depth - 1]
    most = min(frame.want[s.awaited], MOST)
    return AwaitingPlace(s.awaited, cast(OneBuilding, BUILDING.value(frame.what)), most)


def read_receive(s: State, _: Tables) -> AwaitingReceive:
    """Return the mortgaged deeds just received."""
    frame = s.frames[s.depth - 1]
    return AwaitingReceive(frame.seat, cast("tuple[str, ...]", DEEDS.value(frame.mask)))


def read_throw(s: State, t: Tables) -> AwaitingThrow:
    """Return what a throw is for, and what it may lead to."""
    if s.phase == codes.P_OPENING:
        return AwaitingThrow(s.awaited, "opening")
    return AwaitingThrow(
        s.awaited,
        "move",
        doubles_jail=s.doubles + 1 == t.doubles_to_jail,
        cannot_buy=not may_buy(s, t, s.awaited),
        rent_at_once=bool(t.immediate_rent),
    )


def read_debt(s: State, _: Tables) -> AwaitingDebt:
    """Return the debt at hand."""
    debt = s.debts[debt_at_hand(s)]
    return AwaitingDebt(
        s.awaited,
        debt.amount,
        max(0, debt.amount - s.cash[s.awaited]),
        cast(OneParty, PARTY.value(debt.creditor)),
        cast(OneCause, CAUSE.value(debt.cause)),
    )


def read_last_rent(s: State, _: Tables) -> AwaitingLastRent:
    """Return the oldest of the last rents. §rent.ask: at a sharp table the wait does not show whether there is one."""
    if s.sharp:
        return AwaitingLastRent(s.awaited)
    claim = s.claims[0]
    return AwaitingLastRent(s.awaited, SPACE.value(claim.space), claim.amount, claim.payer)


READERS: Final[dict[int, Callable[[State, Tables], Awaiting]]] = {
    codes.W_NOTHING: lambda _s, _t: AwaitingNothing(),
    codes.W_DEAL: read_deal,
    codes.W_DICE: read_dice,
    codes.W_CARD: read_card,
    codes.W_BUY: read_buy,
    codes.W_BID: read_bid,
    codes.W_TAX: read_tax,
    codes.W_CHOICE: read_choice,
    codes.W_WANT: read_want,
    codes.W_PLACE: read_place,
    codes.W_RECEIVE: read_receive,
    codes.W_THROW: read_throw,
    codes.W_DEBT: read_debt,
    codes.W_END: lambda s, _: AwaitingEnd(s.awaited),
    codes.W_LAST_RENT: read_last_rent,
}
