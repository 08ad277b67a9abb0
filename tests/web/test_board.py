"""The board: who stands where, and in letters that can be read."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.clipping import faults
from tests.web.laid import LaidTable
from tests.web.play import board
from tests.web.scenes import scene

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_who_is_in_jail_stands_behind_bars_and_visitors_do_not(house, new_page, size):
    position, *rest = scene("jail")
    position["seats"][1]["space"] = "jail"
    table = LaidTable(house, position, *rest)
    page = new_page(size)
    table.open(page)
    named = "Jail, Robin in Jail, Agnes just visiting"
    expect(page.get_by_role("button", name=named, exact=True)).to_be_attached()
    expect(page.locator("[data-token='0'] .bars")).to_be_visible()
    expect(page.locator("[data-token] .bars")).to_have_count(1)
    table.do("pay-fine", 0)
    expect(
        page.get_by_role("button", name=re.compile("^Jail, Robin just visiting, Agnes just visiting$"))
    ).to_be_attached()
    expect(page.locator("[data-token] .bars")).to_have_count(0)


LETTERS = """e => [...e.querySelectorAll('text')].filter(text => text.textContent.trim()).map(text =>
    parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"""
"""How large the letters of a board are, in pixels."""


@pytest.mark.parametrize(("width", "height", "least"), [(820, 1180, 12), (768, 1024, 11)])
def test_letters_of_a_tall_board_grow_with_it(sit, width, height, least):
    page, _ = sit("throw", "phone")
    on_a_phone = board(page).evaluate(LETTERS)
    tokens = page.locator("[data-token] svg").first
    token = tokens.bounding_box()
    assert max(on_a_phone) == pytest.approx(10)
    assert token["width"] == pytest.approx(18, abs=0.5)
    page.set_viewport_size({"width": width, "height": height})
    expect(board(page)).to_have_attribute("viewBox", re.compile(r"^0 0 [45]\d\d"))
    assert min(board(page).evaluate(LETTERS)) >= least
    assert tokens.bounding_box()["width"] > 1.25 * token["width"]
    assert faults(page) == []
