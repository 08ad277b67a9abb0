"""A contender of `compare`: an edition, a short game of it, house rules, and bots.

A contender is written `EDITION[/VARIANT][+RULE=VALUE…][:BOT,BOT,…]`, for example `1935/short`,
`official+free_parking_pot=pot+double_salary` or `official:tycoon,builder,builder,builder`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ventnor.batch.entrant import resolve
from ventnor.rulebook.edition import REGULAR, edition
from ventnor.rulebook.option import Options, house_rules, read_option
from ventnor.rulebook.setting import settings


class BadComparison(ValueError):
    """Games that cannot be compared."""


@dataclass(frozen=True)
class Contender:
    """One of the games to be compared."""

    name: str
    """As it was written."""
    edition: str
    variant: str
    options: Options
    bots: tuple[str, ...] = ()
    """The bots that it names; empty: the comparison's."""

    @classmethod
    def read(cls, text: str, options: Options | None = None) -> "Contender":
        """Read a contender. Its house rules come on top of `options`. Raises the errors of the rulebook and of bots."""
        game, _, bots = text.partition(":")
        book, *rules = game.split("+")
        name, _, variant = book.partition("/")
        found = edition(name)
        given = dict(house_rules(options).to_mapping()) | dict(read_rule(each) for each in rules)
        chosen = Options.from_mapping(given)
        lineup = tuple(bots.split(",")) if bots else ()
        for each in lineup:
            resolve(each)
        settings(name, variant, chosen)  # raises the errors of a variant or of house rules that contradict
        return cls(text, name, found.check_variant(variant) if variant else REGULAR, chosen, lineup)

    def lineup(self, equals: str, players: int) -> list[str]:
        """Return the bots of each seat, where the bots are equals."""
        if len(self.bots) > 1:
            return list(self.bots)
        return [*(self.bots or (equals,))] * players

    def contest(self, strong: str, weak: str, players: int) -> list[str]:
        """Return a stronger bot and the bots that it plays against; seats are given in turn."""
        return list(self.bots) if len(self.bots) > 1 else [*(self.bots or (strong,)), *[weak] * (players - 1)]

    @property
    def key(self) -> tuple[str, str, Options, tuple[str, ...]]:
        """Return the parts in which contenders can differ."""
        return self.edition, self.variant, self.options, self.bots


def read_rule(text: str) -> tuple[str, object]:
    """Return the name and the value of a house rule written `rule=value`, or `rule` for one that is switched on."""
    return read_option(text if "=" in text else f"{text}=on")


def read_contenders(texts: Sequence[str], options: Options | None, players: int | None) -> tuple[list[Contender], int]:
    """Return the contenders and the number of seats. Raises `BadComparison`."""
    found = [Contender.read(each, options) for each in texts]
    if len({each.key for each in found}) < max(len(found), 2):
        raise BadComparison("compare needs at least two games, each named once")
    sizes = {len(each.bots): each.name for each in found if len(each.bots) > 1}
    seats = players or next(iter(sizes), 4)
    for size, name in sizes.items():
        if size != seats:
            raise BadComparison(f"{name} names {size} bots, but {seats} play: name one bot, or one for each seat")
    for each in found:
        figures = settings(each.edition, each.variant, each.options)
        if not figures["players_min"] <= seats <= figures["players_max"]:
            raise BadComparison(
                f"{each.edition} is for {figures['players_min']} to {figures['players_max']} players, not {seats}"
            )
    return found, seats
