"""`ventnor eval`: each seat's chance to win in a position or a saved game.

It shows what `ventnor.study.chances` works out and decides nothing.
"""

import argparse
import json
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ventnor.cli.common.arguments import BadArguments

if TYPE_CHECKING:
    from rich.console import Console

    from ventnor.game import Game
    from ventnor.study.chances import WinProbability

EXAMPLES: Final = """\
examples:
  ventnor eval table.toml                    a position as TOML or JSON
  ventnor eval night.replay --ply 120        a saved game after ply 120; without --ply as it ended or stands
  ventnor eval '{"seats": [{}, {"cash": 90}]}'
  ventnor eval table.toml --seconds 2        take more time
  ventnor eval table.toml --throws           the chances after each throw
  ventnor eval table.toml --json             for a program
"""
METHODS: Final = ("network", "truncated", "rollouts")


def add_parser(
    subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]",  # pyright: ignore[reportPrivateUsage]
) -> None:
    """Add the command to `ventnor`."""
    parser = subparsers.add_parser(
        "eval",
        help="each player's chance to win in a position or a saved game",
        description="Print each player's chance to win, if all continue as the bot tycoon.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("position", metavar="FILE|POSITION", help="a position (TOML, JSON), or a saved game")
    parser.add_argument("--ply", metavar="N", type=int, help="use the position after ply N of a saved game")
    parser.add_argument("--seconds", metavar="S", type=float, default=0.5, help="time limit in seconds (default: 0.5)")
    parser.add_argument("--method", choices=METHODS, help="use only this method (default: the best within the time)")
    parser.add_argument("--rounds", metavar="K", type=int, default=10, help="chance of bankruptcy within K rounds")
    parser.add_argument("--hour", metavar="THROWS", help="when a game with a time limit ends")
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="a number that fixes the dice")
    parser.add_argument("--throws", action="store_true", help="the chances after each of the 36 throws, by the network")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: "Console | None" = None) -> int:
    """Print the chances; 0. Raises `BadArguments`, `BadPosition`, `BadReplay` and `BlindChoice`."""
    from ventnor import warm
    from ventnor.study.chances import throw_probabilities, win_probability

    out = console.file if console else sys.stdout
    game = game_of(args.position, args.ply)
    if not args.seconds >= 0:
        raise BadArguments("--seconds must be a number that is not negative")
    if args.throws:
        found = throw_probabilities(game, seed=args.seed, hour=args.hour)
        print(json.dumps(throws_json(found), indent=2) if args.json else throws_text(found, game), file=out)
        return 0
    if args.method != "network":
        warm.twin(wait=True, progress=lambda words: print(words, file=sys.stderr))
        win_probability(game, rollouts=36, hour=args.hour)  # loads compiled code before the time begins
    answer = win_probability(
        game, seconds=args.seconds, method=args.method, rounds=args.rounds, seed=args.seed, hour=args.hour
    )
    print(json.dumps(answer.to_json(), indent=2) if args.json else text(answer, game, args.rounds), file=out)
    return 0


def game_of(given: str, ply: int | None) -> "Game":
    """Return the game of a file, or of a position given as text."""
    from ventnor.game import Game

    if given.lstrip().startswith("{"):
        return Game.from_position(read_json(given, "the position"), nature="manual")
    path = Path(given)
    if path.suffix in {".toml", ".json"}:
        words = path.read_text(encoding="utf-8")
        try:
            position = tomllib.loads(words) if path.suffix == ".toml" else read_json(words, given)
        except tomllib.TOMLDecodeError as error:
            raise BadArguments(f"{given} is not valid TOML: {error}") from None
        return Game.from_position(position, nature="manual")
    from ventnor.replay import BadReplay, Replay

    replay = Replay.load(path)
    if ply is not None and not 0 <= ply <= len(replay):
        raise BadReplay(0, f"{given} has plies 0 to {len(replay)}, not {ply}")
    return replay.game_at(ply)


def read_json(words: str, where: str) -> Any:
    """Return the value of a JSON text. Raises `BadArguments`."""
    try:
        return json.loads(words)
    except ValueError as error:
        raise BadArguments(f"{where} is not valid JSON: {error}") from None


def names_of(game: "Game") -> list[str]:
    """Return a name for every seat."""
    return [game.names[seat] if game.names and game.names[seat] else f"Seat {seat}" for seat in range(game.players)]


def text(answer: "WinProbability", game: "Game", rounds: int) -> str:
    """Return the answer as lines for people."""
    names = names_of(game)
    wide = max(map(len, names))
    lines: list[str] = []
    for seat, name in enumerate(names):
        line = f"{name:<{wide}}  {100 * answer.chances[seat]:5.1f}% ± {100 * answer.errors[seat]:.1f}"
        if answer.places and answer.bankrupt:
            bankrupt = 100 * answer.bankrupt[seat]
            line += f"   place {answer.places[seat]:.1f}   bankrupt within {rounds} rounds {bankrupt:.0f}%"
        lines.append(line)
    how = {
        "exact": "The game is over.",
        "network": "By the evaluation network alone.",
        "truncated": f"By {answer.rollouts:,} rollouts of a few throws, valued by the network.",
        "rollouts": f"By {answer.rollouts:,} rollouts to the end.",
    }
    return "\n".join([*lines, how[answer.method]])


def throws_text(found: "dict[tuple[int, int], WinProbability]", game: "Game") -> str:
    """Return a line for each throw, for people."""
    names = names_of(game)
    lines = [f"{'':7}" + "".join(f"{name[:12]:>14}" for name in names)]
    for dice, answer in found.items():
        cells = "".join(f"{100 * chance:13.1f}%" for chance in answer.chances)
        lines.append(f"{dice[0]} and {dice[1]}{cells}")
    return "\n".join(lines)


def throws_json(found: "dict[tuple[int, int], WinProbability]") -> list[dict[str, Any]]:
    """Return the same for programs."""
    return [{"dice": list(dice), **answer.to_json()} for dice, answer in found.items()]
