"""Undo at a real board: the game as it stood before the last thing that somebody did or entered.

The record only grows. An undo is an entry of its own, after which the plies it names do not count any more; the game is
played again from those that do. So every reader of the record, and a server that starts anew, comes to the same game.
"""

from collections.abc import Sequence

from msgspec import json

from ventnor.game import Game
from ventnor.notation.position import identity_digest, identity_of
from ventnor.replay import ReplayDiffers
from ventnor.server.errors import Denied
from ventnor.server.export import replay_of
from ventnor.server.protocol import AnyEntry, Code, PlyEntry, UndoneEntry
from ventnor.server.session import Session, drawer_of
from ventnor.server.store.contract import EntryRow
from ventnor.words.reason import because

read_entry = json.Decoder(AnyEntry).decode


def before_last_entry(session: Session, rows: Sequence[EntryRow]) -> tuple[list[PlyEntry], Game, int | None]:
    """Return the plies before the last command, the game after them, and the seat whose command it was.

    `rows` are the whole record of the table. Raises `Denied`.
    """
    plies: list[PlyEntry] = []
    begun: list[bool] = []
    for row in rows:
        entry = read_entry(row.body)
        if isinstance(entry, UndoneEntry):
            del plies[entry.ply :], begun[entry.ply :]
        elif isinstance(entry, PlyEntry):
            plies.append(entry)
            begun.append(row.command is not None)
    if True not in begun:
        raise Denied(Code.NOT_ALLOWED, because("nothing-to-undo"))
    count = len(begun) - 1 - begun[::-1].index(True)
    first, kept = plies[count], plies[:count]
    game = game_after(session, kept)
    return kept, game, first.actor if isinstance(first.actor, int) else drawer_of(game)


def game_after(session: Session, plies: Sequence[PlyEntry]) -> Game:
    """Play these plies again. Raises `Denied` if that does not lead where it led, under other rules."""
    try:
        game = replay_of(session, plies).game_at()
    except ReplayDiffers:
        raise Denied(Code.NOT_ALLOWED, because("undo-other-rules")) from None
    engine = game.engine
    if plies and plies[-1].digest != identity_digest(identity_of(engine.state, engine.tables)):
        raise Denied(Code.NOT_ALLOWED, because("undo-other-rules"))
    return game
