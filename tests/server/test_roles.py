"""Who may do what: every route and every command for every role, and no secret in any message."""

import json
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.server.kit import House, running
from ventnor.server import protocol
from ventnor.server.openapi import ROUTES
from ventnor.server.secret import hash_of

ROLES = ("nobody", "spectator", "rival", "owner", "host", "bot")
"""With the link of a table that is not watched; of one that is; seats 2, 1 and 0; a secret of seat 1 for a bot."""
ALL = set(ROLES)
SEATED = ALL - {"nobody", "spectator"}
MINE = {"owner", "bot"}

COMMANDS: dict[str, tuple[dict[str, Any], set[str]]] = {
    "act": ({"seat": 1, "ply": 0, "text": "roll"}, MINE),
    # Only at a real board; `test_real_board.py` has one.
    "enter": ({"ply": 0, "action": {"do": "throw", "die1": 1, "die2": 2}}, set()),
    "undo": ({"ply": 0}, set()),
    "preview": ({"seat": 1, "actions": [{"do": "roll"}]}, MINE),
    "why-not": ({"seat": 1, "action": {"do": "roll"}}, MINE),
    "plan": ({"seat": 1}, MINE),
    "chat": ({"seat": 1, "text": "hello"}, {"owner"}),
    "react": ({"seat": 1, "reaction": "clap"}, {"owner"}),
    "always-ask": ({"seat": 1, "on": True}, MINE),
    "take-piece": ({"seat": 1, "piece": "crab"}, MINE),
    "commit": ({"seat": 1, "commitment": "0" * 64}, MINE),
    "reveal": ({"seat": 1, "nonce": "0" * 32}, MINE),
    "hand-over": ({"seat": 1}, MINE),
    "take-back": ({"seat": 1}, MINE),
    "leave": ({"seat": 1}, MINE),
    "rematch": ({"seat": 1}, MINE),
    "start": ({}, {"host"}),
    "pause": ({}, {"host"}),
    "resume": ({}, {"host"}),
    "add-time": ({"seat": 1, "seconds": 5}, {"host"}),
    "set-pace": ({"pace": 1}, {"host"}),
    "replace": ({"seat": 1}, {"host"}),
    "remove": ({"seat": 1}, {"host"}),
    "mute": ({"seat": 1, "on": False}, {"host"}),
    "ping": ({}, ALL),
}
ROUTES_OF: dict[str, tuple[dict[str, Any] | None, set[str]]] = {
    "list_tables": (None, ALL),
    "make_table": ({"seats": [{"kind": "mine"}, {"kind": "bot"}]}, ALL),
    "see_table": (None, ALL),
    "take_seat": ({"name": "Eve"}, ALL),
    "make_token": ({"scopes": ["play"]}, SEATED),
    "command": ({"type": "ping", "id": "p"}, ALL),
    "stream": (None, ALL - {"nobody"}),
    "ply": (None, ALL - {"nobody"}),
    "record": (None, ALL - {"nobody"}),
    "review": (None, ALL - {"nobody"}),
    "review_page": (None, ALL - {"nobody"}),
    "table_link": (None, ALL),
    "chances": (None, ALL - {"nobody"}),
    "chances_now": (None, {"spectator"}),
    "coach": ({"seat": 1}, set()),
    "find_table": (None, ALL),
    "replay": ({"text": "no replay"}, ALL),
    "replay_record": ({"text": "no replay"}, ALL),
    "review_file": ({"text": "no replay"}, ALL),
    "review_page_file": ({"text": "no replay"}, ALL),
    "chances_file": ({"text": "no replay"}, ALL),
    "schema": (None, ALL),
    "openapi": (None, ALL),
    "version": (None, ALL),
    "health": (None, ALL),
    "metrics": (None, ALL),
}


@dataclass
class Scene:
    """A table in play, its roles, and all messages sent to each."""

    house: House
    table: str
    closed: str
    tokens: dict[str, str]
    secrets: dict[str, str]
    sent: dict[str, list[str]] = field(default_factory=lambda: {role: [] for role in ROLES})

    def request(self, role: str, method: str, path: str, body: object = None) -> tuple[int, str]:
        headers = {"authorization": f"Bearer {self.tokens[role]}"} if role in self.tokens else {}
        found = self.house.client.request(method, path, json=body, headers=headers)
        self.sent[role].append(found.text)
        return found.status_code, found.text

    def table_of(self, role: str) -> str:
        return self.closed if role == "nobody" else self.table


@pytest.fixture
def scene() -> Iterator[Scene]:
    with running() as house:
        seats = [{"kind": "mine", "name": "Host"}, {"kind": "open"}, {"kind": "open"}]
        tables: list[str] = []
        tokens: dict[str, str] = {}
        for spectators in (False, True):
            made = house.make(*seats, spectators=spectators, clock={"bank": 600})
            table = made["table"]["id"]
            tokens["host"] = made["seats"][0]["token"]
            tokens["owner"] = house.join(table, "Owner")["token"]
            tokens["rival"] = house.join(table, "Rival")["token"]
            headers = {"authorization": f"Bearer {tokens['owner']}"}
            more = house.client.post(f"/api/tables/{table}/tokens", json={"scopes": ["watch", "play"]}, headers=headers)
            tokens["bot"] = more.json()["token"]
            assert house.command(table, tokens["host"], {"type": "start"})["type"] == "done"
            tables.append(table)
        seed = house.registry.store._heads[tables[1]].seed.hex()  # type: ignore[attr-defined]
        yield Scene(house, tables[1], tables[0], tokens, {"seed": seed})


def test_every_command_has_a_row() -> None:
    assert {made.__struct_config__.tag for made in protocol.AnyCommand.__args__} == set(COMMANDS)
    assert {route.name for route in ROUTES} == set(ROUTES_OF)


def is_denied(code: object) -> bool:
    return code in {"not-allowed", "bad-token"}


def test_what_each_may_do_and_that_nobody_is_sent_a_secret(scene: Scene) -> None:
    for role in ROLES:
        for name, (fields, may) in COMMANDS.items():
            command = {"type": name, "id": f"{role}-{name}", **fields}
            status, text = scene.request(role, "POST", f"/api/tables/{scene.table_of(role)}/commands", command)
            assert status == 200, text
            if name in {"take-back", "resume", "leave"} and role in may:
                continue  # whether it makes sense now is another question
            assert is_denied(json.loads(text).get("code")) == (role not in may), (role, name, text)
            if name == "hand-over" and role in may:  # and back again, so that the next one finds the table alike
                scene.request(
                    role,
                    "POST",
                    f"/api/tables/{scene.table}/commands",
                    {**command, "type": "take-back", "id": f"{role}-back"},
                )
            if name == "pause" and role in may:
                scene.request(
                    role, "POST", f"/api/tables/{scene.table}/commands", {"type": "resume", "id": f"{role}-on"}
                )
    for role in ROLES:
        for route in ROUTES:
            body, may = ROUTES_OF[route.name]
            path = route.path.format(table=scene.table_of(role), ply=0, kind="json", code="abcdef")
            status, text = scene.request(
                role, route.method, path + ("?follow=0" if route.name == "stream" else ""), body
            )
            assert status < 500, (role, route.name, text)
            assert (status in {401, 403}) == (role not in may), (role, route.name, status, text)
    for role in ROLES:
        tokens = [scene.tokens[role]] if role in scene.tokens else []
        with scene.house.socket(scene.table_of(role)) as socket:
            socket.send(json.dumps({"type": "hello", "protocol": 3, "tokens": tokens}))
            scene.sent[role].append(str(socket.recv(10)))
    hunt(scene)


def test_a_game_that_everybody_follows_sends_nobody_a_secret(scene: Scene) -> None:
    """All bytes that come to each role over its socket, while the three play."""
    players = [scene.tokens[role] for role in ("host", "owner", "rival")]
    listeners = {role: [scene.tokens[role]] if role in scene.tokens else [] for role in ROLES if role != "nobody"}
    with ExitStack() as stack:
        sockets = {role: stack.enter_context(scene.house.socket(scene.table)) for role in listeners}
        for role, tokens in listeners.items():
            sockets[role].send(json.dumps({"type": "hello", "protocol": 3, "tokens": tokens}))
        everybody = stack.enter_context(scene.house.sit(scene.table, *players))
        for _ in range(80):
            seat = everybody.waits_for
            assert seat is not None
            assert everybody.view is not None
            legal = next(each["legal"] for each in everybody.hands if each["seat"] == seat)
            everybody.ask("act", seat=seat, ply=everybody.view["ply"], action=legal[0]["action"])
            for role, socket in sockets.items():
                with suppress(TimeoutError):
                    while True:
                        scene.sent[role].append(str(socket.recv(0.002)))
    for role in listeners:
        assert len(scene.sent[role]) > 60, role
    scene.sent.pop("nobody")
    hunt(scene)


def hunt(scene: Scene) -> None:
    """Check that no message contains a secret."""
    for role, texts in scene.sent.items():
        everything = "\n".join(texts)
        assert len(everything) > 1000
        assert scene.secrets["seed"] not in everything
        for owner, token in scene.tokens.items():
            assert token not in everything, (role, owner)
            assert hash_of(token) not in everything, (role, owner)


@pytest.mark.parametrize("token", ["x" * 32, "../../../etc/passwd", "' or 1=1 --------------", "é" * 20, "a" * 5000])
def test_forged_secrets_open_nothing(scene: Scene, token: str) -> None:
    headers = {"authorization": f"Bearer {token}".encode()}
    found = scene.house.client.get(f"/api/tables/{scene.table}", headers=headers)
    assert found.status_code == 401
    with scene.house.socket(scene.table) as socket:
        socket.send(json.dumps({"type": "hello", "protocol": 3, "tokens": [token]}))
        assert json.loads(socket.recv(10))["code"] in {"bad-token", "malformed"}


def test_a_secret_of_another_table_opens_nothing(scene: Scene) -> None:
    other = scene.house.make({"kind": "mine"}, {"kind": "bot"})["seats"][0]["token"]
    found = scene.house.client.get(f"/api/tables/{scene.table}", headers={"authorization": f"Bearer {other}"})
    assert (found.status_code, found.json()["code"]) == (401, "bad-token")


def test_nobody_gives_away_more_than_he_has(scene: Scene) -> None:
    for role, scopes in (("bot", ["chat"]), ("owner", ["host"]), ("rival", ["play", "host"])):
        status, text = scene.request(role, "POST", f"/api/tables/{scene.table}/tokens", {"scopes": scopes})
        assert (status, json.loads(text)["code"]) == (403, "not-allowed")


def test_pages_of_other_sites_may_not_ask(scene: Scene) -> None:
    client = scene.house.client
    for origin in ("https://evil.example", "null", "http://127.0.0.1:1"):
        found = client.post("/api/tables", json={"seats": [{"kind": "bot"}] * 2}, headers={"origin": origin})
        assert (found.status_code, found.json()["code"]) == (403, "bad-origin")
        with pytest.raises(Exception, match="403"), scene.house.socket(scene.table, origin=origin):
            pass
    own = str(client.base_url).rstrip("/")
    assert client.get("/api/tables", headers={"origin": own}).status_code == 200
    with scene.house.socket(scene.table, origin=own):
        pass
    # A form of another site cannot say that it sends JSON.
    plain = client.post("/api/tables", content=b"{}", headers={"content-type": "text/plain"})
    assert plain.status_code == 400


def test_the_usual_headers_are_on_every_answer(scene: Scene) -> None:
    for path in ("/", "/api/tables", "/version", "/api/nothing", f"/api/tables/{scene.table}"):
        headers = scene.house.client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cache-control"] == ("no-store" if path != "/" else headers["cache-control"])
        assert "server" not in headers or "uvicorn" in headers["server"]
        assert headers["cross-origin-opener-policy"] == "same-origin"


@pytest.mark.parametrize(
    ("host", "proto", "sent"),
    [
        ("192.0.2.7:8935", "", False),
        ("192.0.2.7:8935", "https", True),
        ("localhost:8935", "", True),
        ("[::1]:8935", "", True),
        ("[", "", False),
    ],
)
def test_what_browsers_heed_only_on_trustworthy_pages_is_sent_only_there(
    scene: Scene, host: str, proto: str, sent: bool
) -> None:
    headers = {"host": host} | ({"x-forwarded-proto": proto} if proto else {})
    found = scene.house.client.get("/", headers=headers)
    assert ("cross-origin-opener-policy" in found.headers) == sent


def rents_shown(house: House, manner: str) -> set[str]:
    """Return the rents due that clients saw in a game's first moves; check that only the parties saw each."""
    seats = [{"kind": "mine", "name": name} for name in ("Ada", "Bob", "Cy")]
    made = house.make(*seats, manner=manner, edition="1935", variant="short")
    tokens = [each["token"] for each in made["seats"]]
    table = made["table"]["id"]
    with house.sit(table, *tokens) as everybody:
        everybody.ask("start")
        for _ in range(150):
            if everybody.view is None or everybody.view["over"]:
                break
            seat = everybody.waits_for
            assert seat is not None
            legal = next(each["legal"] for each in everybody.hands if each["seat"] == seat)
            everybody.ask("act", seat=seat, ply=everybody.view["ply"], action=legal[0]["action"])
    shown: set[str] = set()
    for seat, token in enumerate(tokens):
        with house.sit(table, token) as player:
            for entry in player.entries:
                for event in entry.get("events", ()):
                    if event["event"] == "rent-fell-due":
                        assert seat in {event["owner"], event["payer"]}
                        shown.add(json.dumps(event))
    return shown


def test_sharp_tables_tell_nobody_of_rents_not_asked_for() -> None:
    with running() as house:
        assert not rents_shown(house, "sharp")
        # The dice are real ones: a game may come without a rent, but not eight of them.
        assert any(rents_shown(house, "attentive") for _ in range(8))
