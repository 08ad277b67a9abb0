"""House rules that do not go together, or do not fit the edition.

Clause: §house-rules.optional. The texts are data (`options.toml`), so that they can be translated.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from ventnor.rulebook.board import board
from ventnor.rulebook.clause import clause
from ventnor.rulebook.edition import Edition, edition
from ventnor.rulebook.option import Options
from ventnor.rulebook.source import load

SHOWN: Final[Mapping[str, Callable[[object], str]]] = {
    "rule": str,
    "other": str,
    "amount": lambda value: f"${value:,}",
    "price": lambda value: f"${value:,}",
    "edition": lambda value: edition(str(value)).called,
}
"""How each field is written in the text."""


@dataclass(frozen=True)
class Contradiction:
    """One problem: the name of its text, and the fields that the text shows."""

    name: str
    fields: Mapping[str, object]

    def __str__(self) -> str:
        text: str = load("options")["contradiction"][self.name]
        return text.format_map({name: SHOWN[name](value) for name, value in self.fields.items()})


class ContradictoryOptions(ValueError):
    """House rules that do not go together, or do not fit the edition."""

    def __init__(self, contradictions: tuple[Contradiction, ...]) -> None:
        super().__init__(" ".join(map(str, contradictions)))
        self.contradictions = contradictions

    @property
    def problems(self) -> tuple[str, ...]:
        """Return each problem as a sentence."""
        return tuple(map(str, self.contradictions))


def contradictions(edition: Edition, options: Options, settings: Mapping[str, int]) -> tuple[Contradiction, ...]:
    """Return everything that is wrong with these house rules; `settings` are those that they lead to."""
    found: list[Contradiction] = []

    def add(name: str, **fields: object) -> None:
        found.append(Contradiction(name, fields))

    if options.no_auctions and options.auction_floor:
        add("rules-contradict", rule="no_auctions", other="auction_floor")
    dealt = settings["deeds_dealt"]
    dearest = sum(
        sorted((space.price for space in board(edition.name, options.board).properties), reverse=True)[:dealt]
    )
    if settings["cash"] < dearest:
        add("cash-too-little", rule="starting_cash", amount=settings["cash"], price=dearest)
    if options.rounds and settings["hour"]:
        add("two-ends", rule="rounds", edition=edition.name)
    if options.jail_doubles_again and clause("jail.doubles-no-second").kind(edition.name) == "stated":
        add("stated-outright", rule="jail_doubles_again", edition=edition.name)
    return tuple(found)
