"""A table that this process has open. It makes one change at a time, and commits before it broadcasts.

A table belongs to one process. One that has lost it, for example because it stood still for too long, cannot append to
it any more. It then gives the room up, and its clients connect again.
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

from ventnor.notation.position import BadPosition
from ventnor.server import clock, protocol, snapshot
from ventnor.server import command as commands
from ventnor.server.connection import Connection, Message, Write
from ventnor.server.errors import Denied
from ventnor.server.export import replay_of
from ventnor.server.handover import Elsewhere
from ventnor.server.protocol import Answer, AnyCommand, AnyEntry, Code, PlyEntry
from ventnor.server.rate_limit import Buckets
from ventnor.server.role import HOST, HOST_COMMANDS, Grants, Role, authorize, key_and_scopes, may_watch, role_of
from ventnor.server.runner import Gone, Runner
from ventnor.server.session import Session
from ventnor.server.shown import ShownGame
from ventnor.server.snapshot import Snapshot, TableSettings
from ventnor.server.store.contract import EntryRow, Head, StoreBusy, TokenRow
from ventnor.server.undo import before_last_entry
from ventnor.server.update import Update
from ventnor.server.visible import visible_choices, visible_entries, visible_table
from ventnor.words.reason import because

if TYPE_CHECKING:
    from ventnor.server.registry import Registry

LOG: Final = logging.getLogger("ventnor.server.room")
RECENT: Final = 24
"""Entries kept in memory for clients that reconnect."""
ANSWERS: Final = 24
TRIES: Final = 8
PATIENCE: Final = 120.0
"""Seconds after which, unless a table says otherwise, every player may let a bot play for somebody who is gone."""
LASTING: Final = frozenset({Code.ILLEGAL, Code.STALE})
"""Refusals that are repeated when the same command comes again."""

encode = msgspec.json.Encoder().encode
read_entry = msgspec.json.Decoder(AnyEntry).decode


def read_body(row: EntryRow) -> AnyEntry:
    """Return the entry of a stored row."""
    return read_entry(row.body)


def sender_of(session: Session, grants: Grants, command: AnyCommand) -> str:
    """Return the scope of a sender's command ids: a player's stay in a seat, as the host or not.

    Whoever sat there before may have sent a command with the same id. That was another command.
    """
    if isinstance(command, protocol.Replace | protocol.Enter | protocol.Undo):
        kind, seats = "by ", {each.seat for each in grants}  # not only the host sends it
    elif isinstance(command, HOST_COMMANDS):
        kind, seats = "host ", {session.host}
    else:
        kind, seats = "", {getattr(command, "seat", HOST)}
    held = [(each.seat, key_and_scopes(each)[0]) for each in grants if each.seat in seats]
    places = session.state.places
    valid = [(seat, key) for seat, key in held if seat == HOST or key == places[seat].key]
    # A player who has left gets the answers to the commands of that stay again.
    return kind + ",".join(sorted({f"{seat}.{key}" for seat, key in valid or held}))


class Room:
    """One table."""

    def __init__(self, registry: Registry, table: str) -> None:
        self.registry = registry
        self.id = table
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.used = time.monotonic()
        self.is_ours = False
        """Whether the table belongs to this process, as far as it knows."""
        self.runner = Runner(self)
        self.absent: dict[int, float] = {}
        """Since when a seat has had no connection."""
        self._session: Session | None = None
        self._recent: deque[EntryRow] = deque(maxlen=RECENT)
        self._shown = 0
        self.changed = 0.0
        """When the table was changed or read last."""
        self._answers: OrderedDict[str, tuple[tuple[str, ...], Answer]] = OrderedDict()
        """The last answers by command, each with the hashes of the tokens that its sender presented."""
        self._working: set[asyncio.Task[Answer]] = set()
        self._talk = Buckets(registry.settings.chat_rate, 5)
        self._game: ShownGame | None = None
        """The game as the clients here have last been shown it; None while nobody has been shown one."""

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
        try:
            head = await self.registry.claim(self.id)
        except Elsewhere:
            self.give_up()
            raise
        if head is None:
            for connection in list(self.connections):
                connection.dismiss(Denied(Code.NO_TABLE, because("table-gone")))
            raise Gone
        state = snapshot.decode(head.position, head.progress)
        shown = self._shown or max(0, head.seq - RECENT)
        rows = [row for row in await store.rows(self.id, min(shown, state.seq)) if row.seq <= head.seq]
        self._session = await self.restore(head, state, [read_body(row) for row in rows if row.seq > state.seq])
        self._session.holder, self._session.epoch = head.holder, head.epoch
        self._session.reveal_time = self.registry.settings.reveal_time
        self.changed = clock.now()
        self._session.timers.mend(self.changed)
        self.show([row for row in rows if row.seq > shown])

    async def refresh(self) -> None:
        """Read the table again if another process has taken it over, appended to it or deleted it."""
        session = self._session
        head = await self.registry.store.head(self.id)
        if head is not None and head.holder != self.registry.worker:
            self.give_up()
            return
        if head is not None and session is not None and (head.seq, head.epoch) == (session.seq, session.epoch):
            return
        self.forget()
        if self.connections or self.runner.is_running:
            await self.read()

    def give_up(self) -> None:
        """Stop serving the table: another process has it. Clients connect again and reach that one."""
        self.is_ours = False
        self.forget()
        self.runner.stop()
        for connection in list(self.connections):
            connection.dismiss(Denied(Code.CLOSING, because("table-moved")))

    async def close(self) -> None:
        """Finish what is being done, and store the position, so that another version can go on from it."""
        async with self.lock:
            self.runner.stop()
            session = self._session
            if session is not None and session.is_behind:
                with contextlib.suppress(StoreBusy):
                    head = self.registry.head_of(session, self.changed, in_full=True)
                    await self.registry.store.append(head, ())

    def forget(self) -> None:
        """Have the table read again on next use."""
        self.rest()
        self._session = None

    def rest(self) -> None:
        """Free what a table needs only while something happens at it."""
        if self._session is not None:
            self._session.rest()

    async def restore(self, head: Head, state: Snapshot, since: Sequence[AnyEntry]) -> Session:
        """Return the session from its stored state, or by replaying the whole record if that fails."""
        setting = msgspec.json.decode(head.setting, type=TableSettings)
        try:
            return Session(head.id, head.created, setting, head.seed, state, head.seq, since)
        except BadPosition as error:
            LOG.error("a position was refused", extra={"data": {"table": head.id[-6:], "why": str(error)[:500]}})
            position, state.position = state.position, ""
            session = Session(head.id, head.created, setting, head.seed, state, head.seq)
            session.resume(replay_of(session, await self.entries()).game_at(), position)
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
        self.changed = now
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
        self.runner.poke(session)
        if not fresh or not self.connections:
            return
        news = [each for each in entries or map(read_body, fresh) if each.seq >= fresh[0].seq]
        plain = all(isinstance(each, PlyEntry) for each in news)
        table = None if plain else visible_table(session, self.online())
        changed = () if plain else self.reauthorize(session)
        seats: set[int | None] = set()
        for connection in self.connections:
            seats.update(connection.role.mine or (None,))
        update = Update(session, self.shown(session), news, table, session.timers.show(clock.now()), seats)
        for connection in changed:
            connection.send(Message(encode(self.welcome(session, connection.role, news))))
        for connection in self.connections - set(changed) if changed else list(self.connections):
            connection.send(update.message(connection))
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

    def shown(self, session: Session) -> ShownGame | None:
        """Return the game as the clients here have been shown it; None before the start."""
        if self._game is None and session.game is not None:
            self._game = ShownGame(self.registry.entry_points, session.game)
        return self._game

    def view(self, session: Session) -> msgspec.Raw | None:
        """Return the public view of the game for a new client."""
        shown, game = self.shown(session), session.game
        if shown is None or game is None:
            return None
        if shown.seq != session.seq:  # nobody was connected when it was last changed
            shown.update(game, session.waiting, session.state.ply, session.seq, ())
        return msgspec.Raw(shown.view(game))

    def hands(self, session: Session, role: Role) -> tuple[msgspec.Raw, ...]:
        """Return the hands of these seats for a new client. The view comes first."""
        shown, game = self.shown(session), session.game
        if shown is None or game is None:
            return ()
        return tuple(msgspec.Raw(shown.hand(game, seat)) for seat in role.mine or (None,))

    # --- commands -----------------------------------------------------------------------------------------------------
    async def submit(self, grants: Grants, command: AnyCommand) -> Answer:
        """Execute a command and return its answer. It is executed even if the caller is cancelled."""
        work = asyncio.create_task(self.answer(grants, command))
        self._working.add(work)
        work.add_done_callback(self._working.discard)
        return await asyncio.shield(work)

    async def answer(self, grants: Grants, command: AnyCommand) -> Answer:
        """Execute a command after earlier ones, and remember its answer. The caller is not cancelled meanwhile."""
        self.used = time.monotonic()
        async with self.lock:
            try:
                key = f"{sender_of(await self.session(), grants, command)}:{command.id}"
                answer = await self._execute(grants, command, key)
            except (Elsewhere, StoreBusy):
                self._session = None
                return Denied(Code.BUSY, because("not-known")).refused(command.id)
            if isinstance(answer, protocol.Done) or getattr(answer, "code", None) in LASTING:
                self._answers[key] = (tuple(each.hash for each in grants), answer)
                if len(self._answers) > ANSWERS:
                    self._answers.popitem(last=False)
        return answer

    async def _execute(self, grants: Grants, command: AnyCommand, key: str) -> Answer:
        """Check the sender's authority and execute, both against the state that the entries will follow."""
        senders, known = self._answers.get(key, ((), None))
        for _ in range(TRIES):
            session = await self.session()
            role = role_of(session, grants)
            try:
                keeps_waiting = isinstance(command, protocol.Replace) and self.keeps_waiting(session, command.seat)
                drawer = session.drawer if isinstance(command, protocol.Enter) else None
                authorize(role, command, keeps_waiting=keeps_waiting, drawer=drawer)
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
                if isinstance(command, protocol.Replace) and not role.is_host:
                    # Only the host chooses the bot.
                    commands.hand_to_bot(session, command.seat, session.setting.absence.bot, "absent", clock.now())
                    answer = None
                else:
                    answer = commands.execute(session, command, clock.now())
                if isinstance(command, protocol.Undo):
                    await self.undo(session, role)
            except Denied as denied:
                if session.new:  # something changed before the refusal
                    self._session = None
                return await self.done_before(key, command) or await self.refuse(role, command, denied)
            if answer is not None:
                return answer
            if isinstance(command, protocol.Rematch):
                return await self.rematch(session, command)
            if isinstance(command, protocol.React):
                self.tell(protocol.Reacted(command.seat, command.reaction))
                return protocol.Done(command.id)
            if not session.new:
                return await self.done_before(key, command) or protocol.Done(command.id)
            last = session.seq
            if await self.keep(key):
                return protocol.Done(command.id, first, last)
            done = await self.done_before(key, command)
            if done is not None:
                return done
        return Denied(Code.BUSY, because("busy")).refused(command.id)

    async def undo(self, session: Session, role: Role) -> None:
        """Undo the last entry at a real board. Raises `Denied` unless it was the sender's or he hosts."""
        rows = await self.registry.store.rows(self.id)
        plies, game, maker = await asyncio.to_thread(before_last_entry, session, rows)
        seat = None
        if not role.is_host:
            if maker not in role.playable:
                raise Denied(Code.NOT_ALLOWED, because("banker-undoes"))
            seat = maker
        session.undo(game, plies, seat, clock.now())

    def check_talk(self, command: AnyCommand) -> None:
        """Raise `Denied` when a seat chats too much."""
        if isinstance(command, protocol.Chat | protocol.React) and not self._talk.take(str(command.seat)):
            raise Denied(Code.TOO_FAST, because("too-fast"))

    def check_absent(self, session: Session, command: AnyCommand) -> None:
        """Raise `Denied` when a bot should play for somebody who is connected."""
        if isinstance(command, protocol.Replace) and session.is_going_on and command.seat in self.online():
            raise Denied(Code.NOT_ALLOWED, because("is-here"))

    def replaceable_from(self, session: Session, seat: int) -> float | None:
        """Return from when on every player may let a bot play for this seat; None if only the host may."""
        absence = session.setting.absence
        if absence.policy != "ask" or session.state.places[seat].kind != "person" or seat in self.online():
            return None
        return self.absent.setdefault(seat, clock.now()) + (absence.after or PATIENCE)

    def keeps_waiting(self, session: Session, seat: int) -> bool:
        """Return whether the game waits for somebody who is gone for so long that every player may act on it."""
        if not session.is_going_on or session.awaited != seat or session.state.places[seat].away:
            return False
        since = self.replaceable_from(session, seat)
        return since is not None and since <= clock.now()

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
    async def enter(
        self, grants: Grants, seen: int, address: str, write: Write | None = None, *, takes_changes: bool = False
    ) -> Connection:
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
            connection = Connection(grants, role, write, takes_changes=takes_changes)
            entries = await self.since(seen, address)
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

    async def since(self, seen: int, address: str) -> Sequence[AnyEntry]:
        """Return the entries after a number."""
        if seen >= self._shown:
            return ()
        if self._recent and seen + 1 >= self._recent[0].seq:
            return [read_body(each) for each in self._recent if each.seq > seen]
        self.admit_reader(address, self._shown - seen)
        rows = await self.registry.store.rows(self.id, seen)
        return [read_entry(row.body) for row in rows if row.seq <= self._shown]

    def admit_reader(self, address: str, count: int) -> None:
        """Raise `Denied` when an address reads too much of records. A whole record can be read, however long."""
        most = 10 * self.registry.settings.record_rate
        if not self.registry.record_limits.take(address, min(count, most)):
            raise Denied(Code.TOO_FAST, because("too-fast"))

    async def record(self, address: str) -> list[AnyEntry]:
        """Return the whole record for somebody at an address. Raises `Denied` when that reads too much."""
        self.admit_reader(address, self._shown)
        return await self.entries()

    async def entries(self) -> list[AnyEntry]:
        """Return the whole record."""
        return [read_entry(row.body) for row in await self.registry.store.rows(self.id)]

    def leave(self, connection: Connection) -> None:
        """Remove a connection."""
        self.connections.discard(connection)
        self.used = time.monotonic()
        self.present()

    def online(self) -> tuple[int, ...]:
        """Return the seats that are connected."""
        return tuple(sorted({seat for connection in self.connections for seat in connection.role.playable}))

    def present(self) -> None:
        """Broadcast who is connected."""
        online = self.online()
        now = clock.now()
        for seat in online:
            self.absent.pop(seat, None)
        if self._session is not None:
            for seat, place in enumerate(self._session.state.places):
                if place.kind == "person" and seat not in online:
                    self.absent.setdefault(seat, now)
        watchers = sum(not connection.role.playable for connection in self.connections)
        self.tell(protocol.Presence(online, watchers, self.absences(online), now))
        if self._session is not None:
            self.runner.poke(self._session)

    def absences(self, online: Sequence[int]) -> tuple[protocol.Absent, ...]:
        """Return the people who are not connected."""
        session = self._session
        if session is None:
            return ()
        return tuple(
            protocol.Absent(seat, since, self.replaceable_from(session, seat))
            for seat, since in sorted(self.absent.items())
            if seat not in online
        )

    def tell(self, message: protocol.ServerMessage, to: Iterable[Connection] | None = None) -> None:
        """Broadcast a message that is not stored."""
        said = Message(encode(message))
        for connection in self.connections if to is None else to:
            connection.send(said)
