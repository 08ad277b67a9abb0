"""`ventnor review`: a saved game with its win chances, luck and losses, as text, JSON or a page.

It shows what `ventnor.study.review` works out. The result is kept beside the saved game.
"""

import argparse
import json
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rich.console import Console

    from ventnor.replay import Replay
    from ventnor.study.review import Review

EXAMPLES: Final = """\
examples:
  ventnor review night.replay                      luck, skill and the worst moves
  ventnor review night.replay --html night.html    a page with a chart, for a browser or a printer
  ventnor review night.replay --json               for a program
"""
WIDTH: Final = 80


def add_parser(
    subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]",  # pyright: ignore[reportPrivateUsage]
) -> None:
    """Add the command to those of `ventnor`."""
    parser = subparsers.add_parser(
        "review",
        help="luck, skill and the worst moves of a saved game",
        description="Review a saved game: win chances, luck, skill and the worst moves.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE", help="a saved game")
    parser.add_argument("--html", metavar="OUT", help="write a page into this file")
    parser.add_argument("--hour", metavar="THROWS", help="when a game with a time limit ends")
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="a number that fixes the dice of rollouts")
    parser.add_argument("--no-cache", action="store_true", help="do not use the cached review beside the saved game")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: "Console | None" = None) -> int:
    """Print or write the review; 0. Raises `BadReplay` and `ReplayDiffers`."""
    from ventnor.cli.replay import load
    from ventnor.study.review_page import page_of

    out = console.file if console else sys.stdout
    found = reviewed(load(args.file), args)
    if args.html:
        Path(args.html).write_text(page_of(found), encoding="utf-8", newline="\n")
        print(f"The review is in {args.html}.", file=out)
    else:
        print(json.dumps(found.to_json(), indent=2) if args.json else text(found), file=out)
    return 0


def reviewed(replay: "Replay", args: argparse.Namespace) -> "Review":
    """Return the review of a game: the one kept beside it if it is of this game and these weights, or a new one."""
    from ventnor import warm
    from ventnor.study.review import Review, review

    kept, key = Path(f"{args.file}.review.json"), key_of(replay, args)
    if not args.no_cache:
        try:
            found = json.loads(kept.read_text(encoding="utf-8"))
            if found["key"] == key:
                return Review.from_json(found["review"])
        except (OSError, ValueError, KeyError, TypeError):
            pass  # There is none, or it cannot be used: make a new one.
    warm.twin(wait=True, progress=lambda words: print(words, file=sys.stderr))
    made = review(replay, progress=show_progress, seed=args.seed, hour=args.hour)
    if not args.no_cache:
        try:
            kept.write_text(json.dumps({"key": key, "review": made.to_json()}), encoding="utf-8")
        except OSError as error:
            print(f"The review could not be kept in {kept}: {error.strerror}.", file=sys.stderr)
    return made


def key_of(replay: "Replay", args: argparse.Namespace) -> str:
    """Return what a kept review depends on: the game, the weights of the network, and the request."""
    from hashlib import sha256

    from ventnor.study.review import fingerprint

    asked = f"{fingerprint()} {replay.dumps()} {args.seed} {args.hour}"
    return sha256(asked.encode("utf-8", "replace")).hexdigest()


def show_progress(done: int, plies: int) -> None:
    """Report progress, if standard error is a terminal."""
    if sys.stderr.isatty() and (done % 20 == 0 or done == plies):
        print(f"\r{done} of {plies} plies", end="\n" if done == plies else "", file=sys.stderr, flush=True)


def text(found: "Review") -> str:
    """Return a review as lines for people."""
    wide = max(len(each.name) for each in found.seats)
    lines = [f"{'':<{wide}}     luck    skill  accuracy  inaccuracies  mistakes  blunders"]
    lines += [
        f"{each.name:<{wide}}  {100 * each.luck:+7.1f}  {100 * each.skill:+7.1f}  {each.accuracy:7.1f}%"
        f"  {each.inaccuracies:12}  {each.mistakes:8}  {each.blunders:8}"
        for each in found.seats
    ]
    lines.append("Luck and skill are in points: hundredths of a chance to win.")
    for name, ply in (("The throw or card", found.luckiest), ("The deal", found.deal)):
        if ply is not None:
            lines.append(f"{name} that changed most: ply {ply}. {found.plies[ply - 1].sentences}")
    for ply, decision in found.marked():
        lines.append(
            f"Ply {ply.ply}, {found.seats[decision.seat].name}: {decision.text}, {decision.mark}, "
            f"-{100 * decision.loss:.1f} points."
        )
        words = f"Better: {decision.sentence} {decision.reason}"
        lines += textwrap.wrap(words, WIDTH, initial_indent="   ", subsequent_indent="   ")
    return "\n".join(lines)
