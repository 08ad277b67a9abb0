"""The figures at the end of a game."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.laid import LaidTable
from tests.web.play import standings
from tests.web.scenes import OWNED, seats

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("size", ["laptop", "desk", "phone"])
def test_end_tells_how_the_game_went(house, new_page, size):
    deeds = {slug: deed for slug, deed in OWNED.items() if deed["owner"] == 0}
    position = {"edition": "official", "turn": 1, "deeds": deeds, "seats": seats(642, 700, 1210, 455)}
    table = LaidTable(house, position)
    # Agnes stops on Connecticut and on Oriental, and then all but Robin give up.
    table.do_all([("roll 4 5", 1), ("ask-rent connecticut from 1", 0), ("end-turn", 1)])
    table.do_all([("resign", seat) for seat in (1, 2, 3)])
    page = new_page(size)
    table.open(page)
    expect(standings(page)).to_contain_text("bankrupt")
    expect(standings(page)).not_to_contain_text("retired")
    story = page.get_by_role("region", name="How the game went")
    expect(story.get_by_role("img", name=re.compile("Everybody's wealth over"))).to_be_visible()
    expect(story.locator("polyline")).to_have_count(4)
    expect(story).to_contain_text("Deeds that earned most")
    expect(story.get_by_role("listitem").first).to_contain_text("Connecticut Avenue")
    expect(story.get_by_role("listitem").last).to_contain_text("Agnes on Connecticut Avenue")
    expect(story).to_contain_text(re.compile(r"Rounds: \d+ · Turns: \d+ · Deals: 0"))
    expect(page.get_by_text("Everyone else is bankrupt.")).to_be_visible()
