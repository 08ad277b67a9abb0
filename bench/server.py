"""The load that a server can carry: many tables of six people each, at given rates. It prints figures only.

    python bench/server.py                   everything, in under eight minutes on two idle cores
        [--report docs/reports/server.md] [--quick]
    python bench/server.py sqlite --pieces FOLDER        one piece of it, kept in a folder; the others: skeleton,
        postgres-1, postgres-2, parts, memory, sizes     (so that each can be taken when the machine is idle)
    python bench/server.py report --pieces FOLDER [--report docs/reports/server.md]
    python bench/server.py load [--tables 500] [--rates 250,500,1000] [--seconds 6] [--database postgres] [--workers 2]
    python bench/server.py games [--games 10000]

`load`: every command goes through the real engine and a durable commit. The load generator is a process of its own and
runs on the same machine; the share of each is printed. Delay: from sending a command to the last of the six sockets
having its events. A rate is held at a limit of 10 or 50 ms if 95 % of it gets through and 99 % of the commands take
less. Run `ventnor warm` first: the benchmark refuses to measure a server without the compiled kernel.
`games`: memory of the server over many short games of bots, one after the other.
Everything stays on this machine: 127.0.0.1 and a folder that is thrown away.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import datetime
import json
import os
import platform
import resource
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, cast

import uvloop

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.generator import SEATS, Group, drive
from bench.served import Caller, Server, begin_table, database_of, running, wait_for

LIMITS = (0.010, 0.050)
"""Seconds. A rate is held at a limit if 99 % of its commands take less."""
RATES = [250.0, 500, 750, 1000, 1250, 1500, 2000, 2500, 3000, 3500]
TRIES = 3
UNDISTURBED = 0.1
"""The share of a core that other processes may take without the step being tried again."""
WARM_UP = 5.0
"""Seconds of play before the first rate."""
SAMPLED = 400.0
"""Commands a second while it is sampled where the processor time goes."""
PEOPLE = [{"kind": "mine", "name": f"P{seat}"} for seat in range(SEATS)]


@dataclass
class Step:
    """What one rate brought."""

    wanted: float
    got: float
    p50: float
    p99: float
    server: float
    """Processor time of the server as a share of one core."""
    each: float
    """Processor time of the server for a command, in seconds."""
    database: float
    """Processor time of the database as a share of one core."""
    generator: float
    others: float
    """Processor time of all other processes of the machine as a share of one core."""

    def held(self, limit: float) -> bool:
        """Return whether the rate is held at a limit."""
        return self.got > 0.95 * self.wanted and self.p99 < limit

    def __str__(self) -> str:
        return (
            f"| {self.wanted:.0f} | {self.got:.0f} | {1000 * self.p50:.1f} | {1000 * self.p99:.1f} "
            f"| {1e6 * self.each:.0f} | {100 * self.server:.0f} | {100 * self.database:.0f} "
            f"| {100 * self.generator:.0f} | {100 * self.others:.0f} |"
        )


HEADER = (
    "| wanted/s | got/s | p50 ms | p99 ms | server µs a command | server % | database % | generator % | others % |\n"
    "|---|---|---|---|---|---|---|---|---|"
)


@dataclass
class Measured:
    """What one server brought."""

    name: str
    steps: list[Step] = field(default_factory=list[Step])
    log: float = 0.0
    """Bytes that PostgreSQL writes to its log for a command."""

    def best(self, limit: float) -> float:
        """Return the highest rate held at a limit."""
        return max((step.wanted for step in self.steps if step.held(limit)), default=0.0)

    def row(self) -> str:
        """Return the row of the summary."""
        cheapest = min((step.each for step in self.steps), default=0.0)
        held = " | ".join(f"{self.best(limit):.0f}" for limit in LIMITS)
        return f"| {self.name} | {held} | {1e6 * cheapest:.0f} |"


def seconds_of(name: str) -> float:
    """Return the processor time of all processes of this user with this name, children that have ended included."""
    ticks, total = os.sysconf("SC_CLK_TCK"), 0.0
    for each in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if each.name.isdecimal() and (each / "comm").read_text(encoding="utf-8").strip() == name:
                fields = (each / "stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
                total += sum(map(int, fields[11:13])) / ticks
    return total


async def climb(
    groups: list[Group], used: Callable[[], float], rates: list[float], seconds: float, measured: Measured
) -> None:
    """Play at each rate until one is not held any more. One that other processes disturbed is tried again."""
    await drive(groups, min(rates[0], len(groups)), WARM_UP)  # the caches that all tables share have filled
    for rate in rates:
        tries = 0
        while True:
            step = await play_at(groups, used, rate, seconds)
            measured.steps.append(step)
            print(step, flush=True)
            tries += 1
            if step.held(LIMITS[-1]) or step.others < UNDISTURBED or tries == TRIES:
                break
        if not step.held(LIMITS[-1]):
            return


async def play_at(groups: list[Group], used: Callable[[], float], rate: float, seconds: float) -> Step:
    """Play at one rate."""
    before, database, busy = used(), seconds_of("postgres"), busy_seconds()
    own, began = time.process_time(), time.perf_counter()
    delays = sorted(await drive(groups, rate, seconds))
    lasted = time.perf_counter() - began
    spent, generator = used() - before, time.process_time() - own
    database = seconds_of("postgres") - database
    return Step(
        rate,
        len(delays) / lasted,
        statistics.median(delays),
        delays[int(0.99 * len(delays))],
        spent / lasted,
        spent / len(delays),
        database / lasted,
        generator / lasted,
        max(0.0, busy_seconds() - busy - spent - database - generator) / lasted,
    )


def busy_seconds() -> float:
    """Return the processor time of the whole machine since it started."""
    user, nice, system, _, _, *interrupts = map(int, Path("/proc/stat").read_text(encoding="ascii").split()[1:9])
    return (user + nice + system + sum(interrupts)) / os.sysconf("SC_CLK_TCK")


async def set_tables(port: int, count: int) -> list[Group]:
    """Return tables of six people whose games have begun."""

    def begin(_: int) -> Group:
        table, tokens = begin_table(Caller(port), PEOPLE)
        return Group(table, tokens)

    found: list[Group] = []
    for first in range(0, count, 8):
        found += await asyncio.gather(
            *(asyncio.to_thread(begin, number) for number in range(first, min(count, first + 8)))
        )
    return found


async def load(server: Server, args: argparse.Namespace, measured: Measured, url: str = "") -> None:
    """Set the tables, play at each rate, print. `url` is the PostgreSQL whose log is looked at."""
    groups = await set_tables(server.port, args.tables)
    for group in groups:
        await group.sit(server.port)
    print(f"\n{measured.name}: {args.tables} tables, {SEATS * args.tables} sockets\n\n{HEADER}", flush=True)
    before = await written(url) if url else 0.0
    await climb(groups, lambda: server.used().seconds, args.rates, args.seconds, measured)
    if url:
        measured.log = (await written(url) - before) / sum(step.got * args.seconds for step in measured.steps)
    for group in groups:
        group.leave()


# --- the parts of the whole run ---------------------------------------------------------------------------------------
def measure_skeleton(args: argparse.Namespace) -> Measured:
    """Measure the least that a server does."""
    from bench.generator import BareGroup

    measured = Measured("skeleton (no game)")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, str(Path(__file__).parent / "skeleton.py"), str(port), f"{folder}/rows.db"]
        process = subprocess.Popen(words)
        server = Server(port, process.pid, Path(os.devnull))

        async def run() -> None:
            groups: list[Group] = [BareGroup(f"t{number}", [""] * SEATS) for number in range(args.tables)]
            for group in groups:
                await group.sit(port)
            print(f"\n{measured.name}\n\n{HEADER}", flush=True)
            await climb(groups, lambda: server.used().seconds, args.rates, args.seconds, measured)

        try:
            wait_for(port, process, Path(os.devnull))
            uvloop.run(run())
        finally:
            process.terminate()
            process.wait(10)
    return measured


async def written(url: str) -> float:
    """Return how many bytes PostgreSQL has written to its log."""
    from ventnor.server.store.asyncpg_types import connect

    connection = await connect(url, patience=10)
    found = await connection.fetchval("select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8")
    connection.terminate()
    return cast(float, found)


def measure_load(args: argparse.Namespace, database: str, workers: int) -> Measured:
    """Measure a server."""
    name = "SQLite, one process" if database == "sqlite" else f"PostgreSQL, {workers} worker{'s' * (workers > 1)}"
    measured = Measured(name)
    with database_of(database) as url, running(url, workers) as server:
        uvloop.run(load(server, args, measured, url if database == "postgres" else ""))
        report_errors(server)
    return measured


def measure_parts(args: argparse.Namespace) -> list[str]:
    """Return where the processor time of a command goes, by sampling."""
    with tempfile.TemporaryDirectory() as folder:
        samples = Path(folder, "samples.json")
        measured = Measured("sampled")
        with database_of("sqlite") as url, running(url, samples=samples) as server:

            async def run() -> None:
                groups = await set_tables(server.port, min(100, args.tables))
                for group in groups:
                    await group.sit(server.port)
                await drive(groups, 100, 3)
                os.kill(server.pid, signal.SIGUSR2)
                await climb(groups, lambda: server.used().seconds, [SAMPLED], 2 * args.seconds, measured)
                os.kill(server.pid, signal.SIGUSR2)
                while not samples.exists() or not samples.read_bytes():
                    await asyncio.sleep(0.1)

            uvloop.run(run())
        found = json.loads(samples.read_text(encoding="utf-8"))
    total = sum(found["parts"].values())
    each = 1e6 * measured.steps[0].each
    lines = [
        f"| {part} | {100 * count / total:.0f} | {each * count / total:.0f} |"
        for part, count in sorted(found["parts"].items(), key=lambda pair: -pair[1])
    ]
    print(f"\nprocessor time of a command by part ({each:.0f} µs with sampling)", *lines, sep="\n", flush=True)
    print(*(f"    {count:5d} {name}" for name, count in found["functions"][:40]), sep="\n", flush=True)
    return ["| part | % | µs a command |", "|---|---|---|", *lines]


@dataclass
class Sizes:
    """What a table and a socket cost."""

    lines: list[str] = field(default_factory=list[str])
    table: float = 0.0
    """Megabytes of a table that is played at, without its sockets."""
    socket: float = 0.0
    """Megabytes."""
    sent: float = 0.0
    """Bytes sent to a socket for a command."""


def measure_memory(args: argparse.Namespace, sizes: Sizes) -> list[str]:
    """Return the memory of tables and of sockets, and what 10,000 idle sockets and 2,000 tables cost."""
    lines: list[str] = []
    few, many, idle = (50, 200, 1000) if args.quick else (200, 2000, 10_000)
    with database_of("sqlite") as url, running(url) as server:

        async def run() -> None:
            empty = server.used().memory
            groups = await set_tables(server.port, 2 * few)
            for group in groups[:few]:
                await group.sit(server.port)
            await drive(groups[:few], few, 4)  # the caches that all tables share have filled
            await asyncio.sleep(REST)
            first = server.used().memory
            groups += await set_tables(server.port, many - 2 * few)
            await asyncio.sleep(REST)
            full = server.used().memory
            lines.append(f"| server without a table | {empty:.0f} MB |")
            lines.append(f"| server with {many} tables under way, {few} of them with six sockets | {full:.0f} MB |")
            lines.append(f"| a table that has begun, no sockets | {1000 * (full - first) / (many - 2 * few):.1f} kB |")
            for group in groups[few : 2 * few]:
                await group.sit(server.port)
            await asyncio.sleep(REST)
            before = server.used().memory
            lines.append(f"| more for the six sockets of its players | {1000 * (before - full) / few:.1f} kB |")
            await drive(groups[few : 2 * few], few, 4)
            await asyncio.sleep(REST)
            played = server.used().memory
            lines.append(f"| more after four commands | {1000 * (played - before) / few:.1f} kB |")
            watchers: list[Group] = []
            began = time.perf_counter()
            for number in range(idle // 20):
                watching = Group(groups[2 * few + number % (many - 2 * few)].table, [""] * 20)
                await watching.sit(server.port)
                watchers.append(watching)
            took = time.perf_counter() - began
            await asyncio.sleep(2)
            sockets = server.used()
            sizes.table = (full - first) / (many - 2 * few) + (played - before) / few
            sizes.socket = (sockets.memory - played) / idle
            lines.append(f"| an idle socket of a spectator | {1000 * (sockets.memory - played) / idle:.1f} kB |")
            lines.append(f"| {idle} idle sockets opened, each a second | {idle / took:.0f} |")
            await asyncio.sleep(15)  # everybody is pinged once
            share = (server.used().seconds - sockets.seconds) / 15
            lines.append(f"| processor time while {idle} sockets idle | {100 * share:.1f} % of a core |")
            delays = sorted(await drive(groups[:few], few / 5, 5))
            lines.append(f"| p99 of a command meanwhile | {1000 * delays[int(0.99 * len(delays))]:.1f} ms |")
            for group in [*groups[: 2 * few], *watchers]:
                group.leave()

        uvloop.run(run())
        report_errors(server)
    print("\nmemory", *lines, sep="\n", flush=True)
    return ["| | |", "|---|---|", *lines]


def measure_sizes(args: argparse.Namespace, sizes: Sizes) -> list[str]:
    """Return how many bytes a command costs on the line and on the disk, from a few minutes of play at one table."""
    with database_of("sqlite") as url, running(url) as server:

        async def run() -> list[str]:
            [group] = await set_tables(server.port, 1)
            await group.sit(server.port)
            while not all(post.received > 1000 for post in group.posts):
                await asyncio.sleep(0.1)  # all have been welcomed
            welcome = sum(post.received for post in group.posts)
            file = Path(url.removeprefix("sqlite:///"))
            count = 100 if args.quick else 400
            done = 0
            size = file.stat().st_size + Path(f"{file}-wal").stat().st_size
            for _ in range(2 * count):
                done += await group.decide() is not None
                if done == count:
                    break
                await asyncio.sleep(0)
            sent = sum(post.received for post in group.posts) - welcome
            grown = file.stat().st_size + Path(f"{file}-wal").stat().st_size - size
            group.leave()
            sizes.sent = sent / SEATS / done
            return [
                f"| welcome of a socket | {welcome / SEATS / 1000:.1f} kB |",
                f"| sent to each of six sockets for a command | {sent / SEATS / done:.0f} bytes |",
                f"| written to SQLite for a command, log included | {grown / done / 1000:.1f} kB |",
            ]

        lines = uvloop.run(run())
    print("\nsizes", *lines, sep="\n", flush=True)
    return ["| | |", "|---|---|", *lines]


def report_errors(server: Server) -> None:
    """Print the error lines of the server's log."""
    errors = server.errors()
    print(f"error lines in the server's log: {len(errors)}", *errors[:5], sep="\n", flush=True)


@contextlib.contextmanager
def many_files() -> Generator[None]:
    """Let this process open as many sockets as the machine allows."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    yield


# --- pieces, and the report of all ------------------------------------------------------------------------------------
def measured_as_json(measured: Measured) -> dict[str, Any]:
    """Return what a server brought."""
    return {"measured": asdict(measured)}


def measured_of(found: dict[str, Any]) -> Measured:
    """Return what a server brought, from its JSON."""
    kept = found["measured"]
    return Measured(kept["name"], [Step(**each) for each in kept["steps"]], kept["log"])


def with_sizes(measure: Callable[[argparse.Namespace, Sizes], list[str]], args: argparse.Namespace) -> dict[str, Any]:
    """Return the lines of a measurement, and what it found out about tables and sockets."""
    sizes = Sizes()
    lines = measure(args, sizes)
    return {"lines": lines, "sizes": asdict(sizes)}


PIECES: dict[str, Callable[[argparse.Namespace], dict[str, Any]]] = {
    "skeleton": lambda args: measured_as_json(measure_skeleton(args)),
    "sqlite": lambda args: measured_as_json(measure_load(args, "sqlite", 1)),
    "postgres-1": lambda args: measured_as_json(measure_load(args, "postgres", 1)),
    "postgres-2": lambda args: measured_as_json(measure_load(args, "postgres", 2)),
    "parts": lambda args: {"lines": measure_parts(args)},
    "memory": lambda args: with_sizes(measure_memory, args),
    "sizes": lambda args: with_sizes(measure_sizes, args),
}
"""The measurements that make the report. Each can be taken by itself, when the machine is idle."""


def measure_piece(name: str, args: argparse.Namespace) -> None:
    """Measure one piece and write it to the folder of pieces."""
    before, began = os.getloadavg()[0], time.perf_counter()
    found = PIECES[name](args)
    here = Path(__file__).parent.parent
    words = ["git", "-C", str(here), "describe", "--always", "--dirty", "--abbrev=10"]
    found["about"] = {
        "commit": subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip(),
        "time": f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d %H:%M}",
        "load": before,
        "seconds": time.perf_counter() - began,
        "tables": args.tables,
        "options": " ".join(each for each in sys.argv[1:] if each.startswith("--quick")),
    }
    args.pieces.mkdir(parents=True, exist_ok=True)
    (args.pieces / f"{name}.json").write_text(json.dumps(found), encoding="utf-8")


def write_report(args: argparse.Namespace) -> None:
    """Write the report of all pieces in the folder."""
    found = {name: json.loads((args.pieces / f"{name}.json").read_text(encoding="utf-8")) for name in PIECES}
    servers = [measured_of(found[name]) for name in ("skeleton", "sqlite", "postgres-1", "postgres-2")]
    sizes = Sizes(**(found["memory"]["sizes"] | {"sent": found["sizes"]["sizes"]["sent"]}))
    lines = [
        "# What a server holds",
        "",
        f"`python bench/server.py`, {os.cpu_count()} cores ({platform.machine()}), Python {platform.python_version()}. "
        "Generator, server and database run on the same machine in processes of their own, so they share its cores: "
        "the columns with % say what each took of one core. `others` are processes that have nothing to do with the "
        f"benchmark: where they took more than {100 * UNDISTURBED:.0f} %, delays measure their work too, and a rate "
        f"that was not held was tried again, {TRIES} times at most.",
        "",
        "| piece | taken (UTC) | commit | load before | seconds |",
        "|---|---|---|---|---|",
        *(
            f"| {' '.join([name, each['about']['options']]).strip()} | {each['about']['time']} "
            f"| {each['about']['commit']} "
            f"| {each['about']['load']:.1f} | {each['about']['seconds']:.0f} |"
            for name, each in found.items()
        ),
        "",
        f"{found['sqlite']['about']['tables']} tables of six people, six sockets each; each decision is the first of "
        "the menu. A rate is held if 95 % of it gets through and 99 % of the commands reach the last of six sockets in "
        "time.",
        "",
        "| server | held, p99 < 10 ms | held, p99 < 50 ms | µs of processor time a command, least |",
        "|---|---|---|---|",
        *(each.row() for each in servers),
        "",
        *compare(servers),
        *(line for each in servers for line in (f"## {each.name}", "", HEADER, *map(str, each.steps), "")),
        "## Processor time of a command by part",
        "",
        f"A sample every 2 ms of processor time, {SAMPLED:.0f} commands a second, SQLite.",
        "",
        *found["parts"]["lines"],
        "",
        "## Memory and idle sockets",
        "",
        *found["memory"]["lines"],
        "",
        "## Bytes",
        "",
        *found["sizes"]["lines"],
        f"| written to PostgreSQL's log for a command | {servers[2].log / 1000:.1f} kB |",
        "",
        *crowd(servers[2], sizes),
    ]
    report = "\n".join(lines) + "\n"
    if args.report:
        kept = args.report.read_text(encoding="utf-8") if args.report.exists() else ""
        _, mark, rest = kept.partition(BY_HAND)
        args.report.write_text(report + ("\n" + mark + rest if mark else ""), encoding="utf-8")
    else:
        print(report)


def compare(servers: list[Measured]) -> list[str]:
    """Return what a second worker adds."""
    lines: list[str] = []
    for limit in LIMITS:
        one, two = servers[2].best(limit), servers[3].best(limit)
        if one and two:
            lines.append(f"With p99 < {1000 * limit:.0f} ms two workers held {two / one:.2f} times the rate of one.")
    return [*(lines or ["The machine was too busy to compare one worker and two."]), ""]


def crowd(measured: Measured, cost: Sizes) -> list[str]:
    """Return what 100,000 players at once would take, by the figures of one PostgreSQL worker."""
    tables = PLAYERS / SEATS
    rate = tables / BETWEEN
    step = min(measured.steps, key=lambda each: each.each)
    database = step.database / step.server * step.each
    held = measured.best(LIMITS[-1])
    rows = [
        ("commands a second", f"{rate:,.0f}"),
        ("processor time of the servers", f"{rate * step.each:.1f} cores busy all the time"),
        ("workers at the rate that one held with p99 < 50 ms", f"{rate / held:.1f}" if held else "not known"),
        ("processor time of PostgreSQL", f"{rate * database:.1f} cores"),
        ("PostgreSQL's log", f"{rate * measured.log / 1e6:.1f} MB a second"),
        ("sent to clients", f"{8 * rate * SEATS * cost.sent / 1e6:,.0f} Mbit a second"),
        ("memory of tables", f"{tables * cost.table / 1000:.1f} GB"),
        ("memory of sockets", f"{PLAYERS * cost.socket / 1000:.1f} GB"),
    ]
    return [
        f"## {PLAYERS:,} players at once",
        "",
        f"Worked out from the figures above, not tried. Assumed: {tables:,.0f} tables of six, a command at each every "
        f"{BETWEEN:g} s, one socket a player, and workers that do not share a core with the database.",
        "",
        "| | |",
        "|---|---|",
        *(f"| {name} | {value} |" for name, value in rows),
    ]


REST = 9.0
"""Seconds after which a table has freed what it needs only while something happens at it."""
PLAYERS = 100_000
BETWEEN = 4.0
"""Seconds between two commands at a table of people."""
BY_HAND = "<!-- what follows is not written by the benchmark -->"


def count_games(args: argparse.Namespace, server: Server) -> None:
    """Let bots play short games, and measure the memory."""
    seats = [{"kind": "bot"}, {"kind": "bot"}]
    going: list[str] = []
    played, began = 0, time.perf_counter()
    caller = Caller(server.port)
    while played < args.games:
        while len(going) < 40:
            table, _ = begin_table(caller, seats, options={"rounds": 1})
            going.append(table)
        if caller.get(f"/api/tables/{going[0]}")["status"] != "over":
            time.sleep(0.01)
            continue
        going.pop(0)
        played += 1
        if played % max(1, args.games // 10) == 0:
            used = server.used()
            took = time.perf_counter() - began
            print(
                f"{played:6d} games: {used.memory:.0f} MB, {used.seconds:.0f} s of processor, {took:.0f} s", flush=True
            )


def numbers(text: str) -> list[float]:
    """Return numbers separated by commas."""
    return [float(each) for each in text.split(",")]


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser()
    parser.add_argument("what", nargs="?", choices=["all", "load", "games", "report", *PIECES], default="all")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rates", type=numbers, default=RATES)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--database", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--report", type=Path)
    parser.add_argument("--pieces", type=Path, help="the folder of the pieces")
    parser.add_argument("--quick", action="store_true", help="few tables and short steps, to try the benchmark itself")
    args = parser.parse_args()
    if args.quick:
        args.tables, args.seconds, args.rates = min(args.tables, 40), 2, [50.0, 100]
    with many_files(), tempfile.TemporaryDirectory() as folder:
        args.pieces = args.pieces or Path(folder)
        if args.what == "games":
            with database_of("sqlite") as url, running(url, idle=20, unwatched=True) as server:
                count_games(args, server)
                report_errors(server)
        elif args.what == "load":
            measure_load(args, args.database, args.workers)
        elif args.what in PIECES:
            measure_piece(args.what, args)
        else:
            for name in PIECES if args.what == "all" else ():
                measure_piece(name, args)
            write_report(args)


if __name__ == "__main__":
    main()
