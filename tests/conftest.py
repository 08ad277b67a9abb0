"""Settings that all tests share, and what they counted at the end of a run."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import pytest
from hypothesis import settings

TESTS: Final = Path(__file__).parent
SECOND_TRY: Final = (TESTS / "web", TESTS / "server")
"""Tests with a real browser or real processes. One that fails is tried once more, and the summary names it."""

# A first call may compile for minutes and the machine may be busy: how long an example takes says nothing about it.
settings.register_profile("ventnor", deadline=None, print_blob=True)
settings.load_profile("ventnor")


def pytest_collection_modifyitems(config: pytest.Config, items: Sequence[pytest.Item]) -> None:
    """Let the tests of `SECOND_TRY` be tried once more, unless `-p no:rerunfailures` asks for one try."""
    if not config.pluginmanager.hasplugin("rerunfailures"):
        return
    for item in items:
        if any(folder in item.path.parents for folder in SECOND_TRY):
            item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the figures that tests recorded by `record_property`."""
    stats = terminalreporter.stats
    reports = [
        report
        for report in (*stats.get("passed", ()), *stats.get("failed", ()))
        if isinstance(report, pytest.TestReport) and report.when == "call" and report.user_properties
    ]
    if reports:
        terminalreporter.section("figures")
    for report in reports:
        terminalreporter.write_line(report.nodeid)
        for line in figure_lines(report.user_properties):
            terminalreporter.write_line(f"    {line}")


def figure_lines(figures: list[tuple[str, object]]) -> Iterator[str]:
    """Return a line for each figure; those named `figure: row` share a line for each row."""
    rows: dict[str, list[str]] = {}
    for name, value in figures:
        figure, _, row = name.partition(": ")
        if not row:
            yield f"{name}: {value}"
        elif value:
            rows.setdefault(row, []).append(f"{figure} {value}")
    for row, found in rows.items():
        yield f"{row}: {', '.join(found)}"
