"""The citation lint: right citations pass, each kind of wrong one is reported with its file and line.

The wrong citations are written with `{s}` for the section sign, so that the lint does not find them here.
"""

from pathlib import Path

import pytest

from dev.citations import find_faults, main

CLAUSES = """
[[clause]]
id = "rent.mortgaged"
in = "all"

[[clause]]
id = "jail.third"
in = ["1935", "modern"]
differs = { classic = "otherwise" }
"""


def faults(root: Path, text: str, name: str = "src/ventnor/rent.py") -> list[str]:
    clauses = root / "src/ventnor/rulebook/data/clauses.toml"
    clauses.parent.mkdir(parents=True)
    clauses.write_text(CLAUSES, encoding="utf-8")
    file = root / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text.format(s="\N{SECTION SIGN}"), encoding="utf-8")
    return [str(fault).replace("\N{SECTION SIGN}", "{s}") for fault in find_faults(root)]


@pytest.mark.parametrize(
    "text",
    [
        "# {s}rent.mortgaged: no rent while the deed is mortgaged.",
        "rent = 0  # {s}rent.mortgaged: none",
        "# {s}1935:jail.third: the third turn is the last.",
        "# {s}rent.mortgaged, {s}classic:jail.third: two rules meet here.",
        '"""Rent. Implements: {s}rent.mortgaged, {s}jail.third."""',
        "# The exception to {s}rent.mortgaged that everybody forgets.",
        'print(f"{s}{{clause}}", "{s}")',
    ],
)
def test_a_right_citation_passes(tmp_path: Path, text: str) -> None:
    assert faults(tmp_path, text) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# {s}rent.mortgagd: no rent.", "{s}rent.mortgagd: there is no clause rent.mortgagd"),
        ("# {s}rent: no rent.", "{s}rent: there is no clause rent"),
        ("# {s}1936:jail.third: the last turn.", "{s}1936:jail.third: there is no edition 1936"),
        ('"""Implements: {s}jail.fourth."""', "{s}jail.fourth: there is no clause jail.fourth"),
        ('"{s}1935:jail.fourth"', "{s}1935:jail.fourth: there is no clause jail.fourth"),
        ("# {s}rent.mortgaged", "# {s}rent.mortgaged: a citation needs a colon and the rule in words after it"),
        ("# {s}rent.mortgaged:", "# {s}rent.mortgaged:: a citation needs a colon and the rule in words after it"),
        (
            "# {s}rent.mortgaged no rent",
            "# {s}rent.mortgaged no rent: a citation needs a colon and the rule in words after it",
        ),
    ],
)
def test_a_wrong_citation_is_reported_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    assert faults(tmp_path, f"rent = 6\n{text}\n") == [f"src/ventnor/rent.py:2: {message}"]


@pytest.mark.parametrize("name", ["tests/rules/test_rent.py", "tests/golden/first.txt", "src/ventnor/words.toml"])
def test_tests_golden_files_and_data_are_read_too(tmp_path: Path, name: str) -> None:
    text = "'{s}rent.mortgagd'\n"
    assert faults(tmp_path, text, name) == [f"{name}:1: {{s}}rent.mortgagd: there is no clause rent.mortgagd"]


def test_a_project_with_a_fault_does_not_pass(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    faults(tmp_path, "# {s}rent.mortgagd: no rent.")
    assert main([str(tmp_path)]) == 1
    assert "src/ventnor/rent.py:1" in capsys.readouterr().out
