"""Rents asked in time, late and too late, and the tax that is chosen blind."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.web.browser import overhear
from tests.web.laid import LaidTable
from tests.web.play import choices, space, standings, told
from tests.web.scenes import scene

pytestmark = pytest.mark.slow


def test_rent_asked_late(sit):
    page, table = sit("rent")
    table.do("end-turn", 1)
    table.do("roll 1 3", 2)
    page.get_by_role("button", name=re.compile("Ask Agnes for .* rent for Oriental Avenue")).click()
    told(page, "Agnes pays Robin $270 rent for Oriental Avenue.")
    assert table.game.cash[0] == 642 + 270


def test_rent_asked_too_late(sit):
    page, table = sit("rent")
    asking = page.get_by_role("button", name=re.compile("Ask Agnes for .* rent for Oriental Avenue"))
    asking.wait_for()
    for doing in (("end-turn", 1), ("roll 1 3", 2), ("end-turn", 2), ("roll 1 3", 3)):
        table.do(*doing)
    told(page, "Robin can no longer ask Agnes for the rent of Oriental Avenue.")
    expect(asking).to_have_count(0)
    assert table.game.cash[0] == 642


def test_sharp_table_tells_nothing_and_may_be_asked_all_the_same(house, new_page):
    table = LaidTable(house, *scene("rent"), manner="sharp")
    page = new_page()
    heard = overhear(page)
    table.open(page)
    told(page, "Agnes moves from GO to Oriental Avenue.")
    expect(page.get_by_role("button", name=re.compile("rent for Oriental"))).to_have_count(0)
    everything = "".join(heard)
    assert "rent-fell-due" not in everything
    assert not [claim for claim in re.findall(r'"claims":(\[[^\]]*\])', everything) if claim != "[]"]
    space(page, "Oriental").click()
    page.get_by_role("button", name="Ask Agnes for rent").click()
    told(page, "Agnes pays Robin $270 rent for Oriental Avenue.")


def test_tax_is_chosen_blind(house, new_page):
    table = LaidTable(house, *scene("tax"))
    page = new_page()
    heard = overhear(page)
    table.open(page)
    choices(page).filter(has_text="of all you have").wait_for()
    whole = 842 + 320 + 8 * 50 + 220 + 280 + 400 + 150  # cash after the salary, light blue with houses, and the rest
    share = -(-whole // 10)  # figures that stand nowhere else
    shown = page.content() + json.dumps(page.evaluate("JSON.stringify(localStorage)")) + "".join(heard)
    for word in ("worth", f"{whole}", f"{whole:,}", f"{share}"):
        assert not re.search(rf"\b{word}\b", shown), word
    choices(page).filter(has_text="of all you have").click()
    told(page, f"Robin pays the Bank ${share} tax.")


def test_last_rent_when_the_hour_has_struck(sit):
    page, _ = sit("last-rent")
    choices(page).filter(has_text="Ask Agnes").click()
    expect(standings(page).get_by_role("row")).to_have_count(5)
