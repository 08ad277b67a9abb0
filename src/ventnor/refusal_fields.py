"""The fields of each reason's sentence: who, which deed, how much.

The kernel has said why an action is refused. Nothing here decides that again: each function looks up what its reason's
sentence names. Where a deal has two parties, the kernel's own functions say which of them, or which deed, it is about.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from ventnor.action import Action, to_record
from ventnor.awaiting import WAITS
from ventnor.kernel import codes, layout, reasons
from ventnor.kernel.auction import free_to_bid, least_bid, reserved
from ventnor.kernel.debt import bound_by_debts, debt_at_hand, first_debt, owed, owed_to
from ventnor.kernel.houses import next_building, refuse_site, room_for
from ventnor.kernel.layout import State, Tables
from ventnor.kernel.mortgage import cost_of_lifting, interest_due, refuse_mortgage
from ventnor.kernel.sell import most_to_stay, refuse_sell
from ventnor.kernel.shortage import open_call, promised_houses
from ventnor.kernel.trade import find_offer, refuse_deeds, refuse_jail_cards, refuse_party
from ventnor.rulebook.board import Board
from ventnor.words.vocabulary import BUILDING

Fields: TypeAlias = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Side:
    """One party to a deal: what it gives and gets. `cash` is what it gives; `gain` what it gets, less what it gives."""

    seat: int
    deeds: int
    gets: int
    cards: int
    cash: int
    gain: int
    settles: int


@dataclass(frozen=True, slots=True)
class Case:
    """A refused action, and where it was tried."""

    s: State
    t: Tables
    action: Action
    seat: int
    board: Board

    @property
    def record(self) -> layout.Action:
        """Return the action as the kernel has it."""
        return to_record(self.action, self.seat)

    @property
    def space(self) -> int:
        """Return the space that the action names."""
        return self.record.space

    @property
    def top(self) -> layout.Frame:
        """Return the latest interruption of the turn."""
        return self.s.frames[self.s.depth - 1]

    @property
    def cash(self) -> int:
        """Return the cash of the seat that tried."""
        return self.s.cash[self.seat]

    @property
    def deed(self) -> str:
        """Return the name of the space that the action names."""
        return self.slug(self.space)

    @property
    def building(self) -> str:
        """Return the next building of the lot that the action names."""
        return BUILDING.value(next_building(self.s, self.t, self.space))

    @property
    def sides(self) -> tuple[Side, Side]:
        """Return both parties to the deal that the action is about."""
        a = self.record
        if a.kind == codes.A_OFFER:
            return sides_of(self.seat, a.other, a)
        proposer, other = divmod(find_offer(self.s, a.number), codes.SEATS)
        if a.kind == codes.A_COUNTER:
            return sides_of(other, proposer, a)
        return sides_of(proposer, other, self.s.offers[proposer][other])

    def slug(self, space: int) -> str:
        """Return the name of a space."""
        return self.board.spaces[space].slug

    def lots(self, space: int, wanted: Callable[[int], bool]) -> list[str]:
        """Return the wanted lots of a space's group, in the order of the board."""
        return [self.slug(lot) for lot in self.board.group(self.board.spaces[space].group).spaces if wanted(lot)]

    def holder(self, kind: int) -> int:
        """Return who has to answer an interruption of this kind: the seat that tried if it is one of them."""
        frames = [self.s.frames[i] for i in range(self.s.depth)]
        seats = [frame.seat for frame in frames if frame.kind == kind]
        return self.seat if self.seat in seats else seats[-1]

    def debt(self, seat: int) -> int:
        """Return the oldest debt of a seat."""
        return self.s.debts[first_debt(self.s, seat)].amount

    def party(self) -> tuple[Side, Side]:
        """Return the party that a deal would leave with too little, and its partner."""
        one, other = self.sides
        short = refuse_party(self.s, self.t, one.seat, other.seat, one.deeds, one.gets, one.gain, one.settles)
        return (one, other) if short else (other, one)

    def wrong_deeds(self, reason: int) -> Iterator[tuple[int, int]]:
        """Return the deeds of a deal that are refused for this reason, each with the seat that would give it."""
        for side in self.sides:
            for space in bits(side.deeds, codes.SPACES):
                if refuse_deeds(self.s, self.t, side.seat, 1 << space) == reason:
                    yield side.seat, space


def sides_of(seat: int, other: int, terms: layout.Action | layout.Offer) -> tuple[Side, Side]:
    """Return the parties to a deal, who offers it first."""
    gain = terms.get_cash - terms.give_cash
    return (
        Side(seat, terms.give, terms.get, terms.give_cards, terms.give_cash, gain, max(terms.debt, 0)),
        Side(other, terms.get, terms.give, terms.get_cards, terms.get_cash, -gain, max(-terms.debt, 0)),
    )


def bits(mask: int, count: int) -> Iterable[int]:
    """Return the numbers of the bits that are set."""
    return (bit for bit in range(count) if mask & (1 << bit))


def fields_of(reason: int, case: Case) -> dict[str, object]:
    """Return the fields for the sentence of a reason."""
    found = FIELDS.get(reason)
    return dict(found(case)) if found else {}


def by_whom(case: Case) -> Fields:
    """Return the seat that tried."""
    return {"seat": case.seat}


def for_whom(case: Case) -> Fields:
    """Return the seat for which the game waits."""
    return {"seat": case.s.awaited}


def which_deed(case: Case) -> Fields:
    """Return the deed, and who tried."""
    return {"deed": case.deed, "seat": case.seat}


def which_group(case: Case) -> Fields:
    """Return the group that the action names."""
    return {"group": case.board.groups[case.record.x].slug}


def on_offer(case: Case) -> Fields:
    """Return the deed that may be bought, and by whom."""
    return {"deed": case.slug(case.top.space), "seat": case.s.awaited}


def holder_of(kind: int) -> Callable[[Case], Fields]:
    """Return who has to answer an interruption of a kind."""
    return lambda case: {"seat": case.holder(kind)}


def placer(case: Case) -> Fields:
    """Return who has to place a building of the call."""
    s = case.s
    return {"seat": s.awaited if s.awaits == codes.W_PLACE else s.frames[open_call(s)].other}


def debt_at_hand_of(case: Case) -> Fields:
    """Return the debt for which the game waits."""
    debt = case.s.debts[debt_at_hand(case.s)]
    return {"seat": debt.debtor, "amount": debt.amount}


def own_debt(case: Case) -> Fields:
    """Return the oldest debt of the seat that tried, and its cash."""
    return {"seat": case.seat, "amount": case.debt(case.seat), "cash": case.cash}


def missing_lots(case: Case) -> Fields:
    """Return the lots of a group that the seat does not own."""
    lots = case.lots(case.space, lambda lot: case.s.owner[lot] != case.seat)
    return {"group": case.board.spaces[case.space].group, "deeds": lots}


def mortgaged_lots(case: Case) -> Fields:
    """Return the mortgaged lots of a group."""
    return {"deed": case.deed, "deeds": case.lots(case.space, lambda lot: bool(case.s.mortgaged[lot]))}


def lots_to_build_on(case: Case) -> Fields:
    """Return the lots of the group on which the law lets the owner build next."""
    lots = case.lots(case.space, lambda lot: refuse_site(case.s, case.t, case.seat, lot) == reasons.LAWFUL)
    return {"deed": case.deed, "deeds": lots}


def lots_short_of_houses(case: Case) -> Fields:
    """Return the same lots, and how many houses each needs before the group can have a hotel."""
    return {"count": case.t.houses_per_hotel, "deeds": lots_to_build_on(case)["deeds"]}


def lots_to_sell_from(case: Case) -> Fields:
    """Return the lots of the group with buildings that the law does not call uneven to sell."""

    def is_next(lot: int) -> bool:
        record = case.record
        record.space = lot
        return refuse_sell(case.s, case.t, record) not in {reasons.R_SELL_EVENLY, reasons.R_NO_BUILDING}

    return {"deed": case.deed, "deeds": case.lots(case.space, is_next)}


def lots_to_clear(case: Case) -> Fields:
    """Return the lots whose buildings are sold before the mortgage: those that the law minds even by themselves."""

    def is_in_the_way(lot: int) -> bool:
        alone = State.from_buffer_copy(case.s)
        for space in range(codes.SPACES):
            alone.houses[space] = case.s.houses[space] if space == lot else 0
        return refuse_mortgage(alone, case.t, case.record) == reasons.R_SELL_BEFORE_MORTGAGE

    return {"deeds": case.lots(case.space, is_in_the_way)}


def leader(case: Case) -> Fields:
    """Return who leads the bidding for a building: the giver of a deed, or the seat that tried."""
    if case.record.kind not in {codes.A_OFFER, codes.A_COUNTER, codes.A_ACCEPT}:
        return {"seat": case.seat}
    giver, _ = next(case.wrong_deeds(reasons.R_LEADER_KEEPS_PLACE))
    return {"seat": giver}


def deed_not_owned(case: Case) -> Fields:
    """Return the first deed of a deal that is not its giver's."""
    giver, space = next(case.wrong_deeds(reasons.R_GIVE_OWN))
    return {"deed": case.slug(space), "seat": giver}


def built_group(case: Case) -> Fields:
    """Return the first deed of a deal on whose group there are buildings, and where they are."""
    _, space = next(case.wrong_deeds(reasons.R_SELL_BEFORE_DEAL))
    return {"deed": case.slug(space), "deeds": case.lots(space, lambda lot: case.s.houses[lot] > 0)}


def card_not_held(case: Case) -> Fields:
    """Return the party to a deal that does not hold a jail card it would give."""
    return {"seat": next(side.seat for side in case.sides if refuse_jail_cards(case.s, side.seat, side.cards))}


def short_of_cash(case: Case) -> Fields:
    """Return the party to a deal that has less cash than it would give."""
    side = next(side for side in case.sides if case.s.cash[side.seat] < side.cash)
    return {"seat": side.seat, "cash": case.s.cash[side.seat], "amount": side.cash}


def short_of_interest(case: Case) -> Fields:
    """Return the party to a deal without the cash for the interest on what it gets."""
    side, _ = case.party()
    due = interest_due(case.s, case.t, side.gets)
    return {"seat": side.seat, "cash": case.s.cash[side.seat] + side.gain, "amount": due}


def spent_bid(case: Case) -> Fields:
    """Return the party to a deal that would have less cash than it has bid."""
    seat = case.party()[0].seat
    return {"seat": seat, "amount": reserved(case.s, seat)}


def debt_out_of_reach(case: Case) -> Fields:
    """Return the party to a deal that could not raise its debt any more."""
    side, partner = case.party()
    return {"seat": side.seat, "amount": owed(case.s, side.seat, partner.seat)}


def debt_to_settle(case: Case) -> Fields:
    """Return the debt to the creditor of a deal, and how much of it the deal would settle."""
    one, other = case.sides
    debtor, creditor = (one, other) if one.settles else (other, one)
    due = owed_to(case.s, first_debt(case.s, debtor.seat), creditor.seat)
    return {"debtor": debtor.seat, "creditor": creditor.seat, "amount": due, "wanted": debtor.settles}


def no_rent(case: Case) -> Fields:
    """Return who owes no rent, to whom and for what."""
    return {"payer": case.record.other, "seat": case.seat, "deed": case.deed}


FIELDS: Final[Mapping[int, Callable[[Case], Fields]]] = {
    reasons.R_ONLY_NATURE: lambda case: {"do": case.action.name},
    reasons.R_ONLY_CLOCK: lambda case: {"do": case.action.name},
    reasons.R_NATURE_FIRST: lambda case: {"wait": WAITS[case.s.awaits]},
    reasons.R_RETIRED: by_whom,
    reasons.R_STARTER_FIRST: for_whom,
    reasons.R_OTHERS_TURN: for_whom,
    reasons.R_DEALT_TO_ANOTHER: lambda case: {"seat": case.s.dealt % case.s.players},
    reasons.R_DEED_NOT_IN_BANK: which_deed,
    reasons.R_OFFERED_TO_ANOTHER: on_offer,
    reasons.R_BUY_FIRST: on_offer,
    reasons.R_DEED_TOO_DEAR: lambda case: {
        "deed": case.slug(case.top.space),
        "amount": case.t.price[case.top.space],
        "cash": case.cash,
    },
    reasons.R_BID_TOO_LOW: lambda case: {"amount": case.top.amount, "least": least_bid(case.s, case.t, case.seat)},
    reasons.R_OWN_BID: by_whom,
    reasons.R_PASSED_ALREADY: by_whom,
    reasons.R_OPENING_BID_TOO_LOW: lambda case: {"least": least_bid(case.s, case.t, case.seat)},
    reasons.R_BID_BELOW_REFUND: lambda case: {"least": least_bid(case.s, case.t, case.seat)},
    reasons.R_LOT_ABOVE_BID: lambda case: {"amount": case.s.frames[open_call(case.s)].amount},
    reasons.R_BID_TOO_HIGH: lambda case: {
        "amount": case.record.amount,
        "cash": free_to_bid(case.s, case.seat) + bound_by_debts(case.s, case.seat),
    },
    reasons.R_DEBT_BEFORE_BID: lambda case: {"seat": case.seat, "amount": bound_by_debts(case.s, case.seat)},
    reasons.R_BOUND_BY_BID: lambda case: {"seat": case.seat, "amount": reserved(case.s, case.seat)},
    reasons.R_DEAL_SPENDS_BID: spent_bid,
    reasons.R_NO_RENT: no_rent,
    reasons.R_NO_RENT_IN_JAIL: by_whom,
    reasons.R_NO_RENT_WHILE_MORTGAGED: which_deed,
    reasons.R_CHOICE_FIRST: holder_of(codes.W_CHOICE),
    reasons.R_TAX_FIRST: holder_of(codes.W_TAX),
    reasons.R_FINE_OUTSIDE_JAIL: by_whom,
    reasons.R_FINE_TOO_DEAR: lambda case: {"amount": case.t.jail_fine, "cash": case.cash},
    reasons.R_CARD_OUTSIDE_JAIL: by_whom,
    reasons.R_CARD_NOT_HELD: by_whom,
    reasons.R_FREED_BY_DOUBLES: by_whom,
    reasons.R_BUILD_ON_OWN: which_deed,
    reasons.R_GROUP_INCOMPLETE: missing_lots,
    reasons.R_LOT_MORTGAGED: which_deed,
    reasons.R_GROUP_MORTGAGED: mortgaged_lots,
    reasons.R_BUILD_EVENLY: lots_to_build_on,
    reasons.R_LIFT_TO_BUILD: mortgaged_lots,
    reasons.R_BUILDING_TOO_DEAR: lambda case: {"amount": case.t.house_price[case.space], "cash": case.cash},
    reasons.R_HOTEL_ALREADY: which_deed,
    reasons.R_HOUSES_BEFORE_HOTEL: lots_short_of_houses,
    reasons.R_LIFT_BEFORE_HOTEL: mortgaged_lots,
    reasons.R_BANK_HAS_NONE: lambda case: {"building": case.building},
    reasons.R_CALL_FOR_OTHERS: lambda case: {"building": BUILDING.value(case.top.what)},
    reasons.R_WISH_SAID: by_whom,
    reasons.R_NO_ROOM: by_whom,
    reasons.R_ANOTHERS_WISH: for_whom,
    reasons.R_WISH_TOO_LARGE: lambda case: {"most": room_for(case.s, case.t, case.seat, case.top.what)},
    reasons.R_WANT_FIRST: for_whom,
    reasons.R_PLACE_FIRST: placer,
    reasons.R_LEADER_KEEPS_PLACE: leader,
    reasons.R_SELL_OWN: which_deed,
    reasons.R_NO_BUILDING: which_deed,
    reasons.R_NOT_OWN_GROUP: lambda case: {"seat": case.seat, **which_group(case)},
    reasons.R_SELL_EVENLY: lots_to_sell_from,
    reasons.R_HOTEL_NEEDS_HOUSES: lambda case: {
        "count": case.t.houses_per_hotel,
        "left": case.s.houses_left - promised_houses(case.s),
    },
    reasons.R_NO_HOTEL_IN_GROUP: which_group,
    reasons.R_TOO_MANY_STAY: lambda case: {
        "count": most_to_stay(case.s, case.t, case.record.x),
        **which_group(case),
    },
    reasons.R_MORTGAGE_OWN: which_deed,
    reasons.R_MORTGAGED_ALREADY: which_deed,
    reasons.R_SELL_BEFORE_MORTGAGE: lots_to_clear,
    reasons.R_LIFT_OWN: which_deed,
    reasons.R_NOT_MORTGAGED: which_deed,
    reasons.R_LIFT_TOO_DEAR: lambda case: {
        "deed": case.deed,
        "amount": cost_of_lifting(case.s, case.t, case.space),
        "cash": case.cash,
    },
    reasons.R_LIFT_LEAVES_TOO_LITTLE: which_deed,
    reasons.R_NOT_RECEIVED: which_deed,
    reasons.R_RECEIVE_FIRST: holder_of(codes.W_RECEIVE),
    reasons.R_INTEREST_TOO_DEAR: short_of_interest,
    reasons.R_PARTNER_RETIRED: lambda case: {"seat": case.record.other},
    reasons.R_GIVE_OWN: deed_not_owned,
    reasons.R_SELL_BEFORE_DEAL: built_group,
    reasons.R_JAIL_CARD_NOT_HELD: card_not_held,
    reasons.R_CASH_SHORT: short_of_cash,
    reasons.R_NO_SUCH_OFFER: lambda case: {"number": case.record.number},
    reasons.R_OFFER_TO_ANOTHER: lambda case: {"number": case.record.number},
    reasons.R_OFFER_OF_ANOTHER: lambda case: {"number": case.record.number},
    reasons.R_DEBT_FIRST: debt_at_hand_of,
    reasons.R_OWN_DEBT_FIRST: own_debt,
    reasons.R_OWES_NOTHING: by_whom,
    reasons.R_DEBT_NOT_DUE: lambda case: {"amount": case.debt(case.seat), "wait": WAITS[case.s.awaits]},
    reasons.R_DEBT_TOO_LARGE: own_debt,
    reasons.R_DEBT_CAN_BE_RAISED: own_debt,
    reasons.R_DEBT_OUT_OF_REACH: debt_out_of_reach,
    reasons.R_IS_OWED_FIRST: by_whom,
    reasons.R_OLDER_DEBT_FIRST: lambda case: {"debtor": case.s.debts[debt_at_hand(case.s)].debtor},
    reasons.R_DEBT_IS_LESS: debt_to_settle,
}
"""The functions that return the fields of a reason's sentence. Sentences of other reasons have no fields."""
