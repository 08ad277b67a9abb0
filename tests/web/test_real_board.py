"""A real board on a real table: the app is the Banker, and everybody taps in what came up."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.browser import Traffic
from tests.web.clipping import has_no_faults
from tests.web.play import board, choices, has_cash, in_sight, log, logged, space, stage
from tests.web.test_axe import AXE, SMALL, violations
from ventnor.server.protocol import Join, NewSeat, NewTable, Start

pytestmark = pytest.mark.slow
SIZES = ("laptop", "phone")
FIRST = re.compile("^Tap the first die")


def pad(page: Page, name: str | re.Pattern[str] = FIRST) -> Locator:
    """Return the six sides to choose a die from."""
    return page.get_by_role("group", name=name)


def tap(page: Page, die1: int, die2: int) -> None:
    """Tap in a throw."""
    pad(page).get_by_role("button", name=str(die1)).click()
    pad(page, "Now the second die.").get_by_role("button", name=str(die2)).click()


def asked(page: Page, words: str) -> None:
    """Wait until the line at the top asks this."""
    expect(page.get_by_role("status").first).to_contain_text(words)


def check(page: Page) -> None:
    """Check a page with axe, that nothing on it is cut off, and on a phone that a finger can press what is on it."""
    page.evaluate(f"() => {{ {AXE.read_text(encoding='utf-8')} }}")
    small = page.evaluate(SMALL) if page.locator("main.phone").count() else []
    assert [*violations(page), *small] == []
    has_no_faults(page)


def at_home(page: Page, url: str, *names: str) -> None:
    """Open a table for a real board from the home page, with everybody at one device."""
    page.goto(url)
    page.get_by_role("link", name="We have a board").click()
    expect(page.get_by_role("radio", name=re.compile("^On our own board"))).to_be_checked()
    page.get_by_role("textbox", name="Your name").fill(names[0])
    for number, name in enumerate(names[1:], 2):
        page.get_by_role("combobox", name=f"Seat {number}").select_option("Plays on this device too")
        page.get_by_role("textbox", name=f"Name of player {number}").fill(name)
    for number in range(len(names) + 1, 4):
        page.get_by_role("combobox", name=f"Seat {number}").select_option("none")
    page.get_by_role("button", name="Open the table").click()
    board(page).wait_for()


def at_phones(house, *, edition="official", variant="") -> tuple[str, list[str]]:
    """Begin a game on a real board for two people with a device each."""
    seats = (NewSeat("mine", "Robin"), NewSeat("open"))
    made = house.do(house.make(NewTable(seats, edition, variant, nature="manual")))
    room = house.registry.room(made.table.id)
    other = house.do(room.join(Join("Kit")))
    tokens = [made.seats[0].token, other.token]
    house.do(room.submit(house.do(house.registry.grants_of(made.table.id, tokens[:1])), Start(id="start")))
    return made.table.id, tokens


@pytest.mark.parametrize("size", SIZES)
def test_an_evening_at_one_device(house, new_page, size):
    page = new_page(size)
    at_home(page, house.url, "Robin", "Kit", "Ash")
    asked(page, "Robin: what did you throw?")
    check(page)
    for side in range(1, 7):
        assert in_sight(pad(page).get_by_role("button", name=str(side)))
    # Nobody throws on the screen, and nobody hands the device over.
    expect(page.get_by_role("button", name="Throw the dice")).to_have_count(0)
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    tap(page, 6, 5)
    asked(page, "Kit: what did you throw?")
    tap(page, 2, 1)
    tap(page, 1, 1)
    expect(page.get_by_role("dialog")).to_have_count(0)

    # Robin lands on Chance, and only cards of that deck can come.
    asked(page, "Robin: what did you throw?")
    tap(page, 3, 4)
    asked(page, "Robin: which card did you draw?")
    cards = page.get_by_role("list", name="Chance").get_by_role("button")
    expect(cards).to_have_count(16)
    check(page)
    page.get_by_role("button", name="Undo").click()
    asked(page, "Robin: what did you throw?")
    tap(page, 3, 4)
    cards.filter(has_text="Move forward to GO").click()
    has_cash(page, "Robin", 1700)

    asked(page, "finishing the turn")
    choices(page).filter(has_text="End").click()
    asked(page, "Kit: what did you throw?")
    tap(page, 1, 2)
    asked(page, "Kit may buy Baltic Avenue")
    choices(page).filter(has_text="Do not buy").click()

    # The auctioneer enters whoever calls out, in any order.
    expect(stage(page)).to_contain_text("Auction")
    check(page)
    page.get_by_role("button", name="Act for Ash").click()
    stage(page).get_by_role("button", name="Bid $20").click()
    expect(stage(page)).to_contain_text("$20")
    page.get_by_role("button", name="Act for Robin").click()
    stage(page).get_by_role("button", name="Bid $40").click()
    for _ in range(2):
        page.get_by_role("button", name="Pass").first.click()
    has_cash(page, "Robin", 1660)
    expect(space(page, "Baltic")).to_have_accessible_name(re.compile("owned by Robin"))

    # It was entered by mistake: Ash bid once more.
    page.get_by_role("button", name="Undo").click()
    has_cash(page, "Robin", 1700)
    expect(stage(page)).to_contain_text("Auction")
    if size == "laptop":
        logged(page, "The Banker undid: ")
        expect(log(page).filter(has_text="wins")).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
def test_a_phone_for_each_player(house, new_page, size):
    table, tokens = at_phones(house)
    robin, kit = new_page(size), new_page(size)
    for page, token in ((robin, tokens[0]), (kit, tokens[1])):
        page.goto(f"{house.url}#/t/{table}/{token}")
        board(page).wait_for()
    # Each enters what they threw; the Banker may enter for others, and others not for the Banker.
    expect(pad(robin)).to_be_visible()
    expect(pad(kit)).to_have_count(0)
    tap(robin, 3, 1)
    expect(pad(kit)).to_be_visible()
    expect(pad(robin)).to_be_visible()
    tap(kit, 6, 5)
    asked(kit, "Kit: what did you throw?")
    tap(robin, 2, 1)
    asked(kit, "Will you buy Baltic Avenue?")
    # What the Banker entered for Kit may be undone by either.
    expect(robin.get_by_role("button", name="Undo")).to_be_visible()
    kit.get_by_role("button", name="Undo").click()
    asked(robin, "Kit: what did you throw?")
    tap(kit, 2, 1)
    choices(kit).filter(has_text=re.compile("^Buy Baltic")).click()
    choices(kit).filter(has_text="End").click()
    expect(pad(kit)).to_have_count(0)
    tap(robin, 1, 2)
    # Robin stands on Kit's street, and entered that: Kit cannot take it back.
    expect(kit.get_by_role("button", name="Undo")).to_have_count(0)
    expect(robin.get_by_role("button", name="Undo")).to_be_visible()
    if size == "laptop":
        logged(robin, "Kit undid: Kit throws 2 and 1.")
    # Whoever comes back sees the same game.
    kit.reload()
    board(kit).wait_for()
    expect(kit.get_by_role("status").first).to_be_visible()
    if size == "laptop":
        logged(kit, "Kit undid: Kit throws 2 and 1.")
        expect(log(kit).filter(has_text="Kit throws 2 and 1.")).to_have_count(2)


def test_dice_are_entered_by_keyboard(house, new_page):
    page = new_page()
    at_home(page, house.url, "Robin", "Kit")
    expect(pad(page)).to_be_visible()
    page.keyboard.press("7")
    page.keyboard.press("5")
    expect(pad(page, "Now the second die.")).to_be_visible()
    page.keyboard.press("Backspace")
    expect(pad(page)).to_be_visible()
    # What one says to the others is no throw.
    field = page.get_by_role("textbox", name="Say something to the table")
    field.fill("")
    field.press("3")
    expect(pad(page)).to_be_visible()
    field.evaluate("e => e.blur()")
    page.keyboard.press("6")
    page.keyboard.press("6")
    logged(page, "Robin throws doubles: 6 and 6.")
    asked(page, "Kit: what did you throw?")
    # A first die that was tapped by mistake is cleared by a tap.
    pad(page).get_by_role("button", name="4").click()
    page.get_by_role("button", name="Clear the 4").click()
    tap(page, 1, 2)
    asked(page, "Robin: what did you throw?")


@pytest.mark.parametrize("size", SIZES)
def test_dealt_deeds_are_chosen_from_those_of_the_bank(house, new_page, size):
    table, tokens = at_phones(house, edition="anniversary", variant="short")
    page = new_page(size)
    page.goto(f"{house.url}#/t/{table}/{tokens[0]}")
    asked(page, "Robin: which deed were you dealt?")
    deeds = page.get_by_role("list", name="Deeds that the Bank has").get_by_role("button")
    expect(deeds).to_have_count(28)
    check(page)
    deeds.filter(has_text="Boardwalk").click()
    asked(page, "Kit: which deed were you dealt?")
    expect(deeds).to_have_count(27)
    expect(deeds.filter(has_text="Boardwalk")).to_have_count(0)


def test_nothing_is_promised_of_real_dice(house, new_page):
    table, tokens = at_phones(house)
    page = new_page()
    traffic = Traffic(page)
    page.goto(f"{house.url}#/t/{table}/{tokens[0]}")
    board(page).wait_for()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="How to play").wait_for()
    expect(page.get_by_text("Proof that the dice are fair")).to_have_count(0)
    assert '"commit"' not in traffic.text
    assert '"reveal"' not in traffic.text


def test_a_game_on_a_real_board_is_replayed_and_reviewed(house, new_page):
    page = new_page()
    at_home(page, house.url, "Robin", "Kit")
    tap(page, 6, 5)
    tap(page, 1, 2)
    asked(page, "Robin: what did you throw?")
    tap(page, 1, 2)
    asked(page, "Robin may buy Baltic Avenue")
    page.get_by_role("button", name="Undo").click()
    asked(page, "Robin: what did you throw?")
    tap(page, 2, 4)
    asked(page, "Robin may buy Oriental Avenue")
    choices(page).filter(has_text="Buy").first.click()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up the game").click()
    page.get_by_role("button", name="Yes, do it").click()
    page.get_by_role("table", name="The game is over").wait_for()
    expect(page.get_by_role("button", name="Check the dice")).to_have_count(0)
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    page.get_by_role("link", name="Watch it again").click()
    lines = page.get_by_role("region", name="What happened")
    expect(lines).to_contain_text("Robin throws 2 and 4.")
    expect(lines).not_to_contain_text("Baltic")
