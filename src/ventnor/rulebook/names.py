"""Check every name in the rulebook's data files against the code and the other files that use it.

Without this check a misspelt field, setting, clause or edition would be ignored. `wrong_names` returns one line for
each fault, with the file and the name. The tests run it; `tables` compares the settings with the kernel's record.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from difflib import get_close_matches
from typing import Any, Final, get_args

from ventnor.rulebook.board import SpaceKind
from ventnor.rulebook.card import DECKS, ERAS, Card, CardKind
from ventnor.rulebook.edition import EDITIONS
from ventnor.rulebook.option import Options, OptionType
from ventnor.rulebook.source import load

Data = Mapping[str, Any]
Read = Callable[[str], Data]

FIELDS: Final[Mapping[str, Mapping[str, str]]] = {
    "board": {
        "group": "slug name differs?",
        "space": "slug name kind clause? group? price? house_price? mortgage? rents? tax? differs?",
    },
    "clauses": {
        "clause": "id title text in part? differs? silent? says? change? matters? alike? unenforced? partly?",
    },
    "editions": {
        "edition": "name title called briefly years text decks notes stock dealt? variant?",
    },
    "options": {
        "option": "name title type text effect known? choices? sets? least? most? ruling? takes_text?",
    },
    "rulings": {"ruling": "clause editions question answer switch?"},
    "settings": {"setting": "name clause text value differs?"},
}
"""The fields of each entry, by file and by table; a question mark follows those that may be left out."""

TABLES: Final[Mapping[str, frozenset[str]]] = {
    "clauses": frozenset({"family", "variant"}),
    "options": frozenset({"contradiction"}),
}
"""The other tables of a file."""


def wrong_names(read: Read = load) -> list[str]:
    """Return every name that the code or another file does not know, or that is missing."""
    # Without these the checks below cannot read the entries.
    faults = [fault for file in FIELDS for fault in wrong_fields(file, read(file))]
    return faults or [
        *wrong_editions(read("editions")),
        *wrong_clauses(read),
        *wrong_settings(read),
        *wrong_options(read),
        *wrong_board(read),
        *wrong_cards(read),
    ]


def wrong_fields(file: str, data: Data) -> Iterator[str]:
    """Yield the tables and fields of a file that no code reads, and fields that an entry lacks."""
    yield from unknown(file, "table", data, {*FIELDS[file], *TABLES.get(file, ())})
    for table, spec in FIELDS[file].items():
        names = spec.split()
        known = {name.rstrip("?") for name in names}
        for number, entry in enumerate(data.get(table, ())):
            called = entry.get("name") or entry.get("id") or entry.get("slug") or f"number {number + 1}"
            yield from unknown(file, f"field of {table} {called}", entry, known)
            for name in names:
                if not name.endswith("?") and name not in entry:
                    yield f"{file}.toml: {table} {called} has no {name!r}"


def wrong_editions(data: Data) -> Iterator[str]:
    """Compare the editions of the file with those of the code, and their decks."""
    yield from unknown("editions", "edition", [entry["name"] for entry in data["edition"]], EDITIONS)
    yield from missing("editions", "edition", EDITIONS, [entry["name"] for entry in data["edition"]])
    yield from unknown("editions", "decks", [entry["decks"] for entry in data["edition"]], ERAS)


def wrong_clauses(read: Read) -> Iterator[str]:
    """Check the clauses' families and editions, and the clauses and switches that rulings name."""
    data = read("clauses")
    ids = [entry["id"] for entry in data["clause"]]
    yield from unknown("clauses", "family", [name.partition(".")[0] for name in ids], data["family"])
    yield from missing("clauses", "clause of the family", data["family"], [name.partition(".")[0] for name in ids])
    yield from unknown("clauses", "family of a short game", data["variant"], data["family"])
    variants = {
        (book["name"], each["name"]) for book in read("editions")["edition"] for each in book.get("variant", ())
    }
    for name, home in data["variant"].items():
        if (home.get("edition"), home.get("name")) not in variants:
            yield f"clauses.toml: unknown short game of the family {name!r}: {home}"
    for entry in data["clause"]:
        used = [
            *listed(entry["in"]),
            *entry.get("part", ()),
            *entry.get("differs", ()),
            *listed(entry.get("alike", ())),
        ]
        yield from unknown("clauses", f"edition of {entry['id']}", used, EDITIONS)
        yield from unknown("clauses", f"edition of {entry['id']}", entry.get("says", ()), {*EDITIONS, "others"})
        ways = [way.strip() for change in entry.get("change", ()) for way in change.split(">")]
        yield from unknown("clauses", f"edition of {entry['id']}", ways, {*EDITIONS, "others"})
    switches = [entry["name"] for entry in read("options")["option"]]
    for entry in read("rulings")["ruling"]:
        yield from unknown("rulings", "clause", [entry["clause"]], ids)
        yield from unknown("rulings", f"edition of {entry['clause']}", listed(entry["editions"]), EDITIONS)
        if entry.get("switch"):
            yield from unknown("rulings", "switch", [entry["switch"]], switches)


def wrong_settings(read: Read) -> Iterator[str]:
    """Check the clauses, editions and variants that settings name."""
    ids = [entry["id"] for entry in read("clauses")["clause"]]
    variants = {each["name"] for book in read("editions")["edition"] for each in book.get("variant", ())}
    for entry in read("settings")["setting"]:
        name = entry["name"]
        yield from unknown("settings", f"clause of {name}", [entry["clause"]], ids)
        for differs in entry.get("differs", ()):
            yield from unknown("settings", f"field of {name}", differs, {"edition", "variant", "value", "clause"})
            yield from unknown("settings", f"edition of {name}", [differs.get("edition")], EDITIONS)
            yield from unknown("settings", f"variant of {name}", [differs.get("variant", "")], {*variants, ""})
            yield from unknown("settings", f"clause of {name}", [differs.get("clause", entry["clause"])], ids)


def wrong_options(read: Read) -> Iterator[str]:
    """Compare the house rules with the fields of `Options`, and check the settings and clauses that they name."""
    entries = read("options")["option"]
    yield from unknown("options", "house rule", [entry["name"] for entry in entries], field_names(Options))
    yield from missing("options", "house rule", field_names(Options), [entry["name"] for entry in entries])
    settings = [entry["name"] for entry in read("settings")["setting"]]
    ids = [entry["id"] for entry in read("clauses")["clause"]]
    for entry in entries:
        yield from unknown("options", f"type of {entry['name']}", [entry["type"]], get_args(OptionType))
        for sets in (entry.get("sets", {}), *entry.get("choices", {}).values()):
            yield from unknown("options", f"setting of {entry['name']}", sets, settings)
        if entry.get("ruling"):
            yield from unknown("options", f"ruling of {entry['name']}", [entry["ruling"]], ids)


def wrong_board(read: Read) -> Iterator[str]:
    """Check the kinds, groups, clauses and editions that the board names."""
    data = read("board")
    groups = [entry["slug"] for entry in data["group"]]
    ids = [entry["id"] for entry in read("clauses")["clause"]]
    yield from missing("board", "space of the group", groups, [entry.get("group") for entry in data["space"]])
    for entry in data["space"]:
        slug = entry["slug"]
        yield from unknown("board", f"kind of {slug}", [entry["kind"]], get_args(SpaceKind))
        yield from unknown("board", f"group of {slug}", [entry["group"]] if "group" in entry else [], groups)
        yield from unknown("board", f"clause of {slug}", [entry["clause"]] if "clause" in entry else [], ids)
    for entry in (*data["space"], *data["group"]):
        yield from unknown("board", f"edition of {entry['slug']}", entry.get("differs", ()), EDITIONS)


def wrong_cards(read: Read) -> Iterator[str]:
    """Check the decks, and the fields, kinds and spaces of their cards."""
    data = read("cards")
    yield from unknown("cards", "decks", data, ERAS)
    yield from missing("cards", "decks", ERAS, data)
    spaces = [entry["slug"] for entry in read("board")["space"]]
    for era, pair in data.items():
        yield from unknown("cards", f"deck of {era}", pair, DECKS)
        yield from missing("cards", f"deck of {era}", DECKS, pair)
        for deck, cards in pair.items():
            for number, card in enumerate(cards):
                where = f"{era} {deck} {number}"
                yield from unknown("cards", f"field of {where}", card, field_names(Card) - {"id", "deck"})
                yield from unknown("cards", f"kind of {where}", [card.get("kind")], get_args(CardKind))
                yield from unknown("cards", f"space of {where}", [card["to"]] if "to" in card else [], spaces)


def field_names(made: type[Any]) -> set[str]:
    """Return the names of a dataclass's fields."""
    return {each.name for each in fields(made)}


def listed(names: "str | Iterable[str]") -> Iterable[str]:
    """Return a list of editions, which may be written "all"."""
    if isinstance(names, str):
        return EDITIONS if names == "all" else (names,)
    return names


def unknown(file: str, what: str, names: Iterable[Any], known: Iterable[str]) -> Iterator[str]:
    """Yield a line for each name that is not known."""
    words = list(known)
    for name in names:
        if name not in words:
            near = get_close_matches(str(name), words, n=1)
            yield f"{file}.toml: unknown {what}: {name!r}" + (f" (did you mean {near[0]!r}?)" if near else "")


def missing(file: str, what: str, names: Iterable[str], found: Iterable[Any]) -> Iterator[str]:
    """Yield a line for each name that the file lacks."""
    have = set(found)
    for name in names:
        if name not in have:
            yield f"{file}.toml: no {what} {name!r}"
