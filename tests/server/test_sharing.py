"""Several servers on one PostgreSQL: any of them serves any table, and one of them runs its bots and clocks."""

import json
import time

import pytest

from tests.server.kit import running
from tests.server.postgres import new_database

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
        assert one.hall.runs(table) != two.hall.runs(table) or not (one.hall.runs(table) or two.hall.runs(table))


@pytest.mark.slow
def test_when_a_server_stops_another_one_runs_its_tables(postgres: str) -> None:
    url = new_database(postgres)
    with running(database=url) as two:
        with running(database=url) as one:
            made = one.make({"kind": "bot"}, {"kind": "bot"}, pace=0.2)
            table, host = made["table"]["id"], made["seats"][0]["token"]
            assert one.command(table, host, {"type": "start"})["type"] == "done"
            assert one.hall.runs(table)
        with two.sit(table, host) as watcher:
            seen = len(watcher.entries)
            while len(watcher.entries) < seen + 5:
                watcher.receive()
        assert two.hall.runs(table)
