"""What a game waits for, in words: the kind of decision and everything one needs to know to make it.

It reads the state and decides no rule; what may be done is told by the law and the menu.
"""

from typing import Annotated, Final, Literal, TypeAlias, cast

from ventnor.event import CAUSE, OneCause
from ventnor.kernel import codes
from ventnor.kernel.auction import least_bid, may_bid, refuse_bid
from ventnor.kernel.buy import may_buy
from ventnor.kernel.debt import debt_at_hand
from ventnor.kernel.houses import room_for
from ventnor.kernel.layout import Action, State, Tables
from ventnor.words.kind import Words
from ventnor.words.told import Told, told
from ventnor.words.vocabulary import (
    BUILDING,
    DECK,
    DEEDS,
    LOT,
    PARTY,
    SPACE,
    WINNERS,
    OneBuilding,
    OneCount,
    OneDeck,
    OneDeed,
    OneFlag,
    OneLot,
    OneParty,
    OneSeat,
    OneSum,
    SomeDeeds,
    SomeSeats,
    pairs,
)

Wait: TypeAlias = Literal[
    "nothing",
    "deal",
    "dice",
    "card",
    "buy",
    "bid",
    "tax",
    "choice",
    "want",
    "place",
    "receive",
    "throw",
    "debt",
    "end",
    "last-rent",
]
Purpose: TypeAlias = Literal["opening", "move", "rent"]
Otherwise: TypeAlias = Literal["auction", "bank"]

WAITS: Final[dict[int, Wait]] = {
    codes.W_NOTHING: "nothing",
    codes.W_DEAL: "deal",
    codes.W_DICE: "dice",
    codes.W_CARD: "card",
    codes.W_BUY: "buy",
    codes.W_BID: "bid",
    codes.W_TAX: "tax",
    codes.W_CHOICE: "choice",
    codes.W_WANT: "want",
    codes.W_PLACE: "place",
    codes.W_RECEIVE: "receive",
    codes.W_THROW: "throw",
    codes.W_DEBT: "debt",
    codes.W_END: "end",
    codes.W_LAST_RENT: "last-rent",
}
WAIT = Words("what a game waits for", lambda: ((word, number) for number, word in WAITS.items()))
OTHERWISE = Words("what becomes of a deed", pairs(bank=0, auction=1))
PURPOSE = Words("a purpose", pairs(opening=codes.T_OPENING, move=codes.T_MOVE, rent=codes.T_RENT))


@told()
class Awaiting(Told):
    """What a game waits for. What a kind of decision has not is left at its default.

    `nothing`: the game is over. `deal`, `dice`, `card`: nature answers, for `seat`. `throw`: the seat throws; in Jail
    it may pay or use a card first. Then `doubles_jail`: doubles would lead to Jail; `cannot_buy`: not before the first
    lap; `rent_at_once`: nobody has to ask for it. `buy`: the deed at its price, or `otherwise` an auction of it, or
    nothing. `bid`: an auction among the `bidders`, of whom the `silent` have yet to answer the standing bid and the
    `unable` have not the cash for the least. `tax`: the flat amount or a percentage. `choice`: pay the amount or take a
    card. `want`, `place`: a building call. `receive`: mortgaged deeds just received. `debt`: a sum to be raised, of
    which `missing` is not there yet. `end`: the turn is played. `last-rent`: a rent to be asked for after the hour.
    """

    kind: Annotated[Wait, WAIT]
    seat: OneSeat | None = None
    purpose: Annotated[Purpose, PURPOSE] | None = None
    doubles_jail: OneFlag = False
    cannot_buy: OneFlag = False
    rent_at_once: OneFlag = False
    deed: OneDeed | None = None
    price: OneSum = 0
    otherwise: Annotated[Otherwise, OTHERWISE] | None = None
    lot: OneLot | None = None
    bid: OneSum = 0
    bidder: OneSeat | None = None
    least: OneSum = 0
    passed: SomeSeats = ()
    bidders: SomeSeats = ()
    silent: SomeSeats = ()
    unable: SomeSeats = ()
    amount: OneSum = 0
    missing: OneSum = 0
    percent: OneCount = 0
    deck: OneDeck | None = None
    creditor: OneParty | None = None
    cause: OneCause | None = None
    payer: OneSeat | None = None
    building: OneBuilding | None = None
    most: OneCount = 0
    deeds: SomeDeeds = ()

    @property
    def is_nature(self) -> bool:
        """Whether dice, a card or a dealt deed come next."""
        return self.kind in {"deal", "dice", "card"}


def awaiting_of(s: State, t: Tables) -> Awaiting:
    """What the game waits for."""
    kind = WAITS[s.awaits]
    if s.awaits == codes.W_END:
        return Awaiting(kind, s.awaited)
    if s.awaits == codes.W_THROW:
        return throw(s, t)
    if s.awaits == codes.W_NOTHING:
        return Awaiting(kind)
    if s.awaits == codes.W_DEAL:
        return Awaiting(kind, s.dealt % s.players)
    if s.awaits == codes.W_DEBT:
        debt = s.debts[debt_at_hand(s)]
        return Awaiting(
            kind,
            s.awaited,
            amount=debt.amount,
            missing=max(0, debt.amount - s.cash[s.awaited]),
            creditor=cast(OneParty, PARTY.value(debt.creditor)),
            cause=cast(OneCause, CAUSE.value(debt.cause)),
        )
    if s.awaits == codes.W_LAST_RENT:
        claim = s.claims[0]
        return Awaiting(kind, s.awaited, deed=SPACE.value(claim.space), amount=claim.amount, payer=claim.payer)
    return interruption(s, t, kind)


def throw(s: State, t: Tables) -> Awaiting:
    """What a throw is for, and what may come of it."""
    if s.phase == codes.P_OPENING:
        return Awaiting("throw", s.awaited, "opening")
    return Awaiting(
        "throw",
        s.awaited,
        "move",
        doubles_jail=s.doubles + 1 == t.doubles_to_jail,
        cannot_buy=not may_buy(s, t, s.awaited),
        rent_at_once=bool(t.immediate_rent),
    )


def interruption(s: State, t: Tables, kind: Wait) -> Awaiting:
    """What the topmost interruption waits for."""
    frame = s.frames[s.depth - 1]
    if kind == "buy":
        # §buy.decline: what is not bought is auctioned, unless a house rule leaves it with the Bank.
        otherwise = cast(Otherwise, OTHERWISE.value(t.auctions))
        return Awaiting(
            kind, frame.seat, deed=SPACE.value(frame.space), price=t.price[frame.space], otherwise=otherwise
        )
    if kind == "bid":
        return auction(s, t)
    if kind == "dice":
        purpose = cast(Purpose, PURPOSE.value(frame.what))
        deed = SPACE.value(frame.space) if purpose == "rent" else None
        return Awaiting(kind, frame.seat, purpose, deed=deed)
    if kind == "card":
        return Awaiting(kind, frame.seat, deck=cast(OneDeck, DECK.value(frame.what)))
    if kind == "tax":
        # §tax.income: what is printed on the space; nothing that adds up what the player has.
        return Awaiting(kind, frame.seat, amount=t.tax[frame.space], percent=t.tax_percent)
    if kind == "choice":
        return Awaiting(kind, frame.seat, amount=frame.amount, deck=cast(OneDeck, DECK.value(frame.what)))
    if kind == "receive":
        return Awaiting(kind, frame.seat, deeds=cast("tuple[str, ...]", DEEDS.value(frame.mask)))
    building = cast(OneBuilding, BUILDING.value(frame.what))
    most = room_for(s, t, s.awaited, frame.what) if kind == "want" else frame.want[s.awaited]
    return Awaiting(kind, s.awaited, building=building, most=min(most, 99))


def auction(s: State, t: Tables) -> Awaiting:
    """What the auction on top waits for. The kernel is asked who takes part and who can still bid."""
    frame = s.frames[s.depth - 1]
    bidders = tuple(seat for seat in range(s.players) if may_bid(s, s.depth - 1, seat))
    passed = cast("tuple[int, ...]", WINNERS.value(frame.passed))
    least = Action(kind=codes.A_BID, amount=least_bid(s, t))
    return Awaiting(
        "bid",
        s.awaited,
        lot=LOT.fetch(frame, "stage space what"),
        bid=frame.amount,
        bidder=None if frame.bidder == codes.BANK else frame.bidder,
        least=least.amount,
        passed=passed,
        bidders=bidders,
        silent=tuple(seat for seat in bidders if seat != frame.bidder and seat not in passed),
        unable=tuple(seat for seat in bidders if refuses(s, t, least, seat)),
    )


def refuses(s: State, t: Tables, bid: Action, seat: int) -> bool:
    """Whether the law refuses a seat this bid."""
    bid.seat = seat
    return refuse_bid(s, t, bid) != codes.C_NONE
