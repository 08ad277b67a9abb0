"""Debts: how a sum comes to be owed, paid, and what a debtor could still raise.

Implements: §debt.raise, §debt.in-kind, §debt.order, §tax.to-bank. Knows nothing of what happens to the bankrupt
(`finish`).
"""

from ventnor.kernel.codes import (
    BANK,
    C_AUCTION_SETTLE,
    C_BANKRUPT_INTEREST,
    C_CARDS_DRAW,
    C_DEBT_RAISE,
    C_HOUSE_RULES_OPTIONAL,
    C_JAIL_THIRD,
    C_MORTGAGE_TRANSFER,
    C_NONE,
    C_RENT_DUE,
    C_SHORTAGE_AUCTION,
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
    E_RENT_PAID,
    EACH,
    GROUPS,
    POT,
    W_BID,
    W_CHOICE,
    W_ESTATE,
    W_RECEIVE,
    W_TAX,
    W_WANT,
)
from ventnor.kernel.layout import Sink, State, Tables
from ventnor.kernel.ledger import emit, house_prices, live_seats, move_cash, next_seat, touch


def owe(s: State, e: Sink, debtor: int, creditor: int, amount: int, cause: int, space: int) -> None:
    """A debt joins the queue. It is paid, or found to be more than the debtor has, when the books are settled."""
    if amount <= 0 or s.debt_count >= DEBTS:
        return
    debt = s.debts[s.debt_count]
    debt.debtor = debtor
    debt.creditor = creditor
    debt.amount = amount
    debt.share = 0
    debt.cause = cause
    debt.space = space
    debt.due = 0
    s.debt_count += 1
    touch(e, debtor)


def owe_each(s: State, e: Sink, debtor: int, share: int) -> None:
    """A card that pays every other player. §bankrupt.each-player: the sum is one debt."""
    others = live_seats(s) - 1
    if others == 1:
        owe(s, e, debtor, next_seat(s, debtor), share, D_CARD, 0)
        return
    owe(s, e, debtor, EACH, share * others, D_CARD, 0)
    s.debts[s.debt_count - 1].share = share


def drop_debt(s: State, index: int) -> None:
    """A debt leaves the queue; the others keep their order."""
    for i in range(index, s.debt_count - 1):
        lower = s.debts[i]
        upper = s.debts[i + 1]
        lower.debtor = upper.debtor
        lower.creditor = upper.creditor
        lower.amount = upper.amount
        lower.share = upper.share
        lower.cause = upper.cause
        lower.space = upper.space
        lower.due = upper.due
    s.debt_count -= 1
    last = s.debts[s.debt_count]
    last.debtor = 0
    last.creditor = 0
    last.amount = 0
    last.share = 0
    last.cause = 0
    last.space = 0
    last.due = 0


def first_debt(s: State, seat: int) -> int:
    """Index of the seat's oldest debt, or -1."""
    for i in range(s.debt_count):
        if s.debts[i].debtor == seat:
            return i
    return -1


def is_debtor(s: State, seat: int) -> bool:
    """Whether the seat has a debt that fell due and that its cash did not cover."""
    for i in range(s.debt_count):
        debt = s.debts[i]
        if debt.debtor == seat and debt.due:
            return True
    return False


def clause_of_cause(cause: int, space: int, t: Tables) -> int:
    """Which clause makes a debt of this cause payable."""
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
    """Where money paid to the Bank lies."""
    # §tax.to-bank: taxes, fines and penalties go to the Bank (the house rule lays them on Free Parking).
    if t.pot and (cause == D_TAX or cause == D_FINE or cause == D_CARD):
        return POT
    return BANK


def pay_debt(s: State, t: Tables, e: Sink, index: int) -> None:
    """The debtor pays a debt of the queue in cash."""
    debt = s.debts[index]
    debtor = debt.debtor
    creditor = debt.creditor
    amount = debt.amount
    cause = debt.cause
    space = debt.space
    share = debt.share
    clause = clause_of_cause(cause, space, t)
    drop_debt(s, index)
    if creditor == EACH:
        for seat in range(s.players):
            if seat != debtor and not s.out[seat]:
                move_cash(s, e, debtor, seat, share)
                emit(e, E_PAID, clause, debtor, seat, space, share, cause, 0)
        return
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


def clause_of_delay(s: State) -> int:
    """Why no debt falls due now; C_NONE if debts may."""
    clause = C_NONE
    for i in range(s.depth):
        kind = s.frames[i].kind
        # §auction.settle: no debt falls due before an auction is over; an estate is a row of auctions.
        if kind == W_BID or kind == W_ESTATE:
            return C_AUCTION_SETTLE
        # §mortgage.transfer: who receives a mortgaged deed keeps or lifts it at once.
        if kind == W_RECEIVE:
            clause = C_MORTGAGE_TRANSFER
        # §shortage.auction: who has won a building places it at once.
        elif kind == W_WANT and s.frames[i].stage == CALL_WON and clause == C_NONE:
            clause = C_SHORTAGE_AUCTION
    return clause


def debts_wait(s: State) -> bool:
    """Whether no debt falls due now."""
    return clause_of_delay(s) != C_NONE


def must_choose(s: State, seat: int) -> bool:
    """Whether the seat has a choice before it that comes before its debts."""
    for i in range(s.depth):
        frame = s.frames[i]
        # §tax.income: the choice comes before any other act of that player; so does a card's (§cards.pay-or-chance).
        if (frame.kind == W_TAX or frame.kind == W_CHOICE) and frame.seat == seat:
            return True
    return False


def pay_what_can_be_paid(s: State, t: Tables, e: Sink) -> None:
    """Debts for which the cash is there are paid by themselves; the others fall due and wait for their debtor."""
    i = 0
    while i < s.debt_count:
        debt = s.debts[i]
        debtor = debt.debtor
        # §debt.order: one debt of a player at a time, the oldest first.
        if debt.due or first_debt(s, debtor) != i or must_choose(s, debtor):
            i += 1
        elif s.cash[debtor] >= debt.amount:
            pay_debt(s, t, e, i)
            i = 0
        else:
            # §debt.raise: who owes more cash than held sells and mortgages until it is paid.
            debt.due = 1
            emit(e, E_DEBT_AROSE, C_DEBT_RAISE, debtor, debt.creditor, debt.space, debt.amount, debt.cause, 0)
            touch(e, debtor)
            i += 1


def debt_at_hand(s: State) -> int:
    """Index of the debt the game waits for, or -1."""
    first = -1
    for i in range(s.debt_count):
        debt = s.debts[i]
        if not debt.due or must_choose(s, debt.debtor):
            continue
        if first < 0:
            first = i
        # §debt.order: the oldest debtor to whom no other debtor still owes.
        waits_for_money = False
        for j in range(s.debt_count):
            if s.debts[j].creditor == debt.debtor and s.debts[j].due:
                waits_for_money = True
        if not waits_for_money:
            return i
    return first


def liquid(s: State, t: Tables, seat: int) -> int:
    """What the seat could raise by itself: cash, half price of its buildings, mortgage values not yet taken."""
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


def owed(s: State, seat: int) -> int:
    """All that the seat owes or may yet be asked for."""
    total = 0
    for i in range(s.debt_count):
        if s.debts[i].debtor == seat:
            total += s.debts[i].amount
    for i in range(s.claim_count):
        claim = s.claims[i]
        if claim.payer == seat:
            # §debt.raise: a rent that may still be asked for counts as a debt here; one that a throw decides, as its
            # highest.
            total += claim.amount + 12 * claim.factor
    return total
