"""Several processes on one PostgreSQL: each table belongs to one of them, connections are handed over to that one, and
when it ends another one takes over."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.server.kit import WAIT, House, Json, Player, running
from tests.server.postgres import new_database
from tests.server.process import Nursery, ServerProcess, free_port
from ventnor.server.handover import Inbox
from ventnor.server.store.contract import Head, StoreBusy

ADA = {"kind": "mine", "name": "Ada"}
BOB = {"kind": "mine", "name": "Bob"}


def table_of(house: House, *seats: Json, **more: Any) -> tuple[str, list[str]]:
    made = house.make(*seats, **more)
    return made["table"]["id"], [each["token"] for each in made["seats"]]


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
            deadline = time.monotonic() + WAIT
            while not any(each["type"] == "reacted" for each in ada.others) and time.monotonic() < deadline:
                ada.receive()
            presence = [each for each in ada.others if each["type"] == "presence"]
            assert presence[-1]["online"] == [0, 1]
            # A command that was answered by one server is known to the other.
            ply = 0 if ada.view is None else ada.view["ply"]
            same = {"type": "act", "id": "same", "seat": 0, "ply": ply, "text": "resign"}
            answers = [house.command(table, first, same) for house in (one, two)]
            assert json.dumps(answers[0].get("first")) == json.dumps(answers[1].get("first"))
        assert (table in one.registry.rooms) != (table in two.registry.rooms), "one of them has the table"


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
def test_a_table_that_is_deleted_while_the_store_is_busy_is_gone_when_it_is_not(postgres: str) -> None:
    url = new_database(postgres)
    with running(database=url) as house:
        table, _ = table_of(house, ADA, BOB)
        with house.sit(table) as player:
            store = house.registry.store
            reads = store.head
            failed: list[str] = []

            async def busy(asked: str) -> Head | None:
                if len(failed) < 2:
                    failed.append(asked)
                    raise StoreBusy("for a moment")
                return await reads(asked)

            setattr(store, "head", busy)  # noqa: B010
            words = [sys.executable, "-m", "ventnor", "admin", "--database", url, "delete", table]
            assert subprocess.run(words, check=False).returncode == 0
            with contextlib.suppress(ConnectionClosed):
                while True:
                    player.receive()
            assert player.others[-1]["code"] == "no-table"
            assert failed == [table, table]


@pytest.mark.slow
def test_every_request_is_answered_by_the_process_that_has_the_table(postgres: str) -> None:
    """Requests and sockets reach either server, on connections that stay open, and only one of them has the table."""
    url = new_database(postgres)
    with running(database=url) as one, running(database=url) as two:
        while len(one.registry.living) < 2:
            time.sleep(0.05)
        tables = [table_of(one, ADA, {"kind": "open"}) for _ in range(6)]
        for table, [token] in tables:
            for number, house in enumerate((one, two, one, two)):
                assert house.client.get(f"/api/tables/{table}").json()["id"] == table
                assert house.command(table, token, {"type": "ping"})["type"] == "pong"
                made = house.join(table, f"Bob {number}") if number == 1 else None
                assert made is None or made["seat"] == 1
                code = house.client.get(f"/api/tables/{table}").json()["code"]
                assert house.client.get(f"/api/codes/{code}").json()["id"] == table
                path = f"/api/tables/{table}/events?follow=0"
                [line] = house.client.get(path).text.splitlines()
                assert json.loads(line)["table"]["id"] == table
                if number > 1:
                    assert house.client.post(f"/api/tables/{table}/seats", json={"name": "Cy"}).status_code == 409
            here = [house for house in (one, two) if table in house.registry.rooms]
            assert len(here) == 1
        had = [sum(table in house.registry.rooms for table, _ in tables) for house in (one, two)]
        assert had == [3, 3], "new tables are shared out"
        with one.socket("0" * 20) as nowhere:
            nowhere.send(json.dumps({"type": "hello", "protocol": 3, "tokens": []}))
            assert json.loads(nowhere.recv(10))["code"] == "no-table"
        assert one.client.get(f"/api/tables/{'0' * 20}").status_code == 404


@pytest.mark.slow
def test_a_server_that_stops_closes_the_connections_that_were_handed_over(postgres: str) -> None:
    """A connection that stays open after its answer is closed before the loop, which would fail with it."""
    url = new_database(postgres)
    with running(database=url) as one, contextlib.ExitStack() as stack:
        with running(database=url) as two:
            while len(one.registry.living) < 2:
                time.sleep(0.05)
            tables = [table_of(one, ADA, {"kind": "open"})[0] for _ in range(4)]
            kept = stack.enter_context(httpx2.Client(base_url=one.client.base_url, timeout=WAIT))
            assert all(kept.get(f"/api/tables/{table}").json()["id"] == table for table in tables)
            away = next(table for table in tables if table in two.registry.rooms)
            assert kept.get(f"/api/tables/{away}").json()["id"] == away
        assert kept.get("/healthz").status_code == 200, "the client connects again"


@pytest.mark.slow
@pytest.mark.parametrize("how", ["killed", "stopped"])
def test_another_process_takes_over_from_one_that_is_killed_or_stands_still(
    how: str, postgres: str, tmp_path: Path
) -> None:
    """Nothing acknowledged is lost, nobody has to do anything, and who wakes up later cannot append any more."""
    nursery = Nursery(tmp_path / "log")
    url = new_database(postgres)
    one, two = ServerProcess(nursery, url), ServerProcess(nursery, url)
    try:
        one.start()
        with one.house() as house:
            table, [token] = table_of(house, ADA, {"kind": "bot"}, pace=0.1, grace=0)
            assert house.command(table, token, {"type": "start"})["type"] == "done"
            two.start()
            with house.sit(table, token) as player:
                said = player.ask("chat", seat=0, text="before")
                if how == "killed":
                    one.kill()
                else:
                    os.kill(one.pid, signal.SIGSTOP)
                began = time.monotonic()
                with two.house() as other, until_it_sits(other, table, token) as again:
                    took = time.monotonic() - began
                    assert again.entries[said["first"] - 1]["text"] == "before"
                    later = again.ask("chat", seat=0, text="after")
                    assert later["type"] == "done"
                    seen = again.base
                    while again.base < seen + 3:
                        if again.waits_for == 0:
                            again.act(again.hands[0]["legal"][0]["text"])
                        again.receive()
                    if how == "stopped":
                        os.kill(one.pid, signal.SIGCONT)
                        # It learns that it has lost the table, at the latest when somebody wants to change it.
                        with contextlib.suppress(ConnectionClosed):
                            assert player.ask("chat", seat=0, text="too late")["code"] == "busy"
                            while True:
                                player.receive()
                        assert player.others[-1]["code"] == "closing"
                        while again.base < seen + 6:
                            if again.waits_for == 0:
                                again.act(again.hands[0]["legal"][0]["text"])
                            again.receive()
                    texts = [each["text"] for each in again.entries if each["type"] == "chat"]
                    assert texts == ["before", "after"]
                    assert [each["seq"] for each in again.entries] == list(range(1, len(again.entries) + 1))
                assert took < 30, "it takes over by itself"
    finally:
        one.kill()
        two.kill()
        nursery.close()


@contextlib.contextmanager
def until_it_sits(house: House, table: str, token: str) -> Iterator[Player]:
    """Sit down, trying again while the server cannot say yet whose table it is."""
    deadline = time.monotonic() + WAIT
    while True:
        with contextlib.ExitStack() as stack:
            try:
                player = stack.enter_context(house.sit(table, *([token] if token else [])))
            except (AssertionError, InvalidHandshake, ConnectionClosed, TimeoutError, EOFError):
                assert time.monotonic() < deadline, "nobody takes over"
                time.sleep(0.1)
                continue
            yield player
            return


def test_an_inbox_in_a_folder_that_others_may_use_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    (tmp_path / f"ventnor-{os.getuid()}").mkdir(mode=0o755)
    with pytest.raises(OSError, match="only its owner"):
        Inbox("worker").open(adopt)
    (tmp_path / f"ventnor-{os.getuid()}").rmdir()
    (tmp_path / f"ventnor-{os.getuid()}").symlink_to(tmp_path)
    with pytest.raises(OSError, match="only its owner"):
        Inbox("worker").open(adopt)


async def adopt(_: socket.socket, __: bytes) -> None:
    """Take in nothing."""


@pytest.mark.slow
def test_when_a_server_stops_another_one_runs_its_tables(postgres: str) -> None:
    url = new_database(postgres)
    with running(database=url) as two:
        with running(database=url) as one:
            made = one.make({"kind": "bot"}, {"kind": "bot"}, pace=0.2)
            table, host = made["table"]["id"], made["seats"][0]["token"]
            assert one.command(table, host, {"type": "start"})["type"] == "done"
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
        deadline = time.monotonic() + WAIT
        while len(said(tmp_path / "log", "ready")) < 2:
            assert server.poll() is None, (tmp_path / "log").read_text()
            assert time.monotonic() < deadline
            time.sleep(0.3)
        with httpx2.Client(base_url=base, timeout=WAIT) as client:
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
            workers = {int(str(line["pid"])) for line in said(tmp_path / "log", "ready")}
            assert len(workers) == 2
            more = [table, *(house.make(ADA, BOB)["table"]["id"] for _ in range(3))]
            os.kill(min(workers), signal.SIGKILL)
            for each in more:  # of whichever worker they were
                with until_it_sits(house, each, "") as watcher:
                    assert watcher.welcome["table"]["id"] == each
    finally:
        server.terminate()
        assert server.wait(60) == 0
    assert len(said(tmp_path / "log", "stopped")) >= 1, "who was not killed said goodbye"


def said(log: Path, what: str) -> list[dict[str, object]]:
    """Return the lines of a log that are not empty."""
    lines = [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]
    return [line for line in lines if line["what"] == what]
