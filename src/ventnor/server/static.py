"""The browser app, if it was built: its files, and its page for every path that is not a file."""

import gzip
import html
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

from ventnor.server.errors import Denied
from ventnor.server.links import page_address
from ventnor.server.protocol import Code
from ventnor.server.settings import ServerSettings
from ventnor.words.reason import because

PACKAGED: Final = Path(__file__).parent / "static"
COMPRESSED: Final = {".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest"}
"""Files that are sent compressed. Fonts and pictures are compressed already."""
MEDIA_TYPES: Final = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}
"""Types that not every machine knows by the file's name."""
PAGE: Final = "index.html"
WORKER: Final = "sw.js"
PREVIEW: Final = "./preview.png"
"""The picture of link previews, as the built page names it."""
BUILD: Final = "__BUILD__"
"""The placeholder in the service worker that the server replaces by its build."""
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
    page = folder_of(settings) / PAGE
    return sha256(page.read_bytes()).hexdigest()[:16] if page.is_file() else ""


class Static:
    """The files of the browser app."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
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
        if path in {PAGE, WORKER} and wanted is not None:
            return self.send_filled(request, wanted)
        if wanted is not None:
            # Files under assets/ carry a digest in their names and never change.
            lasting = "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
            return send(request, wanted, lasting)
        if "." in path.rsplit("/", 1)[-1]:
            raise Denied(Code.NO_ROUTE, because("nothing-here"))
        page = self.folder / PAGE
        return self.send_filled(request, page) if page.is_file() else HTMLResponse(NO_APP)

    def send_filled(self, request: Request, file: Path) -> Response:
        """Return the page with the server's address in it, or the service worker with the server's build."""
        text = file.read_text(encoding="utf-8")
        if file.name == WORKER:
            text = text.replace(BUILD, build_of(self.settings))
        else:
            text = text.replace(PREVIEW, html.escape(page_address(request, self.settings)) + PREVIEW[2:])
        headers, body = {"cache-control": "no-cache", "vary": "accept-encoding"}, text.encode()
        if accepts_gzip(request):
            headers["content-encoding"] = "gzip"
            body = gzip.compress(body, mtime=0)
        return Response(body, headers=headers, media_type=MEDIA_TYPES.get(file.suffix, "text/html"))


def accepts_gzip(request: Request) -> bool:
    """Return whether a whole file may be sent compressed."""
    return "gzip" in request.headers.get("accept-encoding", "") and "range" not in request.headers


def send(request: Request, file: Path, lasting: str) -> Response:
    """Return a file, compressed if the browser accepts that."""
    headers = {"cache-control": lasting}
    media_type = MEDIA_TYPES.get(file.suffix)
    if file.suffix not in COMPRESSED:
        return FileResponse(file, headers=headers, media_type=media_type)
    headers["vary"] = "accept-encoding"
    plain = FileResponse(file, headers=headers, media_type=media_type)
    if not accepts_gzip(request):
        return plain
    headers["content-encoding"] = "gzip"
    return Response(compressed(file, file.stat().st_mtime_ns), headers=headers, media_type=plain.media_type)


@lru_cache(maxsize=256)
def compressed(file: Path, changed: int) -> bytes:
    """Return a file compressed. `changed` is the time of its last change."""
    del changed
    return gzip.compress(file.read_bytes(), 9, mtime=0)
