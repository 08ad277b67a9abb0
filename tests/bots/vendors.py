"""A fixed policy that sells too cheap: `vendor` accepts whatever is worth more than it gives by the Bank's prices.

It plays as `cautious` otherwise, and never learns. A bot that finds out how it sells should win nearly always.
"""

from ventnor.bots.builder import offer_from
from ventnor.bots.dealing import bank_value
from ventnor.bots.tycoon import paid_by
from ventnor.kernel.codes import A_ACCEPT, A_REJECT, BANK
from ventnor.kernel.layout import Action, Chance, Memory, State, Tables
from ventnor.kernel.legal import bound_by, refuse_deal_answer
from ventnor.kernel.menu import blank_action
from ventnor.kernel.policies import cautious
from ventnor.kernel.reasons import LAWFUL


def vendor(s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action) -> None:
    """Accept what is worth more by the Bank's prices, whatever it does to the table; else play as `cautious`."""
    if s.offer_count:
        other = offer_from(s, seat)
        if other != BANK and bound_by(s, seat) == LAWFUL:
            o = s.offers[other][seat]
            blank_action(a, A_ACCEPT, seat)
            a.number = o.number
            good = bank_value(s, t, o.give) + paid_by(s, t, o) > bank_value(s, t, o.get)
            if not good or refuse_deal_answer(s, t, a) != LAWFUL:
                a.kind = A_REJECT
            return
    cautious(s, t, seat, memory, chance, a)
