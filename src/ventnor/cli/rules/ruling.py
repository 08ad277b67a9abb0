"""The pages of rulings: questions that the rulebooks leave open, and our answers."""

from collections.abc import Iterable
from typing import Any

from ventnor.cli.rules.page import Page
from ventnor.cli.rules.query import find_clauses
from ventnor.rulebook.clause import clause, clauses, families
from ventnor.rulebook.comparison import ComparedGame
from ventnor.rulebook.edition import EDITIONS
from ventnor.rulebook.ruling import Ruling, rulings


def show_rulings(page: Page, query: str, game: ComparedGame | None, as_json: bool) -> int:
    """Print all rulings, or those on some clauses or of one edition."""
    mine = {each.id for each in find_clauses(query)} if query else {each.id for each in clauses()}
    order = [each.id for each in clauses()]
    found = [each for each in rulings() if each.clause in mine and (not game or game.edition in each.editions)]
    if game:
        found = [each for each in found if clause(each.clause).belongs_to(game.edition, game.variant)]
    found.sort(key=lambda each: order.index(each.clause))
    if as_json:
        return page.json([ruling_json(each) for each in found])
    page.title("What the rulebooks leave open, and how we decide it", f"{len(found)} rulings")
    for home in families():
        members = [each for each in found if clause(each.clause).family == home.name]
        if members:
            page.heading(home.title)
        for number, each in enumerate(members):
            if number:
                page.line()
            show_ruling(page, each, cite=True)
    return 0


def show_rulings_of(page: Page, found: Iterable[Ruling]) -> None:
    """Print the rulings on a clause."""
    found = list(found)
    if found:
        page.heading("What we ruled")
    for number, each in enumerate(found):
        if number:
            page.line()
        show_ruling(page, each)


def show_ruling(page: Page, each: Ruling, *, cite: bool = False) -> None:
    """Print one question and its answer."""
    about = [] if each.editions == EDITIONS else list(each.editions)
    if cite:
        about = [f"{each.clause}: {', '.join(about)}" if about else each.clause]
    page.paragraph(each.question, 2, mark=f"[{', '.join(about)}]" if about else "", style="italic")
    page.paragraph(each.answer, 4)
    if each.switch:
        page.paragraph(f"A table may choose otherwise: house rule {each.switch}.", 4, style="dim")


def ruling_json(each: Ruling) -> dict[str, Any]:
    """Return a ruling as JSON data."""
    return {
        "clause": each.clause,
        "editions": list(each.editions),
        "question": each.question,
        "answer": each.answer,
        "switch": each.switch or None,
    }
