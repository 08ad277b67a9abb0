"""One action: what it does, and what then follows by itself until the game waits again.

`step` trusts its caller: ask `legal.refuse` first where the action comes from outside. Implements: §act.when,
§debt.order, §start.left, §short1935.hour.
"""

from ventnor.kernel.auction import bid, close_auction, next_bidder, pass_bid
from ventnor.kernel.bankrupt import continue_estate, go_bankrupt, resign
from ventnor.kernel.build import build
from ventnor.kernel.buy import buy, decline
from ventnor.kernel.cards import draw, pay_ten, take_chance
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
    B_CARD,
    B_HOTEL,
    B_HOUSE,
    BANK,
    C_BANKRUPT_TO_BANK,
    C_BANKRUPT_TURN,
    C_JAIL_TURN_ENDS,
    C_RENT_UTILITIES,
    C_START_LEFT,
    D_RENT,
    E_THREW,
    E_TURN_ENDED,
    END_HOUR,
    NATURE,
    P_DEAL,
    P_END,
    P_MOVE,
    P_OPENING,
    P_OVER,
    T_MOVE,
    T_OPENING,
    T_RENT,
    W_BID,
    W_CARD,
    W_DEAL,
    W_DEBT,
    W_DICE,
    W_END,
    W_ESTATE,
    W_LAST_RENT,
    W_NOTHING,
    W_PLACE,
    W_THROW,
    W_WANT,
)
from ventnor.kernel.debt import debt_at_hand, debts_wait, first_debt, owe, pay_debt, pay_what_can_be_paid
from ventnor.kernel.finish import finish_by_worth, let_last_rent_go, next_for_last_rent, strike_hour
from ventnor.kernel.jail import pay_fine, return_jail_card, use_card
from ventnor.kernel.layout import Action, Sink, State, Tables
from ventnor.kernel.ledger import emit, pop_frame, push_frame
from ventnor.kernel.mortgage import keep, lift, mortgage
from ventnor.kernel.move import move_after_fine, throw_to_move
from ventnor.kernel.rent import ask, find_claim
from ventnor.kernel.sell import sell, sell_group
from ventnor.kernel.shortage import continue_call, pass_place, take_from_call, trim_wishes, want
from ventnor.kernel.start import deal, pass_turn, throw_for_start
from ventnor.kernel.tax import choose_tax
from ventnor.kernel.trade import accept, counter, let_offers_lapse, offer, reject, withdraw


def step(s: State, t: Tables, e: Sink, a: Action) -> None:
    """Carry out a lawful action and all that follows from it by itself. If then `e.full`, a record had no room."""
    kind = a.kind
    e.full = 0
    if kind == A_ROLL:
        roll(s, e, a.seat)
    elif kind == A_THROW:
        throw(s, t, e, a.x, a.y)
    elif kind == A_END_TURN:
        emit(e, E_TURN_ENDED, C_START_LEFT, a.seat, BANK, 0, 0, 0, 0)
        pass_turn(s, t, e)
    elif kind == A_ASK_RENT:
        ask(s, e, find_claim(s, a.seat, a.space, a.other))
    elif kind == A_BUY:
        buy(s, t, e, a.seat)
    elif kind == A_DRAW:
        draw(s, t, e, a.x, a.y)
    elif kind == A_BUILD:
        build(s, t, e, a.seat, a.space)
    elif kind == A_DECLINE:
        decline(s, t, e, a.seat)
    elif kind == A_BID:
        bid(s, e, a.seat, a.amount)
    elif kind == A_PASS:
        pass_by(s, e, a.seat)
    else:
        step_rarer(s, t, e, a)
    settle(s, t, e)


def step_rarer(s: State, t: Tables, e: Sink, a: Action) -> None:
    """Carry out one of the rarer actions."""
    kind = a.kind
    seat = a.seat
    if kind == A_SELL:
        sell(s, t, e, seat, a.space)
    elif kind == A_SELL_GROUP:
        sell_group(s, t, e, seat, a.x, a.amount)
    elif kind == A_MORTGAGE:
        mortgage(s, t, e, seat, a.space)
    elif kind == A_LIFT:
        lift(s, t, e, seat, a.space)
    elif kind == A_KEEP:
        keep(s, t, e, seat, a.space)
    elif kind == A_PAY_FINE:
        pay_fine(s, t, e, seat)
    elif kind == A_USE_CARD:
        use_card(s, t, e, seat, a.x)
    elif kind == A_TAX:
        choose_tax(s, t, e, seat, a.x)
    elif kind == A_PAY_TEN:
        pay_ten(s, e, seat)
    elif kind == A_TAKE_CHANCE:
        take_chance(s, e, seat)
    elif kind == A_PAY:
        pay_debt(s, t, e, first_debt(s, seat))
    elif kind == A_BANKRUPT:
        go_bankrupt(s, t, e, seat)
    elif kind == A_RESIGN:
        resign(s, t, e, seat)
    elif kind == A_OFFER:
        offer(s, e, a)
    elif kind == A_COUNTER:
        counter(s, e, a)
    elif kind == A_ACCEPT:
        accept(s, t, e, a)
    elif kind == A_REJECT:
        reject(s, e, seat, a.number)
    elif kind == A_WITHDRAW:
        withdraw(s, e, seat, a.number)
    elif kind == A_WANT:
        want(s, e, seat, a.amount)
    elif kind == A_DEAL:
        deal(s, t, e, a.other, a.space)
    elif kind == A_HOUR:
        strike_hour(s, t, e)


def roll(s: State, e: Sink, seat: int) -> None:
    """Let the seat take the dice; nature throws them."""
    push_frame(s, e, W_DICE, seat)
    s.frames[s.depth - 1].what = T_MOVE
    if s.phase == P_OPENING:
        s.frames[s.depth - 1].what = T_OPENING


def throw(s: State, t: Tables, e: Sink, die1: int, die2: int) -> None:
    """Carry out a throw of the dice."""
    frame = s.frames[s.depth - 1]
    what = frame.what
    payer = frame.seat
    owner = frame.other
    space = frame.space
    factor = frame.amount
    pop_frame(s)
    if what == T_MOVE:
        throw_to_move(s, t, e, die1, die2)
    elif what == T_RENT:
        # §rent.utilities: the throw counts for the rent alone.
        emit(e, E_THREW, C_RENT_UTILITIES, payer, BANK, space, 0, die1, die2)
        owe(s, e, payer, owner, factor * (die1 + die2), D_RENT, space)
    else:
        throw_for_start(s, t, e, die1, die2)


def pass_by(s: State, e: Sink, seat: int) -> None:
    """Carry out `pass`, which can be said in three places."""
    if s.awaits == W_BID:
        pass_bid(s, e, seat)
    elif s.awaits == W_PLACE:
        pass_place(s, e, seat)
    else:
        let_last_rent_go(s, e, seat)


def settle(s: State, t: Tables, e: Sink) -> None:
    """Do all that follows by itself, then set what the game waits for."""
    if s.offer_count:
        let_offers_lapse(s, t, e)
    s.awaits = W_NOTHING
    while s.awaits == W_NOTHING and s.phase != P_OVER and not e.full:
        if s.debt_count and not debts_wait(s) and not nature_comes_next(s):
            pay_what_can_be_paid(s, t, e)
            index = debt_at_hand(s)
            if index >= 0:
                s.awaits = W_DEBT
                s.awaited = s.debts[index].debtor
                break
        if s.depth:
            await_frame(s, t, e)
        else:
            await_phase(s, t, e)
    if s.phase == P_OVER:
        s.awaits = W_NOTHING
        s.awaited = BANK
    elif s.offer_count:
        let_offers_lapse(s, t, e)


def nature_comes_next(s: State) -> bool:
    """Return whether dice or a card come next. §cards.draw: at once, so before any debt."""
    if s.depth == 0:
        return False
    kind = s.frames[s.depth - 1].kind
    return kind == W_DICE or kind == W_CARD


def await_frame(s: State, t: Tables, e: Sink) -> None:
    """Wait for what the topmost frame needs, or take its next step."""
    frame = s.frames[s.depth - 1]
    kind = frame.kind
    if kind == W_DICE or kind == W_CARD:
        s.awaits = kind
        s.awaited = NATURE
    elif kind == W_BID:
        if frame.stage == B_HOUSE or frame.stage == B_HOTEL:
            trim_wishes(s, t)
        seat = next_bidder(s)
        if seat == BANK:
            end_auction(s, t, e)
        else:
            s.awaits = W_BID
            s.awaited = seat
    elif kind == W_ESTATE:
        continue_estate(s, t, e)
    elif kind == W_WANT:
        continue_call(s, t, e)
    else:
        s.awaits = kind
        s.awaited = frame.seat


def end_auction(s: State, t: Tables, e: Sink) -> None:
    """End the auction: all others have passed since the last bid (§auction.course)."""
    stage = s.frames[s.depth - 1].stage
    deck = s.frames[s.depth - 1].what
    amount = s.frames[s.depth - 1].amount
    winner = close_auction(s, t, e)
    if stage == B_HOUSE or stage == B_HOTEL:
        take_from_call(s, e, winner, amount)
    elif stage == B_CARD and winner == BANK:
        # §bankrupt.to-bank: a jail card without a bid goes back under its deck.
        return_jail_card(s, t, e, s.jail_card[deck], deck, C_BANKRUPT_TO_BANK)


def await_phase(s: State, t: Tables, e: Sink) -> None:
    """Go on with the turn: nothing interrupts it."""
    phase = s.phase
    if s.hour and phase != P_MOVE:
        # §short1935.hour: the move is complete; its rent may still be asked for, then all is valued.
        seat = next_for_last_rent(s)
        if seat != BANK:
            s.awaits = W_LAST_RENT
            s.awaited = seat
        else:
            finish_by_worth(s, t, e, END_HOUR, t.hour_clause)
    elif phase == P_DEAL:
        s.awaits = W_DEAL
        s.awaited = NATURE
    elif phase == P_OPENING:
        s.awaits = W_THROW
        s.awaited = s.turn
    elif s.out[s.turn]:
        # §bankrupt.turn: the roller has retired: the turn passes to the left.
        emit(e, E_TURN_ENDED, C_BANKRUPT_TURN, s.turn, BANK, 0, 0, 0, 0)
        pass_turn(s, t, e)
    elif phase == P_MOVE:
        move_after_fine(s, t, e)
    elif phase == P_END and s.jail_turn[s.turn] == 1:
        # §jail.turn-ends: being sent to Jail ends the turn; nobody has to say so.
        emit(e, E_TURN_ENDED, C_JAIL_TURN_ENDS, s.turn, BANK, 0, 0, 0, 0)
        pass_turn(s, t, e)
    elif phase == P_END:
        s.awaits = W_END
        s.awaited = s.turn
    else:
        s.awaits = W_THROW
        s.awaited = s.turn
