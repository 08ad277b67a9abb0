"""Tables: made, joined, begun, played, watched and left."""

import asyncio
import json
from pathlib import Path

import pytest

from tests.server.kit import House, Player, commitment_of, running
from ventnor.replay import Replay
from ventnor.server.connection import MOST_WAITING, Connection, Message
from ventnor.server.protocol import PROTOCOL
from ventnor.server.rate_limit import SMALLEST_BURST
from ventnor.server.role import Role

MINE = {"kind": "mine", "name": "Ada"}
OPEN = {"kind": "open"}
BOT = {"kind": "bot", "bot": "cautious"}


def play_on(player: Player, seat: int, turns: int) -> None:
    """Take the first choice of the menu for so many decisions."""
    for _ in range(turns):
        while player.view is not None and not player.view["over"] and player.waits_for != seat:
            player.receive()
        if player.view is None or player.view["over"]:
            return
        choice = player.hands[0]["legal"][0]
        answer = player.ask("act", seat=seat, ply=player.view["ply"], action=choice["action"])
        assert answer["type"] in {"done", "refused"}, answer
        if answer["type"] == "refused":
            assert answer["code"] in {"stale", "illegal"}, answer


def test_two_people_and_a_bot_sit_down_and_play(house: House) -> None:
    nonces = ["00" * 16, "11" * 16]
    made = house.make({**MINE, "commitment": commitment_of(nonces[0])}, OPEN, BOT, grace=0)
    table, ada = made["table"]["id"], made["seats"][0]["token"]
    assert made["table"]["status"] == "lobby"
    assert made["table"]["seats"][0]["host"]
    with house.sit(table, ada) as first:
        assert first.welcome["mine"] == [0]
        assert first.welcome["host"]
        assert first.ask("start")["code"] == "empty-seats"
        grace = house.join(table, "Grace", commitment=commitment_of(nonces[1]))
        assert first.until("seated")["name"] == "Grace"
        with house.sit(table, grace["token"]) as second:
            assert second.ask("start")["code"] == "not-allowed"
            assert first.ask("start")["type"] == "done"
            assert first.ask("reveal", seat=0, nonce=nonces[0])["type"] == "done"
            assert second.ask("reveal", seat=1, nonce=nonces[1])["type"] == "done"
            began = next(each for each in second.entries if each["type"] == "began")
            assert began["nonces"] == nonces
            assert began["left_out"] == []
            assert began["commitment"] == made["table"]["fairness"]["commitment"]
            first.until("began")
            assert first.act("roll")["type"] == "done"
            assert second.entries[-1]["type"] in {"began", "ply"}
            while second.waits_for != 1:
                second.receive()
            answer = second.act("roll", seat=1)
            assert answer["type"] == "done"
            assert answer["last"] >= answer["first"] + 1  # nature's throw belongs to it


def test_a_game_of_bots_is_played_to_its_end_and_its_dice_can_be_verified(house: House) -> None:
    made = house.make({"kind": "bot", "bot": "random"}, BOT, BOT, options={"rounds": 6})
    table, host = made["table"]["id"], made["seats"][0]["token"]
    assert made["seats"][0]["seat"] == -1
    with house.sit(table, host) as watcher:
        assert watcher.ask("start")["type"] == "done"
        seed = next((each["seed"] for each in watcher.entries if each["type"] == "ended"), None)
        seed = seed or watcher.until("ended")["seed"]
    record = house.client.get(f"/api/tables/{table}/record.json").json()
    assert record["table"]["fairness"]["seed"] == seed
    assert record["table"]["outcome"]["winners"]
    replay = Replay.loads(house.client.get(f"/api/tables/{table}/record.replay").text)
    replay.verify()
    replay.verify_dice(bytes.fromhex(seed))
    plies = len(replay)
    for ply in (0, 1, plies // 2, plies):
        shown = house.client.get(f"/api/tables/{table}/plies/{ply}")
        assert shown.json()["view"]["ply"] == ply
        assert "immutable" in shown.headers["cache-control"]
    assert house.client.get(f"/api/tables/{table}/plies/{plies + 1}").json()["code"] == "no-ply"


def test_a_game_just_begun_is_taken_up_by_a_server_that_knows_nothing(house: House) -> None:
    made = house.make(MINE, {"kind": "mine", "name": "Bob"})
    table, ada = made["table"]["id"], made["seats"][0]["token"]
    assert house.command(table, ada, {"type": "start"})["type"] == "done"
    house.registry.rooms[table].forget()
    with house.sit(table, ada) as player:
        assert player.act("roll")["type"] == "done"


def test_the_same_command_twice_is_done_once(house: House) -> None:
    made = house.make(MINE, BOT, pace=5)
    table, ada = made["table"]["id"], made["seats"][0]["token"]
    with house.sit(table, ada) as player:
        player.ask("start")
        first = player.act("roll", id="once")
        ply = player.view and player.view["ply"]
        again = player.ask("act", id="once", seat=0, ply=0, text="roll")
        assert again == first
        assert player.view is not None
        assert player.view["ply"] == ply
        # Not even when the server has dropped its cached answers.
        house.registry.rooms.clear()
    assert house.command(table, ada, {"type": "act", "id": "once", "seat": 0, "ply": 0, "text": "roll"}) == first


def test_what_is_refused_says_why_and_what_may_be_done(house: House) -> None:
    made = house.make(MINE, BOT, pace=5)
    table, ada = made["table"]["id"], made["seats"][0]["token"]
    with house.sit(table, ada) as player:
        assert house.command(table, ada, {"type": "act", "seat": 0, "ply": 0, "text": "roll"})["code"] == "not-started"
        player.ask("start")
        answer = player.act("buy")
        assert (answer["type"], answer["code"]) == ("refused", "illegal")
        assert answer["clause"]
        assert [each["text"] for each in answer["allowed"]] == ["roll"]
        assert player.act("fly to the moon")["code"] == "malformed"
        assert player.act("roll", seat=1)["code"] == "not-allowed"
        assert player.act("roll 3 4")["code"] == "malformed"
        player.act("roll")
        late = player.ask("act", seat=0, ply=0, text="roll")
        assert late["code"] == "stale"
        assert late["missed"][0]["ply"] == 1
        assert player.ask("act", seat=0, ply=10_000, text="roll")["code"] == "stale"
        why = player.ask("why-not", seat=0, action={"do": "build", "deed": "oriental"})
        assert why["why_not"]["clause"]
        assert player.ask("plan", seat=0)["code"] == "stale"
        seen = player.ask(
            "preview", seat=0, actions=[{"do": "offer", "to": 1, "give": {"cash": 10}, "get": {"cash": 20}}]
        )
        assert seen["type"] in {"previewed", "refused"}


def test_who_comes_back_gets_exactly_what_was_missed(house: House) -> None:
    made = house.make(MINE, BOT, BOT, grace=0)
    table, ada = made["table"]["id"], made["seats"][0]["token"]
    with house.sit(table, ada) as player:
        player.ask("start")
        play_on(player, 0, 3)
        seen = player.entries[-1]["seq"]
    with house.sit(table, ada) as player:
        play_on(player, 0, 3)
        later = player.entries[-1]["seq"]
    with house.sit(table, ada, seen=seen) as player:
        numbers = [each["seq"] for each in player.welcome["entries"]]
        assert numbers[: later - seen] == list(range(seen + 1, later + 1))
        assert player.welcome["mine"] == [0]


def test_several_seats_on_one_device(house: House) -> None:
    made = house.make(MINE, {"kind": "mine", "name": "Bob"}, {"kind": "mine", "name": "Cy"})
    table = made["table"]["id"]
    with house.sit(table, *(each["token"] for each in made["seats"])) as player:
        assert player.welcome["mine"] == [0, 1, 2]
        player.ask("start")
        for seat in range(3):
            assert player.waits_for == seat
            assert player.act("roll", seat=seat)["type"] == "done"
        assert [each["seat"] for each in player.hands] == [0, 1, 2]


def test_the_host_has_powers_and_the_others_not(house: House) -> None:
    made = house.make(MINE, OPEN, OPEN, clock={"bank": 60, "increment": 5})
    table, ada = made["table"]["id"], made["seats"][0]["token"]
    bob = house.join(table, "Bob")["token"]
    taken = house.client.post(f"/api/tables/{table}/seats", json={"name": "bob"})
    assert taken.json()["code"] == "taken"
    cy = house.join(table, "Cy")
    full = house.client.post(f"/api/tables/{table}/seats", json={"name": "Dee"})
    assert (full.status_code, full.json()["code"]) == (409, "taken")
    for command in ("remove", "replace", "mute"):
        assert house.command(table, bob, {"type": command, "seat": 2})["code"] == "not-allowed"
    assert house.command(table, ada, {"type": "remove", "seat": 2})["type"] == "done"
    # The secret of a freed seat no longer works.
    assert house.command(table, cy["token"], {"type": "chat", "seat": 2, "text": "hi"})["code"] == "not-allowed"
    # Nor does it when somebody else has taken the seat.
    dee = house.join(table, "Dee")
    assert dee["seat"] == 2
    assert house.command(table, cy["token"], {"type": "chat", "seat": 2, "text": "hi"})["code"] == "not-allowed"
    assert house.command(table, dee["token"], {"type": "chat", "seat": 2, "text": "hi"})["type"] == "done"
    assert house.command(table, dee["token"], {"type": "leave", "seat": 2})["type"] == "done"
    assert house.command(table, ada, {"type": "replace", "seat": 2})["type"] == "done"
    assert house.command(table, ada, {"type": "start"})["type"] == "done"
    assert house.command(table, ada, {"type": "pause"})["type"] == "done"
    assert house.command(table, ada, {"type": "act", "seat": 0, "ply": 0, "text": "roll"})["code"] == "paused"
    assert house.command(table, bob, {"type": "resume"})["code"] == "not-allowed"
    assert house.command(table, ada, {"type": "resume"})["type"] == "done"
    assert house.command(table, ada, {"type": "add-time", "seat": 1, "seconds": 100})["type"] == "done"
    assert house.command(table, ada, {"type": "mute", "seat": 1})["type"] == "done"
    assert house.command(table, bob, {"type": "chat", "seat": 1, "text": "hi"})["code"] == "muted"
    with house.sit(table, bob) as player:
        banks = {each["seat"]: each["left"] for each in player.welcome["clocks"]["timers"]}
        assert 150 < banks[1] <= 160
        assert player.welcome["clocks"]["timers"][0]["running"]


def test_a_seat_is_handed_to_a_bot_and_taken_back(house: House) -> None:
    made = house.make(MINE, BOT, grace=0)
    table, ada = made["table"]["id"], made["seats"][0]["token"]
    with house.sit(table, ada) as player:
        player.ask("start")
        assert player.ask("hand-over", seat=0)["type"] == "done"
        while sum(each["type"] == "ply" and each["cause"] == "cautious" for each in player.entries) < 4:
            player.receive()
        assert player.act("roll")["code"] == "away"
        assert player.ask("take-back", seat=0)["type"] == "done"
        play_on(player, 0, 2)
        assert player.entries[-1]["type"] == "ply"


def test_chat_and_feelings(house: House) -> None:
    made = house.make(MINE, {"kind": "mine", "name": "Bob"})
    table = made["table"]["id"]
    with house.sit(table, made["seats"][0]["token"]) as ada, house.sit(table, made["seats"][1]["token"]) as bob:
        assert ada.ask("chat", seat=0, text="  good \u202eevening\n all ")["type"] == "done"
        assert bob.until("chat")["text"] == "good evening all"
        assert ada.ask("chat", seat=0, text="\u200b")["code"] == "malformed"
        assert ada.ask("react", seat=0, reaction="clap")["type"] == "done"
        while not any(each["type"] == "reacted" for each in bob.others):
            bob.receive()


def test_chat_has_a_limit() -> None:
    with running(chat_rate=0.01) as house:
        made = house.make(MINE, BOT)
        table, ada = made["table"]["id"], made["seats"][0]["token"]
        codes = [
            house.command(table, ada, {"type": "chat", "seat": 0, "text": "spam"}).get("code", "") for _ in range(8)
        ]
        assert codes == [""] * 5 + ["too-fast"] * 3


def test_a_rematch_has_the_same_people_with_the_same_secrets(house: House) -> None:
    made = house.make(MINE, BOT, grace=0)
    table, ada = made["table"]["id"], made["seats"][0]["token"]
    assert house.command(table, ada, {"type": "rematch", "seat": 0})["code"] == "not-over"
    house.command(table, ada, {"type": "start"})
    with house.sit(table, ada) as player:
        play_on(player, 0, 4)
        while player.act("resign")["type"] != "done":  # something else comes first
            play_on(player, 0, 1)
        assert player.table["outcome"]["winners"] == [1]
        again = player.ask("rematch", seat=0)
        assert player.ask("rematch", seat=0)["table"] == again["table"]
    with house.sit(again["table"], ada) as player:
        assert player.welcome["host"]
        assert player.table["fairness"]["commitment"] != made["table"]["fairness"]["commitment"]
        assert player.ask("start")["type"] == "done"


def test_the_lobby_lists_open_tables_only(house: House) -> None:
    shown = house.make(MINE, OPEN, open=True, title="Friday")
    house.make(MINE, OPEN)
    lobby = house.client.get("/api/tables").json()["tables"]
    assert [(each["id"], each["title"], each["free"]) for each in lobby] == [(shown["table"]["id"], "Friday", 1)]


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"edition": "1935", "variant": "timed"}, "variant"),
        ({"options": {"no_such_rule": True}}, "no_such_rule"),
        ({"options": {"starting_cash": "much"}}, "starting_cash"),
        ({"absence": {"policy": "bot", "bot": "hal"}}, "bot"),
        ({"clock": {"hour": 60}}, "clock"),
        ({"seats": [{"kind": "bot", "bot": "hal"}, OPEN]}, "bot"),
    ],
)
def test_a_table_that_no_rulebook_knows_is_not_made(house: House, settings: dict[str, object], why: str) -> None:
    made = house.client.post("/api/tables", json={"seats": [MINE, OPEN], **settings})
    assert (made.status_code, made.json()["code"]) == (400, "bad-table")
    assert why in made.json()["why"]


def test_a_table_that_is_not_watched_is_not(house: House) -> None:
    made = house.make(MINE, OPEN, spectators=False)
    table = made["table"]["id"]
    assert house.client.get(f"/api/tables/{table}/events?follow=0").json()["code"] == "not-allowed"
    with house.socket(table) as socket:
        socket.send('{"type": "hello", "protocol": 3}')
        assert json.loads(socket.recv())["code"] == "not-allowed"


def test_who_does_not_read_is_dropped_and_welcomed_back(house: House) -> None:
    made = house.make(MINE, {"kind": "mine", "name": "Bob"})
    table, ada = made["table"]["id"], made["seats"][0]["token"]
    connection = Connection((), Role())
    for number in range(MOST_WAITING + 50):
        connection.send(Message(b"x" * 100 + str(number).encode()))
    assert connection.farewell is not None
    assert connection.farewell.code == "slow"

    async def rest() -> list[bytes | None]:
        return [await connection.next(), await connection.next()]

    last = asyncio.run(rest())
    assert b'"slow"' in (last[0] or b"")
    assert last[1] is None
    with house.sit(table, ada) as player:
        assert player.welcome["mine"] == [0]


def test_a_client_that_is_too_fast_is_told_so() -> None:
    with running(command_rate=1e-6) as house:
        made = house.make(MINE, BOT)
        with house.sit(made["table"]["id"], made["seats"][0]["token"]) as player:
            answers = [player.ask("ping") for _ in range(9)]
            assert [each["type"] for each in answers] == ["pong"] * SMALLEST_BURST + ["error"] * 3
            assert answers[-1]["code"] == "too-fast"


def test_limits_by_address() -> None:
    with running(table_rate=0.001, trusted_proxies=("127.0.0.1",)) as house:
        body = {"seats": [MINE, BOT]}
        statuses = [house.client.post("/api/tables", json=body).status_code for _ in range(12)]
        assert statuses == [201] * 10 + [429] * 2
        elsewhere = {"x-forwarded-for": "198.51.100.7, 203.0.113.9"}
        assert house.client.post("/api/tables", json=body, headers=elsewhere).status_code == 201
        large = house.client.post("/api/tables", content=b" " * 20_000, headers={"content-type": "application/json"})
        assert large.status_code in {413, 429}


def test_a_base_path(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<p>the app", encoding="utf-8")
    (tmp_path / "assets" / "a-1.js").write_text("1", encoding="utf-8")
    (tmp_path.parent / "secret.txt").write_text("secret", encoding="utf-8")
    with running(base_path="/games", static=tmp_path) as house:
        get = house.client.get
        assert get("/games/version").json()["protocol"] == PROTOCOL
        assert get("/version").status_code == 404
        assert get("/games/table/abc").text == "<p>the app"
        assert "immutable" in get("/games/assets/a-1.js").headers["cache-control"]
        assert get("/games/assets/b.js").status_code == 404
        assert get("/games/api/nothing").status_code == 404
        assert "secret" not in get("/games/..%2fsecret.txt").text
        assert get("/", follow_redirects=False).headers["location"] == "/games/"
        assert get("/games/healthz").json() == {"ok": True, "store": "memory"}
        assert "ventnor_commands_total" in get("/games/metrics").text
        assert get("/games/api/openapi.json").json()["servers"] == [{"url": "/games"}]


def test_a_table_has_a_board_of_the_library() -> None:
    with running() as house:
        seats = [{"kind": "mine", "name": "Ada"}, {"kind": "bot"}]
        made = house.make(*seats, options={"board": "london"})
        assert made["table"]["options"] == {"board": "london"}
        assert house.command(made["table"]["id"], made["seats"][0]["token"], {"type": "start"})["type"] == "done"
        for board, why in (('{"title":"Mine"}', "one of the library's"), ("atlantis", "must be one of"), ("{", "JSON")):
            refused = house.client.post("/api/tables", json={"seats": seats, "options": {"board": board}})
            assert refused.status_code == 400, refused.text
            assert refused.json()["code"] == "bad-table"
            assert why in refused.json()["why"]
