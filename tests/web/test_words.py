"""The words of the app are in its catalogue: there are none in the markup, and every entry is used."""

import re
from collections.abc import Iterator

import pytest

from tests.web.conftest import ROOT

SOURCE = ROOT / "web" / "src"
CATALOGUE = SOURCE / "lang" / "en.ts"
NAMED = re.compile(r"""(?:aria-label|title|placeholder|alt)=["']([^"']*)["']""")
PLURALS = ("zero", "one", "two", "few", "many", "other")


def markup(text: str) -> str:
    """Return a component without its script, its style and computed parts."""
    text = re.sub(r"<(script|style).*?</\1>|<!--.*?-->", "", text, flags=re.DOTALL)
    kept, depth = [], 0
    for letter in text:
        depth += letter == "{"
        if not depth:
            kept.append(letter)
        depth -= letter == "}"
    return "".join(kept)


def written(text: str) -> Iterator[str]:
    """Yield the fixed words of a component: texts between tags, and labels of elements."""
    plain = markup(text)
    yield from NAMED.findall(plain)
    yield from re.findall(r">([^<]*)<", re.sub(r"=>", "", plain))


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.svelte")), ids=lambda path: path.stem)
def test_no_words_stand_in_the_markup(path):
    assert [each for each in written(path.read_text(encoding="utf-8")) if re.search(r"[^\W\d_]", each)] == []


def test_words_in_the_markup_would_be_found():
    assert "Play" in list(written("<button>Play</button>"))
    assert "Board" in list(written('<div aria-label="Board">{t("home.play")}</div>'))
    assert not any(map(str.strip, written('<p class="quiet">{t("home.play")}</p>')))


def test_every_word_of_the_catalogue_is_said():
    keys = re.findall(r'^  "?([a-z0-9.-]+)"?: "', CATALOGUE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    code = "\n".join(
        path.read_text(encoding="utf-8")
        for path in SOURCE.rglob("*")
        if path.suffix in {".svelte", ".ts"} and path != CATALOGUE and not path.name.endswith(".test.ts")
    )
    named = set(re.findall(r"""["'`]([a-z0-9.-]+)["'`]""", code))
    made = [
        re.compile("[a-z0-9-]+".join(map(re.escape, re.split(r"\$\{[^}]*\}", each))))
        for each in re.findall(r"`([a-z]+\.[a-z0-9.${}?: \"()\[\]_-]+)`", code, flags=re.IGNORECASE)
        if "${" in each
    ]
    unsaid = [
        key
        for key in keys
        if key not in named
        and key.rpartition(".")[0] not in (named if key.endswith((*PLURALS, ".me")) else ())
        and not any(pattern.fullmatch(key) for pattern in made)
    ]
    assert len(keys) > 300
    assert unsaid == []
