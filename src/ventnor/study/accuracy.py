"""Measure how accurate the network is: `python -m ventnor.study.accuracy`.

`tycoon`s play on from held-out positions many times. The share of wins is compared with the network and with trivial
forecasts: root mean square error by seat, Brier score, and calibration.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ventnor import warm
from ventnor.batch.block import Bench
from ventnor.bots import POLICIES
from ventnor.kernel.codes import SEATS
from ventnor.kernel.finish import worth
from ventnor.kernel.layout import State, Tables, array_of
from ventnor.study.chances import network_values, win_shares
from ventnor.tables import tables
from ventnor.value.weights import Weights, load_weights, weights

Floats = npt.NDArray[np.float64]

SEED: Final = 1 << 40
"""Far from the seeds of training runs."""
CAP: Final = 5000
EVERY: Final = 120
"""Plies between two positions of a game, about 37 throws."""


@dataclass(frozen=True)
class Measured:
    """Forecasts beside what rollouts say, a row a position and a column a seat."""

    forecasts: dict[str, Floats]
    truth: Floats
    """Share of rollouts won."""
    alive: npt.NDArray[np.bool_]
    rollouts: int
    throws: npt.NDArray[np.int64]

    def select(self, which: npt.NDArray[np.bool_]) -> "Measured":
        """Return some of the positions."""
        kept = {name: each[which] for name, each in self.forecasts.items()}
        return Measured(kept, self.truth[which], self.alive[which], self.rollouts, self.throws[which])

    @property
    def noise(self) -> float:
        """Return the part of a mean square error that comes from the number of rollouts."""
        return float((self.truth * (1 - self.truth))[self.alive].mean() / (self.rollouts - 1))

    def error(self, name: str) -> tuple[float, float]:
        """Return the root mean square error by seat, in points: against the rollouts, and without their noise."""
        square = float(((self.forecasts[name] - self.truth) ** 2)[self.alive].mean())
        return 100 * square**0.5, 100 * max(square - self.noise, 0) ** 0.5

    def brier(self, name: str) -> float:
        """Return the mean Brier score of the forecast, over all seats of a position."""
        spread = self.truth * (1 - self.truth) * self.rollouts / (self.rollouts - 1)
        square = (self.forecasts[name] - self.truth) ** 2 - spread / self.rollouts
        return float((square + spread).sum(axis=1).mean())

    @property
    def floor(self) -> float:
        """Return the Brier score of the true chances."""
        spread = self.truth * (1 - self.truth) * self.rollouts / (self.rollouts - 1)
        return float(spread.sum(axis=1).mean())

    def calibration(self, name: str) -> Iterator[tuple[int, float, float]]:
        """Return for each tenth of the scale the number of forecasts in it, their mean, and the mean outcome."""
        said, came = self.forecasts[name][self.alive], self.truth[self.alive]
        for tenth in range(10):
            within = (said >= tenth / 10) & (said < (tenth + 1) / 10 + (tenth == 9))
            if within.any():
                yield int(within.sum()), float(said[within].mean()), float(came[within].mean())


def measure(
    edition: str, variant: str, players: int, positions: int, rollouts: int, found: Weights, hour: int = 0
) -> Measured:
    """Take positions out of games of `tycoon`s, about every 37th throw of each, and play each on many times."""
    built: Any = warm.twin(wait=True)
    table = tables(edition, variant)
    bench = Bench(table)
    policies = [POLICIES["tycoon"]] * players
    blank = array_of(State, 1)
    # The whole length of games is covered, and few positions are of the same game.
    block = bench.play(built, policies, blank, players, SEED, 0, positions, cap=CAP, hour=hour, samples=24, every=EVERY)
    taken = block.samples[block.samples["players"] > 0]
    chosen = np.random.default_rng(SEED).permutation(len(taken))[:positions]
    states = np.ascontiguousarray(taken[chosen])
    truth = np.zeros((len(states), SEATS))
    for number, state in enumerate(states):
        start = (State * 1).from_buffer_copy(state.tobytes())
        played = bench.play(built, policies, start, 0, SEED + 1 + number, 0, rollouts, cap=CAP, hour=hour)
        truth[number] = win_shares(played.results, players, state["out"]).mean(axis=0)
    alive = (np.arange(SEATS) < players) & (states["out"] == 0)
    rich = worths(states, table, players) * alive
    forecasts = {
        "network": network_values(built, states, table, hour, found),
        "net worth cubed": shares(rich**3),
        "net worth": shares(rich),
        "all equal": shares(alive.astype(float)),
    }
    return Measured(forecasts, truth, alive, rollouts, states["throws"].astype(np.int64))


def worths(states: npt.NDArray[np.void], table: Tables, players: int) -> Floats:
    """Return the worth of each seat."""
    found = np.zeros((len(states), SEATS))
    for number, state in enumerate((State * len(states)).from_buffer_copy(states.tobytes())):
        found[number, :players] = [max(worth(state, table, seat), 1) for seat in range(players)]
    return found


def shares(given: Floats) -> Floats:
    """Return each row divided by its sum."""
    return given / given.sum(axis=1, keepdims=True)


def report(name: str, found: Measured) -> Iterator[str]:
    """Return a section of the report."""
    yield f"## {name}"
    yield ""
    yield f"{len(found.truth):,} positions, {found.rollouts:,} rollouts each. Brier floor {found.floor:.4f}."
    yield ""
    yield "| forecast | error by seat, points | without the rollouts' noise | Brier |"
    yield "|---|---|---|---|"
    for each in found.forecasts:
        error, true = found.error(each)
        yield f"| {each} | {error:.2f} | {true:.2f} | {found.brier(each):.4f} |"
    yield ""


def calibration_lines(found: Measured) -> Iterator[str]:
    """Return the calibration table."""
    yield "| forecasts | mean forecast, % | came true, % | difference |"
    yield "|---|---|---|---|"
    for count, said, came in found.calibration("network"):
        yield f"| {count:,} | {100 * said:.1f} | {100 * came:.1f} | {100 * (came - said):+.2f} |"
    yield ""


def main(argv: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--rollouts", type=int, default=1000)
    parser.add_argument("--others", type=int, default=0, help="positions of each other kind of game, 0 for none")
    asked = parser.parse_args(argv)
    found = load_weights(asked.weights) if asked.weights else weights()
    main_row = measure("official", "", 4, asked.positions, asked.rollouts, found)
    for line in (*report("official, 4 players", main_row), *calibration_lines(main_row)):
        print(line)
    for name, low, high in (("to throw 40", 0, 40), ("41 to 100", 41, 100), ("after 100", 101, 10**9)):
        part = main_row.select((main_row.throws >= low) & (main_row.throws <= high))
        if len(part.truth):
            print(f"{name}: {len(part.truth)} positions, error {part.error('network')[0]:.2f}")
    if asked.others:
        print()
        for edition, variant, players, hour in (
            ("official", "", 2, 0),
            ("official", "", 3, 0),
            ("official", "", 6, 0),
            ("official", "", 8, 0),
            ("1935", "", 4, 0),
            ("1935", "short", 4, 300),
            ("classic", "", 4, 0),
            ("anniversary", "", 4, 0),
            ("anniversary", "short", 4, 0),
            ("anniversary", "timed", 4, 300),
            ("modern", "", 4, 0),
        ):
            row = measure(edition, variant, players, asked.others, asked.rollouts, found, hour)
            for line in report(f"{edition} {variant}, {players} players".replace(" ,", ","), row):
                print(line)


if __name__ == "__main__":
    main()
