"""The page of the five rulebooks in a real browser."""

import re

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.slow


def open_rules(page: Page, url: str, clause: str = "") -> None:
    """Open the rules, at a clause if one is named."""
    page.goto(f"{url}#/rules/{clause}".rstrip("/"))
    page.get_by_role("heading", level=1, name="The rules").wait_for()


def test_clause_that_a_search_hides_is_shown_when_one_goes_there(house, new_page):
    page = new_page()
    open_rules(page, house.url, "setup.cash")
    words, raising = page.get_by_role("searchbox"), page.locator("[id='debt.raise']")
    words.fill("three to seven")
    expect(raising).to_have_count(0)
    page.evaluate("location.hash = '#/rules/debt.raise'")
    expect(raising).to_be_focused()
    expect(raising).to_be_in_viewport()
    expect(words).to_have_value("")
    # Where one is already: the address does not change, and the clause comes back nevertheless.
    words.fill("mortgage")
    page.locator("a[href$='#/rules/debt.raise']").locator("visible=true").first.click()
    expect(raising).to_be_focused()


def test_search_stays_where_the_clause_is_among_what_was_found(house, new_page):
    page = new_page()
    open_rules(page, house.url)
    page.get_by_role("searchbox").fill("just visiting")
    page.get_by_role("link", name="Just visiting", exact=True).first.click()
    expect(page.get_by_role("searchbox")).to_have_value("just visiting")
    expect(page.locator("article:focus")).to_contain_text("Just visiting")


def test_one_book_at_least_is_shown(house, new_page):
    page = new_page()
    open_rules(page, house.url)
    books = page.get_by_role("group", name="Rulebooks shown").get_by_role("checkbox")
    for book in books.all()[1:]:
        book.uncheck()
    last = books.first
    expect(last).to_have_attribute("aria-disabled", "true")
    expect(last).to_have_accessible_description("One rulebook at least is always shown.")
    last.focus()
    page.keyboard.press("Space")
    last.click(force=True)
    expect(last).to_be_checked()
    expect(page.locator("[id='setup.players']")).to_contain_text("Three to seven may play.")
    books.nth(1).check()
    expect(last).not_to_have_attribute("aria-disabled", "true")
    last.uncheck()
    expect(last).not_to_be_checked()


def test_what_was_found_is_counted_with_the_house_rules(house, new_page):
    page = new_page()
    open_rules(page, house.url)
    counted, words = page.get_by_role("status"), page.get_by_role("searchbox")
    words.fill("parking pot")
    found = page.get_by_role("article").count()
    counts = [int(number) for number in re.findall(r"\d+", counted.inner_text())]
    assert len(counts) == 2
    assert sum(counts) == found
    words.fill("no such words")
    expect(counted).to_have_text("0 clauses")
    expect(page.get_by_text("No rule has these words.")).to_be_visible()


def test_other_words_for_the_same_rule_are_no_difference(house, new_page):
    page = new_page()
    open_rules(page, house.url)
    salary, jail = (page.locator(f"[id='{clause}']") for clause in ("go.salary", "jail.doubles-no-second"))
    expect(salary).to_contain_text("Other words for the same rule as in official.")
    expect(salary.locator("mark")).to_have_count(0)
    expect(salary).not_to_have_class(re.compile("many"))
    expect(jail).not_to_contain_text("Other words for the same rule")
    expect(jail.locator("mark").first).to_be_visible()
    page.get_by_role("checkbox", name="Only where they differ").check()
    expect(salary).to_have_count(0)
    expect(jail).to_have_count(1)


def test_what_was_searched_for_is_marked_and_titles_come_first(house, new_page):
    page = new_page()
    open_rules(page, house.url)
    words = page.get_by_role("searchbox")
    words.fill("mortgage")
    expect(page.get_by_role("heading", level=2).first).to_have_text("About “mortgage”")
    titles = page.get_by_role("heading", level=3).all_inner_texts()
    about = ["mortgage" in each.split("§")[0].lower() for each in titles if "§" in each]
    assert about[0]
    assert about == sorted(about, reverse=True)
    expect(page.get_by_role("article").first.locator("mark").first).to_have_text("mortgage")
    page.get_by_role("button", name="Clear the search").click()
    expect(words).to_have_value("")
    expect(words).to_be_focused()
    expect(page.locator("mark.hit")).to_have_count(0)
    expect(page.get_by_text("Highlighted: differs from the official rulebook")).to_be_visible()


def test_what_a_rulebook_states_in_part_is_told(house, new_page):
    page = new_page()
    open_rules(page, house.url, "rent.mortgaged")
    clause = page.locator("[id='rent.mortgaged']")
    expect(clause).to_contain_text("The rulebook of 1935 says only: no rent on a mortgaged property.")
    expect(clause).not_to_contain_text("The rulebook is silent")


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_the_rules_of_a_game_stand_on_one_page(house, new_page, size):
    page = new_page(size)
    open_rules(page, house.url)
    page.get_by_role("link", name="On one page").click()
    page.get_by_role("link", name="The anniversary Short Game").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("The anniversary Short Game")
    expect(page.get_by_text("a hotel as 4 houses")).to_be_visible()
    expect(page.get_by_role("link", name="The anniversary Short Game")).to_have_attribute("aria-current", "page")
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0


def test_every_sheet_prints_on_one_side_of_paper(house, new_page):
    page = new_page()
    for game in ("1935", "1935/short", "anniversary/short", "modern"):
        page.goto(f"{house.url}#/sheet/{game}")
        page.get_by_role("heading", level=2, name="The object").wait_for()
        printed = page.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b(?!s)", printed)) == 1, game


def test_a_sheet_that_does_not_exist_offers_those_that_do(house, new_page):
    page = new_page()
    page.goto(f"{house.url}#/sheet/1936")
    expect(page.get_by_text("There is no such game")).to_be_visible()
    expect(page.get_by_role("navigation", name="Games").get_by_role("link")).to_have_count(8)
