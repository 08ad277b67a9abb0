"""A table under way: its seats, its game, and every change to them as entries of its record.

It is told the time and asks nobody. What it is asked to do it does at once in memory and gives back as entries; whoever
asked keeps them, and if that fails throws this object away and reads the table again. It decides no rule.
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
from ventnor.game import Game
from ventnor.kernel import codes, layout
from ventnor.kernel.legal import awaits_nature, refuse
from ventnor.log import AUTO, CLOCK, NATURE, OWN, Ply
from ventnor.notation.position import DIGITS
from ventnor.outcome import outcome_of
from ventnor.refusal import IllegalAction
from ventnor.replay import RULES
from ventnor.rulebook.option import Options
from ventnor.rulebook.reason import because
from ventnor.server import protocol
from ventnor.server.chance import CountedChance
from ventnor.server.clock import Clockwork
from ventnor.server.denial import Denied
from ventnor.server.protocol import PIECES, AnyEntry, Code, EventJson, Outcome, Piece, PlyEntry
from ventnor.server.secret import new_key
from ventnor.server.snapshot import Place, Setting, Snapshot
from ventnor.words.kind import Json

VERSION: Final = version("ventnor")
MOST_PLIES: Final = 400
"""That may follow from one command without anybody's decision; more would be a fault."""


class Sitting:
    """A table under way."""

    def __init__(self, table: str, created: float, setting: Setting, seed: bytes, state: Snapshot, seq: int) -> None:
        self.id = table
        self.created = created
        self.setting = setting
        self.seed = seed
        self.state = state
        self.seq = seq
        self.game: Game | None = None
        self.chance: CountedChance | None = None
        self.clock = Clockwork(self)
        self.new: list[AnyEntry] = []
        """Entries made and not yet kept."""
        self.woken = (1 << codes.SEATS) - 1
        """Seats of whose concern something has changed, for bots."""
        self.thrown = 0
        """Grows with every throw, for bots."""
        self.basis: dict[int, object] = {}
        """What was awaited after each of the last plies."""
        self._position: dict[str, Json] | None = None
        """The position after the last ply, until it is written down."""
        self.setting_text = msgspec_json.encode(setting)
        self._brief: tuple[object, bytes] = ((), b"")
        if state.position:
            self.take_up()

    # --- the game -----------------------------------------------------------------------------------------------------
    def take_up(self) -> None:
        """The game from where it was left."""
        state = self.state
        self.chance = self.make_chance(state.drawn)
        self.game = Game.from_position(
            json.loads(state.position), nature="manual", ask_rent="manual", table=self.setting.manner, dice=self.chance
        )
        self.note_basis()

    def resume(self, game: Game, position: str) -> None:
        """Go on with a game that was played again from its record."""
        self.state.position = position
        self.chance = self.make_chance(self.state.drawn)
        game.table = self.setting.manner
        self.game = game
        cast("list[Ply]", game.log).clear()
        self.note_basis()

    def make_chance(self, drawn: int = 0) -> CountedChance:
        """The dice, after so many words of their stream."""
        return CountedChance(self.seed, [bytes.fromhex(nonce) for nonce in self.nonces], drawn)

    @property
    def commitment(self) -> str:
        """The published hash of the seed."""
        return CountedChance(self.seed).commitment

    @property
    def nonces(self) -> tuple[str, ...]:
        """The players' shares in the dice, in the order of the seats; who brought none has none."""
        return tuple(place.nonce for place in self.state.places if place.nonce)

    @property
    def options(self) -> Options:
        """The house rules."""
        return Options.from_mapping(self.setting.options)

    @property
    def is_going_on(self) -> bool:
        """Whether there is a game, not over and not paused."""
        return self.state.status == "playing"

    def playing(self) -> Game:
        """The game. Raises `Denied` unless one may act in it now."""
        status = self.state.status
        if status == "lobby":
            raise Denied(Code.NOT_STARTED, because("not-begun"))
        if status == "paused":
            raise Denied(Code.PAUSED, because("paused"))
        if status != "playing" or self.game is None:
            raise Denied(Code.OVER, because("game-over"))
        return self.game

    def add(self, entry: AnyEntry) -> None:
        """Enter something into the record. Its number is given here."""
        self.seq += 1
        self.new.append(replace(entry, seq=self.seq))

    # --- before the start ---------------------------------------------------------------------------------------------
    def sit(self, seat: int, place: Place, now: float) -> None:
        """Somebody takes a seat. Raises `Denied` if somebody else has the piece."""
        place.piece = self.free_piece(seat, place.piece)
        place.key = place.key or new_key()
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
                nonce=place.nonce,
            )
        )

    def free_piece(self, seat: int, wanted: Piece | None, spared: Container[Piece | None] = ()) -> Piece:
        """The piece that is wanted, or one that is free: the seat's own if possible. Raises `Denied`."""
        taken = {place.piece for number, place in enumerate(self.state.places) if number != seat}
        if wanted and wanted in taken:
            raise Denied(Code.TAKEN, because("piece-taken"))
        return wanted or next(each for each in (PIECES[seat], *PIECES) if each not in taken and each not in spared)

    def start(self, now: float) -> None:
        """Begin. Raises `Denied` while seats are free."""
        state = self.state
        if state.status != "lobby":
            raise Denied(Code.ALREADY_STARTED, because("begun"))
        if any(place.kind == "open" for place in state.places):
            raise Denied(Code.EMPTY_SEATS, because("seats-free"))
        setting = self.setting
        self.chance = self.make_chance()
        self.game = Game(
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
        )
        state.status = "playing"
        state.began = now
        state.rules = RULES
        state.version = VERSION
        self.note_position()
        self.note_basis()
        self.clock.begin(now)
        self.add(protocol.BeganEntry(seq=0, at=now, commitment=self.commitment, nonces=self.nonces))
        self.go_on(now)

    # --- acting -------------------------------------------------------------------------------------------------------
    def act(self, action: Action, seat: int, now: float, *, cause: str = OWN, command: str = "") -> None:
        """Do an action and all that follows by itself. Raises `Denied` with the clause."""
        game = self.playing()
        if action.actor != "seat":
            raise Denied(Code.MALFORMED, because("nobodys-action", do=action.name))
        record = to_record(action, seat)
        try:
            game.check(record, action)
        except IllegalAction as error:
            raise Denied.by_law(error.refusal) from None
        self.do(record, now, cause=cause, command=command)

    def do(self, record: layout.Action, now: float, *, cause: str, command: str = "") -> None:
        """Do a lawful action and all that follows by itself."""
        self.carry_over(now)
        self.clock.settle(now)
        awaited = self.awaited
        self.enter(record, now, cause, command)
        if awaited is not None and awaited == record.seat:
            self.clock.reward(awaited)
        self.go_on(now, command)

    def carry_over(self, now: float) -> None:
        """Note that another version of the rules goes on with the game."""
        if self.state.rules != RULES:
            self.state.rules = RULES
            self.state.version = VERSION
            self.add(protocol.CarriedEntry(seq=0, at=now, rules=RULES, version=VERSION))

    def strike_hour(self, now: float) -> bool:
        """The agreed hour strikes, if the law lets it now."""
        record = to_record(Hour(), codes.CLOCK)
        game = self.playing()
        s, t, _ = game.records
        if refuse(s, t, record) != codes.C_NONE:
            return False
        self.do(record, now, cause=CLOCK)
        return True

    def drop_hammer(self, now: float) -> None:
        """The hammer falls: whoever has not passed does."""
        game = self.playing()
        lot = self.clock.lot_at_hand()
        while lot and self.clock.lot_at_hand() == lot and game.to_act is not None and not game.over:
            seat = game.to_act
            s, t, _ = game.records
            record = to_record(Pass(), seat)
            if refuse(s, t, record) != codes.C_NONE:
                return
            self.do(record, now, cause=CLOCK)

    def forfeit(self, seat: int, now: float) -> None:
        """A player whose time is up gives up; where the law does not let him yet, he wants nothing more.

        Where something has to be done, it is the likeliest.
        """
        game = self.playing()
        legal = game.menu(seat)
        idle: list[Action] = [each for each in (Resign(), Want(0)) if game.is_legal(each, seat)]
        if game.awaiting.kind in {"bid", "place"} and Pass() in legal:
            idle.append(Pass())
        self.act((idle or legal or [Resign()])[0], seat, now, cause=CLOCK)

    def go_on(self, now: float, command: str = "") -> None:
        """Nature answers, rents are asked for that are asked for by themselves; the end, if it is one."""
        game, chance = self.game, self.chance
        assert game is not None
        assert chance is not None
        s, t, _ = game.records
        for _ in range(MOST_PLIES):
            if awaits_nature(s):
                self.enter(chance.answer(s, t), now, NATURE, command)
                continue
            record = self.rent_to_ask(s, t)
            if record is None:
                break
            self.enter(record, now, AUTO, command)
        if game.over and self.state.outcome is None:
            self.finish(now)
        self.clock.set_hammer(now)

    def rent_to_ask(self, s: layout.State, t: layout.Tables) -> layout.Action | None:
        """The oldest rent whose owner has it asked for by itself. §rent.ask"""
        for index in range(s.claim_count):
            claim = s.claims[index]
            owner = self.state.places[claim.owner]
            if owner.is_played_by_bot or (owner.always_ask and self.setting.manner == "attentive"):
                record = layout.Action(kind=codes.A_ASK_RENT, seat=claim.owner, space=claim.space, other=claim.payer)
                if refuse(s, t, record) == codes.C_NONE:
                    return record
        return None

    def enter(self, record: layout.Action, now: float, cause: str, command: str) -> None:
        """Do one action and enter it into the record."""
        game, state = self.game, self.state
        assert game is not None
        game.do(record, cause)
        log = cast("list[Ply]", game.log)
        ply = log.pop()  # the record has it; a game of hours would fill the memory
        state.ply += 1
        self.basis[state.ply] = None
        _, _, sink = game.records
        self.woken |= sink.touched
        sink.touched = 0
        if record.kind == codes.A_THROW:
            self.thrown += 1
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
        """Put down where the game stands."""
        assert self.game is not None
        self._position = self.game.position
        self.state.digest = fast_digest(self._position)

    def finish(self, now: float) -> None:
        """The game is over: how it ended, and the seed."""
        game, state = self.game, self.state
        assert game is not None
        s, t, _ = game.records
        found = outcome_of(s, t, game.names, state.retired).to_json()
        outcome = protocol_outcome(found)
        state.outcome = outcome
        state.status = "over"
        self.add(protocol.EndedEntry(seq=0, at=now, seed=self.seed.hex(), outcome=outcome))

    # --- what a command was about -------------------------------------------------------------------------------------
    @property
    def awaited(self) -> int | None:
        """The seat that the game waits for."""
        return None if self.game is None else self.game.to_act

    def note_basis(self) -> None:
        """Remember what is awaited now, to tell later whether a command was about that."""
        game = self.game
        assert game is not None
        if awaits_nature(game.records[0]):
            return
        waiting = game.awaiting.to_json()
        # That others passed, or who has how much by now, changes nothing for who wants to bid or to pay.
        for name in ("passed", "least", "silent", "unable", "missing"):
            waiting.pop(name, None)
        if waiting["kind"] == "bid":
            waiting.pop("seat", None)
        self.basis[self.state.ply] = (game.turn_number, game.records[0].throws, waiting)
        self.basis.pop(self.state.ply - 256, None)

    def is_current(self, action: Action, ply: int) -> bool:
        """Whether what an action answers is still what it was when the sender saw the game at that ply."""
        now = self.state.ply
        if ply == now:
            return True
        if ply > now:
            return False
        if action.name not in DECISIONS:
            return True
        seen = self.basis.get(ply)
        return seen is not None and seen == self.basis.get(now)

    def snapshot(self) -> Snapshot:
        """Where the table stands, to be kept."""
        if self.chance is not None:
            self.state.drawn = self.chance.drawn
        if self._position is not None:
            self.state.position = msgspec_json.encode(self._position).decode()
            self._position = None
        return self.state

    @property
    def brief(self) -> bytes:
        """What a list of tables shows."""
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


DECISIONS: Final = frozenset(
    {
        "roll", "buy", "decline", "tax", "pay-ten", "take-chance", "end-turn", "done", "pay-fine", "use-card", "bid",
        "pass", "want", "keep", "pay", "bankrupt",
    }
)  # fmt: skip
"""Actions that answer what the game waits for. The others are about something that they name."""


def fast_digest(position: dict[str, Json]) -> str:
    """What `digest` gives, sooner: the same text, written by a faster hand."""
    seats = cast("list[dict[str, Json]]", position["seats"])
    nameless = [{key: value for key, value in seat.items() if key != "name"} for seat in seats]
    return sha256(msgspec_json.encode({**position, "seats": nameless}, order="sorted")).hexdigest()[:DIGITS]


def protocol_outcome(found: object) -> Outcome:
    """How a game ended, as it is told."""
    return convert(found, type=Outcome)


def new_sitting(table: str, setting: Setting, places: Sequence[Place], seed: bytes, now: float) -> Sitting:
    """A table that nothing has happened at yet."""
    state = Snapshot(places=[Place() for _ in places], rules=RULES, version=VERSION)
    sitting = Sitting(table, now, setting, seed, state, 0)
    for seat, place in enumerate(places):
        if place.kind != "open":
            sitting.sit(seat, place, now)
    return sitting
