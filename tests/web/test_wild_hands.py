"""Random input at every scene: buttons, spaces, keys and forms while the table goes on. No page may log errors."""

import random

import pytest
from playwright.sync_api import expect

from tests.web.laid import LaidTable
from tests.web.scenes import SCENES, scene
from ventnor.notation import format_action
from ventnor.refusal import IllegalAction
from ventnor.server.errors import Denied

pytestmark = [pytest.mark.slow, pytest.mark.long]

MOMENTS = 14
"""Interruptions of the page during random input."""
SIZES = ({"width": 1280, "height": 720}, {"width": 390, "height": 844}, {"width": 844, "height": 390})

HANDS = """seed => {
    let state = seed >>> 0;
    const below = n => {
        state = (state * 1664525 + 1013904223) >>> 0;
        return Math.floor(state / 4294967296 * n);
    };
    const any = list => list[below(list.length)];
    const all = selector => [...document.querySelectorAll(selector)];
    // What leads away from the table is not pressed.
    const away = /Home|Leave|Play again|replay|rules|Copy|Share|Save|bot|Resign/i;
    const called = e => e.getAttribute('aria-label') || e.textContent || '';
    const seen = e => e.getClientRects().length && !e.closest('[inert]') && e.tagName !== 'A' && !away.test(called(e));
    const far = { bubbles: true, cancelable: true };
    const press = (e, detail = 1) => e?.dispatchEvent(new MouseEvent('click', { ...far, detail }));
    const doings = [
        () => {
            const e = any(all('button:not([disabled]), [data-space], input, summary, label').filter(seen));
            if (e?.type === 'number') {
                e.value = String(below(400));
                e.dispatchEvent(new Event('input', { bubbles: true }));
            }
            press(e);
            if (!below(6) && e?.isConnected) press(e, 2);
        },
        () => press(all('[aria-label="Your actions"] button')[0]),
        () => press(any(all('[data-space]'))),
        () => any(all('form'))?.requestSubmit(),
        () => {
            const key = any(['Escape', 'Escape', 'Enter', ' ', 'ArrowLeft', 'ArrowUp', 'ArrowDown', 'Home', 'End']);
            document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { ...far, key }));
        },
    ];
    const go = () => {
        doings[any([0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 4])]();
        setTimeout(go, any([0, 0, 5, 30, 120]));
    };
    go();
}"""


@pytest.mark.parametrize("size", ["laptop", "phone"])
@pytest.mark.parametrize("name", SCENES)
def test_wild_hands_do_no_harm(house, new_page, name, size):
    chance = random.Random(f"{name} {size}")
    bots_play = chance.random() < 0.5
    table = LaidTable(house, *scene(name), **({"pace": 0.08} if bots_play else {}))
    page = new_page(size, motion=chance.choice(["reduce", "no-preference"]))
    table.open(page)
    page.evaluate(HANDS, chance.randrange(2**31))
    for _ in range(MOMENTS):
        page.wait_for_timeout(500)
        match chance.randrange(8):
            case 0:
                page.set_viewport_size(chance.choice(SIZES))
            case 1:
                page.reload()
                page.locator("main").wait_for()
                page.evaluate(HANDS, chance.randrange(2**31))
            case 2:
                table.drop()
            case 3 | 4 | 5:
                others(table, chance)
            case _:
                pass
    # It still stands, and says what is awaited.
    expect(page.locator("main")).to_be_visible()
    expect(page.get_by_role("status").first).not_to_be_empty()


def others(table: LaidTable, chance: random.Random) -> None:
    """Let somebody else take an action or make an offer."""
    seat = chance.randrange(1, len(table.game.cash))
    menu = [format_action(action) for action in table.game.menu(seat)]
    doing = chance.choice([*menu, "offer 0 give 20 get reading"])
    try:
        table.do(doing, seat)
    except (Denied, IllegalAction):
        return  # It has become unlawful meanwhile.
