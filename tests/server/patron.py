"""A player who plays on whatever happens to the server, and keeps a journal of all messages."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.server.kit import merge

Json = dict[str, Any]


class Patron:
    """A player with a journal of every entry and every answer."""

    def __init__(self, ups: dict[int, float], table: str, seat: int, token: str) -> None:
        self.ups = ups
        """When the server at each port was up last."""
        self.ports = list(ups)
        self.table = table
        self.seat = seat
        self.token = token
        self.entries: dict[int, Json] = {}
        self.answers: dict[str, Json] = {}
        self.reconnects = 0
        self.waits: list[float] = []
        """Seconds from a server being up to being back at the table."""
        self.port = 0
        self.lost = 0.0
        self.pending: Json | None = None
        self.view: Json | None = None
        self.hands: list[Json] = []
        self.base = 0
        self.legal: list[Json] = []
        self.sent = 0
        self.is_unsure = False
        self.problems: list[str] = []
        self.over = False

    @property
    def seen(self) -> int:
        return max(self.entries, default=0)

    async def play(self) -> None:
        """Connect and play; reconnect when the connection ends, to any of the servers, forever."""
        turn = self.seat
        while not self.over:
            port = self.port = self.ports[turn % len(self.ports)]
            turn += 1
            try:
                url = f"ws://127.0.0.1:{port}/api/tables/{self.table}/socket"
                async with connect(url, max_size=None, open_timeout=5, proxy=None) as socket:
                    self.reconnects += 1
                    try:
                        await self.sit(socket)
                    finally:
                        self.lost = time.monotonic()
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(0.05)

    async def sit(self, socket: ClientConnection) -> None:
        """Play over one connection."""
        await socket.send(json.dumps({"type": "hello", "protocol": 3, "tokens": [self.token], "seen": self.seen}))
        if self.pending is not None:  # the command may have been carried out: send it again with the same id
            await socket.send(json.dumps(self.pending))
        async for text in socket:
            self.take(json.loads(text))
            if self.over:
                return
            if self.pending is None:
                self.choose()
                self.is_unsure = self.pending is not None
            if self.is_unsure:  # sent now, or sent again
                self.is_unsure = False
                await socket.send(json.dumps(self.pending))

    def take(self, message: Json) -> None:
        """Write a message into the journal."""
        kind = message["type"]
        if kind == "welcome" and self.lost:
            self.waits.append(time.monotonic() - max(self.lost, self.ups[self.port]))
        if kind == "changes":
            if message["base"] != self.base:
                self.problems.append(f"changes to entry {message['base']} came after entry {self.base}")
            shown = merge({"view": self.view, "hands": self.hands}, message["changes"])
            message = {**message, **shown}
        if kind in {"welcome", "changes"}:
            self.base = message["entries"][-1]["seq"] if message["entries"] else message["table"]["seq"]
            for entry in message["entries"]:
                seq = entry["seq"]
                if seq in self.entries:
                    if self.entries[seq] != entry:
                        self.problems.append(f"entry {seq} was told twice, differently")
                elif seq != self.seen + 1:
                    self.problems.append(f"after entry {self.seen} came {seq}")
                self.entries[seq] = entry
            self.view, self.hands = message["view"], message["hands"]
            self.legal = next((each["legal"] for each in message["hands"] if each["seat"] == self.seat), [])
            self.over = bool(self.view and self.view["over"])
        elif self.pending is not None and message.get("id") == self.pending["id"]:
            if message.get("code") == "busy":
                self.is_unsure = True
                return
            self.answers[message["id"]] = message
            self.pending = None

    def choose(self) -> None:
        """Return the next action if it is the patron's turn: usually the first of the menu."""
        if self.view is None or self.view["awaiting"].get("seat") != self.seat or not self.legal:
            return
        self.sent += 1
        choice = self.legal[0]
        self.pending = {
            "type": "act",
            "id": f"p{self.seat}-{self.sent}",
            "seat": self.seat,
            "ply": self.view["ply"],
            "action": choice["action"],
        }
