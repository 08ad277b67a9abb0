"""uvicorn's WebSocket protocol, with fast paths for whole text messages, the most frequent ones.

A frame that carries a whole text message is read here and given to its listener at once. Everything else (handshake,
fragments, control frames, errors) goes through the `websockets` library, frame by frame. Frames for clients are built
once and written to many sockets.
"""

import asyncio
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from ventnor.server.handover import CONNECTION
from ventnor.server.rate_limit import Bucket

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveEvent

OTHER_RATE: Final = 5.0
"""Frames other than whole text messages that a client may send a second; ten times as many at once."""
MOST_LATE: Final = 1000
"""Messages that may still come after the server has closed the connection."""
STALL_SECONDS: Final = 30.0
"""Seconds after which a client that reads nothing is disconnected."""
WHOLE_TEXT: Final = 0x81
"""The first byte of a frame that is a whole text message (RFC 6455, section 5.2)."""
WHOLE: Final = 0x80
CONTROL: Final = 0x08
MASKED: Final = 0x80
LONGEST_HEADER: Final = 14


class FrameProtocol(WebSocketsSansIOProtocol):
    """A connection. Messages of `send` and frames sent at once keep their order."""

    _others: Bucket | None = None
    """Permits for frames that are not whole text messages: pings, pongs, fragments, binary messages."""
    _rest: bytes = b""
    """What has come and is not read yet: an incomplete frame, or all that follows while reading is paused."""
    _stall: asyncio.TimerHandle | None = None
    _late: int = 0
    """Messages that came after the server closed the connection."""
    _is_split: bool = False
    """Whether a message of several frames is incomplete."""
    _hear: Callable[[str | None], None] | None = None
    _end: Callable[[], None] | None = None

    def handle_connect(self, event: Request) -> None:
        """Take over a connection, and let its handler know it."""
        self.app_state = {**self.app_state, CONNECTION: self}
        super().handle_connect(event)

    def detach(self) -> int:
        """Stop serving the connection before its handshake is answered. Return a file descriptor of its socket."""
        self.transport.pause_reading()
        passed = os.dup(self.transport.get_extra_info("socket").fileno())
        self.transport.abort()
        return passed

    def listen(self, hear: Callable[[str | None], None], end: Callable[[], None]) -> None:
        """Call `hear` for every message from now on (with None if it is not text), and `end` when the client has gone.

        Messages received earlier are passed on now.
        """
        self._hear, self._end = hear, end
        waiting = [self.queue.get_nowait() for _ in range(self.queue.qsize())]
        # From now on nothing waits in the queue, so its memory can go.
        self.queue = cast("asyncio.Queue[ASGIReceiveEvent]", Straight(self._deliver))
        for message in waiting:
            self._deliver(cast("dict[str, object]", message))
        self.go_on_reading()
        self._take_frames()

    def _deliver(self, message: dict[str, object]) -> None:
        """Pass on the messages that the library has read."""
        if self._hear is None or self._end is None:
            return
        if message["type"] == "websocket.disconnect":
            self._end()
        else:
            self._hear(cast("str | None", message.get("text")))

    def pause_reading(self) -> None:
        """Stop reading until `go_on_reading`."""
        if not self.read_paused and not self.transport.is_closing():
            self.read_paused = True
            self.transport.pause_reading()

    def go_on_reading(self) -> None:
        """Resume reading."""
        if self.read_paused and not self.transport.is_closing():
            self.read_paused = False
            self._take_frames()
            if not self.read_paused:
                self.transport.resume_reading()

    # --- what comes ---------------------------------------------------------------------------------------------------
    def data_received(self, data: bytes) -> None:
        """Read data, frame by frame."""
        if self.handshake_initiated:
            self._rest += data
            self._take_frames()
        else:
            super().data_received(data)

    def _take_frames(self) -> None:
        """Read the frames that have come, until reading is paused. A thousand may come at once."""
        data, start = self._rest, 0
        while start < len(data) and not self.read_paused and not self.transport.is_closing():
            size = frame_size(data, start)
            if size > (self.config.ws_max_size or 0) + LONGEST_HEADER:
                size = len(data) - start  # the library refuses it
            elif not size or len(data) - start < size:
                break
            frame = data[start : start + size]
            start += size
            self._take_frame(frame)
        self._rest = b"" if self.transport.is_closing() else data[start:]

    def _take_frame(self, frame: bytes) -> None:
        """Read one frame. Close the connection on a flood of frames other than whole text messages."""
        text = None if self._is_split else text_of(frame)
        if text is not None and self.close_sent:
            self._late += 1
            if self._late > MOST_LATE:
                self.transport.abort()
            return
        if text is not None and self._hear is not None:
            self._hear(text)
            return
        if self._others is None:
            self._others = Bucket(OTHER_RATE, 10 * OTHER_RATE)
        if not self._others.take():
            self.transport.abort()
            return
        if not frame[0] & CONTROL:
            self._is_split = not frame[0] & WHOLE
        was_paused = self.read_paused
        super().data_received(frame)
        if self._hear is not None and self.read_paused and not was_paused:
            # The library pauses after each message. Here the listener decides.
            self.read_paused = False
            self.transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that the client has gone."""
        self._let_stall()
        super().connection_lost(exc)
        end, self._hear, self._end = self._end, None, None
        if end is not None:
            end()

    # --- what goes ----------------------------------------------------------------------------------------------------
    def pause_writing(self) -> None:
        """Wait for a client that reads slowly, but not for ever."""
        super().pause_writing()
        self._let_stall()
        self._stall = self.loop.call_later(STALL_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on writing."""
        self._let_stall()
        super().resume_writing()

    def _let_stall(self) -> None:
        if self._stall is not None:
            self._stall.cancel()
            self._stall = None

    def keepalive_timeout(self) -> None:
        """Close the connection of a client that answers no ping, even if it reads nothing either."""
        super().keepalive_timeout()
        self._let_stall()
        self._stall = self.loop.call_later(self.ping_timeout or STALL_SECONDS, self.transport.abort)

    def write_frame(self, frame: bytes) -> bool:
        """Send a frame at once. Return False if earlier data is still waiting, or nothing can be sent."""
        if not self.writable.is_set() or not self.handshake_complete or self.close_sent or self.disconnected:
            return False
        self.transport.write(frame)
        return True


class Straight:
    """A queue that passes on at once what is put into it."""

    __slots__ = ("put_nowait",)

    def __init__(self, deliver: Callable[[dict[str, object]], None]) -> None:
        self.put_nowait = deliver


def frame_size(data: bytes, start: int = 0) -> int:
    """Return the size of the frame that begins there, header included; 0 if that is not known yet."""
    known = len(data) - start
    if known < 2:
        return 0
    mask = 4 if data[start + 1] & MASKED else 0
    size = data[start + 1] & 0x7F
    if size < 126:
        return 2 + mask + size
    if size == 126:
        return 4 + mask + int.from_bytes(data[start + 2 : start + 4], "big") if known >= 4 else 0
    return 10 + mask + int.from_bytes(data[start + 2 : start + 10], "big") if known >= 10 else 0


def text_of(frame: bytes) -> str | None:
    """Return the text of a client's frame that is a whole text message; None for any other or faulty frame."""
    if frame[0] != WHOLE_TEXT or not frame[1] & MASKED:
        return None
    size = frame[1] & 0x7F
    if size == 127:
        return None
    start = 2 if size < 126 else 4
    mask, masked = frame[start : start + 4], frame[start + 4 :]
    if size == 126 and len(masked) < 126:
        return None
    try:
        return unmask(masked, mask).decode()
    except UnicodeDecodeError:
        return None


def unmask(data: bytes, mask: bytes) -> bytes:
    """Return the data without its mask."""
    size = len(data)
    whole = int.from_bytes((mask * (size // 4 + 1))[:size], "big")
    return (int.from_bytes(data, "big") ^ whole).to_bytes(size, "big")


def protocol_of(scope: object) -> FrameProtocol:
    """Return the protocol of a WebSocket's scope."""
    return cast("dict[str, dict[str, FrameProtocol]]", scope)["state"][CONNECTION]
