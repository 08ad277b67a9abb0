"""Finished games: columns, one value a game, and sums."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ventnor.batch import frame, saved
from ventnor.batch.column import COLUMNS, Array, FlatColumn, NotKept, Records, UnknownColumn, cells, winner_of
from ventnor.batch.recipe import Recipe, RecipesDiffer, Run, joined
from ventnor.batch.rows import Rows
from ventnor.batch.sums import PARTS, Sums

if TYPE_CHECKING:
    from ventnor.replay import Replay

Floats = npt.NDArray[np.float64]


class Batch:
    """Games of one recipe, in the order of their seeds and numbers.

    A column is read on use and is a new array each time. A column that was not kept raises `NotKept`.
    """

    def __init__(
        self,
        recipe: Recipe,
        runs: Sequence[Run],
        columns: Sequence[str],
        records: Rows,
        sums: Sums,
        asked: int | None = None,
    ) -> None:
        self.recipe = recipe
        self.runs = tuple(runs)
        """Which games of which seeds these are."""
        self.columns = tuple(columns)
        """The columns that were kept."""
        self.sums = sums
        """Sums over all games, whichever columns are kept."""
        self.asked = len(records) if asked is None else asked
        """The number of games requested; larger than the batch if it was interrupted."""
        self.records = records

    def __len__(self) -> int:
        return self.sums.games

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Batch):
            return NotImplemented
        ours, theirs = ((each.recipe, each.runs, each.columns, each.asked) for each in (self, other))
        if ours != theirs or self.sums != other.sums:
            return False
        pieces = zip(self.records.pieces(), other.records.pieces(), strict=True)
        return all(mine.tobytes() == yours.tobytes() for mine, yours in pieces)

    __hash__ = None  # pyright: ignore[reportAssignmentType]

    def __repr__(self) -> str:
        cut = f" of {self.asked}" if self.asked != len(self) else ""
        where = " ".join(word for word in (self.recipe.edition, self.recipe.variant) if word)
        return f"<Batch of {len(self)}{cut} games, {where}: {', '.join(self.recipe.bots)}>"

    @property
    def players(self) -> int:
        """Return the number of players of each game."""
        return len(self.recipe.bots)

    # ── columns ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def field(self, name: str, column: str) -> Array:
        """Return a field of the records, by its column."""
        if column not in self.columns:
            raise NotKept(column)
        return self.records.field(name)

    def column(self, name: str) -> Array:
        """Return a column by its name."""
        if name not in COLUMNS:
            raise UnknownColumn(name)
        found: Array = getattr(self, name)
        return found

    @property
    def rows(self) -> Records:
        """Return everything that was kept, one record a game. This takes as much memory as all columns together."""
        return np.concatenate([np.empty(0, self.records.kind), *self.records.pieces()])

    @property
    def seed(self) -> npt.NDArray[np.int64]:
        """Return the seed of each game."""
        return np.repeat(*np.array([(0, 0), *((run.seed, run.count) for run in self.runs)], np.int64).T)

    @property
    def game(self) -> npt.NDArray[np.int64]:
        """Return the number of each game among those of its seed."""
        return np.concatenate([np.empty(0, np.int64), *(np.arange(run.first, run.end) for run in self.runs)])

    @property
    def winner(self) -> npt.NDArray[np.int8]:
        """Return the seat that won each game; -1 if nobody did before the cap, -2 if several share the win."""
        return winner_of(self.winners)

    @property
    def winners(self) -> npt.NDArray[np.int16]:
        """Return the seats that won each game, as bits; 0 where nobody did."""
        return self.field("winners", "winner")

    @property
    def decided(self) -> npt.NDArray[np.bool_]:
        """Return which games have a winner."""
        return self.winners != 0

    @property
    def ended(self) -> npt.NDArray[np.int8]:
        """Return how each game ended: 0 by the cap, 1 last player left, 2 bankruptcies, 3 hour, 4 rounds."""
        return self.field("ended", "ended")

    @property
    def starter(self) -> npt.NDArray[np.int8]:
        """Return the seat that played first in each game."""
        return self.field("starter", "starter")

    @property
    def turns(self) -> npt.NDArray[np.int32]:
        """Return the number of turns of each game."""
        return self.field("turns", "turns")

    @property
    def throws(self) -> npt.NDArray[np.int32]:
        """Return the number of throws for a move in each game."""
        return self.field("throws", "throws")

    @property
    def plies(self) -> npt.NDArray[np.int32]:
        """Return the number of actions of each game, nature's included."""
        return self.field("plies", "plies")

    @property
    def auctions(self) -> npt.NDArray[np.int16]:
        """Return the number of auctions in each game, of deeds, buildings and jail cards."""
        return self.field("auctions", "auctions")

    @property
    def deals(self) -> npt.NDArray[np.int16]:
        """Return the number of deals made in each game."""
        return self.field("deals", "deals")

    @property
    def group(self) -> npt.NDArray[np.int8]:
        """Return the first complete colour group, by its number on the board; -1 if there was none."""
        return self.field("group", "group")

    @property
    def group_seat(self) -> npt.NDArray[np.int8]:
        """Return the owner of that group; 8 if there was none."""
        return self.field("group_seat", "group")

    @property
    def group_at(self) -> npt.NDArray[np.int32]:
        """Return after how many throws it was complete; -1 if there was none."""
        return self.field("group_at", "group")

    @property
    def worth(self) -> npt.NDArray[np.int32]:
        """Return each seat's worth at the end: a row a game, a column a seat."""
        return self.field("worth", "worth")

    @property
    def bankruptcies(self) -> npt.NDArray[np.int8]:
        """Return the number of players who retired in each game."""
        return self.field("bankruptcies", "bankruptcies")

    @property
    def cause(self) -> npt.NDArray[np.int8]:
        """Return by seat the cause of the bankruptcy (1 rent, 2 tax, 3 fine, 4 card, 5 interest); 0 for none."""
        return self.field("cause", "bankruptcies")

    @property
    def creditor(self) -> npt.NDArray[np.int8]:
        """Return by seat the creditor of that debt (8 the Bank, 10 all other players); 8 if the seat did not retire."""
        return self.field("creditor", "bankruptcies")

    @property
    def out_at(self) -> npt.NDArray[np.int32]:
        """Return by seat after how many throws it retired; -1 if it did not."""
        return self.field("out_at", "bankruptcies")

    # ── sums ─────────────────────────────────────────────────────────────────────────────────────────────────────────

    def wins(self) -> Floats:
        """Return the games won by each seat; a shared win counts as a fraction."""
        return self.sums.win_parts[: self.players] / PARTS

    def win_rate(self) -> Floats:
        """Share of all games won by each seat. The rest up to 1 was undecided."""
        return self.wins() / max(len(self), 1)

    # ── one game again ──────────────────────────────────────────────────────────────────────────────────────────────

    def replay(self, row: int) -> "Replay":
        """Play a game of this batch again and return its replay.

        Raises `UnknownBot` if a policy of your own played: a batch stores only its name.
        """
        from ventnor.arena import play
        from ventnor.dice import FastChance

        if not 0 <= row < len(self):
            raise IndexError(f"this batch has games 0 to {len(self) - 1}, not {row}")
        recipe, run = self.recipe, next(each for each, start in starts(self.runs) if row < start + each.count)
        start = next(start for each, start in starts(self.runs) if each is run)
        dice = FastChance(run.seed, run.first + row - start)
        limits: dict[str, Any] = {"dice": dice, "cap": recipe.cap, "hour_at": recipe.hour}
        if recipe.position:
            return play(recipe.bots, position=json.loads(recipe.position), **limits).replay
        game: Any = (recipe.edition, None, recipe.variant, recipe.options)
        return play(recipe.bots, *game, **limits).replay

    # ── together, and to elsewhere ───────────────────────────────────────────────────────────────────────────────────

    def merge(self, *others: "Batch") -> "Batch":
        """Return this batch and others of the same recipe as one. Raises `RecipesDiffer` or `BatchesOverlap`."""
        batches = (self, *others)
        for other in others:
            self.recipe.check_same(other.recipe)
            if self.columns != other.columns:
                raise RecipesDiffer("keep", *(", ".join(each.columns) or "nothing" for each in (self, other)))
        runs = joined([run for batch in batches for run in batch.runs])
        merged, sums = Rows(self.records.kind), Sums.nothing()
        parts = [(run, start, batch.records) for batch in batches for run, start in starts(batch.runs)]
        for run, start, records in sorted(parts, key=lambda part: part[0]):
            copy_rows(records, start, run.count, merged)
        for batch in batches:
            sums += batch.sums
        return Batch(self.recipe, runs, self.columns, merged, sums, sum(batch.asked for batch in batches))

    def cells(self) -> tuple[FlatColumn, ...]:
        """Return the columns of the flat tables (`to_arrow` and the others) that follow the seed and the game."""
        return tuple(cells(self.columns, self.players))

    def save(self, path: str | Path) -> None:
        """Write the batch with its recipe and sums to a file: .npz, or with pyarrow .parquet or .arrow."""
        saved.save(self, Path(path))

    @classmethod
    def load(cls, path: str | Path) -> "Batch":
        """Read a batch that `save` wrote, in any of its formats. Raises `BadBatchFile`."""
        return saved.load(Path(path))

    def to_arrow(self) -> Any:
        """Return the games as a `pyarrow.Table`: a row for each game, words for codes, nulls for missing values.

        Raises `MissingPackage` if pyarrow is not installed; it comes with the extra `data`.
        """
        return frame.to_arrow(self)

    def to_pandas(self) -> Any:
        """Return the same as a `pandas.DataFrame`."""
        return frame.to_pandas(self)

    def to_polars(self) -> Any:
        """Return the same as a `polars.DataFrame`."""
        return frame.to_polars(self)

    def table(self) -> Iterator[dict[str, Any]]:
        """Yield the same as plain mappings, a game at a time."""
        made = self.cells()
        for seed, game, piece in self.numbered():
            names = ["seed", "game", *(cell.name for cell in made)]
            values = [seed.tolist(), game.tolist(), *(cell.values(piece) for cell in made)]
            for each in zip(*values, strict=True):
                yield dict(zip(names, each, strict=True))

    def numbered(self) -> Iterator[tuple[Array, Array, Records]]:
        """Yield the records in order, some at a time, with the seed and the number of each game."""
        seeds, games = Spread(self.runs, "seed"), Spread(self.runs, "game")
        for piece in self.records.pieces():
            yield seeds.take(len(piece)), games.take(len(piece)), piece


class Spread:
    """The seeds or numbers of the games of some runs, some at a time."""

    def __init__(self, runs: Sequence[Run], what: str) -> None:
        self.left = [(run.seed, 0, run.count) if what == "seed" else (run.first, 1, run.count) for run in runs]

    def take(self, count: int) -> Array:
        """Return the next `count` records."""
        found: list[Array] = [np.empty(0, np.int64)]
        while count:
            start, step, length = self.left.pop(0)
            some = min(count, length)
            found.append(start + step * np.arange(some))
            if some < length:
                self.left.insert(0, (start + step * some, step, length - some))
            count -= some
        return np.concatenate(found)


def starts(runs: Sequence[Run]) -> Iterator[tuple[Run, int]]:
    """Yield each run with the number of rows before it."""
    before = 0
    for run in runs:
        yield run, before
        before += run.count


def copy_rows(source: Rows, start: int, count: int, target: Rows) -> None:
    """Append copies of some rows to others."""
    before = 0
    for piece in source.pieces():
        first, last = max(start - before, 0), min(start + count - before, len(piece))
        if first < last:
            target.append(piece[first:last])
        before += len(piece)
