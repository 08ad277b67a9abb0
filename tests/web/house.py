"""A server with the browser app in a thread of its own, whose tables tests can control."""

import asyncio
import socket
import threading
from collections.abc import Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

import uvicorn

from ventnor.server.app import make_app
from ventnor.server.frames import FrameProtocol
from ventnor.server.protocol import Made, NewTable
from ventnor.server.registry import Registry
from ventnor.server.settings import ServerSettings
from ventnor.server.store import make_store

T = TypeVar("T")


class House:
    """A running server. Functions on its tables run in its own thread."""

    def __init__(self, registry: Registry, loop: asyncio.AbstractEventLoop, url: str) -> None:
        self.registry = registry
        self.loop = loop
        self.url = url

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a function in the server's thread and wait for it."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(30)

    async def make(self, wanted: NewTable, seed: int = 7) -> Made:
        """Return a new table whose dice fall as the seed says."""
        with patch("ventnor.server.registry.new_seed", lambda: sha256(str(seed).encode()).digest()):
            return await self.registry.make(wanted)


@contextmanager
def serving(port: int = 0, static: Path | None = None) -> Iterator[House]:
    """Run a server, with the built app or with the one in another folder."""
    with socket.socket() as probe:
        # Connections of a server that has just stopped may still hold its port.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", port))
        port = probe.getsockname()[1]
    settings = ServerSettings(
        port=port, static=static, table_rate=1e6, command_rate=1e6, request_rate=1e6, chat_rate=1e6, review_rate=1e6
    )
    registry = Registry(make_store(settings.database), settings)
    config = uvicorn.Config(make_app(settings, registry), port=port, log_level="error", ws=FrameProtocol)
    server = uvicorn.Server(config)
    begun = threading.Event()
    found: list[asyncio.AbstractEventLoop] = []

    async def serve() -> None:
        found.append(asyncio.get_running_loop())
        serving = asyncio.create_task(server.serve())
        while not server.started and not serving.done():
            await asyncio.sleep(0.01)
        begun.set()
        await serving

    thread = threading.Thread(target=lambda: asyncio.run(serve()), daemon=True)
    with ExitStack() as stack:
        # Bots draw from this; the dice are seeded table by table.
        stack.enter_context(patch("ventnor.server.bot.random_seed", lambda: 7))
        thread.start()
        if not begun.wait(20) or not server.started:
            raise RuntimeError("the server did not start")
        try:
            yield House(registry, found[0], f"http://127.0.0.1:{port}/")
        finally:
            server.should_exit = True
            thread.join(10)
