"""The fast generator, and nature's choices drawn from it.

A small counter-based generator on three words of 32 bits (the sfc32 scheme), held in 64-bit fields so that both twins
compute the same with ordinary signed arithmetic. Every game of a batch has a stream of its own, made from the seed and
the game's number: results do not depend on who plays which game. Numbers are drawn by rejection, without bias.
"""

from ventnor.kernel.codes import (
    A_DEAL,
    A_DRAW,
    A_THROW,
    BANK,
    CARDS,
    NATURE,
    NO_GROUP,
    SPACES,
    W_CARD,
    W_DICE,
)
from ventnor.kernel.layout import Action, Chance, State, Tables

WORD = 0xFFFFFFFF


def next_word(c: Chance) -> int:
    """Return the next 32 bits."""
    total = (c.a + c.b + c.counter) & WORD
    c.counter = (c.counter + 1) & WORD
    c.a = c.b ^ (c.b >> 9)
    c.b = (c.c + (c.c << 3)) & WORD
    c.c = (((c.c << 21) & WORD | c.c >> 11) + total) & WORD
    return total


def seed_chance(c: Chance, seed: int, stream: int) -> None:
    """Begin a stream. Seeds and streams are numbers from 0 to 2**62 - 1."""
    c.a = seed & WORD
    c.b = (seed >> 32) & WORD
    c.c = stream & WORD
    c.counter = ((stream >> 32) & WORD) ^ 0x9E3779B9
    for _ in range(16):
        next_word(c)


def below(c: Chance, bound: int) -> int:
    """Return a number from 0 to bound - 1, all equally likely."""
    limit = 0x100000000 - 0x100000000 % bound
    word = next_word(c)
    while word >= limit:
        word = next_word(c)
    return word % bound


def fix_next(c: Chance, bound: int, value: int) -> None:
    """Change the stream as little as possible so that its next number below `bound` is `value`."""
    total = (c.a + c.b + c.counter) & WORD
    # The last few words would be rejected: step back to the run before them.
    wanted = min(total, 0xFFFFFFFF - 2 * bound) // bound * bound + value
    c.a = (c.a + wanted - total) & WORD


def act_for_nature(s: State, t: Tables, c: Chance, a: Action) -> None:
    """Throw, draw or deal, whichever the game waits for."""
    a.seat = NATURE
    if s.awaits == W_DICE:
        both = below(c, 36)
        a.kind = A_THROW
        a.x = both // 6 + 1
        a.y = both % 6 + 1
    elif s.awaits == W_CARD:
        deck = s.frames[s.depth - 1].what
        a.kind = A_DRAW
        a.x = deck
        a.y = pick_card(s, c, deck)
    else:
        a.kind = A_DEAL
        a.other = s.dealt % s.players
        a.space = pick_deed(s, t, c)


def pick_card(s: State, c: Chance, deck: int) -> int:
    """Return a random unseen card; once all are seen, the one on top."""
    unseen = s.unseen[deck]
    if not unseen:
        return s.under[deck][s.under_head[deck]]
    count = 0
    for card in range(CARDS):
        if unseen & (1 << card):
            count += 1
    skip = below(c, count)
    for card in range(CARDS):
        if unseen & (1 << card):
            if skip == 0:
                return card
            skip -= 1
    return 0


def pick_deed(s: State, t: Tables, c: Chance) -> int:
    """Return a random deed that the Bank still has."""
    count = 0
    for space in range(SPACES):
        if t.group[space] != NO_GROUP and s.owner[space] == BANK:
            count += 1
    skip = below(c, count)
    for space in range(SPACES):
        if t.group[space] != NO_GROUP and s.owner[space] == BANK:
            if skip == 0:
                return space
            skip -= 1
    return 0
