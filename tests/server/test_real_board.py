"""A real board: people enter what they throw, draw and deal, and undo what they entered wrongly."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.server.kit import House, Player, commitment_of, running
from ventnor.replay import Replay

ADA = {"kind": "mine", "name": "Ada"}
BEN = {"kind": "open"}


def begin(house: House, *more: Any, **settings: Any) -> tuple[str, str, str]:
    """Begin a game on a real board. Return the table and the secrets of Ada, who is the Banker, and of Ben."""
    made = house.make(ADA, BEN, *more, nature="manual", **settings)
    table, ada = made["table"]["id"], made["seats"][0]["token"]
    ben = house.join(table, "Ben", seat=1)["token"]
    assert house.command(table, ada, {"type": "start"})["type"] == "done"
    return table, ada, ben


@contextmanager
def seated(house: House, *more: Any, **settings: Any) -> Iterator[tuple[Player, Player]]:
    """Begin a game on a real board with two devices."""
    table, ada, ben = begin(house, *more, **settings)
    with house.sit(table, ada) as first, house.sit(table, ben) as second:
        yield first, second


@contextmanager
def alone(house: House, *more: Any, **settings: Any) -> Iterator[Player]:
    """Begin a game with one device for everybody."""
    made = house.make(ADA, {"kind": "mine", "name": "Ben"}, *more, **settings)
    table, tokens = made["table"]["id"], [each["token"] for each in made["seats"]]
    assert house.command(table, tokens[0], {"type": "start"})["type"] == "done"
    with house.sit(table, *tokens) as player:
        yield player


def throw(player: Player, die1: int, die2: int) -> dict[str, Any]:
    """Enter a throw."""
    return enter(player, do="throw", die1=die1, die2=die2)


def enter(player: Player, **action: Any) -> dict[str, Any]:
    """Enter what was thrown, drawn or dealt."""
    assert player.view is not None
    return player.ask("enter", ply=player.view["ply"], action=action)


def undo(player: Player) -> dict[str, Any]:
    """Undo the last entry."""
    assert player.view is not None
    return player.ask("undo", ply=player.view["ply"])


def follow(player: Player, other: Player) -> None:
    """Read on until one has been shown what the other has."""
    while player.base < other.base:
        player.receive()
    assert player.view == other.view


def open_game(player: Player) -> None:
    """Throw for who begins: seat 0."""
    assert throw(player, 6, 5)["type"] == "done"
    assert throw(player, 1, 2)["type"] == "done"
    assert player.view is not None
    assert (player.view["turn"], player.view["awaiting"]["kind"]) == (0, "throw")


def test_the_banker_enters_for_all_and_players_for_themselves(house: House) -> None:
    with seated(house) as (ada, ben):
        assert (ada.table["nature"], ada.table["fairness"]) == (
            "manual",
            {"commitment": "", "nonces": [], "seed": None},
        )
        assert ada.waits_for == 0
        assert throw(ben, 3, 3)["code"] == "not-allowed", "it is Ada's throw"
        assert throw(ada, 2, 1)["type"] == "done"
        follow(ben, ada)
        assert ben.waits_for == 1
        assert throw(ben, 6, 5)["type"] == "done", "his own"
        follow(ada, ben)
        assert ada.view is not None
        assert ada.view["turn"] == 1
        assert throw(ada, 1, 2)["type"] == "done", "the Banker enters for Ben"
        assert ada.view["awaiting"] == {"kind": "buy", "seat": 1, "deed": "baltic", "price": 60, "otherwise": "auction"}
        thrown = [each for each in ada.entries if each["type"] == "ply" and each["action"]["do"] == "throw"]
        assert [(each["actor"], each["cause"]) for each in thrown] == [("nature", "nature")] * 3


def test_who_watches_enters_and_undoes_nothing(house: House) -> None:
    table, ada, _ = begin(house)
    with house.sit(table, ada) as banker, house.sit(table) as watcher:
        assert throw(watcher, 1, 2)["code"] == "not-allowed"
        assert undo(watcher)["code"] == "not-allowed"
        assert throw(banker, 1, 2)["type"] == "done"
        follow(watcher, banker)
        assert undo(watcher)["code"] == "not-allowed"
        assert banker.entries[-1]["type"] == "ply"


def test_a_player_undoes_his_own_entry_only(house: House) -> None:
    with seated(house) as (ada, ben):
        assert throw(ada, 1, 2)["type"] == "done"
        follow(ben, ada)
        assert undo(ben)["code"] == "not-allowed"
        assert throw(ben, 6, 6)["type"] == "done"
        assert undo(ben)["type"] == "done"
        assert (ben.entries[-1]["type"], ben.entries[-1]["seat"]) == ("undone", 1)
        assert ben.waits_for == 1
        assert throw(ben, 5, 6)["type"] == "done"
        follow(ada, ben)
        assert undo(ada)["type"] == "done", "the Banker undoes anybody's"
        assert ada.entries[-1] == {**ada.entries[-1], "type": "undone", "ply": 2, "seat": None}
        assert ada.waits_for == 1


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"do": "throw", "die1": 7, "die2": 1}, "malformed"),
        ({"do": "throw", "die1": 0, "die2": 1}, "malformed"),
        ({"do": "throw", "die1": 3}, "malformed"),
        ({"do": "roll"}, "malformed"),
        ({"do": "draw", "deck": "chance", "card": 3}, "illegal"),
        ({"do": "deal", "seat": 0, "deed": "reading"}, "illegal"),
    ],
)
def test_a_wrong_entry_is_refused_and_changes_nothing(house: House, wrong: dict[str, Any], code: str) -> None:
    with seated(house) as (ada, _):
        open_game(ada)
        before = ada.view
        answer = enter(ada, **wrong)
        assert (answer["type"], answer["code"]) == ("refused", code), answer
        assert answer["why"]
        assert bool(answer["clause"]) == (code == "illegal")
        assert ada.view == before
        assert throw(ada, 1, 2)["type"] == "done"


def test_a_throw_that_was_entered_already_is_stale(house: House) -> None:
    with seated(house) as (ada, ben):
        open_game(ada)
        follow(ben, ada)
        assert ada.view is not None
        ply = ada.view["ply"]
        assert throw(ada, 1, 2)["type"] == "done"
        late = ada.ask("enter", ply=ply, action={"do": "throw", "die1": 1, "die2": 2})
        assert late["code"] == "stale"
        assert ada.ask("undo", ply=ply)["code"] == "stale"


def test_the_same_command_twice_happens_once(house: House) -> None:
    with seated(house) as (ada, _):
        open_game(ada)
        assert ada.view is not None
        ply, action = ada.view["ply"], {"do": "throw", "die1": 1, "die2": 2}
        first = ada.ask("enter", id="once", ply=ply, action=action)
        assert ada.ask("enter", id="once", ply=ply, action=action) == first
        last = ada.view["ply"]
        gone = ada.ask("undo", id="back", ply=last)
        assert ada.ask("undo", id="back", ply=last) == gone
        assert ada.view["ply"] == ply


def test_only_cards_that_can_still_come_are_listed(house: House) -> None:
    with seated(house) as (ada, _):
        open_game(ada)
        assert ada.view is not None
        assert ada.view["drawable"] == []
        assert throw(ada, 3, 4)["type"] == "done"
        assert ada.view["awaiting"] == {"kind": "card", "seat": 0, "deck": "chance"}
        assert len(ada.view["drawable"]) == 16
        card = next(each for each in ada.view["drawable"] if each["card"] == 7)
        assert enter(ada, do="draw", deck="chest", card=7)["clause"]
        assert enter(ada, **card)["type"] == "done"
        assert undo(ada)["type"] == "done"
        assert card in ada.view["drawable"], "it was not drawn after all"
        assert enter(ada, **card)["type"] == "done"
        drawn = next(each for each in ada.entries[::-1] if each["type"] == "ply" and each["action"]["do"] == "draw")
        assert drawn["action"] == card


def test_deeds_are_dealt_as_they_lie(house: House) -> None:
    with seated(house, edition="anniversary", variant="short") as (ada, ben):
        assert ada.view is not None
        assert (ada.view["awaiting"], len(ada.view["drawable"])) == ({"kind": "deal", "seat": 0}, 28)
        assert enter(ada, do="deal", seat=0, deed="boardwalk")["type"] == "done"
        follow(ben, ada)
        assert ada.waits_for == 1
        assert enter(ben, do="deal", seat=1, deed="boardwalk")["code"] == "illegal"
        assert enter(ben, do="deal", seat=0, deed="reading")["code"] == "illegal"
        assert enter(ben, do="deal", seat=1, deed="reading")["type"] == "done"
        assert undo(ben)["type"] == "done"
        assert ben.view is not None
        assert {"do": "deal", "seat": 1, "deed": "reading"} in ben.view["drawable"]
        follow(ada, ben)
        while ada.view["awaiting"]["kind"] == "deal":
            assert enter(ada, **ada.view["drawable"][0])["type"] == "done"
        assert ada.view["awaiting"]["kind"] == "throw"


WAITS: dict[str, tuple[str, ...]] = {
    "throw": ("throw 6 5", "throw 1 2"),
    "buy": ("throw 6 5", "throw 1 2", "throw 1 2"),
    "bid": ("throw 6 5", "throw 1 2", "throw 1 2", "decline"),
    "card": ("throw 6 5", "throw 1 2", "throw 3 4"),
    "tax": ("throw 6 5", "throw 1 2", "throw 1 3"),
    "debt": ("throw 6 5", "throw 1 2", "throw 1 3", "tax flat"),
    "jail": ("throw 6 5", "throw 1 2", *("throw 5 5", "throw 5 5", "throw 1 1") * 2),
    "end": ("throw 6 5", "throw 1 2", "throw 1 2", "buy"),
}
"""How a game comes to wait for something, by the kind of the wait."""


def go(player: Player, line: str) -> None:
    """Do an action of the awaited seat, or enter a throw."""
    words = line.split()
    if words[0] == "throw":
        answer = throw(player, int(words[1]), int(words[2]))
    else:
        assert player.waits_for is not None
        answer = player.act(line, player.waits_for)
    assert answer["type"] == "done", (line, answer)


def standing(player: Player) -> Any:
    """Return what is shown of the game, and all that was entered so far that counts."""
    return player.view, player.hands


@pytest.mark.parametrize("kind", WAITS)
def test_undo_at_every_kind_of_wait(house: House, kind: str) -> None:
    options = {"starting_cash": 150} if kind == "debt" else {}
    with alone(house, nature="manual", edition="classic", options=options) as both:
        seen = [standing(both)]
        for line in WAITS[kind]:
            go(both, line)
            seen.append(standing(both))
        assert both.view is not None
        assert both.view["awaiting"]["kind"] == kind.replace("jail", "throw")
        assert bool(both.view["seats"][0].get("jail_turn")) == (kind == "jail")
        for before in seen[-2::-1]:
            assert undo(both)["type"] == "done"
            assert standing(both) == before
        assert undo(both)["why"] == "There is nothing to undo."
        # What is entered anew comes out as it did.
        for line, after in zip(WAITS[kind], seen[1:], strict=True):
            go(both, line)
            assert standing(both) == after


def test_undo_brings_a_bankrupt_player_back_but_no_game_that_is_over(house: House) -> None:
    with alone(house, {"kind": "mine", "name": "Cy"}, nature="manual") as all_three:
        for line in ("throw 6 5", "throw 1 2", "throw 2 1"):
            go(all_three, line)
        before = standing(all_three)
        assert all_three.act("resign", 2)["type"] == "done"
        assert undo(all_three)["type"] == "done"
        assert standing(all_three) == before
        for seat in (1, 2):
            assert all_three.act("resign", seat)["type"] == "done"
        assert [each["seat"] for each in all_three.table["outcome"]["standings"]] == [0, 2, 1]
        assert undo(all_three)["code"] == "over"


def test_a_restart_in_the_middle_keeps_what_was_undone(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    with running(database=database) as house:
        table, ada, ben = begin(house)
        with house.sit(table, ada) as banker:
            open_game(banker)
            assert throw(banker, 1, 2)["type"] == "done"
            assert undo(banker)["type"] == "done"
            shown = standing(banker)
    with running(database=database) as house, house.sit(table, ada) as banker, house.sit(table, ben) as other:
        assert standing(banker) == shown
        assert [each["type"] for each in banker.entries].count("undone") == 1
        assert undo(banker)["type"] == "done", "the throw before that"
        assert banker.waits_for == 1
        assert throw(banker, 2, 1)["type"] == "done"
        assert throw(banker, 3, 4)["type"] == "done"
        assert banker.view is not None
        assert banker.view["awaiting"]["kind"] == "card"
        follow(other, banker)
        assert standing(other)[0] == standing(banker)[0]


def test_a_game_on_a_real_board_is_replayed_without_what_was_undone(house: House) -> None:
    made = house.make(ADA, {"kind": "bot", "name": "Bot", "bot": "random"}, nature="manual", options={"rounds": 3})
    table, ada = made["table"]["id"], made["seats"][0]["token"]
    assert house.command(table, ada, {"type": "start"})["type"] == "done"
    undone = 0
    with house.sit(table, ada) as banker:
        dice = list(product(range(1, 7), repeat=2))
        while banker.table["status"] != "over":
            assert banker.view is not None
            waiting = banker.view["awaiting"]
            if waiting["kind"] in {"throw", "dice"} and (waiting["seat"] == 0 or waiting["kind"] == "dice"):
                answer = throw(banker, *dice[banker.view["ply"] * 7 % 36])
                if answer["type"] == "done" and undone < 5 and banker.table["status"] != "over":
                    undone += undo(banker)["type"] == "done"
            elif waiting["kind"] in {"card", "deal"}:
                enter(banker, **banker.view["drawable"][0])
            elif waiting["seat"] == 0:
                banker.ask("act", seat=0, ply=banker.view["ply"], action=banker.hands[0]["legal"][0]["action"])
            else:
                banker.receive()
    assert undone >= 3
    text = house.client.get(f"/api/tables/{table}/record.replay").text
    replay = Replay.loads(text)
    replay.verify()
    assert (replay.commitment, replay.revealed) == ("", b"")
    last = house.client.get(f"/api/tables/{table}/plies/{len(replay)}").json()
    assert last["plies"] == len(replay)
    assert last["view"]["over"]


def test_other_tables_take_no_entries(house: House) -> None:
    with alone(house) as both:
        assert throw(both, 1, 2)["code"] == "not-allowed"
        assert undo(both)["code"] == "not-allowed"


def test_nobody_draws_a_nonce_for_real_dice(house: House) -> None:
    made = house.make({**ADA, "commitment": commitment_of("00" * 16)}, BEN, nature="manual")
    table, ada = made["table"]["id"], made["seats"][0]["token"]
    assert made["table"]["seats"][0]["commitment"] == ""
    with house.sit(table, ada) as banker:
        assert banker.ask("commit", seat=0, commitment=commitment_of("11" * 16))["code"] == "not-allowed"
