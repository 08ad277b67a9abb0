"""One game kept twice: every action is carried out by both twins, and every byte is compared."""

from typing import Any

from ventnor.kernel.entry import enter_menu, enter_refuse, enter_set_up, enter_settle, enter_step
from ventnor.kernel.layout import Action, Menu, Sink, State, Tables, array_of, as_array
from ventnor.kernel.twin import Twin


class Unequal(AssertionError):
    """The twins disagree."""


class Pair:
    """The records of a game for the interpreted kernel, and those for the compiled one."""

    def __init__(self, twin: Twin, tables: Tables) -> None:
        self.twin: Any = twin
        self.plain = [array_of(each, 1) for each in (State, Tables, Sink, Action, Menu)]
        self.compiled = [array_of(each, 1) for each in (State, Tables, Sink, Action, Menu)]
        self.arrays = [as_array(each) for each in self.compiled]
        for records in (self.plain, self.compiled):
            records[1][0] = tables
            records[2][0].capacity = len(Sink().events)

    @property
    def state(self) -> State:
        """Return the game as it stands, by the interpreted kernel."""
        return self.plain[0][0]

    def begin(self, players: int) -> None:
        """Begin a new game."""
        enter_set_up(self.plain[0], self.plain[1], self.plain[2], players)
        self.twin.enter_set_up(*self.arrays[:3], players)
        self.compare()

    def begin_from(self, state: State) -> None:
        """Begin from a game that is under way."""
        for records in (self.plain, self.compiled):
            records[0][0] = state
        enter_settle(*self.plain[:3])
        self.twin.enter_settle(*self.arrays[:3])
        self.compare()

    def apply(self, action: Action) -> None:
        """Apply one action by both twins and compare law and effects."""
        for records in (self.plain, self.compiled):
            records[3][0] = action
            records[2][0].count = 0
        verdicts = (
            enter_refuse(self.plain[0], self.plain[1], self.plain[3]),
            self.twin.enter_refuse(self.arrays[0], self.arrays[1], self.arrays[3]),
        )
        if verdicts[0] != verdicts[1]:
            raise Unequal(f"the law says {verdicts[0]} interpreted and {verdicts[1]} compiled")
        if verdicts[0]:
            return
        enter_step(*self.plain[:4])
        self.twin.enter_step(*self.arrays[:4])
        self.compare()

    def compare_menus(self) -> None:
        """Compare the menu of every seat."""
        for seat in range(self.state.players):
            enter_menu(self.plain[0], self.plain[1], self.plain[4], seat)
            self.twin.enter_menu(self.arrays[0], self.arrays[1], self.arrays[4], seat)
            if bytes(self.plain[4]) != bytes(self.compiled[4]):
                raise Unequal(f"the menus of seat {seat} differ")

    def compare(self) -> None:
        """Compare state and events, byte for byte."""
        if bytes(self.plain[0]) != bytes(self.compiled[0]):
            names = [
                name
                for name, _ in State._fields_
                if bytes_of(self.plain[0][0], name) != bytes_of(self.compiled[0][0], name)
            ]
            raise Unequal(f"the states differ in {', '.join(names)}")
        if bytes(self.plain[2]) != bytes(self.compiled[2]):
            raise Unequal("the events differ")


def bytes_of(state: State, name: str) -> bytes:
    """Return the bytes of one field."""
    field = getattr(State, name)
    return bytes(state)[field.offset : field.offset + field.size]
