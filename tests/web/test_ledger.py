"""The ledger of who holds what."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.laid import LaidTable
from tests.web.play import PILLS, box_of, choices, eventually, find_offer, in_sight, space, stage
from tests.web.scenes import scene, seats

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_what_somebody_feels_stands_beside_the_name(sit, size):
    page, _ = sit("throw", size)
    if size == "phone":
        page.get_by_role("button", name="Log").click()
    page.get_by_role("button", name="React").click()
    page.get_by_role("dialog", name="React").get_by_role("button", name="Good luck!").click()
    row = page.get_by_role("table", name="Who holds what").get_by_role("row", name="Robin")
    felt = row.get_by_role("status")
    expect(felt).to_have_text("Good luck!")
    expect(felt).to_have_css("opacity", "1")

    def stand_side_by_side() -> None:
        name, said, whole = (box_of(each) for each in (row.locator(".name"), felt, row))
        assert said[0] >= name[2]
        assert said[1] >= whole[1] - 1
        assert said[3] <= whole[3] + 1

    eventually(page, stand_side_by_side)


ONE_LINE = 28
OFFERED = {"throw": ("offer 0 give virginia get reading", 3), "eight": ("offer 0 give baltic get mediterranean", 3)}


@pytest.mark.parametrize("name", OFFERED)
def test_ledger_stays_where_it_is_whatever_comes_up(sit, name):
    page, table = sit(name)
    ledger = page.get_by_role("table", name="Who holds what")
    before = box_of(ledger)
    table.do(*OFFERED[name])
    find_offer(page)
    page.get_by_role("button", name="Turn down").wait_for()
    assert box_of(ledger) == before
    page.get_by_role("button", name="Offer a deal").click()
    page.get_by_role("region", name="You give").wait_for()
    assert box_of(ledger) == before
    space(page, "Boardwalk").click()
    page.get_by_role("group", name="Boardwalk").wait_for()
    assert box_of(ledger) == before
    assert in_sight(page.get_by_label("Say something to the table"))
    assert page.get_by_role("log").evaluate("e => e.clientHeight") >= ONE_LINE


def test_money_is_marked_without_motion_too(sit):
    page, _ = sit("buy")
    page.evaluate(PILLS)
    choices(page).filter(has_text=re.compile("^Buy ")).click()
    page.wait_for_function("() => window.pills.length === 1")
    assert page.evaluate("window.pills") == [["\N{MINUS SIGN}$320", "1"]]
    expect(page.locator(".delta")).to_have_count(0)


@pytest.mark.parametrize("name", ["jail", "eight"])
def test_name_of_who_is_in_jail_is_as_large_as_any_on_a_phone(house, new_page, name):
    position, *rest = scene(name)
    position["seats"][0] |= {"space": "jail", "jail_turn": 1, "jail_cards": ["chest"]}
    page = new_page("phone")
    LaidTable(house, position, *rest).open(page)
    rows = page.get_by_role("table", name="Who holds what").locator("tbody tr")
    expect(rows.first).to_contain_text("in Jail")
    jailed, free = (rows.nth(seat).locator(".name") for seat in (0, 1))
    letters = "e => getComputedStyle(e).fontSize"
    assert jailed.evaluate(letters) == free.evaluate(letters)

    def stay_inside_the_row() -> None:
        row = box_of(rows.first)
        for part in (jailed, *rows.first.locator(".tag").all()):
            left, top, right, bottom = box_of(part)
            assert row[1] - 1 <= top
            assert bottom <= row[3] + 1
            assert row[0] <= left
            assert right <= box_of(rows.first.get_by_role("rowheader"))[2] + 1

    eventually(page, stay_inside_the_row)


def test_nobody_is_one_deed_short_when_the_game_is_over(house, new_page):
    page = new_page()
    two = {"edition": "official", "turn": 0, "deeds": {"oriental": {"owner": 0}, "vermont": {"owner": 0}}}
    table = LaidTable(house, {**two, "seats": seats(642, 388)})
    table.open(page)
    near, glows = page.get_by_role("region", name="One deed short"), page.locator("td.short")
    expect(near).to_be_visible()
    expect(glows.first).to_be_visible()
    table.do("resign", 1)
    page.get_by_role("table", name="The game is over").wait_for()
    expect(near).to_have_count(0)
    expect(glows).to_have_count(0)


@pytest.mark.parametrize("size", ["laptop", "desk"])
def test_press_on_a_row_of_eight_shows_that_player(sit, size):
    page, _ = sit("eight", size)
    rows = page.get_by_role("table", name="Who holds what").locator("tbody tr")
    # A press on any cell of the row works.
    for row, name in ((rows.nth(4), "Dmitri"), (rows.nth(6), "Farid")):
        row.locator("td").nth(2).click()
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_role("button", name=name, pressed=True)).to_be_visible()
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)


def test_row_of_eight_can_still_be_dragged_to_begin_a_deal(sit):
    page, _ = sit("eight")
    rows = page.get_by_role("table", name="Who holds what").locator("tbody tr")
    rows.nth(0).drag_to(rows.nth(4))
    expect(stage(page).get_by_role("radio", name="Dmitri")).to_be_checked()


@pytest.mark.parametrize("size", ["laptop", "desk", "phone"])
def test_ledger_marks_the_reader_and_explains_itself(sit, size):
    page, _ = sit("throw", size)
    row = page.get_by_role("table", name="Who holds what").get_by_role("row", name="Robin")
    expect(row.get_by_text("you", exact=size != "phone").first).to_be_visible()
    if size == "phone":
        page.get_by_role("button", name="Players", exact=True).click()
    else:
        expect(row.locator(".cell").nth(1)).to_have_attribute("title", "Robin owns the whole light blue group")
        row.get_by_role("button").first.click()
    legend = page.get_by_role("dialog").get_by_text("What the ledger shows")
    legend.click()
    expect(page.get_by_role("dialog").get_by_text("one deed from the whole colour")).to_be_visible()
