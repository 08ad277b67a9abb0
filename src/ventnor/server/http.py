"""uvicorn's HTTP protocol with a deadline for headers and a limit of connections per address."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from typing import Any, ClassVar, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from ventnor.server.handover import CONNECTION
from ventnor.server.settings import ServerSettings

HEADER_SECONDS: Final = 10.0


class LimitedHttp(H11Protocol):
    """An HTTP connection. Its client gets `HEADER_SECONDS` for the headers of every request."""

    most: ClassVar[int] = ServerSettings.most_of_address
    exempt: ClassVar[frozenset[str]] = frozenset()
    """Trusted proxies, whose clients share an address. They have no limit."""
    counts: ClassVar[Counter[str]] = Counter()
    deadline: asyncio.TimerHandle | None = None
    address: str | None = None
    """The address that this connection counts for; None once it is no longer counted."""

    @classmethod
    def configure(cls, settings: ServerSettings) -> None:
        """Set the limits of this process. uvicorn creates the connections and does not know our settings."""
        cls.most = settings.most_of_address
        cls.exempt = frozenset(settings.trusted_proxies)

    def __init__(self, *args: Any, app_state: dict[str, Any], **more: Any) -> None:
        """Let requests know their connection."""
        super().__init__(*args, app_state={**app_state, CONNECTION: self}, **more)

    def connection_made(self, transport: asyncio.Transport) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Count a new connection, or close it if there are too many."""
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self.counts[self.address] += 1
        if self.counts[self.address] > self.most and self.address not in self.exempt:
            transport.abort()
        else:
            self.set_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        self.release()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read data. The deadline stays while headers are incomplete."""
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE or not self.conn.trailing_data[0]:
            self.cancel_deadline()
        else:
            self.set_deadline()

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
        super().handle_websocket_upgrade(event)
        self.app_state = {}  # break the reference cycle

    def set_deadline(self) -> None:
        """Close the connection if the headers are not complete in time."""
        if self.deadline is None:
            self.deadline = self.loop.call_later(HEADER_SECONDS, self.transport.abort)

    def cancel_deadline(self) -> None:
        """Cancel the deadline: the headers are complete, or none have begun."""
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def release(self) -> None:
        """Stop counting."""
        self.cancel_deadline()
        if self.address is not None:
            self.counts[self.address] -= 1
            if not self.counts[self.address]:
                del self.counts[self.address]
            self.address = None
