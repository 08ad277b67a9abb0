"""Helpers that play in a page. They find every element by its role and name."""

import json
import re
import time
from collections.abc import Callable

from msgspec import convert
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.web.browser import PATIENCE
from tests.web.house import House
from ventnor.server.protocol import NewTable, Start

PEOPLE = ("Robin", "Kit", "Ash")
BOTS = ("Agnes", "Bruno", "Celia", "Dmitri", "Edda")

HANDS = """() => {
    const named = name => [...document.querySelectorAll(`[aria-label="${name}"]`)];
    const buttons = root => [...root.querySelectorAll('button:not([disabled])')];
    const called = (root, ...names) => buttons(root).find(e => names.some(each => each.test(e.innerText.trim())));
    let waited = 0;
    const press = () => {
        const asked = document.querySelector('[role=alertdialog]');
        if (asked) return buttons(asked)[0]?.click();
        const [stage] = named('On the table now');
        const wanted = stage && called(stage, /^Suggest a way to pay/, /^Do this/, /^Accept$/);
        const unwanted = stage && called(stage, /^Turn down$/);
        if (unwanted && !wanted && waited++ < 50) return;
        if (wanted || unwanted) {
            waited = 0;
            return (wanted ?? unwanted).click();
        }
        for (const group of ['Offers', 'Your actions', 'Mortgaged deeds received'].flatMap(named))
            if (buttons(group).length) return buttons(group)[0].click();
    };
    window.hands = setInterval(press, 12);
}"""
"""A script that presses the first button as soon as there is one, and accepts all offers."""


ANSWERS = {
    "Your turn to throw": "^Throw the dice",
    "Throw to see who begins": "^Throw the dice",
    "Will you buy": "^Buy |^Do not buy",
    "Your bid": "^Pass",
    "You are in Jail": "^Use |^Pay the fine|^Throw",
    "How will you pay": "^Pay ",
    "Pay, or take": "^Pay ",
    "You owe": "^Do this|^Suggest a way to pay|^Pay (?!in kind)|^Go bankrupt",
    "You received mortgaged": "^Keep |^Lift ",
    "How many do you want": "^I want none",
    "Where will you build": "^Build ",
    "Will you ask": "^Ask ",
    "Build, trade": "^End the turn",
    "Ask for the last rent": "^Ask",
}
"""The beginnings of headlines, and the names of the buttons that answer them, the best first."""


def answer(page: Page) -> tuple[str, Locator] | None:
    """Return the headline's question and the button to press; None while others are asked."""
    sure = page.get_by_role("alertdialog").get_by_role("button", name="Yes, do it")
    if sure.is_visible():
        return "Really?", sure
    line = page.get_by_role("status").first.inner_text()
    asked = next((each for each in ANSWERS if line.startswith(each)), None)
    for name in ANSWERS[asked].split("|") if asked else ():
        button = page.get_by_role("button", name=re.compile(name), disabled=False).first
        if button.is_visible():
            return asked or "", button
    return None


FOCUS = """() => {
    const lost = window.lost = { frames: 0, after: '' };
    const called = e => `${e?.tagName} ${e?.ariaLabel ?? e?.textContent.trim().slice(0, 60)}`;
    let last = called(document.activeElement), frames = 0, left = false;
    addEventListener('focusin', event => (last = called(event.target)));
    // Behind the last button of a page the tab key leads to the browser's own.
    addEventListener('keydown', event => (left = event.key === 'Tab'));
    const look = () => {
        const has = document.activeElement;
        frames = (!has || has === document.body) && !left ? frames + 1 : 0;
        if (frames > lost.frames) Object.assign(lost, { frames, after: last });
        requestAnimationFrame(look);
    };
    look();
}"""
"""A script that notes in each frame whether focus is lost, for how long, and where it was last."""
FRAMES = 5
"""The frames for which focus may be lost while one button replaces another: a twelfth of a second."""


def watch_focus(page: Page) -> None:
    """Start to note when nothing has the focus."""
    page.evaluate(FOCUS)


def focus_was_never_lost(page: Page) -> None:
    """Check that the focus was never lost for more than a moment since `watch_focus`."""
    lost = page.evaluate("window.lost")
    assert lost["frames"] <= FRAMES, lost


def ready(page: Page) -> None:
    """Wait until the focused button accepts a key; it ignores keys at first, in case they were meant for another."""
    page.locator(":focus:not([data-fresh])").wait_for()


def new_table(
    house: House, bots: int = 2, people: int = 1, bot: str = "random", seed: int = 7, **more: object
) -> tuple[str, list[str]]:
    """Return a table that has begun, and the secrets of its people."""
    seats = [{"kind": "mine", "name": name} for name in PEOPLE[:people]]
    seats += [{"kind": "bot", "name": name, "bot": bot} for name in BOTS[:bots]]
    made = house.do(house.make(convert({"seats": seats, "grace": 0, **more}, NewTable), seed))
    table, tokens = made.table.id, [seated.token for seated in made.seats]
    grants = house.do(house.registry.grants_of(table, tokens[:1]))
    house.do(house.registry.room(table).submit(grants, Start(id="start")))
    return table, tokens


def sit_down(page: Page, house: House, table: str, token: str = "") -> None:
    """Open a table, with a private link or to watch."""
    page.goto(f"{house.url}#/t/{table}/{token}" if token else f"{house.url}#/t/{table}")
    board(page).wait_for()


def play_by_itself(page: Page) -> None:
    """Let the page press its likeliest button by itself from now on."""
    page.evaluate(HANDS)


def rest(page: Page) -> None:
    """Stop what `play_by_itself` began."""
    page.evaluate("clearInterval(window.hands)")


def board(page: Page) -> Locator:
    """Return the ring of spaces."""
    return page.get_by_role("group", name="The board", exact=True)


def space(page: Page, name: str) -> Locator:
    """Return a space of the board."""
    return board(page).get_by_role("button", name=name)


def choices(page: Page) -> Locator:
    """Return the buttons for the decision at hand."""
    return page.get_by_role("group", name="Your actions").get_by_role("button")


def stage(page: Page) -> Locator:
    """Return the middle of the board."""
    return page.get_by_role("region", name="On the table now")


def log(page: Page) -> Locator:
    """Return the log."""
    return page.get_by_role("log", name="What happened").get_by_role("listitem")


def logged(page: Page, words: str) -> None:
    """Wait until a line of the log says this."""
    log(page).filter(has_text=words).last.wait_for()


def standings(page: Page) -> Locator:
    """Return the table of results."""
    return page.get_by_role("table", name="The game is over")


def cash(page: Page, name: str) -> Locator:
    """Return a player's row of the ledger."""
    return page.get_by_role("table", name="Who holds what").get_by_role("row", name=name).get_by_role("cell").last


def has_cash(page: Page, name: str, amount: int) -> None:
    """Wait until the ledger shows this much cash for a player."""
    expect(cash(page, name)).to_have_text(re.compile(rf"^\s*\${amount:,}(?!\d)"))


PILLS = """() => {
    window.pills = [];
    new MutationObserver(() => {
        const shown = [...document.querySelectorAll('.delta')];
        if (shown.length >= Math.max(1, window.pills.length))
            window.pills = shown.map(each => [each.innerText.replace(/\\s/g, ''), getComputedStyle(each).opacity]);
    }).observe(document.body, { childList: true, subtree: true });
}"""
"""A script that records changes of cash in the ledger, which are shown for two seconds."""


def bid(page: Page, amount: int) -> None:
    """Type a bid and make it."""
    field = page.get_by_role("form", name="Your bid").get_by_label(re.compile("^Your bid"))
    field.fill(str(amount))
    field.press("Enter")


def bidder(page: Page, name: str) -> Locator:
    """Return a bidder's line in the auction."""
    return page.get_by_role("list", name="Bidders").get_by_role("listitem").filter(has_text=name)


def find_offer(page: Page) -> None:
    """Open the offer that came in."""
    page.get_by_role("list", name="Offers").get_by_role("button", name="See offer").click()


def box_of(each: Locator) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of an element."""
    box = each.bounding_box()
    assert box is not None
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def hold_answers(page: Page) -> list[Callable[[], None]]:
    """Hold back what the server answers to commands, but not what it broadcasts. Return the answers as they come."""
    answers: list[Callable[[], None]] = []

    def watch(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            if json.loads(text)["type"] == "done":
                answers.append(lambda: socket.send(text))
            else:
                socket.send(text)

        server.on_message(pass_on)

    page.route_web_socket(re.compile("socket$"), watch)
    return answers


def let_answer(page: Page, answers: list[Callable[[], None]]) -> None:
    """Let the next answer through, as soon as it has come."""

    def answered() -> None:
        assert answers

    eventually(page, answered)
    answers.pop()()


def eventually(page: Page, check: Callable[[], object]) -> None:
    """Try a check until it passes: fonts and parts of a page arrive late on a busy machine."""
    deadline = time.monotonic() + PATIENCE / 1000
    while True:
        try:
            check()
        except AssertionError:
            if time.monotonic() > deadline:
                raise
            page.wait_for_timeout(50)
        else:
            return


def in_sight(each: Locator) -> bool:
    """Return whether an element comes to be wholly in the window, with nothing over its middle."""
    seen = """e => {
        const box = e.getBoundingClientRect();
        const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        const whole = box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
        return whole && (e.contains(top) || top?.contains(e) || top?.parentElement?.contains(e)) === true;
    }"""
    deadline = time.monotonic() + PATIENCE / 1000
    while not each.evaluate(seen):
        if time.monotonic() > deadline:
            return False
        each.page.wait_for_timeout(50)
    return True


def turn_over(page: Page) -> None:
    """Resize the window, as if a tablet were turned, and wait for the new layout."""
    narrow = page.locator("main.phone")
    was = narrow.count()
    page.set_viewport_size({"width": 1280 if was else 600, "height": 900})
    expect(narrow).to_have_count(1 - was)
