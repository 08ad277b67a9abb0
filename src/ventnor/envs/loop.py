"""The step of an environment: carry out a decision, then play on until the caller decides for a seat.

The same functions run interpreted, for one game, and compiled, for many. Policies decide for the other seats.
"""

from ventnor.envs.layout import STRUCTURED, Episode, Mask, Observation, StepResult
from ventnor.envs.menu import decode, fill_mask
from ventnor.envs.observe import observe
from ventnor.kernel.batch import Policy, begin_game
from ventnor.kernel.chance import act_for_nature, seed_chance
from ventnor.kernel.codes import (
    A_COUNTER,
    A_OFFER,
    A_THROW,
    BANK,
    DECISION_CARRY_OUT,
    DECISION_STUCK,
    N_AUTOMATIC,
    N_NATURE,
    P_OVER,
    SEATS,
    STUCK,
    W_THROW,
)
from ventnor.kernel.layout import Action, Chance, Cursor, Row, Sink, State, Tables
from ventnor.kernel.legal import refuse
from ventnor.kernel.reasons import LAWFUL, R_TOO_MUCH_OPEN
from ventnor.kernel.scheduler import next_move, note_decision, note_throw, start_cursor
from ventnor.kernel.step import step
from ventnor.kernel.supply import AtAddresses, supplies


@supplies(AtAddresses())
def policies_of(bots: Row[int]) -> tuple[Policy, ...]:
    """Return the policies of all seats. Compiled, `bots` has their addresses; interpreted, it is the policies."""
    return bots  # pyright: ignore[reportReturnType]


def advance(
    s: State,
    t: Tables,
    e: Sink,
    c: Cursor,
    chance: Chance,
    a: Action,
    policies: tuple[Policy, ...],
    learners: int,
    cap: int,
) -> int:
    """Play on until a learner decides. Return its seat, BANK at the end, or minus the code of what went wrong.

    The end: the game is over, no learner is left in it, or `cap` throws are made (0 for no cap).
    """
    while s.phase != P_OVER:
        if (cap and s.throws >= cap and s.awaits == W_THROW) or not any_left(s, learners):
            return BANK
        who = next_move(s, t, e, c, a)
        if who == N_NATURE:
            act_for_nature(s, t, chance, a)
            if a.kind == A_THROW:
                note_throw(s, c)
        elif who != N_AUTOMATIC:
            if learners & (1 << who):
                return who
            policies[who](s, t, who, c.memory[who], chance, a)
            taken = note_decision(s, c, who, a)
            if taken == DECISION_STUCK:
                return -STUCK
            if taken != DECISION_CARRY_OUT:
                continue
        step(s, t, e, a)
        if e.full:
            return -R_TOO_MUCH_OPEN
    return BANK


def any_left(s: State, learners: int) -> bool:
    """Return whether a learner is still in the game."""
    for seat in range(s.players):
        if learners & (1 << seat) and not s.out[seat]:
            return True
    return False


def check_decision(s: State, t: Tables, c: Cursor, seat: int, number: int, structured: Action, m: Mask) -> int:
    """Return LAWFUL, or why a decision is refused; -1 for a number that the mask does not allow."""
    if number == STRUCTURED:
        structured.seat = seat
        if (structured.kind == A_OFFER or structured.kind == A_COUNTER) and not c.memory[seat].offers_left:
            return -1
        return refuse(s, t, structured)
    if number < 0 or number > STRUCTURED or not m.action[number]:
        return -1
    return LAWFUL


def note_end(s: State, learners: int, o: StepResult) -> None:
    """Note how an episode stands after a step."""
    o.winners = s.winners
    o.throws = s.throws
    o.retired = 0
    o.terminated = 1
    for seat in range(s.players):
        if s.out[seat]:
            o.retired |= 1 << seat
        elif learners & (1 << seat):
            o.terminated = 0
    o.truncated = 0
    if s.phase == P_OVER:
        o.terminated = 1
    elif not o.terminated and o.seat == BANK:
        o.truncated = 1


def begin_episodes(
    states: Row[State],
    starts: Row[State],
    tables: Row[Tables],
    sinks: Row[Sink],
    cursors: Row[Cursor],
    chances: Row[Chance],
    actions: Row[Action],
    bots: Row[int],
    episodes: Row[Episode],
    observations: Row[Observation],
    masks: Row[Mask],
    outcomes: Row[StepResult],
    chosen: Row[int],
    players: int,
    learners: int,
    hour_at: int,
    cap: int,
) -> int:
    """Begin a new episode in each environment that is `chosen`. Return 0, or minus the code of what went wrong."""
    t = tables[0]
    e = sinks[0]
    a = actions[0]
    policies = policies_of(bots)
    for i in range(len(episodes)):
        if not chosen[i]:
            continue
        episode = episodes[i]
        s = states[i]
        c = cursors[i]
        states[i] = starts[0]
        seed_chance(chances[i], episode.seed, episode.number)
        begin_game(s, t, e, players)
        start_cursor(c, s.players, 1, hour_at)
        e.touched = 0
        who = advance(s, t, e, c, chances[i], a, policies, learners, cap)
        if who < 0:
            return who
        outcome = outcomes[i]
        for seat in range(SEATS):
            outcome.reward[seat] = 0
        outcome.earned = 0
        outcome.actor = BANK
        outcome.seat = who
        note_end(s, learners, outcome)
        episode.done = 1 if who == BANK else 0
        episode.seat = who
        episode.touched = e.touched
        show(s, t, c, learners, who, observations[i], masks[i], a)
    return 0


def show(s: State, t: Tables, c: Cursor, learners: int, who: int, o: Observation, m: Mask, a: Action) -> None:
    """Fill in observation and mask of the seat that decides next; after the end, those of the first learner."""
    if who != BANK:
        observe(s, t, c, who, o)
        fill_mask(s, t, c, who, m, a)
        return
    seat = 0
    while not learners & (1 << seat):
        seat += 1
    observe(s, t, c, seat, o)
    # After the end nothing is lawful. The mask allows everything, so that it never has no action at all.
    for number in range(len(m.action)):
        m.action[number] = 1


def step_episodes(
    states: Row[State],
    starts: Row[State],
    tables: Row[Tables],
    sinks: Row[Sink],
    cursors: Row[Cursor],
    chances: Row[Chance],
    actions: Row[Action],
    bots: Row[int],
    episodes: Row[Episode],
    observations: Row[Observation],
    masks: Row[Mask],
    outcomes: Row[StepResult],
    structured: Row[Action],
    chosen: Row[int],
    numbers: Row[int],
    players: int,
    learners: int,
    hour_at: int,
    cap: int,
) -> int:
    """Carry out one decision in each environment; those that have ended begin anew instead.

    First all decisions are checked. If one is refused, nothing is done and the result is 1 more than the number of its
    environment. 0: done. Below 0: minus the code of what went wrong. `chosen` is written to.
    """
    t = tables[0]
    e = sinks[0]
    a = actions[0]
    policies = policies_of(bots)
    for i in range(len(episodes)):
        seat = episodes[i].seat
        chosen[i] = 0
        if episodes[i].done:
            chosen[i] = 1
        elif check_decision(states[i], t, cursors[i], seat, numbers[i], structured[i], masks[i]) != LAWFUL:
            return i + 1
    for i in range(len(episodes)):
        episode = episodes[i]
        if chosen[i]:
            episode.number += 1
            continue
        s = states[i]
        c = cursors[i]
        outcome = outcomes[i]
        seat = episode.seat
        e.touched = episode.touched
        before = outcome.retired
        if numbers[i] == STRUCTURED:
            actions[0] = structured[i]
        else:
            decode(s, t, c, seat, numbers[i], a)
        taken = note_decision(s, c, seat, a)
        if taken == DECISION_STUCK:
            return -STUCK
        if taken == DECISION_CARRY_OUT:
            step(s, t, e, a)
            if e.full:
                return -R_TOO_MUCH_OPEN
        who = advance(s, t, e, c, chances[i], a, policies, learners, cap)
        if who < 0:
            return who
        outcome.actor = seat
        outcome.seat = who
        note_end(s, learners, outcome)
        reward(s, before, outcome)
        outcome.earned = outcome.reward[seat]
        episode.done = 1 if who == BANK else 0
        episode.seat = who
        episode.touched = e.touched
        show(s, t, c, learners, who, observations[i], masks[i], a)
    return begin_episodes(
        states,
        starts,
        tables,
        sinks,
        cursors,
        chances,
        actions,
        bots,
        episodes,
        observations,
        masks,
        outcomes,
        chosen,
        players,
        learners,
        hour_at,
        cap,
    )


def reward(s: State, before: int, o: StepResult) -> None:
    """Reward this step: -1 to a seat that retired in it; at the end 1 to the winners and -1 to all others still in."""
    for seat in range(SEATS):
        o.reward[seat] = 0
    if o.retired == before and s.phase != P_OVER:
        return
    for seat in range(s.players):
        if o.retired & ~before & (1 << seat):
            o.reward[seat] = -1
        elif s.phase == P_OVER and not before & (1 << seat):
            o.reward[seat] = 1 if s.winners & (1 << seat) else -1
