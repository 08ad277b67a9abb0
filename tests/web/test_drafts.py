"""Drafts of deals, bids and plans survive interruptions."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.clipping import has_no_faults
from tests.web.laid import LaidTable
from tests.web.play import choices, find_offer, in_sight, logged, space, stage, turn_over
from tests.web.scenes import scene

pytestmark = pytest.mark.slow


def begin_deal(page: Page) -> None:
    """Begin a deal with Bruno and do not send it."""
    page.get_by_role("button", name="Offer a deal").click()
    page.get_by_role("radio", name="Bruno").check(force=True)
    page.get_by_role("region", name="You give").get_by_role("button", name="Reading").click()
    page.get_by_role("region", name="You get").get_by_role("button", name="Ventnor").click()
    page.get_by_label("Cash that you give").fill("35")


def deal_is_begun(page: Page) -> None:
    """Check that the deal is as `begin_deal` left it."""
    expect(page.get_by_role("radio", name="Bruno")).to_be_checked()
    for side, deed in (("You give", "Reading"), ("You get", "Ventnor")):
        expect(page.get_by_role("region", name=side).get_by_role("button", pressed=True)).to_have_text([deed])
    expect(page.get_by_label("Cash that you give")).to_have_value("35")


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_deal_that_is_begun_outlives_what_one_looks_at(sit, size):
    page, table = sit("throw", size)
    begin_deal(page)
    table.do("offer 0 give pacific get reading", 3)
    # On a phone a deal takes the room of the spaces.
    looks = [lambda: find_offer(page), *([lambda: space(page, "Boardwalk").click()] if size == "laptop" else [])]
    for way_back in ("Escape", "the cross"):
        for look in looks:
            look()
            expect(page.get_by_role("region", name="You give").get_by_role("spinbutton")).to_have_count(0)
            if way_back == "Escape":
                page.keyboard.press("Escape")
            else:
                stage(page).get_by_role("button", name="Back to the game").click()
            deal_is_begun(page)
    # The draft is kept, too, when the player comes back from the game.
    page.keyboard.press("Escape")
    expect(page.get_by_role("radio", name="Bruno")).to_have_count(0)
    page.get_by_role("button", name="Offer a deal").click()
    deal_is_begun(page)
    # If the shown offer is taken back, the page goes back as well.
    find_offer(page)
    table.do("withdraw 1", 3)
    deal_is_begun(page)
    # Another partner has other deeds; one's own side stays.
    page.get_by_role("radio", name="Celia").check(force=True)
    expect(page.get_by_role("region", name="You get").get_by_role("button", pressed=True)).to_have_count(0)
    expect(page.get_by_role("region", name="You give").get_by_role("button", pressed=True)).to_have_text(["Reading"])
    page.get_by_role("button", name="Discard this deal").click()
    page.get_by_role("button", name="Offer a deal").click()
    expect(page.get_by_role("radio", name="Agnes")).to_be_checked()
    expect(stage(page).get_by_role("button", pressed=True)).to_have_count(0)


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_what_is_begun_outlives_a_reload(sit, size):
    page, table = sit("throw", size)
    begin_deal(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name=re.compile("Build & mortgage")).click()
    page.get_by_role("button", name="Build on Connecticut", exact=True).click()
    page.reload()
    page.get_by_role("button", name="Offer a deal").click()
    deal_is_begun(page)
    page.get_by_role("button", name=re.compile("Build & mortgage")).click()
    expect(stage(page)).to_contain_text("2 → 3")
    # Another table knows nothing of it.
    other = LaidTable(table.house, *scene("throw"))
    other.open(page)
    page.get_by_role("button", name="Offer a deal").click()
    expect(page.get_by_role("radio", name="Agnes")).to_be_checked()
    expect(stage(page).get_by_role("button", pressed=True)).to_have_count(0)


def test_what_an_older_page_kept_does_no_harm(sit):
    page, table = sit("throw")
    for kept in ('{"deals": [{"by": 0, "to": 2}]}', "{", "[]", '{"said": "Well met"}'):
        page.evaluate("([key, kept]) => sessionStorage.setItem(key, kept)", [f"ventnor.begun.{table.id}", kept])
        page.reload()
        page.get_by_role("button", name="Offer a deal").click()
        page.get_by_role("region", name="You give").wait_for()
    expect(page.get_by_label("Say something to the table")).to_have_value("Well met")


def test_deal_that_was_sent_is_no_draft_any_more(sit):
    page, _ = sit("throw")
    begin_deal(page)
    page.get_by_role("button", name="Send offer").click()
    logged(page, "Robin offers Bruno")
    page.get_by_role("button", name="Offer a deal").click()
    expect(page.get_by_role("radio", name="Agnes")).to_be_checked()
    expect(page.get_by_label("Cash that you give")).to_have_value("")


def test_deed_that_was_sold_meanwhile_is_no_part_of_a_draft(sit):
    page, table = sit("throw")
    begin_deal(page)
    page.get_by_role("region", name="You get").get_by_role("button", name="Atlantic").click()
    table.do_all([("offer 2 give 10 get ventnor", 3), ("accept 1", 2)])
    logged(page, "Bruno accepts")
    page.get_by_role("button", name="Send offer").click()
    expect(page.get_by_role("list", name="Offers")).to_contain_text(re.compile("for Atlantic Avenue *See offer$"))


def test_drafts_outlive_a_turned_tablet(sit):
    page, _ = sit("throw")
    begin_deal(page)
    for _ in range(2):
        turn_over(page)
        deal_is_begun(page)
    page.get_by_role("button", name=re.compile("Build & mortgage")).click()
    page.get_by_role("button", name="Build on Connecticut", exact=True).click()
    page.get_by_role("button", name="Mortgage Reading, too").click()
    for _ in range(2):
        turn_over(page)
        expect(stage(page)).to_contain_text("2 → 3")
        expect(page.get_by_role("button", name="Mortgage Reading, too")).to_have_attribute("aria-pressed", "true")
    # The panel of one group shows its part of the plan, and the whole is still there.
    page.keyboard.press("Escape")
    space(page, "Vermont").click()
    expect(stage(page)).to_contain_text("Cash $642 → $592")
    page.keyboard.press("Escape")
    page.get_by_role("button", name=re.compile("Build & mortgage")).click()
    expect(stage(page)).to_contain_text("Cash $642 → $692")
    stage(page).get_by_role("button", name="Back to the game").click()
    space(page, "Vermont").click()
    page.get_by_role("button", name="Build on Connecticut", exact=True).wait_for()
    expect(page.get_by_role("button", name="Do all of it")).to_have_count(0)


def test_way_out_of_a_debt_outlives_a_turned_tablet(sit):
    page, _ = sit("debt")
    page.get_by_role("button", name="Do this").wait_for()
    turn_over(page)
    expect(page.get_by_role("button", name="Do this")).to_be_visible()


BACK = {
    "auction": "Back to the auction: $110",
    "debt": "Back to the debt: $750",
    "want": "Back to building",
    "place": "Back to building",
    "receive": "Back to what you received",
}
"""Scenes whose decision is made on the stage, and the button that leads back to it."""


@pytest.mark.parametrize("size", ["laptop", "phone"])
@pytest.mark.parametrize("name", BACK)
def test_decision_that_a_panel_covers_is_one_press_away(sit, name, size):
    page, _ = sit(name, size)
    asked = stage(page).get_by_role("form" if name == "auction" else "heading").first
    words = asked.inner_text()
    for panel in ("deal", "deed"):
        if panel == "deal":
            page.get_by_role("button", name="Offer a deal").click()
            page.get_by_role("region", name="You give").wait_for()
        else:
            if (name, size) == ("debt", "phone"):
                # There the plan covers the board until the player chooses to decide alone.
                page.get_by_role("button", name="Choose myself").click()
            space(page, "Boardwalk").click()
            page.get_by_role("group", name="Boardwalk").wait_for()
        back = choices(page).first
        expect(back).to_have_text(BACK[name])
        expect(back).to_have_class(re.compile(r"\bmain\b"))
        assert in_sight(back)
        has_no_faults(page)
        back.click()
        expect(asked).to_have_text(words, use_inner_text=True)
    expect(page.get_by_role("button", name=BACK[name])).to_have_count(0)


def test_counter_to_an_offer_that_was_taken_back_is_a_new_offer(sit):
    page, table = sit("offer")
    find_offer(page)
    page.get_by_role("button", name="Make a counter-offer").click()
    page.get_by_label("Cash that you get").fill("60")
    page.get_by_role("button", name="Send counter-offer").wait_for()
    table.do("withdraw 1", 2)
    expect(stage(page).get_by_role("alert")).to_have_text("That offer is gone. This is a new one.")
    expect(page.get_by_role("button", name="Send counter-offer")).to_have_count(0)
    expect(page.get_by_role("group", name="What it would do")).to_contain_text("You: cash $642 → $702")
    page.get_by_role("button", name="Send offer").click()
    logged(page, "Robin offers Bruno")
    expect(page.get_by_role("list", name="Offers")).to_contain_text("$60")
