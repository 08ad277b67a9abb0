"""A table's game in memory: its seats, its game, and every change as an entry of its record.

A session changes in memory and collects its changes as entries. Its caller passes the time in, stores the entries, and
throws the session away and reads the table again if that fails. A session decides no rule.
"""

import json
from collections.abc import Container, Sequence
from hashlib import sha256
from importlib.metadata import version
from typing import Final, cast

from msgspec import convert
from msgspec import json as msgspec_json
from msgspec.structs import replace

from ventnor.action import Action, Hour, Pass, Resign, Want, from_record, to_record
from ventnor.driver import Driver, Move
from ventnor.game import Game
from ventnor.kernel import codes, layout
from ventnor.kernel.legal import awaits_nature
from ventnor.kernel.reasons import LAWFUL
from ventnor.log import CLOCK, OWN
from ventnor.notation.position import DIGITS, comparable
from ventnor.outcome import outcome_of
from ventnor.replay import RULES
from ventnor.rulebook.option import Options
from ventnor.server import protocol
from ventnor.server.chance import CountedChance
from ventnor.server.errors import Denied
from ventnor.server.protocol import PIECES, AnyEntry, Code, EventJson, Outcome, Piece, PlyEntry
from ventnor.server.secret import new_key
from ventnor.server.snapshot import SeatState, Snapshot, TableSettings
from ventnor.server.timers import Timers
from ventnor.words.kind import Json
from ventnor.words.reason import because

VERSION: Final = version("ventnor")
MOST_PLIES: Final = 400
"""Limit of plies that may follow from one command without a decision. More would be a bug."""


class Session:
    """A table's game in memory."""

    def __init__(
        self, table: str, created: float, setting: TableSettings, seed: bytes, state: Snapshot, seq: int
    ) -> None:
        self.id = table
        self.created = created
        self.setting = setting
        self.seed = seed
        self.state = state
        self.seq = seq
        self.game: Game | None = None
        self.chance: CountedChance | None = None
        self._driver: Driver | None = None
        self.timers = Timers(self)
        self.new: list[AnyEntry] = []
        """Entries that are not stored yet."""
        self.basis: dict[int, object] = {}
        """What the game waited for after each of the last plies."""
        self._position: dict[str, Json] | None = None
        """The position after the last ply, until it is encoded."""
        self.setting_text = msgspec_json.encode(setting)
        self._brief: tuple[object, bytes] = ((), b"")
        self.reveal_time = 0.0
        """Seconds that the server waits for nonces after the host started the game. The room sets it."""
        if state.position:
            self.take_up()

    # --- the game -----------------------------------------------------------------------------------------------------
    def take_up(self) -> None:
        """Continue the game from its stored position."""
        self.chance = self.make_chance(self.state.drawn)
        game = Game.from_position(
            json.loads(self.state.position),
            nature="manual",
            ask_rent="manual",
            table=self.setting.manner,
            dice=self.chance,
            keep_log=False,
        )
        self.open_game(game)

    def resume(self, game: Game, position: str) -> None:
        """Continue a game that was replayed from its record."""
        self.state.position = position
        self.chance = self.make_chance(self.state.drawn)
        self.open_game(game.copy(nature="manual", ask_rent="manual", keep_log=False))

    def open_game(self, game: Game) -> None:
        """Play this game from now on."""
        game.table = self.setting.manner
        self.game = game
        self._driver = Driver(game.engine, self.chance)
        self.note_basis()

    @property
    def driver(self) -> Driver:
        """Return the game's driver. It asks bots only, and asks for the rents of bots and of people who want that."""
        driver, game = self._driver, self.game
        assert driver is not None
        assert game is not None
        bots = rents = 0
        for seat, place in enumerate(self.state.places):
            if place.is_played_by_bot and not game.engine.state.out[seat]:
                bots |= 1 << seat
            if place.is_played_by_bot or (place.always_ask and self.setting.manner == "attentive"):
                rents |= 1 << seat
        driver.ask_only(bots, rents)
        return driver

    def make_chance(self, drawn: int = 0) -> CountedChance:
        """Return the dice after so many words of their stream."""
        return CountedChance(self.seed, [bytes.fromhex(nonce) for nonce in self.nonces], drawn)

    @property
    def commitment(self) -> str:
        """Return the published hash of the seed."""
        return CountedChance(self.seed).commitment

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
    def is_going_on(self) -> bool:
        """Return whether there is a game, neither over nor paused."""
        return self.state.status == "playing"

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
        """Raise `Denied` if another seat has this hash, or the game before had it: no nonce is used twice."""
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
        self.chance = self.make_chance()
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
        refusal = game.why_not(action, seat)
        if refusal is not None:
            raise Denied.by_law(refusal)
        self.apply_record(to_record(action, seat), now, cause=cause, command=command)

    def apply_record(self, record: layout.Action, now: float, *, cause: str, command: str = "") -> None:
        """Do a lawful action and everything automatic after it."""
        self.carry_over(now)
        self.timers.settle(now)
        awaited = self.awaited
        self.append_ply(record, now, cause, command)
        if awaited is not None and awaited == record.seat:
            self.timers.reward(awaited)
        self.advance(now, command)

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
        game, driver = self.game, self.driver
        assert game is not None
        for _ in range(MOST_PLIES):
            move = driver.next()
            if not isinstance(move, Move):
                break
            self.append_ply(move.record, now, move.cause, command)
        if game.over and self.state.outcome is None:
            self.finish(now)
        self.timers.set_hammer(now)

    def append_ply(self, record: layout.Action, now: float, cause: str, command: str) -> None:
        """Do one action and add it to the entries."""
        driver, state = self._driver, self.state
        assert driver is not None
        ply = driver.do(Move(record, cause))
        state.ply += 1
        self.basis[state.ply] = None
        events = [each.to_json() for each in ply.events]
        state.retired += [cast(int, each["seat"]) for each in events if each["event"] == "went-bankrupt"]
        action = from_record(record)
        self.note_position()
        self.add(
            PlyEntry(
                seq=0,
                at=now,
                ply=state.ply,
                actor=ply.actor,
                cause=ply.cause,
                action=cast(protocol.ActionJson, action.to_json()),
                text=ply.text,
                events=cast("tuple[EventJson, ...]", tuple(events)),
                digest=state.digest,
                command=command,
            )
        )
        self.note_basis()

    def note_position(self) -> None:
        """Store the position in the state."""
        assert self.game is not None
        self._position = self.game.position
        self.state.digest = fast_digest(self._position)

    def finish(self, now: float) -> None:
        """Add the entry that ends the game, with the outcome and the seed."""
        game, state = self.game, self.state
        assert game is not None
        found = outcome_of(game.engine.state, game.engine.tables, game.names, state.retired).to_json()
        outcome = protocol_outcome(found)
        state.outcome = outcome
        state.status = "over"
        self.add(protocol.EndedEntry(seq=0, at=now, seed=self.seed.hex(), outcome=outcome))

    # --- what a command was about -------------------------------------------------------------------------------------
    @property
    def awaited(self) -> int | None:
        """Return the seat that the game waits for."""
        return None if self.game is None else self.game.to_act

    def note_basis(self) -> None:
        """Remember what the game waits for, to tell later whether a command was about that."""
        game = self.game
        assert game is not None
        if awaits_nature(game.engine.state):
            return
        waiting = game.awaiting.to_json()
        # Passes of others and their cash do not matter to a player who bids or pays.
        for name in ("passed", "least", "silent", "unable", "missing"):
            waiting.pop(name, None)
        if waiting["kind"] == "bid":
            waiting.pop("seat", None)
        self.basis[self.state.ply] = (game.turn_number, game.engine.state.throws, waiting)
        self.basis.pop(self.state.ply - 256, None)

    def is_current(self, action: Action, ply: int) -> bool:
        """Return whether an action still answers the same wait as at the ply that its sender saw."""
        now = self.state.ply
        if ply == now:
            return True
        if ply > now:
            return False
        if action.role != "decision":
            return True
        seen = self.basis.get(ply)
        return seen is not None and seen == self.basis.get(now)

    def snapshot(self) -> Snapshot:
        """Return the state to store."""
        if self.chance is not None:
            self.state.drawn = self.chance.drawn
        if self._position is not None:
            self.state.position = msgspec_json.encode(self._position).decode()
            self._position = None
        return self.state

    @property
    def brief(self) -> bytes:
        """Return what a list of tables shows."""
        setting, state = self.setting, self.state
        names = tuple(place.name for place in state.places)
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


def fast_digest(position: dict[str, Json]) -> str:
    """Return the same as `digest`, but encode the text faster."""
    return sha256(msgspec_json.encode(comparable(position), order="sorted")).hexdigest()[:DIGITS]


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
