"""Writes a state down, but for what has its value at the start of a game or follows from the rest.

The fields are those of `sheet`. They are written straight from the record: a position is written after every action.
"""

from typing import cast

from ventnor.event import ENDING
from ventnor.kernel.codes import BANK, CARDS, NATURE, P_OVER, P_THROW, POT, W_THROW
from ventnor.kernel.layout import State, Tables
from ventnor.notation.interrupt import BY_CODE
from ventnor.notation.sheet import PHASE, WAIT, DebtSheet, OfferSheet, all_contend, all_dealt, first_turn
from ventnor.words.kind import Json
from ventnor.words.told import fetch
from ventnor.words.vocabulary import DECK, DEED, SPACE, WINNERS

Fields = dict[str, Json]


def chosen(fields: Fields, start: Fields) -> Fields:
    """The fields that are not as they start."""
    return {name: value for name, value in fields.items() if value != start[name]}


def write_state(s: State, t: Tables, names: tuple[str, ...]) -> Fields:
    """The fields of a state; which game it is, the caller knows."""
    offers = write_offers(s)
    fields: Fields = {
        "seats": [write_seat(s, t, seat, names[seat] if names else "") for seat in range(s.players)],
        "turn": s.turn,
        "turn_number": s.turns,
        "starter": s.starter,
        "rounds": s.rounds,
        "throws": s.throws,
        "doubles": s.doubles,
        "dice": [s.die1, s.die2],
        "opening": write_opening(s),
        "dealt": s.dealt,
        "deeds": write_deeds(s),
        "pot": s.cash[POT],
        "decks": write_decks(s, t),
        "claims": [write_claim(s, i) for i in range(s.claim_count)],
        "debts": [fetch(DebtSheet, s.debts[i]).to_json() for i in range(s.debt_count)],
        "offers": cast(Json, offers),
        "offer_number": s.offer_number,
        "hour": bool(s.hour),
        "ended": ENDING.value(s.ended) if s.ended else "",
        "winners": seats_in(s.winners),
        "awaiting": write_awaiting(s),
    }
    start: Fields = {
        "seats": [],
        "turn": 0,
        "turn_number": first_turn(s.phase),
        "starter": s.turn,
        "rounds": 0,
        "throws": 0,
        "doubles": 0,
        "dice": [0, 0],
        "opening": {},
        "dealt": all_dealt(s.phase, s.players, t),
        "deeds": {},
        "pot": t.pot_seed,
        "decks": {},
        "claims": [],
        "debts": [],
        "offers": [],
        "offer_number": max((cast(int, offer["number"]) for offer in offers), default=0),
        "hour": False,
        "ended": "",
        "winners": [],
        "awaiting": {},
    }
    return chosen(fields, start)


def seats_in(bits: int) -> list[Json]:
    """The seats of a set of bits."""
    return cast("list[Json]", list(WINNERS.value(bits)))


def write_seat(s: State, t: Tables, seat: int, name: str) -> Fields:
    """What a player has."""
    cards: list[Json] = [deck for deck, number in DECK.numbers.items() if s.jail_card[number] == seat]
    return chosen(
        {
            "name": name,
            "cash": s.cash[seat],
            "space": SPACE.value(s.space[seat]),
            "jail_turn": s.jail_turn[seat],
            "jail_cards": cards,
            "bankrupt": bool(s.out[seat]),
            "lapped": bool(s.lapped >> seat & 1),
        },
        {
            "name": "",
            "cash": t.cash,
            "space": "go",
            "jail_turn": 0,
            "jail_cards": [],
            "bankrupt": False,
            "lapped": False,
        },
    )


def write_deeds(s: State) -> Fields:
    """The deeds that are not the Bank's, in the order of the board."""
    deeds: Fields = {}
    for slug, space in DEED.numbers.items():
        if s.owner[space] != BANK:
            deed: Fields = {"owner": s.owner[space]}
            if s.houses[space]:
                deed["houses"] = s.houses[space]
            if s.mortgaged[space]:
                deed["mortgaged"] = True
            if s.fresh >> space & 1:
                deed["fresh"] = True
            deeds[slug] = deed
    return deeds


def write_decks(s: State, t: Tables) -> Fields:
    """The decks of which somebody has seen a card."""
    decks: Fields = {}
    for name, number in DECK.numbers.items():
        under, head = s.under[number], s.under_head[number]
        deck: Fields = {}
        if s.under_count[number]:
            deck["seen"] = [under[(head + i) % CARDS] for i in range(s.under_count[number])]
        if s.jail_card[number] != BANK:
            deck["held"] = [t.jail_free[number]]
        if deck:
            decks[name] = deck
    return decks


def write_claim(s: State, index: int) -> Fields:
    """A rent that may still be asked for."""
    claim = s.claims[index]
    fields: Fields = {"owner": claim.owner, "payer": claim.payer, "deed": DEED.value(claim.space)}
    rest: Fields = {"amount": claim.amount, "factor": claim.factor, "turn": claim.turn}
    return fields | chosen(rest, {"amount": 0, "factor": 0, "turn": s.turns})


def write_offers(s: State) -> list[Fields]:
    """The open offers by number."""
    found: list[Fields] = []
    for proposer in range(s.players if s.offer_count else 0):
        for recipient in range(s.players):
            record = s.offers[proposer][recipient]
            if record.number:
                parts = [part for part in OfferSheet.parts if part.place]
                kept = {part.name: part.kind.to_json(part.kind.fetch(record, part.place)) for part in parts}
                found.append({**kept, "proposer": proposer, "recipient": recipient})
    return sorted(found, key=lambda offer: cast(int, offer["number"]))


def write_opening(s: State) -> Fields:
    """The throws for who plays first."""
    return chosen(
        {"contenders": seats_in(s.contenders), "best": s.best, "leaders": seats_in(s.leaders)},
        {"contenders": seats_in(all_contend(s.phase, s.players)), "best": 0, "leaders": []},
    )


def write_awaiting(s: State) -> Fields:
    """What the game waits for, and what interrupts it; nothing where the seat whose turn it is is to throw."""
    if s.awaits == W_THROW and s.phase == P_THROW and not s.depth and s.awaited == s.turn:
        return {}
    fields: Fields = {"what": WAIT.value(s.awaits)}
    if s.phase != P_OVER:
        fields["who"] = "nature" if s.awaited == NATURE else s.awaited
    if s.phase != P_THROW:
        fields["phase"] = PHASE.value(s.phase)
    if s.depth:
        fields["interrupts"] = [fetch(BY_CODE[s.frames[i].kind], s.frames[i]).to_json() for i in range(s.depth)]
    return fields
