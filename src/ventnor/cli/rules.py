"""`ventnor rules`: any rule in our words, who says it, what differs between editions, and what we ruled.

It shows the rulebook's data and decides nothing. Clauses: all of them, to read.
"""

import argparse
import json
import re
import sys
import textwrap
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from ventnor.rulebook.citation import Coverage, Place, coverage, find_checkout
from ventnor.rulebook.clause import Cell, Clause, cells, clause, clauses, families, family, sentence
from ventnor.rulebook.comparison import Change, Comparison, Side, capitalised, compare
from ventnor.rulebook.edition import (
    EDITIONS,
    REGULAR,
    UnknownEdition,
    UnknownVariant,
    edition,
    editions,
)
from ventnor.rulebook.option import Option, options
from ventnor.rulebook.ruling import Ruling, rulings, rulings_on
from ventnor.rulebook.setting import Difference, Setting, all_settings

LOOKS_LIKE_A_CLAUSE = re.compile(r"[a-z0-9-]+\.[a-z0-9-]+")

WIDEST = 100
"""Lines longer than this are hard to read, however wide the terminal."""

KIND_WORDS = {
    "stated": "Its rulebook says so.",
    "differs": "Its rulebook has words of its own here.",
    "silent": "Its rulebook is silent, wholly or in part: we rule so.",
}

KIND_SHORT = {"stated": "stated", "differs": "its own words", "silent": "our ruling"}

EXAMPLES = """\
examples:
  ventnor rules                            the families of rules, and how to go on
  ventnor rules rent.ask                   one clause: who says it, what differs, what we ruled
  ventnor rules jail --edition 1935        a family of clauses, as one edition plays it
  ventnor rules "free parking"             every clause that speaks of something
  ventnor rules --edition modern           a whole rulebook, in our words
  ventnor rules --diff 1935 modern         what changed between two rulebooks
  ventnor rules --diff anniversary anniversary/short
  ventnor rules --house-rules              what a table may agree on
"""


def add_parser(
    subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]",  # pyright: ignore[reportPrivateUsage]
) -> None:
    """Adds the command to those of `ventnor`."""
    parser = subparsers.add_parser(
        "rules",
        help="read the rules: by clause, by word, by edition, or as a comparison of two editions",
        description="The rules in our own words: who says them, what differs between editions, and what we ruled.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("query", nargs="*", metavar="CLAUSE|WORD", help="a clause, a family of clauses, or any words")
    parser.add_argument("--edition", metavar="E", help=f"one of {', '.join(EDITIONS)}")
    parser.add_argument("--variant", metavar="V", help="a short game of that edition: short or timed")
    pages = parser.add_mutually_exclusive_group()
    pages.add_argument("--diff", nargs=2, metavar=("E1", "E2"), help="what changed between two editions")
    pages.add_argument("--rulings", action="store_true", help="what the rulebooks leave open, and how we decide it")
    pages.add_argument("--house-rules", action="store_true", help="the house rules that a table may agree on")
    pages.add_argument("--coverage", action="store_true", help="the code and the tests of every clause and edition")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


class NothingFound(ValueError):
    """No clause is called so, and none speaks of it."""


def run(args: argparse.Namespace, console: Console | None = None) -> int:
    """Prints what was asked for; 0 if there is such a thing, 2 if not, 1 if `--coverage` finds something missing."""
    page = Page(console or Console(highlight=False))
    query = " ".join(args.query).strip()
    try:
        game = chosen_game(args)
        if args.diff:
            if query or game:
                raise NothingFound(f"--diff compares two whole rulebooks: leave out {query or 'the --edition'}")
            return show_diff(page, compare(side(args.diff[0]), side(args.diff[1])), args.json)
        if args.house_rules:
            if game:
                raise NothingFound("--house-rules are the same for all editions: leave out the --edition")
            return show_house_rules(page, query, args.json)
        if args.coverage:
            return show_coverage(page, query, game, args.json)
        if args.rulings:
            return show_rulings(page, query, game, args.json)
        if query:
            return show_clauses(page, find_clauses(query), game, args.json)
        if game:
            return show_rulebook(page, game, args.json)
        return show_contents(page, args.json)
    except (UnknownEdition, UnknownVariant, NothingFound) as error:
        print(f"ventnor rules: {error}", file=sys.stderr)
        return 2


# ── What was asked for ──────────────────────────────────────────────────────────────────────────────────────────────


def chosen_game(args: argparse.Namespace) -> Side | None:
    """The game of --edition and --variant; None where all editions are meant."""
    if args.edition is not None:
        return side(f"{args.edition}/{args.variant}" if args.variant else args.edition)
    if args.variant:
        homes = [each.name for each in editions() if args.variant in each.variant_names]
        if len(homes) == 1:
            return Side(homes[0], args.variant)
        if homes:
            raise NothingFound(f"--variant {args.variant} needs an --edition: {either(homes)}")
        known = dict.fromkeys(name for each in editions() for name in each.variant_names)
        raise NothingFound(f"no edition has a variant {args.variant!r}; there are {either(list(known), 'and')}")
    return None


def side(name: str) -> Side:
    """The game called "edition" or "edition/variant"."""
    book, _, variant = name.partition("/")
    return Side(edition(book).name, edition(book).check_variant(variant))


def find_clauses(query: str) -> list[Clause]:
    """The clause of this id, the family of this name, or every clause that speaks of these words."""
    wanted = query.strip().removeprefix("§").lower()
    for name in EDITIONS:
        wanted = wanted.removeprefix(f"{name}:")
    found = [each for each in clauses() if each.id == wanted] or [each for each in clauses() if each.family == wanted]
    found = found or [each for each in clauses() if wanted in all_words(each)]
    if found and (found[0].id == wanted or not LOOKS_LIKE_A_CLAUSE.fullmatch(wanted)):
        return found
    known = [each.id for each in clauses()] + [each.name for each in families()]
    near = get_close_matches(wanted, known, n=4, cutoff=0.5)
    near += [each.id for each in clauses() if wanted.rpartition(".")[2] == each.id.rpartition(".")[2]]
    hint = f"Did you mean {either(list(dict.fromkeys(near))[:4])}?" if near else "`ventnor rules` lists them all."
    raise NothingFound(f"no clause is called {query!r}, and none speaks of it. {hint}")


def all_words(each: Clause) -> str:
    """Everything that is said about a clause, for searching."""
    answers = [f"{ruling.question} {ruling.answer}" for ruling in rulings_on(each.id)]
    house_rules = [f"{option.title} {option.text}" for option in options_on(each)]
    return " ".join([each.id, each.title, each.text, each.silent, *each.says.values(), *answers, *house_rules]).lower()


def settings_on(each: Clause) -> list[Setting]:
    """The figures and switches that come from a clause."""
    return [
        setting
        for setting in all_settings()
        if setting.clause == each.id or any(difference.clause == each.id for difference in setting.differs)
    ]


def options_on(each: Clause) -> list[Option]:
    """The house rules that change what a clause says."""
    names = {setting.name for setting in settings_on(each)}
    return [option for option in options() if option.ruling == each.id or names.intersection(option.setting_names)]


def either(words: Sequence[str], last: str = "or") -> str:
    """Words in a row: "a, b or c"."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


# ── Pages ───────────────────────────────────────────────────────────────────────────────────────────────────────────


class Page:
    """Lines of text on a console, wrapped to its width and without trailing spaces."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.width = min(console.width, WIDEST)

    def line(self, words: str = "", style: str = "") -> None:
        """One line as it is."""
        self.console.print(Text(words, style=style), soft_wrap=True)

    def title(self, words: str, note: str = "") -> None:
        """The title of a page, with a note at the right if there is room."""
        room = self.width - len(words) - len(note)
        text = Text(words, style="bold")
        if note:
            text.append(" " * room if room >= 2 else "  ")
            text.append(note, style="dim")
        self.console.print(text, soft_wrap=True)

    def heading(self, words: str) -> None:
        """The heading of a section."""
        self.line()
        self.line(words, style="bold")

    def paragraph(self, words: str, indent: int = 0, *, hang: int = 0, style: str = "", mark: str = "") -> None:
        """Words wrapped to the width; `mark` follows them in a quieter style."""
        whole = f"{words} {mark}" if mark else words
        lines = textwrap.wrap(
            whole,
            self.width,
            initial_indent=" " * indent,
            subsequent_indent=" " * (indent + hang),
            break_long_words=False,
            break_on_hyphens=False,
        )
        for number, text in enumerate(lines, 1):
            shown = Text(text, style=style)
            if mark and number == len(lines) and text.endswith(mark):
                shown.stylize("dim", len(text) - len(mark))
            self.console.print(shown, soft_wrap=True)

    def pair(self, name: str, words: str, column: int, indent: int = 2) -> None:
        """A name at the left and wrapped words beside it, or below it where the name is too long."""
        first = " " * indent + name.ljust(column) + " "
        if len(name) > column:
            self.line(" " * indent + name, style="cyan")
            first = " " * (indent + column + 1)
        lines = textwrap.wrap(words, self.width - len(first), break_long_words=False, break_on_hyphens=False) or [""]
        for number, text in enumerate(lines):
            shown = Text(first if number == 0 else " " * len(first), style="cyan")
            shown.append(text, style="default")
            shown.rstrip()
            self.console.print(shown, soft_wrap=True)

    def json(self, value: Any) -> int:
        """A value as JSON."""
        print(json.dumps(value, indent=2, ensure_ascii=False), file=self.console.file)
        return 0


def show_contents(page: Page, as_json: bool) -> int:
    """What there is to read, and how to ask for it."""
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


def show_rulebook(page: Page, game: Side, as_json: bool) -> int:
    """A whole rulebook as it is played, family by family."""
    mine = [each for each in clauses() if each.belongs_to(game.edition, game.variant)]
    if as_json:
        return page.json([cell_json(each, game.edition) for each in mine])
    book = edition(game.edition)
    page.title(game_title(game), book.years)
    page.paragraph(book.text if game.variant == REGULAR else book.variant(game.variant).text)
    silent = sum(each.kind(game.edition) == "silent" for each in mine)
    page.paragraph(
        f"An asterisk marks the {silent} of its {len(mine)} clauses that are ours, where the text is silent."
    )
    for home in families():
        members = [each for each in mine if each.family == home.name]
        if members:
            page.heading(home.title)
        for each in members:
            star = "*" if each.kind(game.edition) == "silent" else ""
            page.paragraph(each.wording(game.edition), 2, hang=0, mark=f"[{each.id}{star}]")
    return 0


def show_clauses(page: Page, found: Sequence[Clause], game: Side | None, as_json: bool) -> int:
    """One clause in full, or several of them one after another."""
    if game:
        mine = [each for each in found if each.belongs_to(game.edition, game.variant)]
        if not mine:
            raise NothingFound(f"{found[0].id} is no rule of {game.called}")
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


def show_list(page: Page, found: Sequence[Clause], game: Side | None) -> None:
    """Several clauses in short."""
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
    """Who says a clause, in few words."""
    speaking = [name for name in EDITIONS if each.kind(name) != "silent"]
    home = family(each.family)
    if home.variant:
        return f"{home.edition} {home.variant}"
    if len(speaking) == len(EDITIONS):
        return "all five"
    return ", ".join(speaking) if speaking else "our ruling"


def show_clause(page: Page, each: Clause) -> None:
    """A clause in all editions."""
    page.title(each.id, f"{family(each.family).title}: {each.title}")
    page.line()
    page.paragraph(each.text)
    show_editions(page, each)
    show_sources(page, each)
    show_settings(page, each)
    show_rulings_of(page, rulings_on(each.id))
    show_options_of(page, each)
    show_limits(page, each)


def show_cell(page: Page, each: Clause, game: Side) -> None:
    """A clause as one game plays it."""
    page.title(f"{game.edition}:{each.id}", game_title(game))
    page.line()
    page.paragraph(each.wording(game.edition))
    page.paragraph(f"({KIND_WORDS[each.kind(game.edition)]})", style="dim")
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
    """What each edition plays by, where they do not all play by the same words."""
    if not each.says:
        return
    page.heading("Edition by edition" + (" (in other words, but played alike)" if each.alike == EDITIONS else ""))
    wordings = dict.fromkeys(each.wording(name) for name in EDITIONS)
    for words in wordings:
        page.pair(", ".join(name for name in EDITIONS if each.wording(name) == words), words, 11)
    if each.matters:
        page.paragraph(each.matters, 2, style="italic")


def show_sources(page: Page, each: Clause) -> None:
    """Which rulebooks say it, which differ, which are silent."""
    home = family(each.family)
    names = (home.edition,) if home.variant else EDITIONS
    page.heading("Who says it")
    for kind, words in (("stated", "says it"), ("differs", "has its own"), ("silent", "is silent")):
        mine = [name for name in names if each.kind(name) == kind]
        if mine:
            page.pair(words, "all five rulebooks" if len(mine) == len(EDITIONS) else ", ".join(mine), 11)


def show_settings(page: Page, each: Clause) -> None:
    """The figures and switches that come from a clause, with the editions in which they differ."""
    found = settings_on(each)
    if found:
        page.heading("Figures and switches")
    for setting in found:
        changes = [f"{difference_name(each)} {each.value}" for each in setting.differs]
        unless = f" (In {', in '.join(changes)}.)" if changes else ""
        page.pair(f"{setting.name} = {setting.value}", f"{setting.text}{unless}", 26)


def difference_name(difference: Difference) -> str:
    """The game that a difference is about."""
    return f"{difference.edition} {difference.variant}".strip()


def show_rulings_of(page: Page, found: Iterable[Ruling]) -> None:
    """The rulings on a clause."""
    found = list(found)
    if found:
        page.heading("What we ruled")
    for number, each in enumerate(found):
        if number:
            page.line()
        show_ruling(page, each)


def show_ruling(page: Page, each: Ruling, *, cite: bool = False) -> None:
    """One question and its answer."""
    about = [] if each.editions == EDITIONS else list(each.editions)
    if cite:
        about = [f"{each.clause}: {', '.join(about)}" if about else each.clause]
    page.paragraph(each.question, 2, mark=f"[{', '.join(about)}]" if about else "", style="italic")
    page.paragraph(each.answer, 4)
    if each.switch:
        page.paragraph(f"A table may choose otherwise: house rule {each.switch}.", 4, style="dim")


def show_options_of(page: Page, each: Clause) -> None:
    """The house rules that change a clause."""
    found = options_on(each)
    if found:
        page.heading("House rules that change it")
    for option in found:
        page.pair(option.name, option.text, 19)


def show_limits(page: Page, each: Clause) -> None:
    """What the program cannot hold players to."""
    if each.unenforced or each.partly:
        page.heading("Not enforced" if each.unenforced else "Not enforced in full")
        page.paragraph(each.unenforced or each.partly, 2)


def show_rulings(page: Page, query: str, game: Side | None, as_json: bool) -> int:
    """All rulings, or those on some clauses, or those about one edition."""
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


def show_house_rules(page: Page, query: str, as_json: bool) -> int:
    """The house rules, or the one of this name."""
    wanted = query.replace("-", "_").lower()
    found = [each for each in options() if wanted in {"", each.name}]
    found = found or [each for each in options() if query.lower() in f"{each.title} {each.text}".lower()]
    if not found:
        near = get_close_matches(wanted, [each.name for each in options()], n=3, cutoff=0.4)
        hint = f"did you mean {either(near)}?" if near else "`ventnor rules --house-rules` lists them all."
        raise NothingFound(f"there is no house rule {query!r}; {hint}")
    if as_json:
        return page.json([option_json(each) for each in found])
    page.title("House rules", "all off by default")
    page.paragraph("Rulebooks know none of them. A table may agree on any that do not contradict each other.")
    for each in found:
        page.line()
        page.title(f"  {each.title}", option_values(each))
        page.paragraph(each.text, 4)
        page.paragraph(each.effect, 4, style="italic")
        names = each.setting_names
        sets = f"Sets {', '.join(names)}." if names else "Sets the decks."
        reading = f" Another reading of {each.ruling}." if each.ruling else ""
        page.paragraph(sets + reading, 4, style="dim")
    return 0


def option_values(each: Option) -> str:
    """The name of a house rule with the values it can have."""
    if each.type == "switch":
        return f"{each.name} = true"
    if each.type == "number":
        return f"{each.name} = {each.least} to {each.most}"
    return f"{each.name} = {either([json.dumps(choice) for choice in each.choices])}"


# ── Comparison ──────────────────────────────────────────────────────────────────────────────────────────────────────


def show_diff(page: Page, found: Comparison, as_json: bool) -> int:
    """What changed between two games, to be read from top to bottom."""
    if as_json:
        return page.json(diff_json(found))
    old, new = found.old, found.new
    if old == new:
        page.paragraph(f"{capitalised(old.called)} is the same as itself. Choose two editions.")
        return 0
    page.title(f"From {old.called} to {new.called}")
    page.line()
    page.paragraph(introduction(found))
    for home, changes in found.by_family(found.changed):
        page.heading(home.title)
        show_changes(page, found, changes)
    for one in (old, new):
        mine = found.only_in(one)
        if mine:
            page.heading(f"Only in {one.called}")
            for each in mine:
                page.paragraph(each.text, 2, mark=f"[{each.id}]")
    if found.reworded:
        page.heading("In other words, but played alike")
        for change in found.reworded:
            words = f"In {old.called}, {change.before}. In {new.briefly}, {change.after}."
            page.paragraph(f"- {words}", 2, hang=2, mark=f"[{change.clause.id}]")
    for one, other in ((new, old), (old, new)):
        mine = found.stated_only_by(one)
        if mine:
            page.heading(f"What only {one.called} says")
            page.paragraph(
                f"{capitalised(other.called)} leaves this open, wholly or in part; both are played alike.", 2
            )
            for each in mine:
                words = each.text if not each.is_heading else sentence(each.silent)
                page.paragraph(f"- {words}", 2, hang=2, mark=f"[{each.id}]")
    return 0


def show_changes(page: Page, found: Comparison, changes: Sequence[Change]) -> None:
    """Changes as a paragraph each."""
    for number, change in enumerate(changes):
        if number:
            page.line()
        page.paragraph(f"{found.story(change)} {change.clause.matters}".strip(), 2, mark=f"[{change.clause.id}]")


def introduction(found: Comparison) -> str:
    """How much changed, and how much did not."""
    old, new = edition(found.old.edition), edition(found.new.edition)
    shared, changed = len(found.shared), len(found.changed)
    if old == new:
        return (
            f"Both are games of {old.called} ({old.years}) and share {shared} clauses. The rest is what makes them two."
        )
    begin = (
        f"{capitalised(found.old.called)} ({old.years}) and {found.new.called} ({new.years}) share {shared} clauses."
    )
    if not changed:
        return f"{begin} Every one of them is played alike: what differs is the wording, and how much is said at all."
    times = "one of them is" if changed == 1 else f"{changed} of them are"
    families_changed = [home.title for home, _ in found.by_family(found.changed)]
    return f"{begin} Only {times} played differently, under these heads: {either(families_changed, 'and')}."


# ── Coverage ────────────────────────────────────────────────────────────────────────────────────────────────────────


def show_coverage(page: Page, query: str, game: Side | None, as_json: bool) -> int:
    """Every clause in every edition, or in one of them, with the code and the tests it has; 1 if one has none."""
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


def plays(game: Side, cell: Cell) -> bool:
    """Whether a cell is a clause of this game."""
    return cell.edition == game.edition and cell.clause.belongs_to(game.edition, game.variant)


def show_coverage_of(page: Page, each: Clause, found: Sequence[Coverage]) -> None:
    """The cells of one clause; editions for which the same was found stand together."""
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


def show_places(page: Page, what: str, places: Sequence[Place]) -> None:
    """Where something is kept, a line each."""
    if not places:
        page.line(f"    {what:<6} MISSING", style="bold red")
    for number, place in enumerate(places):
        page.line(f"    {what if number == 0 else '':<6} {place}")


# ── JSON ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def clause_json(each: Clause) -> dict[str, Any]:
    """A clause in all editions."""
    return {
        "clause": each.id,
        "text": each.text,
        "editions": {
            name: {"kind": each.kind(name), "rule": each.wording(name)}
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
    """A clause in one edition."""
    return {
        "clause": each.id,
        "edition": name,
        "kind": each.kind(name),
        "rule": each.wording(name),
        "rulings": [ruling_json(ruling) for ruling in rulings_on(each.id, name)],
    }


def ruling_json(each: Ruling) -> dict[str, Any]:
    """A ruling."""
    return {
        "clause": each.clause,
        "editions": list(each.editions),
        "question": each.question,
        "answer": each.answer,
        "switch": each.switch or None,
    }


def option_json(each: Option) -> dict[str, Any]:
    """A house rule."""
    bounds = {"least": each.least, "most": each.most} if each.type == "number" else {}
    choices = {"choices": list(each.choices)} if each.type == "choice" else {}
    return {
        "name": each.name,
        "title": each.title,
        "type": each.type,
        **bounds,
        **choices,
        "text": each.text,
        "effect": each.effect,
        "sets": list(each.setting_names),
        "ruling": each.ruling or None,
    }


def diff_json(found: Comparison) -> dict[str, Any]:
    """What changed between two games."""

    def changes(several: Sequence[Change]) -> list[dict[str, str]]:
        return [
            {"clause": each.clause.id, "old": sentence(each.before), "new": sentence(each.after)} for each in several
        ]

    return {
        "old": {"edition": found.old.edition, "variant": found.old.variant or None},
        "new": {"edition": found.new.edition, "variant": found.new.variant or None},
        "played_differently": changes(found.changed),
        "worded_differently": changes(found.reworded),
        "only_old": [each.id for each in found.only_in(found.old)],
        "only_new": [each.id for each in found.only_in(found.new)],
        "stated_only_by_old": [each.id for each in found.stated_only_by(found.old)],
        "stated_only_by_new": [each.id for each in found.stated_only_by(found.new)],
    }


def coverage_json(each: Coverage) -> dict[str, Any]:
    """What was found for one cell."""
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


def game_title(game: Side) -> str:
    """The title of an edition, or of a short game of it."""
    book = edition(game.edition)
    return book.title if game.variant == REGULAR else book.variant(game.variant).title
