"""Answers of `magnate` to offers: it accepts a deal that two measures find good and that gives it its part of the gain.

Nothing here decides a rule.
"""

from ventnor.bots.appraisal import (
    agrees_by_strength,
    likes,
    look_around,
    price_for,
    value_exchange,
)
from ventnor.bots.dealing import NOTHING
from ventnor.bots.manners import ALL, lacks, learn_from_counter, more_for, note_refused, refused_from
from ventnor.bots.offers import fill_terms
from ventnor.bots.tycoon import paid_by, saves
from ventnor.kernel.codes import A_ACCEPT, A_COUNTER, A_REJECT
from ventnor.kernel.layout import Action, Memory, Row, State, Tables
from ventnor.kernel.legal import refuse_deal_answer
from ventnor.kernel.menu import blank_action
from ventnor.kernel.reasons import LAWFUL
from ventnor.kernel.trade import refuse_counter
from ventnor.value.layout import Inputs
from ventnor.value.scratch import CHANCES, blank_inputs, blank_numbers, blank_states

BETTER = 0.01  # how much more chance a counter must bring than the offer
DEARER = 3  # steps by which a counter must be better than the least that it accepts


def accepts_terms(
    s: State,
    t: Tables,
    seat: int,
    other: int,
    give: int,
    get: int,
    paid: int,
    steps: int,
    d: Row[State],
    x: Row[Inputs],
    m: Row[float],
) -> bool:
    """Return whether the seat agrees to give and get these deeds for `paid` dollars; it pays if that is negative.

    It must have looked around; `steps` make it ask for more than usual. The network must see a gain, and a fair part of
    what both gain together. The network is noisy, and whoever proposes chooses where it errs: so `tycoon`, which asks
    for its part by strength, must agree too.
    """
    if not agrees_by_strength(s, t, seat, other, give, get, paid, steps, m):
        return False
    value_exchange(s, t, seat, other, give, get, -paid, d, x, m)
    return likes(seat, other, steps, m)


def answer_deal(s: State, t: Tables, seat: int, other: int, memory: Memory, a: Action) -> None:
    """Accept an offer that is good enough or that saves the seat; else counter with little, or reject."""
    d = blank_states()
    x = blank_inputs()
    m = blank_numbers()
    learn_from_counter(memory, other)
    look_around(s, t, memory, x, m)
    o = s.offers[other][seat]
    number = o.number
    give = o.get
    get = o.give
    good = accepts_terms(s, t, seat, other, give, get, paid_by(s, t, o), refused_from(memory, other), d, x, m)
    blank_action(a, A_ACCEPT, seat)
    a.number = number
    lawful = refuse_deal_answer(s, t, a) == LAWFUL
    if lawful and s.debt_count > 0 and saves(s, t, seat, other):
        return
    good = good and lawful
    without = lacks(memory, other)
    if good and without == ALL:
        return
    plain = o.debt == 0 and o.give_cards == 0 and o.get_cards == 0
    if plain and memory.offers_left > 0:
        # The price that the other side should just accept, so it says nothing about this seat's own limit.
        wanted = BETTER
        if good:
            wanted += m[CHANCES + seat]
        cash = price_for(s, t, seat, other, give, get, without, more_for(memory, other), d, x, m)
        agreeable = cash != NOTHING and accepts_terms(s, t, seat, other, give, get, -cash, DEARER, d, x, m)
        if agreeable and m[CHANCES + seat] > wanted:
            blank_action(a, A_COUNTER, seat)
            fill_terms(a, other, give, get, cash)
            a.number = number
            if refuse_counter(s, t, a) == LAWFUL:
                return
    blank_action(a, A_REJECT, seat)
    a.number = number
    if good:
        a.kind = A_ACCEPT
    else:
        note_refused(memory, other)
