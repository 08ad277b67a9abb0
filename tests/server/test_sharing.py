"""Several servers on one PostgreSQL: any of them serves any table, and one of them runs its bots and clocks."""

import contextlib
import json
import subprocess
import sys
import time
from pathlib import Path

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.kit import House, running
from tests.server.postgres import new_database
from tests.server.process import free_port
from ventnor.server.store.contract import Head, StoreBusy

ADA = {"kind": "mine", "name": "Ada"}
BOB = {"kind": "mine", "name": "Bob"}


@pytest.mark.slow
def test_people_at_two_servers_play_one_game(postgres: str) -> None:
    url = new_database(postgres)
    with running(database=url) as one, running(database=url) as two:
        made = one.make(ADA, BOB, {"kind": "bot"}, grace=0)
        table = made["table"]["id"]
        first, second = (each["token"] for each in made["seats"])
        with one.sit(table, first) as ada, two.sit(table, second) as bob:
            assert ada.ask("start")["type"] == "done"
            assert bob.until("began")["commitment"] == made["table"]["fairness"]["commitment"]
            for _ in range(20):
                for player, seat in ((ada, 0), (bob, 1)):
                    while player.view is None or (player.waits_for != seat and not player.view["over"]):
                        if player.waits_for == 1 - seat:
                            break
                        player.receive()
                    if player.view is not None and player.waits_for == seat:
                        choice = player.hands[0]["legal"][0]["action"]
                        player.ask("act", seat=seat, ply=player.view["ply"], action=choice)
            assert bob.ask("chat", seat=1, text="good game")["type"] == "done"
            assert ada.until("chat")["text"] == "good game"
            assert bob.ask("react", seat=1, reaction="clap")["type"] == "done"
            deadline = time.monotonic() + 20
            while not any(each["type"] == "reacted" for each in ada.others) and time.monotonic() < deadline:
                ada.receive()
            presence = [each for each in ada.others if each["type"] == "presence"]
            assert presence[-1]["online"] == [0, 1]
            # A command that was answered by one server is known to the other.
            ply = 0 if ada.view is None else ada.view["ply"]
            same = {"type": "act", "id": "same", "seat": 0, "ply": ply, "text": "resign"}
            answers = [house.command(table, first, same) for house in (one, two)]
            assert json.dumps(answers[0].get("first")) == json.dumps(answers[1].get("first"))
        assert one.registry.runs(table) != two.registry.runs(table) or not (
            one.registry.runs(table) or two.registry.runs(table)
        )


@pytest.mark.slow
def test_a_table_that_is_taken_away_meanwhile_is_gone_for_everybody(postgres: str) -> None:
    url = new_database(postgres)
    with running(database=url) as house:
        made = house.make(ADA, {"kind": "bot"}, pace=5)
        table, ada = made["table"]["id"], made["seats"][0]["token"]
        with house.sit(table, ada) as player:
            player.ask("start")
            words = [sys.executable, "-m", "ventnor", "admin", "--database", url, "delete", table]
            assert subprocess.run(words, check=False).returncode == 0
            with contextlib.suppress(ConnectionClosed):
                while True:
                    player.receive()
            assert (player.others[-1]["type"], player.others[-1]["code"]) == ("error", "no-table")
        assert house.client.get(f"/api/tables/{table}").status_code == 404
        command = {"type": "act", "id": "late", "seat": 0, "ply": 0, "text": "roll"}
        late = house.client.post(
            f"/api/tables/{table}/commands", json=command, headers={"authorization": f"Bearer {ada}"}
        )
        assert (late.status_code, late.json()["code"]) == (401, "bad-token")  # the secrets went with it


@pytest.mark.slow
def test_news_that_come_while_the_store_is_busy_are_told_when_it_is_not(postgres: str) -> None:
    url = new_database(postgres)
    with running(database=url) as one, running(database=url) as two:
        made = one.make(ADA, BOB, grace=0)
        table = made["table"]["id"]
        first, second = (each["token"] for each in made["seats"])
        with one.sit(table, first) as ada, two.sit(table, second) as bob:
            store = two.registry.store
            reads = store.head
            failed: list[str] = []

            async def busy(asked: str) -> Head | None:
                if len(failed) < 2:
                    failed.append(asked)
                    raise StoreBusy("for a moment")
                return await reads(asked)

            setattr(store, "head", busy)  # noqa: B010
            assert ada.ask("chat", seat=0, text="are you there?")["type"] == "done"
            assert bob.until("chat")["text"] == "are you there?"
            assert failed == [table, table]


@pytest.mark.slow
def test_when_a_server_stops_another_one_runs_its_tables(postgres: str) -> None:
    url = new_database(postgres)
    with running(database=url) as two:
        with running(database=url) as one:
            made = one.make({"kind": "bot"}, {"kind": "bot"}, pace=0.2)
            table, host = made["table"]["id"], made["seats"][0]["token"]
            assert one.command(table, host, {"type": "start"})["type"] == "done"
            assert one.registry.runs(table)
        with two.sit(table, host) as watcher:
            seen = len(watcher.entries)
            while len(watcher.entries) < seen + 5:
                watcher.receive()
        assert two.registry.runs(table)


@pytest.mark.slow
def test_the_command_starts_several_workers_that_share_all_tables(postgres: str, tmp_path: Path) -> None:
    port = free_port()
    words = ["serve", "--workers", "2", "--port", str(port), "--database", new_database(postgres)]
    with (tmp_path / "log").open("wb") as log:
        server = subprocess.Popen([sys.executable, "-m", "ventnor", *words], stderr=log, stdout=log)
    try:
        base = f"http://127.0.0.1:{port}"
        deadline = time.monotonic() + 300
        while len(said(tmp_path / "log", "ready")) < 2:
            assert server.poll() is None, (tmp_path / "log").read_text()
            assert time.monotonic() < deadline
            time.sleep(0.3)
        with httpx2.Client(base_url=base, timeout=30) as client:
            house = House(client)
            made = house.make(ADA, BOB)
            table, tokens = made["table"]["id"], [each["token"] for each in made["seats"]]
            with contextlib.ExitStack() as stack:
                # New connections go to either worker: of many sockets some are at each.
                people = [stack.enter_context(house.sit(table, tokens[number % 2])) for number in range(8)]
                assert people[0].ask("start")["type"] == "done"
                for number in range(6):
                    for each in people:
                        while each.view is None or each.waits_for is None or each.view["ply"] < number:
                            each.receive()
                    turn = next(each for each in people if each.hands[0]["seat"] == people[0].waits_for)
                    ply = people[0].view and people[0].view["ply"]
                    done = turn.act(turn.hands[0]["legal"][0]["text"], turn.hands[0]["seat"])
                    assert done["type"] == "done", (done, ply)
                    for each in people:
                        while not each.entries or each.entries[-1]["seq"] < done["last"]:
                            each.receive()
                assert len({each.entries[-1]["digest"] for each in people}) == 1
            assert len({line["pid"] for line in said(tmp_path / "log", "ready")}) == 2
    finally:
        server.terminate()
        assert server.wait(60) == 0
    assert len(said(tmp_path / "log", "stopped")) == 2, "both said goodbye"


def said(log: Path, what: str) -> list[dict[str, object]]:
    """Return the lines of a log that say something."""
    lines = [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]
    return [line for line in lines if line["what"] == what]
