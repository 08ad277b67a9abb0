"""`ventnor warm`: say whether the compiled kernel is cached, and compile it if it is not."""

import argparse
import json
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


def add_parser(
    subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]",  # pyright: ignore[reportPrivateUsage]
) -> None:
    """Add the command to `ventnor`."""
    parser = subparsers.add_parser(
        "warm",
        help="compile the kernel, so that batches of games start at once",
        description="Compile the kernel. It is compiled once and cached. Only batches of games need it.",
    )
    parser.add_argument(
        "--check", action="store_true", help="only check whether it is compiled: exit code 0 if so, else 1"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: "Console | None" = None) -> int:
    """Compile the kernel or say whether it is compiled; return 0 if it is there in the end, 1 if not."""
    from ventnor import warm

    out = console.file if console else sys.stdout
    ready = warm.is_warm()
    seconds = 0.0
    problem = ""
    if not ready and not args.check:
        try:
            seconds = warm.warm(None if args.json else lambda words: print(words, file=out, flush=True))
        except (warm.CompileFailed, PermissionError) as error:
            problem = str(error)
        ready = not problem
    if args.json:
        found = {"ready": ready, "seconds": round(seconds, 1), "folder": str(warm.folder()), "problem": problem or None}
        print(json.dumps(found, indent=2), file=out)
    elif problem:
        print(f"ventnor warm: the kernel could not be compiled: {problem}", file=sys.stderr)
    elif args.check or not seconds:
        print(f"The kernel is {'' if ready else 'not '}compiled: {warm.folder()}", file=out)
    return 0 if ready else 1
