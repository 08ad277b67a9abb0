"""`ventnor simulate`: play many games between bots and summarise the results."""

import argparse
import csv
import sys
import time
from typing import TYPE_CHECKING, Any, Final

from ventnor.cli.common.arguments import (
    BadArguments,
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

    from ventnor.batch import Batch
    from ventnor.cli.common.printer import Printer
    from ventnor.study.summary import Summary

EXAMPLES: Final = """\
examples:
  ventnor simulate                                   a thousand games of four tycoons
  ventnor simulate builder --games 100,000           four of one bot
  ventnor simulate tycoon builder random --edition 1935
  ventnor simulate --option free_parking_pot=pot     with a house rule
  ventnor simulate --edition anniversary --variant timed --hour 300
  ventnor simulate --plot games.svg                  wins, lengths and colours in a picture
  ventnor simulate --games 1,000,000 --save games.parquet
"""
PLAYERS: Final = 4
USUAL_GAMES: Final = 1000
INTERRUPTED: Final = 130
COLD: Final = (
    "compiling the games' loop and these bots, once, in {}; until then games are played a hundred times slower"
)


def add_parser(
    subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]",  # pyright: ignore[reportPrivateUsage]
) -> None:
    """Add the command to `ventnor`."""
    parser = subparsers.add_parser(
        "simulate",
        help="play many games between bots and show who wins",
        description="Play many games between bots and show who wins, how long games take and what each colour "
        "earns. Ctrl-C stops, and shows the games finished by then.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("bots", metavar="BOT", nargs="*", help="a bot for each seat; a single bot plays all of them")
    parser.add_argument(
        "--players", metavar="N", type=whole, help=f"number of seats for a single bot (default: {PLAYERS})"
    )
    add_edition(parser)
    add_game(parser, games=USUAL_GAMES)
    parser.add_argument("--first", metavar="N", type=whole, default=0, help="number of the first game (default: 0)")
    parser.add_argument("--save", metavar="FILE", help="keep all games in FILE (npz, parquet or arrow)")
    add_forms(parser, "one line per game", "wins, lengths and colours")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: "Console | None" = None) -> int:
    """Play and print; return 0 when all games are played, 130 after Ctrl-C."""
    from ventnor import warm
    from ventnor.batch import simulate
    from ventnor.batch.entrant import is_policy, resolve
    from ventnor.batch.executor import entries_of
    from ventnor.cli.common.console import open_console

    console = console or open_console()
    picture(args.plot)
    bots = args.bots or ["tycoon"]
    if len(bots) == 1:
        bots = bots * (PLAYERS if args.players is None else args.players)
    elif args.players not in {None, len(bots)}:
        raise BadArguments(f"--players {args.players} does not match {len(bots)} bots: leave it out")
    check_saving(args.save)
    options = read_options(args.option)
    found = [resolve(each) for each in bots]
    wanted = entries_of(found)
    if all(map(is_policy, found)) and not args.ray and not warm.is_warm(wanted):
        print(f"ventnor simulate: {COLD.format(warm.about(wanted))}", file=sys.stderr)
    began = time.perf_counter()
    batch = simulate(
        games_of(args.games, USUAL_GAMES, found),
        bots,
        edition=args.edition,
        variant=args.variant,
        options=options,
        seed=args.seed,
        first=args.first,
        hour=args.hour,
        cap=args.cap,
        threads=args.threads,
        on=args.ray,
    )
    present(batch, args, console, time.perf_counter() - began)
    if len(batch) < batch.asked:
        print(f"ventnor simulate: stopped after {len(batch):,} of {batch.asked:,} games", file=sys.stderr)
        return INTERRUPTED
    return 0


def check_saving(file: str | None) -> None:
    """Check that games can be saved in a file: its ending, and that its folder exists."""
    from pathlib import Path

    from ventnor.batch.saved import writer_of

    if file:
        writer_of(Path(file))
        if not Path(file).parent.is_dir():
            raise BadArguments(f"--save {file}: there is no folder {Path(file).parent}")


def present(batch: "Batch", args: argparse.Namespace, console: "Console", lasted: float | None = None) -> None:
    """Save, draw and print a batch as the arguments ask."""
    from ventnor.cli.common.printer import Printer
    from ventnor.study.summary import summarise

    if args.save:
        batch.save(args.save)
    if args.csv:
        print_games(batch, console.file)
        if not args.plot:
            return
    summary = summarise(batch)
    if path := picture(args.plot):
        from ventnor.cli.common import chart

        chart.draw_batch(batch, summary, path, title_of(batch), subtitle_of(batch))
    if args.json:
        print_json(data_of(batch, summary), console.file)
    elif not args.csv:
        printer = Printer(console)
        show(printer, batch, summary, lasted)
        for file, what in ((args.save, "games are"), (args.plot, "picture is")):
            if file:
                printer.line(f"The {what} in {file}.")


def data_of(batch: "Batch", summary: "Summary") -> dict[str, Any]:
    """Return the batch as JSON data."""
    from ventnor.rulebook.board import board

    spaces = board(batch.recipe.edition, batch.recipe.options.board).spaces
    sums = batch.sums
    return {
        "recipe": batch.recipe.to_json(),
        "runs": [vars(run) for run in batch.runs],
        "asked": batch.asked,
        "summary": summary.to_json(),
        "landings": {space.slug: int(sums.landings[space.index]) for space in spaces},
        "rent": {space.slug: int(sums.rent[space.index]) for space in spaces if space.is_property},
        "house_stock": sums.stock.tolist(),
        "events": dict(sums.events),
    }


def print_games(batch: "Batch", out: Any) -> None:
    """Print a line for each game."""
    writer = csv.DictWriter(out, ["seed", "game", *(cell.name for cell in batch.cells())], lineterminator="\n")
    writer.writeheader()
    writer.writerows(batch.table())


# ── The page ────────────────────────────────────────────────────────────────────────────────────────────────────────


def title_of(batch: "Batch") -> str:
    """Return the number of games and the bots, in words."""
    names = batch.recipe.bots
    who = f"{names[0]} × {len(names)}" if len(set(names)) == 1 else ", ".join(names)
    return f"{len(batch):,} games: {who}"


def subtitle_of(batch: "Batch") -> str:
    """Return the rules and the seed of the games, in words."""
    from ventnor.rulebook.edition import edition
    from ventnor.rulebook.option import written

    recipe = batch.recipe
    book = edition(recipe.edition)
    words = [f"{book.title}, {book.variant(recipe.variant).title}" if recipe.variant else book.title]
    words += [written(name, value) for name, value in recipe.options.to_mapping().items()]
    words += [f"hour after {recipe.hour} throws"] if recipe.hour else []
    seeds = ", ".join(str(seed) for seed in sorted({run.seed for run in batch.runs}))
    return ", ".join([*words, f"cap {recipe.cap} throws", f"seed {seeds}"])


def show(printer: "Printer", batch: "Batch", summary: "Summary", lasted: float | None = None) -> None:
    """Print the page."""
    from ventnor.cli.common.printer import bar, new_table, percent, shown

    printer.line(title_of(batch), style="bold")
    printer.line(subtitle_of(batch), style="dim")
    table = new_table("seat", "bot", "wins", "", "", words=(1, 4))
    most = max((each.high for each in summary.wins), default=1.0)
    for seat, (name, won) in enumerate(zip(batch.recipe.bots, summary.wins, strict=True)):
        table.add_row(str(seat), name, *shown(won), bar(won.value / most if won.known else 0))
    printer.table(table)
    printer.line()
    lengths = summary.throws
    if batch.sums.decided:
        printer.line(
            f"Half of the decided games end within {lengths.median.value:.0f} throws "
            f"({lengths.median.low:.0f}–{lengths.median.high:.0f}), one in ten within {lengths.tenth.value:.0f}, nine "
            f"in ten within {lengths.ninetieth.value:.0f}."
        )
    printer.line(
        f"{' '.join(shown(summary.decided))} of the games are decided: "
        + ", ".join(f"{ENDED[how]} {percent(part, 1)}" for how, part in summary.endings.items())
        + "."
    )
    if summary.causes:
        printer.line(
            f"Players retire {summary.bankruptcies:.2f} times a game: "
            + ", ".join(f"{CAUSED[why]} {percent(part, 1)}" for why, part in summary.causes.items())
            + "."
        )
    printer.line(
        f"A game has {summary.auctions:.2f} auctions and {summary.deals:.2f} deals. The Bank has "
        f"{summary.houses_left:.1f} houses left on average, and none in {percent(summary.no_house, 2)} of throws."
    )
    printer.line()
    show_colours(printer, summary)
    if lasted is not None:
        speed = f"{len(batch) / lasted:,.0f} games and {batch.sums.throws / lasted:,.0f} throws a second"
        printer.line(f"Played in {lasted:.1f} s: {speed}.", style="dim")
    printer.line("Wins are shares of the decided games. Intervals are 95% confidence intervals.", style="dim")


ENDED: Final = {
    "cap": "stopped by the cap",
    "last": "one player left",
    "bankruptcies": "by bankruptcies",
    "hour": "by the hour",
    "rounds": "by rounds",
}
CAUSED: Final = {
    "resigned": "resigned",
    "rent": "over rent",
    "tax": "over a tax",
    "fine": "over a fine",
    "card": "over a card",
    "interest": "over interest",
}


def show_colours(printer: "Printer", summary: "Summary") -> None:
    """Print the figures of the groups."""
    from ventnor.cli.common.printer import capitalised, new_table, shown

    table = new_table("group", "complete first", "", "its owner wins", "", "rent/game")
    for each in summary.colours:
        table.add_row(capitalised(each.name), *shown(each.first), *shown(each.wins), f"${each.rent:,.0f}")
    printer.table(table)
    if summary.first_group.known:
        printer.line(
            f"The first owner of a whole colour group wins {' '.join(shown(summary.first_group))} of the decided games "
            "that have one."
        )
    printer.line()
