"""The ledger of sets: one row for each player, one column for each group, and cash at the end of the row.

It shows at a glance who is about to own a whole colour. It counts deeds, never what they are worth.
"""

from typing import Final

from rich.text import Text

from ventnor.cli.terminal.colours import GROUP_COLOURS, GROUP_LETTERS, SEAT_COLOURS, group_mark, seat_mark
from ventnor.rulebook.board import board
from ventnor.view import SeatView, View
from ventnor.words.sentence import money

CASH: Final = 7
LEAST_NAME: Final = 5
LONGEST_NAME: Final = 16
GROUPS: Final = 10


def ledger_lines(view: View, width: int) -> list[Text]:
    """Return the ledger, in so many columns."""
    column = 3 if width >= 2 + LEAST_NAME + 3 * GROUPS + CASH else 2
    name = min(LONGEST_NAME, width - 2 - column * GROUPS - CASH)
    head = Text(" " * (2 + name))
    for slug in GROUP_LETTERS:
        head.append_text(group_mark(slug, board(view.edition, view.options.board).group(slug).name))
        head.append(" " * (column - 1))
    head.append("cash".rjust(CASH), style="dim")
    return [head, *(row(view, seat, name, column) for seat in view.seats)]


def row(view: View, seat: SeatView, name: int, column: int) -> Text:
    """Return what a player holds of each group, and the cash; a plus sign at the name stands for jail cards."""
    card = "+" if seat.jail_cards else ""
    called = (seat.name or f"Seat {seat.seat}")[: name - len(card)] + card
    if seat.retired:
        return Text.assemble(Text(str(seat.seat), style="dim"), Text(f" {called.ljust(name)} retired", style="dim"))
    asked = view.to_act == seat.seat
    line = Text.assemble(seat_mark(seat.seat), "▸" if asked else " ")
    line.append(called.ljust(name), style=f"bold {SEAT_COLOURS[seat.seat]}" if asked else "")
    for slug in GROUP_LETTERS:
        line.append_text(holding(view, seat, slug, column))
    line.append(money(seat.cash).rjust(CASH), style="bold")
    return line


def holding(view: View, seat: SeatView, group: str, column: int) -> Text:
    """Return how many deeds of a group a player holds; a sign where it is all of them or all but one."""
    size = len(board(view.edition, view.options.board).group(group).spaces)
    held = sum(view.deeds[deed].group == group for deed in seat.deeds)
    if not held:
        return Text("·".ljust(column), style="dim")
    sign = "*" if held == size else "!" if held == size - 1 else " "
    style = f"bold {GROUP_COLOURS[group]}" if sign.strip() else ""
    return Text(f"{held}{sign}".ljust(column), style=style)


def short_of_one(view: View) -> list[tuple[int, str, str]]:
    """Return who lacks just one deed of a group: the seat, the group, and the deed that is missing."""
    found: list[tuple[int, str, str]] = []
    layout = board(view.edition, view.options.board)
    for seat in view.seats:
        for group in layout.groups:
            deeds = [layout.spaces[number].slug for number in group.spaces]
            missing = [deed for deed in deeds if view.deeds[deed].owner != seat.seat]
            if len(missing) == 1 and len(deeds) > 1 and not seat.retired:
                found.append((seat.seat, group.slug, missing[0]))
    return found
