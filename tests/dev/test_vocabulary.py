"""One word, one thing: `docs/vocabulary.md` is true, and no two public classes share a name without a reason."""

import ast
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

import ventnor

SOURCE = Path(ventnor.__file__).parent
ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = (ROOT / "docs" / "vocabulary.md").read_text(encoding="utf-8")
WIRE = "a message or a part of one on the wire has the name of what it shows"
RECORD = "the kernel's record of the thing, byte by byte"
REFEREE = "the referee reads the law a second time and shares no class with the kernel"
SAME_NAME = {
    "server.protocol": WIRE,
    "kernel.layout": RECORD,
    "referee.thing": REFEREE,
    "referee.position": REFEREE,
    "server.store.asyncpg_types": "the names are those of the package whose types it declares",
}
"""Modules whose classes may have the name of a class elsewhere."""


@cache
def public_classes() -> dict[str, list[str]]:
    """Return the modules that define each public class."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        module = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(module)
    return found


def test_no_two_classes_share_a_name():
    shared = {
        name: modules
        for name, modules in public_classes().items()
        if len([each for each in modules if each not in SAME_NAME]) > 1
    }
    assert not shared


def test_exceptions_are_needed():
    used = {each for modules in public_classes().values() if len(modules) > 1 for each in modules}
    assert set(SAME_NAME) - {"referee.position"} <= used  # `Position` is a word of the page


@dataclass(frozen=True)
class Row:
    """A row of the page: its words, what they mean and the files where they live."""

    words: tuple[str, ...]
    meaning: str
    places: tuple[str, ...]

    def files(self) -> list[Path]:
        """Return the Python files and pages that the row names."""
        found: list[Path] = []
        for place in self.places:
            path = ROOT / place if place.startswith("docs/") else SOURCE / place
            found += sorted(path.rglob("*.py")) if path.is_dir() else [path]
        return found


def tables() -> Iterator[tuple[str, list[list[str]]]]:
    """Return the title and the rows of each table of the page, without its heading."""
    for section in PAGE.split("\n## ")[1:]:
        title, _, text = section.partition("\n")
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:1] == "|"]
        yield title, rows[2:]


def words() -> list[Row]:
    """Return the rows about words in use."""
    found: list[Row] = []
    for title, rows in tables():
        if title != "Retired words":
            for word, meaning, where in rows:
                names = tuple(re.sub(r" \(.*\)|`", "", each).strip() for each in word.split(","))
                places = tuple(each for each in re.findall(r"`([^`]+)`", where) if "/" in each or each.endswith(".py"))
                found.append(Row(names, meaning, places))
    return found


def retired() -> list[str]:
    """Return the retired words."""
    return [row[0] for title, rows in tables() if title == "Retired words" for row in rows]


def identifiers(path: Path) -> set[str]:
    """Return every name in a Python, TypeScript or Svelte file. Names of tests are sentences and do not count."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        found = {each.string for each in tokenize.generate_tokens(io.StringIO(text).readline) if each.type == 1}
        return {name for name in found if not name.startswith("test_")}
    return set(re.findall(r"\b(?:let|const|function|class|interface|type)\s+(\w+)", text))


def parts(name: str) -> set[str]:
    """Return the words of an identifier, in lower case: `is_told`, `UNTOLD` and `toldTo` have `told`."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name)
    return {each.lower().removeprefix("un") for each in spaced.split("_") if each}


@pytest.mark.parametrize("row", words(), ids=lambda row: row.words[0])
def test_a_word_lives_where_the_page_says(row: Row):
    files = row.files()
    assert [path for path in files if not path.exists()] == []
    if row.places:
        text = "\n".join(path.read_text(encoding="utf-8") for path in files).lower().replace("_", " ")
        assert [word for word in row.words if not re.search(rf"\b{re.escape(word.lower())}", text)] == []


@pytest.mark.parametrize("row", words(), ids=lambda row: row.words[0])
def test_a_class_named_by_a_word_lives_where_the_page_says(row: Row):
    classes = public_classes()
    here = {".".join(path.relative_to(SOURCE).with_suffix("").parts) for path in row.files() if path.suffix == ".py"}
    for word in row.words:
        name = "".join(each.capitalize() for each in re.split(r"[ -]", word))
        assert set(classes.get(name, ())) - here - set(SAME_NAME) == set()


def test_names_in_the_page_exist():
    code = "\n".join(path.read_text(encoding="utf-8") for path in sorted(SOURCE.rglob("*.py")))
    named = {name for row in words() for name in re.findall(r"`([A-Z]\w+)`", row.meaning + " ".join(row.words))}
    assert {name for name in named if not re.search(rf"\b{name}\b", code)} == set()


def test_no_identifier_has_a_retired_word():
    gone = set(retired())
    places = [SOURCE, ROOT / "tests", ROOT / "dev", ROOT / "web" / "src"]
    files = [path for place in places for path in place.rglob("*") if path.suffix in {".py", ".ts", ".svelte"}]
    used = {(path.name, name) for path in files for name in identifiers(path) if parts(name) & gone}
    assert len(files) > 300
    assert used == set()
