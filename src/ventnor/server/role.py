"""Who may do what at a table. A role follows from the tokens presented and from who sits where now.

Nobody keeps a role. A connection keeps its grants, and the room derives the role again for every command, under the
same lock and from the same state that the command changes. So a token stops working the moment its seat changes hands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Final, cast

from ventnor.server import protocol
from ventnor.server.errors import Denied
from ventnor.server.protocol import AnyCommand, Code, Scope
from ventnor.server.store.contract import TokenRow
from ventnor.words.reason import because

if TYPE_CHECKING:
    from ventnor.server.session import Session

HOST: Final = -1
"""The seat number of a host without a seat."""
NO_HOST: Final = -2
"""No host: the last person has left the lobby. The next person to sit down becomes the host."""
HOST_COMMANDS: Final = (
    protocol.Start,
    protocol.Pause,
    protocol.Resume,
    protocol.AddTime,
    protocol.SetPace,
    protocol.Replace,
    protocol.Remove,
    protocol.Mute,
)
Grants = Sequence[TokenRow]
"""The stored rows of the tokens that a client presented."""


@dataclass(frozen=True)
class Role:
    """What a client may do at a table now: the scopes of each seat, and the host's powers."""

    seats: Mapping[int, frozenset[Scope]] = field(default_factory=dict[int, "frozenset[Scope]"])
    is_host: bool = False

    @cached_property
    def mine(self) -> tuple[int, ...]:
        """Return the seats held, to watch or to play."""
        return tuple(sorted(seat for seat in self.seats if seat >= 0))

    @cached_property
    def playable(self) -> tuple[int, ...]:
        """Return the seats that this role may act for."""
        return tuple(seat for seat in self.mine if "play" in self.seats[seat])

    @cached_property
    def readable(self) -> frozenset[int]:
        """Return the seats whose private part may be read."""
        return frozenset(self.mine)

    def need(self, seat: int, scope: Scope) -> None:
        """Raise `Denied` unless this role has the scope for the seat."""
        if scope not in self.seats.get(seat, ()):
            raise Denied(Code.NOT_ALLOWED, because("needs-secret", seat=seat))

    def need_host(self) -> None:
        """Raise `Denied` unless this role has the host's powers."""
        if not self.is_host:
            raise Denied(Code.NOT_ALLOWED, because("host-only"))


def key_and_scopes(grant: TokenRow) -> tuple[str, frozenset[Scope]]:
    """Return the key of the stay that a token was made for, and the token's scopes."""
    key, _, scopes = grant.scopes.partition(" ")
    return key.removeprefix("key:"), scopes_in(scopes)


@lru_cache(maxsize=64)
def scopes_in(text: str) -> frozenset[Scope]:
    """Return the scopes in a text."""
    return frozenset(cast("list[Scope]", text.split()))


def role_of(session: Session, grants: Grants) -> Role:
    """Return the role that these tokens give at the table as it is now.

    The token of a player who left gives nothing: its key differs from that of the seat's present player.
    """
    seats: dict[int, frozenset[Scope]] = {}
    for grant in grants:
        key, scopes = key_and_scopes(grant)
        if grant.seat == HOST or key == session.state.places[grant.seat].key:
            seats[grant.seat] = seats[grant.seat] | scopes if grant.seat in seats else scopes
    held = seats.get(session.host, frozenset())
    # A seat that took over hosting has tokens without the scope "host". Tokens that may play and chat are enough.
    is_host = "host" in held if session.state.host is None else {"play", "chat"} <= held
    return Role(seats, is_host)


def authorize(role: Role, command: AnyCommand, *, keeps_waiting: bool = False, drawer: int | None = None) -> None:
    """Raise `Denied` unless this role may send this command.

    `keeps_waiting`: the command is about a seat for which, under the table's policy, every player may let a bot play.
    `drawer`: the seat that throws, draws or is dealt to now. Whose the last entry is, and so who may undo it, is known
    only when the record is read: `Room.undo` checks that.
    """
    match command:
        case protocol.Enter():
            if not role.is_host and drawer not in role.playable:
                raise Denied(Code.NOT_ALLOWED, because("banker-enters"))
        case protocol.Undo():
            if not role.is_host and not role.playable:
                raise Denied(Code.NOT_ALLOWED, because("banker-undoes"))
        case protocol.Replace() if keeps_waiting and role.playable:
            pass
        case protocol.Ping():
            pass
        case protocol.Chat() | protocol.React():
            role.need(command.seat, "chat")
        case _ if isinstance(command, HOST_COMMANDS):
            role.need_host()
        case _:
            assert isinstance(command, protocol.SeatCommand)
            role.need(command.seat, "play")


def may_watch(session: Session, role: Role) -> None:
    """Raise `Denied` unless this role may see the game."""
    if not role.seats and not session.setting.spectators:
        raise Denied(Code.NOT_ALLOWED, because("not-watched"))
