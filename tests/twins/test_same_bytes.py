"""The compiled kernel does what the interpreted one does: the same bytes after every action."""

import random

import pytest

from tests.kit.wild import LAYOUTS, wild_game
from tests.twins.pair import Pair, Unequal
from ventnor.kernel import policies, rent
from ventnor.kernel.batch import decide
from ventnor.kernel.chance import seed_chance
from ventnor.kernel.codes import P_OVER, SEATS
from ventnor.kernel.layout import Action, Chance, Cursor, State, Tables
from ventnor.kernel.ledger import owns_group
from ventnor.kernel.scheduler import start_cursor
from ventnor.kernel.twin import Twin
from ventnor.rulebook.edition import rows
from ventnor.tables import tables

SHARDS = 20
GAMES = 2_000
CAP = 60  # throws a game: from the start, so that many openings are seen; the wild games below begin anywhere


def play_pair(pair: Pair, seed: int, players: int, cap: int) -> int:
    """Play a game between simple bots on both twins and return its plies."""
    cursor, chance, action = Cursor(), Chance(), Action()
    seed_chance(chance, seed, 0)
    start_cursor(cursor, players, seed % 3 > 0, cap // 2)
    pair.begin(players)
    names = [policies.random, policies.random, policies.cautious]
    seats = tuple(names[(seed + seat) % len(names)] for seat in range(SEATS))
    state, table, sink = pair.state, pair.plain[1][0], pair.plain[2][0]
    plies = 0
    while state.phase != P_OVER and state.throws < cap:
        if not decide(state, table, sink, cursor, chance, action, seats):
            pair.compiled[2][0].touched = sink.touched
            continue
        pair.compiled[2][0].touched = sink.touched
        pair.apply(action)
        plies += 1
        if plies % 16 == 0:
            pair.compare_menus()
    return plies


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
def test_random_games_leave_the_same_bytes_after_every_action(twin: Twin, shard: int) -> None:
    plies = 0
    for number in range(GAMES // SHARDS):
        edition, variant = rows()[number % len(rows())]
        table = tables(edition, variant)
        players = table.players_min + (shard + number) % (table.players_max - table.players_min + 1)
        plies += play_pair(Pair(twin, table), shard * 10_000 + number, players, CAP)
    assert plies > 100 * GAMES // SHARDS


@pytest.mark.slow
@pytest.mark.parametrize("layout", LAYOUTS)
def test_wild_play_leaves_the_same_bytes_after_every_action(twin: Twin, layout: str) -> None:
    rng = random.Random(f"twins {layout}")
    for edition, variant in rows():
        pair: Pair | None = None
        for state, table, action in wild_game(rng, edition, variant, layout=layout, cap=250):
            if pair is None:
                pair = Pair(twin, table)
                pair.begin_from(state)
            assert bytes(pair.state) == bytes(state)
            pair.apply(action)


def wrong_rent_of_lot(s: State, t: Tables, space: int) -> int:
    """Return the rent of a colour lot without the rule of the complete group."""
    houses = s.houses[space]
    if houses > 0:
        return t.rent[space][houses]
    if owns_group(s, t, s.owner[space], t.group[space]):
        return t.rent[space][0]
    return t.rent[space][0]


@pytest.mark.slow
def test_a_wrong_compiled_function_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Twin(replace={rent.rent_of_lot.__name__: wrong_rent_of_lot})
    with pytest.raises(Unequal):
        play_wild_pairs(wrong)


def play_wild_pairs(twin: Twin) -> None:
    """Play wild games in the middle of which rents fall due, on both twins."""
    rng = random.Random("wrong")
    for _ in range(100):
        pair: Pair | None = None
        for state, table, action in wild_game(rng, "official", layout="middle", cap=250):
            if pair is None:
                pair = Pair(twin, table)
                pair.begin_from(state)
            pair.apply(action)
