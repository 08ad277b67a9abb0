"""The network: from inputs to each seat's chance to win.

The same weights score every seat. A first layer sees the seat's own inputs and the table's. A second one sees that
layer, and its mean over the other seats still in the game. A third layer makes one number of it. A softmax over the
seats still in the game turns the numbers into chances. So chances sum to 1, and if two seats are exchanged their
chances are exchanged too.
"""

from math import exp

from ventnor.kernel.codes import P_OVER, SEATS
from ventnor.kernel.layout import Row, State, Tables
from ventnor.value.inputs import fill_inputs
from ventnor.value.layout import OWN, TABLE, Inputs

FIRST = 128  # units of the first layer
SECOND = 64
THIRD = 32

# where each part lies among the weights
W_OWN = 0
W_TABLE = W_OWN + OWN * FIRST
B_FIRST = W_TABLE + TABLE * FIRST
W_SELF = B_FIRST + FIRST
W_OTHERS = W_SELF + FIRST * SECOND
B_SECOND = W_OTHERS + FIRST * SECOND
W_THIRD = B_SECOND + SECOND
B_THIRD = W_THIRD + SECOND * THIRD
W_SCORE = B_THIRD + THIRD
WEIGHTS = W_SCORE + THIRD

# where each part lies among the working numbers
COMMON = 0
HIDDEN = COMMON + FIRST
ALL = HIDDEN + SEATS * FIRST
LAYER = ALL + FIRST
LAST = LAYER + SECOND
SCORES = LAST + THIRD
WORKING = SCORES + SEATS


def add_row(work: Row[float], at: int, weights: Row[float], row: int, count: int, factor: float) -> None:
    """Add a row of weights, times a factor, to some of the working numbers."""
    for k in range(count):
        work[at + k] += factor * weights[row + k]


def score_seats(x: Inputs, weights: Row[float], work: Row[float]) -> None:
    """Put a score for every seat still in the game into the working numbers."""
    alive = 0
    for k in range(FIRST):
        work[COMMON + k] = weights[B_FIRST + k]
        work[ALL + k] = 0.0
    for i in range(TABLE):
        value = x.table[i]
        if value:
            add_row(work, COMMON, weights, W_TABLE + i * FIRST, FIRST, value * 0.001)
    for seat in range(x.players):
        if not x.alive & (1 << seat):
            continue
        alive += 1
        at = HIDDEN + seat * FIRST
        for k in range(FIRST):
            work[at + k] = work[COMMON + k]
        for i in range(OWN):
            value = x.seats[seat][i]
            if value:
                add_row(work, at, weights, W_OWN + i * FIRST, FIRST, value * 0.001)
        for k in range(FIRST):
            if work[at + k] < 0.0:
                work[at + k] = 0.0
            work[ALL + k] += work[at + k]
    share = 1.0 / max(alive - 1, 1)
    for seat in range(x.players):
        if not x.alive & (1 << seat):
            continue
        at = HIDDEN + seat * FIRST
        for k in range(SECOND):
            work[LAYER + k] = weights[B_SECOND + k]
        for i in range(FIRST):
            own = work[at + i]
            if own > 0.0:
                add_row(work, LAYER, weights, W_SELF + i * SECOND, SECOND, own)
            rest = work[ALL + i] - own
            if rest > 0.0:
                add_row(work, LAYER, weights, W_OTHERS + i * SECOND, SECOND, rest * share)
        for k in range(THIRD):
            work[LAST + k] = weights[B_THIRD + k]
        for i in range(SECOND):
            if work[LAYER + i] > 0.0:
                add_row(work, LAST, weights, W_THIRD + i * THIRD, THIRD, work[LAYER + i])
        score = 0.0
        for i in range(THIRD):
            if work[LAST + i] > 0.0:
                score += work[LAST + i] * weights[W_SCORE + i]
        work[SCORES + seat] = score


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
    s: State, t: Tables, x: Inputs, weights: Row[float], work: Row[float], values: Row[float], at: int, hour_at: int
) -> None:
    """Write each seat's chance to win, eight numbers from place `at` on. In a finished game winners share 1."""
    if s.phase == P_OVER and s.winners:
        count = 0
        for seat in range(SEATS):
            count += (s.winners >> seat) & 1
        for seat in range(SEATS):
            values[at + seat] = ((s.winners >> seat) & 1) / count
        return
    fill_inputs(s, t, x, hour_at)
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
) -> None:
    """Write the chances in many positions of one table, eight numbers each. `inputs` is one working record."""
    for i in range(len(states)):
        evaluate(states[i], tables[0], inputs[0], weights, work, values, SEATS * i, hour_at)
