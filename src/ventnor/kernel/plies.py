"""A command and everything that follows from it without a decision, in one call.

What follows is nature's answers, from words that the caller draws, and automatic moves. Each ply leaves its action, its
events and what identifies the state after it. `scheduler` says what comes next; nothing here decides a rule.
"""

from ventnor.kernel.codes import (
    A_DEAL,
    A_DRAW,
    A_THROW,
    BANK,
    CARDS,
    N_AUTOMATIC,
    N_NATURE,
    NATURE,
    NO_GROUP,
    SPACES,
    W_CARD,
    W_DICE,
)
from ventnor.kernel.identity import identify
from ventnor.kernel.layout import Action, Cursor, Row, Sink, State, Tables
from ventnor.kernel.menu import blank_action
from ventnor.kernel.scheduler import next_move, note_throw
from ventnor.kernel.step import step

WORDS_SPAN = 0x100000000
MOST_PLIES = 16  # in one call
# The inputs and results of a call, by their places in the row of notes
NOTE_GIVEN = 0  # how many words are given
NOTE_USED = 1  # how many of them were used
NOTE_NEXT = 2  # who comes next: a seat, N_NOBODY, N_NATURE where the words ran out, N_AUTOMATIC where there was no room
NOTE_TOUCHED = 3  # the seats that something has changed for, given and returned (see `Sink.touched`)
NOTE_FULL = 4  # 1 if a record had no room for the action after the last ply: the state is of no use
NOTE_ENDS = 8  # from here on: where the identity of each ply ends
NOTES = NOTE_ENDS + MOST_PLIES


def do_plies(
    s: State,
    t: Tables,
    sinks: Row[Sink],
    c: Cursor,
    actions: Row[Action],
    words: Row[int],
    identities: Row[int],
    notes: Row[int],
    begun: int,
) -> int:
    """Do what comes next until a seat decides, and return the number of plies. With `begun` 1 do `actions[0]` first.

    Ply i puts its action into `actions[i]`, its events into `sinks[i]`, and what identifies the state after it into
    `identities`. `actions` has one record more, for the next move.
    """
    notes[NOTE_USED] = 0
    notes[NOTE_FULL] = 0
    touched = notes[NOTE_TOUCHED]
    plies = 0
    end = 0
    while True:
        a = actions[min(plies, MOST_PLIES - 1)]
        e = sinks[min(plies, MOST_PLIES - 1)]
        e.touched = touched
        if plies or not begun:
            who = next_move(s, t, e, c, actions[MOST_PLIES])
            touched = e.touched
            notes[NOTE_NEXT] = who
            if plies >= MOST_PLIES or (who != N_NATURE and who != N_AUTOMATIC):
                break
            if who == N_NATURE:
                if not answer(s, t, words, notes, a):
                    break
            else:
                actions[plies] = actions[MOST_PLIES]
        e.count = 0
        step(s, t, e, a)
        if e.full:
            notes[NOTE_FULL] = 1
            break
        touched = e.touched
        if a.kind == A_THROW:
            note_throw(s, c)
        end = identify(s, t, identities, end)
        notes[NOTE_ENDS + plies] = end
        plies += 1
    notes[NOTE_TOUCHED] = touched
    return plies


def answer(s: State, t: Tables, words: Row[int], notes: Row[int], a: Action) -> bool:
    """Put nature's answer into `a`, as verifiable dice give it. Return False if the words ran out."""
    used = notes[NOTE_USED]
    if s.awaits == W_DICE:
        both = take_below(words, notes, 36)
        blank_action(a, A_THROW, NATURE)
        a.x = both // 6 + 1
        a.y = both % 6 + 1
    elif s.awaits == W_CARD:
        deck = s.frames[s.depth - 1].what
        both = take_below(words, notes, unseen_cards(s, deck))
        blank_action(a, A_DRAW, NATURE)
        a.x = deck
        a.y = card_at(s, deck, both)
    else:
        both = take_below(words, notes, undealt_deeds(s, t))
        blank_action(a, A_DEAL, NATURE)
        a.other = s.dealt % s.players
        a.space = deed_at(s, t, both)
    if both < 0:
        notes[NOTE_USED] = used
    return both >= 0


def take_below(words: Row[int], notes: Row[int], bound: int) -> int:
    """Return a number below the bound from the next words, all equally likely, or -1 if they ran out.

    Words past the last whole multiple are skipped. If only one number is possible, no word is used.
    """
    if bound <= 1:
        return 0
    limit = WORDS_SPAN - WORDS_SPAN % bound
    while notes[NOTE_USED] < notes[NOTE_GIVEN]:
        word = words[notes[NOTE_USED]]
        notes[NOTE_USED] += 1
        if word < limit:
            return word % bound
    return -1


def unseen_cards(s: State, deck: int) -> int:
    """Return how many cards of a deck nobody has seen since the shuffle."""
    count = 0
    for card in range(CARDS):
        if s.unseen[deck] & (1 << card):
            count += 1
    return count


def card_at(s: State, deck: int, place: int) -> int:
    """Return an unseen card by its place among them; once all are seen, the one on top."""
    if not s.unseen[deck]:
        # §cards.draw: all cards were seen since the shuffle, so their order is known.
        return s.under[deck][s.under_head[deck]]
    left = place
    for card in range(CARDS):
        if s.unseen[deck] & (1 << card):
            if left <= 0:
                return card
            left -= 1
    return 0


def undealt_deeds(s: State, t: Tables) -> int:
    """Return how many deeds the Bank has."""
    count = 0
    for space in range(SPACES):
        if t.group[space] != NO_GROUP and s.owner[space] == BANK:
            count += 1
    return count


def deed_at(s: State, t: Tables, place: int) -> int:
    """Return a deed of the Bank by its place among them."""
    left = place
    for space in range(SPACES):
        if t.group[space] != NO_GROUP and s.owner[space] == BANK:
            if left <= 0:
                return space
            left -= 1
    return 0
