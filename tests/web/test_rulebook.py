"""The page of the five rulebooks in a real browser."""

import re

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.slow


def open_rules(page: Page, url: str, clause: str = "") -> None:
    """Opens the rules, at a clause if one is named."""
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
    told = [int(number) for number in re.findall(r"\d+", counted.inner_text())]
    assert len(told) == 2
    assert sum(told) == found
    words.fill("no such words")
    expect(counted).to_have_text("0 clauses")
    expect(page.get_by_text("Nothing in the rules has these words.")).to_be_visible()


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
