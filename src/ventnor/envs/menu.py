"""The finite menu of the environments: numbers for actions, and the mask of those that the law allows.

`decode` turns a number into an action and `encode` turns it back. `fill_mask` puts every action that could be meant to
the law; an action that the mask allows is lawful. Which actions a seat is offered depends on why it is asked:

- an offer to answer: accept or reject;
- a throw to come, its own or another's: build, lift, mortgage, sell, offer, and throw or be done;
- anything else: the answers to it, and mortgages and sales to raise cash.
"""

from ventnor.envs.layout import (
    ACTIONS,
    BID_STEPS,
    BIDS,
    DEED_COUNT,
    DEEDS,
    M_ACCEPT,
    M_BANKRUPT,
    M_BID,
    M_BUILD,
    M_BUY,
    M_DECLINE,
    M_DONE,
    M_KEEP,
    M_LIFT,
    M_MORTGAGE,
    M_OFFER,
    M_PASS,
    M_PAY,
    M_PAY_FINE,
    M_PAY_TEN,
    M_REJECT,
    M_ROLL,
    M_SELL,
    M_SELL_DOWN,
    M_SELL_GROUP,
    M_TAKE_CHANCE,
    M_TAX,
    M_USE_CARD,
    M_WANT,
    OFFER_PERCENTS,
    OFFERS,
    WANTS,
    Mask,
)
from ventnor.kernel.auction import free_to_bid, least_bid, refuse_bid
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
    A_OFFER,
    A_PASS,
    A_PAY,
    A_PAY_FINE,
    A_PAY_TEN,
    A_REJECT,
    A_ROLL,
    A_SELL,
    A_SELL_GROUP,
    A_TAKE_CHANCE,
    A_TAX,
    A_USE_CARD,
    A_WANT,
    BANK,
    COLOURS,
    P_OPENING,
    W_BID,
    W_BUY,
    W_CHOICE,
    W_DEBT,
    W_LAST_RENT,
    W_PLACE,
    W_RECEIVE,
    W_TAX,
    W_THROW,
    W_WANT,
)
from ventnor.kernel.layout import Action, Cursor, State, Tables
from ventnor.kernel.ledger import owns_group
from ventnor.kernel.legal import bound_by, refuse, refuse_option, refuse_pass
from ventnor.kernel.menu import blank_action
from ventnor.kernel.mortgage import refuse_lift, refuse_mortgage
from ventnor.kernel.reasons import LAWFUL
from ventnor.kernel.scheduler import unanswered_offer
from ventnor.kernel.sell import most_to_stay, refuse_sell, refuse_sell_group
from ventnor.kernel.trade import refuse_offer

KINDS = (
    A_ROLL,
    A_BUY,
    A_DECLINE,
    A_PASS,
    A_PAY,
    A_PAY_FINE,
    A_USE_CARD,
    A_USE_CARD,
    A_TAX,
    A_TAX,
    A_PAY_TEN,
    A_TAKE_CHANCE,
    A_DONE,
    A_BANKRUPT,
    A_ACCEPT,
    A_REJECT,
)
DEED_KINDS = (A_BUILD, A_SELL, A_MORTGAGE, A_LIFT, A_KEEP)


def decode(s: State, t: Tables, c: Cursor, seat: int, number: int, a: Action) -> None:
    """Fill in the action that a number of the menu means for this seat now."""
    if number < M_BID:
        blank_action(a, KINDS[number], seat)
        if a.kind == A_USE_CARD:
            a.x = number - M_USE_CARD
        elif a.kind == A_TAX:
            a.x = number - M_TAX
        elif a.kind == A_ACCEPT or a.kind == A_REJECT:
            a.number = unanswered_offer(s, c, seat)
    elif number < M_WANT:
        blank_action(a, A_BID, seat)
        a.amount = least_bid(s, t, seat) + BID_STEPS[number - M_BID]
    elif number < M_BUILD:
        blank_action(a, A_WANT, seat)
        a.amount = number - M_WANT
    elif number < M_SELL_GROUP:
        blank_action(a, DEED_KINDS[(number - M_BUILD) // DEED_COUNT], seat)
        a.space = DEEDS[(number - M_BUILD) % DEED_COUNT]
    elif number < M_OFFER:
        blank_action(a, A_SELL_GROUP, seat)
        a.x = (number - M_SELL_GROUP) % COLOURS
        if number >= M_SELL_DOWN:
            a.amount = most_to_stay(s, t, a.x)
    else:
        blank_action(a, A_OFFER, seat)
        space = DEEDS[(number - M_OFFER) // OFFERS]
        a.other = s.owner[space]
        a.get = 1 << space
        a.give_cash = offer_price(t, space, (number - M_OFFER) % OFFERS)


def same_action(a: Action, b: Action) -> bool:
    """Return whether two actions are the same."""
    if a.kind != b.kind or a.seat != b.seat or a.space != b.space or a.other != b.other:
        return False
    if a.x != b.x or a.amount != b.amount or a.number != b.number:
        return False
    if a.kind != A_OFFER:
        return True
    if a.give != b.give or a.get != b.get or a.give_cash != b.give_cash or a.get_cash != b.get_cash:
        return False
    return a.give_cards == b.give_cards and a.get_cards == b.get_cards and a.debt == b.debt


def encode(s: State, t: Tables, c: Cursor, a: Action, spare: Action) -> int:
    """Return the number of an action, or -1 if the menu does not have it. `spare` is written to."""
    for number in range(ACTIONS):
        if (M_BID <= number < M_WANT and s.awaits != W_BID) or (number >= M_OFFER and a.kind != A_OFFER):
            continue
        decode(s, t, c, a.seat, number, spare)
        if same_action(a, spare):
            return number
    return -1


def allow(s: State, t: Tables, c: Cursor, seat: int, number: int, m: Mask, a: Action) -> None:
    """Allow an action if the law does."""
    decode(s, t, c, seat, number, a)
    if refuse(s, t, a) == LAWFUL:
        m.action[number] = 1


def fill_mask(s: State, t: Tables, c: Cursor, seat: int, m: Mask, a: Action) -> None:
    """Mark what the menu offers to the seat that is asked. `a` is written to."""
    for number in range(ACTIONS):
        m.action[number] = 0
    if s.offer_count:
        number = unanswered_offer(s, c, seat)
        if number:
            blank_action(a, A_ACCEPT, seat)
            a.number = number
            m.action[M_ACCEPT] = refuse(s, t, a) == LAWFUL
            m.action[M_REJECT] = 1
            return
    if s.awaits == W_THROW:
        if s.awaited != seat:
            m.action[M_DONE] = 1
        else:
            m.action[M_ROLL] = 1
            if s.jail_turn[seat]:
                allow(s, t, c, seat, M_PAY_FINE, m, a)
                allow(s, t, c, seat, M_USE_CARD, m, a)
                allow(s, t, c, seat, M_USE_CARD + 1, m, a)
        if s.phase != P_OPENING:
            allow_deeds(s, t, seat, 1, c.memory[seat].offers_left, m, a)
    else:
        allow_answers(s, t, c, seat, m, a)


def allow_answers(s: State, t: Tables, c: Cursor, seat: int, m: Mask, a: Action) -> None:
    """Allow the answers to what the game waits for, and what raises cash for them."""
    awaits = s.awaits
    if awaits == W_BUY:
        m.action[M_DECLINE] = 1
        if bound_by(s, seat) == LAWFUL:
            blank_action(a, A_BUY, seat)
            m.action[M_BUY] = refuse_option(s, t, a) == LAWFUL
        allow_deeds(s, t, seat, 0, 0, m, a)
    elif awaits == W_BID:
        if bound_by(s, seat) == LAWFUL:
            allow_bids(s, t, seat, m, a)
        allow_deeds(s, t, seat, 0, 0, m, a)
    elif awaits == W_TAX:
        allow(s, t, c, seat, M_TAX, m, a)
        allow(s, t, c, seat, M_TAX + 1, m, a)
    elif awaits == W_CHOICE:
        allow(s, t, c, seat, M_PAY_TEN, m, a)
        allow(s, t, c, seat, M_TAKE_CHANCE, m, a)
    elif awaits == W_WANT:
        for count in range(WANTS):
            allow(s, t, c, seat, M_WANT + count, m, a)
    elif awaits == W_PLACE:
        allow_family(s, t, c, seat, M_BUILD, m, a)
        allow(s, t, c, seat, M_PASS, m, a)
    elif awaits == W_RECEIVE:
        allow_family(s, t, c, seat, M_KEEP, m, a)
        allow_family(s, t, c, seat, M_LIFT, m, a)
    elif awaits == W_DEBT:
        allow(s, t, c, seat, M_PAY, m, a)
        allow(s, t, c, seat, M_BANKRUPT, m, a)
        allow_deeds(s, t, seat, 0, 0, m, a)
    elif awaits == W_LAST_RENT:
        allow(s, t, c, seat, M_PASS, m, a)


def allow_bids(s: State, t: Tables, seat: int, m: Mask, a: Action) -> None:
    """Allow to pass, and the bids. Where the law allows the least bid, it allows all up to the cash that is free."""
    blank_action(a, A_PASS, seat)
    m.action[M_PASS] = refuse_pass(s, a) == LAWFUL
    free = free_to_bid(s, seat)
    blank_action(a, A_BID, seat)
    a.amount = least_bid(s, t, seat)
    if a.amount <= free and refuse_bid(s, t, a) == LAWFUL:
        for i in range(BIDS):
            if a.amount + BID_STEPS[i] <= free:
                m.action[M_BID + i] = 1


def allow_family(s: State, t: Tables, c: Cursor, seat: int, family: int, m: Mask, a: Action) -> None:
    """Allow one family of actions for each deed of the seat."""
    for i in range(DEED_COUNT):
        if s.owner[DEEDS[i]] == seat:
            allow(s, t, c, seat, family + i, m, a)


# A seat that is asked may act (`legal.refuse`) unless something binds it. So the law of each action is asked directly.
def allow_deeds(s: State, t: Tables, seat: int, business: int, offers: int, m: Mask, a: Action) -> None:
    """Allow what turns property into cash; with `business` also to build and lift, with `offers` to offer to buy."""
    if s.depth and bound_by(s, seat) != LAWFUL:
        return
    blank_action(a, A_OFFER, seat)  # or a sale, a mortgage and so on: those laws read seat and space
    for i in range(DEED_COUNT):
        space = DEEDS[i]
        owner = s.owner[space]
        if owner == seat:
            a.space = space
            if s.houses[space]:
                m.action[M_SELL + i] = refuse_sell(s, t, a) == LAWFUL
            elif not s.mortgaged[space]:
                m.action[M_MORTGAGE + i] = refuse_mortgage(s, t, a) == LAWFUL
            if business:
                if s.mortgaged[space]:
                    m.action[M_LIFT + i] = refuse_lift(s, t, a) == LAWFUL
                elif t.group[space] < COLOURS and owns_group(s, t, seat, t.group[space]):
                    m.action[M_BUILD + i] = refuse_build(s, t, a) == LAWFUL
        elif offers and owner != BANK and t.price[space] <= s.cash[seat]:
            allow_offers(s, t, seat, i, m, a)
    allow_group_sales(s, t, seat, m, a)


def allow_group_sales(s: State, t: Tables, seat: int, m: Mask, a: Action) -> None:
    """Allow the sale of whole groups."""
    for group in range(COLOURS):
        if owns_group(s, t, seat, group):
            blank_action(a, A_SELL_GROUP, seat)
            a.x = group
            m.action[M_SELL_GROUP + group] = refuse_sell_group(s, t, a) == LAWFUL
            # The two are one action where nothing stays.
            a.amount = most_to_stay(s, t, group)
            if a.amount:
                m.action[M_SELL_DOWN + group] = refuse_sell_group(s, t, a) == LAWFUL


def offer_price(t: Tables, space: int, step: int) -> int:
    """Return what an offer of the menu pays for a deed."""
    return t.price[space] * OFFER_PERCENTS[step] // 100


def allow_offers(s: State, t: Tables, seat: int, deed: int, m: Mask, a: Action) -> None:
    """Allow the offers for a deed of another seat, which this one can pay at its price."""
    space = DEEDS[deed]
    first = M_OFFER + deed * OFFERS
    a.other = s.owner[space]
    a.get = 1 << space
    most = OFFERS - 1
    while offer_price(t, space, most) > s.cash[seat]:
        most -= 1
    a.give_cash = offer_price(t, space, most)
    dearest = refuse_offer(s, t, a) == LAWFUL
    a.give_cash = offer_price(t, space, 0)
    cheapest = refuse_offer(s, t, a) == LAWFUL
    m.action[first + most] = dearest
    m.action[first] = cheapest
    # The law asks that the buyer keeps enough and the seller gets enough. So a price between lawful ones is lawful.
    for i in range(1, most):
        a.give_cash = offer_price(t, space, i)
        m.action[first + i] = (cheapest and dearest) or refuse_offer(s, t, a) == LAWFUL
