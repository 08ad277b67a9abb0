"""How uvicorn is configured, and connections that it did not accept itself."""

import asyncio
import contextlib
import socket
from typing import Any

import uvicorn
from starlette.applications import Starlette
from uvicorn.server import ServerState

from ventnor.server.frames import FrameProtocol
from ventnor.server.http import LimitedHttp
from ventnor.server.protocol import LARGEST_MESSAGE
from ventnor.server.settings import ServerSettings


def options_of(settings: ServerSettings) -> dict[str, Any]:
    """Return uvicorn's options."""
    return {
        "host": settings.host,
        "port": settings.port,
        "http": LimitedHttp,
        "ws": FrameProtocol,
        "ws_max_size": 4 * LARGEST_MESSAGE,
        "ws_ping_interval": settings.ping_time,
        "ws_ping_timeout": settings.ping_time,
        "ws_per_message_deflate": False,  # it takes 40 kB a socket, and frames could not be shared
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "date_header": False,
        "proxy_headers": False,
        "timeout_graceful_shutdown": int(settings.shutdown),
        "h11_max_incomplete_event_size": 32_768,
        "timeout_worker_healthcheck": 60,  # a worker may start slowly
    }


class Adopted:
    """The connections that other processes have handed over. uvicorn does not know them, so they end here."""

    def __init__(self, app: Starlette, settings: ServerSettings) -> None:
        self._config = uvicorn.Config(app, **options_of(settings))
        self._state = ServerState()
        self._patience = settings.shutdown

    async def adopt(self, passed: socket.socket, data: bytes) -> None:
        """Serve a connection whose first request has been read."""
        passed.setblocking(False)
        protocol = LimitedHttp(config=self._config, server_state=self._state, app_state={})
        transport, _ = await asyncio.get_running_loop().connect_accepted_socket(lambda: protocol, passed)
        if not transport.is_closing():
            protocol.data_received(data)

    async def close(self) -> None:
        """Let requests finish, for as long as uvicorn lets its own, and close the connections."""
        for connection in list(self._state.connections):
            connection.shutdown()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._patience):
                while self._state.connections or self._state.tasks:
                    await asyncio.sleep(0.01)
        for connection in list(self._state.connections):
            connection.transport.abort()
        await asyncio.sleep(0)  # an aborted transport closes in the next round of the loop
