"""`ventnor compare`: what other rules or other bots do to a game."""

import argparse
import sys
from typing import TYPE_CHECKING, Any, Final

from ventnor.cli.common.arguments import add_forms, add_game, games_of, picture, print_json, read_options, whole

if TYPE_CHECKING:
    from rich.console import Console

    from ventnor.cli.common.printer import Printer
    from ventnor.study.comparison import Comparison
    from ventnor.study.estimate import Estimate

EXAMPLES: Final = """\
examples:
  ventnor compare official modern                             two editions
  ventnor compare 1935 1935/short anniversary/timed           short games, too
  ventnor compare official modern --games 20,000 --plot rules.svg
  ventnor compare official official+free_parking_pot=pot      a house rule
  ventnor compare official official:builder                   other bots at the same table
  ventnor compare official modern --option no_auctions=on     a house rule for both
"""
USUAL_GAMES: Final = 4000
INTERRUPTED: Final = 130
LONGEST: Final = 14
"""The most letters of a game's name in a table of 80 columns."""


def add_parser(
    subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]",  # pyright: ignore[reportPrivateUsage]
) -> None:
    """Add the command to `ventnor`."""
    parser = subparsers.add_parser(
        "compare",
        help="compare how rules and bots change length, luck and the value of the colours",
        description="Play several games with the same seeds, and compare the length of a game, luck and the value of "
        "the colours. A game is EDITION[/VARIANT][+RULE=VALUE...][:BOT,...]: an edition, a short game of it, house "
        "rules, and one bot for all seats or a bot for each. Each game is compared with the first, game by game. "
        "To compare the rules themselves, use ventnor rules --diff.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "contenders", metavar="GAME", nargs="+", help="such as 1935/short, official+rounds=30 or official:builder"
    )
    parser.add_argument(
        "--bot", metavar="BOT", default="tycoon", help="the bot that plays, also against weaker ones (default: tycoon)"
    )
    parser.add_argument("--weak", metavar="BOT", default="builder", help="the weaker bot (default: builder)")
    parser.add_argument(
        "--players", metavar="N", type=whole, help="seats at a table (default: 4, or as many as a game names bots)"
    )
    add_game(parser, games=USUAL_GAMES)
    add_forms(parser, "one line per figure and game", "lengths, luck and colours")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: "Console | None" = None) -> int:
    """Play and compare; return 0 when all games are played, 130 when somebody stopped them."""
    from ventnor.batch.setup import USUAL_HOUR, throws_of
    from ventnor.cli.common.console import open_console
    from ventnor.cli.common.printer import Printer, as_csv
    from ventnor.study.comparison import compare
    from ventnor.study.contender import read_contenders

    console = console or open_console()
    path = picture(args.plot)
    options = read_options(args.option)
    contenders, _ = read_contenders(args.contenders, options, args.players)
    bots = [args.bot, args.weak, *(bot for each in contenders for bot in each.bots)]
    found = compare(
        args.contenders,
        games_of(args.games, USUAL_GAMES, bots),
        equals=args.bot,
        strong=args.bot,
        weak=args.weak,
        players=args.players,
        options=options,
        seed=args.seed,
        cap=args.cap,
        hour=USUAL_HOUR if args.hour is None else throws_of(args.hour),
        threads=args.threads,
        on=args.ray,
    )
    if found.games:
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
    if not found.complete:
        print(f"ventnor compare: stopped after {len(found.games)} of {len(args.contenders)} games", file=sys.stderr)
        return INTERRUPTED
    return 0


def draw(found: "Comparison", path: Any) -> None:
    """Draw the picture."""
    from ventnor.cli.common import chart

    chart.draw_comparison(found, path, "What the rules do to the game", subtitle_of(found))


def figures_of(found: "Comparison") -> list[tuple[str, str, str, "Estimate"]]:
    """Return game, figure, of what, and the figure itself."""
    rows: list[tuple[str, str, str, Estimate]] = []
    for each in found.games:
        equals = each.equals
        rows += [
            (each.game, "decided", "", equals.decided),
            (each.game, "throws, median", "", equals.throws.median),
            (each.game, "throws, nine in ten", "", equals.throws.ninetieth),
            (each.game, "wins of the stronger bot", found.strong, each.skill),
            (each.game, "wins of the first group's owner", "", equals.first_group),
            (each.game, "advantage of playing first", "", each.advantage),
        ]
        colours = [colour for colour in equals.colours if colour.first.known]
        rows += [(each.game, "complete first", colour.group, colour.first) for colour in colours]
        rows += [(each.game, "wins of its first owner", colour.group, colour.wins) for colour in colours]
        rows += [(each.game, "difference", by.figure, by.by) for by in each.differences]
    return rows


def rows_of(found: "Comparison") -> list[dict[str, object]]:
    """Return a line a figure."""
    return [
        {"game": game, "figure": figure, "of": what, "value": each.value, "low": each.low, "high": each.high}
        for game, figure, what, each in figures_of(found)
    ]


def subtitle_of(found: "Comparison") -> str:
    """Return what was played."""
    from ventnor.rulebook.option import written

    rules = "".join(f", {written(name, value)}" for name, value in found.options.items())
    return (
        f"{found.each:,} games of {found.equals} × {found.players} and {found.each:,} of one {found.strong} against "
        f"{found.players - 1} {found.weak} each{rules}; cap {found.cap} throws, seed {found.seed}"
    )


def show(printer: "Printer", found: "Comparison") -> None:
    """Print the page."""
    names = short_names([each.game for each in found.games])
    printer.line("What the rules and the bots do to the game", style="bold")
    printer.line(subtitle_of(found), style="dim")
    printer.line()
    if names[0] != found.games[0].game:
        for name, each in zip(names, found.games, strict=True):
            printer.line(f"{name}  {each.game}")
        printer.line()
    show_lengths(printer, found, names)
    show_luck(printer, found, names)
    show_colours(printer, found, names)
    show_differences(printer, found, names)


def short_names(games: list[str]) -> list[str]:
    """Return the names of the games, or letters for them if they are too long for a table."""
    return games if max(map(len, games)) <= LONGEST else [chr(ord("A") + number) for number in range(len(games))]


def show_lengths(printer: "Printer", found: "Comparison", names: list[str]) -> None:
    """Print how long games take, and how many deals and auctions they have."""
    from ventnor.cli.common.printer import counted, new_table

    printer.line("Length, in throws", style="bold")
    table = new_table("game", "median", "", "nine in ten", "", "decided", "deals", "auctions", words=(0, 2, 4))
    for name, each in zip(names, found.games, strict=True):
        lengths = each.equals.throws
        table.add_row(
            name,
            *counted(lengths.median),
            *counted(lengths.ninetieth),
            f"{100 * each.equals.decided.value:.1f}%",
            f"{each.equals.deals:.2f}",
            f"{each.equals.auctions:.2f}",
        )
    printer.table(table)
    printer.line()


def show_luck(printer: "Printer", found: "Comparison", names: list[str]) -> None:
    """Print the three measures of luck."""
    from ventnor.cli.common.printer import new_table, shown

    printer.line("Luck", style="bold")
    table = new_table("game", "skill", "", "group", "", "first", "", words=(0, 2, 4, 6))
    for name, each in zip(names, found.games, strict=True):
        table.add_row(name, *shown(each.skill), *shown(each.equals.first_group), *shown(each.advantage, signed=True))
    printer.table(table)
    printer.line(
        f"Skill: how often one {found.strong} beats {found.players - 1} {found.weak}; by luck alone "
        f"{100 / found.players:.0f}%. Where a game names its bots, the first of them. Group: how often the first "
        "owner of a whole colour group wins. First: what playing first adds to an even chance.",
        style="dim",
    )
    printer.line()


def show_colours(printer: "Printer", found: "Comparison", names: list[str]) -> None:
    """Print what each colour is worth to its first owner."""
    from ventnor.cli.common.printer import capitalised, new_table

    printer.line("Colours: how often the owner wins when the group is the first to be complete", style="bold")
    table = new_table("group", *names)
    for number, colour in enumerate(found.games[0].equals.colours):
        if colour.wins.known or colour.first.known:
            wins = [each.equals.colours[number].wins for each in found.games]
            table.add_row(capitalised(colour.name), *(with_half(each) for each in wins))
    printer.table(table)
    printer.line()
    printer.line("Intervals are 95% confidence intervals.", style="dim")


def show_differences(printer: "Printer", found: "Comparison", names: list[str]) -> None:
    """Print each game's differences from the first, and what they are in a sentence."""
    from ventnor.cli.common.printer import new_table

    for name, each in zip(names[1:], found.games[1:], strict=True):
        printer.line()
        printer.line(f"{name} less {names[0]}, game by game", style="bold")
        table = new_table("figure", names[0], name, "difference", "±", words=(0,))
        for by in each.differences:
            if by.by.known:
                *shown, _ = by.cells()
                table.add_row(*shown, f"{by.scale * by.by.half:,.1f}")
        printer.table(table)
        printer.line(each.sentence)
    if len(found.games) > 1:
        printer.line()
        printer.line(
            "Differences have 99% confidence intervals; a * marks those whose interval leaves out 0.", style="dim"
        )


def with_half(estimate: "Estimate") -> str:
    """Return a share and how far it may be off."""
    if not estimate.known:
        return "–"
    return f"{100 * estimate.value:.0f}% ±{100 * estimate.half:.0f}"
