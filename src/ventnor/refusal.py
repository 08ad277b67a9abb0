"""A refusal in words: the clause, the reason, and what the clause says in this edition.

The kernel decides and names the reason. This file turns the reason into a sentence; `refusal_fields` fills it in.
"""

from dataclasses import dataclass
from functools import lru_cache

from ventnor.action import Action
from ventnor.kernel import codes
from ventnor.kernel.layout import State, Tables
from ventnor.kernel.reasons import NAMES, R_TOO_MUCH_OPEN, clause_of
from ventnor.refusal_fields import Case, fields_of
from ventnor.rulebook.board import board
from ventnor.rulebook.clause import clause
from ventnor.words.reason import Reason, because
from ventnor.words.sentence import Teller


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action may not be done now."""

    clause: str
    """The id of the clause that forbids it, or "capacity"."""
    because: Reason
    """The reason: the name of a sentence, and the fields that fill it in."""
    reason: str
    """The same as a sentence, with seats for names."""
    rule: str
    """What the clause says in this edition."""
    allowed: tuple[Action, ...]
    """The menu of the seat that asked."""

    @property
    def why(self) -> str:
        """Return the reason and the rule."""
        return f"{self.reason} {self.rule}".strip()

    def __str__(self) -> str:
        return f"{self.reason} (§{self.clause})"


class IllegalAction(ValueError):
    """An action that may not be done now. The game is unchanged."""

    def __init__(self, text: str, refusal: Refusal) -> None:
        super().__init__(f"{text}: {refusal}")
        self.refusal = refusal
        self.clause = refusal.clause
        self.why = refusal.why
        self.allowed = refusal.allowed


class RecordFull(IllegalAction):
    """A lawful action that the game's record has no room for. No ordinary game needs so much."""


def refusal_of(
    reason: int,
    s: State,
    t: Tables,
    action: Action,
    seat: int,
    edition: str,
    allowed: tuple[Action, ...],
    own: str = "",
) -> Refusal:
    """Return the kernel's reason in words. `own`: another board than that of the edition."""
    name = codes.CLAUSE_IDS[clause_of(t, reason)]
    why = because(NAMES[reason], **fields_of(reason, Case(s, t, action, seat, board(edition, own))))
    rule = "" if reason == R_TOO_MUCH_OPEN else clause(name).wording(edition)
    return Refusal(name, why, teller_of(edition, own).reason(why), rule, allowed)


@lru_cache(maxsize=256)
def teller_of(edition: str, own: str) -> Teller:
    """Return the teller of the refusals on a board."""
    return Teller(edition_name=edition, own=own)
