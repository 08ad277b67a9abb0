"""Title Deeds: every figure on them, and that they lie open."""

import pytest

from tests.kit.clause_mark import clause
from tests.kit.scenario import GROUPS, HOTEL, SLUGS, SPACES, Table, scenario
from ventnor.event import Bought, HouseBuilt, Mortgaged, RentFellDue
from ventnor.view import View

LOTS = {
    # deed: group, price, house, mortgage, rents (bare, one to four houses, hotel)
    "mediterranean": ("purple", 60, 50, 30, (2, 10, 30, 90, 160, 250)),
    "baltic": ("purple", 60, 50, 30, (4, 20, 60, 180, 320, 450)),
    "oriental": ("light-blue", 100, 50, 50, (6, 30, 90, 270, 400, 550)),
    "vermont": ("light-blue", 100, 50, 50, (6, 30, 90, 270, 400, 550)),
    "connecticut": ("light-blue", 120, 50, 60, (8, 40, 100, 300, 450, 600)),
    "st-charles": ("pink", 140, 100, 70, (10, 50, 150, 450, 625, 750)),
    "states": ("pink", 140, 100, 70, (10, 50, 150, 450, 625, 750)),
    "virginia": ("pink", 160, 100, 80, (12, 60, 180, 500, 700, 900)),
    "st-james": ("orange", 180, 100, 90, (14, 70, 200, 550, 750, 950)),
    "tennessee": ("orange", 180, 100, 90, (14, 70, 200, 550, 750, 950)),
    "new-york": ("orange", 200, 100, 100, (16, 80, 220, 600, 800, 1000)),
    "kentucky": ("red", 220, 150, 110, (18, 90, 250, 700, 875, 1050)),
    "indiana": ("red", 220, 150, 110, (18, 90, 250, 700, 875, 1050)),
    "illinois": ("red", 240, 150, 120, (20, 100, 300, 750, 925, 1100)),
    "atlantic": ("yellow", 260, 150, 130, (22, 110, 330, 800, 975, 1150)),
    "ventnor": ("yellow", 260, 150, 130, (22, 110, 330, 800, 975, 1150)),
    "marvin-gardens": ("yellow", 280, 150, 140, (24, 120, 360, 850, 1025, 1200)),
    "pacific": ("green", 300, 200, 150, (26, 130, 390, 900, 1100, 1275)),
    "north-carolina": ("green", 300, 200, 150, (26, 130, 390, 900, 1100, 1275)),
    "pennsylvania": ("green", 320, 200, 160, (28, 150, 450, 1000, 1200, 1400)),
    "park-place": ("dark-blue", 350, 200, 175, (35, 175, 500, 1100, 1300, 1500)),
    "boardwalk": ("dark-blue", 400, 200, 200, (50, 200, 600, 1400, 1700, 2000)),
}
OTHERS = {
    "reading": ("railroads", 200, 100),
    "pennsylvania-rr": ("railroads", 200, 100),
    "b-and-o": ("railroads", 200, 100),
    "short-line": ("railroads", 200, 100),
    "electric": ("utilities", 150, 75),
    "water-works": ("utilities", 150, 75),
}
SIDES = (
    "go mediterranean chest-1 baltic income-tax reading oriental chance-1 vermont connecticut",
    "jail st-charles electric states virginia pennsylvania-rr st-james chest-2 tennessee new-york",
    "free-parking kentucky chance-2 indiana illinois b-and-o atlantic ventnor water-works marvin-gardens",
    "go-to-jail pacific north-carolina chest-3 pennsylvania short-line chance-3 park-place luxury-tax boardwalk",
)
BOARD = [name for side in SIDES for name in side.split()]


def before(edition: str, deed: str, **options: object) -> Table:
    """Return a table where seat 1 stands three spaces before a deed."""
    return scenario(edition, **options).token(1, on=SLUGS[(SPACES[deed] - 3) % 40]).to_act(1)


@clause("deeds.figures")
def test_the_board_has_its_forty_spaces_in_this_order(edition):
    assert [SLUGS[number] for number in range(40)] == BOARD
    table = scenario(edition)
    assert [name for name in BOARD if table.t.group[SPACES[name]] < 15] == [
        name for name in BOARD if name in LOTS or name in OTHERS
    ]


@clause("deeds.figures")
@pytest.mark.parametrize("deed", LOTS)
def test_the_price_the_house_and_the_mortgage_of_a_lot(edition, deed):
    group, price, house, mortgage, _ = LOTS[deed]
    assert deed in GROUPS[group]
    before(edition, deed).do("roll 1 2").do("buy").expect(Bought(seat=1, deed=deed, amount=price))
    table = scenario(edition).group(group, owner=0).to_act(1).do(f"mortgage {deed}", by=0)
    table.expect(Mortgaged(seat=0, deed=deed, amount=mortgage))
    table = scenario(edition).group(group, owner=0).to_act(1).do(f"build {deed}", by=0)
    table.expect(HouseBuilt(seat=0, deed=deed, amount=house))


@clause("deeds.figures")
@pytest.mark.parametrize("deed", LOTS)
def test_the_rents_of_a_lot(edition, deed):
    group, *_, rents = LOTS[deed]
    before(edition, deed).deeds(deed, owner=0).do("roll 1 2").expect(
        RentFellDue(owner=0, payer=1, deed=deed, amount=rents[0])
    )
    for houses in (1, 2, 3, 4, HOTEL):
        table = before(edition, deed).group(group, owner=0).houses(group, houses).do("roll 1 2")
        table.expect(RentFellDue(owner=0, payer=1, deed=deed, amount=rents[houses]))


@clause("deeds.figures")
@pytest.mark.parametrize("deed", OTHERS)
def test_the_price_and_the_mortgage_of_railroads_and_utilities(edition, deed):
    group, price, mortgage = OTHERS[deed]
    assert deed in GROUPS[group]
    before(edition, deed).do("roll 1 2").do("buy").expect(Bought(seat=1, deed=deed, amount=price))
    table = scenario(edition).deeds(deed, owner=0).to_act(1).do(f"mortgage {deed}", by=0)
    table.expect(Mortgaged(seat=0, deed=deed, amount=mortgage))


@clause("deeds.figures")
def test_a_group_is_the_lots_of_one_colour(edition):
    table = scenario(edition)
    for group, deeds in GROUPS.items():
        assert list(deeds) == [deed for deed, (name, *_) in (LOTS | OTHERS).items() if name == group]
        assert len({table.t.group[SPACES[deed]] for deed in deeds}) == 1


@clause("deeds.figures")
@pytest.mark.parametrize(
    ("edition", "tax"), [("1935", 75), ("classic", 75), ("anniversary", 75), ("official", 75), ("modern", 100)]
)
def test_the_taxes_on_the_board(edition, tax):
    table = scenario(edition)
    assert (table.t.tax[SPACES["income-tax"]], table.t.tax[SPACES["luxury-tax"]]) == (200, tax)


@clause("deeds.public")
def test_who_owns_what_and_what_is_mortgaged_is_open_to_all(edition):
    table = scenario(edition).group("purple", owner=0).deeds("reading", "electric", owner=2).mortgage("reading")
    table.houses("baltic", 1).jail_card("chance", 2).cash(0, 7).to_act(1).awaits("throw", 1)
    for seat in (0, 1, 2, None):
        view = View(table.s, table.t, edition=edition, seat=seat)
        deeds = view.deeds
        assert [deeds[name].owner for name in ("baltic", "reading", "electric", "boardwalk")] == [0, 2, 2, None]
        assert [deeds[name].mortgaged for name in ("baltic", "reading", "electric")] == [False, True, False]
        assert [each.cash for each in view.seats] == [7, 1500, 1500]
        assert [each.jail_cards for each in view.seats] == [(), (), ("chance",)]
