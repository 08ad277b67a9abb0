"""What tests that attack a server share: a server in a process of its own, its tables, and bare connections."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.server.kit import House, Json
from tests.server.process import Nursery, ServerProcess

ADA = {"kind": "mine", "name": "Ada"}
OPEN = {"kind": "open"}
UPGRADE = (
    "upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n"
    "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


@contextmanager
def attacked(nursery: Nursery, database: str = "memory:", **settings: Any) -> Iterator[House]:
    """Run a server in a process of its own."""
    server = ServerProcess(nursery, database, **settings)
    server.start()
    try:
        with server.house() as house:
            yield house
    finally:
        server.stop()


def table_of(house: House, *seats: Json, **more: Any) -> tuple[str, list[str]]:
    made = house.make(*seats, **more)
    return made["table"]["id"], [each["token"] for each in made["seats"]]


def raw_socket(house: House) -> socket.socket:
    url = house.client.base_url
    return socket.create_connection((url.host, url.port or 80), 10)
