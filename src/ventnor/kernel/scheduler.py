"""Who decides next, where nobody sits at a clock: bots, batches, environments.

By the law anybody may act whenever the game waits (§act.when). Here a seat is woken before a throw when something of
its concern has changed since it last had its window, and not otherwise; an offer is answered at once by whom it is
made to; a seat makes at most three offers before the next throw. Decides no rule: every action it passes on is
subject to the law.
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
    C_NONE,
    CLOCK,
    P_OPENING,
    SEATS,
    W_END,
    W_THROW,
    WORDS,
)
from ventnor.kernel.layout import Action, Cursor, Sink, State, Tables
from ventnor.kernel.legal import refuse
from ventnor.kernel.menu import blank_action

MOST_ACTS = 60  # in one window
MOST_OFFERS = 3  # of one seat between two throws


def start_cursor(c: Cursor, auto_ask: int, hour_at: int) -> None:
    """A scheduler that has seen nothing yet."""
    c.woken = 0
    c.window = BANK
    c.acts = 0
    c.answered = 0
    c.auto_ask = auto_ask
    c.hour_at = hour_at
    c.offered = 0
    for seat in range(SEATS):
        memory = c.memory[seat]
        memory.offers_left = MOST_OFFERS
        for word in range(WORDS):
            memory.words[word] = 0


def act_by_itself(s: State, t: Tables, c: Cursor, a: Action) -> bool:
    """What needs nobody's decision: the clock, rent asked for by rule of the table, the end of a turn.

    Not while nature is awaited.
    """
    if c.hour_at and s.throws >= c.hour_at and not s.hour and t.hour:
        blank_action(a, A_HOUR, CLOCK)
        return True
    if c.auto_ask and s.claim_count:
        for i in range(s.claim_count):
            claim = s.claims[i]
            blank_action(a, A_ASK_RENT, claim.owner)
            a.space = claim.space
            a.other = claim.payer
            if refuse(s, t, a) == C_NONE:
                return True
    if s.awaits == W_END:
        a.kind = A_END_TURN
        a.seat = s.awaited
        return True
    return False


def unanswered_offer(s: State, c: Cursor) -> int:
    """To whom an offer stands that has not had its answer: the seat, or BANK."""
    for seat in range(s.players):
        for other in range(s.players):
            if s.offers[seat][other].number > c.answered:
                return other
    return BANK


def next_actor(s: State, e: Sink, c: Cursor) -> int:
    """The seat that decides now. Not while nature is awaited."""
    if s.offer_count:
        seat = unanswered_offer(s, c)
        if seat != BANK:
            return seat
    if s.awaits == W_THROW and s.phase != P_OPENING:
        if e.touched:
            c.woken |= e.touched & ((1 << s.players) - 1)
            e.touched = 0
        c.woken &= ~(1 << s.awaited)
        if c.window != BANK:
            return c.window
        if c.woken:
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
                        return seat
    return s.awaited


def note_decision(s: State, t: Tables, c: Cursor, seat: int, a: Action) -> bool:
    """Take a seat's decision: whether it is to be carried out. `done` closes a window, silence rejects an offer."""
    kind = a.kind
    if s.offer_count and unanswered_offer(s, c) == seat:
        newest = newest_offer_to(s, c, seat)
        c.answered = newest
        if kind == A_DONE:
            blank_action(a, A_REJECT, seat)
            a.number = newest
            return True
    if kind == A_DONE:
        c.window = BANK
        return False
    if kind == A_OFFER or kind == A_COUNTER:
        if not c.memory[seat].offers_left:
            return turn_down_offer(s, c, seat, a)
        c.memory[seat].offers_left -= 1
        c.offered = 1
    c.acts += 1
    if c.acts >= MOST_ACTS:
        # A policy that will not come to an end is brought to one.
        c.acts = 0
        c.window = BANK
        if s.awaits == W_THROW and s.awaited == seat:
            blank_action(a, A_ROLL, seat)
    return True


def turn_down_offer(s: State, c: Cursor, seat: int, a: Action) -> bool:
    """One offer too many: a counter becomes a refusal, an offer the end of the window or the throw."""
    number = a.number
    if a.kind == A_COUNTER:
        blank_action(a, A_REJECT, seat)
        a.number = number
        return True
    if s.awaits == W_THROW and s.awaited == seat:
        blank_action(a, A_ROLL, seat)
        return True
    c.window = BANK
    return False


def newest_offer_to(s: State, c: Cursor, seat: int) -> int:
    """Number of the unanswered offer to this seat that is asked about."""
    for other in range(s.players):
        if s.offers[other][seat].number > c.answered:
            return s.offers[other][seat].number
    return c.answered


def note_throw(s: State, c: Cursor) -> None:
    """Dice were thrown: windows are closed, offers may be made again."""
    c.window = BANK
    c.acts = 0
    if c.offered:
        c.offered = 0
        for seat in range(s.players):
            c.memory[seat].offers_left = MOST_OFFERS
