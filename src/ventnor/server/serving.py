"""Running a server: one process, or several on one PostgreSQL."""

import asyncio
import gc
import io
import os
import socket
import sys
from typing import Final

import msgspec
import segno
import uvicorn
from starlette.applications import Starlette

from ventnor.server.app import make_app
from ventnor.server.doors import compiled
from ventnor.server.logbook import start_logging
from ventnor.server.protocol import LARGEST_MESSAGE
from ventnor.server.settings import Settings
from ventnor.server.store import is_shared, make_store
from ventnor.server.store.contract import BadDatabase
from ventnor.server.wire import Wire

VARIABLE: Final = "VENTNOR_SERVER_SETTINGS"
"""How the settings reach the workers."""


def app_of_worker() -> Starlette:
    """The application of one of several workers."""
    start_logging()
    make_haste()
    return make_app(msgspec.json.decode(os.environ[VARIABLE], type=Settings))


def make_haste() -> None:
    """What a process needs that does nothing but serve: the compiled kernel, and little waiting for one another."""
    compiled.load_meanwhile()
    sys.setswitchinterval(0.0005)  # a commit that is done is told of at once
    gc.set_threshold(10_000, 10, 20)  # most of what there is stays
    gc.freeze()


def check_settings(settings: Settings) -> None:
    """Raise `BadDatabase` with a sentence where the settings do not go together."""
    make_store(settings.database)
    if settings.workers > 1 and not is_shared(settings.database):
        raise BadDatabase(
            "several workers need a database that they can share: give --database postgresql://…, or use one worker"
        )


async def try_out(settings: Settings) -> None:
    """Open the database once, so that what is wrong with it is said in a sentence. Raises `BadDatabase`."""
    store = make_store(settings.database)
    await store.open()
    await store.close()


def serve(settings: Settings) -> None:
    """Serve until told to stop. Raises `BadDatabase`."""
    check_settings(settings)
    asyncio.run(try_out(settings))
    start_logging()
    if settings.workers == 1:
        make_haste()
    else:
        os.environ[VARIABLE] = msgspec.json.encode(settings).decode()
    uvicorn.run(
        "ventnor.server.serving:app_of_worker" if settings.workers > 1 else make_app(settings),
        factory=settings.workers > 1,
        host=settings.host,
        port=settings.port,
        workers=settings.workers if settings.workers > 1 else None,
        ws=Wire,
        ws_max_size=4 * LARGEST_MESSAGE,
        ws_ping_interval=15,
        ws_ping_timeout=15,
        ws_per_message_deflate=False,  # 40 kB a socket, and nothing could be written once for many
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=int(settings.shutdown),
        h11_max_incomplete_event_size=32_768,
        timeout_worker_healthcheck=60,  # a worker that takes its time to start is not a dead one
    )


def qr_code(address: str) -> str:
    """An address as a picture of characters that a phone can read off the terminal."""
    out = io.StringIO()
    segno.make(address, micro=False).terminal(out, compact=True)
    return out.getvalue()


def lan_address() -> str:
    """This machine's address in its local network. Nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that is nobody's
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
