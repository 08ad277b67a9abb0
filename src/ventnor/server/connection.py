"""Somebody who is being told what happens: a queue of messages that never makes the sender wait."""

import asyncio
from typing import Final

from msgspec import json

from ventnor.server.command import Role
from ventnor.server.protocol import Code, Problem

MOST_WAITING: Final = 200
MOST_BYTES: Final = 2_000_000


class Connection:
    """A socket or a stream, as the table knows it."""

    def __init__(self, role: Role) -> None:
        self.role = role
        self.seats = frozenset(role.mine)
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._bytes = 0
        self.farewell: Problem | None = None

    def send(self, message: bytes) -> None:
        """Have a message sent. One that reads too slowly is dropped, with a word why."""
        if self.farewell is not None:
            return
        if self._queue.qsize() >= MOST_WAITING or (self._bytes > MOST_BYTES and not self._queue.empty()):
            self.dismiss(Code.SLOW, "You did not read what was sent. Come back and get what you missed.")
            return
        self._bytes += len(message)
        self._queue.put_nowait(message)

    def dismiss(self, code: Code, why: str) -> None:
        """Send nothing more but a last word."""
        if self.farewell is None:
            self.farewell = Problem(code, why)
            while not self._queue.empty():
                self._queue.get_nowait()
            self._queue.put_nowait(json.encode(self.farewell))
            self._queue.put_nowait(None)

    async def next(self) -> bytes | None:
        """The next message to send; None: there is no further."""
        message = await self._queue.get()
        if message is not None:
            self._bytes -= len(message)
        return message
