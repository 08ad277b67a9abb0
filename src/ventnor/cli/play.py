"""`ventnor play`: a whole game in the terminal, between people at one keyboard and bots.

This module reads the arguments and starts the game. `ventnor.cli.terminal` plays it.
"""

import argparse
from typing import TYPE_CHECKING, Final

from ventnor.cli.common.arguments import add_board

if TYPE_CHECKING:
    from rich.console import Console

EXAMPLES: Final = """\
examples:
  ventnor play                                     two or three questions, then a game
  ventnor play --seats Ann,Bob,cautious            two people at one keyboard and a bot
  ventnor play --seats Ann,my_bot.py:choose        you against a bot of your own
  ventnor play --edition 1935 --variant short --hour 45m
  ventnor play --seats Ann,cautious --seed 7       the same dice every time
  ventnor play --option free_parking_pot=pot       a house rule (ventnor rules --house-rules)
  ventnor play --resume                            continue the latest game
  ventnor play --plain                             plain lines, for screen readers
"""


def add_parser(
    subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]",  # pyright: ignore[reportPrivateUsage]
) -> None:
    """Add the command to `ventnor`."""
    from ventnor.rulebook.edition import EDITIONS

    parser = subparsers.add_parser(
        "play",
        help="play a whole game in the terminal, with friends and bots",
        description="Play a whole game in the terminal, with people and bots, by any of the rulebooks.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--edition", metavar="E", help=f"one of {', '.join(EDITIONS)}")
    parser.add_argument("--variant", metavar="V", help="a short game of that edition: short or timed")
    parser.add_argument("--seats", metavar="LIST", help="names and bots, separated by commas: Ann,Bob,cautious,random")
    parser.add_argument("--seed", metavar="N", help="a number that fixes the dice")
    parser.add_argument(
        "--option", metavar="NAME=VALUE", action="append", default=[], help="a house rule, such as double_salary=on"
    )
    add_board(parser)
    parser.add_argument(
        "--ask-rent",
        metavar="HOW",
        help="auto: rent is collected at once; manual: the owner must ask for it (default: auto)",
    )
    parser.add_argument(
        "--hour", metavar="WHEN", help="when a game with a time limit ends: 45m, 1h30m, 22:15, or 200t for 200 throws"
    )
    parser.add_argument(
        "--resume", metavar="FILE", nargs="?", const="", help="continue a saved game (default: the latest)"
    )
    parser.add_argument("--save", metavar="FILE", help="save the game in this file")
    parser.add_argument("--plain", action="store_true", help="plain lines without drawing or colours")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: "Console | None" = None) -> int:
    """Play a game; return 0 when it is over or was saved, 130 when it was interrupted."""
    from ventnor.cli.terminal.game_loop import play_in_terminal

    return play_in_terminal(args, console)
