"""Check the subjects of commits: `area: imperative` or `area, area: imperative`, at most 72 characters.

    python dev/subjects.py      check every commit after BASE

In a shallow clone only the commits that are there are checked; without git, or where BASE is not part of the history,
there is nothing to check.
"""

import re
import subprocess
import sys
from typing import Final

BASE: Final = "b635b82ef4"
"""The last commit before the rule. Its successors are checked."""
LONGEST: Final = 72
AREA: Final = r"[a-z0-9][a-z0-9_/.,-]*"
SUBJECT: Final = re.compile(rf"{AREA}(, {AREA})*: ([^ A-Z]|[A-Z]{{2}}).*[^. ]")


def wrong(subject: str) -> str:
    """Return what is wrong with a subject; empty if nothing is."""
    if len(subject) > LONGEST:
        return f"{len(subject)} characters, at most {LONGEST}"
    if not SUBJECT.fullmatch(subject):
        return "expected `area: imperative`, the area in lower case and no full stop"
    return ""


def subjects() -> list[tuple[str, str]]:
    """Return the commits after BASE, each as (hash, subject), as far as this clone has them."""
    known = subprocess.run(["git", "cat-file", "-e", f"{BASE}^{{commit}}"], capture_output=True, check=False)
    since = [f"{BASE}.."] if known.returncode == 0 else []
    shallow = subprocess.run(
        ["git", "rev-parse", "--is-shallow-repository"], capture_output=True, text=True, check=False
    )
    if not since and shallow.stdout.strip() != "true":
        return []
    command = ["git", "log", "--no-merges", "--format=%h %s", *(since or ["-1"])]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    pairs = (line.partition(" ") for line in done.stdout.splitlines())
    return [(commit, subject) for commit, _, subject in pairs]


def main() -> int:
    """Print the subjects that are wrong; 0 if there are none."""
    faults = [(commit, subject, wrong(subject)) for commit, subject in subjects() if wrong(subject)]
    for commit, subject, why in faults:
        print(f"{commit} {subject!r}: {why}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
