"""Every state that play can lead to is a position, and comes back from it as it was."""

import json
from ctypes import addressof, memset, sizeof

import pytest

from tests.kit.scenario import scenario
from tests.properties.wandering import start, wander
from ventnor import event
from ventnor.kernel.codes import CARDS, FRAMES, P_OVER, W_DEBT, W_ESTATE, W_PLACE, W_RECEIVE, W_WANT
from ventnor.kernel.layout import Frame, State
from ventnor.notation import Heading, position_of, read_position
from ventnor.rulebook.board import board
from ventnor.rulebook.edition import EDITIONS, rows
from ventnor.rulebook.option import Options

HOUSE_RULES = Options(free_parking_pot="seeded", uneven_building=True, immediate_rent=True)
GAMES = [
    *(Heading(edition, variant) for edition, variant in rows()),
    Heading("classic", options=HOUSE_RULES),
    Heading("modern", options=Options(unlimited_buildings=True, no_auctions=True)),
]


def tidied(state: State) -> State:
    """Return a copy with unread parts blank: frames above the stack, the unused part of the card ring."""
    s = State.from_buffer_copy(state)
    for index in range(s.depth, FRAMES):
        memset(addressof(s.frames[index]), 0, sizeof(Frame))
    for deck in range(2):
        seen = [s.under[deck][(s.under_head[deck] + i) % CARDS] for i in range(s.under_count[deck])]
        s.under_head[deck] = 0
        for i in range(CARDS):
            s.under[deck][i] = seen[i] if i < len(seen) else 0
    return s


def crowded(heading: Heading) -> State:
    """Return a game in which all lots are owned in groups and most houses stand, so that buildings are scarce."""
    deeds = {
        board().spaces[space].slug: {"owner": group.index % 3, "houses": (3, 2, 0, 2, 1, 1, 0, 1)[group.index]}
        for group in board().groups[:8]
        for space in group.spaces
    }
    seats = [{"cash": 3000, "lapped": True}] * 3
    options = heading.options.to_mapping()
    _, state = read_position(
        {"edition": heading.edition, "variant": heading.variant, "options": options, "seats": seats, "deeds": deeds}
    )
    return state


def check_game(state: State, heading: Heading, seed: int, plies: int) -> set[int]:
    """Play on from a state and compare; return what the game waited for, and what interrupted it."""
    met: set[int] = set()
    for number, (s, e) in enumerate(wander(state, heading.tables, seed, plies)):
        met |= {s.awaits, *(s.frames[i].kind for i in range(s.depth))}
        for i in range(e.count):
            event.from_record(e.events[i])
        if number % 5 == 0 or s.phase == P_OVER:
            position = position_of(s, heading)
            read, back = read_position(json.loads(json.dumps(position)))
            assert bytes(back) == bytes(tidied(s))
            assert position_of(back, read) == position
    return met


@pytest.mark.parametrize("heading", GAMES, ids=lambda heading: f"{heading.edition} {heading.variant or 'regular'}")
def test_a_state_comes_back_from_its_position(heading: Heading) -> None:
    check_game(start(heading.tables, 4), heading, seed=11, plies=300)
    check_game(crowded(heading), heading, seed=12, plies=200)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_rent_outlasts_the_turns_of_those_who_retire_before_they_throw(edition: str) -> None:
    table = scenario(edition, seats=5).deeds("oriental", owner=0).token(1, on="go").to_act(1).do("roll 2 4")
    table.do("end-turn").do("resign", by=2).do("resign", by=3).awaits("throw", 4).allows(
        "ask-rent oriental from 1", by=0
    )
    heading = Heading(edition, "")
    position = position_of(table.s, heading)
    _, back = read_position(json.loads(json.dumps(position)))
    assert position_of(back, heading) == position


@pytest.mark.slow
def test_states_of_every_sort_come_back() -> None:
    met: set[int] = set()
    for seed in range(2):
        for heading in GAMES:
            met |= check_game(start(heading.tables, 3 + seed), heading, seed, plies=1500)
            met |= check_game(crowded(heading), heading, seed, plies=500)
    assert {W_DEBT, W_ESTATE, W_PLACE, W_RECEIVE, W_WANT} <= met
