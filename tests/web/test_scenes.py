"""Every kind of decision in a real browser, each at a table laid out for it on the real server."""

import json
import re
from itertools import pairwise

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.browser import overhear
from tests.web.clipping import faults
from tests.web.laid import LaidTable
from tests.web.play import board, choices, has_cash, log, space, stage, standings, told
from tests.web.scenes import scene
from tests.web.screens import stretched
from ventnor.server.protocol import NewSeat, NewTable, Pause

pytestmark = pytest.mark.slow


def sit_together(house, new_page, name: str, seats: tuple[int, ...], **more) -> tuple[LaidTable, list[Page]]:
    """Several people at one scene, each in a browser of their own."""
    table = LaidTable(house, *scene(name), people=seats, **more)
    pages = [new_page() for _ in seats]
    for page, seat in zip(pages, seats, strict=True):
        table.open(page, seat)
    return table, pages


def bid(page: Page, amount: int) -> None:
    """Types a bid and makes it."""
    field = page.get_by_role("form", name="Your bid").get_by_label(re.compile("^Your bid"))
    field.fill(str(amount))
    field.press("Enter")


def find_offer(page: Page) -> None:
    """Opens the offer that came in."""
    page.get_by_role("list", name="Offers").get_by_role("button", name="Look at it").click()


# --- auctions ---------------------------------------------------------------------------------------------------------


def test_auction_with_three_bidders(house, new_page):
    table, (robin, bruno, celia) = sit_together(house, new_page, "auction", (0, 2, 3))
    expect(stage(robin)).to_contain_text("Celia would complete the group")
    bid(robin, 125)
    told(bruno, "Robin bids $125.")
    table.do("pass", 1)
    bid(bruno, 140)
    bid(celia, 200)
    # The quick bids are there too, and the board is not covered by any of it.
    robin.get_by_role("form", name="Your bid").get_by_role("button", name=re.compile("^Bid")).first.click()
    told(celia, "Robin bids $201.")
    expect(space(celia, "Boardwalk")).to_be_visible()
    table.do("pass", 1)
    choices(bruno).filter(has_text="Pass").click()
    choices(celia).filter(has_text="Pass").click()
    for page in (robin, bruno, celia):
        told(page, "Robin wins Pennsylvania Avenue for $201.")
        has_cash(page, "Robin", 642 - 201)
    assert table.game.owner("pennsylvania") == 0


def test_reload_and_second_device_in_mid_auction(house, new_page):
    table, (robin, bruno) = sit_together(house, new_page, "auction", (0, 2))
    lines = log(robin).all_inner_texts()
    robin.reload()
    robin.get_by_role("form", name="Your bid").wait_for()
    assert log(robin).all_inner_texts() == lines
    phone = new_page("phone")
    table.open(phone, 0)
    assert table.tokens[0] not in phone.url
    bid(phone, 130)
    told(robin, "Robin bids $130.")
    expect(robin.get_by_role("form", name="Your bid")).to_have_count(0)
    table.do("pass", 1)
    bid(bruno, 150)
    told(robin, "Bruno bids $150.")
    table.do("pass", 3)
    choices(robin).filter(has_text="Pass").click()
    told(robin, "Robin passes.")
    table.do("pass", 1)
    expect(stage(phone)).to_contain_text("Bruno wins Pennsylvania Avenue for $150.")


def test_own_bid_that_is_too_low_is_not_made(sit):
    page, table = sit("auction")
    form = page.get_by_role("form", name="Your bid")
    field = form.get_by_label(re.compile("^Your bid"))
    ply = table.sitting.state.ply
    for typed in ("50", "0", "-5", "150.5"):
        field.fill(typed)
        expect(form.get_by_role("button", name="Whole dollars, at least $111")).to_be_disabled()
        field.press("Enter")
    assert table.sitting.state.ply == ply
    field.fill("150")
    form.get_by_role("button", name="Bid $150").click()
    told(page, "Robin bids $150.")


def test_auction_of_a_phone_shows_the_deed_and_its_price(sit):
    page, _ = sit("auction", "phone")
    deed = stage(page).get_by_role("article", name="Pennsylvania Avenue")
    expect(deed).to_be_in_viewport(ratio=1)
    for words in (
        "Price $320",
        "Rent $28",
        "4 houses",
        "$1,200",
        "Hotel",
        "$1,400",
        "A house costs$200",
        "Mortgage$160",
    ):
        expect(deed).to_contain_text(words)
    assert in_sight(deed.get_by_text("320"))
    for each in (page.get_by_role("list", name="Bidders"), page.get_by_role("form", name="Your bid")):
        expect(each).to_be_in_viewport(ratio=1)


def test_deed_on_offer_and_the_question_stand_beside_each_other_on_a_laptop(sit):
    page, _ = sit("buy")
    choices(page).first.wait_for()
    page.evaluate("() => document.fonts.ready.then(() => null)")
    deed = box_of(stage(page).get_by_role("article", name="Pennsylvania Avenue"))
    question = box_of(stage(page).get_by_role("heading", name="Will you buy Pennsylvania Avenue?"))
    buttons = box_of(choices(page).first)
    assert deed[2] <= question[0]
    assert deed[3] <= buttons[1]


# --- deals ------------------------------------------------------------------------------------------------------------


def test_deal_with_a_counter(house, new_page):
    table, (robin, bruno) = sit_together(house, new_page, "throw", (0, 2))
    robin.get_by_role("button", name="Offer a deal").click()
    robin.get_by_role("radio", name="Bruno").check(force=True)
    robin.get_by_role("region", name="You give").get_by_role("button", name="Reading").click()
    robin.get_by_role("region", name="You get").get_by_role("button", name="Ventnor").click()
    robin.get_by_role("region", name="You get").get_by_role("button", name="Atlantic").click()
    expect(robin.get_by_role("group", name="What it would do")).to_contain_text("You complete the yellow group")
    robin.get_by_role("button", name="Offer it").click()
    # The offer comes in beside the board and leaves the keyboard where it is.
    bruno.get_by_role("textbox", name="Say something to the table").focus()
    find_offer(bruno)
    expect(bruno.get_by_role("group", name="What it would do")).to_contain_text("Robin completes the yellow group")
    bruno.get_by_role("button", name="Answer with another offer").click()
    pressed = bruno.get_by_role("region", name=re.compile("^You g")).get_by_role("button", pressed=True)
    expect(pressed).to_have_count(3)
    bruno.get_by_label("Cash that you get").fill("60")
    effects = bruno.get_by_role("group", name="What it would do")
    expect(effects).to_contain_text("You: cash $1,210 → $1,270")
    bruno.get_by_role("button", name="Offer this instead").click()
    told(robin, "Bruno offers Robin")
    find_offer(robin)
    robin.get_by_role("button", name="Accept", exact=True).click()
    told(bruno, "Robin accepts Bruno's offer.")
    has_cash(robin, "Robin", 642 - 60)
    assert [table.game.owner(deed) for deed in ("reading", "ventnor", "atlantic")] == [2, 0, 0]


def test_impossible_deal_is_refused_with_the_clause(sit):
    page, _ = sit("throw")
    page.get_by_role("button", name="Offer a deal").click()
    # Houses stand on the group.
    page.get_by_role("region", name="You give").get_by_role("button", name="Vermont").click()
    expect(page.get_by_role("button", name="Offer it")).to_be_disabled()
    page.get_by_role("group", name="What it would do").get_by_role("button").click()
    page.get_by_role("dialog").get_by_role("link", name="Read it in the rulebook").wait_for()


def test_refusal_calls_people_by_their_names(sit):
    page, _ = sit("throw")
    page.get_by_role("button", name="Offer a deal").click()
    page.get_by_role("radio", name="Bruno").check(force=True)
    page.get_by_role("region", name="You give").get_by_role("button", name="Reading").click()
    page.get_by_label("Cash that you get").fill("9000")
    effects = page.get_by_role("group", name="What it would do")
    expect(effects).to_contain_text("Bruno has $1,210, not $9,000.")


def test_name_that_somebody_has_is_told_before_one_joins(house, new_page):
    made = house.do(house.make(NewTable(seats=(NewSeat("mine", "Robin"), NewSeat("open")))))
    page = new_page()
    page.goto(f"{house.url}#/t/{made.table.id}")
    name, sit_here = page.get_by_role("textbox", name="Your name"), page.get_by_role("button", name="Sit down here")
    # Nobody who types nothing is called as somebody else.
    expect(name).to_have_attribute("placeholder", "Robin 2")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    name.fill("robin ")
    sit_here.click()
    expect(page.get_by_role("alert")).to_have_text("robin sits at this table already: choose another name.")
    assert asked == []
    name.fill("Ash")
    sit_here.click()
    page.get_by_role("button", name="Leave the table").wait_for()
    expect(page.get_by_role("list")).to_contain_text("Ash")


def test_my_games_say_who_plays_by_which_rules_and_whose_decision_it_is(sit, house):
    page, table = sit("buy", title="Sunday evening")
    page.goto(house.url)
    mine = page.get_by_role("region", name="My games").get_by_role("listitem")
    expect(mine).to_contain_text("Sunday evening")
    expect(mine).to_contain_text("your decision · The official rulebook · Robin, Agnes, Bruno, Celia")
    table.do("decline", 0)
    page.reload()
    expect(mine).to_contain_text("Agnes to decide")


@pytest.mark.parametrize("place", ["home", "lobby"])
def test_settings_are_reached_without_a_table(house, new_page, place):
    made = house.do(house.make(NewTable(seats=(NewSeat("mine", "Robin"), NewSeat("open")))))
    page = new_page()
    page.goto(house.url if place == "home" else f"{house.url}#/t/{made.table.id}")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog", name="Settings").get_by_role("radio", name="Evening").check()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Settings")).to_be_focused()


def test_denial_of_the_server_is_told_in_the_language_of_the_page(house, new_page):
    page = new_page(expected=["409"])
    made = house.do(house.make(NewTable(seats=(NewSeat("mine", "Strauß"), NewSeat("open")))))
    page.goto(f"{house.url}?lang=pseudo#/t/{made.table.id}")
    page.get_by_role("textbox", name=stretched("Your name")).fill(
        "STRAUSS"
    )  # only the server knows that it is the same
    page.get_by_role("button", name=stretched("Sit down here")).click()
    expect(page.get_by_role("alert")).to_contain_text(stretched("Somebody at the table has this name."))


def test_cash_of_a_deal_is_in_whole_dollars(sit):
    page, _ = sit("throw")
    page.get_by_role("button", name="Offer a deal").click()
    page.get_by_role("region", name="You give").get_by_role("button", name="Reading").click()
    for typed in ("-20", "12.5"):
        page.get_by_label("Cash that you get").fill(typed)
        page.get_by_role("alert").filter(has_text="Cash is given in whole dollars.").wait_for()
        expect(page.get_by_role("button", name="Offer it")).to_be_disabled()
    page.get_by_label("Cash that you get").fill("12")
    expect(page.get_by_role("group", name="What it would do")).to_contain_text("$642 → $654")


def sides(page: Page) -> list[tuple[float, float, float, float]]:
    """Where the two sides of a deal stand: what one gives, and what one gets."""
    return [box_of(page.get_by_role("region", name=name, exact=True)) for name in ("You give", "You get")]


def test_offer_that_is_taken_back_says_so_and_leaves_the_keyboard_on_nothing_that_counts(sit):
    page, table = sit("offer")
    find_offer(page)
    page.get_by_role("button", name="Accept").focus()
    table.do("withdraw 1", 2)
    expect(stage(page)).to_contain_text("This offer no longer stands.")
    expect(stage(page).get_by_role("button", name="Back to the game")).to_be_focused()
    page.keyboard.press("Enter")
    expect(stage(page)).to_contain_text("Your turn")
    assert table.game.awaiting.kind == "throw"


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_what_one_gives_stands_left_in_every_deal(sit, size):
    page, _ = sit("offer", size)
    find_offer(page)
    for answering in (False, True):
        if answering:
            page.get_by_role("button", name="Answer with another offer").click()
            page.get_by_role("button", name="Offer this instead").wait_for()
        page.get_by_role("region", name="You give", exact=True).get_by_text("Reading").wait_for()
        (_, top, right, _), (left, beside, _, _) = sides(page)
        assert (top, right <= left) == (beside, True)


def test_phone_offers_a_deal_to_each_of_seven(sit):
    page, _ = sit("eight", "phone")
    page.get_by_role("button", name="Offer a deal").tap()
    _, top, right, bottom = box_of(stage(page))
    for name in ("Agnes", "Bruno", "Celia", "Dmitri", "Edda", "Farid", "Gwen"):
        label = page.get_by_role("group", name="With whom?").locator("label", has_text=name)
        assert in_sight(label), name
        label.tap()
        expect(page.get_by_role("radio", name=name)).to_be_checked()
    give, get = sides(page)
    assert give[1] == get[1] >= top
    # Deeds of both sides, and the button, without any scrolling.
    for name in ("You give", "You get"):
        for deed in page.get_by_role("region", name=name, exact=True).get_by_role("button").all():
            assert in_sight(deed)
    assert box_of(page.get_by_role("button", name="Offer it"))[3] <= bottom
    assert get[2] <= right


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_several_offers_are_all_in_sight(house, new_page, size):
    table = LaidTable(house, *scene("throw"), people=(0,))
    page = new_page(size)
    table.open(page, 0)
    for seat, terms in (
        (1, "give baltic get reading"),
        (2, "give ventnor get reading"),
        (3, "give pacific get reading"),
    ):
        table.do(f"offer 0 {terms}", seat)
    offers = page.get_by_role("list", name="Offers").get_by_role("button")
    expect(offers).to_have_count(3)
    for offer in offers.all():
        expect(offer).to_be_in_viewport(ratio=1)
    page.get_by_role("list", name="Offers").get_by_role("button", name="Celia offers you").click()
    expect(stage(page)).to_contain_text("Pacific")
    if size == "laptop":
        expect(page.get_by_role("textbox", name="Say something to the table")).to_be_in_viewport(ratio=1)


def test_chat_is_whole_beside_eight_players_offers_and_a_panel(sit):
    page, table = sit("eight")
    for seat in (1, 2, 3):
        table.do(f"offer 0 give {10 * seat} get mediterranean", seat)
    expect(page.get_by_role("list", name="Offers").get_by_role("button")).to_have_count(3)
    page.get_by_role("button", name="Offer a deal").click()
    page.get_by_role("region", name="You give").wait_for()
    assert in_sight(page.get_by_role("textbox", name="Say something to the table"))


def test_offer_never_steals_the_focus(sit):
    page, table = sit("throw")
    field = page.get_by_role("textbox", name="Say something to the table")
    field.focus()
    page.keyboard.type("good ")
    table.do("offer 0 give ventnor get reading", 2)
    page.get_by_role("list", name="Offers").get_by_text("Bruno offers you").wait_for()
    page.keyboard.type("evening")
    expect(field).to_have_value("good evening")


# --- drafts -----------------------------------------------------------------------------------------------------------


def turn_over(page: Page) -> None:
    """A tablet is turned, or a window made narrow or wide: the page is laid out anew."""
    narrow = page.locator("main.phone")
    was = narrow.count()
    page.set_viewport_size({"width": 1280 if was else 600, "height": 900})
    expect(narrow).to_have_count(1 - was)


def begin_deal(page: Page) -> None:
    """A deal with Bruno, begun and not sent."""
    page.get_by_role("button", name="Offer a deal").click()
    page.get_by_role("radio", name="Bruno").check(force=True)
    page.get_by_role("region", name="You give").get_by_role("button", name="Reading").click()
    page.get_by_role("region", name="You get").get_by_role("button", name="Ventnor").click()
    page.get_by_label("Cash that you give").fill("35")


def deal_is_begun(page: Page) -> None:
    """It is as `begin_deal` left it."""
    expect(page.get_by_role("radio", name="Bruno")).to_be_checked()
    for side, deed in (("You give", "Reading"), ("You get", "Ventnor")):
        expect(page.get_by_role("region", name=side).get_by_role("button", pressed=True)).to_have_text([deed])
    expect(page.get_by_label("Cash that you give")).to_have_value("35")


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_deal_that_is_begun_outlives_what_one_looks_at(sit, size):
    page, table = sit("throw", size)
    begin_deal(page)
    table.do("offer 0 give pacific get reading", 3)
    for way_back in ("Escape", "the cross"):
        for look in (lambda: find_offer(page), lambda: space(page, "Boardwalk").click()):
            look()
            expect(page.get_by_role("region", name="You give").get_by_role("spinbutton")).to_have_count(0)
            if way_back == "Escape":
                page.keyboard.press("Escape")
            else:
                stage(page).get_by_role("button", name="Back to the game").click()
            deal_is_begun(page)
    # It lies there, too, when one comes back from the game itself.
    page.keyboard.press("Escape")
    expect(page.get_by_role("radio", name="Bruno")).to_have_count(0)
    page.get_by_role("button", name="Offer a deal").click()
    deal_is_begun(page)
    # An offer that is taken back while one looks at it leads back as well.
    find_offer(page)
    table.do("withdraw 1", 3)
    deal_is_begun(page)
    # Another partner has other deeds; one's own side stays.
    page.get_by_role("radio", name="Celia").check(force=True)
    expect(page.get_by_role("region", name="You get").get_by_role("button", pressed=True)).to_have_count(0)
    expect(page.get_by_role("region", name="You give").get_by_role("button", pressed=True)).to_have_text(["Reading"])
    page.get_by_role("button", name="Give this deal up").click()
    page.get_by_role("button", name="Offer a deal").click()
    expect(page.get_by_role("radio", name="Agnes")).to_be_checked()
    expect(stage(page).get_by_role("button", pressed=True)).to_have_count(0)


def test_deal_that_was_sent_is_no_draft_any_more(sit):
    page, _ = sit("throw")
    begin_deal(page)
    page.get_by_role("button", name="Offer it").click()
    told(page, "Robin offers Bruno")
    page.get_by_role("button", name="Offer a deal").click()
    expect(page.get_by_role("radio", name="Agnes")).to_be_checked()
    expect(page.get_by_label("Cash that you give")).to_have_value("")


def test_deed_that_was_sold_meanwhile_is_no_part_of_a_draft(sit):
    page, table = sit("throw")
    begin_deal(page)
    page.get_by_role("region", name="You get").get_by_role("button", name="Atlantic").click()
    table.do_all([("offer 2 give 10 get ventnor", 3), ("accept 1", 2)])
    told(page, "Bruno accepts")
    page.get_by_role("button", name="Offer it").click()
    expect(page.get_by_role("list", name="Offers")).to_contain_text(re.compile("for Atlantic Avenue *Look at it$"))


def test_drafts_outlive_a_turned_tablet(sit):
    page, _ = sit("throw")
    begin_deal(page)
    for _ in range(2):
        turn_over(page)
        deal_is_begun(page)
    page.get_by_role("button", name=re.compile("Build, sell, mortgage")).click()
    page.get_by_role("button", name="Build on Connecticut", exact=True).click()
    page.get_by_role("button", name="Mortgage Reading, too").click()
    for _ in range(2):
        turn_over(page)
        expect(stage(page)).to_contain_text("2 +1")
        expect(page.get_by_role("button", name="Mortgage Reading, too")).to_have_attribute("aria-pressed", "true")
    # The panel of one group shows its part of the plan, and the whole is still there.
    page.keyboard.press("Escape")
    space(page, "Vermont").click()
    expect(stage(page)).to_contain_text("Cash $642 → $592")
    page.keyboard.press("Escape")
    page.get_by_role("button", name=re.compile("Build, sell, mortgage")).click()
    expect(stage(page)).to_contain_text("Cash $642 → $692")
    stage(page).get_by_role("button", name="Back to the game").click()
    space(page, "Vermont").click()
    page.get_by_role("button", name="Build on Connecticut", exact=True).wait_for()
    expect(page.get_by_role("button", name="Do all of it")).to_have_count(0)


def test_typed_bid_outlives_a_turned_tablet(sit):
    page, table = sit("auction")
    field = page.get_by_role("form", name="Your bid").get_by_label(re.compile("^Your bid"))
    field.fill("137")
    turn_over(page)
    expect(field).to_have_value("137")
    space(page, "Boardwalk").click()
    page.keyboard.press("Escape")
    turn_over(page)
    expect(field).to_have_value("137")
    field.press("Enter")
    told(page, "Robin bids $137.")
    table.do_all([("pass", 1), ("bid 150", 2), ("pass", 3)])
    expect(field).to_have_value("")


def test_way_out_of_a_debt_outlives_a_turned_tablet(sit):
    page, _ = sit("debt")
    page.get_by_role("button", name="Find a sensible way").click()
    page.get_by_role("button", name="Do this").wait_for()
    turn_over(page)
    expect(page.get_by_role("button", name="Do this")).to_be_visible()


BACK = {
    "auction": "Back to the auction: $110",
    "debt": "Back to the debt: $750",
    "want": "Back to the building call",
    "place": "Back to the building call",
    "receive": "Back to what you received",
}
"""Scenes whose decision is made on the stage, and the button that leads back to it."""


@pytest.mark.parametrize("size", ["laptop", "phone"])
@pytest.mark.parametrize("name", BACK)
def test_decision_that_a_panel_covers_is_one_press_away(sit, name, size):
    page, _ = sit(name, size)
    asked = stage(page).get_by_role("form" if name == "auction" else "heading").first
    words = asked.inner_text()
    for panel in ("deal", "deed"):
        if panel == "deal":
            page.get_by_role("button", name="Offer a deal").click()
            page.get_by_role("region", name="You give").wait_for()
        else:
            space(page, "Boardwalk").click()
            page.get_by_role("group", name="Boardwalk").wait_for()
        back = choices(page).first
        expect(back).to_have_text(BACK[name])
        expect(back).to_have_class(re.compile(r"\bmain\b"))
        assert in_sight(back)
        assert not faults(page)
        back.click()
        expect(asked).to_have_text(words, use_inner_text=True)
    expect(page.get_by_role("button", name=BACK[name])).to_have_count(0)


def test_counter_to_an_offer_that_was_taken_back_is_a_new_offer(sit):
    page, table = sit("offer")
    find_offer(page)
    page.get_by_role("button", name="Answer with another offer").click()
    page.get_by_label("Cash that you get").fill("60")
    page.get_by_role("button", name="Offer this instead").wait_for()
    table.do("withdraw 1", 2)
    expect(stage(page).get_by_role("alert")).to_have_text("The offer you answer no longer stands. This is a new one.")
    expect(page.get_by_role("button", name="Offer this instead")).to_have_count(0)
    expect(page.get_by_role("group", name="What it would do")).to_contain_text("You: cash $642 → $702")
    page.get_by_role("button", name="Offer it").click()
    told(page, "Robin offers Bruno")
    expect(page.get_by_role("list", name="Offers")).to_contain_text("$60")


# --- debts and bankruptcies -------------------------------------------------------------------------------------------


def test_debt_with_a_plan_and_payment(sit):
    page, table = sit("debt")
    page.get_by_role("button", name="Find a sensible way").click()
    # Each step in its turn, with what it brings; then what is left, and what becomes of the rents.
    steps = page.get_by_role("group", name="Step by step").get_by_role("list").first.get_by_role("listitem")
    expect(steps.first).to_have_text("Mortgage Water Works +$75")
    expect(steps.last).to_have_text("Pay Agnes $750")
    sold = [text for text in steps.all_inner_texts() if text.startswith("Sell")]
    assert len(sold) > 3
    assert all(one != other for one, other in pairwise(sold))
    expect(stage(page)).to_contain_text("Cash $90 + $665")
    expect(stage(page)).to_contain_text("Water Works: rent ×4 → $0")
    expect(page.get_by_role("button", name="Do this")).to_be_focused()
    page.keyboard.press("Enter")
    told(page, "Robin pays Agnes $750 rent for Tennessee Avenue.")
    assert table.game.cash[1] == 388 + 750


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
    expect(stage(robin)).to_contain_text("Whoever stops here owes you $270.")
    expect(robin.get_by_role("article", name="Vermont Avenue")).to_contain_text("Owned by you")
    space(robin, "Park Place").click()
    expect(robin.get_by_role("article", name="Park Place")).to_contain_text("Owned by Celia")
    pause = Pause(id="pause")
    house.do(house.hall.room(table.id).command(house.do(house.hall.role_of(table.id, [table.tokens[0]])), pause))
    expect(robin.get_by_role("status").first).to_contain_text("You have paused the game.")
    expect(agnes.get_by_role("status").first).to_contain_text("The host has paused the game.")


def test_bankruptcy_to_a_player_is_asked_about_twice(sit):
    page, table = sit("ruin")
    choices(page).filter(has_text="Go bankrupt").click()
    asked = page.get_by_role("alertdialog", name=re.compile("Really go bankrupt"))
    expect(asked.get_by_role("button", name="No, play on")).to_be_focused()
    page.keyboard.press("Enter")
    expect(choices(page).filter(has_text="Go bankrupt")).to_be_focused()
    assert not table.game.retired[0]
    page.keyboard.press("Enter")
    asked.get_by_role("button", name="Yes, do it").click()
    told(page, "Robin cannot pay Agnes $750, is bankrupt and retires.")
    told(page, "Robin hands Reading Railroad to Agnes.")
    assert table.game.retired[0]
    assert table.game.owner("reading") == 1
    # Everybody sees what came of it; who is out has nothing to offer any more.
    fallen = stage(page).get_by_role("region", name="You are bankrupt")
    expect(fallen).to_contain_text("Reading Railroad")
    expect(page.get_by_role("button", name="Offer a deal")).to_have_count(0)


def test_bankruptcy_to_the_bank_auctions_what_is_left(house, new_page):
    table, (robin, bruno) = sit_together(house, new_page, "bank-ruin", (0, 2))
    choices(robin).filter(has_text="Go bankrupt").click()
    robin.get_by_role("alertdialog").get_by_role("button", name="Yes, do it").click()
    told(robin, "Robin cannot pay the Bank $200, is bankrupt and retires.")
    told(bruno, "The Bank will auction the deeds of Robin")
    lot = str(table.game.awaiting.lot)
    while table.game.awaiting.kind == "bid" and table.game.awaiting.lot == lot:
        if table.game.to_act == 2:
            bid(bruno, 50)
            told(bruno, "Bruno bids $50.")
        else:
            table.do("pass", table.game.to_act)
    told(robin, "Bruno wins")
    assert table.game.owner(lot) == 2


# --- building ---------------------------------------------------------------------------------------------------------


def test_building_call(house, new_page):
    table, (robin, bruno) = sit_together(house, new_page, "want", (0, 2))
    expect(stage(robin)).to_contain_text("Building call")
    told(robin, "Bruno asks for a house, and houses are scarce")
    # Three are left, and Robin has room for more.
    expect(choices(robin)).to_have_text(["Want one", "Want 2", "Want 3", "Want none"])
    choices(robin).filter(has_text="Want 2").click()
    choices(bruno).filter(has_text="Want 2").click()
    # Three are left and four are wanted: they are auctioned one by one.
    bid(robin, 70)
    told(bruno, "Robin bids $70")
    choices(bruno).filter(has_text="Pass").click()
    told(robin, "Robin wins a house for $70.")
    choices(robin).filter(has_text="Connecticut").click()
    told(bruno, "Robin puts the house won at auction on Connecticut Avenue")
    choices(robin).filter(has_text="Want none").click()
    choices(bruno).filter(has_text="Want one").click()
    choices(bruno).filter(has_text="Baltic").click()
    told(robin, "The call for houses is closed.")
    assert [table.game.houses(lot) for lot in ("connecticut", "baltic")] == [2, 1]


def test_building_several_at_once_with_a_preview(sit):
    page, table = sit("throw")
    space(page, "Connecticut").click()
    page.get_by_role("button", name="Build on Connecticut", exact=True).click()
    expect(stage(page)).to_contain_text("Cash $642 → $592")
    expect(stage(page)).to_contain_text("Connecticut: rent $100 → $300")
    page.get_by_role("button", name="Build on Oriental", exact=True).click()
    expect(stage(page)).to_contain_text("Cash $642 → $542")
    page.get_by_role("button", name="Do all of it").click()
    told(page, "Robin builds a house on Oriental Avenue for $50.")
    assert [table.game.houses(lot) for lot in ("oriental", "vermont", "connecticut")] == [4, 3, 3]


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_all_deeds_are_changed_on_the_stage_with_the_board_around_it(sit, size):
    page, table = sit("throw", size)
    page.get_by_role("button", name=re.compile("Build, sell, mortgage")).click()
    expect(stage(page).get_by_role("heading", name="Build, sell, mortgage")).to_be_focused()
    expect(page.get_by_role("dialog")).to_have_count(0)
    # A deed of mine on the board is a row of the plan.
    space(page, "Vermont").click()
    expect(page.get_by_role("button", name="Sell from Vermont")).to_be_focused()
    expect(page.get_by_role("button", name="Sell from Vermont")).to_be_in_viewport(ratio=1)
    # Wanted in an order in which it cannot be done, and done in one in which it can.
    for lot in ("Oriental", "Connecticut", "Connecticut"):
        page.get_by_role("button", name=f"Build on {lot}", exact=True).click()
    steps = page.get_by_role("group", name="Step by step").get_by_role("list").first
    expect(steps).to_have_text(re.compile(r"^House on Connecticut.*House on Oriental.*House on Connecticut"))
    page.get_by_role("button", name="Mortgage Reading, too").click()
    expect(stage(page)).to_contain_text("Cash $642 → $592")
    expect(stage(page)).to_contain_text("Reading: rent $50 → $0")
    page.get_by_role("button", name="Do all of it").click()
    expect(stage(page).get_by_role("heading", name="Build, sell, mortgage")).to_have_count(0)
    assert [table.game.houses(lot) for lot in ("oriental", "vermont", "connecticut")] == [4, 3, 4]
    assert table.game.mortgaged("reading")
    assert table.game.cash[0] == 592


def test_plan_on_a_phone_is_whole_and_shows_what_was_changed(sit):
    page, _ = sit("throw", "phone")
    space(page, "Vermont").tap()
    closing = page.get_by_role("button", name="Back to the game")
    for button in page.get_by_role("button", name="Why not?").all():
        button.scroll_into_view_if_needed()
        assert in_sight(button)
        assert in_sight(closing)
    page.get_by_role("button", name="Build on Connecticut", exact=True).tap()
    page.get_by_role("button", name="Do all of it").wait_for()
    changed = page.get_by_text("2 +1")
    expect(changed).to_be_in_viewport(ratio=1)
    assert in_sight(changed)
    left, _, right, _ = box_of(stage(page))
    for button in stage(page).get_by_role("button").all():
        box = box_of(button)
        assert left <= box[0], button.inner_text()
        assert box[2] <= right, button.inner_text()
    assert not [fault for fault in faults(page) if "sideways" in fault]


def test_mortgaged_deeds_that_come_in_a_deal(sit):
    page, table = sit("receive")
    page.get_by_role("button", name="Keep Short Line mortgaged").click()
    told(page, "Robin keeps Short Line mortgaged and pays $10 interest.")
    assert table.game.cash[0] == 642 - 10


def test_why_not_names_the_clause(sit):
    page, _ = sit("throw")
    space(page, "Oriental").click()
    page.get_by_role("button", name="Why not?").last.click()
    dialog = page.get_by_role("dialog")
    lots = "Oriental Avenue, Vermont Avenue and Connecticut Avenue"
    expect(dialog).to_contain_text(f"There are buildings on {lots} that must be sold first.")
    dialog.get_by_role("link", name="Read it in the rulebook").wait_for()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


# --- rent -------------------------------------------------------------------------------------------------------------


def test_rent_asked_late(sit):
    page, table = sit("rent")
    table.do("end-turn", 1)
    table.do("roll 1 3", 2)
    page.get_by_role("button", name=re.compile("Ask Agnes for .* rent for Oriental Avenue")).click()
    told(page, "Agnes pays Robin $270 rent for Oriental Avenue.")
    assert table.game.cash[0] == 642 + 270


def test_rent_asked_too_late(sit):
    page, table = sit("rent")
    asking = page.get_by_role("button", name=re.compile("Ask Agnes for .* rent for Oriental Avenue"))
    asking.wait_for()
    for doing in (("end-turn", 1), ("roll 1 3", 2), ("end-turn", 2), ("roll 1 3", 3)):
        table.do(*doing)
    told(page, "Robin can no longer ask Agnes for the rent of Oriental Avenue.")
    expect(asking).to_have_count(0)
    assert table.game.cash[0] == 642


def test_sharp_table_tells_nothing_and_may_be_asked_all_the_same(house, new_page):
    table = LaidTable(house, *scene("rent"), manner="sharp")
    page = new_page()
    heard = overhear(page)
    table.open(page)
    told(page, "Agnes moves from GO to Oriental Avenue.")
    expect(page.get_by_role("button", name=re.compile("rent for Oriental"))).to_have_count(0)
    everything = "".join(heard)
    assert "rent-fell-due" not in everything
    assert not [claim for claim in re.findall(r'"claims":(\[[^\]]*\])', everything) if claim != "[]"]
    space(page, "Oriental").click()
    page.get_by_role("button", name="Ask Agnes for rent").click()
    told(page, "Agnes pays Robin $270 rent for Oriental Avenue.")


def test_tax_is_chosen_blind(house, new_page):
    table = LaidTable(house, *scene("tax"))
    page = new_page()
    heard = overhear(page)
    table.open(page)
    choices(page).filter(has_text="of all you have").wait_for()
    whole = 842 + 320 + 8 * 50 + 220 + 280 + 400 + 150  # cash after the salary, light blue with houses, and the rest
    share = -(-whole // 10)  # figures that stand nowhere else
    shown = page.content() + json.dumps(page.evaluate("JSON.stringify(localStorage)")) + "".join(heard)
    for word in ("worth", f"{whole}", f"{whole:,}", f"{share}"):
        assert not re.search(rf"\b{word}\b", shown), word
    choices(page).filter(has_text="of all you have").click()
    told(page, f"Robin pays the Bank ${share} tax.")


# --- everything else --------------------------------------------------------------------------------------------------


def test_spectator_sees_everything_and_may_do_nothing(house, new_page):
    table = LaidTable(house, *scene("auction"))
    page = new_page()
    table.open(page, None)
    page.get_by_text("You are watching.").wait_for()
    expect(choices(page)).to_have_count(0)
    expect(page.get_by_role("form", name="Your bid")).to_have_count(0)
    expect(page.get_by_role("textbox", name="Say something to the table")).to_have_count(0)
    table.do("bid 300", 0)
    told(page, "Robin bids $300.")


def test_phone_plays_with_its_dock(sit):
    page, table = sit("buy", "phone")
    dock = choices(page)
    for button in dock.all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["y"] + box["height"] <= 844
    dock.filter(has_text=re.compile("^Buy Pennsylvania Avenue")).tap()
    dock.filter(has_text="End the turn").tap()
    page.get_by_role("button", name="Log").tap()
    told(page, "Robin buys Pennsylvania Avenue for $320.")
    page.keyboard.press("Escape")
    table.do("roll 2 4", 1)
    page.get_by_role("button", name=re.compile("Ask Agnes for|Close")).first.wait_for()
    space(page, "Boardwalk").tap()
    page.get_by_role("article", name="Boardwalk").wait_for()


def box_of(each: Locator) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of something."""
    box = each.bounding_box()
    assert box is not None
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def all_is_in_sight(page: Page, players: int) -> None:
    """What is awaited, what everybody has, and what one may do: whole, one below the other, inside the window."""
    rows = page.get_by_role("table", name="Who holds what").get_by_role("row")
    expect(rows).to_have_count(players + 1)
    parts = [page.get_by_role("status").first, board(page), *rows.all(), choices(page).first]
    boxes = [box_of(each) for each in parts]
    below = [boxes[0][1], *(bottom for _, _, _, bottom in boxes)]
    assert all(top >= before - 1 for before, (_, top, _, _) in zip(below, boxes, strict=False))
    assert boxes[-1][3] <= 844
    under = page.locator(".under")
    assert under.evaluate("e => e.scrollHeight - e.clientHeight") <= 0


OFFERED = {"throw": "offer 0 give virginia get reading", "eight": "offer 0 give baltic get mediterranean"}


@pytest.mark.parametrize(("name", "players"), [("throw", 4), ("eight", 8)])
def test_phone_shows_ledger_and_actions_whatever_one_looks_at(sit, name, players):
    page, table = sit(name, "phone")
    table.do(OFFERED[name], 3)
    look = page.get_by_role("list", name="Offers").get_by_role("button", name="Look at it")
    look.wait_for()
    all_is_in_sight(page, players)
    look.tap()
    page.get_by_role("button", name="Turn down").wait_for()
    all_is_in_sight(page, players)
    page.get_by_role("button", name="Back to the game").tap()
    page.get_by_role("button", name="Offer a deal").tap()
    page.get_by_role("region", name="You give").wait_for()
    all_is_in_sight(page, players)
    page.get_by_role("button", name="Give this deal up").tap()
    space(page, "Vermont").tap()
    page.get_by_role("article").wait_for()
    all_is_in_sight(page, players)
    # And what one may do can be done from there.
    choices(page).first.tap()
    page.get_by_role("button", name="Log").tap()
    told(page, "Robin throws")


ASKED = {
    "buy": "Will you buy",
    "auction": "Your bid",
    "rent": "A rent may be asked for",
    "jail": "You are in Jail",
    "debt": "You owe",
    "want": "Buildings are scarce",
    "place": "Where shall it stand",
    "receive": "You received",
    "tax": "How will you pay",
}
"""Scenes, and how the line begins that tells what is awaited there."""


def test_board_of_a_phone_stays_as_it_is_from_decision_to_decision(sit):
    page, table = sit("throw", "phone")
    line, place = page.get_by_role("status").first, box_of(board(page))

    def stays(when: str) -> None:
        # As it was drawn once more after the change.
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert box_of(board(page)) == pytest.approx(place, abs=0.5), when

    for name, words in ASKED.items():
        table.lay(*scene(name))
        expect(line).to_contain_text(words)
        stays(name)
    # Nothing to answer; then a panel, offers, a refusal.
    table.lay({**scene("throw")[0], "turn": 1})
    expect(choices(page)).to_have_count(0)
    stays("another's turn")
    space(page, "Park Place").tap()
    page.get_by_role("article").wait_for()
    stays("a deed")
    page.get_by_role("button", name="Back to the game").tap()
    table.lay(*scene("throw"))
    for seat, terms in ((1, "give baltic get reading"), (2, "give ventnor get reading")):
        table.do(f"offer 0 {terms}", seat)
    expect(page.get_by_role("list", name="Offers").get_by_role("button")).to_have_count(2)
    stays("offers")
    table.lay(*scene("auction"))
    bid(page, 9999)
    page.get_by_role("alert").wait_for()
    stays("a refusal")


SHEETS = {
    "Players": lambda page: page.get_by_role("button", name="Players"),
    "What happened": lambda page: page.get_by_role("button", name="Log"),
    "Menu": lambda page: page.get_by_role("button", name="Menu"),
}


def in_sight(each: Locator) -> bool:
    """Whether something is whole in the window and nothing stands over its middle."""
    return each.evaluate("""e => {
        const box = e.getBoundingClientRect();
        const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        const whole = box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
        return whole && (e.contains(top) || top?.contains(e) || top?.parentElement?.contains(e)) === true;
    }""")


@pytest.mark.parametrize("way_out", ["Escape", "Close"])
def test_sheet_of_a_phone_covers_the_board_alone(sit, way_out):
    page, _ = sit("throw", "phone")
    rows = page.get_by_role("table", name="Who holds what").get_by_role("row")
    for name, opener in SHEETS.items():
        opener(page).press("Enter")
        sheet = page.get_by_role("dialog", name=name)
        sheet.locator(":focus").wait_for()
        for each in (page.get_by_role("status").first, *rows.all()[1:], choices(page).first, opener(page)):
            assert in_sight(each), f"{name} covers {each}"
        # What it covers cannot be reached by keyboard either.
        assert not space(page, "Boardwalk").evaluate("e => (e.focus(), document.activeElement === e)")
        if way_out == "Escape":
            page.keyboard.press("Escape")
        else:
            sheet.get_by_role("button", name="Close").tap()
        expect(sheet).to_have_count(0)
        expect(opener(page)).to_be_focused()
    # One plays on with a sheet open, and what happens stands in it.
    page.get_by_role("button", name="Log").tap()
    choices(page).first.tap()
    told(page, "Robin throws")
    page.get_by_role("button", name="Log").tap()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_rule_and_reactions_of_a_phone_leave_the_actions_in_sight(sit):
    page, _ = sit("auction", "phone")
    page.get_by_role("button", name="Log").tap()
    page.get_by_role("log", name="What happened").get_by_role("button").last.tap()
    rule = page.get_by_role("dialog", name="Why")
    rule.get_by_role("link", name="Read it in the rulebook").wait_for()
    assert in_sight(choices(page).first)
    # Of two sheets the upper one is closed first.
    page.keyboard.press("Escape")
    expect(rule).to_have_count(0)
    page.get_by_role("dialog", name="What happened").get_by_role("button", name="Show a feeling").tap()
    reactions = page.get_by_role("dialog", name="Show a feeling")
    reactions.wait_for()
    assert in_sight(choices(page).first)
    reactions.get_by_role("button").first.tap()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_chat_of_a_phone_stays_in_sight_above_the_keyboard(sit):
    page, _ = sit("throw", "phone")
    page.get_by_role("button", name="Log").tap()
    field = page.get_by_role("textbox", name="Say something to the table")
    field.tap()
    page.keyboard.type("good ")
    page.set_viewport_size({"width": 390, "height": 480})
    page.keyboard.type("evening")
    expect(field).to_be_focused()
    expect(field).to_be_in_viewport(ratio=1)
    assert in_sight(field)
    page.keyboard.press("Enter")
    told(page, "good evening")
    page.set_viewport_size({"width": 390, "height": 844})
    assert in_sight(field)
    assert in_sight(choices(page).first)


def test_phone_shows_who_is_in_jail_and_who_has_a_card(sit):
    page, _ = sit("jail", "phone")
    row = page.get_by_role("table", name="Who holds what").get_by_role("row", name="Robin")
    for name, least in (("in Jail", 13), ("holds a jail card", 9)):
        left, top, right, bottom = box_of(row.get_by_title(name))
        assert min(right - left, bottom - top) >= least


def test_menu_of_a_laptop_is_whole(sit):
    page, _ = sit("throw")
    page.get_by_role("button", name="Menu").click()
    menu = page.get_by_role("dialog", name="Menu")
    for name in ("The rules", "To the front page"):
        assert in_sight(menu.get_by_role("link", name=name))


def test_actions_stand_beside_a_panel_on_a_desk(sit):
    page, _ = sit("throw")
    page.get_by_role("button", name="Offer a deal").click()
    choices(page).filter(has_text="Throw the dice").click()
    told(page, "Robin throws")


def test_refusal_on_a_phone_leads_to_its_clause(sit):
    page, _ = sit("auction", "phone")
    bid(page, 9999)
    page.get_by_role("alert").get_by_role("button", name="Why not?").tap()
    page.get_by_role("dialog").get_by_role("link", name="Read it in the rulebook").wait_for()


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
    role = house.do(house.hall.role_of(table.id, [table.tokens[0]]))
    house.do(house.hall.room(table.id).command(role, Pause(id="pause")))
    expect(choices(page).filter(has_text="Throw the dice")).to_be_disabled()
    throw = choices(page).filter(has_text="Throw the dice")
    expect(throw).to_have_accessible_description("Nothing can be done until the game goes on.")
    throw.click(force=True)
    page.get_by_role("alert").filter(has_text="The host has stopped the game for a while.").wait_for()
    page.get_by_role("button", name="Go on").click()
    expect(choices(page).filter(has_text="Throw the dice")).to_be_enabled()


def test_panel_of_anothers_deed_says_who_holds_the_group(sit):
    page, _ = sit("throw")
    space(page, "Park Place").click()
    expect(stage(page)).to_contain_text("Celia has 1 of 2")
    space(page, "Tennessee").click()
    expect(stage(page)).to_contain_text("Agnes owns the whole orange group")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, "Free Parking collects nothing and gives nothing."),
        ({"free_parking_pot": "seeded"}, "whoever stops there takes them all"),
    ],
)
def test_space_without_a_deed_tells_what_happens_there(house, new_page, options, told):
    position, doings = scene("throw")
    page = new_page()
    LaidTable(house, {**position, "options": options}, doings).open(page)
    space(page, "Free Parking").click()
    expect(stage(page)).to_contain_text(told)
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
    expect(stage(page)).to_contain_text("If you do not buy, the property stays with the Bank")
    choices(page).filter(has_text="Do not buy Pennsylvania Avenue").click()
    choices(page).filter(has_text="End the turn").wait_for()


def test_keyboard_alone_and_focus_is_never_lost(sit):
    page, table = sit("buy")
    focused = "document.activeElement !== document.body && document.activeElement.textContent.trim()"

    def tab_to(name: str) -> None:
        for _ in range(80):
            page.keyboard.press("Tab")
            if str(page.evaluate(focused)).startswith(name):
                return
        raise AssertionError(f"the keyboard does not come to {name}")

    tab_to("Buy Pennsylvania Avenue")
    page.keyboard.press("Enter")
    told(page, "Robin buys Pennsylvania Avenue for $320.")
    page.wait_for_function(f"() => String({focused}).startsWith('End the turn')")
    page.keyboard.press("Enter")
    told(page, "It is Agnes's turn.")
    page.wait_for_function(f"() => {focused}")
    assert table.game.turn == 1
    table.do("offer 0 give ventnor get reading", 2)
    page.get_by_role("list", name="Offers").wait_for()
    tab_to("Look at it")
    page.keyboard.press("Enter")
    tab_to("Accept")
    page.keyboard.press("Enter")
    told(page, "Robin accepts Bruno's offer.")
    page.wait_for_function(f"() => {focused}")
    space(page, "Boardwalk").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.get_by_role("article", name="Mediterranean Avenue").wait_for()
    page.keyboard.press("Escape")
    expect(page.get_by_role("article")).to_have_count(0)


def test_log_follows_what_happens_unless_one_reads_further_up(sit):
    page, table = sit("auction")
    for amount in range(120, 150):
        table.do(f"bid {amount}", table.game.to_act)
    told(page, "bids $149.")
    expect(log(page).last).to_be_in_viewport()
    page.get_by_role("log", name="What happened").evaluate("e => e.scrollTo(0, 0)")
    expect(log(page).first).to_be_in_viewport()
    table.do("bid 150", table.game.to_act)
    log(page).filter(has_text="bids $150.").wait_for(state="attached")
    expect(log(page).first).to_be_in_viewport()


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
    page.get_by_role("button", name=re.compile("^Build on Connecticut")).click()
    page.get_by_role("button", name="Do all of it").click()
    told(page, "Robin builds a house on Connecticut Avenue")
    page.locator(":focus").wait_for()
    phone, table = sit("throw", "phone")
    table.do("offer 0 give ventnor get reading", 2)
    look = phone.get_by_role("list", name="Offers").get_by_role("button", name="Look at it")
    look.tap()
    look.wait_for(state="hidden")
    phone.locator(":focus").wait_for()


def test_key_that_is_held_presses_one_button(sit):
    page, _ = sit("throw")
    page.get_by_role("button", name="Throw the dice").first.focus()
    page.keyboard.down("Enter")
    told(page, "Robin throws")
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
    told(page, "Robin throws")


def test_panel_takes_the_focus_and_gives_it_back(sit):
    page, table = sit("throw")
    table.do("offer 0 give ventnor get reading", 2)
    inside = stage(page).locator(":focus")
    button = page.get_by_role("button", name="Offer a deal")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("radio", name="Agnes")).to_be_focused()
    page.keyboard.press("Escape")
    expect(button).to_be_focused()
    look = page.get_by_role("list", name="Offers").get_by_role("button", name="Look at it")
    look.press("Enter")
    expect(page.get_by_role("heading", name="Bruno offers you")).to_be_focused()
    # From one panel into the next, and from there back to where it all began.
    page.get_by_role("button", name="Answer with another offer").press("Enter")
    expect(page.get_by_role("heading", name="A deal with Bruno")).to_be_focused()
    page.get_by_role("button", name="Give this deal up").press("Enter")
    expect(look).to_be_focused()
    space(page, "Vermont").press("Enter")
    inside.wait_for()
    page.keyboard.press("Escape")
    expect(space(page, "Vermont")).to_be_focused()
    # Out of a sheet, which is gone by then.
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


def test_line_comes_back_without_a_reload(sit):
    page, table = sit("throw")
    page.evaluate("window.same = true")
    table.drop()
    table.do("offer 0 give ventnor get reading", 2)
    page.get_by_role("list", name="Offers").get_by_text("Bruno offers you").wait_for()
    assert page.evaluate("window.same")
    assert page.title().startswith("Your turn")


def test_last_rent_when_the_hour_has_struck(sit):
    page, _ = sit("last-rent")
    choices(page).filter(has_text="Ask Agnes").click()
    expect(standings(page).get_by_role("row")).to_have_count(5)


def test_second_tap_of_two_does_not_decide_what_comes_next(sit):
    page, table = sit("throw", "phone")
    throw = choices(page).first
    left, top, right, bottom = box_of(throw)
    before = table.sitting.state.ply
    page.touchscreen.tap((left + right) / 2, (top + bottom) / 2)
    expect(throw).not_to_have_text("Throw the dice")
    after = table.sitting.state.ply
    assert after > before
    page.touchscreen.tap((left + right) / 2, (top + bottom) / 2)
    page.wait_for_timeout(300)
    assert table.sitting.state.ply == after
    # Whoever means it presses once more.
    page.wait_for_timeout(700)
    choices(page).first.tap()
    for _ in range(100):
        if table.sitting.state.ply > after:
            break
        page.wait_for_timeout(50)
    assert table.sitting.state.ply > after
