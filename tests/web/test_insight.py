"""Chances, reviews, the coach, and "My games"."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.laid import LaidTable
from tests.web.reviewed import answer_reviews, over_table
from tests.web.scenes import scene
from tests.web.test_axe import AXE, SMALL, violations

pytestmark = pytest.mark.slow
SIZES = ("laptop", "desk", "phone")
SUGGESTION: dict[str, Any] = {
    "action": "buy",
    "plan": ["buy"],
    "sentence": "Buy it.",
    "reason": "Your rents would go up by $28.",
    "chance": 0.41,
    "error": 0.02,
    "behind": 0,
    "behind_error": 0,
    "chances": [0.41, 0.2, 0.2, 0.19],
    "method": "truncated",
    "rollouts": 288,
    "partner": None,
    "limit": None,
}
VERDICT = {
    "seat": 0,
    "text": "decline",
    "loss": 0.064,
    "error": 0.01,
    "mark": "mistake",
    "better": "buy",
    "sentence": "Buy Pennsylvania Avenue for $320.",
    "reason": "Your rents would go up by $28.",
}


def ply_of(url: str) -> int:
    """Return the move that the address of a replay names."""
    return int(url.rsplit("/", 1)[1])


def sound(page: Page) -> None:
    """Check a screen with axe, that fingers can press what is on it, and that it does not scroll sideways."""
    page.evaluate(f"() => {{ {AXE.read_text(encoding='utf-8')} }}")
    assert violations(page) == []
    if page.evaluate("matchMedia('(pointer: coarse)').matches"):
        assert page.evaluate(SMALL) == []
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", SIZES)
def test_review_shows_chances_sums_and_moves(house, new_page, size):
    table, _, plies = over_table(house)
    page = new_page(size)
    answer_reviews(page, plies)
    page.goto(f"{house.url}#/review/{table}")
    expect(page.get_by_role("img", name=re.compile("^Chart of the chances to win: Robin 62%"))).to_be_visible()
    sums = page.get_by_role("region", name="Luck and skill").last
    row = sums.get_by_role("row", name=re.compile("^Agnes"))
    expect(row).to_contain_text("+25.0")
    # The name is on one line.
    assert row.get_by_role("rowheader").evaluate("each => each.clientHeight") < 44
    moves = page.locator("section[aria-labelledby=moves]")
    expect(moves.get_by_role("listitem")).to_have_count(1)
    expect(moves).to_contain_text("Mistake. Turn 1: Something happens in move 2.")
    expect(moves).to_contain_text("\N{MINUS SIGN}6.4 points")
    expect(moves).to_contain_text("Better: Buy Oriental Avenue for $100.")
    sound(page)
    page.get_by_text("Chances after each turn, as a table").click()
    expect(page.get_by_role("table").nth(0).get_by_role("row")).to_have_count(1 + (plies + 1) // 2)
    moves.get_by_role("link", name="Show on the board").click()
    page.get_by_role("heading", name=re.compile("^Move 1 of")).wait_for()


def test_review_that_is_refused_can_be_tried_again(house, new_page):
    table, _, plies = over_table(house)
    page = new_page(expected=["503"])
    problem = {
        "type": "error",
        "code": "busy",
        "why": "Busy.",
        "id": "",
        "because": [{"name": "insight-busy", "fields": {}}],
    }
    page.route("**/review", lambda route: route.fulfill(status=503, json=problem))
    page.goto(f"{house.url}#/review/{table}")
    expect(page.get_by_role("alert")).to_have_text("The server is busy with other reviews. Try again in a minute.")
    page.unroute("**/review")
    answer_reviews(page, plies)
    page.get_by_role("button", name="Try again").press("Enter")
    expect(page.get_by_role("heading", name="Luck and skill")).to_be_visible()


def test_review_is_saved_as_one_file(house, new_page, tmp_path: Path):
    table, _, plies = over_table(house)
    page = new_page()
    answer_reviews(page, plies)
    page.route("**/review.html", lambda route: route.fulfill(status=200, content_type="text/html", body="<p>saved</p>"))
    page.goto(f"{house.url}#/review/{table}")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as one file").click()
    download.value.save_as(tmp_path / "review.html")
    assert (tmp_path / "review.html").read_text() == "<p>saved</p>"
    assert download.value.suggested_filename == f"{table}-review.html"


def test_review_without_a_game_says_so(house, new_page):
    page = new_page()
    page.goto(f"{house.url}#/review/nosuchtable000000000")
    expect(page.get_by_text("There is no finished game at this address.")).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
def test_end_shows_luck_the_turn_that_decided_and_the_way_to_the_review(house, new_page, size):
    table, token, plies = over_table(house)
    page = new_page(size)
    answer_reviews(page, plies)
    page.goto(f"{house.url}#/t/{table}/{token}")
    review = page.get_by_role("region", name="Review of the game")
    expect(review.get_by_role("row", name=re.compile("^Agnes"))).to_contain_text("+25.0")
    expect(review).to_contain_text("Turn 3 decided it for Robin.")
    review.get_by_role("link", name="Review the game").click()
    expect(page.get_by_role("heading", name="Review of the game")).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
def test_replay_shows_chances_and_jumps_by_moment_and_turn(house, new_page, size):
    table, _, plies = over_table(house)
    page = new_page(size)
    answer_reviews(page, plies)
    page.goto(f"{house.url}#/replay/{table}/1")
    expect(page.get_by_role("img", name=re.compile("^Chances to win: Robin 40%"))).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("^Chart of the chances"))).to_be_visible()
    forth = page.get_by_role("button", name="Next key moment")
    forth.click()
    page.get_by_role("heading", name=re.compile("^Move 3 of")).wait_for()
    expect(page.get_by_text("Key moment: Robin \N{MINUS SIGN}17.0 points")).to_be_visible()
    page.keyboard.press("m")
    page.get_by_role("heading", name=re.compile("^Move 5 of")).wait_for()
    expect(forth).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Shift+M")
    page.get_by_role("heading", name=re.compile("^Move 3 of")).wait_for()
    page.keyboard.press("Shift+ArrowRight")
    # The address follows the heading.
    page.wait_for_url(lambda url: ply_of(url) > 3)
    on = ply_of(page.url)
    page.get_by_role("button", name="One turn back").click()
    page.wait_for_url(lambda url: ply_of(url) < on)
    sound(page)


@pytest.mark.parametrize("size", SIZES)
def test_coach_suggests_and_says_afterwards_what_a_move_cost(house, new_page, size):
    page = new_page(size)
    asked: list[bool] = []

    def answer(route: Route) -> None:
        judge = bool(route.request.post_data_json["judge"])
        asked.append(judge)
        advised = {"type": "advised", "ply": 1, "candidates": [SUGGESTION]}
        route.fulfill(status=200, json={"type": "judged", "ply": 5, "decision": VERDICT} if judge else advised)

    page.route("**/coach", answer)
    page.goto(house.url)
    page.evaluate("localStorage.setItem('ventnor.likes', JSON.stringify({coach: true}))")
    page.goto("about:blank")
    LaidTable(house, *scene("buy"), coach=True).open(page)
    page.get_by_role("button", name="Coach: what would you do?").press("Enter")
    sheet = page.get_by_role("dialog", name="What would you do?")
    expect(sheet).to_contain_text("Buy it.")
    expect(sheet).to_contain_text("41%")
    sound(page)
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    page.get_by_role("group", name="Your actions").get_by_role("button", name=re.compile("^Do not buy")).first.click()
    note = page.get_by_role("status").filter(has_text="That cost you 6 points.")
    expect(note).to_contain_text("Better: Buy Pennsylvania Avenue for $320.")
    assert asked[0] is False
    assert asked[-1] is True
    note.get_by_role("button").click()
    expect(note).to_have_count(0)


def test_no_coach_where_the_table_has_none(house, new_page):
    page = new_page()
    LaidTable(house, *scene("buy")).open(page)
    expect(page.get_by_role("button", name="Offer a deal")).to_be_visible()
    expect(page.get_by_role("button", name="Coach: what would you do?")).to_have_count(0)


@pytest.mark.parametrize(
    ("viewers", "seat", "shown"), [("watchers", None, 1), ("watchers", 0, 0), ("everybody", 0, 1), ("nobody", None, 0)]
)
def test_running_game_shows_its_chances_to_whom_the_table_allows(house, new_page, viewers, seat, shown):
    page = new_page()
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=200, json={"ply": 1, "chances": [0.4, 0.3, 0.2, 0.1]})

    page.route("**/chances/now", answer)
    LaidTable(house, *scene("buy"), chances=viewers).open(page, seat)
    page.get_by_role("table", name="Who holds what").wait_for()
    expect(page.get_by_role("img", name=re.compile("^Chances to win: Robin 40%"))).to_have_count(shown)
    assert bool(asked) == bool(shown)


def game(number: int, **changes: Any) -> dict[str, Any]:
    """Return a remembered game."""
    return {
        "table": f"t{number}",
        "at": 1_790_000_000_000 + number,
        "edition": "official",
        "title": "",
        "name": "Robin",
        "rivals": ["Agnes"],
        "place": number,
        "players": 4,
        "groups": {"orange": 2},
        "luck": 0.1,
        "skill": -0.2,
        **changes,
    }


def bring(page: Page, content: str) -> None:
    """Open a file of saved games."""
    file = {"name": "games.json", "mimeType": "application/json", "buffer": content.encode()}
    page.locator("input[type=file]").set_input_files(files=[file])


@pytest.mark.parametrize("size", SIZES)
def test_my_games_are_counted_saved_and_opened_elsewhere(house, new_page, size, tmp_path: Path):
    table, token, plies = over_table(house)
    page = new_page(size)
    answer_reviews(page, plies)
    page.goto(f"{house.url}#/t/{table}/{token}")
    page.get_by_role("region", name="Review of the game").get_by_role("row").first.wait_for()
    page.goto(f"{house.url}#/mine")
    figures = page.locator("dl")
    expect(figures).to_contain_text("Luck so far")
    expect(figures).to_contain_text("\N{MINUS SIGN}20.0")
    sound(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save my games").click()
    download.value.save_as(tmp_path / "games.json")
    other = new_page(size)
    other.goto(f"{house.url}#/mine")
    bring(other, (tmp_path / "games.json").read_text())
    expect(other.get_by_role("status")).to_have_text("One game was new.")
    expect(other.get_by_role("link", name="Review the game")).to_have_attribute("href", f"#/review/{table}")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("no file", "This file does not hold saved games of Ventnor."),
        ('{"games": []}', "This file does not hold saved games of Ventnor."),
        ('{"format": "ventnor games", "version": 2, "games": []}', "This file was saved by a newer Ventnor."),
        (
            json.dumps({"format": "ventnor games", "version": 1, "games": [game(1), game(2, place=5)]}),
            "Game 2 in the file is damaged: its “place” is wrong. Nothing was changed.",
        ),
        (
            json.dumps({"format": "ventnor games", "version": 1, "games": [game(1, groups={"gold": 1})]}),
            "Game 1 in the file is damaged: its “groups” is wrong. Nothing was changed.",
        ),
    ],
)
def test_damaged_file_of_games_changes_nothing(house, new_page, content, why):
    page = new_page()
    page.goto(f"{house.url}#/mine")
    bring(page, content)
    expect(page.get_by_role("alert")).to_contain_text(why)
    expect(page.get_by_text("No game has ended on this device yet.")).to_be_visible()
