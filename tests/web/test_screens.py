"""No text of any screen is cut off, covered or outside the window, at any size, in both languages, and at 200%."""

import pytest

from dev.screens import LARGE, WAYS, Way, look
from tests.web.clipping import faults
from tests.web.screens import SCREENS, show

SAMPLE = (
    ("home", Way("phone", "pseudo")),
    ("home", Way("laptop", zoom=2)),
    ("home", Way("phone", letters=2)),
    ("buy", Way("laptop", "pseudo")),
    ("auction", Way("phone")),
    ("eight", Way("phone", letters=2)),
    ("deal", Way("phone", letters=2)),
    ("throw", Way("laptop", letters=2)),
    ("throw", Way("desk", "pseudo")),
    ("rules", Way("phone", "pseudo")),
    ("real-throw", Way("phone", letters=2)),
    ("real-card", Way("laptop", "pseudo")),
    ("real-deal", Way("phone", zoom=2)),
    ("stuck", Way("phone")),
    ("players", Way("phone", letters=2)),
    ("fallen", Way("phone", zoom=2)),
    ("lost", Way("phone", zoom=2)),
    ("rent", Way("phone", zoom=2)),
    ("deed-planned", Way("desk", zoom=2)),
    ("long-names", Way("desk", zoom=2)),
)


@pytest.mark.slow
def test_sample_of_screens_shows_all_its_text(house, browser):
    found = [fault for name, way in SAMPLE for fault in look(house, browser, name, way)]
    assert found == []


@pytest.mark.long
@pytest.mark.parametrize("name", SCREENS)
def test_every_screen_shows_all_its_text(house, browser, name):
    found = [fault for way in (*WAYS, *LARGE) for fault in look(house, browser, name, way)]
    assert found == []


@pytest.mark.slow
@pytest.mark.parametrize("size", ["laptop", "phone"])
@pytest.mark.parametrize(
    ("name", "button"),
    [
        ("debt-planned", "Do this"),
        ("deed-planned", "Do all of it"),
        ("deeds-planned", "Do all of it"),
        ("deal", "Send offer"),
    ],
)
def test_button_that_does_it_is_in_sight(house, new_page, name, button, size):
    page = new_page(size)
    show(house, page, name)
    middle = page.get_by_role("region", name="On the table now").bounding_box()
    box = page.get_by_role("button", name=button).bounding_box()
    assert middle is not None
    assert box is not None
    assert box["y"] + box["height"] <= middle["y"] + middle["height"]


@pytest.mark.slow
@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_effects_of_a_deal_are_whole_in_a_longer_language_too(house, new_page, size):
    page = new_page(size)
    show(house, page, "deal", "pseudo")
    hidden = page.locator(".effects").evaluate("e => e.scrollHeight - e.clientHeight")
    assert hidden <= 0


@pytest.mark.slow
@pytest.mark.parametrize("name", ["buy", "auction", "debt"])
def test_what_is_decided_is_no_wider_than_the_window_in_large_letters(house, new_page, name):
    page = new_page("phone", letters=2)
    show(house, page, name)
    stage = page.get_by_role("region", name="On the table now")
    right = stage.evaluate("e => Math.max(...[...e.querySelectorAll('*')].map(i => i.getBoundingClientRect().right))")
    width = page.evaluate("innerWidth")
    assert right <= width


@pytest.mark.slow
def test_every_space_is_reached_by_large_buttons(house, new_page):
    page = new_page("phone")
    show(house, page, "space")
    along = page.get_by_role("group", name="Along the board").get_by_role("button")
    for expected in ("Kentucky", "Chance", "Indiana"):
        assert along.nth(1).inner_text() == expected
        along.nth(1).tap()
    page.get_by_role("article", name="Indiana Avenue").wait_for()


@pytest.mark.slow
def test_what_is_cut_off_covered_or_outside_is_found(browser):
    page = browser.new_page(viewport={"width": 400, "height": 300})
    page.set_content(
        """<main><p style="width:60px;overflow:hidden;white-space:nowrap">words that are cut off</p>
        <p style="width:60px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap">words that are shortened</p>
        <p style="position:absolute;left:20px;top:150px;margin:0">below</p>
        <p style="position:absolute;left:22px;top:152px;margin:0">above</p>
        <p style="position:absolute;left:380px;top:200px;white-space:nowrap">words outside</p>
        <input placeholder="a long invitation to write" style="width:60px">
        <select style="width:60px"><option>a choice with many words</option></select>
        <div style="width:60px;overflow-x:auto"><p style="width:90px;margin:0">too wide</p></div>
        <div data-sideways style="width:60px;overflow-x:auto"><p style="width:90px;margin:0">on purpose</p></div>
        <p style="height:40px;overflow-y:auto">words<br>that<br>scroll<br>are<br>not<br>lost</p>
        <div style="height:40px;overflow-y:auto">some<br>more<br>lines<b style="position:sticky;bottom:0;display:block;
        background:white">sticks</b></div>
        <div style="height:80px;overflow-y:auto"><p style="margin:0">beneath</p><b style="position:sticky;bottom:0;
        display:block;margin-top:-1.2em;background:white">atop</b></div></main>"""
    )
    found = "\n".join(faults(page))
    page.close()
    for each in (
        "cut off: “words that are cut off”",
        "cut off: “words that are shortened”",
        "cut off: “a long invitation",
        "cut off: “a choice with",
    ):
        assert each in found
    assert "overlaps “above”: “below”" in found
    assert "off the window: “words outside”" in found
    assert "needs scrolling sideways: “too wide”" in found
    assert "on purpose" not in found
    assert "lost" not in found
    assert "“scroll”" not in found
    assert "sticks" not in found
    assert "overlaps “atop”: “beneath”" in found
