"""The examples of README.md and docs run, and the runner of examples detects faults."""

from pathlib import Path

import pytest

from dev.examples import ExampleFailed, run_page

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_examples_of_a_page_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run_page(page, tmp_path)


def run_text(folder: Path, *blocks: str) -> None:
    page = folder / "page.md"
    page.write_text("\n\n".join(blocks), encoding="utf-8")
    run_page(page, folder)


def block(language: str, *lines: str, before: str = "") -> str:
    return "\n".join([*([before] if before else []), f"```{language}", *lines, "```"])


def test_blocks_of_a_page_share_their_names(tmp_path: Path) -> None:
    run_text(tmp_path, block("python", "rent = 6"), block("python", ">>> rent * 2", "12"), block("python", "rent + 1"))


def test_a_name_set_in_a_doctest_is_there_in_the_next_block(tmp_path: Path) -> None:
    run_text(tmp_path, block("python", ">>> rent = 6"), block("python", "assert rent == 6"))


def test_an_indented_block_is_run(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        run_text(tmp_path, "1. First:\n\n   ```python\n   1 / 0\n   ```\n")


def test_a_block_that_raises_fails_and_names_its_line(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        run_text(tmp_path, "# A page", block("python", "rent = 6", "rent / 0"))
    assert caught.traceback[-1].lineno == 5 - 1


def test_a_doctest_that_prints_something_else_fails(tmp_path: Path) -> None:
    with pytest.raises(ExampleFailed, match="Expected"):
        run_text(tmp_path, block("python", ">>> 6 * 2", "13"))


def test_what_a_block_prints_is_compared_with_the_text_below_it(tmp_path: Path) -> None:
    run_text(tmp_path, block("python", "print(6 * 2)"), block("text", "12"))
    with pytest.raises(ExampleFailed, match=r"prints\n12\nand not\n13"):
        run_text(tmp_path, block("python", "print(6 * 2)"), block("text", "13"))


def test_a_skipped_block_is_not_run(tmp_path: Path) -> None:
    run_text(tmp_path, block("python", "1 / 0", before="<!-- skip: needs a browser -->"))


def test_a_skip_without_a_reason_does_not_count(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        run_text(tmp_path, block("python", "1 / 0", before="<!-- skip -->"))


def test_a_command_that_fails_is_reported_with_what_it_said(tmp_path: Path) -> None:
    with pytest.raises(ExampleFailed, match="ventnor no-such-command"):
        run_text(tmp_path, block("console", "$ ventnor no-such-command"))


def test_other_commands_and_other_languages_are_left_alone(tmp_path: Path) -> None:
    run_text(tmp_path, block("console", "$ false"), block("text", "1 / 0"))
