"""Whole games in a real browser against the real server."""

import contextlib
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.server.process import Nursery, ServerProcess
from tests.web.browser import IN_THE_HOUSE
from tests.web.laid import LaidTable
from tests.web.play import (
    answer,
    board,
    choices,
    eventually,
    focus_was_never_lost,
    log,
    logged,
    new_table,
    play_by_itself,
    ready,
    rest,
    sit_down,
    stage,
    standings,
    watch_focus,
)
from ventnor.rulebook.edition import rows
from ventnor.rulebook.setting import settings

pytestmark = pytest.mark.slow
LONGEST = 1_200_000
REFUSED = ("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_SOCKET_NOT_CONNECTED", "ERR_EMPTY_RESPONSE")


def cash_shown(page: Page) -> list[str]:
    """Return the ledger's text, without the flashing changes of cash."""
    rows = page.get_by_role("table", name="Who holds what").get_by_role("row").all()[1:]
    return [row.get_by_role("cell").last.inner_text().split("\n")[0] for row in rows]


def play_to_the_end(house, new_page, patience: int = LONGEST, **settings) -> list[Page]:
    """Play two people in two browsers and bots to the end; everybody sees the same."""
    table, tokens = new_table(house, people=2, **settings)
    pages = [new_page(), new_page("phone")]
    for page, token in zip(pages, tokens, strict=True):
        sit_down(page, house, table, token)
        play_by_itself(page)
    for page in pages:
        standings(page).wait_for(timeout=patience)
        rest(page)
    places = [standings(page).get_by_role("row").all_inner_texts() for page in pages]
    assert places[0] == places[1]
    headings = [stage(page).get_by_role("heading", level=2).inner_text() for page in pages]
    winners = [re.sub("^You win", f"{name} wins", each) for name, each in zip(("Robin", "Kit"), headings, strict=True)]
    assert winners[0] == winners[1]
    assert re.search(r"\b(Robin|Kit|Agnes|Bruno)\b.* wins?$", winners[0])
    return pages


def test_from_the_front_page_to_a_table_in_one_click(url, new_page):
    page = new_page()
    page.goto(url)
    page.get_by_role("button", name="Play", exact=True).press("Enter")
    expect(board(page).get_by_role("button")).to_have_count(40)
    expect(page.get_by_role("table", name="Who holds what").get_by_role("row")).to_have_count(5)
    expect(choices(page).first).to_be_focused()
    ready(page)
    page.keyboard.press("Enter")
    logged(page, "Robin throws")


@pytest.mark.parametrize(("edition", "variant"), [("official", ""), ("anniversary", "short")])
def test_two_people_and_bots_to_a_winner(house, new_page, edition, variant):
    play_to_the_end(house, new_page, 300_000, edition=edition, variant=variant, bot="tycoon")


@pytest.mark.long
@pytest.mark.parametrize(("edition", "variant"), rows())
def test_each_game_to_its_own_end(house, new_page, edition, variant, record_property):
    clock = {"clock": {"hour": 60}} if settings(edition, variant)["hour"] else {}
    pages = play_to_the_end(house, new_page, edition=edition, variant=variant, bot="tycoon", **clock)
    record_property("how it ended", stage(pages[0]).get_by_role("paragraph").first.inner_text())


def by_name(page: Page, button: Locator) -> None:
    """Press a button that was found by its role and its name."""
    button.click(timeout=2000)


def by_keys(page: Page, button: Locator) -> None:
    """Go to a button with the tab key and press it; check that the focus was never lost."""
    expect(page.locator(":focus")).to_have_count(1)
    for _ in range(120):
        if button.evaluate("e => e === document.activeElement", timeout=2000):
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError("the keyboard does not come to it")


def play_as_one_reads(page: Page, press: Callable[[Page, Locator], None]) -> set[str]:
    """Read and answer the headline's questions until the game is over; return them."""
    answered: set[str] = set()
    deadline = time.monotonic() + LONGEST / 1000
    while time.monotonic() < deadline:
        if standings(page).is_visible():
            return answered
        found = answer(page)
        if found is None:  # somebody else is awaited
            page.wait_for_timeout(20)
            continue
        asked, button = found
        answered.add(asked)
        with contextlib.suppress(PlaywrightTimeout):  # it may be gone before it is pressed
            press(page, button)
    raise AssertionError("the game does not end")


def play_until(page: Page, wanted: str) -> Locator:
    """Answer all questions until this one; return the button that answers it."""
    deadline = time.monotonic() + LONGEST / 1000
    while time.monotonic() < deadline:
        found = answer(page)
        if found is None:
            page.wait_for_timeout(20)
            continue
        asked, button = found
        if asked == wanted:
            return button
        with contextlib.suppress(PlaywrightTimeout):
            button.click(timeout=2000)
    raise AssertionError(f"nobody ever asks: {wanted}")


# With little starting cash somebody is bankrupt soon: with seed 20 after some forty decisions of all kinds.
@pytest.mark.parametrize(("seed", "cash"), [(20, 40), pytest.param(7, 250, marks=pytest.mark.long)])
@pytest.mark.parametrize("press", [by_name, by_keys])
def test_whole_game_by_names_or_by_keys_alone(house, new_page, press, seed, cash):
    """Play with a screen reader's means, or by keyboard alone, until one of two players is bankrupt."""
    options = {"starting_cash": cash, "immediate_rent": True}
    table, tokens = new_table(house, bots=1, seed=seed, options=options)
    page = new_page()
    sit_down(page, house, table, tokens[0])
    page.keyboard.press("Tab")
    watch_focus(page)
    answered = play_as_one_reads(page, press)
    if press is by_keys:
        focus_was_never_lost(page)
    assert {"Your turn to throw", "Will you buy", "Your bid", "You owe", "Build, trade"} <= answered
    expect(stage(page).get_by_role("heading", level=2)).to_contain_text(re.compile("^(You win|Agnes wins)$"))
    expect(stage(page)).to_contain_text("Everyone else is bankrupt.")
    expect(standings(page).get_by_role("row")).to_have_count(3)


def test_rent_house_deal_and_bid_by_names_alone(house, new_page):
    """Play from mid-game to the end, with decisions that do not occur in games with little money."""
    deeds = {"oriental": 0, "connecticut": 0, "reading": 0, "vermont": 1, "pennsylvania-rr": 1}
    position = {
        "edition": "official",
        "turn": 1,
        "seats": [{"cash": 2500, "space": "free-parking"}, {"cash": 20, "space": "go"}],
        "deeds": {deed: {"owner": owner} for deed, owner in deeds.items()},
    }
    table = LaidTable(house, position, [("roll 1 2", 1), ("decline", 1)])
    page = new_page()
    table.open(page)
    by_role = page.get_by_role
    by_role("form", name="Your bid").get_by_role("spinbutton", name=re.compile("^Your bid")).fill("30")
    by_role("form", name="Your bid").get_by_role("button", name="Bid $30").last.click()
    logged(page, "Robin bids $30.")
    table.do_all([("pass", 1), ("end-turn", 1)])
    logged(page, "Robin wins Baltic Avenue")
    by_role("button", name="Offer a deal").click()
    expect(by_role("radio", name="Agnes")).to_be_checked()
    by_role("region", name="You give").get_by_role("button", name="Reading").click()
    by_role("region", name="You get").get_by_role("button", name="Vermont").click()
    expect(by_role("group", name="What it would do")).to_contain_text("You complete the light blue group")
    by_role("button", name="Send offer").click()
    logged(page, "Robin offers Agnes Reading Railroad for Vermont Avenue.")
    table.do("accept 1", 1)
    logged(page, "Agnes accepts Robin's offer.")
    by_role("button", name=re.compile("^Build & mortgage")).click()
    for _ in range(4):
        for lot in ("Oriental", "Vermont", "Connecticut"):
            by_role("button", name=f"Build on {lot}", exact=True).click()
    by_role("button", name="Do all of it").click()
    logged(page, "Robin builds")
    expect(by_role("table", name="Who holds what").get_by_role("columnheader").first).to_contain_text("20 houses left")
    play_until(page, "Build, trade").click()
    table.do("roll 1 2", 1)
    by_role("button", name="Ask Agnes for $400 rent for Oriental Avenue", exact=True).click()
    logged(page, "Agnes owes Robin $400 and has to raise it.")
    table.do("bankrupt", 1)
    expect(stage(page).get_by_role("heading", level=2)).to_have_text("You win")
    expect(standings(page).get_by_role("row")).to_have_count(3)


def test_end_replay_and_verified_dice(house, new_page):
    table, tokens = new_table(house, options={"rounds": 1})
    page = new_page()
    sit_down(page, house, table, tokens[0])
    assert tokens[0] not in page.url
    play_by_itself(page)
    standings(page).wait_for()
    rest(page)
    expect(standings(page).get_by_role("row")).to_have_count(4)
    page.get_by_role("button", name="Check the dice").press("Enter")
    page.get_by_role("status").filter(has_text="The seed matches").wait_for()
    expect(page.get_by_role("button", name="Check the dice")).to_be_focused()
    page.get_by_role("link", name="Watch it again").press("Enter")
    expect(page.get_by_role("slider")).not_to_have_attribute("max", "0")  # the record is there
    expect(page.get_by_role("main")).to_be_focused()
    page.wait_for_url(re.compile(r"/0$"))
    page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile(r"/1$"))
    page.get_by_role("heading", name=re.compile("^Move 1 of")).wait_for()
    slider = page.get_by_role("slider")
    last = int(slider.get_attribute("max") or 0)
    page.keyboard.press("End")
    page.get_by_role("heading", name=f"Move {last} of {last}").wait_for()
    for _ in range(6):  # every move has its place in the story, also those that brought no event
        page.keyboard.press("ArrowLeft")
        page.get_by_role("region", name="What happened").locator("[aria-current]").first.wait_for()
    page.keyboard.press("End")
    page.get_by_role("heading", name=f"Move {last} of {last}").wait_for()
    expect(board(page).get_by_role("button")).to_have_count(40)
    # Played from there it begins anew.
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("heading", name=re.compile("^Move [12] of")).wait_for()
    page.get_by_role("button", name="Stop", exact=True).click()
    # Every move has an address of its own, for anybody.
    friend = new_page("phone")
    friend.goto(f"{house.url}#/replay/{table}/2")
    friend.get_by_role("heading", name=re.compile("^Move 2 of")).wait_for()


def test_people_who_play_again_sit_in_their_seats(house, new_page):
    table, tokens = new_table(house, options={"rounds": 1}, bots=1, people=2)
    robin, kit = new_page(), new_page("phone")
    for page, token in zip((robin, kit), tokens, strict=True):
        sit_down(page, house, table, token)
        play_by_itself(page)
    for page in (robin, kit):
        standings(page).wait_for()
        rest(page)
    robin.get_by_role("button", name="Play again").click()
    begin = robin.get_by_role("button", name="Begin the game")
    begin.wait_for()
    kit.get_by_role("link", name="Go to the next table").click()
    kit.get_by_text("Robin begins the game").wait_for()
    begin.click()
    for page in (robin, kit):
        board(page).wait_for()
    throw = robin.get_by_role("button", name="Throw the dice")
    throw.click()
    logged(robin, "Robin throws")
    kit.get_by_role("button", name="Throw the dice").click()
    logged(robin, "Kit throws")


def test_throw_for_the_start_says_what_it_is(house, new_page):
    table, tokens = new_table(house)
    page = new_page()
    sit_down(page, house, table, tokens[0])
    expect(page.get_by_role("status").first).to_have_text("Throw to see who begins")
    expect(stage(page)).to_contain_text("Who begins?")
    expect(stage(page)).to_contain_text("The highest throw goes first.")


def test_record_is_saved_and_opened_from_a_file(house, new_page, tmp_path):
    table, tokens = new_table(house, options={"rounds": 1}, bots=1)
    page = new_page()
    sit_down(page, house, table, tokens[0])
    play_by_itself(page)
    standings(page).wait_for()
    rest(page)
    page.get_by_role("link", name="Watch it again").click()
    page.get_by_role("button", name="Copy link to this move").wait_for()
    with page.expect_download() as saving:
        page.get_by_role("link", name="Download the record").click()
    saving.value.save_as(tmp_path / "evening.replay")
    page.goto(house.url)
    page.get_by_label("Replay from a file").set_input_files(tmp_path / "evening.replay")
    page.get_by_role("heading", name=re.compile("^Move 0 of")).wait_for()
    page.keyboard.press("End")
    page.get_by_role("heading", name=re.compile(r"^Move (\d+) of \1$")).wait_for()
    # The file is in this browser alone, so there is no link to share.
    expect(page.get_by_role("button", name="Copy link to this move")).to_have_count(0)


def test_page_without_encryption_verifies_the_dice_all_the_same(house, new_page):
    """As on a phone at home, without the browser's hashes and clipboard; nothing is logged."""
    table, tokens = new_table(house, options={"rounds": 1}, bots=1)
    page = new_page("phone")
    page.goto(f"{house.url.replace('127.0.0.1', IN_THE_HOUSE)}#/t/{table}/{tokens[0]}")
    board(page).wait_for()
    assert not page.evaluate("isSecureContext || 'subtle' in crypto")
    play_by_itself(page)
    standings(page).wait_for()
    rest(page)
    page.get_by_role("button", name="Check the dice").click()
    page.get_by_role("status").filter(has_text="The seed matches").wait_for()
    page.get_by_role("status").filter(has_text="nothing was changed").wait_for()


def test_dice_that_are_not_those_promised(house, new_page):
    table, tokens = new_table(house, options={"rounds": 1}, people=1, bots=1)
    page = new_page()
    page.route_web_socket(re.compile("socket$"), show_another_seed)
    page.route("**/record.json", lambda route: route.fulfill(body=another_seed(route.fetch().text())))
    sit_down(page, house, table, tokens[0])
    play_by_itself(page)
    standings(page).wait_for()
    rest(page)
    page.get_by_role("button", name="Check the dice").click()
    page.get_by_role("status").filter(has_text="does not match").wait_for()


def another_seed(text: str) -> str:
    """Return a table's data with another seed than the published hash belongs to."""
    return re.sub(r'"seed":"[0-9a-f]{64}"', f'"seed":"{"0" * 64}"', text)


def show_another_seed(socket: WebSocketRoute) -> None:
    """Do the same over a socket."""
    server = socket.connect_to_server()
    server.on_message(lambda text: socket.send(another_seed(str(text))))


@pytest.fixture
def nursery(tmp_path: Path) -> Iterator[Nursery]:
    """Make a nursery of servers that can be killed."""
    made = Nursery(tmp_path / "server.log")
    yield made
    made.close()


@pytest.fixture
def server(nursery: Nursery, tmp_path: Path) -> Iterator[ServerProcess]:
    """Run a server that can be killed and remembers its tables."""
    made = ServerProcess(nursery, f"sqlite:///{tmp_path / 'tables.db'}")
    made.start()
    yield made
    made.kill()


def connection_lost(page: Page) -> Locator:
    """Return the line that says that the connection is lost."""
    return page.get_by_role("status").filter(has_text="Connection lost")


def throws_of(page: Page) -> Locator:
    """Return the lines that tell of the player's own throws."""
    return log(page).filter(has_text="Robin throws")


def goes_on(page: Page, before: list[str], throws: int) -> None:
    """Check that the page continues after this many throws, without a reload."""
    expect(connection_lost(page)).to_have_count(0, timeout=20_000)
    expect(throws_of(page)).to_have_count(throws)
    assert page.evaluate("window.same")
    # The log shows its newest lines, so new ones may have pushed the oldest out.
    shown = log(page).all_inner_texts()
    kept = before[before.index(shown[0]) :]
    assert len(kept) > len(before) // 2
    assert shown[: len(kept)] == kept
    play_until(page, "Build, trade").wait_for()
    # It shows the same as a new page.
    other = page.context.new_page()
    other.goto(page.url)
    other.get_by_role("button", name="End the turn").first.wait_for()

    def look_alike() -> None:
        assert log(page).all_inner_texts() == log(other).all_inner_texts()
        assert cash_shown(page) == cash_shown(other)

    eventually(page, look_alike)
    other.close()
    newest = log(page).last.inner_text()
    play_until(page, "Build, trade").click()
    expect(log(page).last).not_to_have_text(newest)


def test_server_killed_and_restarted_in_mid_game(server, new_page):
    """A button pressed without a server visibly does nothing."""
    page = new_page(expected=REFUSED)
    page.goto(f"http://127.0.0.1:{server.port}/")
    page.get_by_role("button", name="Play", exact=True).click()
    play_until(page, "Your turn to throw")
    page.evaluate("window.same = true")
    before, cash, throws = log(page).all_inner_texts(), cash_shown(page), throws_of(page).count()
    server.kill()
    connection_lost(page).wait_for()
    throw = choices(page).filter(has_text="Throw the dice")
    for _ in range(2):
        expect(throw).to_have_attribute("aria-disabled", "true")
        throw.click(force=True)
    assert log(page).all_inner_texts() == before
    assert cash_shown(page) == cash
    server.start()
    goes_on(page, before, throws)


def test_server_killed_between_a_throw_and_its_answer(server, new_page):
    """A command without an answer is sent again and carried out once."""
    page = new_page(expected=REFUSED)
    deaf = False

    def pass_on(socket: WebSocketRoute) -> None:
        line = socket.connect_to_server()
        line.on_message(lambda text: None if deaf else socket.send(text))

    page.route_web_socket(re.compile("socket$"), pass_on)
    page.goto(f"http://127.0.0.1:{server.port}/")
    page.get_by_role("button", name="Play", exact=True).click()
    throw = play_until(page, "Your turn to throw")
    page.evaluate("window.same = true")
    before, throws = log(page).all_inner_texts(), throws_of(page).count()
    other = page.context.new_page()
    other.goto(page.url)
    deaf = True
    throw.click()
    expect(throws_of(other)).to_have_count(throws + 1)
    other.close()
    server.kill()
    connection_lost(page).wait_for()
    assert log(page).all_inner_texts() == before
    deaf = False
    server.start()
    goes_on(page, before, throws + 1)


def test_new_table_with_house_rules_waits_for_friends(url, new_page):
    page = new_page()
    page.goto(f"{url}#/new")
    page.get_by_label(re.compile("The modern rulebook")).check()
    page.get_by_text("House rules").click()
    page.get_by_label("Double salary on GO").check()
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("heading", name="Waiting for players").wait_for()
    friend = new_page("phone")
    friend.goto(page.url)
    friend.get_by_label("Your name").fill("Kit")
    friend.get_by_role("button", name="Sit down").click()
    page.get_by_text("Kit").first.wait_for()
    page.get_by_role("button", name="Begin the game").click()
    board(page).wait_for()
    board(friend).wait_for()


def test_unknown_table_says_so(url, new_page):
    page = new_page()
    page.goto(f"{url}#/t/nosuchtable000000000")
    page.get_by_role("heading", name="There is no such table").wait_for()
    expect(page.get_by_role("link", name="Home")).to_be_visible()
    page.get_by_label("Link or code of a table").fill("abc def")
    page.get_by_role("button", name="Join", exact=True).click()
    page.get_by_text("No table with this code is waiting for players.").wait_for()
    page.goto(f"{url}#/replay/nosuchtable000000000/3")
    page.get_by_text("There is no finished game at this address.").wait_for()
    page.goto(url)
    page.get_by_label("Link or code of a table").fill("abc def")
    page.get_by_role("button", name="Join", exact=True).click()
    page.get_by_text("No table with this code is waiting for players.").wait_for()
    page.wait_for_load_state("networkidle")


ALIKE_AND_UNLIKE = ("No rent from a mortgaged property", "Double rent beside a mortgage")
"""Two clauses about mortgages: one that all rulebooks have alike, and one in which they differ."""


def test_rules_page_finds_and_compares(url, new_page):
    page = new_page()
    page.goto(f"{url}#/rules/rent.mortgaged")
    page.get_by_role("heading", name="The rules").wait_for()
    expect(page.locator(":target, [aria-current]").or_(page.get_by_text("rent.mortgaged")).first).to_be_in_viewport()
    expect(page.get_by_role("heading", name="No rent from a mortgaged property")).to_be_in_viewport()
    page.get_by_role("searchbox").fill("auction floor nobody zeppelin")
    page.get_by_text("No rule has these words.").wait_for()
    page.get_by_role("searchbox").fill("mortgage")
    alike, unlike = (page.get_by_role("heading", name=name) for name in ALIKE_AND_UNLIKE)
    expect(alike).to_have_count(1)
    expect(unlike).to_have_count(1)
    found = page.get_by_role("article").count()
    page.get_by_label("Only where they differ").check()
    expect(alike).to_have_count(0)
    expect(unlike).to_be_visible()
    assert 0 < page.get_by_role("article").count() < found
