"""How a server holds up: many tables of six people each, playing at a given rate. Prints figures, asserts nothing.

    python bench/server.py [--tables 50] [--rate 100] [--seconds 20] [--database sqlite:///…]

Every command goes through the real engine and a durable commit. The load generator runs beside the server on the same
machine, so its share of the processor is part of the picture. Delay: from sending a command to the last of the six
sockets having its events.
"""

import argparse
import asyncio
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
import urllib.request
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

SEATS = 6
START = """
import sys
from ventnor.server.serving import serve
from ventnor.server.settings import Settings
serve(Settings(database=sys.argv[1], port=int(sys.argv[2]), command_rate=1e9, request_rate=1e9, table_rate=1e9))
"""


def post(url: str, body: object, token: str = "") -> Any:
    """Ask the server something."""
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


class Group:
    """A table and its six sockets. One decides at a time; all must hear of it."""

    def __init__(self, table: str, tokens: list[str]) -> None:
        self.table = table
        self.tokens = tokens
        self.sockets: list[ClientConnection] = []
        self.heard = [0] * SEATS
        self.view: dict[str, Any] = {}
        self.legal: dict[int, list[Any]] = {}
        self.changed = asyncio.Event()
        self.answer: dict[str, Any] = {}

    async def sit(self, port: int) -> None:
        """Connect all six."""
        for seat, token in enumerate(self.tokens):
            url = f"ws://127.0.0.1:{port}/api/tables/{self.table}/socket"
            ws = await connect(url, max_size=None, proxy=None, ping_interval=None)
            await ws.send(json.dumps({"type": "hello", "protocol": 1, "tokens": [token], "seen": 0}))
            self.sockets.append(ws)
            asyncio.get_running_loop().create_task(self.listen(seat, ws))

    async def listen(self, seat: int, ws: ClientConnection) -> None:
        """Take in what one socket hears."""
        async for text in ws:
            message = json.loads(text)
            if message["type"] in {"welcome", "events"}:
                if message["entries"]:
                    self.heard[seat] = message["entries"][-1]["seq"]
                self.view = message["view"] or self.view
                for hand in message["hands"]:
                    self.legal[hand["seat"]] = hand["legal"]
            elif "id" in message and message["type"] != "error":
                self.answer = message
            self.changed.set()

    async def decide(self, number: int) -> float | None:
        """One command; seconds until all six have heard. None: the game is over, or it was refused."""
        seat = self.view.get("awaiting", {}).get("seat")
        if seat is None or not self.legal.get(seat):
            return None
        began = time.perf_counter()
        name = f"b{number}"
        command = {"type": "act", "id": name, "seat": seat, "ply": self.view["ply"]}
        await self.sockets[seat].send(json.dumps({**command, "action": self.legal[seat][0]["action"]}))
        while self.answer.get("id") != name or min(self.heard) < self.answer.get("last", 0):
            self.changed.clear()
            await asyncio.wait_for(self.changed.wait(), 60)
        return time.perf_counter() - began if self.answer["type"] == "done" else None


async def drive(groups: list[Group], rate: float, seconds: float) -> list[float]:
    """Commands at a rate over all tables; the delays."""
    delays: list[float] = []
    end = time.perf_counter() + seconds

    async def table(group: Group) -> None:
        number = 0
        while time.perf_counter() < end:
            await asyncio.sleep(random.expovariate(rate / len(groups)))
            number += 1
            delay = await group.decide(number)
            if delay is not None:
                delays.append(delay)

    await asyncio.gather(*(table(group) for group in groups))
    return delays


def used_by(pid: int) -> tuple[float, float]:
    """Seconds of processor and megabytes of memory of a process."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:  # noqa: PTH123  # not a file
        fields = file.read().rsplit(")", 1)[1].split()
    ticks = os.sysconf("SC_CLK_TCK")
    return (int(fields[11]) + int(fields[12])) / ticks, int(fields[21]) * os.sysconf("SC_PAGE_SIZE") / 1e6


async def measure(args: argparse.Namespace, port: int, pid: int) -> None:
    """Set the tables, play, print."""
    base = f"http://127.0.0.1:{port}/api/tables"
    groups: list[Group] = []
    for _ in range(args.tables):
        seats = [{"kind": "mine", "name": f"P{seat}"} for seat in range(SEATS)]
        made = await asyncio.to_thread(post, base, {"seats": seats})
        group = Group(made["table"]["id"], [each["token"] for each in made["seats"]])
        await asyncio.to_thread(
            post, f"{base}/{group.table}/commands", {"type": "start", "id": "start"}, group.tokens[0]
        )
        await group.sit(port)
        groups.append(group)
    await asyncio.sleep(1)
    before, _ = used_by(pid)
    own = time.process_time()
    began = time.perf_counter()
    delays = sorted(await drive(groups, args.rate, args.seconds))
    lasted = time.perf_counter() - began
    after, memory = used_by(pid)
    print(f"tables {args.tables}, sockets {SEATS * args.tables}, {len(delays) / lasted:.0f} commands/s of {args.rate}")
    print(f"delay p50 {1000 * statistics.median(delays):.1f} ms, p99 {1000 * delays[int(0.99 * len(delays))]:.1f} ms")
    print(f"server: {100 * (after - before) / lasted:.0f}% of a core, {memory:.0f} MB")
    print(f"generator: {100 * (time.process_time() - own) / lasted:.0f}% of a core; load {os.getloadavg()[0]:.1f}")


def main() -> None:
    """Start a server and measure it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--rate", type=float, default=100)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--database", default="")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        database = args.database or f"sqlite:///{folder}/tables.db"
        server = subprocess.Popen([sys.executable, "-c", START, database, str(port)])
        try:
            while True:
                try:
                    socket.create_connection(("127.0.0.1", port), 1).close()
                    break
                except OSError:
                    time.sleep(0.1)
            asyncio.run(measure(args, port, server.pid))
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(30)


if __name__ == "__main__":
    main()
