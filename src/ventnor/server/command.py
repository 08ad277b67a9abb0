"""What each command does at a table. `role.py` says who may send it.

A change is made in memory and adds entries to the session; a question is answered at once. A command that cannot be
executed raises `Denied`. The room stores the entries and broadcasts them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Final, TypeVar

from ventnor.action import Action, MalformedAction, from_json
from ventnor.notation import parse_action
from ventnor.plan import owed, plan_payment
from ventnor.refusal import IllegalAction, Refusal
from ventnor.server import protocol
from ventnor.server.bot import check_bot
from ventnor.server.errors import Denied, because_of
from ventnor.server.protocol import Answer, AnyCommand, Code
from ventnor.server.role import NO_HOST
from ventnor.server.session import Session
from ventnor.server.snapshot import SeatState
from ventnor.server.visible import preview_json, visible_choices
from ventnor.words.reason import because

Asked = TypeVar("Asked", bound=protocol.SeatCommand)
INVISIBLE: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U0001d159\U000e0100-\U000e01ef]"
)
"""Letters, marks and signs that show nothing, by Unicode's list of characters that fonts may ignore, and blank ones."""
UNDO_COST: Final = 10
ACTIONS_A_PERMIT: Final = 4
"""Actions of a preview that cost another permit."""
MOST_MARKS: Final = 3
"""Accents above one another on a letter."""


def cost_of(command: AnyCommand) -> int:
    """Return how many permits a command costs: more than one if it takes much longer than others."""
    match command:
        case protocol.Undo():
            return UNDO_COST  # the whole game is played again
        case protocol.Preview():
            return 1 + len(command.actions) // ACTIONS_A_PERMIT
        case _:
            return 1


def execute(session: Session, command: AnyCommand, now: float) -> Answer | None:
    """Execute a command that its sender may send. Return the answer to a question, or None after a change."""
    match command:
        case protocol.Act():
            apply_action(session, command, now)
        case protocol.Enter():
            enter(session, command, now)
        case protocol.Undo():
            check_undo(session, command)
        case protocol.Preview():
            return preview(session, command)
        case protocol.WhyNot():
            return explain(session, command)
        case protocol.Plan():
            return plan(session, command)
        case protocol.Chat():
            chat(session, command, now)
        case protocol.React():
            place_of(session, command.seat)
        case protocol.AlwaysAsk():
            always_ask(session, command, now)
        case protocol.TakePiece():
            take_piece(session, command, now)
        case protocol.Commit():
            commit(session, command, now)
        case protocol.Reveal():
            reveal(session, command, now)
        case protocol.HandOver():
            hand_to_bot(session, command.seat, check_bot(command.bot), "wish", now)
        case protocol.TakeBack():
            take_back(session, command.seat, now)
        case protocol.Leave():
            free(session, command.seat, "left", now)
        case protocol.Start():
            session.start(now)
        case protocol.Pause():
            pause(session, now)
        case protocol.Resume():
            resume(session, now)
        case protocol.AddTime():
            add_time(session, command, now)
        case protocol.SetPace():
            set_pace(session, command, now)
        case protocol.Replace():
            replace(session, command.seat, check_bot(command.bot), now)
        case protocol.Remove():
            if command.seat == session.host:
                raise Denied(Code.NOT_ALLOWED, because("host-stays"))
            free(session, command.seat, "removed", now)
        case protocol.Mute():
            mute(session, command, now)
        case protocol.Ping():
            return protocol.Pong(command.id, now)
        case protocol.Rematch():
            if session.state.outcome is None:
                raise Denied(Code.NOT_OVER, because("not-over"))
    return None


# --- actions and questions about them -------------------------------------------------------------------------------
def read_action(given: Mapping[str, object] | None, text: str | None = None) -> Action:
    """Return the action that was sent. Raises `Denied`."""
    if (given is None) == (text is None):
        raise Denied(Code.MALFORMED, because("action-or-text"))
    try:
        return from_json(given) if given is not None else parse_action(text or "")
    except MalformedAction as error:
        raise Denied(Code.MALFORMED, because("unreadable", detail=str(error))) from None


def apply_action(session: Session, command: protocol.Act, now: float) -> None:
    """Execute an action of a seat."""
    action = read_action(command.action, command.text)
    session.playing()
    place = place_of(session, command.seat)
    if place.away:
        raise Denied(Code.AWAY, because("bot-plays"))
    if not session.is_current(action, command.ply):
        raise Denied(Code.STALE, because("gone-on"))
    session.apply(action, command.seat, now, command=command.id)


def enter(session: Session, command: protocol.Enter, now: float) -> None:
    """Carry out what was thrown, drawn or dealt at a real board."""
    action = read_action(command.action)
    session.playing()
    if not session.is_manual:
        raise Denied(Code.NOT_ALLOWED, because("no-real-board"))
    if action.actor != "nature":
        raise Denied(Code.MALFORMED, because("not-drawn", do=action.name))
    if not session.is_current(action, command.ply):
        raise Denied(Code.STALE, because("gone-on"))
    session.enter(action, now, command=command.id)


def check_undo(session: Session, command: protocol.Undo) -> None:
    """Raise `Denied` unless the last entry could be undone. The room undoes it, since that needs the whole record."""
    session.playing()
    if not session.is_manual:
        raise Denied(Code.NOT_ALLOWED, because("no-real-board"))
    if command.ply != session.state.ply:
        raise Denied(Code.STALE, because("gone-on"))


def seat_of(session: Session, command: Asked) -> Asked:
    """Return the command if its seat exists and there is a game. Raises `Denied`."""
    place_of(session, command.seat)
    if session.game is None:
        raise Denied(Code.NOT_STARTED, because("not-begun"))
    return command


def preview(session: Session, command: protocol.Preview) -> Answer:
    """Return what actions would change."""
    seat_of(session, command)
    game = session.playing()
    actions = [read_action(each) for each in command.actions]
    for action in actions:
        if action.actor != "seat":
            raise Denied(Code.MALFORMED, because("nobodys-action", do=action.name))
    try:
        order = game.lawful_order(actions, by=command.seat) if command.any_order else tuple(range(len(actions)))
        found = game.preview([actions[place] for place in order], by=command.seat)
    except IllegalAction as error:
        raise Denied.by_law(error.refusal) from None
    return protocol.Previewed(command.id, session.state.ply, preview_json(found), order)


def explain(session: Session, command: protocol.WhyNot) -> Answer:
    """Return why an action is refused."""
    seat_of(session, command)
    game = session.playing()
    action = read_action(command.action)
    if action.actor != "seat":
        raise Denied(Code.MALFORMED, because("nobodys-action", do=action.name))
    found = game.why_not(action, by=command.seat)
    return protocol.Explained(
        command.id, session.state.ply, None if found is None else why(session, command.seat, found)
    )


def why(session: Session, seat: int, refusal: Refusal) -> protocol.Why:
    """Return a refusal as a message."""
    assert session.game is not None
    allowed = visible_choices(session.game, seat, refusal.allowed)
    return protocol.Why(refusal.clause, refusal.reason, because_of(refusal.because), refusal.rule, allowed)


def plan(session: Session, command: protocol.Plan) -> Answer:
    """Return a way to raise a debt."""
    seat_of(session, command)
    game = session.playing()
    s, t = game.engine.state, game.engine.tables
    debt = owed(s, command.seat)
    if debt is None:
        raise Denied(Code.STALE, because("no-debt"))
    actions = plan_payment(s, t, command.seat)
    if not actions:
        return protocol.Planned(command.id, session.state.ply, (), enough=False)
    steps, found = plan_choices(session, command.seat, actions), game.preview(actions, by=command.seat)
    raised = found.after.cash[command.seat] - found.before.cash[command.seat] + debt[1]
    return protocol.Planned(command.id, session.state.ply, steps, True, preview_json(found), raised)


def plan_choices(session: Session, seat: int, actions: Sequence[Action]) -> tuple[protocol.Choice, ...]:
    """Return the steps of a plan, each with the fields of its sentence."""
    assert session.game is not None
    trial = session.game.copy(nature="manual")
    found: list[protocol.Choice] = []
    for action in actions:
        found += visible_choices(trial, seat, [action])
        trial.apply(action, by=seat)
    return tuple(found)


# --- the table ------------------------------------------------------------------------------------------------------
def place_of(session: Session, seat: int) -> SeatState:
    """Return a seat of the table. Raises `Denied` if there is no such seat."""
    if not 0 <= seat < len(session.state.places):
        raise Denied(Code.NO_SEAT, because("no-such-seat"))
    return session.state.places[seat]


def person_at(session: Session, seat: int) -> SeatState:
    """Return a seat that belongs to a person. Raises `Denied`."""
    place = place_of(session, seat)
    if place.kind != "person":
        raise Denied(Code.NO_SEAT, because("nobody-sits"))
    return place


def clean(text: str) -> str:
    """Return a text on one line, without invisible characters, direction marks and towers of accents."""
    kept: list[str] = []
    marks = 0
    for each in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(each)
        if (kind[0] in {"C", "Z"} and each != " ") or INVISIBLE.match(each):
            continue
        marks = marks + 1 if kind in {"Mn", "Me"} else 0
        if marks <= MOST_MARKS:
            kept.append(each)
    return " ".join("".join(kept).split())


def looks_of(name: str) -> str:
    """Return the same text for names that differ only in case or in the width of their letters."""
    return unicodedata.normalize("NFKC", name).casefold()


def chat(session: Session, command: protocol.Chat, now: float) -> None:
    """Add a chat message."""
    if place_of(session, command.seat).muted:
        raise Denied(Code.MUTED, because("muted"))
    text = clean(command.text)
    if not text:
        raise Denied(Code.MALFORMED, because("nothing-to-read"))
    session.add(protocol.ChatEntry(seq=0, at=now, seat=command.seat, text=text))


def always_ask(session: Session, command: protocol.AlwaysAsk, now: float) -> None:
    """Choose whether the server asks for a seat's rents."""
    place = person_at(session, command.seat)
    if place.always_ask != command.on:
        place.always_ask = command.on
        session.add(protocol.SettingEntry(seq=0, at=now, seat=command.seat, always_ask=command.on))
        if session.is_going_on:
            session.advance(now)


def take_piece(session: Session, command: protocol.TakePiece, now: float) -> None:
    """Choose another piece."""
    if session.state.status != "lobby":
        raise Denied(Code.ALREADY_STARTED, because("begun"))
    place = person_at(session, command.seat)
    if place.piece != command.piece:
        place.piece = session.free_piece(command.seat, command.piece)
        session.add(protocol.PieceEntry(seq=0, at=now, seat=command.seat, piece=place.piece))


def commit(session: Session, command: protocol.Commit, now: float) -> None:
    """Store the hash of a player's nonce. Until the start, when nobody has revealed one, it may be replaced."""
    if session.state.status != "lobby":
        raise Denied(Code.ALREADY_STARTED, because("begun"))
    if session.is_manual:
        raise Denied(Code.NOT_ALLOWED, because("real-dice"))
    place = person_at(session, command.seat)
    session.check_commitment(command.seat, command.commitment)
    if place.commitment != command.commitment:
        place.commitment = command.commitment
        session.add(protocol.CommittedEntry(seq=0, at=now, seat=command.seat, commitment=command.commitment))


def reveal(session: Session, command: protocol.Reveal, now: float) -> None:
    """Accept a player's nonce. The last one starts the game."""
    place = person_at(session, command.seat)
    if session.state.status == "lobby":
        raise Denied(Code.NOT_STARTED, because("keep-nonce"))
    if session.state.status != "starting":
        raise Denied(Code.ALREADY_STARTED, because("begun"))
    if sha256(bytes.fromhex(command.nonce)).hexdigest() != place.commitment:
        raise Denied(Code.NOT_ALLOWED, because("wrong-nonce"))
    if not place.nonce:
        place.nonce = command.nonce
        session.add(protocol.RevealedEntry(seq=0, at=now, seat=command.seat))
        if not session.unrevealed:
            session.begin(now)


def hand_to_bot(session: Session, seat: int, bot: str, reason: protocol.HandReason, now: float) -> None:
    """Let a bot play for a person."""
    session.playing()
    place = person_at(session, seat)
    if place.away and place.bot == bot:
        return
    session.timers.settle(now)
    place.away, place.bot = True, bot
    session.add(protocol.HandedEntry(seq=0, at=now, seat=seat, bot=bot, why=reason))
    session.advance(now)


def take_back(session: Session, seat: int, now: float) -> None:
    """Give a seat back to its person."""
    place = person_at(session, seat)
    if not place.away:
        return
    session.timers.settle(now)
    place.away, place.bot = False, ""
    if session.setting.clock.bank and session.state.banks:
        # A player who returns with no time left gets one increment. Otherwise the seat would be lost again at once.
        banks = session.state.banks
        banks[seat] = max(banks[seat], session.setting.clock.increment, 1.0)
    session.add(protocol.HandedEntry(seq=0, at=now, seat=seat, bot="", why="back"))


def free(session: Session, seat: int, reason: protocol.LeaveReason, now: float) -> None:
    """Free a seat before the start."""
    if session.state.status != "lobby":
        raise Denied(Code.ALREADY_STARTED, because("begun-stay"))
    if place_of(session, seat).kind == "open":
        raise Denied(Code.NO_SEAT, because("nobody-sits"))
    session.state.places[seat] = SeatState()
    session.add(protocol.LeftEntry(seq=0, at=now, seat=seat, why=reason))
    if seat == session.host:
        people = (number for number, place in enumerate(session.state.places) if place.kind == "person")
        session.state.host = next(people, NO_HOST)


def replace(session: Session, seat: int, bot: str, now: float) -> None:
    """Let a bot play for somebody who is gone, or seat a bot at a free seat."""
    place = place_of(session, seat)
    if session.state.status == "lobby":
        if place.kind != "open":
            raise Denied(Code.TAKEN, because("seat-taken"))
        session.sit(seat, SeatState(name=bot_name(session, bot), kind="bot", bot=bot), now)
        return
    hand_to_bot(session, seat, bot, "host", now)


def bot_name(session: Session, bot: str) -> str:
    """Return a bot name that nobody at the table has."""
    taken = {place.name for place in session.state.places}
    wanted = bot.capitalize()
    return next(name for name in (wanted, *(f"{wanted} {number}" for number in range(2, 10))) if name not in taken)


def pause(session: Session, now: float) -> None:
    """Pause the game."""
    session.playing()
    session.timers.settle(now)
    session.state.status = "paused"
    session.state.paused = now
    session.add(protocol.PausedEntry(seq=0, at=now))


def resume(session: Session, now: float) -> None:
    """Resume the game. Nobody loses time."""
    state = session.state
    if state.status != "paused":
        raise Denied(Code.NOT_ALLOWED, because("not-paused"))
    away = max(0.0, now - (state.paused or now))
    state.status = "playing"
    state.paused = None
    session.timers.shift(now, away)
    if state.hour is not None:
        state.hour += away
    session.add(protocol.ResumedEntry(seq=0, at=now))


def add_time(session: Session, command: protocol.AddTime, now: float) -> None:
    """Give a seat more time."""
    person_at(session, command.seat)
    if not session.setting.clock.bank or not session.state.banks:
        raise Denied(Code.NOT_ALLOWED, because("no-clocks"))
    session.timers.add_time(command.seat, command.seconds, now)
    session.add(protocol.TimeAddedEntry(seq=0, at=now, seat=command.seat, seconds=command.seconds))


def set_pace(session: Session, command: protocol.SetPace, now: float) -> None:
    """Set the speed of the bots, or have them hurry until a person decides."""
    state = session.state
    session.playing()
    pace = session.pace if command.pace is None else command.pace
    hurry = command.hurry and session.bot_decides
    if (pace, hurry) != (session.pace, state.hurry):
        state.pace, state.hurry = pace, hurry
        session.add(protocol.PacedEntry(seq=0, at=now, pace=pace, hurry=hurry))


def mute(session: Session, command: protocol.Mute, now: float) -> None:
    """Mute or unmute a seat in the chat."""
    place = person_at(session, command.seat)
    if place.muted != command.on:
        place.muted = command.on
        session.add(protocol.MutedEntry(seq=0, at=now, seat=command.seat, muted=command.on))


def join(session: Session, wanted: protocol.Join, now: float) -> int:
    """Take a seat and return its number. Raises `Denied`."""
    if session.state.status != "lobby":
        raise Denied(Code.ALREADY_STARTED, because("begun"))
    places = session.state.places
    seat = wanted.seat
    if seat is None:
        seat = next((number for number, place in enumerate(places) if place.kind == "open"), None)
        if seat is None:
            raise Denied(Code.TAKEN, because("all-taken"))
    elif place_of(session, seat).kind != "open":
        raise Denied(Code.TAKEN, because("seat-taken"))
    name = free_name(places, wanted.name)
    session.sit(seat, SeatState(name=name, kind="person", piece=wanted.piece, commitment=wanted.commitment or ""), now)
    if session.host == NO_HOST:
        session.state.host = seat
    return seat


def free_name(places: list[SeatState], wanted: str) -> str:
    """Return the name without invisible characters. Raises `Denied` if it is empty or taken."""
    name = clean(wanted)
    if not name:
        raise Denied(Code.MALFORMED, because("empty-name"))
    if any(looks_of(place.name) == looks_of(name) for place in places):
        raise Denied(Code.TAKEN, because("name-taken"))
    return name
