"""Auctions in a real browser: bidders side by side, a second device, a phone."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.laid import LaidTable, sit_together
from tests.web.play import bid, box_of, choices, eventually, has_cash, in_sight, log, logged, space, stage, turn_over
from tests.web.scenes import scene
from ventnor.action import Bid
from ventnor.notation import format_action
from ventnor.server.protocol import Clock

pytestmark = pytest.mark.slow


def test_auction_with_three_bidders(house, new_page):
    table, (robin, bruno, celia) = sit_together(house, new_page, "auction", (0, 2, 3))
    expect(stage(robin)).to_contain_text("Celia would complete the group")
    bid(robin, 125)
    logged(bruno, "Robin bids $125.")
    table.do("pass", 1)
    bid(bruno, 140)
    logged(celia, "Bruno bids $140.")
    bid(celia, 200)
    logged(robin, "Celia bids $200.")
    # A chip raises the standing bid, and the board is not covered by any of it.
    chip = robin.get_by_role("form", name="Your bid").get_by_role("button", name="Bid $220")
    expect(chip).to_have_text(re.compile(r"\+\$20"))
    chip.click()
    logged(celia, "Robin bids $220.")
    expect(space(celia, "Boardwalk")).to_be_visible()
    table.do("pass", 1)
    choices(bruno).filter(has_text="Pass").click()
    choices(celia).filter(has_text="Pass").click()
    for page in (robin, bruno, celia):
        logged(page, "Robin wins Pennsylvania Avenue for $220.")
        has_cash(page, "Robin", 642 - 220)
    assert table.game.owner("pennsylvania") == 0


def test_bidders_show_their_last_bids(sit):
    page, table = sit("auction")
    bidders = page.get_by_role("list", name="Bidders").get_by_role("listitem")
    expect(bidders.filter(has_text="Bruno")).to_contain_text("bid $60")
    expect(bidders.filter(has_text="Celia")).to_contain_text("leads")
    table.do_all([("pass", 0), ("pass", 1), ("bid 130", 2)])
    expect(bidders.filter(has_text="Bruno")).to_contain_text("leads")
    expect(bidders.filter(has_text="Celia")).to_contain_text("bid $110")
    # After a reload the log is the same.
    page.reload()
    expect(bidders.filter(has_text="Celia")).to_contain_text("bid $110")


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_player_who_is_out_passes_by_itself(sit, size):
    page, table = sit("auction", size)
    page.get_by_role("button", name="I'm out").click()
    expect(stage(page)).to_contain_text("You are out of this auction.")
    # Each bid asks Robin again, and nobody presses anything.
    for doings in ([("pass", 1), ("bid 130", 2)], [("bid 140", 3), ("pass", 1)]):
        expect(
            page.get_by_role("list", name="Bidders").get_by_role("listitem").filter(has_text="Robin")
        ).to_contain_text("passed")
        table.do_all(doings)
    # Until Robin bids again.
    page.get_by_role("button", name="Bid again").click()
    expect(page.get_by_role("form", name="Your bid")).to_be_visible()


def test_reload_and_second_device_in_mid_auction(house, new_page):
    table, (robin, bruno) = sit_together(house, new_page, "auction", (0, 2))
    lines = log(robin).all_inner_texts()
    robin.reload()
    robin.get_by_role("form", name="Your bid").wait_for()
    expect(log(robin)).to_have_text(lines, use_inner_text=True)
    phone = new_page("phone")
    table.open(phone, 0)
    assert table.tokens[0] not in phone.url
    bid(phone, 130)
    logged(robin, "Robin bids $130.")
    expect(robin.get_by_role("form", name="Your bid")).to_have_count(0)
    table.do("pass", 1)
    bid(bruno, 150)
    logged(robin, "Bruno bids $150.")
    table.do("pass", 3)
    choices(robin).filter(has_text="Pass").click()
    logged(robin, "Robin passes.")
    table.do("pass", 1)
    expect(stage(phone)).to_contain_text("Bruno wins Pennsylvania Avenue for $150.")


def test_own_bid_that_is_too_low_is_not_made(sit):
    page, table = sit("auction")
    form = page.get_by_role("form", name="Your bid")
    field = form.get_by_label(re.compile("^Your bid"))
    ply = table.session.state.ply
    for typed in ("50", "0", "-5", "150.5"):
        field.fill(typed)
        expect(form.get_by_role("button", name="Whole dollars, at least $111")).to_be_disabled()
        field.press("Enter")
    assert table.session.state.ply == ply
    field.fill("150")
    form.get_by_role("button", name="Bid $150").click()
    logged(page, "Robin bids $150.")


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
        "A house costs $200",
        "Mortgage $160",
    ):
        expect(deed).to_contain_text(words)
    assert in_sight(deed.get_by_text("320"))
    for each in (page.get_by_role("list", name="Bidders"), page.get_by_role("form", name="Your bid")):
        expect(each).to_be_in_viewport(ratio=1)


def test_deed_on_offer_and_the_question_stand_beside_each_other_on_a_laptop(sit):
    page, _ = sit("buy")

    def stand_in_place() -> None:
        deed = box_of(stage(page).get_by_role("article", name="Pennsylvania Avenue"))
        question = box_of(stage(page).get_by_role("heading", name="Will you buy Pennsylvania Avenue?"))
        buttons = box_of(choices(page).first)
        assert deed[2] <= question[0]
        assert deed[3] <= buttons[1]

    eventually(page, stand_in_place)


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
    logged(page, "Robin bids $137.")
    table.do_all([("pass", 1), ("bid 150", 2), ("pass", 3)])
    expect(field).to_have_value("")


def test_hammer_goes_once_twice_and_falls(sit):
    page, table = sit("auction", clock=Clock(bank=9_000, increment=10, auction=600))
    # The page's clock stands still while a bid arrives, so that no slow machine misses a second.
    begin = table.session.state.hammer
    assert begin is not None
    page.clock.set_fixed_time(begin)
    table.do("bid 115", 2)
    logged(page, "Bruno bids $115.")
    going = stage(page).get_by_text(re.compile("^Going"))
    expect(going).to_have_count(0)
    page.clock.set_fixed_time(begin + 597.5)
    expect(going).to_have_text("Going once…")
    # A bid starts it again.
    bid(page, 120)
    logged(page, "Robin bids $120.")
    expect(going).to_have_count(0)
    page.clock.set_fixed_time(begin + 597.5 + 597.5)
    expect(going).to_have_text("Going once…")
    page.clock.set_fixed_time(begin + 597.5 + 599.5)
    expect(going).to_have_text("Going twice…")
    table.drop_hammer()
    logged(page, "Robin wins Pennsylvania Avenue for $120.")
    assert table.game.owner("pennsylvania") == 0


def test_bids_of_four_figures_stand_in_one_row(house, new_page):
    position, doings = scene("auction")
    rich = [{**seat, "cash": 4_000} for seat in position["seats"]]
    page = new_page()
    LaidTable(house, {**position, "seats": rich}, [*doings[:-1], ("bid 1110", 3)]).open(page)
    form = page.get_by_role("form", name="Your bid")
    field = form.get_by_label(re.compile("^Your bid"))
    row = (field, form.get_by_role("button", name="Bid $1,111").last, choices(page).first)

    def stand_in_one_row() -> None:
        boxes = [box_of(each) for each in row]
        assert max(top for _, top, _, _ in boxes) - min(top for _, top, _, _ in boxes) < 2
        assert max(bottom - top for _, top, _, bottom in boxes) < 50

    eventually(page, stand_in_one_row)


def test_who_cannot_bid_any_more_is_marked(sit):
    page, _ = sit("auction")
    bidders = page.get_by_role("list", name="Bidders").get_by_role("listitem")
    expect(bidders.filter(has_text="Agnes")).not_to_have_class(re.compile("passed"))
    bid(page, 400)
    expect(bidders.filter(has_text="Agnes")).to_have_class(re.compile("passed"))


def test_without_a_clock_it_goes_once_and_twice_as_the_others_pass(sit):
    page, table = sit("auction")
    going = stage(page).get_by_text(re.compile("^Going"))
    # Celia leads; Robin, Agnes and Bruno have yet to answer.
    expect(going).to_have_count(0)
    table.do("pass", 1)
    expect(going).to_have_text("Going once…")
    table.do("pass", 2)
    expect(going).to_have_text("Going twice…")
    bid(page, 120)
    expect(going).to_have_count(0)


@pytest.mark.parametrize("hammer", [0, 90], ids=["asked in turn", "by the hammer"])
@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_bids_are_made_by_who_is_not_asked(sit, size, hammer):
    clock = Clock(bank=600, increment=10, auction=hammer)
    # §auction.course: any player may bid at any moment; Robin has passed, and Agnes is the one who is asked.
    page, table = sit("auction", size, clock=clock)
    choices(page).filter(has_text="Pass").click()
    bidders = page.get_by_role("list", name="Bidders").get_by_role("listitem")
    expect(bidders.filter(has_text="Robin")).to_contain_text("passed")
    assert table.game.to_act == 1
    expect(page.get_by_role("form", name="Your bid")).to_be_in_viewport(ratio=1)
    expect(choices(page).filter(has_text="Pass")).to_have_count(0)
    bid(page, 150)
    expect(stage(page)).to_contain_text("by you")
    assert (table.game.awaiting.bidder, table.game.awaiting.bid) == (0, 150)


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_pass_out_of_turn_has_one_button(house, new_page, size):
    table = LaidTable(house, *scene("card-auction"))
    page = new_page(size)
    table.open(page)
    assert table.game.to_act == 3
    expect(choices(page).filter(has_text="Pass")).to_have_count(1)
    choices(page).filter(has_text="Pass").click()
    expect(choices(page).filter(has_text="Pass")).to_have_count(0)
    assert table.game.awaiting.passed == (0,)


def test_typed_bid_beyond_ones_cash_is_refused_by_the_server(sit):
    page, table = sit("card-auction")
    bid(page, 61)
    expect(page.get_by_role("alert")).to_contain_text("$60")
    assert table.game.awaiting.bidder == 2


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_jail_card_is_auctioned(sit, size):
    page, table = sit("card-auction", size)
    expect(stage(page)).to_contain_text(re.compile("the chance jail card", re.I))
    bidders = page.get_by_role("list", name="Bidders").get_by_role("listitem")
    expect(stage(page)).to_contain_text("From Agnes's bankruptcy")
    # Agnes, whose card it was, has retired.
    expect(bidders).to_have_count(3)
    expect(stage(page)).to_contain_text("Going once")
    bid(page, 20)
    expect(stage(page)).to_contain_text("by you")
    table.do_all([("pass", 3), ("pass", 2)])
    has_cash(page, "Robin", 40)
    assert table.game.view(0).me.jail_cards == ("chance",)


def test_building_is_auctioned_among_those_who_want_one(house, new_page):
    position, doings = scene("want")
    page = new_page()
    table = LaidTable(house, position, [*doings, ("want 3", 0), ("want 2", 2)])
    table.open(page)
    # §shortage.auction: Agnes and Celia are not in the call.
    bidders = page.get_by_role("list", name="Bidders").get_by_role("listitem")
    expect(bidders).to_have_count(2)
    expect(bidders.filter(has_text=re.compile("Agnes|Celia"))).to_have_count(0)
    # §shortage.auction: a bid is at least what the Bank would pay back, and the chips raise that.
    for sum_ in (30, 45, 75):
        expect(page.get_by_role("form", name="Your bid").get_by_role("button", name=f"Bid ${sum_}")).to_be_visible()
    bid(page, 25)
    expect(stage(page)).to_contain_text("Going twice")


def test_bid_holds_although_others_have_passed_meanwhile(house):
    table = LaidTable(house, *scene("auction"))
    ply = table.session.state.ply
    table.do("pass", 1)
    assert table.session.is_current(Bid(120), ply)
    table.do("bid 115", 2)
    assert not table.session.is_current(Bid(120), ply)


@pytest.mark.parametrize(
    ("name", "doing"), [("auction", "pass"), ("want", "want 0"), ("place", "pass"), ("throw", "resign")]
)
def test_player_whose_time_is_up_wants_nothing_more(house, monkeypatch, name, doing):
    session = LaidTable(house, *scene(name)).session
    done: list[str] = []
    monkeypatch.setattr(session, "apply", lambda action, *_, **__: done.append(format_action(action)))
    session.forfeit(0, 0.0)
    assert done == [doing]
