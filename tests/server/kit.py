"""A server in the test's own process, and people who sit at its tables."""

from __future__ import annotations

import itertools
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from runpy import run_path
from typing import Any

import httpx2
import uvicorn
from websockets.sync.client import ClientConnection, connect

from ventnor.server.app import make_app
from ventnor.server.registry import Registry
from ventnor.server.settings import ServerSettings
from ventnor.server.store import make_store
from ventnor.server.uvicorn_config import options_of

NUMBERS = itertools.count(1)
WAIT = 600.0
"""Seconds until a test gives up on an answer. A busy machine needs some of them; only a fault needs all."""
Json = dict[str, Any]
SOCKET_BOT = Path(__file__).parents[2] / "examples" / "bots" / "first_choice_socket.py"
merge = run_path(str(SOCKET_BOT))["merge"]
"""The documented client's function that applies changes."""


def commitment_of(nonce: str) -> str:
    """Return the hash that a player sends of a nonce."""
    return sha256(bytes.fromhex(nonce)).hexdigest()


def open_settings(**changes: Any) -> ServerSettings:
    """Return settings with limits that a test does not reach."""
    generous: dict[str, Any] = {
        "command_rate": 1e6,
        "request_rate": 1e6,
        "http_rate": 1e6,
        "table_rate": 1e6,
        "chat_rate": 1e6,
        "code_rate": 1e6,
        "replay_rate": 1e6,
        "record_rate": 1e6,
        "unwatched": True,
        "lease": 3.0,
    }
    return ServerSettings(**(generous | changes))


class Thread(threading.Thread):
    """A server in a thread of its own, at a port of its own."""

    def __init__(self, settings: ServerSettings, registry: Registry) -> None:
        super().__init__(daemon=True)
        options = options_of(settings) | {"port": 0, "loop": "uvloop"}
        config = uvicorn.Config(make_app(settings, registry), **options)
        self.server = uvicorn.Server(config)

    def run(self) -> None:
        self.server.run()

    @property
    def port(self) -> int:
        while not self.server.started:
            assert self.is_alive(), "the server did not start"
            time.sleep(0.01)
        return self.server.servers[0].sockets[0].getsockname()[1]


@contextmanager
def running(**changes: Any) -> Iterator[House]:
    """Run a server."""
    settings = open_settings(**changes)
    registry = Registry(make_store(settings.database), settings)
    thread = Thread(settings, registry)
    thread.start()
    try:
        with httpx2.Client(base_url=f"http://127.0.0.1:{thread.port}", timeout=WAIT) as client:
            yield House(client, registry)
    finally:
        thread.server.should_exit = True
        thread.join(20)
        assert not thread.is_alive(), "the server did not stop"


class House:
    """A running server."""

    def __init__(self, client: httpx2.Client, registry: Registry | None = None) -> None:
        self.client = client
        self._registry = registry

    @property
    def registry(self) -> Registry:
        """Return the server's tables, if it runs in this process."""
        assert self._registry is not None
        return self._registry

    def make(self, *seats: Json, **settings: Any) -> Json:
        """Return a table, as `Made`."""
        made = self.client.post("/api/tables", json={"seats": list(seats), **settings})
        assert made.status_code == 201, made.text
        return made.json()

    def join(self, table: str, name: str, **more: Any) -> Json:
        """Return a seat."""
        made = self.client.post(f"/api/tables/{table}/seats", json={"name": name, **more})
        assert made.status_code == 201, made.text
        return made.json()

    def command(self, table: str, token: str, command: Json) -> Json:
        """Give a command without a socket."""
        command = {"id": f"h{next(NUMBERS)}", **command}
        made = self.client.post(
            f"/api/tables/{table}/commands", json=command, headers={"authorization": f"Bearer {token}"}
        )
        assert made.status_code == 200, made.text
        return made.json()

    def socket(self, table: str, **more: Any) -> ClientConnection:
        """Return a bare socket."""
        url = str(self.client.base_url).replace("http", "ws", 1).rstrip("/")
        return connect(f"{url}/api/tables/{table}/socket", max_size=None, proxy=None, **more)

    @contextmanager
    def sit(self, table: str, *tokens: str, seen: int = 0) -> Iterator[Player]:
        """Open a socket."""
        with self.socket(table) as socket:
            player = Player(socket)
            player.hello(*tokens, seen=seen)
            yield player


class Player:
    """A client at a socket, who keeps all messages."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.entries: list[Json] = []
        self.base = 0
        """The entry that the present view belongs to."""
        self.view: Json | None = None
        self.hands: list[Json] = []
        self.table: Json = {}
        self.clocks: Json = {}
        self.welcome: Json = {}
        self.others: list[Json] = []

    def hello(self, *tokens: str, seen: int = 0) -> None:
        self.send({"type": "hello", "protocol": 3, "tokens": list(tokens), "seen": seen})
        self.welcome = self.receive()
        assert self.welcome["type"] == "welcome", self.welcome

    def send(self, message: Json) -> None:
        self.socket.send(json.dumps(message))

    def receive(self) -> Json:
        """Take in the next message and return it."""
        message: Json = json.loads(self.socket.recv(20))
        message = self.complete(message)
        if message["type"] in {"welcome", "changes"}:
            first = self.entries[-1]["seq"] + 1 if self.entries else None
            for entry in message["entries"]:
                assert first is None or entry["seq"] == first, "a gap in the entries"
                first = entry["seq"] + 1
                self.entries.append(entry)
            self.view, self.hands, self.clocks = message["view"], message["hands"], message["clocks"]
            self.table = message["table"] or self.table
        elif message["type"] in {"presence", "reacted", "error"}:
            self.others.append(message)
        return message

    def complete(self, message: Json) -> Json:
        """Return a message with the whole view and all hands, after its changes are applied."""
        if message["type"] == "changes":
            assert message["base"] == self.base, "changes to something else than what was told"
            shown = merge({"view": self.view, "hands": self.hands}, message["changes"])
            message = {**message, **shown}
        if message["type"] == "welcome":
            self.base = message["table"]["seq"]
        if message.get("entries"):
            self.base = message["entries"][-1]["seq"]
        return message

    def ask(self, kind: str, **fields: Any) -> Json:
        """Send a command and return its answer. Messages before it are taken in."""
        name = fields.pop("id", None) or f"c{next(NUMBERS)}"
        self.send({"type": kind, "id": name, **fields})
        while True:
            message = self.receive()
            if message.get("id") == name:
                return message

    def act(self, text: str, seat: int = 0, **more: Any) -> Json:
        """Return an `act` command at the last ply seen."""
        assert self.view is not None
        return self.ask("act", **{"seat": seat, "ply": self.view["ply"], "text": text, **more})

    def until(self, kind: str) -> Json:
        """Wait for an entry of a kind."""
        while True:
            message = self.receive()
            for entry in message.get("entries", ()):
                if entry["type"] == kind:
                    return entry

    @property
    def waits_for(self) -> int | None:
        assert self.view is not None
        return self.view["awaiting"].get("seat")
