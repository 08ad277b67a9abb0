"""`ventnor bot`: your bot at a table of a server."""

import argparse
import sys
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rich.console import Console

EXAMPLES: Final = """\
examples:
  ventnor bot 'http://127.0.0.1:8935/#/t/TABLE' my_bot.py:choose
  ventnor bot http://127.0.0.1:8935 my_bot.py:choose --code ABCDEF
  ventnor bot 'http://127.0.0.1:8935/#/t/TABLE' tycoon --name Ty --seat 2
"""


def add_parser(
    subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]",  # pyright: ignore[reportPrivateUsage]
) -> None:
    """Add the command to `ventnor`."""
    parser = subparsers.add_parser(
        "bot",
        help="let your bot play at a table of a server",
        description="Take a seat at a table of a Ventnor server and let a bot play there until the game is over. "
        "A lost connection is opened again.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("url", metavar="URL", help="a table's link, a seat's private link, or the server's address")
    parser.add_argument("bot", metavar="BOT", help="module:function, file.py:function, or a bot of the library")
    parser.add_argument("--code", metavar="CODE", default="", help="the table's code, with the server's address")
    parser.add_argument("--name", metavar="NAME", default="", help="the player's name (default: the bot's)")
    parser.add_argument("--seat", metavar="N", type=int, help="the seat to take (default: the first free one)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: "Console | None" = None) -> int:
    """Play a game; return 0 when it is over."""
    from ventnor.cli.common.printer import Printer
    from ventnor.client.player import play_at

    def notify(line: str) -> None:
        print(line, file=sys.stderr, flush=True)

    finished = play_at(args.url, args.bot, name=args.name, code=args.code, seat=args.seat, notify=notify)
    winners = " and ".join(finished.names[seat] for seat in finished.winners) or "nobody"
    line = f"The game is over after {finished.plies:,} plies. Won by {winners}."
    if console:
        Printer(console).line(line)
    else:
        print(line)
    return 0
