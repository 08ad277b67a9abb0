"""The effect of an exchange of deeds on both sides: on their chances by the network, and on their shares by strength.

Also the price at which another seat should agree to it. A seat looks around once for each decision, and keeps the
results among its working numbers (`value/scratch.py`). Nothing here decides a rule.
"""

from ventnor.bots.dealing import FAIR, NOTHING, agrees, bank_value, least_price, share, square
from ventnor.bots.exchange import exchange
from ventnor.bots.manners import ALL, CHEAP, JEALOUS, SELFISH, SHREWD
from ventnor.bots.strength import holding, purse, sites_of, strength, strength_of, throws_ahead
from ventnor.bots.tycoon_2026.dealing import everybody as frozen_everybody
from ventnor.bots.tycoon_2026.dealing import least_price as frozen_least_price
from ventnor.bots.tycoon_2026.dealing import plain_price as frozen_plain_price
from ventnor.bots.tycoon_2026.strength import holding as frozen_holding
from ventnor.bots.tycoon_2026.strength import strength as frozen_strength
from ventnor.kernel.codes import SEATS
from ventnor.kernel.layout import Memory, Row, State, Tables
from ventnor.value.layout import Inputs
from ventnor.value.scratch import CHANCES, NOTES, weigh

# The places of these results among the working numbers
NOW = NOTES  # the present chances
STRONG = NOW + SEATS  # the strengths
AHEAD = STRONG + SEATS  # the throws that count for the strengths
STRIKES_AT = AHEAD + 1  # the throws after which the clock strikes, 0 for never
AGREEABLE = STRIKES_AT + 1  # the manners that agree to the last computed price
APPRAISED = AGREEABLE + 1

GAIN = 0.02  # by how much of itself a deal must raise a chance
LEAST = 0.003  # and by how much more, for the noise of the network
FIRMER = 15  # per cent of the other's gain by strength that it asks for, beyond the usual, with every step
PART = 0.4  # of what both gain together, which the offer of another must leave it

# For a seat with no known manner: the per cent of the proposer's gain that it is taken to ask for, by steps. At first
# the network must see enough of a gain for it, too, as `magnate` asks.
ASKS = (FAIR, 250, 450)
RISES = 4  # how often the price for a `magnate` is raised until the network should agree
RISE = 40  # dollars, doubled each time


def hour_of(s: State, t: Tables, memory: Memory) -> int:
    """Return the throws after which the clock strikes as far as the seat knows, 0 for never."""
    if t.hour and memory.throws_left:
        return s.throws + memory.throws_left
    return 0


def look_around(s: State, t: Tables, memory: Memory, x: Row[Inputs], m: Row[float]) -> None:
    """Write the present chances and strengths into the working numbers."""
    hour_at = hour_of(s, t, memory)
    m[STRIKES_AT] = hour_at
    weigh(s, t, x[0], m, hour_at)
    throws = throws_ahead(s, t, memory)
    m[AHEAD] = throws
    for seat in range(SEATS):
        m[NOW + seat] = m[CHANCES + seat]
        m[STRONG + seat] = 0
        if seat < s.players and not s.out[seat]:
            m[STRONG + seat] = strength(s, t, seat, throws)


def rest_of(m: Row[float], seat: int, other: int) -> int:
    """Return the sum of the squares of the strengths of everybody but two."""
    total = 0
    for each in range(SEATS):
        if each != seat and each != other:
            total += square(int(m[STRONG + each]))
    return total


def value_exchange(
    s: State,
    t: Tables,
    seat: int,
    other: int,
    give: int,
    get: int,
    cash: int,
    d: Row[State],
    x: Row[Inputs],
    m: Row[float],
) -> None:
    """Write the chances after an exchange at CHANCES. The seat pays `cash`, or receives it below 0."""
    d[0] = s
    exchange(d[0], t, seat, other, give, get, cash)
    weigh(d[0], t, x[0], m, int(m[STRIKES_AT]))


def share_after(s: State, t: Tables, seat: int, other: int, give: int, get: int, cash: int, m: Row[float]) -> int:
    """Return the seat's share after an exchange, in thousandths of its share before."""
    throws = int(m[AHEAD])
    rest = rest_of(m, seat, other)
    then = strength_of(s, t, holding(s, t, seat, give, get), purse(s, seat) - cash, throws)
    after = strength_of(s, t, holding(s, t, other, get, give), purse(s, other) + cash, throws)
    before = share(int(m[STRONG + seat]), int(m[STRONG + other]), rest)
    return share(then, after, rest) * 1000 // max(1, before)


def agrees_by_strength(
    s: State, t: Tables, seat: int, other: int, give: int, get: int, paid: int, steps: int, m: Row[float]
) -> bool:
    """Return whether a seat agrees by strength to give and get these deeds for `paid` dollars.

    It answers as `tycoon` does, and asks for more by `steps`. For cash alone it sells nothing below the Bank's price.
    """
    if get == 0 and paid < bank_value(s, t, give):
        return False
    throws = int(m[AHEAD])
    then = strength_of(s, t, holding(s, t, seat, give, get), purse(s, seat) + paid, throws)
    after = strength_of(s, t, holding(s, t, other, get, give), purse(s, other) - paid, throws)
    return agrees(
        int(m[STRONG + seat]), int(m[STRONG + other]), rest_of(m, seat, other), then, after, FAIR + steps * FIRMER
    )


def likes(seat: int, other: int, steps: int, m: Row[float]) -> bool:
    """Return whether the chances before and after are good enough for a seat to accept the offer of another.

    It must gain, by some `steps` more than usual, and get its part of what both gain together.
    """
    gain = m[CHANCES + seat] - m[NOW + seat]
    theirs = m[CHANCES + other] - m[NOW + other]
    return gain > m[NOW + seat] * GAIN + LEAST * (1 + steps) and gain >= PART * (gain + theirs)


def price_for(
    s: State,
    t: Tables,
    seat: int,
    other: int,
    give: int,
    get: int,
    without: int,
    more: int,
    d: Row[State],
    x: Row[Inputs],
    m: Row[float],
) -> int:
    """Return the least cash for which the other side may agree; NOTHING if there is none.

    The seat would pay it, or receive it below 0. The other side does not have the manners `without`; if it has none, it
    is offered `more` than usual. Those that agree to the price are written at AGREEABLE.
    """
    m[AGREEABLE] = 0
    if without == ALL:
        cash = fair_price(s, t, seat, other, give, get, ASKS[more], m)
        if cash != NOTHING and more == 0:
            cash = picky_price(s, t, seat, other, give, get, cash, d, x, m)
    else:
        cheap = NOTHING
        jealous = NOTHING
        selfish = NOTHING
        shrewd = NOTHING
        if not without & CHEAP:
            cheap = list_price(s, t, seat, other, give, get)
        if not without & JEALOUS:
            jealous = jealous_price(s, t, seat, other, give, get)
        if not without & SELFISH:
            sold = frozen_holding(s, t, other, get, give)
            selfish = frozen_plain_price(s, t, seat, other, sold, frozen_strength(s, t, other))
        if not without & SHREWD:
            shrewd = fair_price(s, t, seat, other, give, get, FAIR, m)
        cash = min(cheap, jealous, selfish, shrewd)
        if give == 0:
            cash = max(cash, 0)
        if cheap <= cash:
            m[AGREEABLE] += CHEAP
        if jealous <= cash:
            m[AGREEABLE] += JEALOUS
        if selfish <= cash:
            m[AGREEABLE] += SELFISH
        if shrewd <= cash:
            m[AGREEABLE] += SHREWD
    if cash == NOTHING or (get == 0 and cash >= 0) or (give == 0 and cash > s.cash[seat]):
        return NOTHING
    return cash


def list_price(s: State, t: Tables, seat: int, other: int, give: int, get: int) -> int:
    """Return the cash by which the other side gets a dollar more than it gives by the Bank's prices, or NOTHING."""
    price = bank_value(s, t, get) - bank_value(s, t, give) + 1
    if price > s.cash[seat]:
        return NOTHING
    return max(price, -s.cash[other])


def jealous_price(s: State, t: Tables, seat: int, other: int, give: int, get: int) -> int:
    """Return the cash at which the other side's share grows by the frozen measure; NOTHING if there is none."""
    theirs = frozen_strength(s, t, other)
    mine = frozen_strength(s, t, seat)
    bought = frozen_holding(s, t, seat, give, get)
    sold = frozen_holding(s, t, other, get, give)
    rest = frozen_everybody(s, t) - square(mine) - square(theirs)
    return frozen_least_price(s, t, seat, other, bought, sold, rest, share(theirs, mine, rest))


def fair_price(s: State, t: Tables, seat: int, other: int, give: int, get: int, asks: int, m: Row[float]) -> int:
    """Return the cash at which the other side gets so many per cent of what the seat gains; NOTHING if there is none.

    For cash alone nobody is taken to sell below the price at the Bank.
    """
    bought = holding(s, t, seat, give, get)
    sold = holding(s, t, other, get, give)
    sites = sites_of(s, t, bought[3] | sold[3])
    mine = int(m[STRONG + seat])
    theirs = int(m[STRONG + other])
    throws = int(m[AHEAD])
    rest = rest_of(m, seat, other)
    cash = least_price(s, t, sites, seat, other, bought, sold, mine, theirs, rest, throws, asks, 0)
    if give == 0 and cash != NOTHING:
        cash = max(cash, bank_value(s, t, get))
    return cash


def picky_price(
    s: State,
    t: Tables,
    seat: int,
    other: int,
    give: int,
    get: int,
    cash: int,
    d: Row[State],
    x: Row[Inputs],
    m: Row[float],
) -> int:
    """Return the least cash, from `cash` on in few steps, at which another `magnate` should agree; NOTHING if none."""
    rise = RISE
    for _ in range(RISES):
        if cash > s.cash[seat]:
            return NOTHING
        value_exchange(s, t, seat, other, give, get, cash, d, x, m)
        if likes(other, seat, 0, m):
            return cash
        cash += rise
        rise *= 2
    return NOTHING
