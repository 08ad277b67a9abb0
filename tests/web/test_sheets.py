"""Sheets: the menu and what else comes up over the table."""

import pytest

from tests.web.play import box_of, eventually, in_sight

pytestmark = pytest.mark.slow

FADES = "e => parseFloat(getComputedStyle(e).getPropertyValue('--below'))"


@pytest.mark.parametrize(("size", "height"), [("phone", 750), ("laptop", 480)])
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


def test_menu_of_a_phone_is_whole(sit):
    page, _ = sit("throw", "phone")
    page.get_by_role("button", name="Menu").tap()
    menu = page.get_by_role("dialog", name="Menu")
    for each in (
        *(menu.get_by_role("link", name=name) for name in ("The rules", "Home")),
        menu.get_by_role("button", name="Give up"),
    ):
        assert in_sight(each)


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_cross_of_a_sheet_stands_at_its_margin(house, new_page, size):
    page = new_page(size)
    page.goto(house.url)
    page.get_by_role("button", name="Settings").click()
    sheet = page.get_by_role("dialog", name="Settings")

    def stand_in_place() -> None:
        _, _, right, _ = box_of(sheet.get_by_role("group", name="Colours"))
        _, _, cross, _ = box_of(sheet.get_by_role("button", name="Close").locator("svg"))
        assert abs(cross - right) <= 6
        # One under the other, each as high as a finger.
        boxes = [box_of(each) for each in sheet.locator("label.tick").all()]
        assert len({left for left, *_ in boxes}) == 1
        assert min(bottom - top for _, top, _, bottom in boxes) >= 44

    eventually(page, stand_in_place)
