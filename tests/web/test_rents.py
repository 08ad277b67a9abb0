"""Rents asked in time, late and too late, and the tax that is chosen blind."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.web.browser import Traffic
from tests.web.laid import LaidTable
from tests.web.play import choices, logged, space, stage, standings
from tests.web.scenes import scene
from ventnor.kernel.finish import worth
from ventnor.kernel.tax import taxable_worth

pytestmark = pytest.mark.slow


def test_rent_asked_late(sit):
    page, table = sit("rent")
    table.do("end-turn", 1)
    table.do("roll 1 3", 2)
    asking = page.get_by_role("button", name=re.compile("Ask Agnes for .* rent for Oriental Avenue"))
    asking.wait_for()
    # A rent to ask for is a decision: nobody skips it.
    expect(page.get_by_role("button", name="Skip to the next decision")).to_have_count(0)
    asking.click()
    logged(page, "Agnes pays Robin $270 rent for Oriental Avenue.")
    assert table.game.cash[0] == 642 + 270


def test_rent_asked_too_late(sit):
    page, table = sit("rent")
    asking = page.get_by_role("button", name=re.compile("Ask Agnes for .* rent for Oriental Avenue"))
    asking.wait_for()
    for doing in (("end-turn", 1), ("roll 1 3", 2), ("end-turn", 2), ("roll 1 3", 3)):
        table.do(*doing)
    logged(page, "Robin can no longer ask Agnes for the rent of Oriental Avenue.")
    expect(asking).to_have_count(0)
    assert table.game.cash[0] == 642


def test_sharp_table_tells_nothing_and_may_be_asked_all_the_same(house, new_page):
    table = LaidTable(house, *scene("rent"), manner="sharp")
    page = new_page()
    heard = Traffic(page)
    table.open(page)
    logged(page, "Agnes moves from GO to Oriental Avenue.")
    expect(page.get_by_role("button", name=re.compile("rent for Oriental"))).to_have_count(0)
    everything = heard.text
    # The traffic that is searched includes the throw that made the rent due.
    for word in ('"type":"welcome"', '"event":"threw"', '"claims":[]'):
        assert word in everything
    assert "rent-fell-due" not in everything
    assert not [claim for claim in re.findall(r'"claims":(\[[^\]]*\])', everything) if claim != "[]"]
    space(page, "Oriental").click()
    page.get_by_role("button", name="Ask Agnes for rent").click()
    logged(page, "Agnes pays Robin $270 rent for Oriental Avenue.")


def test_tax_is_chosen_blind(house, new_page):
    """No player's worth appears in any page or its traffic before the choice is made."""
    table = LaidTable(house, *scene("tax"), people=(0, 1))
    pages = [new_page() for _ in range(3)]
    traffic = [Traffic(page) for page in pages]
    for page, seat in zip(pages, (0, 1, None), strict=True):
        table.open(page, seat)
    payer, other, _ = pages
    percent = choices(payer).filter(has_text="Pay 10%")
    percent.wait_for()
    whole = 842 + 320 + 8 * 50 + 220 + 280 + 400 + 150  # cash after the salary, light blue with houses, and the rest
    share = -(-whole // 10)
    records = table.game.engine.state, table.game.engine.tables
    worths = {add_up(*records, seat) for add_up in (taxable_worth, worth) for seat in range(4)}
    assert whole in worths
    # Nor in previews: the payer must choose first, others may deal with each other.
    for page, deed, answer in (
        (payer, "Reading", "Choose how to pay your tax first."),
        (other, "Electric", "utilities"),
    ):
        page.get_by_role("button", name="Offer a deal").click()
        page.get_by_role("radio", name="Bruno").check(force=True)
        page.get_by_role("region", name="You give").get_by_role("button", name=deed).click()
        expect(page.get_by_role("group", name="What it would do")).to_contain_text(answer)
        page.keyboard.press("Escape")
    space(payer, "Vermont").click()
    expect(stage(payer)).to_contain_text("$270")
    payer.keyboard.press("Escape")
    for page, heard in zip(pages, traffic, strict=True):
        expect(page.get_by_role("status").first).to_have_text(re.compile("How will you pay|Robin chooses"))
        said = heard.text
        assert '"kind":"tax"' in said
        assert re.search(r"/version\n.*protocol", said)
        kept = json.dumps(page.evaluate("[{...localStorage}, {...sessionStorage}]"))
        # The text of the rule, which comes with a refusal, contains the word.
        shown = page.content() + kept + re.sub(r'"rule":"[^"]*total worth', "", said)
        for word in ("worth", f"{share}", *(f"{each}" for each in worths), *(f"{each:,}" for each in worths)):
            assert not re.search(rf"\b{word}\b", shown), word
    assert '"type":"refused"' in traffic[0].text
    assert '"type":"previewed"' in traffic[1].text
    percent.click()
    for page, heard in zip(pages, traffic, strict=True):
        logged(page, f"Robin pays the Bank ${share} tax.")
        # Where it stands now it would have been found before.
        assert re.search(rf"\b{share}\b", page.content())
        assert re.search(rf"\b{share}\b", heard.text)


def test_last_rent_when_the_hour_has_struck(sit):
    page, _ = sit("last-rent")
    choices(page).filter(has_text="Ask Agnes").click()
    expect(standings(page).get_by_role("row")).to_have_count(5)
