"""The command `ventnor`: finds the verb, runs its module and turns mistakes into sentences.

Each verb is a module of this package with `add_parser(subparsers)` and `run(args) -> int`. The package `terminal` plays
a game in the terminal; `common` has what several verbs share. Only the verb's own module is imported, so that
`ventnor --help` answers at once. It knows no rule and draws nothing.
"""

import argparse
import os
import re
import sys
import textwrap
import warnings
from collections.abc import Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from importlib import import_module
from typing import Any, Final, NoReturn

COMMANDS: Final[Mapping[str, str]] = {
    "play": "play a whole game in the terminal, with friends and bots",
    "rules": "read the rules by clause, word or edition, or compare two editions",
    "odds": "exact odds: where throws end, and what every deed earns",
    "eval": "each player's chance to win in a position or a saved game",
    "advise": "what a player can do in a position or a saved game, best first",
    "review": "luck, skill and the worst moves of a saved game",
    "simulate": "play many games between bots and show who wins",
    "batch": "show, draw and merge batches that simulate saved",
    "tournament": "let bots play each other in every seat, and rate them",
    "compare": "compare how rules and bots change length, luck and the value of the colours",
    "replay": "read a saved game, or check it against the rules",
    "serve": "run a server for tables in the browser and for bots",
    "bot": "let your bot play at a table of a server",
    "admin": "list, inspect, export, delete, prune, back up and restore a server's tables",
    "warm": "compile the kernel, so that batches of games start at once",
}
"""The commands with their help texts. Each has a module of the same name."""

BAD_REQUEST: Final = 2
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141


class Wrapped(argparse.RawDescriptionHelpFormatter):
    """Keeps lines as they are written, but wraps those that are too wide for the terminal."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:  # noqa: ARG002  (as argparse calls it)
        lines: list[str] = []
        for line in text.splitlines():
            if len(line) <= width:
                lines.append(line)
                continue
            # Of an example and its explanation, the explanation goes to the next line.
            begins = len(line) - len(line.lstrip())
            for number, part in enumerate(re.split(r" {2,}", line.strip())):
                space = " " * (begins + 4 * number)
                lines += textwrap.wrap(part, width, initial_indent=space, subsequent_indent=space)
        return "\n".join(lines)


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one sentence and a pointer to the help."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.formatter_class is argparse.RawDescriptionHelpFormatter:
            self.formatter_class = Wrapped

    def error(self, message: str) -> NoReturn:
        """Print the error and exit."""
        self.exit(BAD_REQUEST, f"{self.prog}: {message}\nTry {self.prog} --help.\n")


class Formatter(argparse.HelpFormatter):
    """Leaves room for the longest verb, whose indentation argparse forgets to count."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog)
        self._action_max_length = max(map(len, COMMANDS)) + 4


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line (default: this process's) and return the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)

    def note(message: Warning | str, *_where: object, **_more: object) -> None:
        complain(words, str(message))

    try:
        with warnings.catch_warnings():
            warnings.showwarning = note
            status = dispatch(words)
        sys.stdout.flush()
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else 0
    except KeyboardInterrupt:
        print("\nventnor: stopped", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        close_output()
        return BROKEN_PIPE
    except OSError as error:
        return complain(words, f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except Exception as error:
        if not is_mistake(error):
            raise
        return complain(words, " ".join([str(error), *getattr(error, "__notes__", [])]))
    return status


def dispatch(words: list[str]) -> int:
    """Run the verb that the words begin with."""
    verb = next((word for word in words if not word.startswith("-")), "")
    if verb and verb not in COMMANDS:
        near = get_close_matches(verb.lower(), COMMANDS, n=2, cutoff=0.5)
        hint = f"did you mean {' or '.join(near)}?" if near else f"commands: {', '.join(COMMANDS)}."
        print(f"ventnor: unknown command {verb!r}; {hint}", file=sys.stderr)
        return BAD_REQUEST
    parser = build_parser(verb)
    args = parser.parse_args(words)
    if args.version:
        from importlib.metadata import version

        print(f"ventnor {version('ventnor')}")
        return 0
    if not verb:
        parser.print_help()
        return 0
    return int(args.run(args))


def build_parser(verb: str) -> Parser:
    """Return the parser of the command; of its verbs only the one that is asked for is read in."""
    parser = Parser(
        prog="ventnor",
        description="The real-estate trading game, played exactly by five of its rulebooks.",
        epilog="`ventnor play` starts a game. `ventnor COMMAND --help` explains a command.",
        formatter_class=Formatter,
    )
    parser.add_argument("--version", action="store_true", help="print the version")
    verbs = parser.add_subparsers(metavar="COMMAND", title="commands")
    for name, purpose in COMMANDS.items():
        if name == verb:
            import_module(f"ventnor.cli.{name}").add_parser(verbs)
        else:
            verbs.add_parser(name, help=purpose)
    return parser


def is_mistake(error: Exception) -> bool:
    """Return whether an error answers a wrong request or a wrong bot, and is not a bug."""
    from ventnor.driver import BadDecision

    wrong = isinstance(error, ValueError | LookupError) and type(error).__module__.startswith("ventnor.")
    return wrong or isinstance(error, BadDecision)


def complain(words: Sequence[str], why: str) -> int:
    """Print one sentence about what was wrong, or what to know."""
    verb = next((word for word in words if word in COMMANDS), "")
    print(f"ventnor {verb}: {why}" if verb else f"ventnor: {why}", file=sys.stderr)
    return BAD_REQUEST


def close_output() -> None:
    """Discard buffered output after the reader has closed the pipe."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
