"""How a server holds up: many tables of six people each, playing at a given rate. Prints figures, asserts nothing.

    python bench/server.py load [--tables 500] [--rates 250,500,1000] [--seconds 10] [--database postgres] [--workers 2]
    python bench/server.py games [--games 10000]

`load`: every command goes through the real engine and a durable commit. The load generator runs beside the server on
the same machine, so its share of the processor is part of the picture. Delay: from sending a command to the last of the
six sockets having its events. A rate is held if 95 % of it gets through and 99 % of the commands take less than 50 ms.
`games`: memory of the server over many short games of bots, one after the other.
Everything stays on this machine: 127.0.0.1 and a folder that is thrown away.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import http.client
import itertools
import json
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any, cast

import msgspec
import uvloop

sys.path.insert(0, str(Path(__file__).parent.parent))

SEATS = 6
HELD = 0.050
LONGEST = 30.0
"""Seconds after which a command counts as one that took so long."""
START = """
import sys
from ventnor.server.serving import serve
from ventnor.server.settings import ServerSettings
serve(ServerSettings(database=sys.argv[1], port=int(sys.argv[2]), workers=int(sys.argv[3]), idle=float(sys.argv[4]),
               command_rate=1e9, request_rate=1e9, table_rate=1e9, most_of_address=10**6))
"""
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


read = msgspec.json.Decoder(Heard).decode


class Post(asyncio.Protocol):
    """One socket, as cheap as can be: the generator shares the machine with the server."""

    def __init__(self, group: Group, seat: int) -> None:
        self.group = group
        self.seat = seat
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
        self.buffer += data
        if not self.is_open:
            head, end, rest = bytes(self.buffer).partition(b"\r\n\r\n")
            if not end:
                return
            assert b" 101 " in head.split(b"\r\n")[0], head
            self.is_open = True
            self.buffer = bytearray(rest)
            self.say({"type": "hello", "protocol": 2, "tokens": [self.group.tokens[self.seat]], "seen": 0})
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
                self.group.hear(self.seat, read(text))
            elif kind == 9:
                self.transport.write(bytes([0x8A, 0x80 | size]) + b"\0\0\0\0" + text)


class Group:
    """A table and its six sockets. One decides at a time; all must hear of it."""

    def __init__(self, table: str, tokens: list[str]) -> None:
        self.table = table
        self.tokens = tokens
        self.posts: list[Post] = []
        self.heard = [0] * SEATS
        self.view: View | None = None
        self.legal: list[msgspec.Raw | None] = [None] * SEATS
        self.name = ""
        self.wanted = 0
        self.is_answered = self.is_refused = False
        self.done: asyncio.Future[None] | None = None

    async def sit(self, port: int) -> None:
        """Connect all six."""
        loop = asyncio.get_running_loop()
        for seat in range(SEATS):
            _, post = await loop.create_connection(lambda seat=seat: Post(self, seat), "127.0.0.1", port)
            self.posts.append(post)

    def hear(self, seat: int, message: Heard) -> None:
        """Read what one socket receives."""
        if message.type in {"welcome", "events"}:
            if message.entries:
                self.heard[seat] = message.entries[-1].seq
            if message.view is not None and (self.view is None or message.view.ply >= self.view.ply):
                self.view = message.view
            self.legal[seat] = message.hands[0].legal[0].action if message.hands and message.hands[0].legal else None
        elif message.id == self.name:
            self.wanted = message.last
            self.is_answered, self.is_refused = True, message.type != "done"
        heard = self.is_answered and (self.is_refused or min(self.heard) >= self.wanted)
        if heard and self.done is not None and not self.done.done():
            self.done.set_result(None)

    async def decide(self) -> float | None:
        """Send one command; return the seconds until all six have heard, or None if it was not possible."""
        view = self.view
        seat = None if view is None else view.awaiting.seat
        if view is None or seat is None or self.legal[seat] is None:
            return None
        self.name, self.wanted, self.is_answered, self.is_refused = f"b{next(NUMBERS)}", 0, False, False
        self.done = asyncio.get_running_loop().create_future()
        began = time.perf_counter()
        command = {"type": "act", "id": self.name, "seat": seat, "ply": view.ply, "action": self.legal[seat]}
        self.posts[seat].say(command)
        try:
            await asyncio.wait_for(self.done, LONGEST)
        except TimeoutError:
            return LONGEST
        return None if self.is_refused else time.perf_counter() - began


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


# --- the server ------------------------------------------------------------------------------------------------------
def family_of(pid: int) -> list[int]:
    """Return a process and its children."""
    found = [pid]
    for each in found:
        with contextlib.suppress(OSError):
            found += map(int, Path(f"/proc/{each}/task/{each}/children").read_text(encoding="ascii").split())
    return found


def used_by(pid: int) -> tuple[float, float]:
    """Return processor seconds and megabytes of memory of a process and its children."""
    seconds = memory = 0.0
    ticks, page = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")
    for each in family_of(pid):
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{each}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
            seconds += (int(fields[11]) + int(fields[12])) / ticks
            memory += int(fields[21]) * page / 1e6
    return seconds, memory


@contextlib.contextmanager
def database_of(wanted: str) -> Generator[str]:
    """Yield the address of a temporary database."""
    if wanted == "postgres":
        from tests.server.postgres import new_database, running_postgres

        with running_postgres() as uri:
            yield new_database(uri)
    else:
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite:///{folder}/tables.db"


@contextlib.contextmanager
def running(database: str, workers: int, idle: float) -> Generator[tuple[int, int]]:
    """Run a server; yield its port and its process."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen([sys.executable, "-c", START, database, str(port), str(workers), str(idle)])
    try:
        wait_for(port)
        yield port, server.pid
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(60)


def wait_for(port: int) -> None:
    """Wait until the server answers and has had the time to load its compiled kernel."""
    deadline = time.monotonic() + 60
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            break
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
    time.sleep(6)


class Caller:
    """Somebody who asks over HTTP."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def post(self, path: str, body: object, token: str = "") -> Any:
        """Ask the server something."""
        headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
        self.connection.request("POST", path, json.dumps(body), headers)
        return json.loads(self.connection.getresponse().read())


def begin_table(caller: Caller, seats: list[dict[str, str]], **settings: Any) -> tuple[str, list[str]]:
    """Return a table where play has begun: its id and its secrets."""
    made = caller.post("/api/tables", {"seats": seats, **settings})
    table, tokens = made["table"]["id"], [each["token"] for each in made["seats"]]
    done = caller.post(f"/api/tables/{table}/commands", {"type": "start", "id": "start"}, tokens[0])
    assert done["type"] == "done", done
    return table, tokens


# --- what is measured ------------------------------------------------------------------------------------------------
async def measure(args: argparse.Namespace, port: int, pid: int) -> None:
    """Set the tables, play at each rate, print."""
    _, empty = used_by(pid)
    caller = Caller(port)
    seats = [{"kind": "mine", "name": f"P{seat}"} for seat in range(SEATS)]
    groups: list[Group] = []
    for _ in range(args.tables):
        table, tokens = await asyncio.to_thread(begin_table, caller, seats)
        group = Group(table, tokens)
        await group.sit(port)
        groups.append(group)
    await asyncio.sleep(2)
    await drive(groups, args.tables, 3)  # everybody has thrown once
    _, full = used_by(pid)
    print(f"{args.tables} tables, {SEATS * args.tables} sockets, {args.database}, {args.workers} worker(s)", flush=True)
    print(f"memory: {empty:.0f} MB empty, {full:.0f} MB with all: {1000 * (full - empty) / args.tables:.0f} kB a table")
    best = 0.0
    for rate in args.rates:
        before, _ = used_by(pid)
        own, began = time.process_time(), time.perf_counter()
        delays = sorted(await drive(groups, rate, args.seconds))
        lasted = time.perf_counter() - began
        after, memory = used_by(pid)
        got = len(delays) / lasted
        p50, p99 = statistics.median(delays), delays[int(0.99 * len(delays))]
        held = got > 0.95 * rate and p99 < HELD
        best = max(best, rate) if held else best
        print(
            f"{rate:6.0f}/s: {got:6.0f}/s got through, p50 {1000 * p50:6.1f} ms, p99 {1000 * p99:7.1f} ms, "
            f"server {100 * (after - before) / lasted:4.0f} % of a core ({1e6 * (after - before) / len(delays):.0f} us "
            f"a command), {memory:.0f} MB, generator {100 * (time.process_time() - own) / lasted:3.0f} %, "
            f"load {os.getloadavg()[0]:.1f}{', held' if held else ''}",
            flush=True,
        )
    print(f"highest rate held: {best:.0f}/s")
    for group in groups:
        for post in group.posts:
            post.transport.abort()


def count_games(args: argparse.Namespace, port: int, pid: int) -> None:
    """Let bots play short games, and measure the memory."""
    caller = Caller(port)
    seats = [{"kind": "bot"}, {"kind": "bot"}]
    going: list[str] = []
    played, began = 0, time.perf_counter()
    while played < args.games:
        while len(going) < 40:
            table, _ = begin_table(caller, seats, options={"rounds": 1})
            going.append(table)
        caller.connection.request("GET", f"/api/tables/{going[0]}")
        if json.loads(caller.connection.getresponse().read())["status"] != "over":
            time.sleep(0.01)
            continue
        going.pop(0)
        played += 1
        if played % max(1, args.games // 10) == 0:
            seconds, memory = used_by(pid)
            took = time.perf_counter() - began
            print(f"{played:6d} games: {memory:.0f} MB, {seconds:.0f} s of processor, {took:.0f} s", flush=True)


def main() -> None:
    """Start a server and measure it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["load", "games"])
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument(
        "--rates", type=lambda text: [float(each) for each in text.split(",")], default=[250, 500, 1000]
    )
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--database", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--workers", type=int, default=1)
    args = parser.parse_args()
    with database_of(args.database) as database:
        idle = 300 if args.what == "load" else 20
        with running(database, args.workers, idle) as (port, pid):
            if args.what == "load":
                uvloop.run(measure(args, port, pid))
            else:
                count_games(args, port, pid)


if __name__ == "__main__":
    main()
