"""The start: setting up, dealing the deeds of a short game, throwing for who plays first, and the round of turns.

Implements: §setup.cash, §setup.equipment, §short1935.deal, §short.deal, §timed.hour, §start.throw, §start.left.
"""

from ventnor.kernel.codes import (
    BANK,
    C_HOUSE_RULES_OPTIONAL,
    C_START_LEFT,
    C_START_THROW,
    CARDS,
    E_DEED_DEALT,
    E_STARTED,
    E_THREW,
    E_TURN_BEGAN,
    END_ROUNDS,
    P_DEAL,
    P_OPENING,
    P_THROW,
    POT,
    SEATS,
    SPACES,
    W_DEAL,
)
from ventnor.kernel.finish import finish_by_worth
from ventnor.kernel.layout import Action, Sink, State, Tables
from ventnor.kernel.ledger import count_holdings, emit, move_cash, next_seat, pass_deed
from ventnor.kernel.mortgage import is_property
from ventnor.kernel.reasons import LAWFUL, R_DEALT_TO_ANOTHER, R_DEED_NOT_IN_BANK, R_NO_DEED_DEALT_NOW


def set_up(s: State, t: Tables, e: Sink, players: int) -> None:
    """Set up a blank record for a new game. §setup.equipment: what is not dealt belongs to the Bank."""
    s.players = players
    for space in range(SPACES):
        s.owner[space] = BANK
    count_holdings(s, t)
    for deck in range(2):
        s.unseen[deck] = (1 << CARDS) - 1
        s.jail_card[deck] = BANK
    for seat in range(SEATS):
        s.heir[seat] = BANK
    s.houses_left = t.houses
    s.hotels_left = t.hotels
    for seat in range(players):
        # §setup.cash: what each player starts with.
        move_cash(s, e, BANK, seat, t.cash)
    if t.pot_seed:
        move_cash(s, e, BANK, POT, t.pot_seed)
    s.phase = P_DEAL
    if t.deeds_dealt == 0:
        open_throws(s, (1 << players) - 1)


def refuse_deal(s: State, t: Tables, a: Action) -> int:
    """Return why nature may not `deal` a deed: only one not dealt yet, to the seat whose card comes next."""
    # §short1935.deal, §short.deal, §timed.hour: dealt before the start. §setup.equipment: other deeds are the Bank's.
    if s.awaits != W_DEAL:
        return R_NO_DEED_DEALT_NOW
    if a.other != s.dealt % s.players:
        return R_DEALT_TO_ANOTHER
    if not is_property(t, a.space) or s.owner[a.space] != BANK:
        return R_DEED_NOT_IN_BANK
    return LAWFUL


def deal(s: State, t: Tables, e: Sink, seat: int, space: int) -> None:
    """Deal one deed, which is paid for at once (§short1935.deal, §short.deal)."""
    move_cash(s, e, seat, BANK, t.price[space])
    pass_deed(s, t, e, space, seat)
    s.dealt += 1
    emit(e, E_DEED_DEALT, t.deal_clause, seat, BANK, space, t.price[space], 0, 0)
    # §start.throw: deeds are dealt and paid before the throw for the start.
    if s.dealt == s.players * t.deeds_dealt:
        open_throws(s, (1 << s.players) - 1)


def open_throws(s: State, contenders: int) -> None:
    """Start a round of throws among these seats, in seat order. §setup.banker: the Banker's seat is the first."""
    s.phase = P_OPENING
    s.contenders = contenders
    s.best = 0
    s.leaders = 0
    s.turn = 0
    while not contenders & (1 << s.turn):
        s.turn += 1


def throw_for_start(s: State, t: Tables, e: Sink, die1: int, die2: int) -> None:
    """Carry out a throw for the start: the highest total plays first, ties throw again (§start.throw)."""
    seat = s.turn
    total = die1 + die2
    emit(e, E_THREW, C_START_THROW, seat, BANK, 0, 0, die1, die2)
    if total > s.best:
        s.best = total
        s.leaders = 0
    if total == s.best:
        s.leaders |= 1 << seat
    seat += 1
    while seat < s.players and not s.contenders & (1 << seat):
        seat += 1
    if seat < s.players:
        s.turn = seat
        return
    leaders = s.leaders
    first = 0
    while not leaders & (1 << first):
        first += 1
    if leaders != 1 << first:
        open_throws(s, leaders)
        return
    s.contenders = 0
    s.best = 0
    s.leaders = 0
    s.starter = first
    emit(e, E_STARTED, C_START_THROW, first, BANK, 0, 0, 0, 0)
    begin_turn(s, e, first)


def begin_turn(s: State, e: Sink, seat: int) -> None:
    """Begin a turn."""
    # §mortgage.transfer: the interest paid on a mortgage counts until the turn ends. §bankrupt.interest: a turn that
    # ended by its player's retirement leaves the heir the next one to lift for the value alone.
    if not s.out[s.turn]:
        s.fresh = 0
    s.turn = seat
    s.turns += 1
    s.doubles = 0
    s.phase = P_THROW
    emit(e, E_TURN_BEGAN, C_START_LEFT, seat, BANK, 0, s.turns, 0, 0)


def pass_turn(s: State, t: Tables, e: Sink) -> None:
    """Pass the turn to the left, past those who have retired (§start.left)."""
    following = next_seat(s, s.turn)
    if (following - s.starter) % s.players <= (s.turn - s.starter) % s.players:
        s.rounds += 1
        # §house-rules.optional: a game of a fixed number of rounds ends when the first player would be next.
        if t.rounds and s.rounds >= t.rounds:
            finish_by_worth(s, t, e, END_ROUNDS, C_HOUSE_RULES_OPTIONAL)
            return
    begin_turn(s, e, following)
