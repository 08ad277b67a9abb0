"""Other parts of the table: spectators, spaces, the log, the headline."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.clipping import has_no_faults
from tests.web.laid import LaidTable, sit_together
from tests.web.play import board, box_of, choices, in_sight, log, logged, space, stage
from tests.web.scenes import scene
from ventnor.server.protocol import Clock, Pause

pytestmark = pytest.mark.slow


def test_chat_is_whole_beside_eight_players_offers_and_a_panel(sit):
    page, table = sit("eight")
    for seat in (1, 2, 3):
        table.do(f"offer 0 give {10 * seat} get mediterranean", seat)
    expect(page.get_by_role("list", name="Offers").get_by_role("button")).to_have_count(3)
    page.get_by_role("button", name="Offer a deal").click()
    page.get_by_role("region", name="You give").wait_for()
    assert in_sight(page.get_by_role("textbox", name="Say something to the table"))


def test_nobody_reads_of_oneself_by_name(house, new_page):
    table, (robin, agnes) = sit_together(house, new_page, "debt", (0, 1))
    expect(stage(robin).get_by_role("heading", name="You owe Agnes")).to_be_visible()
    expect(stage(agnes).get_by_role("heading", name="Robin owes you")).to_be_visible()
    robin.get_by_role("button", name="Offer a deal").click()
    robin.get_by_role("radio", name="Bruno").check(force=True)
    robin.get_by_role("region", name="You give").get_by_role("button", name="Reading").click()
    robin.get_by_role("region", name="You get").get_by_label("Cash that you get").fill("20")
    effects = robin.get_by_role("group", name="What it would do")
    expect(effects).to_contain_text("You: cash $90 → $110")
    robin.get_by_label("Cash that you give").fill("200")
    expect(effects).not_to_contain_text("Robin")
    space(robin, "Vermont").click()
    expect(stage(robin)).to_contain_text("Players who stop here owe you $270.")
    expect(robin.get_by_role("article", name="Vermont Avenue")).to_contain_text("Owned by you")
    space(robin, "Park Place").click()
    expect(robin.get_by_role("article", name="Park Place")).to_contain_text("Owned by Celia")
    pause = Pause(id="pause")
    house.do(
        house.registry.room(table.id).submit(house.do(house.registry.grants_of(table.id, [table.tokens[0]])), pause)
    )
    expect(robin.get_by_role("status").first).to_contain_text("You have paused the game.")
    expect(agnes.get_by_role("status").first).to_contain_text("The host has paused the game.")


def test_spectator_sees_everything_and_may_do_nothing(house, new_page):
    table = LaidTable(house, *scene("auction"))
    page = new_page()
    table.open(page, None)
    page.get_by_text("You are watching.").wait_for()
    expect(choices(page)).to_have_count(0)
    expect(page.get_by_role("form", name="Your bid")).to_have_count(0)
    expect(page.get_by_role("textbox", name="Say something to the table")).to_have_count(0)
    table.do("bid 300", 0)
    logged(page, "Robin bids $300.")


def test_menu_of_a_laptop_is_whole(sit):
    page, _ = sit("throw")
    page.get_by_role("button", name="Menu").click()
    menu = page.get_by_role("dialog", name="Menu")
    for name in ("The rules", "Home"):
        assert in_sight(menu.get_by_role("link", name=name))


def test_actions_stand_beside_a_panel_on_a_desk(sit):
    page, _ = sit("throw")
    page.get_by_role("button", name="Offer a deal").click()
    choices(page).filter(has_text="Throw the dice").click()
    logged(page, "Robin throws")


@pytest.mark.parametrize("place", ["go", "ventnor"])
def test_names_stay_readable_under_eight_tokens(house, new_page, place):
    position, _ = scene("eight")
    seats = [{**seat, "space": place} for seat in position["seats"]]
    page = new_page("phone")
    LaidTable(house, {**position, "seats": seats}).open(page)
    words = {"go": "GO", "ventnor": "Ventnor"}[place]
    name = box_of(board(page).locator("text.name", has_text=re.compile(f"^{words}$")))
    tokens = [box_of(each) for each in page.locator("[data-token]").all()]
    assert len(tokens) == 8
    slack = 1.5  # the height of a line is more than that of its letters
    assert not [
        t for t in tokens if t[0] < name[2] and name[0] < t[2] and t[1] < name[3] - slack and name[1] + slack < t[3]
    ]


def test_nothing_can_be_done_while_the_table_is_paused(sit, house):
    page, table = sit("throw")
    grants = house.do(house.registry.grants_of(table.id, [table.tokens[0]]))
    house.do(house.registry.room(table.id).submit(grants, Pause(id="pause")))
    expect(choices(page).filter(has_text="Throw the dice")).to_be_disabled()
    throw = choices(page).filter(has_text="Throw the dice")
    expect(throw).to_have_accessible_description("You can play on when the host resumes the game.")
    throw.click(force=True)
    page.get_by_role("alert").filter(has_text="The host has paused the game.").wait_for()
    page.get_by_role("button", name="Resume").click()
    expect(choices(page).filter(has_text="Throw the dice")).to_be_enabled()


def test_panel_of_anothers_deed_says_who_holds_the_group(sit):
    page, _ = sit("throw")
    space(page, "Park Place").click()
    expect(stage(page)).to_contain_text("Celia has 1 of 2")
    space(page, "Tennessee").click()
    expect(stage(page)).to_contain_text("Agnes owns the whole orange group")


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({}, "Free Parking collects nothing and gives nothing."),
        ({"free_parking_pot": "seeded"}, "whoever stops there takes them all"),
    ],
)
def test_space_without_a_deed_tells_what_happens_there(house, new_page, options, text):
    position, doings = scene("throw")
    page = new_page()
    LaidTable(house, {**position, "options": options}, doings).open(page)
    space(page, "Free Parking").click()
    expect(stage(page)).to_contain_text(text)
    stage(page).get_by_role("button", name="Read the rule").click()
    expect(page.get_by_role("dialog")).to_contain_text("§ tax.to-bank")
    page.keyboard.press("Escape")
    for name in ("GO", "Chance", "Community Chest", "Jail", "Go to Jail", "Income Tax", "Luxury Tax"):
        space(page, re.compile(f"^{name}(,|$)")).first.click()
        expect(stage(page).get_by_role("heading", name=name, exact=True)).to_be_visible()
        expect(stage(page).locator("p").first).to_have_text(re.compile(".{12}"))


def test_no_auction_is_promised_where_there_is_none(house, new_page):
    position, doings = scene("buy")
    page = new_page()
    LaidTable(house, {**position, "options": {"no_auctions": True}}, doings).open(page)
    expect(stage(page)).to_contain_text("If you do not buy, it stays with the Bank")
    choices(page).filter(has_text="Do not buy Pennsylvania Avenue").click()
    choices(page).filter(has_text="End the turn").wait_for()


def test_log_follows_what_happens_unless_one_reads_further_up(sit):
    page, table = sit("auction")
    for amount in range(120, 150):
        table.do(f"bid {amount}", table.game.to_act)
    logged(page, "bids $149.")
    expect(log(page).last).to_be_in_viewport()
    page.get_by_role("log", name="What happened").evaluate("e => e.scrollTo(0, 0)")
    expect(log(page).first).to_be_in_viewport()
    table.do("bid 150", table.game.to_act)
    log(page).filter(has_text="bids $150.").wait_for(state="attached")
    expect(log(page).first).to_be_in_viewport()


def test_line_comes_back_without_a_reload(sit):
    page, table = sit("throw")
    page.evaluate("window.same = true")
    table.drop()
    table.do("offer 0 give ventnor get reading", 2)
    page.get_by_role("list", name="Offers").get_by_text("Bruno offers you").wait_for()
    assert page.evaluate("window.same")
    assert page.title().startswith("Your turn")


def test_device_without_a_network_is_told_at_once(house, new_page):
    table = LaidTable(house, *scene("throw"))
    page = new_page(expected=["ERR_INTERNET_DISCONNECTED"])
    table.open(page)
    lost = page.get_by_role("status").filter(has_text="Connection lost")
    page.context.set_offline(True)
    # Sooner than a silent line is given up.
    lost.wait_for(timeout=10_000)
    page.context.set_offline(False)
    expect(lost).to_have_count(0)
    choices(page).filter(has_text="Throw the dice").click()
    logged(page, "Robin throws")


def test_part_that_does_not_come_without_a_network_comes_with_it(sit):
    page, _ = sit("throw", expected=["ERR_INTERNET_DISCONNECTED", "WebSocket"])
    page.evaluate("window.same = true")
    page.context.set_offline(True)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("status").filter(has_text="Connection lost").first.wait_for()
    page.wait_for_timeout(2_500)
    expect(page.get_by_text("A newer version")).to_have_count(0)
    page.context.set_offline(False)
    page.get_by_role("dialog", name="Menu").get_by_role("radio", name="Evening").wait_for()
    assert page.evaluate("window.same")


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_word_without_an_end_stays_inside(sit, size):
    page, _ = sit("throw", size)
    if size == "phone":
        page.get_by_role("button", name="Log").click()
    page.get_by_label("Say something to the table").fill("W" * 300)
    page.keyboard.press("Enter")
    logged(page, "W" * 300)
    assert page.get_by_role("log").evaluate("e => e.scrollWidth <= e.clientWidth")
    if size == "phone":
        page.keyboard.press("Escape")
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    has_no_faults(page)


def test_log_follows_the_newest_line_and_says_when_it_does_not(sit):
    page, table = sit("auction")
    lines = page.get_by_role("log", name="What happened")
    at_the_end = "e => e.scrollTop + e.clientHeight >= e.scrollHeight - 2"
    for amount in range(120, 160, 4):
        table.do_all([(f"bid {amount}", 1), (f"bid {amount + 2}", 2)])
    expect(lines).to_contain_text("Bruno bids $158.")
    page.wait_for_function(f"() => ({at_the_end})(document.querySelector('[role=log]'))")
    lines.evaluate("e => e.scrollTo(0, 0)")
    expect(page.get_by_role("button", name="new line")).to_have_count(0)
    table.do("bid 170", 3)
    pill = page.get_by_role("button", name="1 new line")
    pill.click()
    page.wait_for_function(f"() => ({at_the_end})(document.querySelector('[role=log]'))")
    expect(pill).to_have_count(0)


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("throw", {}, "On another player's you may owe rent"),
        ("throw", {"immediate_rent": True}, "On another player's, you pay rent"),
        ("throw", {"first_lap": True}, "You cannot buy before you have passed GO once"),
        ("buy", {}, "everyone may bid for it, you too"),
        ("buy", {"no_auctions": True}, "it stays with the Bank"),
    ],
)
def test_explanation_is_true_by_the_house_rules(house, new_page, name, options, words):
    position, doings = scene(name)
    page = new_page()
    LaidTable(house, {**position, "options": options}, doings).open(page)
    expect(stage(page)).to_contain_text(words)


def test_explanation_of_an_auction_knows_the_hammer(house, new_page):
    for clock, words in ((Clock(), "The last bidder left gets it"), (Clock(auction=90), "when the time is up")):
        page = new_page()
        LaidTable(house, *scene("auction"), clock=clock).open(page)
        expect(stage(page)).to_contain_text(words)


def test_doubles_that_may_lead_to_jail_are_told(house, new_page):
    page = new_page()
    table = LaidTable(house, {"edition": "official", "turn": 0, "seats": [{"space": "go"}, {}]}, [("roll 5 5", 0)])
    table.open(page)
    expect(stage(page)).to_contain_text("Doubles: another throw follows")
    table.do("roll 5 5", 0)
    expect(stage(page)).to_contain_text("Doubles again: a third pair means Jail")


@pytest.mark.parametrize("size", ["laptop", "desk"])
def test_card_its_payment_and_what_follows_are_in_sight_together(sit, size):
    page, _ = sit("card", size)
    for words in ("The doctor wants to be paid.", "$50", "Your turn", "Doubles: another throw follows"):
        assert in_sight(stage(page).get_by_text(words).first), words
    assert in_sight(choices(page).first)
