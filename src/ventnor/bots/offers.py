"""The offers that `tycoon` makes: which deeds for which, to whom, and for how much.

Nothing here decides a rule: the law is asked before an offer is made.
"""

from ctypes import c_int64

from ventnor.bots.dealing import (
    FAIR,
    NOTHING,
    SCALE,
    agrees,
    all_but,
    bank_value,
    deeds_of,
    is_free,
    least_kept,
    least_price,
    plain_price,
    share,
    square,
)
from ventnor.bots.strength import (
    Holding,
    exchanged,
    group_part,
    holding,
    purse,
    sites_of,
    strength_of,
    strength_on,
    throws_ahead,
    with_group,
)
from ventnor.kernel.codes import A_OFFER, BANK, COLOURS, GROUPS, SEATS, SPACES
from ventnor.kernel.debt import first_debt, liquid
from ventnor.kernel.layout import Action, Memory, Row, State, Tables
from ventnor.kernel.menu import blank_action
from ventnor.kernel.reasons import LAWFUL
from ventnor.kernel.supply import Blank, supplies
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
CLOSE = 5000  # millionths that the proposer gives up for a deal between two seats alone, so that games end

# Scratch numbers: a search for a deal computes them once. Their places:
STRONG = 0  # strengths by seat
HELD = STRONG + SEATS  # holdings by seat
NONE = HELD + 4 * SEATS  # an empty holding
PARTS = NONE + 4  # by group: what the seat has of it, what the other has, and what both have together
MINE, THEIRS, TOGETHER = 0, 4, 8
DEALS = PARTS + 12 * GROUPS  # the most promising deals, the best first: the gain, the other party, the deeds
OTHER, GET, GIVE, DEAL = 1, 2, 3, 4
RANKED = 2 * TRIES - 1  # every try may drop an old deal from those that were asked, which then counts again
LAST = DEALS + DEAL * (RANKED - 1)
SCRATCH = LAST + DEAL


@supplies(Blank(SCRATCH, c_int64))
def blank_scratch() -> Row[int]:
    """Return new scratch numbers for a search for a deal."""
    found: Row[int] = (c_int64 * SCRATCH)()
    return found


def table_key(s: State, t: Tables) -> int:
    """Return a number that identifies how many deeds of each group every seat holds."""
    key = 0
    for seat in range(s.players):
        held = 0
        for group in range(GROUPS):
            held |= s.holds[seat][group] << 3 * group
        key = (key * 1_000_003 + held) % 1_000_000_007
    return key + 1


def deal_key(other: int, get: int, give: int) -> int:
    """Return a number that identifies a deal by its deeds, without the cash."""
    return ((get * 31 + give) * 8 + other) % 1_000_000_007 + 1


def was_asked(memory: Memory, key: int) -> bool:
    """Return whether a deal about the same deeds was proposed or refused since the table last changed."""
    return is_among(memory, key, ASKED_LAST)


def is_among(memory: Memory, key: int, last: int) -> bool:
    """Return whether a deal is among those proposed or refused, down to the word `last`."""
    for word in range(ASKED, last + 1):
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
    """Return how another seat bargains, as far as this seat knows."""
    return memory.words[MANNERS] >> 2 * other & 3


def expect(memory: Memory, other: int, manners: int) -> None:
    """Note how another seat bargains."""
    memory.words[MANNERS] = memory.words[MANNERS] & ~(3 << 2 * other) | manners << 2 * other


def await_answer(memory: Memory, other: int, get: int, give: int, manners: int) -> None:
    """Note an offer. Its answer will show how the other side bargains."""
    word = get
    if get == 0:
        word = give | 1 << SOLD
    memory.words[PENDING] = word | other << TO | manners + 1 << AT


def learn(s: State, seat: int, memory: Memory) -> None:
    """Learn from the answer to the last offer: a seat that refused is shrewder than assumed."""
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
    """Put the best offer that should help both sides into `a`, if there is one."""
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
    """Return whether another seat's deeds of a group are useful to this seat, together with its own.

    They are if the two seats together complete the colour group, or if the Bank has no deed of it left. Railroads and
    utilities are useful once the Bank has none of them.
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
    scratch = blank_scratch()
    others = 0
    for other in range(s.players):
        if not s.out[other]:
            strong = survey(s, t, other, throws, scratch)
            if other != seat:
                others += square(strong)
    mine = scratch[STRONG + seat]
    had = surveyed(scratch, seat)
    rank_deals(s, t, seat, others, throws, memory, scratch)
    for _ in range(TRIES):
        at = best_deal(memory, scratch)
        if at == NONE:
            return False
        other = scratch[at + OTHER]
        get = scratch[at + GET]
        give = scratch[at + GIVE]
        has = surveyed(scratch, other)
        theirs = scratch[STRONG + other]
        rest = others - square(theirs)
        bought = exchanged(s, t, seat, had, give, get)
        sold = exchanged(s, t, other, has, get, give)
        sites = sites_of(s, t, bought[3] | sold[3])
        kept = least_kept(mine, theirs, rest)
        if rest == 0:
            kept -= CLOSE
        for manners in range(manners_of(memory, other), SHREWD + 1):
            if manners == SELFISH:
                cash = plain_price(s, t, sites, seat, other, sold, theirs, throws)
            else:
                asks = FAIR if manners == SHREWD else 0
                cash = least_price(s, t, sites, seat, other, bought, sold, mine, theirs, rest, throws, asks, kept)
                if cash == NOTHING:
                    break  # a shrewd seat asks for no less
            if cash == NOTHING or (get == 0 and -cash * 100 < bank_value(s, t, give) * FLOOR):
                continue
            mine_then = strength_on(t, sites, bought, purse(s, seat) - cash, throws)
            theirs_then = strength_on(t, sites, sold, purse(s, other) + cash, throws)
            if share(mine_then, theirs_then, rest) >= kept:
                blank_action(a, A_OFFER, seat)
                fill_terms(a, other, give, get, cash)
                if refuse_offer(s, t, a) == LAWFUL:
                    await_answer(memory, other, get, give, manners)
                    if manners == SHREWD:
                        remember(memory, deal_key(other, get, give))
                    return True
        remember(memory, deal_key(other, get, give))
    return False


def survey(s: State, t: Tables, seat: int, throws: int, scratch: Row[int]) -> int:
    """Write a seat's holding and its strength into the scratch numbers; return its strength."""
    held = holding(s, t, seat, 0, 0)
    note(scratch, HELD + 4 * seat, held)
    strong = strength_of(s, t, held, purse(s, seat), throws)
    scratch[STRONG + seat] = strong
    return strong


def surveyed(scratch: Row[int], seat: int) -> Holding:
    """Return a seat's holding, from the scratch numbers."""
    at = HELD + 4 * seat
    return scratch[at], scratch[at + 1], scratch[at + 2], scratch[at + 3]


def note(scratch: Row[int], at: int, held: Holding) -> None:
    """Write a holding, or a part of one, into the scratch numbers."""
    scratch[at] = held[0]
    scratch[at + 1] = held[1]
    scratch[at + 2] = held[2]
    scratch[at + 3] = held[3]


def changed(scratch: Row[int], held: Holding, part: int, then: int) -> Holding:
    """Return a holding with the part of one group replaced. `part` and `then`: places of the old and new part."""
    return (
        held[0] - scratch[part] + scratch[then],
        held[1] - scratch[part + 1] + scratch[then + 1],
        held[2] - scratch[part + 2] + scratch[then + 2],
        held[3] - scratch[part + 3] + scratch[then + 3],
    )


def note_parts(s: State, t: Tables, seat: int, other: int, groups: int, scratch: Row[int]) -> None:
    """Write the parts that two seats hold of these groups (bits): each seat's, and both together."""
    for group in range(GROUPS):
        if groups & (1 << group):
            at = PARTS + 12 * group
            note(scratch, at + MINE, group_part(s, t, seat, group, 0, 0))
            note(scratch, at + THEIRS, group_part(s, t, other, group, 0, 0))
            note(scratch, at + TOGETHER, group_part(s, t, seat, group, 0, deeds_of(s, t, other, group)))


def rank_deals(s: State, t: Tables, seat: int, others: int, throws: int, memory: Memory, scratch: Row[int]) -> None:
    """Write the deals by which the seat and another one gain most from all others. Cash is left aside.

    The best deal comes first; among equals, the one found first. The scratch numbers already have the holdings and
    strengths of all seats. `others` is the sum of everybody else's squares.
    """
    stock = for_sale(s, t, seat)
    had = surveyed(scratch, seat)
    mine = scratch[STRONG + seat]
    cash = purse(s, seat)
    for other in range(s.players):
        if other == seat or s.out[other]:
            continue
        wanted = useful_groups(s, t, seat, other)
        if wanted == 0 and stock == 0:
            continue
        # Deeds that one side can use, the other can use too.
        offered = wanted | stock
        note_parts(s, t, seat, other, offered, scratch)
        has = surveyed(scratch, other)
        theirs = scratch[STRONG + other]
        sites = sites_of(s, t, had[3] | has[3] | offered)
        their_cash = purse(s, other)
        rest = others - square(theirs)
        selfish = manners_of(memory, other) == SELFISH
        # The gain is the growth of a share: of both together, or of the seat's own if the other looks only at itself.
        own = square(mine)
        beside = rest
        if selfish:
            beside += square(theirs) + 1
        else:
            own += square(theirs)
        before = 0
        if rest:
            before = own * SCALE // (own + beside)
        for group in range(GROUPS + 1):
            gained = had
            lost = has
            if group < GROUPS:
                if not wanted & (1 << group):
                    continue
                at = PARTS + 12 * group
                gained = changed(scratch, had, at + MINE, at + TOGETHER)
                lost = changed(scratch, has, at + THEIRS, NONE)
            for back in range(GROUPS + 1):
                mine_held = gained
                theirs_held = lost
                if back < GROUPS:
                    if back == group or not offered & (1 << back):
                        continue
                    at = PARTS + 12 * back
                    mine_held = changed(scratch, gained, at + MINE, NONE)
                    theirs_held = changed(scratch, lost, at + THEIRS, at + TOGETHER)
                elif group == GROUPS:
                    continue
                if rest == 0 and (mine_held[3] | theirs_held[3]) == (had[3] | has[3]):
                    # Two alone: a deal that makes a set brings the game to its end.
                    continue
                mine_then = strength_on(t, sites, mine_held, cash, throws)
                theirs_then = strength_on(t, sites, theirs_held, their_cash, throws)
                if rest == 0:
                    gain = mine_then + theirs_then - mine - theirs
                else:
                    if selfish:
                        own = square(mine_then + theirs_then - theirs)
                    else:
                        own = square(mine_then) + square(theirs_then)
                    gain = own * SCALE // (own + beside) - before
                if gain > scratch[LAST]:
                    get = 0
                    give = 0
                    if group < GROUPS:
                        get = deeds_of(s, t, other, group)
                    if back < GROUPS:
                        give = deeds_of(s, t, seat, back)
                    if not is_among(memory, deal_key(other, get, give), ASKED_LAST - TRIES + 1):
                        rank(scratch, gain, other, get, give)


def rank(scratch: Row[int], gain: int, other: int, get: int, give: int) -> None:
    """Put a deal in its place among the best, of which the last is dropped."""
    at = LAST
    while at > DEALS and scratch[at - DEAL] < gain:
        for i in range(DEAL):
            scratch[at + i] = scratch[at + i - DEAL]
        at -= DEAL
    scratch[at] = gain
    scratch[at + OTHER] = other
    scratch[at + GET] = get
    scratch[at + GIVE] = give


def best_deal(memory: Memory, scratch: Row[int]) -> int:
    """Return the place of the best deal that was neither proposed nor refused; NONE if there is none."""
    for i in range(RANKED):
        at = DEALS + DEAL * i
        if scratch[at] == 0:
            return NONE
        if not was_asked(memory, deal_key(scratch[at + OTHER], scratch[at + GET], scratch[at + GIVE])):
            return at
    return NONE


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
    had = holding(s, t, seat, 0, 0)
    cash = purse(s, seat)
    mine = strength_of(s, t, had, cash, throws)
    others = all_but(s, t, seat, seat, throws)
    best = 0
    best_give = 0
    best_other = BANK
    for other in range(s.players):
        if other == seat or s.out[other] or s.cash[other] < lacks:
            continue
        has = holding(s, t, other, 0, 0)
        their_cash = purse(s, other)
        theirs = strength_of(s, t, has, their_cash, throws)
        rest = others - square(theirs)
        for group in range(GROUPS):
            if s.holds[seat][group] == 0 or (group < COLOURS and not is_free(s, t, group)):
                continue
            give = deeds_of(s, t, seat, group)
            if was_asked(memory, deal_key(other, 0, give)):
                continue
            need = lacks + loan_value(s, t, give)
            if s.cash[other] < need + best:
                continue
            left = with_group(s, t, seat, had, group, give, 0)
            come = with_group(s, t, other, has, group, 0, give)
            sites = sites_of(s, t, left[3] | come[3])
            mine_then = strength_on(t, sites, left, cash + need + best, throws)
            theirs_then = strength_on(t, sites, come, their_cash - need - best, throws)
            if not agrees(theirs, mine, rest, theirs_then, mine_then, 0):
                continue
            price = -least_price(s, t, sites, seat, other, left, come, mine, theirs, rest, throws, 0, 0)
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
