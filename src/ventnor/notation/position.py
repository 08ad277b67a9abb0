"""Positions: a state of the game as a plain mapping, and the way back.

The mapping goes into TOML and JSON as it is; its fields are in `sheet`. Everything in the state is in it, or follows
from it: the Bank's cash (all accounts add up to 0), its stock of buildings, who holds how many of a group, and what the
game waits for. A mapping that cannot be a position is refused with everything that is wrong with it.
"""

import json
from collections.abc import Mapping
from ctypes import c_int64
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, cast

from ventnor.awaiting import WAIT
from ventnor.kernel.codes import BANK, P_OVER, W_NOTHING
from ventnor.kernel.identity import MOST_NUMBERS, identify
from ventnor.kernel.layout import Menu, Sink, State, Tables
from ventnor.kernel.menu import list_menu
from ventnor.kernel.step import settle
from ventnor.notation.filling import fill_state
from ventnor.notation.sheet import AWAITED, PositionSheet
from ventnor.notation.soundness import find_faults, parts_of
from ventnor.notation.writing import write_state
from ventnor.rulebook.board import Board, board
from ventnor.rulebook.contradiction import ContradictoryOptions
from ventnor.rulebook.edition import Era, UnknownVariant, edition
from ventnor.rulebook.option import Options
from ventnor.tables import tables
from ventnor.words.kind import Json, Problem
from ventnor.words.model import build, collect_fields

DIGITS: Final = 16
BY_NUMBERS: Final = "n"
"""The mark before a digest that was computed from the numbers of a state instead of from its text."""
PLAIN: Final = Options()
HEADING: Final = frozenset({"seats", "edition", "variant", "options"})


class BadPosition(ValueError):
    """A mapping that is not a position. `problems` lists everything wrong with it, a sentence each."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Heading:
    """The parts of a position beside the state: which game is played, and by whom."""

    edition: str = "official"
    variant: str = ""
    options: Options = PLAIN
    names: tuple[str, ...] = ()

    @property
    def tables(self) -> Tables:
        """Return the table record of the game."""
        return tables(self.edition, self.variant, self.options)

    @property
    def board(self) -> Board:
        """Return the board that is played on."""
        return board(self.edition, self.options.board)

    @property
    def decks(self) -> Era:
        """Return which pair of decks lies on the board. §cards.decks"""
        return self.options.decks or edition(self.edition).decks


def position_of(state: State, heading: Heading) -> dict[str, Json]:
    """Return the position of a game that waits for somebody. What has its value at the start of a game is left out."""
    position: dict[str, Json] = {"edition": heading.edition}
    if heading.variant:
        position["variant"] = heading.variant
    if heading.options != PLAIN:
        position["options"] = cast("dict[str, Json]", heading.options.to_mapping())
    return position | write_state(state, heading.tables, heading.names)


def read_position(position: Mapping[str, object]) -> tuple[Heading, State]:
    """Return the game and the state that a mapping stands for. Raises `BadPosition`."""
    problems: list[Problem] = []
    values = collect_fields(PositionSheet, position, "", problems)
    given: Mapping[str, object] = position if isinstance(position, Mapping) else {}  # pyright: ignore[reportUnnecessaryIsInstance]
    unread = {part.name for part in PositionSheet.parts if part.name in given and part.name not in values}
    unread |= {parts_of(where)[1] for where, _ in problems}
    if HEADING & unread or "seats" not in values:
        raise BadPosition(sentences(problems))
    sheet = build(PositionSheet, values)
    names = tuple(seat.name for seat in sheet.seats)
    heading = Heading(sheet.edition, sheet.variant, sheet.options, names if any(names) else ())
    try:
        t = heading.tables
    except UnknownVariant as error:
        raise BadPosition([*sentences(problems), f"variant: {error}"]) from None
    except ContradictoryOptions as error:
        raise BadPosition([*sentences(problems), *(f"options: {problem}" for problem in error.problems)]) from None
    state, findings = fill_state(sheet, t)
    findings += find_faults(state, t)
    # Unreadable parts have their starting values in the record, so errors that follow from them are left out.
    problems += [(finding.where, finding.why) for finding in findings if not finding.about & unread]
    if problems:
        raise BadPosition(sentences(problems))
    await_what_follows(state, t, sheet)
    return heading, state


def sentences(problems: list[Problem]) -> list[str]:
    """Return each problem with its place, once."""
    return list(dict.fromkeys(f"{where}: {why}" if where else why for where, why in problems))


def await_what_follows(state: State, t: Tables, sheet: PositionSheet) -> None:
    """Let the kernel work out what the game waits for. Nothing else may happen."""
    before = bytes(state)
    sink = Sink()
    settle(state, t, sink)
    what, who = state.awaits, state.awaited
    state.awaits, state.awaited = W_NOTHING, 0
    changed = bytes(state) != before
    state.awaits, state.awaited = what, who
    if changed:
        raise BadPosition(["awaiting: the game would go on by itself from here"])
    menu = Menu()
    list_menu(state, t, menu, who)
    if who < state.players and not menu.count:
        raise BadPosition([f"awaiting: the game would wait for seat {who}, who may do nothing here"])
    word = WAIT.value(what)
    waiting = None if who == BANK and state.phase == P_OVER else AWAITED.words.get(who, who)
    given = sheet.awaiting
    if given.what not in {None, word}:
        raise BadPosition([f"awaiting.what: the game waits for {word} here, not for {given.what}"])
    if given.who not in {None, waiting}:
        raise BadPosition([f"awaiting.who: the game waits for {waiting} here, not for {given.who}"])


def comparable(position: Mapping[str, Json]) -> dict[str, Json]:
    """Return the parts of a position that count in comparisons: all but the names of the players.

    The item of an auction has the name here that it had before 0.2, so that older replays have the same digests.
    """
    seats = cast("list[dict[str, Json]]", position["seats"])
    nameless: list[Json] = [{key: value for key, value in seat.items() if key != "name"} for seat in seats]
    plain: dict[str, Json] = {**position, "seats": nameless}
    awaiting = cast("dict[str, Json]", position.get("awaiting", {}))
    if "interrupts" in awaiting:
        interrupts = cast("list[dict[str, Json]]", awaiting["interrupts"])
        renamed: list[Json] = [
            {"lot" if key == "item" else key: value for key, value in each.items()} for each in interrupts
        ]
        plain["awaiting"] = {**awaiting, "interrupts": renamed}
    return plain


def canonical_text(position: Mapping[str, Json]) -> str:
    """Return a position as canonical text, without the names of the players. The same on every machine."""
    return json.dumps(comparable(position), sort_keys=True, separators=(",", ":"))


def digest(position: Mapping[str, Json]) -> str:
    """Return sixteen digits by which to compare positions that `position_of` wrote."""
    return sha256(canonical_text(position).encode()).hexdigest()[:DIGITS]


def identity_of(state: State, t: Tables) -> bytes:
    """Return what makes a state what it is, as bytes: its numbers by `kernel/identity.py`, 64 bits each."""
    numbers = (c_int64 * MOST_NUMBERS)()
    count = identify(state, t, numbers, 0)
    return b"".join(numbers[place].to_bytes(8, "little", signed=True) for place in range(count))


def identity_digest(identity: bytes) -> str:
    """Return the digest of a state by its numbers: a mark and sixteen digits. It is computed faster than `digest`."""
    return BY_NUMBERS + sha256(identity).hexdigest()[:DIGITS]
