"""The inputs of the network, worked out from the records. Whole numbers throughout, so that both twins agree exactly.

Nothing here decides a rule: the kernel gives rents and worths, the tables give figures.
"""

from ventnor.kernel.codes import (
    BANK,
    COLOURS,
    GROUPS,
    HOTEL,
    NO_GROUP,
    P_THROW,
    RAILROADS,
    S_LOT,
    SEATS,
    SPACES,
    T_MOVE,
    UTILITIES,
    W_BID,
    W_BUY,
    W_DEBT,
    W_DICE,
    W_END,
    W_THROW,
)
from ventnor.kernel.finish import worth
from ventnor.kernel.layout import State, Tables
from ventnor.kernel.ledger import house_prices, live_seats, next_seat
from ventnor.kernel.rent import rent_of_lot
from ventnor.value.layout import (
    ALIVE,
    BEFORE,
    BLOCK,
    CASH,
    CASH_STEPS,
    CLOCK,
    CLOCK_STEPS,
    COMING,
    COMING_LATER,
    COMPLETES,
    DANGER,
    DANGER_LATER,
    DANGER_LONG,
    DUE,
    ENDING,
    FALLS,
    FULL,
    GROUP,
    GROUP_INPUTS,
    HERE,
    HIGHEST,
    INCOME,
    INCOME_STEPS,
    JAILED,
    LIMIT,
    LINKS,
    LIQUID,
    ORDER,
    OWED_STEPS,
    OWES,
    OWES_LATER,
    OWES_NEXT,
    OWN,
    PAIR,
    POTENTIAL,
    POWER,
    RAILS,
    RENT_STEPS,
    ROUND_STEPS,
    ROUNDS,
    RUIN,
    RULES,
    SETS,
    STOCK,
    STOCK_STEPS,
    SWAP,
    TABLE,
    THROW_STEPS,
    THROWS,
    TRAINS,
    UNOWNED,
    WAITS,
    WORST,
    WORST_STEPS,
    WORTH,
    WORTH_STEPS,
    Inputs,
)

ONE = 1000  # the unit of all inputs
# ways to throw 2 to 12 with two dice, and 4 to 24 with two throws
WAYS = (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
WAYS_TWICE = (1, 4, 10, 20, 35, 56, 80, 104, 125, 140, 146, 140, 125, 104, 80, 56, 35, 20, 10, 4, 1)

# places in `Inputs.sums`
NEXT, LATER, WORST_AHEAD, OVER_CASH, OVER_ALL, COMES, COMES_LATER, EARNS, CHARGES, PAYS = range(10)
# and in `Inputs.between`, four for each other seat
TO_NEXT, TO_LATER, TO_OVER_CASH, TO_OVER_ALL = range(4)


def piece(amount: int, low: int, high: int) -> int:
    """Return how far an amount is on the way from `low` to `high`, in thousandths."""
    if amount <= low:
        return 0
    if amount >= high:
        return ONE
    return (amount - low) * ONE // (high - low)


def put_cash(x: Inputs, seat: int, at: int, amount: int) -> None:
    """Write ten inputs for a sum of cash; the first is negative if the seat owes more than it has."""
    for i in range(10):
        x.seats[seat][at + i] = piece(amount, CASH_STEPS[i], CASH_STEPS[i + 1])
    if amount < 0:
        x.seats[seat][at] = max(-10 * ONE, amount * ONE // 200)


def put_rent(x: Inputs, seat: int, at: int, amount: int) -> None:
    """Write four inputs for an expected rent."""
    for i in range(4):
        x.seats[seat][at + i] = piece(amount, RENT_STEPS[i], RENT_STEPS[i + 1])


def put_worst(x: Inputs, seat: int, at: int, amount: int) -> None:
    """Write five inputs for a single rent."""
    for i in range(5):
        x.seats[seat][at + i] = piece(amount, WORST_STEPS[i], WORST_STEPS[i + 1])


def put_income(x: Inputs, seat: int, at: int, thousandths: int) -> None:
    """Write six inputs for an income by the throw, given in thousandths of a dollar."""
    for i in range(6):
        x.seats[seat][at + i] = piece(thousandths, 1000 * INCOME_STEPS[i], 1000 * INCOME_STEPS[i + 1])


def rent_at(s: State, t: Tables, space: int) -> int:
    """Return the rent of stopping on this owned, unmortgaged property; utilities for a throw of seven."""
    if t.kind[space] == S_LOT:
        return rent_of_lot(s, t, space)
    held = s.holds[s.owner[space]][t.group[space]]
    if t.group[space] == RAILROADS:
        return t.rent[space][held - 1]
    return 7 * t.rent[space][held - 1]


def clear_inputs(x: Inputs) -> None:
    """Set every input to 0."""
    x.alive = 0
    for i in range(TABLE):
        x.table[i] = 0
    for seat in range(x.players):
        for i in range(OWN):
            x.seats[seat][i] = 0
        for i in range(10):
            x.sums[seat][i] = 0
        for i in range(PAIR * x.players):
            x.pairs[seat][i] = 0
        for i in range(4 * x.players):
            x.between[seat][i] = 0


def count_money(s: State, t: Tables, x: Inputs) -> None:
    """Work out each seat's cash after debts and what it could raise, and write the inputs of both."""
    for seat in range(s.players):
        x.pending[seat] = s.cash[seat]
    for i in range(s.debt_count):
        debt = s.debts[i]
        x.pending[debt.debtor] -= debt.amount
        if debt.creditor < SEATS:
            x.pending[debt.creditor] += debt.amount
    for i in range(s.claim_count):
        claim = s.claims[i]
        x.pending[claim.payer] -= claim.amount
        x.pending[claim.owner] += claim.amount
    for seat in range(s.players):
        x.raised[seat] = x.pending[seat]
    for space in range(SPACES):
        owner = s.owner[space]
        x.rent[space] = 0
        if t.group[space] != NO_GROUP and owner < SEATS and not s.mortgaged[space]:
            x.rent[space] = rent_at(s, t, space)
            x.raised[owner] += t.mortgage[space] + house_prices(s, t, space) * t.house_price[space] // 2


def look_ahead(s: State, x: Inputs) -> None:
    """Work out what the next two throws of every seat may cost it and bring the others."""
    for seat in range(s.players):
        if s.out[seat]:
            continue
        here = s.space[seat]
        for i in range(11):
            space = (here + i + 2) % SPACES
            rent = x.rent[space]
            owner = s.owner[space]
            if rent and owner != seat:
                x.sums[seat][NEXT] += WAYS[i] * rent
                x.sums[owner][COMES] += WAYS[i] * rent
                x.between[seat][4 * owner + TO_NEXT] += WAYS[i] * rent
                if rent > x.sums[seat][WORST_AHEAD]:
                    x.sums[seat][WORST_AHEAD] = rent
                if rent > x.pending[seat]:
                    x.sums[seat][OVER_CASH] += WAYS[i]
                    x.between[seat][4 * owner + TO_OVER_CASH] += WAYS[i]
                if rent > x.raised[seat]:
                    x.sums[seat][OVER_ALL] += WAYS[i]
                    x.between[seat][4 * owner + TO_OVER_ALL] += WAYS[i]
        for i in range(21):
            space = (here + i + 4) % SPACES
            rent = x.rent[space]
            owner = s.owner[space]
            if rent and owner != seat:
                x.sums[seat][LATER] += WAYS_TWICE[i] * rent
                x.sums[owner][COMES_LATER] += WAYS_TWICE[i] * rent
                x.between[seat][4 * owner + TO_LATER] += WAYS_TWICE[i] * rent


def add_up_incomes(s: State, t: Tables, x: Inputs) -> int:
    """Work out every seat's long-run rents for a throw of another, in thousandths of a dollar; return their sum."""
    total = 0
    for space in range(SPACES):
        rent = x.rent[space]
        if rent:
            owner = s.owner[space]
            earned = t.landing[space] * rent // 1000
            x.sums[owner][EARNS] += earned
            total += earned
            if rent > x.sums[owner][CHARGES]:
                x.sums[owner][CHARGES] = rent
    return total


def built_income(t: Tables, group: int, money: int) -> int:
    """Return the income of a complete group when `money`, including the price of its buildings, is built on it."""
    step = t.group_size[group] * t.house_price[t.lots[group][0]]
    level = 0
    left = money
    while level != HOTEL and left >= step:
        left -= step
        level = HOTEL if level >= t.houses_per_hotel else level + 1
    income = t.set_income[group][level]
    if level != HOTEL:
        above = HOTEL if level >= t.houses_per_hotel else level + 1
        income += (t.set_income[group][above] - income) * max(0, left) // step
    return income


def put_group(s: State, t: Tables, x: Inputs, seat: int, group: int, budget: int) -> int:
    """Write the inputs of a colour group; return the income that building for `budget` dollars would add."""
    size = t.group_size[group]
    held = s.holds[seat][group]
    at = GROUP + GROUP_INPUTS * group
    bank = s.holds[BANK][group]
    x.seats[seat][at + 3] = bank * ONE // size
    if held == 0:
        return 0
    loans = 0
    built = 0
    for i in range(size):
        space = t.lots[group][i]
        if s.owner[space] == seat:
            loans += s.mortgaged[space]
            built += house_prices(s, t, space) * t.house_price[space]
            for level in range(5):
                if s.houses[space] > level:
                    x.seats[seat][at + 6 + level] += ONE // size
    x.seats[seat][at + 5] = loans * ONE // size
    if held < size:
        x.seats[seat][at + held - 1] = ONE
        if bank == 0:
            for other in range(s.players):
                if other != seat and s.holds[other][group] + held == size:
                    x.seats[seat][at + 4] = ONE
                    x.seats[seat][LINKS] += ONE // 4
        return 0
    x.seats[seat][at + 2] = ONE
    if loans:
        return 0
    return max(0, built_income(t, group, built + budget) - built_income(t, group, built))


def put_holdings(s: State, t: Tables, x: Inputs, seat: int, others: int) -> None:
    """Write the inputs of a seat's property, and of its income now, soon and at best."""
    best = 0
    full = x.sums[seat][EARNS]
    deeds = 0
    budget = max(0, x.pending[seat])
    for group in range(COLOURS):
        gain = put_group(s, t, x, seat, group, budget)
        if gain > best:
            best = gain
        if s.holds[seat][group] == t.group_size[group]:
            full += t.set_income[group][HOTEL]
        deeds += s.holds[seat][group]
        # The groups of others that lack nothing but what this seat holds.
        if s.holds[seat][group] and s.holds[BANK][group] == 0 and s.holds[seat][group] < t.group_size[group]:
            for other in range(s.players):
                if other != seat and s.holds[other][group] + s.holds[seat][group] == t.group_size[group]:
                    x.seats[seat][LINKS + 1] += ONE // 4
    rails = s.holds[seat][RAILROADS]
    power = s.holds[seat][UTILITIES]
    x.seats[seat][LINKS + 2] = (deeds + rails + power) * ONE // 14
    if rails:
        x.seats[seat][RAILS + rails - 1] = ONE
    if power:
        x.seats[seat][POWER + power - 1] = ONE
    x.seats[seat][RAILS + 4] = s.holds[BANK][RAILROADS] * ONE // 4
    x.seats[seat][POWER + 2] = s.holds[BANK][UTILITIES] * ONE // 2
    for i in range(4):
        if i < t.group_size[RAILROADS] and s.owner[t.lots[RAILROADS][i]] == seat:
            x.seats[seat][RAILS + 5] += s.mortgaged[t.lots[RAILROADS][i]] * ONE // 4
        if i < t.group_size[UTILITIES] and s.owner[t.lots[UTILITIES][i]] == seat:
            x.seats[seat][POWER + 3] += s.mortgaged[t.lots[UTILITIES][i]] * ONE // 2
    put_income(x, seat, INCOME, x.sums[seat][EARNS] * others)
    put_income(x, seat, POTENTIAL, (x.sums[seat][EARNS] + best) * others)
    put_income(x, seat, FULL, full * others)


def put_seat(s: State, t: Tables, x: Inputs, seat: int, total: int, others: int) -> None:
    """Write the inputs of one seat, except the order of play and the deed for sale."""
    put_cash(x, seat, CASH, x.pending[seat])
    put_cash(x, seat, LIQUID, x.raised[seat])
    value = worth(s, t, seat) + x.pending[seat] - s.cash[seat]
    for i in range(10):
        x.seats[seat][WORTH + i] = piece(value, WORTH_STEPS[i], WORTH_STEPS[i + 1])
    change = x.pending[seat] - s.cash[seat]
    for i in range(3):
        x.seats[seat][OWES + i] = piece(-change, OWED_STEPS[i], OWED_STEPS[i + 1])
        x.seats[seat][DUE + i] = piece(change, OWED_STEPS[i], OWED_STEPS[i + 1])
    if s.jail_turn[seat]:
        x.seats[seat][JAILED + min(s.jail_turn[seat], 3) - 1] = ONE
    for deck in range(2):
        if s.jail_card[deck] == seat:
            x.seats[seat][JAILED + 3] += ONE
    put_rent(x, seat, DANGER, x.sums[seat][NEXT] // 36)
    put_rent(x, seat, DANGER_LATER, x.sums[seat][LATER] // 1296)
    put_income(x, seat, DANGER_LONG, total - x.sums[seat][EARNS])
    put_worst(x, seat, WORST, x.sums[seat][WORST_AHEAD])
    x.seats[seat][RUIN] = x.sums[seat][OVER_CASH] * ONE // 36
    x.seats[seat][RUIN + 1] = x.sums[seat][OVER_ALL] * ONE // 36
    put_rent(x, seat, COMING, x.sums[seat][COMES] // 36)
    put_rent(x, seat, COMING_LATER, x.sums[seat][COMES_LATER] // 1296)
    put_worst(x, seat, HIGHEST, x.sums[seat][CHARGES])
    x.seats[seat][HERE + s.space[seat]] = ONE
    put_holdings(s, t, x, seat, others)


def put_order(s: State, x: Inputs) -> None:
    """Write the inputs of the order of throws, and of what the game waits for.

    Before a throw and after a turn the inputs are the same as with the dice in hand: as if nobody wanted to do any
    business. So what a deal is worth can be compared with the position before it.
    """
    seat = s.turn
    if s.phase != P_THROW or s.out[seat]:
        seat = next_seat(s, seat)
    first = seat
    for place in range(SEATS):
        if not x.seats[seat][ORDER + place] and place < live_seats(s):
            x.seats[seat][ORDER + place] = ONE
        seat = next_seat(s, seat)
    x.seats[s.turn][WAITS + 7] = ONE if s.doubles and s.phase == P_THROW else 0
    if s.awaits == W_THROW or s.awaits == W_END or (s.awaits == W_DICE and s.frames[s.depth - 1].what == T_MOVE):
        x.seats[first][WAITS] = ONE
        return
    who = s.awaited
    at = 5
    if who >= SEATS:
        who = s.turn
        at = 4
    elif s.awaits == W_BUY:
        at = 1
    elif s.awaits == W_BID:
        at = 2
    elif s.awaits == W_DEBT:
        at = 3
    x.seats[who][WAITS + at] = ONE


def place_of(x: Inputs, seat: int) -> int:
    """Return how many others throw before this seat."""
    for place in range(SEATS):
        if x.seats[seat][ORDER + place]:
            return place
    return SEATS


def put_common_groups(s: State, t: Tables, x: Inputs, seat: int, other: int, others: int) -> None:
    """Write what a seat could earn with each group that it and another seat hold between them, if it had all of it."""
    budget = max(0, x.pending[seat])
    at = PAIR * other
    count = 0
    best = 0
    for group in range(COLOURS):
        held = s.holds[seat][group]
        if held and s.holds[other][group] and held + s.holds[other][group] == t.group_size[group]:
            count += 1
            best = max(best, built_income(t, group, budget))
    if count:
        x.pairs[seat][at + COMPLETES] = min(2, count) * ONE // 2
        x.pairs[seat][at + COMPLETES + 1] = piece(best * others, 0, 40 * ONE)
        x.pairs[seat][at + COMPLETES + 2] = piece(best * others, 40 * ONE, 160 * ONE)
    if count > 1:
        x.pairs[seat][at + SWAP] = ONE
    if s.holds[seat][RAILROADS] and s.holds[other][RAILROADS]:
        x.pairs[seat][at + TRAINS] = (s.holds[seat][RAILROADS] + s.holds[other][RAILROADS]) * ONE // 4


def put_pair(x: Inputs, seat: int, other: int) -> None:
    """Write what the next throws may cost a seat to another one, and who of the two throws first."""
    at = PAIR * other
    sums = 4 * other
    owed = x.between[seat][sums + TO_NEXT] // 36
    x.pairs[seat][at + OWES_NEXT] = piece(owed, 0, 60)
    x.pairs[seat][at + OWES_NEXT + 1] = piece(owed, 60, 300)
    owed = x.between[seat][sums + TO_LATER] // 1296
    x.pairs[seat][at + OWES_LATER] = piece(owed, 0, 60)
    x.pairs[seat][at + OWES_LATER + 1] = piece(owed, 60, 300)
    x.pairs[seat][at + FALLS] = x.between[seat][sums + TO_OVER_CASH] * ONE // 36
    x.pairs[seat][at + FALLS + 1] = x.between[seat][sums + TO_OVER_ALL] * ONE // 36
    if place_of(x, other) < place_of(x, seat):
        x.pairs[seat][at + BEFORE] = ONE


def put_pairs(s: State, t: Tables, x: Inputs, others: int) -> None:
    """Write the inputs of every seat towards every other one."""
    for seat in range(s.players):
        for other in range(s.players):
            if seat != other and not s.out[seat] and not s.out[other]:
                put_pair(x, seat, other)
                put_common_groups(s, t, x, seat, other, others)


def put_sale(s: State, t: Tables, x: Inputs) -> None:
    """Write the inputs of the deed that is for sale or under the hammer: its worth to each seat."""
    if s.depth == 0:
        return
    frame = s.frames[s.depth - 1]
    if frame.kind != W_BUY and (frame.kind != W_BID or frame.stage != 0):
        return
    space = frame.space
    group = t.group[space]
    if group == NO_GROUP:
        return
    for seat in range(s.players):
        if s.out[seat]:
            continue
        held = s.holds[seat][group]
        x.seats[seat][BLOCK] = t.price[space] * ONE // 400
        if held:
            x.seats[seat][BLOCK + 1] = ONE
            if held + 1 == t.group_size[group]:
                x.seats[seat][BLOCK + 2] = ONE
        if frame.kind == W_BUY:
            if frame.seat == seat:
                x.seats[seat][BLOCK + 3] = ONE
        else:
            if frame.passed & (1 << seat):
                x.seats[seat][BLOCK + 4] = ONE
            if frame.bidder == seat:
                x.seats[seat][BLOCK + 5] = ONE
                x.seats[seat][BLOCK + 6] = min(LIMIT, frame.amount * ONE // 400)
            else:
                x.seats[seat][BLOCK + 7] = min(LIMIT, frame.amount * ONE // 400)


def put_table(s: State, t: Tables, x: Inputs, hour_at: int) -> None:
    """Write the inputs that are the same for every seat: players left, stock, clock and rules."""
    alive = live_seats(s)
    x.table[ALIVE + alive - 1] = ONE
    x.table[ALIVE] = s.players * ONE // SEATS
    if t.unlimited_buildings:
        x.table[STOCK + 4] = ONE
    else:
        for i in range(3):
            x.table[STOCK + i] = piece(s.houses_left, STOCK_STEPS[i], STOCK_STEPS[i + 1])
        x.table[STOCK + 3] = piece(s.hotels_left, 0, 12)
    unowned = 0
    sets = 0
    for group in range(GROUPS):
        unowned += s.holds[BANK][group]
        for seat in range(s.players):
            if group < COLOURS and s.holds[seat][group] == t.group_size[group]:
                sets += 1
    x.table[UNOWNED] = piece(unowned, 0, 8)
    x.table[UNOWNED + 1] = piece(unowned, 8, 28)
    houses = 0
    for space in range(SPACES):
        houses += s.houses[space]
    x.table[SETS] = sets * ONE // 4
    x.table[SETS + 1] = houses * ONE // 20
    x.table[SETS + 2] = ONE if s.turns == 0 else 0
    for i in range(4):
        x.table[THROWS + i] = piece(s.throws, THROW_STEPS[i], THROW_STEPS[i + 1])
    if t.hour and (hour_at > 0 or s.hour):
        x.table[CLOCK] = ONE
        left = 0 if s.hour else max(0, hour_at - s.throws)
        for i in range(5):
            x.table[CLOCK + 1 + i] = piece(left, CLOCK_STEPS[i], CLOCK_STEPS[i + 1])
    if s.hour:
        x.table[CLOCK + 6] = ONE
    if t.ends_at_bankruptcy:
        x.table[ENDING] = ONE
        x.table[ENDING + 1] = max(0, t.ends_at_bankruptcy - s.bankruptcies) * ONE
    if t.rounds:
        x.table[ROUNDS] = ONE
        for i in range(3):
            x.table[ROUNDS + 1 + i] = piece(t.rounds - s.rounds, ROUND_STEPS[i], ROUND_STEPS[i + 1])
    put_rules(t, x)


def put_rules(t: Tables, x: Inputs) -> None:
    """Write the inputs of the edition's settings, its variant and the house rules."""
    x.table[RULES] = min(LIMIT, t.cash * ONE // 1500)
    x.table[RULES + 1] = min(LIMIT, t.salary * ONE // 200)
    x.table[RULES + 2] = min(LIMIT, t.salary_on_go * ONE // 200)
    x.table[RULES + 3] = t.first_lap * ONE
    x.table[RULES + 4] = t.auctions * ONE
    x.table[RULES + 5] = t.mortgage_ends_doubling * ONE
    x.table[RULES + 6] = t.utility_rethrow * ONE
    x.table[RULES + 7] = t.jail_rent * ONE
    x.table[RULES + 8] = t.tax_percent * ONE // 10
    x.table[RULES + 9] = t.pot * ONE
    x.table[RULES + 10] = min(LIMIT, t.jail_fine * ONE // 50)
    x.table[RULES + 11] = t.jail_turns * ONE // 3
    x.table[RULES + 12] = t.build_beside_mortgage * ONE
    x.table[RULES + 13] = t.houses_per_hotel * ONE // 4
    x.table[RULES + 14] = t.even_building * ONE
    x.table[RULES + 15] = t.hotel_sold_whole * ONE
    x.table[RULES + 16] = t.bankrupt_mortgages * ONE
    x.table[RULES + 17] = t.estate_sells_cards * ONE
    x.table[RULES + 18] = t.deeds_dealt * ONE // 4
    x.table[RULES + 19] = t.hour * ONE
    x.table[RULES + 20] = t.jail_doubles_again * ONE
    x.table[RULES + 21] = t.interest_percent * ONE // 10


def hide_deals(x: Inputs) -> None:
    """Clear the inputs that say what a deal could complete, so that nobody expects one."""
    for seat in range(x.players):
        x.seats[seat][LINKS] = 0
        x.seats[seat][LINKS + 1] = 0
        for group in range(COLOURS):
            x.seats[seat][GROUP + GROUP_INPUTS * group + 4] = 0
        for other in range(x.players):
            for i in range(COMPLETES, BEFORE):
                x.pairs[seat][PAIR * other + i] = 0


def fill_inputs(s: State, t: Tables, x: Inputs, hour_at: int) -> None:
    """Write all inputs of a position. `hour_at`: throws after which the clock strikes, 0 if unknown."""
    x.players = s.players
    clear_inputs(x)
    count_money(s, t, x)
    look_ahead(s, x)
    total = add_up_incomes(s, t, x)
    others = live_seats(s) - 1
    for seat in range(s.players):
        if not s.out[seat]:
            x.alive |= 1 << seat
            put_seat(s, t, x, seat, total, others)
    put_order(s, x)
    put_pairs(s, t, x, others)
    put_sale(s, t, x)
    put_table(s, t, x, hour_at)
