"""What actions would change: the events, and the table before and after.

`Game.preview` carries the actions out on a copy, without dice or cards.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from ventnor.awaiting import Awaiting, awaiting_of
from ventnor.event import Event
from ventnor.kernel import codes
from ventnor.kernel.layout import State, Tables
from ventnor.kernel.mortgage import interest_due
from ventnor.view import holdings_of, near_of, present_rents, sets_of
from ventnor.words.kind import Json
from ventnor.words.vocabulary import SPACE


@dataclass(frozen=True, slots=True)
class Picture:
    """The figures that matter for a decision: values by seat, except `rents` and `times`."""

    cash: tuple[int, ...]
    deeds: tuple[tuple[str, ...], ...]
    sets: tuple[tuple[str, ...], ...]
    """The complete groups."""
    near: tuple[tuple[str, ...], ...]
    """The deeds that would each complete another group."""
    rents: Mapping[str, int]
    """The rent of each owned property, by deed."""
    times: Mapping[str, int]
    """For utilities: the rent as a multiple of a throw."""
    rent_sums: tuple[int, ...]
    """The sum of a seat's rents, without utilities."""
    most_times: tuple[int, ...]
    """The highest multiple of a seat's utilities."""
    interest: tuple[int, ...]
    """The interest due on mortgaged deeds just received, unless they are lifted."""

    def to_json(self) -> dict[str, Json]:
        """Return it as a plain mapping."""
        return {
            "cash": list(self.cash),
            "deeds": [list(each) for each in self.deeds],
            "sets": [list(each) for each in self.sets],
            "near": [list(each) for each in self.near],
            "rents": dict(self.rents),
            "times": dict(self.times),
            "rent_sums": list(self.rent_sums),
            "most_times": list(self.most_times),
            "interest": list(self.interest),
        }


@dataclass(frozen=True, slots=True)
class Preview:
    """What actions would change, up to the next dice or card."""

    events: tuple[Event, ...]
    before: Picture
    after: Picture
    awaiting: Awaiting
    """The wait after the actions."""
    accepted: "Preview | None" = None
    """If the last action is an offer or counter: what accepting it would change, or None if that is refused."""

    def to_json(self) -> dict[str, Json]:
        """Return it as a plain mapping."""
        return {
            "events": [each.to_json() for each in self.events],
            "before": self.before.to_json(),
            "after": self.after.to_json(),
            "awaiting": self.awaiting.to_json(),
            "accepted": self.accepted.to_json() if self.accepted else None,
        }


def picture_of(s: State, t: Tables) -> Picture:
    """Return the picture of a state."""
    seats = range(s.players)
    found = {SPACE.value(space): rent for space, rent in present_rents(s, t).items()}
    rents = {deed: amount for deed, (amount, times) in found.items() if not times}
    multiples = {deed: times for deed, (_, times) in found.items() if times}
    held = tuple(map(tuple, holdings_of(s)[: s.players]))
    due = [0] * s.players
    for index in range(s.depth):
        frame = s.frames[index]
        if frame.kind == codes.W_RECEIVE:
            # §mortgage.transfer: the 10% on each mortgaged deed received.
            due[frame.seat] += interest_due(s, t, frame.mask)
    return Picture(
        tuple(s.cash[seat] for seat in seats),
        held,
        tuple(sets_of(s, t, seat) for seat in seats),
        tuple(near_of(s, t, seat) for seat in seats),
        rents,
        multiples,
        tuple(sum(rents.get(deed, 0) for deed in deeds) for deeds in held),
        tuple(max((multiples.get(deed, 0) for deed in deeds), default=0) for deeds in held),
        tuple(due),
    )


def preview_of(
    before: Picture, s: State, t: Tables, events: tuple[Event, ...], accepted: Preview | None = None
) -> Preview:
    """Return the preview of a game that was at `before` and is now in this state."""
    return Preview(events, before, picture_of(s, t), awaiting_of(s, t), accepted)
