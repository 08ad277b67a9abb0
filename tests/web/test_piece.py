"""Players choose the token that they move."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.slow


def test_two_choose_their_tokens_and_see_them_on_the_board(house, new_page) -> None:
    host, guest = new_page(), new_page()
    host.goto(f"{house.url}#/new")
    host.get_by_role("radio", name="Crab").check(force=True)
    host.locator("form").get_by_role("button").last.click()
    host.get_by_role("heading", name="Waiting for players").wait_for()
    guest.goto(host.url)
    expect(guest.get_by_role("radio", name="Crab, which Robin has")).to_be_disabled()
    guest.get_by_role("radio", name="Parasol").check(force=True)
    guest.get_by_role("textbox", name="Your name").fill("Ash")
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.get_by_role("radio", name="Parasol")).to_be_checked()
    host.get_by_role("radio", name="Tram").check(force=True)
    expect(guest.get_by_role("radio", name="Tram, which Robin has")).to_be_disabled()
    guest.get_by_role("radio", name="Crab").check(force=True)
    expect(host.get_by_role("radio", name="Crab, which Ash has")).to_be_disabled()
    host.get_by_role("button", name="Begin the game").click()
    for page in (host, guest):
        expect(page.locator("[data-token='0'] svg")).to_have_class(re.compile(r"\btram\b"))
        expect(page.locator("[data-token='1'] svg")).to_have_class(re.compile(r"\bcrab\b"))


def test_the_token_is_remembered_for_the_next_game(house, new_page) -> None:
    page = new_page()
    page.goto(f"{house.url}#/new")
    page.get_by_role("radio", name="Gull").check(force=True)
    page.locator("form").get_by_role("button").last.click()
    page.get_by_role("heading", name="Waiting for players").wait_for()
    page.goto(house.url)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("[data-token='0'] svg")).to_have_class(re.compile(r"\bgull\b"))
