"""The kernel's entry points: functions that take rows of one record, as both twins do without conversion."""

from typing import Any, Final

from ventnor.kernel.batch import enter_decide, play_games
from ventnor.kernel.layout import Action, Cursor, Menu, Row, Sink, State, Tables
from ventnor.kernel.legal import refuse
from ventnor.kernel.menu import list_menu
from ventnor.kernel.plies import do_plies
from ventnor.kernel.rent import hide_claims
from ventnor.kernel.start import set_up
from ventnor.kernel.step import settle, step
from ventnor.kernel.summary import summarise, summarise_rents


def enter_set_up(states: Row[State], tables: Row[Tables], sinks: Row[Sink], players: int) -> None:
    """Set up a new game in a blank record."""
    set_up(states[0], tables[0], sinks[0], players)
    settle(states[0], tables[0], sinks[0])


def enter_settle(states: Row[State], tables: Row[Tables], sinks: Row[Sink]) -> None:
    """Work out what a game waits for, after its record was filled in by hand."""
    settle(states[0], tables[0], sinks[0])


def enter_refuse(states: Row[State], tables: Row[Tables], actions: Row[Action]) -> int:
    """Return the reason why an action is refused, or LAWFUL."""
    return refuse(states[0], tables[0], actions[0])


def enter_step(states: Row[State], tables: Row[Tables], sinks: Row[Sink], actions: Row[Action]) -> None:
    """Carry out one lawful action."""
    step(states[0], tables[0], sinks[0], actions[0])


def enter_menu(states: Row[State], tables: Row[Tables], menus: Row[Menu], seat: int) -> None:
    """List the menu of a seat."""
    list_menu(states[0], tables[0], menus[0], seat)


def enter_menus(
    states: Row[State], tables: Row[Tables], scratch: Row[State], menus: Row[Menu], seats: int, sharp: int
) -> None:
    """List the menus of these seats (bits), without rents that they may not know of. §rent.ask

    Each seat's scratch state becomes the state as the seat may know it.
    """
    for seat in range(states[0].players):
        if seats & (1 << seat):
            scratch[seat] = states[0]
            hide_claims(scratch[seat], seat, sharp)
            menus[seat].count = 0
            list_menu(scratch[seat], tables[0], menus[seat], seat)


def enter_plies(
    states: Row[State],
    tables: Row[Tables],
    sinks: Row[Sink],
    cursors: Row[Cursor],
    actions: Row[Action],
    words: Row[int],
    identities: Row[int],
    notes: Row[int],
    begun: int,
) -> int:
    """Do what comes next until a seat decides, and return the number of plies; see `plies.do_plies`."""
    return do_plies(states[0], tables[0], sinks, cursors[0], actions, words, identities, notes, begun)


def enter_summary(
    states: Row[State], tables: Row[Tables], scratch: Row[State], sinks: Row[Sink], numbers: Row[int], rents: int
) -> None:
    """Write the state in numbers, with `rents` 1 including the rents."""
    summarise(states[0], tables[0], numbers)
    if rents:
        scratch[0] = states[0]
        summarise_rents(scratch[0], tables[0], sinks[0], numbers)


ENTRY_POINTS: Final[tuple[Any, ...]] = (
    play_games,
    enter_decide,
    enter_set_up,
    enter_settle,
    enter_refuse,
    enter_step,
    enter_menu,
    enter_menus,
    enter_plies,
    enter_summary,
)
"""The entry points that are compiled and kept. What a batch needs comes first."""
