"""Mutants of the rules' data: a figure off by one, a switch turned over, in one edition or one short game only."""

from collections.abc import Callable, Iterator

from tests.mutants.mutant import Mutant
from ventnor import tables
from ventnor.kernel.layout import Tables
from ventnor.rulebook.board import Board
from ventnor.rulebook.clause import Cell, cells
from ventnor.rulebook.setting import Setting, Settings, all_settings, settings


def figure_mutants() -> list[Mutant]:
    """Return the mutants of every setting under every cell that it comes from."""
    return [mutant for cell in cells() for setting in all_settings() for mutant in mutants_of(cell, setting)]


def mutants_of(cell: Cell, setting: Setting) -> Iterator[Mutant]:
    """Return a setting wrong in one game, if the cell is where its value comes from."""
    value, clause = setting.of(cell.edition, cell.variant)
    if clause != cell.clause.id:
        return
    for wrong in wrong_values(setting, value):
        name = f"{setting.name}: {value} → {wrong} in {cell.edition} {cell.variant}".rstrip()
        yield Mutant(name, clause, (cell.edition,), replacing(cell, setting.name, wrong))


def wrong_values(setting: Setting, value: int) -> tuple[int, ...]:
    """Return the other position of a switch, or one more and one less."""
    if setting.text.startswith("1:"):
        return (1 - value,)
    return (value + 1, value - 1) if value else (1,)


def replacing(cell: Cell, name: str, wrong: int) -> Callable[[], None]:
    """Return what makes every table of that edition, and of that short game, be filled with the wrong value."""

    def replace() -> None:
        right = Settings.__getitem__

        def read(self: Settings, key: str) -> int:
            here = self.edition.name == cell.edition and (not cell.variant or self.variant == cell.variant)
            return wrong if here and key == name and not self.origin(key).option else right(self, key)

        Settings.__getitem__ = read  # type: ignore[method-assign]
        forget_tables()

    return replace


def altering(edition: str, change: Callable[[Tables], None]) -> Callable[[], None]:
    """Return what changes every table of an edition after it is filled."""

    def alter() -> None:
        find, fill, asked = tables.board, tables.fill_board, [""]

        def board(name: str, own: str = "") -> Board:
            asked[0] = name
            return find(name, own)

        def fill_wrongly(t: Tables, layout: Board) -> None:
            fill(t, layout)
            if asked[0] == edition:
                change(t)

        tables.board, tables.fill_board = board, fill_wrongly
        forget_tables()

    return alter


def forget_tables() -> None:
    """Clear the cached tables, so that they are made again."""
    settings.cache_clear()
    tables.tables.cache_clear()
