"""The list of contents, and a whole rulebook."""

from collections.abc import Iterable

from ventnor.cli.rules.clause import cell_json, clause_json
from ventnor.cli.rules.page import Page
from ventnor.cli.rules.query import game_title
from ventnor.rulebook.clause import cells, clauses, families
from ventnor.rulebook.comparison import ComparedGame
from ventnor.rulebook.edition import REGULAR, Variant, edition, editions

MARKS = {"silent": "*", "part": "+"}
"""What follows a clause that its rulebook does not state in full."""


def show_contents(page: Page, as_json: bool) -> int:
    """Print the list of editions, families and clauses."""
    if as_json:
        return page.json([clause_json(each) for each in clauses()])
    page.title("The rules", f"{len(clauses())} clauses, {len(cells())} with each edition counted")
    page.line()
    for book in editions():
        page.pair(book.name, f"{book.title}, {book.years}. {book.text}", 11)
        for variant in book.variants:
            page.pair(f"  {variant.name}", f"{variant.title}. {variant.text}", 11)
    for home in families():
        page.heading(home.title)
        page.paragraph(", ".join(each.id for each in clauses() if each.family == home.name), 2)
    page.line()
    page.paragraph(
        "Read one with `ventnor rules rent.ask`, a family with `ventnor rules jail`, a whole rulebook with "
        "`ventnor rules --edition 1935`, and what changed with `ventnor rules --diff 1935 modern`."
    )
    return 0


def show_rulebook(page: Page, game: ComparedGame, as_json: bool) -> int:
    """Print a whole rulebook, family by family."""
    mine = [each for each in clauses() if each.belongs_to(game.edition, game.variant)]
    if as_json:
        return page.json([cell_json(each, game.edition) for each in mine])
    book = edition(game.edition)
    page.title(game_title(game), book.years)
    page.paragraph(book.text if game.variant == REGULAR else book.variant(game.variant).text)
    kinds = [each.kind(game.edition) for each in mine]
    page.paragraph(
        f"Of its {len(mine)} clauses an asterisk marks the {kinds.count('silent')} that are our rulings, since the "
        f"text is silent, and a plus sign the {kinds.count('part')} that the text states only in part."
    )
    for home in families():
        members = [each for each in mine if each.family == home.name]
        if members:
            page.heading(home.title)
        for each in members:
            mark = MARKS.get(each.kind(game.edition), "")
            page.paragraph(each.wording(game.edition), 2, hang=0, mark=f"[{each.id}{mark}]")
    if game.variant == REGULAR and book.variants:
        page.heading("Short games")
        show_variants(page, book.name, book.variants)
    return 0


def show_variants(page: Page, name: str, variants: Iterable[Variant]) -> None:
    """Print the short games of an edition and the command that shows their rules."""
    for variant in variants:
        page.paragraph(f"{variant.title}. {variant.text}", 2)
        page.paragraph(f"ventnor rules --edition {name} --variant {variant.name}", 4, style="dim")
