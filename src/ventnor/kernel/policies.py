"""Policies at full speed: functions that fill in an action for the seat that is asked.

A policy is asked when the game waits for its seat (`s.awaited == seat`), when an offer to it stands, and in its
window before somebody else's throw; in a window it answers `done` when it wants nothing (more). It is trusted: what
it answers must be lawful. It sees the position and its own memory, never the dice to come.
"""

from ventnor.kernel.auction import free_to_bid, least_bid, reserved
from ventnor.kernel.build import refuse_build
from ventnor.kernel.chance import below
from ventnor.kernel.codes import (
    A_ASK_RENT,
    A_BANKRUPT,
    A_BID,
    A_BUILD,
    A_BUY,
    A_DECLINE,
    A_DONE,
    A_END_TURN,
    A_KEEP,
    A_LIFT,
    A_MORTGAGE,
    A_PASS,
    A_PAY,
    A_PAY_FINE,
    A_PAY_TEN,
    A_ROLL,
    A_SELL,
    A_SELL_GROUP,
    A_TAX,
    A_USE_CARD,
    A_WANT,
    B_CARD,
    B_DEED,
    COLOURS,
    GROUPS,
    NO_GROUP,
    S_LOT,
    SPACES,
    TAX_FLAT,
    TAX_PERCENT,
    W_BID,
    W_BUY,
    W_CHOICE,
    W_DEBT,
    W_END,
    W_LAST_RENT,
    W_PLACE,
    W_RECEIVE,
    W_TAX,
    W_THROW,
    W_WANT,
)
from ventnor.kernel.debt import first_debt, liquid
from ventnor.kernel.houses import room_for, stock
from ventnor.kernel.layout import Action, Chance, Memory, State, Tables
from ventnor.kernel.ledger import any_building, owns_group
from ventnor.kernel.menu import blank_action
from ventnor.kernel.mortgage import cost_of_lifting, refuse_lift, refuse_mortgage
from ventnor.kernel.reasons import LAWFUL
from ventnor.kernel.sell import most_to_stay, refuse_sell, refuse_sell_group

# words of memory
LOANS = 0  # 0: not known; else one more than the number of deeds when none was mortgaged

RESERVE = 150  # what the cautious bot keeps in hand
CHEAPEST_HOUSE = 50
CHEAPEST_LIFT = 30  # the mortgage of the cheapest deed, its interest paid already


def raise_cash(s: State, t: Tables, seat: int, a: Action) -> None:
    """Choose a debtor's next step: pay, mortgage, sell, or give up if nothing reaches the debt."""
    amount = s.debts[first_debt(s, seat)].amount
    if s.cash[seat] >= amount:
        blank_action(a, A_PAY, seat)
        return
    if liquid(s, t, seat) < amount:
        blank_action(a, A_BANKRUPT, seat)
        return
    if find_mortgage(s, t, seat, a, False):
        return
    if find_sale(s, t, seat, a):
        return
    if not find_mortgage(s, t, seat, a, True):
        blank_action(a, A_BANKRUPT, seat)


def find_mortgage(s: State, t: Tables, seat: int, a: Action, complete: bool) -> bool:
    """Find the cheapest deed to mortgage, of incomplete groups only or of any group."""
    best = 0
    cheapest = 10000
    for space in range(SPACES):
        if t.group[space] == NO_GROUP or s.owner[space] != seat or s.mortgaged[space] or s.houses[space]:
            continue
        if not complete and owns_group(s, t, seat, t.group[space]) and t.group[space] < COLOURS:
            continue
        if t.price[space] < cheapest:
            blank_action(a, A_MORTGAGE, seat)
            a.space = space
            if refuse_mortgage(s, t, a) == LAWFUL:
                cheapest = t.price[space]
                best = space
    if cheapest == 10000:
        return False
    blank_action(a, A_MORTGAGE, seat)
    a.space = best
    return True


def find_sale(s: State, t: Tables, seat: int, a: Action) -> bool:
    """Find the first building that the law allows to sell."""
    for group in range(COLOURS):
        if not owns_group(s, t, seat, group) or not any_building(s, t, group):
            continue
        for i in range(t.group_size[group]):
            blank_action(a, A_SELL, seat)
            a.space = t.lots[group][i]
            if refuse_sell(s, t, a) == LAWFUL:
                return True
        blank_action(a, A_SELL_GROUP, seat)
        a.x = group
        a.amount = most_to_stay(s, t, group)
        if refuse_sell_group(s, t, a) == LAWFUL:
            return True
    return False


def find_site(s: State, t: Tables, seat: int, a: Action, keep: int) -> bool:
    """Find a lot to build on that leaves `keep` in cash, dearest group first."""
    spare = s.cash[seat] - keep
    if spare < CHEAPEST_HOUSE:
        return False
    held = s.holds[seat]
    size = t.group_size
    group = COLOURS - 1
    while group >= 0:
        if held[group] == size[group] and t.house_price[t.lots[group][0]] <= spare:
            for i in range(size[group]):
                blank_action(a, A_BUILD, seat)
                a.space = t.lots[group][i]
                if refuse_build(s, t, a) == LAWFUL:
                    return True
        group -= 1
    return False


def cheapest_house(s: State, t: Tables, seat: int) -> int:
    """Return the price of a house on the seat's cheapest complete group."""
    for group in range(COLOURS):
        if owns_group(s, t, seat, group):
            return t.house_price[t.lots[group][0]]
    return 1000


def find_place(s: State, t: Tables, seat: int, a: Action) -> None:
    """Find a place for a building that a call brought, or `pass`."""
    for space in range(SPACES):
        if t.kind[space] == S_LOT and s.owner[space] == seat:
            blank_action(a, A_BUILD, seat)
            a.space = space
            if refuse_build(s, t, a) == LAWFUL:
                return
    blank_action(a, A_PASS, seat)


def deeds_held(s: State, seat: int) -> int:
    """Return how many deeds a seat holds."""
    held = s.holds[seat]
    count = 0
    for group in range(GROUPS):
        count += held[group]
    return count


def has_set(s: State, t: Tables, seat: int) -> bool:
    """Return whether the seat has a complete colour group."""
    held = s.holds[seat]
    for group in range(COLOURS):
        if held[group] == t.group_size[group]:
            return True
    return False


def may_have_loans(s: State, seat: int, memory: Memory) -> bool:
    """Return whether the seat may have mortgages: it found one, or deeds have come or gone since."""
    return memory.words[LOANS] != 1 + deeds_held(s, seat)


def find_lift(s: State, t: Tables, seat: int, memory: Memory, a: Action, keep: int) -> bool:
    """Find a mortgage to lift that leaves `keep` in cash, complete groups first."""
    spare = s.cash[seat] - keep
    if spare < CHEAPEST_LIFT or not may_have_loans(s, seat, memory):
        return False
    memory.words[LOANS] = 1 + deeds_held(s, seat)
    found = False
    best = 0
    held = s.holds[seat]
    for group in range(GROUPS):
        if not held[group]:
            continue
        for i in range(t.group_size[group]):
            space = t.lots[group][i]
            if not s.mortgaged[space] or s.owner[space] != seat:
                continue
            memory.words[LOANS] = 0
            if cost_of_lifting(s, t, space) <= spare:
                blank_action(a, A_LIFT, seat)
                a.space = space
                if refuse_lift(s, t, a) == LAWFUL:
                    best = space
                    found = True
                    if held[group] == t.group_size[group]:
                        return True
    a.space = best
    return found


def answer_simply(s: State, t: Tables, seat: int, a: Action) -> None:
    """Make the decisions in which the simple bots do not differ."""
    awaits = s.awaits
    if awaits == W_DEBT:
        raise_cash(s, t, seat, a)
    elif awaits == W_TAX:
        # §tax.income: blind: judged by the number of deeds, never by their sum.
        blank_action(a, A_TAX, seat)
        a.x = TAX_FLAT
        if deeds_held(s, seat) < 3:
            a.x = TAX_PERCENT
    elif awaits == W_CHOICE:
        blank_action(a, A_PAY_TEN, seat)
    elif awaits == W_WANT:
        what = s.frames[s.depth - 1].what
        blank_action(a, A_WANT, seat)
        spare = max(0, s.cash[seat] - RESERVE)
        a.amount = min(room_for(s, t, seat, what), stock(s, t, what), spare // cheapest_house(s, t, seat))
    elif awaits == W_PLACE:
        find_place(s, t, seat, a)
    elif awaits == W_RECEIVE:
        blank_action(a, A_KEEP, seat)
        while not s.frames[s.depth - 1].mask & (1 << a.space):
            a.space += 1
    elif awaits == W_LAST_RENT:
        ask_first_claim(s, seat, a)
    elif awaits == W_END:
        blank_action(a, A_END_TURN, seat)
    else:
        blank_action(a, A_ROLL, seat)


def ask_first_claim(s: State, seat: int, a: Action) -> None:
    """Ask for the oldest rent that the seat may still ask for; `pass` if there is none."""
    for i in range(s.claim_count):
        claim = s.claims[i]
        if claim.owner == seat:
            blank_action(a, A_ASK_RENT, seat)
            a.space = claim.space
            a.other = claim.payer
            return
    blank_action(a, A_PASS, seat)


def cautious(s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action) -> None:
    """Buy if possible, bid up to the price, build and lift above a reserve of cash, and never deal."""
    awaits = s.awaits
    if s.awaited != seat:
        if awaits != W_THROW or not do_simple_business(s, t, seat, memory, a):
            blank_action(a, A_DONE, seat)
            if not may_have_loans(s, seat, memory) and not has_set(s, t, seat):
                memory.rests = 1
    elif awaits == W_THROW:
        if s.jail_turn[seat]:
            leave_jail_early(s, t, seat, a)
        elif not do_simple_business(s, t, seat, memory, a):
            blank_action(a, A_ROLL, seat)
    elif awaits == W_BUY:
        price = t.price[s.frames[s.depth - 1].space]
        blank_action(a, A_DECLINE, seat)
        if s.cash[seat] - reserved(s, seat) >= price:
            a.kind = A_BUY
    elif awaits == W_BID:
        bid_up_to_price(s, t, seat, a)
    else:
        if awaits == W_DEBT or awaits == W_RECEIVE:
            memory.words[LOANS] = 0
            memory.rests = 0
        answer_simply(s, t, seat, a)


def do_simple_business(s: State, t: Tables, seat: int, memory: Memory, a: Action) -> bool:
    """Build or lift with the cash above a reserve: the next step, if there is one."""
    return find_site(s, t, seat, a, RESERVE) or find_lift(s, t, seat, memory, a, 2 * RESERVE)


def leave_jail_early(s: State, t: Tables, seat: int, a: Action) -> None:
    """Leave Jail at once while deeds are for sale; later, throw for doubles."""
    blank_action(a, A_ROLL, seat)
    for deck in range(2):
        if s.jail_card[deck] == seat:
            a.kind = A_USE_CARD
            a.x = deck
            return
    if s.turns < 30 * s.players and s.cash[seat] >= t.jail_fine + RESERVE and s.jail_turn[seat] <= t.fine_turns:
        a.kind = A_PAY_FINE


def bid_up_to_price(s: State, t: Tables, seat: int, a: Action) -> None:
    """Bid a little more than the last bid, up to what the item costs at the Bank."""
    frame = s.frames[s.depth - 1]
    worth = 50
    if frame.stage == B_DEED:
        worth = t.price[frame.space]
    elif frame.stage != B_CARD and s.frames[s.depth - 2].want[seat]:
        worth = 100
    bid = least_bid(s, t, seat)
    if frame.stage == B_DEED and bid < worth // 2:
        bid = max(bid, worth // 2)
    blank_action(a, A_PASS, seat)
    if bid <= worth and bid <= free_to_bid(s, seat):
        a.kind = A_BID
        a.amount = bid


def random(s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action) -> None:
    """Draw a kind of action, then its arguments; if the result is not lawful, take the simplest action."""
    awaits = s.awaits
    mine = s.awaited == seat
    draw = below(chance, 8)
    if not mine and awaits != W_THROW:
        blank_action(a, A_DONE, seat)
    elif awaits == W_THROW:
        random_business(s, t, seat, draw, chance, a)
        if a.kind == A_DONE and mine:
            random_throw(s, t, seat, draw, a)
    elif awaits == W_BUY:
        price = t.price[s.frames[s.depth - 1].space]
        blank_action(a, A_DECLINE, seat)
        if draw < 5 and s.cash[seat] - reserved(s, seat) >= price:
            a.kind = A_BUY
    elif awaits == W_BID:
        blank_action(a, A_PASS, seat)
        bid = least_bid(s, t, seat) + below(chance, 20)
        if draw < 5 and bid <= free_to_bid(s, seat):
            a.kind = A_BID
            a.amount = bid
    elif awaits == W_TAX:
        blank_action(a, A_TAX, seat)
        a.x = draw & 1
    elif awaits == W_WANT:
        blank_action(a, A_WANT, seat)
        a.amount = below(chance, room_for(s, t, seat, s.frames[s.depth - 1].what) + 1)
    else:
        answer_simply(s, t, seat, a)


def random_throw(s: State, t: Tables, seat: int, draw: int, a: Action) -> None:
    """Throw, or in Jail sometimes pay or use a card first."""
    blank_action(a, A_ROLL, seat)
    if s.jail_turn[seat] and draw < 4:
        if s.jail_card[draw & 1] == seat:
            a.kind = A_USE_CARD
            a.x = draw & 1
        elif s.cash[seat] >= t.jail_fine and s.jail_turn[seat] <= t.fine_turns:
            a.kind = A_PAY_FINE


def random_business(s: State, t: Tables, seat: int, draw: int, chance: Chance, a: Action) -> None:
    """Try to build, sell, mortgage or lift one random deed, or say `done`."""
    blank_action(a, A_DONE, seat)
    if draw == 0 or draw > 4:
        return
    kind = A_BUILD
    if draw == 2:
        kind = A_MORTGAGE
    elif draw == 3:
        kind = A_LIFT
    elif draw == 4:
        kind = A_SELL
    if draw == 4 and below(chance, 4):
        return
    first = below(chance, SPACES)
    blank_action(a, kind, seat)
    owner = s.owner
    for i in range(first, first + SPACES):
        space = i % SPACES
        if owner[space] == seat:
            a.space = space
            reason = LAWFUL
            if kind == A_BUILD:
                reason = refuse_build(s, t, a)
            elif kind == A_MORTGAGE:
                reason = refuse_mortgage(s, t, a)
            elif kind == A_LIFT:
                reason = refuse_lift(s, t, a)
            else:
                reason = refuse_sell(s, t, a)
            if reason == LAWFUL:
                return
    blank_action(a, A_DONE, seat)


POLICIES = (random, cautious)
