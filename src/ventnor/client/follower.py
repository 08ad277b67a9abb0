"""A table's game, played again from its entries.

The server sends every action, nature's included. So the client has the same game as the server, and a bot has all that
it has in `vt.play`. What a seat may not know (the dice to come) is not in the entries.
"""

from typing import Any

from ventnor.action import from_json, to_record
from ventnor.driver import Driver, Move
from ventnor.game import ACTORS, Game
from ventnor.kernel.reasons import LAWFUL
from ventnor.notation.position import identity_digest, identity_of
from ventnor.rulebook.option import Options

Json = dict[str, Any]


class OutOfStep(RuntimeError):
    """The client's game is not the server's: another version of the rules, or a bug."""


class Follower:
    """The game of a table, played from its entries."""

    def __init__(self, table: Json, seat: int) -> None:
        """Begin the game of a table that has started."""
        self.table = table
        self.seat = seat
        self.plies: list[Json] = []
        self.begin()

    def begin(self) -> None:
        """Set up the game before its first ply."""
        table, mine = self.table, 1 << self.seat
        names = [each["name"] for each in table["seats"]]
        self.game = Game(
            table["edition"],
            len(names),
            0,
            table["variant"],
            Options.from_mapping(table["options"]),
            nature="manual",
            ask_rent="manual",
            table=table["manner"],
            names=names,
            keep_log=False,
        )
        self.driver = Driver(self.game.engine, None)
        self.driver.ask_only(mine, mine)
        self.driver.cursor.auto_end = mine

    def take(self, entry: Json) -> None:
        """Do what an entry of a ply says. Raises `OutOfStep`."""
        actor = entry["actor"]
        record = to_record(from_json(entry["action"]), ACTORS[actor] if isinstance(actor, str) else actor)
        if self.game.engine.refuse(record) != LAWFUL:
            raise OutOfStep(
                f"ply {entry['ply']}: the server did {entry['text']!r}, which is not lawful in this version"
            )
        self.driver.do(Move(record, entry["cause"]))
        self.plies.append(entry)
        engine = self.game.engine
        if entry["digest"] not in {self.game.digest, identity_digest(identity_of(engine.state, engine.tables))}:
            raise OutOfStep(f"ply {entry['ply']}: after {entry['text']!r} the game is not the server's")

    def undo(self, entry: Json) -> None:
        """Go back as far as an entry says: at a real board people undo what they have entered. Raises `OutOfStep`."""
        plies, self.plies = self.plies[: entry["ply"]], []
        self.begin()
        for ply in plies:
            self.take(ply)
