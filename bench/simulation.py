"""Write a report of many games: lengths, the advantage of playing first, games without an end, landings.

    python bench/simulation.py [--games 4000] [--write docs/reports/simulation.md]

All intervals hold 95 times of 100. The same command with the same number of games gives the same report.
"""

import argparse
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.batches import test_chain
from ventnor import odds
from ventnor.batch import Batch, simulate
from ventnor.rulebook.edition import rows
from ventnor.rulebook.option import Options
from ventnor.rulebook.setting import settings
from ventnor.study.estimate import Estimate, share
from ventnor.study.summary import Summary, summarise

CAP = 1500
LONG_CAP = 5000
HOUR = 600
KEPT = ["winner", "starter", "throws", "group"]
NAMES = ("first", "second", "third", "fourth")


def play(games: int, bots: list[str], edition: str = "official", variant: str = "", cap: int = CAP) -> Batch:
    """Play some games."""
    hour = HOUR if settings(edition, variant, None)["hour"] else 0
    return simulate(games, bots, edition=edition, variant=variant, seed=1, cap=cap, hour=hour, keep=KEPT, compiled=True)


def part(estimate: Estimate) -> str:
    """Return a share with its interval."""
    if not estimate.known:
        return "–"
    return f"{100 * estimate.value:.1f}% ({100 * estimate.low:.1f}–{100 * estimate.high:.1f})"


def count(estimate: Estimate) -> str:
    """Return a number with its interval."""
    return f"{estimate.value:.0f} ({estimate.low:.0f}–{estimate.high:.0f})" if estimate.known else "–"


def paragraph(words: str) -> list[str]:
    """Return words as lines of a page, and an empty line."""
    return [*textwrap.wrap(" ".join(words.split()), 118), ""]


def lengths(games: int) -> Iterator[str]:
    """Measure the length of games by edition, of four tycoons, and who profits from playing first."""
    found: dict[str, Summary] = {}
    for edition, variant in rows():
        found[f"{edition} {variant}".strip()] = summarise(play(games, ["tycoon"] * 4, edition, variant))
    yield from ("## How long games take", "")
    yield from paragraph(
        f"""Four `tycoon`, {games:,} games each, in throws. Games that are played to an hour end after {HOUR} throws; a
        game not ended after {CAP} is undecided. The dice are the same for all, so that rules which are alike in all
        that these bots do give the same games."""
    )
    yield "| game | median | one in ten within | nine in ten within | mean of all | decided |"
    yield "|---|---|---|---|---|---|"
    for name, each in found.items():
        t = each.throws
        mean = f"{t.mean.value:.1f} ({t.mean.low:.1f}–{t.mean.high:.1f})"
        yield f"| {name} | {' | '.join(map(count, (t.median, t.tenth, t.ninetieth)))} | {mean} | {part(each.decided)} |"
    yield from ("", "## Who profits from playing first", "")
    yield from paragraph("The same games: share of decided games won by order of play. Even would be 25.0%.")
    yield from (f"| game | {' | '.join(NAMES)} |", "|---|---|---|---|---|")
    for name, each in found.items():
        yield f"| {name} | {' | '.join(part(place) for place in each.places)} |"
    yield from ("", "## The first whole group", "")
    yield from paragraph(
        """The same games: how often the first owner of a whole colour group wins, and how often games have one."""
    )
    yield from ("| game | its owner wins | there is one |", "|---|---|---|")
    for name, each in found.items():
        yield f"| {name} | {part(each.first_group)} | {part(each.complete)} |"
    yield ""


def endless(games: int) -> Iterator[str]:
    """Measure games without deals."""
    yield from ("## Games that never end without deals", "")
    yield from paragraph(
        f"""Four of a bot that makes no offer, official rules, {games:,} games each: the share that is undecided after
        so many throws. The last row is four `tycoon`, who deal."""
    )
    yield f"| bot | after 600 | after {CAP} | after {LONG_CAP} | games with no whole colour group by then |"
    yield "|---|---|---|---|---|"
    for bot in ("cautious", "builder", "tycoon"):
        batch = play(games, [bot] * 4, cap=LONG_CAP)
        lasted = np.where(batch.decided, batch.throws, LONG_CAP + 1)
        cells = [part(share(int((lasted > limit).sum()), len(batch))) for limit in (600, CAP, LONG_CAP)]
        none = part(share(int((batch.group < 0).sum()), len(batch)))
        yield f"| `{bot}` | {' | '.join(cells)} | {none} |"
    yield ""


def landings() -> Iterator[str]:
    """Compare simulated tokens with the exact chain."""
    throws = test_chain.GAMES * test_chain.CAP
    yield from ("## Landings against the exact chain", "")
    yield from paragraph(
        f"""Three tokens that buy nothing, {throws:,} throws: by how many standard deviations the visits of 40 spaces
        and the arrests stray from `ventnor odds`. More than {test_chain.Z:.2f} would be an alarm, which a right program
        raises once in {1 / test_chain.FALSE_ALARM:,.0f} runs."""
    )
    yield from ("| game | plan for Jail | at most | root mean square |", "|---|---|---|---|")
    for edition in ("official", "1935"):
        for plan in ("leave", "stay"):
            strayed = test_chain.stray(edition, plan)
            square = float(np.sqrt((strayed**2).mean()))
            yield f"| {edition} | {plan} | {np.abs(strayed).max():.2f} | {square:.2f} |"
    rich = Options(starting_cash=3000, no_auctions=True)
    batch = simulate(
        test_chain.GAMES, [test_chain.stayer] * 3, options=rich, seed=20, cap=test_chain.CAP, keep=(), compiled=True
    )
    exact = odds.landing("official", options=rich, jail="stay")
    found = batch.sums.landings / batch.sums.throws
    worst = int(np.argmax(np.abs(found - exact.visits)))
    yield ""
    yield from paragraph(
        f"""In the chain every card is one of sixteen. At a real table somebody keeps the cards that free from Jail, and
        the other fifteen come oftener. Where nobody ever uses them (the plan to stay), that moves the visits of no
        space by more than {100 * abs(found[worst] - exact.visits[worst]):.3f} percentage points
        ({exact.board.spaces[worst].name}: {100 * found[worst]:.3f}% of throws, by the chain
        {100 * exact.visits[worst]:.3f}%)."""
    )


def main() -> None:
    """Play, print, and write the report where asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--write", type=Path)
    asked = parser.parse_args()
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True)
    lines = [
        "# What many games show",
        "",
        *paragraph(
            f"""Made at commit {commit.stdout.strip()} by `python bench/simulation.py --games {asked.games}`. Intervals
            hold 95 times of 100."""
        ),
    ]
    for chapter in (lengths(asked.games), endless(asked.games), landings()):
        for line in chapter:
            lines.append(line)
            print(line, flush=True)
    if asked.write:
        asked.write.parent.mkdir(parents=True, exist_ok=True)
        asked.write.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
