"""`tycoon-2026`: `tycoon` as it was in November 2026."""

from ventnor.bots.tycoon_2026.builder import decide_awaited, do_business, offer_from, throw_or_leave
from ventnor.bots.tycoon_2026.dealing import (
    NOTHING,
    deeds_of,
    everybody,
    grows,
    is_free,
    least_price,
    plain_price,
    share,
    square,
)
from ventnor.bots.tycoon_2026.strength import holding, strength, strength_of, with_group
from ventnor.kernel.codes import (
    A_ACCEPT,
    A_COUNTER,
    A_DONE,
    A_OFFER,
    A_REJECT,
    BANK,
    COLOURS,
    GROUPS,
    P_OPENING,
    W_THROW,
)
from ventnor.kernel.layout import Action, Chance, Memory, State, Tables
from ventnor.kernel.legal import bound_by, refuse_deal_answer
from ventnor.kernel.menu import blank_action
from ventnor.kernel.reasons import LAWFUL
from ventnor.kernel.trade import refuse_counter, refuse_offer

# words of memory, beside those of `builder`
SEEN = 1  # who held what when it last looked for a deal
LOOKED = 2  # in which turn that was
SHREWD = 3  # bits: opponents who refused what was good for them alone
ASKED = 4  # to 11: deals it has proposed or refused since then, newest first
ASKED_LAST = 11
PENDING = 12  # whom the last plain offer went to, plus one

TRIES = 3  # deals priced in one look
AGAIN = 24  # turns after which it looks again even if no deed changed hands


def table_key(s: State, t: Tables) -> int:
    """Return a number for who holds how many of which group."""
    key = 0
    for seat in range(s.players):
        held = 0
        for group in range(GROUPS):
            held |= s.holds[seat][group] << 3 * group
        key = (key * 1_000_003 + held) % 1_000_000_007
    return key + 1


def deal_key(other: int, get: int, give: int) -> int:
    """Return a number for a deal's deeds, without the cash."""
    return ((get * 31 + give) * 8 + other) % 1_000_000_007 + 1


def was_asked(memory: Memory, key: int) -> bool:
    """Return whether a deal about the same deeds was proposed or refused since the table last changed."""
    for word in range(ASKED, ASKED_LAST + 1):
        if memory.words[word] == key:
            return True
    return False


def remember(memory: Memory, key: int) -> None:
    """Note a deal that was proposed or refused."""
    word = ASKED_LAST
    while word > ASKED:
        memory.words[word] = memory.words[word - 1]
        word -= 1
    memory.words[ASKED] = key


def propose(s: State, t: Tables, seat: int, memory: Memory, a: Action) -> bool:
    """Put the best offer that both sides should like into `a`, if there is one."""
    if memory.offers_left <= 0 or s.hour:
        return False
    key = table_key(s, t)
    if key != memory.words[SEEN]:
        for word in range(ASKED, ASKED_LAST + 1):
            memory.words[word] = 0
        memory.words[SEEN] = key
    elif s.turns < memory.words[LOOKED] + AGAIN and memory.words[LOOKED] > 0:
        return False
    if find_deal(s, t, seat, memory, a):
        return True
    memory.words[LOOKED] = s.turns + 1
    return False


def find_deal(s: State, t: Tables, seat: int, memory: Memory, a: Action) -> bool:
    """Put the most promising deal that completes a group for the seat into `a`, at a price the other should accept."""
    if not may_complete(s, t, seat):
        return False
    mine = strength(s, t, seat)
    others = everybody(s, t) - square(mine)
    for _ in range(TRIES):
        other = most_promising(s, t, seat, mine, others, memory, a)
        if other == BANK:
            return False
        theirs = strength(s, t, other)
        rest = others - square(theirs)
        give = a.give
        get = a.get
        bought = holding(s, t, seat, give, get)
        sold = holding(s, t, other, get, give)
        if memory.words[SHREWD] & (1 << other):
            cash = least_price(s, t, seat, other, bought, sold, rest, share(theirs, mine, rest))
            remember(memory, deal_key(other, get, give))
        else:
            cash = plain_price(s, t, seat, other, sold, theirs)
            memory.words[SHREWD] |= 1 << other
        if cash == NOTHING:
            continue
        then = strength_of(s, t, bought, s.cash[seat] - cash)
        if grows(share(mine, theirs, rest), share(then, strength_of(s, t, sold, s.cash[other] + cash), rest)):
            blank_action(a, A_OFFER, seat)
            fill_terms(a, other, give, get, cash)
            if refuse_offer(s, t, a) == LAWFUL:
                return True
    return False


def completes(s: State, t: Tables, seat: int, other: int, group: int) -> bool:
    """Return whether another player has all that the seat lacks of a colour group, free to change hands."""
    had = s.holds[seat][group]
    has = s.holds[other][group]
    return had > 0 and has > 0 and had + has == t.group_size[group] and is_free(s, t, group)


def may_complete(s: State, t: Tables, seat: int) -> bool:
    """Return whether a deal with one player could complete a group for the seat."""
    for other in range(s.players):
        if other != seat and not s.out[other]:
            for group in range(COLOURS):
                if completes(s, t, seat, other, group):
                    return True
    return False


def most_promising(s: State, t: Tables, seat: int, mine: int, others: int, memory: Memory, a: Action) -> int:
    """Return the other party of the deal by which both gain most from the rest, cash left aside; or BANK.

    `mine` is the seat's strength, `others` the squares of everybody else's.
    """
    best = 0
    best_other = BANK
    best_get = 0
    best_give = 0
    had = holding(s, t, seat, 0, 0)
    for other in range(s.players):
        if other == seat or s.out[other]:
            continue
        has = had
        theirs = 0
        rest = 0
        before = 0
        for group in range(COLOURS):
            if not completes(s, t, seat, other, group):
                continue
            if theirs == 0:
                has = holding(s, t, other, 0, 0)
                theirs = strength_of(s, t, has, s.cash[other])
                rest = others - square(theirs)
                before = share(mine, theirs, rest) + share(theirs, mine, rest)
            get = deeds_of(s, t, other, group)
            gained = with_group(s, t, seat, had, group, 0, get)
            lost = with_group(s, t, other, has, group, get, 0)
            for back in range(GROUPS + 1):
                give = 0
                if back < GROUPS:
                    held = s.holds[seat][back]
                    if back == group or held == 0 or s.holds[other][back] == 0 or held == t.group_size[back]:
                        continue
                    if back < COLOURS and not is_free(s, t, back):
                        continue
                    give = deeds_of(s, t, seat, back)
                if was_asked(memory, deal_key(other, get, give)):
                    continue
                mine_then = gained
                theirs_then = lost
                if give:
                    mine_then = with_group(s, t, seat, gained, back, give, 0)
                    theirs_then = with_group(s, t, other, lost, back, 0, give)
                then = strength_of(s, t, mine_then, s.cash[seat])
                after = strength_of(s, t, theirs_then, s.cash[other])
                gain = 0
                if memory.words[SHREWD] & (1 << other):
                    gain = share(then, after, rest) + share(after, then, rest) - before
                else:
                    gain = share(then + after - theirs, theirs, rest) - share(mine, theirs, rest)
                if gain > best:
                    best = gain
                    best_other = other
                    best_get = get
                    best_give = give
    a.get = best_get
    a.give = best_give
    return best_other


def fill_terms(a: Action, other: int, give: int, get: int, cash: int) -> None:
    """Fill in the terms of an offer: the proposer pays `cash`, or receives it if it is negative."""
    a.other = other
    a.give = give
    a.get = get
    if cash > 0:
        a.give_cash = cash
    else:
        a.get_cash = -cash


def answer_deal(s: State, t: Tables, seat: int, other: int, memory: Memory, a: Action) -> None:
    """Accept an offer that makes the seat's share grow; else counter with a price by which both sides gain."""
    o = s.offers[other][seat]
    mine = strength(s, t, seat)
    theirs = strength(s, t, other)
    rest = everybody(s, t) - square(mine) - square(theirs)
    paid = o.give_cash - o.get_cash + abs(o.debt)
    for deck in range(2):
        if o.give_cards & (1 << deck):
            paid += t.jail_fine // 2
        if o.get_cards & (1 << deck):
            paid -= t.jail_fine
    own = holding(s, t, seat, o.get, o.give)
    others = holding(s, t, other, o.give, o.get)
    after = share(strength_of(s, t, own, s.cash[seat] + paid), strength_of(s, t, others, s.cash[other] - paid), rest)
    number = o.number
    before = share(mine, theirs, rest)
    blank_action(a, A_ACCEPT, seat)
    a.number = number
    if grows(before, after) and refuse_deal_answer(s, t, a) == LAWFUL:
        return
    give = o.give
    get = o.get
    key = deal_key(other, give, get)
    plain = o.debt == 0 and o.give_cards == 0 and o.get_cards == 0
    if plain and memory.offers_left > 0 and not was_asked(memory, key):
        remember(memory, key)
        # The price for which this seat's share grows; it is the seller here.
        price = least_price(s, t, other, seat, others, own, rest, before)
        if price != NOTHING:
            after = share(
                strength_of(s, t, others, s.cash[other] - price), strength_of(s, t, own, s.cash[seat] + price), rest
            )
            if grows(share(theirs, mine, rest), after):
                blank_action(a, A_COUNTER, seat)
                fill_terms(a, other, get, give, -price)
                a.number = number
                if refuse_counter(s, t, a) == LAWFUL:
                    return
    blank_action(a, A_REJECT, seat)
    a.number = number


def tycoon_2026(s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action) -> None:
    """Deal where it can, and build as `builder` does."""
    if s.offer_count:
        other = offer_from(s, seat)
        if other != BANK and bound_by(s, seat) == LAWFUL:
            answer_deal(s, t, seat, other, memory, a)
            return
    if s.awaits == W_THROW and s.phase != P_OPENING:
        # It looks for deals on its own turns only: waiting costs nothing, and looking takes time.
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
