"""How strong the bots are: every pairing with its interval, deals in self-play, and what milking brings.

    python bench/strength.py [--games 20000] [--write docs/reports/strength.md]

Seats are rotated. A win is a share of a decided game; intervals are 99.9% by the normal approximation.
"""

import argparse
import subprocess
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.bots.milker import milker
from ventnor.batch import simulate
from ventnor.bots import POLICIES
from ventnor.kernel import codes

Z = 3.29  # 99.9%
ROUND = 600  # throws within which a game should be decided
CAP = 1500  # throws after which it counts as undecided


def rotated(bots: Sequence[Any], games: int, seed: int) -> tuple[float, float, float, float, float]:
    """Return the first kind's share of decided games, its interval and its share of all; shares decided and quick."""
    seats = len(bots)
    won = decided = quick = 0.0
    played = 0
    for turn in range(seats):
        order = [*bots[turn:], *bots[:turn]]
        batch = simulate(games // seats, order, seed=seed + turn, cap=CAP, compiled=True)
        wins = batch.wins()
        won += sum(float(win) for win, bot in zip(wins, order, strict=True) if bot is bots[0] or bot == bots[0])
        decided += float(batch.decided.sum())
        quick += float((batch.decided & (batch.throws <= ROUND)).sum())
        played += len(batch)
    rate = won / max(decided, 1)
    half = Z * (rate * (1 - rate) / max(decided, 1)) ** 0.5
    return rate, half, won / played, decided / played, quick / played


def deals_of(games: int, bot: str) -> list[list[int]]:
    """Return for each game of self-play the items on the larger side of every deal. Runs interpreted."""
    from ventnor.arena import Match
    from ventnor.dice import FastChance
    from ventnor.game import Game

    found: list[list[int]] = []
    for number in range(games):
        game = Game("official", 4, number, nature="manual", ask_rent="manual", dice=FastChance(number))
        match = Match(game, [bot] * 4, FastChance(number))
        deals: list[int] = []
        s = game.engine.state
        while s.phase != codes.P_OVER and s.throws < ROUND:
            standing = {
                o.number: max(
                    o.give.bit_count() + o.give_cards.bit_count() + (o.give_cash > 0),
                    o.get.bit_count() + o.get_cards.bit_count() + (o.get_cash > 0),
                )
                for row in s.offers
                for o in row
                if o.number
            }
            before = game.ply
            match.advance()
            if standing and game.ply > before and any(type(e).__name__ == "DealMade" for e in game.log[-1].events):
                deals.append(max(standing.values()))
        found.append(deals)
    return found


def report(games: int, watched: int) -> list[str]:
    """Return the lines of the report."""
    lines: list[str] = []

    def pairing(name: str, bots: Sequence[Any], par: float) -> None:
        rate, half, of_all, decided, quick = rotated(bots, games, 1)
        lines.append(
            f"| {name} | {100 * rate:.1f}% ± {100 * half:.1f} | {100 * of_all:.1f}% | {100 * par:.0f}% | "
            f"{100 * decided:.1f}% | {100 * quick:.1f}% |"
        )
        print(lines[-1], flush=True)

    lines += [
        "| pairing | wins of the first, of decided games | of all games | par | decided | within 600 throws |",
        "|---|---|---|---|---|---|",
    ]
    ladder = list(POLICIES)
    for lower, upper in reversed(list(pairwise(ladder))):
        pairing(f"1 {upper} against 3 {lower}", [upper, lower, lower, lower], 0.25)
        pairing(f"2 {upper} against 2 {lower}", [upper, lower, upper, lower], 0.5)
    pairing("4 tycoon", ["tycoon"] * 4, 1.0)
    pairing("1 milker against 3 tycoon", [milker, "tycoon", "tycoon", "tycoon"], 0.25)
    found = deals_of(watched, "tycoon")
    sizes = [size for deals in found for size in deals]
    lines += [
        "",
        f"Deals in {watched} games of four `tycoon`: median {median(map(len, found)):.0f} a game, mean "
        f"{np.mean([len(deals) for deals in found]):.2f}; "
        f"{100 * np.mean([size > 1 for size in sizes]):.0f}% with more than one item on a side.",
    ]
    print(lines[-1])
    return lines


def main() -> None:
    """Measure, print, and write the report where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--watched", type=int, default=100)
    parser.add_argument("--write", type=Path)
    asked = parser.parse_args()
    lines = report(asked.games, asked.watched)
    if asked.write:
        commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True)
        head = [
            "# How strong the bots are",
            "",
            f"Measured at commit {commit.stdout.strip()} by `python bench/strength.py --games {asked.games}`: at least "
            f"{asked.games} games a pairing, `official` edition, four seats, rotated, undecided after {CAP} throws. "
            "Intervals are 99.9%. Without deals two games in three between the lower bots come to no end.",
            "",
            "The milker plays as `tycoon` but for its probing offers, repeated and slightly changed; it is one way of "
            "probing, fixed beforehand. What the bots cost is in [speed](../speed.md).",
            "",
        ]
        asked.write.parent.mkdir(parents=True, exist_ok=True)
        asked.write.write_text("\n".join([*head, *lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
