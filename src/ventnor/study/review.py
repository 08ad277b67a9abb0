"""`review`: the win chances of a recorded game, the luck of every throw and card, and the loss of every decision.

Luck is the value after a throw or card, less the exact mean over all possible throws or cards, so its mean is 0.
A decision's loss is measured against the best alternative of the seat's menu. One set of rollouts chooses the better
move and another set measures it, so that noise does not favour it. Offers that nobody made do not count.
"""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import groupby, pairwise
from math import exp
from typing import Any, Final, TypeAlias

from ventnor.action import Accept, Draw, Throw
from ventnor.batch.setup import Start, hour_of
from ventnor.dice import answers
from ventnor.event import Event, RentFellDue, TurnBegan, TurnEnded
from ventnor.kernel.codes import W_CARD, W_DICE
from ventnor.kernel.layout import State
from ventnor.kernel.legal import awaits_nature
from ventnor.notation import format_action
from ventnor.replay import Replay
from ventnor.search.lookahead import Lookahead, copy_of
from ventnor.search.values import Floats
from ventnor.study.chances import record_of, refuse_blind
from ventnor.study.facts import teller_of
from ventnor.study.judging import MEASURING, STEPS, DecisionReview, Judge, last_answers
from ventnor.value.weights import weights
from ventnor.words.sentence import Teller

Progress: TypeAlias = Callable[[int, int], None]
"""Called with the number of plies done and the number of all plies."""

VERSION: Final = 5
"""The version of reviews. It goes up when the same game and network would get another review."""
SOFTNESS: Final = 0.10
"""Accuracy is the mean of exp(-loss / SOFTNESS) over decisions."""
SWING: Final = 0.10
"""A ply that changes a seat's chance by this much is a key moment."""


@dataclass(frozen=True)
class PlyReview:
    """A line of the game with the chances after it."""

    ply: int
    turn: int
    actor: int | str
    text: str
    sentences: str
    """The events, in sentences."""
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
    turn: int | None
    """The last ply of the turn that raised the final leader's chance most."""
    swings: tuple[int, ...]
    """The plies that changed a seat's chance by at least `SWING`."""
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
        fields["swings"] = tuple(plain["swings"])
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


def accuracy_of(losses: list[float]) -> float:
    """Return how close decisions came to the best, from 0 to 100."""
    return 100.0 if not losses else 100 * sum(exp(-loss / SOFTNESS) for loss in losses) / len(losses)


def chances_at(look: Lookahead, state: State) -> Floats:
    """Return the chances in a position: the exact mean where nature answers next."""
    if awaits_nature(state):
        return chances_after_answers(look, state).mean(axis=0)
    return look.quiet_values([look.past_tax(state)])[0]


def chances_after_answers(look: Lookahead, state: State) -> Floats:
    """Return the chances after each answer of nature: a row each. A card that follows is averaged over."""
    states: list[State] = []
    counts: list[int] = []
    for each in look.outcomes(state):
        several = look.outcomes(each) if each.awaits in {W_CARD, W_DICE} else [each]
        states += several
        counts.append(len(several))
    values = look.quiet_values(states)
    found = values[: len(counts)].copy()
    at = 0
    for row, count in enumerate(counts):
        found[row] = values[at : at + count].mean(axis=0)
        at += count
    return found


@dataclass
class Reviewer:
    """Computes chances, luck and decisions along a game."""

    replay: Replay
    look: Lookahead
    teller: Teller
    judge: Judge | None = None
    """The judge of decisions; None if only chances and luck are wanted."""

    def plies(self, progress: Progress | None) -> Iterator[PlyReview]:
        """Yield every line with its chances."""
        lines, players = self.replay.lines, self.replay.players
        before = copy_of(self.replay.begin().engine.state)
        for line, game in self.replay.games():
            after = copy_of(game.engine.state)
            luck: Floats | None = None
            if isinstance(line.action, Throw | Draw) or line.actor == "nature":
                values = chances_after_answers(self.look, before)
                place = answers(before).index(line.action)  # pyright: ignore[reportArgumentType]
                luck, chances = values[place] - values.mean(axis=0), values[place]
            else:
                chances = chances_at(self.look, after)
            following = lines[line.number] if line.number < len(lines) else None
            yield PlyReview(
                ply=line.number,
                turn=after.turns,
                actor=line.actor,
                text=format_action(line.action),
                sentences=self.tell(game.log[-1].events),
                chances=tuple(map(float, chances[:players])),
                luck=None if luck is None else tuple(map(float, luck[:players])),
                decision=None if self.judge is None else self.judge.decision(line, following, before, after),
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
    decisions: bool = True,
    progress: Progress | None = None,
    bot: str = "tycoon",
    seed: int = 0,
    hour: int | str | None = None,
) -> Review:
    """Return a recorded game with the chances after every ply, the luck of nature's answers and the decisions' losses.

    Without `decisions` it judges none, which is much faster. `progress` is called after every ply. Without the compiled
    kernel the network judges alone, and slowly. Raises `ReplayDiffers` if the game breaks the rules.
    """
    heading = replay.heading
    look = Lookahead(heading.tables, hour_of(hour, heading), bot, seed)
    reviewer = Reviewer(
        replay, look, teller_of(heading), Judge(heading, look, last_answers(replay)) if decisions else None
    )
    plies = tuple(reviewer.plies(progress))
    title = f"{heading.edition} {heading.variant}".strip()
    return Review(
        seats=tuple(seat_review(plies, seat, reviewer.teller.seat(seat)) for seat in range(replay.players)),
        plies=plies,
        luckiest=strongest((each.ply, each.luck) for each in plies if each.luck is not None),
        deal=strongest(deal_changes(plies)),
        turn=deciding_turn(plies),
        swings=swings(plies),
        rollouts=MEASURING if look.built and decisions else 0,
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


def deciding_turn(plies: tuple[PlyReview, ...]) -> int | None:
    """Return the last ply of the turn that raised the chance of the winner, or of the leader, most."""
    if not plies:
        return None
    final = plies[-1].chances
    seat = final.index(max(final))
    ends = [list(each)[-1] for _, each in groupby(plies, key=lambda ply: ply.turn)]
    gains = [(now.chances[seat] - before.chances[seat], -now.ply) for before, now in pairwise(ends)]
    return -max(gains)[1] if gains else plies[-1].ply


def swings(plies: tuple[PlyReview, ...]) -> tuple[int, ...]:
    """Return the plies that changed a seat's chance by at least `SWING`."""
    return tuple(
        now.ply
        for before, now in pairwise(plies)
        if max(abs(new - old) for new, old in zip(now.chances, before.chances, strict=True)) >= SWING
    )


def position_chances(position: Start, *, hour: int | str | None = None) -> tuple[float, ...]:
    """Return each seat's chance by the network, as a review shows it. Raises `BlindChoice` and `BadPosition`."""
    heading, state = record_of(position)
    refuse_blind(state)
    look = Lookahead(heading.tables, hour_of(hour, heading))
    return tuple(map(float, chances_at(look, state)[: state.players]))


def judge_ply(replay: Replay, ply: int, *, hour: int | str | None = None) -> DecisionReview | None:
    """Return how good the decision of one ply was; None where it is none, or where its run of steps goes on."""
    look = Lookahead(replay.heading.tables, hour_of(hour, replay.heading))
    judge = Judge(replay.heading, look, last_answers(replay))
    first = ply
    while first > 1 and is_step_of(replay, first - 1, replay.lines[ply - 1].actor):
        first -= 1
    before = copy_of(replay.begin().engine.state)
    for line, game in replay.games():
        after = copy_of(game.engine.state)
        if line.number >= first:
            following = replay.lines[line.number] if line.number < len(replay) else None
            found = judge.decision(line, following, before, after)
            if line.number == ply:
                return found
        before = after
    return None


def is_step_of(replay: Replay, ply: int, actor: int | str) -> bool:
    """Return whether a ply is one of the steps of this actor that are judged together."""
    line = replay.lines[ply - 1]
    return line.actor == actor and isinstance(line.action, STEPS)


def fingerprint() -> str:
    """Return a digest of the version of reviews and the network's weights."""
    return f"{VERSION}-{sha256(weights().tobytes()).hexdigest()[:16]}"
