"""Which house rules do not go together, with one another or with the game they are added to.

Clause: §house-rules.optional. It names everything that is wrong at once, in sentences, and repairs nothing.
"""

from collections.abc import Mapping

from ventnor.rulebook.board import board
from ventnor.rulebook.clause import clause
from ventnor.rulebook.edition import Edition
from ventnor.rulebook.option import Options


def contradictions(edition: Edition, variant: str, options: Options, settings: Mapping[str, int]) -> tuple[str, ...]:
    """What is wrong with these house rules; `settings` are those that they lead to."""
    problems: list[str] = []
    if options.no_auctions and options.auction_floor:
        problems.append(
            "no_auctions and auction_floor contradict each other: "
            "a declined property that is not auctioned has no opening bid."
        )
    dealt = settings["deeds_dealt"]
    dearest = sum(sorted((space.price for space in board(edition.name).properties), reverse=True)[:dealt])
    if settings["cash"] < dearest:
        problems.append(
            f"starting_cash of ${settings['cash']} is too little for the deeds dealt, "
            f"which have to be paid for: they may cost ${dearest}."
        )
    if options.rounds and settings["hour"]:
        problems.append(
            f"rounds contradicts the {variant} game of the edition {edition.name}: "
            "that game ends at an agreed hour, and it can have only one end."
        )
    if options.jail_doubles_again and clause("jail.doubles-no-second").kind(edition.name) == "stated":
        problems.append(
            f"jail_doubles_again is a reading of the modern text: the edition {edition.name} says outright that "
            "doubles out of Jail give no second throw."
        )
    return tuple(problems)
