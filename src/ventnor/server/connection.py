"""A connected client: a queue of messages that never blocks the sender."""

import asyncio
from collections.abc import Callable
from functools import cached_property
from typing import Final

from msgspec import json
from websockets.frames import Frame, Opcode

from ventnor.server.errors import Denied
from ventnor.server.protocol import Code, Problem
from ventnor.server.role import Grants, Role
from ventnor.words.reason import because

MOST_WAITING: Final = 100
MOST_BYTES: Final = 300_000
"""Limit of what waits for one client. A client with more is disconnected."""


class Message:
    """A message for one or several clients. Its WebSocket frame is built once."""

    def __init__(self, text: bytes) -> None:
        self.text = text

    @cached_property
    def frame(self) -> bytes:
        """Return the message as a WebSocket frame."""
        return Frame(Opcode.TEXT, self.text).serialize(mask=False)


Write = Callable[[bytes], bool]
"""Sends a frame at once, or returns False if it would have to wait."""


class Connection:
    """A socket or an event stream of a table."""

    def __init__(self, grants: Grants, role: Role, write: Write | None = None) -> None:
        self.grants = grants
        self.role = role
        """The role when the client was last told. It decides what is sent, never what is allowed."""
        self._write = write
        self._queue: asyncio.Queue[Message | None] = asyncio.Queue()
        self._bytes = 0
        self._is_behind = False
        """Whether a message from the queue is still being sent. No frame may overtake it."""
        self.farewell: Problem | None = None

    @property
    def seats(self) -> frozenset[int]:
        """Return the seats whose private part this client may read."""
        return frozenset(self.role.mine)

    def send(self, message: Message) -> None:
        """Queue a message. Disconnect a client that reads too slowly, with an error."""
        if self.farewell is not None:
            return
        if self._write and not self._is_behind and self._queue.empty() and self._write(message.frame):
            return
        if self._queue.qsize() >= MOST_WAITING or (self._bytes > MOST_BYTES and not self._queue.empty()):
            self.dismiss(Denied(Code.SLOW, because("slow")))
            return
        self._bytes += len(message.text)
        self._queue.put_nowait(message)

    def dismiss(self, denied: Denied) -> None:
        """Send one last message and close."""
        if self.farewell is None:
            self.farewell = denied.problem()
            while not self._queue.empty():
                self._queue.get_nowait()
            self._queue.put_nowait(Message(json.encode(self.farewell)))
            self._queue.put_nowait(None)

    async def next(self) -> bytes | None:
        """Return the next message to send, or None after the last. The message before has been sent."""
        self._is_behind = False
        message = await self._queue.get()
        if message is None:
            return None
        self._is_behind = True
        self._bytes -= len(message.text)
        return message.text
