"""The page of one clause, or of several in short."""

from collections.abc import Sequence
from typing import Any

from ventnor.cli.rules.page import Page
from ventnor.cli.rules.query import NothingFound, game_title, options_on, settings_on
from ventnor.cli.rules.ruling import ruling_json, show_rulings_of
from ventnor.rulebook.clause import Clause, cells, family
from ventnor.rulebook.comparison import ComparedGame
from ventnor.rulebook.edition import EDITIONS, REGULAR, edition
from ventnor.rulebook.ruling import rulings_on
from ventnor.rulebook.setting import Difference

KIND_WORDS = {
    "stated": "Its rulebook says so.",
    "differs": "Its rulebook has words of its own here.",
    "part": "Its rulebook says in part: {part}. The rest is our ruling.",
    "silent": "Its rulebook is silent: we rule so.",
}

KIND_SHORT = {"stated": "stated", "part": "stated in part", "differs": "its own words", "silent": "our ruling"}


def show_clauses(page: Page, found: Sequence[Clause], game: ComparedGame | None, as_json: bool) -> int:
    """Print one clause in full, or several in short."""
    if game:
        mine = [each for each in found if is_rule_of(each, game)]
        if not mine:
            raise NothingFound(f"{found[0].id} is not a rule of {game.called}")
        found = mine
    if as_json:
        return page.json([cell_json(each, game.edition) if game else clause_json(each) for each in found])
    if len(found) > 1:
        show_list(page, found, game)
    elif game:
        show_cell(page, found[0], game)
    else:
        show_clause(page, found[0])
    return 0


def is_rule_of(each: Clause, game: ComparedGame) -> bool:
    """Return whether a clause is a rule of a game; of a rulebook's regular game also those of its short games."""
    games = (game.variant,) if game.variant else (REGULAR, *edition(game.edition).variant_names)
    return any(each.belongs_to(game.edition, variant) for variant in games)


def show_list(page: Page, found: Sequence[Clause], game: ComparedGame | None) -> None:
    """Print several clauses in short."""
    page.title(f"{len(found)} clauses", game_title(game) if game else "all editions")
    for each in found:
        page.line()
        page.title(each.id, KIND_SHORT[each.kind(game.edition)] if game else said_by(each))
        if game:
            page.paragraph(each.wording(game.edition), 2)
            continue
        page.paragraph(each.text, 2)
        if each.says and each.alike != EDITIONS:
            wordings = dict.fromkeys(each.wording(name) for name in EDITIONS)
            for words in wordings:
                names = ", ".join(name for name in EDITIONS if each.wording(name) == words)
                page.paragraph(f"{names}: {words}" if len(wordings) > 1 else words, 4, hang=2)
    page.line()
    page.paragraph(f"`ventnor rules {found[0].id}` tells all about one of them.", style="dim")


def said_by(each: Clause) -> str:
    """Name the rulebooks that say a clause."""
    speaking = [
        f"{name} in part" * (each.kind(name) == "part") or name for name in EDITIONS if each.kind(name) != "silent"
    ]
    home = family(each.family)
    if home.variant:
        return f"{home.edition} {home.variant}"
    if len(speaking) == len(EDITIONS):
        return "all five"
    return ", ".join(speaking) if speaking else "our ruling"


def show_clause(page: Page, each: Clause) -> None:
    """Print a clause in all editions."""
    page.title(each.id, f"{family(each.family).title}: {each.title}")
    page.line()
    page.paragraph(each.text)
    show_editions(page, each)
    show_sources(page, each)
    show_settings(page, each)
    show_rulings_of(page, rulings_on(each.id))
    show_options_of(page, each)
    show_limits(page, each)


def show_cell(page: Page, each: Clause, game: ComparedGame) -> None:
    """Print a clause as one game plays it."""
    home = family(each.family)
    game = ComparedGame(home.edition, home.variant) if home.variant else game
    page.title(f"{game.edition}:{each.id}", game_title(game))
    page.line()
    page.paragraph(each.wording(game.edition))
    said = KIND_WORDS[each.kind(game.edition)].replace("{part}", each.part.get(game.edition, ""))
    page.paragraph(f"({said})", style="dim")
    found = [(setting, *setting.of(game.edition, game.variant)) for setting in settings_on(each)]
    if found:
        page.heading("Figures and switches")
        for setting, value, source in found:
            if source == each.id:
                page.pair(f"{setting.name} = {value}", setting.text, 26)
    show_rulings_of(page, rulings_on(each.id, game.edition))
    show_options_of(page, each)
    show_limits(page, each)


def show_editions(page: Page, each: Clause) -> None:
    """Print the rule of each edition where they differ."""
    if not each.says:
        return
    page.heading("Edition by edition" + (" (in other words, but played alike)" if each.alike == EDITIONS else ""))
    wordings = dict.fromkeys(each.wording(name) for name in EDITIONS)
    for words in wordings:
        page.pair(", ".join(name for name in EDITIONS if each.wording(name) == words), words, 11)
    if each.matters:
        page.paragraph(each.matters, 2, style="italic")


def show_sources(page: Page, each: Clause) -> None:
    """Print which rulebooks say a clause, which differ and which are silent."""
    home = family(each.family)
    names = (home.edition,) if home.variant else EDITIONS
    page.heading("Who says it")
    said = (("stated", "says it"), ("part", "says a part"), ("differs", "has its own"), ("silent", "is silent"))
    for kind, words in said:
        mine = [name for name in names if each.kind(name) == kind]
        if mine:
            page.pair(words, "all five rulebooks" if len(mine) == len(EDITIONS) else ", ".join(mine), 11)
        if kind == "part":
            for part in dict.fromkeys(each.part.values()):
                page.paragraph(f"{', '.join(name for name in mine if each.part[name] == part)}: {part}", 14, hang=2)


def show_settings(page: Page, each: Clause) -> None:
    """Print the settings that a clause decides, with the editions in which they differ."""
    found = settings_on(each)
    if found:
        page.heading("Figures and switches")
    for setting in found:
        changes = [f"{difference_name(each)} {each.value}" for each in setting.differs]
        unless = f" (In {', in '.join(changes)}.)" if changes else ""
        page.pair(f"{setting.name} = {setting.value}", f"{setting.text}{unless}", 26)


def difference_name(difference: Difference) -> str:
    """Name the game that a difference is about."""
    return f"{difference.edition} {difference.variant}".strip()


def show_options_of(page: Page, each: Clause) -> None:
    """Print the house rules that change a clause."""
    found = options_on(each)
    if found:
        page.heading("House rules that change it")
    for option in found:
        page.pair(option.name, option.text, 19)


def show_limits(page: Page, each: Clause) -> None:
    """Print what the program cannot enforce."""
    if each.unenforced or each.partly:
        page.heading("Not enforced" if each.unenforced else "Not enforced in full")
        page.paragraph(each.unenforced or each.partly, 2)


def clause_json(each: Clause) -> dict[str, Any]:
    """Return a clause in all editions as JSON data."""
    return {
        "clause": each.id,
        "text": each.text,
        "editions": {
            name: {"kind": each.kind(name), "rule": each.wording(name), **part_json(each, name)}
            for name in EDITIONS
            if any(cell.clause.id == each.id and cell.edition == name for cell in cells())
        },
        "played_alike": not each.says or each.alike == EDITIONS,
        "settings": {setting.name: setting.value for setting in settings_on(each)},
        "rulings": [ruling_json(ruling) for ruling in rulings_on(each.id)],
        "house_rules": [option.name for option in options_on(each)],
        "not_enforced": each.unenforced or each.partly or None,
    }


def cell_json(each: Clause, name: str) -> dict[str, Any]:
    """Return a clause in one edition as JSON data."""
    return {
        "clause": each.id,
        "edition": name,
        "kind": each.kind(name),
        "rule": each.wording(name),
        **part_json(each, name),
        "rulings": [ruling_json(ruling) for ruling in rulings_on(each.id, name)],
    }


def part_json(each: Clause, name: str) -> dict[str, str]:
    """Return which part of a clause an edition's rulebook states, where it does not state all of it."""
    return {"part": each.part[name]} if name in each.part else {}
