"""`ventnor odds`: where throws end, what the next throw may bring, and what every deed earns.

It shows what `ventnor.odds` solves and decides nothing. Pictures need matplotlib, which is loaded only for them.
"""

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from ventnor import odds
from ventnor.cli.common.arguments import BadArguments, read_options
from ventnor.cli.common.printer import Printer, as_csv, bar, capitalised, new_table, percent
from ventnor.odds.landing import IN_JAIL_SLUG
from ventnor.rulebook.board import Board, UnknownSpace, board
from ventnor.rulebook.contradiction import ContradictoryOptions
from ventnor.rulebook.edition import EDITIONS, REGULAR, UnknownEdition, UnknownVariant, edition
from ventnor.rulebook.option import BadOption, Options
from ventnor.rulebook.setting import settings

EXAMPLES: Final = """\
examples:
  ventnor odds                           where throws end in the long run
  ventnor odds --jail stay --per turn    where turns end, if players sit Jail out
  ventnor odds --edition 1935            by the rules and decks of another edition
  ventnor odds --from virginia           where the next throw from a space may end
  ventnor odds --deeds                   what every deed earns, house by house
  ventnor odds --deeds orange            every figure of a group, or of a deed
  ventnor odds --groups                  what whole groups earn
  ventnor odds --plot landings.png       the board as a heat map
"""
PLANS: Final[Mapping[str, str]] = {"leave": "leaving Jail at once", "stay": "staying in Jail as long as possible"}
COUNTS: Final[Mapping[str, str]] = {"roll": "throws", "turn": "turns"}
HELD_GROUPS: Final = frozenset({"railroads", "utilities"})
"""The groups whose rent goes by how many deeds are held."""
HOTEL: Final = 5
LEAST: Final = 0.001
TINY: Final = 1e-9


def add_parser(
    subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]",  # pyright: ignore[reportPrivateUsage]
) -> None:
    """Add the command to `ventnor`."""
    parser = subparsers.add_parser(
        "odds",
        help="exact odds: where throws end, and what every deed earns",
        description="Print the exact odds of where tokens stop, and what properties earn from that.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--edition", metavar="E", default="official", help=f"one of {', '.join(EDITIONS)}")
    parser.add_argument("--variant", metavar="V", default=REGULAR, help="a short game of that edition: short or timed")
    parser.add_argument(
        "--option", metavar="NAME=VALUE", action="append", default=[], help="a house rule, such as decks=classic"
    )
    parser.add_argument(
        "--jail", metavar="PLAN", default="leave", help="leave at once, or stay as long as possible (default: leave)"
    )
    parser.add_argument("--per", metavar="WHAT", default="roll", help="count by roll or by turn (default: roll)")
    parser.add_argument(
        "--take-chance", action="store_true", help="the 1935 card: draw a Chance card rather than pay $10"
    )
    shows = parser.add_mutually_exclusive_group()
    shows.add_argument("--from", dest="origin", metavar="SPACE", help="the next throw from a space, or from in-jail")
    shows.add_argument(
        "--deeds",
        nargs="?",
        const="",
        metavar="NAME",
        help="what deeds earn; with a name, all figures of that deed or group",
    )
    shows.add_argument("--groups", action="store_true", help="what whole groups earn")
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_true", help="print JSON")
    forms.add_argument("--csv", action="store_true", help="print CSV")
    forms.add_argument("--plot", metavar="FILE", help="draw the board as a heat map into FILE (png, svg or pdf)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: Console | None = None) -> int:
    """Print or draw what was asked for; return 0 if there is such a thing, 2 if not."""
    console = console or Console(highlight=False)
    try:
        game = chosen_game(args)
        if args.origin is not None:
            answer = answer_next_throw(game, args)
        elif args.deeds is not None or args.groups:
            answer = answer_returns(game, args)
        else:
            answer = answer_landing(game, args)
        if args.plot is not None:
            answer.plot(args.plot)
            console.print(Text(f"The heat map is in {args.plot}."), soft_wrap=True)
        elif args.json:
            print(json.dumps(answer.data, indent=2, ensure_ascii=False), file=console.file)
        elif args.csv:
            print(as_csv(answer.rows), end="", file=console.file)
        else:
            answer.show(Printer(console))
    except (BadArguments, UnknownSpace, UnknownEdition, UnknownVariant, BadOption, ContradictoryOptions) as error:
        print(f"ventnor odds: {error}", file=sys.stderr)
        return 2
    return 0


# ── What was asked for ──────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class OddsGame:
    """The game whose odds are asked for, as the functions of `odds` take it."""

    edition: str
    variant: str
    options: Options
    jail: odds.JailPlan
    take_chance: bool

    @property
    def board(self) -> Board:
        """Return its board."""
        return board(self.edition)

    @property
    def title(self) -> str:
        """Return what it is called at the head of a page."""
        book = edition(self.edition)
        words = [book.title if self.variant == REGULAR else f"{book.title}, {book.variant(self.variant).title}"]
        words += [f"{name}={value}" for name, value in self.options.to_mapping().items()]
        return ", ".join([*words, PLANS[self.jail]])

    @property
    def data(self) -> dict[str, Any]:
        """Return the same for JSON."""
        return {
            "edition": self.edition,
            "variant": self.variant,
            "options": self.options.to_mapping(),
            "jail": self.jail,
            "take_chance": self.take_chance,
        }


def chosen_game(args: argparse.Namespace) -> OddsGame:
    """Return the game of the options on the command line."""
    chosen = read_options(args.option)
    settings(args.edition, args.variant, chosen)
    if args.per != "roll" and (args.origin is not None or args.deeds is not None or args.groups):
        raise BadArguments("--per counts landings in the long run: leave it out with --from, --deeds or --groups")
    plans: dict[str, odds.JailPlan] = {"leave": "leave", "stay": "stay"}
    if args.jail not in plans:
        raise BadArguments(f"--jail must be leave or stay, not {args.jail!r}")
    return OddsGame(args.edition, args.variant, chosen, plans[args.jail], args.take_chance)


def find_name(text: str, names: Mapping[str, str], what: str) -> str:
    """Return the slug of a space or group by its slug or its name, in any spelling of case, dots and spaces."""

    def plain(words: str) -> str:
        return "".join(letter for letter in words.lower() if letter.isalnum())

    for slug, name in names.items():
        if plain(text) in {plain(slug), plain(name)}:
            return slug
    near = get_close_matches(text.lower(), names, n=3, cutoff=0.5)
    hint = f"Did you mean {' or '.join(near)}?" if near else f"Choose one of {', '.join(names)}."
    raise BadArguments(f"there is no {what} {text!r}. {hint}")


# ── What can be answered ────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Answer:
    """One answer in all its forms."""

    data: object
    rows: Sequence[Mapping[str, object]]
    show: Callable[[Printer], None]
    plot: Callable[[str], None]


def answer_landing(game: OddsGame, args: argparse.Namespace) -> Answer:
    """Return where throws or turns end in the long run."""
    pers: dict[str, odds.Per] = {"roll": "roll", "turn": "turn"}
    if args.per not in pers:
        raise BadArguments(f"--per must be roll or turn, not {args.per!r}")
    found = odds.landing(
        game.edition, game.variant, game.options, game.jail, pers[args.per], take_chance=game.take_chance
    )
    rows = [asdict(row) for row in found.table()]
    data = {
        **game.data,
        "per": found.per,
        "throws_per_turn": found.throws_per_turn,
        "in_jail": found.in_jail,
        "routes": asdict(found.routes),
        "spaces": rows,
    }

    def plot(file: str) -> None:
        ways = found.routes.shares
        words = {"space": "by the space", "card": "by a card", "doubles": "by doubles"}
        draw(
            file,
            found.board,
            found.shares.tolist(),
            found.in_jail,
            f"Where {COUNTS[found.per]} end",
            game.title,
            routes=[(words[route], part) for route, part in ways.items()],
            note=f"Solved exactly, not simulated. {found.throws_per_turn:.3f} throws a turn.",
        )

    return Answer(data, rows, lambda printer: show_landing(printer, game, found), plot)


def answer_next_throw(game: OddsGame, args: argparse.Namespace) -> Answer:
    """Return where the next throw ends."""
    names = {space.slug: space.name for space in game.board.spaces} | {IN_JAIL_SLUG: "In Jail"}
    origin = find_name(args.origin, names, "space")
    found = odds.next_throw(origin, game.edition, game.variant, game.options, game.jail, take_chance=game.take_chance)
    rows = [asdict(row) for row in found.table()]
    data = {**game.data, "from": origin, "spaces": rows}

    def plot(file: str) -> None:
        draw(
            file,
            found.board,
            found.shares.tolist(),
            found.in_jail,
            f"The next throw from {found.name}",
            game.title,
            note=f"Solved exactly, not simulated. {found.turn_in_jail:.2%} of such turns end in Jail.",
            origin=game.board.space("jail" if origin == IN_JAIL_SLUG else origin).index,
        )

    return Answer(data, rows, lambda printer: show_next_throw(printer, game, found), plot)


def answer_returns(game: OddsGame, args: argparse.Namespace) -> Answer:
    """Return what deeds or groups earn."""
    ask = odds.group_returns if args.groups else odds.returns
    found = ask(game.edition, game.variant, game.options, game.jail, take_chance=game.take_chance)
    chosen = ""
    if args.deeds:
        names = {space.slug: space.name for space in game.board.properties}
        names |= {group.slug: group.name for group in game.board.groups}
        chosen = find_name(args.deeds, names, "deed or group")
        found = [each for each in found if chosen in {each.what, each.group}]
    rows = [return_row(each) for each in found]

    def show(printer: Printer) -> None:
        if chosen:
            show_in_full(printer, game, found)
        else:
            show_returns(printer, game, found, groups=args.groups)

    def plot(_: str) -> None:
        raise BadArguments("--plot draws landings: leave out --deeds and --groups")

    return Answer({**game.data, "returns": rows}, rows, show, plot)


def return_row(each: odds.Return) -> Mapping[str, object]:
    """Return a return with what follows from its figures."""
    return asdict(each) | {
        "break_even": each.break_even,
        "step_break_even": each.step_break_even,
        "step_return": each.step_return,
    }


def draw(
    file: str,
    layout: Board,
    shares: list[float],
    in_jail: float,
    title: str,
    subtitle: str,
    *,
    note: str,
    routes: Sequence[tuple[str, float]] = (),
    origin: int | None = None,
) -> None:
    """Write a heat map, or say why it cannot be written."""
    try:
        from ventnor.cli.common import heatmap
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("matplotlib"):
            raise
        raise BadArguments("a plot needs matplotlib, which is not installed: pip install 'ventnor[plots]'") from error
    try:
        picture = heatmap.Heatmap(layout, shares, in_jail, title, subtitle, [note], routes, origin)
        heatmap.draw(picture, Path(file))
    except (OSError, ValueError) as error:
        raise BadArguments(f"{file} could not be written: {error}") from error


# ── Pages ───────────────────────────────────────────────────────────────────────────────────────────────────────────


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
