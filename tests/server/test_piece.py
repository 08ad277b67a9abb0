"""The players' tokens: the one a player chose, or a free one."""

from tests.server.kit import House
from ventnor.server.protocol import PIECES

MINE = {"kind": "mine", "name": "Ada"}
OPEN = {"kind": "open"}
BOT = {"kind": "bot", "bot": "cautious"}


def pieces(house: House, table: str) -> list[str | None]:
    return [seat["piece"] for seat in house.client.get(f"/api/tables/{table}").json()["seats"]]


def post(house: House, path: str, **body):
    return house.client.post(path, json=body)


def test_everybody_has_one_of_their_own_without_asking(house: House) -> None:
    made = house.make(MINE, OPEN, BOT)
    assert pieces(house, made["table"]["id"]) == ["lighthouse", None, "boat"]


def test_what_is_asked_for_is_had_and_the_others_make_room(house: House) -> None:
    made = house.make({**MINE, "piece": "boat"}, BOT, BOT, {**BOT, "piece": "gull"})
    assert pieces(house, made["table"]["id"]) == ["boat", "lighthouse", "cone", "gull"]


def test_two_do_not_have_the_same(house: House) -> None:
    answer = post(house, "/api/tables", seats=[{**MINE, "piece": "crab"}, {**BOT, "piece": "crab"}])
    assert (answer.status_code, answer.json()["code"]) == (409, "taken")
    made = house.make({**MINE, "piece": "crab"}, OPEN)
    table = made["table"]["id"]
    answer = post(house, f"/api/tables/{table}/seats", name="Bob", piece="crab")
    assert (answer.status_code, answer.json()["code"]) == (409, "taken")
    assert pieces(house, table) == ["crab", None]


def test_there_is_no_such_token(house: House) -> None:
    answer = post(house, "/api/tables", seats=[{**MINE, "piece": "top hat"}, BOT])
    assert answer.status_code == 400
    assert "piece" in answer.json()["why"]


def test_one_takes_another_before_the_start_and_everybody_sees_it(house: House) -> None:
    made = house.make(MINE, OPEN)
    table, ada = made["table"]["id"], made["seats"][0]["token"]
    bob = house.join(table, "Bob", piece="tram")["token"]
    with house.sit(table, ada) as first, house.sit(table, bob) as second:
        assert second.ask("take-piece", seat=1, piece="lighthouse")["code"] == "taken"
        assert second.ask("take-piece", seat=0, piece="crab")["code"] == "not-allowed"
        assert second.ask("take-piece", seat=1, piece="crab")["type"] == "done"
        entry = first.until("piece")
        assert (entry["seat"], entry["piece"]) == (1, "crab")
        assert pieces(house, table) == ["lighthouse", "crab"]
        assert second.ask("take-piece", seat=1, piece="crab")["type"] == "done"  # it has it: nothing to do
        assert first.ask("take-piece", seat=0, piece="tram")["type"] == "done"  # free again
        assert first.ask("start")["type"] == "done"
        assert first.ask("take-piece", seat=0, piece="boat")["code"] == "already-started"
    assert pieces(house, table) == ["tram", "crab"]


def test_who_leaves_gives_it_back(house: House) -> None:
    table = house.make({**MINE, "piece": "chair"}, OPEN)["table"]["id"]
    bob = house.join(table, "Bob", piece="parasol")["token"]
    assert house.command(table, bob, {"type": "leave", "seat": 1})["type"] == "done"
    house.registry.rooms[table].forget()
    house.registry.rooms.clear()
    house.join(table, "Cleo", piece="parasol")
    assert pieces(house, table) == ["chair", "parasol"]


def test_it_is_taken_along_to_the_next_game(house: House) -> None:
    made = house.make({**MINE, "piece": "chair"}, {**BOT, "piece": "parasol"}, grace=0)
    table, ada = made["table"]["id"], made["seats"][0]["token"]
    with house.sit(table, ada) as player:
        player.ask("start")
        while player.act("resign")["type"] != "done":  # something else comes first
            while player.waits_for != 0:
                player.receive()
            player.ask("act", seat=0, ply=player.view["ply"], action=player.hands[0]["legal"][0]["action"])
        again = player.ask("rematch", seat=0)
    assert pieces(house, again["table"]) == ["chair", "parasol"]


def test_there_are_as_many_as_seats() -> None:
    assert len(set(PIECES)) == 8
