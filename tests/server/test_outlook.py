"""What is told fast is what is seen slowly, at every ply of many games, at tables of either manner."""

import json
import random

import pytest
from msgspec import json as msgspec_json

from ventnor.action import Bankrupt, Resign
from ventnor.game import Game
from ventnor.notation.position import digest
from ventnor.server.doors import Doors, compiled
from ventnor.server.outlook import Outlook
from ventnor.server.sight import see_game, see_hand
from ventnor.server.sitting import fast_digest
from ventnor.view import TableManner

GAMES = [
    ("1935", "short", "attentive", 5),
    ("classic", "", "sharp", 4),
    ("anniversary", "", "attentive", 6),
    ("official", "", "attentive", 3),
    ("modern", "", "sharp", 2),
]


@pytest.mark.parametrize(("edition", "variant", "manner", "players"), GAMES)
def test_what_is_told_is_what_is_seen(edition: str, variant: str, manner: TableManner, players: int) -> None:
    chance = random.Random(f"{edition}{variant}{manner}")
    game = Game(edition, players, chance.randrange(10**9), variant, ask_rent="manual", table=manner)  # type: ignore[arg-type]
    outlook = Outlook(Doors())
    compared = 0
    for number in range(120):
        if game.over:
            break
        assert json.loads(bytes(outlook.view(game, number, number))) == json.loads(
            msgspec_json.encode(see_game(game, number))
        )
        for seat in (None, *range(players)):
            told = json.loads(bytes(outlook.hand(game, seat)))
            assert told == json.loads(msgspec_json.encode(see_hand(game, seat)))
            compared += len(told["legal"])
        assert fast_digest(game.position) == digest(game.position)
        # Mostly what comes first; now and then anything that anybody may do, mortgages and houses among it.
        seat = chance.randrange(players)
        menu = [each for each in game.menu(seat) if not isinstance(each, Resign | Bankrupt)]
        if menu and chance.random() < 0.4:
            game.apply(chance.choice(menu), seat)
        else:
            game.apply(game.menu()[0])
    assert compared > 200
    assert compiled.menu is None, "this compares the interpreted doors; the compiled ones have their twin tests"
