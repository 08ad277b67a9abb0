"""Whole games in a real browser against the real server."""

import re

import pytest
from playwright.sync_api import Page

from tests.web.play import ANY_CHOICE, is_over, new_table, play_on

pytestmark = pytest.mark.slow
ROUNDS = {"rounds": 2}


def cash_shown(page: Page) -> list[str]:
    """What everybody has, without the changes that flash beside it."""
    return [each.split("\n")[0] for each in page.locator("tbody .cash").all_inner_texts()]


def test_from_the_front_page_to_a_table_in_one_click(url, new_page):
    page = new_page()
    page.goto(url)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_selector(".board")
    assert page.locator(".space").count() == 40
    assert page.get_by_role("row").count() == 5  # four players under the groups
    play_on(page, lambda: page.locator(".log li").count() > 12)


def test_whole_game_with_bots_to_the_end_and_its_replay(url, new_page):
    table, tokens = new_table(url, bots=2, options=ROUNDS)
    page = new_page()
    page.goto(f"{url}#/t/{table}/{tokens[0]}")
    page.wait_for_selector(".board")
    assert tokens[0] not in page.url
    play_on(page, is_over(page), 180)
    assert page.get_by_role("table", name="The game is over").get_by_role("row").count() == 4
    page.get_by_role("button", name="Check the dice").click()
    page.get_by_text("The seed matches").wait_for()
    page.get_by_role("link", name="Watch it again").click()
    page.get_by_role("button", name="To the beginning").click()
    page.wait_for_url(re.compile(r"/0$"))
    page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile(r"/1$"))
    page.get_by_role("heading", name=re.compile("^Move 1 of")).wait_for()


def test_reload_and_second_device_in_mid_game(url, new_page):
    table, tokens = new_table(url, bots=2)
    page = new_page()
    page.goto(f"{url}#/t/{table}/{tokens[0]}")
    page.wait_for_selector(".board")
    play_on(page, lambda: page.locator(".log li").count() > 20)
    page.locator(ANY_CHOICE).first.wait_for()
    cash, lines = cash_shown(page), page.locator(".log li").count()
    page.reload()
    page.locator(ANY_CHOICE).first.wait_for()
    assert cash_shown(page) == cash
    assert page.locator(".log li").count() == lines
    phone = new_page("phone")
    phone.goto(f"{url}#/t/{table}/{tokens[0]}")
    phone.locator(ANY_CHOICE).first.wait_for()
    assert cash_shown(phone) == cash


def test_two_people_at_one_table(url, new_page):
    table, tokens = new_table(url, bots=1, people=2, options={"rounds": 1})
    pages = [new_page(), new_page("phone")]
    for page, token in zip(pages, tokens, strict=True):
        page.goto(f"{url}#/t/{table}/{token}")
        page.wait_for_selector(".board")
    over = [is_over(page) for page in pages]

    def step() -> bool:
        for page in pages:
            button = page.locator(ANY_CHOICE).first
            if button.count():
                button.evaluate("button => button.click()")
        return all(each() for each in over)

    play_on(pages[0], step, 180)
    names = [page.locator(".end h2").inner_text() for page in pages]
    assert names[0] == names[1]


def test_spectator_sees_everything_and_may_do_nothing(url, new_page):
    table, _ = new_table(url, bots=2)
    page = new_page()
    page.goto(f"{url}#/t/{table}")
    page.wait_for_selector(".board")
    page.get_by_text("You are watching.").wait_for()
    assert page.locator(ANY_CHOICE).count() == 0


def test_new_table_with_house_rules_waits_for_friends(url, new_page):
    page = new_page()
    page.goto(f"{url}#/new")
    page.get_by_label(re.compile("The modern rulebook")).check()
    page.get_by_text("House rules").click()
    page.get_by_label("Double salary on GO").check()
    page.get_by_role("button", name="Set the table").click()
    page.get_by_role("heading", name="The table is being set").wait_for()
    friend = new_page("phone")
    friend.goto(page.url)
    friend.get_by_label("Your name").fill("Kit")
    friend.get_by_role("button", name="Sit down here").click()
    page.get_by_text("Kit").first.wait_for()
    page.get_by_role("button", name="Begin the game").click()
    page.wait_for_selector(".board")
    friend.wait_for_selector(".board")


def test_unknown_table_says_so(url, new_page):
    page = new_page(forgiving=True)
    page.goto(f"{url}#/t/nosuchtable000000000")
    page.get_by_text("There is no such table").wait_for()


def test_rules_page_finds_and_compares(url, new_page):
    page = new_page()
    page.goto(f"{url}#/rules/rent.mortgaged")
    page.locator(".target").wait_for()
    page.get_by_role("searchbox").fill("auction floor nobody zeppelin")
    page.get_by_text("No clause has these words.").wait_for()
    page.get_by_role("searchbox").fill("mortgage")
    page.get_by_label("Only where they differ").check()
    assert page.locator("article.many").count() >= 1


@pytest.mark.long
@pytest.mark.parametrize(
    ("edition", "variant"),
    [
        ("1935", ""), ("1935", "short"), ("classic", ""), ("anniversary", ""), ("anniversary", "short"),
        ("anniversary", "timed"), ("official", ""), ("modern", ""),
    ],
)  # fmt: skip
def test_each_game_to_its_own_end(url, new_page, edition, variant):
    timed = variant == "timed" or (edition, variant) == ("1935", "short")
    table, tokens = new_table(url, bots=2, edition=edition, variant=variant, clock={"hour": 60} if timed else {})
    page = new_page()
    page.goto(f"{url}#/t/{table}/{tokens[0]}")
    page.wait_for_selector(".board")
    play_on(page, is_over(page), 1800)
