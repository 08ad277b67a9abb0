"""Servers killed in mid-game: acknowledged commands are stored once, nothing else is, and every digest holds.

Half of the kills come at a random moment, half at a failpoint: before a commit, between commit and broadcast, between
the entries of a group, and right after a lease was taken.
"""

import asyncio
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import msgspec
import pytest

from tests.server.kit import WAIT
from tests.server.patron import Patron
from tests.server.postgres import new_database
from tests.server.process import Nursery, ServerProcess
from ventnor.notation.position import identity_digest, identity_of
from ventnor.server import failpoints, snapshot
from ventnor.server.export import replay_of
from ventnor.server.protocol import AnyEntry, PlyEntry
from ventnor.server.session import Session
from ventnor.server.snapshot import TableSettings
from ventnor.server.store import make_store

TABLES = 3
Note = Callable[[str, object], None]


@pytest.fixture
def nursery(tmp_path: Path) -> Iterator[Nursery]:
    made = Nursery(tmp_path / "server.log")
    yield made
    made.close()


def set_the_tables(port: int) -> list[tuple[str, list[str]]]:
    """Start tables of two people and a bot; return their ids and the people's secrets."""
    found: list[tuple[str, list[str]]] = []
    with httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=WAIT) as client:
        for _ in range(TABLES):
            seats = [{"kind": "mine", "name": "Ada"}, {"kind": "mine", "name": "Bob"}, {"kind": "bot"}]
            made = client.post("/api/tables", json={"seats": seats, "grace": 0}).json()
            table, tokens = made["table"]["id"], [each["token"] for each in made["seats"]]
            headers = {"authorization": f"Bearer {tokens[0]}"}
            command = {"type": "start", "id": "start"}
            done = client.post(f"/api/tables/{table}/commands", json=command, headers=headers).json()
            assert done["type"] == "done", done
            found.append((table, tokens))
    return found


class Reaper:
    """Kills servers and starts them again, half of them at random moments and half at named ones."""

    def __init__(self, servers: list[ServerProcess], seed: int) -> None:
        self.servers = servers
        self.chance = random.Random(seed)
        self.ups = {server.port: time.monotonic() for server in servers}
        self.struck: Counter[str] = Counter()
        """The number of deaths at each failpoint."""
        self.patrons: list[Patron] = []

    def answers(self) -> int:
        """Return how many commands were answered."""
        return sum(len(patron.answers) for patron in self.patrons)

    async def start(self, server: ServerProcess, wanted: str = "") -> None:
        await asyncio.to_thread(server.start, wanted)
        self.ups[server.port] = time.monotonic()

    async def kill_at_random(self, server: ServerProcess) -> None:
        """Let people play a little, then kill it at a random moment."""
        before = self.answers()
        deadline = time.monotonic() + 6
        while self.answers() < before + len(self.patrons) and time.monotonic() < deadline:
            await asyncio.sleep(0.02)
        await asyncio.sleep(self.chance.uniform(0.0, 0.2))
        await asyncio.to_thread(server.kill)
        await self.start(server)

    async def kill_at_a_point(self, server: ServerProcess) -> None:
        """Have it die at its next pass of a failpoint; if none comes in time, kill it."""
        point = self.chance.choice(failpoints.POINTS)
        most = TABLES if point == failpoints.IN_HANDOVER else 12
        await asyncio.to_thread(server.kill)
        await self.start(server, f"{point}:{self.chance.randint(1, most)}")
        others = [each for each in self.servers if each is not server]
        for other in others:  # so that its players and its tables come here
            await asyncio.to_thread(other.kill)
            if point != failpoints.IN_HANDOVER:
                await self.start(other)
        deadline = time.monotonic() + 6
        while server.is_alive and time.monotonic() < deadline:
            await asyncio.sleep(0.02)
        self.struck[point] += not server.is_alive
        for each in (server, *others):
            if each is server:
                await asyncio.to_thread(each.kill)
            if not each.is_alive:
                await self.start(each)


async def play_and_kill(servers: list[ServerProcess], kills: int, seed: int) -> tuple[list[Patron], Counter[str]]:
    """Play at all tables while servers are killed and restarted; return the players, and where servers died."""
    tables = await asyncio.to_thread(set_the_tables, servers[0].port)
    reaper = Reaper(servers, seed)
    patrons = [Patron(reaper.ups, table, seat, token) for table, tokens in tables for seat, token in enumerate(tokens)]
    reaper.patrons = patrons
    playing = [asyncio.create_task(patron.play()) for patron in patrons]
    for number in range(kills):
        server = servers[number // 2 % len(servers)]
        await (reaper.kill_at_random if number % 2 == 0 else reaper.kill_at_a_point)(server)
    before = {id(patron): patron.seen for patron in patrons}
    for _ in range(600):  # everybody gets on with the game
        if all(patron.over or patron.seen > before[id(patron)] + 2 for patron in patrons):
            break
        await asyncio.sleep(0.05)
    else:
        raise AssertionError("a game does not go on")
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    for server in servers:
        await asyncio.to_thread(server.stop)
    return patrons, reaper.struck


async def check_journals(database: str, patrons: list[Patron]) -> dict[str, int]:
    """Compare every journal with the stored entries; return how much was compared."""
    store = make_store(database)
    await store.open()
    compared = {"entries": 0, "answers": 0, "reconnects": 0}
    for table in {patron.table for patron in patrons}:
        rows = await store.rows(table)
        head = await store.head(table)
        assert head is not None
        assert [row.seq for row in rows] == list(range(1, head.seq + 1))
        commands = [row.command for row in rows if row.command]
        assert len(commands) == len(set(commands))
        named = {re.sub(r"\.[0-9a-f]+:", ":", command) for command in commands}
        kept = {row.seq: msgspec.json.decode(row.body, type=AnyEntry) for row in rows}
        sent: set[str] = set()
        for patron in (each for each in patrons if each.table == table):
            assert not patron.problems, patron.problems
            compare(patron, kept)
            compared["entries"] += len(patron.entries)
            compared["answers"] += len(patron.answers)
            compared["reconnects"] += patron.reconnects
            sent |= {f"{patron.seat}:p{patron.seat}-{number}" for number in range(1, patron.sent + 1)}
        assert named <= {*sent, "host 0:start"}, "an invented command"
        state = snapshot.decode(head.position, head.progress)
        setting = msgspec.json.decode(head.setting, type=TableSettings)
        since = [kept[seq] for seq in range(state.seq + 1, head.seq + 1)]
        session = Session(head.id, head.created, setting, head.seed, state, head.seq, since)
        replay = replay_of(session, kept.values())
        replay.verify()
        replay.verify_dice(head.seed)
        last = [entry for entry in kept.values() if isinstance(entry, PlyEntry)][-1]
        assert session.game is not None
        engine = session.game.engine
        assert identity_digest(identity_of(engine.state, engine.tables)) == last.digest
    await store.close()
    return compared


def compare(patron: Patron, kept: dict[int, Any]) -> None:
    """Check that the stored entries are those that clients received."""
    for seq, seen in patron.entries.items():
        entry = kept[seq]
        if isinstance(entry, PlyEntry):
            assert (seen["ply"], seen["text"], seen["digest"]) == (entry.ply, entry.text, entry.digest)
        else:
            assert seen["type"] == entry.__struct_config__.tag
    for name, answer in patron.answers.items():
        made = [seq for seq, entry in kept.items() if isinstance(entry, PlyEntry) and entry.command == name]
        if answer["type"] == "done":
            assert made == list(range(answer["first"], answer["last"] + 1)), (name, answer, made)
            assert kept[made[0]].actor == patron.seat
        else:
            assert not made, "refused, and done all the same"


def run(nursery: Nursery, database: str, servers: int, kills: int, seed: int, note: Note) -> Counter[str]:
    """Play, kill and compare; return the points at which servers died."""
    started = [ServerProcess(nursery, database) for _ in range(servers)]
    try:
        for server in started:
            server.start()
        patrons, struck = asyncio.run(play_and_kill(started, kills, seed))
    finally:
        for server in started:
            server.kill()
    compared = asyncio.run(check_journals(database, patrons))
    waits = sorted(wait for patron in patrons for wait in patron.waits)
    note("kills", f"{kills}, at points {dict(struck)}")
    note("journals", str(compared))
    note("seconds until back", f"median {waits[len(waits) // 2]:.2f}, longest {waits[-1]:.2f}")
    print(f"{kills} kills, {dict(struck)}: {compared}; back after at most {waits[-1]:.2f} s")
    assert compared["answers"] > kills
    assert compared["reconnects"] > kills / 2
    assert struck.total() > kills / 4, "servers did not come to the points where they were to die"
    return struck


@pytest.mark.slow
def test_kills_on_sqlite(nursery: Nursery, tmp_path: Path, record_property: Note) -> None:
    run(nursery, f"sqlite:///{tmp_path / 'tables.db'}", 1, 40, 1, record_property)


@pytest.mark.slow
def test_kills_of_two_servers_on_postgresql(nursery: Nursery, postgres: str, record_property: Note) -> None:
    run(nursery, new_database(postgres), 2, 40, 2, record_property)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(5))
def test_many_kills_on_sqlite(nursery: Nursery, tmp_path: Path, seed: int, record_property: Note) -> None:
    struck = run(nursery, f"sqlite:///{tmp_path / 'tables.db'}", 1, 100, 100 + seed, record_property)
    assert set(struck) == set(failpoints.POINTS)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(5))
def test_many_kills_of_two_servers_on_postgresql(
    nursery: Nursery, postgres: str, seed: int, record_property: Note
) -> None:
    struck = run(nursery, new_database(postgres), 2, 100, 200 + seed, record_property)
    assert set(struck) == set(failpoints.POINTS)
