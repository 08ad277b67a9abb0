"""How a game ended or stands: who won, how, and what each player has.

§tax.income: while a player chooses how to pay Income Tax nobody's worth is counted, and nobody is ranked by it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, cast

from ventnor.event import ENDING, OneEnding
from ventnor.kernel.codes import W_TAX
from ventnor.kernel.finish import worth
from ventnor.kernel.layout import State, Tables
from ventnor.words.kind import Json
from ventnor.words.vocabulary import SEAT_SET

Ending: TypeAlias = OneEnding | Literal["cap"]
"""Last player left, number of bankruptcies, hour, rounds; or stopped by a cap."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's place. Winners have place 1. Players who went out later are placed before those who went out sooner.

    `worth` is None while a player chooses how to pay Income Tax: then all who are still in the game share a place.
    """

    place: int
    seat: int
    name: str
    worth: int | None
    cash: int
    retired: bool

    def to_json(self) -> dict[str, Json]:
        """Return it as a plain mapping."""
        return {name: cast(Json, getattr(self, name)) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    winners: tuple[int, ...]
    how: Ending
    standings: tuple[Standing, ...]

    def to_json(self) -> dict[str, Json]:
        """Return it as a plain mapping."""
        standings: list[Json] = [each.to_json() for each in self.standings]
        return {"winners": list(self.winners), "how": self.how, "standings": standings}


def outcome_of(s: State, t: Tables, names: Sequence[str], retired: Sequence[int]) -> Outcome:
    """Return the outcome of a game, over or stopped. `retired`: the seats known to have retired, in order."""
    winners = cast("tuple[int, ...]", SEAT_SET.value(s.winners))
    how: Ending = cast(OneEnding, ENDING.value(s.ended)) if s.ended else "cap"
    # §tax.income: the chooser must not learn the worth, neither as a figure nor by a place in a ranking.
    blind = any(s.frames[index].kind == W_TAX for index in range(s.depth))
    worths = [None if blind else 0 if s.out[seat] else worth(s, t, seat) for seat in range(s.players)]
    rank: dict[int, tuple[int, int, int]] = {}
    for seat in range(s.players):
        lasted = retired.index(seat) if seat in retired else -1
        rank[seat] = (0 if seat in winners else 2 if s.out[seat] else 1, -lasted, -(worths[seat] or 0))
    order = sorted(rank, key=lambda seat: (rank[seat], seat))
    standings: list[Standing] = []
    for number, seat in enumerate(order, 1):
        tied = standings and rank[standings[-1].seat] == rank[seat]
        standings.append(
            Standing(
                standings[-1].place if tied else number,
                seat,
                names[seat] if names else "",
                worths[seat],
                s.cash[seat],
                bool(s.out[seat]),
            )
        )
    return Outcome(winners, how, tuple(standings))
