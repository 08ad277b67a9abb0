"""Bargaining: which exchange to propose, and at which price.

Strengths say which exchanges might be good for both sides together. The price is the one that the other side
should accept. The network says which offer, at its price, is best for the seat. Nothing here decides a rule.
"""

from ventnor.bots.appraisal import (
    AGREEABLE,
    AHEAD,
    APPRAISED,
    GAIN,
    LEAST,
    NOW,
    STRONG,
    look_around,
    price_for,
    share_after,
    value_exchange,
)
from ventnor.bots.dealing import NOTHING
from ventnor.bots.exchange import BUNDLES, NO_BUNDLE, bundle_deeds, bundle_group, list_bundles, worth_of_bundle
from ventnor.bots.manners import (
    BOLD,
    KNOWN,
    PENDING,
    PLEAS,
    await_answer,
    begin_anew,
    lacks,
    learn,
    more_for,
    rounds_of,
)
from ventnor.bots.offers import ASKED, ASKED_LAST, LOOKED, SEEN, deal_key, fill_terms, remember, table_key, was_asked
from ventnor.bots.strength import holding
from ventnor.kernel.codes import A_OFFER
from ventnor.kernel.layout import Action, Memory, Row, State, Tables
from ventnor.kernel.menu import blank_action
from ventnor.kernel.reasons import LAWFUL
from ventnor.kernel.trade import refuse_offer
from ventnor.value.scratch import CHANCES, blank_inputs, blank_numbers, blank_states

AGAIN = 16  # turns after which it looks again even if no deed changed hands
MOST_ROUNDS = 15  # offers while no deed changes hands

SHORTLIST = 16  # exchanges that the network looks at
LONGER = 32  # the same where rollouts judge offers afterwards
KEPT_SHARE = 700  # thousandths of its share by strength that a deal must leave it, whatever the network says

# The places of its notes among the working numbers
MINE = APPRAISED  # its bundles
THEIRS = MINE + BUNDLES + 1
MINE_WORTH = THEIRS + BUNDLES + 1  # by how much the strengths of both grow when a bundle passes
THEIRS_WORTH = MINE_WORTH + BUNDLES + 1
LISTED = THEIRS_WORTH + BUNDLES + 1  # the short list: four numbers each
LINE = 4
SCORE, PARTNER_OF, GIVE, GET = range(4)


def shortlist(s: State, t: Tables, seat: int, m: Row[float], most: int) -> int:
    """Write the exchanges by which two strengths grow most at LISTED, `most` at most; return how many."""
    count = 0
    throws = int(m[AHEAD])
    had = holding(s, t, seat, 0, 0)
    mine = int(m[STRONG + seat])
    own = list_bundles(s, t, seat, m, MINE)
    m[MINE + own] = NO_BUNDLE
    for other in range(s.players):
        if other == seat or s.out[other]:
            continue
        has = holding(s, t, other, 0, 0)
        together = mine + int(m[STRONG + other])
        for i in range(own):
            m[MINE_WORTH + i] = worth_of_bundle(s, t, seat, other, int(m[MINE + i]), had, has, together, throws)
        m[MINE_WORTH + own] = 0.0
        count_theirs = list_bundles(s, t, other, m, THEIRS)
        m[THEIRS + count_theirs] = NO_BUNDLE
        for i in range(count_theirs):
            m[THEIRS_WORTH + i] = worth_of_bundle(s, t, other, seat, int(m[THEIRS + i]), has, had, together, throws)
        m[THEIRS_WORTH + count_theirs] = 0.0
        for i in range(own + 1):
            group = bundle_group(t, int(m[MINE + i]))
            for j in range(count_theirs + 1):
                score = m[MINE_WORTH + i] + m[THEIRS_WORTH + j]
                if score <= 0 or (count == most and score <= m[LISTED + LINE * (count - 1) + SCORE]):
                    continue
                if bundle_group(t, int(m[THEIRS + j])) == group:
                    continue
                count = insert(m, count, most, score, other, m[MINE + i], m[THEIRS + j])
    return count


def insert(m: Row[float], count: int, most: int, score: float, other: int, give: float, get: float) -> int:
    """Put an exchange into the short list, best first; return how many there are."""
    place = min(count, most - 1)
    while place > 0 and m[LISTED + LINE * (place - 1) + SCORE] < score:
        for i in range(LINE):
            m[LISTED + LINE * place + i] = m[LISTED + LINE * (place - 1) + i]
        place -= 1
    at = LISTED + LINE * place
    m[at + SCORE] = score
    m[at + PARTNER_OF] = other
    m[at + GIVE] = give
    m[at + GET] = get
    return min(count + 1, most)


def find_offer_to_make(s: State, t: Tables, seat: int, memory: Memory, a: Action) -> bool:
    """Put the offer that is best for the seat into `a`, at the price the other side is offered now."""
    d = blank_states()
    x = blank_inputs()
    m = blank_numbers()
    look_around(s, t, memory, x, m)
    bold = memory.words[KNOWN] & BOLD != 0
    best = m[NOW + seat] * (1.0 + GAIN) + LEAST
    most = SHORTLIST
    if bold:
        best = m[NOW + seat]
        most = LONGER
    count = shortlist(s, t, seat, m, most)
    best_other = -1
    best_give = 0
    best_get = 0
    best_cash = 0
    best_agreeable = 0
    for i in range(count):
        at = LISTED + LINE * i
        other = int(m[at + PARTNER_OF])
        give = bundle_deeds(s, t, seat, int(m[at + GIVE]))
        get = bundle_deeds(s, t, other, int(m[at + GET]))
        if was_asked(memory, offer_key(memory, other, get, give)):
            continue
        cash = price_for(s, t, seat, other, give, get, lacks(memory, other), more_for(memory, other), d, x, m)
        agreeable = int(m[AGREEABLE])
        if cash == NOTHING or (not bold and share_after(s, t, seat, other, give, get, cash, m) < KEPT_SHARE):
            continue
        value_exchange(s, t, seat, other, give, get, cash, d, x, m)
        if m[CHANCES + seat] > best:
            blank_action(a, A_OFFER, seat)
            fill_terms(a, other, give, get, cash)
            if refuse_offer(s, t, a) == LAWFUL:
                best = m[CHANCES + seat]
                best_other = other
                best_give = give
                best_get = get
                best_cash = cash
                best_agreeable = agreeable
    if best_other < 0:
        return False
    blank_action(a, A_OFFER, seat)
    fill_terms(a, best_other, best_give, best_get, best_cash)
    remember(memory, offer_key(memory, best_other, best_get, best_give))
    await_answer(memory, best_other, best_get, best_give, best_agreeable)
    return True


def offer_key(memory: Memory, other: int, get: int, give: int) -> int:
    """Return a number that identifies an offer's deeds and what is known of the other side. These two fix its price."""
    return (deal_key(other, get, give) * 8 + lacks(memory, other)) * 4 + more_for(memory, other)


def propose(s: State, t: Tables, seat: int, memory: Memory, a: Action) -> bool:
    """Put an offer into `a`, if there is one to make now."""
    if memory.offers_left <= 0 or s.hour:
        return False
    waited = memory.words[PENDING] != 0
    learn(s, seat, memory)
    key = table_key(s, t)
    if key != memory.words[SEEN]:
        memory.words[SEEN] = key
        for word in range(ASKED, ASKED_LAST + 1):
            memory.words[word] = 0
        begin_anew(s, memory)
    elif not waited and s.turns < memory.words[LOOKED] + AGAIN and memory.words[LOOKED] > 0:
        return False
    memory.words[LOOKED] = s.turns + 1
    if rounds_of(memory) >= MOST_ROUNDS:
        return False
    if find_offer_to_make(s, t, seat, memory, a):
        memory.words[PLEAS] += 1
        return True
    return False
