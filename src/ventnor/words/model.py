"""Models: frozen dataclasses whose fields are checked by their kinds, and which convert to and from JSON.

Actions, events, views and positions are models. A field is declared by its annotation: `amount: OneSum` is an `int` to
the type checker, and carries the kind that checks, reads and writes it.
"""

from collections.abc import Callable, Mapping
from ctypes import Structure
from dataclasses import MISSING, dataclass, field, fields
from typing import ClassVar, TypeVar, cast, dataclass_transform, get_type_hints

from ventnor.words.kind import UNREAD, Json, Kind, Malformed, Problem, expect, joined, show, suggestion


@dataclass(frozen=True, slots=True)
class Part:
    """A field: its name, its kind, its place in the kernel's record (none: not kept there), and its default."""

    name: str
    kind: Kind
    place: str
    default: object = MISSING


@dataclass(frozen=True, slots=True)
class Model:
    """The base class of models. The fields are checked when an instance is made."""

    parts: ClassVar[tuple[Part, ...]] = ()
    malformed: ClassVar[type[Malformed]] = Malformed

    def __post_init__(self) -> None:
        for part in self.parts:
            value: object = getattr(self, part.name)
            if value is part.default:
                continue
            try:
                checked = part.kind.check(value)
            except Malformed as error:
                raise self.malformed(joined(part.name, error.field), error.why) from None
            if checked is not value:
                object.__setattr__(self, part.name, checked)

    def to_json(self) -> dict[str, Json]:
        """Return the fields as JSON, without those at their default."""
        values = ((part, cast(object, getattr(self, part.name))) for part in self.parts)
        return {part.name: part.kind.to_json(value) for part, value in values if value != part.default}


Thing = TypeVar("Thing", bound=Model)


def build(made: type[Thing], values: Mapping[str, object]) -> Thing:
    """Return an instance made from its fields by name."""
    return cast("Callable[..., Thing]", made)(**values)


def model_from_json(made: type[Thing], mapping: Mapping[str, object]) -> Thing:
    """Return what `to_json` wrote. Raises the class's own error about the first problem."""
    problems: list[Problem] = []
    values = collect_fields(made, mapping, "", problems)
    if problems:
        raise made.malformed(*problems[0])
    return build(made, values)


def collect_fields(made: type[Model], mapping: object, where: str, problems: list[Problem]) -> dict[str, object]:
    """Return the fields that can be read; add every other problem to `problems`."""
    if not isinstance(mapping, Mapping):
        problems.append((where, f"expected a mapping, not {show(mapping)}"))
        return {}
    given = cast("Mapping[object, object]", mapping)
    known = {part.name: part for part in made.parts}
    for name in given:
        if name not in known:
            problems.append((joined(where, show(name)), f"is not a field here{suggestion(name, known)}"))
    values: dict[str, object] = {}
    for name, part in known.items():
        if name in given:
            value = part.kind.collect(given[name], joined(where, name), problems)
            if value is not UNREAD:
                values[name] = value
        elif part.default is MISSING:
            problems.append((joined(where, name), f"is missing; expected {part.kind.what}"))
    return values


class Nested(Kind):
    """A model as a field of another."""

    def __init__(self, what: str, made: type[Model]) -> None:
        self.what = what
        self.made = made

    def check(self, value: object) -> object:
        if not isinstance(value, self.made):
            raise expect(self.what, value)
        return value

    def schema(self) -> dict[str, Json]:
        return model_schema(self.made)

    def to_json(self, value: object) -> Json:
        return cast(Model, value).to_json()

    def from_json(self, value: object) -> object:
        if not isinstance(value, Mapping):
            raise expect(self.what, value)
        return model_from_json(self.made, cast("Mapping[str, object]", value))

    def collect(self, value: object, where: str, problems: list[Problem]) -> object:
        known = len(problems)
        values = collect_fields(self.made, value, where, problems)
        return UNREAD if len(problems) > known else self.judge(build(self.made, values), where, problems)


def store(thing: Model, record: Structure) -> None:
    """Write a model into the kernel's record of it."""
    for part in thing.parts:
        if part.place:
            part.kind.store(record, part.place, getattr(thing, part.name))


def fetch(made: type[Thing], record: Structure) -> Thing:
    """Return a model read from the kernel's record of it."""
    values: dict[str, object] = {}
    for part in made.parts:
        if part.place:
            try:
                values[part.name] = part.kind.fetch(record, part.place)
            except Malformed as error:
                raise made.malformed(joined(part.name, error.field), error.why) from None
    return build(made, values)


def model_schema(made: type[Model], **constants: str) -> dict[str, Json]:
    """Return a model as JSON Schema. `constants` are keys with a fixed value, which tell it from other models."""
    properties: dict[str, Json] = {key: {"const": value} for key, value in constants.items()}
    properties |= {part.name: part.kind.reference() for part in made.parts}
    required: list[Json] = [*constants, *(part.name for part in made.parts if part.default is MISSING)]
    summary = (made.__doc__ or "").strip()
    return {
        "description": summary,
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def model(**places: str) -> Callable[[type[Thing]], type[Thing]]:
    """Make a class of annotations a model. `places` names a field's place in the record where it differs."""

    def make(made: type[Thing]) -> type[Thing]:
        finished = dataclass(frozen=True, slots=True)(made)
        hints = get_type_hints(finished, include_extras=True)
        finished.parts = tuple(
            Part(each.name, kind_of(hints[each.name]), places.get(each.name, each.name), each.default)
            for each in sorted(
                fields(finished), key=lambda each: bool(each.kw_only)
            )  # fields given by keyword come last
        )
        return finished

    return make


def kind_of(hint: object) -> Kind:
    """Return the kind that an annotation carries, also of an optional field."""
    candidates: list[object] = [hint, *getattr(hint, "__args__", ())]
    marks = [mark for each in candidates for mark in getattr(each, "__metadata__", ())]
    return next(mark for mark in marks if isinstance(mark, Kind))
