"""How a game ended: who won, in what way, and where everybody stood.

What each is worth is counted here and only after the end (§short1935.worth). It decides no rule.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, cast

from ventnor.event import ENDING, OneEnding
from ventnor.kernel.finish import worth
from ventnor.kernel.layout import State, Tables
from ventnor.words.kind import Json
from ventnor.words.vocabulary import WINNERS

Ending: TypeAlias = OneEnding | Literal["cap"]
"""By the last player left, by a number of bankruptcies, by the hour, by rounds; or not at all: stopped by a cap."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a player stood at the end. `place` is 1 for winners; who retired later stands before who retired sooner."""

    place: int
    seat: int
    name: str
    worth: int
    cash: int
    retired: bool

    def to_json(self) -> dict[str, Json]:
        """As a plain mapping."""
        return {name: cast(Json, getattr(self, name)) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    winners: tuple[int, ...]
    how: Ending
    standings: tuple[Standing, ...]

    def to_json(self) -> dict[str, Json]:
        """As a plain mapping."""
        standings: list[Json] = [each.to_json() for each in self.standings]
        return {"winners": list(self.winners), "how": self.how, "standings": standings}


def outcome_of(s: State, t: Tables, names: Sequence[str], retired: Sequence[int]) -> Outcome:
    """The outcome of a game, over or stopped. `retired`: who retired, in that order, as far as it is known."""
    winners = cast("tuple[int, ...]", WINNERS.value(s.winners))
    how: Ending = cast(OneEnding, ENDING.value(s.ended)) if s.ended else "cap"
    rank: dict[int, tuple[int, int, int]] = {}
    for seat in range(s.players):
        out = bool(s.out[seat])
        lasted = retired.index(seat) if seat in retired else -1
        rank[seat] = (0 if seat in winners else 2 if out else 1, -lasted, 0 if out else -worth(s, t, seat))
    order = sorted(rank, key=lambda seat: (rank[seat], seat))
    standings: list[Standing] = []
    for number, seat in enumerate(order, 1):
        tied = standings and rank[standings[-1].seat] == rank[seat]
        standings.append(
            Standing(
                standings[-1].place if tied else number,
                seat,
                names[seat] if names else "",
                0 if s.out[seat] else worth(s, t, seat),
                s.cash[seat],
                bool(s.out[seat]),
            )
        )
    return Outcome(winners, how, tuple(standings))
