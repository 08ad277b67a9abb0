"""The check of commit subjects: what it accepts and refuses, also in a fresh and in a shallow clone."""

import subprocess
import sys
from pathlib import Path

import pytest

from dev.subjects import subjects, wrong

SCRIPT = Path(__file__).parent.parent.parent / "dev" / "subjects.py"


@pytest.mark.parametrize(
    "subject",
    [
        "server: retry appends that lost a race",
        "tests/web: poll for visibility",
        "server, web: drop code that nothing calls",
        "web: add ESLint",
        "cli: NUL is refused",
    ],
)
def test_a_subject_names_its_area_and_says_what_the_commit_does(subject):
    assert not wrong(subject)


@pytest.mark.parametrize(
    "subject",
    [
        "What may still be on its way is waited for",
        "Server: retry appends",
        "server: Retry appends",
        "server retry appends",
        "server and web: retry appends",
        "server: retry appends.",
        "server: " + "x" * 65,
    ],
)
def test_anything_else_is_refused(subject):
    assert wrong(subject)


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", "-c", "user.name=A", "-c", "user.email=a@b", *arguments], cwd=folder, check=True)


def test_a_clone_without_the_base_is_checked_as_far_as_it_goes(tmp_path: Path):
    assert isinstance(subjects(), list)
    whole, shallow = tmp_path / "whole", tmp_path / "shallow"
    whole.mkdir()
    git(whole, "init", "-q")
    for subject in ("a: first", "What comes second"):
        git(whole, "commit", "-q", "--allow-empty", "-m", subject)
    git(tmp_path, "clone", "-q", "--depth", "1", whole.as_uri(), "shallow")
    run = [
        subprocess.run([sys.executable, SCRIPT], cwd=each, capture_output=True) for each in (whole, shallow, tmp_path)
    ]
    assert [each.returncode for each in run] == [0, 1, 0]  # another history, a shallow clone, no repository
    assert b"What comes second" in run[1].stdout
