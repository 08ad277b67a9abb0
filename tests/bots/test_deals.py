"""The thirty deals are answered as written, by `tycoon`, in every edition."""

from dataclasses import replace

import pytest

from tests.bots.deals import DEALS, Deal
from tests.kit.scenario import GROUPS, scenario
from ventnor.bots import POLICIES
from ventnor.kernel import codes
from ventnor.kernel.layout import Action, Chance, Memory
from ventnor.rulebook.edition import EDITIONS
from ventnor.tables import tables

ANSWERS = [
    pytest.param(deal, edition, id=f"{deal.name}, {edition}")
    for deal in DEALS
    for edition in EDITIONS
    if deal.seats >= tables(edition).players_min
]


def answer(
    deal: Deal, edition: str, memory: Memory | None = None, *, countered: bool = True, bot: str = "tycoon"
) -> str:
    """Return a bot's answer in seat 0 to an offer of seat 1; without `countered`, check that it makes no offer."""
    table = scenario(edition, seats=deal.seats)
    for seat, things in deal.owners.items():
        for thing in things:
            table.deeds(*GROUPS.get(thing, (thing,)), owner=seat)
    for group, count in deal.houses.items():
        table.houses(group, count)
    if deal.mortgaged:
        table.mortgage(*deal.mortgaged)
    for seat in range(deal.seats):
        table.cash(seat, deal.cash.get(seat, 1000))
    table.to_act(2 % deal.seats)
    table.do(f"offer 0 {deal.offer}", by=1)
    a = Action()
    POLICIES[bot](table.s, table.t, 0, memory or Memory(offers_left=3), Chance(), a)
    assert countered or a.kind != codes.A_COUNTER
    return {codes.A_ACCEPT: "accept", codes.A_REJECT: "refuse", codes.A_COUNTER: "refuse"}[a.kind]


def test_there_are_thirty() -> None:
    assert len(DEALS) == len({deal.name for deal in DEALS}) == 30


@pytest.mark.parametrize(("deal", "edition"), ANSWERS)
def test_a_deal_is_answered_as_written(deal: Deal, edition: str) -> None:
    assert answer(deal, edition) == deal.right, deal.why


@pytest.mark.parametrize("deal", DEALS, ids=lambda deal: deal.name)
def test_what_was_refused_is_refused_again_and_not_countered_twice(deal: Deal) -> None:
    memory = Memory(offers_left=3)
    if answer(deal, "official", memory) == "refuse":
        assert answer(deal, "official", memory, countered=False) == "refuse"


@pytest.mark.parametrize("cash", range(0, 1000, 90))
@pytest.mark.parametrize(
    ("there", "back"), [("new-york", "kentucky"), ("short-line", "reading"), ("baltic", "atlantic")]
)
def test_no_deal_is_good_both_ways(there: str, back: str, cash: int) -> None:
    owners = {0: [back, "tennessee", "indiana"], 1: [there, "st-james", "illinois"], 2: ["boardwalk"], 3: ["ventnor"]}
    after = {0: [there, "tennessee", "indiana"], 1: [back, "st-james", "illinois"], 2: ["boardwalk"], 3: ["ventnor"]}
    first = Deal("", owners, f"give {there} {cash} get {back}" if cash else f"give {there} get {back}", "", "")
    paid = {0: 1000 + cash, 1: 1000 - cash}
    reverse = Deal("", after, f"give {back} get {there} {cash}" if cash else f"give {back} get {there}", "", "", paid)
    assert "refuse" in {answer(first, "official"), answer(reverse, "official")}


def test_builder_looks_at_itself_alone() -> None:
    # A lot that completes the buyer's set, at a price that leaves the seller better off: `builder` sells, `tycoon` not.
    deal = Deal("", {0: ["st-james"], 1: ["tennessee", "new-york"], 2: ["indiana"], 3: ["boardwalk"]}, "", "", "")
    priced = replace(deal, offer="give 340 get st-james")
    assert answer(priced, "official", bot="builder") == "accept"
    assert answer(priced, "official") == "refuse"
