"""The ladder of `magnate`: against the frozen and today's `tycoon`, in every game, and against attackers.

    python bench/ladder.py [--games 4000] [--attacks 4000] [--only WORDS] [--write docs/reports/magnate.md]

`--games` for each line, `--attacks` for those with three `magnate`s, which take longer. `bench/deep.py` measures the
bot with a budget.
Seats are rotated. A win is a share of a decided game; intervals are 99% by the normal approximation.
"""

import argparse
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.bots.schemers import ATTACKS, START, milks_magnate, milks_tycoon
from tests.bots.vendors import vendor
from ventnor.batch import simulate
from ventnor.rulebook.edition import rows
from ventnor.rulebook.option import Options

Z = 2.576  # 99%
CAP = 1500
FROZEN = "tycoon-2026"
HEADER = ("| line | wins of the first | games decided | target | reached | commit |", "|---|---|---|---|---|---|")
HEAD = (
    "# How strong `magnate` is",
    "",
    f"Measured by `python bench/ladder.py`, each line at the commit named in it: seats rotated, undecided after {CAP}",
    "throws, intervals of 99%. Lines without a game are `official`. The attackers are in `tests/bots/schemers.py`; the",
    "vendor of `tests/bots/vendors.py` sells at the Bank's prices.",
    "",
)


@dataclass(frozen=True)
class Rung:
    """One line: a bot against others, and what is asked of it."""

    name: str
    bots: Sequence[Any]
    target: float
    edition: str = "official"
    variant: str = ""
    options: Options | None = None
    most: bool = False
    """Whether the target is a limit: the first bot is an attacker."""

    def play(self, games: int) -> tuple[float, float, int]:
        """Return the first bot's share of decided games, its interval, and the games decided."""
        won, decided, seats = 0.0, 0, len(self.bots)
        for turn in range(seats):
            order = [*self.bots[turn:], *self.bots[:turn]]
            batch = simulate(
                max(1, games // seats),
                order,
                edition=self.edition,
                variant=self.variant,
                options=self.options,
                seed=1 + turn,
                cap=CAP,
                compiled=True,
            )
            won += float(batch.wins()[-turn % seats])
            decided += int(batch.decided.sum())
        rate = won / max(decided, 1)
        return rate, Z * (rate * (1 - rate) / max(decided, 1)) ** 0.5, decided


def rungs() -> Iterator[Rung]:
    """Yield the lines."""
    yield Rung(f"1 magnate against 3 {FROZEN}", ["magnate", *[FROZEN] * 3], 0.6)
    yield Rung("1 magnate against 3 tycoon", ["magnate", *["tycoon"] * 3], 0.5)
    yield Rung("1 magnate against 3 builder", ["magnate", *["builder"] * 3], 0.6)
    yield Rung("1 magnate against 3 vendor", ["magnate", *[vendor] * 3], 0.9)
    yield Rung("1 tycoon against 3 magnate", ["tycoon", *["magnate"] * 3], 0.25, most=True)
    for players in (2, 3, 6):
        yield Rung(f"1 magnate against {players - 1} {FROZEN}", ["magnate", *[FROZEN] * (players - 1)], 0.5)
    for edition, variant in rows():
        if (edition, variant) != ("official", ""):
            game = f"{edition} {variant}".strip()
            yield Rung(f"{game}: 1 magnate against 3 {FROZEN}", ["magnate", *[FROZEN] * 3], 0.5, edition, variant)
    for victim, policy, limit in (("magnate", milks_magnate, 0.27), ("tycoon", milks_tycoon, 0.35)):
        for number, attack in enumerate(ATTACKS):
            options = Options(starting_cash=START + number)
            bots = [policy, *[victim] * 3]
            yield Rung(f"attack, {attack}: 1 against 3 {victim}", bots, limit, options=options, most=True)


def main() -> None:
    """Measure, print, and write the report where asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--attacks", type=int)
    parser.add_argument("--only", default="", help="lines that contain these words")
    parser.add_argument("--write", type=Path, help="replace the lines measured in this report")
    asked = parser.parse_args()
    found: dict[str, str] = {}
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True)
    print(*HEADER, sep="\n")
    for rung in rungs():
        if asked.only not in rung.name:
            continue
        games = asked.games
        if asked.attacks is not None and rung.bots.count("magnate") > 1:
            games = asked.attacks
        rate, half, decided = rung.play(games)
        reached = rate + half < rung.target if rung.most else rate - half > rung.target
        found[rung.name] = (
            f"| {rung.name} | {100 * rate:.1f}% ± {100 * half:.1f} | {decided} | "
            f"{'below' if rung.most else 'above'} {100 * rung.target:.0f}% | {'yes' if reached else 'not shown'} | "
            f"{commit.stdout.strip()} |"
        )
        print(found[rung.name], flush=True)
        if asked.write:
            asked.write.write_text(report(asked.write.read_text(encoding="utf-8"), found), encoding="utf-8")


def report(before: str, found: dict[str, str]) -> str:
    """Return a report with these lines in place of older ones. What stands below its table stays."""
    older = {line.split(" | ")[0][2:]: line for line in before.splitlines() if line.startswith("| ")}
    lines = [found.get(rung.name, older.get(rung.name, "")) for rung in rungs()]
    below = before[before.index("\n## ") :] if "\n## " in before else ""
    return "\n".join([*HEAD, *HEADER, *filter(None, lines), below])


if __name__ == "__main__":
    main()
