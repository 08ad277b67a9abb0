"""`win_probability`: each seat's chance to win, by the network, by truncated rollouts, or by full ones.

Every answer assumes that all seats go on as the same bot, by default `tycoon`. The network answers at once. A
truncated rollout plays some throws and asks the network about the position it reaches. A full rollout plays to the end.
The dice of the first throw are spread evenly over the rollouts. The same seed gives the same dice to every position, so
that positions can be compared.

A position in which somebody chooses how to pay the income tax is refused: no worth may be known before the choice
(§tax.income).
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from ventnor import warm
from ventnor.action import Tax, Throw
from ventnor.batch.block import Block, Workspace, as_rows
from ventnor.batch.column import Records
from ventnor.batch.setup import CAP, Start, hour_of
from ventnor.bots import policy_named
from ventnor.game import Game
from ventnor.kernel.codes import P_OVER, SEATS, W_TAX, W_THROW
from ventnor.kernel.layout import State, Tables
from ventnor.notation.position import Heading, read_position
from ventnor.search.values import DEPTH, Floats, network_values, settled_values

Method: TypeAlias = Literal["exact", "network", "truncated", "rollouts"]

NETWORK_ERROR: Final = 0.035
"""Root mean square error of the network by seat, as measured in docs/reports/evaluation.md."""
LEFT: Final = ((0, 1.0), (4, 0.66), (12, 0.5), (40, 0.22), (80, 0.08))
"""The part of that error left in the mean of truncated rollouts, by their throws; from the same report."""
LEAF_ERROR: Final = NETWORK_ERROR * dict(LEFT)[DEPTH]
"""The same for rollouts of the usual depth."""
APART: Final = 1 << 32
"""Number of the first full rollout that follows truncated ones, so that it has dice of its own."""
LEAST: Final = 8 * 36
"""Full rollouts from which their error can be told well enough to pool them."""
BLOCK: Final = 144
"""Rollouts played in one call: four of each first throw."""
THROWS_A_TURN: Final = 7 / 6
"""Throws of one turn: doubles give another throw."""


class BlindChoice(ValueError):
    """A position in which a seat is choosing how to pay its income tax."""

    def __init__(self, seat: int) -> None:
        super().__init__(
            f"seat {seat} is choosing how to pay the income tax (§tax.income): ask again once it has chosen"
        )
        self.seat = seat


class BadRequest(ValueError):
    """A request with wrong or contradictory arguments."""


@dataclass(frozen=True)
class WinProbability:
    """Each seat's chance to win, with its standard error. Seats that have retired have chance 0."""

    chances: tuple[float, ...]
    errors: tuple[float, ...]
    method: Method
    rollouts: int
    places: tuple[float, ...] | None = None
    """The place that each seat takes on average; from full rollouts only."""
    bankrupt: tuple[float, ...] | None = None
    """Each seat's chance to retire within the rounds asked about; from full rollouts only."""

    def to_json(self) -> dict[str, Any]:
        """Return the chances as a plain mapping."""
        plain: dict[str, Any] = {
            "chances": [round(each, 5) for each in self.chances],
            "errors": [round(each, 5) for each in self.errors],
            "method": self.method,
            "rollouts": self.rollouts,
        }
        for name in ("places", "bankrupt"):
            found = getattr(self, name)
            if found is not None:
                plain[name] = [round(each, 4) for each in found]
        return plain


@dataclass
class Totals:
    """Sums over rollouts, by seat."""

    rollouts: int
    first: Floats
    second: Floats
    places: Floats
    bankrupt: Floats

    @classmethod
    def nothing(cls) -> "Totals":
        """Return the sums of no rollout."""
        return cls(0, *(np.zeros(SEATS) for _ in range(4)))

    def add(self, values: Floats) -> None:
        """Add the value of each rollout to each seat. The mean over the 36 first throws is one observation."""
        self.rollouts += len(values)
        self.first += values.sum(axis=0)
        grouped = values.reshape(-1, 36, SEATS).mean(axis=1)
        self.second += (grouped**2).sum(axis=0)

    def mean(self) -> Floats:
        """Return the mean by seat."""
        return self.first / self.rollouts

    def error(self) -> Floats:
        """Return the standard error of the mean, from the spread between groups of 36 rollouts."""
        groups = self.rollouts // 36
        spread = np.maximum(self.second / groups - self.mean() ** 2, 0)
        return np.sqrt(spread / max(groups - 1, 1))


class Evaluator:
    """One position, prepared for the network and for rollouts."""

    def __init__(self, position: Start, bot: str = "tycoon", seed: int = 0, hour: int | str | None = None) -> None:
        heading, state = record_of(position)
        refuse_blind(state)
        self.heading: Heading = heading
        self.state = state
        self.table: Tables = heading.tables
        self.hour = hour_of(hour, heading)
        self.seed = seed
        self.policies = [policy_named(bot)] * state.players
        self.workspace = Workspace(self.table)
        self.start = (State * 1)(state)

    @property
    def players(self) -> int:
        """Return the number of seats."""
        return self.state.players

    def answer(self, chances: Floats, errors: Floats, method: Method, rollouts: int) -> WinProbability:
        """Wrap figures by seat."""
        players = self.players
        return WinProbability(
            tuple(map(float, chances[:players])), tuple(map(float, errors[:players])), method, rollouts
        )

    def exact(self) -> WinProbability | None:
        """Return the outcome of a game that is over; None while it goes on."""
        if self.state.phase != P_OVER:
            return None
        return self.answer(self.value(), np.zeros(SEATS), "exact", 0)

    def value(self) -> Floats:
        """Return the network's chances by seat."""
        built = warm.twin(wait=False)
        if self.state.phase == P_OVER:
            return network_values(built, as_rows(self.start), self.table, self.hour)[0]
        return settled_values(self.workspace, built, self.policies, as_rows(self.start), self.table, self.hour)[0]

    def network(self) -> WinProbability:
        """Return the network's answer."""
        chances = self.value()
        return self.answer(chances, model_error(chances, NETWORK_ERROR), "network", 0)

    def play(self, built: Any, first: int, count: int, cap: int, finals: bool) -> Block:
        """Play some rollouts."""
        return self.workspace.play(
            built,
            self.policies,
            self.start,
            0,
            self.seed,
            first,
            count,
            cap=cap,
            hour=self.hour,
            finals=finals,
            strata=True,
            quiet=True,
        )

    def truncate(self, built: Any, totals: Totals, count: int, depth: int) -> None:
        """Add rollouts of `depth` throws, valued by the network."""
        block = self.play(built, totals.rollouts, count, self.state.throws + depth, True)
        totals.add(network_values(built, block.finals, self.table, self.hour))

    def roll_out(self, built: Any, totals: Totals, count: int, rounds: int, first: int = 0) -> None:
        """Add rollouts to the end. `first` is the number of the first of all."""
        results = self.play(built, first + totals.rollouts, count, max(CAP, self.state.throws + 2000), False).results
        totals.add(win_shares(results, self.players, self.gone()))
        totals.places += self.places(results).sum(axis=0)
        limit = self.state.throws + rounds * THROWS_A_TURN * int(self.players - self.gone().sum())
        totals.bankrupt += ((results["out_at"] >= 0) & (results["out_at"] <= limit)).sum(axis=0)

    def gone(self) -> npt.NDArray[np.int64]:
        """Return 1 for each seat that has retired."""
        return np.array([self.state.out[seat] for seat in range(SEATS)])

    def places(self, results: Records) -> Floats:
        """Return the place of each seat in each rollout: winners, then those left by worth, then who lasted longer."""
        won = results["winners"][:, None] >> np.arange(SEATS) & 1
        out = results["out_at"]
        rank = np.where(won > 0, 3e9, np.where(out >= 0, out.astype(float), 1e9 + results["worth"]))
        rank = np.where(self.gone() > 0, -1.0, rank)
        rank[:, self.players :] = -2.0
        above = (rank[:, None, :] > rank[:, :, None]).sum(axis=2)
        level = (rank[:, None, :] == rank[:, :, None]).sum(axis=2)
        return above + (level + 1) / 2


def win_shares(results: Records, players: int, gone: npt.NDArray[Any]) -> Floats:
    """Return each seat's share of the win in each game. `gone` is 1 for seats that had retired before it.

    A game that does not end has no winner: everybody still in it gets the same share.
    """
    won = (results["winners"][:, None] >> np.arange(SEATS) & 1).astype(float)
    alive = (results["out_at"] < 0) & (np.arange(SEATS) < players) & (gone == 0)
    won = np.where(results["winners"][:, None] > 0, won, alive)
    return won / won.sum(axis=1, keepdims=True)


def model_error(chances: Floats, typical: float) -> Floats:
    """Return the error of the model by seat: none where a seat's fate is certain, most in the middle of the scale."""
    return np.minimum(2.5 * typical * np.sqrt(np.maximum(chances * (1 - chances), 0)), 2 * typical)


def leaf_part(depth: int) -> float:
    """Return the part of the network's error that is left in the mean of rollouts of this many throws."""
    throws, parts = zip(*LEFT, strict=True)
    return float(np.interp(depth, throws, parts))


def record_of(position: Start) -> tuple[Heading, State]:
    """Return the rules and the record of a position; finished games are allowed. Raises `BadPosition`."""
    if isinstance(position, Game):
        return position.heading, State.from_buffer_copy(position.engine.state)
    return read_position(position)


def refuse_blind(state: State) -> None:
    """Raise `BlindChoice` where a seat is choosing how to pay the income tax."""
    for i in range(state.depth):
        # §tax.income: what is owned is not added up before the choice.
        if state.frames[i].kind == W_TAX:
            raise BlindChoice(state.frames[i].seat)


def win_probabilities(
    position: Start,
    *,
    method: Method | None = None,
    depth: int = DEPTH,
    rounds: int = 10,
    bot: str = "tycoon",
    seed: int = 0,
    hour: int | str | None = None,
) -> Iterator[WinProbability]:
    """Yield better and better answers until the caller stops.

    The first is the network's. Truncated rollouts follow, and then full ones, pooled with the last truncated answer by
    their errors. An answer is replaced only by one with a smaller error. `method` keeps to one of them. Nothing waits
    for the compiled kernel: without it the network answers alone, and full rollouts are played only where `method` asks
    for them.
    """
    asked = Evaluator(position, bot, seed, hour)
    best: WinProbability | None = None
    for answer in answers(asked, method, depth, rounds):
        if best is None or method or max(answer.errors) < max(best.errors):
            best = answer
        yield best


def answers(asked: Evaluator, method: Method | None, depth: int, rounds: int) -> Iterator[WinProbability]:
    """Yield one answer after another, by one method or by each in turn."""
    settled = asked.exact()
    if settled is not None:
        yield settled
        return
    if method in {None, "network"}:
        yield asked.network()
        if method == "network":
            return
    built = warm.twin(wait=False)
    if built is None and method is None:
        return
    count = BLOCK if built else 36
    if method == "rollouts":
        yield from full_rollouts(asked, built, count, rounds)
        return
    short: WinProbability | None = None
    for short in truncated_rollouts(asked, built, count, depth, method is not None):
        yield short
    for full in full_rollouts(asked, built, count, rounds, APART):
        if short and full.rollouts >= LEAST:
            yield pooled(full, short)


def truncated_rollouts(asked: Evaluator, built: Any, count: int, depth: int, endless: bool) -> Iterator[WinProbability]:
    """Yield the answers of truncated rollouts, without end or until more of them would add little."""
    left = NETWORK_ERROR * leaf_part(depth)
    totals = Totals.nothing()
    while endless or totals.rollouts < 8 * 36 or float(totals.error().max()) > left / 2:
        asked.truncate(built, totals, count, depth)
        mean = totals.mean()
        error = np.hypot(totals.error(), model_error(mean, left))
        yield asked.answer(mean, error, "truncated", totals.rollouts)


def full_rollouts(asked: Evaluator, built: Any, count: int, rounds: int, first: int = 0) -> Iterator[WinProbability]:
    """Yield the answers of full rollouts without end. `first` is the number of the first rollout."""
    totals = Totals.nothing()
    while True:
        asked.roll_out(built, totals, count, rounds, first)
        # A seat that has not won yet may still win: its error is not 0.
        error = np.where(asked.gone() > 0, 0.0, np.maximum(totals.error(), 1 / totals.rollouts))
        answer = asked.answer(totals.mean(), error, "rollouts", totals.rollouts)
        played, players = totals.rollouts, asked.players
        yield replace(
            answer,
            places=tuple(map(float, totals.places[:players] / played)),
            bankrupt=tuple(map(float, totals.bankrupt[:players] / played)),
        )


def pooled(full: WinProbability, truncated: WinProbability) -> WinProbability:
    """Return the mean of two independent answers, in which the one with the smaller errors counts more.

    All seats have the same weights, so chances still sum to 1.
    """
    of_full = sum(each * each for each in full.errors)
    of_truncated = sum(each * each for each in truncated.errors)
    part = of_truncated / max(of_full + of_truncated, 1e-12)
    chances = np.array(full.chances) * part + np.array(truncated.chances) * (1 - part)
    errors = np.hypot(np.array(full.errors) * part, np.array(truncated.errors) * (1 - part))
    return replace(full, chances=tuple(map(float, chances)), errors=tuple(map(float, errors)))


def win_probability(
    position: Start,
    *,
    seconds: float | None = None,
    rollouts: int | None = None,
    method: Method | None = None,
    depth: int = DEPTH,
    rounds: int = 10,
    bot: str = "tycoon",
    seed: int = 0,
    hour: int | str | None = None,
) -> WinProbability:
    """Return each seat's chance to win in a game or a position.

    `seconds`: the time limit, by default 0.1. For the same answer every time, give `rollouts` and `method` instead.
    Raises `BlindChoice` and `BadPosition`.
    """
    if rollouts is not None and method not in {"truncated", "rollouts"}:
        raise BadRequest('rollouts need a method: "truncated" or "rollouts"')
    limit = time.monotonic() + (0.1 if seconds is None else seconds)
    best: WinProbability | None = None
    for best in win_probabilities(position, method=method, depth=depth, rounds=rounds, bot=bot, seed=seed, hour=hour):
        if rollouts is not None and best.rollouts >= rollouts:
            break
        if rollouts is None and time.monotonic() >= limit:
            break
    assert best is not None
    return best


def throw_probabilities(
    position: Start, *, rollouts: int = 0, bot: str = "tycoon", seed: int = 0, hour: int | str | None = None
) -> dict[tuple[int, int], WinProbability]:
    """Return the chances after each of the 36 throws that may come next.

    By the network, or with `rollouts` by so many truncated rollouts each, all with the same dice. Raises `BadRequest`
    if no throw comes next.
    """
    _, state = record_of(position)
    refuse_blind(state)
    game = position if isinstance(position, Game) else Game.from_position(position, nature="manual")
    if state.awaits != W_THROW:
        raise BadRequest("no throw comes next in this position")
    found: dict[tuple[int, int], WinProbability] = {}
    for first in range(1, 7):
        for second in range(1, 7):
            after = game.copy(nature="manual", ask_rent="auto")
            after.apply(Throw(first, second))
            found[first, second] = chance_after(after, rollouts, bot, seed, hour)
    return found


def chance_after(game: Game, rollouts: int, bot: str, seed: int, hour: int | str | None) -> WinProbability:
    """Return the chances after a throw; where it leads to the choice of income tax, those after the flat sum."""
    if game.engine.state.awaits == W_TAX:
        # §tax.income: what is owned is not added up before the choice, so the answer must not show what is better.
        game.apply(Tax("flat"))
    if rollouts:
        return win_probability(game, rollouts=rollouts, method="truncated", bot=bot, seed=seed, hour=hour)
    return win_probability(game, method="network", bot=bot, seed=seed, hour=hour)
