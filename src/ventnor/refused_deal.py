"""What is wrong with a deal: whose deed, whose cash, whose debt."""

from collections.abc import Iterator
from dataclasses import dataclass

from ventnor.action import Accept, Action, Counter, Offer, Terms
from ventnor.kernel import codes
from ventnor.kernel.debt import first_debt, owed
from ventnor.kernel.layout import State, Tables
from ventnor.kernel.ledger import any_building
from ventnor.kernel.mortgage import interest_due
from ventnor.kernel.trade import find_offer
from ventnor.rulebook.board import Board
from ventnor.rulebook.reason import Reason, because
from ventnor.words.vocabulary import DECK, DEED


@dataclass(frozen=True, slots=True)
class Party:
    """One side of a deal: who gives, and what."""

    seat: int
    deeds: tuple[int, ...]
    decks: tuple[str, ...]
    cash: int

    @classmethod
    def giving(cls, seat: int, terms: Terms) -> "Party":
        """The side of a seat that gives these terms."""
        return cls(seat, tuple(DEED.numbers[slug] for slug in terms.deeds), terms.jail_cards, terms.cash)

    @classmethod
    def holding(cls, seat: int, deeds: int, cards: int, cash: int) -> "Party":
        """The side of a seat as an offer's record keeps it."""
        spaces = tuple(space for space in range(codes.SPACES) if deeds & (1 << space))
        return cls(seat, spaces, tuple(DECK.value(deck) for deck in range(2) if cards & (1 << deck)), cash)


def parties(s: State, action: Action, seat: int) -> tuple[Party, ...]:
    """Both sides of a deal that is offered, countered or accepted; none where the offer answered does not stand."""
    if isinstance(action, Offer):
        return Party.giving(seat, action.give), Party.giving(action.to, action.get)
    if not isinstance(action, Counter | Accept):
        return ()
    found = find_offer(s, action.number)
    if found < 0:
        return ()
    proposer, other = divmod(found, codes.SEATS)
    if isinstance(action, Counter):
        return Party.giving(seat, action.give), Party.giving(proposer, action.get)
    offer = s.offers[proposer][other]
    return (
        Party.holding(proposer, offer.give, offer.give_cards, offer.give_cash),
        Party.holding(other, offer.get, offer.get_cards, offer.get_cash),
    )


def why_property(s: State, board: Board, sides: tuple[Party, ...]) -> Reason:
    """§trade.property"""
    wrong = (
        because("not-owner", deed=board.spaces[space].slug, seat=side.seat)
        for side in sides
        for space in side.deeds
        if s.owner[space] != side.seat
    )
    return next(wrong, because("not-givers"))


def why_buildings(s: State, t: Tables, board: Board, sides: tuple[Party, ...]) -> Reason:
    """§trade.buildings-first"""
    wrong = (
        because("buildings-on-group", deed=board.spaces[space].slug, deeds=built_on(s, board, space))
        for side in sides
        for space in side.deeds
        if any_building(s, t, t.group[space])
    )
    return next(wrong, because("buildings-on-group"))


def built_on(s: State, board: Board, space: int) -> list[str]:
    """The lots of a property's group with buildings on them."""
    lots = board.group(board.spaces[space].group).spaces
    return [board.spaces[lot].slug for lot in lots if s.houses[lot]]


def why_jail_cards(s: State, sides: tuple[Party, ...]) -> Reason:
    """§cards.jail-free"""
    wrong = (
        because("jail-card-not-held", seat=side.seat)
        for side in sides
        for deck in side.decks
        if s.jail_card[DECK.numbers[deck]] != side.seat
    )
    return next(wrong, because("only-holder-sells"))


def why_offers(s: State, action: Action, sides: tuple[Party, ...]) -> Reason:
    """§trade.offers"""
    if isinstance(action, Offer | Counter):
        for side in sides:
            if s.cash[side.seat] < side.cash:
                return because("cash-short", seat=side.seat, cash=s.cash[side.seat], amount=side.cash)
    return because("no-such-offer")


def why_interest(s: State, t: Tables, sides: tuple[Party, ...]) -> Reason:
    """§mortgage.transfer"""
    for taker, giver in pairs(sides):
        due = interest_due(s, t, sum(1 << space for space in giver.deeds))
        left = s.cash[taker.seat] + giver.cash - taker.cash
        if left < due:
            return because("interest-too-dear", seat=taker.seat, cash=left, amount=due)
    return because("interest-out-of-reach")


def why_too_poor(s: State, sides: tuple[Party, ...]) -> Reason:
    """§debt.raise. §rent.ask: nobody is told here of a rent that its owner has not asked for."""
    owing = [side.seat for side in sides if owed(s, side.seat)]
    unasked = any(s.claims[index].payer in owing for index in range(s.claim_count))
    if len(owing) != 1 or unasked:
        return because("deal-leaves-too-little")
    return because("debt-out-of-reach", seat=owing[0], amount=owed(s, owing[0]))


def why_in_kind(s: State, action: Action, seat: int, sides: tuple[Party, ...]) -> Reason:
    """§debt.in-kind"""
    index = first_debt(s, seat)
    if index < 0 or len(sides) < 2 or s.debts[index].creditor != sides[1].seat:
        return because("no-debt-in-kind")
    if isinstance(action, Offer | Counter) and action.get.debt > s.debts[index].amount:
        return because("debt-is-less", amount=s.debts[index].amount, wanted=action.get.debt)
    return because("in-kind-for-property")


def pairs(sides: tuple[Party, ...]) -> Iterator[tuple[Party, Party]]:
    """Each side as the one that takes, with the one that gives."""
    if len(sides) == 2:
        yield sides[0], sides[1]
        yield sides[1], sides[0]
