"""The WebSocket of a table: hello, then commands in and messages out."""

import asyncio
import logging
import time
from collections import Counter
from typing import Final, cast

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from ventnor.server import protocol
from ventnor.server.connection import Connection, Message
from ventnor.server.errors import Denied
from ventnor.server.frames import writer_of
from ventnor.server.handlers import decode
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
            await socket.accept()
            await self.converse(socket, address)
        finally:
            self.of_address[address] -= 1
            if not self.of_address[address]:
                del self.of_address[address]

    async def converse(self, socket: WebSocket, address: str) -> None:
        """Greet, then read and write until the connection ends."""
        try:
            room, connection = await self.greet(socket)
        except Denied as denied:
            await self.part(socket, denied.problem())
            return
        except (Gone, StoreBusy):
            await self.part(socket, Denied(Code.BUSY, because("table-busy")).problem())
            return
        except (WebSocketDisconnect, TimeoutError, RuntimeError):
            await self.part(socket, Denied(Code.MALFORMED, because("hello-first")).problem())
            return
        writer = asyncio.create_task(self.write(socket, connection))
        reader = asyncio.create_task(self.listen(socket, room, connection, address))
        try:
            await asyncio.wait({writer, reader}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            room.leave(connection)
            for task in (reader, writer):
                task.cancel()
            await asyncio.gather(reader, writer, return_exceptions=True)

    async def greet(self, socket: WebSocket) -> tuple[Room, Connection]:
        """Read hello and return who the client is. Raises `Denied`."""
        text = await asyncio.wait_for(text_of(socket), self.settings.hello_time)
        hello = decode(text, Hello)
        if hello.protocol != PROTOCOL:
            raise Denied(Code.PROTOCOL, because("other-protocol", number=PROTOCOL))
        if self.registry.is_closing:
            raise Denied(Code.CLOSING, because("server-stops"))
        room = await self.registry.open_room(str(socket.path_params["table"]))
        grants = await self.registry.grants_of(room.id, hello.tokens)
        return room, await room.enter(grants, hello.seen, writer_of(socket.scope))

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

    async def listen(self, socket: WebSocket, room: Room, connection: Connection, address: str) -> None:
        """Execute incoming commands one after the other. Too many bad ones close the connection."""
        limits = self.registry.command_limits
        faults = 0
        while faults < MOST_FAULTS:
            try:
                text = await text_of(socket)
            except (WebSocketDisconnect, RuntimeError):
                return
            except Denied as denied:
                faults += 1
                connection.send(Message(msgspec.json.encode(denied.problem())))
                continue
            began = time.perf_counter()
            try:
                if not limits.take(address, room.id, connection.grants):
                    raise Denied(Code.TOO_FAST, because("too-fast"))
                command = cast(
                    protocol.ClientMessage,
                    decode(text, ClientMessage),  # pyright: ignore[reportArgumentType]
                )
                if isinstance(command, Hello):
                    raise Denied(Code.MALFORMED, because("second-hello"))
            except Denied as denied:
                faults += denied.code in {Code.MALFORMED, Code.TOO_FAST}
                connection.send(Message(msgspec.json.encode(denied.problem(id_of(text)))))
                continue
            try:
                found = await room.submit(connection.grants, command)
            except Gone:
                return
            except Exception:
                LOG.exception("a command failed", extra={"data": {"table": room.id[-6:]}})
                self.registry.metrics.errors += 1
                room.forget()
                found = Denied(Code.INTERNAL, because("internal")).refused(command.id)
            self.registry.metrics.commands += 1
            self.registry.metrics.refused += isinstance(found, protocol.Refused)
            self.registry.metrics.observe(time.perf_counter() - began)
            connection.send(Message(msgspec.json.encode(found)))
        connection.dismiss(Denied(Code.MALFORMED, because("too-many-faults")))
        await asyncio.sleep(1)

    async def part(self, socket: WebSocket, problem: Problem) -> None:
        """Send a last message and close."""
        try:
            await socket.send_text(msgspec.json.encode(problem).decode())
            await socket.close(CLOSE.get(problem.code, 1008))
        except (WebSocketDisconnect, RuntimeError, OSError):
            return


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


def id_of(text: str) -> str:
    """Return the id of a command that cannot be decoded, if possible."""
    try:
        return msgspec.json.decode(text, type=OnlyId).id[: protocol.LONGEST_ID]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""
