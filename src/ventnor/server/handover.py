"""Handing a connection over to the process that a table belongs to.

A connection reaches any of the processes that listen. If its first request is about another process's table, the open
socket is passed to that process, together with the request, over a Unix socket of this machine. The other process goes
on as if it had accepted the connection; the client notices nothing, and messages take no detour afterwards.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import socket
import stat
import tempfile
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Final, Protocol, cast

from starlette.types import ASGIApp, Receive, Scope, Send

from ventnor.server.errors import Denied
from ventnor.server.protocol import Code
from ventnor.words.reason import because

LOG: Final = logging.getLogger("ventnor.server.handover")
CONNECTION: Final = "ventnor.connection"
"""Key in the `state` of a request: its connection, which can be handed over."""
SECONDS: Final = 5.0
"""Longest time that a hand-over may take."""
PART: Final = 65_536
HOP: Final = frozenset({b"content-length", b"transfer-encoding", b"expect"})
"""Headers about the body, which is passed on whole."""

Adopt = Callable[[socket.socket, bytes], Awaitable[None]]
"""Goes on with a connection whose first bytes have been read."""


class Passable(Protocol):
    """A connection that can be handed over."""

    def detach(self) -> int:
        """Stop serving the connection, and return a file descriptor of its socket."""
        ...


class Elsewhere(Exception):
    """A table belongs to another living process; `address` is its inbox."""

    def __init__(self, address: str) -> None:
        super().__init__("the table belongs to another process")
        self.address = address


class Inbox:
    """Where other processes of this machine and this user hand connections over."""

    def __init__(self, worker: str) -> None:
        self.address = ""
        """The path of the socket; empty before it is open."""
        self._worker = worker
        self._listener: socket.socket | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def open(self, adopt: Adopt) -> None:
        """Take connections in from now on. Raises `OSError`."""
        self.address = str(folder() / f"{machine()}-{self._worker}")
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.setblocking(False)
        self._listener.bind(self.address)
        self._listener.listen(socket.SOMAXCONN)
        self._spawn(self._accept(self._listener, adopt))

    async def close(self) -> None:
        """Take nothing in any more."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._listener is not None:
            self._listener.close()
            Path(self.address).unlink(missing_ok=True)

    def _spawn(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _accept(self, listener: socket.socket, adopt: Adopt) -> None:
        while True:
            link, _ = await asyncio.get_running_loop().sock_accept(listener)
            self._spawn(self._receive(link, adopt))

    async def _receive(self, link: socket.socket, adopt: Adopt) -> None:
        """Take one connection in. A link that brings none was only a question whether this process lives."""
        with link:
            try:
                async with asyncio.timeout(SECONDS):
                    data, passed = await received(link)
            except (OSError, TimeoutError) as error:
                LOG.warning("a connection was not handed over", extra={"data": {"error": type(error).__name__}})
                return
        if passed is not None:
            try:
                await adopt(passed, data)
            except OSError:
                passed.close()  # the client has gone


async def received(link: socket.socket) -> tuple[bytes, socket.socket | None]:
    """Return what a link brings: the bytes that were read of a connection, and its socket if there is one."""
    loop = asyncio.get_running_loop()
    while True:
        try:
            data, files, _, _ = socket.recv_fds(link, PART, 1)
            break
        except BlockingIOError:
            ready = loop.create_future()
            loop.add_reader(link, lambda ready=ready: ready.done() or ready.set_result(None))
            try:
                await ready
            finally:
                loop.remove_reader(link)
    passed = socket.socket(fileno=files[0]) if files else None
    try:
        while part := await loop.sock_recv(link, PART):
            data += part
    except BaseException:
        if passed is not None:
            passed.close()
        raise
    return data, passed


def is_on_this_machine(address: str, own: str) -> bool:
    """Return whether an inbox can be reached from here: all of a machine and user are in the same folder."""
    return bool(address) and Path(address).parent == Path(own).parent and machine_of(address) == machine_of(own)


def machine_of(address: str) -> str:
    """Return the machine that an inbox is on, by the name of its socket."""
    return Path(address).name.partition("-")[0]


def folder() -> Path:
    """Return the folder of this user's inboxes on this machine. Raises `OSError` if others may use it."""
    found = Path(tempfile.gettempdir()) / f"ventnor-{os.getuid()}"
    found.mkdir(mode=0o700, exist_ok=True)
    about = found.lstat()
    if not stat.S_ISDIR(about.st_mode) or about.st_uid != os.getuid() or stat.S_IMODE(about.st_mode) & 0o077:
        raise OSError(f"{found} must be a folder that only its owner can use")
    return found


def machine() -> str:
    """Return a name of this machine, the same for all processes that share the folder."""
    mark = folder() / "machine"
    if not mark.exists():
        draft = folder() / f"machine.{secrets.token_hex(4)}"
        draft.write_text(secrets.token_hex(6), encoding="ascii")
        with contextlib.suppress(FileExistsError):
            os.link(draft, mark)  # of several processes that start at once, one is first
        draft.unlink()
    return mark.read_text(encoding="ascii")


def lives(address: str) -> bool:
    """Return whether a process listens at an inbox of this machine."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as link:
        link.settimeout(SECONDS)
        try:
            link.connect(address)
        except (ConnectionRefusedError, FileNotFoundError):
            return False
        except OSError:
            return True  # too busy to say
    return True


class HandedOver:
    """The answer to a request about another process's table: the connection is handed over."""

    def __init__(self, address: str, body: bytes, otherwise: ASGIApp) -> None:
        self._address = address
        self._body = body
        self._otherwise = otherwise

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand the connection over, or answer otherwise if the other process has just ended."""
        try:
            hand_over(scope, self._address, self._body)
        except Denied:
            await self._otherwise(scope, receive, send)


def hand_over(scope: Scope, address: str, body: bytes = b"") -> None:
    """Hand a request's connection over to the process with this inbox. Raises `Denied` if that has just ended."""
    connection = cast(Passable, scope["state"][CONNECTION])
    request = request_of(scope, body)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as link:
        link.settimeout(SECONDS)
        try:
            link.connect(address)
        except OSError:
            raise Denied(Code.BUSY, because("busy")) from None
        passed = connection.detach()
        try:
            sent = socket.send_fds(link, [request], [passed])
            link.sendall(request[sent:])
        except OSError as error:  # the client is disconnected, and connects again
            LOG.warning("a connection was not handed over", extra={"data": {"error": type(error).__name__}})
        finally:
            os.close(passed)


def request_of(scope: Scope, body: bytes) -> bytes:
    """Return a request as it came, with its whole body."""
    query = b"?" + scope["query_string"] if scope["query_string"] else b""
    method = scope.get("method", "GET").encode()
    headers = cast(Iterable[tuple[bytes, bytes]], scope["headers"])
    lines = [method + b" " + scope["raw_path"] + query + b" HTTP/1.1"]
    lines += [name + b": " + value for name, value in headers if name not in HOP]
    if body:
        lines.append(b"content-length: %d" % len(body))
    return b"\r\n".join([*lines, b"", body])
