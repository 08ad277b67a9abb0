"""The board: tokens, and letters that can be read."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.clipping import has_no_faults
from tests.web.laid import LaidTable
from tests.web.play import board, box_of, eventually, stage
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

    def are_larger() -> None:
        assert min(board(page).evaluate(LETTERS)) >= least
        assert tokens.bounding_box()["width"] > 1.25 * token["width"]

    eventually(page, are_larger)
    has_no_faults(page)


@pytest.mark.parametrize(("size", "least"), [("laptop", 11), ("desk", 11), ("phone", 9)])
def test_letters_of_a_board_can_be_read(sit, size, least):
    page, _ = sit("throw", size)

    def can_be_read() -> None:
        assert min(board(page).evaluate(LETTERS)) >= least

    eventually(page, can_be_read)
    has_no_faults(page)


@pytest.mark.parametrize(("size", "least"), [("laptop", 11), ("desk", 16), ("phone", 8)])
def test_houses_are_green_and_hotels_red(sit, size, least):
    page, _ = sit("throw", size)
    house, hotel = (board(page).locator(each).first for each in (".house", ".hotel"))
    assert house.evaluate("e => getComputedStyle(e).fill") == "rgb(29, 122, 69)"
    assert hotel.evaluate("e => getComputedStyle(e).fill") == "rgb(179, 38, 30)"

    def houses_are_large_enough() -> None:
        assert house.bounding_box()["height"] >= least

    eventually(page, houses_are_large_enough)  # they rise from the ground


@pytest.mark.parametrize("size", ["laptop", "desk", "phone"])
def test_pot_stands_on_free_parking(house, new_page, size):
    position, doings = scene("throw")
    table = LaidTable(house, {**position, "pot": 275, "options": {"free_parking_pot": "pot"}}, doings)
    page = new_page(size)
    table.open(page)
    space = board(page).get_by_role("button", name="Free Parking, $275 in the pot")

    def pot_is_inside() -> None:
        left, top, right, bottom = box_of(space)
        x, y, x2, y2 = box_of(board(page).locator(".pot"))
        assert left <= x
        assert x2 <= right
        assert top <= y
        assert y2 <= bottom

    eventually(page, pot_is_inside)
    expect(page.get_by_text("$275")).to_have_count(1)


def test_middle_of_a_large_board_is_not_empty(sit):
    page, _ = sit("throw", "desk")
    deeds = stage(page).get_by_role("list", name="Your deeds").get_by_role("button")
    expect(deeds).to_have_count(8)
    expect(stage(page).locator(".deck")).to_have_text(["Chance", "Community Chest"])
    deeds.first.click()
    expect(stage(page).get_by_role("article")).to_contain_text("Oriental Avenue")


def test_landscape_phone_shows_all_without_overlap(house, new_page):
    table = LaidTable(house, *scene("throw"))
    page = new_page("phone")
    page.set_viewport_size({"width": 844, "height": 390})
    table.open(page)
    expect(page.get_by_role("button", name="Throw the dice")).to_be_in_viewport(ratio=1)
    has_no_faults(page)


def test_landscape_phone_shows_the_deed_and_the_terms_of_a_deal(house, new_page):
    page = new_page("phone")
    page.set_viewport_size({"width": 844, "height": 390})
    LaidTable(house, *scene("buy")).open(page)
    expect(stage(page).get_by_role("article", name="Pennsylvania Avenue")).to_be_in_viewport(ratio=1)
    page.goto("about:blank")
    LaidTable(house, *scene("offer")).open(page)
    page.get_by_role("button", name="See offer").click()
    page.get_by_role("group", name="What it would do").get_by_role("listitem").first.wait_for()
    *_, foot = box_of(page.get_by_role("region", name="You get"))
    assert foot <= box_of(page.get_by_role("button", name="Accept", exact=True))[1]
