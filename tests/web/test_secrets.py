"""Private links: valid secrets open a seat, and invalid ones change nothing."""

import pytest
from playwright.sync_api import expect

from tests.web.play import board, choices, new_table

pytestmark = pytest.mark.slow
NOTHING = "This secret does not belong to any seat at this table."


def test_link_that_opens_nothing_takes_no_seat_away(sit):
    page, table = sit("throw")
    for place in (f"{table.address}/{'x' * 22}", table.address):
        page.goto("about:blank")
        page.goto(place)
        board(page).wait_for()
        expect(choices(page).first).to_have_text("Throw the dice")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_whoever_has_only_such_a_link_watches_and_is_told(sit, new_page):
    _, table = sit("throw")
    page = new_page()
    page.goto(f"{table.address}/{'x' * 22}")
    board(page).wait_for()
    expect(page.get_by_role("alert").first).to_contain_text(NOTHING)
    expect(page.get_by_text("You are watching.")).to_be_visible()


def test_table_that_nobody_may_watch_says_so_once(house, new_page):
    table, _ = new_table(house, spectators=False)
    page = new_page()
    lines: list[str] = []
    page.on("websocket", lambda socket: lines.append(socket.url))
    page.goto(f"{house.url}#/t/{table}")
    expect(page.get_by_role("main")).to_contain_text("This table does not allow spectators.")
    page.wait_for_timeout(1_500)
    assert len(lines) == 1
