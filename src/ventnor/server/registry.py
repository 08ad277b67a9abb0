"""All tables of one server process: opening and closing them, secrets, leases, and notices from other processes."""

import asyncio
import contextlib
import logging
import os
import secrets
import time
from collections.abc import Coroutine, Sequence
from typing import Final

import msgspec

from ventnor.game import WrongPlayers
from ventnor.notation.position import Heading
from ventnor.rulebook.contradiction import ContradictoryOptions
from ventnor.rulebook.edition import UnknownEdition, UnknownVariant
from ventnor.rulebook.option import BadOption, Options
from ventnor.server import clock, protocol, snapshot
from ventnor.server.bot import check_bot
from ventnor.server.command import bot_name, clean, free_name
from ventnor.server.entry_points import EntryPoints
from ventnor.server.errors import Denied
from ventnor.server.metrics import Metrics
from ventnor.server.protocol import Code, Scope
from ventnor.server.rate_limit import CommandLimits
from ventnor.server.role import HOST, Grants
from ventnor.server.room import Gone, Room
from ventnor.server.secret import hash_of, is_hash_of, new_id, new_secret, new_seed, read_code
from ventnor.server.session import VERSION, Session, new_session
from ventnor.server.settings import ServerSettings
from ventnor.server.snapshot import SeatState, TableSettings
from ventnor.server.store.contract import Head, Store, StoreBusy, TokenRow
from ventnor.server.visible import visible_table
from ventnor.words.reason import Reason, because

LOG: Final = logging.getLogger("ventnor.server.registry")
ALL: Final[tuple[Scope, ...]] = ("watch", "play", "chat", "host")
SEAT: Final[tuple[Scope, ...]] = ("watch", "play", "chat")
NOTICE: Final = 25
"""Messages in one notice between processes. PostgreSQL allows 8,000 bytes, and a message has at most 300."""
RETRY: Final = 0.5
"""Seconds before a busy store is asked again."""


def is_id(table: str) -> bool:
    """Return whether a table could have this id."""
    return len(table) <= 40 and table.isascii() and table.isalnum()


class Registry:
    """The tables of one process."""

    def __init__(self, store: Store, settings: ServerSettings) -> None:
        self.store = store
        self.settings = settings
        self.version = VERSION
        self.metrics = Metrics()
        self.command_limits = CommandLimits(settings.command_rate)
        self.entry_points = EntryPoints()
        self.rooms: dict[str, Room] = {}
        self.worker = f"{os.getpid()}-{secrets.token_hex(6)}"
        self.is_closing = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._tokens: dict[tuple[str, str], TokenRow] = {}

    async def open(self) -> None:
        """Open the store and start the background tasks."""
        await self.store.open()
        self.store.listen(self.hear)
        self.spawn(self.keep_leases())

    async def close(self) -> None:
        """Close all connections, finish what was begun, and give up all leases."""
        self.is_closing = True
        for room in self.rooms.values():
            for connection in list(room.connections):
                connection.dismiss(Denied(Code.CLOSING, because("server-stops")))
        for task in list(self._tasks):
            task.cancel()
        for room in self.rooms.values():
            if room.runner is not None:
                async with room.lock:  # let it finish what it is doing
                    room.runner.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(StoreBusy):
            await self.store.drop_leases(self.worker)
        await self.store.close()

    def spawn(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        """Run something in the background."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # --- tables -------------------------------------------------------------------------------------------------------
    def room(self, table: str) -> Room:
        """Return the room of a table. The table need not exist."""
        found = self.rooms.get(table)
        if found is None:
            found = self.rooms[table] = Room(self, table)
        return found

    async def open_room(self, table: str) -> Room:
        """Return the room of a table that exists. Raises `Denied`."""
        found = self.rooms.get(table)
        if found is not None:
            found.used = time.monotonic()  # do not unload it before the caller has used it
            return found
        if not is_id(table) or await self.store.head(table) is None:
            raise Denied(Code.NO_TABLE, because("no-table"))
        return self.room(table)

    async def find_room(self, given: str) -> Room:
        """Return the table with a code, if its game has not begun. Raises `Denied`."""
        found = await self.coded(given)
        if not found:
            raise Denied(Code.NO_TABLE, because("no-code"))
        return await self.open_room(found[0])

    async def make(self, wanted: protocol.NewTable) -> protocol.Made:
        """Create a table. Raises `Denied`."""
        now = clock.now()
        mine = [seat for seat, each in enumerate(wanted.seats) if each.kind == "mine"]
        setting = TableSettings(
            seats=len(wanted.seats),
            edition=wanted.edition,
            variant=wanted.variant,
            options=wanted.options,
            manner=wanted.manner,
            title=clean(wanted.title),
            open=wanted.open,
            spectators=wanted.spectators,
            clock=wanted.clock,
            absence=wanted.absence,
            pace=wanted.pace,
            grace=wanted.grace,
            host=mine[0] if mine else HOST,
        )
        check_table(setting)
        session = new_session(new_id(), setting, [SeatState()] * setting.seats, new_seed(), now)
        places = session.state.places
        chosen = {each.piece for each in wanted.seats}
        for seat, each in enumerate(wanted.seats):
            if each.kind == "mine":
                name = free_name(places, each.name or f"Player {seat + 1}")
                piece = each.piece or session.free_piece(seat, None, chosen)
                sitter = SeatState(name=name, kind="person", piece=piece, commitment=each.commitment or "")
                session.sit(seat, sitter, now)
        for seat, each in enumerate(wanted.seats):
            if each.kind == "bot":
                bot = check_bot(each.bot)
                name = free_name(places, each.name) if each.name else bot_name(session, bot)
                piece = each.piece or session.free_piece(seat, None, chosen)
                session.sit(seat, SeatState(name=name, kind="bot", piece=piece, bot=bot), now)
        tokens = [
            self.new_token(session.id, seat, ALL if seat == setting.host else SEAT, places[seat].key) for seat in mine
        ]
        if not mine:
            tokens = [self.new_token(session.id, HOST, ("watch", "host"), "")]
        await self.create(session, [row for _, row in tokens])
        return protocol.Made(visible_table(session), tuple(seated for seated, _ in tokens))

    async def create(self, session: Session, tokens: Sequence[TokenRow]) -> None:
        """Store a new table."""
        entries = session.new
        rows = [snapshot.row_of(each) for each in entries]
        if not await self.store.create(self.head_of(session, session.created), rows, tokens):
            raise Denied(Code.BUSY, because("try-again"))
        session.new = []

    async def again(self, session: Session) -> str:
        """Create a table with the same settings, people and secrets, a new seed and no nonces yet. Return its id."""
        now = clock.now()
        places = [
            SeatState(
                name=each.name,
                kind=each.kind,
                piece=each.piece,
                bot=each.bot if each.kind == "bot" else "",
                key=each.key,
            )
            for each in session.state.places
        ]
        made = new_session(new_id(), session.setting, places, new_seed(), now)
        made.state.host = session.state.host
        made.state.spent = [each.commitment for each in session.state.places if each.commitment]
        tokens = await self.store.tokens(session.id)
        await self.create(made, [TokenRow(each.hash, made.id, each.seat, each.scopes) for each in tokens])
        return made.id

    def head_of(self, session: Session, now: float) -> Head:
        """Return the stored head of a table."""
        setting, state = session.setting, session.state
        return Head(
            id=session.id,
            created=session.created,
            setting=session.setting_text,
            seed=session.seed,
            open=setting.open,
            status=state.status,
            seq=session.seq,
            updated=now,
            position=snapshot.encode(session.snapshot()),
            brief=session.brief,
        )

    async def lobby(self) -> protocol.Lobby:
        """Return the open tables."""
        heads = await self.store.heads(["lobby", "starting", "playing", "paused"], open_only=True, limit=100)
        return protocol.Lobby(tuple(msgspec.json.decode(each.brief, type=protocol.Brief) for each in heads))

    async def briefs(self, tables: Sequence[str]) -> protocol.Lobby:
        """Return these tables, open or not, as far as they exist."""
        heads = [await self.store.head(table) for table in tables if is_id(table)]
        return protocol.Lobby(tuple(msgspec.json.decode(each.brief, type=protocol.Brief) for each in heads if each))

    async def coded(self, given: str) -> Sequence[str]:
        """Return the table with a code, if its game has not begun and no other table has the code."""
        code = read_code(given)
        found = await self.store.named(code, ["lobby"]) if code else []
        return found if len(found) == 1 else ()

    # --- secrets ------------------------------------------------------------------------------------------------------
    def new_token(self, table: str, seat: int, scopes: Sequence[Scope], key: str) -> tuple[protocol.Seated, TokenRow]:
        """Return a secret for the seat's present player, and the row to store."""
        secret = new_secret()
        row = TokenRow(hash_of(secret), table, seat, " ".join((f"key:{key}", *scopes)))
        return protocol.Seated(table, seat, secret, tuple(scopes)), row

    async def grants_of(self, table: str, tokens: Sequence[str]) -> Grants:
        """Return what is stored of these tokens. Raises `Denied` if one of them is not a token of this table."""
        rows: list[TokenRow] = []
        for number, token in enumerate(tokens):
            row = await self.token_row(table, token)
            if row is None:
                raise Denied(Code.BAD_TOKEN, because("bad-secret", number=number))
            rows.append(row)
        return rows

    async def token_row(self, table: str, token: str) -> TokenRow | None:
        """Return the stored row of a secret."""
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
        """Handle a notice from another process."""
        if text:
            self.handle_notices(text)
        elif table:
            room = self.rooms.get(table)
            if room is not None:
                self.spawn(self.refresh(room, seq))
        else:
            for room in list(self.rooms.values()):
                self.spawn(self.refresh(room, 0))

    async def refresh(self, room: Room, seq: int) -> None:
        """Read a table again after an append elsewhere. Retry while the store is busy."""
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

    def handle_notices(self, text: str) -> None:
        """Handle what another process published: who is connected there, or a reaction."""
        try:
            words = msgspec.json.decode(text, type=list[WorkerNotice])
        except msgspec.DecodeError:
            return
        for word in words:
            self.handle_notice(word)

    def handle_notice(self, said: "WorkerNotice") -> None:
        """Handle another process's message about one table."""
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

    def publish(self, words: Sequence["WorkerNotice"]) -> None:
        """Publish the waiting messages, as many at a time as a notice holds."""

        async def tell() -> None:
            with contextlib.suppress(StoreBusy):
                for first in range(0, len(words), NOTICE):
                    await self.store.publish(msgspec.json.encode(words[first : first + NOTICE]).decode())

        if words and self.store.is_shared and not self.is_closing:
            self.spawn(tell())

    def presence(self, room: Room) -> "WorkerNotice":
        """Return who is connected to a table here."""
        return WorkerNotice(self.worker, room.id, room.here(), room.watchers_here())

    def publish_presence(self, room: Room) -> None:
        """Publish who is connected to a table here."""
        self.publish([self.presence(room)])

    def react(self, room: Room, reacted: protocol.Reacted) -> None:
        """Publish a reaction."""
        room.tell(reacted)
        self.publish([WorkerNotice(self.worker, room.id, (), 0, reacted)])

    # --- leases -------------------------------------------------------------------------------------------------------
    async def keep_leases(self) -> None:
        """Run the bots and clocks of every table that no other process runs, forever."""
        seconds = self.settings.lease
        while True:
            try:
                mine = await self.store.renew_leases(self.worker, seconds)
                live = set(await self.store.ids(["starting", "playing"]))
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
        """Return whether this process runs a table."""
        room = self.rooms.get(table)
        return room is not None and room.runner is not None and not room.runner.done()

    def start_running(self, table: str, away: float) -> None:
        """Run a table's bots and clocks."""
        room = self.room(table)
        if not self.runs(table):
            room.away = away
            room.runner = self.spawn(room.run())

    async def take_on(self, table: str) -> None:
        """Run a table that has begun here, if no other process does."""
        if not self.runs(table):
            away = await self.store.take_lease(table, self.worker, self.settings.lease)
            if away is not None:
                self.start_running(table, 0.0)

    def tidy(self) -> None:
        """Drop the presence of silent servers, and unload tables without connections."""
        now = time.monotonic()
        words: list[WorkerNotice] = []
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


class WorkerNotice(msgspec.Struct, frozen=True):
    """A message between processes: who is connected at a table, or a reaction."""

    worker: str
    table: str
    online: tuple[int, ...]
    watchers: int
    reacted: protocol.Reacted | None = None


def check_table(setting: TableSettings) -> None:
    """Raise `Denied` unless the rulebook allows such a game."""
    try:
        options = Options.from_mapping(setting.options)
        t = Heading(setting.edition, setting.variant, options, ()).tables
    except ContradictoryOptions as error:
        raise Denied(Code.BAD_TABLE, *(Reason(each.name, each.fields) for each in error.contradictions)) from None
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
