"""The network: from inputs to each seat's chance to win.

The same weights score every seat. A first layer sees the seat's own inputs and the table's. Some units see the first
layers of two seats and the inputs of the two towards each other. A second layer sees the first one, its mean over the
other seats still in the game, and the sum of the units of the seat with every other one. A third layer makes one number
of it. A softmax over the seats still in the game turns the numbers into chances. So chances sum to 1, and if two seats
are exchanged their chances are exchanged too.
"""

from math import exp

from ventnor.kernel.codes import P_OVER, SEATS
from ventnor.kernel.layout import Row, State, Tables
from ventnor.value.inputs import fill_inputs, hide_deals
from ventnor.value.layout import OWN, PAIR, TABLE, Inputs

FIRST = 160  # units of the first layer
SECOND = 64
BETWEEN = 32  # units for every two seats
THIRD = 32
MIXED = 2 * SECOND + 2 * BETWEEN  # what the first layer of a seat adds to: its second one, that of the others, pairs

# where each part lies among the weights
W_OWN = 0
W_TABLE = W_OWN + OWN * FIRST
B_FIRST = W_TABLE + TABLE * FIRST
W_MIX = B_FIRST + FIRST
B_SECOND = W_MIX + FIRST * MIXED
W_PAIR = B_SECOND + SECOND
B_PAIR = W_PAIR + PAIR * BETWEEN
W_BOTH = B_PAIR + BETWEEN
W_THIRD = W_BOTH + BETWEEN * SECOND
B_THIRD = W_THIRD + SECOND * THIRD
W_SCORE = B_THIRD + THIRD
WEIGHTS = W_SCORE + THIRD

# where each part lies among the working numbers
COMMON = 0
HIDDEN = COMMON + FIRST
MIX = HIDDEN + FIRST  # of every seat: to its own second layer, to that of others, to pairs as the one, as the other
ALL = MIX + SEATS * MIXED  # to the second layer of others, added up over the seats
TWO = ALL + SECOND
BOTH = TWO + BETWEEN
LAYER = BOTH + BETWEEN
LAST = LAYER + SECOND
SCORES = LAST + THIRD
WORKING = SCORES + SEATS

PAIRS_ADDED = 0.33  # the units of pairs are added up over the other seats, times this


def add_row(work: Row[float], at: int, weights: Row[float], row: int, count: int, factor: float) -> None:
    """Add a row of weights, times a factor, to some of the working numbers."""
    for k in range(count):
        work[at + k] += factor * weights[row + k]


def mix_seat(x: Inputs, seat: int, weights: Row[float], work: Row[float]) -> None:
    """Work out the first layer of a seat and what it adds to the second layers and to the pairs."""
    for k in range(FIRST):
        work[HIDDEN + k] = work[COMMON + k]
    for i in range(OWN):
        value = x.seats[seat][i]
        if value:
            add_row(work, HIDDEN, weights, W_OWN + i * FIRST, FIRST, value * 0.001)
    at = MIX + seat * MIXED
    for k in range(MIXED):
        work[at + k] = 0.0
    for i in range(FIRST):
        if work[HIDDEN + i] > 0.0:
            add_row(work, at, weights, W_MIX + i * MIXED, MIXED, work[HIDDEN + i])
    for k in range(SECOND):
        work[ALL + k] += work[at + SECOND + k]


def add_pairs(x: Inputs, seat: int, weights: Row[float], work: Row[float]) -> None:
    """Add up the units of this seat with every other one."""
    mine = MIX + seat * MIXED + 2 * SECOND
    for k in range(BETWEEN):
        work[BOTH + k] = 0.0
    for other in range(x.players):
        if other == seat or not x.alive & (1 << other):
            continue
        theirs = MIX + other * MIXED + 2 * SECOND + BETWEEN
        for k in range(BETWEEN):
            work[TWO + k] = weights[B_PAIR + k] + work[mine + k] + work[theirs + k]
        for i in range(PAIR):
            value = x.pairs[seat][PAIR * other + i]
            if value:
                add_row(work, TWO, weights, W_PAIR + i * BETWEEN, BETWEEN, value * 0.001)
        for k in range(BETWEEN):
            if work[TWO + k] > 0.0:
                work[BOTH + k] += work[TWO + k]


def score_seats(x: Inputs, weights: Row[float], work: Row[float]) -> None:
    """Put a score for every seat still in the game into the working numbers."""
    alive = 0
    for k in range(FIRST):
        work[COMMON + k] = weights[B_FIRST + k]
    for k in range(SECOND):
        work[ALL + k] = 0.0
    for i in range(TABLE):
        value = x.table[i]
        if value:
            add_row(work, COMMON, weights, W_TABLE + i * FIRST, FIRST, value * 0.001)
    for seat in range(x.players):
        if x.alive & (1 << seat):
            alive += 1
            mix_seat(x, seat, weights, work)
    share = 1.0 / max(alive - 1, 1)
    for seat in range(x.players):
        if x.alive & (1 << seat):
            work[SCORES + seat] = score_seat(x, seat, share, weights, work)


def score_seat(x: Inputs, seat: int, share: float, weights: Row[float], work: Row[float]) -> float:
    """Return the score of a seat, once the first layers of all seats are known."""
    at = MIX + seat * MIXED
    for k in range(SECOND):
        rest = (work[ALL + k] - work[at + SECOND + k]) * share
        work[LAYER + k] = weights[B_SECOND + k] + work[at + k] + rest
    add_pairs(x, seat, weights, work)
    for i in range(BETWEEN):
        if work[BOTH + i] > 0.0:
            add_row(work, LAYER, weights, W_BOTH + i * SECOND, SECOND, work[BOTH + i] * PAIRS_ADDED)
    for k in range(THIRD):
        work[LAST + k] = weights[B_THIRD + k]
    for i in range(SECOND):
        if work[LAYER + i] > 0.0:
            add_row(work, LAST, weights, W_THIRD + i * THIRD, THIRD, work[LAYER + i])
    score = 0.0
    for i in range(THIRD):
        if work[LAST + i] > 0.0:
            score += work[LAST + i] * weights[W_SCORE + i]
    return score


def spread_chances(x: Inputs, work: Row[float], values: Row[float], at: int) -> None:
    """Write the softmax of the scores over the seats still in the game; the others get 0."""
    best = -1e30
    for seat in range(x.players):
        if x.alive & (1 << seat) and work[SCORES + seat] > best:
            best = work[SCORES + seat]
    total = 0.0
    for seat in range(SEATS):
        values[at + seat] = 0.0
        if x.alive & (1 << seat):
            values[at + seat] = exp(work[SCORES + seat] - best)
            total += values[at + seat]
    for seat in range(SEATS):
        values[at + seat] /= total


def evaluate(
    s: State,
    t: Tables,
    x: Inputs,
    weights: Row[float],
    work: Row[float],
    values: Row[float],
    at: int,
    hour_at: int,
    deals: int,
) -> None:
    """Write each seat's chance to win, eight numbers from place `at` on. In a finished game winners share 1.

    Without `deals` nobody is expected to find a partner for one. With them, a deal that is about to be made changes
    little, because it is expected already.
    """
    if s.phase == P_OVER and s.winners:
        count = 0
        for seat in range(SEATS):
            count += (s.winners >> seat) & 1
        for seat in range(SEATS):
            values[at + seat] = ((s.winners >> seat) & 1) / count
        return
    fill_inputs(s, t, x, hour_at)
    if not deals:
        hide_deals(x)
    score_seats(x, weights, work)
    spread_chances(x, work, values, at)


def enter_inputs(states: Row[State], tables: Row[Tables], inputs: Row[Inputs], hour_at: int) -> None:
    """Write the inputs of many positions of one table."""
    for i in range(len(states)):
        fill_inputs(states[i], tables[0], inputs[i], hour_at)


def enter_evaluate(
    states: Row[State],
    tables: Row[Tables],
    inputs: Row[Inputs],
    weights: Row[float],
    work: Row[float],
    values: Row[float],
    hour_at: int,
    deals: int,
) -> None:
    """Write the chances in many positions of one table, eight numbers each. `inputs` is one working record."""
    for i in range(len(states)):
        evaluate(states[i], tables[0], inputs[0], weights, work, values, SEATS * i, hour_at, deals)
