"""Every golden game, action by action, on both twins."""

import pytest

from tests.golden.playthrough import golden_games
from tests.twins.pair import Pair
from ventnor.kernel.twin import Twin


@pytest.mark.slow
def test_golden_games_leave_the_same_bytes_after_every_action(twin: Twin) -> None:
    played = 0
    for game in golden_games():
        pair = Pair(twin, game.tables)
        pair.begin_from(game.start)
        for action in game.actions:
            pair.apply(action)
            pair.compare_menus()
            played += 1
    assert played > 500
