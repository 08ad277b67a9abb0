"""Checks that are the same for every route: host names, origins, addresses, tokens, bodies, and response headers."""

import asyncio
from collections.abc import Sequence
from ipaddress import IPv6Address, IPv6Network, ip_address
from socket import gethostname
from typing import Final
from urllib.parse import urlsplit

from msgspec import json
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ventnor.server.errors import Denied
from ventnor.server.protocol import Code
from ventnor.server.settings import LOOPBACK, ServerSettings
from ventnor.words.reason import because

BODY_SECONDS: Final = 20.0
"""How long a client may take to send a body."""
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",  # anybody who knows a table's address may watch it
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
OPENER: Final = ("cross-origin-opener-policy", "same-origin")
"""Sent only on encrypted pages or on this machine. Elsewhere browsers log a warning about it."""
STATUS: Final = {
    Code.MALFORMED: 400,
    Code.BAD_TABLE: 400,
    Code.BAD_TOKEN: 401,
    Code.NOT_ALLOWED: 403,
    Code.BAD_ORIGIN: 403,
    Code.NO_TABLE: 404,
    Code.NO_SEAT: 404,
    Code.NO_PLY: 404,
    Code.NO_ROUTE: 404,
    Code.TOO_LARGE: 413,
    Code.TOO_FAST: 429,
    Code.TOO_MANY: 429,
    Code.BUSY: 503,
    Code.CLOSING: 503,
    Code.INTERNAL: 500,
}
"""HTTP status by code; 409 for all others."""


class SecurityHeaders:
    """Adds the security headers to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if is_trustworthy(scope):
                    headers.setdefault(*OPENER)
                if "cache-control" not in headers:
                    headers["cache-control"] = "no-store"
            await send(message)

        await self.app(scope, receive, send_secured)


def is_trustworthy(scope: Scope) -> bool:
    """Return whether the browser has the page over TLS (directly or by a proxy), or from its own machine."""
    if is_encrypted(scope):
        return True
    named = Headers(scope=scope).get("host", "").lower()
    host = named[1:].partition("]")[0] if named.startswith("[") else named.partition(":")[0]
    return host in LOOPBACK or host.startswith("127.") or host.endswith(".localhost")


def is_encrypted(scope: Scope) -> bool:
    """Return whether the browser has the page over TLS, directly or by a proxy."""
    return scope["scheme"] == "https" or Headers(scope=scope).get("x-forwarded-proto", "").lower() == "https"


def address_of(asker: HTTPConnection, settings: ServerSettings) -> str:
    """Return the address that limits count for; behind a trusted proxy, the one that the proxy saw.

    A client may send X-Forwarded-For itself, in one line or in several. A proxy appends to them, so the last address
    that is not a trusted proxy's own is the client's. The 2^64 addresses of an IPv6 network count as one.
    """
    address = asker.client.host if asker.client else ""
    if address in settings.trusted_proxies:
        lines = asker.headers.getlist("x-forwarded-for")
        for each in reversed([each.strip() for each in ",".join(lines).split(",")]):
            if each and each not in settings.trusted_proxies:
                address = each[:64]
                break
    return network_of(address)


def network_of(address: str) -> str:
    """Return what limits count an address as: itself, or its IPv6 network (/64). A port is left out."""
    host = address[1:].partition("]")[0] if address.startswith("[") else address
    if host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        found = ip_address(host)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(IPv6Network((found, 64), strict=False))
    return str(found)


class HostCheck:
    """Refuses requests for other host names, against DNS rebinding.

    Only servers that people reach directly check it. Behind a proxy, the proxy decides which names it serves.
    """

    def __init__(self, app: ASGIApp, settings: ServerSettings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request or a WebSocket."""
        if scope["type"] in {"http", "websocket"} and not self.is_known(Headers(scope=scope).get("host", "")):
            denied = Denied(Code.BAD_ORIGIN, because("other-name"))
            response = Response(json.encode(denied.problem()), 403, media_type="application/json")
            await response(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def is_known(self, named: str) -> bool:
        """Return whether a Host header names this server."""
        settings = self.settings
        if not settings.is_at_home or any(urlsplit(each).netloc.lower() == named.lower() for each in settings.origins):
            return True
        try:
            host = urlsplit(f"//{named}").hostname or ""
        except ValueError:
            return False
        return is_name_of_home(host)


def check_origin(headers: Headers, settings: ServerSettings) -> None:
    """Raise `Denied` for a page of another site. Programs other than browsers send no origin."""
    origin = headers.get("origin")
    if origin is None or origin in settings.origins:
        return
    try:
        found = urlsplit(origin)
        site, host = found.netloc.lower(), found.hostname or ""
    except ValueError:  # no address at all
        site = host = ""
    if not site or site != headers.get("host", "").lower():
        raise Denied(Code.BAD_ORIGIN, because("other-site"))
    if settings.is_at_home and not is_name_of_home(host):
        raise Denied(Code.BAD_ORIGIN, because("other-name"))


def is_name_of_home(host: str) -> bool:
    """Return whether a host is an address or this machine's own name. Any other name could be pointed here."""
    try:
        ip_address(host)
    except ValueError:
        own = gethostname().lower()
        return host in {"localhost", own, f"{own.partition('.')[0]}.local"}
    return True


def tokens_of(headers: Headers) -> Sequence[str]:
    """Return the secrets of a request, separated by commas in its header."""
    given = headers.get("authorization", "")
    kind, _, rest = given.partition(" ")
    if not given:
        return ()
    tokens = [each.strip() for each in rest.split(",")]
    if kind.lower() != "bearer" or len(tokens) > 8 or not all(16 <= len(each) <= 100 for each in tokens):
        raise Denied(Code.BAD_TOKEN, because("secret-as-bearer"))
    return tokens


async def body_of(request: Request, most: int) -> bytes:
    """Return the body of a request. Raises `Denied` unless it is JSON and small enough."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Denied(Code.MALFORMED, because("body-is-json"))
    body = b""
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    raise Denied(Code.TOO_LARGE, because("body-too-large", most=most))
    except TimeoutError:
        raise Denied(Code.MALFORMED, because("body-too-slow", most=int(BODY_SECONDS))) from None
    request.state.body = body  # in case the request is handed over to another process
    return body
