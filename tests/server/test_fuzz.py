"""Random messages over the WebSocket: each gets an answer or an error, nothing breaks, nothing changes."""

import json
import logging
import random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from tests.server.kit import House, running
from ventnor.server import protocol
from ventnor.server.protocol import LARGEST_MESSAGE

TAGS = [made.__struct_config__.tag for made in protocol.ClientMessage.__args__]
ACTIONS = ["roll", "buy", "bid", "pass", "offer", "accept", "build", "mortgage", "resign", "throw", "hour", "x"]
VALUES: list[Any] = [
    None, True, 0, 1, -1, 7, 8, 2**31, 2**63, 2**200, 1e308, 0.5, "", "a", "roll", "oriental", "\u202e", "\x00",
    "é" * 400,    "'; drop table heads; --", [], [[]], {}, {"do": "roll"}, [1] * 50, {"a": {"b": {"c": 1}}}, "x" * 5000,
]  # fmt: skip
FIELDS = [
    "id",
    "seat",
    "ply",
    "action",
    "actions",
    "text",
    "reaction",
    "on",
    "bot",
    "seconds",
    "tokens",
    "seen",
    "nonce",
    "zz",
]


def nonsense(chance: random.Random) -> str | bytes:
    """Return a message that is more or less a command."""
    kind = chance.random()
    if kind < 0.05:
        return chance.randbytes(chance.randint(0, 200))
    if kind < 0.10:
        return "".join(chance.choice('{}[]",:0a\\u') for _ in range(chance.randint(0, 80)))
    if kind < 0.12:
        return "[" * chance.randint(1, 6000)
    if kind < 0.13:
        return "x" * (LARGEST_MESSAGE + 1)
    message: dict[str, Any] = {"type": chance.choice(TAGS), "id": f"f{chance.randint(0, 10**9)}", "seat": 0, "ply": 0}
    if chance.random() < 0.5:
        message["action"] = {"do": chance.choice(ACTIONS)}
        for _ in range(chance.randint(0, 3)):
            name = chance.choice(["amount", "to", "space", "give", "get", "number", "deck", "die1"])
            message["action"][name] = chance.choice(VALUES)
    for _ in range(chance.randint(0, 3)):
        message[chance.choice(FIELDS)] = chance.choice(VALUES)
    if chance.random() < 0.3:
        message.pop(chance.choice(list(message)))
    return json.dumps(message)


def pester(house: House, table: str, tokens: list[str], count: int, seed: int) -> int:
    """Send random messages; return the number of answers."""
    chance = random.Random(seed)
    sent = answered = 0
    while sent < count:
        with house.socket(table) as socket:
            hello = {"type": "hello", "protocol": 3, "tokens": tokens, "seen": 10**6}
            socket.send(json.dumps(hello))
            try:
                while sent < count:
                    socket.send(nonsense(chance))
                    sent += 1
                    while True:
                        text = socket.recv(20)
                        kind = json.loads(text)["type"]
                        if kind not in {"welcome", "changes", "presence", "reacted"}:
                            answered += 1
                            break
            except ConnectionClosed:
                continue  # the server closes the connection after too many unreadable messages
    return answered


def run(count: int, seed: int, caplog: pytest.LogCaptureFixture) -> None:
    with running() as house:
        seats = [{"kind": "mine", "name": "Ada"}, {"kind": "mine", "name": "Bob"}]
        made = house.make(*seats)
        table = made["table"]["id"]
        assert house.command(table, made["seats"][0]["token"], {"type": "start"})["type"] == "done"
        before = house.client.get(f"/api/tables/{table}").json()
        with caplog.at_level(logging.WARNING):
            # A spectator cannot change the table.
            assert pester(house, table, [], count // 2, seed) > count // 4
            assert house.client.get(f"/api/tables/{table}").json() == before
            # A player can do only what the rules and the protocol allow.
            assert pester(house, table, [made["seats"][1]["token"]], count // 2, seed + 1) > count // 4
        assert house.client.get("/healthz").json()["ok"]
        assert house.registry.metrics.errors == 0
        assert not [each for each in caplog.records if each.exc_info], caplog.text[-3000:]


def test_nonsense_over_the_websocket(caplog: pytest.LogCaptureFixture) -> None:
    run(5_000, 1, caplog)


@pytest.mark.long
def test_much_nonsense_over_the_websocket(caplog: pytest.LogCaptureFixture) -> None:
    run(100_000, 2, caplog)


def exhaust(socket: ClientConnection) -> None:
    """Read until no message comes any more."""
    while True:
        socket.recv(10)


def test_frames_beyond_any_measure_end_the_connection() -> None:
    with running() as house:
        table = house.make({"kind": "mine"}, {"kind": "bot"})["table"]["id"]
        with house.socket(table) as socket:
            socket.send(json.dumps({"type": "hello", "protocol": 3}))
            socket.recv(10)
            socket.send("x" * 200_000)
            with pytest.raises(ConnectionClosed):
                exhaust(socket)
        assert house.client.get("/healthz").json()["ok"]


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ("", "malformed"),
        ("{}", "malformed"),
        ('{"type":"ping","id":"a"}', "malformed"),
        ('{"type":"hello","protocol":99}', "protocol"),
    ],
)
def test_who_does_not_say_hello_is_sent_away(first: str, code: str) -> None:
    with running() as house:
        table = house.make({"kind": "mine"}, {"kind": "bot"})["table"]["id"]
        with house.socket(table) as socket:
            socket.send(first)
            said = json.loads(socket.recv(10))
            assert (said["type"], said["code"]) == ("error", code)
            with pytest.raises(ConnectionClosed):
                socket.recv(10)
        with house.socket("nosuchtable") as socket:
            socket.send(json.dumps({"type": "hello", "protocol": 3}))
            assert json.loads(socket.recv(10))["code"] == "no-table"
