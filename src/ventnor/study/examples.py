"""Positions for training the evaluation network, each with the chances that it should learn.

The compiled kernel plays games and copies positions out of them. Most are quiet: the dice of a turn are taken, and
nobody wants to do any more business. The others are in the middle of something: a purchase, an auction, a card, a debt.

The outcome of one game is a noisy lesson. So each position is also played on four times for some throws, and the
network as it is so far (the teacher) says what the quiet positions reached are worth. The lesson is nine parts of that
and one part of the outcome, which keeps the teacher from drifting. A game that is undecided at the cap counts as won in
equal shares by those left.

Half the games are official, with four players. The others are spread over all editions, variants, some house rules and
2 to 8 players. In half of those, other bots play the first throws, so that the network sees unusual positions.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ventnor.batch.block import Workspace
from ventnor.batch.column import Records
from ventnor.bots import POLICIES, policy_named
from ventnor.kernel.codes import P_OPENING, P_OVER, SEATS, T_MOVE, W_DICE, W_END, W_THROW
from ventnor.kernel.layout import State, Tables, array_of, as_array
from ventnor.rulebook.edition import rows
from ventnor.rulebook.option import Options
from ventnor.search.values import network_values
from ventnor.study.chances import win_shares
from ventnor.tables import tables
from ventnor.value.layout import PAIR, Inputs
from ventnor.value.network import enter_inputs
from ventnor.value.weights import Weights

Floats = npt.NDArray[np.float32]

BLOCK: Final = 128
"""Games of one table played in one piece."""
ROOM: Final = 24
"""Positions that are copied from a game, at most. About two in five of them become examples."""
EVERY: Final = (20, 40)
"""Plies between them, on average: one of these."""
EVERY_OF_TWO: Final = (20, 100)
"""The same with two players, whose games are long."""
BUSY: Final = 0.3
"""The part of the positions in the middle of something that becomes examples."""
CAP: Final = 3000
"""Throws after which a game is undecided: those left share the win."""
ROLLOUTS: Final = 4
"""Times that a position is played on for the teacher."""
OUTCOME: Final = 0.1
"""The part of the game's outcome in a lesson with a teacher."""
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
    """Positions and their lessons. Seats of one position lie side by side."""

    seats: npt.NDArray[np.int16]
    table: npt.NDArray[np.int16]
    pairs: npt.NDArray[np.int16]
    """By seat and other seat."""
    counts: npt.NDArray[np.int64]
    """Seats still in the game, by position."""
    won: Floats
    """By seat: its share of the win."""


@dataclass(frozen=True)
class Teacher:
    """The network as it is so far, and the throws after which it is asked."""

    weights: Weights
    depth: int


class Player:
    """Plays games for examples, on one thread. After an unusual start every seat is played by `bot`."""

    def __init__(self, seed: int, built: Any, bot: str) -> None:
        self.dice = np.random.default_rng(seed)
        self.built = built
        self.bot = policy_named(bot)
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

    def odd_starts(self, workspace: Workspace, players: int, hour: int) -> Any:
        """Return positions reached by a mixture of bots; none if all games ended."""
        # `magnate` asks the network whose weights are to be made.
        names = [name for name in POLICIES if name != "magnate"]
        mixed = [POLICIES[names[self.dice.integers(len(names))]] for _ in range(players)]
        cap = int(self.dice.integers(4, 150))
        self.number += BLOCK
        block = workspace.play(
            self.built,
            mixed,
            array_of(State, 1),
            players,
            self.seed,
            self.number,
            BLOCK,
            cap=cap,
            hour=hour,
            finals=True,
        )
        going = block.finals[block.finals["phase"] != P_OVER]
        return (State * len(going)).from_buffer_copy(going.tobytes())

    def play(self, teacher: Teacher | None) -> Examples:
        """Play a block of games of one table, and take positions of them."""
        table, players, odd = self.choose_table()
        hour = int(self.dice.integers(80, 700)) if table.hour else 0
        workspace = Workspace(table)
        starts, seats = array_of(State, 1), players
        if odd:
            starts, seats = self.odd_starts(workspace, players, hour), 0
            if not len(starts):
                return self.play(teacher)
        self.number += BLOCK
        policies = [self.bot] * players
        block = workspace.play(
            self.built,
            policies,
            starts,
            seats,
            self.seed,
            self.number,
            BLOCK,
            cap=CAP,
            hour=hour,
            samples=ROOM,
            every=int(self.dice.choice(EVERY_OF_TWO if players == 2 else EVERY)),
        )
        taken = block.samples["players"] > 0
        quiet, busy = self.sorts(block.samples)
        taken &= quiet | (busy & (self.dice.random(taken.shape) < BUSY))
        states = np.ascontiguousarray(block.samples[taken])
        if not len(states):
            return self.play(teacher)
        # Seats that retired before an unusual start are retired in every sample of the game.
        gone = block.samples["out"][:, 0] if odd else np.zeros((BLOCK, SEATS), np.int8)
        won = win_shares(block.results, players, gone)[np.nonzero(taken)[0]]
        if teacher:
            said = self.look_on(workspace, states, table, hour, teacher)
            won = OUTCOME * won + (1 - OUTCOME) * said
        return self.examples(states, won, table, hour)

    def sorts(self, states: Records) -> tuple[Any, Any]:
        """Return which positions are quiet, and which are in the middle of something.

        Before a throw and after a turn, seats may still do business. Such a position is neither.
        """
        frames = np.take_along_axis(states["frames"], np.maximum(states["depth"] - 1, 0)[..., None], axis=-1)[..., 0]
        quiet = (states["awaits"] == W_DICE) & (frames["what"] == T_MOVE)
        open_to_business = (states["awaits"] == W_THROW) | (states["awaits"] == W_END)
        return quiet, ~quiet & (~open_to_business | (states["phase"] == P_OPENING))

    def look_on(self, workspace: Workspace, states: Records, table: Tables, hour: int, teacher: Teacher) -> Any:
        """Play each position on, and return the teacher's chances for the positions reached."""
        policies = [self.bot] * int(states["players"][0])
        said = np.zeros((len(states), SEATS))
        # A cap is a number of throws since the beginning of the game, the same for all games of a call. Without a
        # clock nothing else reads that number, so all positions may begin at 0.
        pieces = np.arange(len(states))[:, None] if hour else [np.arange(len(states))]
        for piece in pieces:
            begun = np.ascontiguousarray(states[piece])
            since = 0 if hour else begun["throws"].copy()
            first = int(begun["throws"][0]) if hour else 0
            if not hour:
                begun["throws"] = 0
            starts = (State * len(begun)).from_buffer_copy(begun.tobytes())
            count = ROLLOUTS * len(begun)
            self.number += count
            block = workspace.play(
                self.built,
                policies,
                starts,
                0,
                self.seed,
                self.number - self.number % len(begun),
                count,
                cap=first + teacher.depth,
                hour=hour,
                finals=True,
                quiet=True,
            )
            finals = block.finals
            finals["throws"] += np.tile(since, ROLLOUTS) if not hour else 0
            values = network_values(self.built, finals, table, hour, teacher.weights)
            said[piece] = values.reshape(ROLLOUTS, len(begun), SEATS).mean(axis=0)
        return said

    def examples(self, states: Records, won: Any, table: Tables, hour: int) -> Examples:
        """Return the inputs of positions, seat by seat, with the lesson of each seat."""
        records = array_of(Tables, 1)
        records[0] = table
        inputs: Any = np.zeros(len(states), np.dtype(Inputs))
        self.built.entry_point(enter_inputs)(states, as_array(records), inputs, hour)
        alive = (inputs["alive"][:, None] >> np.arange(SEATS) & 1).astype(bool)
        towards = alive[:, :, None] & alive[:, None, :] & ~np.eye(SEATS, dtype=bool)
        return Examples(
            inputs["seats"][alive],
            inputs["table"].copy(),
            inputs["pairs"].reshape(-1, SEATS, SEATS, PAIR)[towards],
            alive.sum(axis=1),
            won[alive].astype(np.float32),
        )

    def gather(self, positions: int, teacher: Teacher | None) -> Examples:
        """Return at least so many examples."""
        found: list[Examples] = []
        while sum(len(each.counts) for each in found) < positions:
            found.append(self.play(teacher))
        return joined(found)


def joined(given: Sequence[Examples]) -> Examples:
    """Return the examples of all, one after another."""
    return Examples(
        np.concatenate([each.seats for each in given]),
        np.concatenate([each.table for each in given]),
        np.concatenate([each.pairs for each in given]),
        np.concatenate([each.counts for each in given]),
        np.concatenate([each.won for each in given]),
    )


def ranges(starts: npt.NDArray[np.int64], counts: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the numbers of several ranges, one after another."""
    ends = np.cumsum(counts)
    return np.arange(ends[-1] if len(ends) else 0) + np.repeat(starts - (ends - counts), counts)


class Shelf:
    """Examples of which any positions can be taken."""

    def __init__(self, given: Examples) -> None:
        self.given = given
        self.seats_at = np.cumsum(given.counts) - given.counts
        self.pairs_at = np.cumsum(given.counts * (given.counts - 1)) - given.counts * (given.counts - 1)

    def take(self, order: npt.NDArray[np.int64]) -> Examples:
        """Return some positions in this order."""
        given = self.given
        counts = given.counts[order]
        seats = ranges(self.seats_at[order], counts)
        pairs = ranges(self.pairs_at[order], counts * (counts - 1))
        return Examples(given.seats[seats], given.table[order], given.pairs[pairs], counts, given.won[seats])
