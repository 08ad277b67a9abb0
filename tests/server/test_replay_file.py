"""Replay files sent to the server, shown ply by ply."""

from typing import Any

import ventnor as vt
from tests.server.kit import House
from ventnor.replay import Replay


def played(plies: int = 40) -> Replay:
    """Return the replay of a game that has begun."""
    game = vt.Game("official", 3, seed=5, names=("Ada", "Bob", "Cy"))
    while game.ply < plies and not game.over:
        game.apply(game.menu()[0])
    return Replay.of(game)


def look(house: House, text: str, ply: int) -> dict[str, Any]:
    """Return the server's answer to a file."""
    return house.client.post(f"/api/replays/{ply}", json={"text": text}).json()


def test_a_file_is_shown_as_it_stood(house: House) -> None:
    replay = played()
    for ply in (0, 1, len(replay) // 2, len(replay)):
        shown = look(house, replay.dumps(), ply)
        assert shown["ply"] == shown["view"]["ply"] == ply
        assert shown["plies"] == len(replay)
        assert shown["names"] == ["Ada", "Bob", "Cy"]
        game = replay.game_at(ply)
        assert [seat["cash"] for seat in shown["view"]["seats"]] == list(game.cash)
        assert shown["action"] == (replay.lines[ply - 1].action.to_json() if ply else None)
        assert shown["events"] == ([event.to_json() for event in game.log[-1].events] if ply else [])
    assert look(house, replay.dumps(), 999_999)["ply"] == len(replay)


def test_a_file_tells_what_each_ply_brought(house: House) -> None:
    replay = played()
    record = house.client.post("/api/replays", json={"text": replay.dumps()}).json()
    assert record["edition"] == "official"
    assert record["names"] == ["Ada", "Bob", "Cy"]
    assert record["plies"] == [look(house, replay.dumps(), ply)["events"] for ply in range(1, len(replay) + 1)]
    refused = house.client.post("/api/replays", json={"text": "no replay"})
    assert (refused.status_code, refused.json()["code"]) == (400, "malformed")


def test_what_is_no_replay_is_refused_with_a_reason(house: House) -> None:
    for text in ("", "no replay", played().dumps().replace("edition official", "edition unknown")):
        refused = look(house, text, 0)
        assert refused["code"] == "malformed"
        assert refused["why"]


def test_a_file_that_is_too_large_is_not_read(house: House) -> None:
    assert look(house, "x" * 2_100_000, 0)["code"] == "too-large"
