"""Wild play: after any lawful action at any time the books balance, and the position can be written."""

import json
import random
from collections import Counter
from collections.abc import Callable

import pytest

from tests.kit.attempts import anything, attempt_of, change_one
from tests.kit.books import check_books
from tests.kit.wild import LAYOUTS, OCCURRENCES, wild_game
from tests.properties.test_position import tidied
from ventnor import action
from ventnor.kernel import codes
from ventnor.kernel.layout import Action, Menu, Sink, State, Tables
from ventnor.kernel.legal import refuse
from ventnor.kernel.menu import list_menu
from ventnor.kernel.reasons import LAWFUL, NAMES
from ventnor.kernel.step import step
from ventnor.notation import Heading, format_action, parse_action, position_of, read_position
from ventnor.rulebook.edition import rows
from ventnor.rulebook.option import Options

SHARDS = 4
EACH = 100
"""How often each of the rare things must have happened, in all shards together."""
CAP = 150
BEGINNINGS = (*LAYOUTS, "heirs", "owing each")
GAMES = [
    *(Heading(edition, variant) for edition, variant in rows()),
    *(Heading(edition, variant) for edition, variant in rows() if variant),
    Heading("official", options=Options(uneven_building=True, free_parking_pot="seeded")),
    Heading("modern", options=Options(unlimited_buildings=True, double_salary=True)),
    Heading("classic", options=Options(immediate_rent=True, no_rent_in_jail=True, first_lap=True)),
    Heading("1935", options=Options(decks="classic", no_auctions=True, rounds=30)),
]


def check_action(record: Action) -> None:
    """Check that an action comes back from its text, its JSON and its record."""
    act = action.from_record(record)
    assert parse_action(format_action(act)) == act
    assert action.from_json(json.loads(json.dumps(act.to_json()))) == act
    assert bytes(action.to_record(act, record.seat)) == bytes(record)


def check_position(s: State, heading: Heading) -> None:
    """Check that a state comes back from its position, and the position from JSON."""
    position = json.loads(json.dumps(position_of(s, heading)))
    found, state = read_position(position)
    assert found.tables is heading.tables
    assert bytes(tidied(state)) == bytes(tidied(s))
    assert position_of(state, heading) == position


def check_menu(s: State, t: Tables, menu: Menu, seat: int) -> None:
    """Check that what the menu lists is lawful."""
    list_menu(s, t, menu, seat)
    assert menu.count < codes.MENU
    for i in range(menu.count):
        assert refuse(s, t, menu.actions[i]) == LAWFUL, format_action(action.from_record(menu.actions[i]))
    if seat == s.awaited and s.awaits != codes.W_NOTHING:
        assert menu.count, f"seat {seat} can do nothing while the game waits for it"


def check_law_changes_nothing(s: State, t: Tables, record: Action, rng: random.Random) -> None:
    """Check that neither the law nor actions in a copy change a byte."""
    before = bytes(s), bytes(t)
    lawful = attempt_of(record)
    for attempt in (anything(rng, s), change_one(rng, s, lawful), lawful):
        assert refuse(s, t, attempt.record) in {LAWFUL, *NAMES}
    step(State.from_buffer_copy(s), t, Sink(), record)
    assert (bytes(s), bytes(t)) == before


def play(numbers: range, counts: Counter[str]) -> Counter[str]:
    """Play games of these numbers with checks at every ply; run the slow checks now and then."""
    menu = Menu()
    ends: Counter[str] = Counter()
    for number in numbers:
        rng, doubts = random.Random(number), random.Random(-1 - number)
        heading = GAMES[number % len(GAMES)]
        layout = BEGINNINGS[number // len(GAMES) % len(BEGINNINGS)]
        game = wild_game(rng, heading.edition, heading.variant, heading.options, layout=layout, cap=CAP, counts=counts)
        s = State()
        for s, t, record in game:
            check_books(s, t)
            if doubts.random() < 0.04:
                check_action(record)
                check_position(s, heading)
                check_menu(s, t, menu, doubts.randrange(s.players))
                check_law_changes_nothing(s, t, record, doubts)
            if s.awaited < s.players and doubts.random() < 0.02:
                check_menu(s, t, menu, s.awaited)
        check_books(s, heading.tables)
        check_position(s, heading)
        ends["over" if s.phase == codes.P_OVER else "capped"] += 1
    return ends


def check_occurrences(counts: Counter[str], least: int, record: Callable[[str, object], None]) -> None:
    """Check that each of the rare things happened so often."""
    for name in OCCURRENCES:
        record(f"{name}: all", counts[name])
    assert not {name: counts[name] for name in OCCURRENCES if counts[name] < least}


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
def test_wild_play_keeps_the_books(shard: int, record_property: Callable[[str, object], None]) -> None:
    games, counts = 700, Counter[str]()
    ends = play(range(games * shard, games * (shard + 1)), counts)
    for how in sorted(ends):
        record_property(f"{how}: all", ends[how])
    assert ends.total() == games
    assert ends["over"] > games // 4
    check_occurrences(counts, EACH // SHARDS, record_property)


@pytest.mark.long
@pytest.mark.parametrize("shard", range(SHARDS))
def test_wild_play_keeps_the_books_at_length(shard: int, record_property: Callable[[str, object], None]) -> None:
    games, counts = 7_500, Counter[str]()
    play(range(100_000 + games * shard, 100_000 + games * (shard + 1)), counts)
    check_occurrences(counts, 10 * EACH // SHARDS, record_property)
