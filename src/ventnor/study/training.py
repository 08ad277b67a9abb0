"""Train the evaluation network: `python -m ventnor.study.training OUT.npz`.

The compiled kernel plays games and copies positions out of them; the network learns who won. Training needs only NumPy
and one core. The same numbers and seed give the same weights on the same machine. Every game contributes few positions,
and each is learned about twice. The network learns the chance to win if every seat goes on as `tycoon`.

Half the games are official, with four players. The others are spread over all editions, variants, some house rules and
2 to 8 players. In half of those, weaker bots play the first throws, so that the network sees unusual positions.
"""

import argparse
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ventnor import warm
from ventnor.batch.block import Bench
from ventnor.bots import POLICIES
from ventnor.kernel.codes import P_OVER, SEATS
from ventnor.kernel.layout import State, Tables, array_of, as_array
from ventnor.rulebook.edition import rows
from ventnor.rulebook.option import Options
from ventnor.tables import tables
from ventnor.value.layout import OWN, TABLE, Inputs
from ventnor.value.network import FIRST, SECOND, THIRD, enter_inputs
from ventnor.value.weights import save_weights

Floats = npt.NDArray[np.float32]

BLOCK: Final = 128
"""Games of one table played in one piece."""
ROOM: Final = 12
"""Positions of a game, at most."""
EVERY: Final = 60
"""Plies between them, on average."""
CHUNK: Final = 16
"""Blocks that are shuffled together."""
KEPT: Final = 24
"""Chunks that are kept: each new one is learned together with one of them, so that all are seen about twice."""
HOUSE_RULES: Final = (
    Options(free_parking_pot="seeded"),
    Options(double_salary=True),
    Options(no_auctions=True),
    Options(no_rent_in_jail=True),
    Options(starting_cash=2500),
    Options(unlimited_buildings=True),
    Options(rounds=30),
)


@dataclass(frozen=True)
class Examples:
    """Positions and who won. Seats of one position lie side by side."""

    seats: npt.NDArray[np.int16]
    table: npt.NDArray[np.int16]
    counts: npt.NDArray[np.int64]
    """Seats still in the game, by position."""
    won: Floats
    """By seat: its share of the win."""


class Player:
    """Plays games for examples, on one thread."""

    def __init__(self, seed: int, built: Any) -> None:
        self.dice = np.random.default_rng(seed)
        self.built = built
        self.seed = seed
        self.number = 0

    def choose_table(self) -> tuple[Tables, int, bool]:
        """Choose the rules, the number of players and whether games start from an unusual position."""
        dice = self.dice
        if dice.random() < 0.5:
            return tables("official"), 4, False
        kinds = rows()
        edition, variant = kinds[dice.integers(len(kinds))]
        options = None
        if edition == "official" and not variant and dice.random() < 0.5:
            options = HOUSE_RULES[dice.integers(len(HOUSE_RULES))]
        table = tables(edition, variant, options)
        players = int(dice.integers(table.players_min, table.players_max + 1))
        return table, players, bool(dice.random() < 0.5)

    def play(self) -> Examples:
        """Play a block of games of one table, and take positions of them."""
        table, players, odd = self.choose_table()
        hour = int(self.dice.integers(80, 700)) if table.hour else 0
        bench = Bench(table)
        starts = array_of(State, 1)
        seats = players
        if odd:
            names = list(POLICIES)
            mixed = [POLICIES[names[self.dice.integers(len(names))]] for _ in range(players)]
            cap = int(self.dice.integers(4, 150))
            self.number += BLOCK
            block = bench.play(
                self.built, mixed, starts, players, self.seed, self.number, BLOCK, cap=cap, hour=hour, finals=True
            )
            going = block.finals[block.finals["phase"] != P_OVER]
            if not len(going):
                return self.play()
            starts, seats = (State * len(going)).from_buffer_copy(going.tobytes()), 0
        self.number += BLOCK
        policies = [POLICIES["tycoon"]] * players
        block = bench.play(
            self.built,
            policies,
            starts,
            seats,
            self.seed,
            self.number,
            BLOCK,
            cap=3000,
            hour=hour,
            samples=ROOM,
            every=EVERY,
        )
        taken = block.samples["players"] > 0
        taken &= block.results["winners"][:, None] > 0
        row = np.nonzero(taken)[0]
        return self.examples(block.samples[taken], block.results["winners"][row], table, hour)

    def examples(self, states: npt.NDArray[np.void], winners: Any, table: Tables, hour: int) -> Examples:
        """Return the inputs of positions, seat by seat, with each seat's outcome."""
        records = array_of(Tables, 1)
        records[0] = table
        inputs: Any = np.zeros(len(states), np.dtype(Inputs))
        self.built.door(enter_inputs)(np.ascontiguousarray(states), as_array(records), inputs, hour)
        alive = (inputs["alive"][:, None] >> np.arange(SEATS) & 1).astype(bool)
        won = (winners[:, None] >> np.arange(SEATS) & 1).astype(np.float32)
        won /= won.sum(axis=1, keepdims=True)
        return Examples(inputs["seats"][alive], inputs["table"].copy(), alive.sum(axis=1), won[alive])


def gather(player: Player, blocks: int) -> Examples:
    """Return the examples of this many blocks, in a random order of positions."""
    found = [player.play() for _ in range(blocks)]
    seats = np.concatenate([each.seats for each in found])
    table = np.concatenate([each.table for each in found])
    counts = np.concatenate([each.counts for each in found])
    won = np.concatenate([each.won for each in found])
    order = player.dice.permutation(len(counts))
    return select(Examples(seats, table, counts, won), order)


def select(given: Examples, order: npt.NDArray[np.int64]) -> Examples:
    """Return some positions in this order."""
    starts = np.cumsum(given.counts) - given.counts
    counts = given.counts[order]
    ends = np.cumsum(counts)
    rows_of = np.arange(ends[-1] if len(ends) else 0) + np.repeat(starts[order] - (ends - counts), counts)
    return Examples(given.seats[rows_of], given.table[order], counts, given.won[rows_of])


class Network:
    """The network in NumPy, with its gradient. Weights lie in one row, as the compiled one reads them."""

    def __init__(self, dice: np.random.Generator) -> None:
        shapes = (
            (OWN, FIRST), (TABLE, FIRST), (FIRST,), (FIRST, SECOND), (FIRST, SECOND), (SECOND,),
            (SECOND, THIRD), (THIRD,), (THIRD,),
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
        for part, fan in zip(self.parts, (60, 60, 0, 2 * FIRST, 2 * FIRST, 0, SECOND, 0, 4 * THIRD), strict=True):
            if fan:
                part[...] = dice.normal(0, np.sqrt(2 / fan), part.shape)

    def learn(self, given: Examples, backward: bool = True) -> tuple[float, Floats]:
        """Work out the chances, and the gradient of the mean log loss; returns that loss and the chances by seat."""
        w_own, w_table, b1, w_self, w_others, b2, w3, b3, w4 = self.parts
        counts = given.counts
        starts = np.cumsum(counts) - counts
        x = given.seats.astype(np.float32) * np.float32(0.001)
        g = given.table.astype(np.float32) * np.float32(0.001)
        which = np.repeat(np.arange(len(counts)), counts)
        share = (1 / np.maximum(counts - 1, 1)).astype(np.float32)[which][:, None]
        h1 = np.maximum(x @ w_own + (g @ w_table + b1)[which], 0)
        rest = (np.add.reduceat(h1, starts)[which] - h1) * share
        h2 = np.maximum(h1 @ w_self + rest @ w_others + b2, 0)
        h3 = np.maximum(h2 @ w3 + b3, 0)
        score = h3 @ w4
        score -= np.maximum.reduceat(score, starts)[which]
        power = np.exp(score)
        chance = power / np.add.reduceat(power, starts)[which]
        loss = float(-(given.won * np.log(np.maximum(chance, 1e-9))).sum() / len(counts))
        if backward:
            d = ((chance - given.won) / len(counts)).astype(np.float32)
            np.matmul(h3.T, d, out=self.slopes[8])
            d3 = np.outer(d, w4) * (h3 > 0)
            np.matmul(h2.T, d3, out=self.slopes[6])
            d3.sum(axis=0, out=self.slopes[7])
            d2 = (d3 @ w3.T) * (h2 > 0)
            np.matmul(h1.T, d2, out=self.slopes[3])
            np.matmul(rest.T, d2, out=self.slopes[4])
            d2.sum(axis=0, out=self.slopes[5])
            back = (d2 @ w_others.T) * share
            d1 = (d2 @ w_self.T + np.add.reduceat(back, starts)[which] - back) * (h1 > 0)
            np.matmul(x.T, d1, out=self.slopes[0])
            of_table = np.add.reduceat(d1, starts)
            np.matmul(g.T, of_table, out=self.slopes[1])
            of_table.sum(axis=0, out=self.slopes[2])
        return loss, chance.astype(np.float32)


class Adam:
    """The usual optimiser, and a running mean of the weights, which is what is saved."""

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
        keep = min(0.9995, self.steps / (self.steps + 10))
        self.mean += np.float32(1 - keep) * (self.network.flat - self.mean)


def pieces(given: Examples, size: int) -> Iterator[Examples]:
    """Yield the examples, this many positions at a time."""
    for start in range(0, len(given.counts) - size + 1, size):
        yield select(given, np.arange(start, start + size))


def train(out: Path, positions: int, seed: int, minibatch: int, rate: float) -> None:
    """Train on so many positions and write the weights."""
    built = warm.twin(wait=True)
    dice = np.random.default_rng(seed)
    network = Network(dice)
    adam = Adam(network)
    player = Player(seed, built)
    done, playing, learning = 0, 0.0, 0.0
    kept: deque[Examples] = deque(maxlen=KEPT)
    while done < positions:
        began = time.process_time()
        given = gather(player, CHUNK)
        playing += time.process_time() - began
        began = time.process_time()
        losses: list[float] = []
        kept.append(given)
        again = kept[dice.integers(len(kept))]
        again = select(again, dice.permutation(len(again.counts)))
        for number, piece in enumerate((*pieces(given, minibatch), *pieces(again, minibatch))):
            loss = network.learn(piece)[0]
            adam.step(rate * max(0.01, 0.5 * (1 + np.cos(np.pi * min(1, done / positions)))))
            if number < len(given.counts) // minibatch:
                losses.append(loss)
                done += minibatch
        learning += time.process_time() - began
        print(
            f"{done:>10,} positions  loss {np.mean(losses):.4f}  playing {playing:.0f} s  learning {learning:.0f} s",
            flush=True,
        )
        about = {"positions": done, "seed": seed, "minibatch": minibatch, "rate": rate, "games": player.number}
        save_weights(out, adam.mean, about)


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--positions", type=int, default=4_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minibatch", type=int, default=1024)
    parser.add_argument("--rate", type=float, default=0.002)
    asked = parser.parse_args()
    train(asked.out, asked.positions, asked.seed, asked.minibatch, asked.rate)


if __name__ == "__main__":
    main()
