"""Compare editions, variants, house rules and bots: length of games, luck, value of the colours.

Each game is played in two ways. Equal bots show lengths and colours. One stronger bot, on each seat in turn, shows how
often skill wins. All games have the same seeds, so each is paired with the first: `Compared.differences`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from ventnor.batch import Batch, simulate
from ventnor.batch.bar import Progress, reporting
from ventnor.batch.setup import CAP, USUAL_HOUR
from ventnor.rulebook.option import Options, house_rules
from ventnor.rulebook.setting import settings
from ventnor.study.contender import Contender, read_contenders
from ventnor.study.difference import PairedDifference, Ratio, differences, ratios_of, sentence
from ventnor.study.estimate import Estimate, share
from ventnor.study.summary import Summary, plain, summarise

STEP: Final = 10
KEPT: Final = ("winner", "starter", "throws", "group", "auctions", "deals", "bankruptcies")


@dataclass(frozen=True)
class Compared:
    """One of the games, as it was played."""

    game: str
    edition: str
    variant: str
    options: dict[str, Any]
    bots: tuple[str, ...]
    """The bots that it names; empty: the comparison's."""
    equals: Summary
    skill: Estimate
    """Share of decided games that the stronger bot wins alone against weaker ones; even would be one in so many."""
    advantage: Estimate
    """How far the first player's share of wins exceeds an even share."""
    lengths: tuple[int, ...]
    """Decided games by their throws, in steps of `step`; the last holds all longer ones."""
    step: int
    differences: tuple[PairedDifference, ...] = ()
    """Each figure less that of the first game, with 99 % intervals; empty for the first."""
    sentence: str = ""
    """The differences in a sentence."""


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
    """Whether all games were played, without an interruption."""

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
    players: int | None = None,
    options: Options | None = None,
    seed: int = 1,
    cap: int = CAP,
    hour: int = USUAL_HOUR,
    threads: int | None = None,
    on: str | None = None,
    compiled: bool | None = None,
    progress: Progress | bool | None = None,
) -> Comparison:
    """Play the games of each contender and compare them with the first. Ctrl-C returns those that are complete by then.

    A contender is written `EDITION[/VARIANT][+RULE=VALUE...][:BOT,...]`: "1935/short", "official+rounds=30",
    "official:builder". `options` are house rules of all of them. With one bot, a contender plays that in place of
    `equals` and `strong`. With a bot for each seat, the first of them counts as the stronger one.
    """
    wanted, seats = read_contenders(contenders, house_rules(options), players)
    found: list[Compared] = []
    first: dict[str, Ratio] = {}
    with reporting(progress, "Playing") as report:
        schedule = Schedule(games, seed, cap, hour, threads, on, compiled, 2 * games * len(wanted), report)
        for each in wanted:
            batch = schedule.play(each, each.lineup(equals, seats), games)
            if len(batch) < games:
                break
            contest = schedule.contest(each, each.contest(strong, weak, seats))
            if sum(map(len, contest)) < games:
                break
            ratios = ratios_of(batch, contest, range(seats))
            by = differences(first, ratios) if found else ()
            first = first or ratios
            found.append(compared(each, batch, contest, by, wanted[0].name))
    return Comparison(
        games=tuple(found),
        equals=equals,
        strong=strong,
        weak=weak,
        players=seats,
        each=games,
        seed=seed,
        cap=cap,
        hour=hour,
        options=dict(house_rules(options).to_mapping()),
        complete=len(found) == len(wanted),
    )


@dataclass
class Schedule:
    """All games of a comparison, and how many are played."""

    games: int
    seed: int
    cap: int
    hour: int
    threads: int | None
    on: str | None
    compiled: bool | None
    planned: int
    report: Progress
    played: int = 0

    def play(self, contender: Contender, bots: Sequence[str], count: int, first: int = 0) -> Batch:
        """Play some games of a contender."""
        figures = settings(contender.edition, contender.variant, contender.options)
        batch = simulate(
            count,
            bots,
            edition=contender.edition,
            variant=contender.variant,
            options=contender.options,
            seed=self.seed,
            first=first,
            cap=self.cap,
            hour=self.hour if figures["hour"] else 0,
            keep=KEPT,
            threads=self.threads,
            on=self.on,
            compiled=self.compiled,
            progress=lambda done, _: self.report(self.played + done, self.planned),
        )
        self.played += len(batch)
        return batch

    def contest(self, contender: Contender, bots: Sequence[str]) -> list[Batch]:
        """Play the first of the bots on each seat in turn, with the others after it."""
        found: list[Batch] = []
        seats = len(bots)
        for seat in range(seats):
            start, end = (self.games * each // seats for each in (seat, seat + 1))
            lineup = [*bots[seats - seat :], *bots[: seats - seat]]
            found.append(self.play(contender, lineup, end - start, start))
            if len(found[-1]) < end - start:
                break
        return found


def compared(
    contender: Contender, batch: Batch, contest: Sequence[Batch], by: tuple[PairedDifference, ...], first: str
) -> Compared:
    """Return the figures of one of the games."""
    summary = summarise(batch)
    playing_first = summary.places[0]
    even = 1 / batch.players
    throws = batch.throws[batch.decided]
    steps = -(-batch.recipe.cap // STEP)
    won = sum(float(games.wins()[seat]) for seat, games in enumerate(contest))
    return Compared(
        game=contender.name,
        edition=contender.edition,
        variant=contender.variant,
        options=dict(contender.options.to_mapping()),
        bots=contender.bots,
        equals=summary,
        skill=share(won, sum(games.sums.decided for games in contest)),
        advantage=Estimate(playing_first.value - even, playing_first.low - even, playing_first.high - even),
        lengths=tuple(int(each) for each in np.bincount(np.minimum(throws // STEP, steps), minlength=steps + 1)),
        step=STEP,
        differences=by,
        sentence=sentence(contender.name, first, by) if by else "",
    )
