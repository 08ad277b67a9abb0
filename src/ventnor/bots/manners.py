"""What `magnate` knows of the others: how each bargains, and how many offers of each were refused.

It knows four manners by their prices: cheap, selfish, jealous and shrewd. A seat that refuses a price to which one of
them agrees does not have that manner. A seat that has none of them is offered more with every refusal until deeds
change hands. Nothing here decides a rule.
"""

from ventnor.bots.offers import LOOKED
from ventnor.kernel.layout import Memory, State

# words of memory, beside those of `builder` and of `offers`
KNOWN = 3  # six bits a seat: the manners that it does not have, and how much more than usual it is offered; and BOLD
PENDING = 12  # the last offer: one more than to whom, a deed that changes hands, whether it is given, who would agree
PLEAS = 15  # offers made since deeds changed hands, and three bits a seat: offers of it that were refused since then

JEALOUS = 1  # agrees if its share grows by the frozen measure, as `tycoon-2026`
SELFISH = 2  # agrees if it grows by itself, as `builder`
SHREWD = 4  # asks for its part of the gain, as `tycoon`
CHEAP = 8  # agrees to whatever is worth more by the Bank's prices
ALL = 15

BITS = 6  # of a seat
MORE_AT = 4  # where among them stands how much more it is offered
BOLD = 1 << 60  # set by a caller that checks offers by rollouts: doubtful ones are listed, too
MOST_MORE = 2
MOST_PLEAS = 7
ROUNDS = 15  # the bits of the offers made


def lacks(memory: Memory, other: int) -> int:
    """Return the manners that another seat does not have, as bits."""
    return memory.words[KNOWN] >> BITS * other & ALL


def more_for(memory: Memory, other: int) -> int:
    """Return how much more than usual another seat is offered now, in steps. Only one with no known manner is."""
    return memory.words[KNOWN] >> BITS * other + MORE_AT & 3


def put_known(memory: Memory, other: int, without: int, more: int) -> None:
    """Note what is known of a seat."""
    at = BITS * other
    memory.words[KNOWN] = memory.words[KNOWN] & ~(63 << at) | (without | more << MORE_AT) << at


def note_refusal(memory: Memory, other: int, agreeable: int) -> None:
    """Note that a seat has refused a price to which these manners agree."""
    without = lacks(memory, other)
    more = more_for(memory, other)
    if without == ALL:
        more = min(MOST_MORE, more + 1)
    put_known(memory, other, without | agreeable, more)


def await_answer(memory: Memory, other: int, get: int, give: int, agreeable: int) -> None:
    """Note an offer whose answer is not known yet, and the manners that agree to it."""
    deeds = get
    given = 0
    if get == 0:
        deeds = give
        given = 1
    space = 0
    while not deeds & (1 << space):
        space += 1
    memory.words[PENDING] = other + 1 | space << 4 | given << 10 | agreeable << 11


def learn(s: State, seat: int, memory: Memory) -> None:
    """Learn from the answer to the last offer: the deed has changed hands, or the offer was refused."""
    word = memory.words[PENDING]
    if word == 0:
        return
    memory.words[PENDING] = 0
    other = (word & 15) - 1
    taker = seat
    if word >> 10 & 1:
        taker = other
    if s.owner[word >> 4 & 63] != taker:
        note_refusal(memory, other, word >> 11)


def learn_from_counter(memory: Memory, other: int) -> None:
    """Take a counter of the seat whose answer is awaited for a refusal, and look for another offer next time."""
    word = memory.words[PENDING]
    if word and (word & 15) - 1 == other:
        memory.words[PENDING] = 0
        memory.words[LOOKED] = 0
        note_refusal(memory, other, word >> 11)


def begin_anew(s: State, memory: Memory) -> None:
    """Note that deeds have changed hands: offer nobody more than usual, and forget refused offers."""
    memory.words[PLEAS] = 0
    for other in range(s.players):
        put_known(memory, other, lacks(memory, other), 0)


def rounds_of(memory: Memory) -> int:
    """Return the offers made since deeds changed hands."""
    return memory.words[PLEAS] & ROUNDS


def refused_from(memory: Memory, other: int) -> int:
    """Return how many offers of a seat were refused since deeds changed hands, MOST_PLEAS at most."""
    return memory.words[PLEAS] >> 4 + 3 * other & MOST_PLEAS


def note_refused(memory: Memory, other: int) -> None:
    """Note that an offer of another seat was refused."""
    if refused_from(memory, other) < MOST_PLEAS:
        memory.words[PLEAS] += 1 << 4 + 3 * other
