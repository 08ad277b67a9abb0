"""A table by keyboard alone: the focus is never lost."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.laid import LaidTable
from tests.web.play import choices, focus_was_never_lost, log, logged, ready, space, stage, watch_focus
from tests.web.scenes import scene

pytestmark = pytest.mark.slow


def test_keyboard_alone_and_focus_is_never_lost(sit):
    page, table = sit("buy")
    focused = "document.activeElement !== document.body && document.activeElement.textContent.trim()"

    def tab_to(name: str) -> None:
        for _ in range(80):
            page.keyboard.press("Tab")
            if str(page.evaluate(focused)).startswith(name):
                return
        raise AssertionError(f"the keyboard does not come to {name}")

    page.keyboard.press("Tab")
    watch_focus(page)
    tab_to("Buy Pennsylvania Avenue")
    page.keyboard.press("Enter")
    logged(page, "Robin buys Pennsylvania Avenue for $320.")
    page.wait_for_function(f"() => String({focused}).startsWith('End the turn')")
    ready(page)
    page.keyboard.press("Enter")
    logged(page, "It is Agnes's turn.")
    page.wait_for_function(f"() => {focused}")
    assert table.game.turn == 1
    table.do("offer 0 give ventnor get reading", 2)
    page.get_by_role("list", name="Offers").wait_for()
    tab_to("See offer")
    page.keyboard.press("Enter")
    tab_to("Accept")
    page.keyboard.press("Enter")
    logged(page, "Robin accepts Bruno's offer.")
    page.wait_for_function(f"() => {focused}")
    space(page, "Boardwalk").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.get_by_role("article", name="Mediterranean Avenue").wait_for()
    page.keyboard.press("Escape")
    expect(page.get_by_role("article")).to_have_count(0)
    focus_was_never_lost(page)


def test_focus_that_is_lost_is_noticed(sit):
    page, _ = sit("throw")
    page.get_by_role("button", name="Offer a deal").focus()
    watch_focus(page)
    page.evaluate("document.activeElement.remove()")
    page.wait_for_timeout(300)
    space(page, "Boardwalk").focus()
    with pytest.raises(AssertionError, match="Offer a deal"):
        focus_was_never_lost(page)


def test_rules_of_the_log_are_one_stop_of_the_keyboard(sit):
    page, _ = sit("auction")
    rules = page.get_by_role("log", name="What happened").get_by_role("button")
    assert rules.count() > 3
    assert [each.get_attribute("tabindex") for each in rules.all()].count("0") == 1
    rules.last.focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(rules.nth(rules.count() - 3)).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("dialog").get_by_role("link", name="Read it in the rulebook").wait_for()
    page.keyboard.press("Escape")
    expect(rules.nth(rules.count() - 3)).to_be_focused()


def test_focus_is_not_lost_with_the_button_that_had_it(sit):
    page, table = sit("throw")
    space(page, "Connecticut Avenue").click()
    watch_focus(page)
    page.get_by_role("button", name=re.compile("^Build on Connecticut")).click()
    page.get_by_role("button", name="Do all of it").click()
    logged(page, "Robin builds a house on Connecticut Avenue")
    page.locator(":focus").wait_for()
    focus_was_never_lost(page)
    phone, table = sit("throw", "phone")
    table.do("offer 0 give ventnor get reading", 2)
    look = phone.get_by_role("list", name="Offers").get_by_role("button", name="See offer")
    look.focus()
    watch_focus(phone)
    look.tap()
    look.wait_for(state="hidden")
    phone.locator(":focus").wait_for()
    focus_was_never_lost(phone)


def test_key_that_is_held_presses_one_button(sit):
    page, _ = sit("throw")
    page.get_by_role("button", name="Throw the dice").first.focus()
    page.keyboard.down("Enter")
    logged(page, "Robin throws")
    for _ in range(30):
        page.keyboard.down("Enter")
        page.wait_for_timeout(50)
    page.keyboard.up("Enter")
    lines = " ".join(log(page).all_inner_texts())
    assert lines.count("Robin throws") == 1
    assert not re.search(r"Robin (buys|does not buy|bids)|It is \w+'s turn", lines)


def test_button_that_was_pressed_keeps_the_keyboard_until_the_answer_comes(sit):
    page, _ = sit("throw")
    page.get_by_role("button", name="Throw the dice").first.focus()
    # Before any answer can have come: when the page has shown that it waits for one.
    kept = page.evaluate("""async () => {
        const pressed = document.activeElement;
        pressed.click();
        for (let turn = 0; turn < 5; turn++) await Promise.resolve();
        return [pressed.ariaDisabled, document.activeElement === pressed];
    }""")
    assert kept == ["true", True]
    logged(page, "Robin throws")


def test_panel_takes_the_focus_and_gives_it_back(sit):
    page, table = sit("throw")
    table.do("offer 0 give ventnor get reading", 2)
    inside = stage(page).locator(":focus")
    button = page.get_by_role("button", name="Offer a deal")
    button.focus()
    watch_focus(page)
    page.keyboard.press("Enter")
    expect(page.get_by_role("radio", name="Agnes")).to_be_focused()
    page.keyboard.press("Escape")
    expect(button).to_be_focused()
    look = page.get_by_role("list", name="Offers").get_by_role("button", name="See offer")
    look.press("Enter")
    expect(page.get_by_role("heading", name="Bruno offers you")).to_be_focused()
    # From one panel into the next, and from there back to where it all began.
    page.get_by_role("button", name="Make a counter-offer").press("Enter")
    expect(page.get_by_role("heading", name="A deal with Bruno")).to_be_focused()
    page.get_by_role("button", name="Discard this deal").press("Enter")
    expect(look).to_be_focused()
    space(page, "Vermont").press("Enter")
    inside.wait_for()
    page.keyboard.press("Escape")
    expect(space(page, "Vermont")).to_be_focused()
    # From a sheet that is closed by then.
    row = page.get_by_role("table", name="Who holds what").get_by_role("button", name="Bruno").first
    row.press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Offer Bruno a deal").press("Enter")
    expect(page.get_by_role("radio", name="Bruno")).to_be_focused()
    page.keyboard.press("Escape")
    expect(row).to_be_focused()
    # An offer that is taken back while one looks at it.
    look.press("Enter")
    inside.wait_for()
    table.do("withdraw 1", 2)
    expect(look).to_have_count(0)
    page.locator(":focus").wait_for()
    focus_was_never_lost(page)


def test_deed_closed_before_its_effects_are_known(sit):
    page, _ = sit("throw")
    # All within one task of the browser, so that no answer of the server can come between.
    page.evaluate(
        """async () => {
          document.querySelector('[data-space="vermont"]').dispatchEvent(new MouseEvent("click", { bubbles: true }));
          for (let turn = 0; turn < 50; turn++) await null;
          if (!document.querySelector(".stage .close")) throw new Error("the deed is not open");
          document.querySelector(".stage .close").click();
        }"""
    )
    expect(stage(page).get_by_role("button", name="Back to the game")).to_have_count(0)
    # An answer to a later question shows that those to the earlier ones have come.
    space(page, "Reading").click()
    expect(stage(page)).to_contain_text("rent $50 → $0, cash $742")


def test_second_of_two_quick_presses_decides_nothing(house, new_page):
    """An early key was meant for the button before; a moment later the new button accepts keys."""
    table, page = LaidTable(house, *scene("throw")), new_page()
    # That moment is 0.3 s; here it is ten, so that a slow machine presses within it, too.
    page.add_init_script("{ const at = setTimeout; window.setTimeout = (act, ms) => at(act, ms === 300 ? 1e4 : ms); }")
    table.open(page)
    page.keyboard.press("Tab")
    choices(page).first.focus()
    before = table.session.state.ply
    page.keyboard.press("Enter")
    page.locator(":focus[data-fresh]").wait_for()
    page.keyboard.press("Enter")
    page.keyboard.press(" ")
    expect(page.locator("[data-fresh]")).to_have_count(0, timeout=30_000)
    assert table.session.state.ply == before + 2  # that it is thrown, and the throw
    lines = log(page).count()
    page.keyboard.press("Enter")
    expect(log(page).nth(lines)).to_be_attached()
