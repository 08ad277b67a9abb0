"""The handlers of the HTTP routes."""

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from typing import Any, Final, TypeVar, cast

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from ventnor.replay import RULES
from ventnor.server import openapi, protocol, replay_pool, schema
from ventnor.server.command import cost_of
from ventnor.server.connection import Connection
from ventnor.server.errors import Denied
from ventnor.server.export import plies_of, replay_of
from ventnor.server.links import page_address, qr_code, table_address
from ventnor.server.protocol import LARGEST_MESSAGE, MOST_ASKED, AnyCommand, Code, PlyEntry
from ventnor.server.rate_limit import Buckets
from ventnor.server.registry import Registry
from ventnor.server.replay_pool import ReplayPool
from ventnor.server.role import Grants, Role, may_watch, role_of
from ventnor.server.room import Room
from ventnor.server.security import STATUS, address_of, body_of, check_origin, tokens_of
from ventnor.server.session import Session
from ventnor.server.settings import ServerSettings
from ventnor.server.static import build_of
from ventnor.server.store.contract import StoreBusy
from ventnor.server.visible import visible_entries, visible_table
from ventnor.words.reason import because

Read = TypeVar("Read")
LARGEST_REPLAY: Final = 500_000
"""Largest replay file in bytes. A long game has 100,000."""
BEAT: Final = 10.0
"""Seconds after which a silent stream gets an empty line."""


class Handlers:
    """The handlers of one server."""

    def __init__(self, registry: Registry, settings: ServerSettings) -> None:
        self.registry = registry
        self.settings = settings
        self.requests = Buckets(settings.request_rate, 3 * settings.request_rate)
        self.replays = Buckets(settings.replay_rate, 20)
        self.pool = ReplayPool()
        self.makers = Buckets(settings.table_rate, 10)
        self.finders = Buckets(settings.code_rate, 10)
        self.checked: tuple[float, asyncio.Task[bool]] | None = None
        """When the store was checked last, and with what result."""

    # --- what all have in common --------------------------------------------------------------------------------------
    def admit(self, request: Request) -> None:
        """Raise `Denied` if an address sends too many requests, or for another site's page."""
        self.registry.metrics.requests += 1
        if self.registry.is_closing:
            raise Denied(Code.CLOSING, because("server-stops"))
        check_origin(request.headers, self.settings)
        if not self.requests.take(address_of(request, self.settings)):
            raise Denied(Code.TOO_FAST, because("too-fast"))

    async def read(self, request: Request, made: type[Read]) -> Read:
        """Return the body of a request. Raises `Denied`."""
        body = await body_of(request, LARGEST_MESSAGE)
        return decode(body, made)

    async def visit(self, request: Request) -> tuple[Room, Grants]:
        """Return the requested table, and the sender's grants."""
        room = await self.registry.open_room(str(request.path_params["table"]))
        return room, await self.registry.grants_of(room.id, tokens_of(request.headers))

    @asynccontextmanager
    async def watching(self, request: Request) -> AsyncGenerator[tuple[Room, Session, Role]]:
        """Hold a table's lock for a sender who may see its game. Raises `Denied`."""
        self.admit(request)
        room, grants = await self.visit(request)
        async with room.lock:
            session = await room.session()
            role = role_of(session, grants)
            may_watch(session, role)
            yield room, session, role

    # --- tables -------------------------------------------------------------------------------------------------------
    async def list_tables(self, request: Request) -> Response:
        """Return the lobby, or the tables with the requested code or ids."""
        self.admit(request)
        code, ids = request.query_params.get("code"), request.query_params.getlist("id")
        if code is not None:
            self.guess(request)
            ids = [*ids, *await self.registry.coded(code)]
        elif not ids:
            return answer(await self.registry.lobby())
        return answer(await self.registry.briefs(ids[:MOST_ASKED]))

    def guess(self, request: Request) -> None:
        """Raise `Denied` if an address tries too many codes."""
        if not self.finders.take(address_of(request, self.settings)):
            raise Denied(Code.TOO_FAST, because("too-many-codes"))

    async def make_table(self, request: Request) -> Response:
        """Create a table."""
        self.admit(request)
        if not self.makers.take(address_of(request, self.settings)):
            raise Denied(Code.TOO_MANY, because("too-many-tables"))
        wanted = await self.read(request, protocol.NewTable)
        return answer(await self.registry.make(wanted), 201)

    async def see_table(self, request: Request) -> Response:
        """Return a table."""
        self.admit(request)
        room, _ = await self.visit(request)
        async with room.lock:
            return answer(visible_table(await room.session(), room.online()))

    async def table_link(self, request: Request) -> Response:
        """Return the QR code of a table's address."""
        self.admit(request)
        room, _ = await self.visit(request)
        address = table_address(page_address(request, self.settings), room.id)
        return Response(qr_code(address), media_type="image/svg+xml")

    async def find_table(self, request: Request) -> Response:
        """Return the table with a code."""
        self.admit(request)
        self.guess(request)
        room = await self.registry.find_room(str(request.path_params["code"]))
        async with room.lock:
            return answer(visible_table(await room.session(), room.online()))

    async def take_seat(self, request: Request) -> Response:
        """Take a seat."""
        self.admit(request)
        wanted = await self.read(request, protocol.Join)
        room = await self.registry.open_room(str(request.path_params["table"]))
        return answer(await room.join(wanted), 201)

    async def make_token(self, request: Request) -> Response:
        """Create another secret for a seat, with some of the scopes of the one presented."""
        self.admit(request)
        wanted = await self.read(request, protocol.NewToken)
        room, grants = await self.visit(request)
        return answer(await room.make_token(grants, wanted.scopes), 201)

    async def command(self, request: Request) -> Response:
        """Execute a command."""
        self.admit(request)
        command = cast(AnyCommand, await self.read(request, AnyCommand))  # pyright: ignore[reportArgumentType]
        room, grants = await self.visit(request)
        address = address_of(request, self.settings)
        if not self.registry.command_limits.take(address, room.id, grants, cost_of(command)):
            raise Denied(Code.TOO_FAST, because("too-fast"))
        began = time.perf_counter()
        found = await room.submit(grants, command)
        self.registry.metrics.commands += 1
        self.registry.metrics.refused += isinstance(found, protocol.Refused)
        self.registry.metrics.observe(time.perf_counter() - began)
        return answer(found)

    async def stream(self, request: Request) -> Response:
        """Stream messages, one a line."""
        self.admit(request)
        seen = number(request.query_params.get("seen", "0"))
        room, grants = await self.visit(request)
        connection = await room.enter(grants, seen, address_of(request, self.settings))
        follow = request.query_params.get("follow", "1") != "0"
        return Stream(room, connection, follow=follow)

    # --- finished games -----------------------------------------------------------------------------------------------
    async def ply(self, request: Request) -> Response:
        """Return a finished game at a ply."""
        wanted = number(str(request.path_params["ply"]))
        self.admit_replay(request)
        async with self.watching(request) as (room, session, role):
            if session.state.outcome is None:
                raise Denied(Code.NOT_OVER, because("not-over"))
            entries = await room.record(address_of(request, self.settings))
        plies = plies_of(entries)
        if wanted > len(plies):
            raise Denied(Code.NO_PLY, because("no-ply", count=len(plies)))
        text = await asyncio.to_thread(lambda: replay_of(session, entries).dumps())
        view = await self.pool.run(replay_pool.view_at, text, wanted)
        shown = visible_entries(plies[wanted - 1 : wanted] if wanted else [], frozenset(role.mine), "attentive")
        entry = cast("PlyEntry | None", shown[0] if shown else None)
        found = protocol.PlyView(room.id, wanted, len(plies), entry, cast(Any, msgspec.Raw(view)))
        made = answer(found)
        made.headers["cache-control"] = "public, max-age=31536000, immutable"
        return made

    async def record(self, request: Request) -> Response:
        """Return the record of a finished game."""
        async with self.watching(request) as (room, session, role):
            if session.state.outcome is None:
                raise Denied(Code.NOT_OVER, because("not-over"))
            entries = await room.record(address_of(request, self.settings))
            table = visible_table(session, room.online())
        text = await asyncio.to_thread(lambda: replay_of(session, entries).dumps())
        if request.path_params["kind"] == "replay":
            return Response(
                text,
                media_type="text/plain; charset=utf-8",
                headers={"content-disposition": f'attachment; filename="{room.id}.replay"'},
            )
        shown = visible_entries(entries, frozenset(role.mine), "attentive")
        return answer(protocol.Record(table, shown, text))

    async def replay_record(self, request: Request) -> Response:
        """Return the game of a replay file with the events of each ply."""
        return json_response(await self.replay_file(request, replay_pool.file_record))

    async def replay(self, request: Request) -> Response:
        """Return the game of a replay file at a ply."""
        wanted = number(str(request.path_params["ply"]))
        return json_response(await self.replay_file(request, replay_pool.file_view, wanted))

    def admit_replay(self, request: Request) -> None:
        """Raise `Denied` if an address requests too many replays."""
        if not self.replays.take(address_of(request, self.settings)):
            raise Denied(Code.TOO_FAST, because("too-fast"))

    async def replay_file(self, request: Request, work: Callable[..., bytes], *args: object) -> bytes:
        """Return the replay pool's answer for a replay file."""
        self.admit(request)
        self.admit_replay(request)
        file = decode(await body_of(request, LARGEST_REPLAY), protocol.ReplayFile)
        try:
            return await self.pool.run(work, file.text, *args)
        except ValueError as error:
            raise Denied(Code.MALFORMED, because("unreadable", detail=str(error)[:300])) from None

    # --- about the server ---------------------------------------------------------------------------------------------
    async def version(self, _: Request) -> Response:
        """Return the version."""
        build = build_of(self.settings)
        return answer(protocol.Version(self.registry.version, protocol.PROTOCOL, RULES, build))

    async def health(self, _: Request) -> Response:
        """Answer whether the store can be read and written. It is checked at most once a second."""
        if self.checked is None or (self.checked[1].done() and time.monotonic() - self.checked[0] > 1):
            self.checked = (time.monotonic(), asyncio.create_task(self.check_store()))
        ok = await asyncio.shield(self.checked[1]) and not self.registry.is_closing
        return answer(protocol.Health(ok, self.registry.store.name), 200 if ok else 503)

    async def check_store(self) -> bool:
        """Return whether the store can be read and written."""
        store = self.registry.store
        try:
            await asyncio.wait_for(asyncio.gather(store.heads(["lobby"], limit=1), store.check()), 4)
        except (StoreBusy, TimeoutError):
            return False
        return True

    async def metrics(self, _: Request) -> Response:
        """Return the counters of this worker."""
        self.registry.metrics.rooms = len(self.registry.rooms)
        self.registry.metrics.sockets = sum(len(room.connections) for room in self.registry.rooms.values())
        return Response(self.registry.metrics.text(), media_type="text/plain; version=0.0.4")

    async def schema(self, _: Request) -> Response:
        """Return the JSON Schema."""
        return answer(schema.schema())

    async def openapi(self, _: Request) -> Response:
        """Return the OpenAPI document."""
        return answer(openapi.document(self.registry.version, self.settings.base_path))


class Stream(StreamingResponse):
    """The messages of a table, one a line."""

    def __init__(self, room: Room, connection: Connection, *, follow: bool) -> None:
        super().__init__(lines_of(connection, follow=follow), media_type="application/x-ndjson")
        self.room = room
        self.connection = connection

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the lines. A client that has gone may never be sent the first one."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.room.leave(self.connection)


async def lines_of(connection: Connection, *, follow: bool) -> AsyncIterator[bytes]:
    """Yield the messages of a stream."""
    while True:
        try:
            message = await asyncio.wait_for(connection.next(), BEAT)
        except TimeoutError:
            yield b"\n"
            continue
        if message is None:
            return
        yield message + b"\n"
        if not follow:
            return


def decode(body: bytes | str, made: type[Read]) -> Read:
    """Return the decoded body. Raises `Denied`."""
    try:
        return decoder_of(made).decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Denied(Code.MALFORMED, because("unreadable", detail=str(error)[:300])) from None


@cache
def decoder_of(made: type[Read]) -> msgspec.json.Decoder[Read]:
    """Return the decoder of a type. Making one takes longer than decoding a command."""
    return msgspec.json.Decoder(made)


def number(text: str) -> int:
    """Return a number from a path or query. Raises `Denied`."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):
        raise Denied(Code.MALFORMED, because("number-too-long"))
    return int(text)


def answer(thing: object, status: int = 200) -> Response:
    """Return a response with a value as JSON."""
    return json_response(msgspec.json.encode(thing), status)


def json_response(body: bytes, status: int = 200) -> Response:
    """Return a response with this JSON."""
    return Response(body, status, media_type="application/json")


def problem(denied: Denied) -> Response:
    """Return the response for a refused request."""
    code = denied.code
    made = answer(denied.problem(), STATUS.get(code, 409))
    if code in {Code.BUSY, Code.CLOSING, Code.TOO_FAST, Code.TOO_MANY}:
        made.headers["retry-after"] = "1"
    if code == Code.BAD_TOKEN:
        made.headers["www-authenticate"] = "Bearer"
    return made
