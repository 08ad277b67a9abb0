"""Tournaments: every bot meets every other on every seat, and a rating says by how much it is better.

The model is that of Bradley, Terry, Plackett and Luce: each bot has a strength, and its chance to win is its share of
the strengths at the table. The strengths are fitted to the results by maximum likelihood. The intervals come from a
bootstrap: the games are drawn again and fitted again. Undecided games count for nobody.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, cycle, islice, permutations
from math import log
from typing import Any, Final, cast

import numpy as np
import numpy.typing as npt

from ventnor.batch import simulate
from ventnor.batch.bar import Progress, reporting
from ventnor.batch.entrant import Player, full_name, resolve
from ventnor.batch.setup import CAP
from ventnor.rulebook.option import Options
from ventnor.rulebook.setting import settings
from ventnor.study.estimate import CONFIDENCE, RESAMPLES, UNKNOWN, Estimate, share
from ventnor.study.summary import plain

Matrix = npt.NDArray[np.float64]

MIDDLE: Final = 1000.0
SCALE: Final = 400 / log(10)
"""As in chess: 400 more are ten times the strength."""
PRIOR: Final = 0.01
"""Duels that each bot is taken to have won against each other, so that a bot that never wins has a rating too."""
STEPS: Final = 40
"""Steps of Newton's method. It has converged long before."""
USUAL_SEATS: Final = 4


class BadTournament(ValueError):
    """A tournament that cannot be held."""


@dataclass(frozen=True)
class BotStanding:
    """The result of a bot."""

    bot: str
    rating: Estimate
    wins: Estimate
    """Share of the decided games it played in; with several of its kind at a table, any of them may have won."""
    par: float
    """What that share would be if all were equal."""
    games: int


@dataclass(frozen=True)
class Tournament:
    """The results of a tournament."""

    standings: tuple[BotStanding, ...]
    """The best first."""
    beaten: tuple[tuple[float, ...], ...]
    """Row against column, in the order of the standings: of the games that either won, the share of the row."""
    games: int
    decided: int
    lineups: int
    edition: str
    variant: str
    players: int
    seed: int
    cap: int
    asked: int

    def to_json(self) -> dict[str, Any]:
        """Return the tournament as plain mappings."""
        return plain(self)


def lineups_of(bots: int, players: int) -> list[tuple[int, ...]]:
    """Return the line-ups: all tables of different bots, in every order of up to four, else on every seat in turn."""
    tables = (
        list(combinations(range(bots), players)) if bots >= players else [tuple(islice(cycle(range(bots)), players))]
    )
    found: dict[tuple[int, ...], None] = {}
    for table in tables:
        orders = permutations(table) if players <= USUAL_SEATS else (table[i:] + table[:i] for i in range(players))
        found.update(dict.fromkeys(orders))
    return list(found)


def tournament(
    bots: Sequence[Player],
    games: int = 6000,
    *,
    edition: str = "official",
    variant: str = "",
    options: Options | None = None,
    players: int | None = None,
    hour: int | str | None = None,
    seed: int = 1,
    cap: int = CAP,
    threads: int | None = None,
    on: str | None = None,
    compiled: bool | None = None,
    progress: Progress | bool | None = None,
) -> Tournament:
    """Play at least `games` games, the same number by every line-up; Ctrl-C rates what was played until then."""
    names = [full_name(bot) for bot in bots]
    for bot in bots:
        resolve(bot)
    if len(set(names)) < max(len(names), 2):
        raise BadTournament("a tournament needs at least two bots, each named once")
    figures = settings(edition, variant, options)
    seats = players or min(max(min(len(bots), USUAL_SEATS), figures["players_min"]), figures["players_max"])
    if seats < 2:
        raise BadTournament("a table needs at least two players")
    lineups = lineups_of(len(bots), seats)
    each = -(-games // len(lineups))
    results: list[Matrix] = []
    decided = played = 0
    with reporting(progress, "Playing") as report:
        for number, lineup in enumerate(lineups):
            batch = simulate(
                each,
                [bots[bot] for bot in lineup],
                edition=edition,
                variant=variant,
                options=options,
                hour=hour,
                seed=seed + number,
                cap=cap,
                keep=["winner"],
                threads=threads,
                on=on,
                compiled=compiled,
                progress=lambda done, _, before=number * each: report(before + done, each * len(lineups)),
            )
            results.append(batch.wins())
            decided += batch.sums.decided
            played += len(batch)
            if len(batch) < each:
                break
    strengths = rating_of(names, lineups[: len(results)], results, seed) if decided else [UNKNOWN] * len(names)
    order = sorted(range(len(names)), key=lambda bot: -strengths[bot].value)
    pairs = duels(len(names), lineups, np.array(results))
    return Tournament(
        standings=tuple(standing_of(bot, names[bot], strengths[bot], lineups, results) for bot in order),
        beaten=tuple(tuple(part(pairs, row, column) for column in order) for row in order),
        games=played,
        decided=decided,
        lineups=len(results),
        edition=edition,
        variant=variant,
        players=seats,
        seed=seed,
        cap=cap,
        asked=each * len(lineups),
    )


def duels(bots: int, lineups: Sequence[tuple[int, ...]], results: Matrix) -> Matrix:
    """Return how often a seat of the row's bot won a game in which a seat of the column's bot did not."""
    return np.tensordot(results, meetings_of(bots, tuple(lineups[: len(results)])), axes=2)


@cache
def meetings_of(bots: int, lineups: tuple[tuple[int, ...], ...]) -> Matrix:
    """Return by line-up and winning seat how many seats of the column's bot the row's bot has beaten."""
    found = np.zeros((len(lineups), len(lineups[0]), bots, bots))
    for number, lineup in enumerate(lineups):
        for seat, bot in enumerate(lineup):
            for other in lineup:
                found[number, seat, bot, other] += other != bot
    return found


def rating_of(
    names: Sequence[str], lineups: Sequence[tuple[int, ...]], results: Sequence[Matrix], seed: int
) -> list[Estimate]:
    """Return the rating of each bot and its interval."""
    chance = np.random.default_rng(seed)
    drawn = [resampled(chance, np.array(results)) for _ in range(RESAMPLES)]
    fitted = fit(np.array([duels(len(names), lineups, wins) for wins in (np.array(results), *drawn)]))
    tail = 100 * (1 - CONFIDENCE) / 2
    three = MIDDLE + SCALE * np.vstack([fitted[0], np.percentile(fitted[1:], [tail, 100 - tail], axis=0)])
    return [Estimate(float(value), float(low), float(high)) for value, low, high in three.T]


def fit(pairs: Any) -> Any:
    """Return the likeliest logarithms of the strengths, with mean 0, for each table of duels. By Newton's method."""
    bots = pairs.shape[-1]
    others: Any = 1.0 - np.eye(bots)
    wins = pairs + PRIOR * others
    meetings = wins + wins.swapaxes(1, 2)
    found: Any = np.zeros(pairs.shape[:2])
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(found[:, None, :] - found[:, :, None]))
        slope = (wins - meetings * chance).sum(2)
        bend = meetings * chance * (1 - chance)
        # Adding 1 everywhere fixes the mean, which the results leave open.
        curve = (1 - others) * bend.sum(2)[:, None, :] - bend + 1
        steps = cast(Any, np.linalg).solve(curve, slope[:, :, None])
        # The curve is flat far from the likeliest strengths, so no step is longer than 1.
        found = found + np.clip(steps[:, :, 0], -1, 1)
    return found - found.mean(1, keepdims=True)


def resampled(chance: np.random.Generator, wins: Matrix) -> Matrix:
    """Return the wins by line-up and seat in games drawn again from all decided games.

    Drawn for each line-up by itself, few games would seem certain: of one game the same seat always wins.
    """
    total = wins.sum()
    if not total:
        return wins
    return chance.multinomial(round(total), (wins / total).ravel()).astype(np.float64).reshape(wins.shape)


def standing_of(
    bot: int, name: str, rating: Estimate, lineups: Sequence[tuple[int, ...]], results: Sequence[Matrix]
) -> BotStanding:
    """Return the line of one bot."""
    won = games = par = 0.0
    for lineup, wins in zip(lineups, results, strict=False):
        mine = [seat for seat, each in enumerate(lineup) if each == bot]
        if mine:
            games += wins.sum()
            won += wins[mine].sum()
            par += wins.sum() * len(mine) / len(lineup)
    return BotStanding(name, rating, share(won, games), par / games if games else 0.0, round(games))


def part(pairs: Matrix, row: int, column: int) -> float:
    """Return the share of the first, of the games that either won."""
    both = float(pairs[row, column] + pairs[column, row])
    return float(pairs[row, column]) / both if both else float("nan")
