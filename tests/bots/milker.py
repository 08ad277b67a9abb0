"""A bot that tries to milk dealers: `tycoon`, but for a stream of probing offers.

It asks for single deeds and pairs below, at and above their price, swaps like for like with a little cash either way,
repeats what was refused with a dollar or ten changed, and offers back what it got at a higher price.
"""

from ventnor.bots.tycoon import tycoon
from ventnor.kernel.codes import A_OFFER, C_NONE, NO_GROUP, P_OPENING, SPACES, W_THROW
from ventnor.kernel.layout import Action, Chance, Memory, State, Tables
from ventnor.kernel.menu import blank_action
from ventnor.kernel.trade import refuse_offer

COUNT = 15  # word of memory: how many probes were made

BOUGHT = 0  # kinds of probe
SOLD = 1
SWAPPED = 2


def nth_deed(s: State, t: Tables, owner: int, number: int) -> int:
    """One of an owner's deeds, counted round and round; -1 if there is none."""
    found = -1
    for _ in range(2):
        for space in range(SPACES):
            if t.group[space] != NO_GROUP and s.owner[space] == owner:
                found = space
                if number == 0:
                    return found
                number -= 1
        if found < 0 or number > 2 * SPACES:
            return found
    return found


def probe(s: State, t: Tables, seat: int, memory: Memory, a: Action) -> bool:
    """Put the next probing offer into `a`, if it is a lawful one."""
    count = memory.words[COUNT]
    memory.words[COUNT] = count + 1
    victim = (seat + 1 + count % (s.players - 1)) % s.players
    if s.out[victim]:
        return False
    # The same deed four times running, each time a little dearer, then a dollar off, before the next one.
    number = count // 12 % 9
    theirs = nth_deed(s, t, victim, number)
    mine = nth_deed(s, t, seat, count // 36 % 9)
    kind = count // 3 % 3
    nudge = count % 4 * 10 - 1
    blank_action(a, A_OFFER, seat)
    a.other = victim
    if kind == BOUGHT and theirs >= 0:
        a.get = 1 << theirs
        a.give_cash = t.price[theirs] * (70 + 10 * (count // 9 % 7)) // 100 + nudge
    elif kind == SOLD and mine >= 0:
        a.give = 1 << mine
        a.get_cash = t.price[mine] * (90 + 20 * (count // 9 % 7)) // 100 + nudge
    elif kind == SWAPPED and mine >= 0 and theirs >= 0:
        a.get = 1 << theirs
        a.give = 1 << mine
        if nudge > 0:
            a.get_cash = nudge
    else:
        return False
    return refuse_offer(s, t, a) == C_NONE


def milker(s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action) -> None:
    """Probes while it may make offers, then plays as `tycoon`."""
    free = s.awaits == W_THROW and s.phase != P_OPENING and s.offer_count == 0
    if free and memory.offers_left > 1 and probe(s, t, seat, memory, a):
        return
    tycoon(s, t, seat, memory, chance, a)
