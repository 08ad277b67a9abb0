"""`ventnor advise`: what a seat can do in a position or a saved game, best first.

It shows what `ventnor.study.advice` works out and decides nothing.
"""

import argparse
import json
import sys
import textwrap
from typing import TYPE_CHECKING, Final

from ventnor.cli.common.arguments import BadArguments

if TYPE_CHECKING:
    from rich.console import Console

    from ventnor.study.advice import Advice

EXAMPLES: Final = """\
examples:
  ventnor advise table.toml                  for the seat that the game waits for
  ventnor advise table.toml --seat 2
  ventnor advise night.replay --ply 120      in a saved game after ply 120
  ventnor advise table.toml --rollouts 288   the same advice every time
  ventnor advise table.toml --json           for a program
"""
HINTS: Final = 3
"""The number of candidates in a hint."""
SHOWN: Final = 6
"""The number of candidates shown without `--all`."""


def add_parser(
    subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]",  # pyright: ignore[reportPrivateUsage]
) -> None:
    """Add the command to those of `ventnor`."""
    parser = subparsers.add_parser(
        "advise",
        help="what a player can do in a position or a saved game, best first",
        description="Rank what a player can do by the chance to win, if all continue as the bot tycoon.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("position", metavar="FILE|POSITION", help="a position (TOML, JSON), or a saved game")
    parser.add_argument(
        "--seat", metavar="N", type=int, help="the seat to advise, from 0 (default: the one that the game waits for)"
    )
    parser.add_argument("--ply", metavar="N", type=int, help="use the position after ply N of a saved game")
    parser.add_argument("--seconds", metavar="S", type=float, help="time limit of the rollouts in seconds (default: 1)")
    parser.add_argument(
        "--rollouts", metavar="N", type=int, help="number of rollouts of each of the best few, instead of a time limit"
    )
    parser.add_argument("--hour", metavar="THROWS", help="when a game with a time limit ends")
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="a number that fixes the dice")
    parser.add_argument("--all", action="store_true", help=f"show all candidates, not only the best {SHOWN}")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: "Console | None" = None) -> int:
    """Print the advice; 0. Raises `BadArguments`, `BadPosition`, `BadReplay`, `BlindChoice` and `NothingToDecide`."""
    from ventnor import warm
    from ventnor.cli.eval import game_of, names_of
    from ventnor.study.advice import advise

    out = console.file if console else sys.stdout
    game = game_of(args.position, args.ply)
    if args.seconds is not None and not args.seconds >= 0:
        raise BadArguments("--seconds is a number that is not negative")
    if args.seconds != 0 and args.rollouts != 0:
        warm.twin(wait=True, progress=lambda words: print(words, file=sys.stderr))
        advise(game, args.seat, rollouts=36, hour=args.hour)  # loads compiled code before the time begins
    advice = advise(game, args.seat, seconds=args.seconds, rollouts=args.rollouts, seed=args.seed, hour=args.hour)
    shown = len(advice.candidates) if args.all else SHOWN
    print(json.dumps(advice.to_json(), indent=2) if args.json else text(advice, names_of(game), shown), file=out)
    return 0


def text(advice: "Advice", names: list[str], shown: int, width: int = 80) -> str:
    """Return advice as lines for people: the chance, what to do, how to type it, and why."""
    lines = [f"{names[advice.seat]} can do this, best first:"]
    for number, each in enumerate(advice.candidates[:shown], 1):
        accepted = ", once accepted" if each.partner is not None else ""
        lines.append(f"{number}. {100 * each.chance:.1f}% ± {100 * each.error:.1f}{accepted}: {each.sentence}")
        typed = "; ".join([each.text] if len(each.plan) == 1 else [each.text, f"and {len(each.plan) - 1} more"])
        lines += textwrap.wrap(f"{each.reason} Type: {typed}", width, initial_indent="   ", subsequent_indent="   ")
    left = len(advice.candidates) - shown
    if left > 0 and shown != HINTS:
        lines.append(f"{left} more: --all shows them.")
    return "\n".join(lines)
