"""Who may see the chances of a running game, who may ask the coach, and which part of the position they may know."""

import json

import msgspec

from ventnor.server.errors import Denied
from ventnor.server.protocol import Code
from ventnor.server.role import Role
from ventnor.server.session import Session
from ventnor.study.chances import BlindChoice, refuse_blind
from ventnor.words.reason import because


def check_chances(session: Session, role: Role) -> None:
    """Raise `Denied` unless the table shows this role the chances of its running game."""
    need_running(session)
    may = session.setting.chances
    if may == "nobody" or (role.mine and may != "everybody"):
        raise Denied(Code.NOT_ALLOWED, because("chances-hidden"))


def check_coach(session: Session, role: Role, seat: int) -> None:
    """Raise `Denied` unless this role plays the seat, against bots only, at a table with a coach."""
    role.need(seat, "play")
    need_running(session)
    others = [place for number, place in enumerate(session.state.places) if number != seat]
    if not session.setting.coach or any(place.kind != "bot" for place in others):
        raise Denied(Code.NOT_ALLOWED, because("no-coach"))


def need_running(session: Session) -> None:
    """Raise `Denied` unless the table's game has begun and is not over."""
    if session.game is None:
        raise Denied(Code.NOT_STARTED, because("not-begun"))
    if session.state.outcome is not None:
        raise Denied(Code.OVER, because("game-over"))


def is_blind(session: Session) -> bool:
    """Return whether somebody chooses how to pay the income tax: then nobody sees a chance."""
    assert session.game is not None
    try:
        # §tax.income: what is owned is not added up before the choice, and a chance is computed from it.
        refuse_blind(session.game.engine.state)
    except BlindChoice:
        return True
    return False


def known_position(session: Session, seat: int | None) -> str:
    """Return the position as JSON, without rents that the seat (None: a spectator) may not know of."""
    assert session.game is not None
    position = json.loads(msgspec.json.encode(session.game.position))
    if "claims" in position and session.game.awaiting.kind != "last-rent":
        # §rent.ask: the answer must not remind anybody of a rent.
        position["claims"] = [
            claim
            for claim in position["claims"]
            if session.setting.manner == "attentive" and (seat is None or seat in {claim["owner"], claim["payer"]})
        ]
    return json.dumps(position)
