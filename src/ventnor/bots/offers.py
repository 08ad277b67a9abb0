"""The offers that `tycoon` makes: which deeds for which, to whom, and for how much.

Nothing here decides a rule: the law is asked before an offer is made.
"""

from ventnor.bots.dealing import (
    FAIR,
    NOTHING,
    SCALE,
    agrees,
    bank_value,
    deeds_of,
    everybody,
    is_free,
    least_price,
    plain_price,
    share,
    square,
)
from ventnor.bots.strength import (
    Holding,
    holding,
    purse,
    sites_of,
    strength,
    strength_of,
    strength_on,
    throws_ahead,
    with_group,
)
from ventnor.kernel.codes import A_OFFER, BANK, COLOURS, GROUPS, SPACES
from ventnor.kernel.debt import first_debt, liquid
from ventnor.kernel.layout import Action, Memory, State, Tables
from ventnor.kernel.menu import blank_action
from ventnor.kernel.reasons import LAWFUL
from ventnor.kernel.trade import loan_value, refuse_offer

# words of memory, beside those of `builder`
SEEN = 1  # who held what when it last looked for a deal
LOOKED = 2  # in which turn that was
MANNERS = 3  # two bits a seat: how it bargains, as far as is known
ASKED = 4  # to 11: deals it has proposed or refused since then, newest first
ASKED_LAST = 11
PENDING = 12  # its last offer: deeds asked for, or else given; whether given; to whom; one more than their manners

SELFISH = 0  # agrees if its own strength grows: nothing else is known of it yet
JEALOUS = 1  # agrees if its share grows
SHREWD = 2  # asks for its part of what both gain
SOLD = 40  # the bit of a pending offer that gives deeds and asks for none
TO = 41  # the lowest bit of whom it went to
AT = 45  # the lowest bit of how it was priced

TRIES = 3  # deals priced in one look
AGAIN = 24  # turns after which it looks again even if no deed changed hands
FLOOR = 75  # per cent of a deed's price at the Bank for which it proposes to sell it
POOR = 400  # dollars: with less, the owner of a set sells other deeds to build
CLOSE = 5000  # millionths that the proposer gives up for a deal between two seats alone


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


def manners_of(memory: Memory, other: int) -> int:
    """Return how another seat bargains, as far as this one knows."""
    return memory.words[MANNERS] >> 2 * other & 3


def expect(memory: Memory, other: int, manners: int) -> None:
    """Note how another seat bargains."""
    memory.words[MANNERS] = memory.words[MANNERS] & ~(3 << 2 * other) | manners << 2 * other


def await_answer(memory: Memory, other: int, get: int, give: int, manners: int) -> None:
    """Note an offer whose answer will say how the other bargains."""
    word = get
    if get == 0:
        word = give | 1 << SOLD
    memory.words[PENDING] = word | other << TO | manners + 1 << AT


def learn(s: State, seat: int, memory: Memory) -> None:
    """Draw the conclusion from the last offer: who refused one price is shrewder than it assumed."""
    word = memory.words[PENDING]
    if word == 0:
        return
    memory.words[PENDING] = 0
    sold = word >> SOLD & 1 != 0
    other = word >> TO & 15
    manners = (word >> AT) - 1
    for space in range(SPACES):
        if word & (1 << space) and (s.owner[space] == seat) == sold:
            expect(memory, other, min(manners + 1, SHREWD))
            return


def propose(s: State, t: Tables, seat: int, memory: Memory, a: Action) -> bool:
    """Put the best offer that both sides should like into `a`, if there is one."""
    if memory.offers_left <= 0 or s.hour:
        return False
    learn(s, seat, memory)
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


def useful(s: State, t: Tables, seat: int, other: int, group: int) -> bool:
    """Return whether a seat can use all that another holds of a group, with what it has.

    It completes a colour, or leaves a single deed elsewhere; railroads and utilities bring more together.
    """
    had = s.holds[seat][group]
    has = s.holds[other][group]
    size = t.group_size[group]
    if had == 0 or has == 0:
        return False
    if group >= COLOURS:
        return s.holds[BANK][group] == 0
    if had + has < size and s.holds[BANK][group]:
        return False
    return is_free(s, t, group)


def useful_groups(s: State, t: Tables, seat: int, other: int) -> int:
    """Return the groups that a seat can use from another, as bits."""
    found = 0
    for group in range(GROUPS):
        if s.holds[seat][group] and s.holds[other][group] and useful(s, t, seat, other, group):
            found |= 1 << group
    return found


def for_sale(s: State, t: Tables, seat: int) -> int:
    """Return the groups of which a seat without money sells its deeds to build on its set, as bits."""
    found = 0
    has_set = False
    if s.cash[seat] < POOR:
        for group in range(GROUPS):
            count = s.holds[seat][group]
            if count and count == t.group_size[group]:
                has_set |= group < COLOURS
            elif count and (group >= COLOURS or is_free(s, t, group)):
                found |= 1 << group
    if has_set:
        return found
    return 0


def partners(s: State, t: Tables, seat: int) -> bool:
    """Return whether the seat could deal with anybody."""
    if for_sale(s, t, seat):
        return True
    for other in range(s.players):
        if other != seat and not s.out[other] and useful_groups(s, t, seat, other):
            return True
    return False


def find_deal(s: State, t: Tables, seat: int, memory: Memory, a: Action) -> bool:
    """Put the most promising deal for the seat into `a`, at a price to which the other should agree."""
    if not partners(s, t, seat):
        return False
    throws = throws_ahead(s, t, memory)
    had = holding(s, t, seat, 0, 0)
    mine = strength_of(s, t, had, purse(s, seat), throws)
    others = everybody(s, t, throws) - square(mine)
    for _ in range(TRIES):
        other = most_promising(s, t, seat, had, mine, others, throws, memory, a)
        if other == BANK:
            return False
        has = holding(s, t, other, 0, 0)
        theirs = strength_of(s, t, has, purse(s, other), throws)
        rest = others - square(theirs)
        give = a.give
        get = a.get
        bought = exchanged(s, t, seat, had, give, get)
        sold = exchanged(s, t, other, has, get, give)
        sites = sites_of(s, t, bought[3] | sold[3])
        for manners in range(manners_of(memory, other), SHREWD + 1):
            if manners == SELFISH:
                cash = plain_price(s, t, sites, seat, other, sold, theirs, throws)
            else:
                asks = FAIR if manners == SHREWD else 0
                cash = least_price(s, t, sites, seat, other, bought, sold, mine, theirs, rest, throws, asks)
            if cash == NOTHING or (get == 0 and -cash * 100 < bank_value(s, t, give) * FLOOR):
                continue
            mine_then = strength_on(t, sites, bought, purse(s, seat) - cash, throws)
            theirs_then = strength_on(t, sites, sold, purse(s, other) + cash, throws)
            if is_good(mine, theirs, rest, mine_then, theirs_then):
                blank_action(a, A_OFFER, seat)
                fill_terms(a, other, give, get, cash)
                if refuse_offer(s, t, a) == LAWFUL:
                    await_answer(memory, other, get, give, manners)
                    if manners == SHREWD:
                        remember(memory, deal_key(other, get, give))
                    return True
        remember(memory, deal_key(other, get, give))
    return False


def exchanged(s: State, t: Tables, seat: int, held: Holding, out: int, into: int) -> Holding:
    """Return a seat's holding after it gives deeds of one group and gets deeds of another."""
    then = held
    for group in range(GROUPS):
        if (out | into) & t.deeds[group]:
            then = with_group(s, t, seat, then, group, out, into)
    return then


def is_good(mine: int, theirs: int, rest: int, mine_then: int, theirs_then: int) -> bool:
    """Return whether a deal is good for its proposer. Between two alone it gives up a little, so that games end."""
    if rest == 0:
        return share(mine_then, theirs_then, 0) >= share(mine, theirs, 0) - CLOSE
    return agrees(mine, theirs, rest, mine_then, theirs_then, 0)


def most_promising(
    s: State, t: Tables, seat: int, had: Holding, mine: int, others: int, throws: int, memory: Memory, a: Action
) -> int:
    """Return the other party of the deal by which both gain most from the rest, cash left aside; or BANK.

    `had` and `mine` are the seat's holding and strength, `others` is the sum of everybody else's squares. The deeds are
    put into `a`.
    """
    best = 0
    best_other = BANK
    best_get = 0
    best_give = 0
    stock = for_sale(s, t, seat)
    for other in range(s.players):
        if other == seat or s.out[other]:
            continue
        wanted = useful_groups(s, t, seat, other)
        if wanted == 0 and stock == 0:
            continue
        # What one can use, so can the other.
        offered = wanted | stock
        has = holding(s, t, other, 0, 0)
        sites = sites_of(s, t, had[3] | has[3] | offered)
        theirs = strength_on(t, sites, has, purse(s, other), throws)
        rest = others - square(theirs)
        before = square(mine) + square(theirs)
        selfish = manners_of(memory, other) == SELFISH
        for group in range(GROUPS + 1):
            get = 0
            gained = had
            lost = has
            if group < GROUPS:
                if not wanted & (1 << group) or s.holds[other][group] == t.group_size[group]:
                    continue
                get = deeds_of(s, t, other, group)
                gained = with_group(s, t, seat, had, group, 0, get)
                lost = with_group(s, t, other, has, group, get, 0)
            for back in range(GROUPS + 1):
                give = 0
                mine_held = gained
                theirs_held = lost
                if back < GROUPS:
                    if back == group or not offered & (1 << back):
                        continue
                    give = deeds_of(s, t, seat, back)
                    mine_held = with_group(s, t, seat, gained, back, give, 0)
                    theirs_held = with_group(s, t, other, lost, back, 0, give)
                elif group == GROUPS:
                    continue
                mine_then = strength_on(t, sites, mine_held, purse(s, seat), throws)
                theirs_then = strength_on(t, sites, theirs_held, purse(s, other), throws)
                gain = 0
                if rest == 0:
                    # Two alone: a deal that makes a set brings the game to its end.
                    if mine_held[3] | theirs_held[3] != had[3] | has[3]:
                        gain = mine_then + theirs_then - mine - theirs
                elif selfish:
                    gain = share(mine_then + theirs_then - theirs, theirs, rest) - share(mine, theirs, rest)
                else:
                    after = square(mine_then) + square(theirs_then)
                    gain = after * SCALE // (after + rest) - before * SCALE // (before + rest)
                if gain > best and not was_asked(memory, deal_key(other, get, give)):
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


def burden_of(s: State, seat: int) -> int:
    """Return all that a seat owes."""
    burden = 0
    for i in range(s.debt_count):
        if s.debts[i].debtor == seat:
            burden += s.debts[i].amount
    return burden


def sell_to_survive(s: State, t: Tables, seat: int, memory: Memory, a: Action) -> bool:
    """Offer deeds for the cash that a seat lacks to pay its debts, if it cannot raise that from the Bank."""
    if memory.offers_left <= 0 or s.hour or first_debt(s, seat) < 0:
        return False
    lacks = burden_of(s, seat) - liquid(s, t, seat)
    if lacks <= 0:
        return False
    throws = throws_ahead(s, t, memory)
    mine = strength(s, t, seat, throws)
    others = everybody(s, t, throws) - square(mine)
    best = 0
    best_give = 0
    best_other = BANK
    for other in range(s.players):
        if other == seat or s.out[other] or s.cash[other] < lacks:
            continue
        theirs = strength(s, t, other, throws)
        rest = others - square(theirs)
        for group in range(GROUPS):
            if s.holds[seat][group] == 0 or (group < COLOURS and not is_free(s, t, group)):
                continue
            give = deeds_of(s, t, seat, group)
            if was_asked(memory, deal_key(other, 0, give)):
                continue
            left = holding(s, t, seat, give, 0)
            come = holding(s, t, other, 0, give)
            sites = sites_of(s, t, left[3] | come[3])
            price = -least_price(s, t, sites, seat, other, left, come, mine, theirs, rest, throws, 0)
            need = lacks + loan_value(s, t, give)
            if price >= need and price - need >= best:
                best = price - need + 1
                best_give = give
                best_other = other
    if best_other == BANK:
        return False
    remember(memory, deal_key(best_other, 0, best_give))
    blank_action(a, A_OFFER, seat)
    fill_terms(a, best_other, best_give, 0, -(best - 1 + lacks + loan_value(s, t, best_give)))
    return refuse_offer(s, t, a) == LAWFUL
