"""The kernel's entry points: functions that take rows of one record, as both twins do without conversion."""

from ventnor.kernel.layout import Action, Menu, Row, Sink, State, Tables
from ventnor.kernel.legal import refuse
from ventnor.kernel.menu import list_menu
from ventnor.kernel.start import set_up
from ventnor.kernel.step import settle, step


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
