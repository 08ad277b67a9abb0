"""Fill a state from a sheet. What is left out gets its value at the start of a game.

Refuse only what a state has no room for. `soundness` checks whether the rest fits together.
"""

from collections.abc import Mapping
from dataclasses import replace

from ventnor.event import ENDING
from ventnor.kernel.codes import BANK, CARDS, HOTEL, POT, SEATS, SPACES
from ventnor.kernel.layout import Sink, State, Tables
from ventnor.kernel.ledger import count_holdings, push_frame
from ventnor.kernel.trade import mortgaged_among
from ventnor.notation.sheet import PHASE, DeckSheet, DeedSheet, PositionSheet, all_contend, all_dealt, first_turn
from ventnor.notation.soundness import Finding, find
from ventnor.words.model import store
from ventnor.words.vocabulary import DECK, DEED, SEAT_SET, SPACE

MOST_MONEY = 10**9


def given(value: int | None, start: int) -> int:
    """Return a value, or the one it starts with."""
    return start if value is None else value


def fill_state(sheet: PositionSheet, t: Tables) -> tuple[State, list[Finding]]:
    """Return the state without its wait, and the problems of the sheet for which a state has no room."""
    s = State()
    fill_turn(s, t, sheet)
    findings = fill_seats(s, t, sheet)
    fill_deeds(s, t, sheet.deeds or {})
    decks = sheet.decks or {}
    for number in range(2):
        findings += fill_deck(s, t, number, decks.get(DECK.value(number), DeckSheet()))
    for interrupt in sheet.awaiting.interrupts:
        push_frame(s, Sink(), interrupt.code, 0)
        store(interrupt, s.frames[s.depth - 1])
    for claim in sheet.claims:
        store(replace(claim, turn=given(claim.turn, s.turns)), s.claims[s.claim_count])
        s.claim_count += 1
    for debt in sheet.debts:
        store(debt, s.debts[s.debt_count])
        s.debt_count += 1
    return s, findings + fill_offers(s, sheet)


def fill_turn(s: State, t: Tables, sheet: PositionSheet) -> None:
    """Fill in how far the game has come."""
    s.players = len(sheet.seats)
    s.phase = PHASE.number(sheet.awaiting.phase)
    s.hour = sheet.hour
    s.sharp = sheet.sharp
    s.passed = SEAT_SET.number(sheet.passed)
    s.ended = ENDING.number(sheet.ended) if sheet.ended else 0
    s.winners = SEAT_SET.number(sheet.winners)
    s.turn = sheet.turn
    s.starter = given(sheet.starter, sheet.turn)
    s.turns = given(sheet.turn_number, first_turn(s.phase))
    s.rounds = sheet.rounds
    s.throws = sheet.throws
    s.doubles = sheet.doubles
    s.die1, s.die2 = sheet.dice or (0, 0)
    contenders = sheet.opening.contenders
    s.contenders = all_contend(s.phase, s.players) if contenders is None else SEAT_SET.number(contenders)
    s.best = sheet.opening.best
    s.leaders = SEAT_SET.number(sheet.opening.leaders)
    s.dealt = given(sheet.dealt, all_dealt(s.phase, s.players, t))


def fill_seats(s: State, t: Tables, sheet: PositionSheet) -> list[Finding]:
    """Return what each player has; the Bank has what makes all accounts add up to 0."""
    findings: list[Finding] = []
    cash = [given(seat.cash, t.cash) for seat in sheet.seats]
    pot = given(sheet.pot, t.pot_seed)
    if sum(cash) + pot > MOST_MONEY:
        findings.append(find("seats", f"all cash together is more than ${MOST_MONEY:,}", "pot"))
        cash = [0] * len(cash)
    s.jail_card[0] = s.jail_card[1] = BANK
    for number in range(SEATS):
        s.heir[number] = BANK
    for number, seat in enumerate(sheet.seats):
        s.cash[number] = cash[number]
        s.space[number] = SPACE.number(seat.space)
        s.jail_turn[number] = seat.jail_turn
        s.out[number] = seat.bankrupt
        s.lapped |= seat.lapped << number
        s.left[number] = seat.left
        s.heir[number] = given(seat.heir, BANK)
        s.bankruptcies += seat.bankrupt
        for deck in seat.jail_cards:
            if s.jail_card[DECK.number(deck)] != BANK:
                findings.append(find(f"seats[{number}].jail_cards", f"the {deck} card is already held by another"))
            s.jail_card[DECK.number(deck)] = number
    s.cash[POT] = pot if pot <= MOST_MONEY else 0
    s.cash[BANK] = -sum(s.cash[account] for account in (*range(SEATS), POT))
    return findings


def fill_deeds(s: State, t: Tables, deeds: Mapping[str, DeedSheet]) -> None:
    """Fill in who owns what. The Bank's stock is what is not on the board."""
    for space in range(SPACES):
        s.owner[space] = BANK
    houses, hotels = t.houses, t.hotels
    for slug, deed in deeds.items():
        space = DEED.number(slug)
        s.owner[space] = given(deed.owner, BANK)
        s.houses[space] = deed.houses
        s.mortgaged[space] = deed.mortgaged
        s.fresh |= deed.fresh << space
        if not t.unlimited_buildings:
            hotels -= deed.houses == HOTEL
            houses -= deed.houses if deed.houses < HOTEL else 0
    s.houses_left, s.hotels_left = houses, hotels
    count_holdings(s, t)


def fill_deck(s: State, t: Tables, number: int, deck: DeckSheet) -> list[Finding]:
    """Fill in a deck: the seen cards lie under it in order, one may be held. Return what is wrong with it."""
    name = DECK.value(number)
    where = f"decks.{name}"
    findings: list[Finding] = []
    jail_free = t.jail_free[number]
    held = [] if s.jail_card[number] == BANK else [jail_free]
    if deck.held is not None and list(deck.held) != held:
        said = f"the {name} card out of Jail, card {jail_free}" if held else f"no {name} card"
        findings.append(find(f"{where}.held", f"the players hold {said}", "seats"))
    for card in dict.fromkeys(card for card in deck.seen if deck.seen.count(card) > 1):
        findings.append(find(f"{where}.seen", f"card {card} is there twice"))
    for card in held:
        if card in deck.seen:
            findings.append(
                find(f"{where}.seen", f"card {card} is held by a player, so it is not in the deck", "seats")
            )
    s.unseen[number] = sum(1 << card for card in range(CARDS) if card not in (*deck.seen, *held))
    for place, card in enumerate(deck.seen):
        s.under[number][place] = card
    s.under_count[number] = len(deck.seen)
    return findings


def fill_offers(s: State, sheet: PositionSheet) -> list[Finding]:
    """Return the open offers, one between a proposer and a recipient."""
    findings: list[Finding] = []
    for place, offer in enumerate(sheet.offers):
        record = s.offers[offer.proposer][offer.recipient]
        if record.number:
            findings.append(find(f"offers[{place}]", f"seat {offer.proposer} has another offer to that player"))
        store(offer, record)
        record.mortgaged = mortgaged_among(s, record.give | record.get)
        s.offer_count += 1
    numbers = [offer.number for offer in sheet.offers]
    for number in dict.fromkeys(number for number in numbers if numbers.count(number) > 1):
        findings.append(find("offers", f"two have the number {number}"))
    s.offer_number = given(sheet.offer_number, max(numbers, default=0))
    if numbers and max(numbers) > s.offer_number:
        findings.append(find("offer_number", f"offer {max(numbers)} is open, so it is at least that", "offers"))
    return findings
