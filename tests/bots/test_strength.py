"""The ladder of the bots, over tens of thousands of games. The figures are in `docs/reports/strength.md`."""

from itertools import pairwise
from statistics import median

import pytest

from bench.strength import deals_of, rotated
from tests.bots.attackers import plain_swapper, swapper
from tests.bots.milker import milker
from ventnor.batch import simulate
from ventnor.bots import POLICIES
from ventnor.kernel.batch import Policy

GAMES = 20_000


@pytest.mark.long
@pytest.mark.parametrize(("lower", "upper"), list(pairwise(POLICIES)))
def test_each_bot_beats_the_one_below(lower: str, upper: str) -> None:
    for bots, par in (([upper, lower, upper, lower], 0.5), ([upper, lower, lower, lower], 0.25)):
        rate, half, _, _, _ = rotated(bots, GAMES, 1)
        assert rate - half > par


@pytest.mark.long
def test_one_tycoon_wins_most_games_against_three_builders() -> None:
    rate, half, _, decided, _ = rotated(["tycoon", "builder", "builder", "builder"], GAMES, 1)
    assert (rate - half) * decided >= 0.6


@pytest.mark.long
def test_four_tycoons_come_to_an_end() -> None:
    _, _, _, _, quick = rotated(["tycoon"] * 4, GAMES, 1)
    assert quick >= 0.9


@pytest.mark.long
def test_milking_brings_nothing() -> None:
    rate, half, _, _, _ = rotated([milker, "tycoon", "tycoon", "tycoon"], GAMES, 1)
    assert rate - half <= 0.25


@pytest.mark.long
@pytest.mark.parametrize("attacker", [swapper, plain_swapper])
def test_who_knows_its_price_wins_less_than_35_per_cent(attacker: Policy) -> None:
    rate, half, _, _, _ = rotated([attacker, "tycoon", "tycoon", "tycoon"], GAMES, 1)
    assert rate + half < 0.35


@pytest.mark.long
def test_one_tycoon_beats_three_of_its_frozen_copy() -> None:
    rate, half, _, _, _ = rotated(["tycoon", *["tycoon-2026"] * 3], GAMES, 1)
    assert rate - half > 0.33


@pytest.mark.slow
@pytest.mark.parametrize("attacker", [swapper, plain_swapper])
def test_an_attacker_stays_within_the_law(attacker: Policy) -> None:
    assert len(simulate(4, [attacker, "tycoon", "tycoon"], seed=1, cap=150, checked=True, compiled=False)) == 4


@pytest.mark.slow
def test_four_tycoons_deal() -> None:
    found = deals_of(30, "tycoon")
    sizes = [size for deals in found for size in deals]
    assert median(map(len, found)) >= 2
    assert sum(size > 1 for size in sizes) >= 0.3 * len(sizes)


@pytest.mark.slow
def test_a_milker_stays_within_the_law() -> None:
    assert len(simulate(10, [milker, "tycoon", "tycoon"], seed=1, cap=200, checked=True, compiled=False)) == 10
