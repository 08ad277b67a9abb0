"""`advise`: what a seat can do, ranked by its chance to win, each with a reason made of facts.

The network looks at every option. The best few are then refined by truncated rollouts that share their dice, so that
the differences between them are known better than the chances themselves.
"""

import time
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from ventnor.action import Action, Done
from ventnor.batch.setup import Start, hour_of
from ventnor.kernel.codes import P_OVER, W_THROW
from ventnor.kernel.layout import State
from ventnor.kernel.legal import awaits_nature
from ventnor.notation import format_action
from ventnor.notation.position import Heading
from ventnor.search.alternatives import Alternative, alternatives_of, network_chances
from ventnor.search.deals import deals_of
from ventnor.search.lookahead import Lookahead
from ventnor.search.values import Floats
from ventnor.study.chances import (
    BLOCK,
    LEAF_ERROR,
    NETWORK_ERROR,
    BadRequest,
    Method,
    model_error,
    record_of,
    refuse_blind,
)
from ventnor.study.facts import Facts

BEST_ACTIONS: Final = 5
"""The number of menu options refined by rollouts."""
BEST_DEALS: Final = 3
"""The number of offers refined by rollouts."""
LEAST_ROLLOUTS: Final = 36
"""Rollouts come in sets of 36: one for each first throw."""


class NothingToDecide(ValueError):
    """The seat has nothing to decide in this position."""

    def __init__(self, seat: int | None, why: str) -> None:
        super().__init__(why if seat is None else f"seat {seat} has nothing to decide: {why}")
        self.seat = seat
        self.why = why


@dataclass(frozen=True)
class Candidate:
    """One option of the seat."""

    plan: tuple[Action, ...]
    """The actions, in order: one, or several buildings."""
    sentence: str
    reason: str
    chance: float
    """The seat's chance to win, if all go on as the same bot; for an offer, once it is accepted."""
    error: float
    """Its standard error."""
    behind: float
    """The distance to the chance of the best candidate."""
    behind_error: float
    """The standard error of that difference; the rollouts share their dice, so it is smaller than `error`."""
    chances: tuple[float, ...]
    """The chances of all seats."""
    method: Method
    rollouts: int
    partner: int | None = None
    """The seat that must accept an offer."""
    limit: int | None = None
    """In an auction: the sum up to which bidding pays."""

    @property
    def action(self) -> Action:
        """Return the first action."""
        return self.plan[0]

    @property
    def text(self) -> str:
        """Return the action in notation, as it can be typed."""
        return format_action(self.action)

    def to_json(self) -> dict[str, Any]:
        """Return the candidate as a plain mapping."""
        return {
            "action": self.text,
            "plan": [format_action(each) for each in self.plan],
            "sentence": self.sentence,
            "reason": self.reason,
            "chance": round(self.chance, 5),
            "error": round(self.error, 5),
            "behind": round(self.behind, 5),
            "behind_error": round(self.behind_error, 5),
            "chances": [round(each, 5) for each in self.chances],
            "method": self.method,
            "rollouts": self.rollouts,
            "partner": self.partner,
            "limit": self.limit,
        }


@dataclass(frozen=True)
class Advice:
    """What a seat can do, best first."""

    seat: int
    candidates: tuple[Candidate, ...]
    chances: tuple[float, ...]
    """The chances of all seats before anything is done, by the network."""

    @property
    def best(self) -> Candidate:
        """Return the best candidate."""
        return self.candidates[0]

    def to_json(self) -> dict[str, Any]:
        """Return the advice as a plain mapping."""
        return {
            "seat": self.seat,
            "chances": [round(each, 5) for each in self.chances],
            "candidates": [each.to_json() for each in self.candidates],
        }


class Weighing:
    """Options of one decision with their values: by the network, then refined."""

    def __init__(self, look: Lookahead, state: State, seat: int, options: list[Alternative]) -> None:
        self.look = look
        self.state = state
        self.seat = seat
        self.options = options
        self.deals = state.awaits != W_THROW
        """Before a throw nobody is expected to deal: bots would make the same deal a throw later."""
        self.network = network_chances(look, state, options, seat)
        self.rows: dict[int, list[Floats]] = {}
        """By option: the means of 36 rollouts each."""
        self.first = 0

    def own(self, index: int) -> float:
        """Return the seat's chance after an option, by the network."""
        return float(self.network[index][self.seat])

    def best_few(self) -> list[int]:
        """Return the options to refine: the best of the menu, the best offers, and doing nothing."""
        order = sorted(range(len(self.options)), key=lambda index: -self.own(index))
        menu = [index for index in order if self.options[index].partner is None]
        deals = [index for index in order if self.options[index].partner is not None]
        idle = [index for index in menu[BEST_ACTIONS:] if self.options[index].is_nothing]
        return [*menu[:BEST_ACTIONS], *idle, *deals[:BEST_DEALS]]

    def refine(self, chosen: list[int], count: int) -> None:
        """Add rollouts to each of these options, with the same dice."""
        for index in chosen:
            found = self.look.roll_out(self.options[index].state, self.first, count, deals=self.deals)
            self.rows.setdefault(index, []).append(found)
        self.first += count

    def sets(self, index: int) -> Floats:
        """Return the means of each 36 rollouts of an option: a row each."""
        return np.concatenate(self.rows[index])

    def chances(self, index: int) -> Floats:
        """Return the best estimate of all seats' chances after an option."""
        if index in self.rows:
            return self.sets(index).mean(axis=0)
        if not self.rows:
            return self.network[index]
        # The network's difference to a refined option, added to that option's rollouts.
        near = min(self.rows, key=lambda other: abs(self.own(other) - self.own(index)))
        found = np.clip(self.sets(near).mean(axis=0) + self.network[index] - self.network[near], 0, None)
        return found / found.sum()

    def is_worth_trying(self, index: int) -> bool:
        """Return whether an option may be advised. By rollouts an offer must leave both sides better than nothing."""
        partner = self.options[index].partner
        if partner is None or not self.rows:
            return True
        idle = next((other for other in self.rows if self.options[other].is_nothing), None)
        if index not in self.rows or idle is None:
            return index in self.rows
        gain = (self.sets(index) - self.sets(idle)).mean(axis=0)
        return bool(gain[self.seat] > 0 and gain[partner] > 0)

    def error(self, index: int) -> float:
        """Return the standard error of the seat's chance."""
        chances = self.chances(index)
        if index not in self.rows:
            return float(model_error(chances, NETWORK_ERROR)[self.seat])
        model = float(model_error(chances, LEAF_ERROR)[self.seat])
        return float(np.hypot(spread(self.sets(index)[:, self.seat]), model))

    def difference(self, better: int, worse: int) -> tuple[float, float]:
        """Return how much better one option is than another for the seat, and the standard error of that."""
        if better == worse:
            return 0.0, 0.0
        gap = float(self.chances(better)[self.seat] - self.chances(worse)[self.seat])
        if better in self.rows and worse in self.rows:
            return gap, spread((self.sets(better) - self.sets(worse))[:, self.seat])
        return gap, float(np.hypot(self.error(better), self.error(worse)))


def spread(rows: Floats) -> float:
    """Return the standard error of the mean of rows; 0.5 for a single row, whose error is unknown."""
    return float(rows.std(ddof=1) / np.sqrt(len(rows))) if len(rows) > 1 else 0.5


def advise(
    position: Start,
    seat: int | None = None,
    *,
    seconds: float | None = None,
    rollouts: int | None = None,
    bot: str = "tycoon",
    seed: int = 0,
    hour: int | str | None = None,
) -> Advice:
    """Return what a seat can do in a game or a position, ranked by its chance to win.

    `seat`: by default the one that the game waits for. `seconds`: the time limit of rollouts, by default 1. For the
    same advice every time, give `rollouts` instead: so many for each of the best few.
    Nothing waits for the compiled kernel: without it the network advises alone. Raises `NothingToDecide`,
    `BlindChoice`, `BadPosition` and `BadRequest`.
    """
    if seconds is not None and rollouts is not None:
        raise BadRequest("give seconds or rollouts, not both")
    if rollouts is not None and rollouts < 0:
        raise BadRequest(f"rollouts is a number that is not negative, not {rollouts}")
    heading, state = record_of(position)
    who = decider(state, seat)
    look = Lookahead(heading.tables, hour_of(hour, heading), bot, seed)
    now = look.quiet_values([state], business=state.awaits != W_THROW)[0]
    options = alternatives_of(look, state, who)
    options += deals_of(look, state, who, look.value(state, deals=False))
    if all(isinstance(each.action, Done) for each in options):
        raise NothingToDecide(who, "the rules leave it no choice now")
    weighing = Weighing(look, state, who, options)
    if look.built:
        spend(weighing, 1.0 if seconds is None else seconds, rollouts)
    return advice_of(heading, weighing, now)


def decider(state: State, seat: int | None) -> int:
    """Return the seat to advise. Raises `NothingToDecide`, `BlindChoice` and `BadRequest`."""
    if state.phase == P_OVER:
        raise NothingToDecide(None, "the game is over")
    refuse_blind(state)
    if awaits_nature(state):
        raise NothingToDecide(None, "the game waits for the dice or a card")
    who = state.awaited if seat is None else seat
    if not 0 <= who < state.players:
        raise BadRequest(f"there are seats 0 to {state.players - 1}, not {seat}")
    if state.out[who]:
        raise NothingToDecide(who, "it has retired")
    return who


def spend(weighing: Weighing, seconds: float, rollouts: int | None) -> None:
    """Refine the best few until the time or the rollouts are used up."""
    chosen = weighing.best_few()
    if rollouts is not None:
        count = -(-rollouts // LEAST_ROLLOUTS) * LEAST_ROLLOUTS
        if count:
            weighing.refine(chosen, count)
        return
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        weighing.refine(chosen, BLOCK)


def advice_of(heading: Heading, weighing: Weighing, now: Floats) -> Advice:
    """Return the options in order, in words."""
    seat, players = weighing.seat, weighing.state.players
    tried = filter(weighing.is_worth_trying, range(len(weighing.options)))
    order = sorted(tried, key=lambda index: -float(weighing.chances(index)[seat]))
    facts = Facts(heading, weighing.state, seat)
    found: list[Candidate] = []
    for index in order:
        option, chances = weighing.options[index], weighing.chances(index)
        behind, behind_error = weighing.difference(order[0], index)
        found.append(
            Candidate(
                plan=option.plan,
                sentence=facts.sentence(option.plan),
                reason=facts.reason(option, weighing.network[index] - now),
                chance=float(chances[seat]),
                error=weighing.error(index),
                behind=behind,
                behind_error=behind_error,
                chances=tuple(map(float, chances[:players])),
                method="truncated" if index in weighing.rows else "network",
                rollouts=36 * len(weighing.sets(index)) if index in weighing.rows else 0,
                partner=option.partner,
                limit=option.limit,
            )
        )
    return Advice(seat, tuple(found), tuple(map(float, now[:players])))
