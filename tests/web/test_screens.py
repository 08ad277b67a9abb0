"""No text of any screen is cut off, covered or outside the window, at no size, in no language, at 200% either."""

import pytest

from dev.screens import WAYS, ZOOMED, look
from tests.web.clipping import faults
from tests.web.screens import SCREENS

SAMPLE = (
    ("home", ("phone", "pseudo", 1)),
    ("home", ("laptop", "en", 2)),
    ("buy", ("laptop", "pseudo", 1)),
    ("auction", ("phone", "en", 1)),
    ("throw", ("desk", "pseudo", 1)),
)


@pytest.mark.slow
def test_sample_of_screens_shows_all_its_text(house, browser):
    found = [fault for name, way in SAMPLE for fault in look(house, browser, name, way)]
    assert found == []


@pytest.mark.long
@pytest.mark.parametrize("name", SCREENS)
def test_every_screen_shows_all_its_text(house, browser, name):
    found = [fault for way in (*WAYS, *ZOOMED) for fault in look(house, browser, name, way)]
    assert found == []


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
    assert "lost" not in found
    assert "“scroll”" not in found
    assert "sticks" not in found
    assert "overlaps “atop”: “beneath”" in found
