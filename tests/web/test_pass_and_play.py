"""Several people at one device, each asked in turn."""

import json
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.laid import LaidTable
from tests.web.play import (
    bid,
    bidder,
    choices,
    eventually,
    find_offer,
    hold_answers,
    let_answer,
    logged,
    ready,
    space,
    stage,
)
from tests.web.scenes import scene
from tests.web.test_axe import AXE, SMALL, violations

pytestmark = pytest.mark.slow

SIZES = ("laptop", "phone")
COVERS = """dialog => [0.02, 0.5, 0.98].flatMap(x => [0.02, 0.5, 0.98].map(y => [x, y])).every(([x, y]) =>
    dialog.contains(document.elementFromPoint(x * innerWidth, y * innerHeight)))"""
"""A script: whether only the dialog can be seen and pressed, at nine points of the window."""


def cover(page: Page, name: str) -> Locator:
    """Return the dialog that hands the device over."""
    return page.get_by_role("dialog", name=name, exact=True)


def take(page: Page, name: str, words: str) -> None:
    """Check the dialog and take the device by keyboard."""
    shown = cover(page, name)
    expect(shown).to_contain_text(words)
    assert shown.evaluate(COVERS)
    expect(shown.get_by_role("button", name="Start")).to_be_focused()
    # It cannot be closed like a panel.
    page.keyboard.press("Escape")
    expect(shown).to_be_visible()
    ready(page)
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)


def share(house, page: Page, name: str, *seats: int) -> LaidTable:
    """Open a scene with several seats at one device."""
    table = LaidTable(house, *scene(name), people=seats)
    for seat in seats:
        page.goto("about:blank")
        page.goto(f"{table.address}/{table.tokens[seat]}")
    return table


def asks(page: Page, table: LaidTable, seat: int) -> None:
    """Wait until the game waits for a seat."""

    def look() -> None:
        assert table.game.awaiting.seat == seat

    eventually(page, look)


def check(page: Page) -> None:
    """Check a page with axe, and that a finger can press what is on it."""
    page.evaluate(f"() => {{ {AXE.read_text(encoding='utf-8')} }}")
    assert [*violations(page), *page.evaluate(SMALL)] == []


@pytest.mark.parametrize("size", SIZES)
def test_two_people_and_a_bot_at_one_device(house, new_page, size):
    page = new_page(size)
    page.goto(f"{house.url}#/new")
    page.get_by_role("textbox", name="Your name").fill("Robin")
    page.get_by_role("combobox", name="Seat 2").select_option("Plays on this device too")
    page.get_by_role("textbox", name="Name of player 2").fill("Kit")
    token = page.get_by_role("combobox", name="Token of player 2")
    token.select_option("Tram")
    # The first player takes it, and the second gets another; then the other way round.
    page.get_by_title("Tram").click()
    expect(token).to_have_value("gull")
    page.get_by_title("Crab").click()
    expect(token).to_have_value("tram")
    page.get_by_role("combobox", name="Seat 3").select_option("none")
    expect(page.get_by_text("You share this device.")).to_be_visible()
    check(page)
    page.get_by_role("button", name="Open the table").click()

    expect(cover(page, "Robin").locator("svg")).to_have_class(re.compile(r"\bp0 crab\b"))
    check(page)
    take(page, "Robin", "It's your turn")
    eventually(page, lambda: expect(choices(page).first).to_be_focused())
    choices(page).first.click()
    expect(cover(page, "Kit").locator("svg")).to_have_class(re.compile(r"\bp1 tram\b"))
    take(page, "Kit", "It's your turn")
    choices(page).first.click()

    kept = json.loads(page.evaluate("localStorage.getItem('ventnor.seats')"))
    assert {each["seat"]: each["name"] for each in kept} == {0: "Robin", 1: "Kit"}
    session = house.do(house.registry.room(kept[0]["table"]).session())
    assert [each.always_ask for each in session.state.places[:2]] == [True, True]


@pytest.mark.parametrize("size", SIZES)
def test_bidders_at_one_device(house, new_page, size):
    page = new_page(size)
    table = share(house, page, "auction", 0, 2)
    take(page, "Robin", "It's your turn to bid")
    bid(page, 125)
    # While a bot is asked, the device stays with whoever has it.
    asks(page, table, 1)
    expect(stage(page)).to_contain_text("$125")
    expect(page.get_by_role("dialog")).to_have_count(0)
    table.do("pass", 1)
    take(page, "Bruno", "It's your turn to bid")
    bid(page, 140)
    asks(page, table, 3)
    table.do("pass", 3)
    # It yields as soon as the game moves on.
    expect(cover(page, "Robin")).to_be_visible()
    table.do("pass", 0)
    expect(page.get_by_role("dialog")).to_have_count(0)
    table.do("pass", 1)
    expect(stage(page)).to_contain_text("Bruno wins Pennsylvania Avenue for $140.")


def test_one_is_out_of_an_auction_and_the_other_is_not(house, new_page):
    page = new_page()
    table = share(house, page, "auction", 0, 2)
    take(page, "Robin", "It's your turn to bid")
    page.get_by_role("button", name="I'm out").click()
    asks(page, table, 1)
    table.do("pass", 1)
    take(page, "Bruno", "It's your turn to bid")
    bid(page, 140)
    # Robin passes again, and nobody hands the device over for that.
    asks(page, table, 1)
    table.do_all([("pass", 1), ("bid 150", 3)])
    asks(page, table, 1)
    table.do("pass", 1)
    expect(page.get_by_role("form", name="Your bid")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
def test_offer_to_another_person_at_the_device(house, new_page, size):
    page = new_page(size)
    table = share(house, page, "throw", 0, 2)
    take(page, "Robin", "It's your turn")
    table.do("offer 2 give reading 50 get ventnor", 0)
    take(page, "Bruno", "Robin offers you a deal")
    # The other player's actions are not shown meanwhile.
    expect(page.get_by_role("button", name="Throw the dice")).to_have_count(0)
    eventually(page, lambda: expect(stage(page).locator(":focus")).to_have_count(1))
    stage(page).get_by_role("button", name="Make a counter-offer").click()
    page.get_by_role("button", name="Send counter-offer").wait_for()
    expect(page.get_by_role("dialog")).to_have_count(0)
    stage(page).locator("button.close").click()
    # One that is closed without an answer stays, and the device goes back.
    take(page, "Robin", "It's your turn")
    find_offer(page)
    take(page, "Bruno", "Robin offers you a deal")
    stage(page).get_by_role("button", name="Accept", exact=True).click()
    take(page, "Robin", "It's your turn")
    assert table.game.owner("ventnor") == 0
    expect(space(page, "Ventnor")).to_be_visible()
    # One that is taken back meanwhile asks nobody.
    table.do("offer 2 give ventnor get reading", 0)
    expect(cover(page, "Bruno")).to_be_visible()
    table.do("withdraw 2", 0)
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(choices(page).first).to_be_visible()


def test_it_can_be_left_out(house, new_page):
    page = new_page()
    table = share(house, page, "auction", 0, 2)
    take(page, "Robin", "It's your turn to bid")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("checkbox", name="Show the next player's name before each turn").uncheck()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    bid(page, 125)
    asks(page, table, 1)
    table.do("pass", 1)
    expect(bidder(page, "Bruno")).to_contain_text("to bid")
    bid(page, 140)
    logged(page, "Bruno bids $140.")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_next_player_bids_before_the_last_bid_is_answered(house, new_page):
    """The server broadcasts a bid before it answers the bidder. On a slow line much can happen in between."""
    page = new_page()
    answers = hold_answers(page)
    table = share(house, page, "auction", 0, 2)
    take(page, "Robin", "It's your turn to bid")
    bid(page, 125)
    asks(page, table, 1)
    table.do("pass", 1)
    take(page, "Bruno", "It's your turn to bid")
    field = page.get_by_role("form", name="Your bid").get_by_label(re.compile("^Your bid"))
    field.fill("140")

    let_answer(page, answers)
    # A message after the answer shows that the page has read it.
    table.do("offer 3 give 5 get virginia", 1)
    logged(page, "Agnes offers Celia")
    expect(field).to_have_value("140")
    field.press("Enter")
    logged(page, "Bruno bids $140.")
    # The answer to this bid is never read; the game goes on all the same.
    table.do("pass", 3)
    take(page, "Robin", "It's your turn to bid")
    bid(page, 150)
    logged(page, "Robin bids $150.")
