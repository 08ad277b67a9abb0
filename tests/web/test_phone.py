"""A table on a phone: board, ledger and actions always stay in sight."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import listen, open_page
from tests.web.clipping import has_no_faults
from tests.web.laid import LaidTable
from tests.web.play import bid, board, box_of, choices, eventually, in_sight, logged, space, stage
from tests.web.scenes import scene

pytestmark = pytest.mark.slow


def test_phone_plays_with_its_dock(sit):
    page, table = sit("buy", "phone")
    dock = choices(page)
    for button in dock.all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["y"] + box["height"] <= 844
    dock.filter(has_text=re.compile("^Buy Pennsylvania Avenue")).tap()
    dock.filter(has_text="End the turn").tap()
    page.get_by_role("button", name="Log").tap()
    logged(page, "Robin buys Pennsylvania Avenue for $320.")
    page.keyboard.press("Escape")
    table.do("roll 2 4", 1)
    page.get_by_role("button", name=re.compile(r"^Ask Agnes for \$\d+ rent for Water Works$")).wait_for()
    space(page, "Boardwalk").tap()
    page.get_by_role("article", name="Boardwalk").wait_for()


def all_is_in_sight(page: Page, players: int) -> None:
    """Check that the question, the ledger and the choices are whole, one below the other, inside the window."""
    rows = page.get_by_role("table", name="Who holds what").get_by_role("row")
    expect(rows).to_have_count(players + 1)
    parts = [page.get_by_role("status").first, board(page), *rows.all(), choices(page).first]
    under = page.locator(".under")

    def stand_in_order() -> None:
        boxes = [box_of(each) for each in parts]
        below = [boxes[0][1], *(bottom for _, _, _, bottom in boxes)]
        assert all(top >= before - 1 for before, (_, top, _, _) in zip(below, boxes, strict=False))
        assert boxes[-1][3] <= 844
        assert under.evaluate("e => e.scrollHeight - e.clientHeight") <= 0

    eventually(page, stand_in_order)


OFFERED = {"throw": "offer 0 give virginia get reading", "eight": "offer 0 give baltic get mediterranean"}


@pytest.mark.parametrize(("name", "players"), [("throw", 4), ("eight", 8)])
def test_phone_shows_ledger_and_actions_whatever_one_looks_at(sit, name, players):
    page, table = sit(name, "phone")
    table.do(OFFERED[name], 3)
    look = page.get_by_role("list", name="Offers").get_by_role("button", name="See offer")
    look.wait_for()
    all_is_in_sight(page, players)
    look.tap()
    page.get_by_role("button", name="Turn down").wait_for()
    all_is_in_sight(page, players)
    page.get_by_role("button", name="Back to the game").tap()
    page.get_by_role("button", name="Offer a deal").tap()
    page.get_by_role("region", name="You give").wait_for()
    all_is_in_sight(page, players)
    page.get_by_role("button", name="Discard this deal").tap()
    space(page, "Vermont").tap()
    page.get_by_role("article").wait_for()
    all_is_in_sight(page, players)
    # And what one may do can be done from there.
    choices(page).first.tap()
    page.get_by_role("button", name="Log").tap()
    logged(page, "Robin throws")


ASKED = {
    "buy": "Will you buy",
    "auction": "Your bid",
    "rent": "Will you ask",
    "jail": "You are in Jail",
    "debt": "You owe",
    "want": "How many do you want",
    "place": "Where will you build",
    "receive": "You received",
    "tax": "How will you pay",
}
"""Scenes, and the beginnings of their headlines."""


def test_board_of_a_phone_stays_as_it_is_from_decision_to_decision(sit):
    page, table = sit("throw", "phone")
    line, place = page.get_by_role("status").first, box_of(board(page))

    def stays(when: str) -> None:
        # As it was drawn once more after the change.
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert box_of(board(page)) == pytest.approx(place, abs=0.5), when

    for name, words in ASKED.items():
        table.lay(*scene(name))
        expect(line).to_contain_text(words)
        stays(name)
    # Nothing to answer; then a panel, offers, a refusal.
    table.lay({**scene("throw")[0], "turn": 1})
    expect(choices(page)).to_have_count(0)
    stays("another's turn")
    space(page, "Park Place").tap()
    page.get_by_role("article").wait_for()
    stays("a deed")
    page.get_by_role("button", name="Back to the game").tap()
    table.lay(*scene("throw"))
    for seat, terms in ((1, "give baltic get reading"), (2, "give ventnor get reading")):
        table.do(f"offer 0 {terms}", seat)
    expect(page.get_by_role("list", name="Offers").get_by_role("button")).to_have_count(2)
    stays("offers")
    table.lay(*scene("auction"))
    bid(page, 9999)
    page.get_by_role("alert").wait_for()
    stays("a refusal")


SHEETS = {
    "Players": lambda page: page.get_by_role("button", name="Players"),
    "What happened": lambda page: page.get_by_role("button", name="Log"),
    "Menu": lambda page: page.get_by_role("button", name="Menu"),
}


@pytest.mark.parametrize("way_out", ["Escape", "Close"])
def test_sheet_of_a_phone_covers_the_board_alone(sit, way_out):
    page, _ = sit("throw", "phone")
    rows = page.get_by_role("table", name="Who holds what").get_by_role("row")
    for name, opener in SHEETS.items():
        opener(page).press("Enter")
        sheet = page.get_by_role("dialog", name=name)
        sheet.locator(":focus").wait_for()
        for each in (page.get_by_role("status").first, *rows.all()[1:], choices(page).first, opener(page)):
            assert in_sight(each), f"{name} covers {each}"
        # What it covers cannot be reached by keyboard either.
        assert not space(page, "Boardwalk").evaluate("e => (e.focus(), document.activeElement === e)")
        if way_out == "Escape":
            page.keyboard.press("Escape")
        else:
            sheet.get_by_role("button", name="Close").tap()
        expect(sheet).to_have_count(0)
        expect(opener(page)).to_be_focused()
    # One plays on with a sheet open, and what happens stands in it.
    page.get_by_role("button", name="Log").tap()
    choices(page).first.tap()
    logged(page, "Robin throws")
    page.get_by_role("button", name="Log").tap()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_rule_and_reactions_of_a_phone_leave_the_actions_in_sight(sit):
    page, _ = sit("auction", "phone")
    page.get_by_role("button", name="Log").tap()
    page.get_by_role("log", name="What happened").get_by_role("button").last.tap()
    rule = page.get_by_role("dialog", name="Why")
    rule.get_by_role("link", name="Read it in the rulebook").wait_for()
    assert in_sight(choices(page).first)
    # Of two sheets the upper one is closed first.
    page.keyboard.press("Escape")
    expect(rule).to_have_count(0)
    page.get_by_role("dialog", name="What happened").get_by_role("button", name="React").tap()
    reactions = page.get_by_role("dialog", name="React")
    reactions.wait_for()
    assert in_sight(choices(page).first)
    reactions.get_by_role("button").first.tap()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_chat_of_a_phone_stays_in_sight_above_the_keyboard(sit):
    page, _ = sit("throw", "phone")
    page.get_by_role("button", name="Log").tap()
    field = page.get_by_role("textbox", name="Say something to the table")
    field.tap()
    page.keyboard.type("good ")
    page.set_viewport_size({"width": 390, "height": 480})
    page.keyboard.type("evening")
    expect(field).to_be_focused()
    expect(field).to_be_in_viewport(ratio=1)
    assert in_sight(field)
    page.keyboard.press("Enter")
    logged(page, "good evening")
    page.set_viewport_size({"width": 390, "height": 844})
    assert in_sight(field)
    assert in_sight(choices(page).first)


def test_phone_shows_who_is_in_jail_and_who_has_a_card(sit):
    page, _ = sit("jail", "phone")
    row = page.get_by_role("table", name="Who holds what").get_by_role("row", name="Robin")
    for name, least in (("in Jail", 13), ("holds a jail card", 9)):
        left, top, right, bottom = box_of(row.get_by_title(name))
        assert min(right - left, bottom - top) >= least


def test_refusal_on_a_phone_leads_to_its_clause(sit):
    page, _ = sit("auction", "phone")
    bid(page, 9999)
    page.get_by_role("alert").get_by_role("button", name="Why not?").tap()
    page.get_by_role("dialog").get_by_role("link", name="Read it in the rulebook").wait_for()


def test_second_tap_of_two_does_not_decide_what_comes_next(sit):
    page, table = sit("throw", "phone")
    throw = choices(page).first
    left, top, right, bottom = box_of(throw)
    before = table.session.state.ply
    page.mouse.move((left + right) / 2, (top + bottom) / 2)
    # The second of two presses says that it is one, however long a busy machine takes between them.
    for press in (1, 2):
        page.mouse.down(click_count=press)
        page.mouse.up(click_count=press)
        expect(throw).not_to_have_text("Throw the dice")
        if press == 1:
            after = table.session.state.ply
            assert after > before
    page.wait_for_timeout(300)
    assert table.session.state.ply == after
    # A further press works.
    choices(page).first.tap()
    for _ in range(100):
        if table.session.state.ply > after:
            break
        page.wait_for_timeout(50)
    assert table.session.state.ply > after


@pytest.mark.parametrize(
    ("name", "players", "width", "height"), [("throw", 4, 667, 375), ("eight", 8, 844, 390), ("eight", 8, 932, 430)]
)
def test_phone_on_its_side_shows_board_ledger_and_actions(sit, name, players, width, height):
    page, _ = sit(name, "phone")
    page.set_viewport_size({"width": width, "height": height})
    expect(board(page)).to_be_in_viewport(ratio=1)
    rows = page.get_by_role("table", name="Who holds what").get_by_role("row")
    buttons = [
        page.get_by_role("button", name=name).first for name in ("Throw the dice", "Offer a deal", "Log", "Menu")
    ]
    expect(rows).to_have_count(players + 1)
    assert all(in_sight(each) for each in (*rows.all(), *buttons))
    space(page, "Vermont").tap()
    expect(stage(page)).to_contain_text("Vermont Avenue")
    expect(board(page)).to_be_in_viewport(ratio=1)
    has_no_faults(page)


def test_phone_tells_what_became_of_a_throw(sit):
    page, table = sit("throw", "phone")
    table.do("roll 2 6", 0)
    choices(page).filter(has_text="End the turn").wait_for()
    paid = stage(page).get_by_text("Robin pays Celia $18 rent for Kentucky Avenue.")
    expect(paid).to_be_in_viewport(ratio=1)
    assert in_sight(paid)


@pytest.mark.parametrize("size", ["laptop", "phone"])
@pytest.mark.parametrize("opened", ["deed", "deeds"])
def test_throw_brings_the_stage_back(sit, size, opened):
    page, _ = sit("throw", size)
    if opened == "deed":
        space(page, "Vermont").click()
    else:
        page.get_by_role("button", name=re.compile("Build & mortgage")).click()
    page.get_by_role("button", name="Back to the game").first.wait_for()
    choices(page).filter(has_text="Throw the dice").click()
    expect(stage(page).get_by_role("button", name="Back to the game")).to_have_count(0)
    expect(choices(page).filter(has_text="Throw the dice")).to_have_count(0)


def test_phone_tells_what_is_said(house, new_page):
    table = LaidTable(house, *scene("throw"), people=(0, 2))
    page, laptop = new_page("phone"), new_page()
    table.open(page, 0)
    table.open(laptop, 2)
    laptop.get_by_role("textbox", name="Say something to the table").fill("Shall we trade?")
    laptop.get_by_role("button", name="Send").click()
    said = stage(page).get_by_text("Bruno: Shall we trade?")
    expect(said).to_be_in_viewport(ratio=1)
    log_button = page.get_by_role("button", name="Log 1 new message")
    log_button.tap()
    page.get_by_role("dialog").get_by_text("Bruno: Shall we trade?").wait_for()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Log", exact=True)).to_be_visible()


def test_refused_bid_of_a_phone_can_be_mended_where_it_was_made(sit):
    page, _ = sit("auction", "phone")
    field = page.get_by_role("form", name="Your bid").get_by_label(re.compile("^Your bid"))
    bid(page, 9999)
    refusal = page.get_by_role("alert")
    refusal.wait_for()
    assert in_sight(field)
    assert in_sight(page.get_by_role("button", name="Bid $9,999"))
    field.fill("120")
    expect(refusal).to_have_count(0)


def test_way_back_leads_out_of_what_is_open_and_then_away(house, sit):
    page, table = sit("throw", "phone")
    page.goto(house.url)
    page.goto(table.address)
    space(page, "Vermont").tap()
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("dialog", name="Menu").wait_for()
    page.go_back()
    expect(page.get_by_role("dialog", name="Menu")).to_have_count(0)
    expect(stage(page)).to_contain_text("Vermont Avenue")
    page.go_back()
    expect(stage(page)).not_to_contain_text("Vermont Avenue")
    # A panel closed in another way leaves no extra history entry.
    space(page, "Boardwalk").tap()
    page.keyboard.press("Escape")
    expect(stage(page)).not_to_contain_text("Boardwalk")
    page.go_back()
    page.get_by_role("heading", name="Play now").wait_for()


@pytest.mark.parametrize("name", ["throw", "eight", "jail"])
def test_actions_stay_in_sight_with_letters_of_twice_the_size(house, browser, name):
    page = open_page(browser, "phone", letters=2)
    said = listen(page)
    LaidTable(house, *scene(name)).open(page)
    for button in choices(page).all():
        assert in_sight(button)
    choices(page).first.tap()
    expect(page.get_by_role("status").first).not_to_have_text(re.compile("^Your turn to throw|^You are in Jail"))
    page.context.close()
    assert not said
