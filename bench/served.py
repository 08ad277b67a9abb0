"""A server in processes of its own for the benchmarks, and what it uses. Everything stays on this machine."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

LOADED = "the compiled kernel is loaded"
"""What each worker logs. Without it the figures would be those of the interpreted kernel."""
UNLIMITED = {"command_rate": 1e9, "request_rate": 1e9, "http_rate": 1e9, "table_rate": 1e9, "most_of_address": 10**6}
START = """
import json, sys
if len(sys.argv) > 2:
    from bench.sampler import start_sampling
    start_sampling(sys.argv[2])
from ventnor.server.serving import serve
from ventnor.server.settings import ServerSettings
serve(ServerSettings(**json.loads(sys.argv[1])))
"""


@dataclass(frozen=True)
class Used:
    """What a process and its children have used."""

    seconds: float
    """Processor time."""
    memory: float
    """Megabytes."""
    files: int


@dataclass(frozen=True)
class Server:
    """A server that runs."""

    port: int
    pid: int
    log: Path

    def errors(self) -> list[str]:
        """Return the error lines of its log."""
        return [line for line in self.lines() if '"level": "error"' in line or not line.startswith("{")]

    def lines(self) -> list[str]:
        """Return the lines of its log."""
        return self.log.read_text(encoding="utf-8").splitlines()

    def used(self) -> Used:
        """Return what it has used so far, all its processes together."""
        seconds = memory = 0.0
        files = 0
        ticks, page = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")
        for each in family_of(self.pid):
            with contextlib.suppress(OSError):
                fields = Path(f"/proc/{each}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
                seconds += (int(fields[11]) + int(fields[12])) / ticks
                memory += int(fields[21]) * page / 1e6
                files += len(list(Path(f"/proc/{each}/fd").iterdir()))
        return Used(seconds, memory, files)


def family_of(pid: int) -> list[int]:
    """Return a process and its children."""
    found = [pid]
    for each in found:
        with contextlib.suppress(OSError):
            found += map(int, Path(f"/proc/{each}/task/{each}/children").read_text(encoding="ascii").split())
    return found


@contextlib.contextmanager
def database_of(wanted: str) -> Generator[str]:
    """Yield the address of a temporary database."""
    if wanted == "postgres":
        from tests.server.postgres import new_database, running_postgres

        with running_postgres() as uri:
            yield new_database(uri)
    else:
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite:///{folder}/tables.db"


@contextlib.contextmanager
def running(database: str, workers: int = 1, samples: Path | None = None, **settings: Any) -> Generator[Server]:
    """Run a server with these settings and no limits by address. `samples`: where to write what it spends time on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    chosen = json.dumps({**UNLIMITED, "database": database, "port": port, "workers": workers, **settings})
    with tempfile.NamedTemporaryFile("r", suffix=".log") as log:
        words = [sys.executable, "-c", START, chosen, *([str(samples)] if samples else [])]
        here = {**os.environ, "PYTHONPATH": f"{Path(__file__).parent.parent}:{os.environ.get('PYTHONPATH', '')}"}
        process = subprocess.Popen(words, stdout=log.fileno(), stderr=log.fileno(), env=here)
        try:
            wait_for(port, process, Path(log.name))
            wait_for_kernel(Path(log.name), workers)
            yield Server(port, process.pid, Path(log.name))
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(60)


def wait_for_kernel(log: Path, workers: int) -> None:
    """Wait until every worker has loaded the compiled kernel. Exits if one does not."""
    deadline = time.monotonic() + 120
    while log.read_text(encoding="utf-8").count(LOADED) < workers:
        if time.monotonic() > deadline:
            sys.exit("the server runs interpreted: run `ventnor warm` first")
        time.sleep(0.1)


def wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until the server answers. Exits if it does not."""
    deadline = time.monotonic() + 180
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            break
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                sys.exit(f"the server did not start:\n{log.read_text(encoding='utf-8')[-3000:]}")
            time.sleep(0.1)


class Caller:
    """Somebody who asks over HTTP."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def get(self, path: str) -> Any:
        """Return what the server answers."""
        self.connection.request("GET", path)
        return json.loads(self.connection.getresponse().read())

    def post(self, path: str, body: object, token: str = "") -> Any:
        """Ask the server something."""
        headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
        self.connection.request("POST", path, json.dumps(body), headers)
        return json.loads(self.connection.getresponse().read())


def begin_table(caller: Caller, seats: list[dict[str, str]], **settings: Any) -> tuple[str, list[str]]:
    """Return a table where play has begun: its id and its secrets."""
    while "table" not in (made := caller.post("/api/tables", {"seats": seats, **settings})):
        assert made["code"] == "busy", made
        time.sleep(0.5)
    table, tokens = made["table"]["id"], [each["token"] for each in made["seats"]]
    while True:
        done = caller.post(f"/api/tables/{table}/commands", {"type": "start", "id": "start"}, tokens[0])
        if done.get("code") != "busy":
            break
        time.sleep(0.5)  # the same command again: it is done once
    assert done["type"] == "done", done
    return table, tokens
