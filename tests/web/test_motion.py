"""Motion: the token walks, money flies, a deed turns over; all of it can be ended at once.

Tests control the page's clock, so that they see every step of a motion.
"""

import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.web.laid import LaidTable, Position
from tests.web.play import cash, choices, has_cash, logged, stage
from tests.web.scenes import OWNED, seats

pytestmark = pytest.mark.slow
BEGUN = datetime(2030, 1, 1, tzinfo=UTC)
STILL = BEGUN + timedelta(seconds=30)
TUMBLE, STEP, CARD, PAYMENT, MONEY = 700, 140, 1_600, 1_500, 3_000
"""How long each lasts at a calm speed, in milliseconds; for money, long enough for all of it."""
TURNED = """() => {
    window.turned = [];
    document.addEventListener('animationstart', event => window.turned.push(event.animationName));
}"""


@pytest.fixture
def sit_still(house, new_page):
    """Open a table at a position, in a page whose clock stands still; return both."""

    def open_still(position: Position, size: str = "laptop") -> tuple[LaidTable, Page]:
        table = LaidTable(house, position)
        page = new_page(size, motion="no-preference")
        page.clock.install(time=BEGUN)
        page.add_init_script(f"localStorage.setItem('ventnor.likes', '{json.dumps({'speed': 'calm'})}')")
        table.open(page)
        page.clock.pause_at(STILL)
        return table, page

    return open_still


def stands_on(page: Page, slug: str, player: str) -> None:
    """Wait until a token's label names this space."""
    expect(page.locator(f"[data-space='{slug}']")).to_have_attribute("aria-label", re.compile(rf", {player}\b"))


def shows_what_the_server_has(page: Page, table: LaidTable) -> None:
    """Check that cash and tokens are those of the server."""
    for seat, name in enumerate(("Robin", "Agnes", "Bruno", "Celia")):
        has_cash(page, name, table.game.cash[seat])
        stands_on(page, str(table.game.space[seat]), name)


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_turn_with_a_walk_money_and_a_deed_and_then_one_that_is_skipped(sit_still, size):
    position = {
        "edition": "official",
        "turn": 1,
        "deeds": OWNED,
        "seats": seats(642, 388, 1210, 455, s1="marvin-gardens", s0="jail", s2="boardwalk", s3="st-james"),
    }
    table, page = sit_still(position, size)
    page.evaluate(TURNED)
    # The dice tumble; then the token goes from space to space.
    table.do("roll 2 3", 1)
    page.get_by_role("img", name="The dice show 2 and 3").wait_for()
    stands_on(page, "marvin-gardens", "Agnes")
    page.clock.run_for(TUMBLE)
    for slug in ("go-to-jail", "pacific", "north-carolina", "chest-3", "pennsylvania"):
        stands_on(page, slug, "Agnes")
        page.clock.run_for(STEP)
    # The deed is bought: it turns over, a note flies to the Bank, and the ledger counts down to what is left.
    table.do("buy", 1)
    note = page.locator(".flights .note")
    expect(note).to_have_text("$320")
    expect(cash(page, "Agnes")).to_contain_text("$388")
    page.clock.run_for(MONEY)
    expect(note).to_have_count(0)
    has_cash(page, "Agnes", 68)
    page.wait_for_function("() => window.turned.some(name => name.endsWith('turn-over'))")
    shows_what_the_server_has(page, table)
    # A long way, of which one sees the first step and no more.
    table.do("end-turn", 1)
    table.do("roll 5 5", 2)
    page.get_by_role("img", name="The dice show 5 and 5").wait_for()
    page.clock.run_for(TUMBLE)
    stands_on(page, "go", "Bruno")
    page.keyboard.press("Escape")
    stands_on(page, "connecticut", "Bruno")
    page.clock.run_for(MONEY)
    shows_what_the_server_has(page, table)
    if size == "laptop":
        logged(page, "Bruno moves from Boardwalk to Connecticut Avenue.")
    expect(choices(page).filter(has_text="Ask Bruno")).to_be_enabled()


AT_GO = {
    "edition": "official",
    "turn": 0,
    "seats": seats(642, 388, 1210, 455, s0="go", s1="marvin-gardens", s2="boardwalk", s3="st-james"),
}
"""The human player is to throw: three spaces on is a deed to buy, seven on a card."""


def asked(page: Page, what: str) -> None:
    """Wait until the headline says this."""
    expect(page.get_by_role("status").first).to_have_text(what)


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_outcome_of_a_throw_is_told_when_it_has_been_seen(sit_still, size):
    table, page = sit_still(AT_GO, size)
    buttons = page.get_by_role("group", name="Your actions").get_by_role("button")
    table.do("roll 1 2", 0)
    page.get_by_role("img", name="The dice show 1 and 2").wait_for()
    asked(page, "The dice decide…")
    page.clock.run_for(TUMBLE)
    for slug in ("mediterranean", "chest-1", "baltic"):
        stands_on(page, slug, "Robin")
        asked(page, "Robin throws 1 and 2.")
        expect(buttons).to_have_text(["Throw the dice"])
        expect(buttons).to_have_attribute("aria-disabled", "true")
        page.clock.run_for(STEP)
    asked(page, "Will you buy Baltic Avenue?")
    expect(buttons.first).to_have_text("Buy Baltic Avenue for $60")
    expect(buttons.first).to_have_attribute("aria-disabled", "false")


def test_button_pressed_while_a_token_walks_ends_the_walk_and_does_nothing_else(sit_still):
    table, page = sit_still(AT_GO)
    table.do("roll 1 2", 0)
    page.get_by_role("img", name="The dice show 1 and 2").wait_for()
    page.get_by_role("button", name="Throw the dice").press("Enter")
    asked(page, "Will you buy Baltic Avenue?")
    stands_on(page, "baltic", "Robin")
    assert table.game.awaiting.kind == "buy"
    assert page.get_by_role("alert").count() == 0


def test_page_that_nobody_sees_shows_no_motion(sit_still):
    table, page = sit_still(AT_GO)
    table.do("roll 1 2", 0)
    page.get_by_role("img", name="The dice show 1 and 2").wait_for()
    page.evaluate(
        """() => {
            Object.defineProperty(document, 'hidden', {get: () => true});
            document.dispatchEvent(new Event('visibilitychange'));
        }"""
    )
    stands_on(page, "baltic", "Robin")
    asked(page, "Will you buy Baltic Avenue?")


def test_card_is_turned_before_what_comes_of_it_is_told(sit_still):
    table, page = sit_still(AT_GO)
    table.do_all([("roll 3 4", 0), ("draw chance 8", 0)])
    page.get_by_role("img", name="The dice show 3 and 4").wait_for()
    page.clock.run_for(TUMBLE + 7 * STEP)
    card = page.get_by_text("Move three spaces backward.").first
    card.wait_for()
    asked(page, "A card is turned…")
    page.clock.run_for(CARD)
    for slug in ("oriental", "reading", "income-tax"):
        stands_on(page, slug, "Robin")
        page.clock.run_for(STEP)
    asked(page, "How will you pay the tax?")


RENT = {
    "edition": "official",
    "turn": 1,
    "deeds": OWNED,
    "seats": seats(642, 388, 1210, 455, s0="jail", s1="go", s2="boardwalk", s3="st-james"),
}
"""Agnes is to throw, and six spaces on is Robin's street with three houses."""


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_rent_has_its_moment_and_yields_to_what_comes_next(sit_still, size):
    table, page = sit_still(RENT, size)
    table.do("roll 2 4", 1)
    page.get_by_role("img", name="The dice show 2 and 4").wait_for()
    page.clock.run_for(TUMBLE + 6 * STEP)
    stands_on(page, "oriental", "Agnes")
    table.do("ask-rent oriental from 1", 0)
    payment = stage(page).locator(".payment")
    expect(payment).to_contain_text("Rent for Oriental Avenue")
    expect(payment).to_contain_text("Agnes → You")
    expect(payment.locator(".sum")).to_have_text(re.compile(r"^\s*\$\s*270\s*$"))
    # The letters are as large as the sum.
    assert payment.locator(".sum").evaluate("e => parseFloat(getComputedStyle(e).fontSize)") > 40
    page.clock.run_for(PAYMENT)
    page.clock.run_for(MONEY)
    has_cash(page, "Robin", 642 + 270)
    table.do("end-turn", 1)
    expect(page.get_by_role("status").first).to_contain_text("Bruno to throw")
    expect(payment).to_have_count(0)


def test_payment_is_shown_without_motion_too(house, new_page):
    table = LaidTable(house, RENT)
    page = new_page()
    table.open(page)
    table.do_all([("roll 2 4", 1), ("ask-rent oriental from 1", 0)])
    expect(stage(page)).to_contain_text("Rent for Oriental Avenue")


def test_page_that_is_loaded_again_shows_the_dice_as_they_lie(sit_still):
    table, page = sit_still(AT_GO)
    table.do_all([("roll 3 6", 0), ("buy", 0)])
    page.reload()
    expect(page.get_by_role("img", name="The dice show 3 and 6")).to_be_visible()
    # They are taken up with the next turn.
    table.do("end-turn", 0)
    expect(page.get_by_role("img", name="Not thrown yet")).to_be_visible()


def test_page_that_is_loaded_again_shows_the_card_that_was_drawn(sit_still):
    table, page = sit_still(AT_GO)
    table.do_all([("roll 1 1", 0), ("draw chest 12", 0)])
    page.reload()
    expect(
        page.get_by_label("On the table now").get_by_text("The doctor wants to be paid. Pay the Bank $50.", exact=True)
    ).to_be_visible()


CUT = """svg => {
    const found = [];
    // Once more from the beginning, step by step.
    svg.style.animation = 'none';
    svg.getBoundingClientRect();
    svg.style.animation = '';
    const [tumble] = svg.getAnimations();
    tumble.pause();
    for (let at = 0; at < 400; at += 25) {
        tumble.currentTime = at;
        const die = svg.getBoundingClientRect();
        for (let a = svg.parentElement; a; a = a.parentElement) {
            if (getComputedStyle(a).overflowX === 'visible') continue;
            const box = a.getBoundingClientRect();
            if (die.left < box.left || die.right > box.right || die.top < box.top || die.bottom > box.bottom)
                found.push(`${a.className} after ${at} ms`);
        }
    }
    return found;
}"""
"""Where a die that tumbles is cut off, by what holds it."""


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_dice_are_whole_while_they_tumble(sit_still, size):
    table, page = sit_still(AT_GO, size)
    table.do("roll 2 3", 0)
    dice = page.locator(".dice .tumbling")
    expect(dice).to_have_count(2)
    assert [cut for die in dice.all() for cut in die.evaluate(CUT)] == []
