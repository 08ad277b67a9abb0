"""A table of the real server at a chosen position.

People sit at some of its seats; the others are sleeping bots, which do only what a test says. To pages it is a table
like any other.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from playwright.sync_api import Page

from tests.web.house import House
from tests.web.scenes import scene
from ventnor.action import Roll, Throw, to_record
from ventnor.driver import Move
from ventnor.game import ACTORS, Game
from ventnor.kernel.reasons import LAWFUL
from ventnor.log import EVENT_SIZE, EVENTS_START, OWN
from ventnor.notation import parse_action
from ventnor.notation.position import identity_of
from ventnor.server.entry_points import DonePly
from ventnor.server.errors import Denied, because_of
from ventnor.server.protocol import BeganEntry, Code, NewSeat, NewTable, TurnedDownEntry, WokeEntry
from ventnor.server.session import Session
from ventnor.words.reason import because

NAMES = ("Robin", "Agnes", "Bruno", "Celia", "Dmitri", "Edda", "Farid", "Gwen")
NEVER = 1e9
SEED = 12
"""The first throw is 3 and 4, which brings no rent and no card at the usual scene."""
Doings = Sequence[tuple[str, int]]
Position = Mapping[str, Any]


class LaidTable:
    """A table at a position. The doings lead on from there; in `roll 2 3` the dice fall so."""

    def __init__(
        self, house: House, position: Position, doings: Doings = (), people: Sequence[int] = (0,), **more: Any
    ) -> None:
        self.house = house
        names = NAMES[: len(position["seats"])]
        wanted = NewTable(
            tuple(NewSeat("mine" if seat in people else "bot", name) for seat, name in enumerate(names)),
            position["edition"],
            position.get("variant", ""),
            position.get("options", {}),
            **{"pace": NEVER, "grace": 0, **more},
        )
        made = house.do(house.make(wanted, SEED))
        self.id = made.table.id
        self.tokens = {seated.seat: seated.token for seated in made.seats}
        self.lay(position, doings)

    def lay(self, position: Position, doings: Doings = ()) -> None:
        """Set the table to this position."""
        self.house.do(self._lay(position, doings))

    def do(self, text: str, by: int) -> None:
        """Do an action of a seat."""
        self.do_all([(text, by)])

    def do_all(self, doings: Doings) -> None:
        """Do several actions, then broadcast them together."""
        self.house.do(self._do(doings))

    async def _lay(self, position: Position, doings: Doings) -> None:
        room = self.house.registry.room(self.id)
        async with room.lock:
            session = await room.session()
            state, now = session.state, time.time()
            if not session.is_manual:
                session.chance = session.chance or session.make_chance()
            seats = [{"name": NAMES[index], **seat} for index, seat in enumerate(position["seats"])]
            game = Game.from_position(
                {**position, "seats": seats}, nature="manual", ask_rent="manual", dice=session.chance, keep_log=False
            )
            session.open_game(game)
            if state.status == "lobby":
                state.status, state.began = "playing", now
                session.timers.begin(now)
                session.add(BeganEntry(seq=0, at=now, commitment=session.commitment, nonces=session.nonces))
            else:
                session.add(WokeEntry(seq=0, at=now, away=0))
            state.ply += 1
            session.note_position()
            session.note_basis()
            await room.keep()
        await self._do(doings)

    async def _do(self, doings: Doings) -> None:
        room = self.house.registry.room(self.id)
        async with room.lock:
            session = await room.session()
            game, now = session.playing(), time.time()
            for text, by in doings:
                action = parse_action(text)
                actions = [Roll(), action] if isinstance(action, Throw) else [action]
                for each in actions:
                    record = to_record(each, ACTORS.get(each.actor, by))
                    assert game.engine.refuse(record) == LAWFUL, game.why_not(each, by)
                    done = session.driver.do(Move(record, OWN))
                    sink = memoryview(game.engine.sink).cast("B")
                    events = bytes(sink[EVENTS_START : EVENTS_START + game.engine.sink.count * EVENT_SIZE])
                    identity = identity_of(game.engine.state, game.engine.tables)
                    session.add_ply(DonePly(bytes(record), events, identity), now, done.cause, "")
                    session.note_position()
                    session.note_basis()
            if doings:
                session.advance(now)
                await room.keep()

    def explain(self, seat: int, number: int) -> None:
        """Have a bot say that it turned down an offer because it never deals."""

        async def say() -> None:
            room = self.house.registry.room(self.id)
            async with room.lock:
                why = because_of(because("never-deals", seat=seat))
                session = await room.session()
                session.add(TurnedDownEntry(seq=0, at=time.time(), seat=seat, number=number, because=why))
                await room.keep()

        self.house.do(say())

    def drop_hammer(self) -> None:
        """End the time for bids."""

        async def strike() -> None:
            room = self.house.registry.room(self.id)
            async with room.lock:
                (await room.session()).drop_hammer(time.time())
                await room.keep()

        self.house.do(strike())

    @property
    def address(self) -> str:
        """Return where everybody may watch it."""
        return f"{self.house.url}#/t/{self.id}"

    def open(self, page: Page, seat: int | None = 0) -> None:
        """Open the table in a page; without a seat it watches."""
        page.goto(self.address if seat is None else f"{self.address}/{self.tokens[seat]}")
        page.get_by_role("group", name="The board").wait_for()
        page.wait_for_function("() => document.fonts.status === 'loaded'")  # the layout depends on them

    @property
    def session(self) -> Session:
        """Return the table as the server has it."""
        return self.house.do(self.house.registry.room(self.id).session())

    @property
    def game(self) -> Game:
        """Return the game as the server has it."""
        game = self.session.game
        assert game is not None
        return game

    def drop(self) -> None:
        """Disconnect everybody."""

        async def dismiss() -> None:
            for connection in list(self.house.registry.room(self.id).connections):
                connection.dismiss(Denied(Code.SLOW, because("slow")))

        self.house.do(dismiss())


def sit_together(
    house: House, new_page: Callable[..., Page], name: str, seats: tuple[int, ...], **more: Any
) -> tuple[LaidTable, list[Page]]:
    """Seat several people at one scene, each in a browser of their own."""
    table = LaidTable(house, *scene(name), people=seats, **more)
    pages = [new_page() for _ in seats]
    for page, seat in zip(pages, seats, strict=True):
        table.open(page, seat)
    return table, pages
