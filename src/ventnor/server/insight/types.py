"""The wire types of chances, reviews and the coach. This module has no behaviour."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from ventnor.server.protocol import Problem, SeatNumber

Chance: TypeAlias = Annotated[float, Meta(ge=0, le=1)]
Mark: TypeAlias = Literal["", "inaccuracy", "mistake", "blunder"]


class Decided(Struct, frozen=True):
    """How good a decision was. A loss is a part of 1: 0.06 are six points."""

    seat: int
    text: str
    """The move, in notation."""
    loss: float
    error: float
    mark: Mark
    better: str
    """The better move, in notation; empty where none was found."""
    sentence: str
    """The better move in a sentence."""
    reason: str


class ReviewedPly(Struct, frozen=True):
    """A ply with each seat's chance to win after it."""

    ply: int
    turn: int
    actor: int | Literal["nature", "clock"]
    text: str
    sentences: str
    chances: tuple[float, ...]
    luck: tuple[float, ...] | None
    """By seat, where dice or cards answered."""
    decision: Decided | None


class ReviewedSeat(Struct, frozen=True):
    """The sums of a player."""

    seat: int
    name: str
    luck: float
    skill: float
    """Minus all losses."""
    accuracy: float
    """From 0 to 100."""
    decisions: int
    inaccuracies: int
    mistakes: int
    blunders: int


class GameReview(Struct, frozen=True):
    """A finished game with its chances. If `rollouts` is 0, decisions were not judged."""

    seats: tuple[ReviewedSeat, ...]
    plies: tuple[ReviewedPly, ...]
    luckiest: int | None
    """The ply of the throw or card that changed most."""
    deal: int | None
    """The ply of the deal that changed most."""
    turn: int | None
    """The last ply of the turn that decided the game."""
    swings: tuple[int, ...]
    """The plies that changed a chance by ten points or more."""
    rollouts: int
    title: str


class Working(Struct, frozen=True, tag="working", tag_field="type"):
    """The progress of a review. `ahead`: how many others are computed first."""

    done: int
    plies: int
    ahead: int


class Finished(Struct, frozen=True, tag="finished", tag_field="type"):
    """A review that is finished."""

    review: GameReview


ReviewMessage: TypeAlias = Working | Finished | Problem


class ChancesNow(Struct, frozen=True):
    """Each seat's chance to win in a running game; null while somebody chooses how to pay the income tax."""

    ply: int
    chances: tuple[float, ...] | None


class AskCoach(Struct, frozen=True, forbid_unknown_fields=True):
    """Ask what the coach would do, or with `judge` how good the last move was."""

    seat: SeatNumber
    judge: bool = False


class Suggestion(Struct, frozen=True):
    """A candidate action of the seat."""

    action: str
    """The first action, in notation."""
    plan: tuple[str, ...]
    """All steps, if several buildings are planned."""
    sentence: str
    reason: str
    chance: float
    error: float
    behind: float
    """The distance to the best candidate's chance."""
    behind_error: float
    chances: tuple[float, ...]
    method: str
    rollouts: int
    partner: int | None
    """The seat that must accept an offer."""
    limit: int | None
    """In an auction: the sum up to which bidding pays."""


class Advised(Struct, frozen=True, tag="advised", tag_field="type"):
    """What the coach would do, best first."""

    ply: int
    candidates: tuple[Suggestion, ...]


class Judged(Struct, frozen=True, tag="judged", tag_field="type"):
    """How good the last move was; null if it was no decision, or is not finished. `ply` is 0 before the first."""

    ply: int
    decision: Decided | None


CoachAnswer: TypeAlias = Advised | Judged | Problem
