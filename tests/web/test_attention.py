"""Calling a player back to the table: title, notification, sounds; and keeping a phone's screen on."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.web.laid import LaidTable
from tests.web.scenes import scene

pytestmark = pytest.mark.slow
WATCH = """() => {
    window.shown = [];
    window.Notification = class {
        static permission = 'granted';
        constructor(title, more) { window.shown.push(more.body); }
    };
    window.made = 0;
    const tone = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () { window.made++; return tone.call(this); };
    const rattle = AudioContext.prototype.createBufferSource;
    AudioContext.prototype.createBufferSource = function () { window.made++; return rattle.call(this); };
    window.awake = 0;
    const request = navigator.wakeLock.request.bind(navigator.wakeLock);
    navigator.wakeLock.request = async kind => {
        const lock = await request(kind);
        window.awake++;
        lock.addEventListener('release', () => window.awake--);
        return lock;
    };
}"""
"""A script that records the page's requests to the browser."""
HIDDEN = "() => Object.defineProperty(document, 'hidden', {get: () => true, configurable: true})"


@pytest.fixture
def watched(house, new_page):
    """Open a table at which Agnes is to throw, in a page with these preferences; return both."""

    def open_watched(size: str = "laptop", **likes: object) -> tuple[LaidTable, Page]:
        position, _ = scene("throw")
        table = LaidTable(house, {**position, "turn": 3})
        page = new_page(size)
        page.add_init_script(f"({WATCH})(); localStorage.setItem('ventnor.likes', '{json.dumps(likes)}')")
        table.open(page)
        return table, page

    return open_watched


def let_the_turn_come(table: LaidTable) -> None:
    """Let Celia throw, and then it is Robin's turn."""
    table.do_all([("roll 1 4", 3), ("end-turn", 3)])


def test_title_of_the_tab_says_when_it_is_my_turn(watched):
    table, page = watched()
    expect(page).to_have_title("Ventnor")
    let_the_turn_come(table)
    expect(page).to_have_title("Your turn · Ventnor")


def test_title_of_the_tab_says_when_a_rent_may_be_asked_for(house, new_page):
    page = new_page()
    LaidTable(house, *scene("rent")).open(page)
    expect(page).to_have_title("Somebody owes you rent · Ventnor")


@pytest.mark.parametrize(("wanted", "shown"), [(True, ["Your turn to throw"]), (False, [])])
def test_notification_comes_where_it_is_wanted_and_nobody_looks(watched, wanted, shown):
    table, page = watched(notify=wanted)
    page.evaluate(HIDDEN)
    let_the_turn_come(table)
    expect(page).to_have_title("Your turn · Ventnor")
    page.wait_for_function("count => window.shown.length === count", arg=len(shown))
    assert page.evaluate("() => window.shown") == shown


def test_no_notification_for_who_looks_at_the_table(watched):
    table, page = watched(notify=True)
    let_the_turn_come(table)
    expect(page).to_have_title("Your turn · Ventnor")
    assert page.evaluate("() => window.shown") == []


def test_sounds_are_made_where_they_are_wanted(watched):
    table, page = watched(sound=True)
    let_the_turn_come(table)
    page.wait_for_function("() => window.made > 0")


def test_there_is_no_sound_unless_somebody_turns_it_on(watched):
    table, page = watched()
    let_the_turn_come(table)
    expect(page).to_have_title("Your turn · Ventnor")
    page.wait_for_timeout(300)
    assert page.evaluate("() => window.made") == 0


def test_phone_stays_awake_while_one_plays(watched):
    _, page = watched("phone")
    page.wait_for_function("() => window.awake === 1")
    page.evaluate("() => { location.hash = '#/'; }")
    page.wait_for_function("() => window.awake === 0")


def test_phone_stays_awake_over_plain_http(house, new_page):
    table = LaidTable(house, *scene("throw"))
    page = new_page("phone")
    # Over plain http browsers offer no wake lock.
    page.add_init_script("delete Navigator.prototype.wakeLock")
    table.open(page)
    # Engines keep the screen on for a live stream that plays within the window.
    page.wait_for_function("""() => {
        const film = document.querySelector('video');
        if (!film || film.paused || !film.srcObject || film.currentTime < 1.5 || !film.videoWidth) return false;
        const {left, top, right, bottom} = film.getBoundingClientRect();
        return right > left && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    }""")
    page.evaluate("() => { location.hash = '#/'; }")
    expect(page.locator("video")).to_have_count(0)


def test_laptop_may_fall_asleep(watched):
    table, page = watched("laptop")
    let_the_turn_come(table)
    expect(page).to_have_title("Your turn · Ventnor")
    assert page.evaluate("() => window.awake") == 0
