"""`magnate` with a budget, one against three `tycoon-2026` and one against three of today's `tycoon`.

    python bench/deep.py [--games 400] [--rollouts 288 | --seconds 0.05] [--first 0] [--results FILE]

Game by game, the opponents and the seats in turn. A budget in seconds means something on a quiet machine only. Every
result is appended to the file of results at once, so a run may be stopped; `--games 0` prints the table of a file.

Wins are given twice with intervals of 99%: as they are, and less the seat's luck with dice and cards as `vt.review`
measures it. That luck has the mean 0, so both are right, and the second is known better.
"""

import argparse
import sys
import time
from pathlib import Path
from typing import Final

import numpy as np

import ventnor as vt
from ventnor import warm
from ventnor.bots.magnate import magnate
from ventnor.kernel.batch import enter_decide
from ventnor.search.magnate import Magnate

OTHERS: Final = ("tycoon-2026", "tycoon")
Z: Final = 257.6  # 99%, in points
CAP: Final = 1500


def main() -> None:
    """Play, keep the results, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400, help="against each of the two")
    parser.add_argument("--rollouts", type=int, default=288)
    parser.add_argument("--seconds", type=float, help="seconds for a decision, instead of rollouts")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--results", type=Path, default=Path("deep.csv"))
    asked = parser.parse_args()
    if asked.games:
        warm.twin(wait=True)
        warm.twin(wait=True, wanted=(enter_decide, magnate))
    for number in range(asked.first, asked.first + asked.games):
        for other in OTHERS:
            line = play(other, number, asked.rollouts if asked.seconds is None else None, asked.seconds)
            with asked.results.open("a", encoding="utf-8") as file:
                print(*line, sep=",", file=file)
    lines = [each.split(",") for each in asked.results.read_text(encoding="utf-8").splitlines()]
    print(
        "| one with a budget against three | wins | less luck | games | s a game |", "|---|---|---|---|---|", sep="\n"
    )
    for other in OTHERS:
        rows = np.array([[float(each) for each in rest] for name, _, *rest in lines if name == other]).reshape(-1, 3)
        if len(rows) > 1:
            won, luck, seconds = rows.T
            figures = [
                f"{100 * each.mean():.1f}% ± {Z * each.std(ddof=1) / len(rows) ** 0.5:.1f}"
                for each in (won, won - luck)
            ]
            print(f"| `{other}` | {figures[0]} | {figures[1]} | {len(rows)} | {seconds.mean():.1f} |")


def play(other: str, number: int, rollouts: int | None, seconds: float | None) -> tuple[str, int, float, float, float]:
    """Return the opponent, the number of the game, the part of the win, the luck, and the processor time."""
    seat = number % 4
    bots: list[str | Magnate] = [other, other, other]
    bots.insert(seat, Magnate(time=seconds, rollouts=rollouts, seed=number))
    began = time.process_time()
    replay = vt.play(bots, seed=number, cap=CAP).replay
    took = time.process_time() - began
    found = vt.review(replay, decisions=False)
    # A game without an end counts by the network's last chances.
    return other, number, found.plies[-1].chances[seat], found.seats[seat].luck, took


if __name__ == "__main__":
    sys.exit(main())
