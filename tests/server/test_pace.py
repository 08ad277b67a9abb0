"""The pace of the bots: the host sets it during the game, and can have them hurry until a person decides."""

from typing import Any

import pytest

from tests.server.kit import House, Player

ADA = {"kind": "mine", "name": "Ada"}
BOB = {"kind": "mine", "name": "Bob"}
BOT = {"kind": "bot", "bot": "random"}
SLOW = 5.0
"""Seconds that these bots would wait before each act."""


def begin(house: House, *seats: Any, **settings: Any) -> tuple[str, list[str]]:
    made = house.make(*seats, **{"pace": SLOW, "grace": 0, **settings})
    tokens = [each["token"] for each in made["seats"]]
    assert house.command(made["table"]["id"], tokens[0], {"type": "start"})["type"] == "done"
    return made["table"]["id"], tokens


def wait_for_bot(player: Player) -> None:
    """Decide for the people until the game waits for a bot."""
    while player.waits_for in {0, 1}:
        seat = player.waits_for
        legal = next(each["legal"] for each in player.hands if each["seat"] == seat)
        assert player.view is not None
        player.ask("act", seat=seat, ply=player.view["ply"], action=legal[0]["action"])


def test_host_sets_the_pace_during_the_game(house: House) -> None:
    table, tokens = begin(house, ADA, BOB, BOT)
    with house.sit(table, *tokens) as people:
        assert people.ask("set-pace", pace=0)["type"] == "done"
        assert people.table["pace"] == 0
        assert [(each["pace"], each["hurry"]) for each in people.entries if each["type"] == "paced"] == [(0, False)]
        wait_for_bot(people)
        while not any(each.get("actor") == 2 for each in people.entries):
            people.receive()
    with house.sit(table, tokens[0]) as ada:
        assert ada.table["pace"] == 0, "it is kept"


def test_only_the_host_sets_the_pace(house: House) -> None:
    table, tokens = begin(house, ADA, BOB, BOT)
    with house.sit(table, tokens[1]) as bob:
        assert bob.ask("set-pace", pace=0)["code"] == "not-allowed"


@pytest.mark.parametrize("pace", [-1, 5.5, "fast"])
def test_a_pace_out_of_bounds_is_malformed(house: House, pace: object) -> None:
    table, tokens = begin(house, ADA, BOB, BOT)
    with house.sit(table, tokens[0]) as ada:
        ada.send({"type": "set-pace", "id": "p", "pace": pace})
        while True:
            answer = ada.receive()
            if answer["type"] in {"error", "refused"}:
                break
        assert answer["code"] == "malformed"
        assert ada.table["pace"] == SLOW


def test_bots_hurry_until_a_person_decides(house: House) -> None:
    table, tokens = begin(house, ADA, BOB, BOT, BOT)
    session = house.registry.rooms[table]
    with house.sit(table, *tokens) as people:
        wait_for_bot(people)
        assert people.ask("set-pace", hurry=True)["type"] == "done"
        while people.waits_for not in {0, 1}:
            people.receive()
        assert people.table["pace"] == SLOW, "the pace stays as it was"
    kept = session._session  # pyright: ignore[reportPrivateUsage]
    assert kept is not None
    assert not kept.state.hurry


def test_nobody_hurries_while_a_person_decides(house: House) -> None:
    table, tokens = begin(house, ADA, BOB)
    with house.sit(table, *tokens) as people:
        done = people.ask("set-pace", hurry=True)
        assert (done["type"], done["last"]) == ("done", 0)
