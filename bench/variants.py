"""A kernel function with a part done twice, and loops of one part alone: how `bench/bots.py` finds where time goes."""

from ventnor.kernel.batch import Policy
from ventnor.kernel.chance import act_for_nature
from ventnor.kernel.codes import (
    A_THROW,
    BANK,
    C_NONE,
    DECISION_CARRY_OUT,
    KINDS_OF_EVENT,
    N_AUTOMATIC,
    N_NATURE,
    SEATS,
    WORDS,
)
from ventnor.kernel.layout import Action, Chance, Cursor, Menu, Row, Sink, State, Tables
from ventnor.kernel.ledger import emit
from ventnor.kernel.menu import list_menu
from ventnor.kernel.scheduler import next_move, note_decision, note_throw


def decide_twice(
    s: State,
    t: Tables,
    e: Sink,
    c: Cursor,
    chance: Chance,
    a: Action,
    policies: tuple[Policy, ...],
) -> int:
    """Decide as the kernel does, but ask every bot once before, on a copy of its memory and chance."""
    seat = next_move(s, t, e, c, a)
    if seat == N_NATURE:
        act_for_nature(s, t, chance, a)
        if a.kind == A_THROW:
            note_throw(s, c)
        return DECISION_CARRY_OUT
    if seat == N_AUTOMATIC:
        return DECISION_CARRY_OUT
    e.tally[0] += 1  # no event has this number: decisions are counted here
    spare = SEATS - 1
    if spare >= s.players:
        own = c.memory[seat]
        copy = c.memory[spare]
        copy.offers_left = own.offers_left
        for word in range(WORDS):
            copy.words[word] = own.words[word]
        first, second, third, counter = chance.a, chance.b, chance.c, chance.counter
        policies[seat](s, t, seat, copy, chance, a)
        chance.a, chance.b, chance.c, chance.counter = first, second, third, counter
    policies[seat](s, t, seat, c.memory[seat], chance, a)
    return note_decision(s, c, seat, a)


def count_events(sinks: Row[Sink], count: int) -> int:
    """Emit so many events of all kinds to a sink that keeps none."""
    e = sinks[0]
    kind = 1
    for number in range(count):
        emit(e, kind, C_NONE, 0, BANK, 0, number, 0, 0)
        kind = kind + 1 if kind + 1 < KINDS_OF_EVENT else 1
    return e.tally[1]


def list_menus(states: Row[State], tables: Row[Tables], menus: Row[Menu], seat: int, count: int) -> int:
    """Return the menu of a seat, so many times."""
    for _ in range(count):
        list_menu(states[0], tables[0], menus[0], seat)
    return menus[0].count
