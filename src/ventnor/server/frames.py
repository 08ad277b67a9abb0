"""uvicorn's WebSocket protocol, extended to send frames that are built once for many clients."""

from typing import Final, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from ventnor.server.connection import Write
from ventnor.server.rate_limit import Bucket

CONTROL_RATE: Final = 5.0
"""Pings and pongs allowed a second; ten times as many at once."""
EXTENSION: Final = "ventnor.frames"
"""Key in `extensions` of a connection's scope: the function that sends a frame at once."""


class FrameProtocol(WebSocketsSansIOProtocol):
    """A connection. Messages of `send` and frames sent at once keep their order."""

    _control: Bucket | None = None
    """Permits for control frames."""

    def handle_connect(self, event: Request) -> None:
        """Take over a connection."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions = cast("dict[str, object]", self.scope.setdefault("extensions", {}))
            extensions[EXTENSION] = self.write_frame

    def handle_ping(self) -> None:
        """Answer a ping. Close the connection on a flood."""
        if self.take_control():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Accept a pong. Close the connection on a flood."""
        if self.take_control():
            super().handle_pong(event)

    def take_control(self) -> bool:
        """Return whether another control frame is allowed; otherwise close the connection."""
        if self._control is None:
            self._control = Bucket(CONTROL_RATE, 10 * CONTROL_RATE)
        if self._control.take():
            return True
        self.transport.abort()
        return False

    def write_frame(self, frame: bytes) -> bool:
        """Send a frame at once. Return False if earlier data is still waiting, or nothing can be sent."""
        if not self.writable.is_set() or not self.handshake_complete or self.close_sent or self.disconnected:
            return False
        self.transport.write(frame)
        return True


def writer_of(scope: object) -> Write | None:
    """Return the function that sends frames at once, if the server has one."""
    extensions = cast("dict[str, dict[str, object]]", scope).get("extensions", {})
    return cast("Write | None", extensions.get(EXTENSION))
