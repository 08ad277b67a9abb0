"""How fast positions are evaluated, and what each way to reduce the noise of rollouts is worth.

    python bench/evaluation.py [--positions 20] [--rollouts 720] [--yardstick PROGRAM]

Processor time of one thread. "One point" is the time until the standard error of the mean seat is 0.01. What truncated
rollouts keep of the network's own error is not in that time: `python -m ventnor.study.accuracy` measures it.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ventnor import warm
from ventnor.batch.block import Workspace
from ventnor.batch.setup import CAP
from ventnor.bots import POLICIES
from ventnor.kernel.codes import SEATS
from ventnor.kernel.layout import State, array_of, as_array
from ventnor.notation.position import Heading, position_of
from ventnor.search.values import DEPTH, network_values, settled
from ventnor.study.chances import win_probabilities
from ventnor.tables import tables

PLAYERS = 4
ONE_POINT = 0.01
LONGEST = 5.0  # seconds


class Subject:
    """Middle-game positions of four `tycoon`s, and ways to roll them out."""

    def __init__(self, positions: int) -> None:
        self.built: Any = warm.twin(wait=True)
        self.table = tables("official")
        self.workspace = Workspace(self.table)
        self.policies = [POLICIES["tycoon"]] * PLAYERS
        played = self.workspace.play(
            self.built, self.policies, array_of(State, 1), PLAYERS, 99, 0, 4 * positions, cap=CAP, samples=12, every=60
        )
        taken = played.samples[(played.samples["throws"] > 40) & (played.samples["throws"] < 90)]
        self.states = [(State * 1).from_buffer_copy(each.tobytes()) for each in taken[:positions]]

    def play(
        self, starts: Any, first: int, count: int, cap: int = CAP, strata: bool = True, finals: bool = False
    ) -> Any:
        """Play some rollouts."""
        return self.workspace.play(
            self.built, self.policies, starts, 0, 5, first, count, cap=cap, finals=finals, strata=strata, quiet=finals
        )

    def outcomes(self, results: Any) -> Any:
        """Return each seat's share of the win in each rollout."""
        won = (results["winners"][:, None] >> np.arange(SEATS) & 1).astype(float)
        return (won / np.maximum(won.sum(axis=1, keepdims=True), 1))[:, :PLAYERS]

    def values(self, states: Any) -> Any:
        """Return what the network says."""
        return network_values(self.built, states, self.table, 0)[:, :PLAYERS]


def spread(values: Any, group: int) -> float:
    """Return the variance of one rollout, from the error between groups of rollouts, mean over the seats."""
    means = values.reshape(-1, group, PLAYERS).mean(axis=1)
    return float(means.var(axis=0, ddof=1).mean() * group)


def measure(subject: Subject, rollouts: int, way: Callable[[Any], tuple[Any, int]]) -> tuple[float, float]:
    """Return the seconds of one rollout, and its variance, over all positions."""
    seconds, found = 0.0, list[float]()
    for start in subject.states:
        began = time.thread_time()
        values, group = way(start)
        seconds += time.thread_time() - began
        found.append(spread(values, group))
    return seconds / len(subject.states) / rollouts, float(np.mean(found))


def print_answers(subject: Subject) -> None:
    """Print how long `win_probability` takes until no error is above a point. What the network leaves is counted."""
    heading, taken = Heading("official"), list[float]()
    for start in subject.states:
        position = position_of(start[0], heading)
        began = time.thread_time()
        for answer in win_probabilities(position):
            if max(answer.errors) <= ONE_POINT or time.thread_time() - began > LONGEST:
                break
        taken.append(1000 * (time.thread_time() - began))
    within = sum(each <= 100 for each in taken)
    print(
        f"win_probability, errors of a point: {np.median(taken):.0f} ms in the median, {max(taken):.0f} ms at most, "
        f"within 100 ms in {within} of {len(taken)} positions"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--rollouts", type=int, default=720)
    parser.add_argument("--yardstick", type=Path, help="a program that prints the speed of a stripped engine")
    asked = parser.parse_args()
    if asked.yardstick:
        run = subprocess.run(
            [str(asked.yardstick)], env={**os.environ, "PYTHON": sys.executable}, capture_output=True, text=True
        )
        print(run.stdout.strip())
    subject, count = Subject(asked.positions), asked.rollouts
    every = np.concatenate([as_array(each) for each in subject.states] * 100)
    subject.values(every[:1])  # reads the weights
    began = time.thread_time()
    subject.values(every)
    each = (time.thread_time() - began) / len(every)
    print(f"network alone: {1e6 * each:.1f} µs a position, {1 / each:,.0f} evaluations/s")
    began = time.thread_time()
    settled(
        subject.workspace, subject.built, subject.policies, (State * len(every)).from_buffer_copy(every.tobytes()), 0
    )
    each = (time.thread_time() - began) / len(every)
    print(f"playing a position on until it is quiet: {1e6 * each:.1f} µs")

    print_answers(subject)

    def plain(start: Any) -> tuple[Any, int]:
        return subject.outcomes(subject.play(start, 0, count, strata=False).results), 1

    def stratified(start: Any) -> tuple[Any, int]:
        return subject.outcomes(subject.play(start, 0, count).results), 36

    def truncated(depth: int) -> Callable[[Any], tuple[Any, int]]:
        def way(start: Any) -> tuple[Any, int]:
            block = subject.play(start, 0, count, cap=start[0].throws + depth, finals=True)
            return subject.values(block.finals), 36

        return way

    def controlled(start: Any) -> tuple[Any, int]:
        """Return full rollouts, less what the network says on the way; its mean is taken as known."""
        block = subject.play(start, 0, count, cap=start[0].throws + DEPTH, finals=True)
        said = subject.values(block.finals)
        ends = (State * count).from_buffer_copy(block.finals.tobytes())
        came = subject.outcomes(subject.play(ends, 0, count, strata=False).results)
        over = block.results["winners"] > 0
        came[over] = said[over]
        return came - (said - said.mean(axis=0)), 36

    print("| way | rollouts/s | variance of a rollout | ms to one point |")
    print("|---|---|---|---|")
    for name, way in (
        ("full", plain),
        ("full, first throw stratified", stratified),
        (f"full, network after {DEPTH} throws as control variate", controlled),
        ("4 throws and the network", truncated(4)),
        (f"{DEPTH} throws and the network", truncated(DEPTH)),
        ("40 throws and the network", truncated(40)),
    ):
        seconds, variance = measure(subject, count, way)
        print(f"| {name} | {1 / seconds:,.0f} | {variance:.4f} | {1000 * seconds * variance / 1e-4:.0f} |", flush=True)


if __name__ == "__main__":
    main()
