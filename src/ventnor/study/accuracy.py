"""Measure how accurate the network is: `python -m ventnor.study.accuracy`.

`tycoon`s play on from held-out positions many times. The share of wins is compared with the network and with trivial
forecasts: root mean square error by seat, Brier score, and calibration.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ventnor import warm
from ventnor.batch.block import Workspace, type_of
from ventnor.batch.column import Records
from ventnor.bots import POLICIES
from ventnor.kernel.codes import (
    BANK,
    NO_GROUP,
    SEATS,
    SPACES,
    W_BID,
    W_BUY,
    W_CARD,
    W_CHOICE,
    W_DEAL,
    W_DEBT,
    W_DICE,
    W_END,
    W_ESTATE,
    W_LAST_RENT,
    W_PLACE,
    W_RECEIVE,
    W_TAX,
    W_THROW,
    W_WANT,
)
from ventnor.kernel.finish import worth
from ventnor.kernel.layout import State, Tables, array_of
from ventnor.search.values import network_values, settled_values
from ventnor.study.chances import win_shares
from ventnor.study.reliability import reliability_diagram
from ventnor.tables import tables
from ventnor.value.weights import Weights, load_weights, weights

Floats = npt.NDArray[np.float64]

SEED: Final = 1 << 40
"""The seed of held-out games, far from the seeds of training runs."""
CAP: Final = 5000
SORTS: Final = (
    ("a seat may do business before its throw", {W_THROW}),
    ("the dice of a turn are taken", {W_DICE}),
    ("a purchase or an auction", {W_BUY, W_BID, W_ESTATE}),
    ("a debt", {W_DEBT}),
    ("the end of a turn", {W_END}),
    ("anything else", {W_CARD, W_TAX, W_CHOICE, W_WANT, W_PLACE, W_RECEIVE, W_DEAL, W_LAST_RENT}),
)
"""What the game waits for."""
DEPTHS: Final = (4, 12, 40)
TRUNCATED: Final = 144
"""Truncated rollouts of a position, to see what they leave of the network's error."""
EVERY: Final = 120
"""Plies between two positions of a game, about 37 throws."""
PHASES: Final = (("up to throw 40", 0, 40), ("throws 41 to 100", 41, 100), ("after throw 100", 101, 10**9))
OTHERS: Final = (
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
)
"""Edition, variant, players, and the throws after which the clock strikes."""


@dataclass(frozen=True)
class Measured:
    """Forecasts beside what rollouts say, a row a position and a column a seat."""

    forecasts: dict[str, Floats]
    truth: Floats
    """Share of rollouts won."""
    alive: npt.NDArray[np.bool_]
    rollouts: int
    throws: npt.NDArray[np.int64]
    states: Records

    def select(self, which: npt.NDArray[np.bool_]) -> "Measured":
        """Return some of the positions."""
        kept = {name: each[which] for name, each in self.forecasts.items()}
        return Measured(
            kept, self.truth[which], self.alive[which], self.rollouts, self.throws[which], self.states[which]
        )

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

    def margin(self, name: str) -> float:
        """Return the standard error of the error, in points, from the spread between positions."""
        square = np.where(self.alive, (self.forecasts[name] - self.truth) ** 2, 0).sum(axis=1)
        seats = self.alive.sum(axis=1)
        mean = square.sum() / seats.sum()
        spread = float(((square - mean * seats) ** 2).sum() ** 0.5 / seats.sum())
        return 100 * spread / (2 * max(mean, 1e-12) ** 0.5)

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


@dataclass(frozen=True)
class Trial:
    """Which games are measured, and how."""

    edition: str
    variant: str
    players: int
    hour: int
    """Throws after which the clock strikes."""
    positions: int
    rollouts: int
    seed: int

    def file_name(self) -> str:
        """Return the name of the file that keeps the positions and what rollouts say of them."""
        return "-".join(str(each) for each in vars(self).values() if each != "") + ".npz"


def held_out(trial: Trial, folder: Path | None) -> tuple[Records, Floats]:
    """Return positions and the share of rollouts that each seat wins; from the folder if it has them, else kept there.

    They do not depend on the network.
    """
    path = folder / trial.file_name() if folder else None
    if path and path.exists():
        with np.load(path, allow_pickle=False) as kept:
            states: Records = np.frombuffer(kept["states"].tobytes(), type_of(State)).copy()
            return states, kept["truth"]
    states, truth = play_out(trial)
    if path:
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(path, states=np.frombuffer(states.tobytes(), np.uint8), truth=truth)
    return states, truth


def play_out(trial: Trial) -> tuple[Records, Floats]:
    """Take positions out of games of `tycoon`s, about every 37th throw of each, and play each on many times."""
    built: Any = warm.twin(wait=True)
    hour, players, positions, seed = trial.hour, trial.players, trial.positions, trial.seed
    workspace = Workspace(tables(trial.edition, trial.variant))
    policies = [POLICIES["tycoon"]] * players
    blank = array_of(State, 1)
    # The whole length of games is covered, and few positions are of the same game.
    block = workspace.play(
        built, policies, blank, players, seed, 0, positions, cap=CAP, hour=hour, samples=24, every=EVERY
    )
    taken = block.samples[block.samples["players"] > 0]
    chosen = np.random.default_rng(seed).permutation(len(taken))[:positions]
    states = np.ascontiguousarray(taken[chosen])
    truth = np.zeros((len(states), SEATS))
    for number, state in enumerate(states):
        start = (State * 1).from_buffer_copy(state.tobytes())
        played = workspace.play(built, policies, start, 0, seed + 1 + number, 0, trial.rollouts, cap=CAP, hour=hour)
        truth[number] = win_shares(played.results, players, state["out"]).mean(axis=0)
    return states, truth


def measure(trial: Trial, found: Weights, folder: Path | None) -> Measured:
    """Return the forecasts for held-out positions beside what rollouts say."""
    states, truth = held_out(trial, folder)
    built: Any = warm.twin(wait=True)
    table, players = tables(trial.edition, trial.variant), trial.players
    alive = (np.arange(SEATS) < players) & (states["out"] == 0)
    rich = worths(states, table, players) * alive
    policies = [POLICIES["tycoon"]] * players
    forecasts = {
        "network": settled_values(Workspace(table), built, policies, states, table, trial.hour, found),
        "network, not settled": network_values(built, states, table, trial.hour, found),
        "net worth cubed": shares(rich**3),
        "net worth": shares(rich),
        "all equal": shares(alive.astype(float)),
    }
    return Measured(forecasts, truth, alive, trial.rollouts, states["throws"].astype(np.int64), states)


def left_lines(found: Measured, table: Tables, chosen: Weights) -> Iterator[str]:
    """Return the table of the error that is left in the mean of truncated rollouts, by their throws."""
    built: Any = warm.twin(wait=True)
    workspace = Workspace(table)
    players = int(found.states["players"][0])
    policies = [POLICIES["tycoon"]] * players
    yield "| throws before the network is asked | error by seat, points, without the noise of both |"
    yield "|---|---|"
    yield f"| 0 | {found.error('network')[1]:.2f} |"
    for depth in DEPTHS:
        squares, noise = np.zeros_like(found.truth), np.zeros_like(found.truth)
        for number, state in enumerate(found.states):
            start = (State * 1).from_buffer_copy(state.tobytes())
            cap = int(state["throws"]) + depth
            finals = workspace.play(
                built,
                policies,
                start,
                0,
                SEED - 1 - number,
                0,
                TRUNCATED,
                cap=cap,
                finals=True,
                strata=True,
                quiet=True,
            ).finals
            means = network_values(built, finals, table, 0, chosen).reshape(-1, 36, SEATS).mean(axis=1)
            squares[number] = (means.mean(axis=0) - found.truth[number]) ** 2
            noise[number] = means.var(axis=0, ddof=1) / len(means)
        left = float((squares - noise)[found.alive].mean()) - found.noise
        yield f"| {depth} | {100 * max(left, 0) ** 0.5:.2f} |"
    yield ""


def worths(states: npt.NDArray[np.void], table: Tables, players: int) -> Floats:
    """Return the worth of each seat."""
    found = np.zeros((len(states), SEATS))
    for number, state in enumerate((State * len(states)).from_buffer_copy(states.tobytes())):
        found[number, :players] = [max(worth(state, table, seat), 1) for seat in range(players)]
    return found


def drops(states: Records, table: Tables, players: int, value: Callable[[Records], Floats]) -> dict[str, Floats]:
    """Return by how much the value of a seat falls when it gets $200, or a deed of the Bank, in points; below 0: rises.

    A row of figures for each of the two gifts, one for each seat still in the game and each position.
    """
    before = value(states)
    found: dict[str, list[Floats]] = {"$200": [], "a deed": []}
    spaces = [space for space in range(SPACES) if table.group[space] != NO_GROUP]
    for seat in range(players):
        alive = states["out"][:, seat] == 0
        richer = states.copy()
        richer["cash"][:, seat] += 200
        found["$200"].append(100 * (before - value(richer))[alive, seat])
        landed = states.copy()
        given = np.zeros(len(states), np.bool_)
        for space in spaces:
            take = ~given & alive & (landed["owner"][:, space] == BANK)
            landed["owner"][take, space] = seat
            landed["holds"][take, seat, table.group[space]] += 1
            landed["holds"][take, BANK, table.group[space]] -= 1
            given |= take
        found["a deed"].append(100 * (before - value(landed))[given, seat])
    return {name: np.concatenate(each) for name, each in found.items()}


def drop_lines(found: dict[str, Floats]) -> Iterator[str]:
    """Return the table of how often a gift lowers the value of the seat that gets it."""
    yield "| gift | seats | mean gain, points | valued lower, % | by more than a point, % | worst, points |"
    yield "|---|---|---|---|---|---|"
    for name, drop in found.items():
        yield (
            f"| {name} | {len(drop):,} | {-drop.mean():.2f} | {100 * (drop > 0).mean():.1f} | "
            f"{100 * (drop > 1).mean():.1f} | {drop.max():.1f} |"
        )
    yield ""


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
        yield f"| {each} | {error:.2f} ± {found.margin(each):.2f} | {true:.2f} | {found.brier(each):.4f} |"
    yield ""


def phase_lines(found: Measured) -> Iterator[str]:
    """Return the table of errors by phase of the game."""
    yield "| phase | positions | error by seat, points | without the rollouts' noise |"
    yield "|---|---|---|---|"
    for name, low, high in PHASES:
        part = found.select((found.throws >= low) & (found.throws <= high))
        if len(part.truth):
            error, true = part.error("network")
            yield f"| {name} | {len(part.truth):,} | {error:.2f} ± {part.margin('network'):.2f} | {true:.2f} |"
    for seats in range(2, 9):
        part = found.select(found.alive.sum(axis=1) == seats)
        if len(part.truth):
            error, true = part.error("network")
            margin = part.margin("network")
            yield f"| {seats} seats left | {len(part.truth):,} | {error:.2f} ± {margin:.2f} | {true:.2f} |"
    yield ""


def sort_lines(found: Measured) -> Iterator[str]:
    """Return the table of errors by what the game waits for."""
    yield "| the game waits for | positions | error by seat, points | without the rollouts' noise |"
    yield "|---|---|---|---|"
    for name, waits in SORTS:
        part = found.select(np.isin(found.states["awaits"], list(waits)))
        if len(part.truth):
            error, true = part.error("network")
            yield f"| {name} | {len(part.truth):,} | {error:.2f} ± {part.margin('network'):.2f} | {true:.2f} |"
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
    parser.add_argument("--other-rollouts", type=int, default=0, help="rollouts of each of those, by default as many")
    parser.add_argument("--left", type=int, default=0, help="positions on which truncated rollouts are measured")
    parser.add_argument("--seed", type=int, default=SEED, help="of the held-out games")
    parser.add_argument("--held-out", type=Path, help="a folder that keeps positions and rollouts for the next network")
    parser.add_argument("--svg", type=Path, help="where to draw the reliability diagram")
    asked = parser.parse_args(argv)
    found = load_weights(asked.weights) if asked.weights else weights()
    folder: Path | None = asked.held_out
    main_row = measure(Trial("official", "", 4, 0, asked.positions, asked.rollouts, asked.seed), found, folder)
    for line in (
        *report("official, 4 players", main_row),
        *calibration_lines(main_row),
        *phase_lines(main_row),
        *sort_lines(main_row),
    ):
        print(line, flush=True)
    built: Any = warm.twin(wait=True)
    table = tables("official")
    for line in drop_lines(drops(main_row.states, table, 4, lambda each: network_values(built, each, table, 0, found))):
        print(line, flush=True)
    if asked.left:
        for line in left_lines(main_row.select(np.arange(len(main_row.truth)) < asked.left), table, found):
            print(line, flush=True)
    if asked.svg:
        asked.svg.write_text(reliability_diagram(list(main_row.calibration("network"))), encoding="utf-8")
    if asked.others:
        print("| game | error by seat, points | without the rollouts' noise | Brier | floor | net worth cubed, error |")
        print("|---|---|---|---|---|---|")
        for edition, variant, players, hour in OTHERS:
            trial = Trial(
                edition, variant, players, hour, asked.others, asked.other_rollouts or asked.rollouts, asked.seed
            )
            row = measure(trial, found, folder)
            error, true = row.error("network")
            name = f"{edition} {variant}".strip() + f", {players} players"
            print(
                f"| {name} | {error:.2f} ± {row.margin('network'):.2f} | {true:.2f} | {row.brier('network'):.4f} | "
                f"{row.floor:.4f} | {row.error('net worth cubed')[0]:.2f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
