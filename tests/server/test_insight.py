"""Chances, reviews and the coach over HTTP: who may ask, when nobody may, and that tables go on meanwhile."""

import json
import os
import signal
from collections.abc import Iterator
from multiprocessing import active_children
from typing import Any

import httpx2
import pytest
from msgspec import convert

import ventnor as vt
from tests.server.kit import WAIT, House, running
from tests.web.house import House as OwnHouse
from tests.web.house import serving
from tests.web.laid import LaidTable
from ventnor.server.protocol import NewTable
from ventnor.study.review_page import page_of

pytestmark = pytest.mark.slow
BOTS = ({"kind": "bot", "bot": "easy"}, {"kind": "bot", "bot": "easy"})
TAX = {
    "edition": "classic",
    "seats": [{"space": "income-tax"}, {}],
    "awaiting": {"phase": "end", "interrupts": [{"kind": "tax", "seat": 0, "space": "income-tax"}]},
}
SALE: dict[str, Any] = {
    "edition": "official",
    "seats": [{"cash": 900, "space": "connecticut"}, {"cash": 700}],
    "throws": 60,
    "deeds": {"oriental": {"owner": 0}, "vermont": {"owner": 0}, "reading": {"owner": 1}},
    "awaiting": {"phase": "end", "interrupts": [{"kind": "buy", "seat": 0, "deed": "connecticut"}]},
}


def finished_table(house: House, **settings: Any) -> str:
    """Return a short game of two bots that is over."""
    made = house.make(*BOTS, options={"rounds": 2}, **settings)
    table, host = made["table"]["id"], made["seats"][0]["token"]
    with house.sit(table, host) as watcher:
        watcher.ask("start")
        if not any(each["type"] == "ended" for each in watcher.entries):
            watcher.until("ended")
    return table


def lines_of(house: House, method: str, path: str, **more: Any) -> list[dict[str, Any]]:
    """Return all lines of a stream."""
    with house.client.stream(method, path, timeout=WAIT, **more) as answer:
        assert answer.status_code == 200, answer.read()
        return [json.loads(line) for line in answer.iter_lines() if line]


def test_review_of_a_finished_game_comes_with_progress_and_is_kept(house: House) -> None:
    table = finished_table(house)
    lines = lines_of(house, "GET", f"/api/tables/{table}/review")
    assert [each["type"] for each in lines[:-1]] == ["working"] * (len(lines) - 1)
    assert any(each["done"] for each in lines[:-1])
    review = lines[-1]["review"]
    record = house.client.get(f"/api/tables/{table}/record.json").json()
    assert len(review["plies"]) == record["table"]["ply"]
    found = vt.review(vt.Replay.loads(record["replay"])).to_json()
    assert review["seats"] == found["seats"]
    assert review["plies"][-1]["chances"] == found["plies"][-1]["chances"]
    again = lines_of(house, "GET", f"/api/tables/{table}/review")
    assert [each["type"] for each in again] == ["finished"]
    assert again[0]["review"] == review
    # A file of the same game, and chances alone.
    file = {"text": record["replay"]}
    assert lines_of(house, "POST", "/api/replays/review", json=file)[-1]["review"] == review
    page = house.client.get(f"/api/tables/{table}/review.html")
    assert page.headers["content-disposition"].startswith("attachment")
    assert page.text == page_of(vt.Review.from_json(review))
    assert house.client.post("/api/replays/review.html", json=file).text == page.text
    alone = lines_of(house, "GET", f"/api/tables/{table}/chances")[-1]["review"]
    assert [each["chances"] for each in alone["plies"]] == [each["chances"] for each in review["plies"]]
    assert not any(each["decision"] for each in alone["plies"])
    assert alone["rollouts"] == 0


def test_review_is_for_finished_games_and_for_those_who_may_watch(house: House) -> None:
    made = house.make({"kind": "mine"}, {"kind": "bot"}, spectators=False)
    table, token = made["table"]["id"], made["seats"][0]["token"]
    house.command(table, token, {"type": "start"})
    assert house.client.get(f"/api/tables/{table}/review").status_code == 403
    mine = house.client.get(f"/api/tables/{table}/review", headers={"authorization": f"Bearer {token}"})
    assert mine.json()["code"] == "not-over"
    nonsense = lines_of(house, "POST", "/api/replays/review", json={"text": "no replay"})
    assert nonsense[-1]["code"] == "malformed"


def test_address_that_asks_for_much_waits() -> None:
    with running(review_rate=1e-6) as house:
        tables = [finished_table(house) for _ in range(6)]
        codes: list[int] = []
        for table in tables:
            with house.client.stream("GET", f"/api/tables/{table}/review", timeout=WAIT) as answer:
                codes.append(answer.status_code)
                if answer.status_code == 200:
                    assert list(answer.iter_lines())
        assert codes == [200] * 5 + [429]
        # Stored answers cost nothing.
        assert lines_of(house, "GET", f"/api/tables/{tables[0]}/review")


def test_table_is_played_while_a_review_is_computed(house: House) -> None:
    """The review begins before the commands and ends after them: its worker stands still while they are done."""
    game = vt.play(["easy"] * 4, seed=2, cap=40).replay
    made = house.make({"kind": "mine"}, {"kind": "mine"})
    table, tokens = made["table"]["id"], [each["token"] for each in made["seats"]]
    house.command(table, tokens[0], {"type": "start"})
    order: list[str] = []
    with house.client.stream("POST", "/api/replays/review", json={"text": game.dumps()}, timeout=WAIT) as answer:
        lines = (json.loads(line) for line in answer.iter_lines() if line)
        while not next(lines)["done"]:
            pass
        order.append("the review has begun")
        worker = worker_of(house)
        os.kill(worker, signal.SIGSTOP)
        try:
            with house.sit(table, *tokens) as both:
                for _ in range(30):
                    seat = both.waits_for
                    assert seat is not None
                    legal = next(each["legal"] for each in both.hands if each["seat"] == seat)
                    assert both.view is not None
                    done = both.ask("act", seat=seat, ply=both.view["ply"], action=legal[0]["action"])
                    assert done["type"] == "done"
                    order.append("a command is done")
        finally:
            os.kill(worker, signal.SIGCONT)
        last = [each["type"] for each in lines][-1]
        order.append(f"the review is {last}")
    assert order == ["the review has begun", *["a command is done"] * 30, "the review is finished"]


def worker_of(house: House) -> int:
    """Return the process that reviews for a server of this process."""
    [found] = [each.pid for each in active_children() if each.name == "reviews"]
    assert found is not None, house
    return found


# --- running games ----------------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def own() -> Iterator[OwnHouse]:
    with serving() as found:
        yield found


def chances(own: OwnHouse, table: LaidTable, seat: int | None) -> httpx2.Response:
    """Ask for the chances, as a spectator or with a seat's secret."""
    headers = {} if seat is None else {"authorization": f"Bearer {table.tokens[seat]}"}
    return httpx2.get(f"{own.url}api/tables/{table.id}/chances/now", headers=headers, timeout=WAIT)


def coach(own: OwnHouse, table: LaidTable, **asked: Any) -> Any:
    """Ask the coach with the secret of seat 0."""
    headers = {"authorization": f"Bearer {table.tokens[0]}"}
    return httpx2.post(
        f"{own.url}api/tables/{table.id}/coach", json={"seat": 0, **asked}, headers=headers, timeout=WAIT
    )


@pytest.mark.parametrize(
    ("viewers", "watcher", "player"), [("nobody", 403, 403), ("watchers", 200, 403), ("everybody", 200, 200)]
)
def test_chances_go_to_whom_the_table_allows(own: OwnHouse, viewers: str, watcher: int, player: int) -> None:
    table = LaidTable(own, SALE, chances=viewers)
    seen = chances(own, table, None)
    assert seen.status_code == watcher
    assert chances(own, table, 0).status_code == player
    if watcher == 200:
        found = seen.json()
        assert sum(found["chances"]) == pytest.approx(1)
        assert found["ply"] == table.session.state.ply


def test_no_chances_during_the_choice_of_income_tax(own: OwnHouse) -> None:
    table = LaidTable(own, TAX, chances="everybody", coach=True)
    for seat in (None, 0):
        assert chances(own, table, seat).json()["chances"] is None
    assert coach(own, table).json()["because"][0]["name"] == "chances-after-tax"
    assert coach(own, table, judge=True).json()["because"][0]["name"] == "chances-after-tax"
    table.do("tax flat", 0)
    assert sum(chances(own, table, None).json()["chances"]) == pytest.approx(1)


def test_coach_suggests_and_judges(own: OwnHouse) -> None:
    table = LaidTable(own, SALE, coach=True)
    found = coach(own, table).json()
    assert found["type"] == "advised"
    assert 1 <= len(found["candidates"]) <= 3
    assert found["candidates"][0]["action"] == "buy"
    assert "Connecticut" in found["candidates"][0]["sentence"]
    assert found["candidates"][0]["behind"] == 0


def test_coach_is_for_one_person_against_bots(own: OwnHouse) -> None:
    without = LaidTable(own, SALE)
    assert coach(own, without).status_code == 403
    table = LaidTable(own, SALE, coach=True)
    assert httpx2.post(f"{own.url}api/tables/{table.id}/coach", json={"seat": 0}).status_code == 403
    assert coach(own, table, seat=1).status_code == 403
    body = {"seats": [{"kind": "mine"}, {"kind": "open"}], "coach": True}
    refused = httpx2.post(f"{own.url}api/tables", json=body)
    assert refused.status_code == 400
    assert refused.json()["because"][0]["name"] == "coach-alone"
    sharp = {"seats": [{"kind": "mine"}, {"kind": "bot"}], "coach": True, "manner": "sharp"}
    assert httpx2.post(f"{own.url}api/tables", json=sharp).status_code == 400


def test_move_is_judged_afterwards(own: OwnHouse) -> None:
    made = own.do(
        own.make(
            convert(
                {"seats": [{"kind": "mine"}, {"kind": "bot", "bot": "easy"}], "coach": True, "pace": 0, "grace": 0},
                NewTable,
            )
        )
    )
    table, token = made.table.id, made.seats[0].token
    headers = {"authorization": f"Bearer {token}"}

    def send(**command: Any) -> Any:
        return httpx2.post(f"{own.url}api/tables/{table}/commands", json=command, headers=headers, timeout=WAIT).json()

    def ask() -> Any:
        body = {"seat": 0, "judge": True}
        return httpx2.post(f"{own.url}api/tables/{table}/coach", json=body, headers=headers, timeout=WAIT).json()

    send(type="start", id="s")
    assert ask() == {"type": "judged", "ply": 0, "decision": None}
    assert send(type="act", id="a", seat=0, ply=0, text="roll")["type"] == "done"
    judged = ask()
    assert judged["type"] == "judged"
    assert judged["ply"] == 1
    assert judged["decision"] is None or judged["decision"]["seat"] == 0
