"""A command and what follows in one kernel call: the same as the driver step by step, and the same bytes compiled."""

from __future__ import annotations

import random
from ctypes import addressof, c_int64, memmove, memset, sizeof
from typing import Any, cast

import numpy as np
import pytest

from ventnor.action import to_record
from ventnor.dice import FairChance
from ventnor.driver import Driver, Move
from ventnor.game import Game
from ventnor.kernel import codes, layout, plies
from ventnor.kernel.entry import enter_menus, enter_plies, enter_summary
from ventnor.kernel.identity import MOST_NUMBERS, identify
from ventnor.kernel.summary import NUMBERS
from ventnor.kernel.twin import Twin
from ventnor.log import EVENT_SIZE, EVENTS_START
from ventnor.rulebook.edition import rows

WORDS = 6
ASKS = 0b1010
"""Seats whose rents are asked for by themselves."""


class Records:
    """The records that one twin works on."""

    def __init__(self, twin: Any = None) -> None:
        self.twin = twin
        self.states = layout.array_of(layout.State, 1)
        self.scratch = layout.array_of(layout.State, codes.SEATS)
        self.menus = layout.array_of(layout.Menu, codes.SEATS)
        self.sinks = layout.array_of(layout.Sink, plies.MOST_PLIES)
        self.cursors = layout.array_of(layout.Cursor, 1)
        self.actions = layout.array_of(layout.Action, plies.MOST_PLIES + 1)
        self.words, self.notes = (c_int64 * WORDS)(), (c_int64 * plies.NOTES)()
        self.identities, self.numbers = (c_int64 * (plies.MOST_PLIES * MOST_NUMBERS))(), (c_int64 * NUMBERS)()
        for sink in self.sinks:
            sink.capacity = codes.EVENTS

    def call(self, function: Any, tables: Any, *records: Any) -> Any:
        """Call an entry point of this twin."""
        if self.twin is None:
            return function(self.states, tables, *records)
        return getattr(self.twin, function.__name__)(*map(as_row, (self.states, tables, *records)))

    def do(self, tables: Any, chance: list[int], record: layout.Action | None) -> list[tuple[bytes, bytes, bytes]]:
        """Do an action, if any, and what follows; return each ply's action, events and identity."""
        done: list[tuple[bytes, bytes, bytes]] = []
        begun = int(record is not None)
        memset(self.actions, 0, sizeof(layout.Action))
        if record is not None:
            memmove(self.actions, addressof(record), sizeof(layout.Action))
        while True:
            self.words[:] = chance[:WORDS]
            self.notes[plies.NOTE_GIVEN] = WORDS
            records = (self.sinks, self.cursors, self.actions, self.words, self.identities, self.notes, begun)
            count = self.call(enter_plies, tables, *records)
            assert not self.notes[plies.NOTE_FULL]
            del chance[: self.notes[plies.NOTE_USED]]
            start = 0
            for number in range(count):
                end = self.notes[plies.NOTE_ENDS + number]
                sink = memoryview(self.sinks[number]).cast("B")
                events = bytes(sink[EVENTS_START : EVENTS_START + self.sinks[number].count * EVENT_SIZE])
                identity = bytes(memoryview(self.identities).cast("B")[8 * start : 8 * end])
                done.append((bytes(self.actions[number]), events, identity))
                start = end
            begun = 0
            memset(self.actions, 0, sizeof(layout.Action))
            if self.notes[plies.NOTE_NEXT] not in {codes.N_NATURE, codes.N_AUTOMATIC}:
                return done


def as_row(thing: Any) -> Any:
    """Return records or numbers as an array, and a number as it is."""
    if isinstance(thing, int):
        return thing
    if issubclass(thing._type_, c_int64):
        return np.frombuffer(memoryview(thing), np.int64)
    return layout.as_array(thing)


def identity_of(game: Game) -> bytes:
    """Return what identifies a game, as bytes."""
    numbers = (c_int64 * MOST_NUMBERS)()
    count = identify(game.engine.state, game.engine.tables, numbers, 0)
    return bytes(memoryview(numbers).cast("B")[: 8 * count])


def play(seed: int, edition: Any, variant: Any, records: list[Records]) -> int:
    """Play a game with a driver, and with these twins beside it. Return how many plies were done."""
    rng = random.Random(seed)
    fair = FairChance(bytes([seed]) * 16)
    game = Game(edition, 4, 0, variant, dice=fair, nature="manual", ask_rent="manual", keep_log=False)
    driver = Driver(game.engine, fair, ask_rent=False)
    driver.ask_only(0, ASKS)
    stream = FairChance(bytes([seed]) * 16)
    chances: list[list[int]] = [[] for _ in records]
    tables = (layout.Tables * 1).from_buffer(game.engine.tables)
    for each in records:
        each.notes[plies.NOTE_TOUCHED] = 0
        memmove(each.states, addressof(game.engine.state), sizeof(layout.State))
        memmove(each.cursors, addressof(driver.cursor), sizeof(layout.Cursor))
    record, count = None, 0
    for _ in range(250):
        done: list[tuple[bytes, bytes, bytes]] = []
        move: Any = driver.next() if record is None else Move(record, "seat")
        while isinstance(move, Move):
            driver.do(move)
            sink = memoryview(game.engine.sink).cast("B")
            events = bytes(sink[EVENTS_START : EVENTS_START + game.engine.sink.count * EVENT_SIZE])
            done.append((bytes(move.record), events, identity_of(game)))
            move = driver.next()
        for each, chance in zip(records, chances, strict=True):
            if len(chance) < 400:
                words = [stream.next_word() for _ in range(800)]
                for other in chances:
                    other += words
            assert each.do(tables, chance, record) == done
            assert bytes(each.states[0]) == bytes(game.engine.state)
            assert bytes(each.cursors[0]) == bytes(driver.cursor)
            assert each.notes[plies.NOTE_TOUCHED] == game.engine.sink.touched
        count += len(done)
        if game.over:
            break
        seat = game.to_act
        assert seat is not None
        menu = [each for each in game.menu(seat) if each.name not in {"resign", "bankrupt"}] or list(game.menu(seat))
        record = to_record(menu[0] if rng.random() < 0.8 else rng.choice(menu), seat)
    return count


@pytest.mark.parametrize("number", range(8))
def test_what_follows_a_command_is_what_the_driver_does(number: int) -> None:
    edition, variant = rows()[number % len(rows())]
    assert play(number, edition, variant, [Records()]) > 50


@pytest.mark.slow
def test_compiled_plies_leave_the_same_bytes(twin: Twin) -> None:
    for number in range(13):
        edition, variant = rows()[number % len(rows())]
        assert play(number, edition, variant, [Records(), Records(twin)]) > 20


def test_a_position_read_from_text_has_the_same_identity() -> None:
    for number in range(20):
        rng = random.Random(number)
        edition, variant = cast("tuple[Any, Any]", rows()[number % len(rows())])
        game = Game(edition, 3, number, variant, ask_rent="manual")
        for step in range(120):
            if game.over:
                break
            seat = game.to_act if rng.random() < 0.7 else rng.randrange(3)
            menu = [each for each in game.menu(seat) if each.name not in {"resign", "bankrupt"}]
            if menu:
                game.apply(rng.choice(menu), seat)
            if step % 6 == 0:
                assert identity_of(Game.from_position(game.position)) == identity_of(game)


@pytest.mark.slow
def test_compiled_menus_and_numbers_are_the_same(twin: Twin) -> None:
    plain, built = Records(), Records(twin)
    for number in range(8):
        edition, variant = cast("tuple[Any, Any]", rows()[number % len(rows())])
        game = Game(edition, 4, number, variant, ask_rent="manual")
        tables = (layout.Tables * 1).from_buffer(game.engine.tables)
        for _ in range(40):
            if game.over:
                break
            game.apply(game.menu()[0])
            for each in (plain, built):
                memmove(each.states, addressof(game.engine.state), sizeof(layout.State))
                each.call(enter_menus, tables, each.scratch, each.menus, 0b1111, number % 2)
                each.call(enter_summary, tables, each.scratch, each.sinks, each.numbers, 1)
            assert bytes(plain.menus) == bytes(built.menus)
            assert list(plain.numbers) == list(built.numbers)
