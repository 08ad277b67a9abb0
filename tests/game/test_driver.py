"""The driver: the next step from any position, and bots with wrong answers."""

from collections.abc import Callable

import pytest

import ventnor as vt
from tests.game.playing import random_bot
from tests.game.positions import ALL_HOUSES, DECISIONS, owned, position
from ventnor.action import to_record
from ventnor.arena import Match
from ventnor.dice import FastChance
from ventnor.driver import Asks, Driver, Move
from ventnor.kernel import codes, layout
from ventnor.kernel.batch import ENDLESS, play_game
from ventnor.kernel.layout import Action, Chance, Memory, State, Tables
from ventnor.kernel.menu import blank_action
from ventnor.kernel.scheduler import MOST_ACTS, MOST_OFFERS, MOST_WINDOWS, start_cursor

AUTOMATIC = {"end", "last-rent"}  # in a batch nobody is asked to end a turn or to ask for a rent


def game_at(name: str) -> vt.Game:
    """Return a game in a position, with nature and rent in the caller's hand."""
    return vt.Game.from_position(DECISIONS[name], nature="manual", ask_rent="manual")


def awaited_seat(driver: Driver) -> Asks:
    """Close every window, and return who is asked then."""
    for _ in range(codes.SEATS):
        asked = driver.next()
        assert isinstance(asked, Asks)
        if asked.why == "turn":
            return asked
        assert driver.take(asked.seat, to_record(vt.Done(), asked.seat), "idler") is None
    raise AssertionError("windows without end")


def idler(s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action) -> None:
    """Want nothing, ever."""
    blank_action(a, codes.A_DONE, seat)


@pytest.mark.parametrize("name", DECISIONS)
def test_done_is_no_answer_where_the_game_waits_for_this_seat(name: str) -> None:
    game = game_at(name)
    before = bytes(game.engine.state)
    driver = Driver(game.engine, None, ask_rent=False)
    driver.cursor.auto_end = 0
    asked = awaited_seat(driver)
    assert asked.seat == game.to_act
    with pytest.raises(vt.BadDecision, match=f"idler in seat {asked.seat} answered done at ply 1") as caught:
        driver.take(asked.seat, to_record(vt.Done(), asked.seat), "idler")
    assert (caught.value.seat, caught.value.action, caught.value.ply) == (asked.seat, "done", 1)
    assert game.awaiting.kind in str(caught.value)
    assert bytes(game.engine.state) == before


@pytest.mark.parametrize("name", sorted(DECISIONS.keys() - AUTOMATIC))
def test_the_loop_of_batches_stops_at_done_in_the_wrong_place(name: str) -> None:
    game = game_at(name)
    s, cursor, a = game.engine.state, layout.Cursor(), layout.Action()
    start_cursor(cursor, s.players, 1, 0)
    for checked in (0, 1):
        answer = play_game(
            s,
            game.engine.tables,
            layout.Sink(),
            cursor,
            FastChance(1).record,
            a,
            (idler,) * 8,
            100,
            checked,
            ENDLESS,
            0,
        )
        assert answer == -codes.STUCK
        assert (cursor.decider, a.kind) == (game.to_act, codes.A_DONE)


@pytest.mark.parametrize("name", DECISIONS)
def test_a_game_is_played_on_from_every_position(name: str) -> None:
    game = game_at(name)
    match = Match(game, ["cautious", "random", random_bot(3)], FastChance(5), hour_at=60)
    match.run(40)
    assert game.over or game.engine.state.throws >= 40


def test_open_offers_are_put_to_their_addressees_oldest_first() -> None:
    sheet = position(
        deeds={**owned("oriental", owner=0), **owned("baltic", owner=1)},
        offers=[
            {"number": 9, "proposer": 0, "recipient": 1, "give": {"deeds": ["oriental"]}, "get": {"cash": 100}},
            {"number": 4, "proposer": 1, "recipient": 0, "give": {"deeds": ["baltic"]}, "get": {"cash": 60}},
            {"number": 7, "proposer": 2, "recipient": 0, "give": {"cash": 10}, "get": {"deeds": ["oriental"]}},
        ],
    )
    game = vt.Game.from_position(sheet, nature="manual")
    driver = Driver(game.engine, None)
    answered: list[str] = []
    while isinstance(asked := driver.next(), Asks) and asked.why == "offer":
        move = driver.take(asked.seat, to_record(vt.Done(), asked.seat), "idler")
        assert move
        answered.append(f"{asked.seat} {driver.do(move).text}")
    assert answered == ["0 reject 4", "0 reject 7", "1 reject 9"]


def test_a_person_leaves_an_offer_open_and_is_not_asked_again() -> None:
    game = vt.Game.from_position(position(deeds=owned("oriental", owner=0)), nature="manual")
    driver = Driver(game.engine, None)
    game.apply(vt.Offer(1, vt.Terms(deeds=("oriental",)), vt.Terms(cash=90)), by=0)
    asked = driver.next()
    assert asked == Asks(1, "offer")
    driver.leave(Asks(1, "offer"))
    assert driver.next() != asked
    assert game.view(1).offers


def test_a_window_that_a_throw_cuts_short_comes_before_the_next_throw() -> None:
    game = vt.Game.from_position(position(), nature="manual")
    driver = Driver(game.engine, None)
    assert driver.next() == Asks(1, "window")
    driver.leave(Asks(1, "window"))
    assert driver.next() == Asks(2, "window")
    driver.do(Move(to_record(vt.Roll(), 0), "seat"))
    driver.do(Move(to_record(vt.Throw(4, 6), codes.NATURE), "nature"))
    end = driver.next()
    assert isinstance(end, Move)
    driver.do(end)
    assert driver.next() == Asks(2, "window")
    driver.leave(Asks(2, "window"))
    assert driver.next() == Asks(1, "turn")


# --- limits -----------------------------------------------------------------------------------------------------------
def restless(s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action) -> None:
    """Mortgage and lift the same deed without end."""
    if s.owner[39] != seat:
        blank_action(a, codes.A_ROLL if s.awaited == seat else codes.A_DONE, seat)
        return
    blank_action(a, codes.A_LIFT if s.mortgaged[39] else codes.A_MORTGAGE, seat)
    a.space = 39


@pytest.mark.parametrize("owner", [0, 1])
def test_a_bot_that_acts_without_end_is_stopped(owner: int) -> None:
    sheet = position(seats={owner: {"cash": 100_000}}, deeds=owned("boardwalk", owner=owner))
    game = vt.Game.from_position(sheet, nature="manual", ask_rent="manual")
    driver, chance = Driver(game.engine, None), FastChance(1)
    acts = 0
    while isinstance(asked := driver.next(), Asks):
        move = driver.take(asked.seat, driver.ask(restless, asked.seat, chance.record), "restless")
        if move:
            driver.do(move)
            acts += move.record.seat == owner
    assert game.awaiting.kind == "dice"  # somebody threw after all
    assert acts == MOST_ACTS


def fickle(s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action) -> None:
    """Mortgage or lift once in each window, which opens the next."""
    memory.words[0] = 1 - memory.words[0]
    if s.owner[39] == seat and memory.words[0]:
        restless(s, t, seat, memory, chance, a)
    else:
        blank_action(a, codes.A_ROLL if s.awaited == seat else codes.A_DONE, seat)


def test_a_bot_that_opens_its_own_window_again_and_again_is_stopped() -> None:
    sheet = position(seats={1: {"cash": 100_000}}, deeds=owned("boardwalk", owner=1))
    game = vt.Game.from_position(sheet, nature="manual", ask_rent="manual")
    driver, acts = Driver(game.engine, None), 0
    while isinstance(asked := driver.next(), Asks):
        move = driver.take(asked.seat, driver.ask(fickle, asked.seat, FastChance(1).record), "fickle")
        if move:
            driver.do(move)
            acts += move.record.seat == 1
    assert game.awaiting.kind == "dice"
    assert acts == MOST_WINDOWS


def coy(s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action) -> None:
    """Want the last house again and again, and then do not bid for it."""
    if s.awaits == codes.W_WANT:
        blank_action(a, codes.A_WANT, seat)
        a.amount = 1 if seat < 2 else 0
    elif s.awaits == codes.W_BID:
        blank_action(a, codes.A_PASS, seat)
    elif s.owner[memory.words[0]] == seat:
        blank_action(a, codes.A_BUILD, seat)
        a.space = memory.words[0]
    else:
        blank_action(a, codes.A_ROLL if s.awaited == seat else codes.A_DONE, seat)


@pytest.mark.parametrize("caller", [0, 1])
def test_calls_for_buildings_that_nobody_bids_for_come_to_an_end(caller: int) -> None:
    game = vt.Game.from_position(position(deeds=ALL_HOUSES), nature="manual", ask_rent="manual")
    driver, chance, acts = Driver(game.engine, None), FastChance(1), 0
    for seat in range(3):
        driver.cursor.memory[seat].words[0] = 6 if caller == 0 else 11
    while isinstance(asked := driver.next(), Asks) and acts < 5000:
        move = driver.take(asked.seat, driver.ask(coy, asked.seat, chance.record), "coy")
        if move:
            driver.do(move)
            acts += 1
    assert game.awaiting.kind == "dice"  # somebody threw after all
    assert acts > MOST_ACTS


def haggler(s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action) -> None:
    """Make offers without end."""
    blank_action(a, codes.A_OFFER, seat)
    a.other = 2 if seat == 1 else 1
    a.give_cash = 1
    a.get_cards = 1


def test_offers_without_end_while_something_else_is_awaited_are_no_answer() -> None:
    game = game_at("buy")
    driver = Driver(game.engine, None)
    made: list[int] = []

    def haggle() -> None:
        for _ in range(1000):
            asked = driver.next()
            assert isinstance(asked, Asks)
            policy = haggler if asked.why == "turn" else idler
            move = driver.take(asked.seat, driver.ask(policy, asked.seat, FastChance(1).record), "haggler")
            if move is not None:
                made.append(move.record.kind)

    with pytest.raises(vt.BadDecision, match="seat 0 answered offer 1 give 1 get chance-card"):
        haggle()
    assert made == [codes.A_OFFER] * MOST_OFFERS


# --- bots from outside ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("answer", "words", "clause"),
    [
        (None, "answered None at ply 1: expected an action", ""),
        ("roll", "answered 'roll' at ply 1: expected an action", ""),
        (vt.Buy(), "answered buy at ply 1: No deed is for sale now", "buy.option"),
        (vt.Throw(6, 6), "answered roll 6 6 at ply 1: ", ""),
        (vt.Done(), "answered done at ply 1: the game waits for this seat", ""),
    ],
)
def test_an_answer_that_is_none_names_seat_and_action(answer: object, words: str, clause: str) -> None:
    def broken(view: vt.View) -> vt.Action:
        return answer  # pyright: ignore[reportReturnType]

    with pytest.raises(vt.BadDecision, match=f"broken in seat 0 {words}") as caught:
        vt.play([broken, "random"], seed=1)
    assert caught.value.seat == 0
    assert clause in caught.value.clause


# --- games without a log ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "make", [lambda: vt.Game(seed=3, keep_log=False), lambda: vt.Game(seed=3).copy(3, keep_log=False)]
)
def test_a_game_without_a_log_plays_the_same_and_has_no_replay(make: Callable[[], vt.Game]) -> None:
    bare, full = make(), vt.Game(seed=3)
    for _ in range(60):
        action = next(iter(full.legal_actions))
        assert bare.apply(action) == full.apply(action)
    assert bare.digest == full.digest
    assert (bare.ply, bare.log) == (full.ply, ())
    assert len(full.log) == full.ply
    assert bare.standings() == full.standings()
    with pytest.raises(vt.NoLog, match="keep_log=True"):
        _ = bare.replay
