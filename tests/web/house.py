"""A server in a thread of its own, with the browser app, for the browser tests."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

from ventnor.server.app import make_app
from ventnor.server.settings import Settings


@contextmanager
def serving(database: str = "memory:", port: int = 0) -> Iterator[str]:
    """The address of a running server."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", port))
        port = probe.getsockname()[1]
    settings = Settings(database=database, port=port, table_rate=50, command_rate=500, request_rate=500)
    config = uvicorn.Config(
        make_app(settings), host="127.0.0.1", port=port, log_level="error", ws="websockets-sansio", lifespan="on"
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    end = time.monotonic() + 20
    while not server.started:
        if time.monotonic() > end or not thread.is_alive():
            raise RuntimeError("the server did not start")
        time.sleep(0.02)
    try:
        yield f"http://127.0.0.1:{port}/"
    finally:
        server.should_exit = True
        thread.join(10)
