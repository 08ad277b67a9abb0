"""What determines a batch: bots, rules and limits, and which games of which seeds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from ventnor.replay import RULES
from ventnor.rulebook.option import Options, written


class RecipesDiffer(ValueError):
    """Batches with different recipes cannot be merged."""

    def __init__(self, field: str, one: object, other: object) -> None:
        super().__init__(f"these batches do not go together: {field} is {one} in one of them and {other} in another")
        self.field = field


class BatchesOverlap(ValueError):
    """Batches that share a game cannot be merged."""

    def __init__(self, seed: int, game: int) -> None:
        super().__init__(f"these batches do not go together: game {game} of seed {seed} is in two of them")
        self.seed = seed
        self.game = game


@dataclass(frozen=True)
class Recipe:
    """Bots, rules, limits and version. With a seed and a number it determines a game."""

    bots: tuple[str, ...]
    edition: str
    variant: str
    options: Options
    hour: int
    cap: int
    version: str
    rules: int = RULES
    position: str = ""
    """The position that all games start from, as JSON; empty for games from the beginning."""

    def check_same(self, other: "Recipe") -> None:
        """Raise `RecipesDiffer` unless batches of both recipes can be merged."""
        for field in fields(self):
            ours, theirs = getattr(self, field.name), getattr(other, field.name)
            if ours != theirs:
                raise RecipesDiffer(field.name, shown(ours), shown(theirs))

    def to_json(self) -> dict[str, Any]:
        """Return the recipe as a plain mapping."""
        plain = {field.name: getattr(self, field.name) for field in fields(self)}
        return {**plain, "bots": list(self.bots), "options": self.options.to_mapping()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Recipe":
        """Read a recipe that `to_json` wrote."""
        made: dict[str, Any] = {**data, "bots": tuple(data["bots"]), "options": Options.from_mapping(data["options"])}
        return cls(**made)


@dataclass(frozen=True, order=True)
class Run:
    """Some games of a seed: the number of the first, and how many."""

    seed: int
    first: int
    count: int

    @property
    def end(self) -> int:
        """Return the number after the last game."""
        return self.first + self.count


def joined(runs: Sequence[Run]) -> tuple[Run, ...]:
    """Return the runs in order, adjacent ones joined. Raises `BatchesOverlap`."""
    found: list[Run] = []
    for run in sorted(run for run in runs if run.count):
        if found and found[-1].seed == run.seed and run.first < found[-1].end:
            raise BatchesOverlap(run.seed, run.first)
        if found and found[-1].seed == run.seed and run.first == found[-1].end:
            run = Run(run.seed, found[-1].first, found.pop().count + run.count)
        found.append(run)
    return tuple(found)


def shown(value: object) -> str:
    """Return a value of a recipe as a sentence shows it."""
    if isinstance(value, Options):
        return ", ".join(written(name, each) for name, each in value.to_mapping().items()) or "no house rule"
    if isinstance(value, tuple):
        return ", ".join(map(str, value))  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    return str(value) or "the regular game"
