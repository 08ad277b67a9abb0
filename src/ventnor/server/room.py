"""A table as one server has it open: one change at a time, kept before anybody is told.

Several servers may have the same table open. Whoever appends first wins; the others read again and go on from there.
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
from ventnor.rulebook.reason import because
from ventnor.server import command as commands
from ventnor.server import moment, protocol, snapshot
from ventnor.server.bot import Bots
from ventnor.server.command import Role
from ventnor.server.connection import Connection, Message, Write
from ventnor.server.denial import Denied
from ventnor.server.export import replay_of
from ventnor.server.limit import Buckets
from ventnor.server.outlook import Outlook
from ventnor.server.protocol import Answer, AnyCommand, AnyEntry, Code, PlyEntry
from ventnor.server.sight import Telling, see_choices, see_entries, see_table
from ventnor.server.sitting import Sitting
from ventnor.server.snapshot import Setting
from ventnor.server.store.contract import Head, Row, StoreBusy, TokenRow

if TYPE_CHECKING:
    from ventnor.server.hall import Hall

LOG: Final = logging.getLogger("ventnor.server.room")
RECENT: Final = 200
"""Entries kept at hand for those who come back."""
ANSWERS: Final = 200
TRIES: Final = 8
AWAY: Final = 1.0
"""Seconds without a server that are worth an entry."""

HOSTS: Final = (protocol.AddTime, protocol.Replace, protocol.Remove, protocol.Mute)
"""Commands about a seat that are the host's."""
LASTING: Final = frozenset({Code.ILLEGAL, Code.STALE})
"""Refusals that stay refusals when the same command comes again."""

encode = msgspec.json.Encoder().encode
read_entry = msgspec.json.Decoder(AnyEntry).decode


def read_body(row: Row) -> AnyEntry:
    """The entry that a row keeps."""
    return read_entry(row.body)


class Gone(Exception):
    """The table does not exist (any more)."""


class Room:
    """One table."""

    def __init__(self, hall: Hall, table: str) -> None:
        self.hall = hall
        self.id = table
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.used = time.monotonic()
        self.poked = asyncio.Event()
        self.runner: asyncio.Task[None] | None = None
        self.away = 0.0
        """Seconds that nobody ran the table, to be entered."""
        self.elsewhere: dict[str, tuple[float, tuple[int, ...], int]] = {}
        """Who is connected to other servers: when it was said, seats, watchers."""
        self.absent: dict[int, float] = {}
        """Since when a seat has had no connection."""
        self._sitting: Sitting | None = None
        self._recent: deque[Row] = deque(maxlen=RECENT)
        self._shown = 0
        self._since = 0.0
        self._answers: OrderedDict[str, Answer] = OrderedDict()
        self._bots = Bots()
        self._working: set[asyncio.Task[Answer]] = set()
        self._talk = Buckets(hall.settings.chat_rate, 5)
        self._outlook = Outlook(hall.doors)

    # --- reading and keeping ------------------------------------------------------------------------------------------
    async def sitting(self) -> Sitting:
        """The table as it is kept. Raises `Gone`, `StoreBusy`."""
        if self._sitting is None:
            await self.read()
        assert self._sitting is not None
        return self._sitting

    async def read(self) -> None:
        """Read the table again, and tell everybody what they have not heard."""
        store = self.hall.store
        head = await store.head(self.id)
        if head is None:
            for connection in list(self.connections):
                connection.dismiss(Denied(Code.NO_TABLE, because("table-gone")))
            raise Gone
        first = not self._shown
        after = max(0, head.seq - RECENT) if first else self._shown
        rows = [row for row in await store.rows(self.id, after) if row.seq <= head.seq]
        self._sitting = await self.restore(head)
        self._since = moment.now()
        self._sitting.clock.mend(self._since)
        self.show(rows)

    async def refresh(self, seq: int) -> None:
        """Read the table again if it has gone on elsewhere (0: it may have)."""
        sitting = self._sitting
        if sitting is not None and seq and seq <= sitting.seq:
            return
        if sitting is not None and not seq:
            head = await self.hall.store.head(self.id)
            if head is not None and head.seq == sitting.seq:
                return
        self.forget()
        if self.connections or self.runner is not None:
            await self.read()

    def forget(self) -> None:
        """Read the table again when it is needed next."""
        sitting, self._sitting = self._sitting, None
        if sitting is not None and sitting.game is not None:
            s, _, e = sitting.game.records
            release(s)
            release(e)

    async def restore(self, head: Head) -> Sitting:
        """The table from where it was left; if need be, by playing the whole record again."""
        setting = msgspec.json.decode(head.setting, type=Setting)
        state = snapshot.decode(head.position)
        try:
            return Sitting(head.id, head.created, setting, head.seed, state, head.seq)
        except BadPosition as error:
            LOG.error("a position was refused", extra={"data": {"table": head.id[-6:], "why": str(error)[:500]}})
            position, state.position = state.position, ""
            sitting = Sitting(head.id, head.created, setting, head.seed, state, head.seq)
            entries = [read_entry(row.body) for row in await self.hall.store.rows(head.id)]
            sitting.resume(replay_of(sitting, entries).game_at(), position)
            return sitting

    async def keep(self, command: str | None = None, tokens: Sequence[TokenRow] = ()) -> bool:
        """Keep the new entries and tell everybody. False: another server was first; the table was read again."""
        sitting = self._sitting
        assert sitting is not None
        entries = sitting.new
        if not entries:
            return True
        now = moment.now()
        rows = [snapshot.row_of(each, command if each is entries[0] else None) for each in entries]
        head = self.hall.head_of(sitting, now)
        self._sitting = None  # until it is known to be kept
        try:
            kept = await self.hall.store.append(head, rows, tokens)
        except StoreBusy as error:
            LOG.warning("the store is busy", extra={"data": {"table": self.id[-6:], "error": str(error)[:200]}})
            raise
        if not kept:
            await self.read()
            return False
        sitting.new = []
        self._sitting = sitting
        self._since = now
        self.hall.metrics.entries += len(rows)
        self.show(rows, entries)
        return True

    def show(self, rows: Sequence[Row], entries: Sequence[AnyEntry] = ()) -> None:
        """Tell everybody here what happened; the entries are read from the rows unless they are given."""
        sitting = self._sitting
        assert sitting is not None
        fresh = [row for row in rows if row.seq > self._shown]
        self._shown = sitting.seq
        self._recent += fresh
        self.poked.set()
        if not fresh or not self.connections:
            return
        told = [each for each in entries or map(read_body, fresh) if each.seq >= fresh[0].seq]
        plain = all(isinstance(each, PlyEntry) for each in told)
        table = None if plain else see_table(sitting, self.online())
        clocks = msgspec.Raw(encode(sitting.clock.show(moment.now())))
        telling = Telling(told, sitting.setting.manner)
        made: dict[frozenset[int], Message] = {}
        for connection in self.connections:
            message = made.get(connection.seats)
            if message is None:
                events = protocol.Events(
                    cast(Any, telling.to(connection.seats)),
                    cast(Any, self.view(sitting)),
                    cast(Any, self.hands(sitting, connection.role)),
                    cast(Any, clocks),
                    table,
                )
                message = made[connection.seats] = Message(encode(events))
            connection.send(message)
        self.hall.metrics.deliveries += len(self.connections)

    def view(self, sitting: Sitting) -> msgspec.Raw | None:
        """The game as everybody sees it."""
        return None if sitting.game is None else self._outlook.view(sitting.game, sitting.state.ply, sitting.seq)

    def hands(self, sitting: Sitting, role: Role) -> tuple[msgspec.Raw, ...]:
        """What is one's own."""
        game = sitting.game
        return () if game is None else tuple(self._outlook.hand(game, seat) for seat in role.mine or (None,))

    # --- commands -----------------------------------------------------------------------------------------------------
    async def command(self, role: Role, command: AnyCommand) -> Answer:
        """Carry a command out and answer it, whatever happens; also when whoever sent it is gone meanwhile."""
        self.used = time.monotonic()
        work = asyncio.create_task(self.carry_out(role, command))
        self._working.add(work)
        work.add_done_callback(self._working.discard)
        return await asyncio.shield(work)

    async def carry_out(self, role: Role, command: AnyCommand) -> Answer:
        """Carry a command out, after those before it."""
        who = "host" if isinstance(command, HOSTS) else str(getattr(command, "seat", "host"))
        key = f"{who}:{command.id}"
        async with self.lock:
            if key in self._answers and self.may_hear(role, who):
                return self._answers[key]
            try:
                answer = await self._command(role, command, key)
            except StoreBusy:
                self._sitting = None
                return Denied(Code.BUSY, because("not-known")).refused(command.id)
            if isinstance(answer, protocol.Done) or getattr(answer, "code", None) in LASTING:
                self._answers[key] = answer
                if len(self._answers) > ANSWERS:
                    self._answers.popitem(last=False)
        return answer

    @staticmethod
    def may_hear(role: Role, who: str) -> bool:
        """Whether somebody gets the answer that the seat, or the host, was given before."""
        return role.is_host if who == "host" else any(str(seat) == who for seat in role.playable)

    async def _command(self, role: Role, command: AnyCommand, key: str) -> Answer:
        for _ in range(TRIES):
            sitting = await self.sitting()
            first = sitting.seq + 1
            try:
                self.check_talk(command)
                self.check_absent(sitting, command)
                answer = commands.carry_out(sitting, role, command, moment.now())
            except Denied as denied:
                if sitting.new:  # something was done before it was denied: that is not so
                    self._sitting = None
                return await self.done_before(key, command) or await self.refuse(role, command, denied)
            if answer is not None:
                return answer
            if isinstance(command, protocol.Rematch):
                return await self.rematch(sitting, command)
            if isinstance(command, protocol.React):
                self.hall.react(self, protocol.Reacted(command.seat, command.reaction))
                return protocol.Done(command.id)
            if not sitting.new:
                return await self.done_before(key, command) or protocol.Done(command.id)
            last = sitting.seq
            if await self.keep(key):
                if isinstance(command, protocol.Start | protocol.Resume):
                    await self.hall.take_on(self.id)
                return protocol.Done(command.id, first, last)
            done = await self.done_before(key, command)
            if done is not None:
                return done
        return Denied(Code.BUSY, because("busy")).refused(command.id)

    def check_talk(self, command: AnyCommand) -> None:
        """Raise `Denied` when a seat talks too much."""
        if isinstance(command, protocol.Chat | protocol.React) and not self._talk.take(str(command.seat)):
            raise Denied(Code.TOO_FAST, because("too-fast"))

    def check_absent(self, sitting: Sitting, command: AnyCommand) -> None:
        """Raise `Denied` when a bot is to play for somebody who is here."""
        if isinstance(command, protocol.Replace) and sitting.is_going_on and command.seat in self.online():
            raise Denied(Code.NOT_ALLOWED, because("is-here"))

    async def done_before(self, key: str, command: AnyCommand) -> Answer | None:
        """The answer to a command that was carried out before, by whichever server."""
        first = await self.hall.store.find(self.id, key)
        if first is None:
            return None
        last = first
        for row in await self.hall.store.rows(self.id, first):
            entry = read_entry(row.body)
            if not isinstance(entry, PlyEntry) or entry.command != command.id or row.command:
                break
            last = row.seq
        return protocol.Done(command.id, first, last)

    async def refuse(self, role: Role, command: AnyCommand, denied: Denied) -> Answer:
        """Say no, with the clause and what may be done, or with what was missed."""
        sitting = await self.sitting()
        missed: tuple[AnyEntry, ...] = ()
        if isinstance(command, protocol.Act) and command.seat in role.seats and command.ply < sitting.state.ply:
            recent = map(read_body, self._recent)
            unseen = [each for each in recent if isinstance(each, PlyEntry) and each.ply > command.ply]
            missed = see_entries(unseen, frozenset(role.mine), sitting.setting.manner)
        allowed: tuple[protocol.Choice, ...] = ()
        refusal = denied.refusal
        if refusal is not None and sitting.game is not None and isinstance(command, protocol.SeatCommand):
            allowed = see_choices(sitting.game, command.seat, refusal.allowed)
        return protocol.Refused(
            command.id,
            denied.code,
            denied.why,
            denied.because,
            sitting.state.ply,
            refusal.clause if refusal else "",
            refusal.rule if refusal else "",
            allowed,
            missed,
        )

    async def rematch(self, sitting: Sitting, command: protocol.Rematch) -> Answer:
        """A new table with the same people."""
        if sitting.state.rematch is None:
            made = await self.hall.again(sitting)
            sitting.state.rematch = made
            sitting.add(protocol.RematchEntry(seq=0, at=moment.now(), table=made))
            if not await self.keep():
                await self.hall.store.delete(made)
        table = (await self.sitting()).state.rematch
        return protocol.Done(command.id, table=table)

    async def join(self, wanted: protocol.Join) -> protocol.Seated:
        """Give somebody a seat. Raises `Denied`."""
        async with self.lock:
            for _ in range(TRIES):
                sitting = await self.sitting()
                seat = commands.join(sitting, wanted, moment.now())
                scopes: tuple[protocol.Scope, ...] = ("watch", "play", "chat")
                seated, row = self.hall.new_token(self.id, seat, scopes, sitting.state.places[seat].key)
                if await self.keep(tokens=[row]):
                    return seated
        raise Denied(Code.BUSY, because("busy"))

    # --- coming and going ---------------------------------------------------------------------------------------------
    async def enter(self, role: Role, seen: int, write: Write | None = None) -> Connection:
        """Somebody comes in, and is told everything after the last entry seen; from now on, all that happens."""
        async with self.lock:
            sitting = await self.sitting()
            self.used = time.monotonic()
            connection = Connection(role, write)
            entries = await self.since(seen)
            self.connections.add(connection)
            connection.send(Message(encode(self.welcome(sitting, role, entries))))
            self.present()
            return connection

    def welcome(self, sitting: Sitting, role: Role, entries: Sequence[AnyEntry]) -> protocol.Welcome:
        """The first message to somebody who comes in."""
        return protocol.Welcome(
            protocol.PROTOCOL,
            self.hall.version,
            see_table(sitting, {*self.online(), *role.mine}),
            role.playable,
            role.is_host,
            see_entries(entries, frozenset(role.mine), sitting.setting.manner),
            cast(Any, self.view(sitting)),
            cast(Any, self.hands(sitting, role)),
            sitting.clock.show(moment.now()),
        )

    async def since(self, seen: int) -> Sequence[AnyEntry]:
        """The entries after a number."""
        if seen >= self._shown:
            return ()
        if self._recent and seen + 1 >= self._recent[0].seq:
            return [read_body(each) for each in self._recent if each.seq > seen]
        rows = await self.hall.store.rows(self.id, seen)
        return [read_entry(row.body) for row in rows if row.seq <= self._shown]

    async def entries(self) -> list[AnyEntry]:
        """The whole record."""
        return [read_entry(row.body) for row in await self.hall.store.rows(self.id)]

    def leave(self, connection: Connection) -> None:
        """Somebody is gone."""
        self.connections.discard(connection)
        self.used = time.monotonic()
        self.present()

    def here(self) -> tuple[int, ...]:
        """The seats connected to this server."""
        return tuple(sorted({seat for connection in self.connections for seat in connection.role.playable}))

    def watchers_here(self) -> int:
        """How many watch at this server."""
        return sum(not connection.role.playable for connection in self.connections)

    def online(self) -> tuple[int, ...]:
        """The seats connected to any server."""
        others = (seat for _, seats, _ in self.elsewhere.values() for seat in seats)
        return tuple(sorted({*self.here(), *others}))

    def present(self, *, tell: bool = True) -> None:
        """Who is there has changed."""
        online = self.online()
        now = moment.now()
        for seat in online:
            self.absent.pop(seat, None)
        if self._sitting is not None:
            for seat, place in enumerate(self._sitting.state.places):
                if place.kind == "person" and seat not in online:
                    self.absent.setdefault(seat, now)
        watchers = self.watchers_here() + sum(each[2] for each in self.elsewhere.values())
        self.tell(protocol.Presence(online, watchers))
        self.poked.set()
        if tell:
            self.hall.publish_presence(self)

    def tell(self, message: protocol.ServerMessage, to: Iterable[Connection] | None = None) -> None:
        """Send something that is not kept."""
        said = Message(encode(message))
        for connection in self.connections if to is None else to:
            connection.send(said)

    # --- bots and clocks ----------------------------------------------------------------------------------------------
    async def run(self) -> None:
        """Play for the bots and watch the clocks, as long as this server has the lease."""
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
                self._sitting = None
                pause = 0.5
            except Exception:
                LOG.exception("a step failed", extra={"data": {"table": self.id[-6:]}})
                self._sitting = None
                pause = 5.0
            if pause is None or pause > 0:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self.poked.wait(), pause)
            else:
                await asyncio.sleep(0)

    async def step(self) -> float | None:
        """Do what is due; how many seconds until something else may be (None: until something happens)."""
        sitting = await self.sitting()
        now = moment.now()
        if self.away > AWAY and sitting.is_going_on:
            sitting.clock.shift(now, self.away)
            sitting.add(protocol.WokeEntry(seq=0, at=now, away=round(self.away, 3)))
            self.away = 0.0
            await self.keep()
            return 0
        self.away = 0.0
        if not sitting.is_going_on:
            return None
        dues: list[float] = []
        state = sitting.state
        if state.hour is not None:
            if state.hour <= now:
                struck = sitting.strike_hour(now)
                if struck or sitting.new:
                    state.hour = None
                    await self.keep()
                    return 0
                dues.append(now + 0.5)
            else:
                dues.append(state.hour)
        if state.hammer is not None:
            if state.hammer <= now:
                sitting.drop_hammer(now)
                await self.keep()
                return 0
            dues.append(state.hammer)
        if self.is_time_up(sitting, now, dues):
            await self.keep()
            return 0
        seat = self._bots.who_acts(sitting)
        if seat is not None:
            due = self._bots.due(sitting, seat, self._since)
            if due <= now:
                self._bots.act(sitting, seat, now)
                await self.keep()
                return 0
            dues.append(due)
        return max(0.0, min(dues) - now) if dues else None

    def is_time_up(self, sitting: Sitting, now: float, dues: list[float]) -> bool:
        """Whether somebody's time is up or somebody is gone too long, and what was agreed for that is done."""
        seat = sitting.awaited
        absence = sitting.setting.absence
        if seat is None or sitting.state.places[seat].is_played_by_bot or absence.policy == "wait":
            return False
        reasons: list[tuple[float, protocol.HandReason]] = []
        flag = sitting.clock.flag_at()
        if flag is not None:
            reasons.append((flag, "time"))
        if seat not in self.online():
            self.absent.setdefault(seat, now)
        if absence.after and seat in self.absent:
            reasons.append((self.absent[seat] + absence.after, "absent"))
        for due, reason in reasons:
            if due <= now:
                if absence.policy == "forfeit":
                    sitting.forfeit(seat, now)
                else:
                    commands.hand_to_bot(sitting, seat, absence.bot, reason, now)
                return True
            dues.append(due)
        return False
