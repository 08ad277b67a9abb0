"""House rules: what a table may agree on beyond its rulebook, all off by default.

Clause: §house-rules.optional; three fields are the switches of rulings (§cards.decks, §jail.doubles-no-second,
§jail.direct). A house rule changes settings and nothing else. `contradiction` says which exclude each other.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import cache
from typing import Literal, TypeAlias

from ventnor.rulebook.edition import Era
from ventnor.rulebook.source import load

OptionValue: TypeAlias = bool | int | str
OptionType: TypeAlias = Literal["switch", "number", "choice"]


class BadOption(ValueError):
    """A house rule that does not exist, or a value that it cannot have."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field = field
        self.why = why


@dataclass(frozen=True)
class Option:
    """What a house rule is called, what it says, what it does to the game and which settings it changes."""

    name: str
    title: str
    type: OptionType
    text: str
    effect: str
    sets: Mapping[str, int | str]
    """The value that a switch gives each setting, or "value" where the number itself is the setting."""
    choices: Mapping[str, Mapping[str, int]]
    """The values of a choice, and what each gives the settings."""
    least: int = 0
    most: int = 0
    ruling: str = ""
    """The clause whose ruling it switches; empty for a house rule proper."""
    known: str = ""
    """Where a rulebook speaks of it; empty where none does."""

    @property
    def setting_names(self) -> tuple[str, ...]:
        """Return the settings it can change."""
        return (*self.sets, *dict.fromkeys(name for sets in self.choices.values() for name in sets))

    def check(self, value: object) -> None:
        """Raise `BadOption` unless the option can have this value."""
        if self.type == "switch":
            if not isinstance(value, bool):
                raise BadOption(self.name, f"must be true or false, not {value!r}")
        elif self.type == "choice":
            if not isinstance(value, str) or value not in self.choices:
                raise BadOption(self.name, f"must be one of {', '.join(self.choices)}, not {value!r}")
        elif not isinstance(value, int) or isinstance(value, bool):
            raise BadOption(self.name, f"must be a whole number, not {value!r}")
        elif not self.least <= value <= self.most:
            raise BadOption(self.name, f"must be from {self.least} to {self.most}, not {value}")

    def settings(self, value: OptionValue) -> dict[str, int]:
        """Return what the settings become when the option has this value."""
        if self.type == "choice":
            return dict(self.choices[str(value)])
        return {name: int(value) if sets == "value" else int(sets) for name, sets in self.sets.items()}


@dataclass(frozen=True)
class Options:
    """The house rules of a table. A field left at its default leaves the rulebook as it is."""

    free_parking_pot: Literal["pot", "seeded"] | None = None
    double_salary: bool = False
    no_auctions: bool = False
    auction_floor: int = 0
    no_rent_in_jail: bool = False
    unlimited_buildings: bool = False
    uneven_building: bool = False
    immediate_rent: bool = False
    starting_cash: int | None = None
    deeds_dealt: int | None = None
    rounds: int = 0
    first_lap: bool = False
    decks: Era | None = None
    jail_doubles_again: bool = False
    salary_before_jail: Literal["kept", "lost"] | None = None

    def __post_init__(self) -> None:
        for name, value in self.to_mapping().items():
            option(name).check(value)

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, object]) -> "Options":
        """Read a mapping from `to_mapping`, TOML or JSON. "off" or null leaves a choice or number out."""
        known = {field.name for field in fields(cls)}
        values: dict[str, object] = {}
        for name, value in mapping.items():
            if name not in known:
                raise BadOption(name, f"is no house rule; there are {', '.join(sorted(known))}")
            if value is None or (value == "off" and option(name).type != "switch"):
                continue
            option(name).check(value)
            values[name] = value
        return cls(**values)  # pyright: ignore[reportArgumentType]  # checked against the data, field by field

    def to_mapping(self) -> dict[str, OptionValue]:
        """Return the fields that are not at their default."""
        defaults = {field.name: field.default for field in fields(self)}
        values: dict[str, OptionValue | None] = asdict(self)
        return {
            name: value
            for name, value in values.items()
            if value is not None and (value != defaults[name] or type(value) is not type(defaults[name]))
        }

    def settings(self) -> dict[str, dict[str, int]]:
        """Return what each house rule in force makes of the settings, by the name of the house rule."""
        return {name: option(name).settings(value) for name, value in self.to_mapping().items()}


def house_rules(given: Options | None) -> Options:
    """Return what a caller gave as house rules; none of them unless told. Raises `BadOption`."""
    if not isinstance(given, Options | None):  # pyright: ignore[reportUnnecessaryIsInstance]  # callers without types
        raise BadOption("options", "are given as Options(…); Options.from_mapping reads a mapping")
    return given or Options()


@cache
def options() -> tuple[Option, ...]:
    """Return the house rules there are, in the order of the fields of `Options`."""
    return tuple(
        Option(
            name=entry["name"],
            title=entry["title"],
            type=entry["type"],
            text=entry["text"],
            effect=entry["effect"],
            sets=entry.get("sets", {}),
            choices=entry.get("choices", {}),
            least=entry.get("least", 0),
            most=entry.get("most", 0),
            ruling=entry.get("ruling", ""),
            known=entry.get("known", ""),
        )
        for entry in load("options")["option"]
    )


@cache
def option(name: str) -> Option:
    """Return the house rule of this name."""
    for each in options():
        if each.name == name:
            return each
    raise BadOption(name, f"is no house rule; there are {', '.join(each.name for each in options())}")
