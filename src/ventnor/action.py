"""The actions of a game: one frozen dataclass for each, named by an imperative.

An action is plain data: seats by number, spaces by slug, whole dollars. Its fields are checked when it is made; the
kernel decides whether it is lawful. Each goes both ways to JSON and to the kernel's record; its text is in `notation`.
"""

from collections.abc import Callable, Mapping
from ctypes import Structure
from typing import Annotated, Any, ClassVar, Literal, TypeAlias, TypeVar, cast, dataclass_transform

from ventnor.kernel import codes, layout
from ventnor.words.kind import Json, Malformed, show, suggestion
from ventnor.words.model import Model, Nested, build, fetch, model, model_from_json, model_schema, store
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

Class = TypeVar("Class", bound="type[BaseAction]")
Actor: TypeAlias = Literal["seat", "nature", "clock"]
Role: TypeAlias = Literal["decision", "property", "rent", "deal", "leave", "nature", "clock"]
"""The role of an action. `decision`: it answers what the game waits for. The other roles name a subject. Menus and the
server sort actions by role."""


class MalformedAction(Malformed):
    """An action that cannot be read, with the wrong field and the reason."""


@model()
class Terms(Model):
    """One side of a deal: what changes hands, and how much of a debt is settled.

    A debtor gets the debt settled; a creditor who proposes it gives it.
    """

    deeds: SomeDeeds = ()
    cash: OneSum = 0
    jail_cards: SomeDecks = ()
    debt: OneSum = 0


Terms.malformed = MalformedAction


class TermsKind(Nested):
    """A side of a deal. A record keeps it in several fields that begin alike.

    A debt is kept in one field for both sides: above 0 if the proposer gets it settled, below 0 if he gives it.
    """

    ref = "terms"

    def __init__(self, *, sign: int) -> None:
        super().__init__("the terms of a deal", Terms)
        self.sign = sign

    def places(self, place: str) -> dict[str, str]:
        """Return the record's fields for the parts of the terms, except the debt."""
        return {"deeds": place, "cash": f"{place}_cash", "jail_cards": f"{place}_cards"}

    def store(self, record: Structure, place: str, value: object) -> None:
        places = self.places(place)
        for part in Terms.parts:
            if part.name in places:
                part.kind.store(record, places[part.name], getattr(value, part.name))
        debt = cast(Terms, value).debt
        if debt:
            cast(Any, record).debt = self.sign * debt

    def fetch(self, record: Structure, place: str) -> Terms:
        places = self.places(place)
        kept = {part.name: part.kind.fetch(record, places[part.name]) for part in Terms.parts if part.name in places}
        return build(Terms, {**kept, "debt": max(0, self.sign * cast(Any, record).debt)})


Give: TypeAlias = Annotated[Terms, TermsKind(sign=-1)]
Get: TypeAlias = Annotated[Terms, TermsKind(sign=1)]


class BaseAction(Model):
    """The base class of actions: the kernel's number, a name, a role, and who can do it."""

    __slots__ = ()
    malformed = MalformedAction
    code: ClassVar[int]
    name: ClassVar[str]
    role: ClassVar[Role]
    actor: ClassVar[Actor]

    def to_json(self) -> dict[str, Json]:
        """Return the action as a plain mapping: its name under "do", then its fields."""
        return {"do": self.name, **super().to_json()}


BY_NAME: dict[str, type[BaseAction]] = {}
BY_CODE: dict[int, type[BaseAction]] = {}


@dataclass_transform(frozen_default=True)
def action(code: int, name: str, role: Role, **places: str) -> Callable[[Class], Class]:
    """Make a class of annotations an action. `places` says where the kernel's record keeps a field of another name."""
    actor: Actor = role if role == "nature" or role == "clock" else "seat"

    def make(made: Class) -> Class:
        finished = model(**places)(made)
        finished.code, finished.name, finished.role, finished.actor = code, name, role, actor
        BY_NAME[name] = BY_CODE[code] = finished
        return finished

    return make


# --- the turn -------------------------------------------------------------------------------------------------------
@action(codes.A_ROLL, "roll", "decision")
class Roll(BaseAction):
    """Throw the dice."""


@action(codes.A_BUY, "buy", "decision")
class Buy(BaseAction):
    """Buy the offered deed at its printed price."""


@action(codes.A_DECLINE, "decline", "decision")
class Decline(BaseAction):
    """Do not buy the offered deed."""


@action(codes.A_TAX, "tax", "decision", choice="x")
class Tax(BaseAction):
    """Choose how to pay Income Tax, before adding up."""

    choice: OneChoice


@action(codes.A_PAY_TEN, "pay-ten", "decision")
class PayTen(BaseAction):
    """Pay the $10 of the card that gives the choice."""


@action(codes.A_TAKE_CHANCE, "take-chance", "decision")
class TakeChance(BaseAction):
    """Take a Chance card instead of paying $10."""


@action(codes.A_END_TURN, "end-turn", "decision")
class EndTurn(BaseAction):
    """End the turn."""


@action(codes.A_DONE, "done", "decision")
class Done(BaseAction):
    """Do nothing more for now."""


# --- jail -----------------------------------------------------------------------------------------------------------
@action(codes.A_PAY_FINE, "pay-fine", "decision")
class PayFine(BaseAction):
    """Pay the fine and leave Jail before throwing."""


@action(codes.A_USE_CARD, "use-card", "decision", deck="x")
class UseCard(BaseAction):
    """Use a jail card and leave Jail before throwing."""

    deck: OneDeck


# --- auctions and building calls ------------------------------------------------------------------------------------
@action(codes.A_BID, "bid", "decision")
class Bid(BaseAction):
    """Bid a sum in the auction."""

    amount: OneSum


@action(codes.A_PASS, "pass", "decision")
class Pass(BaseAction):
    """Pass on the highest bid."""


@action(codes.A_WANT, "want", "decision", count="amount")
class Want(BaseAction):
    """Say in a building call how many buildings are wanted; 0 for none."""

    count: OneCount


# --- buildings and mortgages ----------------------------------------------------------------------------------------
@action(codes.A_BUILD, "build", "property", deed="space")
class Build(BaseAction):
    """Buy the next building of a lot: a house, or the hotel."""

    deed: OneDeed


@action(codes.A_SELL, "sell", "property", deed="space")
class Sell(BaseAction):
    """Sell a building of a lot to the Bank."""

    deed: OneDeed


@action(codes.A_SELL_GROUP, "sell-group", "property", group="x", houses="amount")
class SellGroup(BaseAction):
    """Sell all hotels of a group to the Bank at once, down to so many houses on the group."""

    group: OneGroup
    houses: OneCount = 0


@action(codes.A_MORTGAGE, "mortgage", "property", deed="space")
class Mortgage(BaseAction):
    """Mortgage a property to the Bank."""

    deed: OneDeed


@action(codes.A_LIFT, "lift", "property", deed="space")
class Lift(BaseAction):
    """Lift the mortgage of a property."""

    deed: OneDeed


@action(codes.A_KEEP, "keep", "decision", deed="space")
class Keep(BaseAction):
    """Keep a property just received mortgaged, and pay the interest."""

    deed: OneDeed


# --- rent, debts, retiring ------------------------------------------------------------------------------------------
@action(codes.A_ASK_RENT, "ask-rent", "rent", deed="space", payer="other")
class AskRent(BaseAction):
    """Ask a player for the rent that fell due on a property."""

    deed: OneDeed
    payer: OneSeat


@action(codes.A_PAY, "pay", "decision")
class Pay(BaseAction):
    """Pay the current debt."""


@action(codes.A_BANKRUPT, "bankrupt", "decision")
class Bankrupt(BaseAction):
    """Go bankrupt to the creditor of the current debt."""


@action(codes.A_RESIGN, "resign", "leave")
class Resign(BaseAction):
    """Give up the game."""


# --- deals ----------------------------------------------------------------------------------------------------------
def check_one_debt(give: Terms, get: Terms) -> None:
    """Raise `MalformedAction` if a deal would settle a debt of each party."""
    if give.debt and get.debt:
        raise MalformedAction("give.debt", "a deal can settle a debt of one party only")


@action(codes.A_OFFER, "offer", "deal", to="other")
class Offer(BaseAction):
    """Propose a deal to another player."""

    to: OneSeat
    give: Give
    get: Get

    def __post_init__(self) -> None:
        BaseAction.__post_init__(self)
        check_one_debt(self.give, self.get)


@action(codes.A_COUNTER, "counter", "deal")
class Counter(BaseAction):
    """Answer an offer with another one."""

    number: OneNumber
    give: Give
    get: Get

    def __post_init__(self) -> None:
        BaseAction.__post_init__(self)
        check_one_debt(self.give, self.get)


@action(codes.A_ACCEPT, "accept", "deal")
class Accept(BaseAction):
    """Accept an offer."""

    number: OneNumber


@action(codes.A_REJECT, "reject", "deal")
class Reject(BaseAction):
    """Reject an offer."""

    number: OneNumber


@action(codes.A_WITHDRAW, "withdraw", "deal")
class Withdraw(BaseAction):
    """Take back your own offer."""

    number: OneNumber


# --- nature and the clock -------------------------------------------------------------------------------------------
@action(codes.A_THROW, "throw", "nature", die1="x", die2="y")
class Throw(BaseAction):
    """Nature throws the dice."""

    die1: OneDie
    die2: OneDie


@action(codes.A_DRAW, "draw", "nature", deck="x", card="y")
class Draw(BaseAction):
    """Nature draws a card."""

    deck: OneDeck
    card: OneCard


@action(codes.A_DEAL, "deal", "nature", seat="other", deed="space")
class Deal(BaseAction):
    """Nature deals a Title Deed before a short game."""

    seat: OneSeat
    deed: OneDeed


@action(codes.A_HOUR, "hour", "clock")
class Hour(BaseAction):
    """The agreed hour strikes."""


Action: TypeAlias = (
    Roll | Buy | Decline | Tax | PayTen | TakeChance | EndTurn | Done | PayFine | UseCard | Bid | Pass | Want
    | Build | Sell | SellGroup | Mortgage | Lift | Keep | AskRent | Pay | Bankrupt | Resign
    | Offer | Counter | Accept | Reject | Withdraw | Throw | Draw | Deal | Hour
)  # fmt: skip
"""Any action."""


def from_json(mapping: Mapping[str, object]) -> Action:
    """Return the action that `to_json` wrote. Raises `MalformedAction`."""
    name = mapping.get("do")
    if not isinstance(name, str) or name not in BY_NAME:
        raise MalformedAction("do", f"expected the name of an action, not {show(name)}{suggestion(name, BY_NAME)}")
    made = BY_NAME[name]
    rest = {key: value for key, value in mapping.items() if key != "do"}
    if "space" in rest and any(part.name == "deed" for part in made.parts):
        rest = {"deed" if key == "space" else key: value for key, value in rest.items()}  # as written before 0.2
    return cast(Action, model_from_json(made, rest))


def to_record(action: Action, seat: int) -> layout.Action:
    """Return the action as the kernel's record, by a seat, `codes.NATURE` or `codes.CLOCK`."""
    if seat not in range(codes.CLOCK + 1):
        raise MalformedAction("seat", f"expected a seat, nature or the clock, not {show(seat)}")
    record = layout.Action(kind=action.code, seat=seat)
    store(action, record)
    return record


def from_record(record: layout.Action) -> Action:
    """Return the action of a kernel record. Raises `MalformedAction`."""
    if record.kind not in BY_CODE:
        raise MalformedAction("kind", f"no action has the number {record.kind}")
    return cast(Action, fetch(BY_CODE[record.kind], record))


def schemas() -> dict[str, Json]:
    """Return every action, and the terms of a deal, as JSON Schema by name."""
    actions: dict[str, Json] = {name: model_schema(made, do=name) for name, made in BY_NAME.items()}
    return {"terms": model_schema(Terms), **actions}
