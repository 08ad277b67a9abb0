"""Coming back: a reader too slow, a newer version of the rules, a player who is gone, a debt that has to be raised."""

import json
import socket
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.server.kit import House, Player, running
from ventnor.game import Game
from ventnor.kernel import codes
from ventnor.replay import Replay
from ventnor.server import session as session_module

ADA = {"kind": "mine", "name": "Ada"}
BOB = {"kind": "mine", "name": "Bob"}
CY = {"kind": "mine", "name": "Cy"}


def begin(house: House, *seats: Any, **settings: Any) -> tuple[str, list[str]]:
    made = house.make(*seats, **settings)
    tokens = [each["token"] for each in made["seats"]]
    assert house.command(made["table"]["id"], tokens[0], {"type": "start"})["type"] == "done"
    return made["table"]["id"], tokens


def decide(player: Player) -> dict[str, Any]:
    """Return the first of the menu, for whoever is awaited."""
    seat = player.waits_for
    assert seat is not None
    return player.act(player.hands[seat]["legal"][0]["text"], seat)


def read_on(socket: ClientConnection, heard: list[dict[str, Any]]) -> None:
    """Read until no message comes any more."""
    while True:
        heard.append(json.loads(socket.recv(20)))


def test_a_slow_reader_is_dropped_with_a_reason_and_gets_what_it_missed(house: House) -> None:
    table, tokens = begin(house, ADA, BOB)
    port = house.client.base_url.port
    narrow = socket.socket()
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    narrow.connect(("127.0.0.1", port))
    url = f"ws://127.0.0.1:{port}/api/tables/{table}/socket"
    with connect(url, sock=narrow, max_size=None, max_queue=1, proxy=None, ping_interval=None) as slow:
        slow.send(json.dumps({"type": "hello", "protocol": 3, "tokens": [tokens[1]]}))
        with house.sit(table, tokens[0]) as ada:
            for number in range(8000):
                ada.ask("chat", seat=0, text=f"{number} ".ljust(300, "🎲"))
                connections = house.registry.rooms[table].connections
                if any(each.farewell is not None for each in connections):
                    break
            else:
                raise AssertionError("it was never too much")
            last = ada.entries[-1]["seq"]
            heard: list[dict[str, Any]] = []
            with pytest.raises(ConnectionClosed) as closed:
                read_on(slow, heard)
            assert heard[-1]["type"] == "error"
            assert heard[-1]["code"] == "slow"
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1013
            seen = max(each["seq"] for message in heard for each in message.get("entries", ()))
            assert seen < last
            with house.sit(table, tokens[1], seen=seen) as back:
                assert [each["seq"] for each in back.entries] == list(range(seen + 1, last + 1))
    assert "ventnor_dropped_total 1" in house.client.get("/metrics").text


def test_games_survive_a_deploy_of_newer_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path}/tables.db"
    with running(database=url) as house:
        table, tokens = begin(house, ADA, BOB)
        with house.sit(table, *tokens) as people:
            for _ in range(8):
                decide(people)
            before = [each["digest"] for each in people.entries if each["type"] == "ply"]
    newer = session_module.RULES + 1
    monkeypatch.setattr(session_module, "RULES", newer)
    monkeypatch.setattr(session_module, "VERSION", "9.9.9")
    with running(database=url) as house, house.sit(table, *tokens) as people:
        assert [each["digest"] for each in people.entries if each["type"] == "ply"] == before
        for _ in range(8):
            assert decide(people)["type"] == "done"
        carried = [each for each in people.entries if each["type"] == "carried"]
        assert [(each["rules"], each["version"]) for each in carried] == [(newer, "9.9.9")]
        assert carried[0]["seq"] > len(before), "it is noted where the newer rules begin"
        assert people.table["rules"] == newer


def test_the_host_lets_a_bot_play_for_somebody_who_is_gone(house: House) -> None:
    table, tokens = begin(house, ADA, BOB, CY, grace=0)
    with house.sit(table, tokens[1]) as bob:
        assert bob.ask("replace", seat=2)["code"] == "not-allowed"
    with house.sit(table, tokens[0], tokens[1]) as people:
        with house.sit(table, tokens[2]):
            refused = people.ask("replace", seat=2, bot="cautious")
            assert (refused["code"], refused["type"]) == ("not-allowed", "refused")
        # The server sees in a moment that the connection has ended.
        answers = (people.ask("replace", seat=2, bot="cautious")["type"] for _ in range(500))
        assert "done" in answers
        assert people.table["seats"][2]["away"]
        while not any(each.get("actor") == 2 for each in people.entries):
            if people.waits_for == 2:
                people.receive()
            else:
                decide(people)
    with house.sit(table, tokens[2]) as cy:
        assert cy.act("roll", seat=2)["code"] == "away"
        assert cy.ask("take-back", seat=2)["type"] == "done"
        assert not cy.table["seats"][2]["away"]


def indebted() -> Game:
    """Return a game that waits for a debtor."""
    game = Game("official", 3, 8, ask_rent="auto")
    while game.engine.state.awaits != codes.W_DEBT:
        game.apply(game.menu()[0])
    return game


def test_a_plan_raises_a_debt_step_by_step(house: House) -> None:
    game = indebted()
    debtor, owed = game.to_act, game.awaiting.amount
    assert debtor is not None
    table, tokens = begin(house, ADA, BOB, CY)
    room = house.registry.rooms[table]
    session = room._session  # pyright: ignore[reportPrivateUsage]
    assert session is not None
    assert session.game is not None
    session.resume(
        Game.from_position(game.position, nature="manual", ask_rent="manual", dice=session.game.dice),
        json.dumps(game.position),
    )
    other = (debtor + 1) % 3
    with house.sit(table, *tokens) as people:
        assert people.waits_for == debtor
        assert people.view is not None
        assert people.view["debts"][0]["amount"] == owed
        assert people.ask("plan", seat=other)["code"] == "stale"
        plan = people.ask("plan", seat=debtor)
        assert plan["enough"]
        steps = [step["text"] for step in plan["steps"]]
        assert len(steps) > 1
        assert steps[-1].startswith("pay")
        assert all(step["fields"] for step in plan["steps"])
        left = plan["preview"]["after"]["cash"][debtor]
        for step in plan["steps"]:
            answer = people.ask("act", seat=debtor, ply=people.view["ply"], action=step["action"])
            assert answer["type"] == "done", (step, answer)
        assert not people.view["debts"]
        assert people.view["seats"][debtor]["cash"] == left
        assert people.ask("plan", seat=debtor)["code"] == "stale"


def test_every_ply_of_a_finished_game_has_a_permanent_address(house: House) -> None:
    table, tokens = begin(house, ADA, BOB)
    with house.sit(table, *tokens) as people:
        for _ in range(12):
            decide(people)
        assert house.client.get(f"/api/tables/{table}/plies/1").json()["code"] == "not-over"
        while people.view is not None and not people.view["over"]:
            seat = people.waits_for
            assert seat is not None
            if people.act("resign", seat)["type"] == "refused":
                decide(people)
        entries = {each["ply"]: each for each in people.entries if each["type"] == "ply"}
    replay = Replay.loads(house.client.get(f"/api/tables/{table}/record.replay").text)
    assert len(replay) == len(entries)
    for ply in range(len(replay) + 1):
        found = house.client.get(f"/api/tables/{table}/plies/{ply}")
        assert found.headers["cache-control"] == "public, max-age=31536000, immutable"
        shown = found.json()
        assert (shown["ply"], shown["plies"], shown["view"]["ply"]) == (ply, len(replay), ply)
        assert (shown["entry"] or {}).get("digest") == entries.get(ply, {}).get("digest")
        assert [each["cash"] for each in shown["view"]["seats"]] == list(replay.game_at(ply).cash)
