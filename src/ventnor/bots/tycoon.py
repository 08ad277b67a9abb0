"""`tycoon`: a `builder` that deals. Values an offer by what it does to both sides and to the rest of the table.

The page `docs/bots/tycoon.md` says how it thinks. Decides no rule: an offer is put to the kernel's law before it is
made.
"""

from ventnor.bots.builder import decide_awaited, do_business, offer_from, throw_or_leave
from ventnor.bots.dealing import (
    NOTHING,
    all_squares,
    deeds_of,
    grows,
    is_free,
    least_price,
    plain_price,
    rest_of_table,
    share,
    square,
)
from ventnor.bots.strength import strength
from ventnor.kernel.codes import (
    A_ACCEPT,
    A_COUNTER,
    A_DONE,
    A_OFFER,
    A_REJECT,
    BANK,
    C_NONE,
    COLOURS,
    GROUPS,
    P_OPENING,
    W_THROW,
)
from ventnor.kernel.layout import Action, Chance, Memory, State, Tables
from ventnor.kernel.legal import bound_by, refuse_deal_answer
from ventnor.kernel.menu import blank_action
from ventnor.kernel.trade import refuse_counter, refuse_offer

# words of memory, beside those of `builder`
SEEN = 1  # who held what when it last looked for a deal
LOOKED = 2  # in which turn that was
SHREWD = 3  # bits: opponents who refused what was good for them alone
ASKED = 4  # to 11: deals it has proposed or refused since then, newest first
ASKED_LAST = 11
PENDING = 12  # whom the last plain offer went to, plus one

TRIES = 3  # deals priced in one look
AGAIN = 24  # turns after which it looks again though nothing changed hands


def table_key(s: State, t: Tables) -> int:
    """A number for who holds how many of which group."""
    key = 0
    for seat in range(s.players):
        for group in range(GROUPS):
            key = key * 5 + s.holds[seat][group]
        key = key % 1_000_000_007
    return key + 1


def deal_key(other: int, get: int, give: int) -> int:
    """A number for a deal's deeds, whatever the cash."""
    return ((get * 31 + give) * 8 + other) % 1_000_000_007 + 1


def was_asked(memory: Memory, key: int) -> bool:
    """Whether a deal about the same deeds was proposed or refused since the table last changed."""
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
    for _ in range(TRIES):
        other = most_promising(s, t, seat, memory, a)
        if other == BANK:
            return False
        mine = strength(s, t, seat, 0, 0, 0)
        theirs = strength(s, t, other, 0, 0, 0)
        rest = rest_of_table(s, t, seat, other)
        give = a.give
        get = a.get
        shrewd = memory.words[SHREWD] & (1 << other)
        if shrewd:
            cash = least_price(s, t, seat, other, get, give, rest, mine, theirs)
            remember(memory, deal_key(other, get, give))
        else:
            cash = plain_price(s, t, seat, other, get, give, theirs)
            memory.words[SHREWD] |= 1 << other
        if cash == NOTHING:
            continue
        after = share(strength(s, t, seat, -cash, give, get), strength(s, t, other, cash, get, give), rest)
        if grows(share(mine, theirs, rest), after):
            blank_action(a, A_OFFER, seat)
            fill_terms(a, other, give, get, cash)
            if refuse_offer(s, t, a) == C_NONE:
                return True
    return False


def most_promising(s: State, t: Tables, seat: int, memory: Memory, a: Action) -> int:
    """The deal by which both sides together would gain most of the rest, cash left aside: its other side, or BANK."""
    best = 0
    best_other = BANK
    best_get = 0
    best_give = 0
    mine = 0
    everybody = 0
    for other in range(s.players):
        if other == seat or s.out[other]:
            continue
        theirs = 0
        rest = 0
        before = 0
        for group in range(COLOURS):
            had = s.holds[seat][group]
            has = s.holds[other][group]
            if had == 0 or has == 0 or had + has != t.group_size[group] or not is_free(s, t, group):
                continue
            if mine == 0:
                mine = strength(s, t, seat, 0, 0, 0)
                everybody = all_squares(s, t)
            if theirs == 0:
                theirs = strength(s, t, other, 0, 0, 0)
                rest = everybody - square(mine) - square(theirs)
                before = share(mine, theirs, rest) + share(theirs, mine, rest)
            get = deeds_of(s, t, other, group)
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
                then = strength(s, t, seat, 0, give, get)
                others = strength(s, t, other, 0, get, give)
                gain = 0
                if memory.words[SHREWD] & (1 << other):
                    gain = share(then, others, rest) + share(others, then, rest) - before
                else:
                    gain = share(then + others - theirs, theirs, rest) - share(mine, theirs, rest)
                if gain > best:
                    best = gain
                    best_other = other
                    best_get = get
                    best_give = give
    a.get = best_get
    a.give = best_give
    return best_other


def fill_terms(a: Action, other: int, give: int, get: int, cash: int) -> None:
    """The terms of an offer: `cash` is what the proposer pays, negative where it is paid."""
    a.other = other
    a.give = give
    a.get = get
    if cash > 0:
        a.give_cash = cash
    else:
        a.get_cash = -cash


def answer_deal(s: State, t: Tables, seat: int, other: int, memory: Memory, a: Action) -> None:
    """Accept what makes the seat's share grow; else name the price that would, if the other can gain by it too."""
    o = s.offers[other][seat]
    mine = strength(s, t, seat, 0, 0, 0)
    theirs = strength(s, t, other, 0, 0, 0)
    rest = rest_of_table(s, t, seat, other)
    cash = o.give_cash - o.get_cash
    cards = 0
    for deck in range(2):
        if o.give_cards & (1 << deck):
            cards += t.jail_fine // 2
        if o.get_cards & (1 << deck):
            cards -= t.jail_fine
    after = share(
        strength(s, t, seat, cash + o.debt + cards, o.get, o.give),
        strength(s, t, other, -cash - o.debt - cards, o.give, o.get),
        rest,
    )
    number = o.number
    before = share(mine, theirs, rest)
    blank_action(a, A_ACCEPT, seat)
    a.number = number
    if grows(before, after) and refuse_deal_answer(s, t, a) == C_NONE:
        return
    give = o.give
    get = o.get
    key = deal_key(other, give, get)
    plain = o.debt == 0 and o.give_cards == 0 and o.get_cards == 0
    if plain and memory.offers_left > 0 and not was_asked(memory, key):
        remember(memory, key)
        # What this seat would have to be paid for its own share to grow; it is the seller here.
        price = least_price(s, t, other, seat, get, give, rest, theirs, mine)
        if price != NOTHING:
            after = share(strength(s, t, other, -price, give, get), strength(s, t, seat, price, get, give), rest)
            if grows(share(theirs, mine, rest), after):
                blank_action(a, A_COUNTER, seat)
                fill_terms(a, other, get, give, -price)
                a.number = number
                if refuse_counter(s, t, a) == C_NONE:
                    return
    blank_action(a, A_REJECT, seat)
    a.number = number


def tycoon(s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action) -> None:
    """Deals where it can, and builds as `builder` does."""
    if s.offer_count:
        other = offer_from(s, seat)
        if other != BANK and bound_by(s, seat) == C_NONE:
            answer_deal(s, t, seat, other, memory, a)
            return
    if s.awaits == W_THROW and s.phase != P_OPENING:
        # It looks for deals on its own turns only: nothing is lost by waiting, and looking takes time.
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
