"""The socket of a seat: hello, the table's entries, commands and their answers.

The messages are those of docs/protocol.md. Of what the server sends, only entries, the table and answers are used: the
game is played again from the entries, so views and menus need not be read. A lost connection is opened again, and a
command without an answer is sent again under the same id, so that it happens once.
"""

import json
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, Final

from ventnor.batch.extra import need
from ventnor.client.site import Address, ServerRefused

Json = dict[str, Any]

KNOWN: Final = (2, 3)
"""The protocols whose entries this client can read."""
PATIENCE: Final = 300.0
"""Seconds for which the client tries to reconnect."""
FIRST_PAUSE: Final = 0.2
LONGEST_PAUSE: Final = 10.0
AGAIN: Final = frozenset({"slow", "closing"})
"""Errors after which the server wants the client to connect again."""
TOO_FAST: Final = "too-fast"
"""The error for a command that came too soon after others."""
LEAST_INTERVAL: Final = 0.05
"""Seconds between commands after the first such error. Each further one doubles them."""


class WrongProtocol(ServerRefused):
    """A server that speaks another protocol than this client."""


def is_too_fast(message: Json) -> bool:
    """Return whether the server refused a command because of those before it."""
    return message.get("type") == "error" and message["code"] == TOO_FAST and bool(message.get("id"))


class SeatSocket:
    """A seat's socket, opened again when it is lost."""

    def __init__(
        self, address: Address, notify: Callable[[str], None], sleep: Callable[[float], None] = time.sleep
    ) -> None:
        """Open the socket. `notify` is called with messages for a person. Raises `ServerRefused`."""
        self.sockets = need("websockets.sync.client", "a bot at a server's table", "server")
        self.address = address
        self.notify = notify
        self.sleep = sleep
        self.opened = ExitStack()
        self.seen = 0
        self.entries: list[Json] = []
        self.table: Json = {}
        self.mine: tuple[int, ...] = ()
        self.commands = 0
        self.interval = 0.0
        self.began = time.time_ns()
        self.protocol = address.protocol
        if self.protocol not in KNOWN:
            raise WrongProtocol(f"{address.server} speaks protocol {self.protocol}; this client knows {KNOWN}")
        self.socket = self.open()

    def open(self) -> Any:
        """Connect and say hello. Raises `ServerRefused` if the server does not come back in time."""
        pause, until = FIRST_PAUSE, time.monotonic() + PATIENCE
        while True:
            try:
                self.opened.close()
                socket = self.opened.enter_context(self.sockets.connect(self.address.socket, max_size=None, proxy=None))
                hello = {"type": "hello", "protocol": self.protocol, "tokens": [self.address.secret], "seen": self.seen}
                socket.send(json.dumps(hello))
                self.take(json.loads(socket.recv(timeout=PATIENCE)))
            except (OSError, self.lost) as error:
                if time.monotonic() > until:
                    raise ServerRefused(f"{self.address.server} does not answer: {error}") from error
                self.notify(f"No connection ({error or type(error).__name__}); trying again.")
                self.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            else:
                return socket

    @property
    def lost(self) -> Any:
        """Return the errors of a lost socket or an unreachable server."""
        from websockets.exceptions import WebSocketException

        return WebSocketException

    def take(self, message: Json) -> None:
        """Take in a message. Raises `ServerRefused` for an error that connecting again would not mend."""
        if message["type"] == "error" and message["code"] not in AGAIN and not is_too_fast(message):
            raise ServerRefused(message["why"])
        if message["type"] == "welcome":
            self.mine = tuple(message["mine"])
        if message["type"] in {"welcome", "events", "changes"}:
            self.table = message.get("table") or self.table
            for entry in message["entries"]:
                # After a reconnect the server sends everything after `seen`; nothing is taken in twice.
                if entry["seq"] > self.seen:
                    self.seen = entry["seq"]
                    self.entries.append(entry)

    def receive(self, seconds: float | None = None) -> Json:
        """Wait for the next message, take it in and return it; an empty one after a reconnect or so many seconds."""
        try:
            message: Json = json.loads(self.socket.recv(timeout=seconds))
        except TimeoutError:
            return {}
        except (OSError, self.lost):
            self.come_back()
            return {}
        self.take(message)
        return message

    def come_back(self) -> None:
        """Open the socket again. Raises `ServerRefused`."""
        self.notify("The connection was lost; connecting again.")
        self.socket = self.open()

    def news(self) -> list[Json]:
        """Return the entries taken in since the last call, without waiting."""
        found, self.entries = self.entries, []
        return found

    def command(self, kind: str, **fields: Any) -> Json:
        """Send a command and return its answer. The entries that came before it are taken in.

        If the server wants fewer commands a second, send it again later, and from then on send fewer.
        """
        self.commands += 1
        command = {"type": kind, "id": f"{self.began:x}-{self.commands}", **fields}
        sent: Any = None
        if self.interval:
            self.sleep(self.interval)
        while True:
            try:
                if sent is not self.socket:
                    sent = self.socket
                    sent.send(json.dumps(command))
            except (OSError, self.lost):
                self.come_back()
                continue
            message = self.receive()
            if message.get("id") == command["id"] and message["type"] != "error":
                return message
            if is_too_fast(message):
                self.interval = max(LEAST_INTERVAL, 2 * self.interval)
                self.sleep(FIRST_PAUSE + self.interval)
                sent = None

    def close(self) -> None:
        """Close the socket."""
        self.opened.close()
