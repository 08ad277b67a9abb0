"""Kinds made of other kinds: lists in their order, things by name; and short texts."""

from collections.abc import Mapping, Sequence
from typing import cast

from ventnor.words.kind import UNREAD, Json, Kind, Malformed, Problem, Words, expect, joined, show


class Text(Kind):
    """Any short text."""

    what = "a text of at most 80 characters"

    def check(self, value: object) -> str:
        if not isinstance(value, str) or len(value) > 80:
            raise expect(self.what, value)
        return value

    def schema(self) -> dict[str, Json]:
        return {"type": "string", "maxLength": 80}


class ListKind(Kind):
    """Several values in their order, each of one kind."""

    def __init__(self, what: str, kind: Kind, most: int, least: int = 0) -> None:
        self.what = f"a list of {what}"
        self.kind = kind
        self.least = least
        self.most = most

    def check(self, value: object) -> tuple[object, ...]:
        if not isinstance(value, list | tuple):
            raise expect(self.what, value)
        items = cast("Sequence[object]", value)
        if not self.least <= len(items) <= self.most:
            bounds = str(self.most) if self.least == self.most else f"{self.least} to {self.most}"
            raise Malformed("", f"expected {self.what}, {bounds} of them, not {len(items)}")
        return tuple(self.kind.check(each) for each in items)

    def schema(self) -> dict[str, Json]:
        return {"type": "array", "items": self.kind.reference(), "minItems": self.least, "maxItems": self.most}

    def to_json(self, value: object) -> Json:
        return [self.kind.to_json(each) for each in cast("tuple[object, ...]", value)]

    def from_json(self, value: object) -> object:
        if not isinstance(value, list | tuple):
            raise expect(self.what, value)
        return [self.kind.from_json(each) for each in cast("Sequence[object]", value)]

    def collect(self, value: object, where: str, problems: list[Problem]) -> object:
        known = len(problems)
        if not isinstance(value, list | tuple):
            return self.judge(value, where, problems)
        items = cast("Sequence[object]", value)[: self.most + 1]
        read = [self.kind.collect(each, f"{where}[{number}]", problems) for number, each in enumerate(items)]
        return UNREAD if len(problems) > known else self.judge(read, where, problems)


class MapKind(Kind):
    """A mapping from words to values."""

    def __init__(self, what: str, keys: Words, kind: Kind) -> None:
        self.what = what
        self.keys = keys
        self.kind = kind

    def check(self, value: object) -> dict[str, object]:
        if not isinstance(value, Mapping):
            raise expect(self.what, value)
        given = cast("Mapping[object, object]", value)
        return {self.keys.check(key): self.kind.check(each) for key, each in given.items()}

    def schema(self) -> dict[str, Json]:
        return {
            "type": "object",
            "propertyNames": self.keys.reference(),
            "additionalProperties": self.kind.reference(),
        }

    def to_json(self, value: object) -> Json:
        given = cast("Mapping[str, object]", value)
        return {key: self.kind.to_json(given[key]) for key in self.keys.numbers if key in given}

    def collect(self, value: object, where: str, problems: list[Problem]) -> object:
        if not isinstance(value, Mapping):
            return self.judge(value, where, problems)
        read: dict[object, object] = {}
        for key, each in cast("Mapping[object, object]", value).items():
            name = self.keys.collect(key, where, problems)
            read[name] = self.kind.collect(each, joined(where, show(key) if name is UNREAD else str(key)), problems)
        # An unknown name could mean any key: then the whole mapping is unreadable. A wrong value only loses its entry.
        return UNREAD if UNREAD in read else {name: thing for name, thing in read.items() if thing is not UNREAD}
