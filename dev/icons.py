"""Draw the pictures of the installed app and of link previews from `web/public/icon.svg`.

    python dev/icons.py

It needs the system's Chromium. Run it again when the drawing changes, and commit what it writes.
"""

import sys
from base64 import b64encode
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from tests.web.browser import browsing  # noqa: E402

PUBLIC: Final = ROOT / "web" / "public"
FONTS: Final = ROOT / "web" / "node_modules" / "@fontsource" / "sansita" / "files"
NIGHT: Final = "#0f1e26"
ICONS: Final = (
    ("icon-192.png", 192, 1.0),
    ("icon-512.png", 512, 1.0),
    ("icon-maskable.png", 512, 0.72),
    ("icon-touch.png", 180, 0.86),
)
"""Each file, its size, and how much of it the drawing fills. Systems cut off the edges of those below 1."""


def drawing() -> str:
    """Return the drawing without its background."""
    text = (PUBLIC / "icon.svg").read_text()
    return text[text.index("<path") : text.index("</svg>")]


def icon(size: int, filled: float) -> str:
    """Return a page that shows an icon."""
    corner = 7 if filled == 1 else 0
    move = 16 * (1 - filled)
    return (
        f'<body style="margin:0"><svg width="{size}" height="{size}" viewBox="0 0 32 32" style="display:block">'
        f'<rect width="32" height="32" rx="{corner}" fill="{NIGHT}"/>'
        f'<g transform="translate({move} {move}) scale({filled})">{drawing()}</g></svg>'
    )


def preview() -> str:
    """Return a page that shows the picture of link previews."""
    font = b64encode((FONTS / "sansita-latin-700-normal.woff2").read_bytes()).decode()
    return (
        f"<style>@font-face{{font-family:Sign;src:url(data:font/woff2;base64,{font})}}"
        f"body{{margin:0;width:1200px;height:630px;background:{NIGHT};display:flex;align-items:center}}"
        "p{margin:0;font:150px/1.1 Sign;color:#e0a63c}small{display:block;font:46px/1.3 Sign;color:#f6f1e7}</style>"
        f'<svg width="520" height="520" viewBox="0 0 32 32" style="margin:0 20px 0 40px">{drawing()}</svg>'
        "<p>Ventnor<small>an evening on the boardwalk</small></p>"
    )


def main() -> None:
    """Draw all pictures."""
    pictures = [(name, (size, size), icon(size, filled)) for name, size, filled in ICONS]
    pictures.append(("preview.png", (1200, 630), preview()))
    with browsing() as browser:
        for name, (width, height), content in pictures:
            page = browser.new_page(viewport={"width": width, "height": height})
            page.set_content(content)
            page.evaluate("document.fonts.ready")
            page.screenshot(path=PUBLIC / name, omit_background=True)
            page.close()


if __name__ == "__main__":
    main()
