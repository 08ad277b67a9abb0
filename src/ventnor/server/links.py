"""Addresses to share: of the app's page, and of a table as a QR code."""

from io import BytesIO
from typing import Final

import segno
from starlette.requests import Request

from ventnor.server.security import is_encrypted
from ventnor.server.settings import ServerSettings

LONGEST_HOST: Final = 255
"""Characters of a host name and its port. More would not fit into a QR code with the rest."""


def page_address(request: Request, settings: ServerSettings) -> str:
    """Return the address of the app's page as the sender of a request uses it."""
    scheme = "https" if is_encrypted(request.scope) else "http"
    return f"{scheme}://{request.headers.get('host', '')[:LONGEST_HOST]}{settings.base_path}/"


def table_address(page: str, table: str) -> str:
    """Return the address at which anybody joins a table. It has no secret of a seat."""
    return f"{page}#/t/{table}"


def qr_code(text: str) -> bytes:
    """Return a QR code as an SVG file, black on white with its quiet zone."""
    out = BytesIO()
    segno.make(text, micro=False).save(out, kind="svg", dark="#000", light="#fff", omitsize=True, xmldecl=False)
    return out.getvalue()
