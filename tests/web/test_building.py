"""Building, selling and mortgaging in a real browser, several at once, and the call for the last buildings."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.web.clipping import faults, has_no_faults
from tests.web.laid import sit_together
from tests.web.play import bid, box_of, choices, eventually, in_sight, logged, space, stage

pytestmark = pytest.mark.slow


def test_building_call(house, new_page):
    table, (robin, bruno) = sit_together(house, new_page, "want", (0, 2))
    expect(stage(robin)).to_contain_text("Building call")
    logged(robin, "Bruno asks for a house, and houses are scarce")
    # Three are left, and Robin has room for more.
    expect(choices(robin)).to_have_text(["I want 1", "I want 2", "I want 3", "I want none"])
    wishes = bruno.get_by_role("list", name="What everybody wants").get_by_role("listitem")
    expect(wishes).to_have_text([re.compile("Robin *to answer"), re.compile("Bruno *asked for one")])
    choices(robin).filter(has_text="I want 2").click()
    expect(wishes).to_have_text([re.compile("Robin *wants 2"), re.compile("Bruno *to answer")])
    choices(bruno).filter(has_text="I want 2").click()
    # Three are left and four are wanted: they are auctioned one by one.
    bid(robin, 70)
    logged(bruno, "Robin bids $70")
    choices(bruno).filter(has_text="Pass").click()
    logged(robin, "Robin wins a house for $70.")
    choices(robin).filter(has_text="Connecticut").click()
    logged(bruno, "Robin puts the house won at auction on Connecticut Avenue")
    choices(robin).filter(has_text="I want none").click()
    choices(bruno).filter(has_text="I want 1").click()
    choices(bruno).filter(has_text="Baltic").click()
    logged(robin, "The call for houses is closed.")
    assert [table.game.houses(lot) for lot in ("connecticut", "baltic")] == [2, 1]


def test_building_several_at_once_with_a_preview(sit):
    page, table = sit("throw")
    space(page, "Connecticut").click()
    page.get_by_role("button", name="Build on Connecticut", exact=True).click()
    expect(stage(page)).to_contain_text("Cash $642 → $592")
    expect(stage(page)).to_contain_text("Connecticut: rent $100 → $300")
    page.get_by_role("button", name="Build on Oriental", exact=True).click()
    expect(stage(page)).to_contain_text("Cash $642 → $542")
    page.get_by_role("button", name="Do all of it").click()
    logged(page, "builds a house on Oriental Avenue for $50.")
    assert [table.game.houses(lot) for lot in ("oriental", "vermont", "connecticut")] == [4, 3, 3]


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_all_deeds_are_changed_on_the_stage(sit, size):
    page, table = sit("throw", size)
    page.get_by_role("button", name=re.compile("Build & mortgage")).click()
    expect(stage(page).get_by_role("heading", name="Build & mortgage")).to_be_focused()
    expect(page.get_by_role("dialog")).to_have_count(0)
    if size == "laptop":
        # A deed of mine on the board is a row of the plan.
        space(page, "Vermont").click()
        expect(page.get_by_role("button", name="Sell from Vermont")).to_be_focused()
    expect(page.get_by_role("button", name="Sell from Vermont")).to_be_in_viewport(ratio=1)
    # The plan is in an unlawful order, and carried out in a lawful one.
    for lot in ("Oriental", "Connecticut", "Connecticut"):
        page.get_by_role("button", name=f"Build on {lot}", exact=True).click()
    steps = page.get_by_role("group", name="Step by step").get_by_role("list").first
    expect(steps).to_have_text(re.compile("^House on Connecticut ×2 .[$]100House on Oriental .[$]50$"))
    page.get_by_role("button", name="Mortgage Reading, too").click()
    expect(stage(page)).to_contain_text("Cash $642 → $592")
    expect(stage(page)).to_contain_text("Reading: rent $50 → $0")
    page.get_by_role("button", name="Do all of it").click()
    expect(stage(page).get_by_role("heading", name="Build & mortgage")).to_have_count(0)
    assert [table.game.houses(lot) for lot in ("oriental", "vermont", "connecticut")] == [4, 3, 4]
    assert table.game.mortgaged("reading")
    assert table.game.cash[0] == 592


def test_plan_on_a_phone_is_whole_and_shows_what_was_changed(sit):
    page, _ = sit("throw", "phone")
    space(page, "Vermont").tap()
    closing = page.get_by_role("button", name="Back to the game")
    for button in page.get_by_role("button", name="Why not?").all():
        button.scroll_into_view_if_needed()
        assert in_sight(button)
        assert in_sight(closing)
    page.get_by_role("button", name="Build on Connecticut", exact=True).tap()
    page.get_by_role("button", name="Do all of it").wait_for()
    changed = page.get_by_text("2 → 3")
    expect(changed).to_be_in_viewport(ratio=1)
    assert in_sight(changed)
    left, _, right, _ = box_of(stage(page))
    for button in stage(page).get_by_role("button").all():
        box = box_of(button)
        assert left <= box[0], button.inner_text()
        assert box[2] <= right, button.inner_text()

    def nothing_scrolls_sideways() -> None:
        assert not [fault for fault in faults(page) if "sideways" in fault]

    eventually(page, nothing_scrolls_sideways)


def test_why_not_names_the_clause(sit):
    page, _ = sit("throw")
    space(page, "Oriental").click()
    page.get_by_role("button", name="Why not?").last.click()
    dialog = page.get_by_role("dialog")
    lots = "Oriental Avenue, Vermont Avenue and Connecticut Avenue"
    expect(dialog).to_contain_text(f"Sell the buildings on {lots} first.")
    dialog.get_by_role("link", name="Read it in the rulebook").wait_for()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_only_the_plan_that_was_told_is_done(sit):
    page, table = sit("throw")
    space(page, "Vermont").click()
    page.get_by_role("button", name="Build on Connecticut", exact=True).click()
    do = page.get_by_role("button", name="Do all of it")
    do.wait_for()
    # A step added at the last moment has no preview yet: nothing is done, and the plan is kept.
    do.evaluate("""done => {
        document.querySelector('[aria-label="Build on Oriental"]').click();
        done.click();
    }""")
    expect(stage(page)).to_contain_text("3 → 4")
    expect(stage(page)).to_contain_text("2 → 3")
    assert table.game.houses("connecticut") == 2
    do.click()
    logged(page, "Robin builds")
    expect(do).to_have_count(0)
    assert (table.game.houses("connecticut"), table.game.houses("oriental")) == (3, 4)


def test_rent_of_a_utility_is_told_in_throws(sit):
    page, _ = sit("throw")
    space(page, "Water Works").click()
    expect(stage(page)).to_contain_text("rent ×4 → $0, cash $717")


@pytest.mark.parametrize("size", ["laptop", "desk", "phone"])
def test_streets_stand_side_by_side(sit, size):
    page, _ = sit("throw", size)
    page.get_by_role("button", name=re.compile("Build & mortgage")).click()
    page.get_by_role("button", name="Build on Connecticut", exact=True).click()
    streets = [stage(page).locator(f"[data-lot={lot}]") for lot in ("oriental", "vermont", "connecticut")]
    expect(streets[2]).to_contain_text("rent $100 → $300")
    expect(streets[2].locator(".houses svg")).to_have_count(3)
    expect(stage(page)).to_contain_text("Cash $642 → $592")
    boxes = [box_of(each) for each in streets]
    assert len({round(box[1]) for box in boxes}) == 1
    assert all(one[2] <= other[0] for one, other in pairwise(boxes))
    has_no_faults(page)
