"""`ventnor replay`: show a saved game, show it at any ply, or check it against the rules.

It shows what `ventnor.replay` reads and decides nothing.
"""

import argparse
import json
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from rich.console import Console

    from ventnor.cli.terminal.screen import Screen
    from ventnor.game import Game
    from ventnor.replay import Line, Replay

EXAMPLES: Final = """\
examples:
  ventnor replay show night.replay            who played, what happened, how it ended
  ventnor replay show night.replay --ply 120  the board after ply 120
  ventnor replay show night.replay --json     all of it for a program
  ventnor replay verify night.replay          check every line; exit code 0: correct, 1: wrong, 2: unreadable
  ventnor replay verify record.json --commitment 5be1…
                                              a server's record, against the hash that it showed before the first throw
  ventnor replay verify record.json --commitment 5be1… --nonce 77ac… --nonce-hash 90d2…
                                              the same, with your own nonce and the hashes of the other players' nonces
"""


def add_parser(
    subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]",  # pyright: ignore[reportPrivateUsage]
) -> None:
    """Add the command to `ventnor`."""
    parser = subparsers.add_parser(
        "replay",
        help="read a saved game, or check it against the rules",
        description="Read a saved game, show it at any ply, or check it.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    verbs = parser.add_subparsers(dest="verb", metavar="show|verify", required=True)
    show = verbs.add_parser("show", help="show a game")
    show.add_argument("file", metavar="FILE", help="a saved game")
    show.add_argument("--ply", metavar="N", type=int, help="show the board after ply N")
    show.add_argument("--plain", action="store_true", help="plain lines without drawing or colours")
    verify = verbs.add_parser("verify", help="check a game against the rules")
    verify.add_argument("file", metavar="FILE", help="a saved game, or a server's record as JSON")
    verify.add_argument(
        "--commitment",
        metavar="HASH",
        default="",
        help="the hash of the seed that the server showed before the first throw",
    )
    verify.add_argument(
        "--nonce", metavar="HEX", action="append", default=[], help="your own nonce, which must be in the dice"
    )
    verify.add_argument(
        "--nonce-hash",
        metavar="HASH",
        action="append",
        default=[],
        help="the hash of another player's nonce, noted before the start; every nonce in the dice needs such a hash",
    )
    for each in (show, verify):
        each.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: "Console | None" = None) -> int:
    """Show or check a file. Return 0, or 1 if the game breaks the rules. Raises `BadReplay`."""
    from ventnor.cli.common.console import open_console
    from ventnor.cli.terminal.screen import Screen

    replay = load(args.file)
    plain = args.verb == "verify" or args.plain
    console = console or open_console()
    if plain:
        console.no_color = True
    screen = Screen(console, replay.heading.names, plain=plain)
    if args.verb == "verify":
        return verify_file(screen, replay, args)
    if args.ply is not None:
        return show_ply(screen, replay, args)
    return show_game(screen, replay, args)


def load(file: str) -> "Replay":
    """Return a saved game, or the one within a server's record. Raises `BadReplay`, or `OSError` if there is none."""
    from ventnor.replay import BadReplay, Replay

    try:
        if Path(file).suffix != ".json":
            return Replay.load(file)
        return Replay.loads(json.loads(Path(file).read_bytes())["replay"])
    except BadReplay as error:
        raise BadReplay(0, f"{file}: {error}") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise BadReplay(0, f"{file} is JSON, but has no game under `replay`") from None


def verify_file(screen: "Screen", replay: "Replay", args: argparse.Namespace) -> int:
    """Check every line against the rules and its digest."""
    from ventnor.replay import ReplayDiffers

    problem: ReplayDiffers | None = None
    try:
        if args.commitment and args.commitment != replay.commitment:
            raise ReplayDiffers(0, "", "the hash of the seed is not the one given with --commitment")
        check_nonces(replay, args.nonce, args.nonce_hash)
        replay.verify()
    except ReplayDiffers as error:
        problem = error
    answers = sum(line.actor == "nature" for line in replay) if replay.revealed else None
    if args.json:
        fault = {"ply": problem.ply, "clause": problem.clause or None, "why": problem.why} if problem else None
        found = {"ok": not problem, "plies": len(replay), "dice": answers, "fault": fault}
        print(json.dumps(found, indent=2), file=screen.console.file)
        return 1 if problem else 0
    if problem:
        screen.line(f"{args.file} is wrong. {problem}")
        return 1
    screen.line(f"{args.file} is correct: all {len(replay)} plies follow the rules.")
    if answers is not None:
        screen.line(f"All {answers} throws, cards and deals follow from the seed and {len(replay.nonces)} nonces.")
        screen.line(f"The hash of the seed: {replay.commitment}")
    elif replay.commitment:
        screen.line("The dice cannot be checked yet: the seed is revealed after the end.")
    return 0


def check_nonces(replay: "Replay", own: list[str], hashes: list[str]) -> None:
    """Compare the nonces of a game with the user's notes. Raises `ReplayDiffers`."""
    from ventnor.replay import ReplayDiffers

    used = [nonce.hex() for nonce in replay.nonces]
    for nonce in own:
        if nonce not in used:
            raise ReplayDiffers(0, "", f"the nonce {nonce} is not in the dice")
    if hashes:
        for nonce in replay.nonces:
            if nonce.hex() not in own and sha256(nonce).hexdigest() not in hashes:
                raise ReplayDiffers(0, "", f"--nonce-hash does not have the hash of the nonce {nonce.hex()}")


def show_ply(screen: "Screen", replay: "Replay", args: argparse.Namespace) -> int:
    """Return the table after a ply."""
    from ventnor.replay import BadReplay

    if not 0 <= args.ply <= len(replay):
        raise BadReplay(0, f"{args.file} has plies 0 to {len(replay)}, not {args.ply}")
    game = replay.game_at(args.ply)
    if args.json:
        last = [line_json(line, game) for line in replay.lines[: args.ply][-1:]]
        found = {"ply": args.ply, "line": last[0] if last else None, "position": game.position}
        print(json.dumps(found, indent=2, ensure_ascii=False), file=screen.console.file)
        return 0
    show_position(screen, replay, game, args.ply)
    return 0


def show_position(screen: "Screen", replay: "Replay", game: "Game", ply: int) -> None:
    """Print what a ply did, and the board after it."""
    from ventnor.cli.terminal.choices import question_of
    from ventnor.cli.terminal.pages import Pages
    from ventnor.cli.terminal.save_file import seats_of
    from ventnor.cli.terminal.story import Story

    story = Story(game)
    if ply:
        line = replay.lines[ply - 1]
        screen.line(f"Ply {ply} of {len(replay)}: {replay.write(line)}", style="bold")
        for words in story.sentences(game.log[-1].events):
            screen.say(words, 2)
    Pages(game, tuple(seats_of(replay)), screen, story).board("")
    awaiting = game.awaiting
    screen.say("Nature answers next." if awaiting.is_nature else question_of(game, story.teller))


def show_game(screen: "Screen", replay: "Replay", args: argparse.Namespace) -> int:
    """Return the whole game: who played, what happened, how it ended."""
    from ventnor.cli.terminal.save_file import seats_of
    from ventnor.cli.terminal.story import Story
    from ventnor.rulebook.option import written
    from ventnor.words.sentence import money

    game = replay.game_at()
    if args.json:
        print(json.dumps(game_json(replay, game), indent=2, ensure_ascii=False), file=screen.console.file)
        return 0
    heading = replay.heading
    title = f"{heading.edition} {heading.variant}".strip()
    rules = "".join(f", {written(name, value)}" for name, value in heading.options.to_mapping().items())
    screen.line(f"{title}{rules}: {len(replay)} plies", style="bold")
    for number, seat in enumerate(seats_of(replay)):
        screen.say(f"{number} {seat.name}{'' if seat.is_person else f', a {seat.bot} bot'}", 2)
    if replay.seed is not None:
        screen.say(f"seed {replay.seed}", 2)
    screen.line()
    for paragraph in Story(game).go_on():
        screen.tell(paragraph.seat, f"{f'{paragraph.turn}. ' if paragraph.turn else ''}{paragraph.text}")
    screen.line()
    if not game.over:
        screen.say(f"The game is not over: it has {len(replay)} plies so far.")
        return 0
    for each in game.standings().standings:
        state = "retired" if each.retired else f"worth {money(each.worth or 0)}, of it {money(each.cash)} in cash"
        screen.say(f"{each.place}. {game.names[each.seat]}: {state}", 2)
    return 0


def game_json(replay: "Replay", game: "Game") -> dict[str, Any]:
    """Return a game for a program: its head, every line with its events, and its outcome."""
    heading = replay.heading
    return {
        "edition": heading.edition,
        "variant": heading.variant,
        "options": heading.options.to_mapping(),
        "table": replay.table,
        "seats": [
            {"name": name, "bot": replay.bots[number] if replay.bots else "seat"}
            for number, name in enumerate(heading.names)
        ],
        "seed": replay.seed,
        "rules": replay.rules,
        "lines": [
            {"ply": line.number, "actor": line.actor, "cause": line.cause, "digest": line.digest}
            | {"action": line.action.to_json(), "events": [event.to_json() for event in ply.events]}
            for line, ply in zip(replay.lines, game.log, strict=True)
        ],
        "outcome": game.outcome.to_json() if game.outcome else None,
    }


def line_json(line: "Line", game: "Game") -> dict[str, Any]:
    """Return a line and its events."""
    return {
        "actor": line.actor,
        "cause": line.cause,
        "action": line.action.to_json(),
        "events": [event.to_json() for event in game.log[-1].events],
    }
