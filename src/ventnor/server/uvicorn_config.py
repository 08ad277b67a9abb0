"""How uvicorn is configured, and connections that it did not accept itself."""

import asyncio
import socket
from typing import Any

import uvicorn
from starlette.applications import Starlette
from uvicorn.server import ServerState

from ventnor.server.frames import FrameProtocol
from ventnor.server.handover import Adopt
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


def adopter(app: Starlette, settings: ServerSettings) -> Adopt:
    """Return the function that goes on with connections which another process has handed over."""
    config = uvicorn.Config(app, **options_of(settings))
    server_state = ServerState()

    async def adopt(passed: socket.socket, data: bytes) -> None:
        """Serve a connection whose first request has been read."""
        passed.setblocking(False)
        protocol = LimitedHttp(config=config, server_state=server_state, app_state={})
        transport, _ = await asyncio.get_running_loop().connect_accepted_socket(lambda: protocol, passed)
        if not transport.is_closing():
            protocol.data_received(data)

    return adopt
