"""The diagrams in the documentation are those that `dev/diagrams.py` draws."""

from xml.etree import ElementTree

import pytest

from dev.diagrams import DIAGRAMS, FOLDER


@pytest.mark.parametrize("name", DIAGRAMS)
def test_a_diagram_is_as_drawn(name: str) -> None:
    drawn = DIAGRAMS[name]()
    assert (FOLDER / f"{name}.svg").read_text(encoding="utf-8") == drawn, "run python dev/diagrams.py"
    ElementTree.fromstring(drawn)


def test_no_diagram_is_left_behind() -> None:
    assert {path.stem for path in FOLDER.glob("*.svg")} == set(DIAGRAMS)
