"""Dice by commit and reveal: attacks of players on each other's nonces, at a real server process."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.kit import House, Json, Player, commitment_of, running
from tests.server.process import Nursery, ServerProcess
from ventnor.replay import Replay
from ventnor.server import clock

ADA, BOB, CY = "a1" * 16, "b2" * 16, "c3" * 16
OPEN = {"kind": "open"}
NEVER = 1e6


@pytest.fixture(scope="module")
def nursery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    made = Nursery(tmp_path_factory.mktemp("nonces") / "log")
    yield made
    made.close()


@pytest.fixture(scope="module")
def real(nursery: Nursery) -> Iterator[House]:
    """Run a server in a process of its own that waits for nonces as long as it takes."""
    server = ServerProcess(nursery, "memory:", reveal_time=NEVER)
    server.start()
    with server.house() as house:
        yield house
    server.stop()


def mine(name: str, nonce: str) -> Json:
    return {"kind": "mine", "name": name, "commitment": commitment_of(nonce)}


def table_of(house: House, *seats: Json, **more: Any) -> tuple[str, list[str]]:
    made = house.make(*seats, **more)
    return made["table"]["id"], [each["token"] for each in made["seats"]]


def everything_sent(house: House, table: str, player: Player) -> str:
    """Return all that a player can get from the server about a table, as text."""
    events = house.client.get(f"/api/tables/{table}/events?seen=0&follow=0").text
    table_json = house.client.get(f"/api/tables/{table}").text
    return json.dumps([player.welcome, player.entries, player.table, player.others]) + events + table_json


def play_out(people: Player) -> None:
    """Resign for each awaited seat until the game is over; where that is refused, take the first of the menu."""
    while people.view is None or not people.view["over"]:
        seat = people.waits_for
        assert seat is not None
        if people.act("resign", seat)["type"] == "refused":
            people.act(people.hands[seat]["legal"][0]["text"], seat)


def test_the_last_to_commit_has_seen_only_hashes_and_nobody_sees_a_nonce_before_the_game(real: House) -> None:
    table, [ada] = table_of(real, mine("Ada", ADA), OPEN, OPEN)
    bob = real.join(table, "Bob", commitment=commitment_of(BOB))["token"]
    with real.sit(table) as watcher:  # Cy, before he draws his nonce
        sent = everything_sent(real, table, watcher)
        assert commitment_of(ADA) in sent
        assert commitment_of(BOB) in sent
        assert ADA not in sent
        assert BOB not in sent
    assert real.command(table, bob, {"type": "reveal", "seat": 1, "nonce": BOB})["code"] == "not-started"
    cy = real.join(table, "Cy", commitment=commitment_of(CY))["token"]
    assert real.command(table, ada, {"type": "start"})["type"] == "done"
    assert real.command(table, ada, {"type": "reveal", "seat": 0, "nonce": ADA})["type"] == "done"
    assert real.command(table, bob, {"type": "reveal", "seat": 1, "nonce": BOB})["type"] == "done"
    with real.sit(
        table, cy
    ) as last:  # the last one to reveal knows that the others have revealed, but not their nonces
        sent = everything_sent(real, table, last)
        assert ADA not in sent
        assert BOB not in sent
        assert [each["seat"] for each in last.entries if each["type"] == "revealed"] == [0, 1]
        assert last.table["status"] == "starting"
        assert last.ask("commit", seat=2, commitment="00" * 32)["code"] == "already-started"
        assert last.ask("leave", seat=2)["code"] == "already-started"
        assert last.ask("reveal", seat=2, nonce=CY)["type"] == "done"
        began = next(each for each in last.entries if each["type"] == "began")
        assert (began["nonces"], began["left_out"]) == ([ADA, BOB, CY], [])
        assert [each["nonce"] for each in last.table["seats"]] == [ADA, BOB, CY]
        assert last.table["status"] == "playing"


def test_a_wrong_reveal_is_refused_and_a_right_one_is_taken_once(real: House) -> None:
    table, [ada] = table_of(real, mine("Ada", ADA), OPEN)
    bob = real.join(table, "Bob", commitment=commitment_of(BOB))["token"]
    real.command(table, ada, {"type": "start"})
    for nonce in (CY, BOB, ADA + "00"):
        answer = real.command(table, ada, {"type": "reveal", "seat": 0, "nonce": nonce})
        assert (answer["type"], answer["because"][0]["name"]) == ("refused", "wrong-nonce")
    assert real.command(table, bob, {"type": "reveal", "seat": 0, "nonce": ADA})["code"] == "not-allowed"
    for _ in range(2):
        assert real.command(table, ada, {"type": "reveal", "seat": 0, "nonce": ADA})["type"] == "done"
    assert real.command(table, bob, {"type": "reveal", "seat": 1, "nonce": BOB})["type"] == "done"
    late = real.command(table, ada, {"type": "reveal", "seat": 0, "nonce": ADA})
    assert late["code"] == "already-started"


def test_nobody_copies_the_commitment_of_another_seat(real: House) -> None:
    table, [ada] = table_of(real, mine("Ada", ADA), OPEN)
    copied = real.client.post(f"/api/tables/{table}/seats", json={"name": "Eve", "commitment": commitment_of(ADA)})
    assert (copied.status_code, copied.json()["because"][0]["name"]) == (409, "nonce-used")
    eve = real.join(table, "Eve")["token"]
    answer = real.command(table, eve, {"type": "commit", "seat": 1, "commitment": commitment_of(ADA)})
    assert answer["because"][0]["name"] == "nonce-used"
    again = real.command(table, ada, {"type": "commit", "seat": 0, "commitment": commitment_of(CY)})
    assert again["type"] == "done"  # nobody has revealed anything yet


def test_a_rematch_has_another_seed_and_takes_none_of_the_nonces(real: House) -> None:
    made = real.make(mine("Ada", ADA), mine("Bob", BOB), options={"rounds": 1})
    table, tokens = made["table"]["id"], [each["token"] for each in made["seats"]]
    with real.sit(table, *tokens) as people:
        people.ask("start")
        for seat, nonce in enumerate((ADA, BOB)):
            people.ask("reveal", seat=seat, nonce=nonce)
        play_out(people)
        again = people.ask("rematch", seat=0)["table"]
    found = real.client.get(f"/api/tables/{again}").json()
    assert found["fairness"]["commitment"] != made["table"]["fairness"]["commitment"]
    assert [each["commitment"] + each["nonce"] for each in found["seats"]] == ["", ""]
    for nonce in (ADA, BOB):
        command = {"type": "commit", "seat": 0, "commitment": commitment_of(nonce)}
        assert real.command(again, tokens[0], command)["because"][0]["name"] == "nonce-used"
    fresh = {"type": "commit", "seat": 0, "commitment": commitment_of(CY)}
    assert real.command(again, tokens[0], fresh)["type"] == "done"
    with real.sit(again, *tokens) as people:
        people.ask("start")
        people.ask("reveal", seat=0, nonce=CY)
        play_out(people)
        third = people.ask("rematch", seat=0)["table"]
    for nonce in (ADA, BOB, CY):  # also those of the game before the last
        command = {"type": "commit", "seat": 1, "commitment": commitment_of(nonce)}
        assert real.command(third, tokens[1], command)["because"][0]["name"] == "nonce-used"


def test_somebody_who_never_reveals_does_not_stop_the_start(nursery: Nursery) -> None:
    server = ServerProcess(nursery, "memory:", reveal_time=0)
    server.start()
    with server.house() as house:
        table, [ada] = table_of(house, mine("Ada", ADA), OPEN)
        house.join(table, "Bob", commitment=commitment_of(BOB))
        with house.sit(table, ada) as player:
            assert player.ask("start")["type"] == "done"
            began = next((each for each in player.entries if each["type"] == "began"), None)
            began = began or player.until("began")
            assert (began["nonces"], began["left_out"]) == ([], [0, 1])
            assert player.act("roll")["type"] == "done"
    server.stop()


def test_the_game_goes_on_without_the_nonce_of_who_did_not_reveal(monkeypatch: pytest.MonkeyPatch) -> None:
    with running(reveal_time=60) as house:
        table, [ada] = table_of(house, mine("Ada", ADA), OPEN)
        bob = house.join(table, "Bob", commitment=commitment_of(BOB))["token"]
        with house.sit(table, ada, bob) as people:
            people.ask("start")
            people.ask("reveal", seat=0, nonce=ADA)
            assert people.table["status"] == "starting"
            assert people.ask("act", seat=0, ply=0, text="roll")["code"] == "not-started"
            monkeypatch.setattr(clock, "BEGAN", clock.BEGAN + 61)
            people.ask("chat", seat=0, text="Where is Bob?")  # the server looks at its clock
            while people.table["status"] == "starting":
                people.receive()
            began = next(each for each in people.entries if each["type"] == "began")
            assert (began["nonces"], began["left_out"]) == ([ADA], [1])
            assert people.ask("reveal", seat=1, nonce=BOB)["code"] == "already-started"
            play_out(people)
        replay = Replay.loads(house.client.get(f"/api/tables/{table}/record.replay").text)
        assert replay.nonces == (bytes.fromhex(ADA),)
        replay.verify()


def test_a_server_that_was_killed_while_it_waited_keeps_what_was_revealed(nursery: Nursery, tmp_path: Path) -> None:
    server = ServerProcess(nursery, f"sqlite:///{tmp_path / 'tables.db'}", reveal_time=NEVER)
    server.start()
    with server.house() as house:
        table, [ada, bob] = table_of(house, mine("Ada", ADA), mine("Bob", BOB))
        assert house.command(table, ada, {"type": "start"})["type"] == "done"
        assert house.command(table, ada, {"type": "reveal", "seat": 0, "nonce": ADA})["type"] == "done"
    server.kill()
    server.start()
    with server.house() as house, house.sit(table, bob) as player:
        assert player.table["status"] == "starting"
        assert player.ask("reveal", seat=1, nonce=BOB)["type"] == "done"
        began = next(each for each in player.entries if each["type"] == "began")
        assert (began["nonces"], began["left_out"]) == ([ADA, BOB], [])
    server.stop()


def test_the_time_without_a_server_is_not_taken_from_those_who_have_still_to_reveal(tmp_path: Path) -> None:
    """The attack: restart the server between start and reveal, so that the game begins without the players' nonces."""
    wall = tmp_path / "wall"
    wall.write_text("0")
    nursery = Nursery(tmp_path / "log", wall)
    server = ServerProcess(nursery, f"sqlite:///{tmp_path / 'tables.db'}", reveal_time=600)
    server.start()
    with server.house() as house:
        table, [ada, bob] = table_of(house, mine("Ada", ADA), mine("Bob", BOB))
        assert house.command(table, ada, {"type": "start"})["type"] == "done"
    server.kill()
    wall.write_text("3600")
    server.start()
    with server.house() as house, house.sit(table, ada) as player:
        assert player.ask("reveal", seat=0, nonce=ADA)["type"] == "done"
        assert house.command(table, bob, {"type": "reveal", "seat": 1, "nonce": BOB})["type"] == "done"
        began = next((each for each in player.entries if each["type"] == "began"), None) or player.until("began")
        assert (began["nonces"], began["left_out"]) == ([ADA, BOB], [])
    server.stop()
    nursery.close()


def test_a_table_stored_by_an_older_server_drops_the_nonces_that_were_public(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'old.db'}"
    with running(database=database) as house:
        table, [ada] = table_of(house, {"kind": "mine", "name": "Ada"}, {"kind": "bot"})
    with sqlite3.connect(tmp_path / "old.db") as connection:
        [(head,)] = connection.execute("select position from heads")
        state = json.loads(head)
        for place in state["places"]:
            del place["commitment"]
        for field in ("reveal_by", "spent"):
            del state[field]
        state["places"][0]["nonce"] = "ab" * 8
        connection.execute("update heads set position=?", (json.dumps(state).encode(),))
    connection.close()
    with running(database=database) as house, house.sit(table, ada) as player:
        assert player.table["seats"][0]["nonce"] == ""
        assert player.ask("start")["type"] == "done"
        began = next(each for each in player.entries if each["type"] == "began")
        assert (began["nonces"], began["left_out"]) == ([], [])
