"""What deeds earn: the arithmetic of rents, costs and steps over the shares of landings."""

import pytest

from ventnor import odds
from ventnor.rulebook.board import board
from ventnor.rulebook.edition import rows
from ventnor.rulebook.option import Options

HOTEL = 5


def returns(*args, **more):
    """Return the figures by property or group, number held and houses."""
    return {(each.what, each.held, each.houses): each for each in odds.returns(*args, **more)}


def test_there_is_a_row_for_every_state_of_every_property():
    found = odds.returns()
    assert len(found) == 22 * 7 + 4 * 4 + 2 * 2
    assert [each.what for each in found if each.held == 1] == [space.slug for space in board().properties]
    assert {each.houses for each in found} == {0, 1, 2, 3, 4, HOTEL}


@pytest.mark.parametrize("jail", ["leave", "stay"])
def test_a_lot_earns_its_rent_times_its_share(jail):
    landing, found = odds.landing(jail=jail), returns(jail=jail)
    share = landing.space("boardwalk")
    incomes = [found["boardwalk", 1, 0], *(found["boardwalk", 2, houses] for houses in (0, 1, 2, 3, 4, HOTEL))]
    # §rent.monopoly: double rent on the unimproved lots of a complete group.
    assert [each.rent for each in incomes] == [50, 100, 200, 600, 1400, 1700, 2000]
    assert [each.income for each in incomes] == pytest.approx([each.rent * share for each in incomes])
    assert [each.cost for each in incomes] == [400, 400, 600, 800, 1000, 1200, 1400]
    assert incomes[-1].break_even == pytest.approx(1400 / (2000 * share))


def test_the_steps_of_a_lot():
    landing, found = odds.landing(), returns()
    share = {slug: landing.space(slug) for slug in ("st-james", "tennessee", "new-york")}
    third = found["new-york", 3, 3]
    assert third.step_cost == 100
    assert third.step_income == pytest.approx((600 - 220) * share["new-york"])
    assert third.step_break_even == pytest.approx(100 / third.step_income)
    assert third.step_return == pytest.approx(third.step_income / 100)
    # The deed that completes a group also doubles the rents of the others.
    last = found["new-york", 3, 0]
    assert last.step_cost == 200
    assert last.step_income == pytest.approx(32 * share["new-york"] + 14 * (share["st-james"] + share["tennessee"]))
    alone = found["new-york", 1, 0]
    assert alone.step_income == alone.income == pytest.approx(16 * share["new-york"])


def test_railroads_by_the_dice_and_by_the_card():
    landing, found = odds.landing(), returns()
    for slug in ("reading", "pennsylvania-rr", "b-and-o", "short-line"):
        i = board().space(slug).index
        # §rent.nearest: twice the rent otherwise due.
        landings = landing.by_dice[i] + landing.by_card[i] + 2 * landing.by_nearest[i]
        for held, rent in ((1, 25), (2, 50), (3, 100), (4, 200)):
            assert found[slug, held, 0].income == pytest.approx(rent * landings)
    assert found["short-line", 4, 0].rent == pytest.approx(200)  # no card leads there
    assert found["reading", 4, 0].rent > 200
    # As the second one bought: its own rent, and what one of the three others then earns more.
    others = sum(found[slug, 1, 0].income for slug in ("pennsylvania-rr", "b-and-o", "short-line"))
    assert found["reading", 2, 0].step_income == pytest.approx(found["reading", 2, 0].income + others / 3)


def test_utilities_by_the_throw_that_led_there_and_in_modern_by_a_fresh_one():
    landing, found, modern = odds.landing(), returns(), returns("modern")
    for slug in ("electric", "water-works"):
        i = board().space(slug).index
        assert landing.mean_throw[i] != pytest.approx(7, abs=0.05)
        for held, times in ((1, 4), (2, 10)):
            # §rent.nearest: ten times a fresh throw, however many the owner holds.
            by_card = 10 * 7 * landing.by_nearest[i]
            # §rent.utilities: 4 times the throw that brought the player there, or 10 times with both.
            by_dice = times * landing.mean_throw[i] * landing.by_dice[i]
            assert found[slug, held, 0].income == pytest.approx(by_dice + by_card)
            # §modern:rent.utilities: the payer rolls the dice again for it.
            assert modern[slug, held, 0].income == pytest.approx(times * 7 * landing.by_dice[i] + by_card)


def test_the_mean_throw_to_a_space_that_only_dice_reach():
    # Park Place is never named by a card; 7 is likeliest everywhere, and what lies behind decides which way it leans.
    landing = odds.landing()
    i = board().space("park-place").index
    assert landing.by_card[i] == landing.by_nearest[i] == 0
    assert landing.mean_throw[i] == pytest.approx(7, abs=0.3)


def test_the_short_game_builds_hotels_after_three_houses():
    found = returns("anniversary", "short")
    assert ("boardwalk", 2, 4) not in found
    # §short.three-houses: the hotel takes the place of the fourth house; its rent is unchanged.
    hotel = found["boardwalk", 2, HOTEL]
    assert (hotel.rent, hotel.cost, hotel.step_cost) == (2000, 400 + 4 * 200, 200)
    assert hotel.step_income == pytest.approx((2000 - 1400) * odds.landing("anniversary").space("boardwalk"))


def test_the_decks_of_1935_have_no_double_rent():
    found = returns("1935")
    assert found["reading", 4, 0].rent == pytest.approx(200)
    assert returns("1935", options=Options(decks="classic"))["reading", 4, 0].rent > 200


@pytest.mark.parametrize(("edition", "variant"), rows())
def test_groups_are_the_sums_of_their_deeds(edition, variant):
    deeds = returns(edition, variant)
    layout = board(edition)
    for each in odds.group_returns(edition, variant):
        slugs = [layout.spaces[i].slug for i in layout.group(each.what).spaces]
        part = each.held / len(slugs)
        mine = [deeds[slug, each.held, each.houses] for slug in slugs]
        assert each.income == pytest.approx(part * sum(deed.income for deed in mine))
        assert each.cost == pytest.approx(part * sum(deed.cost for deed in mine))
        if each.houses:
            assert each.step_cost == sum(deed.step_cost for deed in mine)
            assert each.step_income == pytest.approx(sum(deed.step_income for deed in mine))


def test_steps_of_a_group_add_up_to_its_income():
    for group in board().groups:
        steps = [each for each in odds.group_returns() if each.what == group.slug]
        assert sum(step.step_income for step in steps) == pytest.approx(steps[-1].income)
        assert sum(step.step_cost for step in steps) == steps[-1].cost
