"""Debts: how they arise, how they are paid, and how much a debtor could still raise.

Implements: §debt.raise, §debt.in-kind, §debt.order, §tax.to-bank. Knows nothing of what happens to the bankrupt
(`bankrupt`).
"""

from ventnor.kernel.codes import (
    BANK,
    C_BANKRUPT_INTEREST,
    C_BANKRUPT_RESIGN,
    C_CARDS_DRAW,
    C_DEBT_RAISE,
    C_HOUSE_RULES_OPTIONAL,
    C_JAIL_THIRD,
    C_NONE,
    C_RENT_DUE,
    C_TAX_INCOME,
    C_TAX_LUXURY,
    CALL_WON,
    D_CARD,
    D_FINE,
    D_INTEREST,
    D_RENT,
    D_TAX,
    DEBTS,
    E_DEBT_AROSE,
    E_PAID,
    E_RENT_LAPSED,
    E_RENT_PAID,
    EACH,
    GROUPS,
    POT,
    SEATS,
    W_BID,
    W_CHOICE,
    W_ESTATE,
    W_RECEIVE,
    W_TAX,
    W_WANT,
)
from ventnor.kernel.layout import Action, Sink, State, Tables
from ventnor.kernel.ledger import emit, house_prices, live_seats, move_cash, next_seat, touch
from ventnor.kernel.reasons import (
    LAWFUL,
    R_AUCTION_BEFORE_DEBT,
    R_DEBT_NOT_DUE,
    R_DEBT_TOO_LARGE,
    R_OWES_NOTHING,
    R_PLACE_FIRST,
    R_RECEIVE_FIRST,
)


def owe(s: State, e: Sink, debtor: int, creditor: int, amount: int, cause: int, space: int) -> None:
    """Add a debt to the queue. `pay_what_can_be_paid` pays it, or makes it fall due."""
    if amount <= 0:
        return
    if s.debt_count >= DEBTS:
        e.full = 1
        return
    debt = s.debts[s.debt_count]
    debt.debtor = debtor
    debt.creditor = creditor
    debt.amount = amount
    debt.share = 0
    for seat in range(SEATS):
        debt.settled[seat] = 0
    debt.cause = cause
    debt.space = space
    debt.due = 0
    s.debt_count += 1
    touch(e, debtor)


def owe_each(s: State, e: Sink, debtor: int, share: int) -> None:
    """Owe every other player a card's sum. §bankrupt.each-player: it is one debt."""
    others = live_seats(s) - 1
    if others == 1:
        owe(s, e, debtor, next_seat(s, debtor), share, D_CARD, 0)
        return
    owe(s, e, debtor, EACH, share * others, D_CARD, 0)
    s.debts[s.debt_count - 1].share = share


def drop_debt(s: State, index: int) -> None:
    """Remove a debt from the queue; the others keep their order."""
    for i in range(index, s.debt_count - 1):
        lower = s.debts[i]
        upper = s.debts[i + 1]
        lower.debtor = upper.debtor
        lower.creditor = upper.creditor
        lower.amount = upper.amount
        lower.share = upper.share
        for seat in range(SEATS):
            lower.settled[seat] = upper.settled[seat]
        lower.cause = upper.cause
        lower.space = upper.space
        lower.due = upper.due
    s.debt_count -= 1
    last = s.debts[s.debt_count]
    last.debtor = 0
    last.creditor = 0
    last.amount = 0
    last.share = 0
    for seat in range(SEATS):
        last.settled[seat] = 0
    last.cause = 0
    last.space = 0
    last.due = 0


def owed_to(s: State, index: int, creditor: int) -> int:
    """Return how much of a debt is owed to this player."""
    debt = s.debts[index]
    if debt.creditor == creditor:
        return debt.amount
    if debt.creditor == EACH and debt.debtor != creditor and not s.out[creditor]:
        return debt.share - debt.settled[creditor]
    return 0


def creditors_of(s: State, index: int) -> int:
    """Return the players to whom something of a debt to each is still owed, bits by seat."""
    found = 0
    for seat in range(s.players):
        if owed_to(s, index, seat):
            found |= 1 << seat
    return found


def settle_share(s: State, index: int, creditor: int, amount: int) -> None:
    """Reduce a debt by what a creditor has received in kind, or by the share of a creditor who retires."""
    debt = s.debts[index]
    debt.amount -= amount
    if debt.amount == 0:
        drop_debt(s, index)
    elif debt.creditor == EACH:
        debt.settled[creditor] += amount
        left = creditors_of(s, index)
        for seat in range(s.players):
            if left == 1 << seat:
                # §bankrupt.each-player: with one creditor left it is a debt to that player.
                debt.creditor = seat
                debt.share = 0
                for other in range(SEATS):
                    debt.settled[other] = 0


def first_debt(s: State, seat: int) -> int:
    """Return the index of the seat's oldest debt, or -1."""
    for i in range(s.debt_count):
        if s.debts[i].debtor == seat:
            return i
    return -1


def is_debtor(s: State, seat: int) -> bool:
    """Return whether the seat has a debt that fell due and that its cash did not cover."""
    for i in range(s.debt_count):
        debt = s.debts[i]
        if debt.debtor == seat and debt.due:
            return True
    return False


def clause_of_cause(cause: int, space: int, t: Tables) -> int:
    """Return the clause that makes a debt of this cause payable."""
    if cause == D_RENT:
        return C_RENT_DUE
    if cause == D_TAX:
        if t.tax_choice[space]:
            return C_TAX_INCOME
        return C_TAX_LUXURY
    if cause == D_FINE:
        return C_JAIL_THIRD
    if cause == D_CARD:
        return C_CARDS_DRAW
    if cause == D_INTEREST:
        return C_BANKRUPT_INTEREST
    return C_NONE


def account_of_bank(t: Tables, cause: int) -> int:
    """Return the account that gets money paid to the Bank."""
    # §tax.to-bank: taxes, fines and penalties go to the Bank (the house rule lays them on Free Parking).
    if t.pot and (cause == D_TAX or cause == D_FINE or cause == D_CARD):
        return POT
    return BANK


def refuse_pay(s: State, a: Action) -> int:
    """Return why a seat may not `pay` its oldest debt."""
    index = first_debt(s, a.seat)
    if index < 0:
        return R_OWES_NOTHING
    if not s.debts[index].due:
        return R_DEBT_NOT_DUE
    if s.cash[a.seat] < s.debts[index].amount:
        return R_DEBT_TOO_LARGE
    return LAWFUL


def pay_debt(s: State, t: Tables, e: Sink, index: int) -> None:
    """Pay a debt of the queue in cash."""
    debt = s.debts[index]
    debtor = debt.debtor
    creditor = debt.creditor
    amount = debt.amount
    cause = debt.cause
    space = debt.space
    clause = clause_of_cause(cause, space, t)
    if creditor == EACH:
        for seat in range(s.players):
            part = owed_to(s, index, seat)
            if part:
                move_cash(s, e, debtor, seat, part)
                emit(e, E_PAID, clause, debtor, seat, space, part, cause, 0)
        drop_debt(s, index)
        return
    drop_debt(s, index)
    if creditor == BANK:
        account = account_of_bank(t, cause)
        move_cash(s, e, debtor, account, amount)
        if account == POT:
            # §house-rules.optional: it is laid on Free Parking.
            clause = C_HOUSE_RULES_OPTIONAL
        emit(e, E_PAID, clause, debtor, account, space, amount, cause, 0)
        return
    move_cash(s, e, debtor, creditor, amount)
    if cause == D_RENT:
        e.rent[space] += amount
        emit(e, E_RENT_PAID, clause, debtor, creditor, space, amount, 0, 0)
    else:
        emit(e, E_PAID, clause, debtor, creditor, space, amount, cause, 0)


def delay_of_debts(s: State) -> int:
    """Return why no debt falls due now; LAWFUL if debts may."""
    reason = LAWFUL
    for i in range(s.depth):
        kind = s.frames[i].kind
        # §auction.settle: no debt falls due before an auction is over; an estate is a row of auctions.
        if kind == W_BID or kind == W_ESTATE:
            return R_AUCTION_BEFORE_DEBT
        # §mortgage.transfer: a player who receives a mortgaged deed keeps or lifts it at once.
        if kind == W_RECEIVE:
            reason = R_RECEIVE_FIRST
        # §shortage.auction: a player who has won a building places it at once.
        elif kind == W_WANT and s.frames[i].stage == CALL_WON and reason == LAWFUL:
            reason = R_PLACE_FIRST
    return reason


def debts_wait(s: State) -> bool:
    """Return whether no debt falls due now."""
    return delay_of_debts(s) != LAWFUL


def has_choice(s: State, seat: int, kind: int) -> bool:
    """Return whether the seat has a choice of this kind to make, now or when what came on top of it is over."""
    for i in range(s.depth):
        if s.frames[i].kind == kind and s.frames[i].seat == seat:
            return True
    return False


def must_choose(s: State, seat: int) -> bool:
    """Return whether the seat has a choice to make that comes before its debts."""
    # §tax.income: the choice comes before any other act of that player; so does a card's (§cards.pay-or-chance).
    return has_choice(s, seat, W_TAX) or has_choice(s, seat, W_CHOICE)


def is_owed(s: State, seat: int) -> bool:
    """Return whether a debtor still owes the seat."""
    for i in range(s.debt_count):
        if s.debts[i].creditor == seat and s.debts[i].due:
            return True
    return False


def bound_by_debts(s: State, seat: int) -> int:
    """Return how much of its cash a debtor may not bid: all that it owes. 0 for anybody else."""
    total = 0
    if is_debtor(s, seat):
        for i in range(s.debt_count):
            if s.debts[i].debtor == seat:
                total += s.debts[i].amount
    return total


def pay_from_estate(s: State, e: Sink, index: int) -> None:
    """Pay a rent asked of a seat that resigned, up to what it could have raised (§bankrupt.resign)."""
    debt = s.debts[index]
    payer = debt.debtor
    owner = debt.creditor
    space = debt.space
    amount = min(debt.amount, s.left[payer])
    heir = s.heir[payer]
    drop_debt(s, index)
    s.left[payer] -= amount
    if s.left[payer] == 0:
        s.heir[payer] = BANK
    if amount and heir != BANK and heir != owner:
        # §bankrupt.resign: the player who took his assets pays it.
        owe(s, e, heir, owner, amount, D_RENT, space)
    elif amount and heir == BANK:
        move_cash(s, e, BANK, owner, amount)
        e.rent[space] += amount
        emit(e, E_RENT_PAID, C_BANKRUPT_RESIGN, payer, owner, space, amount, 0, 0)
    else:
        emit(e, E_RENT_LAPSED, C_BANKRUPT_RESIGN, owner, payer, space, 0, 0, 0)


def pay_what_can_be_paid(s: State, t: Tables, e: Sink) -> None:
    """Pay the debts that the cash covers. The others fall due and wait for their debtor."""
    i = 0
    while i < s.debt_count:
        debt = s.debts[i]
        debtor = debt.debtor
        if s.out[debtor]:
            pay_from_estate(s, e, i)
            i = 0
        # §debt.order: one debt of a player at a time, the oldest first.
        elif debt.due or first_debt(s, debtor) != i or must_choose(s, debtor):
            i += 1
        elif s.cash[debtor] >= debt.amount:
            pay_debt(s, t, e, i)
            i = 0
        else:
            # §debt.raise: a player who owes more than his cash sells and mortgages until it is paid.
            debt.due = 1
            emit(e, E_DEBT_AROSE, C_DEBT_RAISE, debtor, debt.creditor, debt.space, debt.amount, debt.cause, 0)
            touch(e, debtor)
            i += 1


def debt_at_hand(s: State) -> int:
    """Return the index of the debt the game waits for, or -1."""
    first = -1
    for i in range(s.debt_count):
        debt = s.debts[i]
        if not debt.due or must_choose(s, debt.debtor):
            continue
        if first < 0:
            first = i
        # §debt.order: the oldest debtor to whom no other debtor still owes.
        if not is_owed(s, debt.debtor):
            return i
    return first


def liquid(s: State, t: Tables, seat: int) -> int:
    """Return what the seat could raise: cash, half price of its buildings, mortgage values not yet taken."""
    total = s.cash[seat]
    for group in range(GROUPS):
        if s.holds[seat][group] == 0:
            continue
        for i in range(t.group_size[group]):
            space = t.lots[group][i]
            if s.owner[space] == seat:
                if not s.mortgaged[space]:
                    total += t.mortgage[space]
                total += house_prices(s, t, space) * t.house_price[space] // 2
    return total


def owed(s: State, seat: int, partner: int) -> int:
    """Return the seat's debts and the rents it may yet be asked for, except by its partner in a deal."""
    total = claimed(s, seat, partner)
    for i in range(s.debt_count):
        if s.debts[i].debtor == seat:
            total += s.debts[i].amount
    return total


def claimed(s: State, seat: int, partner: int) -> int:
    """Return the most rent that the seat may yet be asked for, except by its partner in a deal."""
    total = 0
    for i in range(s.claim_count):
        claim = s.claims[i]
        # §rent.ask: a deal with the owner is the owner's own affair; to refuse it would tell that a rent waits.
        if claim.payer == seat and claim.owner != partner:
            # §debt.raise: a rent that may still be asked for counts as a debt here; one that a throw decides, as its
            # highest.
            total += claim.amount + 12 * claim.factor
    return total
