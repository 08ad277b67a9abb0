"""`ventnor tournament`: every bot against every other on every seat, and how strong each is."""

import argparse
import sys
from typing import TYPE_CHECKING, Any, Final

from ventnor.cli.common.arguments import (
    add_edition,
    add_forms,
    add_game,
    games_of,
    picture,
    print_json,
    read_options,
    whole,
)

if TYPE_CHECKING:
    from rich.console import Console

    from ventnor.cli.common.printer import Printer
    from ventnor.study.tournament import Tournament

EXAMPLES: Final = """\
examples:
  ventnor tournament                                  all bots there are
  ventnor tournament builder tycoon --games 20,000    two bots at tables of two
  ventnor tournament builder tycoon --players 4       the same, each on two seats
  ventnor tournament --edition 1935 --plot strength.svg
"""
USUAL_GAMES: Final = 6000
INTERRUPTED: Final = 130


def add_parser(
    subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]",  # pyright: ignore[reportPrivateUsage]
) -> None:
    """Add the command to `ventnor`."""
    parser = subparsers.add_parser(
        "tournament",
        help="let bots play each other in every seat, and rate them",
        description="Let bots play each other, the same number of games in every seating, and rate them. 400 points "
        "more mean ten times the strength.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("bots", metavar="BOT", nargs="*", help="the bots that take part (default: all)")
    parser.add_argument(
        "--players", metavar="N", type=whole, help="seats at a table (default: one for each bot, at most four)"
    )
    add_edition(parser)
    add_game(parser, games=USUAL_GAMES)
    add_forms(parser, "one line per bot", "ratings and meetings")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: "Console | None" = None) -> int:
    """Play and rate; return 0 when all games are played, 130 after Ctrl-C."""
    from ventnor.bots import POLICIES
    from ventnor.cli.common.console import open_console
    from ventnor.cli.common.printer import Printer, as_csv
    from ventnor.study.tournament import tournament

    console = console or open_console()
    path = picture(args.plot)
    options = read_options(args.option)
    bots = args.bots or list(POLICIES)
    found = tournament(
        bots,
        games_of(args.games, USUAL_GAMES, bots),
        edition=args.edition,
        variant=args.variant,
        options=options,
        players=args.players,
        hour=args.hour,
        seed=args.seed,
        cap=args.cap,
        threads=args.threads,
        on=args.ray,
    )
    if path:
        draw(found, path)
    if args.json:
        print_json(found.to_json(), console.file)
    elif args.csv:
        print(as_csv(rows_of(found)), end="", file=console.file)
    else:
        show(Printer(console), found)
        if args.plot:
            Printer(console).line(f"The picture is in {args.plot}.")
    if found.games < found.asked:
        print(f"ventnor tournament: stopped after {found.games:,} of {found.asked:,} games", file=sys.stderr)
        return INTERRUPTED
    return 0


def draw(found: "Tournament", path: Any) -> None:
    """Draw the picture."""
    from ventnor.cli.common import chart

    chart.draw_tournament(found, path, "How strong the bots are", subtitle_of(found))


def rows_of(found: "Tournament") -> list[dict[str, object]]:
    """Return one line per bot."""
    return [
        {
            "bot": each.bot,
            "rating": round(each.rating.value, 2),
            "rating_low": round(each.rating.low, 2),
            "rating_high": round(each.rating.high, 2),
            "wins": each.wins.value,
            "wins_low": each.wins.low,
            "wins_high": each.wins.high,
            "par": each.par,
            "games": each.games,
        }
        for each in found.standings
    ]


def subtitle_of(found: "Tournament") -> str:
    """Return what was played."""
    from ventnor.rulebook.edition import edition

    book = edition(found.edition)
    title = f"{book.title}, {book.variant(found.variant).title}" if found.variant else book.title
    return (
        f"{found.games:,} games at tables of {found.players}, {found.lineups} line-ups; {title}; "
        f"cap {found.cap} throws, seed {found.seed}"
    )


def show(printer: "Printer", found: "Tournament") -> None:
    """Print the page."""
    from ventnor.cli.common.printer import counted, new_table, percent, shown

    printer.line("How strong the bots are", style="bold")
    printer.line(subtitle_of(found), style="dim")
    table = new_table("", "bot", "rating", "", "wins", "", "par", words=(1, 3, 5))
    for number, each in enumerate(found.standings, 1):
        table.add_row(
            str(number),
            each.bot,
            *counted(each.rating),
            *shown(each.wins),
            percent(each.par, 1) if each.wins.known else "–",
        )
    printer.table(table)
    printer.line()
    printer.line("Of the games that either of two won, the share of the one in the row", style="bold")
    meetings = new_table("", *(each.bot for each in found.standings))
    for each, row in zip(found.standings, found.beaten, strict=True):
        meetings.add_row(each.bot, *("–" if part != part else percent(part, 1) for part in row))
    printer.table(meetings)
    printer.line()
    undecided = 1 - found.decided / max(found.games, 1)
    printer.line(
        f"{percent(undecided, 1)} of the games were undecided and count for nobody. The mean rating is 1000; 400 "
        "points more are ten times the strength. Intervals are 95% confidence intervals.",
        style="dim",
    )
