"""Dice by commit and reveal, in two browsers: each checks the game with what it noted before the first throw."""

import json
from hashlib import sha256
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.play import board
from ventnor.server import clock
from ventnor.server.protocol import NewSeat, NewTable

NOTED = "JSON.parse(localStorage.getItem('ventnor.dice'))"


def noted(page: Page, table: str) -> dict[str, Any]:
    """Return what a page noted of a table's dice."""
    return next(each for each in page.evaluate(NOTED) if each["table"] == table)


def verdict(page: Page, said: str) -> None:
    """Check the dice in the page and expect this answer."""
    page.get_by_role("button", name="Check the dice").click()
    expect(page.get_by_role("status").filter(has_text=said)).to_be_visible()


def test_two_pages_commit_reveal_and_verify_with_what_they_noted(house, new_page):
    made = house.do(house.make(NewTable((NewSeat("mine", "Robin"), NewSeat("open")), options={"rounds": 1})))
    table, room = made.table.id, house.registry.room(made.table.id)
    robin, kit = new_page(), new_page()
    robin.goto(f"{house.url}#/t/{table}/{made.seats[0].token}")
    kit.goto(f"{house.url}#/t/{table}")
    kit.get_by_label("Your name").fill("Kit")
    kit.get_by_role("button", name="Sit down").click()
    robin.get_by_role("button", name="Begin the game").click()
    for page in (robin, kit):
        board(page).wait_for()

    async def finish() -> tuple[str, list[str]]:
        async with room.lock:
            session = await room.session()
            while session.is_going_on:
                session.forfeit(session.awaited or 0, clock.now())
            await room.keep()
            return session.commitment, [place.nonce for place in session.state.places]

    commitment, nonces = house.do(finish())
    hashes = [sha256(bytes.fromhex(nonce)).hexdigest() for nonce in nonces]
    assert all(nonces)
    for seat, page in enumerate((robin, kit)):
        found = noted(page, table)
        assert (found["commitment"], found["seats"]) == (commitment, hashes)
        assert found["nonces"] == {hashes[seat]: nonces[seat]}, "a page knows its own nonce alone"
        verdict(page, "The seed matches the promise made before the first throw.")
        expect(page.get_by_role("status").filter(has_text="nothing was changed")).to_be_visible()
        expect(page.get_by_role("status").filter(has_text="noted nothing")).to_have_count(0)
    lie = json.dumps([{**noted(kit, table), "commitment": "0" * 64, "seats": hashes[::-1]}])
    kit.evaluate("text => localStorage.setItem('ventnor.dice', text)", lie)
    verdict(kit, "The seed does not match the promise made before the first throw.")
    expect(kit.get_by_role("status").filter(has_text="secret number was changed")).to_be_visible()
