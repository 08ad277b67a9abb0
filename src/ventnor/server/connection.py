"""A connected client: a queue of messages that never blocks the sender."""

import asyncio
from collections.abc import Callable
from typing import Final

from msgspec import json

from ventnor.server.errors import Denied
from ventnor.server.protocol import Code, Problem
from ventnor.server.role import Grants, Role
from ventnor.words.reason import because

FINAL_TEXT: Final = 0x81
"""The first byte of a frame that is a whole text message."""
MOST_WAITING: Final = 100
MOST_BYTES: Final = 300_000
"""Limit of what waits for one client. A client with more is disconnected."""


class Message:
    """A message for one or several clients. Its WebSocket frame is built once."""

    __slots__ = ("_frame", "text")

    def __init__(self, text: bytes) -> None:
        self.text = text
        self._frame = b""

    @property
    def frame(self) -> bytes:
        """Return the message as a WebSocket frame."""
        if not self._frame:
            self._frame = frame_of(self.text)
        return self._frame


def frame_of(text: bytes) -> bytes:
    """Return a text as one unmasked WebSocket frame (RFC 6455, section 5.2)."""
    size = len(text)
    if size < 126:
        return bytes((FINAL_TEXT, size)) + text
    if size < 65_536:
        return bytes((FINAL_TEXT, 126)) + size.to_bytes(2, "big") + text
    return bytes((FINAL_TEXT, 127)) + size.to_bytes(8, "big") + text


Write = Callable[[bytes], bool]
"""Sends a frame at once, or returns False if it would have to wait."""


class Connection:
    """A socket or an event stream of a table."""

    __slots__ = (
        "_bytes",
        "_first",
        "_is_behind",
        "_waiting",
        "_wake",
        "_write",
        "farewell",
        "grants",
        "role",
        "takes_changes",
    )

    def __init__(self, grants: Grants, role: Role, write: Write | None = None, *, takes_changes: bool = False) -> None:
        self.grants = grants
        self.role = role
        """The role in the client's last welcome. It decides what is sent, never what is allowed."""
        self.takes_changes = takes_changes
        """Whether the client is sent changes of the view. Otherwise it is sent the whole view every time."""
        self._write = write
        # An asyncio.Queue would take 3 kB, and most of the time nothing waits.
        self._waiting: list[Message | None] = []
        self._wake: asyncio.Future[None] | None = None
        self._bytes = 0
        self._first = 0
        """The bytes of a message that found nothing waiting. It may be as large as a whole record."""
        self._is_behind = False
        """Whether a message from the queue is still being sent. No frame may overtake it."""
        self.farewell: Problem | None = None

    @property
    def seats(self) -> frozenset[int]:
        """Return the seats whose private part this client may read."""
        return self.role.readable

    def send(self, message: Message) -> None:
        """Queue a message. Disconnect a client that reads too slowly, with an error."""
        if self.farewell is not None:
            return
        if self._write and not self._is_behind and not self._waiting and self._write(message.frame):
            return
        if len(self._waiting) >= MOST_WAITING or self._bytes - self._first > MOST_BYTES:
            self.dismiss(Denied(Code.SLOW, because("slow")))
            return
        if not self._waiting:
            self._first = len(message.text)
        self._bytes += len(message.text)
        self._put(message)

    def _put(self, *messages: Message | None) -> None:
        """Let messages wait, and wake who sends them."""
        self._waiting += messages
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    def dismiss(self, denied: Denied) -> None:
        """Send one last message and close."""
        if self.farewell is None:
            self.farewell = denied.problem()
            self._waiting.clear()
            self._put(Message(json.encode(self.farewell)), None)

    def end(self) -> None:
        """Send nothing more: the client has gone."""
        if self.farewell is None:
            self._waiting.clear()
            self._put(None)

    async def next(self) -> bytes | None:
        """Return the next message to send, or None after the last. The message before has been sent."""
        self._is_behind = False
        while not self._waiting:
            self._wake = asyncio.get_running_loop().create_future()
            await self._wake
        message = self._waiting.pop(0)
        if message is None:
            return None
        self._is_behind = True
        self._first = 0
        self._bytes -= len(message.text)
        return message.text
