"""The pages for contributors name files and identifiers that exist."""

import json
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = ("CONTRIBUTING.md", "docs/architecture.md")
FOLDERS = ("", "src/ventnor", "src/ventnor/server", "web/src")
"""Where a path on these pages may begin."""
MADE_LATER = {"docs/reports/long.md", "web/src/lang/fr.ts"}
"""Files that the pages tell the reader to make."""
PATH = re.compile(r"[\w./-]+\.(?:py|toml|ts|svelte|md|css)|[\w.-]+/[\w./-]*")
NAMED = re.compile(r"`([A-Za-z_]+)`(?: and `([A-Za-z_]+)`)? in `([^`]+\.(?:py|toml|ts|svelte))`")


def text_of(page: str) -> str:
    """Return a page without its blocks of code."""
    return re.sub(r"```.*?```", "", (ROOT / page).read_text(encoding="utf-8"), flags=re.DOTALL)


@cache
def file_names() -> frozenset[str]:
    """Return the names of all files of the project, without their folders."""
    listed = (path for folder in ("src", "web/src", "tests", "dev") for path in (ROOT / folder).rglob("*.*"))
    return frozenset(path.name for path in listed)


def find(path: str) -> Path | None:
    """Return the file or folder that a page means."""
    return next((found for folder in FOLDERS if (found := ROOT / folder / path).exists()), None)


@pytest.mark.parametrize("page", PAGES)
def test_files_named_on_a_page_exist(page: str) -> None:
    words = {word for word in re.findall(r"`([^`\n]+)`", text_of(page)) if PATH.fullmatch(word)} - MADE_LATER
    assert len(words) > 30
    missing = {word for word in words if find(word) is None and word not in file_names()}
    assert not missing


@pytest.mark.parametrize("page", PAGES)
def test_names_are_in_the_files_that_a_page_says(page: str) -> None:
    found = NAMED.findall(re.sub(r"\s+", " ", text_of(page)))
    assert len(found) > 5
    wrong = {
        f"{name} in {path}"
        for *names, path in found
        for name in names
        if name and (file := find(path)) and name not in file.read_text(encoding="utf-8")
    }
    assert not wrong


def test_the_version_number_is_the_same_everywhere() -> None:
    number = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    locked = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))["package"]
    assert [each["version"] for each in locked if each["name"] == "ventnor"] == [number]
    for name in ("package.json", "package-lock.json"):
        assert json.loads((ROOT / "web" / name).read_text(encoding="utf-8"))["version"] == number
    for name, text in {"CITATION.cff": f'version: "{number}"', "README.md": f"Version {number};"}.items():
        assert text in (ROOT / name).read_text(encoding="utf-8")
    assert f"\n## [{number}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
