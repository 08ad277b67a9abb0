"""uvicorn's HTTP protocol with deadlines for clients, and limits of connections and requests per address."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from typing import Any, ClassVar, Final

import h11
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from ventnor.server.handover import CONNECTION
from ventnor.server.rate_limit import Buckets
from ventnor.server.security import BODY_SECONDS, network_of
from ventnor.server.settings import ServerSettings

SECONDS: Final = {"headers": 10.0, "body": BODY_SECONDS + 5}
"""How long a client may take to send a part of a request. Handlers that read a body refuse a slow one earlier."""
STALL_SECONDS: Final = 30.0
"""Seconds after which a client that reads nothing of an answer is disconnected."""


class LimitedHttp(H11Protocol):
    """An HTTP connection, whose client has limited time to send each request and to read each answer."""

    most: ClassVar[int] = ServerSettings.most_of_address
    exempt: ClassVar[frozenset[str]] = frozenset()
    """Trusted proxies, whose clients share an address. They have no limit."""
    counts: ClassVar[Counter[str]] = Counter()
    requests: ClassVar[Buckets | None] = None
    """Permits for connections and requests of any kind, by address; None for no limit."""
    deadline: asyncio.TimerHandle | None = None
    part: str = ""
    """The part of a request that the deadline is for; empty while there is none."""
    stall: asyncio.TimerHandle | None = None
    address: str | None = None
    """The address that this connection counts for; None once it is no longer counted."""

    @classmethod
    def configure(cls, settings: ServerSettings) -> None:
        """Set the limits of this process. uvicorn creates the connections and does not know our settings."""
        cls.most = settings.most_of_address
        cls.exempt = frozenset(settings.trusted_proxies)
        cls.requests = Buckets(settings.http_rate, 10 * settings.http_rate)

    def __init__(self, *args: Any, app_state: dict[str, Any], **more: Any) -> None:
        """Let requests know their connection."""
        super().__init__(*args, app_state={**app_state, CONNECTION: self}, **more)

    def connection_made(self, transport: asyncio.Transport) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Count a new connection, or close it if there are too many."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)  # notice whatever a client does not read
        self.address = network_of(self.client[0]) if self.client else ""
        self.counts[self.address] += 1
        if (self.counts[self.address] > self.most and not self.is_exempt) or not self.take_request():
            transport.abort()
        else:
            self.wait_for("headers")

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        self.release()
        super().connection_lost(exc)

    @property
    def is_exempt(self) -> bool:
        """Return whether the connection is a trusted proxy's."""
        return self.client is not None and self.client[0] in self.exempt

    def take_request(self) -> bool:
        """Take a permit for a connection or a request. Return whether there was one for its address."""
        return self.requests is None or self.is_exempt or self.requests.take(self.address or "")

    def cut(self) -> None:
        """Close the connection without an answer."""
        self.cycle.disconnected = True
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Read data. A deadline stays while the headers or the body of a request are incomplete."""
        super().data_received(data)
        if self.address is None:
            return  # it is a WebSocket now, or closed
        state = self.conn.their_state
        if state is h11.SEND_BODY:
            self.wait_for("body")
        elif state is h11.IDLE and self.conn.trailing_data[0]:
            self.wait_for("headers")
        else:
            self.wait_for("")

    def pause_writing(self) -> None:
        """Wait for a client that reads slowly, but not for ever."""
        super().pause_writing()
        self.let_stall()
        self.stall = self.loop.call_later(STALL_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on writing."""
        self.let_stall()
        super().resume_writing()

    def let_stall(self) -> None:
        """Cancel the deadline of a client that reads slowly."""
        if self.stall is not None:
            self.stall.cancel()
            self.stall = None

    def detach(self) -> int:
        """Stop serving the connection before its request is answered, and return a file descriptor of its socket."""
        self.transport.pause_reading()
        passed = os.dup(self.transport.get_extra_info("socket").fileno())
        self.cycle.disconnected = True
        self.transport.abort()
        return passed

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection to the WebSocket protocol, which has limits of its own."""
        self.release()
        self.transport.set_write_buffer_limits()
        super().handle_websocket_upgrade(event)
        self.app_state = {}  # break the reference cycle

    def wait_for(self, part: str) -> None:
        """Close the connection if this part of a request is not complete in time. Empty: wait for nothing."""
        if part == self.part:
            return
        self.part = part
        if self.deadline is not None:
            self.deadline.cancel()
        self.deadline = self.loop.call_later(SECONDS[part], self.transport.abort) if part else None

    def release(self) -> None:
        """Stop counting."""
        self.wait_for("")
        self.let_stall()
        if self.address is not None:
            self.counts[self.address] -= 1
            if not self.counts[self.address]:
                del self.counts[self.address]
            self.address = None


class FloodCheck:
    """Closes the connection of an address that sends too many requests of any kind. An answer would cost more."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        connection = scope.get("state", {}).get(CONNECTION) if scope["type"] == "http" else None
        if isinstance(connection, LimitedHttp) and not connection.take_request():
            connection.cut()
            return
        await self.app(scope, receive, send)
