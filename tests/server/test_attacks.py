"""Attacks on a real server process: taking another's seat, another's name or another's limits."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import stat
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

import ventnor as vt
from tests.server.attack import ADA, OPEN, UPGRADE, attacked, raw_socket, table_of
from tests.server.kit import WAIT, House, Json
from tests.server.process import Nursery
from ventnor.cli import main
from ventnor.server.store.contract import BadDatabase
from ventnor.server.store.sqlite import SqliteStore


@pytest.fixture(scope="module")
def nursery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    made = Nursery(tmp_path_factory.mktemp("attacks") / "log")
    yield made
    made.close()


@pytest.fixture(scope="module")
def house(nursery: Nursery) -> Iterator[House]:
    with attacked(nursery) as found:
        yield found


def slow_post(house: House, path: str, token: str, body: Json) -> Iterator[Json]:
    """Send a POST in two parts, headers and body. Yield once in between, then yield the answer."""
    text = json.dumps(body).encode()
    with raw_socket(house) as raw:
        head = f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
        head += f"authorization: Bearer {token}\r\ncontent-length: {len(text)}\r\nconnection: close\r\n\r\n"
        raw.sendall(head.encode() + text[:1])
        # An answer to another request shows that the server has had time for this one's headers.
        assert house.client.get("/version").status_code == 200
        assert house.client.get("/version").status_code == 200
        yield {}
        raw.sendall(text[1:])
        answer = b""
        while part := raw.recv(65_536):
            answer += part
    yield json.loads(answer.partition(b"\r\n\r\n")[2])


# --- seats ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("how", ["leave", "remove"])
def test_an_open_socket_does_not_act_for_the_next_in_its_seat(house: House, how: str) -> None:
    table, [ada] = table_of(house, ADA, OPEN, {"kind": "bot"})
    bob = house.join(table, "Bob")["token"]
    with house.sit(table, bob) as socket:
        assert socket.welcome["mine"] == [1]
        assert house.command(table, bob if how == "leave" else ada, {"type": how, "seat": 1})["type"] == "done"
        cy = house.join(table, "Cy")["token"]
        house.command(table, ada, {"type": "start"})
        for command, fields in (("act", {"ply": 0, "text": "roll"}), ("chat", {"text": "I am Cy"}), ("hand-over", {})):
            answer = socket.ask(command, seat=1, **fields)
            assert (answer["type"], answer["code"]) == ("refused", "not-allowed")
        assert not any(hand["seat"] == 1 for hand in socket.hands)
        assert not any("rent-fell-due" in json.dumps(each) for each in socket.entries)
    with house.sit(table, cy) as player:
        assert player.ask("chat", seat=1, text="here I am")["type"] == "done"


def test_a_removed_player_is_told_and_a_closed_table_is_closed_to_him(house: House) -> None:
    table, [ada] = table_of(house, ADA, OPEN, spectators=False)
    bob = house.join(table, "Bob")["token"]
    with house.sit(table, bob) as player:
        house.command(table, ada, {"type": "remove", "seat": 1})
        with suppress(ConnectionClosed):
            while True:
                player.receive()
        assert player.others[-1]["code"] == "not-allowed"


def test_a_host_who_left_hosts_no_more_and_the_next_one_does(house: House) -> None:
    table, [ada] = table_of(house, ADA, OPEN, OPEN)
    bob, cy = (house.join(table, name)["token"] for name in ("Bob", "Cy"))
    with house.sit(table, ada) as first, house.sit(table, bob) as second:
        assert first.ask("leave", id="go", seat=0)["type"] == "done"
        assert first.ask("leave", id="go", seat=0)["type"] == "done"  # asked again: the same answer
        assert first.ask("remove", seat=2)["code"] == "not-allowed"
        while not second.welcome["host"]:
            message = second.receive()
            if message["type"] == "welcome":
                second.welcome = message
        assert [each["host"] for each in second.table["seats"]] == [False, True, False]
        assert house.command(table, cy, {"type": "start"})["code"] == "not-allowed"
        assert second.ask("remove", seat=2)["type"] == "done"
        for name in ("Dee", "Eve"):
            house.join(table, name)
        assert second.ask("start")["type"] == "done"


def test_a_table_that_everybody_left_is_hosted_by_whoever_comes(house: House) -> None:
    table, [ada] = table_of(house, ADA, OPEN)
    assert house.command(table, ada, {"type": "leave", "seat": 0})["type"] == "done"
    bob = house.join(table, "Bob")["token"]
    assert house.command(table, bob, {"type": "replace", "seat": 1})["type"] == "done"
    assert house.command(table, bob, {"type": "start"})["type"] == "done"


def test_a_token_asked_for_before_the_seat_changed_hands_opens_nothing(house: House) -> None:
    """The attack: send the headers, wait until the victim sits in the seat, send the body."""
    table, [ada] = table_of(house, ADA, OPEN)
    bob = house.join(table, "Bob")["token"]
    attack = slow_post(house, f"/api/tables/{table}/tokens", bob, {"scopes": ["play", "chat"]})
    next(attack)
    house.command(table, ada, {"type": "remove", "seat": 1})
    house.join(table, "Victim")
    answer = next(attack)
    assert answer.get("code") == "not-allowed", answer


def test_a_command_sent_before_the_seat_changed_hands_is_refused(house: House) -> None:
    table, [ada] = table_of(house, ADA, OPEN)
    bob = house.join(table, "Bob")["token"]
    body = {"type": "chat", "id": "late", "seat": 1, "text": "hello from Victim"}
    attack = slow_post(house, f"/api/tables/{table}/commands", bob, body)
    next(attack)
    house.command(table, ada, {"type": "remove", "seat": 1})
    house.join(table, "Victim")
    assert next(attack)["code"] == "not-allowed"


def test_a_spectator_neither_hears_a_seats_answers_nor_uses_up_its_permits(nursery: Nursery) -> None:
    with attacked(nursery, chat_rate=0.0001) as house:
        table, [ada] = table_of(house, ADA, {"kind": "bot"})
        with house.sit(table, ada) as player, house.sit(table) as stranger:
            assert player.ask("start", id="begin")["type"] == "done"
            assert stranger.ask("start", id="begin")["code"] == "not-allowed"
            for _ in range(20):
                assert stranger.ask("chat", seat=0, text="spam")["code"] == "not-allowed"
            assert player.ask("chat", id="words", seat=0, text="I can still talk")["type"] == "done"
            assert stranger.ask("chat", id="words", seat=0, text="I can still talk")["code"] == "not-allowed"


def test_the_next_in_a_seat_is_not_answered_for_the_one_before(house: House) -> None:
    """The attack: send commands with ids that the next player's program will use, and leave."""
    table, [ada] = table_of(house, ADA, OPEN)
    bob = house.join(table, "Bob")["token"]
    for number in range(30):  # more than the server keeps in memory
        command = {"type": "always-ask", "id": f"c{number}", "seat": 1, "on": number % 2 == 0}
        assert house.command(table, bob, command)["type"] == "done"
    assert house.command(table, bob, {"type": "leave", "id": "gone", "seat": 1})["type"] == "done"
    cy = house.join(table, "Cy")["token"]
    for number, piece in ((0, "crab"), (29, "boat")):
        assert house.command(table, cy, {"type": "take-piece", "id": f"c{number}", "seat": 1, "piece": piece})["first"]
        assert house.client.get(f"/api/tables/{table}").json()["seats"][1]["piece"] == piece
    assert house.command(table, bob, {"type": "leave", "id": "gone", "seat": 1})["type"] == "done"  # the old answer
    assert house.command(table, ada, {"type": "mute", "id": "h", "seat": 1, "on": True})["type"] == "done"
    assert house.command(table, ada, {"type": "leave", "seat": 0})["type"] == "done"
    dee = house.join(table, "Dee")["token"]
    assert house.command(table, cy, {"type": "mute", "id": "h", "seat": 0, "on": True})["type"] == "done"
    seats = house.client.get(f"/api/tables/{table}").json()["seats"]
    assert [each["muted"] for each in seats] == [True, True]
    assert house.command(table, dee, {"type": "mute", "id": "h", "seat": 0, "on": True})["code"] == "not-allowed"


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("\u3164", 400),  # a letter that shows nothing
        ("\u2800\ufe0f\u034f", 400),
        ("Ada\ufe0f", 409),  # looks like the name that somebody has
        ("\u202eada\u200d", 409),
        ("\uff21da", 409),
        ("A" + "\u0301" * 20, 201),
    ],
)
def test_names_that_look_empty_or_like_another_are_refused(house: House, name: str, status: int) -> None:
    table, _ = table_of(house, ADA, OPEN)
    made = house.client.post(f"/api/tables/{table}/seats", json={"name": name})
    assert made.status_code == status, made.text
    if status == 201:
        shown = house.client.get(f"/api/tables/{table}").json()["seats"][1]["name"]
        assert len(shown) <= 4, "no tower of accents"


def test_titles_are_cleaned_like_names(house: House) -> None:
    made = house.make(ADA, OPEN, title="\u202eevil\u0000 \n title\u200b")
    assert made["table"]["title"] == "evil title"


# --- addresses and names ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "forge",
    [
        lambda n: [("x-forwarded-for", f"198.51.100.{n}"), ("x-forwarded-for", "203.0.113.9")],
        lambda n: [("x-forwarded-for", f"198.51.100.{n}, 203.0.113.9")],
        lambda n: [("x-forwarded-for", f"2001:db8:1:2::{n:x}")],
        lambda n: [("x-forwarded-for", "::ffff:203.0.113.9" if n % 2 else "203.0.113.9")],
        lambda n: [("x-forwarded-for", f"198.51.100.{n}, 203.0.113.9, 127.0.0.1")],
    ],
)
def test_limits_by_address_are_not_fooled(nursery: Nursery, forge: Any) -> None:
    with attacked(nursery, table_rate=0.0001, trusted_proxies=["127.0.0.1"]) as house:
        body = {"seats": [{"kind": "bot"}] * 2}
        found = [house.client.post("/api/tables", json=body, headers=forge(n)).status_code for n in range(1, 14)]
        assert found == [201] * 10 + [429] * 3


def test_a_foreign_host_name_is_refused(house: House) -> None:
    port = house.client.base_url.port
    for path in ("/", "/api/tables", "/version"):
        for name in ("evil.example", f"evil.example:{port}", "127.0.0.1.evil.example", "[", ""):
            assert house.client.get(path, headers={"host": name}).status_code in {400, 403}, name
        for name in ("localhost", f"127.0.0.1:{port}", "[::1]:80"):
            assert house.client.get(path, headers={"host": name}).status_code == 200, name
    with raw_socket(house) as raw:
        raw.sendall(f"GET /api/tables/x/socket HTTP/1.1\r\nhost: evil.example\r\n{UPGRADE}".encode())
        assert raw.recv(4096).startswith(b"HTTP/1.1 403 ")


# --- files, health, log -----------------------------------------------------------------------------------------------
def test_a_second_name_of_the_database_file_starts_no_second_server(nursery: Nursery, tmp_path: Path) -> None:
    with attacked(nursery, f"sqlite:///{tmp_path / 'tables.db'}"):
        (tmp_path / "other.db").symlink_to(tmp_path / "tables.db")
        with pytest.raises(BadDatabase, match="another server"):
            asyncio.run(SqliteStore(tmp_path / "other.db").open())


def test_only_their_owner_reads_database_and_backup(nursery: Nursery, tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        url = f"sqlite:///{tmp_path / 'new' / 'tables.db'}"
        with attacked(nursery, url) as house:
            table, _ = table_of(house, ADA, {"kind": "bot"})
            found = list((tmp_path / "new").iterdir())
            assert len(found) >= 2
            assert {stat.S_IMODE(each.stat().st_mode) for each in found} == {0o600}
        assert main(["admin", "--database", url, "backup", str(tmp_path / "kept")]) == 0
        assert main(["admin", "--database", url, "export", table, str(tmp_path / "game.replay")]) == 0
    finally:
        os.umask(before)
    assert {stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("kept", "game.replay")} == {0o600}


def test_every_line_of_the_log_is_json_whatever_is_sent(tmp_path: Path) -> None:
    nursery = Nursery(tmp_path / "log")
    with attacked(nursery) as house:
        table, [ada] = table_of(house, ADA, {"kind": "bot"})
        begin = f"GET /api/tables/{table}/socket HTTP/1.1\r\nhost: 127.0.0.1\r\n"
        for sent in (
            b"\x16\x03\x01\x02\x00\x01\x00",
            b"GET / HTTP/9.9\r\n\r\n",
            b"GET /%ff%fe HTTP/1.1\r\nhost: \xff\r\n\r\n",
            f"{begin}upgrade: websocket\r\nconnection: upgrade\r\n\r\n".encode(),
            (begin + UPGRADE).encode() + b"\xff" * 40,
            (begin + UPGRADE).encode() + b"\x81\xfe\xff\xff",
            b"POST /api/tables HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 99999999999\r\n\r\n{",
        ):
            with raw_socket(house) as raw, suppress(TimeoutError):
                raw.sendall(sent)
                raw.settimeout(0.3)
                raw.recv(4096)
        with house.sit(table, ada) as player:
            assert player.ask("ping")["type"] == "pong"
    nursery.close()
    lines = (tmp_path / "log").read_text().splitlines()
    assert lines
    for line in lines:
        assert isinstance(json.loads(line), dict)


# --- floods and long work ---------------------------------------------------------------------------------------------
def test_commands_that_come_too_fast_cost_the_connection_over_all_sockets_of_a_seat(nursery: Nursery) -> None:
    with attacked(nursery, command_rate=1e-6) as house:
        table, [ada] = table_of(house, ADA, {"kind": "bot"})
        with house.sit(table, ada) as one, house.sit(table, ada) as two:
            for number in range(3):
                assert one.ask("ping", id=f"a{number}")["type"] == "pong"
                assert two.ask("ping", id=f"b{number}")["type"] == "pong"
            assert two.ask("ping")["code"] == "too-fast"
            with suppress(ConnectionClosed):
                for number in range(400):
                    one.send({"type": "ping", "id": f"f{number}"})
            with suppress(ConnectionClosed):  # what came before the end can still be read
                while True:
                    one.receive()
            assert any(each.get("code") == "too-fast" for each in one.others)
            with pytest.raises(ConnectionClosed):
                one.socket.send("{}")


def test_a_flood_of_control_frames_costs_the_connection(house: House) -> None:
    table, [ada] = table_of(house, ADA, {"kind": "bot"})
    with house.sit(table, ada) as player, suppress(ConnectionClosed):
        for _ in range(5000):
            player.socket.ping()
        while True:
            player.receive()
    with pytest.raises(ConnectionClosed):
        player.socket.send("{}")


def test_sockets_of_a_seat_and_of_an_address_are_capped(nursery: Nursery) -> None:
    with attacked(nursery, most_of_seat=2, most_of_address=4) as house:
        table, [ada] = table_of(house, ADA, {"kind": "bot"})
        with house.sit(table, ada), house.sit(table, ada), house.socket(table) as third:
            third.send(json.dumps({"type": "hello", "protocol": 3, "tokens": [ada]}))
            assert json.loads(third.recv(10))["code"] == "too-many"
            with house.sit(table), house.sit(table), pytest.raises(InvalidStatus, match="403"):
                house.socket(table)


def test_connections_that_send_no_headers_are_capped_and_ended(nursery: Nursery) -> None:
    with attacked(nursery, most_of_address=20) as house:
        with ExitStack() as stack:
            held = [stack.enter_context(raw_socket(house)) for _ in range(40)]
            for each in held:
                each.settimeout(20)
                with suppress(OSError):
                    each.sendall(b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n")
            for each in held[20:]:  # at once
                with suppress(ConnectionResetError):
                    assert each.recv(100) == b""
            held[0].setblocking(False)
            with pytest.raises(BlockingIOError):  # the first ones wait for their headers
                held[0].recv(100)
            held[0].settimeout(20)
            for each in held[:20]:  # when the time for headers is over
                with suppress(ConnectionResetError):
                    assert each.recv(100) == b""
        assert house.client.get("/version").status_code == 200


def read_to_the_end(raw: socket.socket) -> bytes:
    """All that the server sends until it ends the connection."""
    raw.settimeout(20)
    found = b""
    with suppress(ConnectionResetError):
        while part := raw.recv(65_536):
            found += part
    return found


def test_a_socket_without_a_hello_is_ended(nursery: Nursery) -> None:
    with attacked(nursery, hello_time=0.1) as house:
        table, _ = table_of(house, ADA, {"kind": "bot"})
        with raw_socket(house) as raw:
            raw.sendall(f"GET /api/tables/{table}/socket HTTP/1.1\r\nhost: 127.0.0.1\r\n{UPGRADE}".encode())
            assert b"The first message must be" in read_to_the_end(raw)


def test_a_socket_that_does_not_answer_pings_is_ended(nursery: Nursery) -> None:
    with attacked(nursery, ping_time=0.1) as house:
        table, _ = table_of(house, ADA, {"kind": "bot"})
        with raw_socket(house) as raw:
            raw.sendall(f"GET /api/tables/{table}/socket HTTP/1.1\r\nhost: 127.0.0.1\r\n{UPGRADE}".encode())
            assert b"ping timeout" in read_to_the_end(raw)


def test_plies_of_a_finished_game_are_limited_by_address(nursery: Nursery) -> None:
    with attacked(nursery, replay_rate=0.0001) as house:
        table, [host] = table_of(house, {"kind": "bot"}, {"kind": "bot"}, options={"rounds": 1}, pace=0)
        house.command(table, host, {"type": "start"})
        while house.client.get(f"/api/tables/{table}").json()["status"] != "over":
            continue
        found = [house.client.get(f"/api/tables/{table}/plies/1", timeout=WAIT).status_code for _ in range(22)]
        assert found == [200] * 20 + [429] * 2


def test_reading_whole_records_again_and_again_is_limited_by_address(nursery: Nursery) -> None:
    with attacked(nursery, record_rate=0.001) as house:
        table, [host] = table_of(house, {"kind": "bot"}, {"kind": "bot"}, options={"rounds": 6}, pace=0)
        house.command(table, host, {"type": "start"})
        while house.client.get(f"/api/tables/{table}").json()["status"] != "over":
            continue
        paths = ("events?follow=0&seen=0", "record.json", "record.replay", "plies/1")
        for path in paths * 5:
            assert house.client.get(f"/api/tables/{table}/{path}", timeout=WAIT).status_code in {200, 429}
        for path in paths:
            assert house.client.get(f"/api/tables/{table}/{path}", timeout=WAIT).status_code == 429, path
        with house.socket(table) as socket:
            socket.send(json.dumps({"type": "hello", "protocol": 3, "tokens": [], "seen": 0}))
            assert json.loads(socket.recv(WAIT))["code"] == "too-fast"
        last = house.client.get(f"/api/tables/{table}").json()["seq"]
        with house.sit(table, seen=last - 3) as watcher:  # somebody who was away for a moment
            assert len(watcher.entries) == 3


def test_a_long_replay_is_refused_and_many_do_not_stop_the_tables(house: House) -> None:
    large = {"text": "x" * 600_000}
    assert house.client.post("/api/replays", json=large).status_code == 413
    table, [ada] = table_of(house, ADA, {"kind": "bot"})
    text = vt.play(["random", "random"], seed=1, cap=300).replay.dumps()
    url = f"{str(house.client.base_url).rstrip('/')}/api/replays"
    with ThreadPoolExecutor(20) as pool, house.sit(table, ada) as player:
        asked = [pool.submit(httpx2.post, url, json={"text": text}, timeout=WAIT) for _ in range(20)]
        for _ in range(20):
            assert player.ask("ping")["type"] == "pong"
        assert {each.result().status_code for each in asked} == {200, 503}


def test_replays_are_limited_by_address(nursery: Nursery) -> None:
    with attacked(nursery, replay_rate=0.0001) as house:
        found = [house.client.post("/api/replays", json={"text": "x"}, timeout=WAIT).status_code for _ in range(22)]
        assert found == [400] * 20 + [429] * 2


def test_bots_that_nobody_watches_do_not_play(nursery: Nursery) -> None:
    with attacked(nursery, unwatched=False, most_bot_plies=300) as house:
        table, [host] = table_of(house, {"kind": "bot"}, {"kind": "bot"}, {"kind": "bot", "bot": "builder"})
        assert house.command(table, host, {"type": "start"})["type"] == "done"
        plies = house.client.get(f"/api/tables/{table}").json()["ply"]
        for _ in range(20):
            assert house.client.get(f"/api/tables/{table}").json()["ply"] == plies
        with house.sit(table) as watcher:
            watcher.until("paused")  # and with somebody there, not for ever
            assert watcher.view is not None
            assert watcher.view["ply"] >= 300
