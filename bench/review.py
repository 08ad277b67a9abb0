"""How long reviews take, and how often each bot's decisions are marked: what the marks are set by.

    python bench/review.py [--games 8] [--seed 1] [--cap 300]

One of each bot plays. Seats move on from game to game. Processor time counts all threads.
"""

import argparse
import time
from collections import defaultdict

import ventnor as vt
from ventnor import warm
from ventnor.study.judging import DecisionReview
from ventnor.study.review import accuracy_of

BOTS = ("cautious", "easy", "tycoon", "magnate")
SHARES = (0.5, 0.9, 0.95, 0.99)


def main() -> None:
    """Play, review and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cap", type=int, default=300, help="throws of a game, at most")
    asked = parser.parse_args()
    warm.twin(wait=True)
    decisions: dict[str, list[DecisionReview]] = defaultdict(list)
    seconds, plies = list[float](), 0
    for number in range(asked.games):
        bots = [BOTS[(seat + number) % len(BOTS)] for seat in range(len(BOTS))]
        replay = vt.play(bots, seed=asked.seed + number, cap=asked.cap).replay
        began = time.process_time()
        found = vt.review(replay)
        seconds.append(time.process_time() - began)
        plies += len(found.plies)
        for each in found.plies:
            if each.decision is not None:
                decisions[bots[each.decision.seat]].append(each.decision)
        print(f"game {number + 1}: {len(found.plies):,} plies, {seconds[-1]:.1f} s of processor time", flush=True)
    print(f"mean {sum(seconds) / len(seconds):.1f} s a game, {1000 * sum(seconds) / plies:.0f} ms a ply")
    print()
    print("| bot | decisions | accuracy | mean loss, points | inaccuracies | mistakes | blunders |")
    print("|---|---|---|---|---|---|---|")
    for bot in BOTS:
        rows = decisions[bot]
        marks = [each.mark for each in rows]
        losses = [each.loss for each in rows]
        per = [f"{100 * marks.count(mark) / len(rows):.1f}" for mark in ("inaccuracy", "mistake", "blunder")]
        mean = 100 * sum(losses) / len(losses)
        print(f"| {bot} | {len(rows):,} | {accuracy_of(losses):.1f} | {mean:.2f} | {' | '.join(per)} |")
    marked = sorted(each.loss for rows in decisions.values() for each in rows if each.loss > 2 * each.error)
    if marked:
        at = ", ".join(f"{share:.0%}: {100 * marked[int(share * (len(marked) - 1))]:.1f}" for share in SHARES)
        print(f"\n{len(marked)} losses are sure; of those so many are below, in points: {at}")


if __name__ == "__main__":
    main()
