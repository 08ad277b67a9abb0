"""`review`: the win chances of a recorded game, the luck of every throw and card, and the loss of every decision.

Luck is the value after a throw or card, less the exact mean over all possible throws or cards, so its mean is 0.
A decision's loss is measured against the best alternative of the seat's menu. One set of rollouts chooses the better
move and another set measures it, so that chance does not flatter it. Offers that nobody made do not count.
"""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from math import exp
from typing import Any, Final, Literal, TypeAlias

from ventnor.action import (
    Accept,
    Action,
    AskRent,
    Build,
    Counter,
    Draw,
    EndTurn,
    Lift,
    Mortgage,
    Offer,
    Resign,
    Roll,
    Sell,
    SellGroup,
    Tax,
    Throw,
)
from ventnor.batch.setup import hour_of
from ventnor.dice import answers
from ventnor.event import Event, RentFellDue, TurnBegan, TurnEnded
from ventnor.kernel.codes import W_CARD, W_DICE, W_TAX
from ventnor.kernel.layout import State
from ventnor.kernel.legal import awaits_nature
from ventnor.log import AUTO
from ventnor.notation import format_action
from ventnor.replay import Line, Replay
from ventnor.study.advice import Weighing, spread
from ventnor.study.alternatives import Alternative, alternatives_of
from ventnor.study.chances import Floats
from ventnor.study.deals import accepted_option, partner_of
from ventnor.study.facts import Facts, teller_of
from ventnor.study.lookahead import Lookahead, copy_of
from ventnor.words.sentence import Teller

Mark: TypeAlias = Literal["", "inaccuracy", "mistake", "blunder"]
Progress: TypeAlias = Callable[[int, int], None]
"""Called with the plies done so far, and with all."""

MARKS: Final[tuple[tuple[float, Mark], ...]] = ((0.10, "blunder"), (0.05, "mistake"), (0.02, "inaccuracy"))
"""The least loss, as a part of 1, for each mark. This is the only place that says so."""
SURE: Final = 2.0
"""A loss is marked only if it is this many times its standard error."""
DOUBTFUL: Final = 0.005
"""A decision is examined further only if the network puts it at least this far below the best."""
SOFTNESS: Final = 0.10
"""Accuracy is the mean of exp(-loss / SOFTNESS) over decisions."""
CHOOSING: Final = 144
MEASURING: Final = 288
"""Rollouts of each move: to choose the better one, and to measure the difference."""
RIVALS: Final = 3
"""How many alternatives are rolled out beside the move that was played."""

STEPS: Final = (Build, Sell, SellGroup, Mortgage, Lift)
"""Actions that are judged together when one seat does several in a row."""
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


@dataclass(frozen=True)
class PlyReview:
    """A line of the game with the chances after it."""

    ply: int
    turn: int
    actor: int | str
    text: str
    sentences: str
    """What happened, in sentences."""
    chances: tuple[float, ...]
    luck: tuple[float, ...] | None = None
    """By seat, where nature answered."""
    decision: DecisionReview | None = None


@dataclass(frozen=True)
class SeatReview:
    """The sums of one player."""

    seat: int
    name: str
    luck: float
    skill: float
    """Minus all losses."""
    accuracy: float
    """From 0 to 100; 100 for a player without losses."""
    decisions: int
    inaccuracies: int
    mistakes: int
    blunders: int


@dataclass(frozen=True)
class Review:
    """A recorded game with its chances, luck and losses."""

    seats: tuple[SeatReview, ...]
    plies: tuple[PlyReview, ...]
    luckiest: int | None
    """The ply of the throw or card that changed the chances most."""
    deal: int | None
    """The ply of the deal that changed them most."""
    rollouts: int
    """Rollouts behind each measured loss; 0 where the network measured alone."""
    title: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the review as a plain mapping."""
        plain: dict[str, Any] = rounded(asdict(self))
        return plain

    @classmethod
    def from_json(cls, plain: dict[str, Any]) -> "Review":
        """Return the review that `to_json` wrote."""
        fields = dict(plain)
        fields["seats"] = tuple(SeatReview(**each) for each in plain["seats"])
        fields["plies"] = tuple(ply_from_json(each) for each in plain["plies"])
        return cls(**fields)

    def marked(self) -> Iterator[tuple[PlyReview, DecisionReview]]:
        """Yield the decisions that have a mark, in order."""
        for each in self.plies:
            if each.decision is not None and each.decision.mark:
                yield each, each.decision


def ply_from_json(plain: dict[str, Any]) -> PlyReview:
    """Return a line of a review that `to_json` wrote."""
    fields = dict(plain)
    fields["chances"] = tuple(plain["chances"])
    if plain["luck"] is not None:
        fields["luck"] = tuple(plain["luck"])
    if plain["decision"] is not None:
        fields["decision"] = DecisionReview(**plain["decision"])
    return PlyReview(**fields)


def rounded(value: Any) -> Any:
    """Return a plain value with numbers of five digits."""
    if isinstance(value, float):
        return round(value, 5)
    if isinstance(value, dict):
        return {key: rounded(each) for key, each in value.items()}  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, list | tuple):
        return [rounded(each) for each in value]  # pyright: ignore[reportUnknownVariableType]
    return value


def mark_of(loss: float, error: float) -> Mark:
    """Return what a loss is called."""
    if loss < SURE * error:
        return ""
    for least, mark in MARKS:
        if loss >= least:
            return mark
    return ""


def accuracy_of(losses: list[float]) -> float:
    """Return how close decisions came to the best, from 0 to 100."""
    return 100.0 if not losses else 100 * sum(exp(-loss / SOFTNESS) for loss in losses) / len(losses)


@dataclass
class Reviewer:
    """Goes through a game."""

    replay: Replay
    look: Lookahead
    teller: Teller
    run: list[Action] = field(default_factory=list[Action])
    """Steps of one seat in a row, not judged yet."""
    run_start: State | None = None
    judged: tuple[int, int] | None = None
    """Seat and wait of the last judged run: rolling right after it is no decision of its own."""

    # --- values -------------------------------------------------------------------------------------------------------
    def value(self, state: State) -> Floats:
        """Return the chances in a position: the exact mean where nature answers next."""
        if awaits_nature(state):
            return self.answer_values(state).mean(axis=0)
        return self.look.quiet_values([self.look.past_tax(state)])[0]

    def answer_values(self, state: State) -> Floats:
        """Return the chances after each answer of nature: a row each. A card that follows is averaged over."""
        states: list[State] = []
        counts: list[int] = []
        for each in self.look.outcomes(state):
            several = self.look.outcomes(each) if each.awaits in {W_CARD, W_DICE} else [each]
            states += several
            counts.append(len(several))
        values = self.look.quiet_values(states)
        found = values[: len(counts)].copy()
        at = 0
        for row, count in enumerate(counts):
            found[row] = values[at : at + count].mean(axis=0)
            at += count
        return found

    # --- decisions ----------------------------------------------------------------------------------------------------
    def judge(self, before: State, seat: int, plan: tuple[Action, ...], after: State) -> DecisionReview:
        """Return how good a decision was."""
        look = self.look
        *_, last = plan
        text = "; ".join(map(format_action, plan))
        options = [each for each in alternatives_of(look, before, seat) if each.plan != plan]
        played = Alternative(plan, after)
        if isinstance(last, Offer | Counter):
            # An offer is as good as the deal that it proposes, and harmless where that cannot come about.
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
        facts = Facts(self.replay.heading, before, seat)
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
            self.look.roll_out(weighing.options[best].state, first, MEASURING)[:, seat]
            - self.look.roll_out(weighing.options[0].state, first, MEASURING)[:, seat]
        )
        return best, float(gaps.mean()), spread(gaps)

    def decision(self, line: Line, following: Line | None, before: State, after: State) -> DecisionReview | None:
        """Return the review of a line, None where it is no decision or where the run of steps goes on."""
        seat, action = line.actor, line.action
        if not isinstance(seat, int) or line.cause == AUTO or isinstance(action, UNJUDGED) or before.awaits == W_TAX:
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

    # --- the game -----------------------------------------------------------------------------------------------------
    def plies(self, progress: Progress | None) -> Iterator[PlyReview]:
        """Yield every line with its chances."""
        lines, players = self.replay.lines, self.replay.players
        before = copy_of(self.replay.begin().engine.state)
        for line, game in self.replay.games():
            after = copy_of(game.engine.state)
            luck: Floats | None = None
            if isinstance(line.action, Throw | Draw) or line.actor == "nature":
                values = self.answer_values(before)
                place = answers(before).index(line.action)  # pyright: ignore[reportArgumentType]
                luck, chances = values[place] - values.mean(axis=0), values[place]
            else:
                chances = self.value(after)
            following = lines[line.number] if line.number < len(lines) else None
            yield PlyReview(
                ply=line.number,
                turn=after.turns,
                actor=line.actor,
                text=format_action(line.action),
                sentences=self.tell(game.log[-1].events),
                chances=tuple(map(float, chances[:players])),
                luck=None if luck is None else tuple(map(float, luck[:players])),
                decision=self.decision(line, following, before, after),
            )
            before = after
            if progress is not None:
                progress(line.number, len(lines))

    def tell(self, events: tuple[Event, ...]) -> str:
        """Return what happened, without the events that the action implies."""
        shown = (each for each in events if not isinstance(each, TurnBegan | TurnEnded | RentFellDue))
        return " ".join(self.teller.event(each.to_json()) for each in shown)


def review(
    replay: Replay,
    *,
    progress: Progress | None = None,
    bot: str = "tycoon",
    seed: int = 0,
    hour: int | str | None = None,
) -> Review:
    """Return a recorded game with the chances after every ply, the luck of nature's answers and the decisions' losses.

    `progress` is called after every ply. Without the compiled kernel the network judges alone, and slowly. Raises
    `ReplayDiffers` where the game is not by the rules.
    """
    heading = replay.heading
    look = Lookahead(heading.tables, hour_of(hour, heading), bot, seed)
    reviewer = Reviewer(replay, look, teller_of(heading))
    plies = tuple(reviewer.plies(progress))
    title = f"{heading.edition} {heading.variant}".strip()
    return Review(
        seats=tuple(seat_review(plies, seat, reviewer.teller.seat(seat)) for seat in range(replay.players)),
        plies=plies,
        luckiest=strongest((each.ply, each.luck) for each in plies if each.luck is not None),
        deal=strongest(deal_changes(plies)),
        rollouts=MEASURING if look.built else 0,
        title=title,
    )


def seat_review(plies: tuple[PlyReview, ...], seat: int, name: str) -> SeatReview:
    """Return the sums of one seat."""
    decisions = [each.decision for each in plies if each.decision is not None and each.decision.seat == seat]
    marks = [each.mark for each in decisions]
    losses = [each.loss for each in decisions]
    return SeatReview(
        seat=seat,
        name=name,
        luck=sum(each.luck[seat] for each in plies if each.luck is not None),
        skill=-sum(losses),
        accuracy=accuracy_of(losses),
        decisions=len(decisions),
        inaccuracies=marks.count("inaccuracy"),
        mistakes=marks.count("mistake"),
        blunders=marks.count("blunder"),
    )


def deal_changes(plies: tuple[PlyReview, ...]) -> Iterator[tuple[int, tuple[float, ...]]]:
    """Yield the plies by which deals were made, with what they did to the chances."""
    for before, each in pairwise(plies):
        if each.text.startswith(Accept.name):
            yield each.ply, tuple(now - then for now, then in zip(each.chances, before.chances, strict=True))


def strongest(changes: Iterator[tuple[int, tuple[float, ...]]]) -> int | None:
    """Return the ply that changed a seat's chance most, None if there is none."""
    found = [(max(map(abs, change)), -ply) for ply, change in changes]
    return -max(found)[1] if found else None
