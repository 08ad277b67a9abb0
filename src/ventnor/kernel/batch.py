"""Whole games without a pause: the loop that drives policies, nature and the clock.

Writes one `Result` a game and adds to the sums of the sink; keeps nothing else. Every game has its own stream of
chance, so a batch may be cut anywhere.
"""

from typing import Protocol

from ventnor.kernel.chance import act_for_nature, seed_chance
from ventnor.kernel.codes import (
    A_THROW,
    BANK,
    C_NONE,
    E_AUCTION_OPENED,
    E_DEAL_MADE,
    P_OVER,
    SEATS,
    STOCK,
    W_THROW,
)
from ventnor.kernel.finish import worth
from ventnor.kernel.layout import Action, Chance, Cursor, Memory, Result, Row, Sink, State, Tables
from ventnor.kernel.legal import awaits_nature, refuse
from ventnor.kernel.scheduler import act_by_itself, next_actor, note_decision, note_throw, start_cursor
from ventnor.kernel.start import set_up
from ventnor.kernel.step import settle, step

MANY = 32767  # auctions or deals, and no more are counted


class Policy(Protocol):
    """Fills in the action of the seat that is asked."""

    def __call__(self, s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action, /) -> None: ...


def decide(
    s: State,
    t: Tables,
    e: Sink,
    c: Cursor,
    chance: Chance,
    a: Action,
    policies: tuple[Policy, ...],
) -> bool:
    """Put the next action into `a`: whether it is to be carried out."""
    if awaits_nature(s):
        act_for_nature(s, t, chance, a)
        if a.kind == A_THROW:
            note_throw(s, c)
        return True
    if act_by_itself(s, t, c, a):
        return True
    seat = next_actor(s, e, c)
    policies[seat](s, t, seat, c.memory[seat], chance, a)
    return note_decision(s, t, c, seat, a)


def play_game(
    s: State,
    t: Tables,
    e: Sink,
    c: Cursor,
    chance: Chance,
    a: Action,
    policies: tuple[Policy, ...],
    cap: int,
    checked: int,
) -> int:
    """Play from the present position until the game is over or `cap` throws are made. Returns the plies played.

    With `checked` every action is put to the law first; the first one refused stops the game, and the number
    returned is minus the clause's code.
    """
    plies = 0
    throws = s.throws
    while s.phase != P_OVER and (s.throws < cap or s.awaits != W_THROW):
        if not decide(s, t, e, c, chance, a, policies):
            continue
        if checked:
            clause = refuse(s, t, a)
            if clause != C_NONE:
                return -clause
        step(s, t, e, a)
        plies += 1
        if s.throws != throws:
            throws = s.throws
            # Where the Bank never runs out its stock stays as it was; a position set up by hand may hold more.
            e.stock[min(max(s.houses_left, 0), STOCK)] += 1
    return plies


def open_page(e: Sink) -> None:
    """Forget what the sink knows of the last game; its sums go on."""
    e.touched = 0
    e.group = -1
    e.group_seat = BANK
    e.group_at = -1
    for seat in range(SEATS):
        e.cause[seat] = 0
        e.creditor[seat] = BANK
        e.out_at[seat] = -1


def write_result(s: State, t: Tables, e: Sink, result: Result) -> None:
    """What the game came to, but for its plies, auctions and deals."""
    result.winners = s.winners
    result.ended = s.ended
    result.starter = s.starter
    result.bankruptcies = s.bankruptcies
    result.turns = s.turns
    result.throws = s.throws
    result.group = e.group
    result.group_seat = e.group_seat
    result.group_at = e.group_at
    for seat in range(s.players):
        result.worth[seat] = worth(s, t, seat)
        result.cause[seat] = e.cause[seat]
        result.creditor[seat] = e.creditor[seat]
        result.out_at[seat] = e.out_at[seat]


def play_games(
    states: Row[State],
    blanks: Row[State],
    tables: Row[Tables],
    sinks: Row[Sink],
    cursors: Row[Cursor],
    chances: Row[Chance],
    actions: Row[Action],
    policies: tuple[Policy, ...],
    results: Row[Result],
    players: int,
    seed: int,
    first: int,
    count: int,
    cap: int,
    hour_at: int,
    checked: int,
) -> int:
    """Games number `first` to `first + count - 1`, one result each. Returns 0, or what stopped a checked game."""
    s = states[0]
    t = tables[0]
    e = sinks[0]
    c = cursors[0]
    chance = chances[0]
    a = actions[0]
    for i in range(count):
        states[0] = blanks[0]
        open_page(e)
        auctions = e.tally[E_AUCTION_OPENED]
        deals = e.tally[E_DEAL_MADE]
        seed_chance(chance, seed, first + i)
        start_cursor(c, 1, hour_at)
        set_up(s, t, e, players)
        settle(s, t, e)
        plies = play_game(s, t, e, c, chance, a, policies, cap, checked)
        if plies < 0:
            return plies
        result = results[i]
        write_result(s, t, e, result)
        result.plies = plies
        result.auctions = min(e.tally[E_AUCTION_OPENED] - auctions, MANY)
        result.deals = min(e.tally[E_DEAL_MADE] - deals, MANY)
    return 0
