"""The board: who stands where, and in letters that can be read."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.laid import LaidTable
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
