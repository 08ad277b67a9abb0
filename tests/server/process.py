"""A server as a process of its own, which can be killed and started again.

Loading the engine takes longer than the tests, so a nursery process loads it once and forks a server for each start.
A forked server is an ordinary process with its own sockets, files and connections.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2

from tests.server.kit import WAIT, House

NURSERY = """
import ctypes, json, os, pathlib, signal, sys, time
wall, true_time = os.environ["WALL"], time.time
if wall:
    time.time = lambda: true_time() + float(pathlib.Path(wall).read_text() or 0)
from ventnor.server import failpoints, clock, serving
from ventnor.server.serving import serve
from ventnor.server.settings import ServerSettings
import alembic.ddl.postgresql, alembic.ddl.sqlite, sqlalchemy.dialects.postgresql.asyncpg, sqlalchemy.dialects.sqlite
import uvicorn.lifespan.on, uvicorn.loops.uvloop, uvicorn.protocols.http.h11_impl
import uvloop, ventnor.server.frames
import ventnor.server.store.postgres, ventnor.server.store.sqlite
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
def die_with_parent():
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
async def nothing(settings):
    pass
serving.try_out = nothing  # a server says the same when it starts; this saves a connection
serving.compiled.load_meanwhile = lambda: None  # it would take longer than most of them live
die_with_parent()
print("ready", flush=True)
for line in sys.stdin:
    database, port, wanted, changes = line.rstrip("\\n").split("\\t")
    pid = os.fork()
    if pid == 0:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.setsid()
        die_with_parent()
        failpoints.failpoint = failpoints.Failpoint(wanted)
        clock.BEGAN = time.time() - time.monotonic()  # as if it had been loaded now
        try:
            generous = dict(command_rate=1e6, request_rate=1e6, http_rate=1e6, table_rate=1e6, chat_rate=1e6,
                            replay_rate=1e6, record_rate=1e6, unwatched=True, lease=1.5)
            chosen = {key: tuple(each) if isinstance(each, list) else each for key, each in json.loads(changes).items()}
            serve(ServerSettings(database=database, port=int(port), **(generous | chosen)))
        finally:
            os._exit(0)
    print(pid, flush=True)
"""


def free_port() -> int:
    """Return a port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Nursery:
    """The process that forks servers."""

    def __init__(self, log: Path, wall: Path | None = None) -> None:
        """Set up a nursery of servers. `wall` is a file with the error of their wall clocks, in seconds."""
        self.log = log
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-c", NURSERY],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=output,
                env={**os.environ, "WALL": str(wall or "")},
            )
        assert self._line() == "ready", log.read_text()[-2000:]

    def _line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().decode().strip()

    def fork(self, database: str, port: int, fault: str, settings: dict[str, Any]) -> int:
        """Return a new server; its process id."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{database}\t{port}\t{fault}\t{json.dumps(settings)}\n".encode())
        self.process.stdin.flush()
        return int(self._line())

    def close(self) -> None:
        """Close all servers."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(20)


class ServerProcess:
    """A server that is started, killed and started again at the same port."""

    def __init__(self, nursery: Nursery, database: str, **settings: Any) -> None:
        self.nursery = nursery
        self.settings = settings
        self.database = database
        self.port = free_port()
        self.pid = 0

    def start(self, fault: str = "") -> None:
        """Start, and wait until somebody answers."""
        self.pid = self.nursery.fork(self.database, self.port, fault, self.settings)
        deadline = time.monotonic() + WAIT
        while time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                if not self.is_alive:
                    if fault:
                        return
                    raise AssertionError(f"it did not start: {self.nursery.log.read_text()[-2000:]}") from None
                time.sleep(0.02)
            else:
                return
        raise AssertionError("it did not start in time")

    @contextmanager
    def house(self) -> Iterator[House]:
        """Return a client of the server."""
        with httpx2.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=WAIT) as client:
            yield House(client)

    @property
    def is_alive(self) -> bool:
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def end(self, number: signal.Signals) -> None:
        """Send it a signal and wait until it is gone."""
        if self.is_alive:
            os.kill(self.pid, number)
        deadline = time.monotonic() + WAIT
        while self.is_alive:
            assert time.monotonic() < deadline, "the server did not stop"
            time.sleep(0.01)

    def kill(self) -> None:
        """Kill the server as a power cut would."""
        self.end(signal.SIGKILL)

    def stop(self) -> None:
        """Ask it to stop."""
        self.end(signal.SIGTERM)
