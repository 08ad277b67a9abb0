"""Replays of finished games: each move's events and rules, and the holdings at that time."""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.web.play import eventually
from tests.web.recorded import MANY, evening, first_whole, long_evening, open_record

pytestmark = pytest.mark.slow
MOST_LINES = 900
"""The most lines in the list at once, however long the record is."""


def go_to(page: Page, ply: int) -> None:
    """Go to the position after this many moves."""
    page.goto(re.sub(r"/\d+$", f"/{ply}", page.url))
    page.get_by_role("heading", name=re.compile(f"^Move {ply} of")).wait_for()


def moves(page: Page) -> Locator:
    """Return the list of moves."""
    return page.get_by_role("region", name="What happened")


def row(page: Page, name: str) -> Locator:
    """Return the deeds of a player."""
    ledger = page.get_by_role("table", name="Who holds what")
    return ledger.get_by_role("row").filter(has=page.get_by_role("rowheader", name=name))


def current(page: Page) -> Locator:
    """Return the lines of the move that is shown."""
    return moves(page).locator("[aria-current=step]")


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_rule_behind_a_line_of_the_list_is_shown(house, new_page, size):
    page = new_page(size)
    page.goto(house.url)
    open_record(page, evening())
    go_to(page, 60)
    line = moves(page).get_by_role("listitem").filter(has=page.locator("[aria-current=step]")).first
    said = current(page).first.inner_text()
    rule = line.get_by_role("button", name="The rule behind it")
    if size == "phone":
        rule.tap()
    else:
        rule.click()
    sheet = page.get_by_role("dialog", name="Why")
    expect(sheet).to_contain_text(said)
    expect(sheet.get_by_role("link", name="Read it in the rulebook")).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(rule).to_be_focused()


def test_list_is_walked_by_keys(house, new_page):
    page = new_page()
    page.goto(house.url)
    open_record(page, evening())
    go_to(page, 60)
    # One stop of the tab key is where one is, another the rule behind it.
    stops = moves(page).locator("button[tabindex='0']")
    expect(stops).to_have_count(2)
    current(page).last.focus()
    page.keyboard.press("ArrowDown")
    below = page.locator(":focus").inner_text()
    page.keyboard.press("Enter")
    expect(current(page).filter(has_text=below).first).to_be_focused()
    assert int(page.url.rsplit("/", 1)[1]) >= 60
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_accessible_name(re.compile("^The rule behind it"))
    page.keyboard.press("ArrowUp")
    expect(page.locator(":focus")).to_have_accessible_name(re.compile("^The rule behind it"))
    page.keyboard.press("Enter")
    page.get_by_role("dialog", name="Why").get_by_role("link", name="Read it in the rulebook").wait_for()


def test_grid_shows_who_holds_a_set_from_the_move_that_completed_it(house, new_page):
    ply, name = first_whole(evening(), ("oriental", "vermont", "connecticut"))
    page = new_page()
    page.goto(house.url)
    open_record(page, evening())
    owns = re.compile(f"^{name} owns the whole light blue group", re.IGNORECASE)
    go_to(page, ply)
    expect(row(page, name).get_by_text(owns)).to_have_count(1)
    go_to(page, ply - 1)
    expect(page.get_by_role("table", name="Who holds what").get_by_text(owns)).to_have_count(0)


def test_space_that_is_pressed_tells_of_its_deed_as_it_was_then(house, new_page):
    ply, name = first_whole(evening(), ("boardwalk",))
    page = new_page("phone")
    page.goto(house.url)
    open_record(page, evening())
    go_to(page, ply)
    page.get_by_role("group", name="The board", exact=True).get_by_role("button", name=re.compile("^Boardwalk")).tap()
    deed = page.get_by_role("article", name="Boardwalk")
    expect(deed).to_contain_text(f"Owned by {name}")
    go_to(page, ply - 1)
    expect(deed).not_to_contain_text("Owned by")
    page.get_by_role("group", name="Along the board").get_by_role("button", name="GO").tap()
    expect(page.get_by_role("heading", name="GO", exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("group", name="Along the board")).to_have_count(0)
    # Arrows that lead from space to space turn to no other move.
    space = page.get_by_role("group", name="The board", exact=True).get_by_role("button", name=re.compile("^Boardwalk"))
    space.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(":focus")).to_have_accessible_name(re.compile("^Luxury Tax"))
    page.get_by_role("heading", name=re.compile(f"^Move {ply - 1} of")).wait_for()
    assert page.url.endswith(f"/{ply - 1}")


def test_address_beyond_the_end_becomes_that_of_the_last_move(house, new_page):
    page = new_page()
    page.goto(house.url)
    open_record(page, evening())
    go_to(page, 3)
    page.goto(re.sub(r"/\d+$", "/99999", page.url))
    page.get_by_role("heading", name=re.compile(r"^Move (\d+) of \1$")).wait_for()
    page.wait_for_url(lambda url: not url.endswith("99999"))
    last = page.get_by_role("slider").get_attribute("max")
    assert page.url.endswith(f"/{last}")


def test_list_of_a_very_long_game_is_short_and_goes_on_as_one_scrolls(house, new_page):
    page = new_page()
    page.goto(house.url)
    open_record(page, long_evening())
    lines = moves(page).get_by_role("listitem")
    for ply in (MANY // 2, MANY, 10):
        go_to(page, ply)
        expect(current(page).first).to_be_in_viewport()
        assert 50 < lines.count() < MOST_LINES
    first, count = lines.first.inner_text(), lines.count()
    moves(page).evaluate("e => e.scrollTo(0, e.scrollHeight)")
    expect(lines.nth(count)).to_be_attached()
    assert lines.first.inner_text() == first


def test_dragged_slider_asks_little_and_until_it_is_answered(house, new_page):
    page = new_page(expected=["429"])
    too_fast = {"type": "error", "code": "too-fast", "why": "Too fast.", "because": []}
    # Chances would keep the network busy for a while.
    page.route("**/api/replays/chances", lambda route: route.fulfill(status=429, json=too_fast))
    page.goto(house.url)
    open_record(page, evening())
    go_to(page, 60)
    page.wait_for_load_state("networkidle")
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) < 4:
            route.fulfill(status=429, json=too_fast)
        else:
            route.continue_()

    page.route("**/api/replays/*", answer)
    page.get_by_role("slider").evaluate("""slider => {
        for (slider.value = 61; slider.valueAsNumber < 300; slider.value = slider.valueAsNumber + 1)
            slider.dispatchEvent(new Event('input', {bubbles: true}));
        slider.dispatchEvent(new Event('input', {bubbles: true}));
    }""")
    page.get_by_role("heading", name=re.compile("^Move 300 of")).wait_for()
    then = next(game.cash[0] for line, game in evening().games() if line.number == 300)
    expect(row(page, "Robin").get_by_role("cell").last).to_have_text(f"${then:,}")
    expect(page.get_by_text("Connection lost")).to_have_count(0)
    assert 4 <= len(asked) < 20


def test_move_that_brought_nothing_yet_shows_what_happened_last(house, new_page):
    page = new_page()
    page.goto(house.url)
    open_record(page, evening())
    # Robin has thrown for who begins, and Agnes takes the dice.
    go_to(page, 3)
    said = current(page).last.inner_text()
    thrown = re.fullmatch(r"Robin throws (\d) and (\d)\.", said)
    assert thrown
    expect(page.get_by_role("img", name=f"The dice show {thrown[1]} and {thrown[2]}")).to_be_visible()
    stage = page.locator("ol[aria-live]")
    expect(stage).to_contain_text(said)
    expect(stage).to_contain_text("Agnes to throw")


def test_lines_of_moves_to_come_are_paler(house, new_page):
    page = new_page()
    page.goto(house.url)
    open_record(page, evening())
    go_to(page, 60)
    lines = moves(page).get_by_role("listitem")
    colours = [each.evaluate("e => getComputedStyle(e.querySelector('.go')).color") for each in lines.all()]
    now = next(index for index, each in enumerate(lines.all()) if each.locator("[aria-current=step]").count())
    assert len(set(colours[: now + 1]) & set(colours[now + 2 :])) <= 1  # a turn's own line is quiet before, too
    assert colours[now] != colours[-1]


@pytest.mark.parametrize("name", ["To the end", "One move back"])
def test_space_always_plays_and_pauses(house, new_page, name):
    page = new_page()
    page.goto(house.url)
    open_record(page, evening())
    go_to(page, 3)
    page.get_by_role("button", name=name).focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Stop", exact=True).wait_for()
    # It plays on from where it was, and the focused button was not pressed.
    page.get_by_role("heading", name=re.compile("^Move [4-9] of")).wait_for()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Play", exact=True).wait_for()


def test_speeds_of_a_replay_go_up_to_32(house, new_page):
    page = new_page()
    page.goto(house.url)
    open_record(page, evening())
    for times in (1, 2, 4, 8, 16, 32):
        page.get_by_role("button", name=f"Speed ×{times}", exact=True).click()
    page.get_by_role("button", name="Speed ×1", exact=True).wait_for()


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_way_home_is_in_sight(house, new_page, size):
    page = new_page(size)
    page.goto(house.url)
    open_record(page, evening())
    page.get_by_role("link", name="Home", exact=True).click()
    page.get_by_role("heading", name="Play now").wait_for()


@pytest.mark.parametrize(("size", "letters"), [("laptop", 1), ("desk", 1), ("phone", 1), ("laptop", 2), ("phone", 2)])
def test_grid_of_eight_is_not_wider_than_its_place(house, new_page, size, letters):
    page = new_page(size, letters=letters)
    page.goto(house.url)
    open_record(page, evening())
    go_to(page, 300)
    ledger = page.get_by_role("table", name="Who holds what")
    expect(ledger.get_by_role("row")).to_have_count(9)

    def inside() -> None:
        right = ledger.evaluate("e => e.getBoundingClientRect().right") if letters == 1 else 0
        assert right <= page.viewport_size["width"]
        assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")

    eventually(page, inside)
