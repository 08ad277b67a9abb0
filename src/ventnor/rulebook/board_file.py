"""Boards as data: the names, prices, rents and cards by which a board differs from that of the rulebooks.

A board is written in TOML (docs/boards.md). What it leaves out is as in the rulebooks: forty spaces and ten groups,
each kind at its place. Options refer to a board of the library by name, and to any other by its text, one line of JSON.
So positions, replays and saved batches carry it with them.
"""

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, cast

from ventnor.rulebook.source import load

Data = Mapping[str, Any]

BOARDS: Final = ("london", "lagoon", "orbit")
"""The boards that come with the library, beside that of the rulebooks."""
LARGEST: Final = 24_000
"""The most characters of a board."""
NAME: Final = re.compile(r"(?=.{2,24}$)[^\W_][\w.&' -]*[\w.]")
DEAREST: Final = 5000
HIGHEST_RENT: Final = 10_000
CARDS_EACH: Final = 16
"""Cards in each deck."""
NAMED_KINDS: Final = frozenset({"lot", "railroad", "utility", "tax"})
CARD_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "advance": ("to",),
    "back-to": ("to",),
    "back": ("spaces",),
    "nearest-railroad": (),
    "nearest-utility": (),
    "jail": (),
    "jail-free": (),
    "collect": ("amount",),
    "pay": ("amount",),
    "collect-each": ("amount",),
    "pay-each": ("amount",),
    "repairs": ("house", "hotel"),
    "pay-or-chance": ("amount",),
}
"""The kinds of cards, and the fields that each has beside its title and text."""
SPACE_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "lot": ("name", "price", "mortgage", "house_price", "rents"),
    "railroad": ("name", "price", "mortgage", "rents"),
    "utility": ("name", "price", "mortgage", "rents"),
    "tax": ("name", "tax"),
}


class BadBoard(ValueError):
    """A board that cannot be used: the file or name, the field, and why."""

    def __init__(self, source: str, field: str, why: str) -> None:
        super().__init__(": ".join(part for part in (source, field, why) if part))
        self.source = source
        self.field = field
        self.why = why


def load_board(path: str | Path) -> str:
    """Return the text of a board file, as `Options(board=...)` takes it. Raises `BadBoard`."""
    source = str(path)
    try:
        text = Path(path).read_bytes()
    except OSError as error:
        raise BadBoard(source, "", error.strerror or "cannot be read") from error
    if len(text) > LARGEST:
        raise BadBoard(source, "", f"the file has {len(text):,} bytes, at most {LARGEST:,} are allowed")
    try:
        data = tomllib.loads(text.decode())
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadBoard(source, "", f"is not TOML: {error}") from error
    check_board(data, source)
    return json.dumps(data, separators=(",", ":"), sort_keys=True)


def board_named(text: str) -> str:
    """Return the value of `Options(board=...)` for a board's name, the path of its file, or its text."""
    return load_board(text) if text.endswith(".toml") else text


def is_text(value: str) -> bool:
    """Return whether a value is the text of a board and not its name."""
    return value.startswith("{")


@lru_cache(maxsize=64)
def board_data(value: str) -> Data:
    """Return the changes of a board, given its name or text; "" is the rulebooks' board. Raises `BadBoard`."""
    if not value:
        return {}
    if not is_text(value):
        if value not in BOARDS:
            raise BadBoard("board", "", f"there is no board {value[:40]!r} (known: {', '.join(BOARDS)}, or FILE.toml)")
        return load(f"boards/{value}")
    if len(value) > LARGEST:
        raise BadBoard("board", "", f"the text has {len(value):,} characters, at most {LARGEST:,} are allowed")
    try:
        data = json.loads(value)
    except (ValueError, RecursionError) as error:
        raise BadBoard("board", "", f"is not JSON: {error}") from error
    check_board(data, "board")
    return cast(Data, data)


def title_of(value: str) -> str:
    """Return the title of a board."""
    return str(board_data(value).get("title", "The rulebooks' board"))


def check_board(data: Data, source: str) -> None:
    """Raise `BadBoard` unless a mapping is a board; the error names the first field that is wrong."""
    for field, why in faults_of(data):
        raise BadBoard(source, field, why)


def faults_of(data: Data) -> Iterator[tuple[str, str]]:
    """Yield each field of a board that is wrong, and why."""
    yield from unknown("", data, ("title", "group", "space", "chance", "chest"))
    if not isinstance(data.get("title"), str) or not NAME.fullmatch(data["title"]):
        yield "title", "expected the board's name, 2 to 24 letters"
    standard = load("board")
    groups = {each["slug"]: each for each in standard["group"]}
    spaces = {each["slug"]: each for each in standard["space"]}
    for name in ("group", "space"):
        if not isinstance(data.get(name, {}), dict):
            yield name, f"expected tables such as [{name}.{'purple' if name == 'group' else 'boardwalk'}]"
            return
    yield from unknown("group", data.get("group", {}), groups)
    yield from unknown("space", data.get("space", {}), spaces)
    for slug, entry in data.get("group", {}).items():
        yield from unknown(f"group.{slug}", entry, ("name",))
        yield from name_faults(f"group.{slug}", entry)
    for slug, entry in data.get("space", {}).items():
        kind = spaces[slug]["kind"]
        if kind not in NAMED_KINDS:
            yield f"space.{slug}", "only lots, railroads, utilities and taxes can differ"
        yield from unknown(f"space.{slug}", entry, SPACE_FIELDS.get(kind, ()))
        yield from name_faults(f"space.{slug}", entry)
        yield from figure_faults(f"space.{slug}", {**spaces[slug], **entry}, entry)
    yield from twice(data, "space", spaces)
    yield from twice(data, "group", groups)
    yield from house_prices(data, spaces)
    if ("chance" in data) != ("chest" in data):
        yield "chest" if "chance" in data else "chance", "a board has cards of its own for both decks, or for none"
    for deck in ("chance", "chest"):
        if deck in data:
            yield from deck_faults(deck, data[deck], spaces)


def unknown(where: str, given: object, known: Sequence[str] | Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield each key that is not known."""
    if not isinstance(given, dict):
        yield where, "expected a table"
        return
    for key in cast("dict[str, Any]", given):
        if key not in known:
            yield f"{where}.{key}".lstrip("."), f"is not known (known: {', '.join(known)})"


def name_faults(where: str, entry: Data) -> Iterator[tuple[str, str]]:
    """Check a name that is printed and typed."""
    name = entry.get("name", "GO")
    if not isinstance(name, str) or not NAME.fullmatch(name):
        yield f"{where}.name", "expected 2 to 24 letters, digits, spaces and . & ' -, not beginning with a sign"


def is_sum(value: object, least: int, most: int) -> bool:
    """Return whether a value is a whole number within bounds."""
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def figure_faults(where: str, space: Data, entry: Data) -> Iterator[tuple[str, str]]:
    """Check the figures of a space; `entry` is what the board itself says."""
    if "price" in space and not is_sum(space["price"], 1, DEAREST):
        yield f"{where}.price", f"expected a whole number from 1 to {DEAREST:,}"
        return
    if "price" in space and not is_sum(entry.get("mortgage", 1), 1, space["price"]):
        yield f"{where}.mortgage", "expected a whole number from 1 to the price"
    if "house_price" in space and not is_sum(space["house_price"], 1, DEAREST):
        yield f"{where}.house_price", f"expected a whole number from 1 to {DEAREST:,}"
    if "tax" in space and not is_sum(space["tax"], 1, DEAREST):
        yield f"{where}.tax", f"expected a whole number from 1 to {DEAREST:,}"
    if "rents" in entry:
        count = {"lot": 6, "railroad": 4, "utility": 2}[space["kind"]]
        rents = entry["rents"]
        most = 100 if space["kind"] == "utility" else HIGHEST_RENT
        if not isinstance(rents, list) or not all(is_sum(each, 1, most) for each in cast("list[Any]", rents)):
            yield f"{where}.rents", f"expected {count} whole numbers from 1 to {most:,}"
        elif len(cast("list[Any]", rents)) != count:
            yield f"{where}.rents", f"expected {count} numbers, not {len(cast('list[Any]', rents))}"
        elif sorted(cast("list[int]", rents)) != rents:
            yield f"{where}.rents", "no rent may be lower than the one before it"


def twice(data: Data, what: str, standard: Mapping[str, Data]) -> Iterator[tuple[str, str]]:
    """Check that no two places have the same name, and that none has the name of another place of the rulebooks."""
    own = data.get(what, {})
    taken: dict[str, str] = {}
    for slug, entry in standard.items():
        if entry.get("kind") in {"chance", "chest"}:
            continue
        for name in {slug, entry["name"]}:
            taken.setdefault(plain_name(name), slug)
    for slug, entry in own.items():
        name = entry.get("name", "")
        if name and taken.setdefault(plain_name(name), slug) != slug:
            yield f"{what}.{slug}.name", f"{taken[plain_name(name)]} is called {name!r} already"


def plain_name(name: str) -> str:
    """Return a name as names are compared."""
    return " ".join(re.sub(r"[-.]", " ", name.lower().replace("&", " and ")).split())


def house_prices(data: Data, spaces: Mapping[str, Data]) -> Iterator[tuple[str, str]]:
    """Check that houses cost the same on all lots of a group."""
    found: dict[str, int] = {}
    for slug, space in spaces.items():
        if space["kind"] == "lot":
            price = data.get("space", {}).get(slug, {}).get("house_price", space["house_price"])
            if found.setdefault(space["group"], price) != price:
                yield f"space.{slug}.house_price", f"houses cost the same on all lots of the {space['group']} group"


def deck_faults(deck: str, cards: object, spaces: Mapping[str, Data]) -> Iterator[tuple[str, str]]:
    """Check the cards of a deck."""
    if not isinstance(cards, list) or len(cast("list[Any]", cards)) != CARDS_EACH:
        yield deck, f"expected {CARDS_EACH} cards, each beginning with [[{deck}]]"
        return
    for number, card in enumerate(cast("list[Any]", cards), 1):
        where = f"{deck} card {number}"
        kind = cast(Data, card).get("kind") if isinstance(card, dict) else None
        if not isinstance(kind, str) or kind not in CARD_FIELDS:
            yield f"{where}.kind", f"expected one of {', '.join(CARD_FIELDS)}"
            return
        yield from card_faults(where, cast(Data, card), spaces)
    freeing = sum(card.get("kind") == "jail-free" for card in cast("list[Any]", cards))
    if freeing != 1:
        yield deck, f"expected one card of the kind jail-free, not {freeing}"
    if deck == "chance" and any(card["kind"] == "pay-or-chance" for card in cast("list[Any]", cards)):
        yield deck, "a card of the kind pay-or-chance belongs in the chest"


def card_faults(where: str, card: Data, spaces: Mapping[str, Data]) -> Iterator[tuple[str, str]]:
    """Check a card."""
    fields = CARD_FIELDS[card["kind"]]
    yield from unknown(where, card, ("kind", "title", "text", *fields))
    for name, most in (("title", 40), ("text", 200)):
        if not isinstance(card.get(name), str) or not 0 < len(card[name]) <= most or not card[name].isprintable():
            yield f"{where}.{name}", f"expected 1 to {most} printable characters"
    checks: Mapping[str, tuple[Callable[[Any], bool], str]] = {
        "to": (
            lambda value: value in spaces and spaces[value]["kind"] not in {"chance", "chest"},
            "the name of a space",
        ),
        "spaces": (lambda value: is_sum(value, 1, 12), "a whole number from 1 to 12"),
        "amount": (lambda value: is_sum(value, 1, DEAREST), f"a whole number from 1 to {DEAREST:,}"),
        "house": (lambda value: is_sum(value, 1, 1000), "a whole number from 1 to 1,000"),
        "hotel": (lambda value: is_sum(value, 1, 1000), "a whole number from 1 to 1,000"),
    }
    for name in fields:
        check, what = checks[name]
        if name not in card or not isinstance(card[name], str | int) or not check(card[name]):
            yield f"{where}.{name}", f"expected {what}"
