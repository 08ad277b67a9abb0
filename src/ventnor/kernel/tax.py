"""Taxes: the blind choice of the income tax, and the plain ones.

Implements: §tax.income, §tax.luxury, §tax.to-bank. A player's worth is added up only after the choice.
"""

from ventnor.kernel.codes import (
    BANK,
    C_TAX_INCOME,
    D_TAX,
    E_TAX_CHOSEN,
    NO_GROUP,
    SPACES,
    TAX_PERCENT,
    W_TAX,
)
from ventnor.kernel.debt import has_choice, owe
from ventnor.kernel.layout import Action, Sink, State, Tables
from ventnor.kernel.ledger import emit, house_prices, pop_frame, push_frame
from ventnor.kernel.reasons import LAWFUL, R_NO_TAX, R_TAX_LATER


def land_on_tax(s: State, t: Tables, e: Sink, seat: int, space: int) -> None:
    """Charge the tax of the space that a token reached."""
    if t.tax_choice[space] and t.tax_percent:
        # §tax.income: the player chooses before adding up.
        push_frame(s, e, W_TAX, seat)
        s.frames[s.depth - 1].space = space
    else:
        # §tax.luxury: pay the Bank the amount on the space (§modern:tax.income: income tax too).
        owe(s, e, seat, BANK, t.tax[space], D_TAX, space)


def taxable_worth(s: State, t: Tables, seat: int) -> int:
    """Return cash, printed price of all properties and cost of buildings (§tax.income)."""
    total = s.cash[seat]
    for space in range(SPACES):
        if t.group[space] != NO_GROUP and s.owner[space] == seat:
            total += t.price[space] + house_prices(s, t, space) * t.house_price[space]
    return total


def refuse_tax(s: State, a: Action) -> int:
    """Return why a seat may not choose its `tax`."""
    if s.awaits == W_TAX and s.awaited == a.seat and 0 <= a.x <= 1:
        return LAWFUL
    if has_choice(s, a.seat, W_TAX):
        return R_TAX_LATER
    return R_NO_TAX


def choose_tax(s: State, t: Tables, e: Sink, seat: int, choice: int) -> None:
    """Charge the tax that was chosen. The worth is added up only now."""
    space = s.frames[s.depth - 1].space
    pop_frame(s)
    emit(e, E_TAX_CHOSEN, C_TAX_INCOME, seat, BANK, space, 0, choice, 0)
    amount = t.tax[space]
    if choice == TAX_PERCENT:
        # §mortgage.rounding: ten per cent is rounded up to the dollar, for the income tax too.
        amount = (taxable_worth(s, t, seat) * t.tax_percent + 99) // 100
    owe(s, e, seat, BANK, amount, D_TAX, space)
