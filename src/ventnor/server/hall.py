"""All tables of one server process: opening and closing them, secrets, leases, and word from other processes."""

import asyncio
import contextlib
import logging
import os
import secrets
import time
from collections.abc import Coroutine, Sequence
from typing import Final, cast

import msgspec

from ventnor.game import WrongPlayers
from ventnor.notation.position import Heading
from ventnor.rulebook.edition import UnknownEdition, UnknownVariant
from ventnor.rulebook.option import BadOption, ContradictoryOptions, Options
from ventnor.rulebook.reason import because
from ventnor.server import moment, protocol, snapshot
from ventnor.server.bot import check_bot
from ventnor.server.command import HOST, Role, bot_name, free_name
from ventnor.server.denial import Denied
from ventnor.server.doors import Doors
from ventnor.server.metrics import Metrics
from ventnor.server.protocol import Code, Scope
from ventnor.server.room import Gone, Room
from ventnor.server.secret import hash_of, is_hash_of, new_id, new_secret, new_seed, read_code
from ventnor.server.settings import Settings
from ventnor.server.sight import see_table
from ventnor.server.sitting import VERSION, Sitting, new_sitting
from ventnor.server.snapshot import Place, Setting
from ventnor.server.store.contract import Head, Store, StoreBusy, TokenRow

LOG: Final = logging.getLogger("ventnor.server.hall")
ALL: Final[tuple[Scope, ...]] = ("watch", "play", "chat", "host")
SEAT: Final[tuple[Scope, ...]] = ("watch", "play", "chat")
NOTICE: Final = 25
"""Words in one notice between processes: PostgreSQL takes 8,000 bytes, and a word has at most 300."""
RETRY: Final = 0.5
"""Seconds until a store that was busy is asked again."""


def is_id(table: str) -> bool:
    """Whether a table could have this id."""
    return len(table) <= 40 and table.isascii() and table.isalnum()


class Hall:
    """The tables of one process."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.version = VERSION
        self.metrics = Metrics()
        self.doors = Doors()
        self.rooms: dict[str, Room] = {}
        self.worker = f"{os.getpid()}-{secrets.token_hex(6)}"
        self.is_closing = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._tokens: dict[tuple[str, str], TokenRow] = {}

    async def open(self) -> None:
        """Make ready."""
        await self.store.open()
        self.store.listen(self.hear)
        self.spawn(self.keep_leases())

    async def close(self) -> None:
        """Say goodbye to everybody, finish what was begun, and let go."""
        self.is_closing = True
        for room in self.rooms.values():
            for connection in list(room.connections):
                connection.dismiss(Denied(Code.CLOSING, because("server-stops")))
        for task in list(self._tasks):
            task.cancel()
        for room in self.rooms.values():
            if room.runner is not None:
                async with room.lock:  # whatever it is doing is finished first
                    room.runner.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(StoreBusy):
            await self.store.drop_leases(self.worker)
        await self.store.close()

    def spawn(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        """Have something done meanwhile."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # --- tables -------------------------------------------------------------------------------------------------------
    def room(self, table: str) -> Room:
        """A table, open or not, existing or not."""
        found = self.rooms.get(table)
        if found is None:
            found = self.rooms[table] = Room(self, table)
        return found

    async def open_room(self, table: str) -> Room:
        """A table that exists. Raises `Denied`."""
        found = self.rooms.get(table)
        if found is not None:
            found.used = time.monotonic()  # not put away before whoever asked has come in
            return found
        if not is_id(table) or await self.store.head(table) is None:
            raise Denied(Code.NO_TABLE, because("no-table"))
        return self.room(table)

    async def find_room(self, given: str) -> Room:
        """The table of a code, if its game has not begun. Raises `Denied`."""
        found = await self.coded(given)
        if not found:
            raise Denied(Code.NO_TABLE, because("no-code"))
        return await self.open_room(found[0])

    async def make(self, wanted: protocol.NewTable) -> protocol.Made:
        """A new table. Raises `Denied`."""
        now = moment.now()
        mine = [seat for seat, each in enumerate(wanted.seats) if each.kind == "mine"]
        setting = Setting(
            seats=len(wanted.seats),
            edition=wanted.edition,
            variant=wanted.variant,
            options=wanted.options,
            manner=wanted.manner,
            title=wanted.title,
            open=wanted.open,
            spectators=wanted.spectators,
            clock=wanted.clock,
            absence=wanted.absence,
            pace=wanted.pace,
            grace=wanted.grace,
            host=mine[0] if mine else HOST,
        )
        check_setting(setting)
        sitting = new_sitting(new_id(), setting, [Place()] * setting.seats, new_seed(), now)
        places = sitting.state.places
        chosen = {each.piece for each in wanted.seats}
        for seat, each in enumerate(wanted.seats):
            if each.kind == "mine":
                name = free_name(places, each.name or f"Player {seat + 1}")
                piece = each.piece or sitting.free_piece(seat, None, chosen)
                sitting.sit(seat, Place(name=name, kind="person", piece=piece, nonce=wanted.nonce or ""), now)
        for seat, each in enumerate(wanted.seats):
            if each.kind == "bot":
                bot = check_bot(each.bot)
                name = free_name(places, each.name) if each.name else bot_name(sitting, bot)
                piece = each.piece or sitting.free_piece(seat, None, chosen)
                sitting.sit(seat, Place(name=name, kind="bot", piece=piece, bot=bot), now)
        tokens = [
            self.new_token(sitting.id, seat, ALL if seat == setting.host else SEAT, places[seat].key) for seat in mine
        ]
        if not mine:
            tokens = [self.new_token(sitting.id, HOST, ("watch", "host"), "")]
        await self.create(sitting, [row for _, row in tokens])
        return protocol.Made(see_table(sitting), tuple(seated for seated, _ in tokens))

    async def create(self, sitting: Sitting, tokens: Sequence[TokenRow]) -> None:
        """Keep a new table."""
        entries = sitting.new
        rows = [snapshot.row_of(each) for each in entries]
        if not await self.store.create(self.head_of(sitting, sitting.created), rows, tokens):
            raise Denied(Code.BUSY, because("try-again"))
        sitting.new = []

    async def again(self, sitting: Sitting) -> str:
        """A table with the same settings, people and secrets; its id."""
        now = moment.now()
        places = [
            Place(
                name=each.name,
                kind=each.kind,
                piece=each.piece,
                bot=each.bot if each.kind == "bot" else "",
                nonce=each.nonce,
                key=each.key,
            )
            for each in sitting.state.places
        ]
        made = new_sitting(new_id(), sitting.setting, places, new_seed(), now)
        tokens = await self.store.tokens(sitting.id)
        await self.create(made, [TokenRow(each.hash, made.id, each.seat, each.scopes) for each in tokens])
        return made.id

    def head_of(self, sitting: Sitting, now: float) -> Head:
        """A table as it is kept."""
        setting, state = sitting.setting, sitting.state
        return Head(
            id=sitting.id,
            created=sitting.created,
            setting=sitting.setting_text,
            seed=sitting.seed,
            open=setting.open,
            status=state.status,
            seq=sitting.seq,
            updated=now,
            position=snapshot.encode(sitting.snapshot()),
            brief=sitting.brief,
        )

    async def lobby(self) -> protocol.Lobby:
        """The open tables."""
        heads = await self.store.heads(["lobby", "playing", "paused"], open_only=True, limit=100)
        return protocol.Lobby(tuple(msgspec.json.decode(each.brief, type=protocol.Brief) for each in heads))

    async def briefs(self, tables: Sequence[str]) -> protocol.Lobby:
        """These tables, open or not, as far as they exist."""
        heads = [await self.store.head(table) for table in tables if is_id(table)]
        return protocol.Lobby(tuple(msgspec.json.decode(each.brief, type=protocol.Brief) for each in heads if each))

    async def coded(self, given: str) -> Sequence[str]:
        """The table of a code, if its game has not begun; none where the code is not one table's alone."""
        code = read_code(given)
        found = await self.store.named(code, ["lobby"]) if code else []
        return found if len(found) == 1 else ()

    # --- secrets ------------------------------------------------------------------------------------------------------
    def new_token(self, table: str, seat: int, scopes: Sequence[Scope], key: str) -> tuple[protocol.Seated, TokenRow]:
        """A secret for whoever sits there now, and what is kept of it."""
        secret = new_secret()
        row = TokenRow(hash_of(secret), table, seat, " ".join((f"key:{key}", *scopes)))
        return protocol.Seated(table, seat, secret, tuple(scopes)), row

    async def role_of(self, table: str, tokens: Sequence[str]) -> Role:
        """Who somebody with these secrets is at a table. Raises `Denied` if one of them opens nothing there."""
        rows: list[TokenRow] = []
        for number, token in enumerate(tokens):
            row = await self.token_row(table, token)
            if row is None:
                raise Denied(Code.BAD_TOKEN, because("bad-secret", number=number))
            rows.append(row)
        if not rows:
            return Role()
        room = await self.open_room(table)
        async with room.lock:
            places = (await room.sitting()).state.places
        seats: dict[int, frozenset[Scope]] = {}
        for row in rows:
            key, *scopes = row.scopes.split()
            # The secret of somebody who gave the seat up before the start opens nothing any more.
            if row.seat == HOST or key == f"key:{places[row.seat].key}":
                seats[row.seat] = seats.get(row.seat, frozenset()) | frozenset(cast("list[Scope]", scopes))
        return Role(seats)

    async def token_row(self, table: str, token: str) -> TokenRow | None:
        """What is kept of a secret."""
        hashed = hash_of(token)
        row = self._tokens.get((table, hashed)) or await self.store.token(table, hashed)
        if row is None or not is_hash_of(token, row.hash):
            return None
        if len(self._tokens) > 50_000:
            self._tokens.clear()
        self._tokens[table, hashed] = row
        return row

    # --- other processes ----------------------------------------------------------------------------------------------
    def hear(self, text: str, table: str, seq: int) -> None:
        """Another process did something."""
        if text:
            self.hear_text(text)
        elif table:
            room = self.rooms.get(table)
            if room is not None:
                self.spawn(self.refresh(room, seq))
        else:
            for room in list(self.rooms.values()):
                self.spawn(self.refresh(room, 0))

    async def refresh(self, room: Room, seq: int) -> None:
        """Read a table again, if somebody appended to it; with a store that is busy, until those here are told."""
        while True:
            try:
                async with room.lock:
                    await room.refresh(seq)
            except Gone:
                room.forget()
                self._tokens = {key: row for key, row in self._tokens.items() if key[0] != room.id}
            except StoreBusy:
                room.forget()
                await asyncio.sleep(RETRY)
                continue
            return

    def hear_text(self, text: str) -> None:
        """What another process published: who is connected there, or a feeling."""
        try:
            words = msgspec.json.decode(text, type=list[Word])
        except msgspec.DecodeError:
            return
        for word in words:
            self.hear_word(word)

    def hear_word(self, said: "Word") -> None:
        """What another process says of one table."""
        room = self.rooms.get(said.table)
        if room is None or said.worker == self.worker:
            return
        if said.reacted is not None:
            room.tell(said.reacted)
            return
        known = room.elsewhere.get(said.worker)
        room.elsewhere[said.worker] = (time.monotonic(), said.online, said.watchers)
        if known is None or known[1:] != (said.online, said.watchers):
            room.present(tell=False)

    def publish(self, words: Sequence["Word"]) -> None:
        """Tell the other processes, as many words at a time as a notice holds."""

        async def tell() -> None:
            with contextlib.suppress(StoreBusy):
                for first in range(0, len(words), NOTICE):
                    await self.store.publish(msgspec.json.encode(words[first : first + NOTICE]).decode())

        if words and self.store.name == "postgresql" and not self.is_closing:
            self.spawn(tell())

    def presence(self, room: Room) -> "Word":
        """Who is connected to a table here."""
        return Word(self.worker, room.id, room.here(), room.watchers_here())

    def publish_presence(self, room: Room) -> None:
        """Tell the others who is connected here."""
        self.publish([self.presence(room)])

    def react(self, room: Room, reacted: protocol.Reacted) -> None:
        """Pass a feeling on."""
        room.tell(reacted)
        self.publish([Word(self.worker, room.id, (), 0, reacted)])

    # --- leases -------------------------------------------------------------------------------------------------------
    async def keep_leases(self) -> None:
        """Run the bots and clocks of every table that nobody else runs, for ever."""
        seconds = self.settings.lease
        while True:
            try:
                mine = await self.store.renew_leases(self.worker, seconds)
                live = set(await self.store.ids(["playing"]))
                for table in await self.store.vacant(self.worker):
                    if table in mine and self.runs(table):
                        continue
                    away = await self.store.take_lease(table, self.worker, seconds)
                    if away is not None:
                        self.start_running(table, away)
                for room in list(self.rooms.values()):
                    if room.runner is not None and room.id not in live:
                        room.runner.cancel()
                        room.runner = None
                self.tidy()
            except StoreBusy as error:
                LOG.warning("leases could not be renewed", extra={"data": {"error": str(error)[:200]}})
            except Exception:
                LOG.exception("keeping leases failed")
            await asyncio.sleep(seconds / 3)

    def runs(self, table: str) -> bool:
        """Whether this process runs a table."""
        room = self.rooms.get(table)
        return room is not None and room.runner is not None and not room.runner.done()

    def start_running(self, table: str, away: float) -> None:
        """Run a table's bots and clocks."""
        room = self.room(table)
        if not self.runs(table):
            room.away = away
            room.runner = self.spawn(room.run())

    async def take_on(self, table: str) -> None:
        """A table has begun here: run it at once, if nobody else does."""
        if not self.runs(table):
            away = await self.store.take_lease(table, self.worker, self.settings.lease)
            if away is not None:
                self.start_running(table, 0.0)

    def tidy(self) -> None:
        """Forget who was connected to servers that are silent, and tables that nobody looks at."""
        now = time.monotonic()
        words: list[Word] = []
        for room in list(self.rooms.values()):
            silent = [key for key, (at, _, _) in room.elsewhere.items() if now - at > 3 * self.settings.lease]
            for key in silent:
                del room.elsewhere[key]
            if silent:
                room.present(tell=False)
            if room.connections:
                words.append(self.presence(room))
            elif room.runner is None and now - room.used > self.settings.idle and not room.lock.locked():
                room.forget()
                del self.rooms[room.id]
        self.publish(words)
        self.metrics.rooms = len(self.rooms)
        self.metrics.sockets = sum(len(room.connections) for room in self.rooms.values())


class Word(msgspec.Struct, frozen=True):
    """What one process tells the others: who is connected to it at a table, or a feeling shown there."""

    worker: str
    table: str
    online: tuple[int, ...]
    watchers: int
    reacted: protocol.Reacted | None = None


def check_setting(setting: Setting) -> None:
    """Raise `Denied` unless the rulebook knows such a game."""
    try:
        options = Options.from_mapping(setting.options)
        t = Heading(setting.edition, setting.variant, options, ()).tables
    except ContradictoryOptions as error:
        raise Denied(Code.BAD_TABLE, *error.reasons) from None
    except (BadOption, UnknownEdition, UnknownVariant, WrongPlayers, TypeError) as error:
        raise Denied(Code.BAD_TABLE, because("bad-table", detail=str(error))) from None
    if not t.players_min <= setting.seats <= t.players_max:
        raise Denied(
            Code.BAD_TABLE,
            because("players-count", least=t.players_min, most=t.players_max, count=setting.seats),
        )
    check_bot(setting.absence.bot)
    if setting.clock.hour and not t.hour:
        raise Denied(Code.BAD_TABLE, because("no-clock-end"))
