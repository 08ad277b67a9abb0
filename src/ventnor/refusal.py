"""Why an action is refused: the clause, what it says in this edition, and how it bears on this very action.

The verdict is the kernel's; here its reason is found. An action may be refused for several reasons of one clause: told
is the one that holds in the state at hand. Its sentence is data of the rulebook.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
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
from ventnor.awaiting import WAITS
from ventnor.kernel import codes
from ventnor.kernel.auction import least_bid, reserved
from ventnor.kernel.debt import debt_at_hand, first_debt
from ventnor.kernel.houses import has_won, highest, lowest, room_for
from ventnor.kernel.layout import State, Tables
from ventnor.kernel.ledger import house_prices
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
from ventnor.rulebook.reason import Reason, because
from ventnor.rulebook.sentence import Teller

CAPACITY: Final = "capacity"
"""What stands for a clause where a record of the kernel is full."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action may not be done now."""

    clause: str
    """The id of the clause that forbids it, or "capacity"."""
    because: Reason
    """How it bears on this action: the name of a sentence, and what fills it in."""
    reason: str
    """The same as a sentence, with seats for names."""
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

    def lots(self, space: Space, wrong: Callable[[int], bool]) -> list[str]:
        """The lots of a property's group of which something holds, in the order of the board."""
        return [self.board.spaces[lot].slug for lot in self.board.group(space.group).spaces if wrong(lot)]

    def owns(self, space: Space) -> bool:
        """Whether the seat holds the deed."""
        return self.s.owner[space.index] == self.seat


def refusal_of(
    code: int, s: State, t: Tables, action: Action, seat: int, edition: str, allowed: tuple[Action, ...]
) -> Refusal:
    """The kernel's verdict in words."""
    name = codes.CLAUSE_IDS[code]
    reason = reason_of(code, Case(s, t, action, seat, board(edition)))
    told = teller_of(edition).reason(reason)
    if code == codes.C_CAPACITY:
        return Refusal(CAPACITY, reason, told, "", allowed)
    return Refusal(name, reason, told, clause_of(name).wording(edition), allowed)


@cache
def teller_of(edition: str) -> Teller:
    """Who tells refusals in an edition."""
    return Teller(edition_name=edition)


def reason_of(code: int, case: Case) -> Reason:
    """What of the clause holds here."""
    if code == codes.C_CAPACITY:
        return because("too-much-open")
    if case.s.phase == codes.P_OVER:
        return because("first", wait="nothing")
    told = REASONS.get(code, NOT_NOW)
    return told if isinstance(told, Reason) else told(case)


NOT_NOW: Final = because("not-now")


def why_first(case: Case) -> Reason:
    """What the game waits for comes first."""
    return because("first", wait=WAITS[case.s.awaits])


def why_wait(case: Case) -> Reason:
    """Something else comes first."""
    s = case.s
    if case.has_seat and s.awaited not in {case.seat, codes.NATURE} and s.awaits in {codes.W_THROW, codes.W_END}:
        return because("turn-of", seat=s.awaited)
    return why_first(case)


def why_act_when(case: Case) -> Reason:
    """§act.when"""
    if case.action.actor != "seat":
        if case.has_seat:
            return because("no-players-action", do=case.action.name, source=case.action.actor)
        return why_first(case)
    if not case.has_seat:
        return because("nobody-acts") if case.s.awaits in NATURAL else because("no-such-seat")
    if case.s.out[case.seat]:
        return because("retired", seat=case.seat)
    if case.action.name == "done":
        return because("done-is-no-action")
    return why_first(case)


NATURAL: Final = frozenset({codes.W_DEAL, codes.W_DICE, codes.W_CARD})


def why_buy(case: Case) -> Reason:
    """§buy.option"""
    if case.s.awaits != codes.W_BUY:
        return because("no-deed-on-offer")
    if case.s.awaited != case.seat:
        return because("on-offer-to", deed=case.on_offer.slug, seat=case.s.awaited)
    if isinstance(case.action, Buy):
        return because("deed-too-dear", deed=case.on_offer.slug, amount=case.on_offer.price, cash=case.free_cash)
    return why_first(case)


def why_auction_course(case: Case) -> Reason:
    """§auction.course"""
    s = case.s
    if s.awaits != codes.W_BID:
        return because("no-auction")
    frame = s.frames[s.depth - 1]
    if isinstance(case.action, Pass):
        return because("own-bid") if frame.bidder == case.seat else because("passed-already")
    if not isinstance(case.action, Bid):
        return why_first(case)
    return because("bid-too-low", amount=frame.amount, least=least_bid(s, case.t))


def why_auction_settle(case: Case) -> Reason:
    """§auction.settle"""
    if isinstance(case.action, Bid):
        frame = case.s.frames[case.s.depth - 1]
        free = case.free_cash + (frame.amount if frame.bidder == case.seat else 0)
        return because("bid-too-high", amount=case.action.amount, cash=free)
    if case.has_seat and reserved(case.s, case.seat):
        return because("bound-by-bid", amount=reserved(case.s, case.seat))
    return because("auction-first")


def why_debt(case: Case) -> Reason:
    """§debt.raise"""
    if isinstance(case.action, Offer | Counter | Accept):
        return why_too_poor(case.s, case.parties)
    index = first_debt(case.s, case.seat)
    if index < 0:
        if isinstance(case.action, Pay | Bankrupt):
            return because("owes-nothing", seat=case.seat)
        return because("first", wait="debt")
    amount = case.s.debts[index].amount
    if isinstance(case.action, Pay):
        return because("debt-too-large", amount=amount, cash=case.s.cash[case.seat])
    if case.action.name == "bankrupt":
        return because("debt-can-be-raised", amount=amount)
    return because("debt-first", seat=case.seat, amount=amount)


def why_debt_order(case: Case) -> Reason:
    """§debt.order"""
    s = case.s
    if any(s.debts[i].due and s.debts[i].creditor == case.seat for i in range(s.debt_count)):
        return because("debtor-first", seat=case.seat)
    return because("older-debt-first", debtor=s.debts[debt_at_hand(s)].debtor)


def why_group(case: Case) -> Reason:
    """§houses.group"""
    space = case.space
    if space is None or space.kind != "lot":
        return because("only-lots")
    if not case.owns(space):
        return because("not-owner", deed=space.slug, seat=case.seat)
    missing = case.lots(space, lambda lot: case.s.owner[lot] != case.seat)
    return because("group-incomplete", group=space.group, deeds=missing)


def why_even(case: Case) -> Reason:
    """§houses.even, §sell.even"""
    space = case.space
    if space is None:
        return NOT_NOW
    bound = (lowest if isinstance(case.action, Build) else highest)(case.s, case.t, case.t.group[space.index])
    first = case.lots(space, lambda lot: house_prices(case.s, case.t, lot) == bound)
    return because("uneven", deed=space.slug, do=case.action.name, deeds=first)


def why_hotel(case: Case) -> Reason:
    """§hotels.exchange, §short.three-houses"""
    space = case.space
    if space is None:
        return NOT_NOW
    if case.s.houses[space.index] == codes.HOTEL:
        return because("hotel-already", deed=space.slug)
    short = case.lots(space, lambda lot: case.s.houses[lot] < case.t.houses_per_hotel)
    return because("houses-first", deeds=short)


def why_stock(case: Case) -> Reason:
    """§shortage.wait"""
    return because("stock", houses=case.s.houses_left, hotels=case.s.hotels_left)


def why_call(case: Case) -> Reason:
    """§shortage.auction"""
    s = case.s
    if has_won(s, case.seat):
        return because("first", wait="place")
    if isinstance(case.action, Bid | Pass) and s.awaits == codes.W_BID:
        return because("not-in-this-auction", seat=case.seat)
    if isinstance(case.action, Mortgage | Sell | SellGroup | Offer | Counter | Accept):
        return because("leader-keeps-place")
    if s.awaits not in {codes.W_WANT, codes.W_PLACE}:
        return because("call-open") if isinstance(case.action, Build) else because("no-call")
    room = room_for(s, case.t, case.seat, s.frames[s.depth - 1].what)
    if s.awaited != case.seat:
        return because("asked-now", seat=s.awaited) if room else because("no-room", seat=case.seat)
    if isinstance(case.action, Want):
        return because("room-for", most=room)
    return why_first(case)


def why_build_price(case: Case) -> Reason:
    """§houses.any-time"""
    space = case.space
    cost = case.t.house_price[space.index] if space else 0
    return because("building-too-dear", amount=cost, cash=case.s.cash[case.seat])


def why_sell(case: Case) -> Reason:
    """§sell.buildings"""
    space = case.space
    if space is None:
        return because("not-own-group")
    if not case.owns(space):
        return because("not-owner", deed=space.slug, seat=case.seat)
    return because("no-building", deed=space.slug)


def why_sell_hotel(case: Case) -> Reason:
    """§sell.hotels"""
    if isinstance(case.action, Sell):
        return because("hotel-needs-houses", houses=case.t.houses_per_hotel, left=case.s.houses_left)
    return because("no-hotel-in-group") if case.t.sell_group else because("sold-one-by-one")


def why_mortgage(case: Case) -> Reason:
    """§mortgage.take"""
    space = case.space
    if space is None or not case.owns(space):
        return because("not-owner", deed=space.slug if space else None, seat=case.seat)
    return because("mortgaged-already", deed=space.slug)


def why_lift(case: Case) -> Reason:
    """§mortgage.lift"""
    space = case.space
    if space is None or not case.owns(space):
        return because("not-owner", deed=space.slug if space else None, seat=case.seat)
    if not case.s.mortgaged[space.index]:
        return because("not-mortgaged", deed=space.slug)
    cost = cost_of_lifting(case.s, case.t, space.index)
    return because("lift-too-dear", deed=space.slug, amount=cost, cash=case.s.cash[case.seat])


def why_receive(case: Case) -> Reason:
    """§mortgage.transfer"""
    if isinstance(case.action, Keep):
        return because("not-received")
    if isinstance(case.action, Offer | Counter | Accept):
        return why_interest(case.s, case.t, case.parties)
    return because("first", wait="receive")


def why_rent(case: Case) -> Reason:
    """§rent.ask, §rent.mortgaged"""
    space = case.space
    payer = case.action.payer if isinstance(case.action, AskRent) else 0
    if space and case.s.owner[space.index] == case.seat and case.s.mortgaged[space.index]:
        return because("no-rent-while-mortgaged", deed=space.slug)
    if payer >= case.s.players:
        return because("no-such-seat")
    return because("no-rent", payer=payer, seat=case.seat, deed=space.slug if space else None)


def why_fine(case: Case) -> Reason:
    """§jail.fine"""
    s = case.s
    if not s.jail_turn[case.seat]:
        return because("not-in-jail", seat=case.seat)
    if s.awaits != codes.W_THROW or s.awaited != case.seat:
        return because("fine-on-own-turn")
    if s.jail_turn[case.seat] > case.t.fine_turns:
        return because("too-late-for-fine")
    return because("fine-too-dear", amount=case.t.jail_fine, cash=s.cash[case.seat])


def why_jail_card(case: Case) -> Reason:
    """§jail.card"""
    if not case.s.jail_turn[case.seat]:
        return because("not-in-jail", seat=case.seat)
    if case.s.awaits != codes.W_THROW or case.s.awaited != case.seat:
        return because("card-on-own-turn")
    return because("card-not-held", seat=case.seat)


def why_shape(case: Case) -> Reason:
    """§trade.shape"""
    if isinstance(case.action, Offer):
        other = case.action.to
        if other >= case.s.players:
            return because("no-such-seat")
        if other == case.seat or case.s.out[other]:
            return because("no-deal-with", seat=other)
        if case.action.give.cash and case.action.get.cash:
            return because("cash-one-way")
    return because("deal-needs-property")


def why_dealt(case: Case) -> Reason:
    """§short1935.deal, §short.deal, §timed.hour, §setup.equipment"""
    return because("not-to-be-dealt") if case.t.deeds_dealt else because("no-deeds-dealt")


def why_hour(case: Case) -> Reason:
    """§short1935.hour, §timed.hour"""
    return because("not-to-be-dealt") if isinstance(case.action, Deal) else because("hour-struck")


def why_complete(case: Case) -> Reason:
    """§houses.mortgaged"""
    space = case.space
    if space is None:
        return NOT_NOW
    if case.s.mortgaged[space.index]:
        return because("lot-mortgaged", deed=space.slug)
    return because("group-mortgaged", deeds=case.lots(space, lambda lot: bool(case.s.mortgaged[lot])))


def why_built_on(case: Case) -> Reason:
    """§mortgage.buildings-first"""
    space = case.space
    if space is None:
        return NOT_NOW
    wide = case.t.mortgage_bares_group
    built = case.lots(space, lambda lot: case.s.houses[lot] > 0 and (wide > 0 or lot == space.index))
    return because("buildings-first", deeds=built)


REASONS: Final[Mapping[int, Reason | Callable[[Case], Reason]]] = {
    codes.C_ACT_WHEN: why_act_when,
    codes.C_START_LEFT: why_wait,
    codes.C_MOVE_DOUBLES: why_wait,
    codes.C_START_THROW: lambda case: because("throws-for-start", seat=case.s.awaited),
    codes.C_MOVE_TOTAL: lambda case: (
        because("first", wait="throw") if isinstance(case.action, EndTurn) else because("no-throw-awaited")
    ),
    codes.C_JAIL_THIRD: because("throw-in-jail"),
    codes.C_JAIL_DOUBLES_NO_SECOND: because("no-second-throw"),
    codes.C_CARDS_DRAW: because("no-card-awaited"),
    codes.C_CARDS_DECKS: because("not-that-card"),
    codes.C_SHORT1935_DEAL: why_dealt,
    codes.C_SHORT_DEAL: why_dealt,
    codes.C_SETUP_EQUIPMENT: why_dealt,
    codes.C_BUY_OPTION: why_buy,
    codes.C_AUCTION_COURSE: why_auction_course,
    codes.C_AUCTION_OPENING: lambda case: because("bidding-starts", least=least_bid(case.s, case.t)),
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
    codes.C_MORTGAGE_BUILDINGS_FIRST: why_built_on,
    codes.C_MORTGAGE_LIFT: why_lift,
    codes.C_MORTGAGE_TRANSFER: why_receive,
    codes.C_RENT_ASK: why_rent,
    codes.C_RENT_MORTGAGED: why_rent,
    codes.C_JAIL_FINE: why_fine,
    codes.C_JAIL_CARD: why_jail_card,
    codes.C_TAX_INCOME: lambda case: why_first(case) if case.s.awaits == codes.W_TAX else because("no-tax"),
    codes.C_CARDS_PAY_OR_CHANCE: lambda case: (
        why_first(case) if case.s.awaits == codes.W_CHOICE else because("no-choice")
    ),
    codes.C_CARDS_JAIL_FREE: lambda case: why_jail_cards(case.s, case.parties),
    codes.C_TRADE_PROPERTY: lambda case: why_property(case.s, case.board, case.parties),
    codes.C_TRADE_BUILDINGS_FIRST: lambda case: why_buildings(case.s, case.t, case.board, case.parties),
    codes.C_TRADE_NO_LOANS: because("gift-or-loan"),
    codes.C_TRADE_SHAPE: why_shape,
    codes.C_TRADE_OFFERS: lambda case: why_offers(case.s, case.action, case.parties),
    codes.C_BANKRUPT_RESIGN: because("resign-between-throws"),
    codes.C_SHORT1935_HOUR: why_hour,
    codes.C_TIMED_HOUR: why_hour,
    codes.C_WIN_LAST: because("no-hour"),
}
