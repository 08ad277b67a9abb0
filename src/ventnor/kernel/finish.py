"""How a game ends: the hour, the valuation, the end.

Implements: §short1935.hour, §short1935.worth, §short.worth, §timed.hour, §worth.tie.
"""

from ventnor.kernel.codes import (
    B_HOTEL,
    B_HOUSE,
    BANK,
    C_RENT_ASK,
    C_SHORT1935_HOUR,
    C_SHORT1935_WORTH,
    C_SHORT_SECOND_BANKRUPTCY,
    C_SHORT_WORTH,
    CALL_WON,
    CLOCK,
    E_GAME_ENDED,
    E_HOUR_STRUCK,
    E_RENT_LAPSED,
    E_WORTH_COUNTED,
    NO_GROUP,
    P_END,
    P_OVER,
    SPACES,
    W_BID,
    W_CARD,
    W_DEAL,
    W_DICE,
    W_WANT,
)
from ventnor.kernel.debt import drop_debt
from ventnor.kernel.layout import Action, Sink, State, Tables
from ventnor.kernel.ledger import drop_frame, emit, emit_mask, house_prices, pop_frame
from ventnor.kernel.reasons import LAWFUL, R_HOUR_HAS_STRUCK, R_NATURE_FIRST, R_NO_HOUR, R_ONLY_CLOCK
from ventnor.kernel.rent import drop_claim
from ventnor.kernel.trade import void_all_offers


def refuse_hour(s: State, t: Tables, a: Action) -> int:
    """Return why the clock may not strike the `hour`."""
    # §act.when: the clock alone strikes it.
    if a.seat != CLOCK:
        return R_ONLY_CLOCK
    # §short1935.hour, §timed.hour: only a game that is played to an hour has one, and it strikes once. §win.last: in
    # the others the last player left wins.
    if not t.hour:
        return R_NO_HOUR
    if s.hour:
        return R_HOUR_HAS_STRUCK
    # §act.when: from a throw or a draw to the end of what it does by itself nobody acts.
    if s.awaits == W_DICE or s.awaits == W_CARD or s.awaits == W_DEAL:
        return R_NATURE_FIRST
    return LAWFUL


def strike_hour(s: State, t: Tables, e: Sink) -> None:
    """Strike the hour (§short1935.hour): a move under way is completed and won buildings are placed, nothing else."""
    s.hour = 1
    emit(e, E_HOUR_STRUCK, t.hour_clause, BANK, BANK, 0, 0, 0, 0)
    void_all_offers(s, e)
    i = 0
    while i < s.claim_count:
        if s.claims[i].turn != s.turns:
            drop_claim(s, i)
        else:
            i += 1
    i = 0
    while i < s.depth:
        frame = s.frames[i]
        building = frame.kind == W_BID and (frame.stage == B_HOUSE or frame.stage == B_HOTEL)
        if building or (frame.kind == W_WANT and frame.stage != CALL_WON):
            drop_frame(s, i)
        else:
            i += 1


def next_for_last_rent(s: State) -> int:
    """Return the seat that may ask for a last rent now, or BANK."""
    if not s.sharp:
        # §short1935.hour: owners of this turn's rents, one by one.
        return s.claims[0].owner if s.claim_count else BANK
    # §rent.ask: at a sharp table the question must not remind an owner, so all others are asked, from the left. Nobody
    # is asked if the player has not thrown in this turn: everybody can see that the token has stopped nowhere.
    if s.phase == P_END or s.doubles:
        seat = s.turn
        for _ in range(s.players - 1):
            seat += 1
            if seat >= s.players:
                seat = 0
            if not s.out[seat] and not s.passed & (1 << seat):
                return seat
    return BANK


def let_last_rent_go(s: State, e: Sink, seat: int) -> None:
    """Let the last rent go, at a sharp table every rent still open (§short1935.hour)."""
    s.passed |= s.sharp << seat
    i = 0
    while i < s.claim_count:
        claim = s.claims[i]
        if claim.owner != seat:
            i += 1
            continue
        emit(e, E_RENT_LAPSED, C_RENT_ASK, seat, claim.payer, claim.space, 0, 0, 0)
        drop_claim(s, i)
        if not s.sharp:
            return


def worth(s: State, t: Tables, seat: int) -> int:
    """Return cash, deeds at price (half if mortgaged) and buildings at cost (§short1935.worth, §short.worth)."""
    total = s.cash[seat]
    for space in range(SPACES):
        if t.group[space] != NO_GROUP and s.owner[space] == seat:
            value = t.price[space]
            if s.mortgaged[space]:
                value //= 2
            total += value + house_prices(s, t, space) * t.house_price[space]
    return total


def finish_by_worth(s: State, t: Tables, e: Sink, how: int, clause: int) -> None:
    """End the game; the richest wins. §worth.tie: those who tie share the win."""
    best = -1
    winners = 0
    # §timed.hour, §house-rules.optional: valued as in the short game of 1935.
    valued_by = clause
    if clause == C_SHORT1935_HOUR:
        valued_by = C_SHORT1935_WORTH
    elif clause == C_SHORT_SECOND_BANKRUPTCY:
        valued_by = C_SHORT_WORTH
    for seat in range(s.players):
        if not s.out[seat]:
            value = worth(s, t, seat)
            emit(e, E_WORTH_COUNTED, valued_by, seat, BANK, 0, value, 0, 0)
            if value > best:
                best = value
                winners = 0
            if value == best:
                winners |= 1 << seat
    end_game(s, e, winners, how, clause)


def end_game(s: State, e: Sink, winners: int, how: int, clause: int) -> None:
    """End the game; it waits for nothing any more."""
    s.phase = P_OVER
    s.ended = how
    s.winners = winners
    while s.depth:
        pop_frame(s)
    while s.debt_count:
        drop_debt(s, s.debt_count - 1)
    while s.claim_count:
        drop_claim(s, s.claim_count - 1)
    void_all_offers(s, e)
    emit_mask(e, E_GAME_ENDED, clause, BANK, how, winners)
