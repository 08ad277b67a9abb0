"""A first game: the bots and rents of "Play now" and "New table", and hints that are shown once."""

import pytest
from playwright.sync_api import expect

from tests.web.laid import LaidTable
from tests.web.play import board, choices, find_offer, stage
from tests.web.scenes import BARE, scene, seats

pytestmark = pytest.mark.slow

BUILD = "You own a whole colour, so you can build now."
DEAL = "A deal needs both of you."


def table_of(house, page):
    """Return the public data of the page's table."""
    board(page).wait_for()
    return page.request.get(f"{house.url}api/tables/{page.url.rsplit('/', 1)[-1]}").json()


@pytest.mark.parametrize(
    ("level", "bots"),
    [
        ("Easy", ["easy", "easy", "easy"]),
        ("Medium", ["medium", "medium", "medium"]),
        ("Hard", ["tycoon", "tycoon", "tycoon"]),
    ],
)
def test_level_is_chosen_on_the_card(house, new_page, level, bots):
    page = new_page()
    page.goto(house.url)
    page.get_by_role("group", name="How strong the bots are").get_by_role("radio", name=level).check()
    page.get_by_role("button", name="Play", exact=True).click()
    me, *others = table_of(house, page)["seats"]
    assert [seat["bot"] for seat in others] == bots
    assert me["always_ask"]


@pytest.mark.parametrize(
    ("choice", "manner", "collected"),
    [
        ("Collected for you", "attentive", True),
        ("With a reminder", "attentive", False),
        ("No reminder", "sharp", False),
    ],
)
def test_new_table_says_how_rent_is_collected(house, new_page, choice, manner, collected):
    page = new_page()
    page.goto(f"{house.url}#/new")
    rent = page.get_by_role("radiogroup", name="Rent")
    expect(rent.get_by_role("radio", name="Collected for you")).to_be_checked()
    rent.get_by_role("radio", name=choice).check()
    page.get_by_role("combobox", name="Seat 2").select_option("tycoon")
    page.get_by_role("button", name="Open the table").click()
    table = table_of(house, page)
    assert table["manner"] == manner
    assert table["seats"][0]["always_ask"] is collected


def test_first_whole_colour_says_that_one_can_build(house, new_page):
    page = new_page()
    table = LaidTable(house, {"edition": "official", "turn": 0, "deeds": BARE, "seats": seats(642, 388, 1210, 455)})
    table.open(page)
    expect(stage(page)).to_contain_text(BUILD)
    table.do("build oriental", 0)
    choices(page).filter(has_text="Throw the dice").wait_for()
    expect(stage(page)).not_to_contain_text(BUILD)


def test_first_offer_explains_dealing(house, new_page):
    page = new_page()
    table = LaidTable(house, *scene("throw"))
    table.open(page)
    table.do("offer 0 give 50 get water-works", 1)
    find_offer(page)
    expect(stage(page)).to_contain_text(DEAL)
    table.do("accept 1", 0)
    table.do("offer 0 give 50 get reading", 1)
    page.get_by_role("button", name="Back to the game").first.click()
    find_offer(page)
    page.get_by_role("button", name="Accept").wait_for()
    expect(stage(page)).not_to_contain_text(DEAL)
