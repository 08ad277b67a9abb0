"""`magnate`: values what it can do by the evaluation network, and bargains.

`docs/bots/magnate.md` explains how it plays. Nothing here decides a rule: it asks the kernel's law before it makes or
accepts an offer.
"""

from ventnor.bots.answering import answer_deal
from ventnor.bots.bargain import propose
from ventnor.bots.builder import decide_awaited, do_business, offer_from, throw_or_leave
from ventnor.bots.market import answer_auction_by_value
from ventnor.bots.offers import sell_to_survive
from ventnor.kernel.codes import A_DONE, B_DEED, BANK, P_OPENING, W_BID, W_DEBT, W_THROW
from ventnor.kernel.layout import Action, Chance, Memory, State, Tables
from ventnor.kernel.legal import bound_by
from ventnor.kernel.menu import blank_action
from ventnor.kernel.reasons import LAWFUL


def magnate(s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action) -> None:
    """Deal and bid by the network; build, borrow and leave Jail as `builder` does."""
    if s.offer_count:
        other = offer_from(s, seat)
        if other != BANK and bound_by(s, seat) == LAWFUL:
            answer_deal(s, t, seat, other, memory, a)
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
    elif s.awaits == W_DEBT and sell_to_survive(s, t, seat, memory, a):
        return
    elif s.awaits == W_BID and s.frames[s.depth - 1].stage == B_DEED:
        answer_auction_by_value(s, t, seat, memory, a)
    else:
        decide_awaited(s, t, seat, memory, a)
