"""All tables of one server process: making and opening them, secrets, and which of the processes each belongs to."""

import asyncio
import contextlib
import logging
import os
import random
import secrets
import time
from collections.abc import Coroutine, Sequence
from typing import Final

import msgspec

from ventnor.game import WrongPlayers
from ventnor.notation.position import Heading
from ventnor.rulebook.board_file import BOARDS, is_text
from ventnor.rulebook.contradiction import ContradictoryOptions
from ventnor.rulebook.edition import UnknownEdition, UnknownVariant
from ventnor.rulebook.option import BadOption, Options
from ventnor.server import clock, protocol, snapshot
from ventnor.server.bot import check_bot
from ventnor.server.command import bot_name, clean, free_name
from ventnor.server.entry_points import EntryPoints
from ventnor.server.errors import Denied
from ventnor.server.handover import Adopt, Elsewhere, Inbox, is_on_this_machine, lives
from ventnor.server.metrics import Metrics
from ventnor.server.protocol import Code, Scope
from ventnor.server.rate_limit import Buckets, CommandLimits
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
REST: Final = 5.0
"""Seconds without a command after which a table's working memory is freed."""
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
        self.record_limits = Buckets(settings.record_rate, 10 * settings.record_rate)
        self.entry_points = EntryPoints()
        self.rooms: dict[str, Room] = {}
        self.worker = f"{os.getpid()}-{secrets.token_hex(6)}"
        self.is_closing = False
        self._inbox = Inbox(self.worker)
        self.living: dict[str, str] = {}
        """The inboxes of all living processes."""
        self._next = 0
        """Whose turn it is to get a new table."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._tokens: dict[tuple[str, str], TokenRow] = {}

    async def open(self, adopt: Adopt | None = None) -> None:
        """Open the store and start the background tasks. `adopt` takes in connections from other processes."""
        await self.store.open()
        if self.store.is_shared and adopt is not None:
            self._inbox.open(adopt)
        await self.renew()
        self.store.listen(self.hear)
        self.spawn(self.keep_tables())

    async def close(self) -> None:
        """Close all connections, finish what was begun, and give all tables up."""
        self.is_closing = True
        await self._inbox.close()
        for room in self.rooms.values():
            for connection in list(room.connections):
                connection.dismiss(Denied(Code.CLOSING, because("server-stops")))
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*(room.close() for room in self.rooms.values()))
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(StoreBusy):
            await self.store.bury(self.worker)
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
        """Return the room of a table that exists. Raises `Denied`, or `Elsewhere` if another process has it."""
        found = self.rooms.get(table)
        if found is not None and found.is_ours:
            found.used = time.monotonic()  # do not unload it before the caller has used it
            return found
        if not is_id(table) or await self.claim(table, by_force=True) is None:
            raise Denied(Code.NO_TABLE, because("no-table"))
        return self.room(table)

    async def claim(self, table: str, *, by_force: bool = False) -> Head | None:
        """Make a table this process's own, and return it; None if it does not exist.

        Raises `Elsewhere` if another process has it that lives. A request for a table (`by_force`) also moves it here
        from another machine, which no connection can be handed over to.
        """
        found = await self.store.claim(table, self.worker)
        if found is not None and found.head.holder != self.worker:
            holder = found.head.holder
            if holder not in self.living:
                await self.renew()
            address = self.living.get(holder, "")
            if is_on_this_machine(address, self._inbox.address):
                if lives(address):
                    raise Elsewhere(address)
                await self.store.bury(holder)
            elif not by_force:
                raise Elsewhere(address)
            found = await self.store.claim(table, self.worker, by_force=True)
        if found is None:
            return None
        room = self.room(table)
        room.is_ours = True
        if found.away is not None and found.head.status in {"starting", "playing"}:
            room.runner.start(found.away)
        return found.head

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
            chances=wanted.chances,
            coach=wanted.coach,
            nature=wanted.nature,
        )
        check_table(setting)
        if wanted.coach and (
            len(mine) != 1 or any(each.kind == "open" for each in wanted.seats) or wanted.manner == "sharp"
        ):
            raise Denied(Code.BAD_TABLE, because("coach-alone"))
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
        """Store a new table. The processes of this machine get new tables in turn."""
        near = sorted(name for name, at in self.living.items() if is_on_this_machine(at, self._inbox.address))
        self._next += 1
        session.holder = near[self._next % len(near)] if near else self.worker
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
        used = (each.commitment for each in session.state.places if each.commitment)
        made.state.spent = [*session.state.spent, *used]
        tokens = await self.store.tokens(session.id)
        await self.create(made, [TokenRow(each.hash, made.id, each.seat, each.scopes) for each in tokens])
        return made.id

    def head_of(self, session: Session, now: float, *, in_full: bool = False) -> Head:
        """Return the stored head of a table."""
        setting, state = session.setting, session.state
        position, progress = session.write(in_full=in_full)
        return Head(
            id=session.id,
            created=session.created,
            setting=session.setting_text,
            seed=session.seed,
            open=setting.open,
            status=state.status,
            seq=session.seq,
            updated=now,
            position=position,
            progress=progress,
            brief=session.brief,
            holder=session.holder,
            epoch=session.epoch,
        )

    async def lobby(self) -> protocol.Lobby:
        """Return the open tables."""
        heads = await self.store.heads(["lobby", "starting", "playing", "paused"], open_only=True, limit=100)
        return protocol.Lobby(tuple(msgspec.json.decode(each.brief, type=protocol.Brief) for each in heads))

    async def briefs(self, tables: Sequence[str]) -> protocol.Lobby:
        """Return those of these tables that exist, open or not."""
        heads = [await self.store.head(table) for table in tables if is_id(table)]
        return protocol.Lobby(tuple(msgspec.json.decode(each.brief, type=protocol.Brief) for each in heads if each))

    async def coded(self, given: str) -> Sequence[str]:
        """Return the only table with a code, if its game has not begun."""
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

    # --- which process a table belongs to -----------------------------------------------------------------------------
    def hear(self, table: str) -> None:
        """Read a table again that another process has taken over or deleted; all of them if notices were missed."""
        rooms = list(self.rooms.values()) if not table else [self.rooms[table]] if table in self.rooms else []
        for room in rooms:
            self.spawn(self.refresh(room))

    async def refresh(self, room: Room) -> None:
        """Read a table again. Retry while the store is busy."""
        while True:
            try:
                async with room.lock:
                    await room.refresh()
            except Gone:
                room.forget()
                self._tokens = {key: row for key, row in self._tokens.items() if key[0] != room.id}
            except Elsewhere:
                pass  # the room has been given up
            except StoreBusy:
                await asyncio.sleep(RETRY)
                continue
            return

    async def renew(self) -> None:
        """Say that this process lives, and learn which others do."""
        self.living = await self.store.renew(self.worker, self._inbox.address, self.settings.lease)

    async def keep_tables(self) -> None:
        """Say that this process lives, and take over the tables of processes that do not, forever."""
        while True:
            try:
                await self.renew()
                for worker, address in self.living.items():
                    if is_on_this_machine(address, self._inbox.address) and not lives(address):
                        await self.store.bury(worker)
                vacant = await self.store.vacant(self.worker)
                random.shuffle(vacant)  # other processes take over too, at the same time
                for table in vacant:
                    with contextlib.suppress(Elsewhere):
                        await self.claim(table)
                self.tidy()
            except StoreBusy as error:
                LOG.warning("tables could not be kept", extra={"data": {"error": str(error)[:200]}})
            except Exception:
                LOG.exception("keeping tables failed")
            await asyncio.sleep(self.settings.lease / 6)

    def runs(self, table: str) -> bool:
        """Return whether this process runs a table's bots and clocks."""
        return table in self.rooms and self.rooms[table].runner.is_running

    def tidy(self) -> None:
        """Unload tables where nothing happens and nobody is connected."""
        now = time.monotonic()
        for room in list(self.rooms.values()):
            if now - room.used > REST and not room.lock.locked():
                room.rest()
            is_used = room.connections or room.runner.is_running or room.lock.locked()
            if not is_used and now - room.used > self.settings.idle:
                room.forget()
                del self.rooms[room.id]
        self.metrics.rooms = len(self.rooms)
        self.metrics.sockets = sum(len(room.connections) for room in self.rooms.values())


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
    if is_text(options.board):
        # A board of somebody's own could call a place anything, and everybody at the table would read it.
        detail = f"a table's board is one of the library's ({', '.join(BOARDS)})"
        raise Denied(Code.BAD_TABLE, because("bad-table", detail=detail))
    check_bot(setting.absence.bot)
    if setting.clock.hour and not t.hour:
        raise Denied(Code.BAD_TABLE, because("no-clock-end"))
