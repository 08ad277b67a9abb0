"""The least that a server of this kind does for a command: read a frame, commit to SQLite, send 1 kB to six sockets.

There is no game, no HTTP beyond the handshake, no check. What the real server holds is compared with what this holds.
Run by `bench/server.py`; on its own: `python bench/skeleton.py PORT FILE`.
"""

from __future__ import annotations

import asyncio
import base64
import sqlite3
import sys
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha1
from typing import Final, cast

import msgspec
import uvloop

GUID: Final = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
ANSWER: Final = b"\x81\x7e" + (1000).to_bytes(2, "big")
TABLES: dict[str, list[Socket]] = {}


class Command(msgspec.Struct):
    """What the generator sends."""

    id: str
    table: str


class Answer(msgspec.Struct):
    """What every socket gets, padded to 1 kB."""

    id: str
    pad: str
    type: str = "done"


read = msgspec.json.Decoder(Command).decode
write = msgspec.json.Encoder().encode


class Committer:
    """Writes groups of rows and commits them in a thread."""

    def __init__(self, path: str) -> None:
        self.connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        for pragma in ("journal_mode=wal", "synchronous=full"):
            self.connection.execute(f"pragma {pragma}")
        self.connection.execute("create table if not exists rows (id integer primary key, body blob)")
        self.executor = ThreadPoolExecutor(1)
        self.waiting: list[tuple[bytes, asyncio.Future[None]]] = []
        self.is_busy = False

    async def keep(self, body: bytes) -> None:
        """Return when the row is committed."""
        done = asyncio.get_running_loop().create_future()
        self.waiting.append((body, done))
        if not self.is_busy:
            self.is_busy = True
            asyncio.get_running_loop().call_soon(self.begin)
        await done

    def begin(self) -> None:
        """Write and commit what waits."""
        group, self.waiting = self.waiting, []
        self.connection.execute("begin")
        self.connection.executemany("insert into rows (body) values (?)", [(body,) for body, _ in group])
        committing = asyncio.get_running_loop().run_in_executor(self.executor, self.connection.execute, "commit")
        committing.add_done_callback(lambda _: self.end(group))

    def end(self, group: list[tuple[bytes, asyncio.Future[None]]]) -> None:
        """Tell those who wait."""
        for _, done in group:
            done.set_result(None)
        if self.waiting:
            self.begin()
        else:
            self.is_busy = False


class Socket(asyncio.Protocol):
    """One socket of a table."""

    def __init__(self, committer: Committer) -> None:
        self.committer = committer
        self.buffer = b""
        self.table = ""
        self.tasks: set[asyncio.Task[None]] = set()
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        """Read the handshake, then frames."""
        self.buffer += data
        if not self.table:
            head, end, self.buffer = self.buffer.partition(b"\r\n\r\n")
            if not end:
                self.buffer = head
                return
            lines = head.split(b"\r\n")
            self.table = lines[0].split(b"/")[3].decode()
            key = next(line.split(b": ")[1] for line in lines if line.lower().startswith(b"sec-websocket-key"))
            accept = base64.b64encode(sha1(key + GUID).digest())
            upgrade = b"HTTP/1.1 101 \r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: "
            self.transport.write(upgrade + accept + b"\r\n\r\n")
            TABLES.setdefault(self.table, []).append(self)
        while len(self.buffer) >= 6:
            size, at = self.buffer[1] & 0x7F, 2
            if size == 126:
                size, at = int.from_bytes(self.buffer[2:4], "big"), 4
            if len(self.buffer) < at + 4 + size:
                return
            text, self.buffer = self.buffer[at + 4 : at + 4 + size], self.buffer[at + 4 + size :]
            task = asyncio.create_task(self.execute(read(text)))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def execute(self, command: Command) -> None:
        """Commit, then broadcast."""
        body = write(Answer(command.id, "x" * (1000 - 32 - len(command.id))))
        await self.committer.keep(body)
        frame = ANSWER + body
        for each in TABLES[self.table]:
            each.transport.write(frame)


async def serve(port: int, path: str) -> None:
    """Serve for ever."""
    committer = Committer(path)
    server = await asyncio.get_running_loop().create_server(lambda: Socket(committer), "127.0.0.1", port)
    await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(serve(int(sys.argv[1]), sys.argv[2]))
