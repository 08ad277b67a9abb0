"""The board: forty spaces, ten groups, and figures that agree with one another."""

import pytest

from ventnor.rulebook.board import UnknownSpace, board, space
from ventnor.rulebook.clause import clauses
from ventnor.rulebook.edition import EDITIONS

SLUGS = """
    go mediterranean chest-1 baltic income-tax reading oriental chance-1 vermont connecticut
    jail st-charles electric states virginia pennsylvania-rr st-james chest-2 tennessee new-york
    free-parking kentucky chance-2 indiana illinois b-and-o atlantic ventnor water-works marvin-gardens
    go-to-jail pacific north-carolina chest-3 pennsylvania short-line chance-3 park-place luxury-tax boardwalk
""".split()  # noqa: SIM905  # four sides of the board, as a reader sees them


def test_forty_spaces_in_order():
    assert [each.slug for each in board().spaces] == SLUGS
    assert [each.index for each in board().spaces] == list(range(40))


def test_rules_tell_of_every_space_without_a_deed():
    known = {each.id for each in clauses()}
    for each in board().spaces:
        assert bool(each.clause) != each.is_property
        assert each.clause in known | {""}
    assert space("luxury-tax").clause == "tax.luxury"
    assert space("free-parking").clause == "tax.to-bank"


def test_groups_in_order_and_their_sizes():
    groups = {each.slug: len(each.spaces) for each in board().groups}
    assert groups == {
        "purple": 2, "light-blue": 3, "pink": 3, "orange": 3, "red": 3, "yellow": 3, "green": 3, "dark-blue": 2,
        "railroads": 4, "utilities": 2,
    }  # fmt: skip
    assert list(groups) == [each.slug for each in sorted(board().groups, key=lambda group: group.index)]
    assert len(board().properties) == sum(groups.values()) == 28


@pytest.mark.parametrize("each", board().properties, ids=lambda each: each.slug)
def test_a_mortgage_is_half_the_price(each):
    assert 2 * each.mortgage == each.price


@pytest.mark.parametrize("each", [each for each in board().spaces if each.kind == "lot"], ids=lambda each: each.slug)
def test_the_figures_of_a_lot_agree(each):
    assert len(each.rents) == 6
    assert list(each.rents) == sorted(each.rents)
    side = each.index // 10
    assert each.house_price == 50 * (side + 1)
    assert each.rents[1] in range(4 * each.rents[0], 6 * each.rents[0] + 1)  # one house: about five times the bare rent


def test_the_sum_of_all_prices():
    # The well-known total of the 28 deeds: 4 railroads, 2 utilities and 22 lots.
    assert sum(each.price for each in board().properties) == 4 * 200 + 2 * 150 + 4590


def test_railroads_and_utilities():
    assert {each.rents for each in board().spaces if each.kind == "railroad"} == {(25, 50, 100, 200)}
    assert {each.rents for each in board().spaces if each.kind == "utility"} == {(4, 10)}


@pytest.mark.parametrize("name", EDITIONS)
def test_taxes(name):
    assert board(name).space("income-tax").tax == 200
    assert board(name).space("luxury-tax").tax == (100 if name == "modern" else 75)


def test_editions_differ_in_one_tax_and_one_colour():
    assert board("1935") == board("official")
    changed = [new.slug for old, new in zip(board().spaces, board("modern").spaces, strict=True) if old != new]
    assert changed == ["luxury-tax"]
    assert board("modern").group("purple").name == "brown"


def test_lookup():
    assert space("oriental").name == "Oriental Avenue"
    assert board().group("orange").spaces == (16, 18, 19)
    with pytest.raises(UnknownSpace, match="park-lane"):
        space("park-lane")
