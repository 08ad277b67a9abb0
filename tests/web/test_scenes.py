"""Every kind of decision in a real browser, each from a position prepared for it, and what axe says of it."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.conftest import ROOT
from tests.web.prepared import PreparedTable
from tests.web.scenes import SCENES, scene

pytestmark = pytest.mark.slow
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"


@pytest.fixture
def sit(url: str, new_page: Callable[..., Page]) -> Callable[..., tuple[Page, PreparedTable]]:
    """Sits down at a scene."""

    def begin(name: str, size: str = "laptop", theme: str = "light", **more: Any) -> tuple[Page, PreparedTable]:
        position, doings = scene(name)
        table = PreparedTable(position, **more)
        for text, by in doings:
            table.do(text, by)
        page = new_page(size, theme)
        table.open(page, url)
        return page, table

    return begin


def violations(page: Page) -> list[str]:
    """What axe finds wrong, in short."""
    # Through the debugger, as the page's own policy lets no foreign script in.
    page.evaluate(f"() => {{ {AXE.read_text(encoding='utf-8')} }}")
    found = page.evaluate("() => window.axe.run(document, {resultTypes: ['violations']})")
    return [f"{each['id']}: {each['nodes'][0]['html'][:160]}" for each in found["violations"]]


def off_the_window(page: Page) -> list[str]:
    """Buttons that stand outside the window or are hidden by its edge."""
    return page.evaluate(
        """() => [...document.querySelectorAll('.choices .btn, .dock .btn, .tools .btn, .now, .board')]
            .filter(e => { const r = e.getBoundingClientRect();
                return r.left < -1 || r.top < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1; })
            .map(e => e.outerHTML.slice(0, 120))"""
    )


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_scenes_are_accessible_and_fit(sit, size):
    found: dict[str, list[str]] = {}
    for name in SCENES:
        page, _ = sit(name, size, "dark" if name in {"auction", "throw"} else "light")
        found[name] = violations(page) + off_the_window(page)
        page.context.close()
    page, _ = sit("throw", size)
    page.get_by_role("button", name="Offer a deal").click()
    found["deal"] = violations(page)
    page.get_by_role("button", name="Back to the game").first.click()
    page.locator("[data-space=vermont]").click()
    found["deed"] = violations(page)
    page.get_by_role("button", name="Menu").click()
    found["menu"] = violations(page)
    assert {name: each for name, each in found.items() if each} == {}


@pytest.mark.parametrize("place", ["", "#/new", "#/rules"])
def test_pages_are_accessible(url, new_page, place):
    page = new_page(theme="dark" if place == "#/new" else "light")
    page.goto(url + place)
    page.get_by_role("heading", level=1).wait_for()
    assert violations(page) == []


def test_auction_with_typed_and_quick_bids(sit):
    page, table = sit("auction")
    page.get_by_text("Celia would complete the group").wait_for()
    page.get_by_label(re.compile("^Your bid")).fill("125")
    page.get_by_role("button", name="Bid $125").click()
    page.locator(".log").get_by_text("Robin bids $125.").wait_for()
    assert table.game.awaiting.bid == 125
    table.do("bid 140", 2)
    page.locator(".high").get_by_text("by Bruno").wait_for()


def test_deal_shows_what_it_does_and_is_countered(sit):
    page, table = sit("offer")
    page.get_by_role("button", name="Look at it").click()
    page.get_by_text("Robin completes the yellow group").wait_for(state="detached")
    page.get_by_role("button", name="Answer with another offer").click()
    form = page.locator("form.deal")
    assert form.get_by_role("button", pressed=True).count() == 4
    form.get_by_role("button", name="Marvin").click()  # not Marvin Gardens
    page.get_by_text("Robin completes the yellow group").wait_for(state="detached")
    form.get_by_label("Cash that you get").fill("40")
    page.get_by_text(re.compile(r"Robin: cash \$642 → \$682")).wait_for()
    form.get_by_role("button", name="Offer this instead").click()
    page.locator(".log").get_by_text(re.compile("Robin offers Bruno .* instead")).wait_for()
    offer = next(each for each in table.game.view(0).offers if each.proposer == 0)
    table.do(f"accept {offer.number}", 2)
    page.locator(".log").get_by_text("Bruno accepts Robin's offer.").wait_for()
    assert table.game.cash[0] == 682


def test_impossible_deal_is_refused_with_the_clause(sit):
    page, _ = sit("throw")
    page.get_by_role("button", name="Offer a deal").click()
    form = page.locator("form.deal")
    form.get_by_role("button", name="Vermont").click()  # houses stand on the group
    page.locator(".effects .bad").wait_for()
    assert form.get_by_role("button", name="Offer it").is_disabled()
    page.locator(".effects").get_by_role("button").click()
    page.get_by_role("dialog").get_by_role("link", name="Read it in the rulebook").wait_for()


def test_debt_with_a_plan_and_payment(sit):
    page, table = sit("debt")
    page.get_by_role("button", name="Find a sensible way").click()
    page.get_by_role("button", name="Do this").click()
    page.get_by_role("button", name=re.compile(r"^Pay Agnes")).click()
    page.locator(".log").get_by_text(re.compile("Robin pays Agnes .* rent for Tennessee Avenue")).wait_for()
    assert table.game.cash[1] > 388


def test_bankruptcy_is_asked_about_twice(sit):
    page, table = sit("ruin")
    page.get_by_role("button", name=re.compile("^Go bankrupt")).click()
    page.get_by_role("button", name="No, play on").click()
    assert not table.game.retired[0]
    page.get_by_role("button", name=re.compile("^Go bankrupt")).click()
    page.get_by_role("button", name="Yes, do it").click()
    page.locator(".log").get_by_text(re.compile("is bankrupt and retires")).wait_for()
    assert table.game.retired[0]


def test_rent_is_asked_for(sit):
    page, table = sit("rent")
    page.get_by_role("button", name=re.compile("Ask Agnes for .* rent for Oriental Avenue")).click()
    page.locator(".log").get_by_text(re.compile("Robin asks Agnes")).wait_for()
    assert table.game.cash[0] > 642 or table.game.awaiting.kind == "debt"


def test_sharp_table_tells_nothing_and_may_be_asked_all_the_same(sit):
    page, table = sit("rent", manner="sharp")
    page.wait_for_timeout(200)
    assert page.get_by_role("button", name=re.compile("rent for Oriental")).count() == 0
    page.locator("[data-space=oriental]").click()
    page.get_by_role("button", name="Ask Agnes for rent").click()
    page.locator(".log").get_by_text(re.compile("Robin asks Agnes")).wait_for()
    assert table.game.cash[0] > 642 or table.game.awaiting.kind == "debt"


def test_tax_is_chosen_blind(sit):
    page, table = sit("tax")
    page.get_by_role("button", name="Pay a share of all you have").wait_for()
    assert "worth" not in page.locator("body").inner_text().lower()
    assert "worth" not in json.dumps(table.heard)
    page.get_by_role("button", name="Pay the flat sum").click()
    page.locator(".log").get_by_text(re.compile("Robin pays the Bank .* tax")).wait_for()


def test_building_several_at_once_with_a_preview(sit):
    page, table = sit("throw")
    page.locator("[data-space=connecticut]").click()
    page.get_by_role("button", name="Build on Connecticut", exact=True).click()
    page.get_by_text("Cash afterwards: $592").wait_for()
    page.get_by_text("Connecticut: rent $100 → $300").wait_for()
    page.get_by_role("button", name="Build on Oriental", exact=True).click()
    page.get_by_text("Cash afterwards: $542").wait_for()
    page.get_by_role("button", name="Do all of it").click()
    page.locator(".log").get_by_text("Robin builds a house on Oriental Avenue for $50.").wait_for()
    assert [table.game.houses(lot) for lot in ("oriental", "vermont", "connecticut")] == [4, 3, 3]


def test_why_not_names_the_clause(sit):
    page, _ = sit("throw")
    page.locator("[data-space=oriental]").click()
    page.locator(".not", has_text="Mortgage").get_by_role("button", name="Why not?").click()
    dialog = page.get_by_role("dialog")
    dialog.locator("blockquote").wait_for()
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")


def test_keyboard_alone_and_focus_is_never_lost(sit):
    page, table = sit("buy")
    page.keyboard.press("Tab")
    for _ in range(60):
        if page.evaluate("document.activeElement.dataset.do") == "buy":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator(".log").get_by_text(re.compile("Robin buys Pennsylvania Avenue")).wait_for()
    page.locator("[data-do=end-turn]:focus").wait_for()
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    assert page.evaluate("document.activeElement !== document.body")
    assert table.game.turn == 1
    page.locator("[data-index='0']").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.get_by_role("article", name="Mediterranean Avenue").wait_for()


def test_line_comes_back_without_a_reload(sit):
    page, table = sit("throw")
    page.evaluate("window.same = true")
    table.drop()
    table.do("offer 0 give ventnor get reading", 2)
    page.get_by_text("Bruno offers you").wait_for()
    assert page.evaluate("window.same")
    assert page.title().startswith("Your turn")


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_longer_language_still_fits(url, sit, size):
    page, _ = sit("buy", size)
    page.goto(page.url.replace("/#", "/?lang=pseudo#"))
    page.wait_for_selector(".board")
    assert off_the_window(page) == []
