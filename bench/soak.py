"""A long run: tables of bots with two sockets each, for an hour. Nothing may grow, get lost or be logged as an error.

    python bench/soak.py [--minutes 60] [--tables 200] [--pace 2] [--database postgres --workers 2] [--report FILE]

A table is played by four bots until its game is over; then another one takes its place. One socket belongs to the host
and sends a command now and then, the other watches. Checked of every game: both sockets heard every entry once and in
order, each with the same digests; every acknowledged command is in the record where its answer says; the record of the
finished game is what was heard. Memory, open files and processor time of the server are noted every minute. Time during
which everything is stopped from outside (SIGSTOP to the process group) does not count.
"""

from __future__ import annotations

import argparse
import asyncio
import datetime
import json
import random
import statistics
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.served import Caller, Server, Used, begin_table, database_of, running

BOTS = ("tycoon", "builder", "cautious", "random")
ROUNDS = 12
"""Rounds of a game, so that games end and begin all the time."""
COMMAND = 20.0
"""Seconds between two commands of a host, on average."""
LATE = 5.0
"""Seconds of silence in the generator after which it was stopped from outside."""


@dataclass
class Found:
    """What the sockets have seen."""

    until: float
    """When the run ends."""
    pauses: list[float] = field(default_factory=list[float])
    """How long the generator was stopped from outside, each time."""
    games: int = 0
    entries: int = 0
    sent: int = 0
    acknowledged: int = 0
    refused: int = 0
    reconnects: int = 0
    lost: Counter[str] = field(default_factory=Counter[str])
    """How connections ended that the generator did not end."""
    problems: list[str] = field(default_factory=list[str])
    stopped: list[str] = field(default_factory=list[str])
    """Tables at which the generator gave up."""


class Ear:
    """One socket of a table, with what it has heard."""

    def __init__(self, table: str, token: str) -> None:
        self.table = table
        self.token = token
        self.entries: list[tuple[int, str]] = []
        """Number, and digest or type, of every entry."""
        self.answers: dict[str, dict[str, Any]] = {}
        self.sent: dict[str, dict[str, Any]] = {}
        self.is_over = False

    @property
    def is_done(self) -> bool:
        """Return whether the game is over and every command is answered."""
        return self.is_over and self.sent.keys() == self.answers.keys()

    def hear(self, message: dict[str, Any], found: Found) -> None:
        """Take in a message."""
        if message["type"] in {"done", "refused"}:
            if message.get("code") == "busy":
                return  # it is sent again
            self.answers[message["id"]] = message
            return
        for entry in message.get("entries", ()):
            if entry["seq"] != len(self.entries) + 1:
                found.problems.append(f"after entry {len(self.entries)} came {entry['seq']}")
            self.entries.append((entry["seq"], entry.get("digest", entry["type"])))
            self.is_over = self.is_over or entry["type"] == "ended"

    async def listen(self, port: int, found: Found, pace: float) -> None:
        """Listen until the game is over, as the host with a command now and then."""
        while not self.is_done:
            url = f"ws://127.0.0.1:{port}/api/tables/{self.table}/socket"
            try:
                async with connect(url, max_size=None, proxy=None, compression=None) as socket:
                    tokens = [self.token] if self.token else []
                    hello = {"type": "hello", "protocol": 3, "tokens": tokens, "seen": len(self.entries)}
                    await socket.send(json.dumps(hello))
                    for name in sorted(self.sent.keys() - self.answers.keys()):  # was it done? the same again
                        await socket.send(json.dumps(self.sent[name]))
                    speaking = asyncio.create_task(self.speak(socket, pace))
                    try:
                        async for text in socket:
                            message = json.loads(text)
                            self.hear(message, found)
                            if message.get("code") == "busy" and message["id"] in self.sent:
                                await asyncio.sleep(0.5)
                                await socket.send(json.dumps(self.sent[message["id"]]))
                            if self.is_done:
                                return
                    finally:
                        speaking.cancel()
            except (OSError, WebSocketException, TimeoutError) as error:
                found.lost[f"{type(error).__name__}: {error}"[:120]] += 1
                await asyncio.sleep(1)
            found.reconnects += 1

    async def speak(self, socket: ClientConnection, pace: float) -> None:
        """Send the host's commands."""
        while self.token:
            await asyncio.sleep(random.expovariate(1 / COMMAND))
            name = f"c{len(self.sent)}"
            self.sent[name] = {"type": "set-pace", "id": name, "pace": pace + random.uniform(-0.2, 0.2)}
            await socket.send(json.dumps(self.sent[name]))


async def notice_pauses(found: Found) -> None:
    """Note when the generator was stopped, and run that much longer."""
    while True:
        before = time.monotonic()
        await asyncio.sleep(1)
        pause = time.monotonic() - before - 1
        if pause > LATE:
            found.pauses.append(pause)
            found.until += pause


async def play(port: int, pace: float, found: Found) -> None:
    """Keep one table going: one game after the other."""
    await asyncio.sleep(random.uniform(0, 10))
    while time.monotonic() < found.until:
        seats = [{"kind": "bot", "bot": bot} for bot in BOTS]
        table, tokens = await asyncio.to_thread(
            begin_table, Caller(port), seats, pace=pace, options={"rounds": ROUNDS}, grace=0
        )
        host, watcher = Ear(table, tokens[0]), Ear(table, "")
        listening = asyncio.gather(*(ear.listen(port, found, pace) for ear in (host, watcher)))
        while not listening.done():
            if time.monotonic() >= found.until:
                listening.cancel()
                await asyncio.gather(listening, return_exceptions=True)
                return
            await asyncio.wait([listening], timeout=max(1.0, found.until - time.monotonic()))
        await listening
        # The server closes idle connections: a new caller each time.
        record = await asyncio.to_thread(Caller(port).get, f"/api/tables/{table}/record.json")
        check(host, watcher, record["entries"], found)


def check(host: Ear, watcher: Ear, record: list[dict[str, Any]], found: Found) -> None:
    """Compare what two sockets heard with the record of the finished game."""
    kept = [(entry["seq"], entry.get("digest", entry["type"])) for entry in record]
    for ear in (host, watcher):
        if ear.entries != kept[: len(ear.entries)] or not ear.is_over:
            found.problems.append(f"table {host.table[-6:]}: a socket heard something else than the record has")
    for name, answer in host.answers.items():
        if answer["type"] == "refused":
            found.refused += 1
            continue
        found.acknowledged += 1
        if answer["last"] and [each[1] for each in kept[answer["first"] - 1 : answer["last"]]] != ["paced"]:
            found.problems.append(f"table {host.table[-6:]}: the command {name} is not where its answer says")
    found.sent += len(host.sent)
    if host.sent.keys() != host.answers.keys():
        found.problems.append(f"table {host.table[-6:]}: a command got no answer")
    found.games += 1
    found.entries += len(kept)


async def soak(server: Server, args: argparse.Namespace) -> tuple[Found, list[tuple[float, Used]]]:
    """Play at all tables for the given time. Return what was found, and what the server used by minute."""
    began = time.monotonic()
    found, notes = Found(until=began + 60 * args.minutes), [(0.0, server.used())]
    watching = asyncio.create_task(notice_pauses(found))
    playing = [asyncio.create_task(play(server.port, args.pace, found)) for _ in range(args.tables)]
    while time.monotonic() < found.until:
        await asyncio.sleep(min(60.0, max(0.1, found.until - time.monotonic())))
        notes.append((time.monotonic() - began - sum(found.pauses), server.used()))
        print(
            f"{notes[-1][0] / 60:5.1f} min: {notes[-1][1].memory:.0f} MB, {notes[-1][1].files} files, "
            f"{notes[-1][1].seconds:.0f} s of processor, {found.games} games, {len(found.problems)} problems, "
            f"{len(server.errors())} error lines, {found.reconnects} reconnects {dict(found.lost)}",
            *found.problems[-3:],
            sep="\n",
            flush=True,
        )
        failed = [task for task in playing if task.done() and task.exception() is not None]
        found.stopped += [f"a table stopped: {task.exception()!r}" for task in failed]
        playing = [task for task in playing if task not in failed]
    await asyncio.gather(*playing)
    watching.cancel()
    return found, notes


def commit_of() -> str:
    """Return the commit that is checked out, with a note if files differ from it."""
    here = Path(__file__).parent.parent
    words = ["git", "-C", str(here), "describe", "--always", "--dirty", "--abbrev=10"]
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()


def report_of(
    args: argparse.Namespace, found: Found, notes: list[tuple[float, Used]], errors: list[str], warnings: int
) -> str:
    """Return the report."""
    quarter = max(1, len(notes) // 4)
    earlier = statistics.median(used.memory for _, used in notes[quarter : 2 * quarter] or notes)
    later = statistics.median(used.memory for _, used in notes[-quarter:])
    lines = [
        "# An hour of bots" if args.minutes == 60 else f"# {args.minutes:g} minutes of bots",
        "",
        f"`python bench/soak.py --minutes {args.minutes:g} --tables {args.tables} --pace {args.pace:g} "
        f"--database {args.database} --workers {args.workers}` "
        f"on {datetime.datetime.now(datetime.UTC):%Y-%m-%d}, commit {commit_of()}, on a machine that also did other "
        "work.",
        "",
        f"{args.tables} tables of four bots ({', '.join(BOTS)}), {2 * args.tables} sockets, {ROUNDS} rounds a game, "
        f"{args.pace:g} s a decision.",
        "",
        "| | |",
        "|---|---|",
        f"| games finished and compared | {found.games} |",
        f"| entries of these games | {found.entries} |",
        f"| commands sent, acknowledged, refused (the game was over) "
        f"| {found.sent}, {found.acknowledged}, {found.refused} |",
        f"| times the whole run was stopped from outside, seconds | {len(found.pauses)}, {sum(found.pauses):.0f} |",
        f"| sockets that had to connect again | {found.reconnects} |",
        f"| lost commands, gaps, differences | {len(found.problems)} |",
        f"| tables at which the generator gave up | {len(found.stopped)} |",
        f"| error lines in the log, warnings | {len(errors)}, {warnings} |",
        f"| memory, median of the second and of the last quarter | {earlier:.0f} MB, {later:.0f} MB |",
        f"| processor time of the server | {notes[-1][1].seconds - notes[0][1].seconds:.0f} s |",
        "",
        "| minute | memory in MB | open files | processor seconds |",
        "|---|---|---|---|",
        *(
            f"| {at / 60:.0f} | {used.memory:.0f} | {used.files} | {used.seconds:.0f} |"
            for at, used in notes[:: max(1, len(notes) // 12)]
        ),
        "",
        *(f"- a connection ended {count} times: {why}" for why, count in found.lost.items()),
        *(f"- {each}" for each in (found.problems + found.stopped + errors)[:50]),
    ]
    return "\n".join(lines).rstrip() + "\n"


def main() -> None:
    """Run a server, play, and print the report."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--pace", type=float, default=2)
    parser.add_argument("--database", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--report", type=Path)
    args = parser.parse_args()
    with database_of(args.database) as database, running(database, args.workers) as server:
        found, notes = asyncio.run(soak(server, args))
        errors, warnings = server.errors(), sum('"level": "warning"' in line for line in server.lines())
    report = report_of(args, found, notes, errors, warnings)
    print(report)
    if args.report:
        args.report.write_text(report, encoding="utf-8")
    if found.problems or found.stopped or errors:
        sys.exit(1)


if __name__ == "__main__":
    main()
