"""Deals in a real browser: made, answered, countered, refused, taken back."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.laid import LaidTable, sit_together
from tests.web.play import box_of, eventually, find_offer, has_cash, hold_answers, in_sight, let_answer, logged, stage
from tests.web.scenes import scene

pytestmark = pytest.mark.slow


def test_deal_with_a_counter(house, new_page):
    table, (robin, bruno) = sit_together(house, new_page, "throw", (0, 2))
    robin.get_by_role("button", name="Offer a deal").click()
    robin.get_by_role("radio", name="Bruno").check(force=True)
    robin.get_by_role("region", name="You give").get_by_role("button", name="Reading").click()
    robin.get_by_role("region", name="You get").get_by_role("button", name="Ventnor").click()
    robin.get_by_role("region", name="You get").get_by_role("button", name="Atlantic").click()
    expect(robin.get_by_role("group", name="What it would do")).to_contain_text("You complete the yellow group")
    field = bruno.get_by_role("textbox", name="Say something to the table")
    field.focus()
    robin.get_by_role("button", name="Send offer").click()
    # The offer comes in beside the board and leaves the keyboard where it is.
    bruno.get_by_role("list", name="Offers").get_by_role("button", name="See offer").wait_for()
    expect(field).to_be_focused()
    find_offer(bruno)
    expect(bruno.get_by_role("group", name="What it would do")).to_contain_text("Robin completes the yellow group")
    bruno.get_by_role("button", name="Make a counter-offer").click()
    pressed = bruno.get_by_role("region", name=re.compile("^You g")).get_by_role("button", pressed=True)
    expect(pressed).to_have_count(3)
    bruno.get_by_label("Cash that you get").fill("60")
    effects = bruno.get_by_role("group", name="What it would do")
    expect(effects).to_contain_text("You: cash $1,210 → $1,270")
    bruno.get_by_role("button", name="Send counter-offer").click()
    logged(robin, "Bruno offers Robin")
    find_offer(robin)
    robin.get_by_role("button", name="Accept", exact=True).click()
    logged(bruno, "Robin accepts Bruno's offer.")
    has_cash(robin, "Robin", 642 - 60)
    assert [table.game.owner(deed) for deed in ("reading", "ventnor", "atlantic")] == [2, 0, 0]


def test_next_deal_is_begun_before_the_last_offer_is_answered(house, new_page):
    """The server broadcasts an offer before it answers whoever made it."""
    page = new_page()
    answers = hold_answers(page)
    table = LaidTable(house, *scene("throw"), people=(0,))
    table.open(page, 0)
    page.get_by_role("button", name="Offer a deal").click()
    page.get_by_role("radio", name="Bruno").check(force=True)
    page.get_by_label("Cash that you give").fill("10")
    page.get_by_role("region", name="You get").get_by_role("button", name="Ventnor").click()
    page.get_by_role("button", name="Send offer").click()
    logged(page, "Robin offers Bruno")
    page.get_by_role("button", name="Offer a deal").click()
    cash = page.get_by_label("Cash that you give")
    expect(cash).to_have_value("")
    cash.fill("20")
    let_answer(page, answers)
    # A message after the answer shows that the page has read it.
    table.do("withdraw 1", 0)
    logged(page, "Robin takes back the offer")
    expect(cash).to_have_value("20")


def test_offer_between_two_seats_of_one_device_is_answered_there(house, new_page):
    table = LaidTable(house, *scene("offer"), people=(0, 2))
    page = new_page()
    for seat in (0, 2):
        page.goto("about:blank")
        page.goto(f"{table.address}/{table.tokens[seat]}")
    page.get_by_role("dialog", name="Robin").get_by_role("button", name="Start").click()
    expect(page.get_by_role("list", name="Offers").get_by_role("button")).to_have_count(1)
    find_offer(page)
    page.get_by_role("button", name="Accept", exact=True).click()
    logged(page, "Robin accepts Bruno's offer.")
    assert table.game.owner("marvin-gardens") == 2


def test_impossible_deal_is_refused_with_the_clause(sit):
    page, _ = sit("throw")
    page.get_by_role("button", name="Offer a deal").click()
    # Houses stand on the group.
    page.get_by_role("region", name="You give").get_by_role("button", name="Vermont").click()
    expect(page.get_by_role("button", name="Send offer")).to_be_disabled()
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


def test_cash_of_a_deal_is_in_whole_dollars(sit):
    page, _ = sit("throw")
    page.get_by_role("button", name="Offer a deal").click()
    page.get_by_role("region", name="You give").get_by_role("button", name="Reading").click()
    for typed in ("-20", "12.5"):
        page.get_by_label("Cash that you get").fill(typed)
        page.get_by_role("alert").filter(has_text="Cash is a whole number of dollars.").wait_for()
        expect(page.get_by_role("button", name="Send offer")).to_be_disabled()
    page.get_by_label("Cash that you get").fill("12")
    expect(page.get_by_role("group", name="What it would do")).to_contain_text("$642 → $654")


def sides(page: Page) -> list[tuple[float, float, float, float]]:
    """Return the places of the two sides of a deal, "You give" and "You get"."""
    return [box_of(page.get_by_role("region", name=name, exact=True)) for name in ("You give", "You get")]


def test_offer_that_is_taken_back_says_so_and_leaves_the_keyboard_on_nothing_that_counts(sit):
    page, table = sit("offer")
    find_offer(page)
    page.get_by_role("button", name="Accept").focus()
    table.do("withdraw 1", 2)
    expect(stage(page)).to_contain_text("Bruno takes back the offer to Robin.")
    expect(stage(page).get_by_role("button", name="Back to the game").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(stage(page)).to_contain_text("Your turn")
    assert table.game.awaiting.kind == "throw"


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_what_one_gives_stands_left_in_every_deal(sit, size):
    page, _ = sit("offer", size)
    find_offer(page)
    for answering in (False, True):
        if answering:
            page.get_by_role("button", name="Make a counter-offer").click()
            page.get_by_role("button", name="Send counter-offer").wait_for()
        page.get_by_role("region", name="You give", exact=True).get_by_text("Reading").wait_for()

        def stand_side_by_side() -> None:
            (_, top, right, _), (left, beside, _, _) = sides(page)
            assert (top, right <= left) == (beside, True)

        eventually(page, stand_side_by_side)


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
    assert box_of(page.get_by_role("button", name="Send offer"))[3] <= bottom
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
    if size == "phone":
        expect(offers).to_have_text(["from Agnes", "from Bruno", "from Celia"])
    found = "Offer from Celia" if size == "phone" else "Celia offers you"
    page.get_by_role("list", name="Offers").get_by_role("button", name=found).click()
    expect(stage(page)).to_contain_text("Pacific")
    if size == "laptop":
        expect(page.get_by_role("textbox", name="Say something to the table")).to_be_in_viewport(ratio=1)


def test_offer_never_steals_the_focus(sit):
    page, table = sit("throw")
    field = page.get_by_role("textbox", name="Say something to the table")
    field.focus()
    page.keyboard.type("good ")
    table.do("offer 0 give ventnor get reading", 2)
    page.get_by_role("list", name="Offers").get_by_text("Bruno offers you").wait_for()
    page.keyboard.type("evening")
    expect(field).to_have_value("good evening")


def test_mortgaged_deeds_that_come_in_a_deal(sit):
    page, table = sit("receive")
    page.get_by_role("button", name="Keep Short Line mortgaged").click()
    logged(page, "Robin keeps Short Line mortgaged and pays $10 interest.")
    assert table.game.cash[0] == 642 - 10


def test_utilities_are_no_part_of_a_sum_in_dollars(sit):
    page, table = sit("throw")
    table.do("offer 0 give electric get marvin-gardens 77", 1)
    find_offer(page)
    effects = page.get_by_role("group", name="What it would do")
    expect(effects).to_contain_text("You complete the utilities group")
    expect(effects).to_contain_text("You: utilities ×4 → ×10 the throw")
    expect(effects).to_contain_text("Agnes: utilities ×4 → nothing the throw")
    expect(effects).to_contain_text("You: total rents $764 → $740")


def test_cash_of_a_deal_is_in_sight_however_many_deeds_one_has(house, new_page):
    position, doings = scene("throw")
    everything = {slug: {**deed, "owner": 0} for slug, deed in position["deeds"].items() if not deed.get("houses")}
    page = new_page()
    LaidTable(house, {**position, "deeds": {**position["deeds"], **everything}}, doings).open(page)
    page.get_by_role("button", name="Offer a deal").click()
    for name in ("Cash that you give", "Cash that you get"):
        assert in_sight(page.get_by_label(name))


def test_each_offer_shows_its_own_effects_and_an_answer_leads_back_to_a_deal_being_made(sit):
    page, table = sit("throw")
    table.do_all([("offer 0 give virginia get reading", 3), ("offer 0 give 250 get indiana", 2)])
    page.get_by_role("button", name="Offer a deal").click()
    page.get_by_label("Cash that you give").fill("35")
    effects = page.get_by_role("group", name="What it would do")
    for name, cash in (("Celia", None), ("Bruno", "You: cash $642 → $892"), ("Celia", None)):
        page.get_by_role("list", name="Offers").get_by_role("button", name=re.compile(f"^{name} offers you")).click()
        stage(page).get_by_role("heading", name=f"{name} offers you").wait_for()
        if cash:
            expect(effects).to_contain_text(cash)
        else:
            expect(effects).to_contain_text("rents")
            expect(effects).not_to_contain_text("cash")
    page.get_by_role("button", name="Turn down").click()
    expect(page.get_by_label("Cash that you give")).to_have_value("35")


@pytest.mark.parametrize("size", ["laptop", "desk", "phone"])
def test_effects_of_a_deal_stand_in_one_column_for_each_side(sit, size):
    page, _ = sit("offer", size)
    page.get_by_role("button", name="See offer").click()
    columns = page.get_by_role("group", name="What it would do").get_by_role("list")
    expect(columns).to_have_count(2)
    expect(columns.first).to_contain_text("You: cash")
    expect(columns.first).not_to_contain_text("Bruno")
    expect(columns.last).to_contain_text("Bruno: cash")
    expect(columns.last).not_to_contain_text("You:")


def test_a_bot_says_why_it_turned_an_offer_down(sit):
    page, table = sit("throw")
    table.do("offer 1 give reading get baltic", 0)
    number = next(iter(table.game.view(1).offers)).number
    table.do(f"reject {number}", 1)
    table.explain(1, number)
    logged(page, "Agnes never makes deals.")
