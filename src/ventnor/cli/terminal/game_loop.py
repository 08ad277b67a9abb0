"""Plays a game in the terminal, from the first question to the final standings.

It sets up the game from the command line or by asking, saves it in a file at every decision, and prints the result.
The library provides rules, bots and dice.
"""

import argparse
import sys
import time
from errno import EEXIST
from pathlib import Path
from typing import Final, cast

from rich.console import Console

from ventnor.cli.common.arguments import BadArguments, read_options
from ventnor.cli.common.console import open_console
from ventnor.cli.terminal.hour import HourLimit, read_hour
from ventnor.cli.terminal.pages import Pages
from ventnor.cli.terminal.prompt import Prompt, PromptContext, Quit
from ventnor.cli.terminal.save_file import asked_by_people, last_path, new_path, replay_of, seats_of, write_replay
from ventnor.cli.terminal.screen import Keyboard, Screen
from ventnor.cli.terminal.seating import TableSeat, read_seats, usual_seats
from ventnor.cli.terminal.setup import TableSetup, ask_setting
from ventnor.cli.terminal.story import Story
from ventnor.cli.terminal.table import Table
from ventnor.dice import LARGEST_SEED
from ventnor.game import Game, random_seed
from ventnor.replay import BadReplay, Replay
from ventnor.rulebook.edition import EditionName, VariantName, edition
from ventnor.rulebook.option import written
from ventnor.words.sentence import money

ALONE: Final = 5000
"""A game between bots alone is stopped after this many throws."""
OFTEN: Final = 60
"""The story is printed at least once in this many actions."""

LONGEST_NUMBER: Final = len(str(LARGEST_SEED))
SECOND: Final = 1.0
"""Shortest time in seconds between two saves. The game is always saved when somebody leaves."""


def play_in_terminal(args: argparse.Namespace, console: Console | None = None) -> int:
    """Play the requested game and return the exit code."""
    plain = bool(args.plain) or not (sys.stdout.encoding or "").lower().startswith("utf")
    if console is None:
        console = open_console(plain=plain)
    screen = Screen(console, plain=plain)
    keyboard = Keyboard(screen)
    try:
        table, path, shown = set_table(args, screen, keyboard)
    except EOFError:
        screen.say("No game was started.")
        return 0
    screen.names = tuple(seat.name for seat in table.seats)
    return GameLoop(table, screen, keyboard, path, shown).play()


def set_table(args: argparse.Namespace, screen: Screen, keyboard: Keyboard) -> tuple[Table, Path, int]:
    """Return the table, the file of the game, and how many plies the story leaves out."""
    hour = read_hour(args.hour) if args.hour else None
    if args.ask_rent not in {None, "auto", "manual"}:
        raise BadArguments(f"--ask-rent must be auto or manual, not {args.ask_rent!r}")
    if args.resume is not None:
        return resume_table(args, hour, screen)
    if args.save and Path(args.save).is_file():
        raise BadArguments(f"--save {args.save}: this file already exists; --resume {args.save} continues its game")
    setting = read_setting(args) if asks_for_something(args) else ask_setting(screen, keyboard)
    seed = random_seed() if args.seed is None else read_seed(args.seed)
    game = Game(
        cast(EditionName, setting.edition),
        len(setting.seats),
        seed,
        cast(VariantName, setting.variant),
        setting.options,
        nature="manual",
        ask_rent="manual",
        names=[seat.name for seat in setting.seats],
    )
    throws = hour.throws if hour else 0
    table = Table(game, setting.seats, seed, ask_rent=args.ask_rent != "manual", hour_at=throws)
    greet(screen, game)
    set_clock(table, hour, screen)
    return table, Path(args.save) if args.save else new_path(), 0


def asks_for_something(args: argparse.Namespace) -> bool:
    """Return whether the command line says which game to play."""
    return any(each is not None for each in (args.edition, args.variant, args.seats, args.seed)) or bool(args.option)


def read_setting(args: argparse.Namespace) -> TableSetup:
    """Return the game that the command line asks for."""
    name = args.edition or "official"
    book = edition(name)
    variant = book.check_variant(args.variant or "")
    seats = read_seats(args.seats) if args.seats is not None else usual_seats()
    return TableSetup(name, variant, tuple(seats), read_options(args.option))


def read_seed(text: str) -> int:
    """Read a seed. Raises `BadArguments`."""
    if not text.isdecimal() or len(text) > LONGEST_NUMBER or int(text) > LARGEST_SEED:
        raise BadArguments(f"--seed must be a number from 0 to 2**62 - 1, not {text!r}")
    return int(text)


def set_clock(table: Table, hour: HourLimit | None, screen: Screen) -> None:
    """Start the clock of a game with a time limit."""
    has_hour = bool(table.game.engine.tables.hour)
    if not has_hour:
        if hour:
            raise BadArguments(f"--hour: this game of {table.game.edition} has no time limit")
        return
    chosen = hour or HourLimit(minutes=60)
    table.deadline = chosen.deadline
    screen.say(f"The hour strikes {chosen}; `hour` strikes it sooner.")


def resume_table(args: argparse.Namespace, hour: HourLimit | None, screen: Screen) -> tuple[Table, Path, int]:
    """Return the table of a saved game, its file, and how many plies the story leaves out."""
    if asks_for_something(args):
        raise BadArguments(
            "--resume continues a game as it is: leave out --edition, --variant, --seats, --seed, --option"
        )
    path = Path(args.resume) if args.resume else last_path()
    try:
        replay = Replay.load(path)
    except BadReplay as error:
        raise BadArguments(f"{path}: {error}") from None
    seats = seats_of(replay)
    manual = asked_by_people(replay)
    asks = not manual if args.ask_rent is None else args.ask_rent == "auto"
    table = rebuild(replay, seats, asks=asks, asked=not manual, throws=hour.throws if hour else 0)
    if table.game.over:
        raise BadArguments(f"the game in {path} is over; `ventnor replay show {path}` shows it")
    greet(screen, table.game)
    set_clock(table, hour, screen)
    screen.say(f"The game continues from ply {table.game.ply}.")
    return table, Path(args.save) if args.save else path, max(0, table.game.ply - 30)


def rebuild(replay: Replay, seats: list[TableSeat], *, asks: bool, asked: bool, throws: int) -> Table:
    """Return the table that a replay leads to. Raises `ReplayDiffers`."""
    seed = random_seed() if replay.seed is None else replay.seed

    def follow(way: bool) -> tuple[Table, bool]:
        table = Table(new_game(replay, seats, seed), seats, seed, ask_rent=asks, hour_at=throws)
        return table, table.follow(replay.lines, ask_rent=way)

    table, faithful = follow(asked)
    return table if faithful else follow(not asked)[0]


def new_game(replay: Replay, seats: list[TableSeat], seed: int) -> Game:
    """Return the game before the first line of a replay."""
    if replay.start is not None:
        return Game.from_position(replay.start, seed, nature="manual", ask_rent="manual", table=replay.table)
    heading = replay.heading
    return Game(
        cast(EditionName, heading.edition),
        replay.players,
        seed,
        cast(VariantName, heading.variant),
        heading.options,
        nature="manual",
        ask_rent="manual",
        table=replay.table,
        names=[seat.name for seat in seats],
    )


def greet(screen: Screen, game: Game) -> None:
    """Print which game is played."""
    book = edition(game.edition)
    screen.line(book.variant(game.variant).title if game.variant else book.title, style="bold")
    screen.say(book.variant(game.variant).text if game.variant else book.text)
    rules = [written(name, value) for name, value in game.options.to_mapping().items()]
    if rules:
        screen.say(f"House rules: {', '.join(rules)}.")
    screen.say("Type ? for help.")


class GameLoop:
    """Plays at a table until the game is over or somebody leaves."""

    def __init__(self, table: Table, screen: Screen, keyboard: Keyboard, path: Path, shown: int) -> None:
        self.table = table
        self.screen = screen
        self.keyboard = keyboard
        self.path = path
        self.story = Story(table.game, shown)
        self.pages = Pages(table.game, table.seats, screen, self.story)
        self.prompt = Prompt(
            PromptContext(table, screen, keyboard, self.story, self.pages, self.save, self.keep_now_and_then)
        )
        self.complained = False
        self.kept = False
        self.saved_at = 0.0

    def play(self) -> int:
        """Play, and return the exit code."""
        try:
            self.run()
        except Quit:
            return self.leave()
        except EOFError:
            if self.keyboard.is_terminal:
                self.screen.line()
            self.screen.say("The input has ended.")
            self.keep()
            self.say_where()
            return 0
        except KeyboardInterrupt:
            self.screen.line()
            self.keep()
            self.say_where()
            return 130
        except (Exception, SystemExit):
            self.keep()  # save the game whatever went wrong
            raise
        self.prompt.tell()
        self.tell_end()
        return 0

    def run(self) -> None:
        """Ask the seats until the game is over, or bots alone have played too long."""
        game = self.table.game
        s = game.engine.state
        last = s.throws
        while not game.over:
            if self.table.people:
                last = s.throws
            elif s.throws - last >= ALONE:
                return
            if game.ply - self.story.shown >= OFTEN:
                self.prompt.tell()
            self.table.advance(self.prompt.decide)

    def save(self, file: str) -> None:
        """Save the game as a player asks. A file that the player names becomes the game's file."""
        if self.write(file):
            self.screen.line(f"The game is saved in {self.path}.")

    def keep(self) -> None:
        """Save the game in its file. Report a failure once."""
        self.kept = self.write("", quiet=self.complained)
        self.complained = not self.kept

    def keep_now_and_then(self) -> None:
        """Save the game unless it was saved a moment ago."""
        if time.monotonic() - self.saved_at >= SECOND:
            self.keep()

    def write(self, file: str, *, quiet: bool = False) -> bool:
        """Save the game in a file (default: its own). Report a file that cannot be written."""
        replay = replay_of(self.table.game, self.table.seats, self.table.seed if self.table.is_faithful else None)
        try:
            path = Path(file).expanduser() if file else self.path
            if path != self.path and path.is_file():
                raise FileExistsError(EEXIST, "the file already exists")
            write_replay(replay, path)
        except (OSError, RuntimeError, ValueError) as error:  # RuntimeError, ValueError: not a valid path
            if not quiet:
                why = error.strerror if isinstance(error, OSError) else error
                self.screen.line(f"The game could not be saved in {file or self.path}: {why}.")
            return False
        self.path = path
        self.kept = True
        self.saved_at = time.monotonic()
        return True

    def leave(self) -> int:
        """Save the game, ask whether to keep it, and return the exit code."""
        self.keep()
        if self.kept:
            self.screen.line(f"The game is kept in {self.path}.")
        else:
            self.screen.line(f"The game was not saved: {self.path} cannot be written.")
        text = ""
        try:
            text = self.keyboard.read("Enter: leave. A file name: save it there. discard: delete it> ")
        except (EOFError, KeyboardInterrupt):
            self.screen.line()
        if text == "discard":
            self.path.unlink(missing_ok=True)
            self.screen.say("The game was deleted.")
            return 0
        if text:
            kept = self.path
            self.save(text)
            if kept != self.path:
                kept.unlink(missing_ok=True)
        self.say_where()
        return 0

    def say_where(self) -> None:
        """Print how to continue."""
        if self.kept:
            self.screen.line(f"Continue with: ventnor play --resume {self.path}")
        else:
            self.screen.line("The game was not saved.")

    def tell_end(self) -> None:
        """Print the standings."""
        game = self.table.game
        outcome = game.standings()
        self.screen.line()
        if not game.over:
            self.screen.say(f"The bots played {ALONE} throws without an end, so the game was stopped.")
        else:
            winners = " and ".join(self.table.seats[seat].name for seat in outcome.winners)
            self.screen.line(f"{winners} {'wins' if len(outcome.winners) == 1 else 'win'}.", style="bold")
        for each in outcome.standings:
            # §tax.income: no worth is counted while a player chooses how to pay the tax.
            worth = "" if each.worth is None else f"{money(each.worth)}, of it "
            state = "retired" if each.retired else f"{worth}{money(each.cash)} in cash"
            self.screen.say(f"{each.place}. {self.table.seats[each.seat].name}: {state}", 2)
        self.keep()
        if self.kept:
            self.screen.line(f"The game is saved in {self.path}; `ventnor replay show` shows it.", style="dim")
