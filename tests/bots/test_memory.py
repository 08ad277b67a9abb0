"""What a bot remembers about its mortgages must not outlast the deeds it was about."""

import pytest

from tests.kit.scenario import scenario
from ventnor.bots import POLICIES
from ventnor.kernel import codes
from ventnor.kernel.layout import Action, Chance, Memory


@pytest.mark.parametrize("bot", ["cautious", "builder", "tycoon"])
def test_an_heir_lifts_what_came_mortgaged_though_it_had_no_mortgage_before(bot: str) -> None:
    table = scenario("official", seats=3).deeds("baltic", owner=0).deeds("oriental", owner=1).mortgage("oriental")
    table.cash(0, 1200).cash(1, 1).token(1, on="go").to_act(0)
    memory, a = Memory(offers_left=3), Action()
    POLICIES[bot](table.s, table.t, 0, memory, Chance(), a)
    assert a.kind == codes.A_ROLL  # nothing to lift, and it knows so from now on
    table.do("roll 4 6").do("end-turn").do("roll 1 2").do("ask-rent baltic from 1", by=0).do("bankrupt")
    table.do("roll 4 6", by=2).do("end-turn").awaits("throw", 0)
    POLICIES[bot](table.s, table.t, 0, memory, Chance(), a)
    assert (a.kind, a.space) == (codes.A_LIFT, 6)
