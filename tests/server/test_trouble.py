"""Faults from outside: a full disk, a database that stalls, dies or is unreachable, a clock that is set.

In each case clients get a clear answer, no acknowledged command is lost, and play continues by itself once the fault
is over.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.server.kit import WAIT, House, Player, running
from tests.server.postgres import Database, new_database
from tests.server.process import Nursery, ServerProcess
from ventnor.replay import Replay
from ventnor.server.store import postgres as postgres_store

ADA = {"kind": "mine", "name": "Ada"}
BOB = {"kind": "mine", "name": "Bob"}


def begin(house: House, **settings: Any) -> tuple[str, list[str]]:
    made = house.make(ADA, BOB, **settings)
    tokens = [each["token"] for each in made["seats"]]
    assert house.command(made["table"]["id"], tokens[0], {"type": "start"})["type"] == "done"
    return made["table"]["id"], tokens


def decision(player: Player, name: str) -> Callable[[], dict[str, Any]]:
    """Return a function that sends the awaited seat's first choice, each time with the same id."""
    seat = player.waits_for
    assert seat is not None
    assert player.view is not None
    action = player.hands[seat]["legal"][0]["action"]
    return partial(player.ask, "act", id=name, seat=seat, ply=player.view["ply"], action=action)


def decide(player: Player, name: str) -> dict[str, Any]:
    """Send such a decision once."""
    return decision(player, name)()


def same_again(ask: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Send it again until it is done."""
    deadline = time.monotonic() + WAIT
    while time.monotonic() < deadline:
        answer = ask()
        if answer["type"] == "done":
            return answer
        assert answer["code"] == "busy", answer
    raise AssertionError("it stays busy")


def wait_until_healthy(house: House) -> None:
    """Ask for the server's health until it is well. The server remembers an answer for a second."""
    deadline = time.monotonic() + WAIT
    while house.client.get("/healthz").status_code != 200:
        assert time.monotonic() < deadline, "the server does not recover"
        time.sleep(0.05)


def check_record(house: House, table: str, token: str, acknowledged: dict[str, dict[str, Any]]) -> None:
    """Check that every acknowledged command is there once, with the entries that its answer named."""
    with house.sit(table, token) as player:
        assert [each["seq"] for each in player.entries] == list(range(1, len(player.entries) + 1))
        said = [each["text"] for each in player.entries if each["type"] == "chat"]
        assert len(said) == len(set(said))
        for name, answer in acknowledged.items():
            made = player.entries[answer["first"] - 1]
            assert made["text"] == name if made["type"] == "chat" else made["type"] == "ply", (name, made)


# --- a disk that is full ----------------------------------------------------------------------------------------------
@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Mount a file system of a megabyte, half of it full."""
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("a file system can be made only by root, on Linux")
    place = tmp_path / "disk"
    place.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "ventnor-test", str(place)], capture_output=True)
    if made.returncode:
        pytest.skip(f"no file system can be mounted here: {made.stderr.decode().strip()}")
    try:
        (place / "ballast").write_bytes(bytes(500_000))
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def test_a_disk_that_is_really_full(small_disk: Path) -> None:
    url = f"sqlite:///{small_disk}/tables.db"
    acknowledged: dict[str, dict[str, Any]] = {}
    with running(database=url) as house:
        table, tokens = begin(house)
        with house.sit(table, *tokens) as player:
            for number in range(2000):
                text = f"{number} ".ljust(300, "x")
                answer = player.ask("chat", id=f"t{number}", seat=0, text=text)
                if answer["type"] != "done":
                    break
                acknowledged[text] = answer
            assert answer["code"] == "busy", answer
            assert answer["why"]
            assert len(acknowledged) > 5
            full = decision(player, "full")
            assert full()["code"] == "busy"
            assert house.client.get(f"/api/tables/{table}").status_code == 200, "what is there can still be read"
            assert house.client.get("/healthz").status_code == 503
            (small_disk / "ballast").unlink()
            again = same_again(lambda: player.ask("chat", id=f"t{number}", seat=0, text=text))
            acknowledged[text] = again
            acknowledged["roll"] = same_again(full)
        check_record(house, table, tokens[0], acknowledged)
    with running(database=url) as house:
        check_record(house, table, tokens[0], acknowledged)


# --- a database in trouble --------------------------------------------------------------------------------------------
class Proxy(threading.Thread):
    """A TCP connection to the database that can be made to stall, or be cut."""

    def __init__(self, database: Database) -> None:
        super().__init__(daemon=True)
        self.database = database
        self.port = 0
        self.flows = threading.Event()
        self.flows.set()
        self._ready = threading.Event()
        self._loop: asyncio.AbstractEventLoop
        self._end: asyncio.Event
        self._writers: set[asyncio.StreamWriter] = set()

    def run(self) -> None:
        asyncio.run(self.serve())

    async def serve(self) -> None:
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()
        async with await asyncio.start_server(self.carry, "127.0.0.1", 0) as server:
            self.port = server.sockets[0].getsockname()[1]
            self._ready.set()
            await self._end.wait()
            self.hang_up()
            await asyncio.sleep(0.1)

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_unix_connection(self.database.socket)
        except OSError:
            writer.close()
            return
        self._writers |= {writer, back}
        await asyncio.gather(self.pump(reader, back), self.pump(there, writer))

    async def pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65_536):
                while not self.flows.is_set():
                    await asyncio.sleep(0.02)
                writer.write(data)
                await writer.drain()
        writer.close()
        self._writers.discard(writer)

    def cut(self) -> None:
        """Disconnect everybody."""
        self._loop.call_soon_threadsafe(self.hang_up)

    def hang_up(self) -> None:
        for writer in list(self._writers):
            writer.transport.abort()

    def open(self) -> Proxy:
        self.start()
        assert self._ready.wait(10)
        return self

    def close(self) -> None:
        self.flows.set()
        self._loop.call_soon_threadsafe(self._end.set)
        self.join(10)
        assert not self.is_alive()

    def address(self, name: str) -> str:
        """Return the database behind it."""
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"


def name_of(url: str) -> str:
    """Return the name of the database in an address."""
    return url.split("?", maxsplit=1)[0].rsplit("/", 1)[1]


def processes_of(database: Database) -> list[psutil.Process]:
    """Return all processes of a PostgreSQL."""
    postmaster = psutil.Process(database.pid)
    return [postmaster, *postmaster.children(recursive=True)]


def trouble(kind: str, database: Database, proxy: Proxy) -> Callable[[], None]:
    """Cause a fault; return the function that ends it."""
    if kind == "stalled":
        proxy.flows.clear()
        return proxy.flows.set
    if kind == "cut":
        proxy.flows.clear()
        proxy.cut()
        return proxy.flows.set
    if kind == "stopped":
        for each in processes_of(database):
            each.send_signal(signal.SIGSTOP)

        def let_go() -> None:
            for each in processes_of(database):
                each.send_signal(signal.SIGCONT)

        return let_go
    database.kill()
    return database.restart


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["stalled", "cut", "stopped", "killed"])
def test_a_database_in_trouble(kind: str, own_postgres: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_store, "PATIENCE", 1.0)
    proxy = Proxy(own_postgres).open()
    acknowledged: dict[str, dict[str, Any]] = {}
    try:
        with running(database=proxy.address(name_of(new_database(own_postgres.uri)))) as house:
            table, tokens = begin(house)
            with house.sit(table, *tokens) as player:
                for number in range(5):
                    acknowledged[f"before {number}"] = decide(player, f"b{number}")
                end = trouble(kind, own_postgres, proxy)
                amidst = decision(player, "amidst")
                answer = amidst()
                assert (answer["type"], answer["code"]) == ("refused", "busy"), answer
                assert house.client.get("/healthz").status_code == 503
                end()
                acknowledged["amidst"] = same_again(amidst)
                assert amidst()["first"] == acknowledged["amidst"]["first"], "done once"
                for number in range(5):
                    acknowledged[f"after {number}"] = decide(player, f"a{number}")
                    assert acknowledged[f"after {number}"]["type"] == "done"
            wait_until_healthy(house)
            check_record(house, table, tokens[0], acknowledged)
    finally:
        proxy.close()


# --- a clock that is set ----------------------------------------------------------------------------------------------
@pytest.mark.slow
def test_a_clock_that_is_set_forward_and_back(tmp_path: Path) -> None:
    """Setting the wall clock of a real server changes nobody's bank, also across restarts."""
    wall = tmp_path / "wall"
    wall.write_text("0")
    nursery = Nursery(tmp_path / "server.log", wall)
    server = ServerProcess(nursery, f"sqlite:///{tmp_path}/tables.db")
    try:
        server.start()
        with server.house() as house:
            made = house.make(ADA, BOB, clock={"bank": 600, "increment": 0}, absence={"policy": "forfeit"})
            table, tokens = made["table"]["id"], [each["token"] for each in made["seats"]]
            with house.sit(table, *tokens) as player:
                assert player.ask("start")["type"] == "done"
                for number, hours in enumerate((1, -1, 24, 0)):
                    wall.write_text(str(hours * 3600))
                    assert decide(player, f"c{number}")["type"] == "done"
                    assert all(500 < each["left"] <= 600 for each in player.clocks["timers"]), hours
        for hours in (5, -5, 0):  # and while no server runs
            server.kill()
            wall.write_text(str(hours * 3600))
            server.start()
            with server.house() as house, house.sit(table, *tokens) as player:
                assert decide(player, f"r{hours}")["type"] == "done"
                timers = player.clocks["timers"]
                assert all(400 < each["left"] <= 600 for each in timers), (hours, timers)
                assert player.table["status"] == "playing"
    finally:
        server.kill()
        nursery.close()


def test_a_hammer_does_not_hang_in_a_future_that_the_clock_no_longer_has(tmp_path: Path) -> None:
    with running() as house:
        table, _ = begin(house, clock={"bank": 60, "auction": 5})
        session = house.registry.rooms[table]._session  # pyright: ignore[reportPrivateUsage]
        assert session is not None
        session.state.hammer = session.state.charged = 5000.0
        session.timers.mend(1000.0)
        assert (session.state.hammer, session.state.charged) == (1005.0, 1000.0)


def test_the_record_of_a_troubled_game_is_one(tmp_path: Path) -> None:
    """A game that two servers carried on one after the other is verified as one."""
    url = f"sqlite:///{tmp_path}/tables.db"
    with running(database=url) as house:
        table, tokens = begin(house)
    with running(database=url) as house, house.sit(table, *tokens) as player:
        for number in range(10):
            decide(player, f"d{number}")
        while player.view is not None and not player.view["over"]:
            seat = player.waits_for
            assert seat is not None
            if player.act("resign", seat)["type"] == "refused":
                decide(player, f"x{len(player.entries)}")
        Replay.loads(house.client.get(f"/api/tables/{table}/record.replay").text).verify()
