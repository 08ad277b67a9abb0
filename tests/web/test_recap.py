"""What others did: the recap, several acts in one line, separate payments, and the bots' pace."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.laid import LaidTable
from tests.web.play import PILLS, log, logged, stage
from tests.web.scenes import OWNED, scene, seats

pytestmark = pytest.mark.slow
SIZES = ["laptop", "desk", "phone"]
HIDDEN = """hidden => {
    Object.defineProperty(document, 'hidden', {get: () => hidden, configurable: true});
    document.dispatchEvent(new Event('visibilitychange'));
}"""


def others_turn(house) -> LaidTable:
    """Return a table at which Celia is to throw, and Robin after her."""
    position, _ = scene("throw")
    return LaidTable(house, {**position, "turn": 3, "deeds": {}})


@pytest.mark.parametrize("size", SIZES)
def test_recap_after_one_looked_away(house, new_page, size):
    table = others_turn(house)
    page = new_page(size)
    table.open(page)
    expect(page.get_by_role("region", name="Since your last turn")).to_have_count(0)
    page.evaluate(HIDDEN, True)
    table.do_all([("roll 1 4", 3), ("buy", 3), ("end-turn", 3)])
    expect(page).to_have_title("Your turn · Ventnor")
    page.evaluate(HIDDEN, False)
    recap = page.get_by_role("region", name="Since your last turn")
    expect(recap.get_by_role("listitem")).to_have_text([re.compile(r"Celia buys Kentucky Avenue for \$220")])
    expect(recap).to_be_in_viewport(ratio=1)
    # However many lines an item has, none fades while all are in sight.
    lines = "(list, lines) => { const [item] = list.querySelectorAll('li span:last-child');"
    lines += (
        " item.innerHTML = Array(lines).fill('Celia').join('<br>'); return list.scrollHeight - list.clientHeight; }"
    )
    assert [recap.get_by_role("list").evaluate(lines, count) for count in (2, 3, 4)] == [0, 0, 0]
    recap.get_by_role("button", name="Close").click()
    expect(recap).to_have_count(0)


def test_who_comes_back_is_told_too(house, new_page):
    table = others_turn(house)
    table.do_all([("roll 1 4", 3), ("buy", 3), ("end-turn", 3)])
    page = new_page()
    table.open(page)
    recap = page.get_by_role("region", name="Since your last turn")
    expect(recap).to_contain_text("Celia buys Kentucky Avenue")
    # Playing on ends it.
    page.get_by_role("button", name="Throw the dice").click()
    logged(page, "Robin throws")
    expect(recap).to_have_count(0)


def test_who_watched_is_told_nothing_twice(house, new_page):
    table = others_turn(house)
    page = new_page()
    table.open(page)
    page.get_by_role("region", name="On the table now").wait_for()
    table.do_all([("roll 1 4", 3), ("buy", 3), ("end-turn", 3)])
    logged(page, "It is Robin's turn")
    expect(page.get_by_role("region", name="Since your last turn")).to_have_count(0)


def test_recap_leaves_out_what_one_did_oneself(house, new_page):
    position, doings = scene("offer")
    table = LaidTable(house, {**position, "turn": 3}, doings)
    page = new_page()
    table.open(page)
    page.evaluate(HIDDEN, True)
    # Robin accepts an offer of Bruno's; Agnes accepts one of Robin's.
    table.do_all([("accept 1", 0), ("offer 1 give 10 get mediterranean", 0), ("accept 2", 1)])
    expect(log(page).filter(has_text="Agnes accepts")).to_have_count(1)
    page.evaluate(HIDDEN, False)
    recap = page.get_by_role("region", name="Since your last turn")
    expect(recap).to_contain_text("Agnes accepts Robin's offer.")
    expect(recap).not_to_contain_text("Robin accepts")


def test_several_acts_in_a_row_are_told_as_one(house, new_page):
    position = {"edition": "official", "turn": 1, "deeds": OWNED, "seats": seats(642, 900, 1210, 455)}
    table = LaidTable(house, position)
    page = new_page()
    table.open(page)
    table.do_all([("build baltic", 1), ("build mediterranean", 1), ("build baltic", 1)])
    line = log(page).filter(has_text="Agnes builds")
    expect(line).to_have_count(1)
    expect(line).to_contain_text("Agnes builds a house on Baltic Avenue for $50, builds a house on Mediterranean")


@pytest.mark.parametrize("size", SIZES)
def test_salary_and_card_have_each_its_pill(house, new_page, size):
    position, _ = scene("throw")
    position["seats"][0] |= {"space": "boardwalk"}
    table = LaidTable(house, {**position, "deeds": {}})
    page = new_page(size)
    table.open(page)
    page.evaluate(PILLS)
    # From Boardwalk over GO to Community Chest: the salary, and what a card brings.
    table.do_all([("roll 1 2", 0), ("draw chest 0", 0)])
    page.wait_for_function("() => window.pills.length === 2")
    assert page.evaluate("window.pills[0][0]") == "+$200"


@pytest.mark.parametrize("size", SIZES)
def test_host_skips_to_the_next_decision(house, new_page, size):
    table = others_turn(house)
    page = new_page(size)
    table.open(page)
    page.get_by_role("button", name="Skip to the next decision").click()
    # The bots of a laid table wait for ever, but not if they hurry.
    logged_by = page.get_by_role("status").first
    expect(logged_by).to_contain_text(re.compile("Your|You|Will|How"))
    expect(page.get_by_role("button", name="Skip to the next decision")).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
def test_host_changes_the_pace_of_the_bots(house, new_page, size):
    table = others_turn(house)
    page = new_page(size)
    table.open(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("combobox", name="Bots play").select_option("slowly")
    logged_line = "The host changes the speed of the bots."
    page.keyboard.press("Escape")
    if size == "phone":
        page.get_by_role("button", name="Log").click()
    logged(page, logged_line)
    assert table.session.pace == 2


def test_guests_do_not_change_the_pace(house, new_page):
    position, _ = scene("throw")
    table = LaidTable(house, {**position, "turn": 3}, people=(0, 1))
    page = new_page()
    table.open(page, 1)
    expect(page.get_by_role("button", name="Skip to the next decision")).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog").wait_for()
    expect(page.get_by_role("combobox", name="Bots play")).to_have_count(0)
    expect(stage(page)).to_be_visible()
