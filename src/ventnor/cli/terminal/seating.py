"""Who sits at a table in the terminal: people at one keyboard, and bots with names of their own.

`--seats Ann,Bob,cautious,random`: the name of a bot seats that bot, any other word a person. `Carl=cautious` calls a
bot Carl, `cautious=person` insists on a person. `my_bot.py:choose` and `module:function` seat a bot of your own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from ventnor.arena import Asked, policy_of
from ventnor.batch.entrant import is_reference
from ventnor.bots import POLICIES
from ventnor.game import LONGEST_CAUSE
from ventnor.kernel.batch import Policy
from ventnor.log import OWN

PERSON: Final = "person"
LONGEST_NAME: Final = 16
BOT_NAMES: Final = ("Ada", "Bram", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hilda")
DEFAULT_NAME: Final = "Ann"
DEFAULT_BOT: Final = "cautious"
USUAL_PLAYERS: Final = 4


class BadSeats(ValueError):
    """Seats that cannot be read, in a sentence."""


@dataclass(frozen=True)
class TableSeat:
    """A player: a person at the keyboard, or a bot."""

    name: str
    bot: str = OWN
    """The name of the bot; "seat" where a person sits, as replays have it."""

    @property
    def is_person(self) -> bool:
        """Return whether somebody at the keyboard decides."""
        return self.bot == OWN


def policy_in(seat: TableSeat) -> Policy | Asked:
    """Return how the bot in a seat decides. Raises `BadSeats` or `BadBot`."""
    if seat.bot not in POLICIES and not is_reference(seat.bot):
        raise BadSeats(f"unknown bot {seat.bot!r} for {seat.name} (known: {', '.join(POLICIES)})")
    return policy_of(seat.bot)


def read_seats(text: str) -> list[TableSeat]:
    """Return the seats of a list with commas. Raises `BadSeats`."""
    words = [word.strip() for word in text.split(",")]
    if not all(words):
        raise BadSeats("a seat is empty: separate names and bots by commas, such as Ann,Bob,cautious")
    return name_bots([read_seat(word) for word in words])


def read_seat(word: str) -> TableSeat:
    """Read one seat; a bot without a name gets one later."""
    name, equals, kind = (part.strip() for part in word.partition("="))
    own = kind if equals else name
    if is_reference(own):
        policy_of(own)  # raises BadBot before anybody is asked anything
        if len(own) > LONGEST_CAUSE:
            raise BadSeats(f"{own!r} is longer than {LONGEST_CAUSE} characters: start in the folder of the bot's file")
        return TableSeat(checked(name) if equals else "", own)
    if equals:
        if kind.lower() not in {PERSON, *POLICIES}:
            raise BadSeats(f"unknown bot {kind!r} (known: {', '.join(POLICIES)}; a person is {PERSON})")
        return TableSeat(checked(name), OWN if kind.lower() == PERSON else kind.lower())
    if name.lower() in POLICIES:
        return TableSeat("", name.lower())
    near = get_close_matches(name.lower(), POLICIES, n=1, cutoff=0.8)
    if near:
        raise BadSeats(f"is {name!r} the bot {near[0]}? Write {near[0]}, or {name}={PERSON} for somebody of that name")
    return TableSeat(checked(name))


def checked(name: str) -> str:
    """Return a name that can be typed and printed."""
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise BadSeats(f"a name must have 1 to {LONGEST_NAME} letters, not {name!r}")
    if not name[0].isalpha() or any(letter in name for letter in ':,="'):
        raise BadSeats(f"a name must begin with a letter and have no colon, comma or quotation mark, not {name!r}")
    return name


def name_bots(seats: Sequence[TableSeat]) -> list[TableSeat]:
    """Return the seats with a name for every bot, none of them twice."""
    taken = [seat.name.casefold() for seat in seats if seat.name]
    if len(set(taken)) < len(taken):
        twice = next(seat.name for seat in seats if taken.count(seat.name.casefold()) > 1)
        raise BadSeats(f"two players are called {twice}: give each their own name")
    free = iter(name for name in BOT_NAMES if name.casefold() not in taken)
    return [seat if seat.name else TableSeat(next(free, f"Bot{number}"), seat.bot) for number, seat in enumerate(seats)]


def usual_seats(people: Sequence[str] = (DEFAULT_NAME,), bots: int | None = None) -> list[TableSeat]:
    """Return the people and as many bots as are wanted (default: as make a usual table)."""
    wanted = max(0, USUAL_PLAYERS - len(people)) if bots is None else bots
    return name_bots(
        [*(TableSeat(checked(name)) for name in people), *(TableSeat("", DEFAULT_BOT) for _ in range(wanted))]
    )
