"""`sample`: positions and actions out of many games, copied by the kernel. For training and research."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from secrets import randbits
from typing import Any, Final

import numpy as np

from ventnor import warm
from ventnor.action import Action, from_record
from ventnor.batch.block import Bench, Block
from ventnor.batch.column import Records
from ventnor.batch.setup import CAP, Policy, Setup, Start, set_up_batch, whole
from ventnor.kernel import layout
from ventnor.notation.position import Heading, position_of
from ventnor.rulebook.option import Options
from ventnor.words.kind import Json

BLOCK: Final = 256
"""Games in one piece by the compiled twin; each position takes 4 kB."""
SMALL_BLOCK: Final = 4
"""The same while it is interpreted."""


@dataclass(frozen=True)
class Sampled:
    """Positions of some games, the results of these games, and their actions where they were asked for."""

    heading: Heading
    first: int
    block: Block

    @property
    def results(self) -> Records:
        """Return one `Result` record a game."""
        return self.block.results

    @property
    def states(self) -> Records:
        """Return the positions as `State` records, game by game."""
        return self.block.samples[self.block.samples["players"] > 0]

    @property
    def row(self) -> "np.ndarray[Any, np.dtype[np.int64]]":
        """Return for each position the row of `results` with its game's outcome."""
        return np.nonzero(self.block.samples["players"] > 0)[0]

    def position(self, number: int) -> dict[str, Json]:
        """Return a position as a mapping, which `Game.from_position` takes."""
        return position_of(layout.State.from_buffer_copy(self.states[number].tobytes()), self.heading)

    def actions(self, row: int) -> list[Action]:
        """Return the actions of a game from its start on, nature's included, as far as they were kept."""
        kept = self.block.moves[row]
        return [from_record(layout.Action.from_buffer_copy(each.tobytes())) for each in kept[kept["kind"] > 0]]

    def actors(self, row: int) -> list[int]:
        """Return who did each of these actions: a seat, 8 for nature, 9 for the clock."""
        kept = self.block.moves[row]
        return [int(each) for each in kept["seat"][kept["kind"] > 0]]


def sample(
    count: int,
    bots: Sequence[str | Policy],
    *,
    every: int = 100,
    room: int = 8,
    moves: int = 0,
    edition: str = "official",
    variant: str = "",
    options: Options | None = None,
    position: Start | None = None,
    seed: int | None = None,
    first: int = 0,
    hour: int | str | None = None,
    cap: int = CAP,
    compiled: bool | None = None,
) -> Iterator[Sampled]:
    """Play games as `simulate` does, and return positions and actions of them, some games at a time.

    Each game gives a position about every `every` plies, beginning at a random one, and at most `room` of them. The
    choice has a random stream of its own: the games are those of `simulate` with the same seed. `moves`: how many
    actions to keep of each game.
    """
    count, first = whole("count", count), whole("first", first)
    every, room, moves = whole("every", every, 1, 1_000_000), whole("room", room), whole("moves", moves)
    seed = randbits(62) if seed is None else whole("seed", seed)
    setup = set_up_batch(bots, edition, variant, options, position, hour, cap)
    return pieces(setup, seed, first, count, every, room, moves, compiled)


def pieces(
    setup: Setup, seed: int, first: int, count: int, every: int, room: int, moves: int, compiled: bool | None
) -> Iterator[Sampled]:
    """Play the games of a sound request, a block at a time."""
    heading = Heading(setup.recipe.edition, setup.recipe.variant, setup.recipe.options)
    bench = Bench(setup.table)
    end = first + count
    while first < end:
        built = None if compiled is False else warm.twin(wait=bool(compiled))
        size = min(BLOCK if built else SMALL_BLOCK, end - first)
        block = bench.play(
            built,
            setup.policies,
            setup.starts,
            setup.players,
            seed,
            first,
            size,
            cap=setup.cap,
            hour=setup.hour,
            samples=room,
            every=every,
            moves=moves,
        )
        yield Sampled(heading, first, block)
        first += size
