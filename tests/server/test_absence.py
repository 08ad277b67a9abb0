"""Absent players: under the policy `ask` every player may let a bot play for somebody who is gone for two minutes."""

from typing import Any

import pytest

from tests.server.kit import House, Player
from ventnor.server import clock

PEOPLE = [{"kind": "mine", "name": name} for name in ("Ada", "Bob", "Cy")]
TWO_MINUTES = 121


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Set the server's clock forward."""

    def pass_time(seconds: float) -> None:
        monkeypatch.setattr(clock, "BEGAN", clock.BEGAN + seconds)

    return pass_time


def begin(house: House, **settings: Any) -> tuple[str, list[str]]:
    made = house.make(*PEOPLE, grace=0, **settings)
    tokens = [each["token"] for each in made["seats"]]
    assert house.command(made["table"]["id"], tokens[0], {"type": "start"})["type"] == "done"
    return made["table"]["id"], tokens


def absence_of(player: Player, seat: int) -> dict[str, Any]:
    """Wait until this player's messages say that a seat is not connected; return that part."""
    while True:
        for message in player.others:
            for absent in message.get("absent", ()):
                if absent["seat"] == seat:
                    return absent
        player.receive()


def test_after_two_minutes_any_player_may_let_a_bot_play(house: House, later: Any) -> None:
    table, tokens = begin(house)
    with house.sit(table, tokens[1]) as bob:
        absent = absence_of(bob, 0)
        assert absent["replaceable"] - absent["since"] == 120
        assert bob.ask("replace", seat=0)["code"] == "not-allowed", "it is too early"
        later(TWO_MINUTES)
        # The table chooses the bot, not who asks.
        assert bob.ask("replace", seat=0, bot="random")["type"] == "done"
        handed = next(each for each in bob.entries if each["type"] == "handed")
        assert (handed["seat"], handed["bot"], handed["why"]) == (0, "cautious", "absent")
    with house.sit(table, tokens[0]) as ada:
        assert ada.table["seats"][0]["away"]
        assert ada.ask("take-back", seat=0)["type"] == "done"
        assert not ada.table["seats"][0]["away"]


def test_only_an_absent_player_for_whom_the_game_waits_is_replaced(house: House, later: Any) -> None:
    table, tokens = begin(house)
    with house.sit(table, tokens[1]) as bob:
        later(TWO_MINUTES)
        assert bob.waits_for == 0
        assert bob.ask("replace", seat=2)["code"] == "not-allowed", "the game does not wait for Cy"
        assert bob.ask("replace", seat=7)["code"] == "not-allowed", "there is no such seat"
        with house.sit(table, tokens[0]):
            assert bob.ask("replace", seat=0)["code"] == "not-allowed", "Ada is back"


def test_watchers_replace_nobody(house: House, later: Any) -> None:
    table, _ = begin(house)
    with house.sit(table) as watcher:
        later(TWO_MINUTES)
        assert watcher.ask("replace", seat=0)["code"] == "not-allowed"


@pytest.mark.parametrize("policy", ["wait", "bot", "forfeit"])
def test_under_other_policies_only_the_host_replaces(house: House, later: Any, policy: str) -> None:
    table, tokens = begin(house, absence={"policy": policy})
    with house.sit(table, tokens[1]) as bob:
        assert absence_of(bob, 0)["replaceable"] is None
        later(TWO_MINUTES)
        assert bob.ask("replace", seat=0)["code"] == "not-allowed"


def test_a_table_chooses_its_own_time_and_bot(house: House, later: Any) -> None:
    table, tokens = begin(house, absence={"policy": "ask", "after": 600, "bot": "easy"})
    with house.sit(table, tokens[1]) as bob:
        later(TWO_MINUTES)
        assert bob.ask("replace", seat=0)["code"] == "not-allowed"
        later(600)
        assert bob.ask("replace", seat=0)["type"] == "done"
        assert bob.table["seats"][0]["bot"] == "easy"


def test_a_players_command_is_not_taken_for_the_hosts(house: House, later: Any) -> None:
    table, tokens = begin(house)
    assert house.command(table, tokens[0], {"type": "mute", "id": "same", "seat": 2})["type"] == "done"
    with house.sit(table, tokens[1]) as bob:
        absence_of(bob, 0)
        later(TWO_MINUTES)
        assert bob.ask("replace", seat=0, id="same")["type"] == "done"
        assert bob.table["seats"][0]["away"]
