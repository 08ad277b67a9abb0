"""Compare editions and variants: length of games, luck, value of the colours.

The same bots play each game in two ways. Equal bots show lengths and colours. One stronger bot, on each seat in turn,
shows how often skill wins.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from ventnor.batch import Batch, simulate
from ventnor.batch.bar import Progress, reporting
from ventnor.batch.setup import USUAL_HOUR
from ventnor.rulebook.edition import REGULAR, edition
from ventnor.rulebook.option import Options, house_rules
from ventnor.rulebook.setting import settings
from ventnor.study.estimate import Estimate, share
from ventnor.study.summary import Summary, plain, summarise

CAP: Final = 1500
STEP: Final = 10
KEPT: Final = ("winner", "starter", "throws", "group")


class BadComparison(ValueError):
    """Games that cannot be compared."""


@dataclass(frozen=True)
class Contender:
    """A game to be compared: an edition, and a short game of it or the regular one."""

    edition: str
    variant: str

    @classmethod
    def read(cls, text: str) -> "Contender":
        """Read a game written as `1935` or `1935/short`."""
        name, _, variant = text.partition("/")
        return cls(name, edition(name).check_variant(variant) if variant else REGULAR)

    def __str__(self) -> str:
        return f"{self.edition}/{self.variant}" if self.variant else self.edition


@dataclass(frozen=True)
class Compared:
    """One of the games, as it was played."""

    game: str
    edition: str
    variant: str
    equals: Summary
    skill: Estimate
    """Share of decided games that the stronger bot wins alone against weaker ones; even would be one in so many."""
    advantage: Estimate
    """By how much the share of wins of whoever plays first exceeds an even one."""
    lengths: tuple[int, ...]
    """Decided games by their throws, in steps of `step`; the last holds all longer ones."""
    step: int


@dataclass(frozen=True)
class Comparison:
    """All of them."""

    games: tuple[Compared, ...]
    equals: str
    strong: str
    weak: str
    players: int
    each: int
    """Games of equals, and as many of the stronger bot against the weaker ones, for each game compared."""
    seed: int
    cap: int
    hour: int
    options: dict[str, Any]
    complete: bool
    """Whether nobody interrupted it."""

    def to_json(self) -> dict[str, Any]:
        """Return the comparison as plain mappings."""
        return plain(self)


def compare(
    contenders: Sequence[str],
    games: int = 4000,
    *,
    equals: str = "tycoon",
    strong: str = "tycoon",
    weak: str = "builder",
    players: int = 4,
    options: Options | None = None,
    seed: int = 1,
    cap: int = CAP,
    hour: int = USUAL_HOUR,
    threads: int | None = None,
    compiled: bool | None = None,
    progress: Progress | bool | None = None,
) -> Comparison:
    """Play the games of each contender ("1935", "1935/short", …). Ctrl-C returns those that are complete by then."""
    wanted = [Contender.read(each) for each in contenders]
    if len(set(wanted)) < max(len(wanted), 2):
        raise BadComparison("a comparison is of two games or more, each named once")
    for each in wanted:
        figures = settings(each.edition, each.variant, house_rules(options))
        if not figures["players_min"] <= players <= figures["players_max"]:
            raise BadComparison(
                f"{each} is for {figures['players_min']} to {figures['players_max']} players, not {players}"
            )
    found: list[Compared] = []
    with reporting(progress, "Playing") as report:
        schedule = Schedule(games, options, seed, cap, hour, threads, compiled, 2 * games * len(wanted), report)
        for each in wanted:
            batch = schedule.play(each, [equals] * players, games)
            if len(batch) < games:
                break
            contest = schedule.contest(each, strong, weak, players)
            if contest.games < games:
                break
            found.append(compared(each, batch, share(contest.won, contest.decided)))
    return Comparison(
        games=tuple(found),
        equals=equals,
        strong=strong,
        weak=weak,
        players=players,
        each=games,
        seed=seed,
        cap=cap,
        hour=hour,
        options=dict(house_rules(options).to_mapping()),
        complete=len(found) == len(wanted),
    )


@dataclass(frozen=True)
class Contest:
    """Games of a stronger bot against weaker ones."""

    won: float
    decided: int
    games: int


@dataclass
class Schedule:
    """All games of a comparison, and how many are played."""

    games: int
    options: Options | None
    seed: int
    cap: int
    hour: int
    threads: int | None
    compiled: bool | None
    planned: int
    report: Progress
    played: int = 0

    def play(self, contender: Contender, bots: Sequence[str], count: int) -> Batch:
        """Play some games of a contender."""
        figures = settings(contender.edition, contender.variant, self.options)
        batch = simulate(
            count,
            bots,
            edition=contender.edition,
            variant=contender.variant,
            options=self.options,
            seed=self.seed,
            cap=self.cap,
            hour=self.hour if figures["hour"] else 0,
            keep=KEPT,
            threads=self.threads,
            compiled=self.compiled,
            progress=lambda done, _: self.report(self.played + done, self.planned),
        )
        self.played += len(batch)
        return batch

    def contest(self, contender: Contender, strong: str, weak: str, players: int) -> Contest:
        """Play one strong bot on each seat in turn, with weak ones on the others."""
        won, decided, games = 0.0, 0, 0
        for seat in range(players):
            count = self.games * (seat + 1) // players - self.games * seat // players
            batch = self.play(contender, [strong if each == seat else weak for each in range(players)], count)
            won += float(batch.wins()[seat])
            decided += batch.sums.decided
            games += len(batch)
            if len(batch) < count:
                break
        return Contest(won, decided, games)


def compared(contender: Contender, batch: Batch, skill: Estimate) -> Compared:
    """Return the figures of one of the games."""
    summary = summarise(batch)
    first = summary.places[0]
    even = 1 / batch.players
    throws = batch.throws[batch.decided]
    steps = -(-batch.recipe.cap // STEP)
    return Compared(
        game=str(contender),
        edition=contender.edition,
        variant=contender.variant,
        equals=summary,
        skill=skill,
        advantage=Estimate(first.value - even, first.low - even, first.high - even),
        lengths=tuple(int(each) for each in np.bincount(np.minimum(throws // STEP, steps), minlength=steps + 1)),
        step=STEP,
    )
