"""A state in numbers, as everybody may see it: what a view shows, in a fixed order, so that two can be compared.

Rents that nobody has asked for are not among them, and nothing adds up what a player is worth.
"""

from ventnor.kernel.codes import BANK, BY_CARD, CARDS, NO_GROUP, P_OVER, POT, SEATS, SPACES
from ventnor.kernel.layout import Row, Sink, State, Tables
from ventnor.kernel.rent import fall_due

# the places of the numbers
TURN = 0
TURN_NUMBER = 1
ROUNDS = 2
DOUBLES = 3
DIE1 = 4
DIE2 = 5
OVER = 6
WINNERS = 7  # bits by seat
HOUSES_LEFT = 8
HOTELS_LEFT = 9
THE_POT = 10
SEATS_AT = 11
# within a seat
CASH = 0
SPACE = 1
JAIL_TURN = 2
JAIL_CARDS = 3  # bits by deck
DEEDS = 4  # bits by space
RETIRED = 5
SEAT_SIZE = 6
DECKS_AT = SEATS_AT + SEATS * SEAT_SIZE
# within a deck
UNSEEN = 0
HOLDER = 1
SEEN = 2  # how many, then which, in the order in which they will come
DECK_SIZE = 3 + CARDS
SPACES_AT = DECKS_AT + 2 * DECK_SIZE
# within a space
OWNER = 0
HOUSES = 1
MORTGAGED = 2
RENT = 3
TIMES = 4
SPACE_SIZE = 5
NUMBERS = SPACES_AT + SPACES * SPACE_SIZE


def summarise(s: State, t: Tables, out: Row[int]) -> None:
    """Write all numbers but the rents."""
    out[TURN] = s.turn
    out[TURN_NUMBER] = s.turns
    out[ROUNDS] = s.rounds
    out[DOUBLES] = s.doubles
    out[DIE1] = s.die1
    out[DIE2] = s.die2
    out[OVER] = 1 if s.phase == P_OVER else 0
    out[WINNERS] = s.winners
    out[HOUSES_LEFT] = s.houses_left
    out[HOTELS_LEFT] = s.hotels_left
    out[THE_POT] = s.cash[POT]
    for seat in range(SEATS):
        at = SEATS_AT + seat * SEAT_SIZE
        out[at + CASH] = s.cash[seat]
        out[at + SPACE] = s.space[seat]
        out[at + JAIL_TURN] = s.jail_turn[seat]
        out[at + JAIL_CARDS] = (1 if s.jail_card[0] == seat else 0) + (2 if s.jail_card[1] == seat else 0)
        out[at + DEEDS] = 0
        out[at + RETIRED] = s.out[seat]
    for deck in range(2):
        at = DECKS_AT + deck * DECK_SIZE
        out[at + UNSEEN] = s.unseen[deck]
        out[at + HOLDER] = s.jail_card[deck]
        out[at + SEEN] = s.under_count[deck]
        for i in range(CARDS):
            seen = i < s.under_count[deck]
            out[at + SEEN + 1 + i] = s.under[deck][(s.under_head[deck] + i) % CARDS] if seen else 0
    for space in range(SPACES):
        at = SPACES_AT + space * SPACE_SIZE
        owner = s.owner[space]
        out[at + OWNER] = owner
        out[at + HOUSES] = s.houses[space]
        out[at + MORTGAGED] = s.mortgaged[space]
        if t.group[space] != NO_GROUP and owner != BANK:
            out[SEATS_AT + owner * SEAT_SIZE + DEEDS] |= 1 << space


def summarise_rents(scratch: State, t: Tables, e: Sink, out: Row[int]) -> None:
    """Write the cost of stopping on each property now: a sum, or a multiple of a throw. Uses up the state and the sink.

    A token stops there, and what falls due is read off. The sink must have room for an event.
    """
    for space in range(SPACES):
        at = SPACES_AT + space * SPACE_SIZE
        out[at + RENT] = 0
        out[at + TIMES] = 0
        owner = scratch.owner[space]
        if t.group[space] != NO_GROUP and owner != BANK:
            e.count = 0
            scratch.claim_count = 0
            scratch.depth = 0
            scratch.debt_count = 0
            fall_due(scratch, t, e, (owner + 1) % scratch.players, space, BY_CARD)
            if e.count:
                out[at + RENT] = e.events[0].amount
                out[at + TIMES] = e.events[0].x
