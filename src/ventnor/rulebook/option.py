"""House rules: what a table may agree on beyond its rulebook, all off by default.

Clause: §house-rules.optional; three fields are the switches of rulings (§cards.decks, §jail.doubles-no-second,
§jail.direct). A house rule changes settings and nothing else. `contradiction` says which exclude each other.
"""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from functools import cache
from typing import Final, Literal, TypeAlias

from ventnor.rulebook.board_file import BadBoard, board_data, board_named, is_text, title_of
from ventnor.rulebook.edition import Era
from ventnor.rulebook.source import load

OptionValue: TypeAlias = bool | int | str
OptionType: TypeAlias = Literal["switch", "number", "choice"]

WHOLE_NUMBER: Final = re.compile(r"-?[0-9]{1,18}")


class BadOption(ValueError):
    """A house rule that does not exist, or a value that it cannot have."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field = field
        self.why = why


@dataclass(frozen=True)
class Option:
    """A house rule: its name, text, effect on the game, and the settings it changes."""

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
    takes_text: bool = False
    """Whether the text of a board may take the place of a choice."""

    @property
    def setting_names(self) -> tuple[str, ...]:
        """Return the settings it can change."""
        return (*self.sets, *dict.fromkeys(name for sets in self.choices.values() for name in sets))

    def check(self, value: object) -> None:
        """Raise `BadOption` unless the option can have this value."""
        if self.type == "switch":
            if not isinstance(value, bool):
                raise BadOption(self.name, f"must be true or false, not {value!r}")
        elif self.takes_text and isinstance(value, str) and is_text(value):
            try:
                board_data(value)
            except BadBoard as error:
                raise BadOption(self.name, f"{error.field}: {error.why}".removeprefix(": ")) from error
        elif self.type == "choice":
            if not isinstance(value, str) or value not in self.choices:
                raise BadOption(self.name, f"must be one of {', '.join(self.choices)}, not {value!r}")
        elif not isinstance(value, int) or isinstance(value, bool):
            raise BadOption(self.name, f"must be a whole number, not {value!r}")
        elif not self.least <= value <= self.most:
            raise BadOption(self.name, f"must be from {self.least} to {self.most}, not {value}")

    def settings(self, value: OptionValue) -> dict[str, int]:
        """Return the settings that the option changes at this value."""
        if self.type == "choice":
            return dict(self.choices.get(str(value), {}))
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
    board: str = ""
    """Another board: its name (`BOARDS`), or its text from `load_board(FILE)`."""

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
                raise BadOption(name, f"is not a house rule; there are {', '.join(sorted(known))}")
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
        """Return the settings changed by each active house rule, by its name."""
        return {name: option(name).settings(value) for name, value in self.to_mapping().items()}


def read_option(text: str) -> tuple[str, object]:
    """Return a house rule written name=value. Raises `BadOption`."""
    name, equals, value = text.partition("=")
    if not equals:
        raise BadOption(text, "write a house rule as NAME=VALUE, such as double_salary=on")
    words = {"true": True, "false": False, "on": True, "off": False}
    known: object = words.get(value.lower(), int(value) if WHOLE_NUMBER.fullmatch(value) else value)
    # The decks of 1935 and 2008 are named by a year: a name, and not a number.
    if name == "board":
        return name, board_named(value)
    return name.replace("-", "_"), value if name == "decks" else known


def written(name: str, value: object) -> str:
    """Return a house rule as a person reads it: name=value, and a board of somebody's own by its title."""
    if name == "board" and isinstance(value, str) and is_text(value):
        return f"board={title_of(value)}"
    return f"{name}={value}"


def with_board(given: Options | None, board: str) -> Options:
    """Return house rules with another board: a name, the path of a `.toml` file, or a board's text; "" keeps theirs.

    Raises `BadBoard` or `BadOption`.
    """
    options = house_rules(given)
    return replace(options, board=board_named(board)) if board else options


def house_rules(given: Options | None) -> Options:
    """Return a caller's house rules; by default there are none. Raises `BadOption`."""
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
            takes_text=entry.get("takes_text", False),
        )
        for entry in load("options")["option"]
    )


@cache
def option(name: str) -> Option:
    """Return the house rule of this name."""
    for each in options():
        if each.name == name:
            return each
    raise BadOption(name, f"is not a house rule; there are {', '.join(each.name for each in options())}")
