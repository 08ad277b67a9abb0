"""What each house rule does to the game: a report of paired comparisons.

python bench/house_rules.py [--games 4000] [--output docs/reports/house-rules.md]
"""

import argparse
import subprocess
import textwrap
from pathlib import Path
from typing import Final

from ventnor.rulebook.option import option
from ventnor.study.comparison import Compared, compare
from ventnor.study.estimate import Estimate

OUTPUT: Final = Path("docs/reports/house-rules.md")
CAP: Final = 1500
RULES: Final = {
    "official": (
        "free_parking_pot=pot", "free_parking_pot=seeded", "double_salary=on", "no_auctions=on", "auction_floor=50",
        "auction_floor=100", "no_rent_in_jail=on", "unlimited_buildings=on", "uneven_building=on", "immediate_rent=on",
        "starting_cash=1000", "starting_cash=2500", "deeds_dealt=2", "rounds=30", "first_lap=on", "decks=1935",
        "decks=2008", "salary_before_jail=lost",
    ),
    "modern": ("jail_doubles_again=on",),
}  # fmt: skip
"""The house rules by the edition that they are compared with."""


def main() -> None:
    """Play all games and write the report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--output", type=Path, default=OUTPUT)
    args = parser.parse_args()
    lines = heading(args.games)
    for edition, rules in RULES.items():
        contenders = [edition, *(f"{edition}+{rule}" for rule in rules)]
        found = compare(contenders, args.games, cap=CAP, compiled=True, progress=False)
        for rule, each in zip(rules, found.games[1:], strict=True):
            lines += section(rule, each, found.games[0])
    args.output.write_text("\n".join(lines), encoding="utf-8")


def heading(games: int) -> list[str]:
    """Return the head of the report."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True
    ).stdout.strip()
    words = f"""
        Four `tycoon`, {games:,} games for each rule, each paired with the game of the same seed and number without the
        rule; and as many games of one `tycoon` against three `builder`. A game not over after {CAP} throws is
        undecided. Intervals are 99% confidence intervals; a * marks those that leave out 0. These are games between
        bots: they ask for every rent, never misjudge a sum, and know the odds of the usual rules.
    """
    return [
        "# What house rules do",
        "",
        f"Made at commit {commit} by `python bench/house_rules.py --games {games}`. For a single rule,",
        f"`ventnor compare official official+double_salary=on --games {games} --cap {CAP}` shows the same figures.",
        "",
        *textwrap.wrap(" ".join(words.split()), 118),
        "",
    ]


def section(rule: str, each: Compared, base: Compared) -> list[str]:
    """Return a house rule's part of the report."""
    name = rule.partition("=")[0]
    rows = [f"| {' | '.join(cell.strip() for cell in by.cells())} |" for by in each.differences if by.by.known]
    colours = [
        f"{before.name} {100 * before.wins.value:.0f}% → {100 * after.wins.value:.0f}%"
        for before, after in zip(base.equals.colours, each.equals.colours, strict=True)
        if after.wins.known and before.wins.known and apart(before.wins, after.wins)
    ]
    words_below = (
        each.sentence.replace(f"than those of {base.game}", "than those without it"),
        f"First owners of a whole group who win more or less often: {', '.join(colours) or 'none'}.",
        f"{100 * base.equals.no_house:.1f}% of throws leave the Bank without a house, and "
        f"{100 * each.equals.no_house:.1f}% with the rule.",
    )
    return [
        f"## {option(name).title}: `{rule}`",
        "",
        "| figure | without | with | difference | interval |",
        "|---|---|---|---|---|",
        *rows,
        "",
        *textwrap.wrap(" ".join(words_below), 118),
        "",
    ]


def apart(one: Estimate, other: Estimate) -> bool:
    """Return whether two 95% intervals do not meet."""
    return one.high < other.low or other.high < one.low


if __name__ == "__main__":
    main()
