"""What each HTTP route does."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from typing import Final, TypeVar, cast

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from ventnor.replay import RULES
from ventnor.rulebook.reason import because
from ventnor.server import openapi, protocol, schema
from ventnor.server.command import Role
from ventnor.server.connection import Connection
from ventnor.server.denial import Denied
from ventnor.server.export import record_of_file, replay_of, view_file
from ventnor.server.guard import STATUS, address_of, body_of, check_origin, tokens_of
from ventnor.server.hall import Hall
from ventnor.server.limit import Buckets
from ventnor.server.protocol import LARGEST_MESSAGE, MOST_ASKED, AnyCommand, Code, PlyEntry
from ventnor.server.room import Room
from ventnor.server.settings import Settings
from ventnor.server.sight import see_entries, see_game, see_table
from ventnor.server.static import build_of
from ventnor.server.store.contract import StoreBusy

Read = TypeVar("Read")
LARGEST_REPLAY: Final = 2_000_000
"""Bytes of a replay file that is looked at."""
BEAT: Final = 10.0
"""Seconds after which a silent stream gets an empty line."""


class Api:
    """The HTTP routes of a server."""

    def __init__(self, hall: Hall, settings: Settings) -> None:
        self.hall = hall
        self.settings = settings
        self.requests = Buckets(settings.request_rate, 3 * settings.request_rate)
        self.commands = Buckets(settings.command_rate, 3 * settings.command_rate)
        self.makers = Buckets(settings.table_rate, 10)
        self.finders = Buckets(settings.code_rate, 10)

    # --- what all have in common --------------------------------------------------------------------------------------
    def admit(self, request: Request) -> None:
        """Raise `Denied` when somebody asks too often, or from another site's page."""
        self.hall.metrics.requests += 1
        if self.hall.is_closing:
            raise Denied(Code.CLOSING, because("server-stops"))
        check_origin(request.headers, self.settings)
        if not self.requests.take(address_of(request, self.settings)):
            raise Denied(Code.TOO_FAST, because("too-fast"))

    async def read(self, request: Request, made: type[Read]) -> Read:
        """The body of a request."""
        body = await body_of(request, LARGEST_MESSAGE)
        return decode(body, made)

    async def visit(self, request: Request) -> tuple[Room, Role]:
        """The table that a request is about, and who asks."""
        self.admit(request)
        room = await self.hall.open_room(str(request.path_params["table"]))
        return room, await self.hall.role_of(room.id, tokens_of(request.headers))

    async def watch(self, request: Request) -> tuple[Room, Role]:
        """The same, for somebody who may see the game."""
        room, role = await self.visit(request)
        async with room.lock:
            sitting = await room.sitting()
        if not role.seats and not sitting.setting.spectators:
            raise Denied(Code.NOT_ALLOWED, because("not-watched"))
        return room, role

    # --- tables -------------------------------------------------------------------------------------------------------
    async def list_tables(self, request: Request) -> Response:
        """The lobby, or the tables that are asked for by code or by id."""
        self.admit(request)
        code, ids = request.query_params.get("code"), request.query_params.getlist("id")
        if code is not None:
            self.guess(request)
            ids = [*ids, *await self.hall.coded(code)]
        elif not ids:
            return answer(await self.hall.lobby())
        return answer(await self.hall.briefs(ids[:MOST_ASKED]))

    def guess(self, request: Request) -> None:
        """Raise `Denied` when somebody asks for codes too often."""
        if not self.finders.take(address_of(request, self.settings)):
            raise Denied(Code.TOO_FAST, because("too-many-codes"))

    async def make_table(self, request: Request) -> Response:
        """A new table."""
        self.admit(request)
        if not self.makers.take(address_of(request, self.settings)):
            raise Denied(Code.TOO_MANY, because("too-many-tables"))
        wanted = await self.read(request, protocol.NewTable)
        return answer(await self.hall.make(wanted), 201)

    async def see_table(self, request: Request) -> Response:
        """A table."""
        room, _ = await self.visit(request)
        async with room.lock:
            return answer(see_table(await room.sitting(), room.online()))

    async def find_table(self, request: Request) -> Response:
        """The table of a code."""
        self.admit(request)
        self.guess(request)
        room = await self.hall.find_room(str(request.path_params["code"]))
        async with room.lock:
            return answer(see_table(await room.sitting(), room.online()))

    async def take_seat(self, request: Request) -> Response:
        """A seat."""
        self.admit(request)
        room = await self.hall.open_room(str(request.path_params["table"]))
        return answer(await room.join(await self.read(request, protocol.Join)), 201)

    async def make_token(self, request: Request) -> Response:
        """A further secret of a seat, with some of the rights that one has."""
        room, role = await self.visit(request)
        wanted = await self.read(request, protocol.NewToken)
        if len(role.seats) != 1:
            raise Denied(Code.NOT_ALLOWED, because("one-secret"))
        seat, scopes = next(iter(role.seats.items()))
        if not {"play", "host"} & scopes or not scopes >= set(wanted.scopes):
            raise Denied(Code.NOT_ALLOWED, because("more-than-held"))
        async with room.lock:
            places = (await room.sitting()).state.places
        key = places[seat].key if seat >= 0 else ""
        seated, row = self.hall.new_token(room.id, seat, tuple(dict.fromkeys(wanted.scopes)), key)
        await self.hall.store.add_token(row)
        return answer(seated, 201)

    async def command(self, request: Request) -> Response:
        """A command."""
        room, role = await self.visit(request)
        if not self.commands.take(address_of(request, self.settings)):
            raise Denied(Code.TOO_FAST, because("too-fast"))
        command = cast(AnyCommand, await self.read(request, AnyCommand))  # pyright: ignore[reportArgumentType]
        began = time.perf_counter()
        found = await room.command(role, command)
        self.hall.metrics.commands += 1
        self.hall.metrics.refused += isinstance(found, protocol.Refused)
        self.hall.metrics.observe(time.perf_counter() - began)
        return answer(found)

    async def stream(self, request: Request) -> Response:
        """What happens, a line each."""
        room, role = await self.watch(request)
        if len(room.connections) >= self.settings.most_connections:
            raise Denied(Code.TOO_MANY, because("too-many-watchers"))
        seen = number(request.query_params.get("seen", "0"))
        connection = await room.enter(role, seen)
        follow = request.query_params.get("follow", "1") != "0"
        return StreamingResponse(lines_of(room, connection, follow=follow), media_type="application/x-ndjson")

    # --- finished games -----------------------------------------------------------------------------------------------
    async def ply(self, request: Request) -> Response:
        """A finished game as it stood."""
        room, role = await self.watch(request)
        wanted = number(str(request.path_params["ply"]))
        async with room.lock:
            sitting = await room.sitting()
            if sitting.state.outcome is None:
                raise Denied(Code.NOT_OVER, because("not-over"))
            entries = await room.entries()
        plies = [each for each in entries if isinstance(each, PlyEntry)]
        if wanted > len(plies):
            raise Denied(Code.NO_PLY, because("no-ply", count=len(plies)))
        replay = replay_of(sitting, entries)
        game = await asyncio.to_thread(replay.game_at, wanted)
        shown = see_entries(plies[wanted - 1 : wanted] if wanted else [], frozenset(role.mine), "attentive")
        entry = cast("PlyEntry | None", shown[0] if shown else None)
        found = protocol.PlyView(room.id, wanted, len(plies), entry, see_game(game, wanted))
        made = answer(found)
        made.headers["cache-control"] = "public, max-age=31536000, immutable"
        return made

    async def record(self, request: Request) -> Response:
        """A finished game, whole."""
        room, role = await self.watch(request)
        async with room.lock:
            sitting = await room.sitting()
            if sitting.state.outcome is None:
                raise Denied(Code.NOT_OVER, because("not-over"))
            entries = await room.entries()
            table = see_table(sitting, room.online())
        text = replay_of(sitting, entries).dumps()
        if request.path_params["kind"] == "replay":
            return Response(
                text,
                media_type="text/plain; charset=utf-8",
                headers={"content-disposition": f'attachment; filename="{room.id}.replay"'},
            )
        shown = see_entries(entries, frozenset(role.mine), "attentive")
        return answer(protocol.Record(table, shown, text))

    async def replay_record(self, request: Request) -> Response:
        """The game of a replay file, and what each of its plies brought."""
        return await self.look_into(request, record_of_file)

    async def replay(self, request: Request) -> Response:
        """A replay file as its game stood."""
        wanted = number(str(request.path_params["ply"]))
        return await self.look_into(request, lambda text: view_file(text, wanted))

    async def look_into(self, request: Request, look: Callable[[str], object]) -> Response:
        """What there is to see in a replay file."""
        self.admit(request)
        file = decode(await body_of(request, LARGEST_REPLAY), protocol.ReplayFile)
        try:
            return answer(await asyncio.to_thread(look, file.text))
        except ValueError as error:
            raise Denied(Code.MALFORMED, because("unreadable", detail=str(error)[:300])) from None

    # --- about the server ---------------------------------------------------------------------------------------------
    async def version(self, _: Request) -> Response:
        """Which server this is."""
        build = build_of(self.settings)
        return answer(protocol.Version(self.hall.version, protocol.PROTOCOL, RULES, build))

    async def health(self, _: Request) -> Response:
        """Whether the store answers."""
        try:
            await asyncio.wait_for(self.hall.store.heads(["lobby"], limit=1), 4)
        except (StoreBusy, TimeoutError):
            return answer(protocol.Health(False, self.hall.store.name), 503)
        ok = not self.hall.is_closing
        return answer(protocol.Health(ok, self.hall.store.name), 200 if ok else 503)

    async def metrics(self, _: Request) -> Response:
        """Counters of this worker."""
        self.hall.metrics.rooms = len(self.hall.rooms)
        self.hall.metrics.sockets = sum(len(room.connections) for room in self.hall.rooms.values())
        return Response(self.hall.metrics.text(), media_type="text/plain; version=0.0.4")

    async def schema(self, _: Request) -> Response:
        """The types."""
        return answer(schema.schema())

    async def openapi(self, _: Request) -> Response:
        """The routes."""
        return answer(openapi.document(self.hall.version, self.settings.base_path))


async def lines_of(room: Room, connection: Connection, *, follow: bool) -> AsyncIterator[bytes]:
    """The messages for a stream."""
    try:
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
    finally:
        room.leave(connection)


def decode(body: bytes | str, made: type[Read]) -> Read:
    """What was sent. Raises `Denied`."""
    try:
        return msgspec.json.decode(body, type=made)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Denied(Code.MALFORMED, because("unreadable", detail=str(error)[:300])) from None


def number(text: str) -> int:
    """A number in an address."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):
        raise Denied(Code.MALFORMED, because("number-too-long"))
    return int(text)


def answer(thing: object, status: int = 200) -> Response:
    """A thing as JSON."""
    return Response(msgspec.json.encode(thing), status, media_type="application/json")


def problem(denied: Denied) -> Response:
    """Something that was not done."""
    code = denied.code
    made = answer(denied.problem(), STATUS.get(code, 409))
    if code in {Code.BUSY, Code.CLOSING, Code.TOO_FAST, Code.TOO_MANY}:
        made.headers["retry-after"] = "1"
    if code == Code.BAD_TOKEN:
        made.headers["www-authenticate"] = "Bearer"
    return made
