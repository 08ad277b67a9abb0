"""Clocks and absence: banks, the auction timer, the hour, and the absence policies."""

import time
from typing import Any

import pytest

from tests.server.kit import House, Player, running
from ventnor.server import registry

ADA = {"kind": "mine", "name": "Ada"}
BOB = {"kind": "mine", "name": "Bob"}
CY = {"kind": "mine", "name": "Cy"}
BOT = {"kind": "bot"}


def begin(house: House, *seats: Any, **settings: Any) -> tuple[str, list[str]]:
    made = house.make(*seats, **settings)
    tokens = [each["token"] for each in made["seats"]]
    assert house.command(made["table"]["id"], tokens[0], {"type": "start"})["type"] == "done"
    return made["table"]["id"], tokens


def decide(player: Player) -> None:
    """Take the first action of the menu for the awaited seat."""
    seat = player.waits_for
    assert seat is not None
    assert player.view is not None
    legal = next(each["legal"] for each in player.hands if each["seat"] == seat)
    player.ask("act", seat=seat, ply=player.view["ply"], action=legal[0]["action"])


def test_a_bank_runs_while_the_game_waits_and_grows_with_each_decision(house: House) -> None:
    table, tokens = begin(house, ADA, BOB, clock={"bank": 100, "increment": 10})
    with house.sit(table, *tokens) as player:
        time.sleep(0.3)
        assert player.act("roll", seat=0)["type"] == "done"
    with house.sit(table, *tokens) as player:
        first, second = player.welcome["clocks"]["timers"]
        assert 109 < first["left"] < 109.9
        assert 99 < second["left"] <= 100
        assert (first["running"], second["running"]) == (False, True)


@pytest.mark.parametrize(("policy", "expected"), [("bot", "handed"), ("forfeit", "ply")])
def test_what_was_agreed_happens_when_the_time_is_up(house: House, policy: str, expected: str) -> None:
    table, tokens = begin(house, ADA, BOT, BOT, clock={"bank": 0.5}, absence={"policy": policy}, grace=0)
    with house.sit(table, *tokens) as player:
        found = None
        while found is None:
            player.receive()
            found = next((each for each in player.entries if is_consequence(each)), None)
        assert (found["type"], found["seat"] if expected == "handed" else found["actor"]) == (expected, 0)


def is_consequence(entry: dict[str, Any]) -> bool:
    """Return whether an entry is the result of running out of time."""
    if entry["type"] == "handed":
        return entry["why"] == "time"
    return entry["type"] == "ply" and entry["text"] == "resign" and entry["cause"] == "clock"


def test_who_is_gone_too_long_is_played_by_a_bot_and_can_come_back(house: House) -> None:
    table, tokens = begin(house, ADA, BOB, absence={"policy": "bot", "after": 0.3})
    with house.sit(table, tokens[1]) as bob:
        early = [each for each in bob.entries if each["type"] == "handed"]  # on a slow machine, before Bob is here
        handed = early[0] if early else bob.until("handed")
        assert (handed["seat"], handed["why"], handed["bot"]) == (0, "absent", "cautious")
        with house.sit(table, tokens[0]) as ada:
            assert ada.table["seats"][0]["away"]
            assert ada.ask("take-back", seat=0)["type"] == "done"
            assert not ada.table["seats"][0]["away"]


def test_who_waits_waits(house: House) -> None:
    table, tokens = begin(house, ADA, BOT, clock={"bank": 0.2}, absence={"policy": "wait", "after": 0.1})
    time.sleep(0.7)
    with house.sit(table, *tokens) as player:
        assert player.view is not None
        assert player.view["ply"] == 0
        assert player.welcome["clocks"]["timers"][0]["left"] < 0
        assert player.act("roll")["type"] == "done"


def test_the_hammer_falls_and_each_bid_starts_it_again(house: House) -> None:
    table, tokens = begin(house, ADA, BOB, CY, clock={"auction": 0.8})
    with house.sit(table, *tokens) as player:
        for _ in range(60):
            assert player.view is not None
            if player.view["awaiting"]["kind"] == "buy":
                break
            decide(player)
        seat = player.waits_for
        assert seat is not None
        player.act("decline", seat=seat)
        began = time.time()
        bidder = (seat + 1) % 3
        assert player.act("bid 10", seat=bidder)["type"] == "done"
        time.sleep(0.4)
        assert player.act("bid 20", seat=seat)["type"] == "done"
        while not any(event["event"] == "auction-won" for entry in player.entries for event in entry.get("events", ())):
            player.receive()
        assert time.time() - began > 1.1
        passes = [each for each in player.entries if each["type"] == "ply" and each["text"] == "pass"]
        assert {each["cause"] for each in passes} == {"clock"}


def test_the_hour_strikes_by_the_servers_clock(house: House) -> None:
    table, tokens = begin(house, ADA, BOT, BOT, edition="1935", variant="short", clock={"hour": 3}, grace=0)
    with house.sit(table, *tokens) as player:
        assert player.welcome["clocks"]["hour"] > time.time()
        struck = None
        while struck is None:
            if player.waits_for == 0 and player.hands[0]["legal"]:
                time.sleep(0.1)  # or the game may be over before its hour
                decide(player)
            else:
                player.receive()
            struck = next((each for each in player.entries if each.get("text") == "hour"), None)
        assert (struck["actor"], struck["cause"]) == ("clock", "clock")


def test_a_pause_costs_nobody_time(house: House) -> None:
    table, tokens = begin(house, ADA, BOB, clock={"bank": 100})
    assert house.command(table, tokens[0], {"type": "pause"})["type"] == "done"
    time.sleep(0.6)
    assert house.command(table, tokens[0], {"type": "resume"})["type"] == "done"
    with house.sit(table, *tokens) as player:
        assert player.welcome["clocks"]["timers"][0]["left"] > 99.4


@pytest.mark.slow
def test_clocks_survive_a_restart_and_its_time_is_nobodys(tmp_path: Any) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    with running(database=url) as house:
        table, tokens = begin(house, ADA, BOB, clock={"bank": 100})
    time.sleep(2)
    with running(database=url) as house, house.sit(table, *tokens) as player:
        if not any(each["type"] == "woke" for each in player.entries):
            player.until("woke")
        woke = next(each for each in player.entries if each["type"] == "woke")
        assert woke["away"] > 1.5
    with running(database=url) as house, house.sit(table, *tokens) as player:
        assert player.welcome["clocks"]["timers"][0]["left"] > 97


def test_rents_are_asked_for_by_themselves_where_somebody_wants_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "new_seed", lambda: bytes(32))
    table, tokens = begin(house, ADA, BOT, grace=0)
    assert house.command(table, tokens[0], {"type": "always-ask", "seat": 0, "on": True})["type"] == "done"
    with house.sit(table, *tokens) as player:
        while not any(each.get("cause") == "auto" and each["actor"] == 0 for each in player.entries):
            assert player.view is not None
            assert not player.view["over"]
            assert player.view["ply"] < 2000
            if player.waits_for == 0:
                decide(player)
            else:
                player.receive()


def test_bots_leave_people_time_to_ask_for_rent(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "new_seed", lambda: bytes(32))
    table, tokens = begin(house, ADA, BOT, grace=1.5)
    with house.sit(table, *tokens) as player:
        due = next_claim(player)
        while not any(each["type"] == "ply" and each["seq"] > due["seq"] for each in player.entries):
            player.receive()
        after = next(each for each in player.entries if each["type"] == "ply" and each["seq"] > due["seq"])
        assert after["at"] - due["at"] >= 1.4


def next_claim(player: Player) -> dict[str, Any]:
    """Play until the player may ask a bot for rent; return the entry that brought the bot there."""
    while True:
        assert player.view is not None
        assert player.view["ply"] < 2000
        if player.waits_for == 0:
            decide(player)
        elif any(each["do"] == "ask-rent" for each in (legal["action"] for legal in player.hands[0]["legal"])):
            return player.entries[-1]
        else:
            player.receive()
