"""The front page and the lobby in a real browser."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.browser import IN_THE_HOUSE
from tests.web.screens import stretched
from ventnor.server.protocol import NewSeat, NewTable

pytestmark = pytest.mark.slow


def test_name_that_somebody_has_is_told_before_one_joins(house, new_page):
    made = house.do(house.make(NewTable(seats=(NewSeat("mine", "Robin"), NewSeat("open")))))
    page = new_page()
    page.goto(f"{house.url}#/t/{made.table.id}")
    name, sit_here = page.get_by_role("textbox", name="Your name"), page.get_by_role("button", name="Sit down here")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    # Nobody is given a name that is not theirs.
    sit_here.click()
    expect(page.get_by_role("alert")).to_have_text("Say what you are called, then sit down.")
    expect(name).to_be_focused()
    expect(name).to_have_accessible_description("Say what you are called, then sit down.")
    page.keyboard.type("robin ")
    expect(page.get_by_role("alert")).to_have_count(0)
    sit_here.click()
    expect(page.get_by_role("alert")).to_have_text("robin sits at this table already: choose another name.")
    assert asked == []
    expect(name).to_be_focused()
    name.fill("Ash")
    name.press("Enter")
    page.get_by_role("button", name="Leave the table").wait_for()
    expect(page.get_by_role("list")).to_contain_text("Ash")


def test_my_games_say_who_plays_by_which_rules_and_whose_decision_it_is(sit, house):
    page, table = sit("buy", title="Sunday evening")
    page.goto(house.url)
    mine = page.get_by_role("region", name="My games").get_by_role("listitem")
    expect(mine).to_contain_text("Sunday evening")
    expect(mine).to_contain_text("your decision · The official rulebook · Robin, Agnes, Bruno, Celia")
    table.do("decline", 0)
    page.reload()
    expect(mine).to_contain_text("Agnes to decide")


@pytest.mark.parametrize("place", ["home", "lobby"])
def test_settings_are_reached_without_a_table(house, new_page, place):
    made = house.do(house.make(NewTable(seats=(NewSeat("mine", "Robin"), NewSeat("open")))))
    page = new_page()
    page.goto(house.url if place == "home" else f"{house.url}#/t/{made.table.id}")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog", name="Settings").get_by_role("radio", name="Evening").check()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Settings")).to_be_focused()


def test_denial_of_the_server_is_told_in_the_language_of_the_page(house, new_page):
    page = new_page(expected=["409"])
    made = house.do(house.make(NewTable(seats=(NewSeat("mine", "Strauß"), NewSeat("open")))))
    page.goto(f"{house.url}?lang=pseudo#/t/{made.table.id}")
    page.get_by_role("textbox", name=stretched("Your name")).fill(
        "STRAUSS"
    )  # only the server knows that it is the same
    page.get_by_role("button", name=stretched("Sit down here")).click()
    expect(page.get_by_role("alert")).to_contain_text(stretched("Somebody at the table has this name."))


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_button_that_one_came_for_is_in_sight_with_eight_seats(house, new_page, size):
    bots = tuple(NewSeat("bot", name) for name in ("Agnes", "Bruno", "Celia", "Dmitri", "Edda", "Farid"))
    made = house.do(house.make(NewTable(seats=(NewSeat("mine", "Robin"), *bots, NewSeat("open")))))
    host, guest = new_page(size), new_page(size)
    host.goto(f"{house.url}#/t/{made.table.id}/{made.seats[0].token}")
    begin = host.get_by_role("button", name="Begin the game")
    expect(begin).to_be_in_viewport(ratio=1)
    guest.goto(f"{house.url}#/t/{made.table.id}")
    sit_down = guest.get_by_role("button", name="Sit down", exact=True)
    expect(sit_down).to_be_in_viewport(ratio=1)
    name = guest.get_by_role("textbox", name="Your name")
    expect(name).to_be_in_viewport(ratio=1)
    name.fill("Ash")
    sit_down.click()
    expect(guest.get_by_role("button", name="Leave the table")).to_be_in_viewport(ratio=1)
    expect(host.get_by_role("listitem").nth(7)).to_contain_text("Ash")
    expect(begin).to_be_enabled()


def test_invitation_that_nobody_else_can_follow_says_so(house, new_page):
    made = house.do(house.make(NewTable(seats=(NewSeat("mine", "Robin"), NewSeat("open")))))
    page = new_page()
    told = page.get_by_text("This link works on this machine alone. ./run --lan gives one for phones in the house.")
    for address, alone in (("127.0.0.1", True), ("localhost", True), (IN_THE_HOUSE, False)):
        page.goto(f"{house.url.replace('127.0.0.1', address)}#/t/{made.table.id}")
        expect(page.get_by_role("textbox", name="Invite by this link")).to_have_value(re.compile(re.escape(address)))
        expect(told).to_be_visible(visible=alone)


def test_hour_is_asked_for_where_a_game_has_one(house, new_page):
    page = new_page()
    page.goto(f"{house.url}#/new")
    hour = page.get_by_label("The hour strikes after")
    for edition, variant, has_one in (
        ("1935", "short", True),
        ("anniversary", "short", False),
        ("anniversary", "timed", True),
        ("anniversary", "", False),
    ):
        page.locator(f"input[name=edition][value='{edition}']").check(force=True)
        page.locator(f"input[name=variant][value='{variant}']").check(force=True)
        expect(hour).to_have_count(int(has_one))
