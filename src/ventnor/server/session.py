"""A table's game in memory: its seats, its game, and every change as an entry of its record.

A session changes in memory and collects its changes as entries. Its caller passes the time in, stores the entries, and
throws the session away and reads the table again if that fails. A session decides no rule.
"""

import json
from array import array
from collections.abc import Container, Iterable, Sequence
from functools import cache
from importlib.metadata import version
from typing import Final, cast

from msgspec import convert
from msgspec import json as msgspec_json
from msgspec.structs import replace

from ventnor.action import (
    Action,
    Hour,
    Pass,
    Resign,
    Roll,
    Throw,
    Want,
    from_json,
    from_record,
    to_record,
)
from ventnor.awaiting import (
    Awaiting,
    AwaitingBid,
    AwaitingCard,
    AwaitingDeal,
    AwaitingDice,
    AwaitingNothing,
    AwaitingThrow,
)
from ventnor.driver import Driver
from ventnor.game import Game
from ventnor.kernel import codes, layout
from ventnor.kernel.layout import release
from ventnor.kernel.reasons import LAWFUL
from ventnor.log import AUTO, CLOCK, NATURE, OWN, actor_of
from ventnor.notation.position import BadPosition, identity_digest, identity_of
from ventnor.outcome import outcome_of
from ventnor.replay import RULES
from ventnor.rulebook.option import Options
from ventnor.server import protocol, snapshot
from ventnor.server.chance import CountedChance
from ventnor.server.entry_points import DonePly, RecordOverflow, of_this_thread
from ventnor.server.errors import Denied
from ventnor.server.ply_text import write_action, write_events
from ventnor.server.protocol import PIECES, AnyEntry, Code, Outcome, Piece, PlyEntry, UndoneEntry
from ventnor.server.secret import new_key
from ventnor.server.snapshot import SeatState, Snapshot, TableSettings
from ventnor.server.timers import Timers
from ventnor.words.reason import because

VERSION: Final = version("ventnor")
MOST_BASES: Final = 60
"""Plies that an action may be late and still be recognized as an answer to what the game waits for."""
MOST_BEHIND: Final = 40
"""Entries that may follow before the position is stored again. A server that reads the table does their plies again."""
PLAIN: Final = (PlyEntry, protocol.ChatEntry, protocol.TurnedDownEntry)
"""Entries that change nothing but the position and `PlyState`."""


class Session:
    """A table's game in memory."""

    def __init__(
        self,
        table: str,
        created: float,
        setting: TableSettings,
        seed: bytes,
        state: Snapshot,
        seq: int,
        since: Iterable[AnyEntry] = (),
    ) -> None:
        """Take up a table from its stored state. `since` are the entries after the one that the position follows."""
        self.id = table
        self.created = created
        self.setting = setting
        self.seed = seed
        self.state = state
        self.seq = seq
        self.holder = ""
        """The process that the table belongs to."""
        self.epoch = 0
        """How often the table has changed hands."""
        self.game: Game | None = None
        self.chance: CountedChance | None = None
        self._driver: Driver | None = None
        self.timers = Timers(self)
        self.new: list[AnyEntry] = []
        """Entries that are not stored yet."""
        self.waiting: Awaiting = AwaitingNothing()
        """What the game waits for."""
        self._bases = array("q", bytes(8 * MOST_BASES))
        """What the game waited for after each of the last plies, as hashes; 0 where no seat was waited for."""
        self._is_moved = False
        """Whether the stored position is not that of the game any more."""
        self.setting_text = msgspec_json.encode(setting)
        self._brief: tuple[object, bytes] = ((), b"")
        self.reveal_time = 0.0
        """Seconds that the server waits for nonces after the host started the game. The room sets it."""
        if state.position:
            self.take_up(since)

    # --- the game -----------------------------------------------------------------------------------------------------
    def take_up(self, since: Iterable[AnyEntry]) -> None:
        """Continue the game from its stored position, after the plies since then. Raises `BadPosition`."""
        self.chance = None if self.is_manual else self.make_chance(self.state.drawn)
        game = Game.from_position(
            json.loads(self.state.position),
            nature="manual",
            ask_rent="manual",
            table=self.setting.manner,
            dice=self.chance,
            keep_log=False,
        )
        for each in since:
            if isinstance(each, PlyEntry):
                game.engine.do(to_record(from_json(each.action), seat_of(each.actor)))
                self._is_moved = True
        if self._is_moved:
            engine = game.engine
            if identity_digest(identity_of(engine.state, engine.tables)) != self.state.digest:
                raise BadPosition(["the plies since the stored position do not lead to the game's last digest"])
        self.open_game(game)

    def resume(self, game: Game, position: str) -> None:
        """Continue a game that was replayed from its record."""
        self.state.position = position
        self.chance = None if self.is_manual else self.make_chance(self.state.drawn)
        self.open_game(game.copy(nature="manual", ask_rent="manual", keep_log=False))

    def open_game(self, game: Game) -> None:
        """Play this game from now on."""
        game.table = self.setting.manner
        self.game = game
        self._driver = Driver(game.engine, self.chance)
        self.note_basis()

    def rest(self) -> None:
        """Free what the game needs only while something happens in it."""
        if self.game is not None and self._driver is not None:
            for record in (self.game.engine.state, self.game.engine.sink, self._driver.cursor):
                release(record)

    @property
    def driver(self) -> Driver:
        """Return the game's driver. It asks bots only, and asks for the rents of bots and of people who want that."""
        driver, game = self._driver, self.game
        assert driver is not None
        assert game is not None
        bots = rents = 0
        for seat, place in enumerate(self.state.places):
            if place.kind == "bot" or place.away:
                rents |= 1 << seat
                if not game.engine.state.out[seat]:
                    bots |= 1 << seat
            elif place.always_ask and self.setting.manner == "attentive":
                rents |= 1 << seat
        driver.ask_only(bots, rents)
        return driver

    def make_chance(self, drawn: int = 0) -> CountedChance:
        """Return the dice after so many words of their stream."""
        return CountedChance(self.seed, [bytes.fromhex(nonce) for nonce in self.nonces], drawn)

    @property
    def is_manual(self) -> bool:
        """Return whether people play on a real board and enter what they throw, draw and deal."""
        return self.setting.nature == "manual"

    @property
    def commitment(self) -> str:
        """Return the published hash of the seed; empty where people throw real dice."""
        return "" if self.is_manual else CountedChance(self.seed).commitment

    @property
    def revealed_seed(self) -> bytes:
        """Return the seed that is published after the end; empty where people throw real dice."""
        return b"" if self.is_manual else self.seed

    @property
    def nonces(self) -> tuple[str, ...]:
        """Return the players' shares in the dice, in the order of the seats. There are none before the game begins."""
        if self.state.began is None:
            return ()
        return tuple(place.nonce for place in self.state.places if place.nonce)

    @property
    def options(self) -> Options:
        """Return the house rules."""
        return Options.from_mapping(self.setting.options)

    @property
    def host(self) -> int:
        """Return the host's seat; -1 for a host without a seat, -2 if there is no host."""
        return self.setting.host if self.state.host is None else self.state.host

    @property
    def pace(self) -> float:
        """Return how many seconds a bot waits before it acts."""
        return self.setting.pace if self.state.pace is None else self.state.pace

    @property
    def is_going_on(self) -> bool:
        """Return whether there is a game, neither over nor paused."""
        return self.state.status == "playing"

    @property
    def is_driven(self) -> bool:
        """Return whether bots play here or a clock runs, so that something may happen without a command."""
        setting, state = self.setting, self.state
        if setting.clock.bank or state.hour is not None or state.hammer is not None:
            return True
        if setting.absence.policy not in {"ask", "wait"}:
            return True
        return any(place.kind == "bot" or place.away for place in state.places)

    @property
    def needs_running(self) -> bool:
        """Return whether something may happen now without a command."""
        return self.state.status == "starting" or (self.is_going_on and self.is_driven)

    def playing(self) -> Game:
        """Return the game. Raises `Denied` unless players may act in it now."""
        status = self.state.status
        if status in {"lobby", "starting"}:
            raise Denied(Code.NOT_STARTED, because("not-begun"))
        if status == "paused":
            raise Denied(Code.PAUSED, because("paused"))
        if status != "playing" or self.game is None:
            raise Denied(Code.OVER, because("game-over"))
        return self.game

    def add(self, entry: AnyEntry) -> None:
        """Add an entry to the record and number it."""
        self.seq += 1
        self.new.append(replace(entry, seq=self.seq))

    # --- before the start ---------------------------------------------------------------------------------------------
    def sit(self, seat: int, place: SeatState, now: float) -> None:
        """Seat a player. Raises `Denied` if somebody else has the piece."""
        place.piece = self.free_piece(seat, place.piece)
        place.key = place.key or new_key()
        if self.is_manual:
            place.commitment = ""
        self.check_commitment(seat, place.commitment)
        self.state.places[seat] = place
        kind = "bot" if place.kind == "bot" else "person"
        self.add(
            protocol.SeatedEntry(
                seq=0,
                at=now,
                seat=seat,
                name=place.name,
                kind=kind,
                piece=place.piece,
                bot=place.bot,
                commitment=place.commitment,
            )
        )

    def free_piece(self, seat: int, wanted: Piece | None, spared: Container[Piece | None] = ()) -> Piece:
        """Return the wanted piece or a free one, the seat's own if possible. Raises `Denied`."""
        taken = {place.piece for number, place in enumerate(self.state.places) if number != seat}
        if wanted and wanted in taken:
            raise Denied(Code.TAKEN, because("piece-taken"))
        return wanted or next(each for each in (PIECES[seat], *PIECES) if each not in taken and each not in spared)

    def check_commitment(self, seat: int, commitment: str) -> None:
        """Raise `Denied` if another seat has this hash, or a game before had it: no nonce is used twice."""
        others = [place.commitment for number, place in enumerate(self.state.places) if number != seat]
        if commitment and commitment in (*others, *self.state.spent):
            raise Denied(Code.TAKEN, because("nonce-used"))

    def start(self, now: float) -> None:
        """Start the game, or wait for the players' nonces first. Raises `Denied` while seats are free."""
        state = self.state
        if state.status != "lobby":
            raise Denied(Code.ALREADY_STARTED, because("begun"))
        if any(place.kind == "open" for place in state.places):
            raise Denied(Code.EMPTY_SEATS, because("seats-free"))
        for place in state.places:
            place.nonce = ""  # Servers before protocol 2 took nonces in the lobby, for all to see.
        missing = self.unrevealed
        if not missing:
            self.begin(now)
            return
        state.status = "starting"
        state.reveal_by = now + self.reveal_time
        self.add(protocol.StartingEntry(seq=0, at=now, seats=missing))

    @property
    def unrevealed(self) -> tuple[int, ...]:
        """Return the seats that have sent the hash of a nonce but not yet the nonce."""
        places = self.state.places
        return tuple(seat for seat, place in enumerate(places) if place.commitment and not place.nonce)

    def begin(self, now: float) -> None:
        """Begin the game with the nonces that were revealed."""
        setting, state = self.setting, self.state
        state.began = now
        self.chance = None if self.is_manual else self.make_chance()
        game = Game(
            setting.edition,
            len(state.places),
            0,
            setting.variant,
            self.options,
            nature="manual",
            ask_rent="manual",
            table=setting.manner,
            names=[place.name for place in state.places],
            dice=self.chance,
            keep_log=False,
        )
        state.status = "playing"
        state.reveal_by = None
        state.rules = RULES
        state.version = VERSION
        self.open_game(game)
        self.note_position()
        self.timers.begin(now)
        self.add(
            protocol.BeganEntry(seq=0, at=now, commitment=self.commitment, nonces=self.nonces, left_out=self.unrevealed)
        )
        self.advance(now)

    # --- acting -------------------------------------------------------------------------------------------------------
    def apply(self, action: Action, seat: int, now: float, *, cause: str = OWN, command: str = "") -> None:
        """Do an action and everything automatic after it. Raises `Denied` with the clause."""
        game = self.playing()
        if action.actor != "seat":
            raise Denied(Code.MALFORMED, because("nobodys-action", do=action.name))
        record = to_record(action, seat)
        engine = game.engine
        if of_this_thread().refuse(engine.state, engine.tables, record) != LAWFUL:
            refusal = game.why_not(action, seat)
            assert refusal is not None
            raise Denied.by_law(refusal)
        self.apply_record(record, now, cause=cause, command=command)

    def apply_record(self, record: layout.Action, now: float, *, cause: str, command: str = "") -> None:
        """Do a lawful action and everything automatic after it."""
        self.carry_over(now)
        self.timers.settle(now)
        awaited = self.awaited
        self.do(record, now, cause, command)
        if awaited is not None and awaited == record.seat:
            self.timers.reward(awaited)
        self.conclude(now)

    def enter(self, action: Action, now: float, *, command: str = "") -> None:
        """Do what nature did at a real board, and everything automatic after it. Raises `Denied` with the clause.

        A throw of a seat that is still to roll means both the roll and the throw.
        """
        game = self.playing()
        engine = game.engine
        self.carry_over(now)
        self.timers.settle(now)
        thrower = engine.state.awaited if engine.state.awaits == codes.W_THROW else None
        if thrower is not None and isinstance(action, Throw):
            self.do(to_record(Roll(), thrower), now, OWN, command)
            self.timers.reward(thrower)
        record = to_record(action, codes.NATURE)
        if of_this_thread().refuse(engine.state, engine.tables, record) != LAWFUL:
            refusal = game.why_not(action)
            assert refusal is not None
            raise Denied.by_law(refusal)
        self.do(record, now, NATURE, command)
        self.conclude(now)

    @property
    def drawer(self) -> int | None:
        """Return the seat that throws, draws or is dealt to now."""
        game = self.game
        return None if game is None or not self.is_going_on else drawer_of(game)

    def undo(self, game: Game, plies: Sequence[PlyEntry], seat: int | None, now: float) -> None:
        """Go back to a game that was played again from these plies of the record."""
        state = self.state
        struck = self.game is not None and bool(self.game.engine.state.hour)
        self.timers.settle(now)
        self.resume(game, "")
        state.ply = len(plies)
        state.digest = plies[-1].digest if plies else ""
        events = [event for ply in plies for event in ply.events]
        state.retired = [cast(int, each["seat"]) for each in events if each["event"] == "went-bankrupt"]
        if struck and not game.engine.state.hour:
            state.hour = now
        self.note_position()
        self.note_basis()
        self.timers.set_hammer(now)
        self.add(UndoneEntry(seq=0, at=now, ply=state.ply, seat=seat))

    def carry_over(self, now: float) -> None:
        """Add an entry if the game continues under another version of the rules."""
        if self.state.rules != RULES:
            self.state.rules = RULES
            self.state.version = VERSION
            self.add(protocol.CarriedEntry(seq=0, at=now, rules=RULES, version=VERSION))

    def strike_hour(self, now: float) -> bool:
        """Let the hour strike, if the law allows it now."""
        record = to_record(Hour(), codes.CLOCK)
        if self.playing().engine.refuse(record) != LAWFUL:
            return False
        self.apply_record(record, now, cause=CLOCK)
        return True

    def drop_hammer(self, now: float) -> None:
        """End the auction: everybody who has not passed passes."""
        game = self.playing()
        auction = self.timers.auction_state()
        while auction and self.timers.auction_state() == auction and game.to_act is not None and not game.over:
            seat = game.to_act
            record = to_record(Pass(), seat)
            if game.engine.refuse(record) != LAWFUL:
                return
            self.apply_record(record, now, cause=CLOCK)

    def forfeit(self, seat: int, now: float) -> None:
        """Resign for a player whose time is up. While the law refuses that, pass or want nothing, or else take the
        likeliest action.
        """
        game = self.playing()
        legal = game.menu(seat)
        idle: list[Action] = [each for each in (Resign(), Want(0)) if game.is_legal(each, seat)]
        if game.awaiting.kind in {"bid", "place"} and Pass() in legal:
            idle.append(Pass())
        self.apply((idle or legal or [Resign()])[0], seat, now, cause=CLOCK)

    def advance(self, now: float, command: str = "") -> None:
        """Do what follows automatically: dice and cards, rents asked for automatically, and the end of the game."""
        self.do(None, now, OWN, command)
        self.conclude(now)

    def do(self, record: layout.Action | None, now: float, cause: str, command: str) -> None:
        """Do a lawful action, if one is given, and what follows automatically. Add the plies to the entries."""
        game = self.game
        assert game is not None
        engine = game.engine
        try:
            done = of_this_thread().plies(engine, self.driver.cursor, self.chance, record)
        except RecordOverflow:
            if record is None:
                raise
            raise engine.record_full(from_record(record), record.seat) from None
        for number, ply in enumerate(done):
            follows = NATURE if ply.action[1] == codes.NATURE else AUTO
            self.add_ply(ply, now, cause if record is not None and number == 0 else follows, command)
        if done:
            self.note_position()
            self.note_basis()

    def conclude(self, now: float) -> None:
        """Finish the game if it is over, and restart the auction's timer."""
        game = self.game
        assert game is not None
        if game.over and self.state.outcome is None:
            self.finish(now)
        if self.state.hurry and not self.bot_decides:
            self.state.hurry = False
        self.timers.set_hammer(now)

    def add_ply(self, ply: DonePly, now: float, cause: str, command: str) -> None:
        """Add a ply to the entries."""
        state = self.state
        state.ply += 1
        state.digest = identity_digest(ply.identity)
        self._bases[state.ply % MOST_BASES] = 0
        events = write_events(ply.action, ply.events)
        action, text = write_action(ply.action)
        for each in events:
            if each["event"] == "went-bankrupt":
                state.retired.append(cast(int, each["seat"]))
        self.seq += 1
        self.new.append(
            PlyEntry(
                seq=self.seq,
                at=now,
                ply=state.ply,
                actor=actor_of(ply.action[1]),
                cause=cause,
                action=action,
                text=text,
                events=events,
                digest=state.digest,
                command=command,
            )
        )

    def note_position(self) -> None:
        """Have the position encoded when it is stored next."""
        self._is_moved = True

    def finish(self, now: float) -> None:
        """Add the entry that ends the game, with the outcome and the seed."""
        game, state = self.game, self.state
        assert game is not None
        found = outcome_of(game.engine.state, game.engine.tables, game.names, state.retired).to_json()
        outcome = protocol_outcome(found)
        state.outcome = outcome
        state.status = "over"
        self.add(protocol.EndedEntry(seq=0, at=now, seed=self.revealed_seed.hex(), outcome=outcome))

    # --- what a command was about -------------------------------------------------------------------------------------
    @property
    def awaited(self) -> int | None:
        """Return the seat that the game waits for."""
        return None if self.game is None else self.game.to_act

    @property
    def bot_decides(self) -> bool:
        """Return whether the game waits for a seat that a bot plays."""
        seat = self.awaited
        return seat is not None and self.state.places[seat].is_played_by_bot

    def note_basis(self) -> None:
        """Remember what the game waits for, to tell later whether a command was about that."""
        game = self.game
        assert game is not None
        waiting = self.waiting = game.awaiting
        if waiting.is_nature and not self.is_manual:
            return
        parts = basis_parts(type(waiting))
        s = game.engine.state
        wait = hash((game.turn_number, s.throws, waiting.kind, *[getattr(waiting, name) for name in parts]))
        self._bases[self.state.ply % MOST_BASES] = wait or 1

    def is_current(self, action: Action, ply: int) -> bool:
        """Return whether an action still answers the same wait as at the ply that its sender saw."""
        now = self.state.ply
        if ply == now:
            return True
        if ply > now:
            return False
        if action.role not in {"decision", "nature"}:
            return True
        seen = self._bases[ply % MOST_BASES]
        return now - ply < MOST_BASES and seen != 0 and seen == self._bases[now % MOST_BASES]

    def write(self, *, in_full: bool = False) -> tuple[bytes, bytes]:
        """Return the state to store, and what plies have changed since then.

        The first is empty if the one that is stored will do: while only plies were added, and not too many.
        """
        state = self.state
        if self.chance is not None:
            state.drawn = self.chance.drawn
        if not in_full and self.seq - state.seq < MOST_BEHIND and all(isinstance(each, PLAIN) for each in self.new):
            return b"", snapshot.encode_progress(state)
        if self._is_moved and self.game is not None:
            state.position = msgspec_json.encode(self.game.position).decode()
            self._is_moved = False
        state.seq = self.seq
        return snapshot.encode(state), b""

    @property
    def is_behind(self) -> bool:
        """Return whether plies have followed the stored position."""
        return self._is_moved

    @property
    def brief(self) -> bytes:
        """Return what a list of tables shows."""
        setting, state = self.setting, self.state
        names = tuple([place.name for place in state.places])
        waits_for = self.game.to_act if self.game is not None and state.status == "playing" else None
        key = (names, state.status, waits_for)
        if self._brief[0] != key:
            free = sum(place.kind == "open" for place in state.places)
            made = protocol.Brief(
                self.id,
                setting.title,
                setting.edition,
                setting.variant,
                setting.manner,
                len(setting.options),
                names,
                free,
                state.status,
                self.created,
                waits_for,
            )
            self._brief = (key, msgspec_json.encode(made))
        return self._brief[1]


@cache
def basis_parts(kind: type[Awaiting]) -> tuple[str, ...]:
    """Return the fields of a wait that matter to who answers it.

    Passes of others and their cash do not matter to a player who bids or pays.
    """
    ignored = {"passed", "least", "silent", "unable", "missing"}
    if kind is AwaitingBid:
        ignored.add("seat")
    return tuple(part.name for part in kind.parts if part.name not in ignored)


def seat_of(actor: int | str) -> int:
    """Return the kernel's number of who acted."""
    if isinstance(actor, int):
        return actor
    return codes.NATURE if actor == "nature" else codes.CLOCK


def drawer_of(game: Game) -> int | None:
    """Return the seat that throws, draws or is dealt to next; None if the game waits for something else."""
    waiting = game.awaiting
    drawn = isinstance(waiting, AwaitingThrow | AwaitingDice | AwaitingCard | AwaitingDeal)
    return waiting.seat if drawn else None


def protocol_outcome(found: object) -> Outcome:
    """Return how a game ended, as it is sent."""
    return convert(found, type=Outcome)


def new_session(table: str, setting: TableSettings, places: Sequence[SeatState], seed: bytes, now: float) -> Session:
    """Return a new table."""
    state = Snapshot(places=[SeatState() for _ in places], rules=RULES, version=VERSION)
    session = Session(table, now, setting, seed, state, 0)
    for seat, place in enumerate(places):
        if place.kind != "open":
            session.sit(seat, place, now)
    return session
