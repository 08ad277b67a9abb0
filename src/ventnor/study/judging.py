"""How good a decision was: its loss against the best alternative of the seat's menu.

One set of rollouts chooses the better move and another set measures it, so that noise does not favour it. Offers that
nobody made do not count. Houses and mortgages that a seat does in a row are judged together. Of a seat's answers in an
auction only the last one is judged: a low bid loses nothing while the seat can still raise it. An answer to a question
is compared with the other answers only: what the seat could have built is judged where it throws or ends its turn.
"""

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from ventnor.action import (
    Accept,
    Action,
    AskRent,
    Bid,
    Build,
    Buy,
    Counter,
    Decline,
    EndTurn,
    Lift,
    Mortgage,
    Offer,
    Pass,
    Reject,
    Resign,
    Roll,
    Sell,
    SellGroup,
    Tax,
)
from ventnor.kernel.codes import W_BID, W_TAX
from ventnor.kernel.layout import State
from ventnor.log import AUTO
from ventnor.notation import format_action
from ventnor.notation.position import Heading
from ventnor.replay import Line, Replay
from ventnor.search.alternatives import Alternative, alternatives_of
from ventnor.search.deals import accepted_option, partner_of
from ventnor.search.lookahead import Lookahead, copy_of
from ventnor.study.advice import Weighing, spread
from ventnor.study.facts import Facts

Mark: TypeAlias = Literal["", "inaccuracy", "mistake", "blunder"]

MARKS: Final[tuple[tuple[float, Mark], ...]] = ((0.10, "blunder"), (0.05, "mistake"), (0.02, "inaccuracy"))
"""The least loss, as a part of 1, for each mark."""
SURE: Final = 2.0
"""A loss is marked only if it is this many times its standard error."""
DOUBTFUL: Final = 0.005
"""A decision is examined further only if the network puts it at least this far below the best."""
CHOOSING: Final = 144
MEASURING: Final = 288
"""Rollouts of each move: to choose the better one, and to measure the difference."""
RIVALS: Final = 3
"""The number of alternatives rolled out beside the move played."""

STEPS: Final = (Build, Sell, SellGroup, Mortgage, Lift)
"""Actions that are judged together when one seat does several in a row."""
QUESTIONS: Final = ((Buy, Decline), (Accept, Reject, Counter))
"""Answers that are compared with each other only."""
UNJUDGED: Final = (Tax, Resign, AskRent)
"""§tax.income: the choice is blind. Asking for rent and giving up are no questions of skill."""


@dataclass(frozen=True)
class DecisionReview:
    """How good a decision was."""

    seat: int
    text: str
    loss: float
    """How much the chance to win fell below that of the better move; 0 where none was found."""
    error: float
    """Its standard error."""
    mark: Mark = ""
    better: str = ""
    """The better move in notation."""
    sentence: str = ""
    reason: str = ""


def last_answers(replay: Replay) -> frozenset[int]:
    """Return the plies by which each seat gave its last answer in each auction."""
    found: dict[tuple[int, int], int] = {}
    auctions, block = 0, (0, 0)
    before = copy_of(replay.begin().engine.state)
    for line, game in replay.games():
        if before.awaits == W_BID:
            frame = before.frames[before.depth - 1]
            if block != (frame.stage, frame.space):
                auctions, block = auctions + 1, (int(frame.stage), int(frame.space))
            if isinstance(line.actor, int) and isinstance(line.action, Bid | Pass):
                found[auctions, line.actor] = line.number
        elif isinstance(line.action, Roll):
            block = 0, 0
        before = copy_of(game.engine.state)
    return frozenset(found.values())


def is_rival(played: Action, other: Action) -> bool:
    """Return whether an action answers the same question as the one played."""
    if isinstance(played, Bid):
        return isinstance(other, Pass)
    if isinstance(played, Pass):
        return isinstance(other, Bid)
    return all(isinstance(other, answers) for answers in QUESTIONS if isinstance(played, answers))


def mark_of(loss: float, error: float) -> Mark:
    """Return the mark of a loss."""
    if loss < SURE * error:
        return ""
    for least, mark in MARKS:
        if loss >= least:
            return mark
    return ""


@dataclass
class Judge:
    """Judges the decisions of one game, in order."""

    heading: Heading
    look: Lookahead
    last: frozenset[int]
    """The last answers of seats in auctions, by ply."""
    run: list[Action] = field(default_factory=list[Action])
    """Steps of one seat in a row, not judged yet."""
    run_start: State | None = None
    judged: tuple[int, int] | None = None
    """Seat and wait of the last judged run: a roll right after it is not judged again."""

    def judge(self, before: State, seat: int, plan: tuple[Action, ...], after: State) -> DecisionReview:
        """Return how good a decision was."""
        look = self.look
        *_, last = plan
        text = "; ".join(map(format_action, plan))
        options = [
            each for each in alternatives_of(look, before, seat) if each.plan != plan and is_rival(last, each.action)
        ]
        played = Alternative(plan, after)
        if isinstance(last, Offer | Counter):
            # An offer is judged by the deal that it proposes, and has no loss if the deal cannot come about.
            played = accepted_option(look, before, seat, last, partner_of(before, last)) or played
            options = [Alternative(plan, before), *(each for each in options if each.is_nothing)]
        elif isinstance(last, Accept):
            played = Alternative(plan, look.past_mortgages(after))
        weighing = Weighing(look, before, seat, [played, *options])
        rivals = sorted(range(1, len(weighing.options)), key=lambda index: -weighing.own(index))[:RIVALS]
        if not rivals or weighing.own(rivals[0]) - weighing.own(0) < DOUBTFUL:
            return DecisionReview(seat, text, 0.0, 0.0)
        best, loss, error = self.measure(weighing, rivals)
        mark = mark_of(loss, error)
        if not mark:
            return DecisionReview(seat, text, max(loss, 0.0), error)
        better = weighing.options[best]
        facts = Facts(self.heading, before, seat)
        is_kept = better.plan == plan
        return DecisionReview(
            seat,
            text,
            loss,
            error,
            mark,
            "" if is_kept else "; ".join(map(format_action, better.plan)),
            "Make no such offer." if is_kept else facts.sentence(better.plan),
            facts.reason(better, weighing.network[best] - weighing.network[0]),
        )

    def measure(self, weighing: Weighing, rivals: list[int]) -> tuple[int, float, float]:
        """Return the best rival of the move played (number 0), how much better it is, and the standard error."""
        if not self.look.built:
            return rivals[0], weighing.own(rivals[0]) - weighing.own(0), 0.0
        weighing.refine([0, *rivals], CHOOSING)
        best = max(rivals, key=lambda index: float(weighing.chances(index)[weighing.seat]))
        first, seat = weighing.first, weighing.seat
        gaps = (
            self.look.roll_out(weighing.options[best].state, first, MEASURING, deals=weighing.deals)[:, seat]
            - self.look.roll_out(weighing.options[0].state, first, MEASURING, deals=weighing.deals)[:, seat]
        )
        return best, float(gaps.mean()), spread(gaps)

    def decision(self, line: Line, following: Line | None, before: State, after: State) -> DecisionReview | None:
        """Return the review of a line, None where it is no decision or where the run of steps goes on."""
        seat, action = line.actor, line.action
        if not isinstance(seat, int) or line.cause == AUTO or isinstance(action, UNJUDGED) or before.awaits == W_TAX:
            return None
        if isinstance(action, Bid | Pass) and line.number not in self.last:
            return None
        if not isinstance(action, STEPS):
            judged, self.judged = self.judged, None
            if judged == (seat, before.awaits) and isinstance(action, Roll | EndTurn):
                return None
            return self.judge(before, seat, (action,), after)
        if self.run_start is None:
            self.run_start = before
        self.run.append(action)
        if following is not None and following.actor == seat and isinstance(following.action, STEPS):
            return None
        start, plan = self.run_start, tuple(self.run)
        self.run, self.run_start = [], None
        self.judged = (seat, after.awaits)
        return self.judge(start, seat, plan, after)
