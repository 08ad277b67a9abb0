"""Absent players: everybody sees it, the host may let a bot play, and a player who returns takes the seat back."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.clipping import has_no_faults
from tests.web.laid import LaidTable, sit_together
from tests.web.play import choices
from tests.web.scenes import scene
from ventnor.server import clock

pytestmark = pytest.mark.slow


def test_everybody_sees_for_how_long_a_player_is_away(house, new_page):
    _, (robin, kit) = sit_together(house, new_page, "throw", (0, 1))
    watcher = new_page()
    watcher.goto(robin.url)
    line = kit.get_by_role("status").first
    expect(line).to_have_text(re.compile("Robin to throw"))
    robin.close()
    expect(line).to_contain_text("Waiting for Robin, who is not connected")
    # The page's clock is set by hand.
    kit.clock.set_fixed_time(kit.evaluate("Date.now()") / 1000 + 150)
    expect(line).to_contain_text("Waiting for Robin, away 2 min")
    expect(watcher.get_by_role("status").first).to_contain_text("Waiting for Robin")


@pytest.mark.parametrize("size", ["laptop", "desk", "phone"])
def test_after_two_minutes_anybody_lets_a_bot_play_and_the_player_takes_the_seat_back(
    house, new_page, monkeypatch, size
):
    table, (robin, kit) = sit_together(house, new_page, "throw", (0, 1))
    robin.close()
    page = new_page(size)
    kit.close()
    table.open(page, 1)
    line = page.get_by_role("status").first
    expect(line).to_contain_text(re.compile(r"In \d:\d\d you can let a bot play"))
    expect(page.get_by_role("button", name="Let a bot play for Robin")).to_have_count(0)
    # The clocks of the server and of the page are set by hand.
    monkeypatch.setattr(clock, "BEGAN", clock.BEGAN + 150)
    page.clock.set_fixed_time(page.evaluate("Date.now()") / 1000 + 150)
    expect(line).to_contain_text("Waiting for Robin, away 2 min")
    has_no_faults(page)
    page.get_by_role("button", name="Let a bot play for Robin").click()
    expect(page.get_by_role("button", name="Let a bot play for Robin")).to_have_count(0)
    back = new_page(size)
    table.open(back, 0)
    expect(choices(back)).to_have_text(["Take my seat back"])
    choices(back).click()
    expect(back.get_by_role("button", name="Throw the dice")).to_be_visible()
    assert not table.session.state.places[0].away


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_host_lets_a_bot_play_and_the_player_takes_the_seat_back(house, new_page, size):
    table = LaidTable(house, *scene("auction"), people=(0, 2))
    host, bruno = new_page(size), new_page(size)
    table.open(host, 0)
    table.open(bruno, 2)
    table.do_all([("pass", 0), ("pass", 1)])
    line = host.get_by_role("status").first
    expect(line).to_contain_text("Bruno to bid")
    bruno.goto("about:blank")
    host.get_by_role("button", name="Let a bot play for Bruno").click()
    expect(host.get_by_role("button", name="Let a bot play for Bruno")).to_have_count(0)
    table.open(bruno, 2)
    # One button, and no other.
    expect(choices(bruno)).to_have_text(["Take my seat back"])
    expect(bruno.get_by_text("A bot is playing for you.")).to_be_visible()
    for other in ("Offer a deal", "Build & mortgage"):
        expect(bruno.get_by_role("button", name=other)).to_have_count(0)
    choices(bruno).click()
    expect(bruno.get_by_text("A bot is playing for you.")).to_have_count(0)
    assert not table.session.state.places[2].away
