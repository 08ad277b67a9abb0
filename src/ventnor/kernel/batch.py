"""Whole games without a pause: the loop that drives policies, nature and the clock.

Writes one `Result` a game; keeps nothing else. Every game has its own stream of chance, so a batch may be cut anywhere.
"""

from typing import Protocol

from ventnor.kernel.chance import act_for_nature, seed_chance
from ventnor.kernel.codes import A_THROW, C_NONE, P_OVER, W_THROW
from ventnor.kernel.finish import worth
from ventnor.kernel.layout import Action, Chance, Cursor, Memory, Result, Row, Sink, State, Tables
from ventnor.kernel.legal import awaits_nature, refuse
from ventnor.kernel.scheduler import act_by_itself, next_actor, note_decision, note_throw, start_cursor
from ventnor.kernel.start import set_up
from ventnor.kernel.step import settle, step


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
    while s.phase != P_OVER and (s.throws < cap or s.awaits != W_THROW):
        if not decide(s, t, e, c, chance, a, policies):
            continue
        if checked:
            clause = refuse(s, t, a)
            if clause != C_NONE:
                return -clause
        step(s, t, e, a)
        plies += 1
    return plies


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
        e.touched = 0
        seed_chance(chance, seed, first + i)
        start_cursor(c, 1, hour_at)
        set_up(s, t, e, players)
        settle(s, t, e)
        plies = play_game(s, t, e, c, chance, a, policies, cap, checked)
        if plies < 0:
            return plies
        result = results[i]
        result.winners = s.winners
        result.ended = s.ended
        result.bankruptcies = s.bankruptcies
        result.turns = s.turns
        result.throws = s.throws
        result.plies = plies
        for seat in range(players):
            result.worth[seat] = worth(s, t, seat)
    return 0
