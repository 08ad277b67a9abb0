"""What can be done in a game: one frozen dataclass an action, named by an imperative.

An action is words: seats by number, spaces by slug, whole dollars. It can be made only if it can be read; whether it
is lawful is the kernel's business. Each goes both ways to JSON and to the kernel's record; its text is in `notation`.
"""

from collections.abc import Callable, Mapping
from ctypes import Structure
from typing import Annotated, ClassVar, Literal, TypeAlias, TypeVar, cast, dataclass_transform

from ventnor.kernel import codes, layout
from ventnor.words.kind import Json, Malformed, show, suggestion
from ventnor.words.told import Nested, Told, build, fetch, store, told, told_from_json, told_schema
from ventnor.words.vocabulary import (
    OneCard,
    OneChoice,
    OneCount,
    OneDeck,
    OneDeed,
    OneDie,
    OneGroup,
    OneNumber,
    OneSeat,
    OneSum,
    SomeDecks,
    SomeDeeds,
)

Class = TypeVar("Class", bound="type[Act]")
Actor: TypeAlias = Literal["seat", "nature", "clock"]


class MalformedAction(Malformed):
    """An action that cannot be read: the field at fault, and why."""


@told()
class Terms(Told):
    """One side of a deal: what changes hands, and how much of the proposer's debt is thereby settled."""

    deeds: SomeDeeds = ()
    cash: OneSum = 0
    jail_cards: SomeDecks = ()
    debt: OneSum = 0


Terms.malformed = MalformedAction


class TermsKind(Nested):
    """A side of a deal. A record keeps it in several fields that begin alike; a debt is kept on the `get` side only."""

    ref = "terms"

    def __init__(self, *, with_debt: bool) -> None:
        super().__init__("the terms of a deal", Terms)
        self.with_debt = with_debt

    def check(self, value: object) -> object:
        if isinstance(value, Terms) and value.debt and not self.with_debt:
            raise Malformed("debt", "stands among what one gets")
        return super().check(value)

    def places(self, place: str) -> dict[str, str]:
        """Where the record keeps each part of the terms."""
        debt = {"debt": "debt"} if self.with_debt else {}
        return {"deeds": place, "cash": f"{place}_cash", "jail_cards": f"{place}_cards", **debt}

    def store(self, record: Structure, place: str, value: object) -> None:
        places = self.places(place)
        for part in Terms.parts:
            if part.name in places:
                part.kind.store(record, places[part.name], getattr(value, part.name))

    def fetch(self, record: Structure, place: str) -> Terms:
        places = self.places(place)
        kept = [part for part in Terms.parts if part.name in places]
        return build(Terms, {part.name: part.kind.fetch(record, places[part.name]) for part in kept})


Give: TypeAlias = Annotated[Terms, TermsKind(with_debt=False)]
Get: TypeAlias = Annotated[Terms, TermsKind(with_debt=True)]


class Act(Told):
    """What all actions have: the kernel's number, a name, and who can do it."""

    __slots__ = ()
    malformed = MalformedAction
    code: ClassVar[int]
    name: ClassVar[str]
    actor: ClassVar[Actor]

    def to_json(self) -> dict[str, Json]:
        """The action as a plain mapping: its name under "do", then its fields."""
        return {"do": self.name, **super().to_json()}


BY_NAME: dict[str, type[Act]] = {}
BY_CODE: dict[int, type[Act]] = {}


@dataclass_transform(frozen_default=True)
def action(code: int, name: str, actor: Actor = "seat", **places: str) -> Callable[[Class], Class]:
    """Makes a class of annotations an action. `places` says where the kernel's record keeps a field of another name."""

    def make(made: Class) -> Class:
        finished = told(**places)(made)
        finished.code, finished.name, finished.actor = code, name, actor
        BY_NAME[name] = BY_CODE[code] = finished
        return finished

    return make


# --- the turn -------------------------------------------------------------------------------------------------------
@action(codes.A_ROLL, "roll")
class Roll(Act):
    """Throw the dice."""


@action(codes.A_BUY, "buy")
class Buy(Act):
    """Buy the deed on offer at its printed price."""


@action(codes.A_DECLINE, "decline")
class Decline(Act):
    """Leave the deed on offer to the auction."""


@action(codes.A_TAX, "tax", choice="x")
class Tax(Act):
    """Choose how to pay Income Tax, before adding up."""

    choice: OneChoice


@action(codes.A_PAY_TEN, "pay-ten")
class PayTen(Act):
    """Pay the $10 of the card that lets one choose."""


@action(codes.A_TAKE_CHANCE, "take-chance")
class TakeChance(Act):
    """Take a Chance card instead of paying $10."""


@action(codes.A_END_TURN, "end-turn")
class EndTurn(Act):
    """End the turn."""


@action(codes.A_DONE, "done")
class Done(Act):
    """Do nothing more for now."""


# --- jail -----------------------------------------------------------------------------------------------------------
@action(codes.A_PAY_FINE, "pay-fine")
class PayFine(Act):
    """Pay the fine and leave Jail before throwing."""


@action(codes.A_USE_CARD, "use-card", deck="x")
class UseCard(Act):
    """Leave Jail by a card held, before throwing."""

    deck: OneDeck


# --- auctions and building calls ------------------------------------------------------------------------------------
@action(codes.A_BID, "bid")
class Bid(Act):
    """Bid a sum for what is on the block."""

    amount: OneSum


@action(codes.A_PASS, "pass")
class Pass(Act):
    """Let the standing bid win."""


@action(codes.A_WANT, "want", count="amount")
class Want(Act):
    """Say in a building call how many buildings are wanted; 0 for none."""

    count: OneCount


# --- buildings and mortgages ----------------------------------------------------------------------------------------
@action(codes.A_BUILD, "build")
class Build(Act):
    """Buy the next building of a lot: a house, or the hotel."""

    space: OneDeed


@action(codes.A_SELL, "sell")
class Sell(Act):
    """Sell a building of a lot to the Bank."""

    space: OneDeed


@action(codes.A_SELL_GROUP, "sell-group", group="x")
class SellGroup(Act):
    """Sell all buildings of a group to the Bank at once."""

    group: OneGroup


@action(codes.A_MORTGAGE, "mortgage")
class Mortgage(Act):
    """Mortgage a property to the Bank."""

    space: OneDeed


@action(codes.A_LIFT, "lift")
class Lift(Act):
    """Lift the mortgage of a property."""

    space: OneDeed


@action(codes.A_KEEP, "keep")
class Keep(Act):
    """Keep a property just received mortgaged, and pay the interest."""

    space: OneDeed


# --- rent, debts, retiring ------------------------------------------------------------------------------------------
@action(codes.A_ASK_RENT, "ask-rent", payer="other")
class AskRent(Act):
    """Ask a player for the rent that fell due on a property."""

    space: OneDeed
    payer: OneSeat


@action(codes.A_PAY, "pay")
class Pay(Act):
    """Pay the debt at hand."""


@action(codes.A_BANKRUPT, "bankrupt")
class Bankrupt(Act):
    """Be bankrupt to the creditor of the debt at hand."""


@action(codes.A_RESIGN, "resign")
class Resign(Act):
    """Give up the game."""


# --- deals ----------------------------------------------------------------------------------------------------------
@action(codes.A_OFFER, "offer", to="other")
class Offer(Act):
    """Propose a deal to another player."""

    to: OneSeat
    give: Give
    get: Get


@action(codes.A_COUNTER, "counter")
class Counter(Act):
    """Answer an offer with another one."""

    number: OneNumber
    give: Give
    get: Get


@action(codes.A_ACCEPT, "accept")
class Accept(Act):
    """Accept an offer."""

    number: OneNumber


@action(codes.A_REJECT, "reject")
class Reject(Act):
    """Reject an offer."""

    number: OneNumber


@action(codes.A_WITHDRAW, "withdraw")
class Withdraw(Act):
    """Take back an offer of one's own."""

    number: OneNumber


# --- nature and the clock -------------------------------------------------------------------------------------------
@action(codes.A_THROW, "throw", actor="nature", die1="x", die2="y")
class Throw(Act):
    """The dice fall."""

    die1: OneDie
    die2: OneDie


@action(codes.A_DRAW, "draw", actor="nature", deck="x", card="y")
class Draw(Act):
    """A card comes up."""

    deck: OneDeck
    card: OneCard


@action(codes.A_DEAL, "deal", actor="nature", seat="other")
class Deal(Act):
    """A Title Deed is dealt before a short game."""

    seat: OneSeat
    space: OneDeed


@action(codes.A_HOUR, "hour", actor="clock")
class Hour(Act):
    """The agreed hour strikes."""


Action: TypeAlias = (
    Roll | Buy | Decline | Tax | PayTen | TakeChance | EndTurn | Done | PayFine | UseCard | Bid | Pass | Want
    | Build | Sell | SellGroup | Mortgage | Lift | Keep | AskRent | Pay | Bankrupt | Resign
    | Offer | Counter | Accept | Reject | Withdraw | Throw | Draw | Deal | Hour
)  # fmt: skip
"""Any action."""


def from_json(mapping: Mapping[str, object]) -> Action:
    """The action that `to_json` wrote. Raises `MalformedAction`."""
    name = mapping.get("do")
    if not isinstance(name, str) or name not in BY_NAME:
        raise MalformedAction("do", f"expected the name of an action, not {show(name)}{suggestion(name, BY_NAME)}")
    rest = {key: value for key, value in mapping.items() if key != "do"}
    return cast(Action, told_from_json(BY_NAME[name], rest))


def to_record(action: Action, seat: int) -> layout.Action:
    """The action as the kernel has it, done by a seat, by `codes.NATURE` or by `codes.CLOCK`."""
    if seat not in range(codes.CLOCK + 1):
        raise MalformedAction("seat", f"expected a seat, nature or the clock, not {show(seat)}")
    record = layout.Action(kind=action.code, seat=seat)
    store(action, record)
    return record


def from_record(record: layout.Action) -> Action:
    """The action that a record of the kernel stands for. Raises `MalformedAction`."""
    if record.kind not in BY_CODE:
        raise MalformedAction("kind", f"no action has the number {record.kind}")
    return cast(Action, fetch(BY_CODE[record.kind], record))


def schemas() -> dict[str, Json]:
    """Every action, and the terms of a deal, as JSON Schema by name."""
    actions: dict[str, Json] = {name: told_schema(made, do=name) for name, made in BY_NAME.items()}
    return {"terms": told_schema(Terms), **actions}
