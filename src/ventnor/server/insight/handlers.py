"""The routes of chances, reviews and the coach. They check who asks, and pass the work to a worker process."""

import asyncio
import json
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import cache
from hashlib import sha256
from typing import Any, Final, cast

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from ventnor.log import OWN
from ventnor.server import protocol
from ventnor.server.errors import Denied
from ventnor.server.export import plies_of, replay_of
from ventnor.server.handlers import LARGEST_REPLAY, Handlers, answer, decode
from ventnor.server.insight import types, work
from ventnor.server.insight.access import check_chances, check_coach, is_blind, known_position
from ventnor.server.insight.pool import InsightJob, Pool
from ventnor.server.protocol import Code
from ventnor.server.rate_limit import Buckets
from ventnor.server.role import role_of
from ventnor.server.room import Room
from ventnor.server.security import address_of, body_of
from ventnor.study.review import Review, fingerprint
from ventnor.study.review_page import page_of
from ventnor.words.reason import because

REVIEW_BURST: Final = 10
"""Points of cost that an address may spend at once on reviews."""
QUICK_BURST: Final = 40
COSTS: Final = {"review": 2, "chances": 1}
ADVICE_COST: Final = 4
"""Points of cost of a question to the coach; the chances of a position cost one."""
Keep = Callable[[bytes], Awaitable[None]]
MOST_KEPT: Final = 64
"""Answers about running games and files that are kept in memory."""


class InsightHandlers:
    """The handlers of these routes, and the workers behind them."""

    def __init__(self, handlers: Handlers) -> None:
        self.handlers = handlers
        self.registry = handlers.registry
        settings = handlers.settings
        self.reviews = Pool("reviews", most_waiting=8, most_of_address=2, niceness=15, longest=settings.longest_review)
        self.quick = Pool("quick", most_waiting=32, most_of_address=4, niceness=10, longest=30)
        self.review_costs = Buckets(settings.review_rate, REVIEW_BURST)
        self.quick_costs = Buckets(settings.insight_rate, QUICK_BURST)
        self.kept: OrderedDict[object, bytes] = OrderedDict()

    async def close(self) -> None:
        """End the workers."""
        await asyncio.gather(self.reviews.close(), self.quick.close())

    # --- finished games -----------------------------------------------------------------------------------------------
    async def review(self, request: Request) -> Response:
        """Stream the progress of a finished game's review, then the review."""
        return await self.finished(request, "review", work.review_game)

    async def chances(self, request: Request) -> Response:
        """Stream the progress of a finished game's chances, then the chances."""
        return await self.finished(request, "chances", work.chances_of_game)

    async def review_file(self, request: Request) -> Response:
        """Stream the review of a replay file."""
        return await self.file(request, "review", work.review_game)

    async def chances_file(self, request: Request) -> Response:
        """Stream the chances of a replay file."""
        return await self.file(request, "chances", work.chances_of_game)

    async def review_page(self, request: Request) -> Response:
        """Return the review of a finished game as a page."""
        return await self.finished(request, "review", work.review_game, as_page=True)

    async def review_page_file(self, request: Request) -> Response:
        """Return the review of a replay file as a page."""
        return await self.file(request, "review", work.review_game, as_page=True)

    async def finished(
        self, request: Request, kind: str, task: Callable[..., bytes], *, as_page: bool = False
    ) -> Response:
        """Answer a request about a finished game from the store, or compute and store the answer."""
        async with self.handlers.watching(request) as (room, session, _):
            if session.state.outcome is None:
                raise Denied(Code.NOT_OVER, because("not-over"))
        made_by = await asyncio.to_thread(fingerprint_of_reviews)
        store = self.registry.store
        known = await store.review(room.id, kind, made_by)
        job: InsightJob | None = None
        if known is not None:
            room.admit_reader(address_of(request, self.handlers.settings), session.state.ply)
        else:
            entries = await room.record(address_of(request, self.handlers.settings))
            text = await asyncio.to_thread(lambda: replay_of(session, entries).dumps())
            job = self.submit(request, (room.id, kind), kind, task, text)

        async def keep(body: bytes) -> None:
            await store.keep_review(room.id, kind, made_by, body)

        return await self.reply(known, job, keep, as_page=as_page)

    async def file(self, request: Request, kind: str, task: Callable[..., bytes], *, as_page: bool = False) -> Response:
        """Answer a request about a replay file."""
        self.handlers.admit(request)
        self.handlers.admit_replay(request)
        text = decode(await body_of(request, LARGEST_REPLAY), protocol.ReplayFile).text
        key = (kind, sha256(text.encode("utf-8", "surrogatepass")).digest())
        known = self.kept.get(key)
        job = self.submit(request, key, kind, task, text) if known is None else None

        async def keep(body: bytes) -> None:
            self.remember(key, body)

        return await self.reply(known, job, keep, as_page=as_page)

    async def reply(self, known: bytes | None, job: InsightJob | None, keep: Keep, *, as_page: bool) -> Response:
        """Return a review that is stored or being computed, as a page or as a stream of messages."""
        if not as_page:
            return stream(single(known) if job is None else self.lines(job, keep))
        if job is not None:
            known = await self.reviews.result(job)
            await keep(known)
        page = await asyncio.to_thread(page_of_json, known)
        headers = {"content-disposition": 'attachment; filename="review.html"'}
        return Response(page, media_type="text/html; charset=utf-8", headers=headers)

    def submit(self, request: Request, key: object, kind: str, task: Callable[..., bytes], text: str) -> InsightJob:
        """Return the job of a review. Raises `Denied` for an address that asks for too much."""
        address = address_of(request, self.handlers.settings)
        if key not in self.reviews.jobs and not self.review_costs.take(address, COSTS[kind]):
            raise Denied(Code.TOO_FAST, because("too-many-reviews"))
        return self.reviews.submit(key, address, task, text)

    async def lines(self, job: InsightJob, keep: Keep) -> AsyncIterator[bytes]:
        """Yield the messages about a job, one a line. Its result is kept."""
        try:
            async for each in self.reviews.follow(job):
                if isinstance(each, bytes):
                    await keep(each)
                    yield finished_line(each)
                else:
                    yield msgspec.json.encode(each) + b"\n"
        except Denied as denied:
            yield msgspec.json.encode(denied.problem()) + b"\n"

    # --- running games ------------------------------------------------------------------------------------------------
    async def chances_now(self, request: Request) -> Response:
        """Return the chances of a running game. Raises `Denied` unless the table shows them to the sender."""
        async with self.handlers.watching(request) as (room, session, role):
            check_chances(session, role)
            ply, digest = session.state.ply, session.state.digest
            position = None if is_blind(session) else known_position(session, None)
        found: object = None
        if position is not None:
            body = await self.ask(request, (room.id, digest), 1, work.chances_of_position, position)
            found = None if await is_blind_now(room) else msgspec.Raw(body)
        return answer(types.ChancesNow(ply, cast(Any, found)))

    async def coach(self, request: Request) -> Response:
        """Return what the coach would do, or how good a move was. A question without an answer is no HTTP error."""
        self.handlers.admit(request)
        asked = await self.handlers.read(request, types.AskCoach)
        room, grants = await self.handlers.visit(request)
        async with room.lock:
            session = await room.session()
            check_coach(session, role_of(session, grants), asked.seat)
            now, digest = session.state.ply, session.state.digest
            if is_blind(session):
                return blind()
            position = known_position(session, asked.seat)
            entries = await room.entries() if asked.judge else []
        found: types.Advised | types.Judged
        if asked.judge:
            plies = plies_of(entries)
            own = [each for each in plies if each.actor == asked.seat and each.cause == OWN]
            if not own:
                return answer(types.Judged(0, None))
            last = own[-1]
            text = await asyncio.to_thread(lambda: replay_of(session, plies).dumps())
            body = await self.ask(request, (room.id, last.seq, "judged"), ADVICE_COST, work.judgement, text, last.ply)
            found = types.Judged(last.ply, cast(Any, msgspec.Raw(body)))
        else:
            key = (room.id, digest, asked.seat)
            body = await self.ask(request, key, ADVICE_COST, work.suggestions, position, asked.seat)
            found = types.Advised(now, cast(Any, msgspec.Raw(body)))
        return blind() if await is_blind_now(room) else answer(found)

    async def ask(
        self, request: Request, key: object, cost: int, task: Callable[..., bytes], *arguments: object
    ) -> bytes:
        """Return a quick answer, kept for others who ask the same. Raises `Denied`."""
        known = self.kept.get(key)
        if known is not None:
            return known
        address = address_of(request, self.handlers.settings)
        if not self.quick_costs.take(address, cost):
            raise Denied(Code.TOO_FAST, because("too-fast"))
        body = await self.quick.result(self.quick.submit(key, address, task, *arguments))
        self.remember(key, body)
        return body

    def remember(self, key: object, body: bytes) -> None:
        """Keep an answer in memory for a while."""
        self.kept[key] = body
        if len(self.kept) > MOST_KEPT:
            self.kept.popitem(last=False)


async def is_blind_now(room: Room) -> bool:
    """Return whether somebody began to choose how to pay the income tax while an answer was computed."""
    async with room.lock:
        return is_blind(await room.session())


def blind() -> Response:
    """Return the error for questions during the choice of income tax."""
    return answer(Denied(Code.NOT_ALLOWED, because("chances-after-tax")).problem())


@cache
def fingerprint_of_reviews() -> str:
    """Return a name for the version of reviews and of the network. It is computed once."""
    return fingerprint()


def page_of_json(review: bytes | None) -> str:
    """Return a review as a page."""
    return page_of(Review.from_json(json.loads(review or b"")))


def finished_line(review: bytes | None) -> bytes:
    """Return the last line of a stream."""
    return msgspec.json.encode(types.Finished(cast(Any, msgspec.Raw(review or b"")))) + b"\n"


async def single(review: bytes | None) -> AsyncIterator[bytes]:
    """Yield the single line of a stored review."""
    yield finished_line(review)


def stream(lines: AsyncIterator[bytes]) -> Response:
    """Return a response of lines."""
    return StreamingResponse(lines, media_type="application/x-ndjson")
