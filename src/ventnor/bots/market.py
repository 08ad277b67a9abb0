"""The worth of a deed at the Bank to a seat, by the network. The seat bids until buying gains it nothing.

Nothing here decides a rule.
"""

from ventnor.bots.appraisal import hour_of
from ventnor.bots.builder import BLOCK, LIMIT
from ventnor.kernel.auction import free_to_bid, least_bid
from ventnor.kernel.codes import A_BID, A_PASS, BANK, SPACES, W_END
from ventnor.kernel.layout import Action, Memory, Row, State, Tables
from ventnor.kernel.menu import blank_action
from ventnor.value.layout import Inputs
from ventnor.value.scratch import CHANCES, blank_inputs, blank_numbers, blank_states, weigh_with_deals


def chance_with_deed(
    s: State,
    t: Tables,
    seat: int,
    d: Row[State],
    x: Row[Inputs],
    m: Row[float],
    hour_at: int,
    buyer: int,
    space: int,
    price: int,
) -> float:
    """Return the seat's chance to win once somebody has bought the deed on offer or under the hammer."""
    d[0] = s
    then = d[0]
    then.depth -= 1
    then.awaits = W_END
    then.awaited = then.turn
    then.owner[space] = buyer
    then.holds[BANK][t.group[space]] -= 1
    then.holds[buyer][t.group[space]] += 1
    then.cash[buyer] -= price
    weigh_with_deals(then, t, x[0], m, hour_at)
    return m[CHANCES + seat]


def limit_by_value(
    s: State,
    t: Tables,
    seat: int,
    d: Row[State],
    x: Row[Inputs],
    m: Row[float],
    hour_at: int,
    space: int,
    passed: int,
    most: int,
) -> int:
    """Return the price at which buying is as good as leaving the deed to the rival who gains most by it."""
    price = t.price[space]
    rival = BANK
    best = -1.0
    for other in range(s.players):
        if other == seat or s.out[other] or passed & (1 << other) or s.cash[other] < price // 3:
            continue
        mine = chance_with_deed(s, t, seat, d, x, m, hour_at, other, space, min(price, s.cash[other]))
        gained = m[CHANCES + other] - mine * 0.5
        if gained > best or rival == BANK:
            best = gained
            rival = other
    low = 0
    high = most
    while high - low > 4:
        middle = (low + high) // 2
        if rival == BANK:
            # Nobody else wants it: then it stays at the Bank.
            d[0] = s
            d[0].depth -= 1
            d[0].awaits = W_END
            d[0].awaited = d[0].turn
            weigh_with_deals(d[0], t, x[0], m, hour_at)
            without = m[CHANCES + seat]
        else:
            without = chance_with_deed(s, t, seat, d, x, m, hour_at, rival, space, min(middle, s.cash[rival]))
        if chance_with_deed(s, t, seat, d, x, m, hour_at, seat, space, middle) >= without:
            low = middle
        else:
            high = middle
    return low


def answer_auction_by_value(s: State, t: Tables, seat: int, memory: Memory, a: Action) -> None:
    """Bid in steps of a tenth, up to the price at which buying gains nothing."""
    frame = s.frames[s.depth - 1]
    free = free_to_bid(s, seat)
    least = least_bid(s, t, seat)
    space = frame.space
    blank_action(a, A_PASS, seat)
    if least > free:
        return
    auction = 1 + space + SPACES * s.turns
    if memory.words[BLOCK] != auction:
        d = blank_states()
        x = blank_inputs()
        m = blank_numbers()
        memory.words[BLOCK] = auction
        memory.words[LIMIT] = limit_by_value(s, t, seat, d, x, m, hour_of(s, t, memory), space, frame.passed, free)
    most = min(memory.words[LIMIT], free)
    if least <= most:
        a.kind = A_BID
        a.amount = min(most, least + t.price[space] // 10)
