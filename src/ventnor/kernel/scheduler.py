"""What comes next in a game: nature's answer, an automatic move, or the decision of a seat.

The law lets anybody act whenever the game waits (§act.when). Bots are not polled. The scheduler opens a window for a
seat before a throw if its cash, deeds, claims or offers, or the building stock, have changed since its last window. A
policy whose seat cannot use a window for now says so in its memory (`rests`), and gets none until deeds of the seat
change hands. An offer is put to its addressee at once. A seat makes at most three offers between two throws. The
scheduler decides no rule: the law still judges every action that it passes on.
"""

from ventnor.kernel.codes import (
    A_ASK_RENT,
    A_COUNTER,
    A_DONE,
    A_END_TURN,
    A_HOUR,
    A_OFFER,
    A_REJECT,
    A_ROLL,
    BANK,
    CLOCK,
    DECISION_CARRY_OUT,
    DECISION_NOTHING,
    DECISION_STUCK,
    N_AUTOMATIC,
    N_NATURE,
    N_NOBODY,
    P_OPENING,
    P_OVER,
    SEATS,
    W_END,
    W_THROW,
    WORDS,
)
from ventnor.kernel.layout import Action, Cursor, Sink, State, Tables
from ventnor.kernel.legal import awaits_nature, refuse
from ventnor.kernel.menu import blank_action
from ventnor.kernel.reasons import LAWFUL

MOST_ACTS = 60  # in one window
MOST_OFFERS = 3  # of one seat between two throws
MOST_WINDOWS = 64  # of all seats between two throws: actions in one window open others


def start_cursor(c: Cursor, players: int, ask_rent: int, hour_at: int) -> None:
    """Begin to drive a game, whatever its position: every seat is asked, and everything is new to every seat.

    With `ask_rent` 0 no rent is asked for automatically.
    """
    everybody = (1 << players) - 1
    c.asked = everybody
    c.auto_ask = everybody if ask_rent else 0
    c.auto_end = everybody
    c.hour_at = hour_at
    c.woken = everybody
    c.window = BANK
    c.acts = 0
    c.windows = 0
    c.resting = 0
    c.stopped = 0
    c.offered = 0
    c.decider = BANK
    for seat in range(SEATS):
        forget_seat(c, seat)


def forget_seat(c: Cursor, seat: int) -> None:
    """Clear what is remembered of a seat: its bot's memory, its offers, and which offers to it were answered."""
    c.answered[seat] = 0
    c.resting &= ~(1 << seat)
    memory = c.memory[seat]
    memory.offers_left = MOST_OFFERS
    memory.throws_left = c.hour_at
    memory.rests = 0
    for word in range(WORDS):
        memory.words[word] = 0


def next_move(s: State, t: Tables, e: Sink, c: Cursor, a: Action) -> int:
    """Return the seat that decides now, or N_NATURE, N_NOBODY or N_AUTOMATIC. The automatic move is put into `a`."""
    if s.phase == P_OVER:
        return N_NOBODY
    if awaits_nature(s):
        return N_NATURE
    if act_by_itself(s, t, c, a):
        return N_AUTOMATIC
    return next_actor(s, e, c)


def act_by_itself(s: State, t: Tables, c: Cursor, a: Action) -> bool:
    """Put the next automatic move into `a`: the clock's, a rent asked for, or the end of a turn. Return whether any.

    Not while nature is awaited.
    """
    if c.hour_at and s.throws >= c.hour_at and not s.hour and t.hour:
        blank_action(a, A_HOUR, CLOCK)
        return True
    if c.auto_ask and s.claim_count:
        for i in range(s.claim_count):
            claim = s.claims[i]
            if c.auto_ask & (1 << claim.owner):
                blank_action(a, A_ASK_RENT, claim.owner)
                a.space = claim.space
                a.other = claim.payer
                if refuse(s, t, a) == LAWFUL:
                    return True
    if s.awaits == W_END and c.auto_end & (1 << s.awaited):
        a.kind = A_END_TURN
        a.seat = s.awaited
        return True
    return False


def next_actor(s: State, e: Sink, c: Cursor) -> int:
    """Return the seat that decides now. Not while nature is awaited."""
    if s.offer_count:
        seat = unanswered_seat(s, c)
        if seat != BANK:
            return seat
    if s.awaits == W_THROW and s.phase != P_OPENING:
        if e.touched:
            if e.touched >> 16 & c.resting:
                disturb(c, e.touched >> 16)
            c.woken |= e.touched & c.asked & ~c.stopped & ~c.resting
            e.touched = 0
        c.woken &= ~(1 << s.awaited)
        if c.window != BANK:
            if not s.out[c.window] and c.asked & (1 << c.window):
                return c.window
            c.window = BANK
        if c.woken and c.windows < MOST_WINDOWS:
            seat = s.awaited
            for _ in range(s.players):
                seat += 1
                if seat >= s.players:
                    seat = 0
                if c.woken & (1 << seat):
                    c.woken &= ~(1 << seat)
                    if not s.out[seat]:
                        c.window = seat
                        c.acts = 0
                        c.windows += 1
                        return seat
    return s.awaited


def disturb(c: Cursor, seats: int) -> None:
    """End the rest of seats (bits) whose deeds changed hands."""
    for seat in range(SEATS):
        if seats & (1 << seat):
            c.memory[seat].rests = 0
    c.resting &= ~seats


def unanswered_seat(s: State, c: Cursor) -> int:
    """Return the seat that has the oldest offer to answer, or BANK."""
    found = BANK
    oldest = 0
    for seat in range(s.players):
        if c.asked & (1 << seat):
            number = unanswered_offer(s, c, seat)
            if number and (number < oldest or not oldest):
                found = seat
                oldest = number
    return found


def unanswered_offer(s: State, c: Cursor, seat: int) -> int:
    """Return the number of the oldest offer to this seat that it has not answered, or 0."""
    oldest = 0
    for other in range(s.players):
        number = s.offers[other][seat].number
        if number > c.answered[seat] and (number < oldest or not oldest):
            oldest = number
    return oldest


def note_decision(s: State, c: Cursor, seat: int, a: Action) -> int:
    """Take the decision of a seat. Return one of the DECISION codes; DECISION_STUCK if the game cannot go on with it.

    `done` closes a window, and rejects an offer. Where the game waits for the seat, `done` is no answer.
    """
    kind = a.kind
    if c.memory[seat].rests:
        c.resting |= 1 << seat
    else:
        c.resting &= ~(1 << seat)
    if s.offer_count:
        number = unanswered_offer(s, c, seat)
        if number:
            c.answered[seat] = number
            if kind == A_DONE:
                blank_action(a, A_REJECT, seat)
                a.number = number
                return DECISION_CARRY_OUT
    if kind == A_DONE:
        return close_window(s, c, seat)
    if kind == A_OFFER or kind == A_COUNTER:
        if not c.memory[seat].offers_left:
            return turn_down_offer(s, c, seat, a)
        c.memory[seat].offers_left -= 1
        c.offered = 1
    c.acts += 1
    if c.acts >= MOST_ACTS and s.awaits == W_THROW:
        # A bot that acts without end is stopped: its window closes until the dice are thrown, or it throws them. What
        # it has begun, an auction say, ends first.
        c.acts = 0
        c.window = BANK
        c.stopped |= 1 << seat
        c.woken &= ~c.stopped
        if s.awaited == seat:
            blank_action(a, A_ROLL, seat)
    return DECISION_CARRY_OUT


def close_window(s: State, c: Cursor, seat: int) -> int:
    """Close the window of a seat that wants nothing more. DECISION_STUCK if it has none."""
    if s.awaits != W_THROW or c.window != seat:
        return DECISION_STUCK
    c.window = BANK
    return DECISION_NOTHING


def turn_down_offer(s: State, c: Cursor, seat: int, a: Action) -> int:
    """Replace one offer too many: a counter by a refusal, an offer by the throw or the end of the window."""
    number = a.number
    if a.kind == A_COUNTER:
        blank_action(a, A_REJECT, seat)
        a.number = number
        return DECISION_CARRY_OUT
    if s.awaits == W_THROW:
        if s.awaited == seat:
            blank_action(a, A_ROLL, seat)
            return DECISION_CARRY_OUT
        c.window = BANK
        return DECISION_NOTHING
    # Something else is awaited of the seat. It is asked again, but not for ever.
    c.acts += 1
    if c.acts >= MOST_ACTS:
        c.acts = 0
        return DECISION_STUCK
    return DECISION_NOTHING


def note_throw(s: State, c: Cursor) -> None:
    """Note that dice were thrown: offers are allowed again. A window that was open opens before the next throw."""
    if c.window != BANK:
        c.woken |= 1 << c.window
        c.window = BANK
    c.acts = 0
    c.windows = 0
    c.woken |= c.stopped
    c.stopped = 0
    if c.offered:
        c.offered = 0
        for seat in range(s.players):
            c.memory[seat].offers_left = MOST_OFFERS
    if c.hour_at:
        for seat in range(s.players):
            c.memory[seat].throws_left = max(1, c.hour_at - s.throws)
