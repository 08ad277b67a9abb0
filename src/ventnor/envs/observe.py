"""The observation of a seat. It has what every player at the table can see: no unasked rent, no dice to come."""

from ventnor.envs.layout import (
    ASKED_OFFER,
    ASKED_TURN,
    ASKED_WINDOW,
    DEED_COUNT,
    DEEDS,
    Observation,
)
from ventnor.kernel.auction import least_bid
from ventnor.kernel.codes import BANK, POT, SEATS, W_BID, W_WANT
from ventnor.kernel.layout import Cursor, State, Tables
from ventnor.kernel.scheduler import unanswered_offer


def relative(s: State, seat: int, other: int) -> int:
    """Return a party's number relative to this seat: 0 for itself, then to the left; BANK for no seat."""
    if other < 0 or other >= s.players:
        return BANK
    if other < seat:
        return other - seat + s.players
    return other - seat


def observe(s: State, t: Tables, c: Cursor, seat: int, o: Observation) -> None:
    """Fill in what the seat observes when it is asked."""
    o.players = s.players
    o.awaits = s.awaits
    o.awaited = relative(s, seat, s.awaited)
    o.turn = relative(s, seat, s.turn)
    o.turns = s.turns
    o.throws = s.throws
    o.rounds = s.rounds
    o.doubles = s.doubles
    o.die1 = s.die1
    o.die2 = s.die2
    o.hour = s.hour
    o.pot = s.cash[POT]
    o.houses_left = s.houses_left
    o.hotels_left = s.hotels_left
    o.offers_left = c.memory[seat].offers_left
    other = seat
    for i in range(s.players):
        o.cash[i] = s.cash[other]
        o.space[i] = s.space[other]
        o.jail_turn[i] = s.jail_turn[other]
        o.retired[i] = s.out[other]
        other += 1
        if other == s.players:
            other = 0
    for i in range(s.players, SEATS):
        o.cash[i] = 0
        o.space[i] = 0
        o.jail_turn[i] = 0
        o.retired[i] = 1
    for i in range(SEATS):
        o.debt[i] = 0
    for i in range(s.debt_count):
        debt = s.debts[i]
        # §rent.ask: a debt stands here only after it was asked for. Claims, which were not, are left out.
        o.debt[relative(s, seat, debt.debtor)] += debt.amount
    for i in range(DEED_COUNT):
        space = DEEDS[i]
        o.owner[i] = relative(s, seat, s.owner[space])
        o.houses[i] = s.houses[space]
        o.mortgaged[i] = s.mortgaged[space]
    for deck in range(2):
        o.jail_card[deck] = relative(s, seat, s.jail_card[deck])
        o.unseen[deck] = s.unseen[deck]
    observe_interrupt(s, t, seat, o)
    observe_offer(s, c, seat, o)


def observe_interrupt(s: State, t: Tables, seat: int, o: Observation) -> None:
    """Fill in what interrupts the turn."""
    o.interrupt = 0
    o.item = 0
    o.what = 0
    o.bidder = BANK
    o.bid = 0
    o.least = 0
    if not s.depth:
        return
    frame = s.frames[s.depth - 1]
    o.interrupt = frame.kind
    o.item = frame.space
    if frame.kind == W_BID:
        o.what = frame.stage
        o.bidder = relative(s, seat, frame.bidder)
        o.bid = frame.amount
        if s.awaits == W_BID:
            o.least = least_bid(s, t, seat)
    elif frame.kind == W_WANT:
        o.what = frame.what


def observe_offer(s: State, c: Cursor, seat: int, o: Observation) -> None:
    """Fill in why the seat is asked, and the oldest offer that it has to answer."""
    o.asked = ASKED_TURN
    if s.awaited != seat:
        o.asked = ASKED_WINDOW
    o.proposer = BANK
    o.deal_cash = 0
    o.deal_debt = 0
    o.deal_get_cards = 0
    o.deal_give_cards = 0
    for i in range(DEED_COUNT):
        o.deal[i] = 0
    if not s.offer_count:
        return
    number = unanswered_offer(s, c, seat)
    if not number:
        return
    o.asked = ASKED_OFFER
    for other in range(s.players):
        offer = s.offers[other][seat]
        if offer.number == number:
            o.proposer = relative(s, seat, other)
            o.deal_cash = offer.give_cash - offer.get_cash
            o.deal_debt = -offer.debt
            o.deal_get_cards = offer.give_cards
            o.deal_give_cards = offer.get_cards
            for i in range(DEED_COUNT):
                if offer.give & (1 << DEEDS[i]):
                    o.deal[i] = 1
                elif offer.get & (1 << DEEDS[i]):
                    o.deal[i] = -1
