"""The Bank: it cannot run out of money."""

from tests.kit.clause_mark import clause
from tests.kit.scenario import scenario
from ventnor.event import Collected, HouseSold, Mortgaged

IN_A_BOX = 20 * 500 + 20 * 100 + 30 * 50 + 50 * 20 + 40 * 10 + 40 * 5 + 40 * 1
"""All the money that lay in a box for most of the game's history; the later boxes hold $20,580."""


@clause("bank.never-broke")
def test_the_bank_pays_though_players_hold_more_than_all_the_money_in_the_box(edition):
    table = scenario(edition).group("dark-blue", owner=1).houses("dark-blue", 1).deeds("reading", owner=1)
    table.cash(0, IN_A_BOX).cash(2, 20_580).token(1, on="boardwalk").to_act(1)
    assert table.bank == -(IN_A_BOX + 20_580 + 1500)
    table.do("mortgage reading").expect(Mortgaged(seat=1, deed="reading", amount=100))
    table.do("sell boardwalk").expect(HouseSold(seat=1, deed="boardwalk", amount=200 // 2))
    table.do("roll 1 2").draw("chest", "collect", amount=100).expect(Collected(seat=1, amount=100))
    assert table.cash_of(1) == 1500 + 100 + 100 + 200 + 100
