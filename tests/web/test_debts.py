"""Debts and bankruptcies in a real browser."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.laid import LaidTable, sit_together
from tests.web.play import bid, choices, find_offer, logged, stage
from tests.web.scenes import scene

pytestmark = pytest.mark.slow


def test_debt_with_a_plan_and_payment(sit):
    page, table = sit("debt")
    # The plan comes first, a deal second; choosing oneself is one press away.
    names = stage(page).get_by_role("button", name=re.compile("^Do this|^Choose myself|deal instead$"))
    expect(names).to_have_text(["Do this and pay $750", "Choose myself", "Offer Agnes a deal instead"])
    expect(stage(page)).to_contain_text("Rent")
    # Each step in its turn, with what it brings; then what is left, and what becomes of the rents.
    steps = page.get_by_role("group", name="Step by step").get_by_role("list").first.get_by_role("listitem")
    expect(steps.first).to_have_text("Mortgage Water Works +$75")
    expect(steps.last).to_have_text("Pay Agnes $750")
    # Equal steps are shown as one.
    expect(steps.filter(has_text="Sell from Vermont")).to_have_text("Sell from Vermont ×3 +$75")
    expect(stage(page)).to_contain_text("Cash $90 + $665")
    expect(stage(page)).to_contain_text("Water Works: rent ×4 → $0")
    page.get_by_role("button", name="Do this").click()
    logged(page, "Robin pays Agnes $750 rent for Tennessee Avenue.")
    assert table.game.cash[1] == 388 + 750


def test_way_out_of_a_debt_stays_when_an_offer_comes_in(sit):
    page, table = sit("debt")
    way = page.get_by_role("group", name="Step by step")
    way.wait_for()
    table.do("offer 0 give ventnor get water-works", 2)
    page.get_by_role("list", name="Offers").wait_for()
    expect(page.get_by_role("button", name="Do this")).to_be_visible()
    table.do("withdraw 1", 2)
    expect(page.get_by_role("list", name="Offers")).to_have_count(0)
    page.get_by_role("button", name="Do this").click()
    logged(page, "Robin pays Agnes $750 rent for Tennessee Avenue.")


def test_way_out_that_one_does_not_like_is_left_for_ones_own(sit):
    page, table = sit("debt")
    way = page.get_by_role("group", name="Step by step")
    way.wait_for()
    ply = table.game.ply
    page.get_by_role("button", name="Choose myself").click()
    expect(way).to_have_count(0)
    expect(page.get_by_role("button", name="Suggest a way to pay")).to_be_focused()
    expect(stage(page).get_by_text("Ways to raise cash")).to_be_visible()
    assert table.game.ply == ply


def test_nobody_is_told_to_raise_what_cannot_be_raised(sit):
    page, _ = sit("bank-ruin")
    expect(stage(page)).to_contain_text("Only a deal can help now")
    expect(stage(page).get_by_role("button", name="Ask Bruno for a deal instead")).to_be_visible()
    expect(stage(page)).not_to_contain_text("Sell buildings, mortgage deeds")


def test_next_debt_has_its_own_plan(sit):
    page, table = sit("debt")
    page.get_by_role("button", name="Do this").click()
    logged(page, "Robin pays Agnes $750 rent for Tennessee Avenue.")
    position, doings = scene("debt")
    table.lay(position, doings)
    expect(page.get_by_role("group", name="Step by step").get_by_role("listitem").first).to_contain_text("Mortgage")


def test_debt_is_paid_in_kind(house, new_page):
    table, (robin, agnes) = sit_together(house, new_page, "debt", (0, 1))
    expect(stage(robin)).to_contain_text("$750")
    robin.get_by_role("button", name="Offer Agnes a deal instead").click()
    expect(robin.get_by_role("radio", name="Agnes")).to_be_checked()
    settled = robin.get_by_role("spinbutton", name="Settles so much of your debt")
    # The missing sum is filled in; less is possible.
    expect(settled).to_have_value("660")
    settled.fill("300")
    robin.get_by_role("region", name="You give").get_by_role("button", name="Marvin").click()
    expect(robin.get_by_role("group", name="What it would do")).to_contain_text("You: total rents")
    robin.get_by_role("button", name="Send offer").click()
    logged(robin, "Robin offers Agnes")
    find_offer(robin)
    expect(robin.get_by_role("region", name="You get", exact=True)).to_contain_text("Settles $300 of your debt")
    robin.keyboard.press("Escape")
    find_offer(agnes)
    expect(agnes.get_by_role("region", name="You give", exact=True)).to_contain_text("Settles $300 of Robin's debt")
    expect(agnes.get_by_role("region", name="You get", exact=True)).to_contain_text("Marvin Gardens")
    agnes.get_by_role("button", name="Accept", exact=True).click()
    logged(robin, "Agnes accepts Robin's offer.")
    expect(robin.get_by_role("status").first).to_have_text("You owe Agnes $450")
    expect(stage(robin)).to_contain_text("$450")
    expect(agnes.get_by_role("status").first).to_contain_text("$450")
    assert table.game.owner("marvin-gardens") == 1
    assert [debt.amount for debt in table.game.view(0).debts] == [450]
    # The rest is raised in the usual way.
    robin.get_by_role("button", name="Do this").click()
    logged(agnes, "Robin pays Agnes $450")
    assert table.game.cash[1] == 388 + 450


def test_bankruptcy_to_a_player_is_asked_about_twice(sit):
    page, table = sit("ruin")
    expect(stage(page)).to_contain_text("Only a deal can help now")
    choices(page).filter(has_text="Go bankrupt").click()
    asked = page.get_by_role("alertdialog", name=re.compile("Go bankrupt"))
    expect(asked.get_by_role("button", name="No, play on")).to_be_focused()
    # What the deeds cost whoever takes them over is told beside what they bring.
    expect(asked).to_contain_text(re.compile(r"Agnes would receive \$90 and \d+ deeds?, and pay \$10 interest"))
    page.keyboard.press("Enter")
    expect(choices(page).filter(has_text="Go bankrupt")).to_be_focused()
    assert not table.game.retired[0]
    page.keyboard.press("Enter")
    asked.get_by_role("button", name="Yes, do it").click()
    logged(page, "Robin is bankrupt, owing Agnes $750, and leaves the game.")
    logged(page, "Robin hands Reading Railroad to Agnes.")
    assert table.game.retired[0]
    assert table.game.owner("reading") == 1
    # The panel of my bankruptcy names the debt, and stays; I can make no offers any more.
    beaten = stage(page).get_by_role("region", name="You are bankrupt")
    expect(beaten).to_contain_text("You could not pay Agnes $750.")
    expect(beaten).to_contain_text("Place 4 of 4")
    expect(page.get_by_role("button", name="Offer a deal")).to_have_count(0)


def test_heir_without_cash_is_said_to_owe_the_interest(house, new_page):
    position, doings = scene("ruin")
    poor = [{**seat, "cash": 3} if index == 1 else seat for index, seat in enumerate(position["seats"])]
    poor[0] |= {"cash": 0}
    page = new_page()
    LaidTable(house, {**position, "seats": poor}, doings).open(page)
    choices(page).filter(has_text="Go bankrupt").click()
    expect(page.get_by_role("alertdialog")).to_contain_text("receive $0 and 1 deed, and pay $10 interest")


def test_bankruptcy_to_the_bank_auctions_what_is_left(house, new_page):
    table, (robin, bruno) = sit_together(house, new_page, "bank-ruin", (0, 2))
    choices(robin).filter(has_text="Go bankrupt").click()
    robin.get_by_role("alertdialog").get_by_role("button", name="Yes, do it").click()
    logged(robin, "Robin is bankrupt, owing the Bank $200, and leaves the game.")
    logged(bruno, "The Bank will auction the deeds of Robin")
    item = str(table.game.awaiting.item)
    while table.game.awaiting.kind == "bid" and table.game.awaiting.item == item:
        if table.game.to_act == 2:
            bid(bruno, 50)
            logged(bruno, "Bruno bids $50.")
        else:
            table.do("pass", table.game.to_act)
    logged(robin, "Bruno wins")
    assert table.game.owner(item) == 2
