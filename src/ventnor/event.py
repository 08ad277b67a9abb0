"""The events of a game: one frozen dataclass for each, in the past tense, with its clause.

Events are read from the kernel's records and convert to and from JSON. Their sentences are in `words/data`. An event
says what happened and nothing about the state around it. `view.py` decides who may see it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal, TypeAlias, TypeVar, cast, dataclass_transform

from ventnor.action import Get, Give
from ventnor.kernel import codes, layout
from ventnor.words.kind import Json, Malformed, Words, show, suggestion
from ventnor.words.model import Model, fetch, model, model_from_json, model_schema
from ventnor.words.vocabulary import (
    OneBuilding,
    OneCard,
    OneChoice,
    OneClause,
    OneCount,
    OneDeck,
    OneDeed,
    OneDie,
    OneFlag,
    OneGroup,
    OneItem,
    OneNumber,
    OneOrdinal,
    OneParty,
    OneSeat,
    OneSpace,
    OneSum,
    SomeDeeds,
    SomeSeats,
    pairs,
)

Class = TypeVar("Class", bound="type[Happening]")

CAUSE = Words(
    "a cause",
    pairs(rent=codes.D_RENT, tax=codes.D_TAX, fine=codes.D_FINE, card=codes.D_CARD, interest=codes.D_INTEREST),
)
ARREST = Words("a way into Jail", pairs(space=codes.J_SPACE, card=codes.J_CARD, doubles=codes.J_DOUBLES))
RELEASE = Words("a way out of Jail", pairs(card=codes.J_CARD, doubles=codes.J_DOUBLES, fine=codes.J_FINE))
ENDING = Words(
    "an ending",
    pairs(last=codes.END_LAST, bankruptcies=codes.END_BANKRUPTCIES, hour=codes.END_HOUR, rounds=codes.END_ROUNDS),
)

OneCause: TypeAlias = Annotated[Literal["rent", "tax", "fine", "card", "interest"], CAUSE]
OneArrest: TypeAlias = Annotated[Literal["space", "card", "doubles"], ARREST]
OneRelease: TypeAlias = Annotated[Literal["card", "doubles", "fine"], RELEASE]
OneEnding: TypeAlias = Annotated[Literal["last", "bankruptcies", "hour", "rounds"], ENDING]


class MalformedEvent(Malformed):
    """An event that cannot be read, with the wrong field and the reason."""


@dataclass(frozen=True, slots=True)
class Happening(Model):
    """The base class of events: the kernel's number, a name, and the clause."""

    malformed = MalformedEvent
    code: ClassVar[int]
    name: ClassVar[str]

    clause: OneClause = field(default="", kw_only=True)

    def to_json(self) -> dict[str, Json]:
        """Return the event as a plain mapping: its name under "event", then its fields."""
        return {"event": self.name, **Model.to_json(self)}


BY_NAME: dict[str, type[Happening]] = {}
BY_CODE: dict[int, type[Happening]] = {}


@dataclass_transform(frozen_default=True)
def event(code: int, name: str, **places: str) -> Callable[[Class], Class]:
    """Make a class of annotations an event. `places` says where the kernel's record keeps a field of another name."""

    def make(made: Class) -> Class:
        finished = model(**places)(made)
        finished.code, finished.name = code, name
        BY_NAME[name] = BY_CODE[code] = finished
        return finished

    return make


# --- turns and moves ------------------------------------------------------------------------------------------------
@event(codes.E_THREW, "threw", die1="x", die2="y")
class Threw(Happening):
    """A player threw the dice."""

    seat: OneSeat
    die1: OneDie
    die2: OneDie


@event(codes.E_STARTED, "started")
class Started(Happening):
    """It was settled who plays first."""

    seat: OneSeat


@event(codes.E_TURN_BEGAN, "turn-began", turn="amount")
class TurnBegan(Happening):
    """A turn began; turns are numbered from the start of the game."""

    seat: OneSeat
    turn: OneOrdinal


@event(codes.E_TURN_ENDED, "turn-ended")
class TurnEnded(Happening):
    """A turn ended."""

    seat: OneSeat


@event(codes.E_MOVED, "moved", origin="x", backward="y")
class Moved(Happening):
    """A token moved."""

    seat: OneSeat
    origin: OneSpace
    space: OneSpace
    backward: OneFlag = False


@event(codes.E_SALARY, "salary-paid")
class SalaryPaid(Happening):
    """The Bank paid a salary."""

    seat: OneSeat
    amount: OneSum


@event(codes.E_POT_COLLECTED, "pot-collected")
class PotCollected(Happening):
    """A player took the money that lay on Free Parking."""

    seat: OneSeat
    amount: OneSum


# --- purchases and auctions -----------------------------------------------------------------------------------------
@event(codes.E_BOUGHT, "bought", deed="space")
class Bought(Happening):
    """A player bought a deed from the Bank at its printed price."""

    seat: OneSeat
    deed: OneDeed
    amount: OneSum


@event(codes.E_DECLINED, "declined", deed="space")
class Declined(Happening):
    """A player declined to buy a deed."""

    seat: OneSeat
    deed: OneDeed


@event(codes.E_OPTION_LAPSED, "option-lapsed", deed="space")
class OptionLapsed(Happening):
    """An option to buy ended because its player had retired."""

    seat: OneSeat
    deed: OneDeed


@event(codes.E_AUCTION_OPENED, "auction-opened", item="x space y")
class AuctionOpened(Happening):
    """An auction opened."""

    item: OneItem


@event(codes.E_BID, "bid")
class BidMade(Happening):
    """A player bid."""

    seat: OneSeat
    amount: OneSum


@event(codes.E_PASSED, "passed")
class Passed(Happening):
    """A player passed in an auction."""

    seat: OneSeat


@event(codes.E_AUCTION_WON, "auction-won", item="x space y")
class AuctionWon(Happening):
    """The highest bidder paid and got the lot."""

    seat: OneSeat
    item: OneItem
    amount: OneSum


@event(codes.E_AUCTION_FAILED, "auction-failed", item="x space y")
class AuctionFailed(Happening):
    """An auction closed without a bid."""

    item: OneItem


@event(codes.E_DEED_DEALT, "deed-dealt", deed="space")
class DeedDealt(Happening):
    """A deed was dealt before a short game, and its price paid."""

    seat: OneSeat
    deed: OneDeed
    amount: OneSum


# --- rent -----------------------------------------------------------------------------------------------------------
@event(codes.E_RENT_FELL_DUE, "rent-fell-due", owner="seat", payer="other", deed="space", factor="x")
class RentFellDue(Happening):
    """A token stopped on another's property: the rent may now be asked for. Amount 0: `factor` times a throw."""

    owner: OneSeat
    payer: OneSeat
    deed: OneDeed
    amount: OneSum
    factor: OneCount = 0


@event(codes.E_RENT_ASKED, "rent-asked", owner="seat", payer="other", deed="space", factor="x")
class RentAsked(Happening):
    """An owner asked for a rent. Amount 0: `factor` times a throw."""

    owner: OneSeat
    payer: OneSeat
    deed: OneDeed
    amount: OneSum
    factor: OneCount = 0


@event(codes.E_RENT_LAPSED, "rent-lapsed", owner="seat", payer="other", deed="space")
class RentLapsed(Happening):
    """A rent can no longer be asked for."""

    owner: OneSeat
    payer: OneSeat
    deed: OneDeed


@event(codes.E_RENT_PAID, "rent-paid", payer="seat", owner="other", deed="space")
class RentPaid(Happening):
    """A rent was paid."""

    payer: OneSeat
    owner: OneSeat
    deed: OneDeed
    amount: OneSum


# --- cards, taxes, payments -----------------------------------------------------------------------------------------
@event(codes.E_CARD_DRAWN, "card-drawn", deck="x", card="y")
class CardDrawn(Happening):
    """A player took the top card of a deck."""

    seat: OneSeat
    deck: OneDeck
    card: OneCard


@event(codes.E_CARD_KEPT, "card-kept", deck="x")
class CardKept(Happening):
    """A player kept the jail card of a deck."""

    seat: OneSeat
    deck: OneDeck


@event(codes.E_CARD_RETURNED, "card-returned", deck="x")
class CardReturned(Happening):
    """A jail card went back under its deck."""

    seat: OneSeat
    deck: OneDeck


@event(codes.E_TAX_CHOSEN, "tax-chosen", choice="x")
class TaxChosen(Happening):
    """A player chose how to pay Income Tax."""

    seat: OneSeat
    space: OneSpace
    choice: OneChoice


@event(codes.E_PAID, "paid", to="other", cause="x")
class Paid(Happening):
    """A player paid something other than rent."""

    seat: OneSeat
    to: OneParty
    amount: OneSum
    cause: OneCause


@event(codes.E_COLLECTED, "collected")
class Collected(Happening):
    """The Bank paid a player."""

    seat: OneSeat
    amount: OneSum


@event(codes.E_DEBT_AROSE, "debt-arose", debtor="seat", creditor="other", cause="x")
class DebtArose(Happening):
    """A player owes more than the cash held."""

    debtor: OneSeat
    creditor: OneParty
    amount: OneSum
    cause: OneCause


# --- jail -----------------------------------------------------------------------------------------------------------
@event(codes.E_JAILED, "jailed", how="x")
class Jailed(Happening):
    """A player was sent to Jail."""

    seat: OneSeat
    how: OneArrest


@event(codes.E_JAIL_LEFT, "jail-left", how="x")
class JailLeft(Happening):
    """A player left Jail."""

    seat: OneSeat
    how: OneRelease


@event(codes.E_JAIL_STAYED, "jail-stayed", turns="x")
class JailStayed(Happening):
    """A player threw no doubles and stays in Jail."""

    seat: OneSeat
    turns: OneCount


# --- buildings and mortgages ----------------------------------------------------------------------------------------
@event(codes.E_HOUSE_BUILT, "house-built", deed="space")
class HouseBuilt(Happening):
    """A house was built."""

    seat: OneSeat
    deed: OneDeed
    amount: OneSum


@event(codes.E_HOTEL_BUILT, "hotel-built", deed="space")
class HotelBuilt(Happening):
    """A hotel was built."""

    seat: OneSeat
    deed: OneDeed
    amount: OneSum


@event(codes.E_HOUSE_SOLD, "house-sold", deed="space")
class HouseSold(Happening):
    """A house was sold to the Bank."""

    seat: OneSeat
    deed: OneDeed
    amount: OneSum


@event(codes.E_HOTEL_SOLD, "hotel-sold", deed="space", houses="x")
class HotelSold(Happening):
    """A hotel was sold to the Bank; `houses` houses take its place."""

    seat: OneSeat
    deed: OneDeed
    amount: OneSum
    houses: OneCount


@event(codes.E_GROUP_SOLD, "group-sold", group="x", houses="y")
class GroupSold(Happening):
    """All hotels of a group were sold to the Bank at once; so many houses stay on the group."""

    seat: OneSeat
    group: OneGroup
    amount: OneSum
    houses: OneCount = 0


@event(codes.E_BUILDINGS_RETURNED, "buildings-returned")
class BuildingsReturned(Happening):
    """The buildings of a bankrupt went back to the Bank."""

    seat: OneSeat
    amount: OneSum


@event(codes.E_CALL_OPENED, "call-opened", building="x")
class CallOpened(Happening):
    """A player asked for a scarce building: everyone with room for one is asked."""

    seat: OneSeat
    building: OneBuilding


@event(codes.E_WISHED, "wished", count="amount")
class Wished(Happening):
    """A player said how many buildings are wanted."""

    seat: OneSeat
    count: OneCount


@event(codes.E_CALL_CLOSED, "call-closed", building="x")
class CallClosed(Happening):
    """A building call closed."""

    building: OneBuilding


@event(codes.E_MORTGAGED, "mortgaged", deed="space")
class Mortgaged(Happening):
    """A property was mortgaged."""

    seat: OneSeat
    deed: OneDeed
    amount: OneSum


@event(codes.E_LIFTED, "lifted", deed="space")
class Lifted(Happening):
    """A mortgage was lifted."""

    seat: OneSeat
    deed: OneDeed
    amount: OneSum


@event(codes.E_KEPT, "kept", deed="space")
class Kept(Happening):
    """A received property stays mortgaged; the interest was paid."""

    seat: OneSeat
    deed: OneDeed
    amount: OneSum


# --- deals ----------------------------------------------------------------------------------------------------------
@event(codes.E_OFFERED, "offered", number="amount", proposer="seat", recipient="other", give="", get="")
class Offered(Happening):
    """A deal was proposed. The kernel's event has only the number; `Game` adds the terms."""

    number: OneNumber
    proposer: OneSeat
    recipient: OneSeat
    give: Give | None = None
    get: Get | None = None


@event(
    codes.E_COUNTERED, "countered", number="amount", answers="x", proposer="seat", recipient="other", give="", get=""
)
class Countered(Happening):
    """An offer was answered with another one. The terms are added as for `Offered`."""

    number: OneNumber
    answers: OneNumber
    proposer: OneSeat
    recipient: OneSeat
    give: Give | None = None
    get: Get | None = None


@event(codes.E_REJECTED, "rejected", number="amount", proposer="other")
class Rejected(Happening):
    """An offer was rejected."""

    number: OneNumber
    seat: OneSeat
    proposer: OneSeat


@event(codes.E_WITHDRAWN, "withdrawn", number="amount", recipient="other")
class Withdrawn(Happening):
    """An offer was taken back."""

    number: OneNumber
    seat: OneSeat
    recipient: OneSeat


@event(codes.E_OFFER_LAPSED, "offer-lapsed", number="amount", proposer="seat", recipient="other")
class OfferLapsed(Happening):
    """An offer can no longer be carried out."""

    number: OneNumber
    proposer: OneSeat
    recipient: OneSeat


@event(codes.E_DEAL_MADE, "deal-made", number="amount", proposer="seat", recipient="other")
class DealMade(Happening):
    """An offer was accepted."""

    number: OneNumber
    proposer: OneSeat
    recipient: OneSeat


@event(codes.E_DEED_PASSED, "deed-passed", giver="seat", receiver="other", deed="space")
class DeedPassed(Happening):
    """A deed changed hands."""

    giver: OneParty
    receiver: OneParty
    deed: OneDeed


@event(codes.E_CASH_PASSED, "cash-passed", giver="seat", receiver="other")
class CashPassed(Happening):
    """Cash changed hands."""

    giver: OneParty
    receiver: OneParty
    amount: OneSum


@event(codes.E_JAIL_CARD_PASSED, "jail-card-passed", giver="seat", receiver="other", deck="x")
class JailCardPassed(Happening):
    """A jail card changed hands."""

    giver: OneParty
    receiver: OneParty
    deck: OneDeck


@event(codes.E_PAID_IN_KIND, "paid-in-kind", debtor="seat", creditor="other")
class PaidInKind(Happening):
    """A deal settled so much of a debt."""

    debtor: OneSeat
    creditor: OneSeat
    amount: OneSum


# --- retiring and ending --------------------------------------------------------------------------------------------
@event(codes.E_BANKRUPT, "went-bankrupt", creditor="other")
class WentBankrupt(Happening):
    """A player retired, bankrupt."""

    seat: OneSeat
    creditor: OneParty
    amount: OneSum


@event(codes.E_RESIGNED, "resigned")
class Resigned(Happening):
    """A player gave up."""

    seat: OneSeat


@event(codes.E_ESTATE_OPENED, "estate-opened", deeds="mask")
class EstateOpened(Happening):
    """The properties of a bankrupt player will be auctioned."""

    seat: OneSeat
    deeds: SomeDeeds


@event(codes.E_ESTATE_SHARED, "estate-shared", creditor="other")
class EstateShared(Happening):
    """A creditor got a share of a bankrupt player's cash."""

    seat: OneSeat
    creditor: OneSeat
    amount: OneSum


@event(codes.E_HOUR_STRUCK, "hour-struck")
class HourStruck(Happening):
    """The agreed hour struck."""


@event(codes.E_WORTH_COUNTED, "worth-counted")
class WorthCounted(Happening):
    """A player's property was valued at the end of the game."""

    seat: OneSeat
    amount: OneSum


@event(codes.E_GAME_ENDED, "game-ended", winners="mask", how="x")
class GameEnded(Happening):
    """The game ended."""

    winners: SomeSeats
    how: OneEnding


Event: TypeAlias = (
    Threw | Started | TurnBegan | TurnEnded | Moved | SalaryPaid | PotCollected | Bought | Declined | OptionLapsed
    | AuctionOpened | BidMade | Passed | AuctionWon | AuctionFailed | DeedDealt | RentFellDue | RentAsked | RentLapsed
    | RentPaid | CardDrawn | CardKept | CardReturned | TaxChosen | Paid | Collected | DebtArose | Jailed | JailLeft
    | JailStayed | HouseBuilt | HotelBuilt | HouseSold | HotelSold | GroupSold | BuildingsReturned | CallOpened | Wished
    | CallClosed | Mortgaged | Lifted | Kept | Offered | Countered | Rejected | Withdrawn | OfferLapsed | DealMade
    | DeedPassed | CashPassed | JailCardPassed | PaidInKind | WentBankrupt | Resigned | EstateOpened | EstateShared
    | HourStruck | WorthCounted | GameEnded
)  # fmt: skip
"""Any event."""


def from_json(mapping: Mapping[str, object]) -> Event:
    """Return the event that `to_json` wrote. Raises `MalformedEvent`."""
    name = mapping.get("event")
    if not isinstance(name, str) or name not in BY_NAME:
        raise MalformedEvent("event", f"expected the name of an event, not {show(name)}{suggestion(name, BY_NAME)}")
    made = BY_NAME[name]
    rest = {key: value for key, value in mapping.items() if key != "event"}
    if "lot" in rest and any(part.name == "item" for part in made.parts):
        rest = {"item" if key == "lot" else key: value for key, value in rest.items()}  # as written before 0.2
    return cast(Event, model_from_json(made, rest))


def from_record(record: layout.Event) -> Event:
    """Return the event of a kernel record. Raises `MalformedEvent`."""
    if record.kind not in BY_CODE:
        raise MalformedEvent("kind", f"no event has the number {record.kind}")
    return cast(Event, fetch(BY_CODE[record.kind], record))


def schemas() -> dict[str, Json]:
    """Return every event as JSON Schema by name."""
    return {name: model_schema(made, event=name) for name, made in BY_NAME.items()}
