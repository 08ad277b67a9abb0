"""The WebSocket protocol of the server: uvicorn's own, which can also send a frame that was made for many at once."""

from typing import Final, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from ventnor.server.connection import Write

EXTENSION: Final = "ventnor.frames"
"""Under `extensions` of a connection's scope: what sends a frame at once."""


class Wire(WebSocketsSansIOProtocol):
    """A connection. What goes through `send` and what is written at once come out in the order they went in."""

    def handle_connect(self, event: Request) -> None:
        """Somebody wants to speak with us."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions = cast("dict[str, object]", self.scope.setdefault("extensions", {}))
            extensions[EXTENSION] = self.write_frame

    def write_frame(self, frame: bytes) -> bool:
        """Send a frame at once. False: what was sent before has not gone out yet, or nothing can be sent."""
        if not self.writable.is_set() or not self.handshake_complete or self.close_sent or self.disconnected:
            return False
        self.transport.write(frame)
        return True


def writer_of(scope: object) -> Write | None:
    """What sends frames at once, where the server can."""
    extensions = cast("dict[str, dict[str, object]]", scope).get("extensions", {})
    return cast("Write | None", extensions.get(EXTENSION))
