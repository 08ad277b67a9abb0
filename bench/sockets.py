"""What a WebSocket message costs on several paths: a message of 100 bytes comes in, six of 1 kB go out.

    python bench/sockets.py [--messages 3000]

`starlette` and `frames` run in uvicorn: the first awaits `receive_text` and `send_text`, the second is the server's own
path (`server/frames.py`). `picows` is measured if it is installed. `bytes` reads and writes frames with no library: the
least that the event loop and the sockets cost. Each runs in a process of its own, whose processor time is printed.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import importlib.util
import multiprocessing
import os
import socket
import time
from pathlib import Path
from typing import Any, ClassVar, cast

import uvicorn
import uvloop
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from ventnor.server.connection import frame_of
from ventnor.server.frames import FrameProtocol, frame_size, protocol_of, text_of

SOCKETS = 6
QUESTION = "x" * 100
ANSWER = "y" * 1000
WAYS = ("starlette", "frames", "bytes", "picows")


async def serve_uvicorn(port: int, *, direct: bool) -> None:
    """Serve with uvicorn, by its own messages or by frames."""
    everybody: list[Any] = []
    frame = frame_of(ANSWER.encode())

    async def serve(each: WebSocket) -> None:
        await each.accept()
        if direct:
            protocol = protocol_of(each.scope)
            everybody.append(protocol)
            gone = asyncio.Event()

            def hear(_: str | None) -> None:
                for other in everybody:
                    other.write_frame(frame)

            protocol.listen(hear, gone.set)
            await gone.wait()
            return
        everybody.append(each)
        try:
            while True:
                await each.receive_text()
                for other in everybody:
                    await other.send_text(ANSWER)
        except WebSocketDisconnect:
            return

    app = Starlette(routes=[WebSocketRoute("/", serve)])
    ws: Any = FrameProtocol if direct else "websockets-sansio"
    options: dict[str, Any] = {"ws_per_message_deflate": False, "log_level": "error", "lifespan": "off"}
    await uvicorn.Server(uvicorn.Config(app, port=port, ws=ws, **options)).serve()


class Bare(asyncio.Protocol):
    """A connection that reads and writes frames itself."""

    everybody: ClassVar[list[asyncio.Transport]] = []
    frame: ClassVar[bytes] = frame_of(ANSWER.encode())

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        self.transport = cast(asyncio.Transport, transport)
        self.is_open = False

    def data_received(self, data: bytes) -> None:
        """Answer the upgrade with the least that the client here looks at, then every message."""
        if not self.is_open:
            self.is_open = True
            self.everybody.append(self.transport)
            self.transport.write(b"HTTP/1.1 101 \r\n\r\n")
            return
        while data:
            size = frame_size(data)
            text_of(data[:size])
            data = data[size:]
            for each in self.everybody:
                each.write(self.frame)


async def serve_bytes(port: int) -> None:
    """Serve with no library."""
    server = await asyncio.get_running_loop().create_server(Bare, "127.0.0.1", port)
    await server.serve_forever()


async def serve_picows(port: int) -> None:
    """Serve with picows."""
    picows: Any = importlib.import_module("picows")
    everybody: list[Any] = []

    class Listener(picows.WSListener):
        def on_ws_connected(self, transport: Any) -> None:
            everybody.append(transport)

        def on_ws_frame(self, _: Any, frame: Any) -> None:
            frame.get_payload_as_utf8_text()
            for each in everybody:
                each.send(picows.WSMsgType.TEXT, ANSWER.encode())

    def listen(_: Any) -> Any:
        return Listener()

    server = await picows.ws_create_server(listen, "127.0.0.1", port)
    await server.serve_forever()


def serve(way: str, port: int) -> None:
    """Serve in one of the ways, for ever."""
    work = {
        "starlette": lambda: serve_uvicorn(port, direct=False),
        "frames": lambda: serve_uvicorn(port, direct=True),
        "bytes": lambda: serve_bytes(port),
        "picows": lambda: serve_picows(port),
    }
    uvloop.run(work[way]())


def connect(port: int) -> socket.socket:
    """Return an open WebSocket."""
    deadline = time.monotonic() + 30
    while True:
        try:
            made = socket.create_connection(("127.0.0.1", port))
            break
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
    key = base64.b64encode(os.urandom(16)).decode()
    made.sendall(
        f"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    head = b""
    while b"\r\n\r\n" not in head:
        head += made.recv(1000)
    return made


def seconds_of(pid: int) -> float:
    """Return the processor time of the first thread of a process."""
    return int(Path(f"/proc/{pid}/schedstat").read_text(encoding="ascii").split()[0]) / 1e9


def measure(way: str, messages: int) -> float:
    """Return the processor time of the server for a message, in seconds."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = multiprocessing.get_context("spawn").Process(target=serve, args=(way, port), daemon=True)
    process.start()
    try:
        sockets = [connect(port) for _ in range(SOCKETS)]
        assert process.pid is not None
        text = QUESTION.encode()
        question = bytes([0x81, 0x80 | len(text)]) + b"\0\0\0\0" + text
        before = 0.0
        for number in range(-messages // 10, messages):
            if not number:
                before = seconds_of(process.pid)
            sockets[0].sendall(question)
            for each in sockets:
                left = len(ANSWER) + 4
                while left:
                    left -= len(each.recv(left))
        return (seconds_of(process.pid) - before) / messages
    finally:
        process.terminate()
        process.join()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--messages", type=int, default=3000)
    wanted = parser.parse_args().messages
    for each in WAYS:
        if each != "picows" or importlib.util.find_spec("picows"):
            print(f"{each:9s} {1e6 * min(measure(each, wanted) for _ in range(3)):4.0f} µs a message", flush=True)
