"""The law: whether an action may be done now, and if not, why.

`refuse` answers for every action, also for nature's and the clock's: LAWFUL, or the number of a reason (`reasons`). The
law of each action is next to the code that carries it out; this file has what all actions share. Implements:
§act.when, §start.left, §move.doubles, §tax.income.
"""

from ventnor.kernel.auction import refuse_bid, refuse_pass_bid
from ventnor.kernel.bankrupt import refuse_bankrupt, refuse_resign
from ventnor.kernel.build import refuse_build
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
from ventnor.kernel.debt import refuse_pay
from ventnor.kernel.finish import refuse_hour
from ventnor.kernel.jail import refuse_pay_fine, refuse_use_card
from ventnor.kernel.layout import Action, State, Tables
from ventnor.kernel.mortgage import is_received, refuse_keep, refuse_lift, refuse_mortgage
from ventnor.kernel.reasons import (
    LAWFUL,
    R_AUCTION_FIRST,
    R_BUY_FIRST,
    R_CHOICE_FIRST,
    R_DEBT_FIRST,
    R_DONE_IS_NO_ACTION,
    R_FREED_BY_DOUBLES,
    R_GAME_STOPPED_BY_BANKRUPTCY,
    R_GAME_STOPPED_BY_HOUR,
    R_GAME_STOPPED_BY_ROUNDS,
    R_GAME_WON,
    R_LAST_RENT_FIRST,
    R_NATURE_FIRST,
    R_NO_AUCTION,
    R_NO_DEED_ON_OFFER,
    R_NO_DOUBLES,
    R_NO_SUCH_SEAT,
    R_NO_THROW_DUE,
    R_OFFERED_TO_ANOTHER,
    R_ONLY_NATURE,
    R_OTHERS_TURN,
    R_PLACE_FIRST,
    R_RECEIVE_FIRST,
    R_RETIRED,
    R_STARTER_FIRST,
    R_TAX_FIRST,
    R_THROW_AGAIN,
    R_THROW_FIRST,
    R_THROW_IN_JAIL,
    R_WANT_FIRST,
)
from ventnor.kernel.rent import refuse_ask_rent
from ventnor.kernel.sell import refuse_sell, refuse_sell_group
from ventnor.kernel.shortage import has_won, refuse_pass_place, refuse_want
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
    """Return whether dice, a card or a deal come next."""
    return W_NOTHING < s.awaits <= W_CARD


def reason_of_end(s: State) -> int:
    """Return why the game is over."""
    if s.ended == END_BANKRUPTCIES:
        return R_GAME_STOPPED_BY_BANKRUPTCY
    if s.ended == END_HOUR:
        return R_GAME_STOPPED_BY_HOUR
    if s.ended == END_ROUNDS:
        return R_GAME_STOPPED_BY_ROUNDS
    return R_GAME_WON


def reason_of_wait(s: State, seat: int) -> int:
    """Return why the seat may not go on with its turn now: what comes first."""
    if s.awaits == W_BUY:
        return R_BUY_FIRST
    if s.awaits == W_BID:
        return R_AUCTION_FIRST
    if s.awaits == W_TAX:
        return R_TAX_FIRST
    if s.awaits == W_CHOICE:
        return R_CHOICE_FIRST
    if s.awaits == W_WANT:
        return R_WANT_FIRST
    if s.awaits == W_PLACE:
        return R_PLACE_FIRST
    if s.awaits == W_RECEIVE:
        return R_RECEIVE_FIRST
    if s.awaits == W_DEBT:
        return R_DEBT_FIRST
    if s.awaits == W_LAST_RENT:
        return R_LAST_RENT_FIRST
    # §start.throw: each throws once, in the order of the seats.
    if s.phase == P_OPENING:
        return R_STARTER_FIRST
    # §start.left: it is another player's turn.
    if s.awaited != seat:
        return R_OTHERS_TURN
    if s.awaits == W_THROW:
        # §jail.third, §move.total: every turn has a throw, in Jail too.
        if s.jail_turn[seat]:
            return R_THROW_IN_JAIL
        if s.doubles == 0:
            return R_THROW_FIRST
        # §move.doubles: after doubles another throw must be made.
        return R_THROW_AGAIN
    # §jail.doubles-no-second: doubles that freed from Jail give no second throw.
    if s.die1 > 0 and s.die1 == s.die2:
        return R_FREED_BY_DOUBLES
    # §move.doubles: only doubles give another throw.
    return R_NO_DOUBLES


def bound_by(s: State, seat: int) -> int:
    """Return the reason to refuse all other acts while a seat has something to answer; LAWFUL if it has nothing."""
    for i in range(s.depth):
        frame = s.frames[i]
        if frame.seat == seat:
            # §tax.income: the choice comes before any other act of that player.
            if frame.kind == W_TAX:
                return R_TAX_FIRST
            # §cards.pay-or-chance: chosen at once.
            if frame.kind == W_CHOICE:
                return R_CHOICE_FIRST
            # §mortgage.transfer: kept or lifted at once.
            if frame.kind == W_RECEIVE:
                return R_RECEIVE_FIRST
    # §shortage.auction: a building won is placed at once.
    if has_won(s, seat):
        return R_PLACE_FIRST
    return LAWFUL


def is_answer(s: State, duty: int, a: Action) -> bool:
    """Return whether an action answers what binds its seat."""
    if duty == R_TAX_FIRST:
        return a.kind == A_TAX
    if duty == R_CHOICE_FIRST:
        return a.kind == A_PAY_TEN or a.kind == A_TAKE_CHANCE
    if duty == R_RECEIVE_FIRST:
        return a.kind == A_KEEP or (a.kind == A_LIFT and is_received(s, a.seat, a.space))
    return a.kind == A_BUILD


def refuse_nature(s: State, t: Tables, a: Action) -> int:
    """Return why nature may not throw dice, draw a card or deal a deed."""
    if a.kind == A_DRAW:
        return refuse_draw(s, a)
    if a.kind == A_DEAL:
        return refuse_deal(s, t, a)
    # §move.total: two dice.
    if s.awaits != W_DICE or a.x < 1 or a.x > 6 or a.y < 1 or a.y > 6:
        return R_NO_THROW_DUE
    return LAWFUL


def refuse_pass(s: State, a: Action) -> int:
    """Return why a seat may not `pass`: in an auction, while placing, or over the last rents."""
    if s.awaits == W_BID:
        return refuse_pass_bid(s, a)
    if s.awaits == W_PLACE:
        return refuse_pass_place(s, a)
    # §short1935.hour: an owner may let the last rent go.
    if s.awaits == W_LAST_RENT and s.awaited == a.seat:
        return LAWFUL
    return R_NO_AUCTION


def refuse_option(s: State, t: Tables, a: Action) -> int:
    """Return why a seat may not `buy` or `decline`."""
    # §buy.option: of whoever has landed on an unowned property.
    if not has_option(s, a.seat):
        if s.awaits == W_BUY:
            return R_OFFERED_TO_ANOTHER
        return R_NO_DEED_ON_OFFER
    if s.awaits != W_BUY:
        return reason_of_wait(s, a.seat)
    if a.kind == A_BUY:
        return refuse_buy(s, t, a)
    return LAWFUL


def refuse_deal_answer(s: State, t: Tables, a: Action) -> int:
    """Return why a seat may not `accept`: no deal closes with a player who has something to answer first."""
    found = find_offer(s, a.number)
    if found >= 0 and found % SEATS == a.seat:
        reason = bound_by(s, found // SEATS)
        if reason != LAWFUL:
            return reason
    return refuse_accept(s, t, a)


def refuse(s: State, t: Tables, a: Action) -> int:
    """Return why an action may not be done now: LAWFUL, or a reason of `reasons`. Changes nothing."""
    kind = a.kind
    # §win.last: after the end nothing follows.
    if s.phase == P_OVER:
        return reason_of_end(s)
    if kind == A_THROW or kind == A_DRAW or kind == A_DEAL:
        if a.seat != NATURE:
            return R_ONLY_NATURE
        return refuse_nature(s, t, a)
    if kind == A_HOUR:
        return refuse_hour(s, t, a)
    # §act.when: players in the game, whenever the game waits for somebody.
    if a.seat < 0 or a.seat >= s.players:
        return R_NO_SUCH_SEAT
    if s.out[a.seat]:
        return R_RETIRED
    if awaits_nature(s):
        return R_NATURE_FIRST
    duty = bound_by(s, a.seat)
    if duty != LAWFUL and not is_answer(s, duty, a):
        return duty
    if kind == A_ROLL:
        # §start.left: the player whose turn it is throws, when all that came before is done.
        if s.awaits == W_THROW and s.awaited == a.seat:
            return LAWFUL
        return reason_of_wait(s, a.seat)
    if kind == A_END_TURN:
        if s.awaits == W_END and s.awaited == a.seat:
            return LAWFUL
        return reason_of_wait(s, a.seat)
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
        return refuse_ask_rent(s, t, a)
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
    return R_DONE_IS_NO_ACTION
