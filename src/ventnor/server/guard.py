"""Who asks, from where, and how much: addresses, origins, limits and headers, the same for every route."""

from collections.abc import Sequence
from ipaddress import ip_address
from socket import gethostname
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ventnor.rulebook.reason import because
from ventnor.server.denial import Denied
from ventnor.server.protocol import Code
from ventnor.server.settings import LOOPBACK, Settings

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",  # the address of a table is its invitation
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
OPENER: Final = ("cross-origin-opener-policy", "same-origin")
"""Heeded only on an encrypted page or on this machine; elsewhere browsers complain about it."""
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
"""The HTTP status of a code; 409 for the others."""


class Shield:
    """Puts the usual headers on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_shielded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if is_trustworthy(scope):
                    headers.setdefault(*OPENER)
                if "cache-control" not in headers:
                    headers["cache-control"] = "no-store"
            await send(message)

        await self.app(scope, receive, send_shielded)


def is_trustworthy(scope: Scope) -> bool:
    """Whether the asker's browser has the page encrypted, as it or a proxy says, or from its own machine."""
    headers = Headers(scope=scope)
    if scope["scheme"] == "https" or headers.get("x-forwarded-proto", "").lower() == "https":
        return True
    named = headers.get("host", "").lower()
    host = named[1:].partition("]")[0] if named.startswith("[") else named.partition(":")[0]
    return host in LOOPBACK or host.startswith("127.") or host.endswith(".localhost")


def address_of(asker: HTTPConnection, settings: Settings) -> str:
    """The address that a limit is for; behind a proxy that is trusted, the one it gives."""
    address = asker.client.host if asker.client else ""
    if address in settings.trusted_proxies:
        told = asker.headers.get("x-forwarded-for", "")
        return told.rsplit(",", 1)[-1].strip()[:64] or address
    return address


def check_origin(headers: Headers, settings: Settings) -> None:
    """Raise `Denied` when a page of another site asks. Programs that are no browsers say no origin."""
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
    """Whether a name can mean only this machine: an address, or its own name. Any other may be made to mean it."""
    try:
        ip_address(host)
    except ValueError:
        own = gethostname().lower()
        return host in {"localhost", own, f"{own.partition('.')[0]}.local"}
    return True


def tokens_of(headers: Headers) -> Sequence[str]:
    """The secrets that a request carries, parted by commas."""
    given = headers.get("authorization", "")
    kind, _, rest = given.partition(" ")
    if not given:
        return ()
    tokens = [each.strip() for each in rest.split(",")]
    if kind.lower() != "bearer" or len(tokens) > 8 or not all(16 <= len(each) <= 100 for each in tokens):
        raise Denied(Code.BAD_TOKEN, because("secret-as-bearer"))
    return tokens


async def body_of(request: Request, most: int) -> bytes:
    """The body of a request, if it is JSON and not too large."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Denied(Code.MALFORMED, because("body-is-json"))
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise Denied(Code.TOO_LARGE, because("body-too-large", most=most))
    return body
