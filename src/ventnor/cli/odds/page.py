"""Pages of odds on a terminal."""

from collections.abc import Callable, Sequence
from typing import Final

from ventnor import odds
from ventnor.cli.common.printer import Printer, bar, capitalised, new_table, percent
from ventnor.cli.odds.query import COUNTS, OddsGame
from ventnor.odds.landing import IN_JAIL_SLUG

HELD_GROUPS: Final = frozenset({"railroads", "utilities"})
HOTEL: Final = 5
LEAST: Final = 0.001
TINY: Final = 1e-9


def longest_bar(shares: Sequence[tuple[str, float]]) -> float:
    """Return the share of the longest bar: the greatest except that of Jail, which would dwarf all others."""
    return max(share for slug, share in shares if slug != IN_JAIL_SLUG)


def show_landing(printer: Printer, game: OddsGame, found: odds.Landing) -> None:
    """Print all places, the likeliest first."""
    what = COUNTS[found.per]
    printer.line(f"Where {what} end", style="bold")
    printer.line(game.title, style="dim")
    rows = sorted(found.table(), key=lambda row: -row.share)
    longest = longest_bar([(row.slug, row.share) for row in rows])
    table = new_table("", "space", "share", "", "reached", words=(1, 3))
    for number, row in enumerate(rows, 1):
        reached = "" if abs(row.visits - row.share) < TINY else percent(row.visits, 4)
        table.add_row(str(number), row.name, percent(row.share, 4), bar(row.share / longest), reached)
    printer.table(table)
    printer.line()
    parts = found.routes.shares
    printer.line(
        f"A token is sent to Jail in {percent(found.routes.total, 4)} of {what}: {percent(parts['space'], 1)} of that "
        f"by the space, {percent(parts['card'], 1)} by a card, {percent(parts['doubles'], 1)} by doubles. "
        f"A turn has {found.throws_per_turn:.4f} throws."
    )
    printer.line(
        f"Reached, where it differs: how often a token comes there for each of the {what}, the times included when a "
        "card, or the way to Jail, takes it on.",
        style="dim",
    )


def show_next_throw(printer: Printer, game: OddsGame, found: odds.NextThrow) -> None:
    """Print the places where the next throw can end, in board order from where the token stands."""
    printer.line(f"The next throw from {found.name}", style="bold")
    printer.line(game.title, style="dim")
    table = new_table("steps", "space", "this throw", "", "whole turn", words=(1, 3))
    rows = [row for row in found.table() if row.landings >= LEAST]
    longest = longest_bar([(row.slug, row.share) for row in rows])
    for row in rows:
        steps = str(row.steps) if row.steps else ""
        share = percent(row.share, 2) if row.share else ""
        table.add_row(steps, row.name, share, bar(row.share / longest), percent(row.landings, 2))
    printer.table(table)
    printer.line()
    printer.line(
        "Whole turn: how often the throws of the turn end there on average, those after doubles included. "
        f"Spaces below {percent(LEAST, 1)} are left out.",
        style="dim",
    )


def show_returns(printer: Printer, game: OddsGame, found: Sequence[odds.Return], *, groups: bool) -> None:
    """Print income and break-even of all deeds or groups, a row each."""
    printer.line("Expected rent for each throw of an opponent, in dollars", style="bold")
    printer.line(game.title, style="dim")
    show_matrix(printer, found, lambda each: f"{each.income:.2f}", groups=groups)
    if groups:
        printer.line("Throws of opponents until the whole group has paid for itself", style="bold")
        show_matrix(printer, found, lambda each: f"{each.break_even:.1f}", groups=groups)
    printer.line("Throws of opponents until the last step has paid for itself", style="bold")
    show_matrix(printer, found, lambda each: f"{each.step_break_even:.1f}", groups=groups)
    first = "the whole group" if groups else "the deed itself, as the last one bought"
    printer.line(
        f"Steps are {first}, and then house by house (h.: houses on each lot). What a step does to the rents of the "
        "rest of its group is counted too.",
        style="dim",
    )


def show_matrix(
    printer: Printer, found: Sequence[odds.Return], cell: Callable[[odds.Return], str], *, groups: bool
) -> None:
    """Print lots by their buildings, and railroads and utilities by how many are held."""
    lots = [each for each in found if each.group not in HELD_GROUPS]
    levels = sorted({each.houses for each in lots})
    names = ["set" if level == 0 else "hotel" if level == HOTEL else f"{level} h." for level in levels]
    lot_table = new_table("group" if groups else "deed", *([] if groups else ["alone"]), *names)
    held_table = new_table("group" if groups else "deed", "1 held", "2 held", "3 held", "4 held")
    for slug in dict.fromkeys(each.what for each in found):
        mine = [each for each in found if each.what == slug]
        cells = [cell(each) for each in mine]
        if mine[0].group in HELD_GROUPS:
            held_table.add_row(capitalised(mine[0].name), *cells, *([""] * (4 - len(cells))))
        else:
            lot_table.add_row(capitalised(mine[0].name), *cells)
    for table in (lot_table, held_table):
        table.columns[0].min_width = 10 if groups else 21
        printer.table(table)
        printer.line()


def show_in_full(printer: Printer, game: OddsGame, found: Sequence[odds.Return]) -> None:
    """Print every figure of a few deeds."""
    printer.line("What each step costs and earns", style="bold")
    printer.line(game.title, style="dim")
    for slug in dict.fromkeys(each.what for each in found):
        mine = [each for each in found if each.what == slug]
        table = new_table(mine[0].name, "rent", "income", "cost", "even", "step", "adds", "even")
        table.columns[0].min_width = 21
        for each in mine:
            table.add_row(
                return_state(each, mine),
                f"{each.rent:.2f}" if abs(each.rent - round(each.rent)) > TINY else f"{each.rent:.0f}",
                f"{each.income:.3f}",
                str(each.cost),
                f"{each.break_even:.1f}",
                str(each.step_cost),
                f"{each.step_income:.3f}",
                f"{each.step_break_even:.1f}",
            )
        printer.table(table)
        printer.line()
    printer.line(
        "Dollars. Rent: what a landing pays on average. Income, and what a step adds to that of the whole group: for "
        "each throw of an opponent. Even: after so many of their throws the cost, or the step, is earned.",
        style="dim",
    )


def return_state(each: odds.Return, mine: Sequence[odds.Return]) -> str:
    """Return the state of ownership and building, in words."""
    if each.group in HELD_GROUPS:
        return f"{each.held} held"
    if each.houses == HOTEL:
        return "hotel"
    if each.houses:
        return "1 house" if each.houses == 1 else f"{each.houses} houses"
    return "alone" if each is mine[0] else "in a set"
