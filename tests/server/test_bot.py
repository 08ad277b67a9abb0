"""Bots at a table: who decides, what a bot remembers, and bots that fail or will not end."""

import asyncio
import threading
from typing import Any

import pytest

from tests.game.positions import owned, position
from tests.game.test_driver import haggler, idler, restless
from ventnor.action import Accept, Mortgage, Offer, Terms
from ventnor.dice import FastChance
from ventnor.game import Game
from ventnor.kernel.layout import Action, Chance, Memory, State, Tables
from ventnor.kernel.policies import cautious
from ventnor.kernel.scheduler import MOST_ACTS, MOST_OFFERS
from ventnor.server import bot
from ventnor.server.bot import Bots
from ventnor.server.protocol import Absence, Clock, PlyEntry
from ventnor.server.session import Session
from ventnor.server.snapshot import SeatState, Snapshot, TableSettings

PERSON = SeatState("Ada", "person")


def session_at(sheet: dict[str, Any], *places: SeatState) -> Session:
    """Return a table whose game has come to this position."""
    settings = TableSettings(
        seats=len(places),
        edition="official",
        variant="",
        options={},
        manner="attentive",
        title="",
        open=False,
        spectators=False,
        clock=Clock(),
        absence=Absence(),
        pace=0,
        grace=0,
        host=0,
    )
    session = Session("table", 0.0, settings, b"s" * 32, Snapshot(list(places), status="playing"), 0)
    session.chance = session.make_chance()
    session.open_game(Game.from_position(sheet, nature="manual", ask_rent="manual", keep_log=False))
    session.timers.begin(0.0)
    return session


def seat_of(name: str) -> SeatState:
    """Return a seat that a bot plays."""
    return SeatState(name, "bot", bot=name)


def texts(session: Session) -> list[str]:
    """Return the actions of a session, in notation."""
    return [entry.text for entry in session.new if isinstance(entry, PlyEntry)]


def play_bots(session: Session, bots: Bots, most: int = 20_000) -> None:
    """Let bots decide until a person is awaited or dice were thrown."""
    for _ in range(most):
        seat = bots.who_acts(session)
        if seat is None or any(text.startswith("roll ") for text in texts(session)):
            return
        bots.decide(session, seat, 0.0)
    raise AssertionError("bots without end")


@pytest.mark.parametrize("name", ["cautious", "builder", "tycoon"])
def test_a_bot_that_takes_over_again_sees_what_a_person_mortgaged_meanwhile(name: str) -> None:
    place = seat_of(name)
    sheet = position(seats={0: {"cash": 1400}}, deeds=owned("baltic", owner=0))
    session, bots = session_at(sheet, place, PERSON, PERSON), Bots()
    assert bots.who_acts(session) == 0
    driver = session.driver
    driver.ask(bot.POLICIES[name], 0, FastChance(1).record)  # nothing is mortgaged, and it knows so from now on
    place.kind = "person"
    assert bots.who_acts(session) is None
    session.apply(Mortgage("baltic"), 0, 0.0)
    place.kind = "bot"
    assert bots.who_acts(session) == 0
    bots.decide(session, 0, 0.0)
    assert texts(session) == ["mortgage baltic", "lift baltic"]


@pytest.mark.parametrize("owner", [0, 1])
def test_a_bot_that_will_not_end_is_stopped(owner: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot, "POLICIES", {**bot.POLICIES, "restless": restless})
    sheet = position(seats={owner: {"cash": 100_000}}, deeds=owned("boardwalk", owner=owner))
    session, bots = session_at(sheet, *[seat_of("restless")] * 3), Bots()
    play_bots(session, bots)
    acts = sum(text in {"mortgage boardwalk", "lift boardwalk"} for text in texts(session))
    assert acts == (MOST_ACTS - 1 if owner == 0 else MOST_ACTS)


def test_acts_are_counted_by_window_and_not_by_throw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot, "POLICIES", {**bot.POLICIES, "restless": restless})
    sheet = position(seats={1: {"cash": 100_000}}, deeds=owned("boardwalk", owner=1))
    session, bots = session_at(sheet, PERSON, seat_of("restless"), seat_of("cautious")), Bots()
    decided = [0, 0, 0]
    while (seat := bots.who_acts(session)) is not None:
        decided[seat] += 1
        bots.decide(session, seat, 0.0)
    assert decided[1] == MOST_ACTS
    assert decided[2]  # the other has its window too, whatever the first one did


@pytest.mark.parametrize(("policy", "kind"), [(idler, "answered done"), (haggler, "does not hold that jail card")])
def test_a_bot_without_an_answer_does_what_is_likeliest(
    policy: Any, kind: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bot, "POLICIES", {**bot.POLICIES, "broken": policy})
    sheet = position(
        seats={0: {"space": "oriental"}},
        dice=[1, 2],
        awaiting={"phase": "end", "interrupts": [{"kind": "buy", "seat": 0, "deed": "oriental"}]},
    )
    session, bots = session_at(sheet, seat_of("broken"), PERSON, PERSON), Bots()
    for _ in range(MOST_ACTS + MOST_OFFERS):
        assert bots.who_acts(session) == 0
        bots.decide(session, 0, 0.0)
        if "buy" in texts(session):
            break
    assert texts(session)[-1] == "buy"
    assert "a bot answered wrongly" in caplog.text
    assert kind in str(caplog.records[-1].__dict__["data"]["why"])


def test_an_offer_to_a_bot_is_asked_about_again_after_the_table_was_read_again() -> None:
    sheet = position(deeds=owned("oriental", owner=0))
    places = PERSON, seat_of("cautious"), PERSON
    session, bots = session_at(sheet, *places), Bots()
    while (seat := bots.who_acts(session)) is not None:
        bots.decide(session, seat, 0.0)
    session.apply(Offer(1, Terms(deeds=("oriental",)), Terms(cash=1)), 0, 0.0)
    assert bots.who_acts(session) == 1
    bots.decide(session, 1, 0.0)
    assert texts(session)[-1] in {"accept 1", "reject 1"}
    # What the bot did was not stored: the table is read again as it was before.
    again = session_at(sheet, *places)
    again.apply(Offer(1, Terms(deeds=("oriental",)), Terms(cash=1)), 0, 0.0)
    assert bots.who_acts(again) == 1
    bots.decide(again, 1, 0.0)
    assert texts(again) == texts(session)


def test_people_are_never_asked_and_act_when_they_like() -> None:
    sheet = position(deeds=owned("oriental", owner=0))
    session, bots = session_at(sheet, PERSON, PERSON, seat_of("cautious")), Bots()
    session.apply(Offer(1, Terms(deeds=("oriental",)), Terms(cash=90)), 0, 0.0)
    while (seat := bots.who_acts(session)) is not None:
        assert seat == 2
        bots.decide(session, seat, 0.0)
    session.apply(Accept(1), 1, 0.0)
    assert session.game is not None
    assert session.game.owner("oriental") == 1


def test_a_bot_that_thinks_long_does_not_hold_up_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    thinks, may_answer = threading.Event(), threading.Event()

    def ponder(s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action) -> None:
        thinks.set()
        assert may_answer.wait(60), "the loop did nothing meanwhile"
        cautious(s, t, seat, memory, chance, a)

    monkeypatch.setattr(bot, "POLICIES", {"ponder": ponder})
    monkeypatch.setattr(bot, "SLOW", frozenset({ponder}))
    session, bots = session_at(position(), seat_of("ponder"), PERSON), Bots()
    seat = bots.who_acts(session)
    assert seat == 0

    async def watch() -> None:
        acts = asyncio.create_task(bots.act(session, seat, 0.0))
        while not thinks.is_set():
            await asyncio.sleep(0)
        assert texts(session) == []
        may_answer.set()
        assert await acts

    asyncio.run(watch())
    assert texts(session)
