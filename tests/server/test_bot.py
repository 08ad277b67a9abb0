"""What a bot remembers of a seat: no longer than it plays it."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.kit.scenario import scenario
from ventnor.kernel import codes, layout
from ventnor.server.bot import Bots
from ventnor.server.sitting import Sitting


@pytest.mark.parametrize("bot", ["cautious", "builder", "tycoon"])
def test_a_bot_that_takes_over_again_sees_what_a_person_mortgaged_meanwhile(bot: str) -> None:
    table = scenario("official").deeds("baltic", owner=0).cash(0, 1400).to_act(0)
    place = SimpleNamespace(is_played_by_bot=True, bot=bot)
    person = SimpleNamespace(is_played_by_bot=False)
    done: list[int] = []

    def do(a: layout.Action, now: float, cause: str) -> None:
        done.append(a.kind)

    stand_in: Any = SimpleNamespace(
        game=SimpleNamespace(records=(table.s, table.t, layout.Sink())),
        is_going_on=True,
        state=SimpleNamespace(places=[place, person]),
        thrown=0,
        woken=0,
        do=do,
    )
    sitting = cast(Sitting, stand_in)
    bots = Bots()
    assert bots.who_acts(sitting) == 0
    bots.act(sitting, 0, 0.0)
    assert done == [codes.A_ROLL]  # nothing is mortgaged, and it knows so from now on
    place.is_played_by_bot = False
    assert bots.who_acts(sitting) is None
    table.do("mortgage baltic", by=0)
    place.is_played_by_bot = True
    assert bots.who_acts(sitting) == 0
    bots.act(sitting, 0, 0.0)
    assert done == [codes.A_ROLL, codes.A_LIFT]
