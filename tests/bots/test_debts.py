"""A `tycoon` that cannot pay its debts sells rather than goes bankrupt."""

import pytest

from tests.kit.scenario import scenario
from ventnor.bots import POLICIES, policy_named
from ventnor.kernel import codes
from ventnor.kernel.layout import Action, Chance, Memory


@pytest.mark.parametrize(("price", "answer"), [(340, codes.A_ACCEPT), (181, codes.A_ACCEPT), (179, codes.A_REJECT)])
def test_a_debtor_accepts_what_saves_it(price: int, answer: int) -> None:
    # It has 20 and Park Place, which raises 175, and owes 200.
    table = scenario("official", seats=3).deeds("park-place", owner=0).group("orange", owner=2).houses("orange", 2)
    table.cash(0, 20).cash(1, 1000).token(0, on="st-charles").to_act(0)
    table.do("roll 2 3").do("ask-rent st-james from 0", by=2).awaits("debt", 0)
    table.do(f"offer 0 give {price} get park-place", by=1)
    a = Action()
    POLICIES["tycoon"](table.s, table.t, 0, Memory(offers_left=0), Chance(), a)
    assert a.kind == answer
    # The frozen bot does not see the debt, so it refuses every one of these prices.
    policy_named("tycoon-2026")(table.s, table.t, 0, Memory(offers_left=0), Chance(), a)
    assert a.kind == codes.A_REJECT
