"""Running a server: one process, or several on one PostgreSQL."""

import asyncio
import io
import os
import resource
import socket
import sys
from typing import Final

import msgspec
import segno
import uvicorn
from starlette.applications import Starlette

from ventnor.server import garbage
from ventnor.server.app import make_app
from ventnor.server.entry_points import compiled
from ventnor.server.frames import FrameProtocol
from ventnor.server.http import LimitedHttp
from ventnor.server.json_log import start_logging
from ventnor.server.protocol import LARGEST_MESSAGE
from ventnor.server.settings import ServerSettings
from ventnor.server.store import is_shared, make_store
from ventnor.server.store.contract import BadDatabase

VARIABLE: Final = "VENTNOR_SERVER_SETTINGS"
"""The environment variable that passes the settings to workers."""


def app_of_worker() -> Starlette:
    """Return the application of a worker."""
    start_logging()
    tune_process()
    settings = msgspec.json.decode(os.environ[VARIABLE], type=ServerSettings)
    LimitedHttp.configure(settings)
    return make_app(settings)


def tune_process() -> None:
    """Tune this process for serving: load the compiled kernel, and switch threads often."""
    compiled.load_meanwhile()
    sys.setswitchinterval(0.0005)  # report a finished commit at once
    garbage.tune()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # a socket is a file


def check_settings(settings: ServerSettings) -> None:
    """Raise `BadDatabase` if the settings contradict each other."""
    make_store(settings.database)
    if settings.workers > 1 and not is_shared(settings.database):
        raise BadDatabase(
            "several workers need a database that they can share: give --database postgresql://…, or use one worker"
        )


async def try_out(settings: ServerSettings) -> None:
    """Open the database once, to report problems before serving. Raises `BadDatabase`."""
    store = make_store(settings.database)
    await store.open()
    await store.close()


def serve(settings: ServerSettings) -> None:
    """Serve until stopped. Raises `BadDatabase`."""
    check_settings(settings)
    asyncio.run(try_out(settings))
    start_logging()
    if settings.workers == 1:
        tune_process()
        LimitedHttp.configure(settings)
    else:
        os.environ[VARIABLE] = msgspec.json.encode(settings).decode()
    uvicorn.run(
        "ventnor.server.serving:app_of_worker" if settings.workers > 1 else make_app(settings),
        factory=settings.workers > 1,
        host=settings.host,
        port=settings.port,
        workers=settings.workers if settings.workers > 1 else None,
        http=LimitedHttp,
        ws=FrameProtocol,
        ws_max_size=4 * LARGEST_MESSAGE,
        ws_ping_interval=settings.ping_time,
        ws_ping_timeout=settings.ping_time,
        ws_per_message_deflate=False,  # it takes 40 kB a socket, and frames could not be shared
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=int(settings.shutdown),
        h11_max_incomplete_event_size=32_768,
        timeout_worker_healthcheck=60,  # a worker may start slowly
    )


def qr_code(address: str) -> str:
    """Return a URL as a QR code of characters for the terminal."""
    out = io.StringIO()
    segno.make(address, micro=False).terminal(out, compact=True)
    return out.getvalue()


def lan_address() -> str:
    """Return this machine's address in its local network. No packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
