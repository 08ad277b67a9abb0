"""Kernel functions with a part done twice or left out, by which `bench/bots.py` finds where the time goes."""

from ventnor.kernel.batch import Policy
from ventnor.kernel.chance import act_for_nature
from ventnor.kernel.codes import NATURE, SEATS
from ventnor.kernel.layout import Action, Chance, Cursor, Memory, Menu, Row, Sink, State, Tables
from ventnor.kernel.menu import list_menu
from ventnor.kernel.scheduler import MOST_OFFERS, act_by_itself, next_actor, note_decision


def decide_twice(
    s: State,
    t: Tables,
    e: Sink,
    c: Cursor,
    chance: Chance,
    memory: Row[Memory],
    a: Action,
    policies: tuple[Policy, ...],
) -> bool:
    """As `decide` of the kernel, but every bot is asked once before, on a copy of its memory and its luck."""
    if act_by_itself(s, t, c, a):
        return True
    seat = next_actor(s, e, c)
    if seat == NATURE:
        act_for_nature(s, t, chance, a)
        return True
    e.tally[0] += 1  # no event has this number: decisions are counted here
    memory[seat].offers_left = MOST_OFFERS - c.offers[seat]
    first, second, third, counter = chance.a, chance.b, chance.c, chance.counter
    spare = SEATS - 1
    if spare >= s.players:
        memory[spare] = memory[seat]
        policies[seat](s, t, seat, memory[spare], chance, a)
        chance.a, chance.b, chance.c, chance.counter = first, second, third, counter
    policies[seat](s, t, seat, memory[seat], chance, a)
    return note_decision(s, t, c, seat, a)


def emit_nothing(
    e: Sink, kind: int, clause: int, seat: int, other: int, space: int, amount: int, x: int, y: int
) -> None:
    """As `emit` of the kernel, but nothing is counted or written down."""


def list_menus(states: Row[State], tables: Row[Tables], menus: Row[Menu], seat: int, count: int) -> int:
    """The menu of a seat, so many times."""
    for _ in range(count):
        list_menu(states[0], tables[0], menus[0], seat)
    return menus[0].count
