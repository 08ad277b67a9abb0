"""`ventnor bot`: a bot of your own at a table of a real server."""

import json
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import ventnor as vt
from tests.server.kit import House, running
from tests.server.process import Nursery, ServerProcess
from ventnor.bots import UnknownBot
from ventnor.cli import main
from ventnor.client import connection
from ventnor.client.player import MOST_REFUSALS, BotRefused, Seated, TableResult, play_at
from ventnor.client.site import Address, BadLink, ServerRefused

DULL = {"decline", "mortgage", "sell", "sell-group", "lift", "resign", "withdraw"}
QUICK: dict[str, Any] = {"options": {"rounds": 2}, "grace": 0, "pace": 0}
LONG_ENOUGH = 120


def collector(view: vt.View) -> vt.Action:
    """Buy everything and build nothing."""
    assert view.me.cash >= 0
    if view.window:
        return vt.Done()
    return next((action for action in view.legal if action.name not in DULL), view.legal[0])


def link(house: House, table: str, secret: str = "") -> str:
    """Return the link of a table, or the private link of a seat."""
    return f"{str(house.client.base_url).rstrip('/')}/#/t/{table}/{secret}".rstrip("/")


def wait_for_name(house: House, table: str, seat: int, playing: "Future[TableResult]") -> None:
    """Wait until somebody sits in a seat."""
    pause = threading.Event()
    while not house.client.get(f"/api/tables/{table}").json()["seats"][seat]["name"]:
        assert not playing.done(), playing.result()
        pause.wait(0.02)


@pytest.mark.slow
def test_a_choose_bot_and_a_policy_play_a_game_to_its_end() -> None:
    """One has the private link of its seat, the other the table's code."""
    with running() as house, ThreadPoolExecutor(2) as pool:
        made = house.make({"kind": "mine", "name": "Ada"}, {"kind": "open"}, {"kind": "bot"}, **QUICK)
        table, secret = made["table"]["id"], made["seats"][0]["token"]
        lines: list[str] = []
        server = str(house.client.base_url)
        one = pool.submit(play_at, server, "tycoon", code=made["table"]["code"], name="Ty", notify=lines.append)
        wait_for_name(house, table, 1, one)
        two = pool.submit(play_at, link(house, table, secret), collector)
        assert house.command(table, secret, {"type": "start"})["type"] == "done"
        found = [each.result(LONG_ENOUGH) for each in (one, two)]
        assert [each.seat for each in found] == [1, 0]
        assert found[0].winners == found[1].winners != ()
        after = house.client.get(f"/api/tables/{table}").json()
        assert (after["status"], after["ply"]) == ("over", found[0].plies)
        assert [each["name"] for each in after["seats"]][:2] == ["Ada", "Ty"]
        assert lines[0].startswith(f"To come back to this seat: {link(house, table)}/")
        # A bot that comes back after the end learns how it ended.
        assert play_at(lines[0].rpartition(" ")[2], "tycoon").winners == found[0].winners


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    nursery = Nursery(tmp_path / "server.log")
    made = ServerProcess(nursery, f"sqlite:///{tmp_path / 'tables.db'}")
    made.start()
    yield made
    made.kill()
    nursery.close()


@pytest.mark.slow
def test_a_bot_plays_on_after_the_server_was_killed(server: ServerProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "FIRST_PAUSE", 0.05)
    asked = [0]
    reached, back = threading.Event(), threading.Event()

    def slow(view: vt.View) -> vt.Action:
        asked[0] += 1
        if asked[0] == 4:
            reached.set()
            assert back.wait(LONG_ENOUGH)
        return collector(view)

    lines: list[str] = []
    with server.house() as house, ThreadPoolExecutor(1) as pool:
        made = house.make({"kind": "mine", "name": "Ada"}, {"kind": "bot"}, **QUICK)
        table, secret = made["table"]["id"], made["seats"][0]["token"]
        assert house.command(table, secret, {"type": "start"})["type"] == "done"
        playing = pool.submit(play_at, link(house, table, secret), slow, notify=lines.append)
        try:
            while not reached.wait(0.05):
                assert not playing.done(), playing.result()
            server.kill()
            server.start()
        finally:
            back.set()
        finished = playing.result(LONG_ENOUGH)
        assert finished.winners
        assert house.client.get(f"/api/tables/{table}").json()["ply"] == finished.plies
        assert any("connection" in line.lower() for line in lines)


@pytest.mark.slow
def test_mistakes_are_answered_with_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with running() as house:
        made = house.make({"kind": "mine", "name": "Ada"}, {"kind": "bot"}, **QUICK)
        server, table = str(house.client.base_url).rstrip("/"), made["table"]["id"]
        mistakes = [
            ([link(house, table), "cautious"], "seat"),
            ([link(house, "nowhere"), "cautious"], "There is no such table"),
            ([link(house, table, "wrong-secret-of-a-seat"), "cautious"], "secret"),
            ([server, "cautious"], "which table?"),
            ([server, "cautious", "--code", "ZZZZZZ"], "table"),
            ([link(house, table), "tycon"], "unknown bot 'tycon'"),
            ([link(house, table), f"{tmp_path}/none.py:bot"], "there is no file"),
        ]
        for words, answer in mistakes:
            assert main(["bot", *words]) == 2, words
            printed = capsys.readouterr()
            assert printed.out == ""
            assert printed.err.startswith("ventnor bot: ")
            assert answer in printed.err, printed.err
            assert printed.err.count("\n") == 1


def test_a_bot_that_does_not_exist_takes_no_seat() -> None:
    with pytest.raises(UnknownBot):
        play_at("http://127.0.0.1:9/#/t/table", "tycon")


def test_a_server_that_is_not_there_is_named() -> None:
    with pytest.raises(ServerRefused, match=r"http://127\.0\.0\.1:9 does not answer"):
        play_at("http://127.0.0.1:9/#/t/table", "cautious")


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("127.0.0.1:8935", Address("http://127.0.0.1:8935")),
        ("http://h:1/#/t/Ab-1_", Address("http://h:1", "Ab-1_")),
        ("https://h/under/#/t/ab/se-cret", Address("https://h/under", "ab", "se-cret")),
    ],
)
def test_an_address_is_read_and_written(url: str, address: Address) -> None:
    assert Address.read(url) == address
    assert Address.read(str(address)) == address


@pytest.mark.parametrize("url", ["ftp://h/#/t/ab", "http://", "http://h/#/replay/ab", "http://h/#/t/"])
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(BadLink):
        Address.read(url)


class Refusing:
    """A connection to a server that refuses everything."""

    mine = (0,)
    entries: list[Any] = []  # noqa: RUF012  # never changed

    def receive(self, seconds: float | None = None) -> dict[str, Any]:
        """Return no message."""
        return {}


def test_a_bot_gives_up_after_many_refusals() -> None:
    seated = Seated("cautious", Refusing())  # pyright: ignore[reportArgumentType]  # all that `answer` uses
    refusal = {"type": "refused", "code": "illegal", "why": "no"}
    for _ in range(MOST_REFUSALS):
        seated.answer(refusal)
    with pytest.raises(BotRefused, match="no"):
        seated.answer(refusal)


def test_a_refusal_that_nothing_mends_ends_the_bot() -> None:
    seated = Seated("cautious", Refusing())  # pyright: ignore[reportArgumentType]  # the same
    with pytest.raises(BotRefused, match="away with you"):
        seated.answer({"type": "refused", "code": "not-allowed", "why": "away with you"})


class Hurried:
    """A socket to a server that refuses the first two messages because they came too soon."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []

    def send(self, text: str) -> None:
        """Keep the message."""
        self.sent.append(json.loads(text))

    def recv(self, timeout: float | None = None) -> str:
        """Return the answer to the last message."""
        answer = {"type": "error", "code": "too-fast", "why": "Wait."} if len(self.sent) <= 2 else {"type": "done"}
        return json.dumps({**answer, "id": self.sent[-1]["id"]})


def test_a_bot_sends_fewer_commands_when_the_server_asks_for_that() -> None:
    seat, socket, pauses = object.__new__(connection.SeatSocket), Hurried(), list[float]()
    seat.socket, seat.sleep, seat.interval, seat.commands, seat.began = socket, pauses.append, 0.0, 0, 1
    assert seat.command("act")["type"] == "done"
    assert [each["id"] for each in socket.sent] == ["1-1"] * 3
    first, second = pauses
    assert 0 < first < second
    assert seat.command("act")["type"] == "done"
    assert pauses[2:] == [2 * connection.LEAST_INTERVAL]


def test_a_bot_of_your_own_follows_what_people_undo_at_a_real_board() -> None:
    with running() as house, ThreadPoolExecutor(1) as pool:
        made = house.make({"kind": "mine", "name": "Ada"}, {"kind": "open"}, nature="manual", options={"rounds": 1})
        table, secret = made["table"]["id"], made["seats"][0]["token"]
        playing = pool.submit(play_at, link(house, table), collector, name="Own")
        wait_for_name(house, table, 1, playing)
        assert house.command(table, secret, {"type": "start"})["type"] == "done"
        undone = 0
        with house.sit(table, secret) as ada:
            while ada.table["status"] != "over":
                assert ada.view is not None
                ply, waiting = ada.view["ply"], ada.view["awaiting"]
                if waiting["kind"] == "dice" or (waiting["kind"] == "throw" and waiting["seat"] == 0):
                    ada.ask("enter", ply=ply, action={"do": "throw", "die1": 1 + ply % 6, "die2": 1 + ply % 5})
                    if undone < 3 and ada.table["status"] != "over":
                        undone += ada.ask("undo", ply=ada.view["ply"])["type"] == "done"
                elif waiting["kind"] == "card":
                    ada.ask("enter", ply=ply, action=ada.view["drawable"][0])
                elif waiting["seat"] == 0:
                    ada.act(ada.hands[0]["legal"][0]["text"])
                else:
                    ada.receive()
        assert undone
        found = playing.result(LONG_ENOUGH)
        assert found.plies == ada.table["ply"]
