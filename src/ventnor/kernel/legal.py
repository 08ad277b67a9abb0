"""The law: whether an action may be done now, and by which clause not.

`refuse` answers for every action, nature's and the clock's included: C_NONE, or the code of the clause that forbids it.
The law of each action stands beside what the action does; here is only what concerns them all. Implements: §act.when,
§start.left, §move.doubles, §tax.income.
"""

from ventnor.kernel.auction import refuse_bid, refuse_pass_bid
from ventnor.kernel.buy import has_option, refuse_buy
from ventnor.kernel.cards import refuse_choice, refuse_draw
from ventnor.kernel.codes import (
    A_ACCEPT,
    A_ASK_RENT,
    A_BANKRUPT,
    A_BID,
    A_BUILD,
    A_BUY,
    A_COUNTER,
    A_DEAL,
    A_DECLINE,
    A_DRAW,
    A_END_TURN,
    A_HOUR,
    A_KEEP,
    A_LIFT,
    A_MORTGAGE,
    A_OFFER,
    A_PASS,
    A_PAY,
    A_PAY_FINE,
    A_PAY_TEN,
    A_REJECT,
    A_RESIGN,
    A_ROLL,
    A_SELL,
    A_SELL_GROUP,
    A_TAKE_CHANCE,
    A_TAX,
    A_THROW,
    A_USE_CARD,
    A_WANT,
    A_WITHDRAW,
    C_ACT_WHEN,
    C_AUCTION_COURSE,
    C_BUY_OPTION,
    C_CARDS_PAY_OR_CHANCE,
    C_DEBT_RAISE,
    C_HOUSE_RULES_OPTIONAL,
    C_JAIL_DOUBLES_NO_SECOND,
    C_JAIL_THIRD,
    C_MORTGAGE_TRANSFER,
    C_MOVE_DOUBLES,
    C_MOVE_TOTAL,
    C_NONE,
    C_SHORT_SECOND_BANKRUPTCY,
    C_SHORTAGE_AUCTION,
    C_START_LEFT,
    C_START_THROW,
    C_TAX_INCOME,
    C_WIN_LAST,
    END_BANKRUPTCIES,
    END_HOUR,
    END_ROUNDS,
    NATURE,
    P_OPENING,
    P_OVER,
    SEATS,
    W_BID,
    W_BUY,
    W_CARD,
    W_CHOICE,
    W_DEBT,
    W_DICE,
    W_END,
    W_LAST_RENT,
    W_NOTHING,
    W_PLACE,
    W_RECEIVE,
    W_TAX,
    W_THROW,
    W_WANT,
)
from ventnor.kernel.finish import refuse_bankrupt, refuse_hour, refuse_pay, refuse_resign
from ventnor.kernel.houses import has_won, refuse_build, refuse_pass_place, refuse_sell, refuse_sell_group, refuse_want
from ventnor.kernel.jail import refuse_pay_fine, refuse_use_card
from ventnor.kernel.layout import Action, State, Tables
from ventnor.kernel.mortgage import is_received, refuse_keep, refuse_lift, refuse_mortgage
from ventnor.kernel.rent import refuse_ask_rent
from ventnor.kernel.start import refuse_deal
from ventnor.kernel.tax import refuse_tax
from ventnor.kernel.trade import (
    find_offer,
    refuse_accept,
    refuse_counter,
    refuse_offer,
    refuse_reject,
    refuse_withdraw,
)


def awaits_nature(s: State) -> bool:
    """Whether dice, a card or a deal come next."""
    return W_NOTHING < s.awaits <= W_CARD


def clause_of_end(s: State, t: Tables) -> int:
    """By which clause the game is over."""
    if s.ended == END_BANKRUPTCIES:
        return C_SHORT_SECOND_BANKRUPTCY
    if s.ended == END_HOUR:
        return t.hour_clause
    if s.ended == END_ROUNDS:
        return C_HOUSE_RULES_OPTIONAL
    return C_WIN_LAST


def clause_of_wait(s: State, t: Tables, seat: int) -> int:
    """Why the seat may not go on with its turn now: the clause of what is to be done first."""
    if s.awaits == W_BUY:
        return C_BUY_OPTION
    if s.awaits == W_BID:
        return C_AUCTION_COURSE
    if s.awaits == W_TAX:
        return C_TAX_INCOME
    if s.awaits == W_CHOICE:
        return C_CARDS_PAY_OR_CHANCE
    if s.awaits == W_WANT or s.awaits == W_PLACE:
        return C_SHORTAGE_AUCTION
    if s.awaits == W_RECEIVE:
        return C_MORTGAGE_TRANSFER
    if s.awaits == W_DEBT:
        return C_DEBT_RAISE
    if s.awaits == W_LAST_RENT:
        return t.hour_clause
    # §start.throw: each throws once, in the order of the seats.
    if s.phase == P_OPENING:
        return C_START_THROW
    # §start.left: it is another player's turn.
    if s.awaited != seat:
        return C_START_LEFT
    # §jail.third, §move.total: every turn has a throw, in Jail too.
    if s.awaits == W_THROW and s.jail_turn[seat]:
        return C_JAIL_THIRD
    if s.awaits == W_THROW and s.doubles == 0:
        return C_MOVE_TOTAL
    # §jail.doubles-no-second: doubles that freed from Jail give no second throw.
    if s.awaits == W_END and s.die1 > 0 and s.die1 == s.die2:
        return C_JAIL_DOUBLES_NO_SECOND
    # §move.doubles: only doubles give another throw, and after them it must be made.
    return C_MOVE_DOUBLES


def bound_by(s: State, seat: int) -> int:
    """What a seat must answer before any other act; C_NONE if nothing."""
    for i in range(s.depth):
        frame = s.frames[i]
        if frame.seat == seat:
            # §tax.income: the choice comes before any other act of that player.
            if frame.kind == W_TAX:
                return C_TAX_INCOME
            # §cards.pay-or-chance: chosen at once.
            if frame.kind == W_CHOICE:
                return C_CARDS_PAY_OR_CHANCE
            # §mortgage.transfer: kept or lifted at once.
            if frame.kind == W_RECEIVE:
                return C_MORTGAGE_TRANSFER
    # §shortage.auction: a building won is placed at once.
    if has_won(s, seat):
        return C_SHORTAGE_AUCTION
    return C_NONE


def is_answer(s: State, clause: int, a: Action) -> bool:
    """Whether an action answers what binds its seat."""
    if clause == C_TAX_INCOME:
        return a.kind == A_TAX
    if clause == C_CARDS_PAY_OR_CHANCE:
        return a.kind == A_PAY_TEN or a.kind == A_TAKE_CHANCE
    if clause == C_MORTGAGE_TRANSFER:
        return a.kind == A_KEEP or (a.kind == A_LIFT and is_received(s, a.seat, a.space))
    return a.kind == A_BUILD


def refuse_nature(s: State, t: Tables, a: Action) -> int:
    """Law of dice, cards and dealt deeds."""
    if a.kind == A_DRAW:
        return refuse_draw(s, a)
    if a.kind == A_DEAL:
        return refuse_deal(s, t, a)
    # §move.total: two dice.
    if s.awaits != W_DICE or a.x < 1 or a.x > 6 or a.y < 1 or a.y > 6:
        return C_MOVE_TOTAL
    return C_NONE


def refuse_pass(s: State, a: Action) -> int:
    """Law of `pass`: in an auction, while placing, or over the last rents."""
    if s.awaits == W_BID:
        return refuse_pass_bid(s, a)
    if s.awaits == W_PLACE:
        return refuse_pass_place(s, a)
    # §short1935.hour: an owner may let the last rent go.
    if s.awaits == W_LAST_RENT and s.awaited == a.seat:
        return C_NONE
    return C_AUCTION_COURSE


def refuse_option(s: State, t: Tables, a: Action) -> int:
    """Law of `buy` and `decline`."""
    # §buy.option: of whoever has landed on an unowned property.
    if not has_option(s, a.seat):
        return C_BUY_OPTION
    if s.awaits != W_BUY:
        return clause_of_wait(s, t, a.seat)
    if a.kind == A_BUY:
        return refuse_buy(s, t, a)
    return C_NONE


def refuse_deal_answer(s: State, t: Tables, a: Action) -> int:
    """Law of `accept`: no deal closes with a player who has something to answer first."""
    found = find_offer(s, a.number)
    if found >= 0 and found % SEATS == a.seat:
        clause = bound_by(s, found // SEATS)
        if clause != C_NONE:
            return clause
    return refuse_accept(s, t, a)


def refuse(s: State, t: Tables, a: Action) -> int:
    """C_NONE if the action is lawful now, else the clause that forbids it. Changes nothing."""
    kind = a.kind
    # §win.last: after the end nothing follows.
    if s.phase == P_OVER:
        return clause_of_end(s, t)
    if kind == A_THROW or kind == A_DRAW or kind == A_DEAL:
        if a.seat != NATURE:
            return C_ACT_WHEN
        return refuse_nature(s, t, a)
    if kind == A_HOUR:
        return refuse_hour(s, t, a)
    # §act.when: players in the game, whenever the game waits for somebody.
    if a.seat < 0 or a.seat >= s.players:
        return C_ACT_WHEN
    if s.out[a.seat] or awaits_nature(s):
        return C_ACT_WHEN
    clause = bound_by(s, a.seat)
    if clause != C_NONE and not is_answer(s, clause, a):
        return clause
    if kind == A_ROLL:
        # §start.left: the player whose turn it is throws, when all that came before is done.
        if s.awaits == W_THROW and s.awaited == a.seat:
            return C_NONE
        return clause_of_wait(s, t, a.seat)
    if kind == A_END_TURN:
        if s.awaits == W_END and s.awaited == a.seat:
            return C_NONE
        return clause_of_wait(s, t, a.seat)
    if kind == A_BUY or kind == A_DECLINE:
        return refuse_option(s, t, a)
    if kind == A_BID:
        return refuse_bid(s, t, a)
    if kind == A_PASS:
        return refuse_pass(s, a)
    if kind == A_BUILD:
        return refuse_build(s, t, a)
    if kind == A_SELL:
        return refuse_sell(s, t, a)
    if kind == A_SELL_GROUP:
        return refuse_sell_group(s, t, a)
    if kind == A_MORTGAGE:
        return refuse_mortgage(s, t, a)
    if kind == A_LIFT:
        return refuse_lift(s, t, a)
    if kind == A_KEEP:
        return refuse_keep(s, t, a)
    if kind == A_ASK_RENT:
        return refuse_ask_rent(s, a)
    if kind == A_PAY_FINE:
        return refuse_pay_fine(s, t, a)
    if kind == A_USE_CARD:
        return refuse_use_card(s, a)
    if kind == A_TAX:
        return refuse_tax(s, a)
    if kind == A_PAY_TEN or kind == A_TAKE_CHANCE:
        return refuse_choice(s, a)
    if kind == A_PAY:
        return refuse_pay(s, a)
    if kind == A_BANKRUPT:
        return refuse_bankrupt(s, t, a)
    if kind == A_RESIGN:
        return refuse_resign(s, a)
    if kind == A_OFFER:
        return refuse_offer(s, t, a)
    if kind == A_COUNTER:
        return refuse_counter(s, t, a)
    if kind == A_ACCEPT:
        return refuse_deal_answer(s, t, a)
    if kind == A_REJECT:
        return refuse_reject(s, a)
    if kind == A_WITHDRAW:
        return refuse_withdraw(s, a)
    if kind == A_WANT:
        return refuse_want(s, t, a)
    return C_ACT_WHEN
