"""Messages as WebSocket frames, to clients and from them."""

import json
import socket

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.sync.client import ClientConnection

from tests.server.kit import running
from ventnor.server.connection import MOST_BYTES, Connection, Message
from ventnor.server.frames import frame_size, text_of
from ventnor.server.role import Role


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 70_000])
def test_frame_is_what_the_websockets_library_writes(size: int) -> None:
    text = b"x" * size
    assert Message(text).frame == Frame(Opcode.TEXT, text).serialize(mask=False)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536])
def test_frame_of_a_client_is_read_as_the_websockets_library_writes_it(size: int) -> None:
    text = ("é" * size)[:size]
    frame = Frame(Opcode.TEXT, text.encode()).serialize(mask=True)
    assert frame_size(frame) == len(frame)
    assert [frame_size(frame[:part]) for part in range(min(len(frame), 2))] == [0, 0][: min(len(frame), 2)]
    assert text_of(frame) == (text if len(text.encode()) < 65_536 else None)


@pytest.mark.parametrize(
    "frame",
    [
        Frame(Opcode.TEXT, b"plain").serialize(mask=False),
        Frame(Opcode.TEXT, b"\xff").serialize(mask=True),
        Frame(Opcode.TEXT, b"part", fin=False).serialize(mask=True),
        Frame(Opcode.BINARY, b"bytes").serialize(mask=True),
        Frame(Opcode.PING, b"").serialize(mask=True),
        b"\xc1\x80mask",
    ],
    ids=["unmasked", "no UTF-8", "a part", "binary", "ping", "compressed"],  # masks are random: no names for tests
)
def test_other_frames_are_left_to_the_library(frame: bytes) -> None:
    assert text_of(frame) is None


def ping(name: str) -> bytes:
    """Return a command."""
    return json.dumps({"type": "ping", "id": name}).encode()


@pytest.mark.parametrize("chunk", [1, 3, 7, 64, 10_000])
def test_messages_are_heard_however_they_are_cut(chunk: int) -> None:
    whole, first, rest = ping("whole"), ping("split")[:9], ping("split")[9:]
    frames = [
        Frame(Opcode.TEXT, json.dumps({"type": "hello", "protocol": 3}).encode()),
        Frame(Opcode.TEXT, whole),
        Frame(Opcode.TEXT, first, fin=False),
        Frame(Opcode.PING, b"here?"),
        Frame(Opcode.CONT, rest),
        Frame(Opcode.BINARY, b"no text"),
        Frame(Opcode.TEXT, ping("last")),
    ]
    data = b"".join(each.serialize(mask=True) for each in frames)
    with running() as house:
        table = house.make({"kind": "mine"}, {"kind": "bot"})["table"]["id"]
        with house.socket(table) as player:
            raw: socket.socket = player.socket
            raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for start in range(0, len(data), chunk):
                raw.sendall(data[start : start + chunk])
            heard: list[str] = []
            while "last" not in heard:
                message = json.loads(player.recv(10))
                heard.append(message.get("id") or message.get("code") or message["type"])
    assert [each for each in heard if each != "presence"] == ["welcome", "whole", "split", "malformed", "last"]


def receive_forever(player: ClientConnection) -> None:
    """Read until the connection ends. No command is answered."""
    while True:
        assert "within" not in str(player.recv(10))


def test_text_in_the_middle_of_a_message_ends_the_connection() -> None:
    with running() as house:
        table = house.make({"kind": "mine"}, {"kind": "bot"})["table"]["id"]
        with house.socket(table) as player:
            player.send(json.dumps({"type": "hello", "protocol": 3}))
            assert json.loads(player.recv(10))["type"] == "welcome"
            raw: socket.socket = player.socket
            raw.sendall(Frame(Opcode.TEXT, b"part", fin=False).serialize(mask=True))
            raw.sendall(Frame(Opcode.TEXT, ping("within")).serialize(mask=True))
            with pytest.raises(ConnectionClosed) as closed:
                receive_forever(player)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1002


def test_a_client_may_get_one_message_of_any_size_and_then_no_more_than_the_limit() -> None:
    connection = Connection((), Role())
    connection.send(Message(b"x" * (MOST_BYTES + 100_000)))  # a welcome with a long record
    connection.send(Message(b"presence"))
    assert connection.farewell is None
    for _ in range(2):
        connection.send(Message(b"x" * MOST_BYTES))
    assert connection.farewell is not None
    assert connection.farewell.code == "slow"
