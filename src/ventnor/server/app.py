"""The server as one ASGI application, and how it is run."""

import contextlib
import logging
import os
from collections.abc import AsyncGenerator
from typing import Final, cast

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

from ventnor.server import garbage
from ventnor.server.errors import Denied
from ventnor.server.handlers import Handlers, problem
from ventnor.server.handover import Elsewhere, HandedOver
from ventnor.server.http import FloodCheck
from ventnor.server.insight.handlers import InsightHandlers
from ventnor.server.protocol import Code
from ventnor.server.registry import Registry
from ventnor.server.room import Gone
from ventnor.server.routes import ROUTES
from ventnor.server.security import HostCheck, SecurityHeaders
from ventnor.server.settings import ServerSettings
from ventnor.server.static import Static
from ventnor.server.store import make_store
from ventnor.server.store.contract import StoreBusy
from ventnor.server.uvicorn_config import Adopted
from ventnor.server.websocket import WebSockets
from ventnor.words.reason import because

LOG: Final = logging.getLogger("ventnor.server")


def make_app(settings: ServerSettings, registry: Registry | None = None) -> Starlette:
    """Return the application. It opens its store at startup. Raises `BadDatabase`."""
    registry = registry or Registry(make_store(settings.database), settings)
    handlers, sockets, static = Handlers(registry, settings), WebSockets(registry, settings), Static(settings)
    insight = InsightHandlers(handlers)
    parts: dict[str, object] = {"tables": handlers, "insight": insight}

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        adopted = Adopted(app, settings)
        await registry.open(adopted.adopt)
        if garbage.is_tuned():
            registry.spawn(garbage.collect_when_idle(lambda: registry.metrics.commands))
        LOG.info(
            "ready", extra={"data": {"version": registry.version, "store": registry.store.name, "pid": os.getpid()}}
        )
        try:
            yield
        finally:
            await registry.close()
            await adopted.close()
            handlers.pool.close()
            await insight.close()
            LOG.info("stopped")

    def denied(_: Request, error: Exception) -> Response:
        assert isinstance(error, Denied)
        return problem(error)

    def gone(_: Request, __: Exception) -> Response:
        return problem(Denied(Code.NO_TABLE, because("no-table")))

    async def elsewhere(request: Request, error: Exception) -> Response:
        assert isinstance(error, Elsewhere)
        # Not a response, but it is called like one.
        ended = problem(Denied(Code.BUSY, because("busy")))
        return cast(Response, HandedOver(error.address, getattr(request.state, "body", b""), ended))

    def busy(_: Request, __: Exception) -> Response:
        return problem(Denied(Code.BUSY, because("store-busy")))

    def unknown(_: Request, error: Exception) -> Response:
        made = problem(Denied(Code.NO_ROUTE, because("nothing-here")))
        if isinstance(error, HTTPException):
            made.status_code = error.status_code
            made.headers.update(error.headers or {})
        return made

    def failed(request: Request, error: Exception) -> Response:
        registry.metrics.errors += 1
        LOG.error("a request failed", exc_info=error, extra={"data": {"method": request.method}})
        return problem(Denied(Code.INTERNAL, because("internal")))

    routes: list[BaseRoute] = [
        WebSocketRoute("/api/tables/{table}/socket", sockets.serve),
        *(Route(each.path, getattr(parts[each.part], each.name), methods=[each.method]) for each in ROUTES),
        Route("/{path:path}", static.serve, methods=["GET"]),
    ]
    if settings.base_path:
        root = RedirectResponse(f"{settings.base_path}/")

        async def to_base(_: Request) -> Response:
            return root

        routes = [Mount(settings.base_path, routes=routes), Route("/", to_base)]
    return Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[Middleware(FloodCheck), Middleware(SecurityHeaders), Middleware(HostCheck, settings=settings)],
        exception_handlers={
            Denied: denied,
            Gone: gone,
            Elsewhere: elsewhere,
            StoreBusy: busy,
            HTTPException: unknown,
            Exception: failed,
        },
    )
