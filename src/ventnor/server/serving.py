"""Running a server: one process, or several on one PostgreSQL."""

import asyncio
import errno
import io
import os
import resource
import socket
import sys
from collections.abc import Callable
from typing import Final

import msgspec
import segno
import uvicorn
from starlette.applications import Starlette

from ventnor.server import garbage
from ventnor.server.app import make_app
from ventnor.server.entry_points import compiled
from ventnor.server.http import LimitedHttp
from ventnor.server.logs import start_logging
from ventnor.server.settings import ServerSettings
from ventnor.server.store import is_shared, make_store
from ventnor.server.store.contract import BadDatabase
from ventnor.server.uvicorn_config import options_of

VARIABLE: Final = "VENTNOR_SERVER_SETTINGS"
"""The environment variable that passes the settings to workers."""


class BadAddress(ValueError):
    """The server cannot listen at its host and port."""


def app_of_worker() -> Starlette:
    """Return the application of a worker."""
    settings = msgspec.json.decode(os.environ[VARIABLE], type=ServerSettings)
    start_logging(settings.text_log)
    tune_process()
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


def check_port(settings: ServerSettings) -> None:
    """Raise `BadAddress` if the server cannot listen at its address."""
    if not 0 <= settings.port <= 65535:
        raise BadAddress(f"port {settings.port} is not a number from 0 to 65535")
    try:
        [(family, kind, _, _, address), *_] = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        with socket.socket(family, kind) as probe:
            if os.name == "posix":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        at = f"{settings.host}, port {settings.port}"
        if error.errno == errno.EADDRINUSE:
            raise BadAddress(
                f"another program listens at {at}. Is Ventnor running already? Stop it, or choose another port with "
                f"--port {settings.port + 1}"
            ) from None
        raise BadAddress(f"cannot listen at {at}: {error.strerror}") from None


async def try_out(settings: ServerSettings) -> None:
    """Open the database once, to report problems before serving. Raises `BadDatabase`."""
    store = make_store(settings.database)
    await store.open()
    await store.close()


def serve(settings: ServerSettings, announce: Callable[[], None] | None = None) -> None:
    """Check the port and the database, call `announce`, then serve until stopped.

    Raises `BadDatabase` or `BadAddress`.
    """
    check_settings(settings)
    check_port(settings)
    asyncio.run(try_out(settings))
    if announce:
        announce()
    start_logging(settings.text_log)
    if settings.workers == 1:
        tune_process()
        LimitedHttp.configure(settings)
    else:
        os.environ[VARIABLE] = msgspec.json.encode(settings).decode()
    uvicorn.run(
        "ventnor.server.serving:app_of_worker" if settings.workers > 1 else make_app(settings),
        factory=settings.workers > 1,
        workers=settings.workers if settings.workers > 1 else None,
        **options_of(settings),
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
