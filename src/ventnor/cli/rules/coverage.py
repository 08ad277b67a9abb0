"""The page that lists the code and tests of every clause."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ventnor.cli.rules.page import Page
from ventnor.cli.rules.query import NothingFound, find_clauses
from ventnor.rulebook.citation import Coverage, SourceLine, coverage, find_checkout
from ventnor.rulebook.clause import Cell, Clause, clause, clauses
from ventnor.rulebook.comparison import ComparedGame


def show_coverage(page: Page, query: str, game: ComparedGame | None, as_json: bool) -> int:
    """Print the code and tests of every clause; return 1 if a clause has none."""
    root = find_checkout(Path(__file__))
    if root is None:
        raise NothingFound("--coverage reads the source code and its tests, and this is not a source checkout")
    mine = {each.id for each in find_clauses(query)} if query else {each.id for each in clauses()}
    found = [each for each in coverage(root) if each.cell.clause.id in mine and (not game or plays(game, each.cell))]
    empty = [each for each in found if each.missing]
    if as_json:
        page.json([coverage_json(each) for each in found])
        return 1 if empty else 0
    for each in dict.fromkeys(one.cell.clause.id for one in found):
        show_coverage_of(page, clause(each), [one for one in found if one.cell.clause.id == each])
    unenforced = sum(not each.cell.clause.enforced for each in found)
    page.line()
    page.line(
        f"{len(found)} cells: {len(found) - len(empty) - unenforced} with code and tests, "
        f"{unenforced} that no program can enforce, {len(empty)} empty.",
        style="bold red" if empty else "bold green",
    )
    return 1 if empty else 0


def plays(game: ComparedGame, cell: Cell) -> bool:
    """Return whether a cell is a clause of this game."""
    return cell.edition == game.edition and cell.clause.belongs_to(game.edition, game.variant)


def show_coverage_of(page: Page, each: Clause, found: Sequence[Coverage]) -> None:
    """Print the cells of one clause, grouping editions with the same places."""
    page.line(each.id, style="bold")
    if not each.enforced:
        page.paragraph(f"not enforceable: {each.unenforced}", 2, hang=2)
        return
    for same in dict.fromkeys((one.code, one.tests) for one in found):
        mine = [one for one in found if (one.code, one.tests) == same]
        names = [f"{one.cell.edition}{f' {one.cell.variant}' if one.cell.variant else ''}" for one in mine]
        page.line(f"  {', '.join(names)}", style="cyan")
        show_places(page, "code", same[0])
        show_places(page, "tests", same[1])


def show_places(page: Page, what: str, places: Sequence[SourceLine]) -> None:
    """Print each place on its own line."""
    if not places:
        page.line(f"    {what:<6} MISSING", style="bold red")
    for number, place in enumerate(places):
        page.line(f"    {what if number == 0 else '':<6} {place}")


def coverage_json(each: Coverage) -> dict[str, Any]:
    """Return the coverage of one cell as JSON data."""
    return {
        "clause": each.cell.clause.id,
        "edition": each.cell.edition,
        "variant": each.cell.variant or None,
        "kind": each.cell.kind,
        "code": [str(place) for place in each.code],
        "tests": [str(place) for place in each.tests],
        "missing": list(each.missing),
        "not_enforced": each.cell.clause.unenforced or None,
    }
