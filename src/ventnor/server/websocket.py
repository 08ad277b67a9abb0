"""The WebSocket of a table: hello, then commands in and messages out."""

import asyncio
import contextlib
import logging
import time
from collections import Counter
from typing import Final, cast

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.utils import ClientDisconnected

from ventnor.server import protocol
from ventnor.server.command import cost_of
from ventnor.server.connection import Connection, Message
from ventnor.server.errors import Denied
from ventnor.server.frames import FrameProtocol, protocol_of
from ventnor.server.handlers import decode
from ventnor.server.handover import Elsewhere, hand_over
from ventnor.server.protocol import LARGEST_MESSAGE, PROTOCOL, ClientMessage, Code, Hello, Problem
from ventnor.server.rate_limit import Buckets
from ventnor.server.registry import Registry
from ventnor.server.room import Gone, Room
from ventnor.server.security import address_of, check_origin
from ventnor.server.settings import ServerSettings
from ventnor.server.store.contract import StoreBusy
from ventnor.words.reason import because

LOG: Final = logging.getLogger("ventnor.server.websocket")
MOST_FAULTS: Final = 20
"""Unreadable or too frequent messages after which the connection is closed."""
MOST_WAITING: Final = 8
"""Messages of a client that wait while one is executed. Then its socket is not read until they are done."""
CLOSE: Final = {Code.CLOSING: 1012, Code.SLOW: 1013, Code.BUSY: 1013, Code.TOO_FAST: 1013}


class WebSockets:
    """The WebSockets of a server."""

    def __init__(self, registry: Registry, settings: ServerSettings) -> None:
        self.registry = registry
        self.settings = settings
        self.openings = Buckets(settings.request_rate, 3 * settings.request_rate)
        self.of_address: Counter[str] = Counter()
        """Open sockets by address."""

    async def serve(self, socket: WebSocket) -> None:
        """Serve one connection."""
        address = address_of(socket, self.settings)
        try:
            check_origin(socket.headers, self.settings)
            if not self.openings.take(address):
                raise Denied(Code.TOO_FAST, because("too-fast"))
            if self.of_address[address] >= self.settings.most_of_address:
                raise Denied(Code.TOO_MANY, because("too-many-sockets"))
        except Denied:
            await socket.close(1008)
            return
        self.of_address[address] += 1
        try:
            await self.reach(socket)
            await socket.accept()
            await self.converse(socket, address)
        finally:
            self.of_address[address] -= 1
            if not self.of_address[address]:
                del self.of_address[address]

    async def reach(self, socket: WebSocket) -> None:
        """Hand the connection over if its table belongs to another process. Other errors are sent after hello."""
        try:
            await self.registry.open_room(str(socket.path_params["table"]))
        except Elsewhere as found:
            with contextlib.suppress(Denied):
                hand_over(socket.scope, found.address)
            raise ClientDisconnected from None
        except (Denied, StoreBusy):
            return

    async def converse(self, socket: WebSocket, address: str) -> None:
        """Greet, then read and write until the connection ends."""
        try:
            room, connection = await self.greet(socket, address)
        except Denied as denied:
            await self.part(socket, denied.problem())
            return
        except (Elsewhere, Gone, StoreBusy):
            await self.part(socket, Denied(Code.BUSY, because("table-busy")).problem())
            return
        except (WebSocketDisconnect, TimeoutError, RuntimeError):
            await self.part(socket, Denied(Code.MALFORMED, because("hello-first")).problem())
            return
        listener = Listener(self, protocol_of(socket.scope), room, connection, address)
        try:
            await self.write(socket, connection)
        finally:
            room.leave(connection)
            listener.stop()

    async def greet(self, socket: WebSocket, address: str) -> tuple[Room, Connection]:
        """Read hello and return the client's grants. Raises `Denied`."""
        text = await asyncio.wait_for(text_of(socket), self.settings.hello_time)
        hello = decode(text, Hello)
        if hello.protocol != PROTOCOL:
            raise Denied(Code.PROTOCOL, because("other-protocol", number=PROTOCOL))
        if self.registry.is_closing:
            raise Denied(Code.CLOSING, because("server-stops"))
        room = await self.registry.open_room(str(socket.path_params["table"]))
        grants = await self.registry.grants_of(room.id, hello.tokens)
        write = protocol_of(socket.scope).write_frame
        return room, await room.enter(grants, hello.seen, address, write, takes_changes=True)

    async def write(self, socket: WebSocket, connection: Connection) -> None:
        """Send queued messages."""
        try:
            while True:
                message = await connection.next()
                if message is None:
                    break
                await socket.send_text(message.decode())
            farewell = connection.farewell
            if farewell is not None and farewell.code == Code.SLOW:
                self.registry.metrics.dropped += 1
            await socket.close(CLOSE.get(farewell.code, 1008) if farewell else 1000)
        except (WebSocketDisconnect, RuntimeError, OSError):
            return

    async def part(self, socket: WebSocket, problem: Problem) -> None:
        """Send a last message and close."""
        try:
            await socket.send_text(msgspec.json.encode(problem).decode())
            await socket.close(CLOSE.get(problem.code, 1008))
        except (WebSocketDisconnect, RuntimeError, OSError):
            return


class Listener:
    """Executes the commands of one socket, one after the other. Too many bad ones close the connection."""

    __slots__ = (
        "_address",
        "_connection",
        "_faults",
        "_is_stopped",
        "_protocol",
        "_registry",
        "_room",
        "_waiting",
        "_work",
    )

    def __init__(
        self, sockets: WebSockets, protocol: FrameProtocol, room: Room, connection: Connection, address: str
    ) -> None:
        self._registry = sockets.registry
        self._protocol = protocol
        self._room = room
        self._connection = connection
        self._address = address
        self._faults = 0
        self._waiting: list[str | None] = []  # a deque would take 600 bytes
        self._work: asyncio.Task[None] | None = None
        self._is_stopped = False
        protocol.listen(self._hear, connection.end)

    def stop(self) -> None:
        """Ignore further messages. Commands already begun continue."""
        self._is_stopped = True
        self._waiting.clear()

    def _hear(self, text: str | None) -> None:
        """Take in a message."""
        if self._is_stopped:
            return
        self._waiting.append(text)
        if self._work is None:
            self._work = asyncio.create_task(self._execute())
        elif len(self._waiting) >= MOST_WAITING:
            self._protocol.pause_reading()

    async def _execute(self) -> None:
        """Execute the waiting messages."""
        try:
            while self._waiting and not self._is_stopped:
                text = self._waiting.pop(0)
                answer = await self._answer(text)
                if answer is not None:
                    self._connection.send(Message(msgspec.json.encode(answer)))
                if self._faults >= MOST_FAULTS:
                    self._connection.dismiss(Denied(Code.MALFORMED, because("too-many-faults")))
                    self.stop()
        except Gone:
            self._connection.end()
        finally:
            self._work = None
            self._protocol.go_on_reading()

    async def _answer(self, text: str | None) -> protocol.Answer | Problem | None:
        """Execute a command. Return its answer, or what is wrong with it."""
        began = time.perf_counter()
        room, connection, metrics = self._room, self._connection, self._registry.metrics
        try:
            command = self._read(text)
        except Denied as denied:
            self._faults += denied.code in {Code.MALFORMED, Code.TOO_FAST, Code.TOO_LARGE}
            return denied.problem(id_of(text))
        try:
            found = await room.answer(connection.grants, command)
        except Gone:
            raise
        except Exception:
            LOG.exception("a command failed", extra={"data": {"table": room.id[-6:]}})
            metrics.errors += 1
            room.forget()
            found = Denied(Code.INTERNAL, because("internal")).refused(command.id)
        metrics.commands += 1
        metrics.refused += isinstance(found, protocol.Refused)
        metrics.observe(time.perf_counter() - began)
        return found

    def _read(self, text: str | None) -> protocol.AnyCommand:
        """Return the command of a message. Raises `Denied`."""
        if text is None:
            raise Denied(Code.MALFORMED, because("messages-are-text"))
        if len(text) > LARGEST_MESSAGE:
            raise Denied(Code.TOO_LARGE, because("message-too-large", most=LARGEST_MESSAGE))
        if not self._registry.command_limits.take(self._address, self._room.id, self._connection.grants):
            raise Denied(Code.TOO_FAST, because("too-fast"))
        command = cast(
            protocol.ClientMessage,
            decode(text, ClientMessage),  # pyright: ignore[reportArgumentType]
        )
        if isinstance(command, Hello):
            raise Denied(Code.MALFORMED, because("second-hello"))
        more = cost_of(command) - 1
        if more and not self._registry.command_limits.take(self._address, self._room.id, self._connection.grants, more):
            raise Denied(Code.TOO_FAST, because("too-fast"))
        return command


async def text_of(socket: WebSocket) -> str:
    """Return the next message. Raises `Denied` if it is not text or too long."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = cast("str | None", message.get("text"))
    if text is None:
        raise Denied(Code.MALFORMED, because("messages-are-text"))
    if len(text) > LARGEST_MESSAGE:
        raise Denied(Code.TOO_LARGE, because("message-too-large", most=LARGEST_MESSAGE))
    return text


class OnlyId(msgspec.Struct):
    """Only the id of a message that cannot be decoded."""

    id: str = ""


def id_of(text: str | None) -> str:
    """Return the id of a command that cannot be decoded, if possible."""
    if text is None or len(text) > LARGEST_MESSAGE:
        return ""
    try:
        return msgspec.json.decode(text, type=OnlyId).id[: protocol.LONGEST_ID]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""
