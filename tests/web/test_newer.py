"""A page that is older than its server says so on every route, and reloads."""

import json
import re

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.web.laid import LaidTable
from tests.web.scenes import scene
from ventnor.server.protocol import NewSeat, NewTable

pytestmark = pytest.mark.slow
PLACES = ("", "#/new", "#/rules", "#/replay/file/0", "lobby", "table")
NEWER = "Loading a newer version"


def address_of(house, place: str) -> str:
    """Return where a place of the app is."""
    if place == "table":
        table = LaidTable(house, *scene("throw"))
        return f"{table.address}/{table.tokens[0]}"
    if place == "lobby":
        made = house.do(house.make(NewTable((NewSeat("mine", "Robin"), NewSeat("open")))))
        return f"{house.url}#/t/{made.table.id}/{made.seats[0].token}"
    return house.url + place


def come_back_to(page: Page) -> None:
    """Bring the window to the front again."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


@pytest.mark.parametrize(
    ("change", "places"), [({"build": "another"}, PLACES), ({"protocol": 99}, PLACES[:1])], ids=["build", "protocol"]
)
def test_every_page_that_is_older_than_its_server_says_so_and_loads_itself_again(house, new_page, change, places):
    for place in places:
        # The file of a replay is not kept here, which the page says; nothing is asked of the server for it.
        page = new_page()
        newer = False
        found = page.request.get(f"{house.url}version").json()

        def answer(route: Route) -> None:
            route.fulfill(json=found | change if newer else found)  # noqa: B023

        page.route("**/version", answer)
        with page.expect_response("**/version"):
            page.goto(address_of(house, place))
        page.get_by_role("main").wait_for()
        page.evaluate("window.same = true")
        newer = True
        come_back_to(page)
        page.get_by_role("alert").filter(has_text=NEWER).wait_for()
        newer = False
        page.wait_for_function("() => !window.same")
        page.get_by_role("main").wait_for()
        expect(page.get_by_role("alert")).to_have_count(0)
        page.close()


def test_page_that_speaks_another_protocol_says_so_and_not_that_the_line_is_lost(house, new_page):
    table = LaidTable(house, *scene("throw"))
    page = new_page()
    page.route_web_socket(re.compile("socket$"), speak_another_protocol)
    page.goto(f"{table.address}/{table.tokens[0]}")
    page.get_by_role("alert").filter(has_text=NEWER).wait_for()
    expect(page.get_by_text("Connection lost")).to_have_count(0)
    # The reload brought the same page: it does not reload again, and offers a button instead.
    page.get_by_role("alert").filter(has_text="the new version did not load").wait_for()
    expect(page.get_by_text("Connection lost")).to_have_count(0)
    page.get_by_role("button", name="Load it again").wait_for()


def speak_another_protocol(socket: WebSocketRoute) -> None:
    """Give every hello on this connection another protocol version."""
    server = socket.connect_to_server()

    def pass_on(text: str | bytes) -> None:
        message = json.loads(text)
        server.send(json.dumps(message | {"protocol": 99} if message["type"] == "hello" else message))

    socket.on_message(pass_on)
