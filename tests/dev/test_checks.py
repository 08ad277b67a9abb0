"""`./test` itself: it goes on after a failure, says so at the end, and passes paths and options on to pytest."""

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from dev import checks

PASSING = [sys.executable, "-c", "print('quiet when all is well')"]
FAILING = [sys.executable, "-c", "print('what is wrong'); raise SystemExit(3)"]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, list[str]]]:
    """Return the tier and the arguments that pytest would get, without starting it."""
    calls: list[tuple[str, list[str]]] = []

    def pytest_command(tier: str, arguments: Sequence[str]) -> list[str]:
        calls.append((tier, list(arguments)))
        return PASSING

    monkeypatch.setattr(checks, "pytest_command", pytest_command)
    monkeypatch.setattr(checks, "CHECKS", {"one": PASSING, "two": PASSING})
    monkeypatch.setattr(checks, "start_compiling", lambda: None)
    return calls


def test_all_passed(asked: list[tuple[str, list[str]]], capfd: pytest.CaptureFixture[str]) -> None:
    assert checks.main([]) == 0
    assert asked == [("", [])]
    assert capfd.readouterr().out.endswith("All passed.\n")


def test_a_failing_check_is_shown_and_the_rest_still_runs(
    asked: list[tuple[str, list[str]]], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(checks, "CHECKS", {"one": FAILING, "two": FAILING, "three": PASSING})
    assert checks.main(["--fast"]) == 1
    assert asked == [("--fast", [])]
    said = capfd.readouterr().out
    assert said.count("what is wrong") == 2
    assert said.endswith("FAILED: one, two\n")


def test_paths_and_options_go_to_pytest_alone(
    asked: list[tuple[str, list[str]]], capfd: pytest.CaptureFixture[str]
) -> None:
    assert checks.main(["tests/rules", "--fast", "-k", "jail"]) == 0
    assert asked == [("--fast", ["tests/rules", "-k", "jail"])]
    assert "ok" not in capfd.readouterr().out


def test_the_report_names_commit_machine_failures_and_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results = tmp_path / "results.xml"
    results.write_text(
        """<testsuites><testsuite>
        <testcase classname="tests.bots.test_ladder" name="test_strength" time="75.3">
          <properties><property name="win rate" value="0.25"/></properties>
        </testcase>
        <testcase classname="tests.rules.test_rent" name="test_due" time="0.1"><failure/></testcase>
        </testsuite></testsuites>""",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(checks, "git", lambda *arguments: "0123456789abcdef" if arguments[0] == "rev-parse" else "")
    steps = [checks.Step("tests", passed=False, seconds=80.0)]
    page = checks.write_report(steps, results, checks.commit_now(), ["tests/bots"]).read_text(encoding="utf-8")
    for line in (
        "- Command: `./test --long tests/bots`",
        "- Commit: 0123456789abcdef",
        "- Tests: 2 run, 1 failed",
        "    FAIL  tests          80.0 s",
        "- rules.test_rent test_due",
        "        75.3 s  bots.test_ladder test_strength",
        "| bots.test_ladder test_strength | win rate | 0.25 |",
    ):
        assert line in page.splitlines()


def test_a_report_replaces_the_last_one_of_the_same_tests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results = tmp_path / "results.xml"
    results.write_text("<testsuites/>", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs/reports").mkdir(parents=True)
    (tmp_path / "docs/reports/strength.md").touch()

    def reports_after(*arguments: str) -> list[str]:
        checks.write_report([], results, "0123456789abcdef", arguments)
        return sorted(path.name for path in Path("docs/reports").iterdir())

    parts = ["long-bots-value.md", "strength.md"]
    assert reports_after("tests/value", "tests/bots", "-v") == parts
    assert reports_after("tests/bots", "tests/value") == parts
    assert reports_after("-k", "deeds") == ["long-bots-value.md", "long-part.md", "strength.md"]
    assert reports_after() == ["long.md", "strength.md"]
