"""Play whole games: the loop that asks policies, nature and the clock.

It writes one `Result` a game and adds to the sums of the sink. On request it also copies positions on the way, the last
position, and every action. Every game has its own stream of chance, so a batch may be cut anywhere.
"""

from typing import Protocol

from ventnor.kernel.chance import act_for_nature, below, fix_next, seed_chance
from ventnor.kernel.codes import (
    A_THROW,
    BANK,
    DECISION_CARRY_OUT,
    DECISION_STUCK,
    E_AUCTION_OPENED,
    E_DEAL_MADE,
    N_AUTOMATIC,
    N_NATURE,
    P_OVER,
    SEATS,
    STOCK,
    STUCK,
    T_MOVE,
    W_DICE,
    W_THROW,
)
from ventnor.kernel.finish import worth
from ventnor.kernel.layout import Action, Chance, Cursor, Memory, Result, Row, Sink, State, Tables
from ventnor.kernel.legal import refuse
from ventnor.kernel.reasons import LAWFUL, R_TOO_MUCH_OPEN
from ventnor.kernel.scheduler import next_move, note_decision, note_throw, start_cursor
from ventnor.kernel.start import set_up
from ventnor.kernel.step import settle, step

MANY = 32767  # the counts of auctions and deals stop here
ENDLESS = 2_000_000_000  # plies: no limit
APART = 1 << 60  # added to a game's number: the stream that chooses which positions are copied


class Policy(Protocol):
    """Fill in the action of the seat that is asked."""

    def __call__(self, s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action, /) -> None: ...


def decide(
    s: State,
    t: Tables,
    e: Sink,
    c: Cursor,
    chance: Chance,
    a: Action,
    policies: tuple[Policy, ...],
) -> int:
    """Put the next action into `a`. Return a DECISION code: only DECISION_CARRY_OUT has one. Not after the end."""
    who = next_move(s, t, e, c, a)
    c.decider = who
    if who == N_NATURE:
        act_for_nature(s, t, chance, a)
        if a.kind == A_THROW:
            note_throw(s, c)
        return DECISION_CARRY_OUT
    if who == N_AUTOMATIC:
        return DECISION_CARRY_OUT
    policies[who](s, t, who, c.memory[who], chance, a)
    return note_decision(s, c, who, a)


def stops_here(s: State, quiet: int) -> bool:
    """Return whether a game stops here once its throws are made: before a throw, or with `quiet` with dice in hand."""
    if quiet:
        return s.awaits == W_DICE and s.frames[s.depth - 1].what == T_MOVE
    return s.awaits == W_THROW


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
    most: int,
    quiet: int,
) -> int:
    """Play on until the game is over, `cap` throws are made or `most` actions are done. Return the plies played.

    After `cap` throws the game stops before the next throw; with `quiet` after the business that seats do before it.

    With `checked` the law judges every action first. The first one that it refuses stops the game: then minus the
    reason's code is returned. A decision that the game cannot go on with returns minus STUCK; one for which a record
    has no room, minus R_TOO_MUCH_OPEN. Each time `a` holds the action and `c.decider` the seat.
    """
    plies = 0
    throws = s.throws
    while plies < most and s.phase != P_OVER and (s.throws < cap or not stops_here(s, quiet)):
        taken = decide(s, t, e, c, chance, a, policies)
        if taken == DECISION_STUCK:
            return -STUCK
        if taken != DECISION_CARRY_OUT:
            continue
        if checked:
            reason = refuse(s, t, a)
            if reason != LAWFUL:
                return -reason
        step(s, t, e, a)
        if e.full:
            return -R_TOO_MUCH_OPEN
        plies += 1
        if s.throws != throws:
            throws = s.throws
            # If the Bank never runs out, its stock never changes; a position set up by hand may have more.
            e.stock[min(max(s.houses_left, 0), STOCK)] += 1
    return plies


def open_page(e: Sink) -> None:
    """Clear the sink's notes about the last game. Its sums stay."""
    e.touched = 0
    e.group = -1
    e.group_seat = BANK
    e.group_at = -1
    for seat in range(SEATS):
        e.cause[seat] = 0
        e.creditor[seat] = BANK
        e.out_at[seat] = -1


def write_result(s: State, t: Tables, e: Sink, result: Result) -> None:
    """Write down how the game ended, without its plies, auctions and deals."""
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


def begin_game(s: State, t: Tables, e: Sink, players: int) -> None:
    """Set up a new game of so many players in a blank record; with 0 players, go on from the position in it."""
    if players:
        set_up(s, t, e, players)
        settle(s, t, e)


def play_games(
    states: Row[State],
    starts: Row[State],
    tables: Row[Tables],
    sinks: Row[Sink],
    cursors: Row[Cursor],
    chances: Row[Chance],
    actions: Row[Action],
    policies: tuple[Policy, ...],
    results: Row[Result],
    finals: Row[State],
    samples: Row[State],
    moves: Row[Action],
    players: int,
    seed: int,
    first: int,
    count: int,
    cap: int,
    hour_at: int,
    checked: int,
    every: int,
    strata: int,
    quiet: int,
) -> int:
    """Play games number `first` to `first + count - 1`, one result each. Return 0, or what stopped a game.

    Game n begins from `starts[n % len(starts)]`: a blank record for a new game of `players`, or a position where
    `players` is 0. The three rows after the results may be empty. `finals` takes the position in which each game
    stopped. `samples` is divided among the games: each copies a position about every `every` plies, beginning at
    random, while its part has room. `moves` is divided alike and takes the actions from the first on. What stays
    unused is blank. `chances` has two records. With `strata` the games take the 36 results of a first throw in turn.
    With `quiet` they stop once the dice of the next throw are taken, when nobody wants to deal or build any more.
    """
    s = states[0]
    t = tables[0]
    e = sinks[0]
    c = cursors[0]
    chance = chances[0]
    picks = chances[1]
    a = actions[0]
    room = len(samples) // max(count, 1)
    lines = len(moves) // max(count, 1)
    for i in range(count):
        states[0] = starts[(first + i) % len(starts)]
        open_page(e)
        auctions = e.tally[E_AUCTION_OPENED]
        deals = e.tally[E_DEAL_MADE]
        seed_chance(chance, seed, first + i)
        if strata:
            fix_next(chance, 36, (first + i) % 36)
        begin_game(s, t, e, players)
        start_cursor(c, s.players, 1, hour_at)
        plies = 0
        taken = 0
        stop = ENDLESS
        if room:
            seed_chance(picks, seed, first + i + APART)
            stop = below(picks, every)
        played = 1
        while played > 0:
            if taken < room and plies == stop and s.phase != P_OVER:
                samples[i * room + taken] = states[0]
                taken += 1
                stop += 1 + below(picks, 2 * every - 1)
            most = 1 if plies < lines else ENDLESS
            if taken < room:
                most = min(most, stop - plies)
            played = play_game(s, t, e, c, chance, a, policies, cap, checked, most, quiet)
            if played < 0:
                return played
            if played > 0 and plies < lines:
                moves[i * lines + plies] = actions[0]
            plies += played
        result = results[i]
        write_result(s, t, e, result)
        result.plies = plies
        result.auctions = min(e.tally[E_AUCTION_OPENED] - auctions, MANY)
        result.deals = min(e.tally[E_DEAL_MADE] - deals, MANY)
        if len(finals):
            finals[i] = states[0]
    return 0


def enter_decide(
    states: Row[State],
    tables: Row[Tables],
    memories: Row[Memory],
    chances: Row[Chance],
    actions: Row[Action],
    policies: tuple[Policy, ...],
    seat: int,
) -> None:
    """Let a seat's policy fill in one action."""
    policies[seat](states[0], tables[0], seat, memories[0], chances[0], actions[0])
