"""The front page and the lobby in a real browser."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.browser import IN_THE_HOUSE
from tests.web.play import board, new_table, play_by_itself, rest, sit_down, standings
from tests.web.screens import stretched
from ventnor.server.protocol import NewSeat, NewTable

pytestmark = pytest.mark.slow


def test_name_that_somebody_has_is_told_before_one_joins(house, new_page):
    made = house.do(house.make(NewTable(seats=(NewSeat("mine", "Robin"), NewSeat("open")))))
    page = new_page()
    page.goto(f"{house.url}#/t/{made.table.id}")
    name, sit_here = page.get_by_role("textbox", name="Your name"), page.get_by_role("button", name="Sit down")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    # Nobody is given a name that is not theirs.
    sit_here.click()
    expect(page.get_by_role("alert")).to_have_text("Enter your name, then sit down.")
    expect(name).to_be_focused()
    expect(name).to_have_accessible_description("Enter your name, then sit down.")
    page.keyboard.type("robin ")
    expect(page.get_by_role("alert")).to_have_count(0)
    sit_here.click()
    expect(page.get_by_role("alert")).to_have_text("robin already sits at this table. Choose another name.")
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
    for words in ("Your turn", "The official rulebook", "Agnes, Bruno and Celia"):
        expect(mine).to_contain_text(words)
    table.do("decline", 0)
    page.reload()
    expect(mine).to_contain_text("Agnes's turn")


def test_table_without_a_name_is_called_by_those_one_plays_with(sit, house):
    page, _ = sit("buy")
    page.goto(house.url)
    mine = page.get_by_role("region", name="My games").get_by_role("listitem")
    expect(mine.locator("b")).to_have_text("Agnes, Bruno and Celia")


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_game_that_goes_on_comes_first_and_is_one_press_away(sit, house, size):
    page, table = sit("buy", size)
    page.goto(house.url)
    current = page.get_by_role("region", name="Your game")
    expect(current).to_contain_text("Your turn")
    expect(current).to_contain_text("Agnes, Bruno and Celia")
    assert page.get_by_role("heading", level=2).first.inner_text() == "Your turn"
    go_on = current.get_by_role("link", name="Continue")
    expect(go_on).to_be_in_viewport(ratio=1)
    # Only one button is emphasised; a new game comes second.
    expect(page.locator(".btn.main")).to_have_count(1)
    go_on.click()
    board(page).wait_for()
    assert page.url.endswith(table.id)
    table.do("decline", 0)
    page.goto(house.url)
    expect(current).to_contain_text("Agnes's turn")


def test_nothing_is_to_be_continued_where_no_game_goes_on(house, new_page):
    page = new_page()
    page.goto(house.url)
    current, mine = page.get_by_role("region", name="Your game"), page.get_by_role("region", name="My games")
    page.get_by_role("button", name="Play", exact=True).wait_for()
    expect(current).to_have_count(0)
    # A table that waits for players is no game yet.
    made = house.do(house.make(NewTable(seats=(NewSeat("mine", "Robin"), NewSeat("open")))))
    page.goto(f"{house.url}#/t/{made.table.id}/{made.seats[0].token}")
    page.get_by_role("button", name="Begin with a bot").wait_for()
    page.goto(house.url)
    expect(mine).to_contain_text("Not begun yet")
    expect(current).to_have_count(0)


def test_game_that_is_over_is_not_to_be_continued(house, new_page):
    page = new_page()
    table, tokens = new_table(house, options={"rounds": 1}, bots=1)
    sit_down(page, house, table, tokens[0])
    play_by_itself(page)
    standings(page).wait_for()
    rest(page)
    page.goto(house.url)
    mine = page.get_by_role("region", name="My games")
    expect(mine.get_by_role("link", name="See the result")).to_be_visible()
    expect(page.get_by_role("region", name="Your game")).to_have_count(0)
    expect(page.get_by_role("link", name="Continue")).to_have_count(0)


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
    page.get_by_role("button", name=stretched("Sit down")).click()
    expect(page.get_by_role("alert")).to_contain_text(stretched("Somebody at the table already has this name."))


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_button_that_one_came_for_is_in_sight_with_eight_seats(house, new_page, size):
    bots = tuple(NewSeat("bot", name) for name in ("Agnes", "Bruno", "Celia", "Dmitri", "Edda", "Farid"))
    made = house.do(house.make(NewTable(seats=(NewSeat("mine", "Robin"), *bots, NewSeat("open")))))
    host, guest = new_page(size), new_page(size)
    host.goto(f"{house.url}#/t/{made.table.id}/{made.seats[0].token}")
    expect(host.get_by_role("button", name="Begin with a bot in the free seat")).to_be_in_viewport(ratio=1)
    guest.goto(f"{house.url}#/t/{made.table.id}")
    sit_down = guest.get_by_role("button", name="Sit down", exact=True)
    expect(sit_down).to_be_in_viewport(ratio=1)
    name = guest.get_by_role("textbox", name="Your name")
    expect(name).to_be_in_viewport(ratio=1)
    name.fill("Ash")
    sit_down.click()
    expect(guest.get_by_role("button", name="Leave the table")).to_be_in_viewport(ratio=1)
    expect(host.get_by_role("listitem").nth(7)).to_contain_text("Ash")
    expect(host.get_by_role("button", name="Begin the game")).to_be_in_viewport(ratio=1)


def test_game_begins_at_once_with_bots_where_nobody_came(house, new_page):
    seats = (NewSeat("mine", "Robin"), NewSeat("open"), NewSeat("bot", "Agnes"), NewSeat("open"))
    made = house.do(house.make(NewTable(seats=seats)))
    page = new_page()
    page.goto(f"{house.url}#/t/{made.table.id}/{made.seats[0].token}")
    page.get_by_text("2 seats are free.").wait_for()
    page.get_by_role("button", name="Begin with 2 bots in the free seats").click()
    board(page).wait_for()
    seats = page.request.get(f"{house.url}api/tables/{made.table.id}").json()["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "bot", "bot", "bot"]


def test_invitation_that_nobody_else_can_follow_says_so_to_the_host(house, new_page):
    made = house.do(house.make(NewTable(seats=(NewSeat("mine", "Robin"), NewSeat("open")))))
    page, guest = new_page(), new_page()
    words = "This link works only on this computer."
    for address, alone in (("127.0.0.1", True), ("localhost", True), (IN_THE_HOUSE, False)):
        url = house.url.replace("127.0.0.1", address)
        for each, secret, tells in ((page, f"/{made.seats[0].token}", alone), (guest, "", False)):
            each.goto(f"{url}#/t/{made.table.id}{secret}")
            link = each.get_by_role("textbox", name="Invite with this link")
            expect(link).to_have_value(re.compile(re.escape(address)))
            expect(each.get_by_text(words)).to_be_visible(visible=tells)
            expect(each.get_by_text("./run")).to_be_visible(visible=False)
            if tells:
                each.get_by_text("How to invite other devices").click()
                expect(each.get_by_text("./run --lan")).to_be_visible()


def test_guest_chooses_among_the_free_seats_and_sits_down_by_one_button(house, new_page):
    seats = (NewSeat("mine", "Robin"), NewSeat("open"), NewSeat("bot", "Agnes"), NewSeat("open"))
    made = house.do(house.make(NewTable(seats=seats)))
    page = new_page()
    page.goto(f"{house.url}#/t/{made.table.id}")
    rows, sit_down = page.get_by_role("listitem"), page.get_by_role("button", name="Sit down")
    expect(sit_down).to_have_count(1)
    expect(rows.nth(1).get_by_role("textbox", name="Your name")).to_be_visible()
    rows.nth(3).get_by_role("button", name="Choose this seat").click()
    expect(rows.nth(3).get_by_role("textbox", name="Your name")).to_be_focused()
    page.keyboard.type("Ash")
    page.keyboard.press("Enter")
    expect(rows.nth(3)).to_contain_text("Ash")
    expect(rows.nth(1)).to_contain_text("Free seat")


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_form_for_a_table_begins_with_a_name_and_its_button_stays_in_sight(house, new_page, size):
    page = new_page(size)
    page.goto(f"{house.url}#/new")
    name, make = page.get_by_role("textbox", name="Your name"), page.get_by_role("button", name="Open the table")
    for each in (name, page.get_by_role("combobox", name="Seat 2"), make):
        expect(each).to_be_in_viewport(ratio=1)
    # Nothing stands in it that looks like somebody's name.
    expect(name).to_have_value("")
    expect(name).to_have_attribute("placeholder", "Your name")
    page.get_by_text("House rules").click()
    page.get_by_label("Double salary on GO").scroll_into_view_if_needed()
    expect(make).to_be_in_viewport(ratio=1)
    name.fill("Ash")
    make.click()
    expect(page.get_by_role("listitem").first).to_contain_text("Ash")


def test_hour_is_asked_for_where_a_game_has_one(house, new_page):
    page = new_page()
    page.goto(f"{house.url}#/new")
    hour = page.get_by_role("combobox", name="Time limit")
    for edition, variant, has_one in (
        ("1935", "short", True),
        ("anniversary", "short", False),
        ("anniversary", "timed", True),
        ("anniversary", "", False),
    ):
        page.locator(f"input[name=edition][value='{edition}']").check(force=True)
        page.locator(f"input[name=variant][value='{variant}']").check(force=True)
        expect(hour).to_have_count(int(has_one))
