"""What the deal panel says that a deal would do is what it does, in random deals at random tables."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.laid import NAMES, LaidTable
from tests.web.play import has_cash
from ventnor.action import Accept, Offer, Terms
from ventnor.game import Game
from ventnor.preview import Picture, picture_of
from ventnor.rulebook.board import board
from ventnor.rulebook.sentence import money

SEATS = 4
DEEDS = {space.slug: space for space in board().spaces if space.price}
GROUPS = {group.slug: group.name for group in board("official").groups}
pytestmark = pytest.mark.slow


def random_position(chance: random.Random) -> dict[str, Any]:
    """A table in mid-game: whoever owns what, some of it mortgaged, some groups built on, jail cards about."""
    # Whole groups are common, or no deal would complete or break up one.
    owners = {group: chance.randrange(SEATS) for group in GROUPS}
    deeds: dict[str, dict[str, Any]] = {}
    for slug, space in DEEDS.items():
        owner = owners[str(space.group)] if chance.random() < 0.7 else chance.randrange(SEATS)
        if chance.random() < 0.9:
            deeds[slug] = {"owner": owner} | ({"mortgaged": True} if chance.random() < 0.25 else {})
    seats = [{"cash": chance.randrange(1500), "space": "go"} for _ in range(SEATS)]
    for deck in ("chance", "chest"):
        holder = chance.randrange(SEATS + 2)
        if holder < SEATS:
            seats[holder].setdefault("jail_cards", []).append(deck)
    return {"edition": "official", "turn": 0, "seats": seats, "deeds": deeds}


def random_side(chance: random.Random, game: Game, seat: int) -> Terms:
    """What a player might give."""
    mine = [slug for slug in DEEDS if game.owner(slug) == seat]
    cards = [deck for deck in game.jail_cards[seat] if chance.random() < 0.5]
    cash = chance.randrange(1, game.cash[seat]) if chance.random() < 0.5 and game.cash[seat] > 1 else 0
    return Terms(tuple(chance.sample(mine, min(len(mine), chance.randrange(4)))), cash, tuple(cards))


def effects(before: Picture, after: Picture, parties: tuple[int, int]) -> list[str]:
    """What is to be said about a deal that was made, in words."""
    told: list[str] = []
    for seat in parties:
        completes, breaks, name, pays, lifts = (
            ("complete", "break up", "You", "pay", "lift")
            if seat == 0
            else ("completes", "breaks up", NAMES[seat], "pays", "lifts")
        )
        told += [
            f"{name} {completes} the {GROUPS[each]} group" for each in set(after.sets[seat]) - set(before.sets[seat])
        ]
        told += [f"{name} {breaks} the {GROUPS[each]} group" for each in set(before.sets[seat]) - set(after.sets[seat])]
        if before.cash[seat] != after.cash[seat]:
            told.append(f"{name}: cash {money(before.cash[seat])} → {money(after.cash[seat])}")
        rents = [
            sum(picture.rents[deed] for deed in picture.deeds[seat] if deed in picture.rents)
            for picture in (before, after)
        ]
        if rents[0] != rents[1]:
            told.append(f"{name}: sum of rents {money(rents[0])} → {money(rents[1])}")
        times = [
            max((picture.times.get(deed, 0) for deed in picture.deeds[seat]), default=0) for picture in (before, after)
        ]
        if times[0] != times[1]:
            few, many = (f"×{each}" if each else "nothing" for each in times)
            told.append(f"{name}: utilities {few} → {many} the throw")
        if after.interest[seat]:
            told.append(
                f"{name} then {pays} {money(after.interest[seat])} interest on mortgaged deeds, or {lifts} them"
            )
    return told


def fill_in(page: Page, offer: Offer) -> None:
    """Puts a deal together in the panel."""
    page.get_by_role("button", name="Offer a deal").click()
    page.get_by_role("radio", name=NAMES[offer.to]).check(force=True)
    for name, terms in (("You give", offer.give), ("You get", offer.get)):
        side = page.get_by_role("region", name=name)
        for deed in terms.deeds:
            # Not with the mouse: what the deal would do is told meanwhile, and moves the buttons under it.
            side.get_by_title(re.compile("^" + re.escape(DEEDS[deed].name))).dispatch_event("click")
        expect(side.get_by_role("button", pressed=True)).to_have_count(len(terms.deeds))
        for deck in terms.jail_cards:
            side.get_by_role("checkbox", name="Chance" if deck == "chance" else "Community Chest").check()
        if terms.cash:
            side.get_by_label(f"Cash that {name.lower()}").fill(str(terms.cash))


def make_random_deals(house: Any, new_page: Callable[..., Page], seed: int, count: int) -> dict[str, int]:
    """Makes so many deals in the page, and compares each with what it was said to do."""
    chance = random.Random(seed)
    table = LaidTable(house, random_position(chance))
    page = new_page()
    table.open(page)
    seen = {"made": 0, "refused": 0, "sets": 0, "interest": 0}
    while seen["made"] < count:
        game = table.game
        to = chance.randrange(1, SEATS)
        offer = Offer(to, random_side(chance, game, 0), random_side(chance, game, to))
        if not game.is_legal(offer, 0):
            seen["refused"] += 1
            table.lay(random_position(chance))
            continue
        for seat in (0, to):
            has_cash(page, NAMES[seat], game.cash[seat])
        before = picture_of(*game.records[:2])
        trial = game.copy(nature="manual")
        trial.apply(offer, 0)
        number = trial.view(0).offers[-1].number
        trial.apply(Accept(number), to)
        wanted = effects(before, picture_of(*trial.records[:2]), (0, to))
        fill_in(page, offer)
        panel = page.get_by_role("group", name="What it would do")
        expect(panel.get_by_role("listitem")).to_have_count(len(wanted))
        for line in wanted:
            expect(panel).to_contain_text(line)
        page.get_by_role("button", name="Offer it").click()
        page.get_by_role("list", name="Offers").get_by_text(f"You offer {NAMES[to]}").wait_for()
        table.do(f"accept {number}", to)
        after = picture_of(*table.game.records[:2])
        assert effects(before, after, (0, to)) == wanted
        seen["made"] += 1
        seen["sets"] += before.sets != after.sets
        seen["interest"] += any(after.interest)
        table.lay(random_position(chance))
    return seen


def test_preview_of_a_deal_is_its_outcome(house, new_page):
    seen = make_random_deals(house, new_page, 1, 20)
    assert seen["sets"] > 2
    assert seen["interest"] > 2


@pytest.mark.long
def test_preview_of_200_deals_is_their_outcome(house, new_page, record_property):
    seen = make_random_deals(house, new_page, 2, 200)
    for name, number in seen.items():
        record_property(name, number)
    assert seen["sets"] > 20
