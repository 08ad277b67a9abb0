"""A server's address, and the HTTP requests before the socket is open."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import Request, urlopen

from ventnor.words.kind import show

LINK: Final = re.compile(r"^/?t/(?P<table>[A-Za-z0-9_-]+)(?:/(?P<secret>[A-Za-z0-9_-]+))?/?$")
TIMEOUT: Final = 30
LARGEST_ANSWER: Final = 2**24


class BadLink(ValueError):
    """A link or code that leads to no table."""


class ServerRefused(ValueError):
    """The server refused a request, or did not answer."""


@dataclass(frozen=True)
class Address:
    """A table of a server, and the secret of a seat there."""

    server: str
    """Scheme, host and port, and the path before `#`: http://127.0.0.1:8935."""
    table: str = ""
    secret: str = ""

    @classmethod
    def read(cls, url: str) -> "Address":
        """Read a server's address, the link of a table, or the private link of a seat. Raises `BadLink`."""
        parts = urlsplit(url if "://" in url else f"http://{url}")
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise BadLink(f"{show(url)} is not the address of a server: write http://HOST:PORT or a table's link")
        server = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
        if not parts.fragment.strip("/"):
            return cls(server)
        found = LINK.match(parts.fragment)
        if not found:
            raise BadLink(f"{show(url)} is not the link of a table: copy the whole link, such as http://HOST/#/t/TABLE")
        return cls(server, found["table"], found["secret"] or "")

    @property
    def socket(self) -> str:
        """Return the address of the table's socket."""
        return f"{self.server.replace('http', 'ws', 1)}/api/tables/{quote(self.table)}/socket"

    def ask(self, path: str, body: Mapping[str, Any] | None = None) -> Any:
        """Return the server's answer. Raises `ServerRefused`."""
        data = None if body is None else json.dumps(body).encode()
        request = Request(f"{self.server}{path}", data, {"content-type": "application/json"})  # http(s) only
        try:
            with urlopen(request, timeout=TIMEOUT) as answer:
                return json.loads(answer.read(LARGEST_ANSWER))
        except HTTPError as error:
            raise ServerRefused(why_of(error)) from error
        except (URLError, OSError) as error:
            raise ServerRefused(f"{self.server} does not answer: {getattr(error, 'reason', error)}") from error
        except ValueError as error:
            raise ServerRefused(f"{self.server} is not a Ventnor server") from error

    def with_code(self, code: str) -> "Address":
        """Return the table that has this code. Raises `ServerRefused`."""
        return replace(self, table=str(self.ask(f"/api/codes/{quote(code.strip())}")["id"]))

    def take_seat(self, name: str, seat: int | None = None) -> "Address":
        """Take a free seat and return its private address. Raises `BadLink` or `ServerRefused`."""
        if not self.table:
            raise BadLink("which table? Give the table's link, or its code with --code")
        wanted = {"name": name} | ({} if seat is None else {"seat": seat})
        return replace(self, secret=str(self.ask(f"/api/tables/{quote(self.table)}/seats", wanted)["token"]))

    @property
    def protocol(self) -> int:
        """Return the protocol that the server speaks. Raises `ServerRefused`."""
        found = self.ask("/version").get("protocol")
        if not isinstance(found, int):
            raise ServerRefused(f"{self.server} is not a Ventnor server")
        return found

    def __str__(self) -> str:
        """Return the private link, which opens the seat in a browser, too."""
        secret = f"/{self.secret}" if self.secret else ""
        return f"{self.server}/#/t/{self.table}{secret}" if self.table else self.server


def why_of(error: HTTPError) -> str:
    """Return the server's sentence for an error."""
    try:
        return str(json.loads(error.read(LARGEST_ANSWER))["why"])
    except (ValueError, LookupError, TypeError, OSError):
        return f"the server answered {error.code} {error.reason}"
