"""Ratings find the strengths that results were made from, and line-ups give everybody every seat."""

from collections import Counter

import numpy as np
import pytest

from ventnor.study.tournament import MIDDLE, PRIOR, SCALE, BadTournament, duels, fit, lineups_of, rating_of, tournament


@pytest.mark.parametrize(("bots", "players"), [(2, 2), (4, 4), (5, 3), (2, 4), (6, 6), (3, 5)])
def test_line_ups_are_fair(bots: int, players: int) -> None:
    lineups = lineups_of(bots, players)
    assert len(set(lineups)) == len(lineups)
    for seat in range(players):
        seen = Counter(lineup[seat] for lineup in lineups)
        assert len(seen) == bots
    if bots >= players:
        assert (
            len({Counter(lineup[seat] for lineup in lineups)[bot] for seat in range(players) for bot in range(bots)})
            == 1
        )


def made(strengths: np.ndarray, lineups, games: int, chance: np.random.Generator):
    """Return wins by seat of every line-up, drawn from the model."""
    chances = [strengths[list(lineup)] / strengths[list(lineup)].sum() for lineup in lineups]
    return [chance.multinomial(games, each).astype(float) for each in chances]


@pytest.mark.parametrize(("bots", "players"), [(4, 4), (2, 4), (5, 3)])
def test_ratings_find_the_strengths_that_made_the_results(bots: int, players: int) -> None:
    """Each interval misses one time in twenty; of up to 30 more than 7 do in one run of a thousand."""
    chance = np.random.default_rng(7)
    truth = np.array([1.0, 2.0, 4.0, 1.0, 0.5][:bots])
    expected = MIDDLE + SCALE * (np.log(truth) - np.log(truth).mean())
    lineups = lineups_of(bots, players)
    missed = 0
    for number in range(6):
        found = rating_of([str(i) for i in range(bots)], lineups, made(truth, lineups, 150, chance), number)
        missed += sum(not each.low <= right <= each.high for each, right in zip(found, expected, strict=True))
        assert max(abs(each.value - right) for each, right in zip(found, expected, strict=True)) < 60
    assert missed <= 7


def test_who_never_wins_has_a_rating() -> None:
    found = rating_of(["a", "b"], [(0, 1), (1, 0)], [np.array([100.0, 0.0]), np.array([0.0, 100.0])], 1)
    assert found[0].value > found[1].value
    assert all(np.isfinite(each.value) for each in found)


def test_a_bot_does_not_beat_itself() -> None:
    found = duels(2, [(0, 1, 0, 1)], np.array([[5.0, 1.0, 3.0, 2.0]]))
    assert found.tolist() == [[0, 16], [6, 0]]


@pytest.mark.parametrize("bots", [["builder"], [], ["builder", "builder"]])
def test_a_tournament_needs_two_bots(bots: list[str]) -> None:
    with pytest.raises(BadTournament):
        tournament(bots)


def test_ratings_are_where_the_likelihood_is_greatest() -> None:
    """Two bots of 30 and 10 wins: the strengths are as 3 to 1, but for the prior."""
    fitted = fit(np.array([[[0.0, 30.0], [10.0, 0.0]]]))[0]
    assert fitted[0] - fitted[1] == pytest.approx(np.log((30 + PRIOR) / (10 + PRIOR)))


def test_newton_converges_from_lopsided_results() -> None:
    pairs = np.array([[0.0, 5000.0, 5000.0], [0.0, 0.0, 3.0], [0.0, 5000.0, 0.0]])
    once = fit(np.array([pairs]))
    wins = pairs + PRIOR * (1 - np.eye(3))
    chance = 1 / (1 + np.exp(once[0][None, :] - once[0][:, None]))
    assert np.abs((wins - (wins + wins.T) * chance).sum(1)).max() < 1e-6


@pytest.mark.slow
def test_the_better_bot_comes_first_and_the_seed_decides_all() -> None:
    one = tournament(["random", "builder", "cautious"], 240, seed=3, cap=600, compiled=True)
    assert one.standings[-1].bot == "random"
    assert one.players == 3
    assert one.games == one.asked == 240
    assert one.lineups == 6
    assert one.to_json() == tournament(["random", "builder", "cautious"], 240, seed=3, cap=600, compiled=True).to_json()
    assert sum(each.wins.value for each in one.standings) == pytest.approx(1)


def test_nothing_is_known_of_bots_that_decide_nothing() -> None:
    found = tournament(["random", "cautious"], 2, cap=5, compiled=False, progress=False)
    assert found.decided == 0
    assert not any(each.rating.known or each.wins.known for each in found.standings)
