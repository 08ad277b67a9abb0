"""`ventnor odds`: where throws end, what the next throw may bring, and what every deed earns.

It shows what `ventnor.odds` solves and decides nothing. `query` reads what was asked for, `answer` finds it, and `page`
prints it. Pictures need matplotlib, which is loaded only for them.
"""

import argparse
import json
import sys
from typing import Final

from rich.console import Console
from rich.text import Text

from ventnor.cli.common.arguments import BadArguments, add_board
from ventnor.cli.common.console import open_console
from ventnor.cli.common.printer import Printer, as_csv
from ventnor.cli.odds.answer import answer_landing, answer_next_throw, answer_returns
from ventnor.cli.odds.query import chosen_game
from ventnor.rulebook.board import UnknownSpace
from ventnor.rulebook.contradiction import ContradictoryOptions
from ventnor.rulebook.edition import EDITIONS, REGULAR, UnknownEdition, UnknownVariant
from ventnor.rulebook.option import BadOption

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
    add_board(parser)
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
    """Print or draw the answer; return 0, or 2 for a wrong request."""
    console = console or open_console()
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
