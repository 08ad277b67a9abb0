"""How to play: one screen with pictures, which is one page on paper."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.clipping import has_no_faults
from tests.web.play import eventually
from tests.web.test_axe import AXE, violations

pytestmark = pytest.mark.slow
FITS = "document.documentElement.scrollHeight <= innerHeight"


@pytest.mark.parametrize("size", ["laptop", "desk", "phone"])
def test_every_step_has_a_picture(house, new_page, size):
    page = new_page(size)
    page.goto(f"{house.url}#/how")
    steps = page.get_by_role("main").get_by_role("listitem")
    expect(steps).to_have_count(6)
    expect(steps.locator("svg")).to_have_count(6)
    page.evaluate(f"() => {{ {AXE.read_text(encoding='utf-8')} }}")
    assert violations(page) == []
    has_no_faults(page)
    if size != "phone":

        def fits() -> None:
            assert page.evaluate(FITS)

        eventually(page, fits)


def test_it_is_printed_on_one_page(house, new_page):
    page = new_page()
    page.goto(f"{house.url}#/how")
    expect(page.get_by_role("heading", name="Throw and move")).to_be_visible()
    printed = page.pdf(format="A4", print_background=False)
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", printed)) == 1
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
