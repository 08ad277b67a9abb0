"""Saved games of the terminal: replays with the seats, written atomically."""

import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Final

from ventnor.cli.terminal.seating import TableSeat
from ventnor.game import Game
from ventnor.log import AUTO, OWN
from ventnor.replay import BadReplay, Replay, ReplayDiffers, checksum_of

SUFFIX: Final = ".replay"
MOST_READ: Final = 20
"""How many saved games are searched for an unfinished one."""


def replay_of(game: Game, seats: Sequence[TableSeat], seed: int | None) -> Replay:
    """Return the replay of a game so far: with every seat's bot, those included that have not acted yet."""
    made = replace(Replay.of(game), bots=tuple(seat.bot for seat in seats), seed=seed)
    checksum = checksum_of(made.body())
    return replace(made, seal=checksum, checksum=checksum)


def write_replay(replay: Replay, path: Path) -> None:
    """Write a replay to a file atomically. Raises `OSError`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        replay.save(draft)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def folder() -> Path:
    """Return the folder of games without a file name."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "ventnor"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", str(Path.home()))) / "ventnor" / "games"
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "ventnor"


def new_path() -> Path:
    """Return a new file name for a game. The file does not exist yet."""
    begun = f"{time.strftime('%Y-%m-%d-%H%M%S')}-{os.getpid()}"
    names = (f"{begun}{SUFFIX}" if number == 1 else f"{begun}-{number}{SUFFIX}" for number in count(1))
    return next(path for path in map(folder().joinpath, names) if not path.exists())


def last_path() -> Path:
    """Return the file of the latest unfinished game. Raises `BadReplay` if there is none."""
    kept = sorted(folder().glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in kept[:MOST_READ]:
        with suppress(BadReplay, ReplayDiffers):
            if not Replay.load(path).game_at().over:
                return path
    raise BadReplay(0, f"there is no unfinished game in {folder()}: give --resume a file")


def asked_by_people(replay: Replay) -> bool:
    """Return whether rent was ever asked for by a player and not by the table."""
    return any(line.action.name == "ask-rent" and line.cause != AUTO for line in replay)


def seats_of(replay: Replay) -> list[TableSeat]:
    """Return who sat where."""
    bots = replay.bots or (OWN,) * replay.players
    return [TableSeat(name or f"Seat {number}", bots[number]) for number, name in enumerate(replay.heading.names)]
