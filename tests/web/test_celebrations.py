"""Moments that are celebrated: a whole group, a hotel, a bankruptcy, a win."""

import pytest
from playwright.sync_api import expect

from tests.web.laid import LaidTable
from tests.web.play import choices, logged, stage
from tests.web.scenes import OWNED, scene, seats

pytestmark = pytest.mark.slow
MIDDLE = {"edition": "official", "turn": 0}
SEEN = """() => {
    window.seen = [];
    new MutationObserver(() => {
        const shown = document.querySelector('[data-celebration]');
        if (shown)
            window.seen.push([shown.dataset.celebration, shown.innerText.trim(), shown.querySelectorAll('i').length]);
    }).observe(document.body, { childList: true, subtree: true });
}"""
"""A script that records every celebration, however short."""


def seen(page, kind):
    """Wait until a moment of this kind was seen; return its words and how much paper fell."""
    found = page.wait_for_function("kind => window.seen.find(each => each[0] === kind)", arg=kind).json_value()
    return found[1], found[2]


@pytest.mark.parametrize("size", ["laptop", "desk", "phone"])
def test_whole_group_and_hotel_have_their_moment(house, new_page, size):
    deeds = {**OWNED, "oriental": {"owner": 0, "houses": 4}, "vermont": {"owner": 0, "houses": 4}}
    deeds |= {"connecticut": {"owner": 0, "houses": 4}}
    table = LaidTable(house, {**MIDDLE, "deeds": deeds, "seats": seats(642, 388, 1210, 455)})
    page = new_page(size, motion="no-preference")
    table.open(page)
    page.evaluate(SEEN)
    table.do("build oriental", 0)
    words, paper = seen(page, "hotel")
    assert words == "You open a hotel on Oriental Avenue"
    assert paper
    table.do_all([("offer 0 give ventnor atlantic get water-works", 2), ("accept 1", 0)])
    words, _ = seen(page, "group")
    assert words == "You own the whole yellow group"
    # It ends by itself, and does not hold up a player who goes on.
    expect(page.locator("[data-celebration]")).to_have_count(0)


def test_moment_ends_with_the_next_key_and_takes_no_click(house, new_page):
    table = LaidTable(house, {**MIDDLE, "deeds": OWNED, "seats": seats(642, 388, 1210, 455)})
    page = new_page()
    table.open(page)
    page.evaluate(SEEN)
    table.do_all([("offer 0 give ventnor atlantic get water-works", 2), ("accept 1", 0)])
    seen(page, "group")
    choices(page).filter(has_text="Throw the dice").click()
    expect(page.locator("[data-celebration]")).to_have_count(0)
    logged(page, "Robin throws")


def test_bankruptcy_has_its_moment(house, new_page):
    position, doings = scene("fallen")
    table = LaidTable(house, position)
    page = new_page(motion="no-preference")
    table.open(page)
    page.evaluate(SEEN)
    table.do_all(doings)
    seen(page, "fall")


def test_win_has_its_moment(house, new_page):
    table = LaidTable(house, {**MIDDLE, "deeds": {}, "seats": seats(642, 388)})
    page = new_page(motion="no-preference")
    table.open(page)
    page.evaluate(SEEN)
    table.do("resign", 1)
    seen(page, "win")
    expect(stage(page).get_by_role("heading", name="You win")).to_be_visible()
