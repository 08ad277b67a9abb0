"""Why an action is refused: the clause, what it says in this edition, and how it bears on this very action.

The verdict is the kernel's; here it is put into words. An action may be refused for several reasons of one clause: the
words are about the one that holds in the state at hand.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from ventnor.action import (
    Accept,
    Action,
    AskRent,
    Bankrupt,
    Bid,
    Build,
    Buy,
    Counter,
    Deal,
    EndTurn,
    Keep,
    Lift,
    Mortgage,
    Offer,
    Pass,
    Pay,
    Sell,
    SellGroup,
    Want,
)
from ventnor.awaiting import WAITS, Wait
from ventnor.kernel import codes
from ventnor.kernel.auction import least_bid, reserved
from ventnor.kernel.debt import debt_at_hand, first_debt
from ventnor.kernel.houses import has_won, room_for
from ventnor.kernel.layout import State, Tables
from ventnor.kernel.ledger import owns_group
from ventnor.kernel.mortgage import cost_of_lifting
from ventnor.refused_deal import (
    Party,
    parties,
    why_buildings,
    why_in_kind,
    why_interest,
    why_jail_cards,
    why_offers,
    why_property,
    why_too_poor,
)
from ventnor.rulebook.board import Board, Space, board
from ventnor.rulebook.clause import clause as clause_of

CAPACITY: Final = "capacity"
"""What stands for a clause where a record of the kernel is full."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action may not be done now."""

    clause: str
    """The id of the clause that forbids it, or "capacity"."""
    reason: str
    """How it bears on this action, in a sentence."""
    rule: str
    """What the clause says in this edition."""
    allowed: tuple[Action, ...]
    """The menu of the seat that asked."""

    @property
    def why(self) -> str:
        """The reason and the rule."""
        return f"{self.reason} {self.rule}".strip()

    def __str__(self) -> str:
        return f"{self.reason} (§{self.clause})"


class IllegalAction(ValueError):
    """An action that may not be done now. The game is unchanged."""

    def __init__(self, text: str, refusal: Refusal) -> None:
        super().__init__(f"{text}: {refusal}")
        self.refusal = refusal
        self.clause = refusal.clause
        self.why = refusal.why
        self.allowed = refusal.allowed


class RecordFull(IllegalAction):
    """A lawful action for which the game's record has no room: more stands open at once than any game should need."""


@dataclass(frozen=True, slots=True)
class Case:
    """An action that was refused, and all that is needed to say why."""

    s: State
    t: Tables
    action: Action
    seat: int
    board: Board

    @property
    def space(self) -> Space | None:
        """The property that the action names."""
        if isinstance(self.action, Build | Sell | Mortgage | Lift | Keep | AskRent):
            return self.board.space(self.action.space)
        return None

    @property
    def on_offer(self) -> Space:
        """The property that the topmost interruption is about."""
        return self.board.spaces[self.s.frames[self.s.depth - 1].space]

    @property
    def free_cash(self) -> int:
        """The seat's cash, less what stands as its bid."""
        return self.s.cash[self.seat] - reserved(self.s, self.seat)

    @property
    def has_seat(self) -> bool:
        """Whether the one who acts is a player at the table."""
        return 0 <= self.seat < self.s.players

    @property
    def parties(self) -> tuple[Party, ...]:
        """Both sides of the deal that the action is about."""
        return parties(self.s, self.action, self.seat)

    def owns(self, space: Space) -> bool:
        """Whether the seat holds the deed."""
        return self.s.owner[space.index] == self.seat


def refusal_of(
    code: int, s: State, t: Tables, action: Action, seat: int, edition: str, allowed: tuple[Action, ...]
) -> Refusal:
    """The kernel's verdict in words."""
    name = codes.CLAUSE_IDS[code]
    case = Case(s, t, action, seat, board(edition))
    if code == codes.C_CAPACITY:
        return Refusal(CAPACITY, "Too much stands open at once: finish something first.", "", allowed)
    told = REASONS.get(code, "That is not possible now.") if s.phase != codes.P_OVER else FIRST["nothing"]
    reason = told if isinstance(told, str) else told(case)
    return Refusal(name, reason, clause_of(name).wording(edition), allowed)


FIRST: Final[dict[Wait, str]] = {
    "nothing": "The game is over.",
    "deal": "A deed is being dealt.",
    "dice": "The dice are in the air.",
    "card": "A card is being drawn.",
    "buy": "The deed on offer must be bought or declined first.",
    "bid": "An auction is under way.",
    "tax": "The tax must be chosen first.",
    "choice": "The choice on the card comes first.",
    "want": "A building call is under way.",
    "place": "What the building call brought must be placed first.",
    "receive": "Mortgaged deeds just received must be kept or lifted first.",
    "throw": "A throw comes first.",
    "debt": "A debt must be paid first.",
    "end": "The turn is played: only doubles give another throw.",
    "last-rent": "The hour has struck, and only the last rents are still open.",
}


def why_wait(case: Case) -> str:
    """Something else comes first."""
    s = case.s
    first = FIRST[WAITS[s.awaits]]
    if case.has_seat and s.awaited not in {case.seat, codes.NATURE} and s.awaits in {codes.W_THROW, codes.W_END}:
        return f"It is seat {s.awaited}'s turn."
    return first


def why_act_when(case: Case) -> str:
    """§act.when"""
    if case.action.actor != "seat":
        if case.has_seat:
            source = "the clock" if case.action.actor == "clock" else "nature"
            return f"No player does `{case.action.name}`: that comes from {source}."
        return FIRST[WAITS[case.s.awaits]]
    if not case.has_seat:
        return "Nobody may act now." if case.s.awaits in NATURAL else "There is no such seat at the table."
    if case.s.out[case.seat]:
        return f"Seat {case.seat} has retired."
    if case.action.name == "done":
        return "`done` ends a bot's window and is no action of the game."
    return FIRST[WAITS[case.s.awaits]]


NATURAL: Final = frozenset({codes.W_DEAL, codes.W_DICE, codes.W_CARD})


def why_buy(case: Case) -> str:
    """§buy.option"""
    if case.s.awaits != codes.W_BUY:
        return "No deed is on offer."
    if case.s.awaited != case.seat:
        return f"{case.on_offer.name} is on offer to seat {case.s.awaited}."
    if isinstance(case.action, Buy):
        return f"{case.on_offer.name} costs ${case.on_offer.price}, and there is ${case.free_cash} to spend."
    return FIRST["buy"]


def why_auction_course(case: Case) -> str:
    """§auction.course"""
    s = case.s
    if s.awaits != codes.W_BID:
        return "There is no auction."
    frame = s.frames[s.depth - 1]
    if isinstance(case.action, Pass):
        return "The standing bid is one's own." if frame.bidder == case.seat else "One pass for each bid is enough."
    if not isinstance(case.action, Bid):
        return FIRST["bid"]
    return f"The standing bid is ${frame.amount}: bid at least ${least_bid(s, case.t)}."


def why_auction_settle(case: Case) -> str:
    """§auction.settle"""
    if isinstance(case.action, Bid):
        frame = case.s.frames[case.s.depth - 1]
        free = case.free_cash + (frame.amount if frame.bidder == case.seat else 0)
        return f"A bid of ${case.action.amount} is more than the ${free} there is to bid with."
    if case.has_seat and reserved(case.s, case.seat):
        return f"${reserved(case.s, case.seat)} is bound by a bid in the auction."
    return "What is on the block is sold first."


def why_debt(case: Case) -> str:
    """§debt.raise"""
    if isinstance(case.action, Offer | Counter | Accept):
        return why_too_poor(case.s, case.parties)
    index = first_debt(case.s, case.seat)
    if index < 0:
        return f"Seat {case.seat} owes nothing." if isinstance(case.action, Pay | Bankrupt) else FIRST["debt"]
    amount = case.s.debts[index].amount
    if isinstance(case.action, Pay):
        return f"The debt is ${amount}, and there is ${case.s.cash[case.seat]}."
    if case.action.name == "bankrupt":
        return f"The debt of ${amount} can still be raised by selling and mortgaging."
    return f"Seat {case.seat} owes ${amount} and must pay it first."


def why_debt_order(case: Case) -> str:
    """§debt.order"""
    s = case.s
    if any(s.debts[i].due and s.debts[i].creditor == case.seat for i in range(s.debt_count)):
        return f"Another player still owes seat {case.seat}: that comes first."
    return f"The older debt of seat {s.debts[debt_at_hand(s)].debtor} comes first."


def why_group(case: Case) -> str:
    """§houses.group"""
    space = case.space
    if space is None or space.kind != "lot":
        return "Only colour lots take buildings."
    if not case.owns(space):
        return f"{space.name} is not seat {case.seat}'s."
    return f"The {case.board.group(space.group).name} group is not complete."


def why_even(case: Case) -> str:
    """§houses.even, §sell.even"""
    name = case.space.name if case.space else "That lot"
    return (
        f"{name} has {'more' if isinstance(case.action, Build) else 'fewer'} buildings than another lot of its group."
    )


def why_hotel(case: Case) -> str:
    """§hotels.exchange, §short.three-houses"""
    space = case.space
    if space and case.s.houses[space.index] == codes.HOTEL:
        return f"{space.name} has a hotel already."
    return "Every lot of the group needs its houses before one gets a hotel."


def why_stock(case: Case) -> str:
    """§shortage.wait"""
    return f"The Bank has {case.s.houses_left} houses and {case.s.hotels_left} hotels left."


def why_call(case: Case) -> str:
    """§shortage.auction"""
    s = case.s
    if has_won(s, case.seat):
        return FIRST["place"]
    if isinstance(case.action, Bid | Pass) and s.awaits == codes.W_BID:
        return f"Seat {case.seat} takes no part in this auction: it is for those in the call who have room."
    if isinstance(case.action, Mortgage | Sell | SellGroup | Offer | Counter | Accept):
        return "Who leads for a building must not lose the place for it."
    if s.awaits not in {codes.W_WANT, codes.W_PLACE}:
        return "A building call is open." if isinstance(case.action, Build) else "There is no building call."
    if s.awaited != case.seat:
        if not room_for(s, case.t, case.seat, s.frames[s.depth - 1].what):
            return f"Seat {case.seat} has no room for what is left, and is not asked."
        return f"Seat {s.awaited} is asked now."
    if isinstance(case.action, Want):
        room = room_for(s, case.t, case.seat, s.frames[s.depth - 1].what)
        return f"There is room for {room} and no more."
    return FIRST[WAITS[s.awaits]]


def why_build_price(case: Case) -> str:
    """§houses.any-time"""
    space = case.space
    cost = case.t.house_price[space.index] if space else 0
    return f"It costs ${cost}, and there is ${case.s.cash[case.seat]}."


def why_sell(case: Case) -> str:
    """§sell.buildings"""
    space = case.space
    if space is None:
        return "The group is not one's own."
    if not case.owns(space):
        return f"{space.name} is not seat {case.seat}'s."
    return f"There is no building on {space.name}."


def why_sell_hotel(case: Case) -> str:
    """§sell.hotels"""
    if isinstance(case.action, Sell):
        need = case.t.houses_per_hotel
        return f"The hotel would need {need} houses in its place, and the Bank has {case.s.houses_left}."
    return "There is no hotel in the group." if case.t.sell_group else "Buildings are sold one by one in this edition."


def why_mortgage(case: Case) -> str:
    """§mortgage.take"""
    space = case.space
    if space is None or not case.owns(space):
        return f"{space.name if space else 'That'} is not seat {case.seat}'s."
    return f"{space.name} is mortgaged already."


def why_lift(case: Case) -> str:
    """§mortgage.lift"""
    space = case.space
    if space is None or not case.owns(space):
        return f"{space.name if space else 'That'} is not seat {case.seat}'s."
    if not case.s.mortgaged[space.index]:
        return f"{space.name} is not mortgaged."
    cost = cost_of_lifting(case.s, case.t, space.index)
    return f"Lifting the mortgage of {space.name} costs ${cost}, and there is ${case.s.cash[case.seat]}."


def why_receive(case: Case) -> str:
    """§mortgage.transfer"""
    if isinstance(case.action, Keep):
        return "No such deed has just been received."
    if isinstance(case.action, Offer | Counter | Accept):
        return why_interest(case.s, case.t, case.parties)
    return FIRST["receive"]


def why_rent(case: Case) -> str:
    """§rent.ask, §rent.mortgaged"""
    space = case.space
    payer = case.action.payer if isinstance(case.action, AskRent) else 0
    if space and case.s.owner[space.index] == case.seat and case.s.mortgaged[space.index]:
        return f"{space.name} is mortgaged: no rent is due for it."
    return f"Seat {payer} owes seat {case.seat} no rent for {space.name if space else 'that'}, or no longer."


def why_fine(case: Case) -> str:
    """§jail.fine"""
    s = case.s
    if not s.jail_turn[case.seat]:
        return f"Seat {case.seat} is not in Jail."
    if s.awaits != codes.W_THROW or s.awaited != case.seat:
        return "The fine is paid on one's own turn, before the throw."
    if s.jail_turn[case.seat] > case.t.fine_turns:
        return "It is too late for that: throw first."
    return f"The fine is ${case.t.jail_fine}, and there is ${s.cash[case.seat]}."


def why_jail_card(case: Case) -> str:
    """§jail.card"""
    if not case.s.jail_turn[case.seat]:
        return f"Seat {case.seat} is not in Jail."
    if case.s.awaits != codes.W_THROW or case.s.awaited != case.seat:
        return "A card is used on one's own turn, before the throw."
    return f"Seat {case.seat} does not hold that card."


def why_shape(case: Case) -> str:
    """§trade.shape"""
    if isinstance(case.action, Offer):
        other = case.action.to
        if other == case.seat or other >= case.s.players or case.s.out[other]:
            return f"There is no deal to be made with seat {other}."
        if case.action.give.cash and case.action.get.cash:
            return "Cash goes in one direction only."
    return "A deal needs a deed or a jail card that changes hands, and cash in one direction only."


def why_dealt(case: Case) -> str:
    """§short1935.deal, §short.deal, §timed.hour, §setup.equipment"""
    return DEALT if case.t.deeds_dealt else "No deeds are dealt in this game."


DEALT: Final = "That deed is not to be dealt to that seat now."


def why_hour(case: Case) -> str:
    """§short1935.hour, §timed.hour"""
    return DEALT if isinstance(case.action, Deal) else "The hour has struck."


def why_turn(case: Case) -> str:
    """§start.left"""
    return why_wait(case)


def why_complete(case: Case) -> str:
    """§houses.mortgaged"""
    space = case.space
    if space and owns_group(case.s, case.t, case.seat, case.t.group[space.index]) and case.s.mortgaged[space.index]:
        return f"{space.name} is mortgaged."
    return "A lot of the group is mortgaged."


REASONS: Final[Mapping[int, str | Callable[[Case], str]]] = {
    codes.C_ACT_WHEN: why_act_when,
    codes.C_START_LEFT: why_turn,
    codes.C_MOVE_DOUBLES: why_wait,
    codes.C_START_THROW: lambda case: f"Seat {case.s.awaited} throws for the start now.",
    codes.C_MOVE_TOTAL: lambda case: (
        FIRST["throw"] if isinstance(case.action, EndTurn) else "The game waits for no throw."
    ),
    codes.C_JAIL_THIRD: "Every turn in Jail has a throw.",
    codes.C_JAIL_DOUBLES_NO_SECOND: "Doubles that free a player from Jail give no second throw.",
    codes.C_CARDS_DRAW: "The game waits for no such card.",
    codes.C_CARDS_DECKS: "That card is not the one that can come up now.",
    codes.C_SHORT1935_DEAL: why_dealt,
    codes.C_SHORT_DEAL: why_dealt,
    codes.C_SETUP_EQUIPMENT: why_dealt,
    codes.C_BUY_OPTION: why_buy,
    codes.C_AUCTION_COURSE: why_auction_course,
    codes.C_AUCTION_OPENING: lambda case: f"Bidding starts at ${least_bid(case.s, case.t)}.",
    codes.C_AUCTION_SETTLE: why_auction_settle,
    codes.C_DEBT_RAISE: why_debt,
    codes.C_DEBT_ORDER: why_debt_order,
    codes.C_DEBT_IN_KIND: lambda case: why_in_kind(case.s, case.action, case.seat, case.parties),
    codes.C_HOUSES_GROUP: why_group,
    codes.C_HOUSES_EVEN: why_even,
    codes.C_HOUSES_MORTGAGED: why_complete,
    codes.C_HOUSES_ANY_TIME: why_build_price,
    codes.C_HOTELS_EXCHANGE: why_hotel,
    codes.C_SHORT_THREE_HOUSES: why_hotel,
    codes.C_SHORTAGE_WAIT: why_stock,
    codes.C_SHORTAGE_AUCTION: why_call,
    codes.C_SELL_BUILDINGS: why_sell,
    codes.C_SELL_EVEN: why_even,
    codes.C_SELL_HOTELS: why_sell_hotel,
    codes.C_MORTGAGE_TAKE: why_mortgage,
    codes.C_MORTGAGE_BUILDINGS_FIRST: "There are buildings that must be sold first.",
    codes.C_MORTGAGE_LIFT: why_lift,
    codes.C_MORTGAGE_TRANSFER: why_receive,
    codes.C_RENT_ASK: why_rent,
    codes.C_RENT_MORTGAGED: why_rent,
    codes.C_JAIL_FINE: why_fine,
    codes.C_JAIL_CARD: why_jail_card,
    codes.C_TAX_INCOME: lambda case: (
        FIRST["tax"] if case.s.awaits == codes.W_TAX else "There is no tax to be chosen by this seat."
    ),
    codes.C_CARDS_PAY_OR_CHANCE: lambda case: (
        FIRST["choice"] if case.s.awaits == codes.W_CHOICE else "There is no card that gives this choice."
    ),
    codes.C_CARDS_JAIL_FREE: lambda case: why_jail_cards(case.s, case.parties),
    codes.C_TRADE_PROPERTY: lambda case: why_property(case.s, case.board, case.parties),
    codes.C_TRADE_BUILDINGS_FIRST: lambda case: why_buildings(case.s, case.t, case.board, case.parties),
    codes.C_TRADE_NO_LOANS: "Cash for nothing would be a gift or a loan.",
    codes.C_TRADE_SHAPE: why_shape,
    codes.C_TRADE_OFFERS: lambda case: why_offers(case.s, case.action, case.parties),
    codes.C_BANKRUPT_RESIGN: "A player resigns between throws, while nothing else is open.",
    codes.C_SHORT1935_HOUR: why_hour,
    codes.C_TIMED_HOUR: why_hour,
    codes.C_WIN_LAST: "This game is not played to an hour.",
}
