"""Floods, and clients that send or read too slowly. Each costs its sender the connection, and nobody else much."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import httpx2
import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from tests.server.attack import ADA, attacked, raw_socket, table_of
from tests.server.kit import WAIT, House, open_settings, running
from tests.server.process import Nursery
from ventnor.server import frames, http
from ventnor.server.app import make_app
from ventnor.server.frames import FrameProtocol
from ventnor.server.http import LimitedHttp
from ventnor.server.registry import Registry
from ventnor.server.security import network_of
from ventnor.server.settings import ServerSettings
from ventnor.server.store import make_store
from ventnor.server.uvicorn_config import options_of
from ventnor.server.websocket import MOST_WAITING

BOT = {"kind": "bot"}


@pytest.fixture(scope="module")
def nursery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    made = Nursery(tmp_path_factory.mktemp("floods") / "log")
    yield made
    made.close()


@pytest.fixture(scope="module")
def real(nursery: Nursery) -> Iterator[House]:
    with attacked(nursery) as found:
        yield found


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait for a state of the server."""
    deadline = time.monotonic() + WAIT
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def read_to_the_end(raw: socket.socket) -> None:
    """Read until the server has closed the connection."""
    raw.settimeout(WAIT)
    with suppress(ConnectionResetError):
        while raw.recv(65_536):
            pass


# --- frames -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("greeted", [True, False])
@pytest.mark.parametrize(
    ("opcode", "whole"), [(Opcode.TEXT, False), (Opcode.BINARY, True), (Opcode.PING, True), (Opcode.PONG, True)]
)
def test_a_flood_of_other_frames_costs_the_connection(real: House, opcode: Opcode, whole: bool, greeted: bool) -> None:
    table, _ = table_of(real, ADA, BOT)
    with real.socket(table) as client:
        if greeted:
            client.send(json.dumps({"type": "hello", "protocol": 3}))
            client.recv(WAIT)
        raw: socket.socket = client.socket
        flood = Frame(opcode, b"", fin=whole).serialize(mask=True)
        if not whole:
            flood += Frame(Opcode.CONT, b"", fin=False).serialize(mask=True) * 200
        with suppress(OSError):
            raw.sendall(flood * (200 if whole else 1))
        with suppress(Exception):
            while True:  # the library's thread reads; this ends when the connection does
                client.recv(WAIT)
        wait_until(lambda: client.close_code is not None)
    assert real.client.get("/healthz").json()["ok"]


def test_of_many_messages_at_once_only_a_few_are_read_before_they_are_answered() -> None:
    settings = ServerSettings(database="memory:")
    config = uvicorn.Config(make_app(settings), **options_of(settings))
    config.load()
    loop = asyncio.new_event_loop()
    try:
        protocol = FrameProtocol(config=config, server_state=ServerState(), app_state={}, _loop=loop)
        transport = MagicMock()
        transport.is_closing.return_value = False
        protocol.connection_made(transport)
        protocol.handshake_initiated = protocol.handshake_complete = True
        heard: list[str | None] = []

        def hear(text: str | None) -> None:
            heard.append(text)
            if len(heard) % MOST_WAITING == 0:
                protocol.pause_reading()

        protocol.listen(hear, lambda: None)
        protocol.data_received(Frame(Opcode.TEXT, b"x").serialize(mask=True) * 1000)
        assert len(heard) == MOST_WAITING
        for rounds in range(2, 1000 // MOST_WAITING + 1):
            protocol.go_on_reading()
            assert len(heard) == rounds * MOST_WAITING
    finally:
        loop.close()


def test_messages_before_hello_is_answered_are_not_lost(real: House) -> None:
    table, [ada] = table_of(real, ADA, BOT)
    with real.socket(table) as client:
        messages = [{"type": "hello", "protocol": 3, "tokens": [ada]}]
        messages += [{"type": "ping", "id": f"p{number}"} for number in range(40)]
        sent = [Frame(Opcode.TEXT, json.dumps(each).encode()).serialize(mask=True) for each in messages]
        raw: socket.socket = client.socket
        raw.sendall(b"".join(sent))
        heard: list[str] = []
        while "p39" not in heard:
            message: dict[str, Any] = json.loads(client.recv(WAIT))
            heard += [message["id"]] if message["type"] == "pong" else []
    assert heard == [f"p{number}" for number in range(40)]


# --- clients that do not read, or send slowly -------------------------------------------------------------------------
def test_a_reader_of_a_file_that_stops_reading_is_dropped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(http, "STALL_SECONDS", 0.05)
    (tmp_path / "large.bin").write_bytes(bytes(20_000_000))
    with running(static=tmp_path) as house, raw_socket(house) as raw:
        raw.sendall(b"GET /large.bin HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
        assert raw.recv(1) == b"H"
        wait_until(lambda: not LimitedHttp.counts)


def test_a_player_that_stops_reading_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "STALL_SECONDS", 0.05)
    with running() as house:
        table, [ada] = table_of(house, ADA, BOT, spectators=True)
        with house.socket(table, max_queue=1) as client:  # its library stops reading when a message waits
            client.send(json.dumps({"type": "hello", "protocol": 3, "tokens": [ada]}))
            client.recv(WAIT)
            room = house.registry.rooms[table]
            with suppress(Exception):
                for number in range(20_000):
                    client.send(json.dumps({"type": "why-not", "id": f"w{number}", "seat": 0, "action": {"do": "buy"}}))
                    if not room.connections:
                        break
            wait_until(lambda: not room.connections)


def takes(raw: socket.socket) -> bool:
    """Send one byte more. Return whether the connection was open."""
    try:
        raw.sendall(b"x")
    except OSError:
        return False
    return True


@pytest.mark.parametrize("path", ["/nothing", "/api/tables/nosuchtable"])
def test_a_body_that_nobody_reads_and_that_never_ends_is_cut_off(monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    monkeypatch.setitem(http.SECONDS, "body", 0.05)
    with running() as house, raw_socket(house) as raw:
        raw.sendall(f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 1000000\r\n\r\n".encode())
        assert raw.recv(12) == b"HTTP/1.1 405"
        wait_until(lambda: not takes(raw))


def test_a_socket_has_no_deadline_of_a_request(monkeypatch: pytest.MonkeyPatch) -> None:
    with running() as house:
        table, [ada] = table_of(house, ADA, BOT)
        monkeypatch.setitem(http.SECONDS, "body", 0.0)
        with house.sit(table, ada) as player:
            for _ in range(20):
                assert player.ask("ping")["type"] == "pong"


def test_a_stream_whose_reader_left_before_its_first_line_is_forgotten() -> None:
    settings = open_settings()
    registry = Registry(make_store(settings.database), settings)
    app = make_app(settings, registry)

    async def gone() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    async def ignore(_: Any) -> None:
        pass

    async def read() -> None:
        async with (
            app.router.lifespan_context(app),
            httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url="http://127.0.0.1") as client,
        ):
            made = await client.post("/api/tables", json={"seats": [ADA, BOT]})
            table = made.json()["table"]["id"]
            scope: dict[str, Any] = {
                "type": "http",
                "asgi": {"version": "3.0", "spec_version": "2.3"},
                "http_version": "1.1",
                "method": "GET",
                "scheme": "http",
                "path": f"/api/tables/{table}/events",
                "raw_path": b"",
                "query_string": b"",
                "headers": [(b"host", b"127.0.0.1")],
                "client": ("127.0.0.1", 1),
                "server": ("127.0.0.1", 80),
            }
            await app(scope, gone, ignore)
            assert not registry.rooms[table].connections

    asyncio.run(read())


@pytest.mark.parametrize("kind", ["preview", "undo"])
def test_commands_that_take_long_cost_more(nursery: Nursery, kind: str) -> None:
    with attacked(nursery, command_rate=1e-6) as house:  # six permits
        table, [ada] = table_of(house, ADA, BOT, nature="manual")
        long: dict[str, Any] = {"type": "undo", "ply": 0} if kind == "undo" else {"type": "preview", "seat": 0}
        if kind == "preview":
            long["actions"] = [{"do": "roll"}] * 40
        assert house.command(table, ada, long)["code"] == "not-started"
        headers = {"authorization": f"Bearer {ada}"}
        ping = {"type": "ping", "id": "p"}
        assert house.client.post(f"/api/tables/{table}/commands", json=ping, headers=headers).status_code == 429
        with house.sit(table, ada) as player:
            assert player.ask("ping")["code"] == "too-fast"


# --- requests of one address ------------------------------------------------------------------------------------------
def test_an_address_that_sends_too_many_requests_loses_its_connections(nursery: Nursery) -> None:
    with attacked(nursery, http_rate=2) as house:
        answered = 0
        with suppress(httpx2.HTTPError):
            for _ in range(1000):
                assert house.client.get("/version").status_code == 200
                answered += 1
        assert answered >= 10
        assert answered < 1000
        with raw_socket(house) as raw:
            raw.sendall(b"GET /version HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
            read_to_the_end(raw)


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("2001:db8:1:2::5", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:3::5", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::5]:443", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("203.0.113.9", "203.0.113.9"),
        ("203.0.113.9:8080", "203.0.113.9"),
    ],
)
def test_what_an_address_counts_as(address: str, network: str) -> None:
    assert network_of(address) == network


def test_connections_of_one_ipv6_network_are_capped_together() -> None:
    settings = ServerSettings(database="memory:", most_of_address=3)
    config = uvicorn.Config(make_app(settings), **options_of(settings))
    config.load()
    loop = asyncio.new_event_loop()
    closed: list[bool] = []
    opened: list[LimitedHttp] = []
    try:
        LimitedHttp.configure(settings)
        for number in range(5):
            transport = MagicMock()
            about = {"peername": (f"2001:db8::{number:x}", 1, 0, 0), "sockname": ("::1", 80, 0, 0)}
            transport.get_extra_info.side_effect = {**about, "socket": None, "sslcontext": None}.get
            made = LimitedHttp(config=config, server_state=ServerState(), app_state={}, _loop=loop)
            made.connection_made(transport)
            opened.append(made)
            closed.append(transport.abort.called)
    finally:
        for each in opened:
            each.release()
        LimitedHttp.configure(ServerSettings())
        LimitedHttp.requests = None
        loop.close()
    assert closed == [False] * 3 + [True] * 2
