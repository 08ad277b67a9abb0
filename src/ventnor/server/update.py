"""The messages after new entries. Each is built once for all clients that see the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.json import Encoder

from ventnor.server import protocol
from ventnor.server.connection import Connection, Message
from ventnor.server.protocol import AnyEntry
from ventnor.server.session import Session
from ventnor.server.shown import ShownGame
from ventnor.server.visible import EntryEncoder

encode: Final = Encoder().encode


class Update:
    """The messages about new entries, after which the clients have been shown the game as it stands."""

    def __init__(
        self,
        session: Session,
        shown: ShownGame | None,
        entries: Sequence[AnyEntry],
        table: protocol.Table | None,
        clocks: protocol.Clocks,
        seats: Iterable[int | None],
    ) -> None:
        """Write for clients of these seats. `shown` is None before the start; of a game that was not shown before,
        everything is new.
        """
        self._session = session
        self._shown = shown
        self._base = entries[0].seq - 1
        self._entries = EntryEncoder(entries, session.setting.manner)
        self._tail = b',"clocks":%s,"table":%s}' % (encode(clocks), encode(table))
        self._view = b""
        self._hands: dict[int | None, list[bytes]] = {}
        self._changed: frozenset[int | None] = frozenset()
        """The hands that have changed."""
        self._is_new = False
        self._made: dict[tuple[bool, frozenset[int]], Message] = {}
        self._common: Message | None = None
        """The message for those who see only what everybody sees."""
        self._messages: dict[bytes, Message] = {}
        """The messages by their text: most seats are sent the same."""
        game = session.game
        if shown is not None and game is not None:
            self._is_new = not shown.seq
            self._view, self._hands = shown.update(game, session.waiting, session.state.ply, session.seq, seats)
            self._changed = frozenset([seat for seat, changes in self._hands.items() if changes])

    def message(self, connection: Connection) -> Message:
        """Return the message for a client."""
        seats = connection.seats
        if (
            connection.takes_changes
            and not self._is_new
            and self._entries.is_common(seats)
            and self._changed.isdisjoint(seats or (None,))
        ):
            if self._common is None:
                self._common = Message(self._write(connection))
            return self._common
        key = (connection.takes_changes, seats)
        found = self._made.get(key)
        if found is None:
            text = self._write(connection)
            found = self._made[key] = self._messages.setdefault(text, Message(text))
        return found

    def _write(self, connection: Connection) -> bytes:
        entries = self._entries.to(connection.seats)
        if not connection.takes_changes:
            view, hands = self._whole(connection)
            return b'{"type":"events","entries":[%s],"view":%s,"hands":[%s]%s' % (entries, view, hands, self._tail)
        changes = self._changes(connection)
        return b'{"type":"changes","base":%d,"entries":[%s],"changes":[%s]%s' % (
            self._base,
            entries,
            changes,
            self._tail,
        )

    def _changes(self, connection: Connection) -> bytes:
        """Return the changes of the view and of a client's hands, separated by commas."""
        if self._shown is None:
            return b""
        if self._is_new:
            return b'[["view"],%s],[["hands"],[%s]]' % self._whole(connection)
        changes = [self._view] if self._view else []
        for place, seat in enumerate(connection.role.mine or (None,)):
            changes += [b'[["hands",%d,%s' % (place, each) for each in self._hands[seat]]
        return b",".join(changes)

    def _whole(self, connection: Connection) -> tuple[bytes, bytes]:
        """Return the whole view, and a client's hands separated by commas."""
        shown, game = self._shown, self._session.game
        if shown is None or game is None:
            return b"null", b""
        hands = (shown.hand(game, seat) for seat in connection.role.mine or (None,))
        return shown.view(game), b",".join(hands)
