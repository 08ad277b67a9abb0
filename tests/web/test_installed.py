"""The installed app and its service worker, and the QR code of a table."""

import json
import shutil
import struct

import pytest
import segno
from playwright.sync_api import Page, expect

from tests.web.browser import IN_THE_HOUSE
from tests.web.conftest import STATIC
from tests.web.house import serving
from ventnor.server.protocol import NewSeat, NewTable

pytestmark = pytest.mark.slow
AWAY = "can't reach its server"
REGISTERED = "async () => (await navigator.serviceWorker.getRegistrations()).length"
MODULES = """(picture, { size, border }) => {
    const [canvas, scale] = [document.createElement('canvas'), 4];
    canvas.width = canvas.height = (size + 2 * border) * scale;
    const pen = canvas.getContext('2d', { willReadFrequently: true });
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const at = place => (place + border + 0.5) * scale;
    const dark = (row, column) => pen.getImageData(at(column), at(row), 1, 1).data[0] < 128;
    return [...Array(size).keys()].map(row => [...Array(size).keys()].map(column => Number(dark(row, column))));
}"""
"""Read the modules of a QR code from its picture."""


def worker_of(page: Page, url: str) -> None:
    """Open the app and wait until its service worker controls the page."""
    page.goto(url)
    page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")


def test_the_app_says_so_while_its_server_is_away_and_comes_back_with_it(new_page):
    page = new_page("phone", expected=("ERR_CONNECTION", "WebSocket"), worker=True)
    with serving() as house:
        url, port = f"{house.url}#/how", int(house.url.rstrip("/").rpartition(":")[2])
        worker_of(page, url)
    page.reload()
    expect(page.get_by_role("heading", name=AWAY)).to_be_visible()
    assert page.url == url
    with serving(port):
        page.get_by_role("button", name="Try again").click()
        expect(page.get_by_role("heading", name=AWAY)).to_have_count(0)
        page.get_by_role("heading", name="How to play").wait_for()


def test_worker_never_shows_an_old_app_and_leaves_when_the_server_has_another(new_page, tmp_path):
    newer = tmp_path / "newer"
    shutil.copytree(STATIC, newer)
    (newer / "sw.js").unlink()
    text = (newer / "index.html").read_text()
    (newer / "index.html").write_text(text.replace("<title>Ventnor</title>", "<title>Newer</title>"))
    page = new_page(expected=("ERR_CONNECTION", "WebSocket", "404"), worker=True)
    with serving() as house:
        url, port = f"{house.url}#/how", int(house.url.rstrip("/").rpartition(":")[2])
        worker_of(page, url)
        assert page.evaluate(REGISTERED) == 1
    with serving(port, newer):
        page.reload()
        expect(page).to_have_title("Newer")
        page.wait_for_function(f"async () => !(await ({REGISTERED})())")
        assert page.evaluate("async () => (await caches.keys()).length") == 0


def test_lobby_shows_the_table_s_address_as_a_qr_code(house, new_page):
    made = house.do(house.make(NewTable((NewSeat("mine", "Robin"), NewSeat("open")))))
    url = house.url.replace("127.0.0.1", IN_THE_HOUSE)
    page = new_page("phone")
    page.goto(f"{url}#/t/{made.table.id}/{made.seats[0].token}")
    picture = page.get_by_role("figure").locator("img")
    picture.scroll_into_view_if_needed()
    page.wait_for_function("() => document.querySelector('figure img').naturalWidth > 0")
    code = segno.make(f"{url}#/t/{made.table.id}", micro=False)
    wanted = [[int(module) for module in row] for row in code.matrix]
    assert picture.evaluate(MODULES, {"size": len(wanted), "border": code.default_border_size}) == wanted


def test_lobby_of_a_server_that_only_this_machine_reaches_shows_none(house, new_page):
    made = house.do(house.make(NewTable((NewSeat("mine", "Robin"), NewSeat("open")))))
    page = new_page()
    page.goto(f"{house.url}#/t/{made.table.id}/{made.seats[0].token}")
    page.get_by_text("This link works only on this computer.").wait_for()
    expect(page.get_by_role("figure")).to_have_count(0)


def test_icons_of_the_manifest_have_the_sizes_that_it_says():
    manifest = json.loads((STATIC / "manifest.webmanifest").read_text())
    pictures = [each for each in manifest["icons"] if each["type"] == "image/png"]
    assert {each["sizes"] for each in pictures} == {"192x192", "512x512"}
    for each in pictures:
        width, height = struct.unpack(">II", (STATIC / each["src"]).read_bytes()[16:24])
        assert f"{width}x{height}" == each["sizes"]
    assert [each["purpose"] for each in pictures if "purpose" in each] == ["maskable"]
