"""What each command does at a table, and who may give it.

A change is made in memory and leaves its entries with the table; a question is answered at once. What may not be done
raises `Denied`. Keeping and telling is the room's business.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, TypeVar

from ventnor.action import Action, MalformedAction, from_json, to_record
from ventnor.kernel import codes, layout
from ventnor.kernel.debt import first_debt
from ventnor.kernel.legal import refuse
from ventnor.kernel.policies import raise_cash
from ventnor.kernel.step import step
from ventnor.notation import parse_action
from ventnor.refusal import IllegalAction, Refusal
from ventnor.rulebook.reason import because
from ventnor.server import protocol
from ventnor.server.bot import check_bot
from ventnor.server.denial import Denied, because_of
from ventnor.server.protocol import Answer, AnyCommand, Code, Scope
from ventnor.server.sight import see_choices, see_preview
from ventnor.server.sitting import Sitting
from ventnor.server.snapshot import Place
from ventnor.view import action_of

HOST: Final = -1
"""Stands for the seat where a host only watches."""
MOST_STEPS: Final = 200
Asked = TypeVar("Asked", bound=protocol.SeatCommand)


@dataclass(frozen=True, slots=True)
class Role:
    """Who somebody is at a table: the scopes of each seat held."""

    seats: Mapping[int, frozenset[Scope]] = field(default_factory=dict[int, "frozenset[Scope]"])

    @property
    def mine(self) -> tuple[int, ...]:
        """The seats held, to watch or to play."""
        return tuple(sorted(seat for seat in self.seats if seat >= 0))

    @property
    def playable(self) -> tuple[int, ...]:
        """The seats that one may act for."""
        return tuple(seat for seat in self.mine if "play" in self.seats[seat])

    @property
    def is_host(self) -> bool:
        """Whether one has the host's powers."""
        return any("host" in scopes for scopes in self.seats.values())

    def need(self, seat: int, scope: Scope) -> None:
        """Raise `Denied` unless one may do this for the seat."""
        if scope not in self.seats.get(seat, ()):
            raise Denied(Code.NOT_ALLOWED, because("needs-secret", seat=seat))

    def need_host(self) -> None:
        """Raise `Denied` unless one is the host."""
        if not self.is_host:
            raise Denied(Code.NOT_ALLOWED, because("host-only"))


def carry_out(sitting: Sitting, role: Role, command: AnyCommand, now: float) -> Answer | None:
    """Do it. An answer: it was a question. None: what changed is in the table's new entries, if anything did."""
    match command:
        case protocol.Act():
            role.need(command.seat, "play")
            act(sitting, command, now)
        case protocol.Preview():
            role.need(command.seat, "play")
            return preview(sitting, command)
        case protocol.WhyNot():
            role.need(command.seat, "play")
            return explain(sitting, command)
        case protocol.Plan():
            role.need(command.seat, "play")
            return plan(sitting, command)
        case protocol.Chat():
            role.need(command.seat, "chat")
            chat(sitting, command, now)
        case protocol.React():
            role.need(command.seat, "chat")
            place_of(sitting, command.seat)
        case protocol.AlwaysAsk():
            role.need(command.seat, "play")
            always_ask(sitting, command, now)
        case protocol.TakePiece():
            role.need(command.seat, "play")
            take_piece(sitting, command, now)
        case protocol.HandOver():
            role.need(command.seat, "play")
            hand_to_bot(sitting, command.seat, check_bot(command.bot), "wish", now)
        case protocol.TakeBack():
            role.need(command.seat, "play")
            take_back(sitting, command.seat, now)
        case protocol.Leave():
            role.need(command.seat, "play")
            free(sitting, command.seat, "left", now)
        case protocol.Start():
            role.need_host()
            sitting.start(now)
        case protocol.Pause():
            role.need_host()
            pause(sitting, now)
        case protocol.Resume():
            role.need_host()
            resume(sitting, now)
        case protocol.AddTime():
            role.need_host()
            add_time(sitting, command, now)
        case protocol.Replace():
            role.need_host()
            replace(sitting, command.seat, check_bot(command.bot), now)
        case protocol.Remove():
            role.need_host()
            if command.seat == sitting.setting.host:
                raise Denied(Code.NOT_ALLOWED, because("host-stays"))
            free(sitting, command.seat, "removed", now)
        case protocol.Mute():
            role.need_host()
            mute(sitting, command, now)
        case protocol.Ping():
            return protocol.Pong(command.id, now)
        case protocol.Rematch():
            role.need(command.seat, "play")
            if sitting.state.outcome is None:
                raise Denied(Code.NOT_OVER, because("not-over"))
    return None


# --- actions and questions about them -------------------------------------------------------------------------------
def read_action(given: Mapping[str, object] | None, text: str | None = None) -> Action:
    """An action as it was sent. Raises `Denied`."""
    if (given is None) == (text is None):
        raise Denied(Code.MALFORMED, because("action-or-text"))
    try:
        return from_json(given) if given is not None else parse_action(text or "")
    except MalformedAction as error:
        raise Denied(Code.MALFORMED, because("unreadable", detail=str(error))) from None


def act(sitting: Sitting, command: protocol.Act, now: float) -> None:
    """An action of a seat."""
    action = read_action(command.action, command.text)
    sitting.playing()
    place = place_of(sitting, command.seat)
    if place.away:
        raise Denied(Code.AWAY, because("bot-plays"))
    if not sitting.is_current(action, command.ply):
        raise Denied(Code.STALE, because("gone-on"))
    sitting.act(action, command.seat, now, command=command.id)


def seat_of(sitting: Sitting, command: Asked) -> Asked:
    """The command, if its seat exists and there is a game."""
    place_of(sitting, command.seat)
    if sitting.game is None:
        raise Denied(Code.NOT_STARTED, because("not-begun"))
    return command


def preview(sitting: Sitting, command: protocol.Preview) -> Answer:
    """What actions would bring."""
    seat_of(sitting, command)
    game = sitting.playing()
    actions = [read_action(each) for each in command.actions]
    for action in actions:
        if action.actor != "seat":
            raise Denied(Code.MALFORMED, because("nobodys-action", do=action.name))
    try:
        order = game.lawful_order(actions, by=command.seat) if command.any_order else tuple(range(len(actions)))
        found = game.preview([actions[place] for place in order], by=command.seat)
    except IllegalAction as error:
        raise Denied.by_law(error.refusal) from None
    return protocol.Previewed(command.id, sitting.state.ply, see_preview(found), order)


def explain(sitting: Sitting, command: protocol.WhyNot) -> Answer:
    """Why an action may not be done."""
    seat_of(sitting, command)
    game = sitting.playing()
    action = read_action(command.action)
    if action.actor != "seat":
        raise Denied(Code.MALFORMED, because("nobodys-action", do=action.name))
    found = game.why_not(action, by=command.seat)
    return protocol.Explained(
        command.id, sitting.state.ply, None if found is None else why(sitting, command.seat, found)
    )


def why(sitting: Sitting, seat: int, refusal: Refusal) -> protocol.Why:
    """A refusal as it is told."""
    assert sitting.game is not None
    allowed = see_choices(sitting.game, seat, refusal.allowed)
    return protocol.Why(refusal.clause, refusal.reason, because_of(refusal.because), refusal.rule, allowed)


def plan(sitting: Sitting, command: protocol.Plan) -> Answer:
    """A way to raise a debt: what the kernel's bots do, tried on a copy until the debt is paid or cannot be."""
    seat_of(sitting, command)
    game = sitting.playing()
    s, t, _ = game.records
    if s.awaits != codes.W_DEBT or s.awaited != command.seat:
        raise Denied(Code.STALE, because("no-debt"))
    trial, sink = layout.State.from_buffer_copy(s), layout.Sink(capacity=0)
    waiting = trial.debts[first_debt(trial, command.seat)]
    debt = (waiting.creditor, waiting.amount)
    actions: list[Action] = []
    enough = False
    for _ in range(MOST_STEPS):
        a = layout.Action()
        raise_cash(trial, t, command.seat, a)
        if a.kind == codes.A_BANKRUPT or refuse(trial, t, a) != codes.C_NONE:
            break
        actions.append(action_of(bytes(a)))
        enough = a.kind == codes.A_PAY
        if enough:
            break
        step(trial, t, sink, a)
        if trial.awaits != codes.W_DEBT or trial.awaited != command.seat:
            break
        waiting = trial.debts[first_debt(trial, command.seat)]
        if (waiting.creditor, waiting.amount) != debt:
            break
    if not enough:
        return protocol.Planned(command.id, sitting.state.ply, (), enough)
    steps, found = plan_choices(sitting, command.seat, actions), game.preview(actions, by=command.seat)
    raised = found.after.cash[command.seat] - found.before.cash[command.seat] + debt[1]
    return protocol.Planned(command.id, sitting.state.ply, steps, enough, see_preview(found), raised)


def plan_choices(sitting: Sitting, seat: int, actions: list[Action]) -> tuple[protocol.Choice, ...]:
    """The steps of a plan, each described where it stands."""
    assert sitting.game is not None
    trial = sitting.game.copy(nature="manual")
    found: list[protocol.Choice] = []
    for action in actions:
        found += see_choices(trial, seat, [action])
        trial.do(to_record(action, seat))
    return tuple(found)


# --- the table ------------------------------------------------------------------------------------------------------
def place_of(sitting: Sitting, seat: int) -> Place:
    """A seat of the table. Raises `Denied` if it has none such."""
    if not 0 <= seat < len(sitting.state.places):
        raise Denied(Code.NO_SEAT, because("no-such-seat"))
    return sitting.state.places[seat]


def person_at(sitting: Sitting, seat: int) -> Place:
    """A seat that belongs to a person."""
    place = place_of(sitting, seat)
    if place.kind != "person":
        raise Denied(Code.NO_SEAT, because("nobody-sits"))
    return place


def clean(text: str) -> str:
    """A text in one line, without characters that are not seen or turn the writing round."""
    kept = (
        each
        for each in unicodedata.normalize("NFC", text)
        if unicodedata.category(each)[0] not in {"C", "Z"} or each == " "
    )
    return " ".join("".join(kept).split())


def chat(sitting: Sitting, command: protocol.Chat, now: float) -> None:
    """Words for the table."""
    if place_of(sitting, command.seat).muted:
        raise Denied(Code.MUTED, because("muted"))
    text = clean(command.text)
    if not text:
        raise Denied(Code.MALFORMED, because("nothing-to-read"))
    sitting.add(protocol.ChatEntry(seq=0, at=now, seat=command.seat, text=text))


def always_ask(sitting: Sitting, command: protocol.AlwaysAsk, now: float) -> None:
    """Whether rents are asked for by themselves."""
    place = person_at(sitting, command.seat)
    if place.always_ask != command.on:
        place.always_ask = command.on
        sitting.add(protocol.SettingEntry(seq=0, at=now, seat=command.seat, always_ask=command.on))
        if sitting.is_going_on:
            sitting.go_on(now)


def take_piece(sitting: Sitting, command: protocol.TakePiece, now: float) -> None:
    """Another token."""
    if sitting.state.status != "lobby":
        raise Denied(Code.ALREADY_STARTED, because("begun"))
    place = person_at(sitting, command.seat)
    if place.piece != command.piece:
        place.piece = sitting.free_piece(command.seat, command.piece)
        sitting.add(protocol.PieceEntry(seq=0, at=now, seat=command.seat, piece=place.piece))


def hand_to_bot(sitting: Sitting, seat: int, bot: str, reason: protocol.HandReason, now: float) -> None:
    """A bot plays for a person."""
    sitting.playing()
    place = person_at(sitting, seat)
    if place.away and place.bot == bot:
        return
    sitting.clock.settle(now)
    place.away, place.bot = True, bot
    sitting.woken |= 1 << seat
    sitting.add(protocol.HandedEntry(seq=0, at=now, seat=seat, bot=bot, why=reason))
    sitting.go_on(now)


def take_back(sitting: Sitting, seat: int, now: float) -> None:
    """A person plays again."""
    place = person_at(sitting, seat)
    if not place.away:
        return
    sitting.clock.settle(now)
    place.away, place.bot = False, ""
    if sitting.setting.clock.bank and sitting.state.banks:
        # Whoever comes back with nothing left gets an increment, or would be gone again at once.
        banks = sitting.state.banks
        banks[seat] = max(banks[seat], sitting.setting.clock.increment, 1.0)
    sitting.add(protocol.HandedEntry(seq=0, at=now, seat=seat, bot="", why="back"))


def free(sitting: Sitting, seat: int, reason: protocol.LeaveReason, now: float) -> None:
    """A seat becomes free."""
    if sitting.state.status != "lobby":
        raise Denied(Code.ALREADY_STARTED, because("begun-stay"))
    if place_of(sitting, seat).kind == "open":
        raise Denied(Code.NO_SEAT, because("nobody-sits"))
    sitting.state.places[seat] = Place()
    sitting.add(protocol.LeftEntry(seq=0, at=now, seat=seat, why=reason))


def replace(sitting: Sitting, seat: int, bot: str, now: float) -> None:
    """A bot for somebody who is gone, or at a free seat."""
    place = place_of(sitting, seat)
    if sitting.state.status == "lobby":
        if place.kind != "open":
            raise Denied(Code.TAKEN, because("seat-taken"))
        sitting.sit(seat, Place(name=bot_name(sitting, bot), kind="bot", bot=bot), now)
        return
    hand_to_bot(sitting, seat, bot, "host", now)


def bot_name(sitting: Sitting, bot: str) -> str:
    """A name for a bot that nobody has yet."""
    taken = {place.name for place in sitting.state.places}
    wanted = bot.capitalize()
    return next(name for name in (wanted, *(f"{wanted} {number}" for number in range(2, 10))) if name not in taken)


def pause(sitting: Sitting, now: float) -> None:
    """The game stands still."""
    sitting.playing()
    sitting.clock.settle(now)
    sitting.state.status = "paused"
    sitting.state.paused = now
    sitting.add(protocol.PausedEntry(seq=0, at=now))


def resume(sitting: Sitting, now: float) -> None:
    """The game goes on, and nobody has lost time."""
    state = sitting.state
    if state.status != "paused":
        raise Denied(Code.NOT_ALLOWED, because("not-paused"))
    away = max(0.0, now - (state.paused or now))
    state.status = "playing"
    state.paused = None
    sitting.clock.shift(now, away)
    if state.hour is not None:
        state.hour += away
    sitting.add(protocol.ResumedEntry(seq=0, at=now))


def add_time(sitting: Sitting, command: protocol.AddTime, now: float) -> None:
    """Time for a seat."""
    person_at(sitting, command.seat)
    if not sitting.setting.clock.bank or not sitting.state.banks:
        raise Denied(Code.NOT_ALLOWED, because("no-clocks"))
    sitting.clock.add_time(command.seat, command.seconds, now)
    sitting.add(protocol.TimeAddedEntry(seq=0, at=now, seat=command.seat, seconds=command.seconds))


def mute(sitting: Sitting, command: protocol.Mute, now: float) -> None:
    """A seat's voice in the chat."""
    place = person_at(sitting, command.seat)
    if place.muted != command.on:
        place.muted = command.on
        sitting.add(protocol.MutedEntry(seq=0, at=now, seat=command.seat, muted=command.on))


def join(sitting: Sitting, wanted: protocol.Join, now: float) -> int:
    """Take a seat; which."""
    if sitting.state.status != "lobby":
        raise Denied(Code.ALREADY_STARTED, because("begun"))
    places = sitting.state.places
    seat = wanted.seat
    if seat is None:
        seat = next((number for number, place in enumerate(places) if place.kind == "open"), None)
        if seat is None:
            raise Denied(Code.TAKEN, because("all-taken"))
    elif place_of(sitting, seat).kind != "open":
        raise Denied(Code.TAKEN, because("seat-taken"))
    name = free_name(places, wanted.name)
    sitting.sit(seat, Place(name=name, kind="person", piece=wanted.piece, nonce=wanted.nonce or ""), now)
    return seat


def free_name(places: list[Place], wanted: str) -> str:
    """The name without what cannot be seen. Raises `Denied` if nothing is left or somebody has it."""
    name = clean(wanted)
    if not name:
        raise Denied(Code.MALFORMED, because("empty-name"))
    if any(place.name.casefold() == name.casefold() for place in places):
        raise Denied(Code.TAKEN, because("name-taken"))
    return name
