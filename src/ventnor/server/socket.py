"""The WebSocket of a table: hello, then commands in and messages out."""

import asyncio
import logging
import time
from typing import Final, cast

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from ventnor.rulebook.reason import because
from ventnor.server import protocol
from ventnor.server.api import decode
from ventnor.server.connection import Connection, Message
from ventnor.server.denial import Denied
from ventnor.server.guard import address_of, check_origin
from ventnor.server.hall import Hall
from ventnor.server.limit import Bucket, Buckets
from ventnor.server.protocol import LARGEST_MESSAGE, PROTOCOL, ClientMessage, Code, Hello, Problem
from ventnor.server.room import Gone, Room
from ventnor.server.settings import Settings
from ventnor.server.store.contract import StoreBusy
from ventnor.server.wire import writer_of

LOG: Final = logging.getLogger("ventnor.server.socket")
PATIENCE: Final = 10.0
"""Seconds in which a hello has to come."""
MOST_FAULTS: Final = 20
"""Messages that cannot be read, after which the connection ends."""
CLOSE: Final = {Code.CLOSING: 1012, Code.SLOW: 1013, Code.BUSY: 1013, Code.TOO_FAST: 1013}


class Sockets:
    """The WebSockets of a server."""

    def __init__(self, hall: Hall, settings: Settings) -> None:
        self.hall = hall
        self.settings = settings
        self.openings = Buckets(settings.request_rate, 3 * settings.request_rate)

    async def serve(self, socket: WebSocket) -> None:
        """One connection, from its beginning to its end."""
        try:
            check_origin(socket.headers, self.settings)
            if not self.openings.take(address_of(socket, self.settings)):
                raise Denied(Code.TOO_FAST, because("too-fast"))
        except Denied:
            await socket.close(1008)
            return
        await socket.accept()
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
        reader = asyncio.create_task(self.listen(socket, room, connection))
        try:
            await asyncio.wait({writer, reader}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            room.leave(connection)
            for task in (reader, writer):
                task.cancel()
            await asyncio.gather(reader, writer, return_exceptions=True)

    async def greet(self, socket: WebSocket) -> tuple[Room, Connection]:
        """Who is it? Raises `Denied`."""
        text = await asyncio.wait_for(text_of(socket), PATIENCE)
        hello = decode(text, Hello)
        if hello.protocol != PROTOCOL:
            raise Denied(Code.PROTOCOL, because("other-protocol", number=PROTOCOL))
        if self.hall.is_closing:
            raise Denied(Code.CLOSING, because("server-stops"))
        room = await self.hall.open_room(str(socket.path_params["table"]))
        role = await self.hall.role_of(room.id, hello.tokens)
        async with room.lock:
            sitting = await room.sitting()
        if not role.seats and not sitting.setting.spectators:
            raise Denied(Code.NOT_ALLOWED, because("not-watched"))
        if len(room.connections) >= self.settings.most_connections and not role.playable:
            raise Denied(Code.TOO_MANY, because("too-many-watchers"))
        return room, await room.enter(role, hello.seen, writer_of(socket.scope))

    async def write(self, socket: WebSocket, connection: Connection) -> None:
        """Send what there is to send."""
        try:
            while True:
                message = await connection.next()
                if message is None:
                    break
                await socket.send_text(message.decode())
            farewell = connection.farewell
            if farewell is not None and farewell.code == Code.SLOW:
                self.hall.metrics.dropped += 1
            await socket.close(CLOSE.get(farewell.code, 1008) if farewell else 1000)
        except (WebSocketDisconnect, RuntimeError, OSError):
            return

    async def listen(self, socket: WebSocket, room: Room, connection: Connection) -> None:
        """Carry out what is asked, one thing after the other."""
        bucket = Bucket(self.settings.command_rate, 3 * self.settings.command_rate)
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
                if not bucket.take():
                    raise Denied(Code.TOO_FAST, because("too-fast"))
                command = cast(
                    protocol.ClientMessage,
                    decode(text, ClientMessage),  # pyright: ignore[reportArgumentType]
                )
                if isinstance(command, Hello):
                    raise Denied(Code.MALFORMED, because("second-hello"))
            except Denied as denied:
                faults += denied.code == Code.MALFORMED
                connection.send(Message(msgspec.json.encode(denied.problem(id_of(text)))))
                continue
            try:
                found = await room.command(connection.role, command)
            except Gone:
                return
            except Exception:
                LOG.exception("a command failed", extra={"data": {"table": room.id[-6:]}})
                self.hall.metrics.errors += 1
                room.forget()
                found = Denied(Code.INTERNAL, because("internal")).refused(command.id)
            self.hall.metrics.commands += 1
            self.hall.metrics.refused += isinstance(found, protocol.Refused)
            self.hall.metrics.observe(time.perf_counter() - began)
            connection.send(Message(msgspec.json.encode(found)))
        connection.dismiss(Denied(Code.MALFORMED, because("too-many-faults")))
        await asyncio.sleep(1)

    async def part(self, socket: WebSocket, problem: Problem) -> None:
        """A last word."""
        try:
            await socket.send_text(msgspec.json.encode(problem).decode())
            await socket.close(CLOSE.get(problem.code, 1008))
        except (WebSocketDisconnect, RuntimeError, OSError):
            return


async def text_of(socket: WebSocket) -> str:
    """The next message. Raises `Denied` if it is no text or too long."""
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
    """The id of a message that cannot be read otherwise."""

    id: str = ""


def id_of(text: str) -> str:
    """The id of a command that cannot be read, if that much can."""
    try:
        return msgspec.json.decode(text, type=OnlyId).id[: protocol.LONGEST_ID]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""
