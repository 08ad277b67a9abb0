"""Bots that know when `tycoon` accepts, and propose the best deals for themselves at exactly that price.

They play as `tycoon`, but before each of their throws they price every exchange of one group's deeds for another's, and
every purchase and sale of a group's deeds. `swapper` proposes the best of all; `plain_swapper` proposes only deals that
give nobody a set.
"""

from ventnor.bots.dealing import (
    FAIR,
    NOTHING,
    agrees,
    all_but,
    bank_value,
    deeds_of,
    is_free,
    least_price,
    share,
    square,
)
from ventnor.bots.offers import fill_terms
from ventnor.bots.strength import holding, purse, sites_of, strength, strength_on, throws_ahead
from ventnor.bots.tycoon import tycoon
from ventnor.kernel.codes import A_OFFER, BANK, COLOURS, GROUPS, P_OPENING, W_THROW
from ventnor.kernel.layout import Action, Chance, Memory, State, Tables
from ventnor.kernel.menu import blank_action
from ventnor.kernel.reasons import LAWFUL
from ventnor.kernel.trade import refuse_offer

LOOKED = 15  # word of memory: in which turn it looked last, plus one
WORTH_IT = 1005  # its share must grow to this many thousandths


def may_pass(s: State, t: Tables, seat: int, group: int) -> bool:
    """Return whether the seat has deeds of the group that may change hands."""
    return s.holds[seat][group] > 0 and (group >= COLOURS or is_free(s, t, group))


def exploit(s: State, t: Tables, seat: int, memory: Memory, sets: bool, a: Action) -> bool:
    """Put the deal that serves the seat best into `a`, at the price to which a `tycoon` just agrees."""
    throws = throws_ahead(s, t, memory)
    had = holding(s, t, seat, 0, 0)
    mine = strength(s, t, seat, throws)
    others = all_but(s, t, seat, seat, throws)
    best = 0
    best_other = BANK
    best_give = 0
    best_get = 0
    best_cash = 0
    for other in range(s.players):
        if other == seat or s.out[other]:
            continue
        has = holding(s, t, other, 0, 0)
        theirs = strength(s, t, other, throws)
        rest = others - square(theirs)
        before = share(mine, theirs, rest)
        for group in range(GROUPS + 1):
            get = 0
            if group < GROUPS:
                if not may_pass(s, t, other, group):
                    continue
                get = deeds_of(s, t, other, group)
            for back in range(GROUPS + 1):
                give = 0
                if back < GROUPS:
                    if back == group or not may_pass(s, t, seat, back):
                        continue
                    give = deeds_of(s, t, seat, back)
                if give == 0 and get == 0:
                    continue
                bought = holding(s, t, seat, give, get)
                sold = holding(s, t, other, get, give)
                if not sets and (bought[3] & ~had[3] or sold[3] & ~has[3]):
                    continue
                sites = sites_of(s, t, bought[3] | sold[3])
                cash = least_price(s, t, sites, seat, other, bought, sold, mine, theirs, rest, throws, FAIR, 0)
                if cash == NOTHING:
                    continue
                if give == 0:
                    cash = max(cash, bank_value(s, t, get))
                    if cash > s.cash[seat]:
                        continue
                mine_then = strength_on(t, sites, bought, purse(s, seat) - cash, throws)
                theirs_then = strength_on(t, sites, sold, purse(s, other) + cash, throws)
                after = share(mine_then, theirs_then, rest)
                if after * 1000 < before * WORTH_IT or after - before <= best:
                    continue
                if not agrees(theirs, mine, rest, theirs_then, mine_then, FAIR):
                    continue
                best = after - before
                best_other = other
                best_give = give
                best_get = get
                best_cash = cash
    if best_other == BANK:
        return False
    blank_action(a, A_OFFER, seat)
    fill_terms(a, best_other, best_give, best_get, best_cash)
    return refuse_offer(s, t, a) == LAWFUL


def attack(s: State, t: Tables, seat: int, memory: Memory, chance: Chance, sets: bool, a: Action) -> None:
    """Exploit while it may make offers, then play as `tycoon`."""
    if (
        s.awaits == W_THROW
        and s.awaited == seat
        and s.phase != P_OPENING
        and s.offer_count == 0
        and not s.hour
        and memory.offers_left > 0
        and exploit(s, t, seat, memory, sets, a)
    ):
        return
    tycoon(s, t, seat, memory, chance, a)


def swapper(s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action) -> None:
    """Propose any exchange, purchase or sale that serves itself."""
    attack(s, t, seat, memory, chance, True, a)


def plain_swapper(s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action) -> None:
    """Propose any deal that serves itself and gives nobody a set."""
    attack(s, t, seat, memory, chance, False, a)
