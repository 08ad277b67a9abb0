"""A table that a server has open. It makes one change at a time, and commits before it broadcasts.

Several servers may have the same table open. The first to append wins; the others read again and continue from there.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict, deque
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, cast

import msgspec

from ventnor.kernel.layout import release
from ventnor.notation.position import BadPosition
from ventnor.server import clock, protocol, snapshot
from ventnor.server import command as commands
from ventnor.server.bot import Bots
from ventnor.server.connection import Connection, Message, Write
from ventnor.server.errors import Denied
from ventnor.server.export import replay_of
from ventnor.server.protocol import Answer, AnyCommand, AnyEntry, Code, PlyEntry
from ventnor.server.rate_limit import Buckets
from ventnor.server.role import HOST_COMMANDS, Grants, Role, authorize, key_and_scopes, may_watch, role_of
from ventnor.server.session import Session
from ventnor.server.snapshot import TableSettings
from ventnor.server.store.contract import EntryRow, Head, StoreBusy, TokenRow
from ventnor.server.view_cache import ViewCache
from ventnor.server.visible import EntryEncoder, visible_choices, visible_entries, visible_table
from ventnor.words.reason import because

if TYPE_CHECKING:
    from ventnor.server.registry import Registry

LOG: Final = logging.getLogger("ventnor.server.room")
RECENT: Final = 200
"""Entries kept in memory for clients that reconnect."""
ANSWERS: Final = 200
TRIES: Final = 8
AWAY: Final = 1.0
"""Seconds without a server that deserve an entry."""

LASTING: Final = frozenset({Code.ILLEGAL, Code.STALE})
"""Refusals that are repeated when the same command comes again."""

encode = msgspec.json.Encoder().encode
read_entry = msgspec.json.Decoder(AnyEntry).decode


def read_body(row: EntryRow) -> AnyEntry:
    """Return the entry of a stored row."""
    return read_entry(row.body)


class Gone(Exception):
    """The table does not exist, or no longer."""


class Room:
    """One table."""

    def __init__(self, registry: Registry, table: str) -> None:
        self.registry = registry
        self.id = table
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.used = time.monotonic()
        self.poked = asyncio.Event()
        self.runner: asyncio.Task[None] | None = None
        self.away = 0.0
        """Seconds without a server, for the next entry."""
        self.elsewhere: dict[str, tuple[float, tuple[int, ...], int]] = {}
        """Who is connected to other servers: time of the message, seats, spectators."""
        self.absent: dict[int, float] = {}
        """Since when a seat has had no connection."""
        self._session: Session | None = None
        self._recent: deque[EntryRow] = deque(maxlen=RECENT)
        self._shown = 0
        self._since = 0.0
        self._answers: OrderedDict[str, tuple[frozenset[str], Answer]] = OrderedDict()
        """The last answers by command, each with the hashes of the tokens that its sender presented."""
        self._bots = Bots()
        self._working: set[asyncio.Task[Answer]] = set()
        self._talk = Buckets(registry.settings.chat_rate, 5)
        self._view_cache = ViewCache(registry.entry_points)

    # --- reading and keeping ------------------------------------------------------------------------------------------
    async def session(self) -> Session:
        """Return the session, read from the store if needed. Raises `Gone`, `StoreBusy`."""
        if self._session is None:
            await self.read()
        assert self._session is not None
        return self._session

    async def read(self) -> None:
        """Read the table again, and send clients what they have not seen."""
        store = self.registry.store
        head = await store.head(self.id)
        if head is None:
            for connection in list(self.connections):
                connection.dismiss(Denied(Code.NO_TABLE, because("table-gone")))
            raise Gone
        first = not self._shown
        after = max(0, head.seq - RECENT) if first else self._shown
        rows = [row for row in await store.rows(self.id, after) if row.seq <= head.seq]
        self._session = await self.restore(head)
        self._session.reveal_time = self.registry.settings.reveal_time
        self._since = clock.now()
        self._session.timers.mend(self._since)
        self.show(rows)

    async def refresh(self, seq: int) -> None:
        """Read the table again if another server appended to it (0: it may have)."""
        session = self._session
        if session is not None and seq and seq <= session.seq:
            return
        if session is not None and not seq:
            head = await self.registry.store.head(self.id)
            if head is not None and head.seq == session.seq:
                return
        self.forget()
        if self.connections or self.runner is not None:
            await self.read()

    def forget(self) -> None:
        """Have the table read again on next use."""
        session, self._session = self._session, None
        if session is not None and session.game is not None:
            release(session.game.engine.state)
            release(session.game.engine.sink)

    async def restore(self, head: Head) -> Session:
        """Return the session from its stored state, or by replaying the whole record if that fails."""
        setting = msgspec.json.decode(head.setting, type=TableSettings)
        state = snapshot.decode(head.position)
        try:
            return Session(head.id, head.created, setting, head.seed, state, head.seq)
        except BadPosition as error:
            LOG.error("a position was refused", extra={"data": {"table": head.id[-6:], "why": str(error)[:500]}})
            position, state.position = state.position, ""
            session = Session(head.id, head.created, setting, head.seed, state, head.seq)
            entries = [read_entry(row.body) for row in await self.registry.store.rows(head.id)]
            session.resume(replay_of(session, entries).game_at(), position)
            return session

    async def keep(self, command: str | None = None, tokens: Sequence[TokenRow] = ()) -> bool:
        """Store and send the new entries. Return False if another server was first; then read the table again."""
        session = self._session
        assert session is not None
        entries = session.new
        if not entries:
            return True
        now = clock.now()
        rows = [snapshot.row_of(each, command if each is entries[0] else None) for each in entries]
        head = self.registry.head_of(session, now)
        self._session = None  # until the commit is confirmed
        try:
            kept = await self.registry.store.append(head, rows, tokens)
        except StoreBusy as error:
            LOG.warning("the store is busy", extra={"data": {"table": self.id[-6:], "error": str(error)[:200]}})
            raise
        if not kept:
            await self.read()
            return False
        session.new = []
        self._session = session
        self._since = now
        self.registry.metrics.entries += len(rows)
        self.show(rows, entries)
        return True

    def show(self, rows: Sequence[EntryRow], entries: Sequence[AnyEntry] = ()) -> None:
        """Broadcast entries to the clients here. The entries are read from the rows unless given."""
        session = self._session
        assert session is not None
        fresh = [row for row in rows if row.seq > self._shown]
        self._shown = session.seq
        self._recent += fresh
        self.poked.set()
        if not fresh or not self.connections:
            return
        news = [each for each in entries or map(read_body, fresh) if each.seq >= fresh[0].seq]
        plain = all(isinstance(each, PlyEntry) for each in news)
        table = None if plain else visible_table(session, self.online())
        clocks = msgspec.Raw(encode(session.timers.show(clock.now())))
        encoder = EntryEncoder(news, session.setting.manner)
        made: dict[frozenset[int], Message] = {}
        changed = () if plain else self.reauthorize(session)
        for connection in changed:
            connection.send(Message(encode(self.welcome(session, connection.role, news))))
        for connection in self.connections - set(changed):
            message = made.get(connection.seats)
            if message is None:
                events = protocol.Events(
                    cast(Any, encoder.to(connection.seats)),
                    cast(Any, self.view(session)),
                    cast(Any, self.hands(session, connection.role)),
                    cast(Any, clocks),
                    table,
                )
                message = made[connection.seats] = Message(encode(events))
            connection.send(message)
        self.registry.metrics.deliveries += len(self.connections)

    def reauthorize(self, session: Session) -> Sequence[Connection]:
        """Compute every connection's role again. Return those whose role changed; they get a new welcome."""
        changed: list[Connection] = []
        for connection in list(self.connections):
            role = role_of(session, connection.grants)
            if role == connection.role:
                continue
            connection.role = role
            try:
                may_watch(session, role)
            except Denied as denied:
                connection.dismiss(denied)
            changed.append(connection)
        return changed

    def view(self, session: Session) -> msgspec.Raw | None:
        """Return the public view of the game."""
        return None if session.game is None else self._view_cache.view(session.game, session.state.ply, session.seq)

    def hands(self, session: Session, role: Role) -> tuple[msgspec.Raw, ...]:
        """Return the hands of these seats."""
        game = session.game
        return () if game is None else tuple(self._view_cache.hand(game, seat) for seat in role.mine or (None,))

    # --- commands -----------------------------------------------------------------------------------------------------
    async def submit(self, grants: Grants, command: AnyCommand) -> Answer:
        """Execute a command and return its answer. It is executed even if the sender disconnects."""
        self.used = time.monotonic()
        work = asyncio.create_task(self._answer(grants, command))
        self._working.add(work)
        work.add_done_callback(self._working.discard)
        return await asyncio.shield(work)

    async def _answer(self, grants: Grants, command: AnyCommand) -> Answer:
        """Execute a command after earlier ones, and remember its answer."""
        who = "host" if isinstance(command, HOST_COMMANDS) else str(getattr(command, "seat", "host"))
        key = f"{who}:{command.id}"
        async with self.lock:
            try:
                answer = await self._execute(grants, command, key)
            except StoreBusy:
                self._session = None
                return Denied(Code.BUSY, because("not-known")).refused(command.id)
            if isinstance(answer, protocol.Done) or getattr(answer, "code", None) in LASTING:
                self._answers[key] = (frozenset(each.hash for each in grants), answer)
                if len(self._answers) > ANSWERS:
                    self._answers.popitem(last=False)
        return answer

    async def _execute(self, grants: Grants, command: AnyCommand, key: str) -> Answer:
        """Check the sender's authority and execute, both against the state that the entries will follow."""
        senders, known = self._answers.get(key, (frozenset[str](), None))
        for _ in range(TRIES):
            session = await self.session()
            role = role_of(session, grants)
            try:
                authorize(role, command)
            except Denied as denied:
                # A sender who has left gets the old answer again. Others learn nothing from a command's id.
                if known is not None and any(each.hash in senders for each in grants):
                    return known
                return await self.refuse(role, command, denied)
            if known is not None:
                return known
            first = session.seq + 1
            try:
                self.check_talk(command)
                self.check_absent(session, command)
                answer = commands.execute(session, command, clock.now())
            except Denied as denied:
                if session.new:  # something changed before the refusal
                    self._session = None
                return await self.done_before(key, command) or await self.refuse(role, command, denied)
            if answer is not None:
                return answer
            if isinstance(command, protocol.Rematch):
                return await self.rematch(session, command)
            if isinstance(command, protocol.React):
                self.registry.react(self, protocol.Reacted(command.seat, command.reaction))
                return protocol.Done(command.id)
            if not session.new:
                return await self.done_before(key, command) or protocol.Done(command.id)
            last = session.seq
            if await self.keep(key):
                if isinstance(command, protocol.Start | protocol.Resume):
                    await self.registry.take_on(self.id)
                return protocol.Done(command.id, first, last)
            done = await self.done_before(key, command)
            if done is not None:
                return done
        return Denied(Code.BUSY, because("busy")).refused(command.id)

    def check_talk(self, command: AnyCommand) -> None:
        """Raise `Denied` when a seat chats too much."""
        if isinstance(command, protocol.Chat | protocol.React) and not self._talk.take(str(command.seat)):
            raise Denied(Code.TOO_FAST, because("too-fast"))

    def check_absent(self, session: Session, command: AnyCommand) -> None:
        """Raise `Denied` when a bot should play for somebody who is connected."""
        if isinstance(command, protocol.Replace) and session.is_going_on and command.seat in self.online():
            raise Denied(Code.NOT_ALLOWED, because("is-here"))

    async def done_before(self, key: str, command: AnyCommand) -> Answer | None:
        """Return the answer to a command that any server has carried out before."""
        first = await self.registry.store.find(self.id, key)
        if first is None:
            return None
        last = first
        for row in await self.registry.store.rows(self.id, first):
            entry = read_entry(row.body)
            if not isinstance(entry, PlyEntry) or entry.command != command.id or row.command:
                break
            last = row.seq
        return protocol.Done(command.id, first, last)

    async def refuse(self, role: Role, command: AnyCommand, denied: Denied) -> Answer:
        """Return a refusal with the clause and what is allowed, or with what the sender missed."""
        session = await self.session()
        missed: tuple[AnyEntry, ...] = ()
        if isinstance(command, protocol.Act) and command.seat in role.seats and command.ply < session.state.ply:
            recent = map(read_body, self._recent)
            unseen = [each for each in recent if isinstance(each, PlyEntry) and each.ply > command.ply]
            missed = visible_entries(unseen, frozenset(role.mine), session.setting.manner)
        allowed: tuple[protocol.Choice, ...] = ()
        refusal = denied.refusal
        if refusal is not None and session.game is not None and isinstance(command, protocol.SeatCommand):
            allowed = visible_choices(session.game, command.seat, refusal.allowed)
        return protocol.Refused(
            command.id,
            denied.code,
            denied.why,
            denied.because,
            session.state.ply,
            refusal.clause if refusal else "",
            refusal.rule if refusal else "",
            allowed,
            missed,
        )

    async def rematch(self, session: Session, command: protocol.Rematch) -> Answer:
        """Create a new table with the same people."""
        if session.state.rematch is None:
            made = await self.registry.again(session)
            session.state.rematch = made
            session.add(protocol.RematchEntry(seq=0, at=clock.now(), table=made))
            if not await self.keep():
                await self.registry.store.delete(made)
        table = (await self.session()).state.rematch
        return protocol.Done(command.id, table=table)

    async def join(self, wanted: protocol.Join) -> protocol.Seated:
        """Seat a player. Raises `Denied`."""
        async with self.lock:
            for _ in range(TRIES):
                session = await self.session()
                seat = commands.join(session, wanted, clock.now())
                scopes: tuple[protocol.Scope, ...] = ("watch", "play", "chat")
                seated, row = self.registry.new_token(self.id, seat, scopes, session.state.places[seat].key)
                if await self.keep(tokens=[row]):
                    return seated
        raise Denied(Code.BUSY, because("busy"))

    async def make_token(self, grants: Grants, wanted: Sequence[protocol.Scope]) -> protocol.Seated:
        """Create another token for the seat of the presented one, with some of its scopes. Raises `Denied`."""
        if len(grants) != 1:
            raise Denied(Code.NOT_ALLOWED, because("one-secret"))
        async with self.lock:
            role = role_of(await self.session(), grants)
            scopes = role.seats.get(grants[0].seat, frozenset[protocol.Scope]())
            if not {"play", "host"} & scopes or not scopes >= set(wanted):
                raise Denied(Code.NOT_ALLOWED, because("more-than-held"))
            # The new token has the key of the presented one, so it is valid for the same stay in the seat.
            key, _ = key_and_scopes(grants[0])
            seated, row = self.registry.new_token(self.id, grants[0].seat, tuple(dict.fromkeys(wanted)), key)
            await self.registry.store.add_token(row)
        return seated

    # --- coming and going ---------------------------------------------------------------------------------------------
    async def enter(self, grants: Grants, seen: int, write: Write | None = None) -> Connection:
        """Add a connection and send it the entries after the last one seen. Raises `Denied`."""
        async with self.lock:
            session = await self.session()
            role = role_of(session, grants)
            may_watch(session, role)
            if len(self.connections) >= self.registry.settings.most_connections and not role.playable:
                raise Denied(Code.TOO_MANY, because("too-many-watchers"))
            for seat in role.seats:
                if sum(seat in each.role.seats for each in self.connections) >= self.registry.settings.most_of_seat:
                    raise Denied(Code.TOO_MANY, because("too-many-sockets"))
            self.used = time.monotonic()
            connection = Connection(grants, role, write)
            entries = await self.since(seen)
            self.connections.add(connection)
            connection.send(Message(encode(self.welcome(session, role, entries))))
            self.present()
            return connection

    def welcome(self, session: Session, role: Role, entries: Sequence[AnyEntry]) -> protocol.Welcome:
        """Return the first message to a new client."""
        return protocol.Welcome(
            protocol.PROTOCOL,
            self.registry.version,
            visible_table(session, {*self.online(), *role.mine}),
            role.playable,
            role.is_host,
            visible_entries(entries, frozenset(role.mine), session.setting.manner),
            cast(Any, self.view(session)),
            cast(Any, self.hands(session, role)),
            session.timers.show(clock.now()),
        )

    async def since(self, seen: int) -> Sequence[AnyEntry]:
        """Return the entries after a number."""
        if seen >= self._shown:
            return ()
        if self._recent and seen + 1 >= self._recent[0].seq:
            return [read_body(each) for each in self._recent if each.seq > seen]
        rows = await self.registry.store.rows(self.id, seen)
        return [read_entry(row.body) for row in rows if row.seq <= self._shown]

    async def entries(self) -> list[AnyEntry]:
        """Return the whole record."""
        return [read_entry(row.body) for row in await self.registry.store.rows(self.id)]

    def leave(self, connection: Connection) -> None:
        """Remove a connection."""
        self.connections.discard(connection)
        self.used = time.monotonic()
        self.present()

    def here(self) -> tuple[int, ...]:
        """Return the seats connected to this server."""
        return tuple(sorted({seat for connection in self.connections for seat in connection.role.playable}))

    def watchers_here(self) -> int:
        """Return how many spectators are connected to this server."""
        return sum(not connection.role.playable for connection in self.connections)

    def online(self) -> tuple[int, ...]:
        """Return the seats connected to any server."""
        others = (seat for _, seats, _ in self.elsewhere.values() for seat in seats)
        return tuple(sorted({*self.here(), *others}))

    def is_watched(self) -> bool:
        """Return whether anybody is connected, here or at another server."""
        return bool(self.connections) or any(seats or watchers for _, seats, watchers in self.elsewhere.values())

    def present(self, *, tell: bool = True) -> None:
        """Broadcast who is connected."""
        online = self.online()
        now = clock.now()
        for seat in online:
            self.absent.pop(seat, None)
        if self._session is not None:
            for seat, place in enumerate(self._session.state.places):
                if place.kind == "person" and seat not in online:
                    self.absent.setdefault(seat, now)
        watchers = self.watchers_here() + sum(each[2] for each in self.elsewhere.values())
        self.tell(protocol.Presence(online, watchers))
        self.poked.set()
        if tell:
            self.registry.publish_presence(self)

    def tell(self, message: protocol.ServerMessage, to: Iterable[Connection] | None = None) -> None:
        """Broadcast a message that is not stored."""
        said = Message(encode(message))
        for connection in self.connections if to is None else to:
            connection.send(said)

    # --- bots and clocks ----------------------------------------------------------------------------------------------
    async def run(self) -> None:
        """Run the bots and clocks as long as this server has the lease."""
        while True:
            self.poked.clear()
            pause: float | None
            try:
                async with self.lock:
                    pause = await self.step()
            except Gone:
                return
            except (StoreBusy, Denied) as error:
                LOG.warning("a step failed", extra={"data": {"table": self.id[-6:], "error": str(error)[:200]}})
                self._session = None
                pause = 0.5
            except Exception:
                LOG.exception("a step failed", extra={"data": {"table": self.id[-6:]}})
                self._session = None
                pause = 5.0
            if pause is None or pause > 0:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self.poked.wait(), pause)
            else:
                await asyncio.sleep(0)

    async def step(self) -> float | None:
        """Do what is due. Return the seconds until the next step may be due, or None if only an event can cause one."""
        session = await self.session()
        now = clock.now()
        if self.away > AWAY and session.is_going_on:
            session.timers.shift(now, self.away)
            session.add(protocol.WokeEntry(seq=0, at=now, away=round(self.away, 3)))
            self.away = 0.0
            await self.keep()
            return 0
        self.away = 0.0
        if session.state.status == "starting":
            wait = (session.state.reveal_by or now) - now
            if wait > 0:
                return wait
            session.begin(now)
            await self.keep()
            return 0
        if not session.is_going_on:
            return None
        dues: list[float] = []
        state = session.state
        if state.hour is not None:
            if state.hour <= now:
                struck = session.strike_hour(now)
                if struck or session.new:
                    state.hour = None
                    await self.keep()
                    return 0
                dues.append(now + 0.5)
            else:
                dues.append(state.hour)
        if state.hammer is not None:
            if state.hammer <= now:
                session.drop_hammer(now)
                await self.keep()
                return 0
            dues.append(state.hammer)
        if self.is_time_up(session, now, dues):
            await self.keep()
            return 0
        seat = self._bots.who_acts(session)
        if seat is not None and not any(place.kind == "person" and not place.away for place in state.places):
            settings = self.registry.settings
            if not settings.unwatched and not self.is_watched():
                seat = None  # until a client connects
            elif state.ply >= settings.most_bot_plies:
                commands.pause(session, now)
                await self.keep()
                return None
        if seat is not None:
            due = self._bots.due(session, seat, self._since)
            if due <= now:
                self._bots.decide(session, seat, now)
                await self.keep()
                return 0
            dues.append(due)
        return max(0.0, min(dues) - now) if dues else None

    def is_time_up(self, session: Session, now: float, dues: list[float]) -> bool:
        """Apply the absence policy if a player's time is up or a player is away too long. Return whether it applied."""
        seat = session.awaited
        absence = session.setting.absence
        if seat is None or session.state.places[seat].is_played_by_bot or absence.policy == "wait":
            return False
        reasons: list[tuple[float, protocol.HandReason]] = []
        flag = session.timers.flag_at()
        if flag is not None:
            reasons.append((flag, "time"))
        if seat not in self.online():
            self.absent.setdefault(seat, now)
        if absence.after and seat in self.absent:
            reasons.append((self.absent[seat] + absence.after, "absent"))
        for due, reason in reasons:
            if due <= now:
                if absence.policy == "forfeit":
                    session.forfeit(seat, now)
                else:
                    commands.hand_to_bot(session, seat, absence.bot, reason, now)
                return True
            dues.append(due)
        return False
