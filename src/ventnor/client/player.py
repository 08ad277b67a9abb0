"""A bot at a server's table: it is asked when the game asks its seat, until the game is over."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from ventnor.action import from_record
from ventnor.arena import decide, name_of, policy_of
from ventnor.batch.entrant import Player
from ventnor.client.connection import SeatSocket
from ventnor.client.follower import Follower
from ventnor.client.site import Address, ServerRefused
from ventnor.dice import FastChance
from ventnor.driver import Asks, Move
from ventnor.game import random_seed
from ventnor.kernel.layout import Chance

Json = dict[str, Any]

PASSING: Final = frozenset({"stale", "paused", "illegal", "away", "over"})
"""Refusals after which the bot is asked again, because the game may have moved on."""
MOST_REFUSALS: Final = 20
"""Refusals in a row after which the bot gives up."""
PAUSE: Final = 0.2
"""Seconds to wait for news after an action that the law refused."""


class BotRefused(ServerRefused):
    """The server refuses what the bot does, again and again."""


@dataclass(frozen=True)
class TableResult:
    """How a game at a server's table ended."""

    table: str
    seat: int
    names: tuple[str, ...]
    winners: tuple[int, ...]
    plies: int

    @property
    def won(self) -> bool:
        """Return whether the bot's seat won."""
        return self.seat in self.winners


class Seated:
    """A bot at a table."""

    def __init__(self, bot: Player, connection: SeatSocket) -> None:
        if not connection.mine:
            raise ServerRefused("this secret opens no seat of the table")
        self.connection = connection
        self.seat = connection.mine[0]
        self.name = name_of(bot)
        self.policy = policy_of(bot)
        self.draws: Chance = FastChance(random_seed()).record
        self.follower: Follower | None = None
        self.refused = 0
        self.ended = False
        self.is_away = False

    def play(self) -> TableResult:
        """Play until the game is over. Raises `ServerRefused`, `BadDecision` or `OutOfStep`."""
        while True:
            for entry in self.connection.news():
                self.take(entry)
            if self.ended:
                return self.finished()
            if self.is_away:
                self.come_back()
            elif not self.act():
                self.connection.receive()

    def take(self, entry: Json) -> None:
        """Take in an entry."""
        kind = entry["type"]
        if kind == "began" and self.follower is None:
            self.follower = Follower(self.connection.table, self.seat)
        elif kind == "ply" and self.follower:
            self.follower.take(entry)
        elif kind == "undone" and self.follower:
            self.follower.undo(entry)
        elif kind == "handed" and entry["seat"] == self.seat:
            self.is_away = bool(entry["bot"])
        elif kind == "left" and entry["seat"] == self.seat:
            raise ServerRefused("the host has freed the seat")
        elif kind == "ended":
            self.ended = True

    def come_back(self) -> None:
        """Take the seat back from the server's bot that plays it."""
        self.is_away = False
        self.answer(self.connection.command("take-back", seat=self.seat))

    def act(self) -> bool:
        """Let the bot decide if the game asks its seat. Return whether it did anything."""
        if self.follower is None or self.follower.game.over or self.connection.table["status"] == "paused":
            return False
        game, driver = self.follower.game, self.follower.driver
        step = driver.next()
        if isinstance(step, Asks):
            step = decide(game, driver, step.seat, self.name, self.policy, self.draws)
            if step is None:
                return True  # the bot has closed its window
        if not isinstance(step, Move):
            return False
        action = from_record(step.record).to_json()
        self.answer(self.connection.command("act", seat=self.seat, ply=game.ply, action=action))
        return True

    def answer(self, answer: Json) -> None:
        """Handle the answer to a command. Raises `BotRefused` after many refusals in a row without news."""
        if answer["type"] != "refused":
            self.refused = 0
            return
        if answer["code"] in {"stale", "illegal"} and self.connection.entries:
            return  # somebody was faster; what they did has arrived
        self.refused += 1
        if answer["code"] not in PASSING or self.refused > MOST_REFUSALS:
            raise BotRefused(answer["why"])
        if not self.connection.entries:
            # What made the action unlawful may still be on its way, or there may be nothing to come.
            self.connection.receive(PAUSE if answer["code"] == "illegal" else None)

    def finished(self) -> TableResult:
        """Return how the game ended."""
        assert self.follower is not None
        game = self.follower.game
        winners = game.outcome.winners if game.outcome else ()
        names = tuple(each["name"] for each in self.connection.table["seats"])
        return TableResult(self.connection.table["id"], self.seat, names, winners, game.ply)


def play_at(
    url: str,
    bot: Player,
    *,
    name: str = "",
    code: str = "",
    seat: int | None = None,
    notify: Callable[[str], None] = lambda _: None,
) -> TableResult:
    """Play a game at a server's table and return how it ended.

    `url`: a table's link, the private link of a seat, or a server's address with the table's `code`. Without a private
    link the bot takes `seat`, or the first free one, under this `name`. `notify` gets lines for a person: first the
    private link, with which the bot can come back. Raises `BadLink`, `ServerRefused`, `BadBot`, `BadDecision` or
    `OutOfStep`.
    """
    policy_of(bot)  # a bot that cannot be loaded takes no seat
    address = Address.read(url)
    if code:
        address = address.with_code(code)
    if not address.secret:
        address = address.take_seat(name or name_of(bot).capitalize(), seat)
        notify(f"To come back to this seat: {address}")
    connection = SeatSocket(address, notify)
    try:
        return Seated(bot, connection).play()
    finally:
        connection.close()
