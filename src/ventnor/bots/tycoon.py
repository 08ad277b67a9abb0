"""`tycoon`: a `builder` that deals. It values an offer by its effect on both sides and on the rest of the table.

`docs/bots/tycoon.md` explains how it plays. Nothing here decides a rule: the law is asked before a deal is accepted or
countered.
"""

from ventnor.bots.builder import decide_awaited, do_business, offer_from, throw_or_leave
from ventnor.bots.dealing import DEAR, FAIR, NOTHING, agrees, all_but, bank_value, least_kept, least_price
from ventnor.bots.offers import burden_of, deal_key, fill_terms, propose, remember, sell_to_survive, was_asked
from ventnor.bots.strength import exchanged, holding, purse, sites_of, strength_on, throws_ahead
from ventnor.kernel.codes import A_ACCEPT, A_COUNTER, A_DONE, A_REJECT, BANK, P_OPENING, W_DEBT, W_THROW
from ventnor.kernel.debt import liquid
from ventnor.kernel.layout import Action, Chance, Memory, Offer, State, Tables
from ventnor.kernel.legal import bound_by, refuse_deal_answer
from ventnor.kernel.menu import blank_action
from ventnor.kernel.reasons import LAWFUL
from ventnor.kernel.trade import loan_value, refuse_counter


def saves(s: State, t: Tables, seat: int, other: int) -> bool:
    """Return whether the offer of another seat lets this seat pay debts that it cannot pay without it."""
    burden = burden_of(s, seat)
    raised = liquid(s, t, seat)
    if raised >= burden:
        return False
    o = s.offers[other][seat]
    raised += o.give_cash - o.get_cash + loan_value(s, t, o.give) - loan_value(s, t, o.get)
    return raised - min(o.debt, 0) >= burden


def paid_by(s: State, t: Tables, o: Offer) -> int:
    """Return the cash that an offer brings to its addressee, with jail cards at what they save."""
    paid = o.give_cash - o.get_cash - o.debt
    for deck in range(2):
        if o.give_cards & (1 << deck):
            paid += t.jail_fine // 2
        if o.get_cards & (1 << deck):
            paid -= t.jail_fine
    return paid


def answer_deal(s: State, t: Tables, seat: int, other: int, memory: Memory, a: Action) -> None:
    """Accept an offer that makes the seat's share grow by its part of what both gain; else counter, or reject."""
    o = s.offers[other][seat]
    throws = throws_ahead(s, t, memory)
    had = holding(s, t, seat, 0, 0)
    has = holding(s, t, other, 0, 0)
    own = exchanged(s, t, seat, had, o.get, o.give)
    others = exchanged(s, t, other, has, o.give, o.get)
    sites = sites_of(s, t, had[3] | has[3] | own[3] | others[3])
    cash = purse(s, seat)
    their_cash = purse(s, other)
    mine = strength_on(t, sites, had, cash, throws)
    theirs = strength_on(t, sites, has, their_cash, throws)
    rest = all_but(s, t, seat, other, throws)
    paid = paid_by(s, t, o)
    mine_then = strength_on(t, sites, own, cash + paid, throws)
    theirs_then = strength_on(t, sites, others, their_cash - paid, throws)
    number = o.number
    good = agrees(mine, theirs, rest, mine_then, theirs_then, FAIR)
    if good and o.give == 0 and o.give_cards == 0:
        # No fire sale: for cash alone, at least what the Bank asked.
        good = paid >= bank_value(s, t, o.get)
    if s.debt_count and saves(s, t, seat, other):
        good = True
    blank_action(a, A_ACCEPT, seat)
    a.number = number
    if good and refuse_deal_answer(s, t, a) == LAWFUL:
        return
    give = o.give
    get = o.get
    key = deal_key(other, give, get)
    plain = o.debt == 0 and o.give_cards == 0 and o.get_cards == 0
    if plain and memory.offers_left > 0 and not was_asked(memory, key):
        remember(memory, key)
        # This seat is the seller here. It asks for more than it would accept.
        kept = least_kept(theirs, mine, rest)
        price = least_price(s, t, sites, other, seat, others, own, theirs, mine, rest, throws, DEAR, kept)
        if price != NOTHING and (give or price >= bank_value(s, t, get)):
            mine_then = strength_on(t, sites, own, cash + price, throws)
            theirs_then = strength_on(t, sites, others, their_cash - price, throws)
            if agrees(theirs, mine, rest, theirs_then, mine_then, 0):
                blank_action(a, A_COUNTER, seat)
                fill_terms(a, other, get, give, -price)
                a.number = number
                if refuse_counter(s, t, a) == LAWFUL:
                    return
    blank_action(a, A_REJECT, seat)
    a.number = number


def tycoon(s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action) -> None:
    """Deal where it can, and build as `builder` does."""
    if s.offer_count:
        other = offer_from(s, seat)
        if other != BANK and bound_by(s, seat) == LAWFUL:
            answer_deal(s, t, seat, other, memory, a)
            return
    if s.awaits == W_THROW and s.phase != P_OPENING:
        # It looks for deals on its own turns only: waiting costs nothing, and looking takes time.
        if s.awaited == seat and propose(s, t, seat, memory, a):
            return
        if do_business(s, t, seat, memory, a):
            return
        if s.awaited == seat:
            throw_or_leave(s, t, seat, a)
        else:
            blank_action(a, A_DONE, seat)
    elif s.awaited != seat:
        blank_action(a, A_DONE, seat)
    elif s.awaits == W_DEBT and sell_to_survive(s, t, seat, memory, a):
        return
    else:
        decide_awaited(s, t, seat, memory, a)
