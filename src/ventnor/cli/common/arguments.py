"""Arguments shared by the commands that play many games: the game, the seed, the output format."""

import argparse
import json
import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pathlib import Path

    from ventnor.rulebook.option import Options


CAP: Final = 5000
"""The cap of `ventnor.batch.setup`; a test compares them, so that `--help` does not import the kernel."""

SLOW_GAMES: Final = 60
"""How many games are played by default where a `choose(view)` bot plays: a few a second."""


class BadArguments(ValueError):
    """Arguments that the command cannot use; the message says why."""


def add_game(parser: argparse.ArgumentParser, *, games: int) -> None:
    """Add the arguments for the game, the number of games and the dice."""
    parser.add_argument(
        "--games",
        metavar="N",
        type=whole,
        help=f"how many games (default: {games:,}, or {SLOW_GAMES} if a bot with choose(view) plays)",
    )
    parser.add_argument(
        "--option", metavar="NAME=VALUE", action="append", default=[], help="a house rule, such as double_salary=on"
    )
    add_board(parser)
    parser.add_argument("--seed", metavar="N", type=whole, help="a number that fixes the dice (default: 1)", default=1)
    parser.add_argument(
        "--hour", metavar="THROWS", help="when a game with a time limit ends (default: after 600 throws)"
    )
    parser.add_argument(
        "--cap",
        metavar="THROWS",
        type=whole,
        default=CAP,
        help=f"games not over by then are undecided (default: {CAP})",
    )
    parser.add_argument("--threads", metavar="N", type=whole, help="number of threads (default: one a core)")
    parser.add_argument(
        "--ray",
        metavar="ADDRESS",
        nargs="?",
        const="ray",
        help="play on a Ray cluster: the running one, or the one at this address; the results are the same",
    )


def games_of(asked: int | None, usual: int, bots: Iterable[Any]) -> int:
    """Return how many games to play. By default fewer if one of the bots is not a policy, which is then said."""
    if asked is not None:
        return asked
    from ventnor.batch.entrant import is_policy, resolve

    if all(is_policy(resolve(each)) for each in bots):
        return usual
    print(f"ventnor: playing {SLOW_GAMES} games, a few a second; --games N plays more", file=sys.stderr)
    return SLOW_GAMES


def add_board(parser: argparse.ArgumentParser) -> None:
    """Add the argument for another board, which is a house rule."""
    parser.add_argument(
        "--board",
        metavar="B",
        dest="option",
        action="append",
        type=lambda text: f"board={text}",
        help="another board: london, lagoon, orbit, or the file of one of your own (FILE.toml)",
    )


def add_edition(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for edition and variant."""
    from ventnor.rulebook.edition import EDITIONS

    parser.add_argument("--edition", metavar="E", default="official", help=f"one of {', '.join(EDITIONS)}")
    parser.add_argument("--variant", metavar="V", default="", help="a short game of that edition: short or timed")


def add_forms(parser: argparse.ArgumentParser, csv: str, plot: str) -> None:
    """Add the arguments for the output format."""
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_true", help="print JSON")
    forms.add_argument("--csv", action="store_true", help=f"print CSV: {csv}")
    parser.add_argument("--plot", metavar="FILE", help=f"draw {plot} into FILE (png, svg or pdf)")


def whole(text: str) -> int:
    """Return a whole number that is not negative; thousands may be set off: 20_000, 20,000."""
    plain = text.replace(",", "").replace("_", "")
    if not plain.isdecimal() or len(plain) > 15:
        raise argparse.ArgumentTypeError(f"expected a whole number, not {text!r}")
    return int(plain)


def read_options(texts: Iterable[str]) -> "Options":
    """Read house rules written NAME=VALUE. Raises `BadOption`."""
    from ventnor.rulebook.option import Options, read_option

    return Options.from_mapping(dict(read_option(each) for each in texts))


def picture(file: str | None) -> "Path | None":
    """Return the file of a picture. Raises `BadArguments` if it cannot be drawn."""
    from importlib.util import find_spec
    from pathlib import Path

    if file is None:
        return None
    path = Path(file)
    if path.suffix.lower() not in {".png", ".svg", ".pdf"}:
        raise BadArguments(f"--plot {file}: the file name must end in .png, .svg or .pdf")
    if not path.parent.is_dir():
        raise BadArguments(f"--plot {file}: there is no folder {path.parent}")
    if find_spec("matplotlib") is None:
        raise BadArguments("a plot needs matplotlib, which is not installed: pip install 'ventnor[plots]'")
    return path


def print_json(data: Mapping[str, Any], out: Any = None) -> None:
    """Print JSON."""
    print(json.dumps(data, indent=2, ensure_ascii=False), file=out or sys.stdout)
