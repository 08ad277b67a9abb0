"""The browser app, if it was built: its files, and its page for every path that is not a file."""

from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

from ventnor.server.errors import Denied
from ventnor.server.protocol import Code
from ventnor.server.settings import ServerSettings
from ventnor.words.reason import because

PACKAGED: Final = Path(__file__).parent / "static"
NO_APP: Final = (
    "<!doctype html><html lang=en><meta charset=utf-8><title>Ventnor</title>"
    "<p>This is a Ventnor server without its browser app. Programs find the routes at <code>api/openapi.json</code>."
)


def folder_of(settings: ServerSettings) -> Path:
    """Return the folder of the app."""
    return settings.static or PACKAGED


@lru_cache(maxsize=4)
def build_of(settings: ServerSettings) -> str:
    """Return a digest of the app's page, so that an outdated page can be detected. Empty without an app."""
    page = folder_of(settings) / "index.html"
    return sha256(page.read_bytes()).hexdigest()[:16] if page.is_file() else ""


class Static:
    """The files of the browser app."""

    def __init__(self, settings: ServerSettings) -> None:
        self.folder = folder_of(settings).resolve()

    def find(self, path: str) -> Path | None:
        """Return the app's file of this name, or None."""
        try:
            wanted = (self.folder / path).resolve()
            return wanted if wanted.is_relative_to(self.folder) and wanted.is_file() else None
        except (OSError, ValueError):
            return None

    async def serve(self, request: Request) -> Response:
        """Return a file, or the app's page."""
        path = str(request.path_params.get("path", ""))
        if path.startswith("api/"):
            raise Denied(Code.NO_ROUTE, because("nothing-here"))
        wanted = self.find(path)
        if wanted is not None:
            # Files under assets/ carry a digest in their names and never change.
            lasting = "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
            return FileResponse(wanted, headers={"cache-control": lasting})
        if "." in path.rsplit("/", 1)[-1]:
            raise Denied(Code.NO_ROUTE, because("nothing-here"))
        page = self.folder / "index.html"
        if page.is_file():
            return FileResponse(page, headers={"cache-control": "no-cache"})
        return HTMLResponse(NO_APP)
