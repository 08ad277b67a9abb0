"""Write a state as a mapping. Values that are as at the start of a game, or that follow from the rest, are left out.

The fields are those of `sheet`. They are read straight from the record, because every action
writes a position.
"""

from typing import cast

from ventnor.awaiting import WAIT
from ventnor.event import ENDING
from ventnor.kernel.codes import BANK, CARDS, NATURE, P_OVER, P_THROW, POT, W_THROW
from ventnor.kernel.layout import State, Tables
from ventnor.notation.interrupt import BY_CODE
from ventnor.notation.sheet import PHASE, DebtSheet, OfferSheet, all_contend, all_dealt, first_turn
from ventnor.words.kind import Json
from ventnor.words.model import fetch
from ventnor.words.vocabulary import DECK, DEED, SEAT_SET, SPACE

Fields = dict[str, Json]


def chosen(fields: Fields, start: Fields) -> Fields:
    """Return the fields that are not as they start."""
    return {name: value for name, value in fields.items() if value != start[name]}


def write_state(s: State, t: Tables, names: tuple[str, ...]) -> Fields:
    """Return the fields of a state; which game it is, the caller knows."""
    fields: Fields = {"seats": [write_seat(s, t, seat, names[seat] if names else "") for seat in range(s.players)]}

    def put(name: str, value: Json, start: Json = 0) -> None:
        if value != start:
            fields[name] = value

    put("turn", s.turn)
    put("turn_number", s.turns, first_turn(s.phase))
    put("starter", s.starter, s.turn)
    put("rounds", s.rounds)
    put("throws", s.throws)
    put("doubles", s.doubles)
    if s.die1 or s.die2:
        fields["dice"] = [s.die1, s.die2]
    put("opening", write_opening(s), {})
    put("dealt", s.dealt, all_dealt(s.phase, s.players, t))
    put("deeds", write_deeds(s), {})
    put("pot", s.cash[POT], t.pot_seed)
    put("decks", write_decks(s, t), {})
    if s.claim_count:
        fields["claims"] = [write_claim(s, i) for i in range(s.claim_count)]
    if s.debt_count:
        fields["debts"] = [fetch(DebtSheet, s.debts[i]).to_json() for i in range(s.debt_count)]
    offers = write_offers(s)
    put("offers", cast(Json, offers), [])
    put("offer_number", s.offer_number, max((cast(int, offer["number"]) for offer in offers), default=0))
    if s.hour:
        fields["hour"] = True
        # Before the hour it makes no difference.
        if s.sharp:
            fields["sharp"] = True
    if s.passed:
        fields["passed"] = seats_in(s.passed)
    if s.ended:
        fields["ended"] = ENDING.value(s.ended)
    if s.winners:
        fields["winners"] = seats_in(s.winners)
    put("awaiting", write_awaiting(s), {})
    return fields


def seats_in(bits: int) -> list[Json]:
    """Return the seats of a set of bits."""
    return cast("list[Json]", list(SEAT_SET.value(bits)))


def write_seat(s: State, t: Tables, seat: int, name: str) -> Fields:
    """Return what a player has."""
    fields: Fields = {}
    if name:
        fields["name"] = name
    if s.cash[seat] != t.cash:
        fields["cash"] = s.cash[seat]
    if s.space[seat]:
        fields["space"] = SPACE.value(s.space[seat])
    if s.jail_turn[seat]:
        fields["jail_turn"] = s.jail_turn[seat]
    if seat in (s.jail_card[0], s.jail_card[1]):
        fields["jail_cards"] = [deck for deck, number in DECK.numbers.items() if s.jail_card[number] == seat]
    if s.out[seat]:
        fields["bankrupt"] = True
    if s.lapped >> seat & 1:
        fields["lapped"] = True
    if s.left[seat]:
        fields["left"] = s.left[seat]
        if s.heir[seat] != BANK:
            fields["heir"] = s.heir[seat]
    return fields


def write_deeds(s: State) -> Fields:
    """Return the deeds that are not the Bank's, in the order of the board."""
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
    """Return the decks of which somebody has seen a card."""
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
    """Return a rent that may still be asked for."""
    claim = s.claims[index]
    fields: Fields = {"owner": claim.owner, "payer": claim.payer, "deed": DEED.value(claim.space)}
    rest: Fields = {"amount": claim.amount, "factor": claim.factor, "turn": claim.turn}
    return fields | chosen(rest, {"amount": 0, "factor": 0, "turn": s.turns})


def write_offers(s: State) -> list[Fields]:
    """Return the open offers by number."""
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
    """Return the throws for who plays first."""
    fields: Fields = {}
    if s.contenders != all_contend(s.phase, s.players):
        fields["contenders"] = seats_in(s.contenders)
    if s.best:
        fields["best"] = s.best
    if s.leaders:
        fields["leaders"] = seats_in(s.leaders)
    return fields


def write_awaiting(s: State) -> Fields:
    """Return what the game waits for, and what interrupts it; nothing where the seat whose turn it is is to throw."""
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
