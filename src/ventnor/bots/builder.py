"""`builder`: values every decision by expected rent under the exact landing odds. It makes no offers.

`docs/bots/builder.md` explains how it plays. Nothing here decides a rule: it asks the kernel's law before any action
that might be refused.
"""

from ventnor.bots.danger import KEPT, cash_to_keep, rents_of_others
from ventnor.bots.strength import (
    deed_income,
    group_rate,
    holding,
    next_level,
    purse,
    sites_of,
    strength,
    strength_of,
    strength_on,
    throws_ahead,
    with_group,
)
from ventnor.kernel.auction import free_to_bid, least_bid, reserved
from ventnor.kernel.build import refuse_build
from ventnor.kernel.codes import (
    A_ACCEPT,
    A_BANKRUPT,
    A_BID,
    A_BUILD,
    A_BUY,
    A_DECLINE,
    A_DONE,
    A_KEEP,
    A_LIFT,
    A_MORTGAGE,
    A_PASS,
    A_PAY,
    A_PAY_FINE,
    A_REJECT,
    A_ROLL,
    A_SELL,
    A_TAX,
    A_USE_CARD,
    A_WANT,
    B_CARD,
    B_DEED,
    B_HOTEL,
    BANK,
    COLOURS,
    GROUPS,
    HOTEL,
    P_OPENING,
    SPACES,
    TAX_FLAT,
    TAX_PERCENT,
    W_BID,
    W_BUY,
    W_DEBT,
    W_PLACE,
    W_RECEIVE,
    W_TAX,
    W_THROW,
    W_WANT,
)
from ventnor.kernel.debt import first_debt, liquid
from ventnor.kernel.houses import next_building, room_for, stock
from ventnor.kernel.layout import Action, Chance, Memory, State, Tables
from ventnor.kernel.ledger import any_building, any_mortgaged, live_seats
from ventnor.kernel.legal import bound_by, refuse_deal_answer
from ventnor.kernel.menu import blank_action
from ventnor.kernel.mortgage import cost_of_lifting, refuse_lift, refuse_mortgage
from ventnor.kernel.policies import LOANS, answer_simply, deeds_held, find_place, has_set, may_have_loans, raise_cash
from ventnor.kernel.reasons import LAWFUL
from ventnor.kernel.sell import refuse_sell

# words of memory, beside LOANS
BLOCK = 13  # which auction the limit was worked out for
LIMIT = 14  # its highest bid there

GAIN = 105  # per cent of its own strength that a deal must leave `builder`
WORTH_A_LOAN = 2200  # a building is worth mortgaging for at this rate
SAFE = 30_000  # thousandths of a dollar a throw: above it, Jail is the better place
LEFT = 6  # deeds at the Bank for which it is worth leaving Jail
LIFTED = 150  # cash beyond what is kept, before mortgages are lifted
NO_RATE = 1 << 40
NEARLY = 8  # dollars to which the worth of a deed is worked out


# --- building -------------------------------------------------------------------------------------------------------


def complete_groups(s: State, t: Tables, seat: int) -> int:
    """Return the seat's complete colour groups, as bits."""
    found = 0
    for group in range(COLOURS):
        if s.holds[seat][group] == t.group_size[group]:
            found |= 1 << group
    return found


def building_sites(s: State, t: Tables, seat: int) -> int:
    """Return the seat's complete colour groups with room for a building, as bits."""
    found = 0
    for group in range(COLOURS):
        if s.holds[seat][group] == t.group_size[group]:
            for i in range(t.group_size[group]):
                if s.houses[t.lots[group][i]] != HOTEL:
                    found |= 1 << group
    return found


def cheapest_house(t: Tables, sets: int) -> int:
    """Return the lowest price of a house on these groups."""
    price = NO_RATE
    for group in range(COLOURS):
        if sets & (1 << group):
            price = min(price, t.house_price[t.lots[group][0]])
    return price


def starves_others(s: State, t: Tables, seat: int) -> bool:
    """Return whether to keep houses instead of exchanging them for hotels: others want houses and few are left."""
    if t.unlimited_buildings or s.houses_left >= 9:
        return False
    for other in range(s.players):
        if other != seat and not s.out[other]:
            for group in range(COLOURS):
                if s.holds[other][group] == t.group_size[group]:
                    for i in range(t.group_size[group]):
                        if s.houses[t.lots[group][i]] < t.houses_per_hotel:
                            return True
    return False


def barest_lot(s: State, t: Tables, group: int) -> int:
    """Return the lot of a group with the fewest buildings; among equals the dearest."""
    best = t.lots[group][0]
    for i in range(1, t.group_size[group]):
        space = t.lots[group][i]
        if s.houses[space] <= s.houses[best]:
            best = space
    return best


def pick_site(s: State, t: Tables, seat: int, sets: int, most: int, a: Action) -> int:
    """Put the building with the best return for at most `most` dollars into `a`; return its rate, or 0."""
    best = 0
    chosen = 0
    for group in range(COLOURS):
        if not sets & (1 << group) or t.house_price[t.lots[group][0]] > most:
            continue
        space = barest_lot(s, t, group)
        if s.houses[space] == HOTEL:
            continue
        rate = group_rate(s, t, group)
        if rate > best:
            blank_action(a, A_BUILD, seat)
            a.space = space
            if refuse_build(s, t, a) != LAWFUL:
                continue
            if next_building(s, t, space) == B_HOTEL and starves_others(s, t, seat):
                continue
            best = rate
            chosen = space
    if best:
        blank_action(a, A_BUILD, seat)
        a.space = chosen
    return best


def pick_loan(s: State, t: Tables, seat: int, a: Action) -> int:
    """Put the mortgage that costs the least income a dollar into `a`, sparing complete groups; return its rate."""
    best = NO_RATE
    chosen = 0
    for group in range(GROUPS):
        count = s.holds[seat][group]
        if count == 0 or (group < COLOURS and count == t.group_size[group]):
            continue
        for i in range(t.group_size[group]):
            space = t.lots[group][i]
            if s.owner[space] != seat or s.mortgaged[space]:
                continue
            rate = deed_income(s, t, space) * 100 // t.mortgage[space]
            if rate < best:
                blank_action(a, A_MORTGAGE, seat)
                a.space = space
                if refuse_mortgage(s, t, a) == LAWFUL:
                    best = rate
                    chosen = space
    if best != NO_RATE:
        blank_action(a, A_MORTGAGE, seat)
        a.space = chosen
    return best


def pick_lift(s: State, t: Tables, seat: int, most: int, memory: Memory, a: Action) -> bool:
    """Put the mortgage that is best lifted for at most `most` dollars into `a`."""
    best = 0
    chosen = 0
    found = False
    for group in range(GROUPS):
        held = s.holds[seat][group]
        if held == 0:
            continue
        for i in range(t.group_size[group]):
            space = t.lots[group][i]
            if not s.mortgaged[space] or s.owner[space] != seat:
                continue
            found = True
            cost = cost_of_lifting(s, t, space)
            rate = deed_income(s, t, space) * 100 // cost + 1
            if group < COLOURS and held == t.group_size[group]:
                rate += 1_000_000
            if cost <= most and rate > best:
                best = rate
                chosen = space
    memory.words[LOANS] = 0 if found else 1 + deeds_held(s, seat)
    if best == 0:
        return False
    blank_action(a, A_LIFT, seat)
    a.space = chosen
    return refuse_lift(s, t, a) == LAWFUL


def do_business(s: State, t: Tables, seat: int, memory: Memory, a: Action) -> bool:
    """Build, borrow for a building, or lift a mortgage: the next step, if any is worth it."""
    sets = building_sites(s, t, seat)
    if sets == 0 and s.awaited != seat:
        # Without a set it needs no window.
        memory.rests = 0 if has_set(s, t, seat) else 1
        return False
    if s.hour:
        return False
    loans = may_have_loans(s, seat, memory)
    if sets == 0 and not loans:
        return False
    spare = s.cash[seat] - KEPT
    cheapest = cheapest_house(t, sets)
    least = cheapest
    if loans:
        least = 1 if sets else LIFTED + 1
    # Looking ahead takes time, so only a seat with something to spend on does it.
    if spare >= least:
        spare = s.cash[seat] - cash_to_keep(s, t, seat)
    if sets:
        if spare >= cheapest and pick_site(s, t, seat, sets, spare, a):
            return True
        if loans and free_set(s, t, seat, sets, spare, a):
            return True
        rate = wanted_rate(s, t, sets)
        if rate >= WORTH_A_LOAN:
            site = a.space
            if pick_loan(s, t, seat, a) * 2 < rate:
                memory.words[LOANS] = 0
                return True
            a.space = site
            return False
    if loans and s.awaited == seat:
        return pick_lift(s, t, seat, spare - LIFTED, memory, a)
    return False


def wanted_rate(s: State, t: Tables, sets: int) -> int:
    """Return the best rate of a building that the seat wants, whatever its cash."""
    best = 0
    for group in range(COLOURS):
        if not sets & (1 << group) or any_mortgaged(s, t, group):
            continue
        if s.houses[barest_lot(s, t, group)] < 3 and s.houses_left:
            best = max(best, group_rate(s, t, group))
    return best


def free_set(s: State, t: Tables, seat: int, sets: int, most: int, a: Action) -> bool:
    """Lift a mortgage that keeps a complete group from being built on."""
    for group in range(COLOURS):
        if not sets & (1 << group):
            continue
        for i in range(t.group_size[group]):
            space = t.lots[group][i]
            if s.mortgaged[space] and cost_of_lifting(s, t, space) <= most:
                blank_action(a, A_LIFT, seat)
                a.space = space
                if refuse_lift(s, t, a) == LAWFUL:
                    return True
    return False


# --- buying and bidding ---------------------------------------------------------------------------------------------


def most_for_deed(s: State, t: Tables, seat: int, space: int, memory: Memory) -> int:
    """Return what a deed at the Bank is worth to the seat: its price at least, or what it denies a rival."""
    throws = throws_ahead(s, t, memory)
    worth = max(t.price[space], worth_of_deed(s, t, seat, space, throws))
    group = t.group[space]
    if group < COLOURS:
        for other in range(s.players):
            if other != seat and s.holds[other][group] == t.group_size[group] - 1:
                worth = max(worth, worth_of_deed(s, t, other, space, throws) // 3)
    return worth


def worth_of_deed(s: State, t: Tables, seat: int, space: int, throws: int) -> int:
    """Return the price at which a deed at the Bank leaves the seat as strong as it is, to a few dollars.

    Paying takes from the money for building.
    """
    before = holding(s, t, seat, 0, 0)
    after = with_group(s, t, seat, before, t.group[space], 0, 1 << space)
    sites = sites_of(s, t, after[3])
    cash = purse(s, seat)
    now = strength_on(t, sites, before, cash, throws)
    low = 0
    high = strength_on(t, sites, after, cash, throws) - now
    if not after[3]:
        return high
    # Without money a set brings less, so the gain without the price is only the upper end.
    while high - low > NEARLY:
        middle = (low + high) // 2
        if strength_on(t, sites, after, cash - middle, throws) >= now:
            low = middle
        else:
            high = middle
    return low


def answer_option(s: State, t: Tables, seat: int, memory: Memory, a: Action) -> None:
    """Buy if there is cash; borrow for a deed that completes a group or blocks another player's."""
    space = s.frames[s.depth - 1].space
    price = t.price[space]
    if s.cash[seat] - reserved(s, seat) >= price:
        blank_action(a, A_BUY, seat)
        return
    if most_for_deed(s, t, seat, space, memory) > 2 * price:
        short = price - s.cash[seat] + reserved(s, seat)
        if loans_left(s, t, seat) >= short and pick_loan(s, t, seat, a) != NO_RATE:
            memory.words[LOANS] = 0
            return
    blank_action(a, A_DECLINE, seat)


def loans_left(s: State, t: Tables, seat: int) -> int:
    """Return what mortgages outside complete colour groups could raise."""
    total = 0
    for group in range(GROUPS):
        if group < COLOURS and s.holds[seat][group] == t.group_size[group]:
            continue
        for i in range(t.group_size[group]):
            space = t.lots[group][i]
            if s.owner[space] == seat and not s.mortgaged[space]:
                total += t.mortgage[space]
    return total


def answer_auction(s: State, t: Tables, seat: int, memory: Memory, a: Action) -> None:
    """Bid in steps of a tenth, up to the item's worth, from the cash above the reserve."""
    frame = s.frames[s.depth - 1]
    free = free_to_bid(s, seat)
    least = least_bid(s, t, seat)
    blank_action(a, A_PASS, seat)
    if least > free:
        return
    if frame.stage == B_DEED:
        auction = 1 + frame.space + SPACES * s.turns
        if memory.words[BLOCK] != auction:
            memory.words[BLOCK] = auction
            memory.words[LIMIT] = most_for_deed(s, t, seat, frame.space, memory)
        most = min(memory.words[LIMIT], free)
        step = t.price[frame.space] // 10
    elif frame.stage == B_CARD:
        most = min(t.jail_fine, free)
        step = 5
    else:
        most = min(most_for_building(s, t, seat, frame.stage), free)
        step = 10
    if least <= most:
        a.kind = A_BID
        a.amount = min(most, least + step)


def most_for_building(s: State, t: Tables, seat: int, what: int) -> int:
    """Return the worth of one more building of a kind to the seat."""
    best = 0
    for group in range(COLOURS):
        if s.holds[seat][group] != t.group_size[group] or any_mortgaged(s, t, group):
            continue
        space = barest_lot(s, t, group)
        if s.houses[space] == HOTEL or next_building(s, t, space) != what:
            continue
        level = next_level(t, s.houses[space])
        gain = (t.set_income[group][level] - t.set_income[group][s.houses[space]]) // t.group_size[group]
        # It would have paid the listed price.
        best = max(best, t.house_price[space], gain * 14 * (live_seats(s) - 1) // 1000)
    return best


# --- Jail, taxes, debts ---------------------------------------------------------------------------------------------


def throw_or_leave(s: State, t: Tables, seat: int, a: Action) -> None:
    """Leave Jail while deeds are for sale or the board is harmless; later, stay."""
    blank_action(a, A_ROLL, seat)
    if not s.jail_turn[seat] or s.phase == P_OPENING:
        return
    if deeds_held(s, BANK) < LEFT and rents_of_others(s, t, seat) > SAFE:
        return
    for deck in range(2):
        if s.jail_card[deck] == seat:
            a.kind = A_USE_CARD
            a.x = deck
            return
    if s.cash[seat] >= t.jail_fine and s.jail_turn[seat] <= t.fine_turns:
        a.kind = A_PAY_FINE


def choose_tax(s: State, seat: int, a: Action) -> None:
    """Choose a tax by the first lap and the number of deeds. §tax.income: blind: never by their sum."""
    blank_action(a, A_TAX, seat)
    a.x = TAX_FLAT
    if deeds_held(s, seat) < 3 or not s.lapped & (1 << seat):
        a.x = TAX_PERCENT


def pay_or_raise(s: State, t: Tables, seat: int, memory: Memory, a: Action) -> None:
    """Pay a debt, or raise cash by the step that costs the least income for each dollar."""
    amount = s.debts[first_debt(s, seat)].amount
    if s.cash[seat] >= amount:
        blank_action(a, A_PAY, seat)
        return
    if liquid(s, t, seat) < amount:
        blank_action(a, A_BANKRUPT, seat)
        return
    loan = pick_loan(s, t, seat, a)
    best = loan
    chosen = a.space
    for group in range(COLOURS):
        if s.holds[seat][group] != t.group_size[group] or not any_building(s, t, group):
            continue
        space = fullest_lot(s, t, group)
        fewer = s.houses[space] - 1
        if s.houses[space] == HOTEL:
            fewer = t.houses_per_hotel
        loss = t.income[space][s.houses[space]] - t.income[space][fewer]
        rate = loss * 200 // t.house_price[space]
        if rate < best:
            blank_action(a, A_SELL, seat)
            a.space = space
            if refuse_sell(s, t, a) == LAWFUL:
                best = rate
                chosen = space
    if best == NO_RATE:
        # Nothing but the bare lots of complete groups is left, or hotels that cannot be stepped down.
        raise_cash(s, t, seat, a)
        memory.words[LOANS] = 0
    elif best == loan:
        memory.words[LOANS] = 0
        blank_action(a, A_MORTGAGE, seat)
        a.space = chosen
    else:
        blank_action(a, A_SELL, seat)
        a.space = chosen


def fullest_lot(s: State, t: Tables, group: int) -> int:
    """Return the lot of a group with the most buildings; among equals the cheapest."""
    best = t.lots[group][0]
    for i in range(1, t.group_size[group]):
        space = t.lots[group][i]
        if s.houses[space] > s.houses[best]:
            best = space
    return best


def wish(s: State, t: Tables, seat: int, a: Action) -> None:
    """Answer a building call: want as many as the cash allows."""
    what = s.frames[s.depth - 1].what
    spare = s.cash[seat] - cash_to_keep(s, t, seat)
    price = 1000
    for group in range(COLOURS):
        if s.holds[seat][group] == t.group_size[group]:
            price = min(price, t.house_price[t.lots[group][0]])
    blank_action(a, A_WANT, seat)
    if what == B_HOTEL and starves_others(s, t, seat):
        return
    a.amount = max(0, min(room_for(s, t, seat, what), stock(s, t, what), spare // price))


def receive(s: State, t: Tables, seat: int, memory: Memory, a: Action) -> None:
    """Lift the mortgage of a deed just received if the cash is enough, else keep it."""
    blank_action(a, A_KEEP, seat)
    while not s.frames[s.depth - 1].mask & (1 << a.space):
        a.space += 1
    memory.words[LOANS] = 0
    if s.cash[seat] - cost_of_lifting(s, t, a.space) >= cash_to_keep(s, t, seat) + LIFTED:
        a.kind = A_LIFT
        if refuse_lift(s, t, a) != LAWFUL:
            a.kind = A_KEEP


# --- offers ---------------------------------------------------------------------------------------------------------


def offer_from(s: State, seat: int) -> int:
    """Return the seat whose offer to this seat is open, or BANK."""
    for other in range(s.players):
        if s.offers[other][seat].number:
            return other
    return BANK


def answer_offer(s: State, t: Tables, seat: int, other: int, gain: int, memory: Memory, a: Action) -> None:
    """Accept an offer that leaves at least `gain` per cent of the seat's strength, whatever the other side gains."""
    o = s.offers[other][seat]
    throws = throws_ahead(s, t, memory)
    before = strength(s, t, seat, throws)
    cash = purse(s, seat) + o.give_cash - o.get_cash - o.debt
    after = strength_of(s, t, holding(s, t, seat, o.get, o.give), cash, throws)
    for deck in range(2):
        if o.get_cards & (1 << deck):
            after -= t.jail_fine
    blank_action(a, A_ACCEPT, seat)
    a.number = o.number
    if after * 100 < before * gain or refuse_deal_answer(s, t, a) != LAWFUL:
        a.kind = A_REJECT


def decide_awaited(s: State, t: Tables, seat: int, memory: Memory, a: Action) -> None:
    """Return the answer to what the game waits for, apart from a throw."""
    awaits = s.awaits
    if awaits == W_BUY:
        answer_option(s, t, seat, memory, a)
    elif awaits == W_BID:
        answer_auction(s, t, seat, memory, a)
    elif awaits == W_DEBT:
        pay_or_raise(s, t, seat, memory, a)
    elif awaits == W_TAX:
        choose_tax(s, seat, a)
    elif awaits == W_WANT:
        wish(s, t, seat, a)
    elif awaits == W_PLACE:
        if not pick_site(s, t, seat, complete_groups(s, t, seat), 1 << 30, a):
            find_place(s, t, seat, a)
    elif awaits == W_RECEIVE:
        receive(s, t, seat, memory, a)
    else:
        answer_simply(s, t, seat, a)


def builder(s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action) -> None:
    """Value every decision by expected rent. Accept an offer if it gains; make none."""
    if s.offer_count:
        other = offer_from(s, seat)
        if other != BANK and bound_by(s, seat) == LAWFUL:
            answer_offer(s, t, seat, other, GAIN, memory, a)
            return
    if s.awaits == W_THROW and s.phase != P_OPENING:
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
