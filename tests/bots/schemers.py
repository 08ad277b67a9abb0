"""Players that try to exploit the others: each knows what its opponents accept, and proposes at that very price.

They are `tycoon` but for their attack. Which attack it is, the starting cash says: `START` plus the number of the
attack, in dollars. So all of them are one policy, which is compiled once, and a few dollars decide nothing.
"""

from ventnor.bots.answering import accepts_terms
from ventnor.bots.appraisal import NOW, look_around, value_exchange
from ventnor.bots.dealing import FAIR, agrees, all_but, bank_value
from ventnor.bots.exchange import ALL_OF, NO_BUNDLE, bundle_deeds, bundle_group
from ventnor.bots.offers import fill_terms
from ventnor.bots.strength import holding, purse, strength, strength_of, throws_ahead
from ventnor.bots.tycoon import tycoon
from ventnor.kernel.auction import free_to_bid, least_bid
from ventnor.kernel.chance import below
from ventnor.kernel.codes import (
    A_BID,
    A_BUILD,
    A_DONE,
    A_OFFER,
    A_PASS,
    A_ROLL,
    B_DEED,
    COLOURS,
    GROUPS,
    P_OPENING,
    SPACES,
    W_BID,
    W_THROW,
)
from ventnor.kernel.layout import Action, Chance, Memory, Row, State, Tables
from ventnor.kernel.menu import blank_action
from ventnor.kernel.reasons import LAWFUL
from ventnor.kernel.trade import refuse_offer
from ventnor.value.layout import Inputs
from ventnor.value.scratch import CHANCES, blank_inputs, blank_numbers, blank_states

ATTACKS = (
    "any group",
    "no sets",
    "sets for cash",
    "repeated offers",
    "bidding up",
    "before landings",
    "no houses",
    "any group by the network",
    "no sets by the network",
)
ANY_GROUP, NO_SETS, SETS_FOR_CASH, REPEATED, BIDDING_UP, BEFORE_LANDINGS, NO_HOUSES, ANY_BY_NET, NO_SETS_BY_NET = range(
    9
)
START = 1500
TRIED = 10  # exchanges looked at for one offer
NEAR = 8  # dollars to which a price is worked out
MILLION = 1_000_000
LEAST_GAIN = 3000  # millionths that an attacker by the network wants to gain


def tycoon_accepts(s: State, t: Tables, memory: Memory, seat: int, other: int, give: int, get: int, paid: int) -> bool:
    """Return whether a `tycoon` gives and gets these deeds for `paid` dollars."""
    if get == 0 and paid < bank_value(s, t, give):
        return False
    throws = throws_ahead(s, t, memory)
    mine = strength(s, t, seat, throws)
    theirs = strength(s, t, other, throws)
    rest = all_but(s, t, seat, other, throws)
    then = strength_of(s, t, holding(s, t, seat, give, get), purse(s, seat) + paid, throws)
    after = strength_of(s, t, holding(s, t, other, get, give), purse(s, other) - paid, throws)
    return agrees(mine, theirs, rest, then, after, FAIR)


def victim_accepts(
    s: State,
    t: Tables,
    memory: Memory,
    victim: int,
    seat: int,
    give: int,
    get: int,
    paid: int,
    clever: int,
    d: Row[State],
    x: Row[Inputs],
    m: Row[float],
) -> bool:
    """Return whether the victim accepts: `magnate` if clever, else `tycoon`. It gives, gets and is paid."""
    if not clever:
        return tycoon_accepts(s, t, memory, victim, seat, give, get, paid)
    return accepts_terms(s, t, victim, seat, give, get, paid, 0, d, x, m)


def makes_set(s: State, t: Tables, seat: int, bundle: int, giver: int) -> bool:
    """Return whether a bundle completes a colour group for a seat."""
    group = bundle_group(t, bundle)
    if group >= COLOURS:
        return False
    count = 1
    if bundle >= ALL_OF:
        count = s.holds[giver][group]
    return s.holds[seat][group] + count == t.group_size[group]


def draw_bundle(s: State, t: Tables, seat: int, chance: Chance, sets: bool) -> int:
    """Return a bundle of a seat at random: a deed, or all of a group; with `sets` only whole colour groups."""
    group = below(chance, GROUPS)
    if sets:
        group = below(chance, COLOURS)
    held = s.holds[seat][group]
    if held == 0 or (sets and held < t.group_size[group]):
        return NO_BUNDLE
    if sets or below(chance, 2):
        return ALL_OF + group
    place = below(chance, t.group_size[group])
    for i in range(t.group_size[group]):
        space = t.lots[group][(place + i) % t.group_size[group]]
        if s.owner[space] == seat:
            return space
    return NO_BUNDLE


def draw_exchange(s: State, t: Tables, seat: int, victim: int, kind: int, chance: Chance, a: Action) -> bool:
    """Put the deeds of an exchange that suits the attack into `a`; return whether there is one."""
    mine = draw_bundle(s, t, seat, chance, kind == SETS_FOR_CASH)
    theirs = NO_BUNDLE
    if kind != SETS_FOR_CASH:
        theirs = draw_bundle(s, t, victim, chance, False)
        if below(chance, 3) == 0:
            mine = NO_BUNDLE
    if mine == NO_BUNDLE and theirs == NO_BUNDLE:
        return False
    if bundle_group(t, mine) == bundle_group(t, theirs):
        return False
    if kind not in (NO_SETS, NO_SETS_BY_NET):
        return put_exchange(s, t, seat, victim, mine, theirs, a)
    if makes_set(s, t, victim, mine, seat) or makes_set(s, t, seat, theirs, victim):
        return False
    return put_exchange(s, t, seat, victim, mine, theirs, a)


def put_exchange(s: State, t: Tables, seat: int, victim: int, mine: int, theirs: int, a: Action) -> bool:
    """Put the deeds of two bundles into `a`."""
    blank_action(a, A_OFFER, seat)
    a.give = bundle_deeds(s, t, seat, mine)
    a.get = bundle_deeds(s, t, victim, theirs)
    a.other = victim
    return True


def propose_at_limit(
    s: State, t: Tables, seat: int, memory: Memory, chance: Chance, kind: int, clever: int, a: Action
) -> bool:
    """Put an offer into `a` by which the attacker gains, at the least cash that the victim accepts."""
    throws = throws_ahead(s, t, memory)
    d = blank_states()
    x = blank_inputs()
    m = blank_numbers()
    look_around(s, t, memory, x, m)
    by_network = kind in (ANY_BY_NET, NO_SETS_BY_NET)
    best = strength(s, t, seat, throws) * 101 // 100
    if by_network:
        best = int(m[NOW + seat] * MILLION) + LEAST_GAIN
    best_other = -1
    best_give = 0
    best_get = 0
    best_cash = 0
    for _ in range(TRIED):
        victim = (seat + 1 + below(chance, s.players - 1)) % s.players
        if s.out[victim] or not draw_exchange(s, t, seat, victim, kind, chance, a):
            continue
        give = a.give
        get = a.get
        low = -s.cash[victim] if give else 0
        high = s.cash[seat] if get else 0
        if kind == REPEATED:
            # A price a little below what it would take, changed each time.
            high = min(high, below(chance, 40) * 10)
        if not victim_accepts(s, t, memory, victim, seat, get, give, high, clever, d, x, m):
            continue
        while high - low > NEAR:
            middle = (low + high) // 2
            if victim_accepts(s, t, memory, victim, seat, get, give, middle, clever, d, x, m):
                high = middle
            else:
                low = middle
        then = strength_of(s, t, holding(s, t, seat, give, get), purse(s, seat) - high, throws)
        if by_network:
            value_exchange(s, t, seat, victim, give, get, high, d, x, m)
            then = int(m[CHANCES + seat] * MILLION)
        if then > best:
            fill_terms(a, victim, give, get, high)
            a.get_cash = max(0, -high)
            a.give_cash = max(0, high)
            if refuse_offer(s, t, a) == LAWFUL:
                best = then
                best_other = victim
                best_give = give
                best_get = get
                best_cash = high
    if best_other < 0:
        return False
    blank_action(a, A_OFFER, seat)
    fill_terms(a, best_other, best_give, best_get, best_cash)
    return True


def danger_near(s: State, t: Tables, seat: int) -> bool:
    """Return whether the seat's next throw may reach a built lot of another."""
    for throw in range(2, 13):
        space = (s.space[seat] + throw) % SPACES
        if s.houses[space] and s.owner[space] != seat:
            return True
    return False


def attack(s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action, clever: int) -> None:
    """Attack in the way that the starting cash says, then play as `tycoon`."""
    kind = t.cash - START
    if s.awaits == W_BID and s.awaited == seat and kind == BIDDING_UP:
        frame = s.frames[s.depth - 1]
        least = least_bid(s, t, seat)
        # Up to a little above the price, whoever wants it, and out.
        if frame.stage == B_DEED and least <= min(t.price[frame.space] * 5 // 4, free_to_bid(s, seat)):
            blank_action(a, A_BID, seat)
            a.amount = least
            return
        if frame.stage == B_DEED:
            blank_action(a, A_PASS, seat)
            return
    if s.awaits == W_THROW and s.phase != P_OPENING and s.offer_count == 0 and not s.hour and memory.offers_left > 0:
        now = s.awaited == seat
        if kind == BEFORE_LANDINGS:
            now = s.awaited != seat and danger_near(s, t, s.awaited)
        offers = kind != BIDDING_UP and kind != NO_HOUSES
        if offers and now and propose_at_limit(s, t, seat, memory, chance, kind, clever, a):
            return
    tycoon(s, t, seat, memory, chance, a)
    if kind == NO_HOUSES and a.kind == A_BUILD and s.houses[a.space] >= t.houses_per_hotel:
        # It keeps its houses, so that the Bank has none for the others.
        blank_action(a, A_ROLL if s.awaited == seat else A_DONE, seat)


def milks_magnate(s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action) -> None:
    """Attack three `magnate`s."""
    attack(s, t, seat, memory, chance, a, 1)


def milks_tycoon(s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action) -> None:
    """Attack three `tycoon`s."""
    attack(s, t, seat, memory, chance, a, 0)
