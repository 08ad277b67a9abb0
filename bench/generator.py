"""People at tables, as a load: six sockets a table, one command at a time, at a given rate over all tables."""

from __future__ import annotations

import asyncio
import base64
import itertools
import os
import random
import time
from typing import cast

import msgspec

SEATS = 6
LONGEST = 30.0
"""Seconds after which a command counts as one that took so long."""
NUMBERS = itertools.count(1)


# --- what the generator reads of a message ---------------------------------------------------------------------------
class Entry(msgspec.Struct):
    """The number of an entry."""

    seq: int


class Awaiting(msgspec.Struct):
    """Whom the game waits for."""

    seat: int | None = None


class View(msgspec.Struct):
    """How far the game is."""

    ply: int
    awaiting: Awaiting


class Choice(msgspec.Struct):
    """An action, unread."""

    action: msgspec.Raw


class Hand(msgspec.Struct):
    """What a seat may do."""

    legal: list[Choice]


class Heard(msgspec.Struct):
    """A message of the server."""

    type: str
    id: str = ""
    last: int = 0
    entries: list[Entry] = []
    view: View | None = None
    hands: list[Hand] = []
    changes: list[list[msgspec.Raw]] = []


read = msgspec.json.Decoder(Heard).decode
read_awaiting = msgspec.json.Decoder(Awaiting).decode
read_choices = msgspec.json.Decoder(list[Choice]).decode
read_number = msgspec.json.Decoder(int).decode


class Post(asyncio.Protocol):
    """One socket, as cheap as can be: the generator shares the machine with the server."""

    def __init__(self, group: Group, seat: int) -> None:
        self.group = group
        self.seat = seat
        self.received = 0
        """Bytes received."""
        self.buffer = bytearray()
        self.is_open = False
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        self.transport = cast(asyncio.Transport, transport)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET /api/tables/{self.group.table}/socket HTTP/1.1",
            "Host: 127.0.0.1",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
        ]
        self.transport.write("\r\n".join([*lines, "", ""]).encode())

    def say(self, message: object) -> None:
        """Send a message; its mask is all zeros, which leaves it as it is."""
        text = msgspec.json.encode(message)
        size = len(text)
        head = bytes([0x81, 0x80 | size]) if size < 126 else bytes([0x81, 0xFE]) + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + text)

    def data_received(self, data: bytes) -> None:
        """Take in frames."""
        self.received += len(data)
        self.buffer += data
        if not self.is_open:
            head, end, rest = bytes(self.buffer).partition(b"\r\n\r\n")
            if not end:
                return
            assert b" 101 " in head.split(b"\r\n")[0], head
            self.is_open = True
            self.buffer = bytearray(rest)
            self.group.greet(self)
        while len(self.buffer) >= 2:
            size, at = self.buffer[1], 2
            if size == 126:
                size, at = int.from_bytes(self.buffer[2:4], "big"), 4
            elif size == 127:
                size, at = int.from_bytes(self.buffer[2:10], "big"), 10
            if len(self.buffer) < at + size:
                return
            kind, text = self.buffer[0] & 15, bytes(self.buffer[at : at + size])
            del self.buffer[: at + size]
            if kind == 1:
                self.group.hear(self.seat, text)
            elif kind == 9:
                self.transport.write(bytes([0x8A, 0x80 | size]) + b"\0\0\0\0" + text)


class Group:
    """A table and its six sockets. One decides at a time; all must hear of it."""

    def __init__(self, table: str, tokens: list[str]) -> None:
        self.table = table
        self.tokens = tokens
        self.posts: list[Post] = []
        self.heard = [0] * len(tokens)
        self.view: View | None = None
        self.legal: list[list[Choice]] = [[] for _ in tokens]
        self.name = ""
        self.wanted = 0
        self.is_answered = self.is_refused = False
        self.done: asyncio.Future[None] | None = None

    async def sit(self, port: int) -> None:
        """Connect a socket for each token."""
        loop = asyncio.get_running_loop()
        for seat in range(len(self.tokens)):
            _, post = await loop.create_connection(lambda seat=seat: Post(self, seat), "127.0.0.1", port)
            self.posts.append(post)

    def greet(self, post: Post) -> None:
        """Say hello."""
        token = self.tokens[post.seat]
        post.say({"type": "hello", "protocol": 3, "tokens": [token] if token else [], "seen": 0})

    def leave(self) -> None:
        """Close all connections."""
        for post in self.posts:
            post.transport.abort()

    def hear(self, seat: int, text: bytes) -> None:
        """Read what one socket receives."""
        message = read(text)
        if message.type in {"welcome", "changes"}:
            if message.entries:
                self.heard[seat] = message.entries[-1].seq
            if message.type == "welcome":
                self.view = message.view
                self.legal[seat] = message.hands[0].legal if message.hands else []
            for path, value, *splice in message.changes:
                self.change(seat, bytes(path), value, splice)
        elif message.id == self.name:
            self.wanted = message.last
            self.is_answered, self.is_refused = True, message.type != "done"
        heard = self.is_answered and (self.is_refused or min(self.heard) >= self.wanted)
        if heard and self.done is not None and not self.done.done():
            self.done.set_result(None)

    def change(self, seat: int, path: bytes, value: msgspec.Raw, splice: list[msgspec.Raw]) -> None:
        """Take over one change, as far as it matters here."""
        view = self.view
        assert view is not None
        if path == b'["view","ply"]':
            view.ply = read_number(value)
        elif path == b'["view","awaiting"]':
            view.awaiting = read_awaiting(value)
        elif path == b'["hands",0,"legal"]':
            choices, legal = read_choices(value), self.legal[seat]
            start, drop = map(read_number, splice) if splice else (0, len(legal))
            legal[start : start + drop] = choices

    async def decide(self) -> float | None:
        """Send one command; return the seconds until all six have heard, or None if it was not possible."""
        view = self.view
        seat = None if view is None else view.awaiting.seat
        if view is None or seat is None or not self.legal[seat]:
            return None
        self.name, self.wanted, self.is_answered, self.is_refused = f"b{next(NUMBERS)}", 0, False, False
        self.done = asyncio.get_running_loop().create_future()
        began = time.perf_counter()
        command = {"type": "act", "id": self.name, "seat": seat, "ply": view.ply, "action": self.legal[seat][0].action}
        self.posts[seat].say(command)
        try:
            await asyncio.wait_for(self.done, LONGEST)
        except TimeoutError:
            return LONGEST
        return None if self.is_refused else time.perf_counter() - began


class BareGroup(Group):
    """A table of `bench/skeleton.py`: every socket gets the answer to every command."""

    def greet(self, post: Post) -> None:
        """Say nothing."""

    def hear(self, seat: int, text: bytes) -> None:  # noqa: ARG002  (all get the same)
        """Count who has the answer."""
        if read(text).id == self.name:
            self.wanted += 1
            if self.wanted == len(self.posts) and self.done is not None and not self.done.done():
                self.done.set_result(None)

    async def decide(self) -> float | None:
        """Send a command."""
        self.name, self.wanted = f"b{next(NUMBERS)}", 0
        self.done = asyncio.get_running_loop().create_future()
        began = time.perf_counter()
        self.posts[0].say({"id": self.name, "table": self.table})
        await self.done
        return time.perf_counter() - began


async def drive(groups: list[Group], rate: float, seconds: float) -> list[float]:
    """Send commands at a rate over all tables; return the delays."""
    delays: list[float] = []
    began = time.perf_counter()

    async def table(group: Group) -> None:
        due = began + random.expovariate(rate / len(groups))
        while due < began + seconds:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            if time.perf_counter() > began + seconds:
                return
            delay = await group.decide()
            if delay is not None:
                delays.append(delay)
            due += random.expovariate(rate / len(groups))

    await asyncio.gather(*(table(group) for group in groups))
    return delays
