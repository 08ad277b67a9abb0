"""`ventnor batch`: saved batches shown, drawn and merged."""

import argparse
from typing import TYPE_CHECKING, Final

from ventnor.cli.common.arguments import BadArguments, add_forms, picture

if TYPE_CHECKING:
    from rich.console import Console

EXAMPLES: Final = """\
examples:
  ventnor batch games.npz                            the page that simulate printed
  ventnor batch games.npz --plot games.svg           the picture
  ventnor batch one.npz two.npz --save all.parquet   two batches of one recipe as one
"""


def add_parser(
    subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]",  # pyright: ignore[reportPrivateUsage]
) -> None:
    """Add the command to `ventnor`."""
    parser = subparsers.add_parser(
        "batch",
        help="show, draw and merge batches that simulate saved",
        description="Show, draw and merge batches that simulate saved. Several files are merged first: they must have "
        "the same bots, rules and limits, and no game in common.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", metavar="FILE", nargs="+", help="a batch saved by simulate --save")
    parser.add_argument("--save", metavar="FILE", help="keep all games in FILE (npz, parquet or arrow)")
    add_forms(parser, "one line per game", "wins, lengths and colours")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: "Console | None" = None) -> int:
    """Show the games of the files; return 0."""
    from ventnor.batch import Batch
    from ventnor.cli.common.console import open_console
    from ventnor.cli.simulate import check_saving, present

    picture(args.plot)
    check_saving(args.save)
    first, *others = (Batch.load(file) for file in args.files)
    batch = first.merge(*others)
    missing = [name for name in NEEDED if name not in batch.columns]
    if missing and (args.plot or not args.csv):
        raise BadArguments(f"the page needs the columns {', '.join(missing)}, which this batch does not have")
    present(batch, args, console or open_console())
    return 0


NEEDED: Final = ("winner", "starter", "throws", "group")
"""The columns that a summary reads."""
