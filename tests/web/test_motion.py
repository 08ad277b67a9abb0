"""What moves: the token walks, money flies, a deed turns over; and all of it can be ended at once.

The clock of the page stands still but for what a test lets pass, so that every step of a motion is seen.
"""

import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.web.laid import LaidTable
from tests.web.play import cash, choices, has_cash, told
from tests.web.scenes import OWNED, seats

pytestmark = pytest.mark.slow
BEGUN = datetime(2030, 1, 1, tzinfo=UTC)
STILL = BEGUN + timedelta(seconds=30)
TUMBLE, STEP, MONEY = 700, 140, 3_000
"""How long each lasts at a calm speed, in milliseconds; for money, long enough for all of it."""
TURNED = """() => {
    window.turned = [];
    document.addEventListener('animationstart', event => window.turned.push(event.animationName));
}"""


def stands_on(page: Page, slug: str, player: str) -> None:
    """Waits until a token is shown on a space, as its label tells."""
    expect(page.locator(f"[data-space='{slug}']")).to_have_attribute("aria-label", re.compile(rf", {player}\b"))


def shows_what_the_server_has(page: Page, table: LaidTable) -> None:
    """Cash and tokens are those of the server."""
    for seat, name in enumerate(("Robin", "Agnes", "Bruno", "Celia")):
        has_cash(page, name, table.game.cash[seat])
        stands_on(page, str(table.game.space[seat]), name)


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_turn_with_a_walk_money_and_a_deed_and_then_one_that_is_skipped(house, new_page, size):
    position = {
        "edition": "official",
        "turn": 1,
        "deeds": OWNED,
        "seats": seats(642, 388, 1210, 455, s1="marvin-gardens", s0="jail", s2="boardwalk", s3="st-james"),
    }
    table = LaidTable(house, position)
    page = new_page(size, motion="no-preference")
    page.clock.install(time=BEGUN)
    page.add_init_script(f"localStorage.setItem('ventnor.likes', '{json.dumps({'speed': 'calm'})}')")
    table.open(page)
    page.clock.pause_at(STILL)
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
        told(page, "Bruno moves from Boardwalk to Connecticut Avenue.")
    expect(choices(page).filter(has_text="Ask Bruno")).to_be_enabled()


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
def test_dice_are_whole_while_they_tumble(house, new_page, size):
    position = {"edition": "official", "turn": 1, "seats": seats(642, 388), "deeds": {}}
    table = LaidTable(house, position)
    page = new_page(size, motion="no-preference")
    page.clock.install(time=BEGUN)
    table.open(page)
    page.clock.pause_at(STILL)
    table.do("roll 2 3", 1)
    dice = page.locator(".dice .tumbling")
    expect(dice).to_have_count(2)
    assert [cut for die in dice.all() for cut in die.evaluate(CUT)] == []
