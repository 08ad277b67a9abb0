"""`easy` and `medium`: opponents for people who are still learning. Both deal, so that games come to an end.

`docs/bots/levels.md` explains how they play. Nothing here decides a rule: the law is asked first.
"""

from ventnor.bots.builder import answer_offer, decide_awaited, do_business, offer_from, throw_or_leave
from ventnor.bots.offers import propose
from ventnor.kernel.chance import below
from ventnor.kernel.codes import A_DECLINE, A_DONE, A_ROLL, BANK, P_OPENING, W_BID, W_BUY, W_THROW
from ventnor.kernel.layout import Action, Chance, Memory, State, Tables
from ventnor.kernel.legal import bound_by
from ventnor.kernel.menu import blank_action
from ventnor.kernel.policies import bid_up_to_price, cautious, do_simple_business, leave_jail_early
from ventnor.kernel.reasons import LAWFUL

FAIR = 99  # per cent of its own strength that a deal must leave `easy`
GOOD = 105  # the same for `medium`
FORGETS = 3  # one time in so many, `easy` forgets to build before a throw
PASSES_BY = 8  # one time in so many, it does not buy


def easy(s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action) -> None:
    """Deal, take any fair swap, bid up to the price, and forget things as people do."""
    if s.offer_count:
        other = offer_from(s, seat)
        if other != BANK and bound_by(s, seat) == LAWFUL:
            answer_offer(s, t, seat, other, FAIR, memory, a)
            return
    if s.awaits == W_THROW and s.phase != P_OPENING:
        mine = s.awaited == seat
        if mine and propose(s, t, seat, memory, a):
            return
        if below(chance, FORGETS) and do_simple_business(s, t, seat, memory, a):
            return
        if not mine:
            blank_action(a, A_DONE, seat)
        elif s.jail_turn[seat]:
            leave_jail_early(s, t, seat, a)
        else:
            blank_action(a, A_ROLL, seat)
    elif s.awaits == W_BUY and s.awaited == seat and below(chance, PASSES_BY) == 0:
        blank_action(a, A_DECLINE, seat)
    elif s.awaits == W_BID and s.awaited == seat:
        bid_up_to_price(s, t, seat, a)
    else:
        cautious(s, t, seat, memory, chance, a)


def medium(s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action) -> None:
    """Build as `builder` and propose as `tycoon`, but look at itself alone when it answers."""
    if s.offer_count:
        other = offer_from(s, seat)
        if other != BANK and bound_by(s, seat) == LAWFUL:
            answer_offer(s, t, seat, other, GOOD, memory, a)
            return
    if s.awaits == W_THROW and s.phase != P_OPENING:
        if s.awaited == seat and propose(s, t, seat, memory, a):
            return
        if do_business(s, t, seat, memory, a):
            return
        if s.awaited == seat:
            throw_or_leave(s, t, seat, a)
        else:
            blank_action(a, A_DONE, seat)
    elif s.awaited != seat:
        blank_action(a, A_DONE, seat)
    else:
        decide_awaited(s, t, seat, memory, a)
