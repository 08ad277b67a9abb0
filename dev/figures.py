"""Runs tests that count things, and writes what they counted into docs/reports.

python dev/figures.py law-against-referee     how often law and referee gave which answer: 20 minutes
python dev/figures.py wild-play               a million plies of random play, and the rare things in them: 35

The page is written if all passed. Arguments after the name go to pytest: -n 2 plays on two cores.
"""

import sys
import tempfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from textwrap import wrap
from xml.etree import ElementTree

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from dev.checks import PYTHON, commit_now, facts_of_run, run_step, seconds_of

WIDTH = 120
Figures = Mapping[str, Mapping[str, str]]
"""Recorded figures by test and name."""


@dataclass(frozen=True)
class Page:
    """A page of figures: its title, its text and its tests."""

    title: str
    text: str
    tests: tuple[str, ...]
    """Arguments of pytest."""


PAGES = {
    "law-against-referee": Page(
        "Law against referee",
        "The kernel's law and the referee's were asked about the same actions in the same positions, and gave the same "
        "verdict and the same clause every time. How often each answer occurred, for each kind of action: *over* is "
        "said after the end of a game, *held* to a player who must answer something else first, *received* of a deed "
        "just received. An answer that occurred less than 20 times fails the test.",
        ("tests/properties/test_law_against_referee.py", "-m", "not long"),
    ),
    "wild-play": Page(
        "Wild play",
        "Players who do anything lawful, and the kernel's own policies, in all eight games; every action was put to "
        "the law, and the books were checked all along. A rare thing that happened less than 100 times in an edition "
        "that knows it fails the test.",
        ("tests/properties/test_rows.py", "-m", "long"),
    ),
}


def pytest_command(results: Path, arguments: Sequence[str]) -> list[str]:
    """Return the pytest that leaves its results in a file."""
    return [PYTHON, "-m", "pytest", f"--junitxml={results}", *arguments]


def read_figures(results: Path) -> tuple[Figures, float]:
    """Return what the tests recorded, and how long they took together."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    cases = list(ElementTree.parse(results).iter("testcase"))
    for case in cases:
        test = case.get("name", "").partition("[")[0].removeprefix("test_").replace("_", " ")
        found[test] |= {each.get("name", ""): each.get("value", "") for each in case.iter("property")}
    return found, sum(map(seconds_of, cases))


def table_of(figures: Mapping[str, str]) -> list[str]:
    """Return figures named `row: column` as a table of both, others as a list."""
    if not all(": " in name for name in figures):
        return ["| | |", "|---|---|", *(f"| {name} | {value} |" for name, value in figures.items())]
    rows = list(dict.fromkeys(name.partition(": ")[0] for name in figures))
    columns = list(dict.fromkeys(name.partition(": ")[2] for name in figures))
    lines = [f"| | {' | '.join(columns)} |", f"|---|{'---:|' * len(columns)}"]
    for row in rows:
        lines.append(f"| {row} | {' | '.join(figures.get(f'{row}: {column}', '') for column in columns)} |")
    return lines


def page_of(name: str, page: Page, results: Path, commit: str) -> str:
    """Return the page as Markdown."""
    figures, seconds = read_figures(results)
    lines = [
        f"# {page.title}",
        "",
        *wrap(page.text, WIDTH),
        "",
        f"- Written by `python dev/figures.py {name}`; the tests took {seconds / 60:.1f} minutes",
        *facts_of_run(commit, datetime.now(UTC)),
    ]
    for test, counted in figures.items():
        if counted:
            lines += ["", f"## {test[0].upper()}{test[1:]}", "", *table_of(counted)]
    return "\n".join([*lines, ""])


def main(arguments: Sequence[str]) -> int:
    """Write the page that the arguments name; return 0 if its tests passed."""
    if not arguments or arguments[0] not in PAGES:
        print(__doc__, end="")
        return 0 if set(arguments) & {"-h", "--help"} else 2
    name, page, commit = arguments[0], PAGES[arguments[0]], commit_now()
    with tempfile.TemporaryDirectory() as folder:
        results = Path(folder) / "results.xml"
        command = pytest_command(results, [*page.tests, *arguments[1:]])
        if not run_step("tests", command, stream=True).passed:
            return 1
        report = Path("docs/reports") / f"{name}.md"
        report.write_text(page_of(name, page, results, commit), encoding="utf-8")
        print(f"report: {report}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
