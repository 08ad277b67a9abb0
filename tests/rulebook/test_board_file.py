"""Boards as data: what a file may say, how every mistake is named, and that the boards that come along are sound."""

import json
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from ventnor.rulebook.board import board
from ventnor.rulebook.board_file import BOARDS, LARGEST, BadBoard, board_data, check_board, load_board
from ventnor.rulebook.card import DECKS, decks
from ventnor.rulebook.edition import EDITIONS
from ventnor.rulebook.option import BadOption, Options, read_option, with_board

CARD = {"kind": "pay", "title": "A", "text": "B.", "amount": 5}
DECK = [{"kind": "jail-free", "title": "A", "text": "B."}, *[CARD] * 15]
MINE = """
title = "Mine"
[group.purple]
name = "violet"
[space.boardwalk]
name = "Top Street"
price = 501
rents = [60, 210, 610, 1410, 1710, 2010]
"""


def test_what_a_board_leaves_out_is_as_in_the_rulebooks(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(MINE)
    text = load_board(file)
    mine, usual = board("modern", text), board("modern")
    assert mine.title == "Mine"
    top = mine.space("boardwalk")
    assert (top.name, top.price, top.mortgage, top.house_price) == ("Top Street", 501, 250, 200)
    assert mine.group("purple").name == "violet"
    assert [each for each in mine.spaces if each.slug != "boardwalk"] == [
        each for each in usual.spaces if each.slug != "boardwalk"
    ]
    sent = next(card for card in decks("classic", text).chance if card.to == "boardwalk")
    assert "Top Street" in sent.text
    assert "Boardwalk" not in sent.text
    assert load_board(file) == text
    assert Options(board=text).to_mapping() == {"board": text}


@pytest.mark.parametrize("name", BOARDS)
def test_the_boards_that_come_along_are_sound(name: str) -> None:
    source = files("ventnor.rulebook").joinpath("data", "boards", f"{name}.toml").read_text(encoding="utf-8")
    data = tomllib.loads(source)
    check_board(data, name)
    assert len(json.dumps(data)) <= LARGEST
    for edition in EDITIONS:
        found, usual = board(edition, name), board(edition)
        assert [(each.slug, each.kind, each.group) for each in found.spaces] == [
            (each.slug, each.kind, each.group) for each in usual.spaces
        ]
        assert all(each.name != usual.space(each.slug).name for each in found.properties if each.kind == "lot")
    for deck in DECKS:
        assert len(decks("classic", name).deck(deck)) == 16


@pytest.mark.parametrize(
    ("changes", "field", "why"),
    [
        ({"titel": "x"}, "titel", "is not known"),
        ({"title": ""}, "title", "2 to 24 letters"),
        ({"space": []}, "space", "tables"),
        ({"space": {"bordwalk": {}}}, "space.bordwalk", "is not known"),
        ({"space": {"boardwalk": 3}}, "space.boardwalk", "expected a table"),
        ({"space": {"jail": {"name": "Cellar"}}}, "space.jail", "only lots"),
        ({"space": {"boardwalk": {"nam": "x"}}}, "space.boardwalk.nam", "is not known"),
        ({"space": {"boardwalk": {"name": "<b>"}}}, "space.boardwalk.name", "2 to 24 letters"),
        ({"space": {"boardwalk": {"name": "Baltic Avenue"}}}, "space.boardwalk.name", "baltic is called"),
        ({"space": {"boardwalk": {"name": "Park-Place"}}}, "space.boardwalk.name", "park-place is called"),
        ({"space": {"boardwalk": {"price": 0}}}, "space.boardwalk.price", "from 1 to 5,000"),
        ({"space": {"boardwalk": {"price": True}}}, "space.boardwalk.price", "whole number"),
        ({"space": {"boardwalk": {"mortgage": 401}}}, "space.boardwalk.mortgage", "1 to the price"),
        ({"space": {"boardwalk": {"house_price": 100}}}, "space.boardwalk.house_price", "all lots of the dark-blue"),
        ({"space": {"boardwalk": {"rents": [1, 2, 3]}}}, "space.boardwalk.rents", "6 numbers, not 3"),
        ({"space": {"boardwalk": {"rents": [2, 1, 3, 4, 5, 6]}}}, "space.boardwalk.rents", "lower"),
        ({"space": {"boardwalk": {"rents": "high"}}}, "space.boardwalk.rents", "6 whole numbers"),
        ({"space": {"reading": {"house_price": 50}}}, "space.reading.house_price", "is not known"),
        ({"space": {"income-tax": {"tax": -1}}}, "space.income-tax.tax", "from 1"),
        ({"group": {"purple": {"name": "red"}}}, "group.purple.name", "red is called"),
        ({"chance": DECK}, "chest", "for both decks"),
        ({"chance": DECK[1:], "chest": DECK}, "chance", "expected 16 cards"),
        ({"chance": [CARD] * 16, "chest": DECK}, "chance", "one card of the kind jail-free"),
        ({"chance": [*DECK[:15], {"kind": "fly"}], "chest": DECK}, "chance card 16.kind", "expected one of"),
        ({"chance": [*DECK[:15], {**CARD, "kind": []}], "chest": DECK}, "chance card 16.kind", "expected one of"),
        ({"chance": [*DECK[:15], 5], "chest": DECK}, "chance card 16.kind", "expected one of"),
        ({"chance": [*DECK[:15], {**CARD, "amount": 0}], "chest": DECK}, "chance card 16.amount", "from 1"),
        ({"chance": [*DECK[:15], {**CARD, "text": ""}], "chest": DECK}, "chance card 16.text", "printable"),
        (
            {"chance": [*DECK[:15], {"kind": "advance", "title": "A", "text": "B", "to": "mars"}], "chest": DECK},
            "chance card 16.to",
            "the name of a space",
        ),
        (
            {"chance": [*DECK[:15], {**CARD, "kind": "pay-or-chance"}], "chest": DECK},
            "chance",
            "belongs in the chest",
        ),
    ],
)
def test_a_mistake_is_named_with_its_field(changes: dict[str, object], field: str, why: str) -> None:
    with pytest.raises(BadBoard, match=why) as caught:
        check_board({"title": "Mine", **changes}, "mine.toml")
    assert caught.value.field == field
    assert str(caught.value).startswith(f"mine.toml: {field}: ")
    # The same mistake in a text is the mistake of the house rule.
    with pytest.raises(BadOption):
        Options(board=json.dumps({"title": "Mine", **changes}))


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (None, "No such file"),
        (b"title = ", "is not TOML"),
        (b"\xff", "is not TOML"),
        (b"title = " + b"[" * 20_000, "is not TOML"),
        (b"#" * 30_000, "at most 24,000"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, content: bytes | None, why: str) -> None:
    file = tmp_path / "mine.toml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(BadBoard, match=why) as caught:
        load_board(file)
    assert str(caught.value).startswith(str(file))


def test_a_board_is_chosen_by_name_file_or_text(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(MINE)
    assert read_option("board=london") == ("board", "london")
    assert read_option(f"board={file}") == ("board", load_board(file))
    assert with_board(Options(rounds=3), "orbit") == Options(rounds=3, board="orbit")
    assert with_board(None, "") == Options()
    for wrong in ("atlantis", "{", "[]", "{" * 50_000):
        with pytest.raises(BadOption):
            Options(board=wrong)
    with pytest.raises(BadBoard, match="there is no board 'atlantis'"):
        board_data("atlantis")
