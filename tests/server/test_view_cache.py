"""What is told fast is what is seen slowly, at every ply of many games, at tables of either manner."""

import json
import random

import pytest
from msgspec import json as msgspec_json

from ventnor.action import Bankrupt, Hour, Pass, Resign
from ventnor.game import Game
from ventnor.notation.position import digest
from ventnor.server.entry_points import EntryPoints, compiled
from ventnor.server.session import fast_digest
from ventnor.server.view_cache import ViewCache
from ventnor.server.visible import visible_game, visible_hand
from ventnor.view import TableManner

GAMES = [
    ("1935", "short", "attentive", 5),
    ("classic", "", "sharp", 4),
    ("anniversary", "", "attentive", 6),
    ("official", "", "attentive", 3),
    ("modern", "", "sharp", 2),
]


@pytest.mark.parametrize(("edition", "variant"), [("1935", "short"), ("anniversary", "timed")])
def test_at_a_sharp_table_the_hour_tells_nobody_of_a_rent(edition: str, variant: str) -> None:
    sent: list[list[bytes]] = []
    for claims in ([{"owner": 2, "payer": 0, "deed": "oriental", "amount": 6}], []):
        position = {
            "edition": edition,
            "variant": variant,
            "seats": [{"space": "oriental"}, {}, {}],
            "deeds": {"oriental": {"owner": 2}},
            "claims": claims,
            "awaiting": {"phase": "end"},
        }
        game = Game.from_position(position, nature="manual", ask_rent="manual", table="sharp")
        view_cache = ViewCache(EntryPoints())
        heard: list[bytes] = []
        game.apply(Hour())
        while not game.over:
            heard.append(bytes(view_cache.view(game, 1, 1)))
            heard += [bytes(view_cache.hand(game, seat)) for seat in (None, 0, 1, 2)]
            game.apply(Pass())
        sent.append(heard)
    assert sent[0] == sent[1]
    assert len(sent[0]) == 2 * 5  # seats 1 and 2 were asked


@pytest.mark.parametrize(("edition", "variant", "manner", "players"), GAMES)
def test_what_is_told_is_what_is_seen(edition: str, variant: str, manner: TableManner, players: int) -> None:
    chance = random.Random(f"{edition}{variant}{manner}")
    game = Game(edition, players, chance.randrange(10**9), variant, ask_rent="manual", table=manner)  # type: ignore[arg-type]
    view_cache = ViewCache(EntryPoints())
    compared = 0
    for number in range(120):
        if game.over:
            break
        assert json.loads(bytes(view_cache.view(game, number, number))) == json.loads(
            msgspec_json.encode(visible_game(game, number))
        )
        for seat in (None, *range(players)):
            written = json.loads(bytes(view_cache.hand(game, seat)))
            assert written == json.loads(msgspec_json.encode(visible_hand(game, seat)))
            compared += len(written["legal"])
        assert fast_digest(game.position) == digest(game.position)
        # Mostly what comes first; now and then anything that anybody may do, mortgages and houses among it.
        seat = chance.randrange(players)
        menu = [each for each in game.menu(seat) if not isinstance(each, Resign | Bankrupt)]
        if menu and chance.random() < 0.4:
            game.apply(chance.choice(menu), seat)
        else:
            game.apply(game.menu()[0])
    assert compared > 200
    assert compiled.menu is None, "this compares the interpreted entry_points; the compiled ones have their twin tests"
