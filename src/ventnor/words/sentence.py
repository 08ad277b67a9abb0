"""Turn events, actions and reasons into sentences.

The templates are data: `data/sentences.toml`, `data/law.toml` for why the law refuses, and `data/server.toml` for the
server's own reasons. Terminal, browser and review share them, in every language. This module takes plain mappings and
does not know which events exist.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, TypeAlias

from ventnor.rulebook.board import board
from ventnor.rulebook.card import Era, decks
from ventnor.rulebook.edition import edition
from ventnor.rulebook.source import load
from ventnor.words.reason import Reason

PACKAGE: Final = "ventnor.words"
FIELD: Final = re.compile(r"\{(?P<name>[a-z0-9_]+)(?::(?P<format>[a-z]+))?\}")

Fields: TypeAlias = Mapping[str, object]
"""The fields of an event, action or reason by name, as in its JSON."""


class MissingTemplate(KeyError):
    """There is no such template."""

    def __init__(self, language: str, kind: str, name: str) -> None:
        super().__init__(f"there is no sentence in {language!r} for the {kind} {name!r}")

    def __str__(self) -> str:
        return str(self.args[0])


class MissingField(KeyError):
    """A template names a field that is not given, or whose value it cannot show."""

    def __init__(self, template: str, name: str, why: str) -> None:
        super().__init__(f"{template!r}: the field {name!r} {why}")
        self.field = name

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True)
class Template:
    """One sentence with fields to fill in, and what must hold for it to be chosen."""

    text: str
    when: Mapping[str, object] = field(default_factory=dict[str, object])
    has: tuple[str, ...] = ()
    same: tuple[str, ...] = ()
    you: str = ""

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        """Return the fields it names, each with its format."""
        formats = load("sentences", PACKAGE)["formats"]
        return tuple((m["name"], m["format"] or formats.get(m["name"], "")) for m in FIELD.finditer(self.text))

    def fits(self, fields: Fields, reader: int | None = None) -> bool:
        """Return whether the template fits these fields and this reader."""
        return (
            (not self.you or (reader is not None and fields.get(self.you) == reader))
            and all(name in fields and fields[name] == value for name, value in self.when.items())
            and all(name in fields for name in self.has)
            and len({repr(fields.get(name)) for name in self.same}) <= 1
        )


@cache
def templates(language: str, kind: str) -> Mapping[str, tuple[Template, ...]]:
    """Return the templates of a kind ("event", "action", "reason" …) by name."""
    return {name: read_templates(entry) for name, entry in entries(language, kind).items()}


def entries(language: str, kind: str) -> dict[str, Any]:
    """Return the templates of a kind by name, as the data files have them.

    Raises `ValueError` if two files have the same reason.
    """
    found: dict[str, Any] = dict(load("sentences", PACKAGE).get(language, {}).get(kind, {}))
    if kind == "reason":
        parts = [load(source, PACKAGE).get(language, {}).get(kind, {}) for source in ("law", "server")]
        if language == "en":
            parts.append(load("options")["contradiction"])
        for part in parts:
            twice = found.keys() & part.keys()
            if twice:
                raise ValueError(f"two data files have a sentence for the reason {min(twice)!r}")
            found |= part
    return found


def read_templates(entry: str | list[dict[str, Any]]) -> tuple[Template, ...]:
    """Return one template, or several with their conditions. Raises `TypeError` for an unknown key."""
    if isinstance(entry, str):
        return (Template(entry),)
    return tuple(read_template(**each) for each in entry)


def read_template(
    text: str,
    when: Mapping[str, object] | None = None,
    has: Sequence[str] = (),
    same: Sequence[str] = (),
    you: str = "",
) -> Template:
    """Return a template from the keys of its entry."""
    return Template(text, when or {}, tuple(has), tuple(same), you)


class Teller:
    """Makes sentences about a game in one language, with its players' names, its board and its decks."""

    def __init__(
        self,
        names: Sequence[str] = (),
        edition_name: str = "official",
        era: Era | None = None,
        language: str = "en",
        own: str = "",
    ) -> None:
        self.names = tuple(names)
        self.language = language
        self.board = board(edition_name, own)
        self.decks = decks(era or edition(edition_name).decks, own)
        self.words: Mapping[str, str] = entries(language, "words")
        self.formats: Mapping[str, Callable[[object, Fields], str]] = {
            "number": lambda value, _: str(value),
            "text": lambda value, _: str(value),
            "clause": lambda value, _: str(value),
            "option": lambda value, _: str(value),
            "edition": lambda value, _: edition(str(value)).called,
            "money": lambda value, _: money(whole(value, negative=True)),
            "seat": lambda value, _: self.seat(value),
            "seats": lambda value, _: self.list_of([self.seat(each) for each in listed(value)], "nobody"),
            "party": lambda value, _: self.words[value] if isinstance(value, str) else self.seat(value),
            "space": lambda value, _: self.space(value),
            "spaces": lambda value, _: self.list_of([self.space(each) for each in listed(value)], "nothing"),
            "group": lambda value, _: self.board.group(str(value)).name,
            "deck": lambda value, _: self.words[str(value)],
            "item": lambda value, _: self.words[str(value)] if value in self.words else self.space(value),
            "card": self.card,
            "terms": lambda value, _: self.terms(value),
        }

    def tell(self, kind: str, name: str, fields: Fields, reader: int | None = None) -> str:
        """Return the sentence for an event, an action or a reason. Raises `MissingTemplate` or `MissingField`."""
        for template in templates(self.language, kind).get(name, ()):
            if template.fits(fields, reader):
                return capitalised(self.fill(template, fields))
        raise MissingTemplate(self.language, kind, name)

    def event(self, event: Fields) -> str:
        """Return the sentence for an event, given as its JSON: its name under "event", then its fields."""
        return self.tell("event", str(event.get("event")), event)

    def action(self, action: Fields) -> str:
        """Return the words for an action, given as its JSON: its name under "do", then its fields."""
        return self.tell("action", str(action.get("do")), action)

    def reason(self, reason: Reason, reader: int | None = None) -> str:
        """Return the sentence for a reason. A player who reads it is called "you"."""
        return self.tell("reason", reason.name, reason.fields, reader)

    def fill(self, template: Template, fields: Fields) -> str:
        """Return the template with its fields filled in."""
        shown: dict[str, str] = {}
        for name, form in template.fields:
            if name not in fields:
                raise MissingField(template.text, name, "is not given")
            if form not in self.formats:
                raise MissingField(template.text, name, f"has no format {form!r}")
            try:
                shown[name] = self.formats[form](fields[name], fields)
            except (LookupError, TypeError, ValueError) as error:
                raise MissingField(template.text, name, f"cannot be shown: {fields[name]!r}") from error
        return FIELD.sub(lambda match: shown[match["name"]], template.text)

    def seat(self, value: object) -> str:
        """Return a player by name, or by seat where no names were given."""
        number = whole(value)
        name = self.names[number] if self.names else ""
        return name or self.words["seat"].replace("{number}", str(number))

    def space(self, value: object) -> str:
        """Return a space by its name on the board."""
        return self.board.space(str(value)).name

    def card(self, value: object, fields: Fields) -> str:
        """Return a card by its words; its deck is another field."""
        pile = self.decks.chance if fields["deck"] == "chance" else self.decks.chest
        return pile[whole(value)].text

    def terms(self, value: object) -> str:
        """Return one side of a deal in words."""
        if not isinstance(value, Mapping):
            raise TypeError(value)
        side: Fields = value  # pyright: ignore[reportUnknownVariableType]
        parts = [self.space(each) for each in listed(side.get("deeds", ()))]
        if side.get("cash"):
            parts.append(money(whole(side["cash"])))
        parts += [self.words[f"{each}-card"] for each in listed(side.get("jail_cards", ()))]
        if side.get("debt"):
            parts.append(self.words["debt"].replace("{amount}", money(whole(side["debt"]))))
        return self.list_of(parts, "nothing")

    def list_of(self, parts: Sequence[str], none: str) -> str:
        """Return things in a row: "a, b and c"."""
        if not parts:
            return self.words[none]
        return f" {self.words['and']} ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def money(amount: int) -> str:
    """Return a sum as people read it: "$1,500"."""
    return f"-${-amount:,}" if amount < 0 else f"${amount:,}"


def whole(value: object, *, negative: bool = False) -> int:
    """Return a whole number, not below 0 unless `negative`. Raises `TypeError` or `ValueError`."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(value)
    if value < 0 and not negative:
        raise ValueError(value)
    return value


def listed(value: object) -> Sequence[object]:
    """Return a list or tuple. Raises `TypeError` for anything else."""
    if not isinstance(value, list | tuple):
        raise TypeError(value)
    return value  # pyright: ignore[reportUnknownVariableType]


def capitalised(words: str) -> str:
    """Return the words with a capital letter at the front."""
    return words[:1].upper() + words[1:]
