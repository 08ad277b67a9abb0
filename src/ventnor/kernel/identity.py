"""The identity of a state: its numbers in a fixed order, without those that no longer count.

A digest is computed over these numbers, little-endian in 64 bits each. The order is part of the replay format
(`docs/replay.md`) and does not depend on the layout of the record. Places of rows beyond their count are left out, and
so are fields that follow from others.
"""

from ventnor.kernel.codes import BANK, CARDS, CLAIMS, DEBTS, FRAMES, NO_GROUP, POT, SEATS, SPACES
from ventnor.kernel.layout import Row, State, Tables

HEAD = 24
OPEN = FRAMES + DEBTS
MOST_NUMBERS = (
    HEAD + 5 * SEATS + SPACES + 2 * CARDS + (12 + SEATS) * OPEN + 6 * CLAIMS + 12 * SEATS * SEATS
)  # of a state


def identify(s: State, t: Tables, out: Row[int], start: int) -> int:
    """Write the numbers that identify the state, from place `start` on. Return the place after the last one."""
    at = identify_turn(s, out, start)
    for seat in range(s.players):
        out[at] = s.cash[seat]
        out[at + 1] = s.left[seat]
        if s.left[seat] and s.heir[seat] != BANK:
            # A sum is less than 2 ** 32, so the seat that pays it is in the bits above.
            out[at + 1] += (s.heir[seat] + 1) << 32
        out[at + 2] = s.space[seat]
        out[at + 3] = s.jail_turn[seat]
        out[at + 4] = s.out[seat]
        at += 5
    at = identify_deeds(s, t, out, at)
    for deck in range(2):
        out[at] = s.jail_card[deck]
        out[at + 1] = s.under_count[deck]
        at += 2
        for i in range(s.under_count[deck]):
            out[at] = s.under[deck][(s.under_head[deck] + i) % CARDS]
            at += 1
    at = identify_frames(s, out, at)
    for i in range(s.claim_count):
        claim = s.claims[i]
        out[at] = claim.owner
        out[at + 1] = claim.payer
        out[at + 2] = claim.space
        out[at + 3] = claim.amount
        out[at + 4] = claim.factor
        out[at + 5] = claim.turn
        at += 6
    at = identify_debts(s, out, at)
    return identify_offers(s, out, at) if s.offer_count else at


def identify_turn(s: State, out: Row[int], at: int) -> int:
    """Write whose turn it is, how far the game is and how long the rows are."""
    out[at] = s.players
    out[at + 1] = s.phase
    out[at + 2] = s.awaits
    out[at + 3] = s.awaited
    # Before the hour it makes no difference whether the table is sharp.
    out[at + 4] = s.hour + s.sharp if s.hour else 0
    out[at + 5] = s.passed
    out[at + 6] = s.ended
    out[at + 7] = s.winners
    out[at + 8] = s.turn
    out[at + 9] = s.starter
    out[at + 10] = s.turns
    out[at + 11] = s.rounds
    out[at + 12] = s.throws
    out[at + 13] = s.doubles
    out[at + 14] = s.die1
    out[at + 15] = s.die2
    out[at + 16] = s.contenders
    out[at + 17] = s.best
    out[at + 18] = s.leaders
    out[at + 19] = s.dealt
    out[at + 20] = s.lapped
    out[at + 21] = s.cash[POT]
    out[at + 22] = s.offer_number
    out[at + 23] = s.depth + 100 * s.claim_count + 10_000 * s.debt_count + 1_000_000 * s.offer_count
    return at + HEAD


def identify_deeds(s: State, t: Tables, out: Row[int], at: int) -> int:
    """Write the deeds that a player owns, a number each, after their count."""
    count = at
    at += 1
    for space in range(SPACES):
        if t.group[space] != NO_GROUP and s.owner[space] != BANK:
            fresh = 1 if s.fresh & (1 << space) else 0
            out[at] = (
                space + 100 * s.owner[space] + 1_000 * s.houses[space] + 10_000 * s.mortgaged[space] + 100_000 * fresh
            )
            at += 1
    out[count] = at - count - 1
    return at


def identify_frames(s: State, out: Row[int], at: int) -> int:
    """Write what interrupts the turn."""
    for i in range(s.depth):
        frame = s.frames[i]
        out[at] = frame.kind
        out[at + 1] = frame.seat
        out[at + 2] = frame.other
        out[at + 3] = frame.space
        out[at + 4] = frame.what
        out[at + 5] = frame.stage
        out[at + 6] = frame.bidder
        out[at + 7] = frame.amount
        out[at + 8] = frame.passed
        out[at + 9] = frame.mask
        out[at + 10] = frame.cards
        at += 11
        for seat in range(s.players):
            out[at] = frame.want[seat]
            at += 1
    return at


def identify_debts(s: State, out: Row[int], at: int) -> int:
    """Write what is owed."""
    for i in range(s.debt_count):
        debt = s.debts[i]
        out[at] = debt.debtor
        out[at + 1] = debt.creditor
        out[at + 2] = debt.amount
        out[at + 3] = debt.share
        out[at + 4] = debt.cause
        out[at + 5] = debt.space
        out[at + 6] = debt.due
        at += 7
        for seat in range(s.players):
            out[at] = debt.settled[seat]
            at += 1
    return at


def identify_offers(s: State, out: Row[int], at: int) -> int:
    """Write the open offers, by proposer and recipient."""
    for proposer in range(s.players):
        for recipient in range(s.players):
            offer = s.offers[proposer][recipient]
            if offer.number:
                out[at] = proposer
                out[at + 1] = recipient
                out[at + 2] = offer.number
                out[at + 3] = offer.give
                out[at + 4] = offer.get
                out[at + 5] = offer.give_cash
                out[at + 6] = offer.get_cash
                out[at + 7] = offer.give_cards
                out[at + 8] = offer.get_cards
                out[at + 9] = offer.debt
                out[at + 10] = offer.mortgaged
                at += 11
    return at
