"""`sample`: positions and actions out of many games, copied by the kernel. For training and research."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from secrets import randbits
from typing import Any

import numpy as np

from ventnor.action import Action, from_record
from ventnor.batch.block import Block, Workspace
from ventnor.batch.column import Records
from ventnor.batch.executor import Executor, in_order, open_executor
from ventnor.batch.setup import CAP, BadSimulation, Setup, Start, set_up_batch, whole
from ventnor.kernel import layout
from ventnor.kernel.batch import Policy
from ventnor.notation.position import Heading, position_of
from ventnor.rulebook.option import Options
from ventnor.words.kind import Json


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
    threads: int | None = 1,
    on: str | None = None,
    compiled: bool | None = None,
) -> Iterator[Sampled]:
    """Play games as `simulate` does, and return positions and actions of them, some games at a time.

    Each game gives a position about every `every` plies, beginning at a random one, and at most `room` of them. The
    choice has a random stream of its own: the games are those of `simulate` with the same seed. `moves`: how many
    actions to keep of each game. `on`: as in `simulate`, for which leave `threads` None.
    """
    count, first = whole("count", count), whole("first", first)
    every, room, moves = whole("every", every, 1, 1_000_000), whole("room", room), whole("moves", moves)
    seed = randbits(62) if seed is None else whole("seed", seed)
    setup = set_up_batch(bots, edition, variant, options, position, hour, cap)
    if setup.interpreted:
        raise BadSimulation("positions are sampled from games between policies; a choose(view) bot plays in simulate")
    return pieces(setup, (seed, room, every, moves), first, count, open_executor(setup, threads, compiled, on))


def pieces(setup: Setup, numbers: tuple[int, ...], first: int, count: int, executor: Executor) -> Iterator[Sampled]:
    """Play the games of a sound request, a block at a time."""
    heading = Heading(setup.recipe.edition, setup.recipe.variant, setup.recipe.options)
    with executor:
        for block in in_order(executor, sample_block, numbers, first, first + count, lambda: False):
            yield Sampled(heading, first, block)
            first += len(block.results)


def sample_block(
    workspace: Workspace, setup: Setup, built: Any, seed: int, room: int, every: int, moves: int, first: int, size: int
) -> Block:
    """Play a block of games, and return their results with positions and actions of them."""
    return workspace.play(
        built,
        setup.bots,
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
