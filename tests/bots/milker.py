"""A bot that tries to milk dealers: `tycoon`, but for a stream of probing offers.

It asks for single deeds below, at and above their price, offers its own the same way, swaps like for like with a little
cash either way, and repeats what was refused with a dollar or ten changed.
"""

from ventnor.bots.tycoon import tycoon
from ventnor.kernel.codes import A_OFFER, NO_GROUP, P_OPENING, SPACES, W_THROW
from ventnor.kernel.layout import Action, Chance, Memory, State, Tables
from ventnor.kernel.menu import blank_action
from ventnor.kernel.reasons import LAWFUL
from ventnor.kernel.trade import refuse_offer

COUNT = 15  # word of memory: how many probes were made


def milker(s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action) -> None:
    """Probe while it may make offers, then play as `tycoon`."""
    if s.awaits == W_THROW and s.phase != P_OPENING and s.offer_count == 0 and memory.offers_left > 1:
        count = memory.words[COUNT]
        memory.words[COUNT] = count + 1
        victim = (seat + 1 + count % (s.players - 1)) % s.players
        # Some deed of each side, the same one several times running.
        theirs = -1
        mine = -1
        first = count // 24 * 7
        for i in range(SPACES):
            space = (first + i) % SPACES
            if t.group[space] != NO_GROUP:
                if s.owner[space] == victim and theirs < 0:
                    theirs = space
                if s.owner[space] == seat and mine < 0:
                    mine = space
        nudge = count % 4 * 10 - 1
        kind = count // 3 % 3
        blank_action(a, A_OFFER, seat)
        a.other = victim
        if kind != 1 and theirs >= 0:
            a.get = 1 << theirs
        if kind != 0 and mine >= 0:
            a.give = 1 << mine
        if kind == 0 and theirs >= 0:
            a.give_cash = t.price[theirs] * (70 + 10 * (count // 9 % 7)) // 100 + nudge
        elif kind == 1 and mine >= 0:
            a.get_cash = t.price[mine] * (90 + 20 * (count // 9 % 7)) // 100 + nudge
        elif nudge > 0:
            a.get_cash = nudge
        if not s.out[victim] and mine >= 0 and theirs >= 0 and refuse_offer(s, t, a) == LAWFUL:
            return
    tycoon(s, t, seat, memory, chance, a)
