"""Chance and Community Chest: drawing, and what each kind of card does.

Implements: §cards.draw, §cards.jail-free, §cards.decks, §cards.pay-or-chance, §rent.nearest, §debt.order, §jail.sent.
"""

from ventnor.kernel.codes import (
    BANK,
    BY_CARD,
    BY_NEAREST,
    C_CARDS_DRAW,
    C_CARDS_JAIL_FREE,
    C_GO_SALARY,
    CARDS,
    CHANCE,
    CHEST,
    D_CARD,
    E_CARD_DRAWN,
    E_CARD_KEPT,
    E_COLLECTED,
    HOTEL,
    J_CARD,
    K_ADVANCE,
    K_BACK,
    K_BACK_TO,
    K_COLLECT,
    K_COLLECT_EACH,
    K_JAIL,
    K_JAIL_FREE,
    K_NEAREST_RAILROAD,
    K_NEAREST_UTILITY,
    K_PAY,
    K_PAY_EACH,
    K_PAY_OR_CHANCE,
    K_REPAIRS,
    S_RAILROAD,
    S_UTILITY,
    SPACES,
    W_CARD,
    W_CHOICE,
)
from ventnor.kernel.debt import has_choice, owe, owe_each
from ventnor.kernel.jail import go_to_jail
from ventnor.kernel.layout import Action, Sink, State, Tables
from ventnor.kernel.ledger import emit, move_cash, next_seat, pop_frame, push_frame, put_under, take_top, touch
from ventnor.kernel.move import go_back_to_space, go_to_space, pay_salary
from ventnor.kernel.reasons import LAWFUL, R_CARD_NOT_NEXT, R_CARD_SEEN, R_CHOICE_LATER, R_NO_CARD_DUE, R_NO_CHOICE


def refuse_draw(s: State, a: Action) -> int:
    """Return why nature may not `draw` a card: only one unseen since the shuffle, or else the one longest under."""
    if s.awaits != W_CARD or s.frames[s.depth - 1].what != a.x or a.y < 0 or a.y >= CARDS:
        return R_NO_CARD_DUE
    # §cards.decks: shuffled once, never reshuffled.
    if s.unseen[a.x]:
        if not s.unseen[a.x] & (1 << a.y):
            return R_CARD_SEEN
    elif s.under[a.x][s.under_head[a.x]] != a.y:
        return R_CARD_NOT_NEXT
    return LAWFUL


def draw(s: State, t: Tables, e: Sink, deck: int, card: int) -> None:
    """Take the top card, do what it says at once, and return it to the bottom (§cards.draw)."""
    seat = s.frames[s.depth - 1].seat
    salary = s.frames[s.depth - 1].amount
    pop_frame(s)
    take_top(s, deck, card)
    emit(e, E_CARD_DRAWN, C_CARDS_DRAW, seat, BANK, s.space[seat], 0, deck, card)
    # §modern:jail.direct: the salary of this move is not collected if the card sends to Jail.
    if salary and t.card_kind[deck][card] != K_JAIL:
        pay_salary(s, e, seat, salary, C_GO_SALARY)
    if t.card_kind[deck][card] == K_JAIL_FREE:
        # §cards.jail-free: kept until used.
        s.jail_card[deck] = seat
        emit(e, E_CARD_KEPT, C_CARDS_JAIL_FREE, seat, BANK, 0, 0, deck, 0)
        touch(e, seat)
        return
    put_under(s, deck, card)
    obey(s, t, e, seat, deck, card)


def obey(s: State, t: Tables, e: Sink, seat: int, deck: int, card: int) -> None:
    """Do what the card says."""
    kind = t.card_kind[deck][card]
    amount = t.card_amount[deck][card]
    if kind == K_ADVANCE:
        go_to_space(s, t, e, seat, t.card_to[deck][card], BY_CARD)
    elif kind == K_NEAREST_RAILROAD:
        go_to_space(s, t, e, seat, next_of_kind(s, t, seat, S_RAILROAD), BY_NEAREST)
    elif kind == K_NEAREST_UTILITY:
        go_to_space(s, t, e, seat, next_of_kind(s, t, seat, S_UTILITY), BY_NEAREST)
    elif kind == K_BACK:
        # §cards.pay-or-chance: from the space where the token stands; backward past GO earns nothing.
        space = s.space[seat] - amount
        if space < 0:
            space += SPACES
        go_back_to_space(s, t, e, seat, space, BY_CARD)
    elif kind == K_BACK_TO:
        go_back_to_space(s, t, e, seat, t.card_to[deck][card], BY_CARD)
    elif kind == K_JAIL:
        # §jail.sent: by a card.
        go_to_jail(s, t, e, seat, J_CARD)
    elif kind == K_COLLECT:
        move_cash(s, e, BANK, seat, amount)
        emit(e, E_COLLECTED, C_CARDS_DRAW, seat, BANK, 0, amount, deck, card)
    elif kind == K_PAY:
        owe(s, e, seat, BANK, amount, D_CARD, 0)
    elif kind == K_COLLECT_EACH:
        # §debt.order: each pays unasked, from the drawer's left.
        other = next_seat(s, seat)
        while other != seat:
            owe(s, e, other, seat, amount, D_CARD, 0)
            other = next_seat(s, other)
    elif kind == K_PAY_EACH:
        owe_each(s, e, seat, amount)
    elif kind == K_REPAIRS:
        owe(s, e, seat, BANK, repairs(s, seat, amount, t.card_to[deck][card]), D_CARD, 0)
    elif kind == K_PAY_OR_CHANCE:
        # §cards.pay-or-chance: chosen at once and freely, whatever the cash.
        push_frame(s, e, W_CHOICE, seat)
        s.frames[s.depth - 1].amount = amount
        s.frames[s.depth - 1].what = CHEST


def next_of_kind(s: State, t: Tables, seat: int, kind: int) -> int:
    """Return the next space of that kind in the direction of the arrow (§rent.nearest)."""
    space = s.space[seat]
    for _ in range(SPACES):
        space += 1
        if space >= SPACES:
            space = 0
        if t.kind[space] == kind:
            return space
    return space


def repairs(s: State, seat: int, per_house: int, per_hotel: int) -> int:
    """Return the cost of repairs (§cards.decks). A hotel counts as one hotel, not as five houses."""
    total = 0
    for space in range(SPACES):
        if s.owner[space] == seat:
            if s.houses[space] == HOTEL:
                total += per_hotel
            else:
                total += per_house * s.houses[space]
    return total


def refuse_choice(s: State, a: Action) -> int:
    """Return why a seat may not `pay-ten` or `take-chance`."""
    if s.awaits == W_CHOICE and s.awaited == a.seat:
        return LAWFUL
    if has_choice(s, a.seat, W_CHOICE):
        return R_CHOICE_LATER
    return R_NO_CHOICE


def pay_ten(s: State, e: Sink, seat: int) -> None:
    """Pay the fine (§cards.pay-or-chance)."""
    amount = s.frames[s.depth - 1].amount
    pop_frame(s)
    owe(s, e, seat, BANK, amount, D_CARD, 0)


def take_chance(s: State, e: Sink, seat: int) -> None:
    """Draw a Chance card instead (§cards.pay-or-chance)."""
    pop_frame(s)
    push_frame(s, e, W_CARD, seat)
    s.frames[s.depth - 1].what = CHANCE
