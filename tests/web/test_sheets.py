"""Sheets: the menu and what else comes up over the table."""

import pytest

pytestmark = pytest.mark.slow

FADES = "e => parseFloat(getComputedStyle(e).getPropertyValue('--below'))"


@pytest.mark.parametrize(("size", "height"), [("phone", 844), ("laptop", 480)])
def test_sheet_that_goes_on_below_fades_out_there(sit, size, height):
    page, _ = sit("throw", size)
    page.set_viewport_size({"width": page.viewport_size["width"], "height": height})
    page.get_by_role("button", name="Menu").click()
    menu = page.get_by_role("dialog", name="Menu")
    menu.get_by_role("link", name="Rules").wait_for()
    inside = menu.locator("> div")
    assert inside.evaluate("e => e.scrollHeight - e.clientHeight") > 30
    page.wait_for_function(f"e => ({FADES})(e) === 30", arg=inside.element_handle())
    inside.evaluate("e => e.scrollTo(0, e.scrollHeight)")
    page.wait_for_function(f"e => ({FADES})(e) < 1", arg=inside.element_handle())
