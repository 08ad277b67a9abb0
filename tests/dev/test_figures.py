"""Pages of figures: written from what tests recorded, if they passed."""

import sys
from pathlib import Path

import pytest

from dev import figures

RESULTS = """
<testsuites><testsuite><testcase name="test_wild_play[classic]" time="90"><properties>
<property name="plies: classic" value="7"/><property name="building call: classic" value="2"/>
</properties></testcase><testcase name="test_wild_play[modern]" time="30"><properties>
<property name="plies: modern" value="9"/>
</properties></testcase><testcase name="test_quiet" time="0"/><testcase name="test_answers" time="0"><properties>
<property name="roll" value="lawful 3"/>
</properties></testcase></testsuite></testsuites>
"""


def pytest_that(code: str) -> list[str]:
    """Return a command in the place of pytest, that has the name of the file of results as `sys.argv[1]`."""
    return [sys.executable, "-c", f"import pathlib, sys\npath = pathlib.Path(sys.argv[1])\n{code}"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make an empty project for the pages."""
    (tmp_path / "docs/reports").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(figures, "facts_of_run", lambda commit, now: [f"- Commit: {commit}"])
    monkeypatch.setattr(figures, "commit_now", lambda: "0")
    return tmp_path / "docs/reports"


def test_rows_and_columns_become_a_table_and_the_rest_a_list(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "pytest_command", lambda results, arguments: [*pytest_that(
        f"path.write_text({RESULTS.strip()!r})"), str(results)])  # fmt: skip
    assert figures.main(["wild-play"]) == 0
    text = (folder / "wild-play.md").read_text()
    assert "the tests took 2.0 minutes" in text
    assert (
        "## Wild play\n\n| | classic | modern |\n|---|---:|---:|\n| plies | 7 | 9 |\n| building call | 2 |  |" in text
    )
    assert "## Answers\n\n| | |\n|---|---|\n| roll | lawful 3 |\n" in text
    assert "Quiet" not in text


def test_nothing_is_written_if_a_test_failed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "pytest_command", lambda results, arguments: [*pytest_that("sys.exit(1)"), "x"])
    assert figures.main(["wild-play"]) == 1
    assert not list(folder.iterdir())


def test_a_page_that_does_not_exist_is_not_written(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert figures.main(["weather"]) == 2
    assert "wild-play" in capsys.readouterr().out
