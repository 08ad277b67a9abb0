"""Clients are sent exactly what they may see, in full and as changes, at every ply of many games."""

import json
import random
from typing import Any

import pytest
from msgspec import json as msgspec_json

from tests.server.kit import merge
from ventnor.action import Bankrupt, Hour, Offer, Pass, Resign, Terms
from ventnor.game import Game
from ventnor.kernel.summary import NUMBERS
from ventnor.server.entry_points import EntryPoints, compiled
from ventnor.server.shown import ShownGame
from ventnor.server.visible import visible_game, visible_hand
from ventnor.view import TableManner

GAMES: list[tuple[Any, Any, TableManner, int]] = [
    ("1935", "short", "attentive", 5),
    ("classic", "", "sharp", 4),
    ("anniversary", "", "attentive", 6),
    ("official", "", "attentive", 3),
    ("modern", "", "sharp", 2),
]


def plain(thing: object) -> Any:
    """Return a value of the protocol as plain JSON."""
    return json.loads(msgspec_json.encode(thing))


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
        shown = ShownGame(EntryPoints(), game)
        heard: list[bytes] = []
        game.apply(Hour())
        ply = 0
        while not game.over:
            ply += 1
            view, hands = shown.update(game, game.awaiting, ply, ply, (None, 0, 1, 2))
            heard += [view, shown.view(game), *(b",".join(hands[seat]) for seat in (None, 0, 1, 2))]
            heard += [shown.hand(game, seat) for seat in (None, 0, 1, 2)]
            game.apply(Pass())
        sent.append(heard)
    assert sent[0] == sent[1]
    assert len(sent[0]) == 2 * 10  # seats 1 and 2 were asked


@pytest.mark.parametrize(("edition", "variant", "manner", "players"), GAMES)
def test_changes_lead_from_what_was_seen_to_what_is_seen(
    edition: Any, variant: Any, manner: TableManner, players: int
) -> None:
    chance = random.Random(f"{edition}{variant}{manner}")
    game = Game(edition, players, chance.randrange(10**9), variant, ask_rent="manual", table=manner)
    shown = ShownGame(EntryPoints(), game)
    # A client for each seat, one for two seats, one for a spectator.
    clients: list[list[int | None]] = [*([seat] for seat in range(players)), [0, players - 1], [None]]
    seats = {seat for each in clients for seat in each}
    shown.update(game, game.awaiting, 0, 1, seats)
    held = [
        {"view": json.loads(shown.view(game)), "hands": [json.loads(shown.hand(game, seat)) for seat in each]}
        for each in clients
    ]
    compared = unchanged = 0
    for number in range(1, 150):
        if game.over:
            break
        # Mostly the first of the menu; now and then any lawful action of anybody, such as mortgages, houses and offers.
        seat = chance.randrange(players)
        menu = [each for each in game.menu(seat) if not isinstance(each, Resign | Bankrupt)]
        deeds = [each for each in game.view().deeds.values() if each.owner == seat]
        offer = Offer((seat + 1) % players, Terms(deeds=(deeds[0].deed,) if deeds else ()), Terms(cash=number))
        if chance.random() < 0.1 and game.is_legal(offer, seat):
            game.apply(offer, seat)
        elif menu and chance.random() < 0.4:
            game.apply(chance.choice(menu), seat)
        else:
            game.apply(game.menu()[0])
        view, hands = shown.update(game, game.awaiting, number, number + 1, seats)
        seen = plain(visible_game(game, number))
        seen_hands = {seat: plain(visible_hand(game, seat)) for seat in seats}
        for place, each in enumerate(clients):
            changes = json.loads(b"[%s]" % view)
            for index, one in enumerate(each):
                found = hands[one]
                unchanged += not found
                changes += [json.loads(b'[["hands",%d,%s' % (index, text)) for text in found]
            held[place] = merge(held[place], changes)
            assert held[place] == {"view": seen, "hands": [seen_hands[one] for one in each]}, (number, changes)
        assert json.loads(shown.view(game)) == seen
        for seat in seats:
            assert json.loads(shown.hand(game, seat)) == seen_hands[seat]
            compared += len(seen_hands[seat]["legal"])
    assert compared > 200
    assert unchanged > 200, "hands that stay the same are not sent"
    assert compiled.menus is None, "this compares the interpreted entry points; the compiled ones have their twin tests"


def test_rents_that_cannot_have_changed_are_taken_over() -> None:
    game = Game("official", 2, 1)
    points = EntryPoints()
    s, t = game.engine.state, game.engine.tables
    known = points.summary(s, t, None)
    known[-5:] += 7
    assert len(known) == NUMBERS
    assert list(points.summary(s, t, known)[-2:]) == list(known[-2:])
    assert list(points.summary(s, t, None)[-2:]) == [0, 0]
