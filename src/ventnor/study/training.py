"""Train the evaluation network: `python -m ventnor.study.training OUT.npz`.

The compiled kernel plays games and copies positions out of them (`examples`). The network learns the chance to win if
every seat goes on as `tycoon`. Training needs only NumPy and one core. The same numbers and seed give the same weights
on the same machine.

A run has rounds. In the first one the network learns who won. From then on it teaches itself: each position is played
on for some throws, and the network of the round before says what the positions reached are worth. That is far less
noisy than the outcome of one game.
"""

import argparse
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ventnor import warm
from ventnor.study.examples import Examples, Floats, Player, Shelf, Teacher, joined
from ventnor.value.layout import OWN, PAIR, TABLE
from ventnor.value.network import BETWEEN, FIRST, MIXED, PAIRS_ADDED, SECOND, THIRD, WEIGHTS
from ventnor.value.weights import save_weights

Numbers = npt.NDArray[np.int64]


class Round(NamedTuple):
    """A part of a run."""

    part: float
    """Of all positions of the run."""
    depth: int
    """Throws before the teacher is asked; 0: there is none, and outcomes are learned."""
    passes: int
    """How often each position is learned."""


ROUNDS: Final = (Round(0.15, 0, 4), Round(0.25, 24, 5), Round(0.6, 16, 8))
"""The lessons of earlier rounds are learned again in later ones, but for outcomes."""
LAST_RATE: Final = 0.02
"""The part of the learning rate that is left at the end of a round."""


@dataclass(frozen=True)
class Pairs:
    """The places of seats and pairs of seats among the rows of some positions. Pairs lie by seat, then by the other."""

    which: Numbers
    """By seat: its position."""
    seats: Numbers
    """By position: its first seat."""
    one: Numbers
    other: Numbers
    """By pair: its seats."""
    first: Numbers
    """By seat: its first pair."""
    turned: Numbers
    """By pair: the pair of the same seats the other way round."""

    @classmethod
    def of(cls, counts: Numbers) -> "Pairs":
        """Return the places for positions with so many seats."""
        seats = np.cumsum(counts) - counts
        which = np.repeat(np.arange(len(counts)), counts)
        place = np.arange(len(which)) - seats[which]
        rest = counts[which] - 1
        first = np.cumsum(rest) - rest
        one = np.repeat(np.arange(len(which)), rest)
        along = np.arange(len(one)) - first[one]
        to = along + (along >= place[one])
        other = seats[which[one]] + to
        return cls(which, seats, one, other, first, first[other] + place[one] - (place[one] > to))


class Network:
    """The network in NumPy, with its gradient. Weights lie in one row, as the compiled one reads them."""

    def __init__(self, dice: np.random.Generator) -> None:
        shapes = (
            (OWN, FIRST), (TABLE, FIRST), (FIRST,), (FIRST, MIXED), (SECOND,), (PAIR, BETWEEN), (BETWEEN,),
            (BETWEEN, SECOND), (SECOND, THIRD), (THIRD,), (THIRD,),
        )  # fmt: skip
        sizes = [int(np.prod(shape)) for shape in shapes]
        self.flat = np.zeros(sum(sizes), np.float32)
        self.slope = np.zeros_like(self.flat)
        ends = np.cumsum(sizes)
        self.parts: list[Floats] = []
        self.slopes: list[Floats] = []
        for shape, size, end in zip(shapes, sizes, ends, strict=True):
            self.parts.append(self.flat[end - size : end].reshape(shape))
            self.slopes.append(self.slope[end - size : end].reshape(shape))
        fans = (60, 60, 0, 2 * FIRST, 0, 12, 0, 2 * BETWEEN, SECOND, 0, 4 * THIRD)
        for part, fan in zip(self.parts, fans, strict=True):
            if fan:
                part[...] = dice.normal(0, np.sqrt(2 / fan), part.shape)

    def learn(self, given: Examples) -> float:
        """Work out the gradient of the mean log loss; returns that loss, less what no forecast can avoid."""
        w_own, w_table, b1, w_mix, b2, w_pair, b_pair, w_both, w3, b3, w4 = self.parts
        at = Pairs.of(given.counts)
        x = given.seats * np.float32(0.001)
        g = given.table * np.float32(0.001)
        q = given.pairs * np.float32(0.001)
        share = (1 / np.maximum(given.counts - 1, 1)).astype(np.float32)[at.which][:, None]
        h1 = np.maximum(x @ w_own + (g @ w_table + b1)[at.which], 0)
        mix = h1 @ w_mix
        others = mix[:, SECOND : 2 * SECOND]
        rest = (np.add.reduceat(others, at.seats)[at.which] - others) * share
        two = q @ w_pair + b_pair
        two += mix[:, 2 * SECOND : 2 * SECOND + BETWEEN][at.one]
        two += mix[:, 2 * SECOND + BETWEEN :][at.other]
        np.maximum(two, 0, out=two)
        both = np.add.reduceat(two, at.first) * np.float32(PAIRS_ADDED)
        h2 = np.maximum(mix[:, :SECOND] + rest + b2 + both @ w_both, 0)
        h3 = np.maximum(h2 @ w3 + b3, 0)
        score = h3 @ w4
        score -= np.maximum.reduceat(score, at.seats)[at.which]
        power = np.exp(score)
        chance = power / np.add.reduceat(power, at.seats)[at.which]
        won = given.won
        loss = (won * (np.log(np.maximum(won, 1e-9)) - np.log(np.maximum(chance, 1e-9)))).sum()

        own, table, d_b1, d_mix, d_b2, d_pair, d_b_pair, d_both, d_w3, d_b3, d_w4 = self.slopes
        d = ((chance - won) / len(given.counts)).astype(np.float32)
        np.matmul(h3.T, d, out=d_w4)
        d3 = np.outer(d, w4) * (h3 > 0)
        np.matmul(h2.T, d3, out=d_w3)
        d3.sum(axis=0, out=d_b3)
        d2 = (d3 @ w3.T) * (h2 > 0)
        d2.sum(axis=0, out=d_b2)
        np.matmul(both.T, d2, out=d_both)
        of_two = ((d2 @ w_both.T) * np.float32(PAIRS_ADDED))[at.one] * (two > 0)
        np.matmul(q.T, of_two, out=d_pair)
        of_two.sum(axis=0, out=d_b_pair)
        back = d2 * share
        of_others = np.add.reduceat(back, at.seats)[at.which] - back
        of_one = np.add.reduceat(of_two, at.first)
        of_other = np.add.reduceat(of_two[at.turned], at.first)
        of_mix = np.concatenate([d2, of_others, of_one, of_other], axis=1)
        np.matmul(h1.T, of_mix, out=d_mix)
        d1 = (of_mix @ w_mix.T) * (h1 > 0)
        np.matmul(x.T, d1, out=own)
        of_table = np.add.reduceat(d1, at.seats)
        np.matmul(g.T, of_table, out=table)
        of_table.sum(axis=0, out=d_b1)
        return float(loss) / len(given.counts)


class Adam:
    """The Adam optimiser, and a running mean of the weights, which is saved."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.first = np.zeros_like(network.flat)
        self.second = np.zeros_like(network.flat)
        self.mean = network.flat.copy()
        self.steps = 0

    def step(self, rate: float) -> None:
        """Take one step along the gradient."""
        slope, self.steps = self.network.slope, self.steps + 1
        self.first += 0.1 * (slope - self.first)
        self.second += 0.001 * (slope * slope - self.second)
        rate *= np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        self.network.flat -= (rate * self.first / (np.sqrt(self.second) + 1e-8)).astype(np.float32)
        keep = min(0.999, self.steps / (self.steps + 10))
        self.mean += np.float32(1 - keep) * (self.network.flat - self.mean)


def minibatches(shelf: Shelf, size: int, dice: np.random.Generator) -> Iterator[Examples]:
    """Yield all examples once in a random order, this many positions at a time."""
    order = dice.permutation(len(shelf.given.counts))
    for start in range(0, len(order) - size + 1, size):
        yield shelf.take(order[start : start + size])


@dataclass(frozen=True)
class TrainingRun:
    """What a run of training is asked for."""

    out: Path
    positions: int
    seed: int
    minibatch: int
    rate: float
    bot: str


def train(asked: TrainingRun) -> None:
    """Train on so many positions and write the weights."""
    dice = np.random.default_rng(asked.seed)
    network = Network(dice)
    player = Player(asked.seed, warm.twin(wait=True), asked.bot)
    kept: list[Examples] = []
    mean = network.flat
    began = time.process_time()
    for number, each in enumerate(ROUNDS):
        count = int(each.part * asked.positions)
        given = player.gather(count, Teacher(mean.copy(), each.depth) if each.depth else None)
        print(f"round {number + 1}: {len(given.counts):,} positions, {time.process_time() - began:.0f} s", flush=True)
        kept = [*kept, given] if number > 1 else [given]
        mean = learn_round(network, Shelf(joined(kept)), each.passes, asked, dice)
        print(f"round {number + 1}: learned, {time.process_time() - began:.0f} s", flush=True)
        about = {**asdict(asked), "out": asked.out.name, "rounds": number + 1, "games": player.number}
        save_weights(asked.out, mean, about)


def learn_round(network: Network, shelf: Shelf, passes: int, asked: TrainingRun, dice: np.random.Generator) -> Floats:
    """Learn all examples some times; the learning rate falls towards 0. Return the mean of the last weights."""
    adam = Adam(network)
    steps = passes * (len(shelf.given.counts) // asked.minibatch)
    for number in range(passes):
        losses: list[float] = []
        for piece in minibatches(shelf, asked.minibatch, dice):
            losses.append(network.learn(piece))
            adam.step(asked.rate * max(LAST_RATE, 0.5 * (1 + np.cos(np.pi * adam.steps / steps))))
        print(f"  pass {number + 1}: loss {np.mean(losses):.5f}", flush=True)
    return adam.mean


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--positions", type=int, default=800_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minibatch", type=int, default=256)
    parser.add_argument("--rate", type=float, default=0.0015)
    parser.add_argument("--bot", default="tycoon", help="the bot that plays every seat")
    parser.add_argument(
        "--blank",
        action="store_true",
        help="write weights that know nothing: compiling asks for a file of the present layout",
    )
    asked = vars(parser.parse_args())
    if asked.pop("blank"):
        save_weights(asked["out"], np.zeros(WEIGHTS, np.float32), {"blank": True})
    else:
        train(TrainingRun(**asked))


if __name__ == "__main__":
    main()
