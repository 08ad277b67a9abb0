"""Kinds of words: the values that a field may hold, and their forms in the kernel, in text, in JSON and in a schema.

Which words there are is in `vocabulary`.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from ctypes import Structure
from difflib import get_close_matches
from functools import cached_property
from itertools import pairwise
from typing import Final, TypeAlias, cast

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"

Problem: TypeAlias = tuple[str, str]
"""What is wrong with a value: where, and why."""

LARGEST_SUM = 2**31 - 1
UNREAD: Final = object()
"""What stands for a value that could not be read."""


class Malformed(ValueError):
    """A value that cannot be read: the field, and why."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}" if field else why)
        self.field = field
        self.why = why


def show(value: object) -> str:
    """Return a value for an error message, shortened."""
    if isinstance(value, str):
        return repr(value if len(value) <= 40 else value[:40] + "…")
    if value is None or isinstance(value, bool) or (isinstance(value, int) and abs(value) < 10**18):
        return repr(value)
    return "a number that is too large" if isinstance(value, int) else f"a {type(value).__name__}"


def expect(what: str, value: object, hint: str = "") -> Malformed:
    """Return the error for a wrong value."""
    return Malformed("", f"expected {what}, not {show(value)}{hint}")


def joined(outer: str, inner: str) -> str:
    """Return the name of a field within a field."""
    return f"{outer}.{inner}" if outer and inner else outer or inner


class Kind(ABC):
    """What a field may hold. `what` names it in messages, `ref` in the schema where it stands by itself."""

    what: str
    ref: str = ""

    @abstractmethod
    def check(self, value: object) -> object:
        """Return the value in its standard form. Raises `Malformed` (without the field's name) for another kind."""

    @abstractmethod
    def schema(self) -> dict[str, Json]:
        """Return the kind as JSON Schema."""

    def reference(self) -> dict[str, Json]:
        """Return the kind as other schemas name it."""
        return {"$ref": f"#/$defs/{self.ref}"} if self.ref else self.schema()

    def number(self, value: object) -> int:
        """Return the kernel's number for a value of this kind."""
        raise NotImplementedError

    def value(self, number: int) -> object:
        """Return the value that the kernel's number stands for."""
        raise NotImplementedError

    def store(self, record: Structure, place: str, value: object) -> None:
        """Store a value in a field of a record."""
        setattr(record, place, self.number(value))

    def fetch(self, record: Structure, place: str) -> object:
        """Read a value from a field of a record."""
        return self.value(int(getattr(record, place)))

    def to_json(self, value: object) -> Json:
        """Return the value as JSON has it."""
        return cast(Json, value)

    def from_json(self, value: object) -> object:
        """Return the value that JSON has as this one; `check` comes after it."""
        return value

    def collect(self, value: object, where: str, problems: list[Problem]) -> object:
        """Return the value that JSON has as this one, or `UNREAD` and everything that is wrong with it."""
        try:
            value = self.from_json(value)
        except Malformed as error:
            problems.append((joined(where, error.field), error.why))
            return UNREAD
        return self.judge(value, where, problems)

    def judge(self, value: object, where: str, problems: list[Problem]) -> object:
        """Check a value that was read, and return it. If it is wrong, note the problem and return `UNREAD`."""
        try:
            return self.check(value)
        except Malformed as error:
            problems.append((joined(where, error.field), error.why))
            return UNREAD

    def read(self, word: str) -> object:
        """Return the value written as this word."""
        return self.check(word)

    def write(self, value: object) -> str:
        """Return the word for a value of this kind."""
        return str(value)


class Number(Kind):
    """A whole number between bounds."""

    def __init__(self, what: str, low: int, high: int) -> None:
        self.what = what if high == LARGEST_SUM else f"{what} from {low} to {high}"
        self.low = low
        self.high = high

    def check(self, value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not self.low <= value <= self.high:
            raise expect(self.what, value)
        return value

    def schema(self) -> dict[str, Json]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}

    def number(self, value: object) -> int:
        return cast(int, value)

    def value(self, number: int) -> int:
        return number

    def read(self, word: str) -> int:
        # Digits as they are printed: no sign, no leading zero, and no more digits than the bounds need.
        if not re.fullmatch(r"0|[1-9][0-9]{0,9}", word):
            raise expect(self.what, word)
        return self.check(int(word))


class Words(Kind):
    """One word of a list. The list is read when it is first needed."""

    def __init__(self, what: str, source: Callable[[], Iterable[tuple[str, int]]], ref: str = "") -> None:
        self.what = what
        self.ref = ref
        self.source = source

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """Return the kernel's number of each word."""
        return dict(self.source())

    @cached_property
    def words(self) -> Mapping[int, str]:
        """Return the word of each of the kernel's numbers."""
        return {number: word for word, number in self.numbers.items()}

    def check(self, value: object) -> str:
        if not isinstance(value, str) or value not in self.numbers:
            raise expect(self.what, value, suggestion(value, self.numbers))
        return value

    def schema(self) -> dict[str, Json]:
        return {"enum": list(self.numbers)}

    def number(self, value: object) -> int:
        return self.numbers[cast(str, value)]

    def value(self, number: int) -> str:
        if number not in self.words:
            raise expect(f"the number of {self.what}", number)
        return self.words[number]


def suggestion(value: object, words: Iterable[str]) -> str:
    """Return "; did you mean …?" for a misspelt word, or all the words if there are few, or nothing."""
    known = list(words)
    near = get_close_matches(value[:40], known, n=1, cutoff=0.6) if isinstance(value, str) else []
    if near:
        return f"; did you mean {near[0]}?"
    return f" (one of {', '.join(known)})" if len(known) <= 6 else ""


class Flag(Kind):
    """Yes or no."""

    what = "true or false"

    def check(self, value: object) -> bool:
        if not isinstance(value, bool):
            raise expect(self.what, value)
        return value

    def schema(self) -> dict[str, Json]:
        return {"type": "boolean"}

    def number(self, value: object) -> int:
        return int(cast(bool, value))

    def value(self, number: int) -> bool:
        return number != 0


class Several(Kind):
    """A set of values of a kind, in the kernel's order; bits in the kernel."""

    def __init__(self, what: str, kind: Kind, most: int) -> None:
        self.what = what
        self.kind = kind
        self.most = most

    def check(self, value: object) -> tuple[object, ...]:
        if not isinstance(value, list | tuple):
            raise expect(f"a list of {self.what}", value)
        checked = [self.kind.check(each) for each in cast("Sequence[object]", value)]
        ordered = sorted(checked, key=self.kind.number)
        for first, second in pairwise(ordered):
            if first == second:
                raise Malformed("", f"{first} is named twice")
        return tuple(ordered)

    def schema(self) -> dict[str, Json]:
        return {"type": "array", "items": self.kind.reference(), "uniqueItems": True}

    def number(self, value: object) -> int:
        return sum(1 << self.kind.number(each) for each in cast("tuple[object, ...]", value))

    def value(self, number: int) -> tuple[object, ...]:
        return tuple(self.kind.value(bit) for bit in range(self.most) if number >> bit & 1)

    def to_json(self, value: object) -> Json:
        return [self.kind.to_json(each) for each in cast("tuple[object, ...]", value)]

    def collect(self, value: object, where: str, problems: list[Problem]) -> object:
        known = len(problems)
        items = cast("Sequence[object]", value) if isinstance(value, list | tuple) else ()
        for each in items:
            self.kind.collect(each, where, problems)
        return super().collect(cast(object, value), where, problems) if len(problems) == known else UNREAD
