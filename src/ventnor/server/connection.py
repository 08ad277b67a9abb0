"""Somebody who is being told what happens: a queue of messages that never makes the sender wait."""

import asyncio
from collections.abc import Callable
from functools import cached_property
from typing import Final

from msgspec import json
from websockets.frames import Frame, Opcode

from ventnor.rulebook.reason import because
from ventnor.server.command import Role
from ventnor.server.denial import Denied
from ventnor.server.protocol import Code, Problem

MOST_WAITING: Final = 200
MOST_BYTES: Final = 2_000_000


class Message:
    """Something to be told, to one or to many: it is put into a frame of the WebSocket once for all of them."""

    def __init__(self, text: bytes) -> None:
        self.text = text

    @cached_property
    def frame(self) -> bytes:
        """As it goes over the wire."""
        return Frame(Opcode.TEXT, self.text).serialize(mask=False)


Write = Callable[[bytes], bool]
"""Sends a frame at once; False: it would have to wait."""


class Connection:
    """A socket or a stream, as the table knows it."""

    def __init__(self, role: Role, write: Write | None = None) -> None:
        self.role = role
        self.seats = frozenset(role.mine)
        self._write = write
        self._queue: asyncio.Queue[Message | None] = asyncio.Queue()
        self._bytes = 0
        self._is_behind = False
        """Whether a message taken from the queue is still being sent: nothing may overtake it."""
        self.farewell: Problem | None = None

    def send(self, message: Message) -> None:
        """Have a message sent. One that reads too slowly is dropped, with a word why."""
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
        """Send nothing more but a last word."""
        if self.farewell is None:
            self.farewell = denied.problem()
            while not self._queue.empty():
                self._queue.get_nowait()
            self._queue.put_nowait(Message(json.encode(self.farewell)))
            self._queue.put_nowait(None)

    async def next(self) -> bytes | None:
        """The next message to send; None: there is no further. The one before has been sent."""
        self._is_behind = False
        message = await self._queue.get()
        if message is None:
            return None
        self._is_behind = True
        self._bytes -= len(message.text)
        return message.text
