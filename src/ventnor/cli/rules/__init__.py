"""`ventnor rules`: print any rule in our words, who says it, what differs between editions and what we ruled.

| module | prints |
|---|---|
| `rulebook` | the contents, and a whole rulebook |
| `clause` | one clause, or several in short |
| `ruling` | rulings |
| `house_rule` | house rules |
| `comparison` | what changed between two games |
| `rule_sheet` | the rules of a game on one page |
| `coverage` | the code and tests of every clause |

It shows the rulebook's data and decides nothing.
"""

import argparse
import sys

from rich.console import Console

from ventnor.cli.common.console import open_console
from ventnor.cli.rules.clause import show_clauses
from ventnor.cli.rules.comparison import show_diff
from ventnor.cli.rules.coverage import show_coverage
from ventnor.cli.rules.house_rule import show_house_rules
from ventnor.cli.rules.page import Page
from ventnor.cli.rules.query import NothingFound, chosen_game, chosen_sheet, find_clauses, side
from ventnor.cli.rules.rule_sheet import show_sheet
from ventnor.cli.rules.rulebook import show_contents, show_rulebook
from ventnor.cli.rules.ruling import show_rulings
from ventnor.rulebook.comparison import compare
from ventnor.rulebook.edition import EDITIONS, UnknownEdition, UnknownVariant

EXAMPLES = """\
examples:
  ventnor rules                            the families of rules, and how to go on
  ventnor rules rent.ask                   one clause: who says it, what differs, what we ruled
  ventnor rules jail --edition 1935        a family of clauses, as one edition plays it
  ventnor rules "free parking"             every clause that speaks of something
  ventnor rules --edition modern           a whole rulebook, in our words
  ventnor rules --diff 1935 modern         what changed between two rulebooks
  ventnor rules --diff anniversary anniversary/short
  ventnor rules --sheet anniversary/short  a game on one page, to print or to read in five minutes
  ventnor rules --sheet modern --html > modern.html
  ventnor rules --house-rules              what a table may agree on
"""


def add_parser(
    subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]",  # pyright: ignore[reportPrivateUsage]
) -> None:
    """Add the command to `ventnor`."""
    parser = subparsers.add_parser(
        "rules",
        usage="ventnor rules [CLAUSE|WORD ...] [--edition E] [options]",
        help="read the rules by clause, word or edition, or compare two editions",
        description="Read the rules in our own words: what each rulebook says, what differs, and our rulings.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("query", nargs="*", metavar="CLAUSE|WORD", help="a clause, a family of clauses, or any words")
    parser.add_argument("--edition", metavar="E", help=f"one of {', '.join(EDITIONS)}")
    parser.add_argument("--variant", metavar="V", help="a short game of that edition: short or timed")
    pages = parser.add_mutually_exclusive_group()
    pages.add_argument("--diff", nargs=2, metavar=("E1", "E2"), help="what changed between two editions")
    pages.add_argument("--sheet", metavar="E", help="the rules on one page: an edition, or one/short for a short game")
    pages.add_argument("--rulings", action="store_true", help="our rulings on what the rulebooks leave open")
    pages.add_argument("--house-rules", action="store_true", help="the house rules that a table may agree on")
    pages.add_argument("--coverage", action="store_true", help="code and tests of every clause in every edition")
    parser.add_argument("--html", action="store_true", help="with --sheet: print HTML")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: Console | None = None) -> int:
    """Print the page asked for; return 0, 2 if there is none, or 1 if `--coverage` finds a gap."""
    page = Page(console or open_console())
    query = " ".join(args.query).strip()
    try:
        game = chosen_game(args)
        if args.diff:
            if query or game:
                raise NothingFound(f"--diff compares two whole rulebooks: leave out {query or 'the --edition'}")
            return show_diff(page, compare(side(args.diff[0]), side(args.diff[1])), args.json)
        if args.html and not args.sheet:
            raise NothingFound("--html is for --sheet EDITION")
        if args.sheet:
            if query:
                raise NothingFound(f"--sheet is a whole game on one page: leave out {query}")
            return show_sheet(page, chosen_sheet(args), args.json, args.html)
        if args.house_rules:
            if game:
                raise NothingFound("--house-rules are the same for all editions: leave out the --edition")
            return show_house_rules(page, query, args.json)
        if args.coverage:
            return show_coverage(page, query, game, args.json)
        if args.rulings:
            return show_rulings(page, query, game, args.json)
        if query:
            return show_clauses(page, find_clauses(query, game), game, args.json)
        if game:
            return show_rulebook(page, game, args.json)
        return show_contents(page, args.json)
    except (UnknownEdition, UnknownVariant, NothingFound) as error:
        print(f"ventnor rules: {error}", file=sys.stderr)
        return 2
